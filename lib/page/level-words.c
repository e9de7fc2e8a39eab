/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/level-words.h"

#include "hierarchy/level-names.h"

char *
deid_level_describe (const DeidHierarchy *hierarchy, guint level, GError **error)
{
  DeidLongText text = { 0 };

  if (level == 0)
    deid_long_text_add (&text, DEID_WORDS_KEPT);
  else if (deid_hierarchy_is_one_label (hierarchy, level))
    deid_long_text_add (&text, DEID_WORDS_ONE_LABEL);
  else if (deid_hierarchy_add_level_name (hierarchy, level, &text))
    deid_hierarchy_add_open_groups (hierarchy, &text);
  else
    deid_long_text_add (&text, " of %u", hierarchy->n_levels - 1);
  return deid_long_text_end (&text, error);
}

gboolean
deid_level_find_example (const DeidHierarchy *hierarchy, guint level, const char **value,
                         const char **label, GError **error)
{
  g_autofree const char **leaves = NULL, **labels = NULL;
  gsize n_leaves, n_labels;
  guint code;

  *value = *label = NULL;
  leaves = deid_hierarchy_list_labels (hierarchy, 0, &n_leaves, error);
  if (leaves == NULL)
    return FALSE;
  labels = deid_hierarchy_list_labels (hierarchy, level, &n_labels, error);
  if (labels == NULL)
    return FALSE;
  if (n_leaves == 0)
    return TRUE;
  code = (guint) (n_leaves / 2);
  *value = leaves[code];
  for (guint l = 0; l < level; l++)
    code = deid_hierarchy_get_parent (hierarchy, l, code);
  *label = labels[code];
  return TRUE;
}
