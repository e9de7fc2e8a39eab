/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first characters of a value, `0212*`. A value that has no more than those is kept whole: with
 * a star for each further character, labels of values of different lengths are different; so a
 * label says which label is above it. With one rest for all, `I21*`, it does as well. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include <string.h>

typedef struct
{
  guint64 *n_kept; /* characters on each level */
  guint n_levels;
  char *rest; /* what stands for the others, or NULL if each has a star */
} Prefix;

static void
prefix_free_parameters (gpointer parameters)
{
  Prefix *prefix = parameters;

  g_free (prefix->n_kept);
  g_free (prefix->rest);
  g_free (prefix);
}

static gboolean
prefix_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  Prefix *prefix = *parameters = g_new0 (Prefix, 1);

  prefix->n_kept = deid_rule_read_levels (text, DEID_LEVELS_FALLING, &prefix->n_levels, error);
  if (prefix->n_kept == NULL || !deid_rule_read_option (text, "rest", &prefix->rest, error))
    return FALSE;
  *n_levels = prefix->n_levels;
  return TRUE;
}

static gboolean
prefix_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Prefix *prefix = parameters;

  for (guint level = 0; level < prefix->n_levels; level++)
    {
      const char *end = value;

      for (guint64 i = 0; i < prefix->n_kept[level] && *end != '\0'; i++)
        end = deid_rule_next_character (end);
      deid_rule_labels_append (labels, value, (gsize) (end - value));
      if (prefix->rest != NULL)
        deid_rule_labels_append (labels, prefix->rest, strlen (prefix->rest));
      for (; prefix->rest == NULL && *end != '\0'; end = deid_rule_next_character (end))
        deid_rule_labels_append (labels, "*", 1);
      deid_rule_labels_end (labels);
    }
  return TRUE;
}

const DeidRuleKind deid_rule_prefix = {
  .name = "prefix",
  .form = "prefix:N,...[;rest=TEXT][;pad=N]",
  .summary = "the first N characters, with a star for each other one, or TEXT for all others",
  .has_pad = TRUE,
  .parse = prefix_parse,
  .free_parameters = prefix_free_parameters,
  .label = prefix_label,
};
