/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/distortion-rows.h"

#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"

static guint32
distortion_rows_get_label (const DeidSideRows *rows, const DeidDistortionColumn *column,
                           guint64 row)
{
  if (rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE)
    return deid_partition_get_row_label (rows->partition, column->attribute, row);
  return deid_codes_get (&rows->table->columns[column->column].codes, row);
}

/* Returns: the value of a row with this label. */
static guint32
distortion_rows_find_value (const DeidSideRows *rows, DeidSideColumn *side, guint column,
                            guint64 row, guint32 label)
{
  guint32 bin;

  if (side->bin_labels == NULL)
    return label;
  bin = rows->means[column].bin_of_class[rows->partition->class_of_row[row]];
  if (bin == DEID_NO_CODE || !rows->means[column].has_number[bin] || side->texts[label] == NULL)
    return label;
  side->bin_labels[bin] = label;
  return side->n_labels + bin;
}

/* Lists the values of the rows, and counts the records of each, and of each label. */
static gboolean
distortion_rows_read_rows (const DeidSideRows *rows, const DeidDistortion *distortion, guint number,
                           DeidSideColumn *side, GError **error)
{
  const DeidDistortionColumn *column = &distortion->columns[number];
  const DeidTableSource *table = rows->table;
  guint64 n = 0;

  for (guint64 row = 0; row < table->n_rows; row++)
    {
      guint32 label, value;
      guint64 weight;

      if (!deid_stop_check_row (rows->stop, row, error))
        return FALSE;
      if (rows->partition != NULL && deid_partition_suppresses (rows->partition, row))
        continue;
      label = distortion_rows_get_label (rows, column, row);
      value = distortion_rows_find_value (rows, side, number, row, label);
      weight = rows->weights != NULL ? rows->weights[n] : 1;
      side->of_rows[n] = value;
      side->counts[value] += weight;
      side->label_counts[label] += weight;
      n++;
    }
  return TRUE;
}

static gboolean
distortion_rows_list_texts (const DeidSideRows *rows, const DeidDistortion *distortion,
                            guint number, DeidSideColumn *side, GError **error)
{
  const DeidDistortionColumn *column = &distortion->columns[number];
  const guint32 n_bins = rows->partition != NULL ? rows->means[number].n_bins : 0;
  const DeidDictionary *dictionary = &rows->table->columns[column->column].dictionary;
  const DeidPartitionColumn *labels
      = rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE
            ? &rows->partition->columns[column->attribute]
            : NULL;

  side->n_labels = labels != NULL ? labels->n_labels : dictionary->n;
  side->n = side->n_labels + n_bins;
  if (!deid_new_arrays (error, DEID_NEW (side->texts, side->n_labels),
                        DEID_NEW (side->label_counts, side->n_labels),
                        DEID_NEW (side->counts, side->n), DEID_NEW (side->categories, side->n),
                        DEID_NEW (side->of_rows, rows->n_rows))
      || (n_bins > 0 && !deid_new_arrays (error, DEID_NEW (side->bin_labels, n_bins))))
    return FALSE;
  for (guint32 label = 0; label < side->n_labels; label++)
    side->texts[label]
        = labels != NULL ? labels->texts[label] : deid_dictionary_get (dictionary, label);
  return TRUE;
}

/* Lists what labels stand for. */
static DeidReleasedNumber *
list_of_labels (const DeidSideRows *rows, const DeidDistortionColumn *column, GError **error)
{
  if (rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE)
    return deid_numbers_list_of_labels (rows->partition, column->attribute, rows->stop, error);
  return deid_numbers_list_of_values (&rows->table->columns[column->column], rows->stop, error);
}

/* Lists what values stand for: bins for their means, and labels of a column that is microaggregated
 * for nothing, since they are not released. */
static void
list_of_values (const DeidSideColumn *side, const DeidReleasedNumber *of_labels,
                const DeidBinMeans *means, gboolean is_aggregated)
{
  for (guint32 label = 0; label < side->n_labels; label++)
    {
      side->stand_ins[label] = of_labels[label];
      if (is_aggregated && side->texts[label] != NULL)
        side->stand_ins[label] = (DeidReleasedNumber){ NAN, DEID_STAND_IN_NOTHING };
    }
  for (guint32 bin = 0; side->bin_labels != NULL && bin < means->n_bins; bin++)
    {
      const DeidReleasedNumber *of_label = &of_labels[side->bin_labels[bin]];
      DeidReleasedNumber *stand_in = &side->stand_ins[side->n_labels + bin];

      if (is_aggregated)
        *stand_in = (DeidReleasedNumber){ means->numbers[bin], DEID_STAND_IN_VALUE };
      else if (of_label->stand_in != DEID_STAND_IN_VALUE)
        *stand_in = (DeidReleasedNumber){ means->numbers[bin], DEID_STAND_IN_BIN_MEAN };
      else
        *stand_in = *of_label;
    }
}

static gboolean
list_numbers (const DeidSideRows *rows, const DeidDistortion *distortion, guint number,
              DeidSideColumn *side, GError **error)
{
  const DeidDistortionColumn *column = &distortion->columns[number];
  g_autofree DeidReleasedNumber *of_labels = list_of_labels (rows, column, error);

  if (of_labels == NULL
      || !deid_new_arrays (error, DEID_NEW (side->stand_ins, side->n),
                           DEID_NEW (side->numbers, side->n)))
    return FALSE;
  list_of_values (side, of_labels, rows->partition != NULL ? &rows->means[number] : NULL,
                  rows->partition != NULL && column->is_aggregated);
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
  for (guint32 label = 0; label < side->n_labels; label++)
    side->n_categories += side->texts[label] != NULL;
  for (guint32 label = 0, category = 0; label < side->n_labels; label++)
    side->categories[label] = side->texts[label] != NULL ? category++ : side->n_categories;
}

static gboolean
distortion_rows_init_column (const DeidSideRows *rows, const DeidDistortion *distortion,
                             guint number, DeidNumberEdges *edges, GError **error)
{
  DeidSideColumn *side = &rows->columns[number];

  if (!distortion_rows_list_texts (rows, distortion, number, side, error)
      || !distortion_rows_read_rows (rows, distortion, number, side, error))
    return FALSE;
  if (!distortion->columns[number].is_numeric)
    {
      categorize_texts (side);
      return TRUE;
    }
  if (!list_numbers (rows, distortion, number, side, error))
    return FALSE;
  if (rows->partition == NULL)
    find_edges (side, edges);
  categorize_numbers (side, edges);
  return TRUE;
}

/* Lists the weights of rows, if they have any. */
static gboolean
distortion_rows_init_weights (DeidSideRows *rows, GError **error)
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
                     const DeidBinMeans *means, DeidNumberEdges *edges, const DeidStop *stop,
                     GError **error)
{
  *rows = (DeidSideRows){ .table = table, .partition = partition, .means = means, .stop = stop };
  if (!distortion_rows_init_weights (rows, error)
      || !deid_new_arrays (error, DEID_NEW (rows->columns, distortion->n_columns)))
    return FALSE;
  rows->n_columns = distortion->n_columns;
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!distortion_rows_init_column (rows, distortion, c, &edges[c], error))
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
      g_free (side->label_counts);
      g_free (side->bin_labels);
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
