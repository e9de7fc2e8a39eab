/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for classes all of whose records have a value in common, in one slot or another or within
 * sets. Models compare columns one by one, and sets as wholes, and so may accept them. */
#include "base/memory.h"
#include "base/text.h"
#include "report/warnings-private.h"
#include "suggestion/suggestions-private.h"
#include "table/dataset-view.h"

/* Columns that hold one list. */
typedef struct
{
  const DeidColumn *const *columns;
  guint n;
} SlotColumns;

/* Returns: (transfer full): the values that a row has in any slot. */
static GPtrArray *
list_slot_values (const SlotColumns *slots, guint64 row)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < slots->n; i++)
    {
      const char sign[] = { slots->columns[i]->separator, '\0' };
      const char *text = deid_column_get (slots->columns[i], row);
      g_auto (GStrv) parts = text != NULL && sign[0] != '\0' ? g_strsplit (text, sign, -1) : NULL;

      if (text != NULL && parts == NULL)
        g_ptr_array_add (values, g_strdup (text));
      for (guint p = 0; parts != NULL && parts[p] != NULL; p++)
        g_ptr_array_add (values, g_strdup (g_strstrip (parts[p])));
    }
  return values;
}

static gboolean
has_same_text (gconstpointer text, gconstpointer other)
{
  return g_str_equal (text, other);
}

/* Leaves the values that another row of the class has, too. */
static void
keep_shared (GPtrArray *shared, const SlotColumns *slots, guint64 row)
{
  g_autoptr (GPtrArray) values = NULL;

  if (shared->len == 0)
    return;
  values = list_slot_values (slots, row);
  for (guint i = shared->len; i-- > 0;)
    if (!g_ptr_array_find_with_equal_func (values, shared->pdata[i], has_same_text, NULL))
      g_ptr_array_remove_index_fast (shared, i);
}

static gboolean
warn_of_shared (const DeidWarningScan *scan, const SlotColumns *slots, guint64 n_classes,
                guint64 n_records, GError **error)
{
  DeidLongText text = { 0 };

  if (n_classes == 0)
    return TRUE;
  deid_long_text_add (&text,
                      "in %" G_GUINT64_FORMAT " released class%s all records, %" G_GUINT64_FORMAT
                      " in all, have a value in common in",
                      n_classes, n_classes == 1 ? "" : "es", n_records);
  for (guint i = 0; i < slots->n; i++)
    deid_long_text_add (&text, "%s '%s'", i > 0 ? "," : "", deid_column_show (slots->columns[i]));
  deid_long_text_add (&text,
                      ": an attacker who knows that a person is in the class learns it. Models "
                      "%s and do not see it",
                      slots->n > 1 ? "look at each column by itself" : "compare whole sets");
  return deid_warning_scan_add (scan, "shared-value", slots->columns[0]->name, n_records, &text,
                                error);
}

/* @values is NULL for a class none of whose records is released. */
static void
free_shared (gpointer values)
{
  g_clear_pointer ((GPtrArray **) &values, g_ptr_array_unref);
}

static gboolean
check_shared (const DeidWarningScan *scan, const SlotColumns *slots, GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autoptr (GPtrArray) shared = g_ptr_array_new_with_free_func (free_shared);
  g_autofree guint32 *n_rows = deid_alloc (partition->n_classes, sizeof *n_rows, error);
  guint64 n_classes = 0, n_records = 0;

  if (n_rows == NULL)
    return FALSE;
  g_ptr_array_set_size (shared, (gint) partition->n_classes);
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 number = partition->class_of_row[row];

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (deid_partition_suppresses (partition, row))
        continue;
      if (n_rows[number]++ == 0)
        shared->pdata[number] = list_slot_values (slots, row);
      else
        keep_shared (shared->pdata[number], slots, row);
    }
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (n_rows[number] > 1 && ((GPtrArray *) shared->pdata[number])->len > 0)
      {
        n_classes++;
        n_records += partition->records[number];
      }
  return warn_of_shared (scan, slots, n_classes, n_records, error);
}

/* Tells whether a model judges the values of a column. */
static gboolean
is_judged_alone (const DeidWarningScan *scan, const DeidColumn *column)
{
  return column->role == DEID_ROLE_SENSITIVE
         && !deid_warning_scan_is_unprotected (scan, (guint) (column - scan->table->columns));
}

gboolean
deid_warn_of_shared_values (const DeidWarningScan *scan, GError **error)
{
  const DeidSuggestions *suggestions = scan->suggestions;
  const DeidDataset *dataset = scan->problem->lattice->dataset;
  gboolean success = TRUE;

  for (guint c = 0; success && c < scan->table->n_columns; c++)
    {
      const DeidColumn *column = &scan->table->columns[c];

      if (column->separator != '\0' && is_judged_alone (scan, column))
        success = check_shared (scan, &(const SlotColumns){ &column, 1 }, error);
    }
  for (guint c = 0, n; success && c < suggestions->n_columns; c += n)
    {
      g_autoptr (GPtrArray) columns = g_ptr_array_new ();

      n = deid_suggestions_count_slots (suggestions, c, dataset);
      for (guint i = 0; i < n; i++)
        {
          const DeidColumn *column
              = deid_dataset_get_column (dataset, suggestions->columns[c + i].column);

          column = deid_table_source_find (scan->table, column->name);
          if (is_judged_alone (scan, column) && column->separator == '\0')
            g_ptr_array_add (columns, (gpointer) column);
        }
      if (columns->len > 1)
        success = check_shared (
            scan, &(const SlotColumns){ (const DeidColumn *const *) columns->pdata, columns->len },
            error);
    }
  return success;
}
