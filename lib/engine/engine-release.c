/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-release.h"

#include "base/text.h"
#include "lattice/lattice-private.h"
#include "problem/linked-rows.h"
#include "problem/problem-private.h"
#include "release/same-release.h"
#include "search/result-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* The released table, made by the engine. */

void
deid_engine_release_clear (DeidEngineRelease *release)
{
  g_clear_pointer (&release->expected, deid_dataset_unref);
  deid_released_columns_clear (&release->columns);
  g_free (release->kept);
  g_free (release->made);
  g_strfreev (release->labels);
  g_strfreev (release->persons);
  g_clear_pointer (&release->columns_of_persons, g_ptr_array_unref);
}

static gboolean
fail_column (const char *name, const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "column '%s' %s", DEID_SHOW (name), what);
}

/* Tells whether a column of the release has bin means of another column. */
static gboolean
has_bin_means (const DeidEngineRelease *release, const char *name)
{
  for (guint i = 0; i < release->columns.n; i++)
    if (g_strcmp0 (release->columns.items[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Checks that the table has the columns of the combinations that are released, and no others. */
static gboolean
engine_release_check_columns (const DeidEngineRelease *release, GError **error)
{
  const DeidEngineTable *table = release->table;

  for (guint c = 0; c < deid_dataset_get_n_columns (release->expected); c++)
    {
      const char *name = deid_dataset_get_column_name (release->expected, c);

      if (deid_engine_release_find_column (release, name) != NULL && !has_bin_means (release, name)
          && !deid_engine_role_is_counted (deid_engine_table_get_role (table, name)))
        return fail_column (name,
                            "of the result is not counted, expected a result of the "
                            "combinations of the table in the engine",
                            error);
    }
  for (guint c = 0; c < table->n_columns; c++)
    {
      const DeidEngineColumn *column = &table->columns[c];

      if ((column->role == DEID_ROLE_QUASI_IDENTIFYING || column->role == DEID_ROLE_SENSITIVE)
          && deid_engine_release_find_column (release, column->name) == NULL)
        return fail_column (column->name,
                            "of the table in the engine is not in the result's "
                            "release, expected one that is",
                            error);
    }
  return TRUE;
}

void
deid_engine_release_name_tables (DeidEngineRelease *release, const char *output, const char *mark)
{
  const guint n = release->by_combination ? 0 : release->partition->lattice->n_attributes;
  g_autofree char *made = g_strdup_printf ("deid_%s_release", mark);

  release->kept = deid_engine_table_name_helper (release->table, "deid_%s_kept", mark);
  release->made = deid_dialect_make_sibling (output, made);
  release->labels = g_new0 (char *, n + 1);
  for (guint a = 0; a < n; a++)
    release->labels[a] = deid_engine_table_name_helper (release->table, "deid_%s_label%u", mark, a);
  release->persons = g_new0 (char *, release->columns_of_persons->len + 1);
  for (guint p = 0; p < release->columns_of_persons->len; p++)
    release->persons[p]
        = deid_engine_table_name_helper (release->table, "deid_%s_person%u", mark, p);
}

static gboolean
engine_release_check_is_new (const DeidEngineRelease *release, const char *output, GError **error)
{
  guint64 n;

  if (!deid_engine_check_database (release->engine, output, release->cancellable, error)
      || !deid_engine_count_tables (release->engine, output, &n, release->cancellable, error))
    return FALSE;
  if (n == 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_ENGINE,
                    "there is a table '%s' in the engine, expected another name",
                    DEID_SHOW (output));
}

/* Returns: (nullable): what stood for the values of an attribute when they were counted. */
static const DeidEngineLevels *
engine_release_find_levels (const DeidEngineRelease *release, guint attribute)
{
  const DeidEngineColumn *column = deid_engine_table_find (
      release->table, deid_lattice_get_attribute_name (release->partition->lattice, attribute));

  return deid_engine_column_is_generalized (release->table, column)
                 && column->levels->values != NULL
             ? column->levels
             : NULL;
}

gboolean
deid_engine_release_upload (const DeidEngineRelease *release, GError **error)
{
  DeidEngine *engine = release->engine;

  for (guint a = 0; release->labels[a] != NULL; a++)
    if (!deid_engine_upload_labels (engine, release->labels[a], release->partition, a,
                                    engine_release_find_levels (release, a), release->cancellable,
                                    error)
        || !deid_engine_analyze (engine, release->labels[a], release->cancellable, error))
      return FALSE;
  for (guint p = 0; release->persons[p] != NULL; p++)
    if (!deid_engine_upload_persons (engine, release->persons[p], release->partition,
                                     g_ptr_array_index (release->columns_of_persons, p),
                                     release->cancellable, error)
        || !deid_engine_analyze (engine, release->persons[p], release->cancellable, error))
      return FALSE;
  return (release->by_combination
              ? deid_engine_upload_combinations (release, error)
              : deid_engine_upload_kept (engine, release->kept, release->partition,
                                         release->cancellable, error))
         && deid_engine_analyze (engine, release->kept, release->cancellable, error)
         && deid_engine_finish (engine, release->cancellable, error);
}

gboolean
deid_engine_release_make (const DeidEngineRelease *release, GError **error)
{
  DeidLongText query = { 0 };

  if (!deid_engine_release_upload (release, error))
    return FALSE;
  deid_engine_release_add_select (release, &query);
  return deid_engine_create_filled (release->engine, "making the released table", release->made,
                                    &query, release->cancellable, error);
}

/* Counts the combinations of the whole table once more: those of suppressed classes are in no
 * released table. */
static gboolean
check_source (const DeidEngineRelease *release, GError **error)
{
  DeidDataset *before = release->partition->lattice->dataset;
  guint64 n_rows;
  g_autofree char *fingerprint = NULL;
  g_autoptr (DeidDataset) again = deid_engine_table_recount (
      release->table, before, &n_rows, &fingerprint, release->cancellable, error);

  if (again != NULL && deid_release_compare (again, before, release->cancellable, error))
    return g_strcmp0 (fingerprint, release->table->fingerprint) == 0
           || deid_fail (
               error, DEID_ERROR_VERIFICATION,
               "the fingerprint of the table differs: released columns have changed since "
               "the combinations were counted");
  if (again != NULL)
    g_prefix_error (error,
                    "counting the table again: %" G_GUINT64_FORMAT
                    " records before, %" G_GUINT64_FORMAT " now: ",
                    deid_dataset_get_n_records (before), deid_dataset_get_n_records (again));
  return FALSE;
}

/* Counts the classes of the table that was made, from it alone, and its rows. */
static gboolean
check_made (const DeidEngineRelease *release, guint64 *n_rows, GError **error)
{
  const DeidEngineTable *table = release->table;
  g_autoptr (DeidEngineTable) made
      = deid_engine_table_take (deid_engine_ref (table->engine), release->made);
  g_autoptr (DeidDataset) counted = NULL;

  for (guint c = 0; c < table->n_columns; c++)
    {
      const DeidEngineColumn *column = &table->columns[c];
      const DeidColumn *expected = deid_engine_release_find_column (release, column->name);
      const DeidRole role
          = expected != NULL ? expected->role
            : column->role == DEID_ROLE_INSENSITIVE || column->role == DEID_ROLE_WEIGHT
                ? column->role
                : DEID_ROLE_IDENTIFYING;

      if (!deid_engine_table_set_role (made, column->name, role, error))
        return FALSE;
    }
  for (guint i = 0; i < release->columns.n; i++)
    if (release->columns.items[i].name != NULL
        && !deid_engine_table_set_role (made, release->columns.items[i].name,
                                        DEID_ROLE_QUASI_IDENTIFYING, error))
      return FALSE;
  counted = deid_engine_table_recount (made, NULL, n_rows, NULL, release->cancellable, error);
  if (counted != NULL
      && deid_release_compare (release->expected, counted, release->cancellable, error))
    return TRUE;
  g_prefix_error (error, "checking the released table: ");
  return FALSE;
}

gboolean
deid_engine_release_drop_helpers (const DeidEngineRelease *release, GError **error)
{
  return deid_engine_drop_all (release->engine, (const char *const *) release->labels, error)
         && deid_engine_drop_all (release->engine, (const char *const *) release->persons, error)
         && deid_engine_drop (release->engine, release->kept, error);
}

gboolean
deid_engine_release_rename (const DeidEngineRelease *release, const char *output, GError **error)
{
  g_autofree char *own = deid_dialect_get_own_name (output);
  DeidLongText sql = { 0 };

  deid_dialect_add (release->facts, &sql, "%s%T%s", release->facts->rename_before, release->made,
                    release->facts->rename_between);
  if (release->facts->renames_in_place)
    deid_dialect_add_name (release->facts, &sql, own);
  else
    deid_dialect_add_table (release->facts, &sql, output);
  return deid_engine_execute (release->engine, "naming the released table", &sql,
                              release->cancellable, error);
}

/* Renames the table, and counts its rows once nobody finds it by the name that it was checked
 * under. Another client counts: what the first one did not commit is lost. */
static gboolean
engine_release_name_table (const DeidEngineRelease *release, const char *output, guint64 n_rows,
                           GError **error)
{
  DeidLongText sql = { 0 };
  guint64 n;

  if (!deid_engine_release_rename (release, output, error)
      || !deid_engine_end (release->engine, TRUE, release->cancellable, error))
    return FALSE;
  deid_dialect_add (release->facts, &sql, "SELECT %C FROM %T", "count(*)", output);
  if (!deid_engine_query_count (release->engine, "counting the released table", &sql, &n, NULL,
                                error)
      || !deid_engine_end (release->engine, TRUE, NULL, error))
    return FALSE;
  if (n == n_rows)
    return TRUE;
  return deid_fail (error, DEID_ERROR_VERIFICATION,
                    "the released table has %" G_GUINT64_FORMAT
                    " rows, expected the %" G_GUINT64_FORMAT
                    " that were checked: somebody changed it before it got its name",
                    n, n_rows);
}

/* Gives the released table its name. One that has other rows then is dropped. If the step fails,
 * and yet the other name is gone, the error says so. */
static gboolean
engine_release_publish (const DeidEngineRelease *release, const char *output, guint64 n_rows,
                        GError **error)
{
  g_autofree char *shown = deid_text_show (output, -1);
  g_autoptr (GError) reason = NULL;
  guint64 n_made;

  if (engine_release_name_table (release, output, n_rows, &reason))
    return TRUE;
  if (g_error_matches (reason, DEID_ERROR, DEID_ERROR_VERIFICATION)
      && deid_engine_drop (release->engine, output, NULL)
      && deid_engine_finish (release->engine, NULL, NULL))
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&reason), "'%s' was dropped: ", shown);
      return FALSE;
    }
  g_propagate_error (error, g_steal_pointer (&reason));
  if (!deid_engine_count_tables (release->engine, release->made, &n_made, NULL, NULL)
      || n_made == 0)
    g_prefix_error (error, "the released table may be in the engine as '%s': ", shown);
  return FALSE;
}

static gboolean
make_and_publish (const DeidEngineRelease *release, const char *output, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;
  guint64 n_rows;

  if (!engine_release_check_is_new (release, output, error))
    return FALSE;
  if (deid_engine_release_make (release, error) && check_source (release, error)
      && deid_engine_release_drop_helpers (release, error) && check_made (release, &n_rows, error)
      && engine_release_publish (release, output, n_rows, error))
    return TRUE;
  names = g_ptr_array_new ();
  for (guint a = 0; release->labels[a] != NULL; a++)
    g_ptr_array_add (names, release->labels[a]);
  for (guint p = 0; release->persons[p] != NULL; p++)
    g_ptr_array_add (names, release->persons[p]);
  g_ptr_array_add (names, release->kept);
  g_ptr_array_add (names, release->made);
  g_ptr_array_add (names, NULL);
  deid_engine_undo (release->engine, (const char *const *) names->pdata, error);
  return FALSE;
}

/* Checks a name before anything is made under another. */
static gboolean
check_output (const DeidDialectFacts *facts, const char *output, GError **error)
{
  g_autofree char *own = NULL;

  if (!deid_dialect_check_table (facts, output, error))
    return FALSE;
  own = deid_dialect_get_own_name (output);
  if (facts->reserved == NULL
      || g_ascii_strncasecmp (own, facts->reserved, strlen (facts->reserved)) != 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the name of a table, '%s', begins with %s, which the engine keeps for itself, "
                    "expected another",
                    DEID_SHOW (output), facts->reserved);
}

/* The fingerprint is that of the rows that this table counted. */
static gboolean
check_fingerprint (const DeidEngineTable *table, GError **error)
{
  return !table->has_fingerprint || table->fingerprint != NULL
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "the table has a fingerprint that was not taken, expected that its "
                       "combinations were counted");
}

/* Returns: (transfer full): a text that only classes with the same labels share. */
static char *
write_labels (const DeidPartition *partition, guint32 number)
{
  GString *text = g_string_new (NULL);

  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    g_string_append_printf (text, "%u,", deid_codes_get (&partition->columns[a].labels, number));
  return g_string_free (text, FALSE);
}

/* Tells whether a row has no person in any column of persons. */
static gboolean
is_of_nobody (const DeidEngineRelease *release, guint64 row)
{
  for (guint p = 0; p < release->columns_of_persons->len; p++)
    {
      const DeidColumn *column = g_ptr_array_index (release->columns_of_persons, p);

      if (deid_codes_get (&column->codes, row) != column->dictionary.missing)
        return FALSE;
    }
  return TRUE;
}

/* Rows without a person differ only by their labels for the engine. */
static gboolean
engine_release_check_persons (const DeidEngineRelease *release, GError **error)
{
  const DeidPartition *partition = release->partition;
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; release->columns_of_persons->len > 0 && i < partition->n_classes; i++)
    if (!partition->suppressed[i])
      g_hash_table_add (kept, write_labels (partition, i));
  for (guint64 row = 0; g_hash_table_size (kept) > 0 && row < partition->n_rows; row++)
    {
      g_autofree char *labels = NULL;

      if (!deid_partition_suppresses (partition, row) || !is_of_nobody (release, row))
        continue;
      labels = write_labels (partition, partition->class_of_row[row]);
      if (g_hash_table_contains (kept, labels))
        return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                          "records without a person are suppressed, and others with the same "
                          "labels are not, which an engine cannot tell apart, expected a person "
                          "for each record: release a view without the records that have none");
    }
  return TRUE;
}

/* Lists the columns of persons that models judge with all their rows. */
static gboolean
engine_release_list_persons (const DeidEngineRelease *release, const DeidProblem *problem,
                             GError **error)
{
  const DeidDataset *combinations = release->partition->lattice->dataset;
  GPtrArray *columns = release->columns_of_persons;

  for (guint i = 0; i < problem->models->len; i++)
    {
      const char *name
          = deid_problem_get_persons_column (problem, g_ptr_array_index (problem->models, i));
      const DeidColumn *column;

      if (name == NULL)
        continue;
      column = deid_dataset_get_column (combinations, deid_dataset_look_up (combinations, name));
      if (deid_engine_table_find (release->table, name) == NULL)
        return fail_column (name,
                            "of persons is a joint one, which an engine cannot withhold, expected "
                            "a column of the table",
                            error);
      if (!g_ptr_array_find (columns, column, NULL))
        g_ptr_array_add (columns, (gpointer) column);
    }
  return engine_release_check_persons (release, error);
}

/* Checks that labels can depend on the whole combination: no column is generalized, and no column
 * has the name of one of means. Some engines ignore the case of names. */
static gboolean
engine_release_check_values (const DeidEngineRelease *release, GError **error)
{
  for (guint c = 0; c < release->table->n_columns; c++)
    if (deid_engine_column_is_generalized (release->table, &release->table->columns[c]))
      return fail_column (release->table->columns[c].name,
                          "is generalized before it is counted, and labels depend on all values, "
                          "expected no range of levels",
                          error);
  for (guint i = 0; i < release->columns.n; i++)
    {
      const char *name = release->columns.items[i].name;

      if (name == NULL)
        continue;
      if (!deid_dialect_check_name (release->facts, "a column of means", name, error))
        return FALSE;
      for (guint c = 0; c < release->table->n_columns; c++)
        if (release->table->columns[c].role != DEID_ROLE_IDENTIFYING
            && g_ascii_strcasecmp (release->table->columns[c].name, name) == 0)
          return fail_column (
              release->table->columns[c].name,
              "of the table has the name of a column of means, expected another name", error);
    }
  return TRUE;
}

/* Lists the columns of the release, and finds out what their labels depend on. */
static gboolean
engine_release_list_columns (DeidEngineRelease *release, const DeidResult *result, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_use (release->table->options);

  if (!deid_released_columns_init (&release->columns, release->partition, options, FALSE,
                                   DEID_STOP_OF (release->cancellable), error))
    return FALSE;
  release->by_combination = result->policy == NULL;
  for (guint i = 0; i < release->columns.n; i++)
    release->by_combination |= deid_released_column_is_computed (&release->columns.items[i]);
  return !release->by_combination || engine_release_check_values (release, error);
}

gboolean
deid_engine_release_init (DeidEngineRelease *release, const DeidEngineTable *table,
                          DeidResult *result, const char *output, GCancellable *cancellable,
                          GError **error)
{
  *release = (DeidEngineRelease){ .table = table,
                                  .engine = table->engine,
                                  .facts = deid_engine_get_facts (table->engine),
                                  .cancellable = cancellable };
  if (!check_output (release->facts, output, error))
    return FALSE;
  release->partition = deid_result_make_partition (result, DEID_STOP_OF (cancellable), error);
  if (release->partition == NULL)
    return FALSE;
  release->columns_of_persons = g_ptr_array_new ();
  release->expected = deid_result_apply (result, table->options, cancellable, error);
  return release->expected != NULL && engine_release_list_columns (release, result, error)
         && (release->by_combination
             || engine_release_list_persons (release, result->problem, error))
         && deid_result_verify (result, release->expected, cancellable, error)
         && engine_release_check_columns (release, error) && check_fingerprint (table, error)
         && deid_engine_table_check_columns (table, cancellable, error);
}

gboolean
deid_engine_table_release (DeidEngineTable *table, DeidResult *result, const char *output,
                           GCancellable *cancellable, GError **error)
{
  g_autofree char *mark = deid_engine_make_mark ();
  DeidEngineRelease release;
  gboolean success;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (result != NULL, FALSE);
  g_return_val_if_fail (output != NULL, FALSE);

  success = deid_engine_release_init (&release, table, result, output, cancellable, error);
  if (success)
    {
      deid_engine_release_name_tables (&release, output, mark);
      success = make_and_publish (&release, output, error);
    }
  success = deid_engine_end (table->engine, success, NULL, error);
  deid_engine_release_clear (&release);
  return success;
}
