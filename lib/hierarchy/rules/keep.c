/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values that are listed on a level, and one label for all others; values that are not known
 * are others. Each list is part of the one before. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

typedef struct
{
  DeidDictionary values; /* of the first list */
  guint *n_kept;         /* of each value, the levels on which it is listed */
  guint n_levels;
  char *other;
} Keep;

static void
keep_free_parameters (gpointer parameters)
{
  Keep *keep = parameters;

  deid_dictionary_clear (&keep->values);
  g_free (keep->n_kept);
  g_free (keep->other);
  g_free (keep);
}

static gboolean
read_first (const DeidRuleText *text, Keep *keep, char *const *items, guint64 n, GError **error)
{
  keep->n_kept = deid_alloc (n, sizeof *keep->n_kept, error);
  if (keep->n_kept == NULL)
    return FALSE;
  for (guint32 i = 0; items[i] != NULL; i++)
    {
      guint32 code;

      deid_text_normalize_in_place (items[i]);
      if (!deid_dictionary_add (&keep->values, items[i], strlen (items[i]), &code, error))
        return FALSE;
      if (code != i)
        return deid_rule_text_fail (text, items[i], "each value once a level", error);
      keep->n_kept[code] = 1;
    }
  return TRUE;
}

static gboolean
keep_read_list (const DeidRuleText *text, Keep *keep, const char *list, GError **error)
{
  guint64 n;
  g_autofree char **items = deid_rule_text_split (list, &n, error);
  const guint level = keep->n_levels++;

  if (items == NULL)
    return FALSE;
  if (level == 0)
    return read_first (text, keep, items, n, error);
  for (guint64 i = 0; i < n; i++)
    {
      guint32 code;

      deid_text_normalize_in_place (items[i]);
      code = deid_dictionary_find (&keep->values, items[i], strlen (items[i]));
      if (code == DEID_NO_CODE || keep->n_kept[code] != level)
        return deid_rule_text_fail (text, items[i], "values that the level before keeps, each once",
                                    error);
      keep->n_kept[code]++;
    }
  return TRUE;
}

static gboolean
keep_read_rule (DeidRuleText *text, Keep *keep, GError **error)
{
  g_autofree char **lists = NULL;
  guint64 n;

  if (text->body == NULL)
    return deid_rule_text_fail (text, NULL, "values, separated by commas, behind a colon", error);
  if (!deid_rule_read_other (text, &keep->other, error))
    return FALSE;
  lists = deid_rule_text_split_at (text->body, '/', &n, error);
  if (lists == NULL)
    return FALSE;
  if (n == 0)
    return keep_read_list (text, keep, "", error);
  for (guint64 i = 0; i < n; i++)
    if (!keep_read_list (text, keep, lists[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
keep_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  Keep *keep = *parameters = g_new0 (Keep, 1);

  deid_dictionary_init (&keep->values);
  if (!keep_read_rule (text, keep, error))
    return FALSE;
  *n_levels = keep->n_levels;
  return TRUE;
}

static gboolean
keep_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Keep *keep = parameters;
  const guint32 code = deid_dictionary_find (&keep->values, value, strlen (value));
  const guint n_kept = code != DEID_NO_CODE ? keep->n_kept[code] : 0;

  for (guint level = 0; level < keep->n_levels; level++)
    {
      const char *text = level < n_kept ? value : keep->other;

      deid_rule_labels_add (labels, text, strlen (text));
    }
  return TRUE;
}

static void
keep_list_stated (gconstpointer parameters, DeidRuleLabels *labels)
{
  const Keep *keep = parameters;

  deid_rule_labels_add (labels, keep->other, strlen (keep->other));
}

const DeidRuleKind deid_rule_keep = {
  .name = "keep",
  .form = "keep:VALUE,...[/VALUE,...][;other=LABEL]",
  .summary = "the listed values, and one label for all others",
  .parse = keep_parse,
  .free_parameters = keep_free_parameters,
  .label = keep_label,
  .list_stated = keep_list_stated,
};
