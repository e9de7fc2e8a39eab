/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which nodes are to be kept, by labels. */
#include <string.h>

#include "base/text.h"
#include "lattice/cuts/subtree-limits.h"

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
kept_subtrees_fail (const char *text, gboolean show_values, gint code, const char *what,
                    GError **error)
{
  g_set_error_literal (error, DEID_ERROR, code, what);
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
