/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"

#include <string.h>

void
deid_hierarchy_levels_free (DeidHierarchyLevel *levels, guint n_levels)
{
  for (guint level = 0; level < n_levels; level++)
    {
      deid_dictionary_clear (&levels[level].labels);
      g_free (levels[level].parents);
    }
  g_free (levels);
}

gboolean
deid_hierarchy_levels_new (guint n_levels, DeidHierarchyLevel **levels, GError **error)
{
  *levels = deid_alloc (n_levels, sizeof **levels, error);
  for (guint level = 0; *levels != NULL && level < n_levels; level++)
    deid_dictionary_init (&(*levels)[level].labels);
  return *levels != NULL;
}

gboolean
deid_hierarchy_level_add (DeidHierarchyLevel *level, const char *label, GError **error)
{
  guint32 code;

  if (!deid_dictionary_add (&level->labels, label, strlen (label), &code, error)
      || !deid_grow ((gpointer *) &level->parents, &level->parents_capacity, level->labels.n,
                     sizeof *level->parents, error))
    return FALSE;
  level->parents[code] = 0;
  return TRUE;
}

static void
deid_hierarchy_free (DeidHierarchy *hierarchy)
{
  deid_hierarchy_levels_free (hierarchy->levels, hierarchy->n_levels);
  g_clear_pointer (&hierarchy->rule, deid_rule_unref);
  g_free (hierarchy->domain_label);
  g_free (hierarchy->name);
  g_free (hierarchy);
}

DEID_DEFINE_HANDLE (DeidHierarchy, deid_hierarchy)

DeidHierarchy *
deid_hierarchy_new_from_levels (const char *name, DeidHierarchyLevel *levels, guint n_levels)
{
  DeidHierarchy *hierarchy = DEID_NEW_HANDLE (DeidHierarchy);

  hierarchy->name = g_strdup (name);
  hierarchy->levels = levels;
  hierarchy->n_levels = n_levels;
  return hierarchy;
}

DEID_DEFINE_GETTER (const char *, deid_hierarchy_get_name, DeidHierarchy, name, NULL)
DEID_DEFINE_GETTER (guint, deid_hierarchy_get_n_levels, DeidHierarchy, n_levels, 0)

guint64
deid_hierarchy_get_n_leaves (const DeidHierarchy *hierarchy)
{
  return deid_hierarchy_get_n_labels (hierarchy, 0);
}

guint
deid_hierarchy_get_n_labels (const DeidHierarchy *hierarchy, guint level)
{
  g_return_val_if_fail (hierarchy != NULL && level < hierarchy->n_levels, 0);

  return hierarchy->levels[level].labels.n;
}

const char **
deid_hierarchy_list_labels (const DeidHierarchy *hierarchy, guint level, gsize *n_labels,
                            GError **error)
{
  const char **labels;
  guint n;

  g_return_val_if_fail (hierarchy != NULL && level < hierarchy->n_levels, NULL);
  g_return_val_if_fail (n_labels != NULL, NULL);

  n = deid_hierarchy_get_n_labels (hierarchy, level);
  labels = deid_alloc (n, sizeof *labels, error);
  *n_labels = labels != NULL ? n : 0;
  for (guint32 label = 0; label < *n_labels; label++)
    labels[label] = deid_dictionary_get (&hierarchy->levels[level].labels, label);
  return labels;
}

guint
deid_hierarchy_get_parent (const DeidHierarchy *hierarchy, guint level, guint label)
{
  g_return_val_if_fail (hierarchy != NULL && level + 1 < hierarchy->n_levels, 0);
  g_return_val_if_fail (label < hierarchy->levels[level].labels.n, 0);

  return hierarchy->levels[level].parents[label];
}

guint32
deid_hierarchy_find_leaf (const DeidHierarchy *hierarchy, const char *value)
{
  const DeidDictionary *leaves = &hierarchy->levels[0].labels;
  const guint32 leaf = deid_dictionary_find (leaves, value, strlen (value));
  g_autofree char *made = NULL;
  const char *spelled;

  if (leaf != DEID_NO_CODE || hierarchy->rule == NULL)
    return leaf;
  spelled = deid_rule_spell (hierarchy->rule, value, &made);
  return spelled != value ? deid_dictionary_find (leaves, spelled, strlen (spelled)) : leaf;
}

const char *
deid_hierarchy_find_label (const DeidHierarchy *hierarchy, const char *value, guint level)
{
  guint32 code = deid_hierarchy_find_leaf (hierarchy, value);

  if (code == DEID_NO_CODE)
    return NULL;
  for (guint l = 0; l < level; l++)
    code = hierarchy->levels[l].parents[code];
  return deid_dictionary_get (&hierarchy->levels[level].labels, code);
}

const char *
deid_hierarchy_get_top_label (const DeidHierarchy *hierarchy)
{
  const DeidDictionary *top = &hierarchy->levels[hierarchy->n_levels - 1].labels;
  const char *label;

  if (hierarchy->rule != NULL)
    return deid_rule_get_top_label (hierarchy->rule);
  label = hierarchy->n_levels > 1 && top->n == 1 ? deid_dictionary_get (top, 0) : "";
  return label[0] != '\0' ? label : NULL;
}

/* Asks the rule, which knows the value or does not. */
static gboolean
label_by_rule (const DeidHierarchy *hierarchy, const char *value, guint level, char **label,
               GError **error)
{
  DeidRuleLabels labels = { .n = 0 };
  const gboolean is_known = deid_rule_label (hierarchy->rule, value, &labels);
  gboolean success = deid_rule_labels_check (&labels, error);

  if (!success)
    {
      deid_text_prefix_value (error, hierarchy->show_values, value, -1);
      g_prefix_error (error, "%s: ", hierarchy->name);
    }
  else if (is_known)
    success = (*label = deid_copy_text (deid_rule_labels_get (&labels, level), error)) != NULL;
  deid_rule_labels_clear (&labels);
  return success;
}

gboolean
deid_hierarchy_generalize (const DeidHierarchy *hierarchy, const char *value, guint level,
                           char **label, GError **error)
{
  const char *found;

  g_return_val_if_fail (hierarchy != NULL && value != NULL && label != NULL, FALSE);
  g_return_val_if_fail (level < hierarchy->n_levels, FALSE);

  *label = NULL;
  found = deid_hierarchy_find_label (hierarchy, value, level);
  if (found != NULL)
    return (*label = deid_copy_text (found, error)) != NULL;
  return hierarchy->rule == NULL || !deid_rule_is_frozen (hierarchy->rule)
         || !g_utf8_validate (value, -1, NULL)
         || label_by_rule (hierarchy, value, level, label, error);
}

/* Hierarchies of cells: what is kept of a value, or nothing of it. */

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
    return deid_hierarchy_level_add (&levels[1], DEID_SUPPRESSED_LABEL, error);
  for (guint32 leaf = 0; leaf < levels[0].labels.n; leaf++)
    levels[0].parents[leaf] = hierarchy_cells_climb (hierarchy, leaf, level);
  return hierarchy_cells_copy_labels (&levels[1], &hierarchy->levels[level], error)
         && deid_hierarchy_level_add (&levels[2], DEID_SUPPRESSED_LABEL, error);
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
  cells->reading = hierarchy->reading;
  cells->is_of_cells = TRUE;
  return hierarchy_cells_fill (levels, hierarchy, level, error) ? g_steal_pointer (&cells) : NULL;
}
