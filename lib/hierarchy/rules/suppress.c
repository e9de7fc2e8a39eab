/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Suppression: nothing between the value and `*`. */
#include "hierarchy/rule.h"

static gboolean
suppress_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  if (text->body != NULL)
    return deid_rule_text_fail (text, text->body, "nothing behind the name", error);
  *parameters = NULL;
  *n_levels = 0;
  return TRUE;
}

static gboolean
suppress_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  return TRUE;
}

const DeidRuleKind deid_rule_suppress = {
  .name = "suppress",
  .form = "suppress",
  .summary = "one label, *, for all values",
  .parse = suppress_parse,
  .label = suppress_label,
};
