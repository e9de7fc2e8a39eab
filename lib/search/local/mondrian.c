/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/mondrian.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

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
  guint32 *records;     /* in the order of parts */
  guint32 *sorted;      /* scratch */
  DeidLocalNode *nodes; /* of each attribute, of the part that is looked at */
  gboolean *is_tried;   /* of each attribute */
  guint32 *counts;      /* of each node of an attribute, its records in the part; then their ends */
  Part *parts;          /* a stack of those that may be cut */
  guint64 parts_capacity;
  guint64 n_parts;
} Cutting;

static DeidLocalNode
get_leaf (const Cutting *cutting, guint32 record, guint attribute)
{
  return deid_local_clusters_get_leaves (cutting->clusters, record)[attribute];
}

/* Returns: the child of a node that has a leaf. */
static DeidLocalNode
find_child (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  while (nodes->parents[leaf] != node)
    leaf = nodes->parents[leaf];
  return leaf;
}

static void
find_nodes (Cutting *cutting, const Part *part)
{
  for (guint32 i = 0; i < part->n; i++)
    {
      const DeidLocalNode *leaves
          = deid_local_clusters_get_leaves (cutting->clusters, cutting->records[part->first + i]);

      if (i == 0)
        memcpy (cutting->nodes, leaves, cutting->tuples->n_attributes * sizeof *leaves);
      deid_local_join (cutting->tuples, cutting->nodes, leaves);
    }
}

/* Returns: the dearest attribute that has several values and was not tried; or the number of
 * attributes. */
static guint
choose_attribute (const Cutting *cutting)
{
  const guint m = cutting->tuples->n_attributes;
  guint best = m;

  for (guint a = 0; a < m; a++)
    {
      const DeidLocalNodes *nodes = &cutting->tuples->attributes[a];

      if (!cutting->is_tried[a] && cutting->nodes[a] >= nodes->n_leaves
          && (best == m
              || nodes->costs[cutting->nodes[a]]
                     > cutting->tuples->attributes[best].costs[cutting->nodes[best]]))
        best = a;
    }
  return best;
}

/* Counts the records of each child. Returns: whether each has enough, or none. */
static gboolean
count_children (Cutting *cutting, const Part *part, guint a)
{
  const DeidLocalNodes *nodes = &cutting->tuples->attributes[a];
  gboolean success = TRUE;

  memset (cutting->counts, 0, nodes->n_nodes * sizeof *cutting->counts);
  for (guint32 i = 0; i < part->n; i++)
    cutting->counts[find_child (nodes, cutting->nodes[a],
                                get_leaf (cutting, cutting->records[part->first + i], a))]++;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    success &= cutting->counts[node] == 0 || cutting->counts[node] >= cutting->k;
  return success;
}

/* Sorts the records of a part by child, each of which becomes a part. */
static gboolean
cut (Cutting *cutting, const Part *part, guint a, GError **error)
{
  const DeidLocalNodes *nodes = &cutting->tuples->attributes[a];
  guint32 end = 0;

  for (guint32 node = 0; node < nodes->n_nodes; node++)
    if (cutting->counts[node] > 0)
      {
        const guint32 n = cutting->counts[node];

        if (!deid_grow ((gpointer *) &cutting->parts, &cutting->parts_capacity,
                        cutting->n_parts + 1, sizeof *cutting->parts, error))
          return FALSE;
        cutting->parts[cutting->n_parts++] = (Part){ part->first + end, n };
        end += n;
        cutting->counts[node] = end;
      }
  for (guint32 i = part->n; i-- > 0;)
    {
      const guint32 record = cutting->records[part->first + i];

      cutting->sorted[--cutting->counts[find_child (nodes, cutting->nodes[a],
                                                    get_leaf (cutting, record, a))]]
          = record;
    }
  memcpy (cutting->records + part->first, cutting->sorted, part->n * sizeof *cutting->sorted);
  return TRUE;
}

static void
keep (Cutting *cutting, const Part *part)
{
  const guint32 number = deid_local_clusters_open (cutting->clusters);

  for (guint32 i = 0; i < part->n; i++)
    deid_local_clusters_add (cutting->clusters, number, cutting->records[part->first + i]);
}

/* Cuts a part or, where no attribute allows it, makes it a cluster. */
static gboolean
work_on (Cutting *cutting, const Part *part, GError **error)
{
  const guint m = cutting->tuples->n_attributes;

  find_nodes (cutting, part);
  memset (cutting->is_tried, 0, m * sizeof *cutting->is_tried);
  for (guint a = choose_attribute (cutting); a < m; a = choose_attribute (cutting))
    {
      cutting->is_tried[a] = TRUE;
      if (count_children (cutting, part, a))
        return cut (cutting, part, a, error);
    }
  keep (cutting, part);
  return TRUE;
}

static gboolean
cut_all (Cutting *cutting, const DeidStop *stop, GError **error)
{
  const guint32 n = cutting->tuples->n_records;

  for (guint32 i = 0; i < n; i++)
    cutting->records[i] = i;
  cutting->parts[cutting->n_parts++] = (Part){ 0, n };
  while (cutting->n_parts > 0)
    {
      const Part part = cutting->parts[--cutting->n_parts];

      if (!deid_stop_check (stop, error) || !work_on (cutting, &part, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_local_mondrian (DeidLocalClusters *clusters, guint32 k, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  Cutting cutting = { .clusters = clusters, .tuples = tuples, .k = k };
  guint32 n_nodes = 1;
  gboolean success;

  for (guint a = 0; a < tuples->n_attributes; a++)
    n_nodes = MAX (n_nodes, tuples->attributes[a].n_nodes);
  success = deid_new_arrays (error, DEID_NEW (cutting.records, tuples->n_records),
                             DEID_NEW (cutting.sorted, tuples->n_records),
                             DEID_NEW (cutting.nodes, tuples->n_attributes),
                             DEID_NEW (cutting.is_tried, tuples->n_attributes),
                             DEID_NEW (cutting.counts, n_nodes))
            && deid_grow ((gpointer *) &cutting.parts, &cutting.parts_capacity, 1,
                          sizeof *cutting.parts, error)
            && cut_all (&cutting, stop, error);
  g_free (cutting.records);
  g_free (cutting.sorted);
  g_free (cutting.nodes);
  g_free (cutting.is_tried);
  g_free (cutting.counts);
  g_free (cutting.parts);
  return success;
}
