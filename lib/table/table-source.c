/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/table-source.h"

#include "base/memory.h"
#include "base/text.h"
#include "table/csv-options.h"
#include "table/dataset-view.h"
#include "table/linked-tables.h"

#include <string.h>

gboolean
deid_table_source_init (DeidTableSource *source, const DeidDataset *dataset, GError **error)
{
  *source = deid_dataset_lend (dataset);
  if (!deid_dataset_has_weights (dataset))
    return TRUE;
  source->weights = deid_dataset_list_weights (dataset, error);
  return source->weights != NULL;
}

void
deid_table_source_clear (DeidTableSource *source)
{
  g_clear_pointer (&source->weights, g_free);
}

const DeidColumn *
deid_table_source_find (const DeidTableSource *source, const char *name)
{
  const guint32 number = deid_dictionary_find (source->names, name, strlen (name));

  return number != DEID_NO_CODE ? &source->columns[number] : NULL;
}

/* Without a header line, names are the values of a person: only one that was nearly typed is
 * shown. */
static void
set_unknown_column (const DeidTableSource *source, const char *name, GError **error)
{
  const guint n = source->show_values ? MIN (source->n_columns, 50) : 0;
  g_autofree char *shown = deid_text_show (name, -1), *question = NULL, *doubt = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, name);
  for (guint c = 0; c < source->n_columns; c++)
    deid_nearest_text_try (&nearest, source->columns[c].name);
  question = deid_nearest_text_ask (&nearest);
  doubt = deid_delimiter_ask (source->other_delimiter);

  for (guint c = 0; c < n; c++)
    g_string_append_printf (names, "%s'%s'", c > 0 ? ", " : ": ",
                            deid_column_show (&source->columns[c]));
  deid_fail (error, DEID_ERROR_UNKNOWN_COLUMN, "%s: no column called '%s' among its %u%s%s%s%s",
             source->name, shown, source->n_columns, question, doubt, names->str,
             n > 0 && n < source->n_columns ? ", …" : "");
}

gboolean
deid_table_source_find_column (const DeidTableSource *source, const char *name, guint *column,
                               GError **error)
{
  const DeidColumn *found = deid_table_source_find (source, name);

  if (found == NULL)
    {
      set_unknown_column (source, name, error);
      return FALSE;
    }
  *column = (guint) (found - source->columns);
  return TRUE;
}

char *
deid_table_source_locate (const DeidTableSource *source, guint64 row)
{
  if (row >= source->n_rows)
    return g_strdup ("a row that is left out");
  if (source->places != NULL)
    row = source->places[row];
  if (source->linked != NULL)
    {
      const guint t = deid_linked_tables_find (source->linked, row, &row);
      const DeidLinkedTable *table = &g_array_index (source->linked, DeidLinkedTable, t);

      return g_strdup_printf ("%s %" G_GUINT64_FORMAT " of %s",
                              table->first_line != 0 ? "line" : "row",
                              row + MAX (table->first_line, 1), table->file);
    }
  if (source->first_line != 0)
    return g_strdup_printf ("line %" G_GUINT64_FORMAT, source->first_line + row);
  if (source->lookup != NULL)
    return g_strdup_printf ("row %" G_GUINT64_FORMAT " (shown by: %s%" G_GUINT64_FORMAT "%s)",
                            row + 1, source->lookup, row, source->lookup_end);
  return g_strdup_printf ("row %" G_GUINT64_FORMAT, row + 1);
}

char *
deid_table_source_quote (const DeidTableSource *source, const char *value)
{
  g_autofree char *shown = NULL;

  if (value == NULL)
    return g_strdup ("a missing value");
  if (!source->show_values)
    return NULL;
  shown = deid_text_show (value, -1);
  return g_strdup_printf ("'%s'", shown);
}

gboolean
deid_table_source_lacks (const DeidTableSource *source, const DeidColumn *column, guint64 row)
{
  guint64 place = source->places != NULL ? source->places[row] : row;

  return source->linked != NULL && column->tables != 0
         && (column->tables >> deid_linked_tables_find (source->linked, place, &place) & 1) == 0;
}

/* Finds the first row where a value is missing that must not be. */
static gboolean
source_find_missing (const DeidTableSource *source, const DeidColumn *column, guint64 *found)
{
  const gboolean may_lack = column->missing_policy == DEID_MISSING_POLICY_ABOVE;

  for (guint64 row = 0; row < source->n_rows; row++)
    if (deid_codes_get (&column->codes, row) == column->dictionary.missing
        && !(may_lack && deid_table_source_lacks (source, column, row)))
      {
        *found = row;
        return TRUE;
      }
  return FALSE;
}

gboolean
deid_table_source_check_missing (const DeidTableSource *source, guint column, GError **error)
{
  const DeidColumn *checked = &source->columns[column];
  g_autofree char *place = NULL;
  guint64 row;

  for (guint p = 0; p < checked->n_parts; p++)
    if (!deid_table_source_check_missing (source, checked->parts[p], error))
      return FALSE;
  if (checked->missing_policy == DEID_MISSING_POLICY_OWN_CATEGORY
      || checked->dictionary.missing == DEID_NO_CODE
      || !source_find_missing (source, checked, &row))
    return TRUE;
  place = deid_table_source_locate (source, row);
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: %s, column '%s': a missing value, expected none", source->name, place,
                    deid_column_show (checked));
}

guint64 *
deid_table_source_count_codes (const DeidTableSource *source, const DeidColumn *column,
                               const DeidStop *stop, GError **error)
{
  const gboolean has_weights = source->weights != NULL || source->of_frequencies != NULL;
  g_autofree guint64 *counts = deid_alloc (column->dictionary.n, sizeof *counts, error);

  for (guint64 start = 0; counts != NULL && start < source->n_rows; start += DEID_ROWS_PER_CHECK)
    {
      const guint64 end = MIN (start + DEID_ROWS_PER_CHECK, source->n_rows);

      if (!deid_stop_check (stop, error))
        return NULL;
      if (!has_weights)
        deid_codes_count (&column->codes, start, end - start, counts);
      else
        for (guint64 row = start; row < end; row++)
          counts[deid_codes_get (&column->codes, row)]
              += deid_table_source_get_weight (source, row);
    }
  return g_steal_pointer (&counts);
}

#define MAX_VALUES_NAMED 20u

void
deid_value_list_init (DeidValueList *list, const DeidTableSource *table, const DeidColumn *column)
{
  *list = (DeidValueList){ .table = table, .column = column };
}

void
deid_value_list_add (DeidValueList *list, guint32 code)
{
  list->n++;
  if (deid_grow ((gpointer *) &list->codes, &list->capacity, (guint64) list->n_listed + 1,
                 sizeof *list->codes, NULL))
    list->codes[list->n_listed++] = code;
}

static gint
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const guint64 *counts = data;

  if (counts[x] != counts[y])
    return counts[x] > counts[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Names a value, and where it stands; @n_records is 0 if that is not known. */
static void
name_value (const DeidValueList *list, guint32 code, guint64 n_records, GString *text)
{
  const DeidTableSource *table = list->table;
  g_autofree char *place
      = deid_table_source_locate (table, deid_column_find_code (list->column, code));
  g_autofree char *value
      = deid_table_source_quote (table, deid_dictionary_get (&list->column->dictionary, code));

  if (value == NULL)
    g_string_append_printf (text, "the first in %s", place);
  else if (n_records <= 1)
    g_string_append_printf (text, "%s (%s)", value, place);
  else
    g_string_append_printf (text, "%s (" DEID_COUNT_FORMAT " records, the first in %s)", value,
                            n_records, place);
}

static char *
name_values (const DeidValueList *list)
{
  const guint32 n = list->n_listed;
  const guint32 n_named = list->table->show_values ? MIN (n, MAX_VALUES_NAMED) : MIN (n, 1);
  g_autofree guint64 *counts
      = deid_table_source_count_codes (list->table, list->column, DEID_STOP_NEVER, NULL);
  GString *text = g_string_new (NULL);
  guint64 n_records = 0;

  if (counts != NULL && list->table->show_values)
    g_qsort_with_data (list->codes, (gint) MIN (n, G_MAXINT), sizeof *list->codes, compare_counts,
                       counts);
  for (guint32 i = 0; i < n; i++)
    {
      const guint64 n_own = counts != NULL ? counts[list->codes[i]] : 0;

      n_records += n_own;
      if (i > 0 && i < n_named)
        g_string_append (text, ", ");
      if (i < n_named)
        name_value (list, list->codes[i], n_own, text);
    }
  if (n > n_named && list->table->show_values)
    g_string_append_printf (text, " and %u more", n - n_named);
  if (n_records > n && (n > 1 || !list->table->show_values))
    g_string_append_printf (text, "; " DEID_COUNT_FORMAT " records have such a value", n_records);
  return g_string_free (text, FALSE);
}

gboolean
deid_value_list_end (DeidValueList *list, DeidError code, const char *what, const char *advice,
                     GError **error)
{
  g_autofree char *text = NULL;

  if (list->n == 0)
    return TRUE;
  text = name_values (list);
  g_free (list->codes);
  return deid_fail (error, code, "%s: column '%s': %u value%s not %s: %s%s", list->table->name,
                    deid_column_show (list->column), list->n, list->n == 1 ? " is" : "s are", what,
                    text, advice);
}
