/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-release.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "lattice/lattice-private.h"
#include "release/row-order.h"
#include "search/result-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* Whether a released table in an engine is the one that was judged. */

/* One of the tables, its rows in the order of what they hold. */
typedef struct
{
  const DeidColumn **columns; /* but the weights */
  guint32 **codes; /* of each column the expected table's code of each own one; NULL of itself */
  guint64 *weights;
  guint32 *rows;
  guint64 n_rows;
  guint n_columns;
} Side;

static void
side_clear (Side *side)
{
  for (guint c = 0; side->codes != NULL && c < side->n_columns; c++)
    g_free (side->codes[c]);
  deid_free_arrays (side->codes, side->columns, side->weights, side->rows);
}

static gboolean
engine_check_fail (GError **error)
{
  g_set_error_literal (
      error, DEID_ERROR, DEID_ERROR_VERIFICATION,
      "expected the same classes and sensitive values; the table has changed since "
      "its combinations were counted, or the engine compares texts in another way");
  return FALSE;
}

static guint32
engine_check_get_key (gconstpointer data, guint c, guint32 row)
{
  const Side *side = data;
  const guint32 code = deid_codes_get (&side->columns[c]->codes, row);

  return side->codes[c] != NULL ? side->codes[c][code] : code;
}

/* Lists rows and columns of a table, the latter in the order of @expected. */
static gboolean
side_init (Side *side, const DeidDataset *dataset, const DeidDataset *expected, GError **error)
{
  const guint n = deid_dataset_get_n_columns (expected);

  *side = (Side){ .n_rows = deid_dataset_get_n_rows (dataset) };
  if (!deid_new_arrays (error, DEID_NEW (side->columns, n), DEID_NEW (side->codes, n),
                        DEID_NEW (side->rows, side->n_rows)))
    return FALSE;
  for (guint c = 0; c < n; c++)
    if (deid_dataset_get_role (expected, c) != DEID_ROLE_WEIGHT)
      {
        const guint column
            = deid_dataset_look_up (dataset, deid_dataset_get_column_name (expected, c));

        if (column == DEID_NO_COLUMN)
          return engine_check_fail (error);
        side->columns[side->n_columns++] = deid_dataset_get_column (dataset, column);
      }
  for (guint64 row = 0; row < side->n_rows; row++)
    side->rows[row] = (guint32) row;
  side->weights = deid_dataset_list_weights (dataset, error);
  return side->weights != NULL;
}

/* Finds the codes that the expected table has for the values of a column. */
static gboolean
translate (Side *side, guint c, const DeidDictionary *expected, GError **error)
{
  const DeidDictionary *own = &side->columns[c]->dictionary;

  side->codes[c] = deid_alloc (own->n, sizeof *side->codes[c], error);
  for (guint32 code = 0; side->codes[c] != NULL && code < own->n; code++)
    {
      const char *text = deid_dictionary_get (own, code);

      side->codes[c][code]
          = text != NULL ? deid_dictionary_find (expected, text, strlen (text)) : expected->missing;
      if (side->codes[c][code] == DEID_NO_CODE)
        return engine_check_fail (error);
    }
  return side->codes[c] != NULL;
}

/* Tells whether two rows, of these tables, hold the same but for their weights. */
static gboolean
is_alike (const Side *a, guint64 i, const Side *b, guint64 j)
{
  for (guint c = 0; c < a->n_columns; c++)
    if (engine_check_get_key (a, c, a->rows[i]) != engine_check_get_key (b, c, b->rows[j]))
      return FALSE;
  return TRUE;
}

/* Adds up the weights of rows that are alike, and moves behind them. */
static guint64
sum_run (const Side *side, guint64 *next)
{
  const guint64 first = *next;
  guint64 sum = 0;

  for (; *next < side->n_rows && is_alike (side, first, side, *next); ++*next)
    sum += side->weights[side->rows[*next]];
  return sum;
}

static gboolean
engine_check_compare (const Side *expected, const Side *counted, const DeidStop *stop,
                      GError **error)
{
  guint64 i = 0, j = 0;

  for (guint64 n = 0; i < expected->n_rows && j < counted->n_rows; n++)
    if (!deid_stop_check_row (stop, n, error))
      return FALSE;
    else if (!is_alike (expected, i, counted, j) || sum_run (expected, &i) != sum_run (counted, &j))
      return engine_check_fail (error);
  return (i == expected->n_rows && j == counted->n_rows) || engine_check_fail (error);
}

static gboolean
sort_side (Side *side, const guint32 *n_keys, const DeidStop *stop, GError **error)
{
  const DeidRowKeys keys = {
    .n_columns = side->n_columns, .n_keys = n_keys, .get_key = engine_check_get_key, .data = side
  };

  return deid_row_order_sort (side->rows, side->n_rows, &keys, 1, stop, error);
}

/* Returns: (transfer full): how many values each column has. */
static guint32 *
engine_check_count_keys (const Side *side, GError **error)
{
  guint32 *n_keys = deid_alloc (side->n_columns, sizeof *n_keys, error);

  for (guint c = 0; n_keys != NULL && c < side->n_columns; c++)
    n_keys[c] = side->columns[c]->dictionary.n;
  return n_keys;
}

static gboolean
sort_and_compare (Side *expected, Side *counted, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *n_keys = engine_check_count_keys (expected, error);

  for (guint c = 0; n_keys != NULL && c < expected->n_columns; c++)
    if (!translate (counted, c, &expected->columns[c]->dictionary, error))
      return FALSE;
  return n_keys != NULL && sort_side (expected, n_keys, stop, error)
         && sort_side (counted, n_keys, stop, error)
         && engine_check_compare (expected, counted, stop, error);
}

/* Checks that two tables with weights have the same records in the columns of @expected but the
 * weights: what the engine counted of the released table as @counted, and what the combinations
 * are released as; or the combinations, and what they are when they are counted once more. Columns
 * are found by their names. Complexity: O(columns x (rows + values)). */
static gboolean
engine_check_release (const DeidDataset *expected, const DeidDataset *counted,
                      GCancellable *cancellable, GError **error)
{
  Side sides[2] = { { 0 } };
  const gboolean success
      = side_init (&sides[0], expected, expected, error)
        && side_init (&sides[1], counted, expected, error)
        && sort_and_compare (&sides[0], &sides[1], DEID_STOP_OF (cancellable), error);

  side_clear (&sides[0]);
  side_clear (&sides[1]);
  return success;
}

gboolean
deid_engine_list_release (const DeidDataset *expected, DeidEngineReleasedFunc func,
                          gpointer user_data, GCancellable *cancellable, GError **error)
{
  Side side = { 0 };
  g_autofree guint32 *n_keys = NULL;
  gboolean success = side_init (&side, expected, expected, error)
                     && (n_keys = engine_check_count_keys (&side, error)) != NULL
                     && sort_side (&side, n_keys, DEID_STOP_OF (cancellable), error);

  for (guint64 next = 0; success && next < side.n_rows;)
    {
      const guint32 row = side.rows[next];

      success = func (row, sum_run (&side, &next), user_data, error);
    }
  side_clear (&side);
  return success;
}

/* The released table, made by the engine. */

void
deid_engine_release_clear (DeidEngineRelease *release)
{
  g_clear_pointer (&release->expected, deid_dataset_unref);
  g_free (release->kept);
  g_free (release->made);
  g_strfreev (release->labels);
}

static gboolean
fail_column (const char *name, const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "column '%s' %s", DEID_SHOW (name), what);
}

/* Checks that the table has the columns of the combinations that are released, and no others. */
static gboolean
engine_release_check_columns (const DeidEngineRelease *release, GError **error)
{
  const DeidEngineTable *table = release->table;

  for (guint c = 0; c < deid_dataset_get_n_columns (release->expected); c++)
    {
      const char *name = deid_dataset_get_column_name (release->expected, c);

      if (deid_engine_release_find_column (release, name) != NULL
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
deid_engine_release_name_tables (DeidEngineRelease *release, const char *mark)
{
  const guint n = release->partition->lattice->n_attributes;

  release->kept = g_strdup_printf ("deid_%s_kept", mark);
  release->made = g_strdup_printf ("deid_%s_release", mark);
  release->labels = g_new0 (char *, n + 1);
  for (guint a = 0; a < n; a++)
    release->labels[a] = g_strdup_printf ("deid_%s_label%u", mark, a);
}

/* Looks for a table by reading it, since there is no catalog to ask. A statement that fails may
 * mean anything, but a table that is there is not replaced: then the last statement fails. */
static gboolean
probe_table (const DeidEngineRelease *release, const char *name, guint64 *n,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) reason = NULL;
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_count_key (release->facts, &sql, "count(*)");
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (release->facts, &sql, name);
  deid_long_text_add (&sql, " WHERE 1 = 0");
  *n = deid_engine_query_count (release->engine, "looking for the released table", &sql, n,
                                cancellable, &reason)
           ? 1
           : 0;
  if (!g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Counts the tables of a name. */
static gboolean
count_tables (const DeidEngineRelease *release, const char *name, guint64 *n,
              GCancellable *cancellable, GError **error)
{
  DeidLongText sql = { 0 };

  if (release->facts->catalog == NULL)
    return probe_table (release, name, n, cancellable, error);
  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_count_key (release->facts, &sql, "count(*)");
  deid_long_text_add (&sql, " FROM %s", release->facts->catalog);
  deid_dialect_add_literal (release->facts, &sql, name);
  return deid_engine_query_count (release->engine, "looking for the released table", &sql, n,
                                  cancellable, error);
}

static gboolean
engine_release_check_is_new (const DeidEngineRelease *release, const char *output, GError **error)
{
  guint64 n;

  if (!count_tables (release, output, &n, release->cancellable, error))
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
  return deid_engine_upload_kept (engine, release->kept, release->partition, release->cancellable,
                                  error)
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
  g_autoptr (DeidDataset) again
      = deid_engine_table_recount (release->table, before, &n_rows, release->cancellable, error);

  if (again != NULL && engine_check_release (again, before, release->cancellable, error))
    return TRUE;
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
      const DeidRole role = expected != NULL ? expected->role : column->role;

      if (!deid_engine_table_set_role (
              made, column->name, role == DEID_ROLE_JUDGED ? DEID_ROLE_IDENTIFYING : role, error))
        return FALSE;
    }
  counted = deid_engine_table_recount (made, NULL, n_rows, release->cancellable, error);
  if (counted != NULL
      && engine_check_release (release->expected, counted, release->cancellable, error))
    return TRUE;
  g_prefix_error (error, "checking the released table: ");
  return FALSE;
}

gboolean
deid_engine_release_drop_helpers (const DeidEngineRelease *release, GError **error)
{
  for (guint a = 0; release->labels[a] != NULL; a++)
    if (!deid_engine_drop (release->engine, release->labels[a], error))
      return FALSE;
  return deid_engine_drop (release->engine, release->kept, error);
}

gboolean
deid_engine_release_rename (const DeidEngineRelease *release, const char *output, GError **error)
{
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "%s", release->facts->rename_before);
  deid_dialect_add_name (release->facts, &sql, release->made);
  deid_long_text_add (&sql, "%s", release->facts->rename_between);
  deid_dialect_add_name (release->facts, &sql, output);
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
  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_count_key (release->facts, &sql, "count(*)");
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (release->facts, &sql, output);
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
  if (!count_tables (release, release->made, &n_made, NULL, NULL) || n_made == 0)
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
  if (!deid_dialect_check_name (facts, "a table", output, error))
    return FALSE;
  if (facts->reserved == NULL
      || g_ascii_strncasecmp (output, facts->reserved, strlen (facts->reserved)) != 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the name of a table, '%s', begins with %s, which the engine keeps for itself, "
                    "expected another",
                    DEID_SHOW (output), facts->reserved);
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
  if (!check_output (release->facts, output, error)
      || !deid_result_check_policy (result, "the result is a local recoding, expected a policy",
                                    error))
    return FALSE;
  release->partition = deid_result_make_partition (result, DEID_STOP_OF (cancellable), error);
  if (release->partition == NULL)
    return FALSE;
  release->expected = deid_result_apply (result, NULL, cancellable, error);
  return release->expected != NULL
         && deid_result_verify (result, release->expected, cancellable, error)
         && engine_release_check_columns (release, error)
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
      deid_engine_release_name_tables (&release, mark);
      success = make_and_publish (&release, output, error);
    }
  success = deid_engine_end (table->engine, success, NULL, error);
  deid_engine_release_clear (&release);
  return success;
}
