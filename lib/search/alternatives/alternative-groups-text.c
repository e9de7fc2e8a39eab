/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/stop.h"
#include "base/text.h"
#include "search/alternatives/alternative-groups-private.h"
#include "search/alternatives/alternative-words.h"

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
