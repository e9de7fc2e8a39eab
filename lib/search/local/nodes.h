/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"

#include <string.h>

/* The number of a node. Leaves come first, each node follows those below it, and the root is last.
 */
typedef guint16 DeidLocalNode;

/* The unit of costs. A record whose attributes all have the greatest weight and are all suppressed
 * costs the unit times the number of attributes. Costs that decide are integers, the same on every
 * platform. */
#define DEID_LOCAL_UNIT (1u << 20)

/* The cost of a root that no class may have: more than all attributes together, for fewer than 64
 * attributes. */
#define DEID_LOCAL_FORBIDDEN (DEID_LOCAL_UNIT << 6)

/* The nodes that records can have in common in an attribute. With a hierarchy, they are the labels
 * of the lowest level, which are the leaves here, and each label at which several branches meet. A
 * label that covers the same values of the column as a label below it is no node. With runs, each
 * run of leaves is a node. */
typedef struct
{
  guint32 n_leaves;
  guint32 n_nodes;
  DeidLocalNode *leaves;  /* of each code */
  DeidLocalNode *parents; /* of each node; the root is its own parent, and the parent of all runs */
  guint32 *costs;         /* of each node: what it costs a record */
  guint32 *extents;       /* of each node: its extent in the loss */
  guint16 *levels;        /* of each node: the level of its label, */
  guint32 *labels;        /* and the number of the label on this level */
  guint32 *codes;         /* of each node: a code that has the label; NULL with runs */
  DeidLocalNode *shown;   /* of each node: the node released for it, usually itself */
  DeidLocalNode *lowest_shown; /* the same for classes in which no label forces a finer one, if
                                  @shown has the lowest label that never does; else NULL */
  gboolean is_narrow;          /* some node has no such label */
  DeidLocalNode *joins; /* of node x leaf: the node released for the lowest node above both; NULL if
                           there are too many */
  guint32 *join_costs;  /* the costs of @joins */
  guint32 n_ordered;    /* leaves that make runs: they come first */
  guint16 *firsts;      /* with runs, of each node: its first leaf, */
  guint16 *lasts;       /* and its last; @n_ordered if it covers a leaf outside the order */
  DeidLocalNode *runs;  /* of each length less 1: the run of this length from the first leaf; NULL
                           without runs */
  double unit;          /* the cost to a record of 1 in the numerator of the loss */
  gboolean has_ceiling; /* the root is above the highest level, and no class may have it */
  guint32 max_values;   /* of a set; 0 if labels are no sets */
  guint32 step;         /* what a further value of a set costs a record */
  guint set_place;      /* where the set, or its word, begins in a box, */
  guint set_shift;      /* which bit of a word is its first, */
  guint set_width;      /* and the room of a list */
} DeidLocalNodes;

/* A box has a node of each attribute and, behind the nodes, the sets of leaves of attributes with
 * sets. The node of a set tells its size: a leaf is a set of one, and the nodes behind the leaves
 * are sets of two, three and so on. If an attribute has at most 64 leaves, its set is bits of a
 * word, which several attributes may share. Otherwise the set is a list of leaves in ascending
 * order, with zeros behind the last. If there are too many values for a set, the attribute has the
 * lowest node above them, and its set is empty. So two boxes that cover the same are the same
 * bytes.
 */
#define DEID_LOCAL_WORD_UNITS (sizeof (guint64) / sizeof (DeidLocalNode))

/* The most values of a set of more than 64 leaves. */
#define DEID_LOCAL_MAX_LISTED 64

static inline gboolean
deid_local_nodes_have_sets (const DeidLocalNodes *nodes)
{
  return nodes->max_values > 0;
}

static inline gboolean
deid_local_nodes_have_words (const DeidLocalNodes *nodes)
{
  return nodes->n_leaves <= 64;
}

/* Returns: the node of a set of so many leaves, at least 2. */
static inline DeidLocalNode
deid_local_nodes_get_set (const DeidLocalNodes *nodes, guint32 size)
{
  return (DeidLocalNode) (nodes->n_leaves + size - 2);
}

/* Returns: how many leaves a set has; 0 for a node above sets. */
static inline guint32
deid_local_nodes_get_size (const DeidLocalNodes *nodes, DeidLocalNode node)
{
  const guint32 size = node < nodes->n_leaves ? 1 : node - nodes->n_leaves + 2;

  return size <= nodes->max_values ? size : 0;
}

static inline guint64
deid_local_word_get (const DeidLocalNode *word)
{
  guint64 bits;

  memcpy (&bits, word, sizeof bits);
  return bits;
}

static inline void
deid_local_word_set (DeidLocalNode *word, guint64 bits)
{
  memcpy (word, &bits, sizeof bits);
}

/* Returns: the bit of a leaf in the word of its attribute. */
static inline guint64
deid_local_nodes_get_bit (const DeidLocalNodes *nodes, DeidLocalNode leaf)
{
  return G_GUINT64_CONSTANT (1) << (nodes->set_shift + leaf);
}

/* Returns: whether the set of an attribute in a box, of @size leaves, has one. */
static inline gboolean
deid_local_nodes_have (const DeidLocalNodes *nodes, const DeidLocalNode *box, guint32 size,
                       DeidLocalNode leaf)
{
  const DeidLocalNode *set = box + nodes->set_place;

  if (deid_local_nodes_have_words (nodes))
    return (deid_local_word_get (set) & deid_local_nodes_get_bit (nodes, leaf)) != 0;
  for (guint32 i = 0; i < size; i++)
    if (set[i] == leaf)
      return TRUE;
  return FALSE;
}

/* Adds a leaf to the set of a box whose node of this attribute is @node. Returns: the node that it
 * has then. */
DeidLocalNode deid_local_nodes_add (const DeidLocalNodes *nodes, DeidLocalNode *box,
                                    DeidLocalNode node, DeidLocalNode leaf);

/* Adds the set of another box. Returns: the node that it has then. */
DeidLocalNode deid_local_nodes_unite (const DeidLocalNodes *nodes, DeidLocalNode *box,
                                      DeidLocalNode node, const DeidLocalNode *other_box,
                                      DeidLocalNode other);

/* Lists the leaves of a set in ascending order. @leaves has room for the most values of a set.
 * Returns: how many there are, 0 if the node is above sets. */
guint32 deid_local_nodes_list_set (const DeidLocalNodes *nodes, const DeidLocalNode *box,
                                   DeidLocalNode node, DeidLocalNode *leaves);

/* Returns: the same for a set that is full, or for a node above sets. */
guint32 deid_local_nodes_get_dearer (const DeidLocalNodes *nodes, const DeidLocalNode *box,
                                     DeidLocalNode node, DeidLocalNode leaf);

/* Returns: the cost of a root that no class may have. */
static inline guint32
deid_local_get_forbidden (guint n_attributes)
{
  return MIN (DEID_LOCAL_FORBIDDEN, G_MAXUINT32 / 2 / n_attributes);
}

/* If the highest level has several labels, they get a root that no class may have; it costs more
 * than all attributes of a record together. @widens: show no label that forces a finer one in a
 * class of two, if there is a wider label. Errors: %DEID_ERROR_INVALID_ARGUMENT if a label would be
 * above the highest level, %DEID_ERROR_TOO_LARGE. Complexity: O(codes x levels + joins), for runs
 * O(codes + nodes + joins). */
gboolean deid_local_nodes_init (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared,
                                guint attribute, gboolean widens, GError **error);
void deid_local_nodes_clear (DeidLocalNodes *nodes);

static inline DeidLocalNode
deid_local_nodes_get_root (const DeidLocalNodes *nodes)
{
  return (DeidLocalNode) (nodes->n_nodes - 1);
}

/* Returns: what the node that deid_local_nodes_add() would return costs; nothing changes. */
static inline guint32
deid_local_nodes_get_cost_with (const DeidLocalNodes *nodes, const DeidLocalNode *box,
                                DeidLocalNode node, DeidLocalNode leaf)
{
  const guint32 size = deid_local_nodes_get_size (nodes, node);

  if (size > 0 && deid_local_nodes_have (nodes, box, size, leaf))
    return nodes->costs[node];
  if (size > 0 && size < nodes->max_values)
    return nodes->costs[node] + nodes->step;
  return deid_local_nodes_get_dearer (nodes, box, node, leaf);
}

/* Returns: whether a node is a root that no class may have. */
static inline gboolean
deid_local_nodes_is_ceiling (const DeidLocalNodes *nodes, DeidLocalNode node)
{
  return nodes->has_ceiling && node + 1u == nodes->n_nodes;
}

/* Returns: the shortest run that covers two different ones. */
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

/* Returns: the node released for the lowest node above two. */
static inline DeidLocalNode
deid_local_nodes_climb (const DeidLocalNodes *nodes, DeidLocalNode a, DeidLocalNode b)
{
  return nodes->shown[deid_local_nodes_meet (nodes, a, b)];
}

/* Returns: the node released for the lowest node above a node and a leaf. */
static inline DeidLocalNode
deid_local_nodes_join (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  return nodes->joins != NULL ? nodes->joins[(gsize) node * nodes->n_leaves + leaf]
                              : deid_local_nodes_climb (nodes, node, leaf);
}

/* Returns: the cost of deid_local_nodes_join(). */
static inline guint32
deid_local_nodes_get_join_cost (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  return nodes->join_costs != NULL ? nodes->join_costs[(gsize) node * nodes->n_leaves + leaf]
                                   : nodes->costs[deid_local_nodes_join (nodes, node, leaf)];
}

/* With runs, a node is the run from the least to the greatest value of its records. Leaves are the
 * values of the column. If there are too many values to number all runs, neighbours share a leaf,
 * so that leaves have about equally many records. A missing value that the order does not mention
 * is a leaf of its own. Only the root, the run of all values, is above it. */

/* The most leaves that make runs: n of them make n (n + 1) / 2. */
#define DEID_LOCAL_MAX_ORDERED 361

/* Returns: the lowest level, from @lowest on, on which the code has the same label as on @level,
 * covering as many leaves. */
guint deid_local_labels_get_lowest (const DeidAttribute *attribute, guint level, guint lowest,
                                    guint32 code);
