/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a hierarchy of values to one of sets of them. Either is then a rule, which knows each set
 * by its values: rows become groups. */
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"

static gboolean
refuse_sets (const DeidHierarchy *hierarchy, const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_HIERARCHY, "%s: the column has sets of values: %s",
                    hierarchy->name, what);
}

static gboolean
check_item_rows (const DeidHierarchy *hierarchy, GError **error)
{
  if (hierarchy->n_levels < 2)
    return refuse_sets (hierarchy, "a hierarchy of one level, expected at least two", error);
  for (guint level = 0; level < hierarchy->n_levels; level++)
    if (deid_dictionary_find (&hierarchy->levels[level].labels, "", 0) != DEID_NO_CODE)
      return refuse_sets (hierarchy,
                          "a row for the missing value, expected none: a set without values is "
                          "missing on all levels but the last one",
                          error);
  return TRUE;
}

static char *
write_item_groups (const DeidHierarchy *hierarchy, GError **error)
{
  DeidLongText text = { 0 };

  for (guint level = 0; level + 1 < hierarchy->n_levels; level++)
    {
      const DeidHierarchyLevel *own = &hierarchy->levels[level];

      deid_long_text_add (&text, level == 0 ? "groups:" : "/");
      for (guint32 code = 0; code < own->labels.n; code++)
        {
          if (code > 0)
            deid_long_text_add (&text, ",");
          deid_rule_text_append_item (&text, deid_dictionary_get (&own->labels, code));
          deid_long_text_add (&text, "=");
          deid_rule_text_append_item (
              &text,
              deid_dictionary_get (&hierarchy->levels[level + 1].labels, own->parents[code]));
        }
    }
  deid_long_text_add (&text, ";suppress=no");
  return deid_long_text_end (&text, error);
}

static char *
write_item_rule (const DeidHierarchy *hierarchy, GError **error)
{
  DeidLongText text = { 0 };

  if (hierarchy->rule == NULL)
    return check_item_rows (hierarchy, error) ? write_item_groups (hierarchy, error) : NULL;
  deid_long_text_add (&text, "%s", deid_rule_get_text (hierarchy->rule));
  return deid_long_text_end (&text, error);
}

DeidHierarchy *
deid_hierarchy_new_of_sets (DeidHierarchy *hierarchy, char separator, GError **error)
{
  const char own = hierarchy->rule != NULL ? deid_rule_get_separator (hierarchy->rule) : '\0';
  g_autofree char *items = NULL, *whole = NULL;
  g_autoptr (DeidRule) rule = NULL;
  DeidLongText text = { 0 };
  DeidHierarchy *sets;

  if (own == separator || hierarchy->is_of_cells)
    return deid_hierarchy_ref (hierarchy);
  if (own != '\0')
    {
      refuse_sets (hierarchy, "the rule has another separator than its column", error);
      return NULL;
    }
  items = write_item_rule (hierarchy, error);
  if (items == NULL)
    return NULL;
  deid_long_text_add (&text, "%s;separator=", items);
  deid_rule_text_append_item (&text, (const char[]){ separator, '\0' });
  whole = deid_long_text_end (&text, error);
  rule = whole != NULL ? deid_rule_new (whole, error) : NULL;
  sets = rule != NULL ? deid_hierarchy_new_of_rule (rule, error) : NULL;
  if (sets == NULL)
    return NULL;
  sets->show_values = hierarchy->show_values;
  sets->reading = hierarchy->reading;
  if (hierarchy->rule == NULL)
    {
      g_free (sets->name);
      sets->name = g_strdup (hierarchy->name);
    }
  return sets;
}
