/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to the table. */
#include "base/hash.h"
#include "base/work.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/coarse-column.h"
#include "job/job-build.h"
#include "job/job-keys.h"
#include "table/column-inference.h"
#include "table/csv-options.h"
#include "table/dataset-view.h"
#include "table/linked-tables.h"
#include "table/person-rows.h"
#include "table/row-filter.h"

static gboolean
job_table_is_yes (const DeidJob *job, const char *section, const char *key)
{
  return g_str_equal (deid_job_get (job, section, key), "yes");
}

gboolean
deid_job_get_n_threads (const DeidJob *job, guint *n_threads, GError **error)
{
  guint64 n;

  if (!deid_uint64_from_decimal (deid_job_get (job, "search", "threads"), &n))
    n = MIN (g_get_num_processors (), DEID_MAX_THREADS);
  *n_threads = (guint) MIN (n, DEID_MAX_THREADS);
  return deid_check_n_threads (n, error) || deid_job_prefix_error (job, "search", "threads", error);
}

static gboolean
set_layout (const DeidJob *job, DeidCsvOptions *csv, GError **error)
{
  g_auto (GStrv) missing = deid_job_value_split (deid_job_get (job, "input", "missing"));

  const char *quote = deid_job_get (job, "input", "quote");
  const char delimiter = deid_job_is_set (job, "input", "delimiter")
                             ? deid_job_get (job, "input", "delimiter")[0]
                         : job->dataset != NULL ? deid_dataset_get_delimiter (job->dataset)
                                                : '\0';

  if (!deid_csv_options_set_delimiter (csv, (guchar) delimiter, error))
    return deid_job_prefix_error (job, "input", "delimiter", error);
  if (!deid_csv_options_set_quote (csv, quote[1] == '\0' ? (guchar) quote[0] : 0, error))
    return deid_job_prefix_error (job, "input", "quote", error);
  if (!deid_csv_options_set_encoding (csv, deid_job_get (job, "input", "encoding"), error))
    return deid_job_prefix_error (job, "input", "encoding", error);
  if (!deid_csv_options_set_missing_values (csv, (const char *const *) missing, error))
    return deid_job_prefix_error (job, "input", "missing", error);
  return (!deid_job_is_set (job, "input", "header")
          || deid_csv_options_set_header (csv, job_table_is_yes (job, "input", "header"), error))
         && deid_csv_options_set_show_values (csv, job_table_is_yes (job, "input", "show-values"),
                                              error)
         && deid_csv_options_set_spreadsheet_safe (
             csv, job_table_is_yes (job, "release", "spreadsheet-safe"), error);
}

DeidCsvOptions *
deid_job_make_csv_options (const DeidJob *job, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = NULL;
  guint n_threads;

  g_return_val_if_fail (job != NULL, NULL);

  csv = deid_csv_options_new ();
  return set_layout (job, csv, error) && deid_job_get_n_threads (job, &n_threads, error)
                 && deid_csv_options_set_n_threads (csv, n_threads, error)
             ? g_steal_pointer (&csv)
             : NULL;
}

gboolean
deid_job_set_dataset (DeidJob *job, DeidDataset *dataset, GError **error)
{
  g_return_val_if_fail (job != NULL, FALSE);

  if (!deid_job_check_mutable (job, error))
    return FALSE;
  if (dataset != NULL)
    deid_dataset_make_immutable (deid_dataset_ref (dataset));
  g_clear_pointer (&job->given, deid_dataset_unref);
  job->given = dataset;
  return TRUE;
}

/* Tells whether the table is read from where it can be read only once. */
static gboolean
reads_standard_input (const DeidJob *job)
{
  return job->given == NULL && g_strcmp0 (deid_job_get (job, "input", "input"), "-") == 0;
}

static gboolean
check_unread (const DeidJob *job, GError **error)
{
  if (!reads_standard_input (job) || !job->standard_is_read)
    return TRUE;
  return deid_fail (error, DEID_ERROR_IO,
                    "standard input: it was read, at least in part, by a call that failed, "
                    "expected another table");
}

/* Names are released, and stand in messages: a record among them is refused unless the host has
 * stated that it is none. */
DeidDataset *
deid_job_read_file (const char *path, DeidCsvOptions *csv, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (path, csv, cancellable, error);

  if (dataset == NULL || csv->header_is_stated
      || deid_dataset_get_header_verdict (dataset) != DEID_HEADER_IS_RECORD)
    return g_steal_pointer (&dataset);
  return deid_fail_null (
      error, DEID_ERROR_PARSE,
      "%s: line 1: it looks like a record, which would be released as the names of the columns, "
      "expected header=no if the table has no names, or header=yes if these are names",
      deid_dataset_get_name (dataset));
}

static DeidDataset *
read_own_table (DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, error);
  g_autofree char *path = deid_job_get_path (job, "input", "input");

  if (csv == NULL || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !check_unread (job, error))
    return NULL;
  if (job->given != NULL)
    return deid_dataset_copy_columns (job->given, cancellable, error);
  job->standard_is_read |= reads_standard_input (job);
  if (path != NULL)
    return deid_job_read_file (path, csv, cancellable, error);
  return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                         "[input] input: not set, expected the table to read");
}

/* The table, with the rows of linked ones. */
static DeidDataset *
read_table (DeidJob *job, GCancellable *cancellable, GError **error)
{
  DeidDataset *own = read_own_table (job, cancellable, error);

  return own != NULL && deid_job_is_set (job, "input", "linked")
                 && deid_linked_tables_get (own) == NULL
             ? deid_job_link_tables (job, own, cancellable, error)
             : own;
}

static gboolean
set_separator (DeidJobColumns *columns, guint64 column, DeidDataset *dataset, const char *name,
               GCancellable *cancellable, GError **error)
{
  const DeidJobEntry *separator = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_SEPARATOR);
  int word;

  if (separator == NULL || !deid_job_columns_uses (columns, column, DEID_JOB_COLUMN_SEPARATOR))
    return TRUE;
  word = deid_job_value_find_word (separator->key, separator->text);
  if (!deid_dataset_set_separator (dataset, name,
                                   (guchar) (word < 0 ? separator->text[0] : " \t"[word]),
                                   cancellable, error))
    return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_SEPARATOR, error);
  columns->is_begun = TRUE;
  return TRUE;
}

/* Codes come first: they are no values of any type, and not in any set. */
static gboolean
job_table_set_missing (DeidJobColumns *columns, guint64 column, DeidDataset *dataset,
                       const char *name, GCancellable *cancellable, GError **error)
{
  const DeidJobEntry *missing = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_MISSING);
  g_auto (GStrv) codes = missing != NULL ? deid_job_value_split (missing->text) : NULL;

  if (codes != NULL
      && !deid_dataset_add_missing_codes (dataset, name, (const char *const *) codes, cancellable,
                                          error))
    return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_MISSING, error);
  columns->is_begun |= codes != NULL;
  return TRUE;
}

/* Values of the row above come before rows are left out. A population may lack values. */
static gboolean
set_missing_policy (const DeidJob *job, DeidJobColumns *columns, guint64 column,
                    DeidDataset *dataset, const char *name, GError **error)
{
  const int policy = deid_job_columns_find_word (columns, column, DEID_JOB_COLUMN_MISSING_POLICY);

  if (policy == DEID_MISSING_POLICY_OWN_CATEGORY)
    return TRUE;
  columns->is_begun = TRUE;
  if (policy == DEID_MISSING_POLICY_ABOVE && job->engine_table != NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the rows of a table in an engine have no order, expected own-category or error");
  else if (deid_dataset_set_missing_policy (dataset, name, (DeidMissingPolicy) policy, error))
    return TRUE;
  return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_MISSING_POLICY, error);
}

static void
add_sign (const DeidJob *job, const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key,
          const char *name, GString *format)
{
  const DeidJobEntry *entry = deid_job_columns_get (columns, column, key);
  const char *sign = entry != NULL ? entry->text : deid_job_get (job, "input", name);

  if (sign[0] != '\0')
    g_string_append_printf (format, "%s%s=%s", format->len > 0 ? " " : "", name, sign);
}

/* What is set of all columns suits those that have such a type; what is set of one asks for it.
 * Returns: (transfer full) (nullable): the format of the type, as deid_dataset_set_column_type()
 * takes it. */
static char *
job_table_make_format (const DeidJob *job, const DeidJobColumns *columns, guint64 column,
                       DeidColumnType *type)
{
  const DeidJobEntry *stated = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_TYPE);
  const DeidJobEntry *dates = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_FORMAT);
  const gboolean has_signs = deid_job_columns_names (columns, column, DEID_JOB_COLUMN_DECIMAL)
                             || deid_job_columns_names (columns, column, DEID_JOB_COLUMN_THOUSANDS);
  g_autoptr (GString) format = g_string_new (dates != NULL ? dates->text : "");

  *type = stated != NULL ? (DeidColumnType) deid_job_value_find_word (stated->key, stated->text)
          : has_signs    ? DEID_COLUMN_TYPE_DECIMAL
                         : DEID_COLUMN_TYPE_TEXT;
  if (has_signs || deid_column_type_is_numeric (*type))
    {
      add_sign (job, columns, column, DEID_JOB_COLUMN_DECIMAL, "decimal", format);
      add_sign (job, columns, column, DEID_JOB_COLUMN_THOUSANDS, "thousands", format);
    }
  if (deid_job_columns_find_word (columns, column, DEID_JOB_COLUMN_UNPARSABLE) > 0
      && (*type != DEID_COLUMN_TYPE_TEXT
          || deid_job_columns_names (columns, column, DEID_JOB_COLUMN_UNPARSABLE)))
    g_string_append_printf (format, "%sunparsable=missing", format->len > 0 ? " " : "");
  return format->len > 0 ? g_string_free (g_steal_pointer (&format), FALSE) : NULL;
}

static gboolean
job_table_set_type (const DeidJob *job, DeidJobColumns *columns, guint64 column,
                    DeidDataset *dataset, const char *name, GCancellable *cancellable,
                    GError **error)
{
  DeidColumnType type;
  g_autofree char *format = job_table_make_format (job, columns, column, &type);
  DeidJobColumnKey key = DEID_JOB_COLUMN_TYPE;
  DeidTypeReader reader;

  if (!set_separator (columns, column, dataset, name, cancellable, error))
    return FALSE;
  if (type == DEID_COLUMN_TYPE_TEXT && format == NULL)
    return TRUE;
  if (deid_job_columns_get (columns, column, DEID_JOB_COLUMN_FORMAT) == NULL
      && !deid_type_reader_init (&reader, type, format, NULL))
    key = DEID_JOB_COLUMN_DECIMAL;
  while (deid_job_columns_get (columns, column, key) == NULL && key < DEID_JOB_COLUMN_UNPARSABLE)
    key++;
  if (!deid_dataset_set_column_type (dataset, name, type, format, error))
    return deid_job_columns_get (columns, column, key) != NULL
               ? deid_job_columns_prefix (columns, column, key, error)
               : deid_job_prefix_error (job, "input", "decimal", error);
  columns->is_begun = TRUE;
  return TRUE;
}

static gboolean
job_table_set_suppressed (DeidJobColumns *columns, guint64 column, DeidDataset *dataset,
                          const char *name, GError **error)
{
  const DeidJobEntry *text = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_SUPPRESSED);

  if (text == NULL || !deid_job_columns_uses (columns, column, DEID_JOB_COLUMN_SUPPRESSED))
    return TRUE;
  columns->is_begun = TRUE;
  return deid_dataset_set_suppressed_text (
             dataset, name, g_str_equal (text->text, "empty") ? "" : text->text, error)
         || deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_SUPPRESSED, error);
}

/* A set that is generalized says nothing if what it combines is released beside it. */
static gboolean
check_slots (const DeidJobColumns *columns, guint64 column, const DeidDataset *dataset,
             GError **error)
{
  char **slots = columns->columns[column].parts;

  if (deid_job_columns_get_role (columns, column) != DEID_ROLE_QUASI_IDENTIFYING
      || deid_job_columns_get (columns, column, DEID_JOB_COLUMN_SEPARATOR) == NULL)
    return TRUE;
  for (guint i = 0, slot; slots[i] != NULL; i++)
    if (deid_dataset_find_column (dataset, slots[i], &slot, NULL)
        && deid_job_columns_get_role (columns, slot) != DEID_ROLE_IDENTIFYING
        && deid_job_columns_get_role (columns, slot) != DEID_ROLE_JUDGED)
      {
        deid_fail (error, DEID_ERROR_ROLE,
                   "the column combines '%s', expected that to be identifying or judged",
                   DEID_SHOW (slots[i]));
        return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_JOINT, error);
      }
  return TRUE;
}

static gboolean
add_joint (DeidJobColumns *columns, guint64 column, DeidDataset *dataset, GCancellable *cancellable,
           GError **error)
{
  const DeidJobColumn *joint = &columns->columns[column];

  if (!deid_dataset_add_joint_column (dataset, joint->own->column,
                                      (const char *const *) joint->parts, cancellable, error))
    return deid_job_columns_prefix (columns, column,
                                    deid_job_columns_get (columns, column, DEID_JOB_COLUMN_JOINT)
                                            != NULL
                                        ? DEID_JOB_COLUMN_JOINT
                                        : DEID_JOB_COLUMN_ROLE,
                                    error);
  columns->is_begun = TRUE;
  return check_slots (columns, column, dataset, error)
         && set_separator (columns, column, dataset, joint->own->column, cancellable, error);
}

/* Quasi-identifiers get their role from the lattice. */
static gboolean
set_role (DeidJobColumns *columns, guint64 column, DeidDataset *dataset, GError **error)
{
  const DeidRole role = deid_job_columns_get_role (columns, column);
  const char *name = deid_dataset_get_column_name (dataset, (guint) column);

  if (role == DEID_ROLE_IDENTIFYING)
    return TRUE;
  if (!deid_dataset_set_role (dataset, name, role, error))
    return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_ROLE, error);
  columns->is_begun = TRUE;
  return TRUE;
}

/* Levels that a section states of several columns are those of quasi-identifiers. Without levels, a
 * rule joins the notations of a value on level 0. */
static gboolean
coarsen_sensitive (const DeidJob *job, DeidJobColumns *columns, guint64 column,
                   DeidDataset *dataset, GCancellable *cancellable, GError **error)
{
  const DeidRole role = deid_job_columns_get_role (columns, column);
  const gboolean has_levels = deid_job_columns_names (columns, column, DEID_JOB_COLUMN_LEVELS);
  const DeidJobColumnKey key = has_levels ? DEID_JOB_COLUMN_LEVELS : DEID_JOB_COLUMN_RULE;
  const char *name = deid_dataset_get_column_name (dataset, (guint) column);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  guint lowest = 0, highest = 0;
  gboolean joins;

  if ((role != DEID_ROLE_SENSITIVE && role != DEID_ROLE_JUDGED)
      || (!has_levels && deid_job_columns_get (columns, column, DEID_JOB_COLUMN_RULE) == NULL))
    return TRUE;
  if (has_levels)
    deid_job_value_read_levels (
        deid_job_columns_get (columns, column, DEID_JOB_COLUMN_LEVELS)->text, &lowest, &highest);
  if (!deid_job_read_hierarchy (job, columns, column, name, &hierarchy, cancellable, error))
    return FALSE;
  columns->is_begun = TRUE;
  joins = hierarchy != NULL && deid_hierarchy_has_notations (hierarchy);
  if (lowest != highest)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "a %s column is on the same level in all releases, expected one level",
               deid_enum_get_name ("DeidRole", (int) role));
  else if (hierarchy == NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the column has no levels, expected a rule or a hierarchy");
  else if (job->engine_table != NULL && (lowest > 0 || joins))
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the table is in an engine, which releases a %s column as it is, expected level 0%s",
               deid_enum_get_name ("DeidRole", (int) role),
               joins ? " and no same= or pad= in its rule" : "");
  else if ((lowest == 0 && !joins)
           || deid_dataset_coarsen (dataset, name, hierarchy, lowest, cancellable, error))
    return TRUE;
  return deid_job_columns_prefix (columns, column, key, error);
}

static gboolean
job_table_leave_rows_out (const DeidJob *job, const char *key, DeidRowsKind kind,
                          DeidDataset *dataset, GHashTable *types, GCancellable *cancellable,
                          GError **error)
{
  g_auto (GStrv) conditions = deid_job_value_split (deid_job_get (job, "input", key));

  return conditions[0] == NULL
         || deid_dataset_filter_rows (dataset, kind, (const char *const *) conditions, types, TRUE,
                                      cancellable, error)
         || deid_job_prefix_error (job, "input", key, error);
}

/* Adds the type of a column whose type is not stated, with its format, unless it is a text. */
static gboolean
infer_type (const DeidDataset *dataset, const char *name, GHashTable *types, const DeidStop *stop,
            GError **error)
{
  g_autoptr (DeidColumnInference) inference
      = deid_column_inference_new (dataset, name, stop, error);
  g_autofree char *format = NULL;

  if (inference == NULL || inference->type == DEID_COLUMN_TYPE_TEXT || inference->n_formats > 1)
    return inference != NULL;
  format = inference->n_formats > 0 ? g_strdup (inference->formats[0])
                                    : deid_number_format_spell (&inference->number);
  g_hash_table_insert (
      types, (gpointer) name,
      g_strjoin (" ", deid_enum_get_name ("DeidColumnType", (int) inference->type), format, NULL));
  return TRUE;
}

/* Values have to be of their type only in the rows that stay. Rows that are dropped belong to no
 * population either, such as the total of a table. */
static gboolean
job_table_filter_rows (DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset,
                       gboolean infers_types, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) types = NULL;

  if (!deid_job_is_set (job, "input", "keep") && !deid_job_is_set (job, "input", "drop"))
    return TRUE;
  types = g_hash_table_new_full (deid_hash_name, g_str_equal, NULL, g_free);
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      DeidColumnType type;
      g_autofree char *format = job_table_make_format (job, columns, c, &type);

      if (type != DEID_COLUMN_TYPE_TEXT)
        g_hash_table_insert (
            types, (gpointer) deid_dataset_get_column_name (dataset, c),
            g_strjoin (" ", deid_enum_get_name ("DeidColumnType", (int) type), format, NULL));
      else if (infers_types
               && !infer_type (dataset, deid_dataset_get_column_name (dataset, c), types,
                               DEID_STOP_OF (cancellable), error))
        return FALSE;
    }
  columns->is_begun = TRUE;
  if (!job_table_leave_rows_out (job, "drop", DEID_ROWS_DROP, dataset, types, cancellable, error))
    return FALSE;
  g_clear_pointer (&job->population, deid_dataset_unref);
  if (deid_job_is_population_table (job)
      && (job->population = deid_dataset_copy_columns (dataset, cancellable, error)) == NULL)
    return FALSE;
  return job_table_leave_rows_out (job, "keep", DEID_ROWS_KEEP, dataset, types, cancellable, error);
}

/* The codes of `[input]` were applied where the file was read; a table that was given has them
 * still. */
static gboolean
set_missing_of_input (DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset, const char *name,
                      GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) codes = deid_job_value_split (deid_job_get (job, "input", "missing"));

  if (job->given == NULL || codes[0] == NULL)
    return TRUE;
  columns->is_begun = TRUE;
  return deid_dataset_add_missing_codes (dataset, name, (const char *const *) codes, cancellable,
                                         error)
         || deid_job_prefix_error (job, "input", "missing", error);
}

/* Makes missing codes missing values, fills others, and leaves rows out. */
static gboolean
select_rows (DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset, gboolean infers_types,
             GCancellable *cancellable, GError **error)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const char *name = deid_dataset_get_column_name (dataset, c);

      if (!set_missing_of_input (job, columns, dataset, name, cancellable, error)
          || !job_table_set_missing (columns, c, dataset, name, cancellable, error)
          || !set_missing_policy (job, columns, c, dataset, name, error))
        return FALSE;
    }
  return job_table_filter_rows (job, columns, dataset, infers_types, cancellable, error);
}

/* Tells whether a table has other rows or missing values than were read. */
static gboolean
job_table_changes (const DeidJob *job)
{
  g_auto (GStrv) sections = deid_job_list_column_sections (job);
  gboolean changes = deid_job_is_set (job, "input", "keep")
                     || deid_job_is_set (job, "input", "drop")
                     || (job->given != NULL && deid_job_is_set (job, "input", "missing"));

  for (char **section = sections; *section != NULL; section++)
    changes |= deid_job_is_set (job, *section, "missing");
  return changes;
}

DeidReport *
deid_job_make_suggestions (DeidJob *job, GCancellable *cancellable, GError **error)
{
  const gboolean changes = job_table_changes (job);
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, error);
  g_autoptr (DeidDataset) dataset = NULL;
  const gboolean is_standard = g_strcmp0 (deid_job_get (job, "input", "input"), "-") == 0;
  g_autofree char *path = deid_job_get_path (job, "input", "input");
  g_autofree char *absolute = is_standard    ? g_strdup ("-")
                              : path != NULL ? g_canonicalize_filename (path, NULL)
                                             : NULL;
  DeidJobColumns columns = { 0 };
  gboolean success;

  if (csv == NULL)
    return NULL;
  dataset = deid_job_can_reread_linked (job) ? read_table (job, cancellable, error)
            : job->given != NULL && !changes ? deid_dataset_ref (job->given)
                                             : read_own_table (job, cancellable, error);
  success = dataset != NULL
            && (!changes
                || (deid_job_columns_init (&columns, job, dataset, dataset, cancellable, error)
                    && select_rows (job, &columns, dataset, TRUE, cancellable, error)));
  deid_job_columns_clear (&columns);
  return success ? deid_report_new_suggestions (dataset, absolute, csv, cancellable, error) : NULL;
}

static gboolean
job_table_set_columns (DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset,
                       GCancellable *cancellable, GError **error)
{
  const guint n = deid_dataset_get_n_columns (dataset);

  if (!select_rows (job, columns, dataset, FALSE, cancellable, error))
    return FALSE;
  for (guint c = 0; c < n; c++)
    {
      const char *name = deid_dataset_get_column_name (dataset, c);

      if (!job_table_set_type (job, columns, c, dataset, name, cancellable, error)
          || !job_table_set_suppressed (columns, c, dataset, name, error))
        return FALSE;
    }
  if (!deid_job_treat_persons (job, columns, dataset, cancellable, error))
    return FALSE;
  for (guint64 c = n; c < columns->n; c++)
    if (!add_joint (columns, c, dataset, cancellable, error))
      return FALSE;
  for (guint64 c = 0; c < columns->n; c++)
    if (!set_role (columns, c, dataset, error))
      return FALSE;
  for (guint64 c = 0; c < columns->n; c++)
    if (!coarsen_sensitive (job, columns, c, dataset, cancellable, error))
      return FALSE;
  return TRUE;
}

/* What is left after a failure: a table that was given nothing yet is kept if it cannot be read
 * again. */
static void
abandon (DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset)
{
  if (!columns->is_begun && reads_standard_input (job))
    job->parsed = deid_dataset_ref (dataset);
  deid_job_columns_clear (columns);
}

/* Replaces the list of caps in the settings by the chosen cap. */
static void
state_cap (DeidJob *job, DeidDataset *dataset, GArray *tried)
{
  DeidJobSection *section = deid_job_statement_find (&job->statement, "persons");
  DeidJobEntry *entry
      = job->cap != NULL
            ? deid_job_section_find (section, deid_job_key_find ("persons", "max-rows"))
            : NULL;

  if (entry != NULL)
    {
      g_free (entry->text);
      entry->text = g_strdup (job->cap);
    }
  if (tried != NULL)
    deid_dataset_set_tried_caps (dataset, tried);
}

static DeidDataset *
job_table_make_dataset (DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) whole = NULL;
  g_autoptr (DeidDataset) dataset
      = deid_job_is_in_engine (job) ? deid_job_count_in_engine (job, &whole, cancellable, error)
        : job->parsed != NULL && reads_standard_input (job) ? g_steal_pointer (&job->parsed)
                                                            : read_table (job, cancellable, error);
  g_autoptr (GArray) tried = NULL;
  DeidJobStatement copy = { 0 };
  DeidJobColumns columns = { 0 };

  if (dataset == NULL)
    return NULL;
  if (!deid_job_choose_cap (job, dataset, &tried, cancellable, error)
      || !deid_job_columns_init (&columns, job, dataset, whole != NULL ? whole : dataset,
                                 cancellable, error)
      || !deid_job_statement_copy (&copy, &job->statement, error)
      || !job_table_set_columns (job, &columns, dataset, cancellable, error))
    {
      deid_job_statement_clear (&copy);
      abandon (job, &columns, dataset);
      g_clear_pointer (&job->cap, g_free);
      return NULL;
    }
  job->used = job->statement;
  job->statement = copy;
  state_cap (job, dataset, tried);
  columns.statement = &job->used;
  job->columns = g_memdup2 (&columns, sizeof columns);
  job->dataset = g_steal_pointer (&dataset);
  g_atomic_int_set (&job->has_dataset, TRUE);
  return job->dataset;
}

void
deid_job_unsettle (DeidJob *job, gboolean had_dataset, gboolean had_problem)
{
  if (!had_problem)
    {
      g_clear_pointer (&job->problem, deid_problem_unref);
      g_clear_pointer (&job->baseline, deid_baseline_report_unref);
      g_atomic_int_set (&job->has_problem, FALSE);
    }
  if (had_dataset || job->dataset == NULL || reads_standard_input (job))
    return;
  deid_job_statement_clear (&job->statement);
  job->statement = job->used;
  deid_job_statement_init (&job->used);
  deid_job_columns_clear (job->columns);
  g_clear_pointer (&job->columns, g_free);
  g_clear_pointer (&job->dataset, deid_dataset_unref);
  g_clear_pointer (&job->population, deid_dataset_unref);
  g_clear_pointer (&job->engine_table, deid_engine_table_unref);
  g_clear_pointer (&job->cap, g_free);
  g_atomic_int_set (&job->has_dataset, FALSE);
}

DeidDataset *
deid_job_get_dataset (DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (job->dataset != NULL)
    return job->dataset;
  return g_cancellable_set_error_if_cancelled (cancellable, error)
             ? NULL
             : job_table_make_dataset (job, cancellable, error);
}

gboolean
deid_job_is_population_table (const DeidJob *job)
{
  return g_str_equal (deid_job_get (job, "population", "population"), "table");
}

static DeidDataset *
read_population_file (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, error);
  g_autofree char *path = deid_job_get_path (job, "population", "population");

  return csv != NULL
                 && (deid_job_is_set (job, "input", "delimiter")
                     || deid_csv_options_set_delimiter (csv, 0, error))
             ? deid_dataset_new_from_csv_file (path, csv, cancellable, error)
             : NULL;
}

/* Returns: (nullable): the column that says how many records each row of the population is. */
static const char *
get_population_weight (const DeidJob *job)
{
  if (deid_job_is_set (job, "population", "population-weight"))
    return deid_job_get (job, "population", "population-weight");
  for (guint c = 0; job->population != NULL && c < deid_dataset_get_n_columns (job->dataset); c++)
    if (deid_dataset_get_role (job->dataset, c) == DEID_ROLE_WEIGHT)
      return deid_dataset_get_column_name (job->dataset, c);
  return NULL;
}

/* The table of the population has the columns of the other one, and their codes and types. */
DeidDataset *
deid_job_read_population (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  const char *weight = get_population_weight (job);
  g_autoptr (DeidDataset) population
      = job->population != NULL ? deid_dataset_copy_columns (job->population, cancellable, error)
                                : read_population_file (job, cancellable, error);

  if (population == NULL)
    return NULL;
  for (guint c = 0; c < deid_dataset_get_n_columns (population); c++)
    {
      const char *name = deid_dataset_get_column_name (population, c);
      guint column;

      if (deid_dataset_find_column (job->dataset, name, &column, NULL)
          && (!job_table_set_missing (job->columns, column, population, name, cancellable, error)
              || (deid_job_columns_find_word (job->columns, column, DEID_JOB_COLUMN_MISSING_POLICY)
                      == DEID_MISSING_POLICY_ABOVE
                  && !set_missing_policy (job, job->columns, column, population, name, error))
              || !job_table_set_type (job, job->columns, column, population, name, cancellable,
                                      error)))
        return NULL;
    }
  for (guint64 c = 0; c < job->columns->n; c++)
    if (job->columns->columns[c].parts != NULL
        && deid_job_columns_get_role (job->columns, c) == DEID_ROLE_QUASI_IDENTIFYING
        && !add_joint (job->columns, c, population, cancellable, error))
      return NULL;
  if (weight != NULL && !deid_dataset_set_role (population, weight, DEID_ROLE_WEIGHT, error))
    {
      deid_job_prefix_error (job, "population", "population-weight", error);
      return NULL;
    }
  return g_steal_pointer (&population);
}
