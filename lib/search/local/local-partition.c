/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-partition.h"

#include "base/arrays.h"
#include "base/memory.h"

/* A partition that is being made of clusters. */
typedef struct
{
  DeidPartition *partition;
  const DeidLocalClusters *clusters;
  guint32 *classes;             /* of each cluster */
  guint32 *clusters_of_classes; /* and the other way round */
  DeidLevel *levels;            /* of each class, of each attribute */
  const guint32 **extents;      /* of each attribute, of its nodes */
} Making;

/* Numbers the clusters in the order of their first rows. */
static gboolean
number_classes (Making *making, const DeidStop *stop, GError **error)
{
  const DeidLocalClusters *clusters = making->clusters;
  const DeidLocalTuples *tuples = clusters->tuples;
  DeidPartition *partition = making->partition;

  for (guint32 record = 0; record < tuples->n_records; record++)
    partition->class_of_row[tuples->rows[record]] = clusters->records[record].cluster;
  for (guint32 number = 0; number < clusters->n_places; number++)
    making->classes[number] = DEID_LOCAL_NONE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      guint32 *number = &making->classes[partition->class_of_row[row]];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (*number == DEID_LOCAL_NONE)
        {
          making->clusters_of_classes[partition->n_classes] = partition->class_of_row[row];
          *number = partition->n_classes++;
        }
      partition->class_of_row[row] = *number;
      partition->records[*number] += deid_rows_get_weight (&tuples->prepared->own, row);
    }
  return TRUE;
}

static gboolean
list_texts (DeidPartitionColumn *column, const DeidAttribute *attribute,
            const DeidLocalNodes *nodes, GError **error)
{
  column->n_labels = nodes->n_nodes;
  if (!deid_new_arrays (error, DEID_NEW (column->texts, nodes->n_nodes),
                        DEID_NEW (column->levels, nodes->n_nodes)))
    return FALSE;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    {
      const guint level = nodes->levels[node];
      const guint32 label = attribute->levels[level].labels[nodes->codes[node]];

      column->levels[node] = (DeidLevel) level;
      column->texts[node] = deid_attribute_get_label (attribute, level, label);
      if (!deid_check_text (column->texts[node], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_column (Making *making, guint a, GError **error)
{
  const DeidLocalNodes *nodes = &making->clusters->tuples->attributes[a];
  DeidPartition *partition = making->partition;
  DeidPartitionColumn *column = &partition->columns[a];

  making->extents[a] = nodes->extents;
  if (!list_texts (column, &partition->lattice->attributes[a], nodes, error)
      || !deid_codes_alloc (&column->labels, partition->n_classes, nodes->n_nodes - 1, error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const DeidLocalCluster *cluster
          = deid_local_clusters_get (making->clusters, making->clusters_of_classes[number]);

      deid_codes_set (&column->labels, number, cluster->nodes[a]);
      making->levels[(gsize) number * partition->lattice->n_attributes + a]
          = column->levels[cluster->nodes[a]];
    }
  return TRUE;
}

static gboolean
fill (Making *making, const DeidStop *stop, GError **error)
{
  const DeidLocalClusters *clusters = making->clusters;
  DeidPartition *partition = making->partition;
  const guint m = partition->lattice->n_attributes;
  guint32 suppressed;

  if (!number_classes (making, stop, error)
      || !deid_new_arrays (error, DEID_NEW (making->levels, (guint64) partition->n_classes * m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    if (!deid_stop_check (stop, error) || !add_column (making, a, error))
      return FALSE;
  suppressed = clusters->suppressed != DEID_LOCAL_NONE ? making->classes[clusters->suppressed]
                                                       : DEID_LOCAL_NONE;
  return deid_local_partition_judge (partition, clusters->tuples->prepared, making->levels,
                                     making->extents, suppressed, stop, error);
}

static gboolean
make (Making *making, const DeidStop *stop, GError **error)
{
  DeidPartition *partition = making->partition;
  const guint64 n = making->clusters->n_places;
  const guint m = partition->lattice->n_attributes;
  gboolean success
      = deid_new_arrays (error, DEID_NEW (making->classes, n),
                         DEID_NEW (making->clusters_of_classes, n), DEID_NEW (making->extents, m),
                         DEID_NEW (partition->class_of_row, partition->n_rows),
                         DEID_NEW (partition->records, n), DEID_NEW (partition->columns, m))
        && fill (making, stop, error)
        && deid_realloc ((gpointer *) &partition->records, partition->n_classes,
                         sizeof *partition->records, error);

  g_free (making->classes);
  g_free (making->clusters_of_classes);
  g_free (making->levels);
  g_free (making->extents);
  return success;
}

DeidPartition *
deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = clusters->tuples->prepared;
  g_autoptr (DeidPartition) partition = g_new0 (DeidPartition, 1);
  Making making = { .partition = partition, .clusters = clusters };

  g_atomic_ref_count_init (&partition->ref_count);
  partition->lattice = deid_lattice_ref (prepared->problem->lattice);
  partition->n_rows = clusters->tuples->n_records;
  deid_local_clusters_merge (clusters);
  return make (&making, stop, error) ? g_steal_pointer (&partition) : NULL;
}
