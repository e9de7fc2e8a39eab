/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies of cells: what is kept of a value, or nothing of it. */
#include "base/arrays.h"
#include "hierarchy/hierarchy-private.h"

/* Copies the labels of a level, each below the first one of the level above. */
static gboolean
hierarchy_cells_copy_labels (DeidHierarchyLevel *copy, const DeidHierarchyLevel *level,
                             GError **error)
{
  const guint32 n = level->labels.n;

  if (!deid_dictionary_copy (&copy->labels, &level->labels, error)
      || !deid_new_arrays (error, DEID_NEW (copy->parents, n)))
    return FALSE;
  copy->parents_capacity = n;
  return TRUE;
}

static guint32
hierarchy_cells_climb (const DeidHierarchy *hierarchy, guint32 label, guint level)
{
  for (guint l = 0; l < level; l++)
    label = hierarchy->levels[l].parents[label];
  return label;
}

static gboolean
hierarchy_cells_fill (DeidHierarchyLevel *levels, const DeidHierarchy *hierarchy, guint level,
                      GError **error)
{
  if (!hierarchy_cells_copy_labels (&levels[0], &hierarchy->levels[0], error))
    return FALSE;
  if (level == 0)
    return deid_hierarchy_level_suppress (&levels[1], error);
  for (guint32 leaf = 0; leaf < levels[0].labels.n; leaf++)
    levels[0].parents[leaf] = hierarchy_cells_climb (hierarchy, leaf, level);
  return hierarchy_cells_copy_labels (&levels[1], &hierarchy->levels[level], error)
         && deid_hierarchy_level_suppress (&levels[2], error);
}

DeidHierarchy *
deid_hierarchy_new_cells (const DeidHierarchy *hierarchy, guint level, GError **error)
{
  const guint n_levels = level == 0 ? 2 : 3;
  g_autoptr (DeidHierarchy) cells = NULL;
  DeidHierarchyLevel *levels;

  if (!deid_hierarchy_levels_new (n_levels, &levels, error))
    return NULL;
  cells = deid_hierarchy_new_from_levels (hierarchy->name, levels, n_levels);
  cells->show_values = hierarchy->show_values;
  return hierarchy_cells_fill (levels, hierarchy, level, error) ? g_steal_pointer (&cells) : NULL;
}
