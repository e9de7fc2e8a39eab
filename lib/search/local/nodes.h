/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/preparation.h"

/* The number of a node: leaves first, each node behind those below it, and the root last. */
typedef guint16 DeidLocalNode;

/* The cost of a record whose attributes all have the greatest weight and are all suppressed is this
 * times their number: what decides are integers, the same on every platform. */
#define DEID_LOCAL_UNIT (1u << 20)

/* The cost of a root that no class may have, above that of all attributes together if these are
 * fewer than 64. */
#define DEID_LOCAL_FORBIDDEN (DEID_LOCAL_UNIT << 6)

/* Entries of the tables of one attribute, above which joins are found by climbing. */
#define DEID_LOCAL_MAX_JOINS (1u << 20)

/* The nodes that records of an attribute can have in common: the labels of the lowest level, which
 * are the leaves here, and each label above where several branches meet. A label that covers no
 * value of the column besides those of a lower one is not among them. Of an attribute of runs they
 * are those of the nodes of runs. */
typedef struct
{
  guint32 n_leaves;
  guint32 n_nodes;
  DeidLocalNode *leaves;  /* of each code */
  DeidLocalNode *parents; /* of each node; the root is its own, and that of all runs */
  guint32 *costs;         /* of each node what it costs a record */
  guint32 *extents;       /* of each node, as the loss has them */
  guint16 *levels;        /* of each node, on which level its label is, */
  guint32 *labels;        /* and the number that it has there */
  guint32 *codes;         /* of each node a code that has the label; NULL of runs */
  DeidLocalNode *shown;   /* of each node the one that is released in its place, mostly itself */
  DeidLocalNode *lowest_shown; /* the same for classes in which no label forces a finer one, where
                                  @shown has the lowest label that never does; else NULL */
  gboolean is_narrow;          /* there is no such label for some node */
  DeidLocalNode *joins; /* of node and leaf, the leaves of a node together: what is released of the
                           lowest node above both; NULL where they are too many */
  guint32 *join_costs;  /* the costs of these */
  guint32 n_ordered;    /* leaves that make runs: they come first */
  guint16 *firsts;      /* of each node of runs its first leaf, */
  guint16 *lasts;       /* and its last one, @n_ordered if it covers what no run does */
  DeidLocalNode *runs;  /* the run of the first leaf and so many others; NULL without runs */
  double unit;          /* what 1 of the numerator of the loss costs a record */
  gboolean has_ceiling; /* the root is above the highest level, and no class may have it */
} DeidLocalNodes;

/* Returns: that cost. */
static inline guint32
deid_local_get_forbidden (guint n_attributes)
{
  return MIN (DEID_LOCAL_FORBIDDEN, G_MAXUINT32 / 2 / n_attributes);
}

/* If labels of the highest level cannot be joined, they have a root that costs more than all
 * attributes of a record together, with the label of one of them. With @widens no label is shown
 * that forces a finer one in a class of two, where there is a wider one. On failure it may be
 * cleared. Errors: those of deid_local_labels_settle(); %DEID_ERROR_TOO_LARGE,
 * %DEID_ERROR_NO_MEMORY. Complexity: O(codes x levels + joins), for runs O(codes + nodes + joins).
 */
gboolean deid_local_nodes_init (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared,
                                guint attribute, gboolean widens, GError **error);
void deid_local_nodes_clear (DeidLocalNodes *nodes);

/* Says which label a node has, and what that costs: @share is the cost of an extent of 1. */
void deid_local_nodes_set_label (DeidLocalNodes *nodes, DeidLocalNode node, guint level,
                                 guint32 label, guint32 extent, double share);

static inline DeidLocalNode
deid_local_nodes_get_root (const DeidLocalNodes *nodes)
{
  return (DeidLocalNode) (nodes->n_nodes - 1);
}

/* Tells whether a node is above all labels that the attribute may have. */
static inline gboolean
deid_local_nodes_is_ceiling (const DeidLocalNodes *nodes, DeidLocalNode node)
{
  return nodes->has_ceiling && node + 1u == nodes->n_nodes;
}

/* Returns: the shortest run above two different ones. */
static inline DeidLocalNode
deid_local_nodes_span (const DeidLocalNodes *nodes, DeidLocalNode a, DeidLocalNode b)
{
  const guint first = MIN (nodes->firsts[a], nodes->firsts[b]);
  const guint last = MAX (nodes->lasts[a], nodes->lasts[b]);

  return last < nodes->n_ordered ? (DeidLocalNode) (nodes->runs[last - first] + first)
                                 : deid_local_nodes_get_root (nodes);
}

/* Returns: the lowest node above two. */
static inline DeidLocalNode
deid_local_nodes_meet (const DeidLocalNodes *nodes, DeidLocalNode a, DeidLocalNode b)
{
  if (nodes->runs != NULL && a != b)
    return deid_local_nodes_span (nodes, a, b);
  while (a != b)
    if (a < b)
      a = nodes->parents[a];
    else
      b = nodes->parents[b];
  return a;
}

/* Returns: what is released of it. */
static inline DeidLocalNode
deid_local_nodes_climb (const DeidLocalNodes *nodes, DeidLocalNode a, DeidLocalNode b)
{
  return nodes->shown[deid_local_nodes_meet (nodes, a, b)];
}

/* Returns: what is released of the lowest node above a node and a leaf. */
static inline DeidLocalNode
deid_local_nodes_join (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  return nodes->joins != NULL ? nodes->joins[(gsize) node * nodes->n_leaves + leaf]
                              : deid_local_nodes_climb (nodes, node, leaf);
}

/* Returns: what it costs. */
static inline guint32
deid_local_nodes_get_join_cost (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  return nodes->join_costs != NULL ? nodes->join_costs[(gsize) node * nodes->n_leaves + leaf]
                                   : nodes->costs[deid_local_nodes_join (nodes, node, leaf)];
}

/* Of an attribute whose values are cut in their order, a node is the run from the least to the
 * greatest value of its records. Leaves are the values that the column has, as far as the runs of
 * all can be numbered by nodes; of more values, neighbours make a leaf together, so that leaves
 * have about as many records each. A missing value that the order does not mention is a leaf behind
 * these, below the root alone, which is the run of the whole order. */

/* The most leaves that make runs: n of them make n (n + 1) / 2. */
#define DEID_LOCAL_MAX_ORDERED 361

/* Makes all but the joins. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(codes + values + nodes). */
gboolean deid_local_run_nodes_make (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared,
                                    guint attribute, double share, GError **error);

/* A label may stand for other values on one level than on another, as "private" for a kind of
 * insurance and for the group of kinds that it belongs to. Who reads a release of labels of several
 * levels could not tell which is meant. So no class is released with such a label but in its widest
 * sense: in place of a node there is the lowest one above all values that have its label on some
 * level, or the one in place of that. */

/* Finds for each node the one that is released in its place, which is itself unless its label is
 * that of other values too. Errors: %DEID_ERROR_INVALID_ARGUMENT if that would be above the highest
 * level, %DEID_ERROR_NO_MEMORY. Complexity: O(leaves x levels). */
gboolean deid_local_labels_settle (DeidLocalNodes *nodes, const DeidAttribute *attribute,
                                   guint lowest, guint highest, GError **error);

/* Returns: of the levels from @level on that have the same label for a code, the lowest one where
 * it covers most leaves of the domain. */
guint deid_local_labels_get_level (const DeidAttribute *attribute, guint level, guint highest,
                                   guint32 code);

/* Returns: the lowest level, from @lowest on, where a code has the same label as on @level, which
 * covers as many leaves. */
guint deid_local_labels_get_lowest (const DeidAttribute *attribute, guint level, guint lowest,
                                    guint32 code);
