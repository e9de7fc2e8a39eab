/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/released-column.h"

#include "base/memory.h"
#include "base/stopped-sort.h"

/* A label with its text, to be sorted by it. */
typedef struct
{
  const char *text;
  guint32 label;
} LabelText;

static int
compare_texts (const void *a, const void *b)
{
  return g_strcmp0 (((const LabelText *) a)->text, ((const LabelText *) b)->text);
}

static gboolean
rank_labels (DeidReleasedColumn *column, const DeidStop *stop, GError **error)
{
  g_autofree LabelText *order = deid_alloc (column->n_labels, sizeof *order, error);

  if (order == NULL)
    return FALSE;
  column->ranks = deid_alloc ((guint64) column->n_labels + 1, sizeof *column->ranks, error);
  if (column->ranks == NULL)
    return FALSE;
  for (guint32 label = 0; label < column->n_labels; label++)
    order[label] = (LabelText){ column->texts != NULL
                                    ? column->texts[label]
                                    : deid_dictionary_get (&column->source->dictionary, label),
                                label };
  if (!deid_stopped_sort (order, column->n_labels, sizeof *order, compare_texts, stop, error))
    return FALSE;
  for (guint32 i = 0; i < column->n_labels; i++)
    column->ranks[order[i].label] = i > 0 && compare_texts (&order[i - 1], &order[i]) == 0
                                        ? column->ranks[order[i - 1].label]
                                        : i;
  column->ranks[column->n_labels] = column->n_labels;
  return TRUE;
}

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
  return rank_labels (column, stop, error);
}

/* Of a quasi-identifier: its labels. */
static void
list_labels (DeidReleasedColumn *column, const DeidPartition *partition,
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
    list_labels (column, partition, attribute);
  return column->role == DEID_ROLE_WEIGHT || rank_labels (column, stop, error);
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
  g_clear_pointer (&column->ranks, g_free);
}
