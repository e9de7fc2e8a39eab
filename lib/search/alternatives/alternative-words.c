/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives/alternative-words.h"

#include "lattice/policy-words.h"

#define NAME_SIZE 40

static gboolean
alternative_words_is_better (const DeidAlternative *item, const DeidAlternative *other)
{
  return item->loss < other->loss
         || (item->loss <= other->loss && deid_policy_compare (item->policy, other->policy) < 0);
}

DeidAlternativeWords
deid_alternative_words_new (const DeidAlternatives *alternatives, const DeidPolicy *baseline)
{
  DeidAlternativeWords words = { .alternatives = alternatives, .baseline = baseline };

  for (guint64 i = 1; i < alternatives->n; i++)
    if (alternative_words_is_better (&alternatives->items[i], &alternatives->items[words.best]))
      words.best = i;
  return words;
}

gboolean
deid_alternatives_have_lattice (const DeidAlternatives *alternatives, const DeidPolicy *policy)
{
  return policy == NULL || alternatives->n == 0
         || policy->lattice == alternatives->items[0].policy->lattice;
}

/* How the differences call the best alternative. */
static const char *
name_best (const DeidAlternativeWords *words, char name[NAME_SIZE])
{
  g_snprintf (name, NAME_SIZE, "number %" G_GUINT64_FORMAT, words->best);
  return name;
}

static void
add_difference (const DeidAlternativeWords *words, guint64 index, const DeidPolicy *baseline,
                const char *name, DeidLongText *text)
{
  const DeidPolicy *policy = words->alternatives->items[index].policy;

  deid_levels_add_words (policy->lattice, policy->levels,
                         baseline != NULL ? baseline->levels : NULL, name, FALSE, text);
}

void
deid_alternative_words_add_heading (const DeidAlternativeWords *words, DeidLongText *text)
{
  char name[NAME_SIZE];

  if (words->alternatives->n == 0)
    deid_long_text_add (text, "policy:\n");
  else
    deid_long_text_add (text, "policy, as the difference from %s, which loses least%s:\n",
                        name_best (words, name),
                        words->baseline != NULL ? ", and from the baseline" : "");
}

void
deid_alternative_words_add_lines (const DeidAlternativeWords *words, guint64 index,
                                  DeidLongText *text)
{
  const DeidPolicy *best = words->alternatives->items[words->best].policy;
  char name[NAME_SIZE];

  name_best (words, name);
  deid_long_text_add (text, "      ");
  if (index != words->best)
    deid_long_text_add (text, "from %s: ", name);
  add_difference (words, index, index != words->best ? best : NULL, name, text);
  if (words->baseline != NULL)
    {
      deid_long_text_add (text, "\n      from the baseline: ");
      add_difference (words, index, words->baseline, "the baseline", text);
    }
  deid_long_text_add (text, "\n");
}

static void
alternative_words_add_member (const DeidAlternativeWords *words, guint64 index,
                              const DeidPolicy *baseline, const char *name, DeidLongText *text)
{
  g_autofree char *difference = NULL;
  DeidLongText own = { 0 };

  if (text->error != NULL)
    return;
  add_difference (words, index, baseline, name, &own);
  difference = deid_long_text_end (&own, &text->error);
  if (difference != NULL)
    deid_long_text_add_json (text, difference);
}

void
deid_alternative_words_add_members (const DeidAlternativeWords *words, guint64 index,
                                    DeidLongText *text)
{
  char name[NAME_SIZE];

  deid_long_text_add (text, ",\"description\":");
  alternative_words_add_member (words, index, NULL, NULL, text);
  deid_long_text_add (text, ",\"from_best\":");
  if (index != words->best)
    alternative_words_add_member (words, index, words->alternatives->items[words->best].policy,
                                  name_best (words, name), text);
  else
    deid_long_text_add (text, "null");
  deid_long_text_add (text, ",\"from_baseline\":");
  if (words->baseline != NULL)
    alternative_words_add_member (words, index, words->baseline, "the baseline", text);
  else
    deid_long_text_add (text, "null");
}
