/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/linked-tables.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"
#include "table/row-filter.h"

static gboolean
append_mapped_values (DeidColumn *column, const DeidColumn *from, GError **error)
{
  const DeidDictionary *dictionary = &from->dictionary;
  g_autofree guint32 *map = deid_alloc (dictionary->n, sizeof *map, error);

  if (map == NULL)
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    if (!deid_dictionary_take (&column->dictionary, dictionary, code, &map[code], error))
      return FALSE;
  if (from->missing_codes != NULL)
    {
      char **joined = deid_missing_codes_join (column->missing_codes,
                                               (const char *const *) from->missing_codes);

      g_strfreev (column->missing_codes);
      column->missing_codes = joined;
    }
  return deid_codes_append_mapped (&column->codes, &from->codes, map, column->dictionary.n, error);
}

/* Appends the same value for each row of a table, or a missing one if @text is NULL. */
static gboolean
append_constant (DeidColumn *column, const DeidDataset *table, const char *text,
                 const DeidStop *stop, GError **error)
{
  for (guint64 row = 0; row < table->n_rows; row++)
    if (!deid_stop_check_row (stop, row, error)
        || !(text != NULL ? deid_column_append (column, text, strlen (text), error)
                          : deid_column_append_missing (column, error)))
      return FALSE;
  return TRUE;
}

/* Adds a column that some of the tables have or, with @names, the one that names the table of each
 * row. */
static gboolean
stack_column (DeidDataset *linked, DeidDataset *const *tables, const char *const *names, guint n,
              const char *name, const DeidStop *stop, GError **error)
{
  DeidColumn column;
  gboolean success = deid_column_init (&column, name, error);

  for (guint t = 0; success && t < n; t++)
    {
      const guint number = deid_dataset_look_up (tables[t], name);

      column.tables |= number != DEID_NO_COLUMN ? G_GUINT64_CONSTANT (1) << t : 0;
      success = number != DEID_NO_COLUMN
                    ? append_mapped_values (&column, &tables[t]->columns[number], error)
                    : append_constant (&column, tables[t], names != NULL ? names[t] : NULL, stop,
                                       error);
    }
  if (success)
    return deid_dataset_take_column (linked, &column, error);
  deid_column_clear (&column);
  return FALSE;
}

static gboolean
check_table (const DeidDataset *table, GError **error)
{
  if (table->n_rows == 0)
    return deid_fail (error, DEID_ERROR_EMPTY, "%s: no rows, expected some of a linked table",
                      table->name);
  return deid_dataset_look_up (table, DEID_TABLE_COLUMN) == DEID_NO_COLUMN
         || deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN,
                       "%s: column '%s' has the name of the column that tells linked tables "
                       "apart, expected another name",
                       table->name, DEID_TABLE_COLUMN);
}

static void
linked_table_clear (gpointer data)
{
  DeidLinkedTable *table = data;

  g_free (table->name);
  g_free (table->file);
}

guint
deid_linked_tables_find (const GArray *linked, guint64 place, guint64 *row)
{
  guint t = 0;

  for (*row = place; *row >= g_array_index (linked, DeidLinkedTable, t).n_rows; t++)
    *row -= g_array_index (linked, DeidLinkedTable, t).n_rows;
  return t;
}

static DeidDataset *
start_linked (DeidDataset *const *tables, const char *const *names, guint n)
{
  DeidDataset *linked = deid_dataset_new (NULL);
  g_autoptr (GString) shown = g_string_new (tables[0]->name);

  for (guint t = 1; t < n; t++)
    g_string_append_printf (shown, " and %s", tables[t]->name);
  g_free (linked->name);
  linked->name = g_strdup (shown->str);
  linked->show_values = tables[0]->show_values;
  linked->delimiter = tables[0]->delimiter;
  linked->header_verdict = tables[0]->header_verdict;
  linked->linked = g_array_new (FALSE, FALSE, sizeof (DeidLinkedTable));
  g_array_set_clear_func (linked->linked, linked_table_clear);
  for (guint t = 0; t < n; t++)
    {
      const DeidLinkedTable table = { .name = g_strdup (names[t]),
                                      .file = g_strdup (tables[t]->name),
                                      .n_rows = tables[t]->n_rows,
                                      .first_line = tables[t]->first_line };

      g_array_append_val (linked->linked, table);
      deid_dataset_copy_notes (linked, tables[t]);
    }
  return linked;
}

DeidDataset *
deid_dataset_new_linked (DeidDataset *const *tables, const char *const *names, guint n,
                         const DeidStop *stop, GError **error)
{
  g_autoptr (DeidDataset) linked = start_linked (tables, names, n);

  for (guint t = 0; t < n; t++)
    {
      if (!check_table (tables[t], error))
        return NULL;
      for (guint c = 0; c < tables[t]->n_columns; c++)
        if (deid_dataset_look_up (linked, tables[t]->columns[c].name) == DEID_NO_COLUMN
            && !stack_column (linked, tables, NULL, n, tables[t]->columns[c].name, stop, error))
          return NULL;
    }
  return stack_column (linked, tables, names, n, DEID_TABLE_COLUMN, stop, error)
             ? g_steal_pointer (&linked)
             : NULL;
}

/* The first column of a stacked table comes from one that was read, so it has a table. */
const DeidColumn *
deid_linked_tables_get (const DeidDataset *dataset)
{
  return dataset->n_columns > 0 && dataset->columns[0].tables != 0
             ? deid_dataset_get_column (dataset, deid_dataset_look_up (dataset, DEID_TABLE_COLUMN))
             : NULL;
}

const DeidLinkedTable *
deid_linked_tables_find_without (const DeidDataset *dataset, const char *column)
{
  const guint number = deid_dataset_look_up (dataset, column);
  const guint64 tables = number != DEID_NO_COLUMN ? dataset->columns[number].tables : 0;

  for (guint t = 0; tables != 0 && t < dataset->linked->len; t++)
    if ((tables >> t & 1) == 0)
      return &g_array_index (dataset->linked, DeidLinkedTable, t);
  return NULL;
}

/* Lists the rows of one table in a release. */
static guint64 *
list_rows_of_table (const DeidDataset *release, const char *name, guint64 *n, GError **error)
{
  const DeidColumn *tables = &release->columns[deid_dataset_look_up (release, DEID_TABLE_COLUMN)];
  const guint32 code = deid_dictionary_find (&tables->dictionary, name, strlen (name));
  guint64 *rows = deid_alloc (release->n_rows, sizeof *rows, error);

  *n = 0;
  for (guint64 row = 0; rows != NULL && row < release->n_rows; row++)
    if (deid_codes_get (&tables->codes, row) == code)
      rows[(*n)++] = row;
  return rows;
}

/* Columns that are of no table belong to all. */
static gboolean
has_column (const DeidDataset *source, guint table, const char *name)
{
  const guint number = deid_dataset_look_up (source, name);
  const guint64 tables = number != DEID_NO_COLUMN ? source->columns[number].tables : 0;

  return !g_str_equal (name, DEID_TABLE_COLUMN) && (tables == 0 || (tables >> table & 1) != 0);
}

DeidDataset *
deid_dataset_take_linked (const DeidDataset *release, const DeidDataset *source, guint table,
                          const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) taken = deid_dataset_copy_columns (release, cancellable, error);
  guint64 n;
  guint64 *rows = taken != NULL ? list_rows_of_table (release, name, &n, error) : NULL;

  if (rows == NULL || !deid_dataset_keep_rows (taken, rows, n, DEID_STOP_OF (cancellable), error))
    return NULL;
  for (guint c = 0; c < taken->n_columns; c++)
    taken->columns[c].role = has_column (source, table, taken->columns[c].name)
                                 ? DEID_ROLE_INSENSITIVE
                                 : DEID_ROLE_IDENTIFYING;
  return g_steal_pointer (&taken);
}
