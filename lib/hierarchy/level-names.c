/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/hierarchy-private.h"

#include <string.h>

/* Kinds of rules whose levels have names: what stands before the item of a level, and behind. */
typedef struct
{
  const char *kind;
  const char *before, *after;
  const char *of_one; /* the name if the item is 1 */
} LevelNames;

static const LevelNames level_names_names[] = {
  { "date", "", "", NULL },
  { "time", "", "", NULL },
  { "age", "age in ranges of ", " years", "age in years" },
  { "prefix", "the first ", " characters", "the first character" },
  { "mask", "all but the last ", " characters", "all but the last character" },
  { "intervals", "ranges of ", "", NULL },
  { "zip", "the first ", " digits", "the first digit" },
  { "order", "runs of ", " neighbours", "each value" },
  { "capacity", "ranges of at least ", " records", NULL },
  { "quantiles", "", " ranges of about equal counts", NULL },
};

/* What the options of a rule change in a name. */
static const struct
{
  const char *kind, *option, *value;
  LevelNames names;
} variants[] = {
  { "mask",
    "from",
    "left",
    { "mask", "all but the first ", " characters", "all but the first character" } },
  { "capacity", "of", "persons", { "capacity", "ranges of at least ", " persons", NULL } },
};

static const LevelNames *
find_names (DeidRuleText *rule)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (g_str_equal (variants[i].kind, rule->name)
        && g_strcmp0 (deid_rule_text_take (rule, variants[i].option), variants[i].value) == 0)
      return &variants[i].names;
  for (guint i = 0; i < G_N_ELEMENTS (level_names_names); i++)
    if (g_str_equal (level_names_names[i].kind, rule->name))
      return &level_names_names[i];
  return NULL;
}

/* Tells whether widths of 1 are those of whole numbers. */
static gboolean
has_whole_numbers (DeidRuleText *rule)
{
  return g_str_equal (rule->name, "intervals") && deid_rule_text_take (rule, "origin") == NULL
         && deid_rule_text_take (rule, "numbers") == NULL;
}

/* Adds an item, with a blank between a number and what it counts: `10 years`. */
static void
level_names_add_item (const char *item, DeidLongText *text)
{
  const gsize n_digits = strspn (item, "0123456789");

  deid_long_text_add (text, "%.*s%s%s", (int) n_digits, item,
                      n_digits > 0 && g_ascii_isalpha (item[n_digits]) ? " " : "", item + n_digits);
}

static void
level_names_add_name (DeidRuleText *rule, const LevelNames *own, const char *item,
                      DeidLongText *text)
{
  const gboolean is_one = g_str_equal (item, "1");

  if (is_one && has_whole_numbers (rule))
    deid_long_text_add (text, "whole numbers");
  else if (is_one && own->of_one != NULL)
    deid_long_text_add (text, "%s", own->of_one);
  else
    {
      deid_long_text_add (text, "%s", own->before);
      level_names_add_item (item, text);
      deid_long_text_add (text, "%s", own->after);
    }
}

/* Tells whether an item is that of one level alone: ranges may be equal on two levels. */
static gboolean
is_alone (char **items, guint64 own)
{
  return (own == 0 || !g_str_equal (items[own], items[own - 1]))
         && (items[own + 1] == NULL || !g_str_equal (items[own], items[own + 1]));
}

static gboolean
add_name_by_rule (DeidRuleText *rule, guint level, DeidLongText *text)
{
  const LevelNames *own = rule->body != NULL ? find_names (rule) : NULL;
  guint64 n_items = 0;
  g_autofree char **items
      = own != NULL ? deid_rule_text_split (rule->body, &n_items, &text->error) : NULL;

  if (items == NULL || level > n_items || !is_alone (items, level - 1))
    return FALSE;
  level_names_add_name (rule, own, items[level - 1], text);
  return TRUE;
}

/* Takes the rule of a hierarchy apart; whether it did or not, the parts are to be cleared. */
static gboolean
take_apart (const DeidHierarchy *hierarchy, DeidRuleText *rule, DeidLongText *text)
{
  *rule = (DeidRuleText){ .text = NULL };
  return hierarchy->rule != NULL && text->error == NULL
         && deid_rule_text_init (rule, deid_rule_get_text (hierarchy->rule), &text->error);
}

gboolean
deid_hierarchy_is_one_label (const DeidHierarchy *hierarchy, guint level)
{
  return level > 0 && level + 1 == hierarchy->n_levels
         && deid_hierarchy_get_top_label (hierarchy) != NULL;
}

gboolean
deid_hierarchy_add_level_name (const DeidHierarchy *hierarchy, guint level, DeidLongText *text)
{
  DeidRuleText rule;
  const gboolean is_named
      = take_apart (hierarchy, &rule, text) && add_name_by_rule (&rule, level, text);

  if (!is_named)
    deid_long_text_add (text, "level %u", level);
  deid_rule_text_clear (&rule);
  return is_named;
}

/* Shares of records, `99%`, are no ends yet. */
static const char *
level_names_take_end (DeidRuleText *rule, const char *option)
{
  const char *end = deid_rule_text_take (rule, option);

  return end != NULL && !g_str_has_suffix (end, "%") ? end : NULL;
}

/* Adds which values are one group on all levels, `and one group below 18, one from 90 on`, behind a
 * comma; nothing if the rule has no such groups. */
static void
level_names_add_open_groups (const DeidHierarchy *hierarchy, DeidLongText *text)
{
  DeidRuleText rule;
  const gboolean has_rule = take_apart (hierarchy, &rule, text);
  const char *bottom = has_rule ? level_names_take_end (&rule, "bottom") : NULL;
  const char *top = has_rule ? level_names_take_end (&rule, "top") : NULL;

  if (bottom != NULL)
    deid_long_text_add (text, ", and one group %s %s",
                        g_str_equal (rule.name, "date") ? "before" : "below", bottom);
  if (top != NULL)
    deid_long_text_add (text, ", %sone %sfrom %s on", bottom != NULL ? "" : "and ",
                        bottom != NULL ? "" : "group ", top);
  deid_rule_text_clear (&rule);
}

char *
deid_hierarchy_describe_level (const DeidHierarchy *hierarchy, guint level, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (hierarchy != NULL && level < hierarchy->n_levels, NULL);

  if (level == 0)
    deid_long_text_add (&text, "kept as it is");
  else if (deid_hierarchy_is_one_label (hierarchy, level))
    deid_long_text_add (&text, "one label for all");
  else if (deid_hierarchy_add_level_name (hierarchy, level, &text))
    level_names_add_open_groups (hierarchy, &text);
  else
    deid_long_text_add (&text, " of %u", hierarchy->n_levels - 1);
  return deid_long_text_end (&text, error);
}
