/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/level-words.h"

#include <string.h>

/* Kinds of rules whose levels have words: what stands before the item of the level, and behind. */
typedef struct
{
  const char *kind; /* the name and the colon */
  const char *level0;
  const char *before, *after;
  const char *separator; /* between the levels of the rule */
} RuleWords;

static const RuleWords words[] = {
  { "date:", "the date", "", "", "," },
  { "time:", "the time", "", "", "," },
  { "age:", "the date of birth", "age in groups of ", " years", "," },
  { "prefix:", "the whole text", "the first ", " characters", "," },
  { "mask:", "the whole text", "all but the last ", " characters", "," },
  { "intervals:", "the number", "ranges of ", "", "," },
  { "zip:", "the ZIP code", "the first ", " digits", "," },
  { "capacity:", "the number", "ranges of at least ", " records", "," },
  { "quantiles:", "the number", "", " ranges of about equal counts", "," },
};

/* Finds the item that a rule has for a level: its first one is that of level 1.
 * Returns: (transfer full): it, or NULL. */
static char *
find_item (const char *rule, const RuleWords *kind, guint level)
{
  const char *body = rule + strlen (kind->kind);
  g_autofree char *items = g_strndup (body, strcspn (body, ";"));
  g_auto (GStrv) list = g_strsplit (items, kind->separator, -1);

  return level <= g_strv_length (list) ? g_strdup (list[level - 1]) : NULL;
}

/* The end of a sentence that says from where on all is one group, or nothing. */
static char *
describe_top (const char *rule)
{
  const char *top = strstr (rule, ";top=");

  if (top == NULL)
    return g_strdup ("");
  top += strlen (";top=");
  return g_strdup_printf (", and one group from %.*s on", (int) strcspn (top, ";"), top);
}

static char *
describe_by_rule (const char *rule, guint level)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const RuleWords *kind = &words[i];
      g_autofree char *item = NULL, *top = NULL;

      if (!g_str_has_prefix (rule, kind->kind))
        continue;
      if (level == 0)
        return g_strdup (kind->level0);
      item = find_item (rule, kind, level);
      top = describe_top (rule);
      if (item != NULL && g_str_equal (kind->kind, "intervals:") && g_str_equal (item, "1"))
        return g_strconcat ("whole numbers", top, NULL);
      return item != NULL ? g_strconcat (kind->before, item, kind->after, top, NULL) : NULL;
    }
  return NULL;
}

/* Whether a level has but one label for all, which says nothing. */
static gboolean
says_nothing (const DeidHierarchy *hierarchy, guint level)
{
  return level + 1 == deid_hierarchy_get_n_levels (hierarchy)
         && deid_hierarchy_get_n_labels (hierarchy, level) == 1 && level > 0;
}

char *
deid_level_describe (const DeidHierarchy *hierarchy, guint level, GError **error)
{
  g_autofree char *rule = NULL;
  char *text;

  if (!deid_hierarchy_to_specification (hierarchy, &rule, error))
    return NULL;
  if (says_nothing (hierarchy, level))
    return g_strdup ("one label for all, which says nothing");
  text = rule != NULL ? describe_by_rule (rule, level) : NULL;
  if (text != NULL)
    return text;
  if (level == 0)
    return g_strdup ("the value itself");
  return g_strdup_printf ("level %u of %u", level, deid_hierarchy_get_n_levels (hierarchy) - 1);
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
