/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "engine/engine-groups.h"
#include "engine/engine-private.h"
#include "engine/engine-table-private.h"
#include "release/row-order.h"
#include "table/dataset-notes.h"
#include "table/dataset-view.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *text;
  guint32 code;
} Value;

static int
engine_order_compare_values (const void *a, const void *b)
{
  return strcmp (((const Value *) a)->text, ((const Value *) b)->text);
}

/* Returns: (transfer full): the values of a dictionary in the order of their texts. */
static Value *
engine_order_sort_values (const DeidDictionary *dictionary, GError **error)
{
  Value *values = deid_alloc (dictionary->n, sizeof *values, error);

  for (guint32 code = 0; values != NULL && code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      values[code] = (Value){ .text = text != NULL ? text : "", .code = code };
    }
  if (values != NULL)
    qsort (values, dictionary->n, sizeof *values, engine_order_compare_values);
  return values;
}

/* Numbers the values of a column in the order of their texts. */
static gboolean
sort_dictionary (DeidColumn *column, GError **error)
{
  DeidDictionary sorted, old = column->dictionary;
  g_autofree Value *values = engine_order_sort_values (&old, error);
  g_autofree guint32 *ranks = deid_alloc (old.n, sizeof *ranks, error);
  gboolean success = values != NULL && ranks != NULL;

  deid_dictionary_init (&sorted);
  for (guint32 rank = 0; success && rank < old.n; rank++)
    success
        = deid_dictionary_take (&sorted, &old, values[rank].code, &ranks[values[rank].code], error);
  for (guint64 row = 0; success && row < column->codes.n; row++)
    deid_codes_set (&column->codes, row, ranks[deid_codes_get (&column->codes, row)]);
  column->dictionary = sorted;
  deid_dictionary_clear (&old);
  return success;
}

static guint32
engine_order_get_key (gconstpointer data, guint column, guint32 row)
{
  const DeidColumn *columns = data;

  return deid_codes_get (&columns[column].codes, row);
}

static gboolean
put_in_order (DeidColumn *column, const guint32 *rows, GError **error)
{
  DeidCodes codes;

  if (!deid_codes_copy_rows (&codes, &column->codes, rows, column->codes.n, error))
    {
      deid_codes_clear (&codes);
      return FALSE;
    }
  deid_codes_clear (&column->codes);
  column->codes = codes;
  return TRUE;
}

/* Sorts rows by the texts of their columns, byte by byte, the first column being the most
 * significant and a missing value the empty text; codes are numbered in the same order. Engines
 * answer in orders of their own, which nothing that is made of an answer may depend on.
 * Complexity: O(values x log (values) + columns x rows). */
static gboolean
engine_sort_rows (DeidColumn *columns, guint n_columns, const DeidStop *stop, GError **error)
{
  const guint64 n_rows = columns[0].codes.n;
  g_autofree guint32 *rows = NULL, *n_keys = NULL;
  const gboolean has_room
      = deid_new_arrays (error, DEID_NEW (rows, n_rows), DEID_NEW (n_keys, n_columns));
  const DeidRowKeys keys = {
    .n_columns = n_columns, .n_keys = n_keys, .get_key = engine_order_get_key, .data = columns
  };

  if (n_rows == 0)
    return TRUE;
  for (guint64 row = 0; has_room && row < n_rows; row++)
    rows[row] = (guint32) row;
  for (guint c = 0; has_room && c < n_columns; c++)
    {
      if (!deid_stop_check (stop, error) || !sort_dictionary (&columns[c], error))
        return FALSE;
      n_keys[c] = columns[c].dictionary.n;
    }
  if (!has_room || !deid_row_order_sort (rows, n_rows, &keys, 1, stop, error))
    return FALSE;
  for (guint c = 0; c < n_columns; c++)
    if (!put_in_order (&columns[c], rows, error))
      return FALSE;
  return TRUE;
}

/* How many records a table has, apart from what they are. */

/* Adds the number of rows, without those in which a value has a NUL: at that it is cut, and may
 * then be taken for another one. */
static void
engine_total_add_rows (const DeidEngineTable *table, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  const char * or = "";

  if (facts->nul_before == NULL)
    {
      deid_long_text_add (sql, "count(*)");
      return;
    }
  deid_long_text_add (sql, "coalesce(sum(CASE WHEN ");
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_engine_role_is_counted (table->columns[c].role))
      {
        deid_dialect_add (facts, sql, "%s%s%N%s > 0", or, facts->nul_before, table->columns[c].name,
                          facts->nul_behind);
        or = " OR ";
      }
  deid_long_text_add (sql, " THEN 0 ELSE 1 END), 0)");
}

/* Adds the keys of the number of rows and of the sum of their weights. */
static void
add_query (const DeidEngineTable *table, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  const DeidEngineColumn *weight = deid_engine_table_find_role (table, DEID_ROLE_WEIGHT);

  deid_dialect_add (facts, sql, "SELECT %C, %C FROM (SELECT ", "n", "w");
  engine_total_add_rows (table, sql);
  deid_long_text_add (sql, " AS n, ");
  if (weight != NULL)
    deid_dialect_add (facts, sql, "coalesce(sum(CAST(t.%N AS %s)), 0)", weight->name,
                      facts->integer);
  else
    deid_long_text_add (sql, "count(*)");
  deid_long_text_add (sql, " AS w FROM ");
  deid_engine_table_add_from (table, sql);
  deid_long_text_add (sql, ") s");
}

typedef struct
{
  guint64 counts[2];
  guint n_answers;
  char **fingerprint; /* or NULL if none is taken */
} Total;

static gboolean
take_total (const DeidField *values, gpointer user_data, GError **error)
{
  Total *total = user_data;

  total->n_answers++;
  for (guint i = 0; i < G_N_ELEMENTS (total->counts); i++)
    if (!deid_key_read_count (values[i].text, values[i].length, &total->counts[i]))
      return deid_fail (error, DEID_ERROR_ENGINE,
                        "the engine counted something else than an integer");
  return TRUE;
}

static gboolean
take_fingerprint (const DeidField *values, gpointer user_data, GError **error)
{
  char **fingerprint = user_data;

  if (*fingerprint != NULL || values[0].length == 0)
    return deid_fail (error, DEID_ERROR_ENGINE,
                      "the engine answered with something else than one fingerprint");
  *fingerprint = g_strndup (values[0].text, values[0].length);
  return TRUE;
}

/* Asks the engine for the sum of the hashes of all rows. */
static gboolean
ask_fingerprint (const DeidEngineTable *table, char **fingerprint, GCancellable *cancellable,
                 GError **error)
{
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "SELECT '%c' || f || '%c' FROM (SELECT ", DEID_KEY_MARK, DEID_KEY_MARK);
  deid_engine_table_add_fingerprint (table, &sql);
  deid_long_text_add (&sql, ") d");
  return deid_engine_run_later (table->engine, "taking the fingerprint", &sql, 1, take_fingerprint,
                                fingerprint, cancellable, error);
}

/* Has the engine count the rows of a table once more, and sum their weights, by themselves: an
 * answer of many rows may have been cut without a word. */
static gboolean
ask_total (const DeidEngineTable *table, Total *total, GCancellable *cancellable, GError **error)
{
  DeidLongText sql = { 0 };

  add_query (table, &sql);
  return deid_engine_run_later (table->engine, "counting records", &sql,
                                G_N_ELEMENTS (total->counts), take_total, total, cancellable, error)
         && (total->fingerprint == NULL
             || ask_fingerprint (table, total->fingerprint, cancellable, error));
}

static gboolean
engine_table_check_total (const Total *total, guint64 n_rows, guint64 n_records, GError **error)
{
  if (total->n_answers == 1 && total->counts[0] == n_rows && total->counts[1] == n_records)
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_ENGINE,
      "counting records: the combinations have another number of records than the table; it has "
      "changed meanwhile, the engine's answer was cut, or a value holds a NUL");
}

/* Distinct combinations, counted by the engine. */

#define COUNT_NAME "records"

/* What rows become: a column for each key and, unless the last of these is a weight, one of counts
 * behind them. */
typedef struct
{
  DeidEngineGroups groups;
  DeidColumn *columns;
  guint n_columns;
  guint64 n_rows; /* of the table, that were counted */
} EngineCountCombinations;

static void
combinations_clear (EngineCountCombinations *combinations)
{
  for (guint c = 0; c < combinations->n_columns; c++)
    deid_column_clear (&combinations->columns[c]);
  g_free (combinations->columns);
  deid_engine_groups_clear (&combinations->groups);
}

static gboolean
engine_count_add_column (EngineCountCombinations *combinations, const char *name, GError **error)
{
  return deid_column_init (&combinations->columns[combinations->n_columns++], name, error);
}

/* Makes the column of counts, called like no other. */
static gboolean
add_count_column (EngineCountCombinations *combinations, const DeidEngineTable *table,
                  GError **error)
{
  g_autofree char *name = g_strdup (COUNT_NAME);

  while (deid_engine_table_find (table, name) != NULL)
    {
      char *longer = g_strconcat (name, "_", NULL);

      g_free (name);
      name = longer;
    }
  return engine_count_add_column (combinations, name, error);
}

static gboolean
combinations_init (EngineCountCombinations *combinations, const DeidEngineTable *table,
                   const DeidDataset *before, GCancellable *cancellable, GError **error)
{
  const DeidEngineGroups *groups = &combinations->groups;

  *combinations = (EngineCountCombinations){ 0 };
  if (!deid_engine_groups_init (&combinations->groups, table, before, cancellable, error))
    return FALSE;
  combinations->columns
      = deid_alloc ((guint64) groups->n_keys + 1, sizeof *combinations->columns, error);
  if (combinations->columns == NULL)
    return FALSE;
  for (guint k = 0; k < groups->n_keys; k++)
    if (!engine_count_add_column (combinations, groups->keys[k].column->name, error))
      return FALSE;
  return deid_engine_table_find_role (table, DEID_ROLE_WEIGHT) != NULL
         || add_count_column (combinations, table, error);
}

/* Appends how many records a row stands for. */
static gboolean
engine_count_append_weight (EngineCountCombinations *combinations, const DeidField *weight,
                            const DeidField *count, GError **error)
{
  DeidColumn *column = &combinations->columns[combinations->n_columns - 1];
  guint64 n, factor = 1;
  char text[DEID_DECIMAL_SIZE];

  if (!deid_key_read_count (count->text, count->length, &n) || n == 0)
    deid_fail (error, DEID_ERROR_ENGINE,
               "the engine counted something else than an integer from 1 on");
  else if (weight != NULL
           && (!deid_key_read_count (weight->text, weight->length, &factor) || factor == 0))
    deid_fail (error, DEID_ERROR_WEIGHT,
               "column '%s': expected a weight, an integer from 1 to 2^63 - 1",
               deid_column_show (column));
  else if (!g_uint64_checked_add (&combinations->n_rows, combinations->n_rows, n)
           || !g_uint64_checked_mul (&n, n, factor) || n > G_MAXINT64)
    deid_fail (error, DEID_ERROR_WEIGHT, "column '%s': the sum of the weights is 2^63 or more",
               deid_column_show (column));
  else
    {
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, n);
      return deid_column_append (column, text, strlen (text), error);
    }
  return FALSE;
}

/* Appends a value, which the engine may give by its number. */
static gboolean
engine_count_append_value (DeidColumn *column, const DeidEngineKey *key, const DeidField *value,
                           GError **error)
{
  const DeidDictionary *values;
  const char *text;
  guint64 code;

  if (key->map == NULL)
    return value->length == 0 ? deid_column_append_missing (column, error)
                              : deid_column_append (column, value->text, value->length, error);
  values = &deid_engine_levels_get_column (key->column->levels)->dictionary;
  if (!deid_key_read_count (value->text, value->length, &code) || code >= values->n)
    return deid_fail (error, DEID_ERROR_ENGINE,
                      "the engine answered with a value that its helper table does not have");
  text = deid_dictionary_get (values, (guint32) code);
  return text == NULL ? deid_column_append_missing (column, error)
                      : deid_column_append (column, text, strlen (text), error);
}

static gboolean
engine_count_add_row (const DeidField *values, gpointer user_data, GError **error)
{
  EngineCountCombinations *combinations = user_data;
  const guint last = combinations->n_columns - 1;

  for (guint c = 0; c < last; c++)
    if (!engine_count_append_value (&combinations->columns[c], &combinations->groups.keys[c],
                                    &values[c], error))
      {
        g_prefix_error (error, "column '%s': ", deid_column_show (&combinations->columns[c]));
        return FALSE;
      }
  return combinations->groups.n_keys > last
             ? engine_count_append_weight (combinations, &values[last], &values[last + 1], error)
             : engine_count_append_weight (combinations, NULL, &values[last], error);
}

/* Adds the statement that shows the combination of a row, unless the engine generalized some. */
static gboolean
set_lookup (DeidDataset *dataset, const DeidEngineGroups *groups, GError **error)
{
  const char *end = deid_engine_get_facts (groups->table->engine)->row_behind;
  DeidLongText sql = { 0 };
  char *text;

  if (!deid_engine_groups_add_lookup (groups, &sql))
    return TRUE;
  text = deid_long_text_end (&sql, error);
  if (text != NULL)
    deid_dataset_set_lookup (dataset, text, end);
  return text != NULL;
}

/* Returns: (transfer full): the columns that are released without being counted. */
static char **
list_uncounted (const DeidEngineTable *table)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint c = 0; c < table->n_columns; c++)
    if (table->columns[c].role == DEID_ROLE_INSENSITIVE)
      g_ptr_array_add (names, g_strdup (table->columns[c].name));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static DeidDataset *
engine_count_make_dataset (EngineCountCombinations *combinations, GError **error)
{
  const DeidEngineGroups *groups = &combinations->groups;
  g_autoptr (DeidDataset) dataset = deid_dataset_new (groups->table->name);

  if (!engine_sort_rows (combinations->columns, combinations->n_columns,
                         DEID_STOP_OF (groups->cancellable), error)
      || !deid_dataset_set_show_values (dataset, groups->table->engine->show_values, error)
      || !set_lookup (dataset, groups, error))
    return NULL;
  for (guint c = 0; c < combinations->n_columns; c++)
    {
      const DeidEngineKey *key = c < groups->n_keys ? &groups->keys[c] : NULL;
      g_autofree char *name = g_strdup (combinations->columns[c].name);

      combinations->columns[c].is_count = key == NULL;
      combinations->columns[c].generalized = key != NULL ? key->level : 0;
      combinations->columns[c].missing_codes = key != NULL ? g_strdupv (key->column->codes) : NULL;
      if (!deid_dataset_take_column (dataset, &combinations->columns[c], error)
          || !deid_dataset_set_role (dataset, name,
                                     key != NULL ? key->column->role : DEID_ROLE_WEIGHT, error))
        return NULL;
    }
  deid_dataset_take_uncounted (dataset, list_uncounted (groups->table));
  return g_steal_pointer (&dataset);
}

/* Counts, and also the total if that is asked for. */
static gboolean
fetch (EngineCountCombinations *combinations, Total *total, GCancellable *cancellable,
       GError **error)
{
  DeidEngineGroups *groups = &combinations->groups;
  DeidLongText sql = { 0 };

  if (!deid_engine_groups_make (groups, error)
      || (groups->groups != NULL && !deid_engine_groups_raise (groups, error)))
    return FALSE;
  deid_engine_groups_add_select (groups, &sql);
  return deid_engine_run_later (groups->table->engine, "counting combinations", &sql,
                                groups->n_keys + 1, engine_count_add_row, combinations, cancellable,
                                error)
         && deid_engine_groups_drop (groups, error)
         && (total == NULL || ask_total (groups->table, total, cancellable, error))
         && deid_engine_finish (groups->table->engine, cancellable, error);
}

/* Keeps the levels that were counted. */
static void
engine_count_keep_levels (const DeidEngineGroups *groups)
{
  for (guint k = 0; k < groups->n_keys; k++)
    if (groups->keys[k].map != NULL)
      groups->keys[k].column->levels->level = groups->keys[k].level;
}

/* Counts, and tells how many rows of the table that were, and the total unless it is %NULL. */
static DeidDataset *
engine_count (const DeidEngineTable *table, const DeidDataset *before, guint64 *n_rows,
              Total *total, GCancellable *cancellable, GError **error)
{
  EngineCountCombinations combinations;
  DeidDataset *dataset = NULL;

  if (combinations_init (&combinations, table, before, cancellable, error))
    {
      if (!fetch (&combinations, total, cancellable, error))
        deid_engine_groups_undo (&combinations.groups, error);
      else if ((dataset = engine_count_make_dataset (&combinations, error)) != NULL)
        engine_count_keep_levels (&combinations.groups);
    }
  *n_rows = combinations.n_rows;
  combinations_clear (&combinations);
  return dataset;
}

/* Counts the values of a column alone. */
static gboolean
engine_count_list_values (const DeidEngineTable *table, const DeidEngineColumn *column,
                          GCancellable *cancellable, GError **error)
{
  const DeidEngineColumn *weight = deid_engine_table_find_role (table, DEID_ROLE_WEIGHT);
  g_autoptr (DeidEngineTable) alone
      = deid_engine_table_take (deid_engine_ref (table->engine), table->name);
  DeidDataset *values;
  guint64 n_rows;

  if (!deid_engine_table_set_role (alone, column->name, DEID_ROLE_QUASI_IDENTIFYING, error)
      || (column->codes != NULL
          && !deid_engine_table_add_missing_codes (alone, column->name,
                                                   (const char *const *) column->codes, error))
      || (weight != NULL
          && !deid_engine_table_set_role (alone, weight->name, DEID_ROLE_WEIGHT, error)))
    return FALSE;
  values = engine_count (alone, NULL, &n_rows, NULL, cancellable, error);
  return values != NULL
         && deid_engine_levels_take_values (column->levels, values, cancellable, error);
}

/* Lists the values of the columns that are generalized. */
static gboolean
list_all_values (const DeidEngineTable *table, GCancellable *cancellable, GError **error)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_engine_column_is_generalized (table, &table->columns[c])
        && !engine_count_list_values (table, &table->columns[c], cancellable, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_counted (const DeidEngineTable *table, GError **error)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_engine_role_is_counted (table->columns[c].role))
      return TRUE;
  return deid_fail (error, DEID_ERROR_EMPTY,
                    "no column of the table in the engine is counted, expected a quasi-identifier");
}

DeidDataset *
deid_engine_table_recount (const DeidEngineTable *table, const DeidDataset *before, guint64 *n_rows,
                           char **fingerprint, GCancellable *cancellable, GError **error)
{
  g_autofree char *taken = NULL;
  Total total = { .fingerprint = table->has_fingerprint && fingerprint != NULL ? &taken : NULL };
  g_autoptr (DeidDataset) dataset
      = engine_count (table, before, n_rows, &total, cancellable, error);

  if (dataset == NULL
      || !engine_table_check_total (&total, *n_rows, deid_dataset_get_n_records (dataset), error))
    return NULL;
  if (total.fingerprint != NULL && taken == NULL)
    return deid_fail_null (error, DEID_ERROR_ENGINE,
                           "taking the fingerprint: the engine answered with none");
  if (fingerprint != NULL)
    *fingerprint = g_steal_pointer (&taken);
  return g_steal_pointer (&dataset);
}

/* Drops helper tables of other runs, where the table has a limit for their age. Returns: (transfer
 * full) (nullable): the statements that drop the others. */
static char *
take_all_leftovers (const DeidEngineTable *table, guint *n_dropped, GCancellable *cancellable)
{
  const char *const names[] = { table->helpers, "deid", table->output };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  DeidLongText statements = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL && g_hash_table_add (seen, deid_dialect_make_sibling (names[i], "deid")))
      deid_engine_take_leftovers (table->engine, names[i], table->max_hours, n_dropped, &statements,
                                  cancellable);
  return statements.n > 0 ? deid_long_text_end (&statements, NULL) : NULL;
}

/* Counts the combinations, and adds notes about helper tables of other runs. */
static DeidDataset *
count_with_notes (DeidEngineTable *table, GCancellable *cancellable, GError **error)
{
  g_autofree char *leftovers = NULL;
  DeidDataset *dataset;
  guint64 n_rows;
  guint n_dropped = 0;

  if (!check_counted (table, error) || !deid_engine_table_check_columns (table, cancellable, error)
      || !list_all_values (table, cancellable, error))
    return NULL;
  leftovers = take_all_leftovers (table, &n_dropped, cancellable);
  g_clear_pointer (&table->fingerprint, g_free);
  dataset
      = deid_engine_table_recount (table, NULL, &n_rows, &table->fingerprint, cancellable, error);
  if (dataset != NULL && leftovers != NULL)
    deid_dataset_add_note (dataset, "leftovers", NULL, 0,
                           "another run was killed or is still at work, and its helper tables are "
                           "in the engine. To remove them, run: %s",
                           leftovers);
  if (dataset != NULL && n_dropped > 0)
    deid_dataset_add_note (dataset, "leftovers", NULL, 0,
                           "%u helper table%s of runs that had not ended were dropped", n_dropped,
                           n_dropped == 1 ? "" : "s");
  return dataset;
}

DeidDataset *
deid_engine_table_count (DeidEngineTable *table, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) dataset = NULL;

  g_return_val_if_fail (table != NULL, NULL);

  dataset = count_with_notes (table, cancellable, error);
  return deid_engine_end (table->engine, dataset != NULL, cancellable, error)
             ? g_steal_pointer (&dataset)
             : NULL;
}
