/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies made of rules. */
#include "base/arrays.h"
#include "base/specification.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/rule-kinds.h"

/* Makes the table of a rule that has met no values: no labels but the last one. */
static gboolean
make_levels (const DeidRule *rule, DeidHierarchyLevel **levels, GError **error)
{
  const guint n_levels = deid_rule_get_n_levels (rule);

  if (!deid_new_arrays (error, DEID_NEW (*levels, n_levels)))
    return FALSE;
  for (guint level = 0; level < n_levels; level++)
    deid_dictionary_init (&(*levels)[level].labels);
  return TRUE;
}

DeidHierarchy *
deid_hierarchy_new_from_specification (const char *text, GError **error)
{
  g_autoptr (DeidRule) rule = NULL;
  g_autofree char *name = NULL;
  DeidHierarchyLevel *levels = NULL;
  DeidHierarchy *hierarchy;

  g_return_val_if_fail (text != NULL, NULL);

  rule = deid_rule_new (text, error);
  if (rule == NULL
      || ((deid_rule_get_n_levels (rule) != 2 || !deid_rule_is_suppressing (rule))
          && !make_levels (rule, &levels, error)))
    return NULL;
  name = deid_text_escape (text);
  hierarchy = deid_hierarchy_new_from_levels (name, levels, deid_rule_get_n_levels (rule));
  hierarchy->rule = g_steal_pointer (&rule);
  return hierarchy;
}

DeidHierarchy *
deid_hierarchy_new_suppression (void)
{
  return deid_hierarchy_new_from_specification ("suppress", NULL);
}

char *
deid_hierarchy_to_specification (const DeidHierarchy *hierarchy)
{
  g_return_val_if_fail (hierarchy != NULL, NULL);

  return hierarchy->rule != NULL ? deid_copy_text (deid_rule_get_text (hierarchy->rule), NULL)
                                 : NULL;
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
