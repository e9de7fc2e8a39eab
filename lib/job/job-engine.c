/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/files.h"
#include "base/rational.h"
#include "base/text.h"
#include "engine/dialect.h"
#include "engine/engine-table-private.h"
#include "job/job-build.h"
#include "job/job-keys.h"

#define JOB_ENGINE_MAX_DIALECT (1024 * 1024)

/* From settings to what an engine generalizes before it counts. */

static gboolean
has_limit (const DeidJob *job)
{
  return deid_job_is_set (job, "engine", "max-combinations")
         && !g_str_equal (deid_job_get (job, "engine", "max-combinations"), "none");
}

/* Tells whether columns must not be generalized before they are counted: values are compared with
 * how often they occur, here or in a population, or labels depend on all values of a record. */
static gboolean
needs_values (const DeidJob *job, const DeidJobColumns *columns)
{
  static const char *const kinds[] = { "nuentropy", "normentropy", "ebil", "kl", "ce", NULL };
  g_auto (GStrv) parts = g_strsplit_set (deid_job_get (job, "models", "quality"), ":@", 2);

  for (guint64 c = 0; c < columns->n; c++)
    if (deid_job_columns_find_word (columns, c, DEID_JOB_COLUMN_BIN_MEAN) > 0
        || deid_job_columns_find_word (columns, c, DEID_JOB_COLUMN_MICROAGGREGATE) > 0)
      return TRUE;
  return deid_job_get_recoding (job) != DEID_RECODING_GLOBAL || g_strv_contains (kinds, parts[0])
         || deid_job_is_set (job, "population", "population");
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

/* Has the engine generalize quasi-identifiers to the lowest level that policies may give them, and
 * to higher ones if there are too many combinations. @whole has all columns of the table. */
static gboolean
job_set_engine_levels (const DeidJob *job, DeidEngineTable *table, const DeidJobColumns *columns,
                       const DeidDataset *whole, GCancellable *cancellable, GError **error)
{
  if (needs_values (job, columns))
    return !has_limit (job)
           || deid_job_refuse (job, "engine", "max-combinations",
                               "the quality model, a population, a local recoding or means ask "
                               "for the values of the table, expected none",
                               error);
  for (guint c = 0; c < deid_dataset_get_n_columns (whole); c++)
    if (!job_engine_levels_set_levels (job, table, columns, c,
                                       deid_dataset_get_column_name (whole, c), cancellable, error))
      return FALSE;
  return !has_limit (job) || job_engine_levels_set_limit (job, table, columns, whole, error);
}

/* States the levels that the engine raised to. */
static gboolean
job_state_engine_levels (DeidJob *job, const DeidDataset *whole, GError **error)
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

/* From settings to a table that stays in its engine. */

gboolean
deid_job_is_in_engine (const DeidJob *job)
{
  return deid_job_is_set (job, "engine", "dialect");
}

/* What would have to be done to records, which stay in the engine. */
static gboolean
job_engine_check_settings (const DeidJob *job, GError **error)
{
  static const struct
  {
    const char *section, *key, *standard;
  } unused[] = { { "input", "input", "" },          { "input", "decimal", "" },
                 { "input", "thousands", "" },      { "input", "keep", "" },
                 { "input", "drop", "" },           { "persons", "pseudonym", "none" },
                 { "release", "keep-order", "no" }, { "release", "keep-suppressed", "no" } };

  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    if (!g_str_equal (deid_job_get (job, unused[i].section, unused[i].key), unused[i].standard))
      return deid_job_refuse (job, unused[i].section, unused[i].key,
                              g_str_equal (unused[i].key, "keep")
                                      || g_str_equal (unused[i].key, "drop")
                                  ? "the table is in an engine, expected as [engine] table a view "
                                    "that has only these rows"
                                  : "the table is in an engine, expected this not to be set",
                              error);
  if (job->given != NULL)
    return deid_job_refuse (job, "engine", "dialect", "the job was given a table, expected none",
                            error);
  return TRUE;
}

/* Returns: (nullable): a setting that is needed. */
static const char *
get_needed (const DeidJob *job, const char *key, GError **error)
{
  if (deid_job_is_set (job, "engine", key))
    return deid_job_get (job, "engine", key);
  deid_job_refuse (job, "engine", key, "not set, expected together with a dialect", error);
  return NULL;
}

/* Sets the dialect of an engine from a file. */
static gboolean
job_engine_read_dialect (const DeidJob *job, DeidEngine *engine, const char *path,
                         GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL, *shown = deid_text_escape (path);
  DeidInput input;
  gsize length;

  if (!deid_input_open (&input, path, cancellable, error))
    {
      g_prefix_error (error, "expected sqlite, postgresql, duckdb, clickhouse, ansi or a file: ");
      return deid_job_prefix_error (job, "engine", "dialect", error);
    }
  text = deid_input_read_all (&input, JOB_ENGINE_MAX_DIALECT, "1 MiB, the limit for a dialect",
                              &length, error);
  deid_input_clear (&input);
  return text != NULL && deid_file_check_nul (shown, text, length, error)
         && (deid_engine_set_dialect (engine, text, error)
             || deid_job_prefix_error (job, "engine", "dialect", error));
}

static DeidEngine *
open_engine (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = deid_job_get_path (job, "engine", "dialect");
  int dialect = DEID_DIALECT_ANSI;
  const char *command = get_needed (job, "command", error);
  g_autoptr (DeidEngine) engine = NULL;

  if (command == NULL)
    return NULL;
  deid_enum_get_value ("DeidDialect", deid_job_get (job, "engine", "dialect"), &dialect);
  engine = deid_engine_new_command ((DeidDialect) dialect, command, error);
  if (engine == NULL)
    {
      deid_job_prefix_error (job, "engine", "command", error);
      return NULL;
    }
  if (path != NULL && !job_engine_read_dialect (job, engine, path, cancellable, error))
    return NULL;
  deid_engine_set_show_values (
      engine, g_str_equal (deid_job_get (job, "input", "show-values"), "yes"), NULL);
  return g_steal_pointer (&engine);
}

/* Sets where helper tables are created, and which old ones are dropped. */
static gboolean
set_helpers (const DeidJob *job, DeidEngineTable *table, GError **error)
{
  const char *schema = deid_job_is_set (job, "engine", "helper-schema")
                           ? deid_job_get (job, "engine", "helper-schema")
                           : NULL;
  guint64 max_hours = G_MAXUINT64;

  g_ascii_string_to_unsigned (deid_job_get (job, "engine", "drop-leftovers"), 10, 0, G_MAXUINT64,
                              &max_hours, NULL);
  return deid_engine_table_set_helpers (table, schema, max_hours, error)
         || deid_job_prefix_error (job, "engine", "helper-schema", error);
}

static DeidEngineTable *
open_table (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidEngine) engine = open_engine (job, cancellable, error);
  const char *name = engine != NULL ? get_needed (job, "table", error) : NULL;
  g_autoptr (DeidEngineTable) table = NULL;

  if (name == NULL)
    return NULL;
  table = deid_engine_table_new (engine, name, error);
  if (table == NULL)
    {
      deid_job_prefix_error (job, "engine", "table", error);
      return NULL;
    }
  if (deid_job_is_set (job, "engine", "output-table")
      && !deid_engine_table_set_output (table, deid_job_get (job, "engine", "output-table"), error))
    {
      deid_job_prefix_error (job, "engine", "output-table", error);
      return NULL;
    }
  if (!deid_engine_table_set_fingerprint (
          table, g_str_equal (deid_job_get (job, "engine", "fingerprint"), "yes"), error))
    {
      deid_job_prefix_error (job, "engine", "fingerprint", error);
      return NULL;
    }
  return set_helpers (job, table, error) ? g_steal_pointer (&table) : NULL;
}

/* Adds the missing codes of all columns, weights excepted, and those of the column itself. */
static gboolean
job_engine_set_codes (const DeidJob *job, DeidEngineTable *table, const DeidJobColumns *columns,
                      guint64 column, const char *name, GError **error)
{
  const DeidJobEntry *own = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_MISSING);
  const DeidRole role = deid_job_columns_get_role (columns, column);
  g_auto (GStrv) of_all = deid_job_value_split (deid_job_get (job, "input", "missing"));
  g_auto (GStrv) codes = deid_job_value_split (own != NULL ? own->text : "");

  if (role != DEID_ROLE_WEIGHT && role != DEID_ROLE_SURVEY_WEIGHT
      && !deid_engine_table_add_missing_codes (table, name, (const char *const *) of_all, error))
    return deid_job_prefix_error (job, "input", "missing", error);
  return codes[0] == NULL
         || deid_engine_table_add_missing_codes (table, name, (const char *const *) codes, error)
         || deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_MISSING, error);
}

/* Gives a column its role and missing codes. Other settings that change its values, or the release,
 * are refused. */
static gboolean
job_engine_set_column (const DeidJob *job, DeidEngineTable *table, const DeidJobColumns *columns,
                       guint64 column, const char *name, GError **error)
{
  static const struct
  {
    DeidJobColumnKey key;
    gboolean is_of_values; /* whether columns may have it whose values are counted */
    const char *standard;
  } unused[] = {
    { DEID_JOB_COLUMN_DECIMAL, FALSE, "" },     { DEID_JOB_COLUMN_THOUSANDS, FALSE, "" },
    { DEID_JOB_COLUMN_SUPPRESSED, FALSE, "*" }, { DEID_JOB_COLUMN_UNPARSABLE, FALSE, "error" },
    { DEID_JOB_COLUMN_SEPARATOR, FALSE, "" },   { DEID_JOB_COLUMN_MICROAGGREGATE, TRUE, "no" },
    { DEID_JOB_COLUMN_LIMIT, TRUE, "none" },    { DEID_JOB_COLUMN_GROUP_WEIGHT, TRUE, "" }
  };
  const DeidRole role = deid_job_columns_get_role (columns, column);

  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    {
      const DeidJobEntry *entry = deid_job_columns_get (columns, column, unused[i].key);

      if (entry == NULL || g_str_equal (entry->text, unused[i].standard)
          || (unused[i].is_of_values && role != DEID_ROLE_INSENSITIVE))
        continue;
      deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                 "the table is in an engine, which counts and releases cells as they are, "
                 "expected this not to be set");
      return deid_job_columns_prefix (columns, column, unused[i].key, error);
    }
  if (role == DEID_ROLE_IDENTIFYING)
    return TRUE;
  return (deid_engine_table_set_role (table, name, role, error)
          || deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_ROLE, error))
         && job_engine_set_codes (job, table, columns, column, name, error);
}

/* Checks that a column that others are combined in has all of them, and does not have to be
 * released. */
static gboolean
check_joint (const DeidJob *job, const DeidEngineTable *table, const DeidJobColumns *columns,
             guint64 column, GError **error)
{
  char **parts = columns->columns[column].parts;
  const DeidRole role = deid_job_columns_get_role (columns, column);
  const char *missing = NULL;

  for (guint i = 0; parts[i] != NULL; i++)
    if (!deid_engine_role_is_counted (deid_engine_table_get_role (table, parts[i])))
      missing = parts[i];
  if (missing != NULL)
    {
      g_autofree char *shown = deid_text_show (missing, -1);

      g_set_error (
          error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
          "the table is in an engine, which does not count '%s', expected that column to be "
          "quasi-identifying, sensitive or judged itself",
          shown);
    }
  else if (role != DEID_ROLE_JUDGED && deid_job_is_set (job, "engine", "output-table"))
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the table is in an engine, which releases no joint columns, expected judged");
  else
    return TRUE;
  return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_ROLE, error);
}

static gboolean
job_engine_set_columns (const DeidJob *job, DeidEngineTable *table, const DeidDataset *whole,
                        GCancellable *cancellable, GError **error)
{
  DeidJobColumns columns;
  gboolean success = deid_job_columns_init (&columns, job, whole, whole, cancellable, error);

  for (guint c = 0; success && c < deid_dataset_get_n_columns (whole); c++)
    success = job_engine_set_column (job, table, &columns, c,
                                     deid_dataset_get_column_name (whole, c), error);
  for (guint64 c = deid_dataset_get_n_columns (whole); success && c < columns.n; c++)
    success = check_joint (job, table, &columns, c, error);
  success = success && job_set_engine_levels (job, table, &columns, whole, cancellable, error);
  deid_job_columns_clear (&columns);
  return success;
}

DeidDataset *
deid_job_count_in_engine (DeidJob *job, DeidDataset **whole, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (DeidDataset) combinations = NULL;

  g_clear_pointer (&job->engine_table, deid_engine_table_unref);
  if (!job_engine_check_settings (job, error)
      || (job->engine_table = open_table (job, cancellable, error)) == NULL)
    return NULL;
  *whole = deid_engine_table_list_columns (job->engine_table, cancellable, error);
  if (*whole == NULL
      || !job_engine_set_columns (job, job->engine_table, *whole, cancellable, error))
    return NULL;
  combinations = deid_engine_table_count (job->engine_table, cancellable, error);
  return combinations != NULL && job_state_engine_levels (job, *whole, error)
             ? g_steal_pointer (&combinations)
             : NULL;
}

/* Sets the release options of the table. Returns: (nullable): the name of the released table. */
static const char *
prepare_output (const DeidJob *job, const DeidResult *result, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = NULL;

  if (!deid_job_check_result (job, result, error))
    return NULL;
  if (job->engine_table != NULL)
    {
      options = deid_job_make_release_options (job, error);
      return options != NULL
                     && deid_engine_table_set_release_options (job->engine_table, options, error)
                 ? get_needed (job, "output-table", error)
                 : NULL;
    }
  deid_job_refuse (job, "engine", "dialect", "not set, expected a table in an engine", error);
  return NULL;
}

gboolean
deid_job_release_in_engine (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                            GError **error)
{
  const char *output;

  g_return_val_if_fail (job != NULL && result != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  output = prepare_output (job, result, error);
  return output != NULL
         && (deid_engine_table_release (job->engine_table, result, output, cancellable, error)
             || deid_job_prefix_error (job, "engine", "output-table", error));
}

DeidReport *
deid_job_verify_in_engine (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  const char *released;
  DeidReport *report;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (get_needed (job, "dialect", error) == NULL
      || (released = get_needed (job, "output-table", error)) == NULL)
    return NULL;
  path = deid_job_get_path (job, "output", "policy");
  if (path == NULL)
    {
      deid_job_refuse (job, "output", "policy", "not set, expected the policy of the release",
                       error);
      return NULL;
    }
  policy = deid_stored_policy_new_from_json_file (path, NULL, cancellable, error);
  engine = policy != NULL ? open_engine (job, cancellable, error) : NULL;
  if (engine == NULL)
    return NULL;
  report = deid_engine_verify (
      engine, released, policy,
      deid_job_is_set (job, "engine", "table") ? deid_job_get (job, "engine", "table") : NULL,
      cancellable, error);
  if (report == NULL)
    deid_job_prefix_error (job, "engine", "output-table", error);
  return report;
}

char *
deid_job_make_script (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                      GError **error)
{
  DeidScriptForm form;
  const char *output;
  char *script;

  g_return_val_if_fail (job != NULL && result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  output = prepare_output (job, result, error);
  if (output == NULL)
    return NULL;
  form = (DeidScriptForm) deid_job_value_find_word (deid_job_key_find ("output", "form"),
                                                    deid_job_get (job, "output", "form"));
  script
      = deid_engine_table_make_script (job->engine_table, result, output, form, cancellable, error);
  if (script == NULL)
    deid_job_prefix_error (job, "engine", "output-table", error);
  return script;
}
