/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/relaxed-mondrian.h"

#include <string.h>

#include "base/arrays.h"

/* Halves of halves: there are at most as many on the stack as a number of records has bits, each
 * with its sibling. */
#define MAX_PARTS 64

/* Records that stand together in the order. */
typedef struct
{
  guint32 first;
  guint32 n;
} Part;

typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalTuples *tuples;
  guint32 k;
  guint32 *records;         /* in the order of parts */
  DeidLocalNode *nodes;     /* of each attribute, of the part that is looked at */
  guint32 **places;         /* for each attribute the place of each leaf in the hierarchy's order */
  DeidKeyedNumber *order;   /* records of a part by the places of their leaves */
  DeidKeyedNumber *scratch; /* as many */
  Part parts[MAX_PARTS];    /* a stack of those that may be cut */
  guint n_parts;
} Halving;

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

static void
find_nodes (const Halving *halving, const Part *part)
{
  const guint32 *records = halving->records + part->first;

  memcpy (halving->nodes, deid_local_clusters_get_leaves (halving->clusters, records[0]),
          halving->tuples->n_attributes * sizeof *halving->nodes);
  for (guint32 i = 1; i < part->n; i++)
    deid_local_join (halving->tuples, halving->nodes,
                     deid_local_clusters_get_leaves (halving->clusters, records[i]));
}

/* Returns: the dearest attribute that has several values; or the number of attributes. */
static guint
choose_attribute (const Halving *halving)
{
  const guint m = halving->tuples->n_attributes;
  guint32 most = 0;
  guint best = m;

  for (guint a = 0; a < m; a++)
    {
      const DeidLocalNodes *nodes = &halving->tuples->attributes[a];
      const DeidLocalNode node = halving->nodes[a];

      if (node >= nodes->n_leaves && (best == m || nodes->costs[node] > most))
        {
          best = a;
          most = nodes->costs[node];
        }
    }
  return best;
}

/* Cuts a part into halves. The sort is stable: records of a value stay in their order, so that the
 * same table is cut in the same way. */
static void
halve (Halving *halving, const Part *part, guint attribute)
{
  const guint32 n_lower = part->n / 2;

  for (guint32 i = 0; i < part->n; i++)
    {
      const guint32 record = halving->records[part->first + i];
      const DeidLocalNode leaf
          = deid_local_clusters_get_leaves (halving->clusters, record)[attribute];

      halving->order[i] = (DeidKeyedNumber){ halving->places[attribute][leaf], record };
    }
  deid_key_sort (halving->order, halving->scratch, part->n);
  for (guint32 i = 0; i < part->n; i++)
    halving->records[part->first + i] = halving->order[i].number;
  halving->parts[halving->n_parts++] = (Part){ part->first, n_lower };
  halving->parts[halving->n_parts++] = (Part){ part->first + n_lower, part->n - n_lower };
}

static void
work_on (Halving *halving, const Part *part)
{
  const guint m = halving->tuples->n_attributes;
  guint attribute, number;

  find_nodes (halving, part);
  attribute = part->n / 2 >= halving->k ? choose_attribute (halving) : m;
  if (attribute < m)
    {
      halve (halving, part, attribute);
      return;
    }
  number = deid_local_clusters_open (halving->clusters);
  for (guint32 i = 0; i < part->n; i++)
    deid_local_clusters_add (halving->clusters, number, halving->records[part->first + i]);
}

static gboolean
halve_all (Halving *halving, const DeidStop *stop, GError **error)
{
  const guint32 n = halving->tuples->n_records;

  for (guint a = 0; a < halving->tuples->n_attributes; a++)
    if (!number_leaves (&halving->tuples->attributes[a], &halving->places[a], error))
      return FALSE;
  for (guint32 i = 0; i < n; i++)
    halving->records[i] = i;
  halving->parts[halving->n_parts++] = (Part){ 0, n };
  while (halving->n_parts > 0)
    {
      const Part part = halving->parts[--halving->n_parts];

      if (!deid_stop_check (stop, error))
        return FALSE;
      work_on (halving, &part);
    }
  return TRUE;
}

gboolean
deid_local_relaxed_mondrian (DeidLocalClusters *clusters, guint32 k, const DeidStop *stop,
                             GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  Halving halving = { .clusters = clusters, .tuples = tuples, .k = k };
  const gboolean success = deid_new_arrays (error, DEID_NEW (halving.records, tuples->n_records),
                                            DEID_NEW (halving.nodes, tuples->n_attributes),
                                            DEID_NEW (halving.places, tuples->n_attributes),
                                            DEID_NEW (halving.order, tuples->n_records),
                                            DEID_NEW (halving.scratch, tuples->n_records))
                           && halve_all (&halving, stop, error);

  for (guint a = 0; halving.places != NULL && a < tuples->n_attributes; a++)
    g_free (halving.places[a]);
  g_free (halving.records);
  g_free (halving.nodes);
  g_free (halving.places);
  g_free (halving.order);
  g_free (halving.scratch);
  return success;
}
