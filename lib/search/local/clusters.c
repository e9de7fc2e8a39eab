/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/clusters.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

gboolean
deid_local_clusters_init (DeidLocalClusters *clusters, const DeidLocalTuples *tuples, guint32 k,
                          guint32 n_more, GError **error)
{
  const gsize align = G_ALIGNOF (DeidLocalCluster);
  const gsize size
      = sizeof (DeidLocalCluster) + deid_local_tuples_get_box_size (tuples) + align - 1;

  *clusters = (DeidLocalClusters){
    .tuples = tuples,
    .stride = size / align * align,
    .suppressed = DEID_LOCAL_NONE,
  };
  clusters->n_places = tuples->n_records / k + n_more;
  if (!deid_new_arrays (error, DEID_NEW (clusters->records, tuples->n_records),
                        DEID_NEW (clusters->free, clusters->n_places),
                        DEID_NEW (clusters->box, tuples->n_box),
                        DEID_NEW (clusters->numbers, 2 * (guint64) clusters->n_places)))
    return FALSE;
  clusters->clusters = deid_alloc (clusters->n_places, clusters->stride, error);
  if (clusters->clusters == NULL)
    return FALSE;
  for (guint32 number = clusters->n_places; number-- > 0;)
    {
      deid_local_clusters_get (clusters, number)->first = DEID_LOCAL_NONE;
      clusters->free[clusters->n_free++] = number;
    }
  for (guint32 record = 0; record < tuples->n_records; record++)
    clusters->records[record]
        = (DeidLocalRecord){ .cluster = DEID_LOCAL_NONE, .tuple = tuples->tuples[record] };
  return TRUE;
}

void
deid_local_clusters_clear (DeidLocalClusters *clusters)
{
  deid_free_arrays (clusters->records, clusters->clusters, clusters->free, clusters->box,
                    clusters->numbers);
}

guint64
deid_local_start (const DeidLocalTuples *tuples, DeidLocalNode *box, const DeidLocalNode *row)
{
  guint64 cost = 0;

  memcpy (box, row, tuples->n_row * sizeof *box);
  for (guint i = 0; i < tuples->n_apart; i++)
    {
      const guint a = tuples->apart[i];
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      box[a] = nodes->shown[row[a]];
      cost += nodes->costs[box[a]];
      if (!deid_local_nodes_have_sets (nodes))
        continue;
      memset (box + nodes->set_place, 0, nodes->set_width * sizeof *box);
      box[nodes->set_place] = row[a];
    }
  return cost;
}

guint64
deid_local_get_cost (const DeidLocalTuples *tuples, const DeidLocalNode *box)
{
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    cost += tuples->attributes[a].costs[box[a]];
  return cost;
}

guint64
deid_local_join (const DeidLocalTuples *tuples, DeidLocalNode *box, const DeidLocalNode *row)
{
  for (guint i = 0; i < tuples->n_apart; i++)
    {
      const guint a = tuples->apart[i];
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      box[a] = deid_local_nodes_have_sets (nodes)
                   ? deid_local_nodes_add (nodes, box, box[a], row[a])
                   : deid_local_nodes_join (nodes, box[a], row[a]);
    }
  for (guint word = 0; word < tuples->n_words; word++)
    for (guint64 bits = deid_local_get_missing (tuples, box, row, word); bits != 0;
         bits &= bits - 1)
      {
        const guint a = deid_local_get_first_attribute (tuples, word, bits);

        box[a] = deid_local_nodes_add (&tuples->attributes[a], box, box[a], row[a]);
      }
  return deid_local_get_cost (tuples, box);
}

/* Returns: the join cost where no attribute has sets. */
static guint64
get_nodes_join_cost (const DeidLocalTuples *tuples, const DeidLocalNode *nodes,
                     const DeidLocalNode *leaves)
{
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    cost += deid_local_nodes_get_join_cost (&tuples->attributes[a], nodes[a], leaves[a]);
  return cost;
}

guint64
deid_local_get_join_cost (const DeidLocalTuples *tuples, const DeidLocalNode *box, guint64 cost,
                          const DeidLocalNode *row)
{
  if (!deid_local_tuples_have_sets (tuples))
    return get_nodes_join_cost (tuples, box, row);
  for (guint i = 0; i < tuples->n_apart; i++)
    {
      const guint a = tuples->apart[i];
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      cost += (deid_local_nodes_have_sets (nodes)
                   ? deid_local_nodes_get_cost_with (nodes, box, box[a], row[a])
                   : deid_local_nodes_get_join_cost (nodes, box[a], row[a]))
              - nodes->costs[box[a]];
    }
  for (guint word = 0; word < tuples->n_words; word++)
    for (guint64 bits = deid_local_get_missing (tuples, box, row, word); bits != 0;
         bits &= bits - 1)
      {
        const guint a = deid_local_get_first_attribute (tuples, word, bits);
        const DeidLocalNodes *nodes = &tuples->attributes[a];
        const guint32 size = deid_local_nodes_get_size (nodes, box[a]);

        cost += size > 0 && size < nodes->max_values
                    ? nodes->step
                    : deid_local_nodes_get_dearer (nodes, box, box[a], row[a])
                          - nodes->costs[box[a]];
      }
  return cost;
}

guint64
deid_local_unite (const DeidLocalTuples *tuples, DeidLocalNode *box, const DeidLocalNode *other)
{
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      box[a] = deid_local_nodes_have_sets (nodes)
                   ? deid_local_nodes_unite (nodes, box, box[a], other, other[a])
                   : deid_local_nodes_climb (nodes, box[a], other[a]);
      cost += nodes->costs[box[a]];
    }
  return cost;
}

guint32
deid_local_clusters_open (DeidLocalClusters *clusters)
{
  const guint32 number = clusters->free[--clusters->n_free];
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  cluster->first = DEID_LOCAL_NONE;
  cluster->size = 0;
  cluster->weight = 0;
  cluster->cost = 0;
  clusters->n_clusters++;
  return number;
}

void
deid_local_clusters_link (DeidLocalClusters *clusters, guint32 number, guint32 record)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  DeidLocalRecord *added = &clusters->records[record];

  added->cluster = number;
  added->previous = DEID_LOCAL_NONE;
  added->next = cluster->first;
  if (cluster->first != DEID_LOCAL_NONE)
    clusters->records[cluster->first].previous = record;
  cluster->first = record;
}

void
deid_local_clusters_unlink (DeidLocalClusters *clusters, guint32 record)
{
  DeidLocalRecord *removed = &clusters->records[record];

  if (removed->previous != DEID_LOCAL_NONE)
    clusters->records[removed->previous].next = removed->next;
  else
    deid_local_clusters_get (clusters, removed->cluster)->first = removed->next;
  if (removed->next != DEID_LOCAL_NONE)
    clusters->records[removed->next].previous = removed->previous;
  removed->cluster = DEID_LOCAL_NONE;
}

/* Makes a cluster cover one more record. */
static void
clusters_cover (const DeidLocalClusters *clusters, DeidLocalCluster *cluster, guint32 record)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, record);

  cluster->cost = cluster->size == 0 ? deid_local_start (tuples, cluster->nodes, leaves)
                                     : deid_local_join (tuples, cluster->nodes, leaves);
  cluster->size++;
  cluster->weight += deid_local_tuples_get_weight (tuples, record);
}

void
deid_local_clusters_add (DeidLocalClusters *clusters, guint32 number, guint32 record)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  clusters->cost -= cluster->weight * cluster->cost;
  clusters_cover (clusters, cluster, record);
  clusters->cost += cluster->weight * cluster->cost;
  deid_local_clusters_link (clusters, number, record);
}

void
deid_local_clusters_tighten (DeidLocalClusters *clusters, guint32 number)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  clusters->cost -= cluster->weight * cluster->cost;
  cluster->size = 0;
  cluster->weight = 0;
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    clusters_cover (clusters, cluster, record);
  clusters->cost += cluster->weight * cluster->cost;
}

void
deid_local_clusters_tighten_all (DeidLocalClusters *clusters)
{
  for (guint32 number = 0; number < clusters->n_places; number++)
    if (number != clusters->suppressed
        && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      deid_local_clusters_tighten (clusters, number);
}

void
deid_local_clusters_close (DeidLocalClusters *clusters, guint32 number)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint32 record = cluster->first;

  clusters->cost -= cluster->weight * cluster->cost;
  for (; record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    clusters->records[record].cluster = DEID_LOCAL_NONE;
  cluster->first = DEID_LOCAL_NONE;
  clusters->free[clusters->n_free++] = number;
  clusters->n_clusters--;
}

void
deid_local_clusters_start_suppressed (DeidLocalClusters *clusters, guint64 cost)
{
  DeidLocalCluster *cluster;

  if (clusters->suppressed == DEID_LOCAL_NONE)
    clusters->suppressed = deid_local_clusters_open (clusters);
  cluster = deid_local_clusters_get (clusters, clusters->suppressed);
  cluster->cost = cost;
  memset (cluster->nodes, 0, deid_local_tuples_get_box_size (clusters->tuples));
  for (guint a = 0; a < clusters->tuples->n_attributes; a++)
    cluster->nodes[a] = deid_local_nodes_get_root (&clusters->tuples->attributes[a]);
}

void
deid_local_clusters_suppress (DeidLocalClusters *clusters, guint32 record)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, clusters->suppressed);
  const guint32 weight = deid_local_tuples_get_weight (clusters->tuples, record);

  cluster->size++;
  cluster->weight += weight;
  clusters->cost += weight * cluster->cost;
  deid_local_clusters_link (clusters, clusters->suppressed, record);
}

static void
close_all (DeidLocalClusters *clusters)
{
  const guint32 suppressed = clusters->suppressed;

  for (guint32 number = 0; number < clusters->n_places; number++)
    if (number != suppressed
        && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      deid_local_clusters_close (clusters, number);
  if (suppressed != DEID_LOCAL_NONE)
    {
      const guint64 cost = deid_local_clusters_get (clusters, suppressed)->cost;

      deid_local_clusters_close (clusters, suppressed);
      clusters->suppressed = DEID_LOCAL_NONE;
      deid_local_clusters_start_suppressed (clusters, cost);
    }
}

gboolean
deid_local_clusters_set (DeidLocalClusters *clusters, const guint32 *class_of_row,
                         const guint8 *suppressed, GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  const guint32 n = MAX (tuples->n_records, clusters->n_places);
  g_autofree guint32 *numbers = deid_alloc (n, sizeof *numbers, error);

  if (numbers == NULL)
    return FALSE;
  close_all (clusters);
  for (guint32 i = 0; i < n; i++)
    numbers[i] = DEID_LOCAL_NONE;
  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const guint32 number = class_of_row[tuples->rows[record]];

      if (suppressed != NULL && suppressed[number])
        {
          deid_local_clusters_suppress (clusters, record);
          continue;
        }
      if (numbers[number] == DEID_LOCAL_NONE)
        numbers[number] = deid_local_clusters_open (clusters);
      deid_local_clusters_add (clusters, numbers[number], record);
    }
  return TRUE;
}

void
deid_local_clusters_recount (DeidLocalClusters *clusters)
{
  clusters->n_clusters = clusters->n_free = 0;
  clusters->cost = 0;
  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

      if (cluster->first == DEID_LOCAL_NONE && number != clusters->suppressed)
        {
          clusters->free[clusters->n_free++] = number;
          continue;
        }
      clusters->n_clusters++;
      clusters->cost += cluster->weight * cluster->cost;
    }
}

/* Returns: a hash of the nodes of a cluster: FNV-1a (Fowler, Noll, Vo), a node at a time. */
static guint64
hash_nodes (const DeidLocalClusters *clusters, guint32 number)
{
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint a = 0; a < clusters->tuples->n_box; a++)
    hash = (hash ^ cluster->nodes[a]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

gint64
deid_local_clusters_get_union_cost (const DeidLocalClusters *clusters, guint32 a, guint32 b)
{
  const DeidLocalCluster *first = deid_local_clusters_get (clusters, a);
  const DeidLocalCluster *second = deid_local_clusters_get (clusters, b);
  DeidLocalNode *box = clusters->box;
  guint64 cost;

  memcpy (box, first->nodes, deid_local_tuples_get_box_size (clusters->tuples));
  cost = deid_local_unite (clusters->tuples, box, second->nodes);
  for (guint i = 0; i < clusters->tuples->n_attributes; i++)
    if (deid_local_nodes_is_ceiling (&clusters->tuples->attributes[i], box[i]))
      return G_MAXINT64;
  return (gint64) ((first->weight + second->weight) * cost - first->weight * first->cost
                   - second->weight * second->cost);
}

void
deid_local_clusters_unite (DeidLocalClusters *clusters, guint32 from, guint32 to)
{
  DeidLocalCluster *source = deid_local_clusters_get (clusters, from);
  DeidLocalCluster *target = deid_local_clusters_get (clusters, to);

  clusters->cost -= source->weight * source->cost + target->weight * target->cost;
  while (source->first != DEID_LOCAL_NONE)
    {
      const guint32 record = source->first;

      deid_local_clusters_unlink (clusters, record);
      deid_local_clusters_link (clusters, to, record);
    }
  target->size += source->size;
  target->weight += source->weight;
  source->weight = 0;
  target->cost = deid_local_unite (clusters->tuples, target->nodes, source->nodes);
  clusters->cost += target->weight * target->cost;
  deid_local_clusters_close (clusters, from);
}

void
deid_local_clusters_merge (DeidLocalClusters *clusters)
{
  const gsize size = deid_local_tuples_get_box_size (clusters->tuples);
  DeidKeyedNumber *numbers = clusters->numbers;
  guint32 n = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    if (number != clusters->suppressed
        && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      numbers[n++] = (DeidKeyedNumber){ hash_nodes (clusters, number), number };
  deid_key_sort (numbers, numbers + clusters->n_places, n);
  for (guint32 i = 1; i < n; i++)
    {
      const guint32 from = numbers[i - 1].number, to = numbers[i].number;

      if (numbers[i - 1].key == numbers[i].key
          && memcmp (deid_local_clusters_get (clusters, from)->nodes,
                     deid_local_clusters_get (clusters, to)->nodes, size)
                 == 0)
        deid_local_clusters_unite (clusters, from, to);
    }
}

/* Clusters of more records have a tally. */
#define SMALL 48

gboolean
deid_local_tallies_init (DeidLocalTallies *tallies, const DeidLocalClusters *clusters,
                         DeidLocalJudge *judge, GError **error)
{
  *tallies = (DeidLocalTallies){ .clusters = clusters, .judge = judge };
  return deid_new_arrays (error, DEID_NEW (tallies->tallies, clusters->n_places));
}

void
deid_local_tallies_clear (DeidLocalTallies *tallies)
{
  for (guint32 number = 0; tallies->tallies != NULL && number < tallies->clusters->n_places;
       number++)
    g_free (tallies->tallies[number].numbers);
  g_clear_pointer (&tallies->tallies, g_free);
}

void
deid_local_tallies_forget (DeidLocalTallies *tallies)
{
  for (guint32 number = 0; number < tallies->clusters->n_places; number++)
    deid_local_tallies_drop (tallies, number);
}

/* A cluster only grows where two are united, and a tally is dropped or set where it changes in any
 * other way: one of as many rows is of the same. */
gboolean
deid_local_tallies_know (const DeidLocalTallies *tallies, guint32 number)
{
  const guint32 size = deid_local_clusters_get (tallies->clusters, number)->size;

  return size > 0 && tallies->tallies[number].size == size;
}

void
deid_local_tallies_set (DeidLocalTallies *tallies, guint32 number, guint32 size)
{
  DeidLocalJudge *judge = tallies->judge;
  DeidLocalTally *tally = &tallies->tallies[number];
  guint64 n = 1;

  deid_local_judge_sort (judge);
  for (guint c = 0; c < judge->n_columns; c++)
    n += 1 + 2 * (guint64) judge->columns[c].n_seen;
  tally->size = 0;
  if (!deid_grow_list (tally, numbers, n, NULL))
    return;
  tally->size = size;
  n = 0;
  tally->numbers[n++] = judge->n_records;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      const DeidLocalValues *column = &judge->columns[c];

      tally->numbers[n++] = column->n_seen;
      for (guint32 i = 0; i < column->n_seen; i++)
        {
          tally->numbers[n++] = column->seen[i];
          tally->numbers[n++] = column->counts[column->seen[i]];
        }
    }
}

static void
show_tally (const DeidLocalTally *tally, DeidLocalJudge *judge)
{
  const guint64 *numbers = tally->numbers;

  judge->n_records = *numbers++;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      DeidLocalValues *column = &judge->columns[c];

      column->n_seen = (guint32) *numbers++;
      for (guint32 i = 0; i < column->n_seen; i++)
        {
          column->seen[i] = (guint32) *numbers++;
          column->counts[column->seen[i]] = *numbers++;
        }
    }
}

/* The records of a pool are in the list of their cluster until it changes. */
void
deid_local_tallies_show (DeidLocalTallies *tallies, guint32 number)
{
  const DeidLocalClusters *clusters = tallies->clusters;
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  deid_local_judge_start (tallies->judge);
  if (deid_local_tallies_know (tallies, number))
    {
      show_tally (&tallies->tallies[number], tallies->judge);
      return;
    }
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    deid_local_judge_add (tallies->judge, record);
  if (cluster->size > SMALL)
    deid_local_tallies_set (tallies, number, cluster->size);
}

/* Returns: the mean extent of the labels that records have on the highest level, most often of one
 * for all, or that of the run of all. */
static double
get_highest_extent (const DeidLocalTuples *tuples, guint a)
{
  const DeidLattice *lattice = tuples->prepared->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  const guint highest = deid_lattice_get_highest_level (lattice, a);
  guint64 weight = 0;
  DeidWide sum = 0;

  if (nodes->runs != NULL)
    return nodes->extents[deid_local_nodes_get_root (nodes)];
  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const DeidLocalNode leaf = deid_local_tuples_get (tuples, tuples->tuples[record])[a];
      const guint64 own = deid_local_tuples_get_weight (tuples, record);

      sum += (DeidWide) own
             * deid_loss_attribute_get_extent (&tuples->prepared->loss.terms[a], attribute,
                                               nodes->codes[leaf], highest);
      weight += own;
    }
  return (double) sum / (double) MAX (weight, 1);
}

static guint64
suppression_get_cost (const DeidLocalTuples *tuples)
{
  const DeidLoss *loss = &tuples->prepared->loss;
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];
      const double extent = get_highest_extent (tuples, a);

      cost += (guint64) (tuples->attributes[a].unit
                             * ((double) term->suppressed + (double) term->covered * extent)
                         + 0.5);
    }
  return cost;
}

gboolean
deid_local_suppression_init (DeidLocalSuppression *suppression, const DeidLocalTuples *tuples,
                             guint32 k, GError **error)
{
  const DeidPreparedProblem *prepared = tuples->prepared;
  const guint64 most = prepared->n_records - MIN (prepared->n_records, k);

  *suppression = (DeidLocalSuppression){ .tuples = tuples, .limit = MIN (prepared->limit, most) };
  suppression->cost = suppression_get_cost (tuples);
  return deid_new_arrays (error, DEID_NEW (suppression->groups, prepared->groups.n_values));
}

void
deid_local_suppression_clear (DeidLocalSuppression *suppression)
{
  g_clear_pointer (&suppression->groups, g_free);
}

void
deid_local_suppression_start (DeidLocalSuppression *suppression)
{
  const DeidGroups *groups = &suppression->tuples->prepared->groups;

  suppression->n_suppressed = 0;
  memset (suppression->groups, 0, groups->n_values * sizeof *suppression->groups);
}

/* Returns: the place of the value that a record has in a column with a limit. */
static guint64
find_group (const DeidLocalSuppression *suppression, guint i, guint32 record)
{
  const DeidPreparedProblem *prepared = suppression->tuples->prepared;
  const DeidGroupColumn *column = &prepared->groups.columns[i];

  return column->first
         + deid_codes_get (prepared->tables.own.codes[column->codes],
                           suppression->tuples->rows[record]);
}

gboolean
deid_local_suppression_allows (const DeidLocalSuppression *suppression, guint32 record)
{
  const DeidGroups *groups = &suppression->tuples->prepared->groups;
  const guint64 count = deid_local_tuples_get_count (suppression->tuples, record);

  if (suppression->n_suppressed + count > suppression->limit)
    return FALSE;
  for (guint i = 0; i < groups->n_columns; i++)
    {
      const guint64 group = find_group (suppression, i, record);

      if (suppression->groups[group] + count > groups->allowed[group])
        return FALSE;
    }
  return TRUE;
}

void
deid_local_suppression_add (DeidLocalSuppression *suppression, guint32 record)
{
  const guint64 count = deid_local_tuples_get_count (suppression->tuples, record);

  suppression->n_suppressed += count;
  for (guint i = 0; i < suppression->tuples->prepared->groups.n_columns; i++)
    suppression->groups[find_group (suppression, i, record)] += count;
}

void
deid_local_suppression_remove (DeidLocalSuppression *suppression, guint32 record)
{
  const guint64 count = deid_local_tuples_get_count (suppression->tuples, record);

  suppression->n_suppressed -= count;
  for (guint i = 0; i < suppression->tuples->prepared->groups.n_columns; i++)
    suppression->groups[find_group (suppression, i, record)] -= count;
}
