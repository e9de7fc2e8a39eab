/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a release did to the data. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "distortion/distortion-rows.h"
#include "distortion/pair-sums.h"
#include "problem/release-options-private.h"
#include "table/dataset-view.h"

#include <math.h>
#include <string.h>

/* The public reads figures to so many significant digits. */
#define PUBLIC_FORMAT "%.10g"

void
deid_distortion_free (DeidDistortion *distortion)
{
  for (guint c = 0; c < distortion->n_columns; c++)
    g_free (distortion->columns[c].values);
  g_free (distortion->columns);
  g_free (distortion->pairs);
  deid_problem_unref (distortion->problem);
  g_clear_pointer (&distortion->policy, deid_policy_unref);
  g_clear_pointer (&distortion->local, deid_partition_unref);
  g_free (distortion);
}

const DeidColumn *
deid_distortion_look_up (const DeidDistortion *distortion, guint column)
{
  return deid_dataset_get_column (distortion->problem->lattice->dataset, column);
}

static void
distortion_init_column (DeidDistortionColumn *column, const DeidResult *result,
                        const DeidPartition *partition, guint number)
{
  const DeidLattice *lattice = partition->lattice;
  const DeidColumn *source = deid_dataset_get_column (lattice->dataset, number);
  const DeidAttribute *attribute = deid_lattice_find_attribute (lattice, source->name);

  *column = (DeidDistortionColumn){ .column = number,
                                    .attribute = DEID_NO_ATTRIBUTE,
                                    .is_numeric = deid_column_has_numbers (source) };
  if (attribute == NULL)
    return;
  column->attribute = (guint) (attribute - lattice->attributes);
  column->has_level = attribute->cuts == NULL && result->policy != NULL;
  if (column->has_level)
    column->level = result->policy->levels[attribute->first_dimension];
  column->has_loss
      = deid_partition_get_attribute_loss (partition, column->attribute, &column->loss);
}

static gboolean
distortion_list_columns (DeidDistortion *distortion, const DeidResult *result,
                         const DeidPartition *partition, GError **error)
{
  const DeidLattice *lattice = partition->lattice;
  const guint n = deid_dataset_get_n_columns (lattice->dataset);

  if (!deid_new_arrays (error, DEID_NEW (distortion->columns, n)))
    return FALSE;
  for (guint c = 0; c < n; c++)
    if (deid_lattice_releases (lattice, deid_dataset_get_column (lattice->dataset, c)))
      distortion_init_column (&distortion->columns[distortion->n_columns++], result, partition, c);
  return TRUE;
}

static gboolean
list_pairs (DeidDistortion *distortion, GError **error)
{
  const guint64 n = deid_pairs_count (distortion->n_columns);

  if (!deid_new_arrays (error, DEID_NEW (distortion->pairs, n)))
    return FALSE;
  distortion->n_pairs = n;
  for (guint second = 1; second < distortion->n_columns; second++)
    for (guint first = 0; first < second; first++)
      {
        DeidDistortionPair *pair = &distortion->pairs[deid_pair_get_index (first, second)];

        pair->columns[0] = distortion->columns[first].column;
        pair->columns[1] = distortion->columns[second].column;
        for (guint a = 0; a < DEID_N_ASSOCIATIONS; a++)
          pair->associations[a][0] = pair->associations[a][1] = NAN;
      }
  return TRUE;
}

/* The order of columns, values and pairs: the greatest change first. The public, who does not read
 * what changed, has them in the order of the table, and values in that of their texts. */

/* An item as it is to be placed. */
typedef struct
{
  double change;
  gboolean is_numeric;
  guint columns[2];
  guint64 place; /* before sorting */
} DistortionOrderPlace;

static int
distortion_order_compare_places (const void *a, const void *b)
{
  const DistortionOrderPlace *x = a, *y = b;

  if (x->is_numeric != y->is_numeric)
    return x->is_numeric ? -1 : 1;
  if (x->change < y->change || x->change > y->change)
    return x->change > y->change ? -1 : 1;
  for (guint i = 0; i < 2; i++)
    if (x->columns[i] != y->columns[i])
      return x->columns[i] < y->columns[i] ? -1 : 1;
  return 0;
}

/* Puts items of a size where the places say. */
static gboolean
arrange (gpointer *items, gsize size, DistortionOrderPlace *places, guint64 n, const DeidStop *stop,
         GError **error)
{
  guint8 *arranged;

  if (!deid_stopped_sort (places, n, sizeof *places, distortion_order_compare_places, stop, error))
    return FALSE;
  arranged = deid_alloc (n, size, error);
  if (arranged == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    memcpy (arranged + i * size, (const guint8 *) *items + places[i].place * size, size);
  g_free (*items);
  *items = arranged;
  return TRUE;
}

static gboolean
sort_columns (DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  g_autofree DistortionOrderPlace *places
      = deid_alloc (distortion->n_columns, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  for (guint c = 0; c < distortion->n_columns; c++)
    {
      const DeidDistortionColumn *column = &distortion->columns[c];

      places[c]
          = (DistortionOrderPlace){ .change
                                    = is_public ? 0 : deid_distortion_column_get_change (column),
                                    .is_numeric = column->is_numeric,
                                    .columns = { column->column },
                                    .place = c };
    }
  return arrange ((gpointer *) &distortion->columns, sizeof *distortion->columns, places,
                  distortion->n_columns, stop, error);
}

static gboolean
sort_pairs (DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  g_autofree DistortionOrderPlace *places = deid_alloc (distortion->n_pairs, sizeof *places, error);

  if (places == NULL)
    return FALSE;
  for (guint64 i = 0; i < distortion->n_pairs; i++)
    {
      const DeidDistortionPair *pair = &distortion->pairs[i];

      places[i] = (DistortionOrderPlace){ .change
                                          = is_public ? 0 : deid_distortion_pair_get_change (pair),
                                          .columns = { pair->columns[0], pair->columns[1] },
                                          .place = i };
    }
  return arrange ((gpointer *) &distortion->pairs, sizeof *distortion->pairs, places,
                  distortion->n_pairs, stop, error);
}

/* A label with the change of its share, times the records before and those after. */
typedef struct
{
  DeidDistortionValue value;
  DeidWide change;
} ChangedValue;

static int
distortion_order_compare_values (const void *a, const void *b)
{
  const ChangedValue *x = a, *y = b;

  if (x->change != y->change)
    return x->change > y->change ? -1 : 1;
  return g_strcmp0 (x->value.text, y->value.text);
}

static gboolean
distortion_order_sort_values (const DeidDistortion *distortion, DeidDistortionColumn *column,
                              const DeidStop *stop, GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  g_autofree ChangedValue *values = deid_alloc (column->n_values, sizeof *values, error);

  if (values == NULL)
    return FALSE;
  for (guint64 i = 0; i < column->n_values; i++)
    {
      const DeidWide before = (DeidWide) column->values[i].n[0] * distortion->n[1];
      const DeidWide after = (DeidWide) column->values[i].n[1] * distortion->n[0];

      values[i] = (ChangedValue){ .value = column->values[i] };
      if (!is_public)
        values[i].change = before > after ? before - after : after - before;
    }
  if (!deid_stopped_sort (values, column->n_values, sizeof *values, distortion_order_compare_values,
                          stop, error))
    return FALSE;
  for (guint64 i = 0; i < column->n_values; i++)
    column->values[i] = values[i].value;
  return TRUE;
}

/* Brings columns, their values and pairs in order. */
static gboolean
distortion_sort (DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!distortion_order_sort_values (distortion, &distortion->columns[c], stop, error))
      return FALSE;
  return sort_columns (distortion, stop, error) && sort_pairs (distortion, stop, error);
}

static gboolean
measure_side (DeidDistortion *distortion, const DeidTableSource *table,
              const DeidPartition *partition, const DeidBinMeans *means, DeidNumberEdges *edges,
              const DeidStop *stop, GError **error)
{
  const guint side = partition != NULL ? 1 : 0;
  DeidSideRows rows;
  const gboolean success
      = deid_side_rows_init (&rows, distortion, table, partition, means, edges, stop, error)
        && deid_side_rows_measure_columns (&rows, distortion, side, error)
        && (partition == NULL || deid_side_rows_compare_values (&rows, distortion, error))
        && deid_side_rows_measure_pairs (&rows, distortion, side, error);

  deid_side_rows_clear (&rows);
  return success;
}

/* Computes what is released of numbers in each column. */
static gboolean
compute_means (DeidDistortion *distortion, const DeidPartition *partition,
               const DeidReleaseOptions *options, DeidBinMeans *means, const DeidStop *stop,
               GError **error)
{
  for (guint c = 0; c < distortion->n_columns; c++)
    {
      DeidDistortionColumn *column = &distortion->columns[c];
      const char *name = deid_distortion_look_up (distortion, column->column)->name;
      const DeidNumberOption *option = deid_release_options_find (options, name);

      column->is_aggregated
          = option != NULL && option->microaggregation != DEID_MICROAGGREGATION_NONE;
      if (!deid_bin_means_init (&means[c], partition, options, name, stop, error))
        return FALSE;
    }
  return TRUE;
}

static void
clear_means (DeidBinMeans *means, guint n)
{
  for (guint c = 0; means != NULL && c < n; c++)
    deid_bin_means_clear (&means[c]);
  g_free (means);
}

static gboolean
distortion_measure (DeidDistortion *distortion, const DeidResult *result,
                    const DeidPartition *partition, const DeidReleaseOptions *options,
                    const DeidStop *stop, GError **error)
{
  DeidTableSource table;
  DeidBinMeans *means = NULL;
  g_autofree DeidNumberEdges *edges = NULL;
  gboolean success;

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      distortion->n[0] += partition->records[number];
      distortion->n[1] += partition->suppressed[number] ? 0 : partition->records[number];
    }
  success = deid_table_source_init (&table, partition->lattice->dataset, error)
            && distortion_list_columns (distortion, result, partition, error)
            && list_pairs (distortion, error)
            && deid_new_arrays (error, DEID_NEW (edges, distortion->n_columns),
                                DEID_NEW (means, distortion->n_columns))
            && compute_means (distortion, partition, options, means, stop, error)
            && measure_side (distortion, &table, NULL, NULL, edges, stop, error)
            && measure_side (distortion, &table, partition, means, edges, stop, error)
            && distortion_sort (distortion, stop, error);
  clear_means (means, distortion->n_columns);
  deid_table_source_clear (&table);
  return success;
}

DeidDistortion *
deid_distortion_make (DeidResult *result, DeidReleaseOptions *release_options, const DeidStop *stop,
                      GError **error)
{
  g_autoptr (DeidReleaseOptions) used = deid_release_options_use (release_options);
  g_autoptr (DeidDistortion) distortion = NULL;
  const DeidPartition *partition;

  if (!deid_release_options_check (used, result->problem->lattice, error))
    return NULL;
  partition = deid_result_make_partition (result, stop, error);
  if (partition == NULL)
    return NULL;
  distortion = g_new0 (DeidDistortion, 1);
  distortion->problem = deid_problem_ref (result->problem);
  deid_result_ref_recoding (result, &distortion->policy, &distortion->local);
  return distortion_measure (distortion, result, partition, used, stop, error)
             ? g_steal_pointer (&distortion)
             : NULL;
}

/* Makes a copy that owns what it has. */
static DeidDistortion *
distortion_copy (const DeidDistortion *distortion, GError **error)
{
  g_autoptr (DeidDistortion) made = g_new0 (DeidDistortion, 1);

  made->problem = deid_problem_ref (distortion->problem);
  if (distortion->policy != NULL)
    made->policy = deid_policy_ref (distortion->policy);
  if (distortion->local != NULL)
    made->local = deid_partition_ref (distortion->local);
  made->n[1] = distortion->n[1];
  made->pairs
      = deid_copy_array (distortion->pairs, distortion->n_pairs, sizeof *made->pairs, error);
  if (made->pairs == NULL
      || !deid_new_arrays (error, DEID_NEW (made->columns, distortion->n_columns)))
    return NULL;
  made->n_pairs = distortion->n_pairs;
  for (guint c = 0; c < distortion->n_columns; c++)
    {
      DeidDistortionColumn *column = &made->columns[made->n_columns++];

      *column = distortion->columns[c];
      column->values
          = deid_copy_array (column->values, column->n_values, sizeof *column->values, error);
      if (column->values == NULL)
        return NULL;
    }
  return g_steal_pointer (&made);
}

static double
round_figure (double figure)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, PUBLIC_FORMAT, figure), NULL);
}

/* Sums depend in their last bits on the order of rows and values in the input. */
static void
withhold_column (DeidDistortionColumn *column)
{
  DeidDistortionFigures *after = &column->figures[1];
  guint64 n_values = 0;

  column->figures[0] = (DeidDistortionFigures){ 0 };
  column->has_level = column->has_loss = FALSE;
  column->level = 0;
  column->loss = column->distance = 0;
  after->moments.mean = round_figure (after->moments.mean);
  after->moments.squares = round_figure (after->moments.squares);
  for (guint64 i = 0; i < column->n_values; i++)
    if (column->values[i].n[1] > 0)
      {
        column->values[n_values] = column->values[i];
        column->values[n_values++].n[0] = 0;
      }
  column->n_values = n_values;
}

gboolean
deid_distortion_is_mixed (const DeidDistortion *distortion, const DeidDistortionPair *pair)
{
  return deid_column_has_numbers (deid_distortion_look_up (distortion, pair->columns[0]))
         != deid_column_has_numbers (deid_distortion_look_up (distortion, pair->columns[1]));
}

/* Between numbers and texts V takes numbers by tenths of the original. */
static void
withhold_pair (const DeidDistortion *distortion, DeidDistortionPair *pair)
{
  const gboolean is_mixed = deid_distortion_is_mixed (distortion, pair);

  pair->n[0] = 0;
  for (guint a = 0; a < DEID_N_ASSOCIATIONS; a++)
    {
      pair->associations[a][0] = NAN;
      pair->associations[a][1] = is_mixed || isnan (pair->associations[a][1])
                                     ? NAN
                                     : round_figure (pair->associations[a][1]);
    }
}

DeidDistortion *
deid_distortion_make_public (const DeidDistortion *distortion, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidDistortion) shown = NULL;

  if (!deid_stop_check (stop, error))
    return NULL;
  shown = distortion_copy (distortion, error);
  if (shown == NULL)
    return NULL;
  shown->audience = DEID_AUDIENCE_PUBLIC;
  for (guint c = 0; c < shown->n_columns; c++)
    withhold_column (&shown->columns[c]);
  for (guint64 i = 0; i < shown->n_pairs; i++)
    withhold_pair (shown, &shown->pairs[i]);
  return distortion_sort (shown, stop, error) ? g_steal_pointer (&shown) : NULL;
}
