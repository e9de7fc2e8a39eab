/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-partition.h"

#include "base/arrays.h"
#include "base/memory.h"

/* Numbers the clusters in the order of their first rows. */
static gboolean
number_classes (DeidPartition *partition, const DeidLocalClusters *clusters, guint32 *classes,
                guint32 *clusters_of_classes, const DeidStop *stop, GError **error)
{
  for (guint32 record = 0; record < clusters->tuples->n_records; record++)
    partition->class_of_row[clusters->tuples->rows[record]] = clusters->records[record].cluster;
  for (guint32 number = 0; number < clusters->n_places; number++)
    classes[number] = DEID_LOCAL_NONE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      guint32 *number = &classes[partition->class_of_row[row]];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (*number == DEID_LOCAL_NONE)
        {
          clusters_of_classes[partition->n_classes] = partition->class_of_row[row];
          *number = partition->n_classes++;
        }
      partition->class_of_row[row] = *number;
    }
  return TRUE;
}

static gboolean
list_texts (DeidPartitionColumn *column, const DeidAttribute *attribute,
            const DeidLocalNodes *nodes, GError **error)
{
  column->n_labels = nodes->n_nodes;
  column->texts = deid_alloc (nodes->n_nodes, sizeof *column->texts, error);
  for (guint32 node = 0; column->texts != NULL && node < nodes->n_nodes; node++)
    {
      const guint level = nodes->levels[node];
      const guint32 label = attribute->levels[level].labels[nodes->codes[node]];

      column->texts[node] = deid_attribute_get_label (attribute, level, label);
      if (!deid_check_text (column->texts[node], error))
        return FALSE;
    }
  return column->texts != NULL;
}

/* Sets the labels of an attribute. Returns: whether it could; adds up what they cost. */
static gboolean
add_column (DeidPartition *partition, const DeidLocalClusters *clusters,
            const guint32 *clusters_of_classes, guint a, DeidLossSums *sums, GError **error)
{
  const DeidLocalNodes *nodes = &clusters->tuples->attributes[a];
  DeidPartitionColumn *column = &partition->columns[a];

  if (!list_texts (column, &partition->lattice->attributes[a], nodes, error)
      || !deid_codes_alloc (&column->labels, partition->n_classes, nodes->n_nodes - 1, error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const DeidLocalCluster *cluster
          = deid_local_clusters_get (clusters, clusters_of_classes[number]);

      deid_codes_set (&column->labels, number, cluster->nodes[a]);
      sums->kept += (guint64) cluster->size * nodes->extents[cluster->nodes[a]];
    }
  return TRUE;
}

static gboolean
measure (DeidPartition *partition, const DeidLoss *loss, const DeidLossSums *sums, GError **error)
{
  partition->verdict.is_solution = partition->is_measured = TRUE;
  partition->verdict.objective = deid_loss_get_objective (loss, sums, 0);
  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    partition->losses[a] = deid_loss_get_attribute (loss, a, sums[a], 0);
  return deid_loss_from_objective (loss, partition->verdict.objective, &partition->loss, error);
}

static gboolean
fill (DeidPartition *partition, const DeidLocalClusters *clusters, const DeidStop *stop,
      GError **error)
{
  const guint m = partition->lattice->n_attributes;
  g_autofree guint32 *classes = NULL, *clusters_of_classes = NULL;
  g_autofree DeidLossSums *sums = NULL;

  if (!deid_new_arrays (error, DEID_NEW (classes, clusters->n_places),
                        DEID_NEW (clusters_of_classes, clusters->n_clusters), DEID_NEW (sums, m),
                        DEID_NEW (partition->class_of_row, partition->n_rows),
                        DEID_NEW (partition->records, clusters->n_clusters),
                        DEID_NEW (partition->suppressed, clusters->n_clusters),
                        DEID_NEW (partition->columns, m), DEID_NEW (partition->losses, m))
      || !number_classes (partition, clusters, classes, clusters_of_classes, stop, error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    partition->records[number]
        = deid_local_clusters_get (clusters, clusters_of_classes[number])->size;
  for (guint a = 0; a < m; a++)
    if (!deid_stop_check (stop, error)
        || !add_column (partition, clusters, clusters_of_classes, a, &sums[a], error))
      return FALSE;
  return measure (partition, &clusters->tuples->prepared->loss, sums, error);
}

DeidPartition *
deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = clusters->tuples->prepared;
  g_autoptr (DeidPartition) partition = g_new0 (DeidPartition, 1);

  g_atomic_ref_count_init (&partition->ref_count);
  partition->lattice = deid_lattice_ref (prepared->problem->lattice);
  partition->n_rows = clusters->tuples->n_records;
  deid_local_clusters_merge (clusters);
  return fill (partition, clusters, stop, error) ? g_steal_pointer (&partition) : NULL;
}
