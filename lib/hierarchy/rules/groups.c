/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of values, and of groups: a list a level, of what stands below and its group. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* What stands on a level, and for each of them its group on the level above. */
typedef struct
{
  DeidDictionary members;
  guint32 *groups; /* of each member, or DEID_NO_CODE */
  guint64 groups_capacity;
} Level;

typedef struct
{
  Level *levels; /* the values first; of the last one no groups are asked for */
  guint n_levels;
  char *other; /* the group of the values that are not listed; NULL if there is none */
} Groups;

static void
rules_groups_free_parameters (gpointer parameters)
{
  Groups *groups = parameters;

  for (guint i = 0; groups->levels != NULL && i <= groups->n_levels; i++)
    {
      deid_dictionary_clear (&groups->levels[i].members);
      g_free (groups->levels[i].groups);
    }
  g_free (groups->levels);
  g_free (groups->other);
  g_free (groups);
}

/* Finds a member, or adds it without a group. */
static gboolean
rules_groups_add_member (Level *level, const char *name, guint32 *code, GError **error)
{
  const guint32 n = level->members.n;

  if (!deid_grow ((gpointer *) &level->groups, &level->groups_capacity, (guint64) n + 1,
                  sizeof *level->groups, error)
      || !deid_dictionary_add (&level->members, name, strlen (name), code, error))
    return FALSE;
  if (*code == n)
    level->groups[n] = DEID_NO_CODE;
  return TRUE;
}

/* Reads `member=group`, a text of the caller that is cut up. */
static gboolean
rules_groups_read_pair (const DeidRuleText *text, char *pair, Level *below, Level *above,
                        gboolean is_first, GError **error)
{
  char *group = strchr (pair, '=');
  guint32 member;

  if (group == NULL || group == pair || group[1] == '\0' || strchr (group + 1, '=') != NULL)
    return deid_rule_text_fail (text, pair, is_first ? "value=group" : "group=greater group",
                                error);
  *group++ = '\0';
  deid_rule_text_unescape (pair);
  deid_rule_text_unescape (group);
  if (is_first)
    deid_text_normalize_in_place (pair);
  member = deid_dictionary_find (&below->members, pair, strlen (pair));
  if (!is_first && member == DEID_NO_CODE)
    return deid_rule_text_fail (text, pair, "a group of the level below", error);
  if (member != DEID_NO_CODE && below->groups[member] != DEID_NO_CODE)
    return deid_rule_text_fail (text, pair, "each value and each group once a level", error);
  return rules_groups_add_member (below, pair, &member, error)
         && rules_groups_add_member (above, group, &below->groups[member], error);
}

/* Gives those that are not listed their group, and this one itself where nothing else is said. */
static gboolean
rules_groups_add_other (const Groups *groups, guint i, GError **error)
{
  const char *other = groups->other;
  guint32 code;

  if (other == NULL)
    return TRUE;
  if (i > 0)
    {
      Level *below = &groups->levels[i];
      const guint32 member = deid_dictionary_find (&below->members, other, strlen (other));

      if (member == DEID_NO_CODE || below->groups[member] != DEID_NO_CODE)
        return TRUE;
      return rules_groups_add_member (&groups->levels[i + 1], other, &below->groups[member], error);
    }
  return rules_groups_add_member (&groups->levels[1], other, &code, error);
}

static gboolean
rules_groups_read_level (const DeidRuleText *text, const Groups *groups, guint i, const char *list,
                         GError **error)
{
  Level *below = &groups->levels[i];
  g_autofree char **pairs = deid_rule_text_split_at (list, ',', NULL, error);

  if (pairs == NULL)
    return FALSE;
  if (pairs[0] == NULL)
    return deid_rule_text_fail (text, text->body, "a list for each level", error);
  for (guint64 k = 0; pairs[k] != NULL; k++)
    if (!rules_groups_read_pair (text, pairs[k], below, &groups->levels[i + 1], i == 0, error))
      return FALSE;
  if (!rules_groups_add_other (groups, i, error))
    return FALSE;
  for (guint32 member = 0; member < below->members.n; member++)
    if (below->groups[member] == DEID_NO_CODE)
      return deid_rule_text_fail (text, deid_dictionary_get (&below->members, member),
                                  "a greater group of each group", error);
  return TRUE;
}

static gboolean
read_groups (DeidRuleText *text, Groups *groups, GError **error)
{
  g_autofree char **lists = NULL;
  guint64 n;

  if (text->body == NULL || text->body[0] == '\0')
    return deid_rule_text_fail (text, NULL, "value=group,… behind a colon", error);
  if (!deid_rule_read_option (text, "other", &groups->other, error))
    return FALSE;
  if (groups->other != NULL && groups->other[0] == '\0')
    return deid_rule_text_fail (text, "other", "a label behind it", error);
  lists = deid_rule_text_split_at (text->body, '/', &n, error);
  if (lists == NULL)
    return FALSE;
  if (n >= G_MAXUINT16)
    return deid_rule_text_fail (text, NULL, "fewer levels", error);
  groups->levels = deid_alloc (n + 1, sizeof *groups->levels, error);
  if (groups->levels == NULL)
    return FALSE;
  groups->n_levels = (guint) n;
  for (guint i = 0; i <= groups->n_levels; i++)
    deid_dictionary_init (&groups->levels[i].members);
  for (guint i = 0; i < groups->n_levels; i++)
    if (!rules_groups_read_level (text, groups, i, lists[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
rules_groups_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  Groups *groups = *parameters = g_new0 (Groups, 1);

  if (!read_groups (text, groups, error))
    return FALSE;
  *n_levels = groups->n_levels;
  return TRUE;
}

static gboolean
rules_groups_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Groups *groups = parameters;
  const DeidDictionary *values = &groups->levels[0].members;
  guint32 code = deid_dictionary_find (values, value, strlen (value));

  if (code != DEID_NO_CODE)
    code = groups->levels[0].groups[code];
  else if (groups->other != NULL)
    code = deid_dictionary_find (&groups->levels[1].members, groups->other, strlen (groups->other));
  else
    return FALSE;
  for (guint i = 1; i <= groups->n_levels; i++)
    {
      const char *text = deid_dictionary_get (&groups->levels[i].members, code);

      deid_rule_labels_add (labels, text, strlen (text));
      code = groups->levels[i].groups[code];
    }
  return TRUE;
}

static void
rules_groups_list_stated (gconstpointer parameters, DeidRuleLabels *labels)
{
  const Groups *groups = parameters;

  for (guint i = 1; i <= groups->n_levels; i++)
    for (guint32 code = 0; code < groups->levels[i].members.n; code++)
      {
        const char *group = deid_dictionary_get (&groups->levels[i].members, code);

        deid_rule_labels_add (labels, group, strlen (group));
      }
}

static const char *
rules_groups_get_top_label (gconstpointer parameters)
{
  const Groups *groups = parameters;
  const DeidDictionary *top = &groups->levels[groups->n_levels].members;

  return top->n == 1 ? deid_dictionary_get (top, 0) : NULL;
}

const DeidRuleKind deid_rule_groups = {
  .name = "groups",
  .form = "groups:VALUE=GROUP,...[/GROUP=GREATER,...][;other=LABEL]",
  .summary = "the listed group of a value, then the listed group of that group",
  .parse = rules_groups_parse,
  .free_parameters = rules_groups_free_parameters,
  .label = rules_groups_label,
  .list_stated = rules_groups_list_stated,
  .get_top_label = rules_groups_get_top_label,
};
