/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "lattice/cuts.h"

#include <string.h>

/* Which nodes of a hierarchy policies may merge, and which they must. */

/* Has the dimensions of a level merge those nodes below that have the same leaves. */
static void
lower_dimensions (DeidCuts *cuts, guint64 *const *counts, guint level)
{
  const DeidHierarchyLevel *below = &cuts->hierarchy->levels[level - 1];

  for (guint32 label = 0; level > 1 && label < below->labels.n; label++)
    if (counts[level - 1][label] == counts[level][below->parents[label]])
      cuts->dimensions[level - 1][label] = cuts->dimensions[level][below->parents[label]];
  for (guint32 label = 0; label < cuts->hierarchy->levels[level].labels.n; label++)
    cuts->dimensions[level][label] = DEID_NO_CODE;
}

/* Marks the dimension that has the leaves of a node of the lowest level, if there is one. */
static void
raise_floor (const DeidCuts *cuts, guint64 *const *counts, guint32 label, guint16 *floors)
{
  guint level = cuts->lowest;

  while (cuts->dimensions[level][label] == DEID_NO_CODE && level < cuts->highest)
    {
      const guint32 parent = cuts->hierarchy->levels[level].parents[label];

      if (counts[level + 1][parent] > counts[level][label])
        return;
      label = parent;
      level++;
    }
  if (cuts->dimensions[level][label] != DEID_NO_CODE)
    floors[cuts->dimensions[level][label]] = 1;
}

/* Tells whether a node, or one above it, is kept together. */
static gboolean
is_together (const DeidCuts *cuts, guint level, guint32 label)
{
  for (;; level++)
    {
      const guint32 dimension = cuts->dimensions[level][label];

      if (dimension != DEID_NO_CODE && (cuts->kept[dimension] & DEID_KEPT_TOGETHER) != 0)
        return TRUE;
      if (level == cuts->highest)
        return FALSE;
      label = cuts->hierarchy->levels[level].parents[label];
    }
}

static gboolean
subtree_limits_is_apart (const DeidCuts *cuts, guint dimension)
{
  const guint kept = cuts->kept[dimension];

  return (kept & DEID_KEPT_APART) != 0
         || ((kept & DEID_KEPT_FROM_MISSING) != 0
             && cuts->highest + 1 == cuts->hierarchy->n_levels);
}

typedef void (*SubtreeLimitsVisitNode) (DeidCuts *cuts, guint level, guint32 label,
                                        guint16 *levels);

static void
subtree_limits_visit_nodes (DeidCuts *cuts, SubtreeLimitsVisitNode visit, guint16 *levels)
{
  for (guint level = 1; level <= cuts->highest; level++)
    for (guint32 label = 0; label < cuts->hierarchy->levels[level].labels.n; label++)
      if (cuts->dimensions[level][label] != DEID_NO_CODE)
        visit (cuts, level, label, levels);
}

static void
visit_floor (DeidCuts *cuts, guint level, guint32 label, guint16 *floors)
{
  if (level < cuts->lowest || is_together (cuts, level, label))
    floors[cuts->dimensions[level][label]] = 1;
}

/* A node that no policy may merge has no dimension. */
static void
visit_height (DeidCuts *cuts, guint level, guint32 label, guint16 *heights)
{
  guint32 *dimension = &cuts->dimensions[level][label];

  if (subtree_limits_is_apart (cuts, *dimension))
    *dimension = DEID_NO_CODE;
  else
    heights[*dimension] = 1;
}

static void
subtree_limits_set_levels (DeidCuts *cuts, guint64 *const *counts, guint16 *floors,
                           guint16 *heights)
{
  const guint32 n_lowest = cuts->hierarchy->levels[cuts->lowest].labels.n;

  for (guint d = 0; d < cuts->n_dimensions; d++)
    {
      floors[d] = (cuts->kept[d] & DEID_KEPT_TOGETHER) != 0;
      heights[d] = 0;
    }
  for (guint32 label = 0; cuts->lowest > 0 && label < n_lowest; label++)
    raise_floor (cuts, counts, label, floors);
  subtree_limits_visit_nodes (cuts, visit_floor, floors);
  subtree_limits_visit_nodes (cuts, visit_height, heights);
}

/* Puts the label that a dimension has without limits in front of a message. */
static void
prefix_whole_label (const DeidCuts *cuts, guint dimension, GError **error)
{
  const DeidHierarchy *hierarchy = cuts->hierarchy;
  DeidCuts *whole = deid_cuts_new_subtrees (cuts->hierarchy, NULL);

  for (guint level = 1; whole != NULL && level < hierarchy->n_levels; level++)
    for (guint32 label = 0; label < hierarchy->levels[level].labels.n; label++)
      if (whole->dimensions[level][label] == dimension)
        {
          g_prefix_error (error, "label %u of level %u: ", label + 1, level);
          deid_text_prefix_value (error, hierarchy->show_values,
                                  deid_dictionary_get (&hierarchy->levels[level].labels, label),
                                  -1);
        }
  g_clear_pointer (&whole, deid_cuts_unref);
}

static gboolean
check_levels (const DeidCuts *cuts, const guint16 *floors, const guint16 *heights, GError **error)
{
  for (guint d = 0; d < cuts->n_dimensions; d++)
    if (floors[d] > heights[d])
      {
        const gboolean is_together = cuts->lowest == 0 || (cuts->kept[d] & DEID_KEPT_TOGETHER) != 0;

        deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                   "its values are to be merged, by what is kept together%s, and not to be merged, "
                   "by %s, expected one of the two",
                   is_together ? "" : " or the range of levels",
                   subtree_limits_is_apart (cuts, d) ? "what is kept apart"
                                                     : "the range of levels");
        prefix_whole_label (cuts, d, error);
        return FALSE;
      }
  return TRUE;
}

/* Has the nodes of the lowest level with one leaf go with a dimension that is always merged. */
static gboolean
join_single_leaves (DeidCuts *cuts, guint64 *const *counts, const guint16 *floors, GError **error)
{
  const guint level = cuts->lowest;
  guint always = 0;

  while (always < cuts->n_dimensions && floors[always] == 0)
    always++;
  for (guint32 label = 0; level > 0 && label < cuts->hierarchy->levels[level].labels.n; label++)
    {
      if (counts[level][label] != 1 || cuts->dimensions[level][label] != DEID_NO_CODE)
        continue;
      if (always == cuts->n_dimensions)
        return deid_fail (
            error, DEID_ERROR_INVALID_ARGUMENT,
            "level %u has a label of its own for each value, so that no subtree there can be "
            "merged, expected a lowest level of fewer labels, or levels instead of subtrees",
            level);
      cuts->dimensions[level][label] = always;
    }
  return TRUE;
}

/* Limits the nodes that dimensions merge, as deid_cuts_new_limited() says, of cuts whose lowest
 * and highest level are set; @counts are the leaves below each label of each level. */
static gboolean
subtrees_limit (DeidCuts *cuts, guint64 *const *counts, const guint8 *kept, guint16 *floors,
                guint16 *heights, GError **error)
{
  cuts->kept = deid_copy_array (kept, cuts->n_dimensions, sizeof *kept, error);
  if (cuts->kept == NULL)
    return FALSE;
  for (guint level = cuts->hierarchy->n_levels; --level > cuts->highest;)
    lower_dimensions (cuts, counts, level);
  subtree_limits_set_levels (cuts, counts, floors, heights);
  return check_levels (cuts, floors, heights, error)
         && join_single_leaves (cuts, counts, floors, error);
}

/* The inner nodes of a hierarchy as dimensions. */

/* Counts the leaves below each label of each level. */
static gboolean
count_leaves (const DeidHierarchy *hierarchy, guint64 **counts, GError **error)
{
  for (guint level = 0; level < hierarchy->n_levels; level++)
    {
      const guint32 n = hierarchy->levels[level].labels.n;

      counts[level] = deid_alloc (n, sizeof **counts, error);
      if (counts[level] == NULL)
        return FALSE;
      for (guint32 label = 0; level == 0 && label < n; label++)
        counts[level][label] = 1;
      for (guint32 label = 0; level > 0 && label < hierarchy->levels[level - 1].labels.n; label++)
        counts[level][hierarchy->levels[level - 1].parents[label]] += counts[level - 1][label];
    }
  return TRUE;
}

/* Which nodes are to be kept, by labels. */

typedef struct
{
  guint level;
  guint32 label;
} KeptSubtreesNode;

static gboolean
is_on_top (const DeidHierarchy *hierarchy, const KeptSubtreesNode *node)
{
  return node->level + 1 == hierarchy->n_levels;
}

/* Tells whether a node has leaves that its parent does not share with it alone. */
static gboolean
counts_for_itself (const DeidHierarchy *hierarchy, guint64 *const *counts, guint level,
                   guint32 label)
{
  const gboolean is_on_top = level + 1 == hierarchy->n_levels;
  const guint64 n_leaves = counts[level][label];

  if (is_on_top)
    return n_leaves > 1 || hierarchy->levels[level].labels.n == 1;
  return n_leaves > 1 && counts[level + 1][hierarchy->levels[level].parents[label]] > n_leaves;
}

static gboolean
subtrees_number_level (DeidCuts *cuts, guint64 *const *counts, guint level, GError **error)
{
  const guint32 n = cuts->hierarchy->levels[level].labels.n;

  cuts->dimensions[level] = deid_alloc (n, sizeof **cuts->dimensions, error);
  if (cuts->dimensions[level] == NULL)
    return FALSE;
  for (guint32 label = 0; label < n; label++)
    cuts->dimensions[level][label] = counts_for_itself (cuts->hierarchy, counts, level, label)
                                         ? cuts->n_dimensions++
                                         : DEID_NO_CODE;
  return TRUE;
}

static gboolean
number_nodes (DeidCuts *cuts, guint64 *const *counts, GError **error)
{
  const guint n_levels = cuts->hierarchy->n_levels;
  gboolean success = deid_new_arrays (error, DEID_NEW (cuts->dimensions, n_levels));

  for (guint level = n_levels; success && --level > 0;)
    success = subtrees_number_level (cuts, counts, level, error);
  return success;
}

/* A label by its text, and the highest node that has it so far. */
typedef struct
{
  guint level;
  guint32 label;
} SubtreesNode;

static guint32
find_ancestor (const DeidHierarchy *hierarchy, const SubtreesNode *node, guint level)
{
  guint32 label = node->label;

  for (guint below = node->level; below < level; below++)
    label = hierarchy->levels[below].parents[label];
  return label;
}

static gboolean
subtrees_check_label (const DeidCuts *cuts, DeidDictionary *texts, SubtreesNode *nodes, guint level,
                      guint32 label, GError **error)
{
  const char *text = deid_dictionary_get (&cuts->hierarchy->levels[level].labels, label);
  const guint32 n = texts->n;
  guint32 code;

  if (!deid_dictionary_add (texts, text, strlen (text), &code, error))
    return FALSE;
  if (code == n || find_ancestor (cuts->hierarchy, &nodes[code], level) == label)
    {
      nodes[code] = (SubtreesNode){ level, label };
      return TRUE;
    }
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
             "a label of level %u is that of another subtree, expected that each has its own",
             level);
  deid_text_prefix_value (error, cuts->hierarchy->show_values, text, -1);
  g_prefix_error (error, "%s: ", cuts->hierarchy->name);
  return FALSE;
}

/* Refuses nodes with the same text of which none is above the other: one policy can release both.
 */
static gboolean
subtrees_check_labels (const DeidCuts *cuts, GError **error)
{
  const DeidHierarchy *hierarchy = cuts->hierarchy;
  gboolean success = TRUE;
  guint64 n_labels = 0;
  DeidDictionary texts;
  SubtreesNode *nodes;

  for (guint level = 0; level < hierarchy->n_levels; level++)
    n_labels += hierarchy->levels[level].labels.n;
  nodes = deid_alloc (n_labels, sizeof *nodes, error);
  if (nodes == NULL)
    return FALSE;
  deid_dictionary_init (&texts);
  for (guint level = cuts->lowest; level < hierarchy->n_levels; level++)
    for (guint32 label = 0; success && label < hierarchy->levels[level].labels.n; label++)
      if (level == 0 || cuts->dimensions[level][label] != DEID_NO_CODE)
        success = subtrees_check_label (cuts, &texts, nodes, level, label, error);
  deid_dictionary_clear (&texts);
  g_free (nodes);
  return success;
}

/* What limits the nodes, and the levels of dimensions that come of it. */
typedef struct
{
  const guint8 *kept;
  guint16 *floors;
  guint16 *heights;
} SubtreesLimits;

/* Takes the cuts, whose lowest and highest level are set; @limits may be NULL. */
static DeidCuts *
subtrees_finish (DeidCuts *cuts, const SubtreesLimits *limits, GError **error)
{
  const guint n_levels = cuts->hierarchy->n_levels;
  guint64 **counts = NULL;
  const gboolean success
      = deid_new_arrays (error, DEID_NEW (counts, n_levels))
        && count_leaves (cuts->hierarchy, counts, error) && number_nodes (cuts, counts, error)
        && (limits == NULL
            || subtrees_limit (cuts, counts, limits->kept, limits->floors, limits->heights, error))
        && subtrees_check_labels (cuts, error);

  for (guint level = 0; counts != NULL && level < n_levels; level++)
    g_free (counts[level]);
  g_free (counts);
  if (success)
    return cuts;
  deid_cuts_unref (cuts);
  return NULL;
}

static DeidCuts *
subtrees_start (DeidHierarchy *hierarchy, guint lowest, guint highest)
{
  DeidCuts *cuts = g_atomic_rc_box_new0 (DeidCuts);

  deid_dictionary_init (&cuts->values);
  cuts->hierarchy = deid_hierarchy_ref (hierarchy);
  cuts->lowest = lowest;
  cuts->highest = highest;
  return cuts;
}

DeidCuts *
deid_cuts_new_subtrees (DeidHierarchy *hierarchy, GError **error)
{
  return subtrees_finish (subtrees_start (hierarchy, 0, hierarchy->n_levels - 1), NULL, error);
}

DeidCuts *
deid_cuts_new_limited (DeidHierarchy *hierarchy, guint lowest, guint highest, const guint8 *kept,
                       guint16 *floors, guint16 *heights, GError **error)
{
  return subtrees_finish (subtrees_start (hierarchy, lowest, highest),
                          &(SubtreesLimits){ kept, floors, heights }, error);
}

static KeptSubtreesNode
get_parent (const DeidHierarchy *hierarchy, const KeptSubtreesNode *node)
{
  return (KeptSubtreesNode){ node->level + 1, hierarchy->levels[node->level].parents[node->label] };
}

/* Tells whether the node above one has no other below it, and so the same leaves. */
static gboolean
is_only_child (const DeidHierarchy *hierarchy, const KeptSubtreesNode *node)
{
  const DeidHierarchyLevel *own = &hierarchy->levels[node->level];
  guint32 n = 0;

  for (guint32 label = 0; label < own->labels.n; label++)
    n += own->parents[label] == own->parents[node->label] ? 1 : 0;
  return n == 1;
}

/* Moves up to the highest node with the same leaves. */
static void
kept_subtrees_climb (const DeidHierarchy *hierarchy, KeptSubtreesNode *node)
{
  while (!is_on_top (hierarchy, node) && is_only_child (hierarchy, node))
    *node = get_parent (hierarchy, node);
}

static gboolean
kept_subtrees_fail (const char *text, gboolean show_values, DeidError code, const char *what,
                    GError **error)
{
  deid_fail (error, code, "%s", what);
  deid_text_prefix_value (error, show_values, text, -1);
  return FALSE;
}

/* Finds the highest node with the leaves of those that have a label. */
static gboolean
kept_subtrees_find_node (const DeidHierarchy *hierarchy, const char *text, gboolean show_values,
                         KeptSubtreesNode *found, GError **error)
{
  guint n_found = 0;

  for (guint level = 0; level < hierarchy->n_levels; level++)
    {
      KeptSubtreesNode node
          = { level, deid_dictionary_find (&hierarchy->levels[level].labels, text, strlen (text)) };

      if (node.label == DEID_NO_CODE)
        continue;
      kept_subtrees_climb (hierarchy, &node);
      if (n_found > 0 && (node.level != found->level || node.label != found->label))
        return kept_subtrees_fail (
            text, show_values, DEID_ERROR_INVALID_ARGUMENT,
            "several nodes have this label, of other values, expected that of one", error);
      *found = node;
      n_found++;
    }
  return n_found > 0
         || kept_subtrees_fail (text, show_values, DEID_ERROR_UNKNOWN_VALUE,
                                "expected a value or a label of the hierarchy", error);
}

gboolean
deid_subtrees_keep_apart (const DeidCuts *cuts, const char *label, gboolean show_values,
                          guint8 *kept, GError **error)
{
  KeptSubtreesNode node;

  if (!kept_subtrees_find_node (cuts->hierarchy, label, show_values, &node, error))
    return FALSE;
  while (!is_on_top (cuts->hierarchy, &node))
    {
      guint32 dimension;

      node = get_parent (cuts->hierarchy, &node);
      dimension = cuts->dimensions[node.level][node.label];
      if (dimension != DEID_NO_CODE)
        kept[dimension] |= DEID_KEPT_APART;
    }
  return TRUE;
}

gboolean
deid_subtrees_keep_together (const DeidCuts *cuts, const char *first, const char *last,
                             gboolean show_values, guint8 *kept, GError **error)
{
  const DeidHierarchy *hierarchy = cuts->hierarchy;
  guint32 dimension;
  KeptSubtreesNode a, b;

  if (!kept_subtrees_find_node (hierarchy, first, show_values, &a, error)
      || !kept_subtrees_find_node (hierarchy, last, show_values, &b, error))
    return FALSE;
  while (a.level != b.level || a.label != b.label)
    {
      KeptSubtreesNode *lower = a.level <= b.level ? &a : &b;

      if (is_on_top (hierarchy, lower))
        return kept_subtrees_fail (last, show_values, DEID_ERROR_INVALID_ARGUMENT,
                                   "no node is above both labels, expected that one is", error);
      if (a.level == b.level)
        b = get_parent (hierarchy, &b);
      *lower = get_parent (hierarchy, lower);
    }
  kept_subtrees_climb (hierarchy, &a);
  dimension = a.level > 0 ? cuts->dimensions[a.level][a.label] : DEID_NO_CODE;
  if (dimension != DEID_NO_CODE)
    kept[dimension] |= DEID_KEPT_TOGETHER;
  return TRUE;
}
