/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/nodes.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "partition/partition.h"

#include <string.h>

/* The most entries of the table of joins of an attribute. Above it joins are found by climbing. */
#define DEID_LOCAL_MAX_JOINS (1u << 20)

/* The levels of one attribute, and what is known of them while nodes are made. */
typedef struct
{
  const DeidAttribute *attribute;
  const DeidLossAttribute *term;
  double share; /* the cost of an extent of 1 */
  guint lowest;
  guint highest;
  DeidLocalNode *tops;   /* of each leaf, the highest node above it so far */
  DeidLocalNode *firsts; /* of each label of a level, the node of its first leaf, */
  guint8 *meets;         /* and whether there are others: 0 without leaves, 1, or 2 */
} Levels;

/* There are fewer nodes than twice the leaves. */
static gboolean
nodes_alloc_nodes (DeidLocalNodes *nodes, Levels *levels, GError **error)
{
  const guint32 n_codes = levels->attribute->n_codes;

  nodes->n_leaves = levels->attribute->levels[levels->lowest].n_labels;
  if (nodes->n_leaves > G_MAXUINT16 / 2)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "column '%s' has %u values, expected at most %d for a local recoding",
                      deid_column_show (deid_attribute_get_column (levels->attribute)),
                      nodes->n_leaves, G_MAXUINT16 / 2);
  return deid_new_arrays (
      error, DEID_NEW (nodes->leaves, n_codes), DEID_NEW (nodes->parents, 2 * nodes->n_leaves),
      DEID_NEW (nodes->costs, 2 * nodes->n_leaves), DEID_NEW (nodes->extents, 2 * nodes->n_leaves),
      DEID_NEW (nodes->levels, 2 * nodes->n_leaves), DEID_NEW (nodes->labels, 2 * nodes->n_leaves),
      DEID_NEW (nodes->codes, 2 * nodes->n_leaves), DEID_NEW (levels->tops, nodes->n_leaves),
      DEID_NEW (levels->firsts, n_codes), DEID_NEW (levels->meets, n_codes));
}

/* Sets the label of a node and its cost. @share: the cost of an extent of 1. */
static void
local_nodes_set_label (DeidLocalNodes *nodes, DeidLocalNode node, guint level, guint32 label,
                       guint32 extent, double share)
{
  nodes->levels[node] = (guint16) level;
  nodes->labels[node] = label;
  nodes->extents[node] = extent;
  nodes->costs[node] = MIN ((guint32) (share * extent + 0.5), DEID_LOCAL_UNIT);
}

/* Tells whether a code has the same label on two levels: one that reads the same, and covers as
 * many leaves of the domain. */
static gboolean
reads_same (const DeidAttribute *attribute, guint level, guint other, guint32 code,
            gboolean *is_wider)
{
  const guint32 own = attribute->levels[level].labels[code];
  const guint32 above = attribute->levels[other].labels[code];

  *is_wider = deid_attribute_get_n_covered (attribute, other, above)
              > deid_attribute_get_n_covered (attribute, level, own);
  return g_strcmp0 (deid_attribute_get_label (attribute, level, own),
                    deid_attribute_get_label (attribute, other, above))
         == 0;
}

/* Returns: of the levels from @level on that have the same label for a code, the lowest on which
 * the label covers the most leaves of the domain. */
static guint
local_labels_get_level (const DeidAttribute *attribute, guint level, guint highest, guint32 code)
{
  guint widest = level;
  gboolean is_wider;

  for (guint higher = level + 1; higher <= highest; higher++)
    if (reads_same (attribute, widest, higher, code, &is_wider) && is_wider)
      widest = higher;
  return widest;
}

static void
set_node (DeidLocalNodes *nodes, const Levels *levels, DeidLocalNode node, guint level,
          guint32 code)
{
  const guint shown = local_labels_get_level (levels->attribute, level, levels->highest, code);

  local_nodes_set_label (
      nodes, node, shown, levels->attribute->levels[shown].labels[code],
      deid_loss_attribute_get_extent (levels->term, levels->attribute, code, shown), levels->share);
  nodes->codes[node] = code;
  nodes->parents[node] = node;
}

static void
add_leaves (DeidLocalNodes *nodes, const Levels *levels)
{
  const DeidRecoding *recoding = &levels->attribute->levels[levels->lowest];

  for (guint32 code = 0; code < levels->attribute->n_codes; code++)
    {
      const DeidLocalNode leaf = (DeidLocalNode) recoding->labels[code];

      nodes->leaves[code] = leaf;
      levels->tops[leaf] = leaf;
      set_node (nodes, levels, leaf, levels->lowest, code);
    }
  nodes->n_nodes = nodes->n_leaves;
}

/* Makes a node of each label of a level where branches meet. */
static void
nodes_add_level (DeidLocalNodes *nodes, const Levels *levels, guint level)
{
  const DeidRecoding *recoding = &levels->attribute->levels[level];

  memset (levels->meets, 0, recoding->n_labels * sizeof *levels->meets);
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const guint32 label = recoding->labels[nodes->codes[leaf]];

      if (levels->meets[label] == 0)
        levels->firsts[label] = levels->tops[leaf];
      if (levels->meets[label] == 0 || levels->firsts[label] != levels->tops[leaf])
        levels->meets[label]++;
      levels->meets[label] = MIN (levels->meets[label], 2);
    }
  for (guint32 label = 0; label < recoding->n_labels; label++)
    levels->firsts[label] = 0; /* from here on that of the label, none of which is a leaf */
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const guint32 label = recoding->labels[nodes->codes[leaf]];

      if (levels->meets[label] < 2)
        continue;
      if (levels->firsts[label] == 0)
        {
          levels->firsts[label] = (DeidLocalNode) nodes->n_nodes++;
          set_node (nodes, levels, levels->firsts[label], level, nodes->codes[leaf]);
        }
      nodes->parents[levels->tops[leaf]] = levels->firsts[label];
      levels->tops[leaf] = levels->firsts[label];
    }
}

/* Makes a root of branches that no level joins. */
static void
add_ceiling (DeidLocalNodes *nodes, const Levels *levels, guint n_attributes)
{
  const DeidLocalNode root = (DeidLocalNode) nodes->n_nodes;

  if (levels->attribute->levels[levels->highest].n_labels < 2)
    return;
  nodes->has_ceiling = TRUE;
  nodes->n_nodes++;
  set_node (nodes, levels, root, levels->highest, nodes->codes[0]);
  nodes->costs[root] = deid_local_get_forbidden (n_attributes);
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    nodes->parents[levels->tops[leaf]] = root;
}

static gboolean
fill_joins (DeidLocalNodes *nodes, GError **error)
{
  const guint64 n = (guint64) nodes->n_nodes * nodes->n_leaves;

  if (n > DEID_LOCAL_MAX_JOINS || deid_local_nodes_have_sets (nodes))
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (nodes->joins, n), DEID_NEW (nodes->join_costs, n)))
    return FALSE;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
      {
        const DeidLocalNode join
            = deid_local_nodes_climb (nodes, (DeidLocalNode) node, (DeidLocalNode) leaf);

        nodes->joins[(gsize) node * nodes->n_leaves + leaf] = join;
        nodes->join_costs[(gsize) node * nodes->n_leaves + leaf] = nodes->costs[join];
      }
  return TRUE;
}

/* Returns: what all records count in the loss. */
static guint64
nodes_get_weight (const DeidPreparedProblem *prepared)
{
  return prepared->loss.weighted_input != NULL ? prepared->loss.weighted_input->n_records
                                               : prepared->n_records;
}

/* The texts of one attribute's labels, and of each the lowest node above all that have it. */
typedef struct
{
  const DeidAttribute *attribute;
  const DeidLocalNodes *nodes;
  DeidDictionary texts;
  DeidLocalNode *above; /* of each text */
  guint64 above_capacity;
} Texts;

static const char *
local_labels_get_text (const Texts *texts, guint level, guint32 code)
{
  return deid_attribute_get_label (texts->attribute, level,
                                   texts->attribute->levels[level].labels[code]);
}

static gboolean
find_text (Texts *texts, guint level, guint32 code, guint32 *number, GError **error)
{
  const char *text = local_labels_get_text (texts, level, code);

  return deid_check_text (text, error)
         && deid_dictionary_add_value (&texts->texts, text, number, error);
}

static gboolean
local_labels_add_leaf (Texts *texts, guint level, DeidLocalNode leaf, GError **error)
{
  const guint32 n_before = texts->texts.n;
  guint32 number;

  if (!find_text (texts, level, texts->nodes->codes[leaf], &number, error)
      || !deid_grow_list (texts, above, texts->texts.n, error))
    return FALSE;
  texts->above[number] = texts->texts.n > n_before
                             ? leaf
                             : deid_local_nodes_meet (texts->nodes, texts->above[number], leaf);
  return TRUE;
}

/* Says that no level has a label above all values that a label of a node stands for. */
static gboolean
local_labels_refuse (const Texts *texts, DeidLocalNode node, GError **error)
{
  const DeidAttribute *attribute = texts->attribute;
  const guint level = texts->nodes->levels[node];
  g_autofree char *shown = deid_table_source_quote (
      attribute->table, local_labels_get_text (texts, level, texts->nodes->codes[node]));

  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "column '%s': label %s of level %u stands for other values on another level, and no "
      "level that may be chosen has a label above all of these: expected levels from where "
      "it stands for the same, or up to one that joins them",
      deid_column_show (deid_attribute_get_column (attribute)),
      shown != NULL ? shown : "of some value", level);
}

/* Raises a node to the one above all that has its label, or that a node below it is raised to, and
 * its parent with it. */
static gboolean
raise_node (Texts *texts, DeidLocalNode *raised, DeidLocalNode node, GError **error)
{
  const DeidLocalNodes *nodes = texts->nodes;
  const DeidLocalNode parent = nodes->parents[node];
  guint32 number;

  raised[node] = MAX (raised[node], node);
  if (deid_local_nodes_is_ceiling (nodes, node))
    return TRUE;
  if (!find_text (texts, nodes->levels[node], nodes->codes[node], &number, error))
    return FALSE;
  raised[node] = MAX (raised[node], texts->above[number]);
  if (deid_local_nodes_is_ceiling (nodes, raised[node]))
    return local_labels_refuse (texts, node, error);
  if (raised[node] > parent)
    raised[parent] = MAX (raised[parent], raised[node]);
  return TRUE;
}

/* Sets what is released for each node. A label may stand for different values on different levels:
 * "private" may be a kind of insurance and the group of kinds above it. Labels of several levels
 * side by side do not tell which is meant. So such a label is released only in its widest sense:
 * what is released for a node is the lowest node above all values that have its label on any level.
 * Complexity: O(leaves x levels). */
static gboolean
local_labels_settle (DeidLocalNodes *nodes, const DeidAttribute *attribute, guint lowest,
                     guint highest, GError **error)
{
  Texts texts = { .attribute = attribute, .nodes = nodes };
  gboolean success = deid_new_arrays (error, DEID_NEW (nodes->shown, nodes->n_nodes));

  deid_dictionary_init (&texts.texts);
  for (guint level = lowest; success && level <= highest; level++)
    for (guint32 leaf = 0; success && leaf < nodes->n_leaves; leaf++)
      success = local_labels_add_leaf (&texts, level, (DeidLocalNode) leaf, error);
  for (guint32 node = 0; success && node < nodes->n_nodes; node++)
    success = raise_node (&texts, nodes->shown, (DeidLocalNode) node, error);
  for (guint32 node = nodes->n_nodes; success && node-- > 0;)
    nodes->shown[node] = nodes->shown[nodes->shown[node]];
  deid_dictionary_clear (&texts.texts);
  g_free (texts.above);
  return success;
}

/* Sets of values as labels. */

/* Tells whether each label costs what it covers, so that this is known of sets, too. */
static gboolean
local_sets_count_covered (const DeidAttribute *attribute, const DeidLossAttribute *term,
                          guint highest)
{
  for (guint level = 0; level <= highest; level++)
    for (guint32 code = 0; code < attribute->n_codes; code++)
      if (deid_loss_attribute_get_extent (term, attribute, code, level) + (guint64) 1
          != deid_attribute_get_n_covered (attribute, level, attribute->levels[level].labels[code]))
        return FALSE;
  return TRUE;
}

/* Tells whether a value, or the text of a suppressed one, reads like a set. */
static gboolean
local_sets_have_brace (const DeidLocalNodes *nodes, const DeidAttribute *attribute)
{
  const char *suppressed = deid_attribute_get_column (attribute)->suppressed;

  if (suppressed != NULL && suppressed[0] == '{')
    return TRUE;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    {
      const char *text
          = deid_attribute_get_label (attribute, nodes->levels[node], nodes->labels[node]);

      if (text != NULL && text[0] == '{')
        return TRUE;
    }
  return FALSE;
}

/* Tells whether a label above others reads like one of them or a value. */
static gboolean
local_sets_read_alike (const DeidLocalNodes *nodes)
{
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    if (nodes->shown[node] != node)
      return TRUE;
  return FALSE;
}

static gboolean
local_sets_check (const DeidLocalNodes *nodes, const Levels *levels, guint32 max_values,
                  GError **error)
{
  const char *what = NULL;

  if (levels->lowest > 0)
    what = "sets of values, and a lowest level above 0: expected levels from 0 on, or "
           "generalize-by=levels for the column";
  else if (nodes->has_ceiling)
    what = "sets of values, and several labels on the highest level: expected one for all values, "
           "or generalize-by=levels for the column";
  else if (!local_sets_count_covered (levels->attribute, levels->term, levels->highest))
    what = "sets of values, whose cost the quality model does not tell: expected one that costs a "
           "label by how many values it covers, such as loss";
  else if (local_sets_have_brace (nodes, levels->attribute))
    what = "sets of values, and a value, label or text for suppressed values that begins with a "
           "brace, which would read like a set: expected levels, or another spelling";
  else if (max_values < nodes->n_leaves && local_sets_read_alike (nodes))
    what = "sets of limited size, and a label of its hierarchy that reads like a value or another "
           "label, such as '*': expected sets of any size, or other labels";
  if (what == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "column '%s' has %s",
                    deid_column_show (deid_attribute_get_column (levels->attribute)), what);
}

static gboolean
realloc_nodes (DeidLocalNodes *nodes, guint64 n, GError **error)
{
  return deid_realloc ((gpointer *) &nodes->parents, n, sizeof *nodes->parents, error)
         && deid_realloc ((gpointer *) &nodes->costs, n, sizeof *nodes->costs, error)
         && deid_realloc ((gpointer *) &nodes->extents, n, sizeof *nodes->extents, error)
         && deid_realloc ((gpointer *) &nodes->levels, n, sizeof *nodes->levels, error)
         && deid_realloc ((gpointer *) &nodes->labels, n, sizeof *nodes->labels, error)
         && deid_realloc ((gpointer *) &nodes->codes, n, sizeof *nodes->codes, error)
         && deid_realloc ((gpointer *) &nodes->shown, n, sizeof *nodes->shown, error);
}

/* Moves the nodes above leaves behind those of sets. */
static void
move_node (DeidLocalNodes *nodes, guint32 from, guint32 to, guint32 more)
{
  nodes->parents[to] = (DeidLocalNode) (nodes->parents[from] + more);
  nodes->costs[to] = MAX (nodes->costs[from], nodes->step * nodes->max_values);
  nodes->extents[to] = nodes->extents[from];
  nodes->levels[to] = nodes->levels[from];
  nodes->labels[to] = nodes->labels[from];
  nodes->codes[to] = nodes->codes[from];
  nodes->shown[to] = (DeidLocalNode) to;
}

/* Puts nodes of sets between the leaves and what is above them, which goes if no set is too large.
 * Their labels are none that a class is released with. */
static void
local_sets_insert (DeidLocalNodes *nodes, guint32 n_above)
{
  const guint32 more = nodes->max_values - 1;

  for (guint32 i = n_above; i-- > 0;)
    move_node (nodes, nodes->n_leaves + i, nodes->n_leaves + more + i, more);
  nodes->n_nodes = nodes->n_leaves + more + n_above;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    nodes->shown[leaf] = (DeidLocalNode) leaf;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    nodes->parents[leaf] = n_above > 0 ? (DeidLocalNode) (nodes->parents[leaf] + more)
                                       : deid_local_nodes_get_root (nodes);
  for (guint32 size = 2; size <= nodes->max_values; size++)
    {
      const DeidLocalNode node = deid_local_nodes_get_set (nodes, size);

      nodes->parents[node] = deid_local_nodes_get_root (nodes);
      nodes->costs[node] = nodes->step * (size - 1);
      nodes->extents[node] = size - 1;
      nodes->levels[node] = nodes->levels[0];
      nodes->labels[node] = nodes->labels[0];
      nodes->codes[node] = nodes->codes[0];
      nodes->shown[node] = node;
    }
}

static gboolean
local_sets_make (DeidLocalNodes *nodes, const Levels *levels, GError **error)
{
  const guint32 n = nodes->n_leaves;
  const guint32 most = n <= 64 ? n : MIN (n, DEID_LOCAL_MAX_LISTED);
  const guint32 max_values = MIN (levels->attribute->max_values, most);
  guint32 n_above;

  if (max_values < 2 && (max_values == 0 || levels->lowest == 0))
    return TRUE;
  if (!local_sets_check (nodes, levels, max_values, error))
    return FALSE;
  n_above = max_values < n ? nodes->n_nodes - n : 0;
  if ((guint64) n + max_values + n_above > G_MAXUINT16)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "column '%s' has %u values and %u labels above them, expected fewer for sets",
                      deid_column_show (deid_attribute_get_column (levels->attribute)), n, n_above);
  if (!realloc_nodes (nodes, (guint64) n + max_values + n_above, error))
    return FALSE;
  nodes->max_values = max_values;
  nodes->set_width = n <= 64 ? 0 : max_values;
  nodes->step = (guint32) (levels->share + 0.5);
  local_sets_insert (nodes, n_above);
  return TRUE;
}

guint32
deid_local_nodes_list_set (const DeidLocalNodes *nodes, const DeidLocalNode *box,
                           DeidLocalNode node, DeidLocalNode *leaves)
{
  const guint32 size = deid_local_nodes_get_size (nodes, node);
  guint32 n = 0;

  if (!deid_local_nodes_have_words (nodes))
    memcpy (leaves, box + nodes->set_place, size * sizeof *leaves);
  else
    for (guint32 leaf = 0; n < size; leaf++)
      if (deid_local_nodes_have (nodes, box, size, (DeidLocalNode) leaf))
        leaves[n++] = (DeidLocalNode) leaf;
  return size;
}

/* Returns: the lowest node above the set of a box, or the node above sets that it has, and another
 * such node or a leaf. */
static DeidLocalNode
climb_set (const DeidLocalNodes *nodes, const DeidLocalNode *box, DeidLocalNode node,
           DeidLocalNode above)
{
  DeidLocalNode leaves[DEID_LOCAL_MAX_LISTED];
  const guint32 size = deid_local_nodes_list_set (nodes, box, node, leaves);

  if (size == 0)
    return deid_local_nodes_meet (nodes, node, above);
  for (guint32 i = 0; i < size; i++)
    above = deid_local_nodes_meet (nodes, above, leaves[i]);
  return above;
}

guint32
deid_local_nodes_get_dearer (const DeidLocalNodes *nodes, const DeidLocalNode *box,
                             DeidLocalNode node, DeidLocalNode leaf)
{
  return nodes->costs[climb_set (nodes, box, node, leaf)];
}

/* Takes all leaves out of a set. */
static void
empty_set (const DeidLocalNodes *nodes, DeidLocalNode *box)
{
  DeidLocalNode *set = box + nodes->set_place;
  const guint64 all
      = nodes->n_leaves < 64 ? (G_GUINT64_CONSTANT (1) << nodes->n_leaves % 64) - 1 : G_MAXUINT64;

  if (deid_local_nodes_have_words (nodes))
    deid_local_word_set (set, deid_local_word_get (set) & ~(all << nodes->set_shift));
  else
    memset (set, 0, nodes->set_width * sizeof *set);
}

/* Puts a leaf where it belongs in a list. */
static void
insert_leaf (DeidLocalNode *set, guint32 size, DeidLocalNode leaf)
{
  guint32 i = size;

  for (; i > 0 && set[i - 1] > leaf; i--)
    set[i] = set[i - 1];
  set[i] = leaf;
}

DeidLocalNode
deid_local_nodes_add (const DeidLocalNodes *nodes, DeidLocalNode *box, DeidLocalNode node,
                      DeidLocalNode leaf)
{
  const guint32 size = deid_local_nodes_get_size (nodes, node);
  DeidLocalNode *set = box + nodes->set_place;

  if (size > 0 && deid_local_nodes_have (nodes, box, size, leaf))
    return node;
  if (size == 0 || size == nodes->max_values)
    {
      node = climb_set (nodes, box, node, leaf);
      empty_set (nodes, box);
      return node;
    }
  if (deid_local_nodes_have_words (nodes))
    deid_local_word_set (set, deid_local_word_get (set) | deid_local_nodes_get_bit (nodes, leaf));
  else
    insert_leaf (set, size, leaf);
  return deid_local_nodes_get_set (nodes, size + 1);
}

DeidLocalNode
deid_local_nodes_unite (const DeidLocalNodes *nodes, DeidLocalNode *box, DeidLocalNode node,
                        const DeidLocalNode *other_box, DeidLocalNode other)
{
  DeidLocalNode leaves[DEID_LOCAL_MAX_LISTED];
  const guint32 n = deid_local_nodes_list_set (nodes, other_box, other, leaves);

  for (guint32 i = 0; i < n; i++)
    node = deid_local_nodes_add (nodes, box, node, leaves[i]);
  if (n > 0)
    return node;
  node = climb_set (nodes, box, node, other);
  empty_set (nodes, box);
  return node;
}

/* Makes the nodes of an attribute whose labels are those of a hierarchy. */
static gboolean
make_levels (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared, guint attribute,
             double share, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;
  Levels levels = { .attribute = &lattice->attributes[attribute],
                    .term = &prepared->loss.terms[attribute],
                    .share = share,
                    .lowest = deid_lattice_get_lowest_level (lattice, attribute),
                    .highest = deid_lattice_get_highest_level (lattice, attribute) };
  gboolean success = nodes_alloc_nodes (nodes, &levels, error);

  if (success)
    add_leaves (nodes, &levels);
  for (guint level = levels.lowest + 1; success && level <= levels.highest; level++)
    nodes_add_level (nodes, &levels, level);
  if (success)
    add_ceiling (nodes, &levels, lattice->n_attributes);
  success = success
            && local_labels_settle (nodes, levels.attribute, levels.lowest, levels.highest, error)
            && local_sets_make (nodes, &levels, error);
  deid_free_arrays (levels.tops, levels.firsts, levels.meets);
  return success;
}

/* Shows in place of each label that forces a finer one the next label above it that does not. A
 * node has a greater number than those below it. Sets and runs are widened once all classes are
 * made. */
static gboolean
nodes_widen (DeidLocalNodes *nodes, const DeidAttribute *attribute, guint lowest, GError **error)
{
  if (deid_local_nodes_have_sets (nodes) || nodes->runs != NULL)
    {
      const guint32 n_values = nodes->runs != NULL ? nodes->n_ordered : nodes->max_values;

      nodes->is_narrow = n_values > 1 && n_values <= DEID_FORCED_SIZE;
      return TRUE;
    }
  if (!deid_new_arrays (error, DEID_NEW (nodes->lowest_shown, nodes->n_nodes)))
    return FALSE;
  memcpy (nodes->lowest_shown, nodes->shown, nodes->n_nodes * sizeof *nodes->shown);
  for (guint32 node = nodes->n_nodes; node-- > 0;)
    {
      const DeidLocalNode own = nodes->lowest_shown[node];
      const DeidLocalNode parent = nodes->parents[own];

      if (deid_local_nodes_is_ceiling (nodes, own)
          || !deid_attribute_forces (attribute, lowest, nodes->levels[own], nodes->labels[own]))
        continue;
      if (parent == own || deid_local_nodes_is_ceiling (nodes, parent))
        nodes->is_narrow = TRUE;
      else
        nodes->shown[node] = nodes->shown[parent];
    }
  return TRUE;
}

/* The values of a column, each by its place in the order. */
typedef struct
{
  const DeidAttribute *attribute;
  const DeidLossAttribute *term;
  double share;
  const guint64 *records; /* of each value, and of an unmentioned missing one behind all */
  guint8 *is_there;       /* in the column */
  DeidLocalNode *leaves;  /* of each value that is there */
  guint32 *begins, *ends; /* of each leaf its first and its last value */
} RunNodesOrder;

static guint32
run_nodes_count_values (const RunNodesOrder *order)
{
  return order->attribute->cuts->values.n;
}

/* Makes a leaf of each value, or of all values in the same part if the records before them are cut
 * into as many equal parts as there may be leaves.
 * Returns: the number of leaves. */
static guint32
make_leaves (RunNodesOrder *order, guint32 n_there)
{
  guint64 n_all = 0, n_before = 0, part = 0;
  guint32 n = 0;

  for (guint32 value = 0; value < run_nodes_count_values (order); value++)
    n_all += order->records[value];
  for (guint32 value = 0; value < run_nodes_count_values (order); value++)
    {
      const guint64 own_part
          = (guint64) ((DeidWide) n_before * DEID_LOCAL_MAX_ORDERED / MAX (n_all, 1));

      if (!order->is_there[value])
        continue;
      if (n == 0 || n_there <= DEID_LOCAL_MAX_ORDERED || own_part != part)
        order->begins[n++] = value;
      order->ends[n - 1] = value;
      order->leaves[value] = (DeidLocalNode) (n - 1);
      part = own_part;
      n_before += order->records[value];
    }
  return n;
}

/* Marks the values of the column.
 * Returns: how many there are. */
static guint32
mark_values (RunNodesOrder *order)
{
  guint32 n = 0;

  for (guint32 code = 0; code < order->attribute->n_codes; code++)
    if (order->attribute->positions[code] != DEID_NO_CODE)
      {
        order->is_there[order->attribute->positions[code]] = TRUE;
        n++;
      }
  return n;
}

static gboolean
run_nodes_alloc_nodes (DeidLocalNodes *nodes, guint32 n_codes, GError **error)
{
  const guint64 n = nodes->n_ordered;
  const guint64 n_nodes = n * (n + 1) / 2 + 2;

  return deid_new_arrays (error, DEID_NEW (nodes->leaves, n_codes),
                          DEID_NEW (nodes->parents, n_nodes), DEID_NEW (nodes->costs, n_nodes),
                          DEID_NEW (nodes->extents, n_nodes), DEID_NEW (nodes->levels, n_nodes),
                          DEID_NEW (nodes->labels, n_nodes), DEID_NEW (nodes->shown, n_nodes),
                          DEID_NEW (nodes->firsts, n_nodes), DEID_NEW (nodes->lasts, n_nodes),
                          DEID_NEW (nodes->runs, n + 1));
}

/* Adds a node whose label is that of a run of values, or of the missing value. */
static DeidLocalNode
run_nodes_add_node (DeidLocalNodes *nodes, const RunNodesOrder *order, guint first, guint last,
                    guint level, guint32 label)
{
  const DeidLocalNode node = (DeidLocalNode) nodes->n_nodes++;

  nodes->firsts[node] = (guint16) first;
  nodes->lasts[node] = (guint16) last;
  nodes->shown[node] = node;
  local_nodes_set_label (nodes, node, level, label, order->term->label_extents[level][label],
                         order->share);
  return node;
}

/* Adds the runs of a leaf and so many others. */
static void
run_nodes_add_runs (DeidLocalNodes *nodes, const RunNodesOrder *order, guint more)
{
  nodes->runs[more] = (DeidLocalNode) nodes->n_nodes;
  for (guint first = 0; first + more < nodes->n_ordered; first++)
    run_nodes_add_node (nodes, order, first, first + more,
                        order->ends[first + more] - order->begins[first], order->begins[first]);
}

/* Adds the run of the whole order, unless it is that of all leaves. Where there is no such run a
 * value and what is missing have a root that no class may have. */
static void
add_root (DeidLocalNodes *nodes, const RunNodesOrder *order, guint n_attributes)
{
  const guint top = order->attribute->n_levels - 1;

  if (top > 0 && nodes->levels[nodes->n_nodes - 1] < top)
    run_nodes_add_node (nodes, order, 0, nodes->n_ordered, top, 0);
  else if (top == 0 && nodes->n_leaves > 1)
    {
      nodes->has_ceiling = TRUE;
      nodes->costs[run_nodes_add_node (nodes, order, 0, nodes->n_ordered, 0, 0)]
          = deid_local_get_forbidden (n_attributes);
    }
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    nodes->parents[node] = deid_local_nodes_get_root (nodes);
}

static gboolean
run_nodes_make (DeidLocalNodes *nodes, RunNodesOrder *order, guint n_attributes, GError **error)
{
  const DeidAttribute *attribute = order->attribute;

  nodes->n_ordered = make_leaves (order, mark_values (order));
  nodes->n_leaves = nodes->n_ordered + (attribute->missing_apart ? 1 : 0);
  if (!run_nodes_alloc_nodes (nodes, attribute->n_codes, error))
    return FALSE;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    nodes->leaves[code] = attribute->positions[code] != DEID_NO_CODE
                              ? order->leaves[attribute->positions[code]]
                              : (DeidLocalNode) nodes->n_ordered;
  run_nodes_add_runs (nodes, order, 0);
  if (attribute->missing_apart)
    run_nodes_add_node (nodes, order, 0, nodes->n_ordered, 0, run_nodes_count_values (order));
  for (guint more = 1; more < nodes->n_ordered; more++)
    run_nodes_add_runs (nodes, order, more);
  add_root (nodes, order, n_attributes);
  return TRUE;
}

/* Makes all but the joins. Complexity: O(codes + values + nodes). */
static gboolean
local_run_nodes_make (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared, guint attribute,
                      double share, GError **error)
{
  RunNodesOrder order = { .attribute = &prepared->lattice->attributes[attribute],
                          .term = &prepared->loss.terms[attribute],
                          .share = share,
                          .records = prepared->loss.input->label_records[attribute][0] };
  const guint32 n = run_nodes_count_values (&order);
  const gboolean success
      = deid_new_arrays (error, DEID_NEW (order.is_there, n), DEID_NEW (order.leaves, n),
                         DEID_NEW (order.begins, n), DEID_NEW (order.ends, n))
        && run_nodes_make (nodes, &order, prepared->lattice->n_attributes, error);

  deid_free_arrays (order.is_there, order.leaves, order.begins, order.ends);
  return success;
}

gboolean
deid_local_nodes_init (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared, guint attribute,
                       gboolean widens, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;
  const guint64 weight = nodes_get_weight (prepared);
  const double share = DEID_LOCAL_UNIT * deid_local_get_share (&prepared->loss, attribute, weight);

  *nodes = (DeidLocalNodes){
    .unit = DEID_LOCAL_UNIT * deid_local_get_unit (&prepared->loss, attribute, weight),
  };
  return (deid_attribute_has_runs (&lattice->attributes[attribute])
              ? local_run_nodes_make (nodes, prepared, attribute, share, error)
              : make_levels (nodes, prepared, attribute, share, error))
         && (!widens
             || nodes_widen (nodes, &lattice->attributes[attribute],
                             deid_lattice_get_lowest_level (lattice, attribute), error))
         && fill_joins (nodes, error);
}

void
deid_local_nodes_clear (DeidLocalNodes *nodes)
{
  deid_free_arrays (nodes->leaves, nodes->parents, nodes->costs, nodes->extents, nodes->levels,
                    nodes->labels, nodes->codes, nodes->shown, nodes->lowest_shown, nodes->firsts,
                    nodes->lasts, nodes->runs, nodes->joins, nodes->join_costs);
}

guint
deid_local_labels_get_lowest (const DeidAttribute *attribute, guint level, guint lowest,
                              guint32 code)
{
  gboolean is_wider;

  for (guint lower = lowest; lower < level; lower++)
    if (reads_same (attribute, lower, level, code, &is_wider) && !is_wider)
      return lower;
  return level;
}
