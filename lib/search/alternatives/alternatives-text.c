/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "lattice/policy-private.h"
#include "search/alternatives/alternatives-private.h"

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

/* What is written, and how its policies are told. */
typedef struct
{
  const DeidAlternativeGroups *groups;
  DeidAlternativeWords words;
} AlternativeGroupsTextWriter;

typedef void (*AddGroup) (DeidLongText *text, const AlternativeGroupsTextWriter *writer,
                          guint64 group);

/* Adds something of each of the first @n groups. */
static gboolean
alternative_groups_text_add_groups (DeidLongText *text, const AlternativeGroupsTextWriter *writer,
                                    guint64 n, AddGroup add, GCancellable *cancellable,
                                    GError **error)
{
  for (guint64 group = 0; group < n; group++)
    {
      if (!deid_stop_check (DEID_STOP_OF (cancellable), error))
        {
          deid_long_text_clear (text);
          return FALSE;
        }
      add (text, writer, group);
    }
  return TRUE;
}

static void
alternative_groups_text_add_medoid (DeidLongText *text, const AlternativeGroupsTextWriter *writer,
                                    guint64 group)
{
  const DeidAlternativeGroup *own = &writer->groups->items[group];
  const DeidAlternative *item = &writer->groups->alternatives->items[own->medoid];

  deid_long_text_add (text, "%4" G_GUINT64_FORMAT "%6" G_GUINT64_FORMAT, own->medoid,
                      own->n_policies);
  deid_long_text_add_double (text, "%14.10f", item->loss);
  deid_long_text_add_double (text, "%14.4f", item->risk);
  deid_long_text_add_double (text, "%12.4f", item->maximum_risk);
  deid_long_text_add (text, "%12" G_GUINT64_FORMAT "\n", item->n_suppressed);
  deid_alternative_words_add_lines (&writer->words, own->medoid, text);
}

static void
alternative_groups_text_add_members (DeidLongText *text, const DeidAlternativeGroups *groups,
                                     guint64 group, const char *separator)
{
  const char *before = "";

  for (guint64 i = 0; i < groups->alternatives->n; i++)
    if (groups->groups[i] == group)
      {
        deid_long_text_add (text, "%s" DEID_COUNT_FORMAT, before, i);
        before = separator;
      }
}

static void
add_group_line (DeidLongText *text, const AlternativeGroupsTextWriter *writer, guint64 group)
{
  deid_long_text_add (text, "%4" G_GUINT64_FORMAT ": ", writer->groups->items[group].medoid);
  alternative_groups_text_add_members (text, writer->groups, group, " ");
  deid_long_text_add (text, "\n");
}

char *
deid_alternative_groups_to_text (const DeidAlternativeGroups *groups, const DeidPolicy *baseline,
                                 GCancellable *cancellable, GError **error)
{
  AlternativeGroupsTextWriter writer = { .groups = groups };
  DeidLongText text = { 0 };

  g_return_val_if_fail (groups != NULL, NULL);
  g_return_val_if_fail (deid_alternatives_have_lattice (groups->alternatives, baseline), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  writer.words = deid_alternative_words_new (groups->alternatives, baseline);
  deid_long_text_add (&text,
                      "Groups of policies to choose from (custodian-only)\n" DEID_COUNT_FORMAT
                      " policies in " DEID_COUNT_FORMAT " groups, average silhouette ",
                      groups->alternatives->n, groups->n);
  deid_long_text_add_double (&text, "%.4f", groups->silhouette);
  deid_long_text_add (&text, "\nto look at first: number, policies like it, loss, population risk, "
                             "highest risk, records suppressed; ");
  deid_alternative_words_add_heading (&writer.words, &text);
  if (!alternative_groups_text_add_groups (&text, &writer,
                                           MIN (groups->n, DEID_ALTERNATIVE_GROUPS_FIRST),
                                           alternative_groups_text_add_medoid, cancellable, error))
    return NULL;
  deid_long_text_add (&text, "policies of each group:\n");
  return alternative_groups_text_add_groups (&text, &writer, groups->n, add_group_line, cancellable,
                                             error)
             ? deid_long_text_end (&text, error)
             : NULL;
}

static void
alternative_groups_text_add_json_group (DeidLongText *text,
                                        const AlternativeGroupsTextWriter *writer, guint64 group)
{
  const DeidAlternativeGroup *own = &writer->groups->items[group];

  deid_long_text_add (text, "%s{\"medoid\":" DEID_COUNT_FORMAT, group > 0 ? "," : "", own->medoid);
  deid_alternative_words_add_members (&writer->words, own->medoid, text);
  deid_long_text_add (text, ",\"policies\":[");
  alternative_groups_text_add_members (text, writer->groups, group, ",");
  deid_long_text_add (text, "]}");
}

char *
deid_alternative_groups_to_json (const DeidAlternativeGroups *groups, const DeidPolicy *baseline,
                                 GCancellable *cancellable, GError **error)
{
  AlternativeGroupsTextWriter writer = { .groups = groups };
  DeidLongText text = { 0 };
  char silhouette[DEID_DECIMAL_SIZE];

  g_return_val_if_fail (groups != NULL, NULL);
  g_return_val_if_fail (deid_alternatives_have_lattice (groups->alternatives, baseline), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  writer.words = deid_alternative_words_new (groups->alternatives, baseline);
  deid_double_to_decimal (groups->silhouette, silhouette);
  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"silhouette\":%s,\"groups\":[",
                      silhouette);
  if (!alternative_groups_text_add_groups (
          &text, &writer, groups->n, alternative_groups_text_add_json_group, cancellable, error))
    return NULL;
  deid_long_text_add (&text, "]}");
  return deid_long_text_end (&text, error);
}
