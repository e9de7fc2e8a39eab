/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner nodes of a hierarchy as dimensions. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "lattice/cuts/cuts.h"
#include "lattice/cuts/subtree-limits.h"

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
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
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
  const gboolean success = deid_new_arrays (error, DEID_NEW (counts, n_levels))
                           && count_leaves (cuts->hierarchy, counts, error)
                           && number_nodes (cuts, counts, error)
                           && (limits == NULL
                               || deid_subtrees_limit (cuts, counts, limits->kept, limits->floors,
                                                       limits->heights, error))
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
