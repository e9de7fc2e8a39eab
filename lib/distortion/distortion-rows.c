/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/distortion-rows.h"

#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"

static guint32
get_value (const DeidSideRows *rows, const DeidDistortionColumn *column, guint64 row)
{
  if (rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE)
    return deid_partition_get_row_label (rows->partition, column->attribute, row);
  return deid_codes_get (&rows->table->columns[column->column].codes, row);
}

/* Lists the values of the rows, and counts the records of each. */
static gboolean
read_rows (const DeidSideRows *rows, const DeidDistortionColumn *column, DeidSideColumn *side,
           GError **error)
{
  const DeidTableSource *table = rows->table;
  guint64 n = 0;

  for (guint64 row = 0; row < table->n_rows; row++)
    {
      guint32 value;

      if (!deid_stop_check_row (rows->stop, row, error))
        return FALSE;
      if (rows->partition != NULL && deid_partition_suppresses (rows->partition, row))
        continue;
      value = get_value (rows, column, row);
      side->of_rows[n] = value;
      side->counts[value] += rows->weights != NULL ? rows->weights[n] : 1;
      n++;
    }
  return TRUE;
}

static gboolean
list_texts (const DeidSideRows *rows, const DeidDistortionColumn *column, DeidSideColumn *side,
            GError **error)
{
  const DeidDictionary *dictionary = &rows->table->columns[column->column].dictionary;
  const DeidPartitionColumn *labels
      = rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE
            ? &rows->partition->columns[column->attribute]
            : NULL;

  side->n = labels != NULL ? labels->n_labels : dictionary->n;
  if (!deid_new_arrays (error, DEID_NEW (side->texts, side->n), DEID_NEW (side->counts, side->n),
                        DEID_NEW (side->categories, side->n),
                        DEID_NEW (side->of_rows, rows->n_rows)))
    return FALSE;
  for (guint32 value = 0; value < side->n; value++)
    side->texts[value]
        = labels != NULL ? labels->texts[value] : deid_dictionary_get (dictionary, value);
  return TRUE;
}

/* Means of bins that the release tells would be given here to deid_numbers_list_of_labels(). */
static gboolean
list_numbers (const DeidSideRows *rows, const DeidDistortionColumn *column, DeidSideColumn *side,
              GError **error)
{
  const DeidColumn *source = &rows->table->columns[column->column];

  if (rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE)
    side->stand_ins
        = deid_numbers_list_of_labels (rows->partition, column->attribute, NULL, rows->stop, error);
  else
    side->stand_ins = deid_numbers_list_of_values (source, rows->stop, error);
  if (side->stand_ins == NULL || !deid_new_arrays (error, DEID_NEW (side->numbers, side->n)))
    return FALSE;
  for (guint32 value = 0; value < side->n; value++)
    {
      side->numbers[value] = side->stand_ins[value].number;
      side->n_numbers += isnan (side->numbers[value]) ? 0 : side->counts[value];
    }
  return deid_sorted_values_init (&side->sorted, side->numbers, side->n, rows->stop, error);
}

static void
add_edge (DeidNumberEdges *edges, double number)
{
  if (edges->n == 0 || number > edges->numbers[edges->n - 1])
    edges->numbers[edges->n++] = number;
}

static void
find_edges (const DeidSideColumn *side, DeidNumberEdges *edges)
{
  const gboolean are_few
      = deid_sorted_values_count (&side->sorted, side->counts) <= DEID_MAX_FEW_NUMBERS;
  guint64 n = 0;

  *edges = (DeidNumberEdges){ .n = 0 };
  for (guint32 i = 0; i < side->sorted.n; i++)
    {
      const DeidSortedValue *value = &side->sorted.values[i];
      const guint64 n_before = n;

      n += side->counts[value->value];
      if (are_few ? n > n_before
                  : (guint64) ((DeidWide) n * DEID_N_TENTHS / side->n_numbers)
                        > (guint64) ((DeidWide) n_before * DEID_N_TENTHS / side->n_numbers))
        add_edge (edges, value->number);
    }
}

static void
categorize_numbers (DeidSideColumn *side, const DeidNumberEdges *edges)
{
  guint32 category = 0;

  side->n_categories = edges->n;
  for (guint32 value = 0; value < side->n; value++)
    side->categories[value] = edges->n;
  for (guint32 i = 0; edges->n > 0 && i < side->sorted.n; i++)
    {
      while (category < edges->n - 1 && side->sorted.values[i].number > edges->numbers[category])
        category++;
      side->categories[side->sorted.values[i].value] = category;
    }
}

static void
categorize_texts (DeidSideColumn *side)
{
  for (guint32 value = 0; value < side->n; value++)
    side->n_categories += side->texts[value] != NULL;
  for (guint32 value = 0, category = 0; value < side->n; value++)
    side->categories[value] = side->texts[value] != NULL ? category++ : side->n_categories;
}

static gboolean
init_column (const DeidSideRows *rows, const DeidDistortionColumn *column, DeidSideColumn *side,
             DeidNumberEdges *edges, GError **error)
{
  if (!list_texts (rows, column, side, error) || !read_rows (rows, column, side, error))
    return FALSE;
  if (!column->is_numeric)
    {
      categorize_texts (side);
      return TRUE;
    }
  if (!list_numbers (rows, column, side, error))
    return FALSE;
  if (rows->partition == NULL)
    find_edges (side, edges);
  categorize_numbers (side, edges);
  return TRUE;
}

/* Lists the weights of rows, if they have any. */
static gboolean
init_weights (DeidSideRows *rows, GError **error)
{
  const DeidTableSource *table = rows->table;
  guint64 n = 0;

  for (guint64 row = 0; row < table->n_rows; row++)
    n += rows->partition == NULL || !deid_partition_suppresses (rows->partition, row);
  rows->n_rows = n;
  if (table->weights == NULL)
    return TRUE;
  rows->weights = deid_alloc (n, sizeof *rows->weights, error);
  if (rows->weights == NULL)
    return FALSE;
  n = 0;
  for (guint64 row = 0; row < table->n_rows; row++)
    if (rows->partition == NULL || !deid_partition_suppresses (rows->partition, row))
      rows->weights[n++] = table->weights[row];
  return TRUE;
}

gboolean
deid_side_rows_init (DeidSideRows *rows, const DeidDistortion *distortion,
                     const DeidTableSource *table, const DeidPartition *partition,
                     DeidNumberEdges *edges, const DeidStop *stop, GError **error)
{
  *rows = (DeidSideRows){ .table = table, .partition = partition, .stop = stop };
  if (!init_weights (rows, error)
      || !deid_new_arrays (error, DEID_NEW (rows->columns, distortion->n_columns)))
    return FALSE;
  rows->n_columns = distortion->n_columns;
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!init_column (rows, &distortion->columns[c], &rows->columns[c], &edges[c], error))
      return FALSE;
  return TRUE;
}

void
deid_side_rows_clear (DeidSideRows *rows)
{
  for (guint c = 0; c < rows->n_columns; c++)
    {
      DeidSideColumn *side = &rows->columns[c];

      g_free (side->texts);
      g_free (side->of_rows);
      g_free (side->counts);
      g_free (side->categories);
      g_free (side->stand_ins);
      g_free (side->numbers);
      deid_sorted_values_clear (&side->sorted);
    }
  g_free (rows->columns);
  g_free (rows->weights);
}
