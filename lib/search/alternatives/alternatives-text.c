/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "lattice/policy-words.h"
#include "search/alternatives/alternatives-private.h"

static const char *
get_kind (const DeidAlternative *item)
{
  if (item->is_risk_minimal)
    return "risk-minimal";
  return item->is_boundary ? "boundary" : "neither";
}

typedef gboolean (*FindOther) (const DeidAlternatives *alternatives, guint64 index, guint64 *other);

/* Adds which other policy is above one in some way, if one is. */
static void
add_other (DeidLongText *text, const DeidAlternatives *alternatives, guint64 index, FindOther find,
           const char *what)
{
  guint64 other;

  if (find (alternatives, index, &other))
    deid_long_text_add (text, ", %s %" G_GUINT64_FORMAT, what, other);
}

static void
add_lines (DeidLongText *text, const DeidAlternatives *alternatives, guint64 i)
{
  const DeidAlternative *item = &alternatives->items[i];

  deid_long_text_add (text, "%4" G_GUINT64_FORMAT, i);
  deid_long_text_add_double (text, "%14.10f", item->loss);
  deid_long_text_add_double (text, "%14.4f", item->risk);
  deid_long_text_add_double (text, "%12.4f", item->maximum_risk);
  deid_long_text_add (text, "%12" G_GUINT64_FORMAT "%8" G_GUINT64_FORMAT "  %s", item->n_suppressed,
                      item->n_found, get_kind (item));
  add_other (text, alternatives, i, deid_alternatives_find_dominating, "dominated by");
  add_other (text, alternatives, i, deid_alternatives_find_better, "bettered by");
  deid_long_text_add (text, "\n      ");
  deid_levels_add_words (item->policy->lattice, item->policy->levels, NULL, text);
  deid_long_text_add (text, "\n");
}

char *
deid_alternatives_to_text (const DeidAlternatives *alternatives, GCancellable *cancellable,
                           GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "Policies to choose from (custodian-only)\n"
                             "number, loss, population risk, highest risk, records suppressed, "
                             "times found, boundary or risk-minimal; policy:\n");
  for (guint64 i = 0; i < alternatives->n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          deid_long_text_clear (&text);
          return NULL;
        }
      add_lines (&text, alternatives, i);
    }
  return deid_long_text_end (&text, error);
}

static void
add_number (DeidLongText *text, const char *name, double value)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (value, decimal);
  deid_long_text_add (text, ",\"%s\":%s", name, decimal);
}

static void
add_other_member (DeidLongText *text, const DeidAlternatives *alternatives, guint64 index,
                  FindOther find, const char *name)
{
  guint64 other;

  if (find (alternatives, index, &other))
    deid_long_text_add (text, ",\"%s\":%" G_GUINT64_FORMAT, name, other);
  else
    deid_long_text_add (text, ",\"%s\":null", name);
}

static void
add_item (DeidLongText *text, const DeidAlternatives *alternatives, guint64 i)
{
  const DeidAlternative *item = &alternatives->items[i];
  g_autofree char *levels
      = text->error == NULL ? deid_policy_to_text (item->policy, &text->error) : NULL;
  g_autofree char *words
      = levels != NULL ? deid_policy_describe (item->policy, NULL, &text->error) : NULL;

  if (words == NULL)
    return;
  deid_long_text_add (text, "{\"policy\":");
  deid_long_text_add_json (text, levels);
  deid_long_text_add (text, ",\"description\":");
  deid_long_text_add_json (text, words);
  add_number (text, "loss", item->loss);
  add_number (text, "risk", item->risk);
  add_number (text, "highest_risk", item->maximum_risk);
  deid_long_text_add (text,
                      ",\"suppressed\":%" G_GUINT64_FORMAT ",\"found\":%" G_GUINT64_FORMAT
                      ",\"boundary\":%s,\"risk_minimal\":%s",
                      item->n_suppressed, item->n_found, item->is_boundary ? "true" : "false",
                      item->is_risk_minimal ? "true" : "false");
  add_other_member (text, alternatives, i, deid_alternatives_find_dominating, "dominated_by");
  add_other_member (text, alternatives, i, deid_alternatives_find_better, "bettered_by");
  deid_long_text_add (text, "}");
}

char *
deid_alternatives_to_json (const DeidAlternatives *alternatives, GCancellable *cancellable,
                           GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"policies\":[");
  for (guint64 i = 0; i < alternatives->n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          deid_long_text_clear (&text);
          return NULL;
        }
      deid_long_text_add (&text, "%s", i > 0 ? "," : "");
      add_item (&text, alternatives, i);
    }
  deid_long_text_add (&text, "]}");
  return deid_long_text_end (&text, error);
}
