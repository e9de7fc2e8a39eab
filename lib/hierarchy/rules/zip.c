/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first digits of postal codes of the United States, but for those of areas with few people,
 * which share one label. Codes that have lost a zero at their start are none. */
#include <string.h>

#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include "base/dictionary.h"

#define MAX_DIGITS 4

typedef struct
{
  guint64 n_digits;
  DeidDictionary listed; /* first digits of areas */
  gboolean are_small;    /* whether those are the areas with few people, or all others */
  char *other;           /* the label of these */
} ZipRule;

static void
zip_free_parameters (gpointer parameters)
{
  ZipRule *rule = parameters;

  deid_dictionary_clear (&rule->listed);
  g_free (rule->other);
  g_free (rule);
}

static gboolean
are_digits (const char *text, gsize n)
{
  gsize i = 0;

  while (i < n && g_ascii_isdigit (text[i]))
    i++;
  return i == n;
}

static gboolean
zip_read_list (const DeidRuleText *text, ZipRule *rule, const char *list, GError **error)
{
  g_autofree char **items = deid_rule_text_split (list, NULL, error);

  for (guint i = 0; items != NULL && items[i] != NULL; i++)
    {
      guint32 code;

      if (strlen (items[i]) != rule->n_digits || !are_digits (items[i], rule->n_digits))
        return deid_rule_text_fail (text, items[i],
                                    "the first digits of an area, as many as labels have", error);
      if (!deid_dictionary_add (&rule->listed, items[i], rule->n_digits, &code, error))
        return FALSE;
    }
  return items != NULL;
}

static gboolean
read_areas (DeidRuleText *text, ZipRule *rule, GError **error)
{
  const char *small = deid_rule_text_take (text, "small");
  const char *large = deid_rule_text_take (text, "large");

  if (small != NULL && large != NULL)
    return deid_rule_text_fail (text, small, "a list of small areas or one of large ones", error);
  rule->are_small = large == NULL;
  return zip_read_list (text, rule, small != NULL ? small : large != NULL ? large : "", error);
}

static gboolean
zip_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  ZipRule *rule = *parameters = g_new0 (ZipRule, 1);
  g_autofree char *other = NULL;

  deid_dictionary_init (&rule->listed);
  if (text->body == NULL)
    return deid_rule_text_fail (text, NULL, "a number of digits, as in 'zip:3'", error);
  if (!deid_rule_text_read_count (text, text->body, &rule->n_digits, error))
    return FALSE;
  if (rule->n_digits > MAX_DIGITS)
    return deid_rule_text_fail (text, text->body, "1 to 4 digits", error);
  if (!read_areas (text, rule, error) || !deid_rule_read_option (text, "other", &other, error))
    return FALSE;
  rule->other = other != NULL ? g_steal_pointer (&other) : g_strnfill (rule->n_digits, '0');
  *n_levels = 1;
  return TRUE;
}

/* Five digits, nine, or these with a hyphen between them. */
static gboolean
zip_is_code (const char *value)
{
  const gsize n = strlen (value);

  if (n == 10)
    return value[5] == '-' && are_digits (value, 5) && are_digits (value + 6, 4);
  return (n == 5 || n == 9) && are_digits (value, n);
}

static gboolean
zip_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const ZipRule *rule = parameters;
  gboolean is_listed;

  if (!zip_is_code (value))
    return FALSE;
  is_listed = deid_dictionary_find (&rule->listed, value, rule->n_digits) != DEID_NO_CODE;
  if (is_listed == rule->are_small)
    deid_rule_labels_add (labels, rule->other, strlen (rule->other));
  else
    deid_rule_labels_add (labels, value, rule->n_digits);
  return TRUE;
}

static void
zip_list_stated (gconstpointer parameters, DeidRuleLabels *labels)
{
  const ZipRule *rule = parameters;

  deid_rule_labels_add (labels, rule->other, strlen (rule->other));
}

const DeidRuleKind deid_rule_zip = {
  .name = "zip",
  .form = "zip:N[;small=AREA,...|;large=AREA,...][;other=LABEL][;pad=5]",
  .summary = "the first N digits of a ZIP code, and zeros for areas with few people",
  .has_pad = TRUE,
  .parse = zip_parse,
  .free_parameters = zip_free_parameters,
  .label = zip_label,
  .list_stated = zip_list_stated,
};
