/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies made of rules. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/specification.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/rule-kinds.h"

/* The label of all values is there before any value is. */
DeidHierarchy *
deid_hierarchy_new_of_rule (DeidRule *rule, GError **error)
{
  const guint n_levels = deid_rule_get_n_levels (rule);
  g_autofree char *name = deid_text_escape (deid_rule_get_text (rule));
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  DeidHierarchyLevel *levels;

  if (!deid_hierarchy_levels_new (n_levels, &levels, error))
    return NULL;
  hierarchy = deid_hierarchy_new_from_levels (name, levels, n_levels);
  hierarchy->rule = deid_rule_ref (rule);
  return !deid_rule_is_suppressing (rule)
                 || deid_hierarchy_level_suppress (&levels[n_levels - 1], error)
             ? g_steal_pointer (&hierarchy)
             : NULL;
}

DeidHierarchy *
deid_hierarchy_new_from_specification (const char *text, GError **error)
{
  g_autoptr (DeidRule) rule = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  rule = deid_rule_new (text, error);
  return rule != NULL ? deid_hierarchy_new_of_rule (rule, error) : NULL;
}

DeidHierarchy *
deid_hierarchy_new_suppression (void)
{
  return deid_hierarchy_new_from_specification ("suppress", NULL);
}

gboolean
deid_hierarchy_to_specification (const DeidHierarchy *hierarchy, char **text, GError **error)
{
  g_return_val_if_fail (hierarchy != NULL && text != NULL, FALSE);

  *text = hierarchy->rule != NULL ? deid_copy_text (deid_rule_get_text (hierarchy->rule), error)
                                  : NULL;
  return hierarchy->rule == NULL || *text != NULL;
}

char **
deid_hierarchy_list_specifications (char ***summaries)
{
  DeidSpecificationList list;

  deid_specification_list_init (&list);
  for (guint i = 0; i < deid_n_rule_kinds; i++)
    deid_specification_list_add (&list, deid_rule_kinds[i]->form, deid_rule_kinds[i]->summary);
  return deid_specification_list_end (&list, summaries);
}
