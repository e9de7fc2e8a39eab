/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/released-column.h"

#include "base/arrays.h"
#include "table/dataset-private.h"

static gboolean
init_computed (DeidReleasedColumn *column, const DeidPartition *partition,
               const DeidReleaseOptions *options, gboolean keeps_missing, const DeidStop *stop,
               GError **error)
{
  if (!deid_computed_column_init (&column->computed, partition, options, column->source->name, stop,
                                  error))
    return FALSE;
  column->keeps_missing = keeps_missing;
  column->n_labels = column->computed.n_labels;
  column->texts = column->computed.texts;
  return TRUE;
}

/* Of a quasi-identifier: its labels. */
static void
released_column_list_labels (DeidReleasedColumn *column, const DeidPartition *partition,
                             const DeidAttribute *attribute)
{
  const DeidPartitionColumn *labelled
      = &partition->columns[attribute - partition->lattice->attributes];

  column->labels = &labelled->labels;
  column->n_labels = labelled->n_labels;
  column->texts = labelled->texts;
}

gboolean
deid_released_column_init (DeidReleasedColumn *column, const DeidPartition *partition,
                           const DeidReleaseOptions *options, const DeidColumn *source,
                           const DeidStop *stop, GError **error)
{
  const DeidAttribute *attribute = deid_lattice_find_attribute (partition->lattice, source->name);

  *column = (DeidReleasedColumn){ .source = source,
                                  .role = source->role,
                                  .n_labels = source->dictionary.n };
  if (attribute != NULL)
    column->role = DEID_ROLE_QUASI_IDENTIFYING;
  if (deid_release_options_get_microaggregation (options, source->name)
      != DEID_MICROAGGREGATION_NONE)
    return init_computed (column, partition, options, attribute == NULL, stop, error);
  if (attribute != NULL)
    released_column_list_labels (column, partition, attribute);
  return TRUE;
}

gboolean
deid_released_column_init_means (DeidReleasedColumn *column, const DeidPartition *partition,
                                 const DeidReleaseOptions *options, const DeidColumn *source,
                                 const DeidStop *stop, GError **error)
{
  *column = (DeidReleasedColumn){ .source = source,
                                  .name = deid_bin_mean_name (source->name),
                                  .role = DEID_ROLE_QUASI_IDENTIFYING };
  return init_computed (column, partition, options, FALSE, stop, error);
}

void
deid_released_column_clear (DeidReleasedColumn *column)
{
  g_clear_pointer (&column->name, g_free);
  deid_computed_column_clear (&column->computed);
}

/* Makes the column of a column of the table, and that of its bin means. */
static gboolean
released_column_add_column (DeidReleasedColumns *columns, const DeidPartition *partition,
                            const DeidReleaseOptions *options, const DeidColumn *source,
                            const DeidStop *stop, GError **error)
{
  return deid_released_column_init (&columns->items[columns->n++], partition, options, source, stop,
                                    error)
         && (deid_release_options_get_bin_mean (options, source->name) == DEID_BIN_MEAN_NONE
             || deid_released_column_init_means (&columns->items[columns->n++], partition, options,
                                                 source, stop, error));
}

gboolean
deid_released_columns_init (DeidReleasedColumns *columns, const DeidPartition *partition,
                            const DeidReleaseOptions *options, const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = partition->lattice;
  const DeidDataset *dataset = lattice->dataset;

  *columns = (DeidReleasedColumns){ .n = 0 };
  if (!deid_release_options_check (options, lattice, error)
      || !deid_new_arrays (error, DEID_NEW (columns->items, (guint64) 2 * dataset->n_columns)))
    return FALSE;
  for (guint c = 0; c < dataset->n_columns; c++)
    if ((dataset->columns[c].role == DEID_ROLE_WEIGHT
         || deid_lattice_releases (lattice, &dataset->columns[c]))
        && !released_column_add_column (columns, partition, options, &dataset->columns[c], stop,
                                        error))
      return FALSE;
  return TRUE;
}

void
deid_released_columns_clear (DeidReleasedColumns *columns)
{
  for (guint c = 0; c < columns->n; c++)
    deid_released_column_clear (&columns->items[c]);
  g_free (columns->items);
}
