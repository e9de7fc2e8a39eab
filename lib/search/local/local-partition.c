/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-partition.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "lattice/recoder.h"

/* A partition that is being made of clusters. Suppressed records have a cluster of their own, which
 * need not have labels; those with the same labels on the highest levels are one class. A key is
 * the number of a cluster, or that of such a class behind all clusters. */
typedef struct
{
  DeidPartition *partition;
  const DeidLocalClusters *clusters;
  DeidGrouping tops; /* rows by their labels on the highest levels */
  guint32 n_keys;
  guint32 *classes;        /* of each key */
  guint32 *records;        /* of each key one record */
  guint32 *keys;           /* of each class */
  DeidClassLabel *labels;  /* of each class, of each attribute */
  const guint32 **extents; /* of each attribute, of its nodes */
} Making;

static gboolean
has_suppressed (const Making *making)
{
  const DeidLocalClusters *clusters = making->clusters;

  return clusters->suppressed != DEID_LOCAL_NONE
         && deid_local_clusters_get (clusters, clusters->suppressed)->first != DEID_LOCAL_NONE;
}

/* Groups rows by their labels on the highest levels, if there is anything suppressed. */
static gboolean
group_tops (Making *making, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = making->clusters->tuples->prepared;
  const DeidLattice *lattice = prepared->lattice;
  DeidRecoder recoder = { 0 };
  gboolean success;

  if (!has_suppressed (making))
    return TRUE;
  success = deid_recoder_init (&recoder, lattice->attributes, lattice->n_attributes, error)
            && deid_grouping_run (&making->tops, &prepared->own,
                                  deid_recoder_set (&recoder, lattice->heights), stop, error);
  deid_recoder_clear (&recoder);
  return success;
}

/* Returns: the key of the record of a row. */
static guint32
get_key (const Making *making, guint32 record)
{
  const DeidLocalClusters *clusters = making->clusters;
  const guint32 cluster = clusters->records[record].cluster;

  return cluster == clusters->suppressed
             ? clusters->n_places + making->tops.class_of_row[clusters->tuples->rows[record]]
             : cluster;
}

/* Numbers the classes in the order of their first rows. */
static gboolean
number_classes (Making *making, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = making->clusters->tuples;
  DeidPartition *partition = making->partition;

  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const guint32 key = get_key (making, record);

      partition->class_of_row[tuples->rows[record]] = key;
      making->records[key] = record;
    }
  for (guint32 key = 0; key < making->n_keys; key++)
    making->classes[key] = DEID_LOCAL_NONE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 key = partition->class_of_row[row];
      guint32 *number = &making->classes[key];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (*number == DEID_LOCAL_NONE)
        {
          making->keys[partition->n_classes] = key;
          partition->suppressed[partition->n_classes] = key >= making->clusters->n_places;
          *number = partition->n_classes++;
        }
      partition->class_of_row[row] = *number;
      partition->records[*number] += deid_rows_get_weight (&tuples->prepared->own, row);
    }
  return TRUE;
}

/* Returns: the node that a class has of an attribute: of suppressed records the highest one that is
 * a label. */
static DeidLocalNode
get_node (const Making *making, guint32 number, guint a)
{
  const DeidLocalClusters *clusters = making->clusters;
  const DeidLocalNodes *nodes = &clusters->tuples->attributes[a];
  const guint32 key = making->keys[number];
  DeidLocalNode node;

  if (key < clusters->n_places)
    return deid_local_clusters_get (clusters, key)->nodes[a];
  node = deid_local_clusters_get_leaves (clusters, making->records[key])[a];
  while (nodes->parents[node] != node && !deid_local_nodes_is_ceiling (nodes, nodes->parents[node]))
    node = nodes->parents[node];
  return node;
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
      column->levels[node] = nodes->levels[node];
      column->texts[node]
          = deid_attribute_get_label (attribute, nodes->levels[node], nodes->labels[node]);
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
      const DeidLocalNode node = get_node (making, number, a);

      deid_codes_set (&column->labels, number, node);
      making->labels[(gsize) number * partition->lattice->n_attributes + a]
          = (DeidClassLabel){ nodes->levels[node], nodes->labels[node] };
    }
  return TRUE;
}

static gboolean
fill (Making *making, const DeidStop *stop, GError **error)
{
  DeidPartition *partition = making->partition;
  const guint m = partition->lattice->n_attributes;

  if (!number_classes (making, stop, error)
      || !deid_new_arrays (error, DEID_NEW (making->labels, (guint64) partition->n_classes * m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    if (!deid_stop_check (stop, error) || !add_column (making, a, error))
      return FALSE;
  return deid_local_partition_judge (partition, making->clusters->tuples->prepared, making->labels,
                                     making->extents, stop, error);
}

static gboolean
make_arrays (Making *making, GError **error)
{
  DeidPartition *partition = making->partition;
  const guint64 n = making->n_keys = making->clusters->n_places + making->tops.n_classes;
  const guint m = partition->lattice->n_attributes;

  return deid_new_arrays (error, DEID_NEW (making->classes, n), DEID_NEW (making->records, n),
                          DEID_NEW (making->keys, n), DEID_NEW (making->extents, m),
                          DEID_NEW (partition->class_of_row, partition->n_rows),
                          DEID_NEW (partition->records, n), DEID_NEW (partition->suppressed, n),
                          DEID_NEW (partition->columns, m));
}

static gboolean
make (Making *making, const DeidStop *stop, GError **error)
{
  DeidPartition *partition = making->partition;
  gboolean success = group_tops (making, stop, error) && make_arrays (making, error)
                     && fill (making, stop, error)
                     && deid_realloc ((gpointer *) &partition->records, partition->n_classes,
                                      sizeof *partition->records, error);

  deid_grouping_clear (&making->tops);
  g_free (making->classes);
  g_free (making->records);
  g_free (making->keys);
  g_free (making->labels);
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
