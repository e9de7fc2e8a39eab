/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which nodes of a hierarchy policies may merge, and which they must. */
#include "lattice/cuts/subtree-limits.h"

#include <string.h>

#include "base/arrays.h"
#include "base/text.h"

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

        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "its values are to be merged, by what is kept together%s, and not to be "
                     "merged, by %s, expected one of the two",
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
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "level %u has a label of its own for each value, so that no subtree there "
                       "can be merged, expected a lowest level of fewer labels, or levels instead "
                       "of subtrees",
                       level);
          return FALSE;
        }
      cuts->dimensions[level][label] = always;
    }
  return TRUE;
}

gboolean
deid_subtrees_limit (DeidCuts *cuts, guint64 *const *counts, const guint8 *kept, guint16 *floors,
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
