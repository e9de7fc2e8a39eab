/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/coarse-column.h"
#include "job/job-private.h"

#include "base/arrays.h"
#include "base/hash.h"
#include "base/text.h"
#include "table/dataset-view.h"

/* The columns point into the statement of the first job, which the derived one keeps. */
static gboolean
copy_columns (DeidJob *derived, const DeidJob *job, GError **error)
{
  DeidJobColumns *columns = g_memdup2 (job->columns, sizeof *columns);

  columns->columns
      = deid_copy_array (job->columns->columns, columns->n, sizeof *columns->columns, error);
  columns->capacity = columns->n;
  for (guint64 c = 0; columns->columns != NULL && c < columns->n; c++)
    columns->columns[c].parts = NULL;
  if (columns->columns == NULL)
    g_clear_pointer (&columns, g_free);
  derived->columns = columns;
  return columns != NULL;
}

DeidJob *
deid_job_derive (DeidJob *job, GError **error)
{
  g_autoptr (DeidJob) derived = deid_job_new ();

  if (job->cap != NULL)
    {
      deid_job_refuse (job, "persons", "max-rows",
                       "the problems of a sweep could choose different caps, expected one cap",
                       error);
      return NULL;
    }
  if (job->hierarchies == NULL)
    job->hierarchies = g_hash_table_new_full (deid_hash_name, g_str_equal, g_free,
                                              (GDestroyNotify) deid_hierarchy_unref);
  derived->base = deid_job_ref (job);
  derived->hierarchies = g_hash_table_ref (job->hierarchies);
  derived->dataset = deid_dataset_ref (job->dataset);
  if (job->population != NULL)
    derived->population = deid_dataset_ref (job->population);
  if (job->engine_table != NULL)
    derived->engine_table = deid_engine_table_ref (job->engine_table);
  deid_job_statement_clear (&derived->statement);
  return deid_job_statement_copy (&derived->statement, &job->statement, error)
                 && copy_columns (derived, job, error)
             ? g_steal_pointer (&derived)
             : NULL;
}

/* Tells whether a key states something of the problem. */
static gboolean
may_vary (const char *kind, const char *key)
{
  static const char *const sections[] = { "models", "limits", "search", NULL };
  static const char *const of_columns[]
      = { "rule",          "hierarchy",  "generalize-by", "levels",   "keep-apart",
          "keep-together", "max-blocks", "loss-weight",   "set-size", NULL };

  return (g_str_equal (kind, "lattice") && g_str_equal (key, "set-size"))
         || g_strv_contains (g_str_equal (kind, "column") ? of_columns : sections,
                             g_str_equal (kind, "column") ? key : kind);
}

static void
job_derive_set_column (DeidJob *derived, guint column, DeidJobColumnKey key)
{
  static const char *const names[DEID_JOB_N_COLUMN_KEYS] = {
    [DEID_JOB_COLUMN_RULE] = "rule",
    [DEID_JOB_COLUMN_HIERARCHY] = "hierarchy",
    [DEID_JOB_COLUMN_HIERARCHY_HEADER] = "hierarchy-header",
    [DEID_JOB_COLUMN_UNEVEN] = "uneven",
    [DEID_JOB_COLUMN_KIND] = "generalize-by",
    [DEID_JOB_COLUMN_SET_SIZE] = "set-size",
    [DEID_JOB_COLUMN_LEVELS] = "levels",
    [DEID_JOB_COLUMN_KEEP_APART] = "keep-apart",
    [DEID_JOB_COLUMN_KEEP_TOGETHER] = "keep-together",
    [DEID_JOB_COLUMN_MAX_BLOCKS] = "max-blocks",
    [DEID_JOB_COLUMN_WEIGHT] = "loss-weight",
  };
  g_autofree char *name
      = deid_job_get_column_section (deid_dataset_get_column_name (derived->dataset, column));
  const DeidJobSection *section = deid_job_statement_find (&derived->statement, name);
  DeidJobColumnSetting *setting = &derived->columns->columns[column].settings[key];
  const DeidJobEntry *entry
      = section != NULL ? deid_job_section_find (section, deid_job_key_find ("column", names[key]))
                        : NULL;

  if (entry != NULL)
    *setting = (DeidJobColumnSetting){ entry, section };
}

/* Points to what was set of a column, which may have moved in the statement. A rule takes the place
 * of a hierarchy, whatever section has it. */
static gboolean
override_column (DeidJob *derived, const char *section, const char *key, GError **error)
{
  g_autofree char *name = NULL;
  guint column = 0;
  DeidRole role;

  for (guint c = 0; name == NULL && c < deid_dataset_get_n_columns (derived->dataset); c++)
    {
      g_autofree char *own
          = deid_job_get_column_section (deid_dataset_get_column_name (derived->dataset, c));

      if (g_str_equal (own, section))
        {
          name = g_steal_pointer (&own);
          column = c;
        }
    }
  if (name == NULL)
    return deid_fail (error, DEID_ERROR_UNKNOWN_COLUMN,
                      "[%s]: expected the section of one column of the table", DEID_SHOW (section));
  role = deid_job_columns_get_role (derived->columns, column);
  if (deid_column_get_coarsening (deid_dataset_get_column (derived->dataset, column)) != NULL
      || (g_str_equal (key, "levels") && (role == DEID_ROLE_SENSITIVE || role == DEID_ROLE_JUDGED)))
    return deid_job_refuse (derived, section, key,
                            "the level of a sensitive or judged column is that of the table that "
                            "was read, expected this to stay",
                            error);
  if (derived->engine_table != NULL
      && deid_engine_table_get_hierarchy (derived->engine_table,
                                          deid_dataset_get_column_name (derived->dataset, column))
             != NULL)
    return deid_job_refuse (derived, section, key,
                            "the engine generalized the column before it counted, expected this "
                            "to stay",
                            error);
  if (g_str_equal (key, "rule") || g_str_equal (key, "hierarchy"))
    for (guint k = DEID_JOB_COLUMN_RULE; k <= DEID_JOB_COLUMN_HIERARCHY; k++)
      derived->columns->columns[column].settings[k] = (DeidJobColumnSetting){ NULL, NULL };
  return TRUE;
}

gboolean
deid_job_override (DeidJob *derived, const char *section, const char *key, const char *value,
                   const char *origin, GError **error)
{
  g_autofree char *name = NULL;
  const char *kind;

  name = deid_job_section_normalize (section, &kind, error);
  if (name == NULL)
    return FALSE;
  if (deid_job_key_find (kind, key) != NULL && !may_vary (kind, key))
    {
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "[%s] %s: expected a key of models, quality, limits or search, set-size "
                        "of the lattice, or the rule, hierarchy, levels or weight of a column",
                        DEID_SHOW (section), key);
    }
  if (!deid_job_set (derived, section, key, value, origin, error)
      || (g_str_equal (kind, "column") && !override_column (derived, name, key, error)))
    return FALSE;
  for (guint c = 0; c < deid_dataset_get_n_columns (derived->dataset); c++)
    for (guint k = DEID_JOB_COLUMN_RULE; k <= DEID_JOB_COLUMN_WEIGHT; k++)
      job_derive_set_column (derived, c, (DeidJobColumnKey) k);
  return TRUE;
}
