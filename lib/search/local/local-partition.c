/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "hierarchy/rules/value-set.h"
#include "partition/partition.h"
#include "lattice/attribute.h"
#include "search/local/local-search.h"
#include "search/local/nodes.h"
#include "search/local/clusters.h"

#include <stdlib.h>
#include <string.h>

/* A partition that is being made of clusters. Suppressed records have a cluster of their own, which
 * need not have labels; those with the same labels on the highest levels are one class. A key is
 * the number of a cluster, or that of such a class behind all clusters. */
typedef struct
{
  DeidPartition *partition;
  const DeidLocalClusters *clusters;
  DeidGrouping tops; /* rows by their labels on the highest levels */
  guint32 n_keys;
  guint32 *classes;       /* of each key */
  guint32 *records;       /* of each key one record */
  guint32 *keys;          /* of each class */
  DeidClassLabel *labels; /* of each class, of each attribute */
  guint32 **extents;      /* of each attribute, of its labels */
} LocalPartitionMaking;

static gboolean
has_suppressed (const LocalPartitionMaking *making)
{
  const DeidLocalClusters *clusters = making->clusters;

  return clusters->suppressed != DEID_LOCAL_NONE
         && deid_local_clusters_get (clusters, clusters->suppressed)->first != DEID_LOCAL_NONE;
}

/* Groups rows by their labels on the highest levels, if there is anything suppressed. */
static gboolean
group_tops (LocalPartitionMaking *making, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = making->clusters->tuples->prepared;
  const DeidLattice *lattice = prepared->lattice;
  DeidRecoder recoder = { 0 };
  gboolean success;

  if (!has_suppressed (making))
    return TRUE;
  success = deid_recoder_init (&recoder, lattice->attributes, lattice->n_attributes, error)
            && deid_grouping_run (&making->tops, &prepared->tables.own,
                                  deid_recoder_set (&recoder, lattice->heights), stop, error);
  deid_recoder_clear (&recoder);
  return success;
}

/* Returns: the key of the record of a row. */
static guint32
local_partition_get_key (const LocalPartitionMaking *making, guint32 record)
{
  const DeidLocalClusters *clusters = making->clusters;
  const guint32 cluster = clusters->records[record].cluster;

  return cluster == clusters->suppressed
             ? clusters->n_places + making->tops.class_of_row[clusters->tuples->rows[record]]
             : cluster;
}

/* Numbers the classes in the order of their first rows. */
static gboolean
local_partition_number_classes (LocalPartitionMaking *making, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = making->clusters->tuples;
  DeidPartition *partition = making->partition;

  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const guint32 key = local_partition_get_key (making, record);

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
      partition->records[*number] += deid_rows_get_weight (&tuples->prepared->tables.own, row);
    }
  return TRUE;
}

/* Returns: how many labels of the highest level suppressed records may have besides nodes: those of
 * a hierarchy are above all values that the table has, and runs have them as a node. */
static guint32
count_tops (const LocalPartitionMaking *making, guint a)
{
  const DeidLattice *lattice = making->partition->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];

  return has_suppressed (making) && !deid_attribute_has_runs (attribute)
             ? attribute->levels[deid_lattice_get_highest_level (lattice, a)].n_labels
             : 0;
}

/* Returns: the highest run of a record that is a label. */
static DeidLocalNode
find_highest_run (const DeidLocalNodes *nodes, DeidLocalNode node)
{
  while (nodes->parents[node] != node && !deid_local_nodes_is_ceiling (nodes, nodes->parents[node]))
    node = nodes->parents[node];
  return node;
}

/* Returns: the node whose label a cluster is released with. Labels that were widened for the sake
 * of classes of two are narrowed again if the cluster has more records. */
static DeidLocalNode
local_partition_find_node (const DeidLocalClusters *clusters, const DeidLocalCluster *cluster,
                           guint a)
{
  const DeidLocalNodes *nodes = &clusters->tuples->attributes[a];
  DeidLocalNode node = deid_local_clusters_get_leaves (clusters, cluster->first)[a];
  guint64 n = 0;

  if (nodes->lowest_shown == NULL)
    return cluster->nodes[a];
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    {
      n += deid_local_tuples_get_count (clusters->tuples, record);
      node = deid_local_nodes_meet (nodes, node,
                                    deid_local_clusters_get_leaves (clusters, record)[a]);
    }
  return n > DEID_FORCED_SIZE ? nodes->lowest_shown[node] : cluster->nodes[a];
}

/* Returns: the number of the label that a class has of an attribute: its node, or that of the
 * highest level behind all nodes. */
static guint32
local_partition_find_label (const LocalPartitionMaking *making, guint32 number, guint a)
{
  const DeidLocalClusters *clusters = making->clusters;
  const DeidLocalNodes *nodes = &clusters->tuples->attributes[a];
  const DeidLattice *lattice = making->partition->lattice;
  const guint32 key = making->keys[number];
  DeidLocalNode leaf;

  if (key < clusters->n_places)
    return local_partition_find_node (clusters, deid_local_clusters_get (clusters, key), a);
  leaf = deid_local_clusters_get_leaves (clusters, making->records[key])[a];
  return nodes->runs != NULL ? find_highest_run (nodes, leaf)
                             : nodes->n_nodes
                                   + lattice->attributes[a]
                                         .levels[deid_lattice_get_highest_level (lattice, a)]
                                         .labels[nodes->codes[leaf]];
}

static gboolean
local_partition_set_label (LocalPartitionMaking *making, guint a, guint32 number,
                           DeidClassLabel label, guint32 extent, GError **error)
{
  DeidPartitionColumn *column = &making->partition->columns[a];

  column->levels[number] = (DeidLevel) label.level;
  column->texts[number] = deid_attribute_get_label (&making->partition->lattice->attributes[a],
                                                    label.level, label.number);
  making->extents[a][number] = extent;
  return deid_check_text (column->texts[number], error);
}

/* Lists the labels of the highest level behind those of all nodes. */
static gboolean
list_tops (LocalPartitionMaking *making, guint a, const DeidLocalNodes *nodes, GError **error)
{
  const DeidPreparedProblem *prepared = making->clusters->tuples->prepared;
  const DeidAttribute *attribute = &prepared->lattice->attributes[a];
  const guint highest = deid_lattice_get_highest_level (prepared->lattice, a);

  for (guint32 leaf = 0; count_tops (making, a) > 0 && leaf < nodes->n_leaves; leaf++)
    {
      const guint32 code = nodes->codes[leaf];
      const DeidClassLabel label = { highest, attribute->levels[highest].labels[code] };
      const guint32 extent
          = deid_loss_attribute_get_extent (&prepared->loss.terms[a], attribute, code, highest);

      if (!local_partition_set_label (making, a, nodes->n_nodes + label.number, label, extent,
                                      error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
local_partition_list_labels (LocalPartitionMaking *making, guint a, const DeidLocalNodes *nodes,
                             GError **error)
{
  DeidPartitionColumn *column = &making->partition->columns[a];

  const guint64 n_sets = deid_local_nodes_have_sets (nodes) ? making->partition->n_classes : 0;

  column->n_labels = nodes->n_nodes + count_tops (making, a);
  if (!deid_new_arrays (error, DEID_NEW (column->texts, column->n_labels + n_sets),
                        DEID_NEW (column->levels, column->n_labels + n_sets),
                        DEID_NEW (making->extents[a], column->n_labels + n_sets)))
    return FALSE;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    if (!local_partition_set_label (making, a, node,
                                    (DeidClassLabel){ nodes->levels[node], nodes->labels[node] },
                                    nodes->extents[node], error))
      return FALSE;
  return list_tops (making, a, nodes, error);
}

/* Labels that are sets of values. */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds the text of a set, of which a missing value is an empty one, unless it is there. */
static gboolean
local_sets_spell (DeidPartitionColumn *column, const DeidAttribute *attribute, const guint32 *codes,
                  guint32 n, guint32 *number, GError **error)
{
  const char *values[DEID_LOCAL_MAX_LISTED];
  DeidLongText spelled = { 0 };
  g_autofree char *text = NULL;

  for (guint32 i = 0; i < n; i++)
    {
      const char *value
          = deid_attribute_get_label (attribute, 0, attribute->levels[0].labels[codes[i]]);

      values[i] = value != NULL ? value : "";
    }
  qsort (values, n, sizeof *values, compare_texts);
  deid_value_set_append_all (&spelled, values, n);
  text = deid_long_text_end (&spelled, error);
  return text != NULL && deid_dictionary_add (column->sets, text, strlen (text), number, error);
}

/* Numbers the set of a class behind all other labels. */
static gboolean
number_set (LocalPartitionMaking *making, guint a, const DeidLocalCluster *cluster, guint32 *label,
            GError **error)
{
  DeidPartitionColumn *column = &making->partition->columns[a];
  const DeidLocalNodes *nodes = &making->clusters->tuples->attributes[a];
  const DeidAttribute *attribute = &making->partition->lattice->attributes[a];
  DeidLocalNode leaves[DEID_LOCAL_MAX_LISTED];
  const guint32 n = deid_local_nodes_list_set (nodes, cluster->nodes, cluster->nodes[a], leaves);
  guint32 codes[DEID_LOCAL_MAX_LISTED];
  guint32 number;

  for (guint32 i = 0; i < n; i++)
    codes[i] = nodes->codes[leaves[i]];
  if (!local_sets_spell (column, attribute, codes, n, &number, error))
    return FALSE;
  *label = column->n_labels + number;
  column->levels[*label] = (DeidLevel) (n - 1);
  making->extents[a][*label] = n - 1;
  return TRUE;
}

/* Gives classes the number of their set where they have one of several values. Where sets are, the
 * level of a label is its extent, the number of leaves that it covers besides one. */
static gboolean
number_sets (LocalPartitionMaking *making, guint a, guint32 *labels, GError **error)
{
  const DeidLocalClusters *clusters = making->clusters;
  DeidPartitionColumn *column = &making->partition->columns[a];

  column->sets = deid_alloc (1, sizeof *column->sets, error);
  if (column->sets == NULL)
    return FALSE;
  deid_dictionary_init (column->sets);
  for (guint32 number = 0; number < making->partition->n_classes; number++)
    if (labels[number] < clusters->tuples->attributes[a].n_nodes
        && deid_local_nodes_get_size (&clusters->tuples->attributes[a],
                                      (DeidLocalNode) labels[number])
               > 1
        && !number_set (making, a, deid_local_clusters_get (clusters, making->keys[number]),
                        &labels[number], error))
      return FALSE;
  for (guint32 i = 0; i < column->n_labels; i++)
    column->levels[i] = (DeidLevel) making->extents[a][i];
  for (guint32 i = 0; i < column->sets->n; i++)
    column->texts[column->n_labels + i] = deid_dictionary_get (column->sets, i);
  column->n_labels += column->sets->n;
  return TRUE;
}

/* Returns: the label of a class as models see it; those that see labels refuse sets, in place of
 * which stands one of their values. */
static DeidClassLabel
make_class_label (const LocalPartitionMaking *making, guint a, guint32 number, guint32 label)
{
  const DeidLocalNodes *nodes = &making->clusters->tuples->attributes[a];
  const DeidAttribute *attribute = &making->partition->lattice->attributes[a];
  DeidLocalNode leaf;

  if (!deid_local_nodes_have_sets (nodes))
    return (DeidClassLabel){ making->partition->columns[a].levels[label],
                             label < nodes->n_nodes ? nodes->labels[label]
                                                    : label - nodes->n_nodes };
  leaf
      = deid_local_clusters_get_leaves (making->clusters, making->records[making->keys[number]])[a];
  return (DeidClassLabel){ 0, attribute->levels[0].labels[nodes->codes[leaf]] };
}

static gboolean
local_partition_add_column (LocalPartitionMaking *making, guint a, GError **error)
{
  const DeidLocalNodes *nodes = &making->clusters->tuples->attributes[a];
  DeidPartition *partition = making->partition;
  DeidPartitionColumn *column = &partition->columns[a];
  g_autofree guint32 *labels = NULL;

  if (!local_partition_list_labels (making, a, nodes, error)
      || !deid_new_arrays (error, DEID_NEW (labels, partition->n_classes)))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    labels[number] = local_partition_find_label (making, number, a);
  if ((deid_local_nodes_have_sets (nodes) && !number_sets (making, a, labels, error))
      || !deid_codes_alloc (&column->labels, partition->n_classes, column->n_labels - 1, error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      deid_codes_set (&column->labels, number, labels[number]);
      making->labels[(gsize) number * partition->lattice->n_attributes + a]
          = make_class_label (making, a, number, labels[number]);
    }
  return TRUE;
}

/* What the models of a problem, and its loss, say of the classes of a local recoding. */

static gboolean
judge_classes (DeidPartition *partition, DeidJudgement *judgement, const DeidClassLabel *labels,
               const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = { .class_of_row = partition->class_of_row,
                                   .width = sizeof *partition->class_of_row,
                                   .n_classes = partition->n_classes,
                                   .sizes = partition->records,
                                   .class_labels = labels };

  if (!deid_judgement_judge_classes (judgement, &classes, classes.n_classes, stop, error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (partition->suppressed[number])
      judgement->verdicts[number] = DEID_CLASS_FAILS;
  partition->verdict = deid_judgement_count (judgement);
  if (!deid_judgement_judge_table (judgement, &judgement->prepared->rows, stop, &partition->verdict,
                                   error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    partition->suppressed[number] = !deid_judgement_releases (judgement, number);
  return deid_partition_count_persons (partition, judgement, stop, error);
}

/* Adds up what records count in the loss, class by class. */
static gboolean
weigh_classes (const DeidPartition *partition, const DeidRows *rows, guint64 *weights,
               const DeidStop *stop, GError **error)
{
  const guint64 *loss_weights = deid_rows_get_loss_weights (rows);

  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      weights[partition->class_of_row[row]] += loss_weights != NULL ? loss_weights[row] : 1;
    }
  return TRUE;
}

static DeidLossSums
add_up (const DeidPartition *partition, guint a, const guint64 *weights, const guint32 *extents)
{
  DeidLossSums sums = { 0 };

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const guint32 label = deid_codes_get (&partition->columns[a].labels, number);

      *(partition->suppressed[number] ? &sums.covered : &sums.kept)
          += weights[number] * extents[label];
    }
  return sums;
}

static gboolean
local_judgement_set_losses (DeidPartition *partition, const DeidLoss *loss,
                            const DeidLossSums *sums, GError **error)
{
  const guint64 suppressed_weight = partition->verdict.suppressed_weight;

  partition->verdict.objective = deid_loss_get_objective (loss, sums, suppressed_weight);
  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    partition->losses[a] = deid_loss_get_attribute (loss, a, sums[a], suppressed_weight);
  return deid_loss_from_objective (loss, partition->verdict.objective, &partition->loss, error);
}

static gboolean
local_judgement_measure (DeidPartition *partition, const DeidPreparedProblem *prepared,
                         const guint32 *const *extents, const DeidStop *stop, GError **error)
{
  const guint m = partition->lattice->n_attributes;
  g_autofree DeidLossSums *sums = NULL;
  g_autofree guint64 *weights = NULL;

  if (!deid_new_arrays (error, DEID_NEW (sums, m), DEID_NEW (weights, partition->n_classes),
                        DEID_NEW (partition->losses, m))
      || !weigh_classes (partition, &prepared->rows, weights, stop, error))
    return FALSE;
  for (guint a = 0; a < m; a++)
    sums[a] = add_up (partition, a, weights, extents[a]);
  return local_judgement_set_losses (partition, &prepared->loss, sums, error);
}

/* Makes a partition what the models say of its classes: which are suppressed beside those that are
 * in any case, how many persons they have, the verdict, and the losses. @labels are those of each
 * class, those of a class together; @extents those of the labels of each attribute. */
static gboolean
local_partition_judge (DeidPartition *partition, const DeidPreparedProblem *prepared,
                       const DeidClassLabel *labels, const guint32 *const *extents,
                       const DeidStop *stop, GError **error)
{
  DeidJudgement judgement;
  const gboolean success = deid_judgement_init (&judgement, prepared, error)
                           && judge_classes (partition, &judgement, labels, stop, error);

  deid_judgement_clear (&judgement);
  partition->is_measured = success && partition->verdict.is_solution;
  return success
         && (!partition->is_measured
             || local_judgement_measure (partition, prepared, extents, stop, error));
}

static gboolean
local_partition_fill (LocalPartitionMaking *making, const DeidStop *stop, GError **error)
{
  DeidPartition *partition = making->partition;
  const guint m = partition->lattice->n_attributes;

  if (!local_partition_number_classes (making, stop, error)
      || !deid_new_arrays (error, DEID_NEW (making->labels, (guint64) partition->n_classes * m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    if (!deid_stop_check (stop, error) || !local_partition_add_column (making, a, error))
      return FALSE;
  return local_partition_judge (partition, making->clusters->tuples->prepared, making->labels,
                                (const guint32 *const *) making->extents, stop, error);
}

static gboolean
make_arrays (LocalPartitionMaking *making, GError **error)
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
local_partition_make (LocalPartitionMaking *making, const DeidStop *stop, GError **error)
{
  DeidPartition *partition = making->partition;
  gboolean success = group_tops (making, stop, error) && make_arrays (making, error)
                     && local_partition_fill (making, stop, error)
                     && deid_realloc ((gpointer *) &partition->records, partition->n_classes,
                                      sizeof *partition->records, error);

  deid_grouping_clear (&making->tops);
  deid_free_arrays (making->classes, making->records, making->keys, making->labels);
  for (guint a = 0; making->extents != NULL && a < partition->lattice->n_attributes; a++)
    g_free (making->extents[a]);
  g_free (making->extents);
  return success;
}

DeidPartition *
deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = clusters->tuples->prepared;
  g_autoptr (DeidPartition) partition = g_new0 (DeidPartition, 1);
  LocalPartitionMaking making = { .partition = partition, .clusters = clusters };
  gboolean success = TRUE;

  g_atomic_ref_count_init (&partition->ref_count);
  partition->lattice = deid_lattice_ref (prepared->problem->lattice);
  partition->n_rows = clusters->tuples->n_records;
  if (prepared->problem->no_forced_labels)
    success = deid_local_widen (clusters, stop, error);
  else
    {
      if (deid_local_tuples_have_sets (
              clusters->tuples)) /* one that lent a record may have its value */
        deid_local_clusters_tighten_all (clusters);
      deid_local_clusters_merge (clusters);
    }
  success = success && local_partition_make (&making, stop, error);
  if (prepared->problem->no_forced_labels)
    deid_local_clusters_tighten_all (clusters);
  return success ? g_steal_pointer (&partition) : NULL;
}

/* Counts labels of an attribute on the lowest levels where they read the same, and lists their
 * extents. Classes are numbered in the order of their first rows.
 * Returns: whether some label is on a lower level now. */
static gboolean
lower_labels (DeidPartition *partition, const DeidPreparedProblem *prepared, guint a,
              guint32 *extents)
{
  const DeidAttribute *attribute = &prepared->lattice->attributes[a];
  const guint lowest = deid_lattice_get_lowest_level (prepared->lattice, a);
  DeidPartitionColumn *column = &partition->columns[a];
  gboolean is_lower = FALSE;
  guint32 n_classes = 0;

  for (guint64 row = 0; n_classes < partition->n_classes; row++)
    if (partition->class_of_row[row] == n_classes)
      {
        const guint32 code = deid_codes_get (prepared->tables.own.codes[a], row);
        const guint32 label = deid_codes_get (&column->labels, n_classes++);
        const guint level
            = deid_local_labels_get_lowest (attribute, column->levels[label], lowest, code);

        is_lower |= level < column->levels[label];
        column->levels[label] = (DeidLevel) level;
        extents[label]
            = deid_loss_attribute_get_extent (&prepared->loss.terms[a], attribute, code, level);
      }
  return is_lower;
}

/* Makes the levels of labels their extents where sets could be. */
static gboolean
count_covered_leaves (DeidPartition *partition, const DeidLattice *lattice, guint a,
                      const guint32 *extents, GError **error)
{
  DeidPartitionColumn *column = &partition->columns[a];

  if (!deid_attribute_has_sets (&lattice->attributes[a]))
    return TRUE;
  column->sets = deid_alloc (1, sizeof *column->sets, error);
  if (column->sets == NULL)
    return FALSE;
  deid_dictionary_init (column->sets);
  for (guint32 label = 0; label < column->n_labels; label++)
    column->levels[label] = (DeidLevel) extents[label];
  return TRUE;
}

gboolean
deid_local_partition_lower (DeidPartition *partition, const DeidPreparedProblem *prepared,
                            DeidLossSums *sums, const DeidStop *stop, GError **error)
{
  g_autofree guint64 *weights = deid_alloc (partition->n_classes, sizeof *weights, error);

  if (weights == NULL || !weigh_classes (partition, &prepared->rows, weights, stop, error))
    return FALSE;
  for (guint a = 0; a < prepared->lattice->n_attributes; a++)
    if (!deid_attribute_has_runs (&prepared->lattice->attributes[a]))
      {
        g_autofree guint32 *extents
            = deid_alloc (partition->columns[a].n_labels, sizeof *extents, error);

        if (extents == NULL || !deid_stop_check (stop, error))
          return FALSE;
        if (lower_labels (partition, prepared, a, extents))
          sums[a] = add_up (partition, a, weights, extents);
        if (!count_covered_leaves (partition, prepared->lattice, a, extents, error))
          return FALSE;
      }
  return local_judgement_set_losses (partition, &prepared->loss, sums, error);
}
