/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "search/alternatives/alternative-words.h"

static const char *
alternatives_text_get_kind (const DeidAlternative *item)
{
  if (item->is_risk_minimal)
    return "risk-minimal";
  return item->is_boundary ? "boundary" : "neither";
}

typedef gboolean (*FindOther) (const DeidAlternatives *alternatives, guint64 index, guint64 *other);

/* Adds which other policy is above one in some way, if one is. */
static void
alternatives_text_add_other (DeidLongText *text, const DeidAlternatives *alternatives,
                             guint64 index, FindOther find, const char *what)
{
  guint64 other;

  if (find (alternatives, index, &other))
    deid_long_text_add (text, ", %s %" G_GUINT64_FORMAT, what, other);
}

static void
add_lines (DeidLongText *text, const DeidAlternativeWords *words, guint64 i)
{
  const DeidAlternatives *alternatives = words->alternatives;
  const DeidAlternative *item = &alternatives->items[i];

  deid_long_text_add (text, "%4" G_GUINT64_FORMAT, i);
  deid_long_text_add_double (text, "%14.10f", item->loss);
  deid_long_text_add_double (text, "%14.4f", item->risk);
  deid_long_text_add_double (text, "%12.4f", item->maximum_risk);
  deid_long_text_add (text, "%12" G_GUINT64_FORMAT "%8" G_GUINT64_FORMAT "  %s", item->n_suppressed,
                      item->n_found, alternatives_text_get_kind (item));
  alternatives_text_add_other (text, alternatives, i, deid_alternatives_find_dominating,
                               "dominated by");
  alternatives_text_add_other (text, alternatives, i, deid_alternatives_find_better, "bettered by");
  deid_long_text_add (text, "\n");
  deid_alternative_words_add_lines (words, i, text);
}

char *
deid_alternatives_to_text (const DeidAlternatives *alternatives, const DeidPolicy *baseline,
                           GCancellable *cancellable, GError **error)
{
  DeidAlternativeWords words;
  DeidLongText text = { 0 };

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (deid_alternatives_have_lattice (alternatives, baseline), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  words = deid_alternative_words_new (alternatives, baseline);
  deid_long_text_add (&text, "Policies to choose from (custodian-only)\n"
                             "number, loss, population risk, highest risk, records suppressed, "
                             "times found, boundary or risk-minimal; ");
  deid_alternative_words_add_heading (&words, &text);
  for (guint64 i = 0; i < alternatives->n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          deid_long_text_clear (&text);
          return NULL;
        }
      add_lines (&text, &words, i);
    }
  return deid_long_text_end (&text, error);
}

static void
alternatives_text_add_number (DeidLongText *text, const char *name, double value)
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
alternatives_text_add_item (DeidLongText *text, const DeidAlternativeWords *words, guint64 i)
{
  const DeidAlternatives *alternatives = words->alternatives;
  const DeidAlternative *item = &alternatives->items[i];
  g_autofree char *levels
      = text->error == NULL ? deid_policy_to_text (item->policy, &text->error) : NULL;

  if (levels == NULL)
    return;
  deid_long_text_add (text, "{\"policy\":");
  deid_long_text_add_json (text, levels);
  deid_alternative_words_add_members (words, i, text);
  alternatives_text_add_number (text, "loss", item->loss);
  alternatives_text_add_number (text, "population_risk_sum", item->risk);
  alternatives_text_add_number (text, "highest_population_risk", item->maximum_risk);
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
deid_alternatives_to_json (const DeidAlternatives *alternatives, const DeidPolicy *baseline,
                           GCancellable *cancellable, GError **error)
{
  DeidAlternativeWords words;
  DeidLongText text = { 0 };

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (deid_alternatives_have_lattice (alternatives, baseline), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  words = deid_alternative_words_new (alternatives, baseline);
  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"best\":");
  if (alternatives->n > 0)
    deid_long_text_add (&text, "%" G_GUINT64_FORMAT, words.best);
  else
    deid_long_text_add (&text, "null");
  deid_long_text_add (&text, ",\"policies\":[");
  for (guint64 i = 0; i < alternatives->n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          deid_long_text_clear (&text);
          return NULL;
        }
      deid_long_text_add (&text, "%s", i > 0 ? "," : "");
      alternatives_text_add_item (&text, &words, i);
    }
  deid_long_text_add (&text, "]}");
  return deid_long_text_end (&text, error);
}
