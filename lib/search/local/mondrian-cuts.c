/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/mondrian-cuts.h"

#include <string.h>

#include "base/arrays.h"

/* Numbers the leaves so that those below each node follow each other, in an order of children that
 * their numbers give. Parents are numbered behind their children. */
static gboolean
number_leaves (const DeidLocalNodes *nodes, guint32 **places, GError **error)
{
  g_autofree guint32 *n_below = NULL, *next = NULL;
  guint32 *of_nodes;

  if (!deid_new_arrays (error, DEID_NEW (n_below, nodes->n_nodes), DEID_NEW (next, nodes->n_nodes),
                        DEID_NEW (*places, nodes->n_nodes)))
    return FALSE;
  of_nodes = *places;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    {
      n_below[node] += node < nodes->n_leaves ? 1 : 0;
      if (nodes->parents[node] != node)
        n_below[nodes->parents[node]] += n_below[node];
    }
  for (guint32 node = nodes->n_nodes; node-- > 0;)
    {
      const DeidLocalNode parent = nodes->parents[node];

      if (parent != node)
        {
          of_nodes[node] = next[parent];
          next[parent] += n_below[node];
        }
      next[node] = of_nodes[node];
    }
  return TRUE;
}

static gboolean
init_halves (DeidLocalCut *cut, GError **error)
{
  const DeidLocalTuples *tuples = cut->clusters->tuples;

  if (!deid_new_arrays (error, DEID_NEW (cut->places, tuples->n_attributes),
                        DEID_NEW (cut->order, tuples->n_records),
                        DEID_NEW (cut->scratch, tuples->n_records)))
    return FALSE;
  for (guint a = 0; a < tuples->n_attributes; a++)
    if (!number_leaves (&tuples->attributes[a], &cut->places[a], error))
      return FALSE;
  return TRUE;
}

gboolean
deid_local_cut_init (DeidLocalCut *cut, const DeidLocalClusters *clusters, gboolean has_halves,
                     GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  guint32 n_nodes = 2;

  *cut = (DeidLocalCut){ .clusters = clusters };
  for (guint a = 0; a < tuples->n_attributes; a++)
    n_nodes = MAX (n_nodes, tuples->attributes[a].n_nodes);
  return deid_new_arrays (error, DEID_NEW (cut->records, tuples->n_records),
                          DEID_NEW (cut->ends, n_nodes), DEID_NEW (cut->counts, n_nodes))
         && (!has_halves || init_halves (cut, error));
}

void
deid_local_cut_clear (DeidLocalCut *cut)
{
  for (guint a = 0; cut->places != NULL && a < cut->clusters->tuples->n_attributes; a++)
    g_free (cut->places[a]);
  g_free (cut->places);
  g_free (cut->records);
  g_free (cut->ends);
  g_free (cut->counts);
  g_free (cut->order);
  g_free (cut->scratch);
}

static DeidLocalNode
get_leaf (const DeidLocalCut *cut, guint32 record, guint attribute)
{
  return deid_local_clusters_get_leaves (cut->clusters, record)[attribute];
}

/* Returns: the child of a node that has a leaf. */
static DeidLocalNode
mondrian_cuts_find_child (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  while (nodes->parents[leaf] != node)
    leaf = nodes->parents[leaf];
  return leaf;
}

/* Counts the records of each child, and lists where those of each end. Returns: whether each child
 * that has records has at least @least. */
static gboolean
count_children (DeidLocalCut *cut, const guint32 *records, guint32 n, guint attribute,
                DeidLocalNode node, guint32 least)
{
  const DeidLocalNodes *nodes = &cut->clusters->tuples->attributes[attribute];
  gboolean have_enough = TRUE;
  guint32 end = 0;

  memset (cut->counts, 0, nodes->n_nodes * sizeof *cut->counts);
  for (guint32 i = 0; i < n; i++)
    cut->counts[mondrian_cuts_find_child (nodes, node, get_leaf (cut, records[i], attribute))]++;
  cut->n_pieces = 0;
  for (guint32 child = 0; child < node; child++)
    if (cut->counts[child] > 0)
      {
        have_enough &= cut->counts[child] >= least;
        end += cut->counts[child];
        cut->counts[child] = end;
        cut->ends[cut->n_pieces++] = end;
      }
  return have_enough;
}

/* A node may be released in place of a lower one that is above all records, too: then it has one
 * child with records. */
static gboolean
mondrian_cuts_find_pieces (DeidLocalCut *cut, const guint32 *records, guint32 n, guint attribute,
                           DeidLocalNode *node, guint32 least)
{
  const DeidLocalNodes *nodes = &cut->clusters->tuples->attributes[attribute];

  while (*node >= nodes->n_leaves)
    {
      if (!count_children (cut, records, n, attribute, *node, least))
        return FALSE;
      if (cut->n_pieces > 1)
        return TRUE;
      *node = mondrian_cuts_find_child (nodes, *node, get_leaf (cut, records[0], attribute));
    }
  return FALSE;
}

gboolean
deid_local_cut_children (DeidLocalCut *cut, const guint32 *records, guint32 n, guint attribute,
                         DeidLocalNode node, guint32 least)
{
  const DeidLocalNodes *nodes = &cut->clusters->tuples->attributes[attribute];

  if (!mondrian_cuts_find_pieces (cut, records, n, attribute, &node, least))
    return FALSE;
  for (guint32 i = n; i-- > 0;)
    {
      const DeidLocalNode child
          = mondrian_cuts_find_child (nodes, node, get_leaf (cut, records[i], attribute));

      cut->records[--cut->counts[child]] = records[i];
    }
  return TRUE;
}

gboolean
deid_local_cut_halves (DeidLocalCut *cut, const guint32 *records, guint32 n, guint attribute,
                       guint32 least)
{
  if (n / 2 < least)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    cut->order[i]
        = (DeidKeyedNumber){ cut->places[attribute][get_leaf (cut, records[i], attribute)],
                             records[i] };
  deid_key_sort (cut->order, cut->scratch, n);
  for (guint32 i = 0; i < n; i++)
    cut->records[i] = cut->order[i].number;
  cut->n_pieces = 2;
  cut->ends[0] = n / 2;
  cut->ends[1] = n;
  return TRUE;
}
