/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to what an engine generalizes before it counts. */
#include "base/rational.h"
#include "job/job-build.h"
#include "job/job-value.h"

static gboolean
has_limit (const DeidJob *job)
{
  return deid_job_is_set (job, "engine", "max-combinations")
         && !g_str_equal (deid_job_get (job, "engine", "max-combinations"), "none");
}

/* Tells whether values are compared with how often they occur, here or in a population, which only
 * the table as it is tells. */
static gboolean
compares_values (const DeidJob *job)
{
  static const char *const kinds[] = { "nuentropy", "normentropy", "ebil", "kl", "ce", NULL };
  g_auto (GStrv) parts = g_strsplit_set (deid_job_get (job, "quality", "model"), ":@", 2);

  return g_strv_contains (kinds, parts[0]) || deid_job_is_set (job, "population", "file");
}

/* Tells whether something is asked of single values of a column, or of it and others as one. */
static gboolean
has_values (const DeidJobColumns *columns, guint column, const char *name)
{
  const DeidJobEntry *limit = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_LIMIT);

  for (guint64 c = 0; c < columns->n; c++)
    if (columns->columns[c].parts != NULL
        && g_strv_contains ((const char *const *) columns->columns[c].parts, name))
      return TRUE;
  return (limit != NULL && !g_str_equal (limit->text, "none"))
         || deid_job_columns_get (columns, column, DEID_JOB_COLUMN_GROUP_WEIGHT) != NULL;
}

/* Only levels are the same for all records with a value. */
static gboolean
may_generalize (const DeidJob *job, const DeidJobColumns *columns, guint column, const char *name,
                guint *lowest, guint *highest)
{
  const DeidJobEntry *levels = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_LEVELS);

  *lowest = 0;
  *highest = G_MAXUINT;
  if (deid_job_columns_get_role (columns, column) != DEID_ROLE_QUASI_IDENTIFYING
      || !deid_job_is_kind (job, columns, column, "levels") || has_values (columns, column, name))
    return FALSE;
  if (levels != NULL)
    deid_job_value_read_levels (levels->text, lowest, highest);
  return *lowest > 0 || has_limit (job);
}

static gboolean
job_engine_levels_set_levels (const DeidJob *job, DeidEngineTable *table,
                              const DeidJobColumns *columns, guint column, const char *name,
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  guint lowest, highest;

  if (!may_generalize (job, columns, column, name, &lowest, &highest))
    return TRUE;
  if (!deid_job_read_hierarchy (job, columns, column, name, &hierarchy, cancellable, error))
    return FALSE;
  return hierarchy == NULL
         || deid_engine_table_set_level_range (table, name, hierarchy, lowest, highest, error)
         || deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_LEVELS, error);
}

static gboolean
set_weight (const DeidJobColumns *columns, guint column, const char *name,
            DeidQualityModel *quality, GError **error)
{
  const DeidJobEntry *entry = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_WEIGHT);
  double weight = 1;

  if (entry != NULL)
    deid_double_from_decimal (entry->text, &weight);
  return deid_quality_model_set_attribute_weight (quality, name, weight, error);
}

/* Levels are raised by the loss that they add, whatever the quality model is. */
static gboolean
job_engine_levels_set_limit (const DeidJob *job, DeidEngineTable *table,
                             const DeidJobColumns *columns, const DeidDataset *whole,
                             GError **error)
{
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5, error);
  guint64 n = 0;

  for (guint c = 0; quality != NULL && c < deid_dataset_get_n_columns (whole); c++)
    if (!set_weight (columns, c, deid_dataset_get_column_name (whole, c), quality, error))
      return FALSE;
  return quality != NULL
         && g_ascii_string_to_unsigned (deid_job_get (job, "engine", "max-combinations"), 10, 0,
                                        G_MAXUINT64, &n, error)
         && (deid_engine_table_set_combination_limit (table, n, quality, error)
             || deid_job_prefix_error (job, "engine", "max-combinations", error));
}

gboolean
deid_job_set_engine_levels (const DeidJob *job, DeidEngineTable *table,
                            const DeidJobColumns *columns, const DeidDataset *whole,
                            GCancellable *cancellable, GError **error)
{
  if (compares_values (job))
    return !has_limit (job)
           || deid_job_refuse (job, "engine", "max-combinations",
                               "the quality model or a population compares with how often values "
                               "occur, expected none",
                               error);
  if (deid_job_get_recoding (job) != DEID_RECODING_GLOBAL)
    return TRUE;
  for (guint c = 0; c < deid_dataset_get_n_columns (whole); c++)
    if (!job_engine_levels_set_levels (job, table, columns, c,
                                       deid_dataset_get_column_name (whole, c), cancellable, error))
      return FALSE;
  return !has_limit (job) || job_engine_levels_set_limit (job, table, columns, whole, error);
}

gboolean
deid_job_state_engine_levels (DeidJob *job, const DeidDataset *whole, GError **error)
{
  for (guint c = 0; has_limit (job) && c < deid_dataset_get_n_columns (whole); c++)
    {
      const char *name = deid_dataset_get_column_name (whole, c);
      g_autofree char *section = deid_job_get_column_section (name), *range = NULL;
      guint lowest, highest;

      if (!deid_engine_table_get_level_range (job->engine_table, name, &lowest, &highest))
        continue;
      range = g_strdup_printf ("%u..%u", lowest, highest);
      if (!deid_job_set (job, section, "levels", range, NULL, error))
        return FALSE;
    }
  return TRUE;
}
