/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values that few records, or few persons, have become others. What is kept is found out from the
 * data, and is a rule `keep` then. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include <string.h>

#include "base/memory.h"
#include "base/arrays.h"

typedef struct
{
  guint64 *n_needed; /* records or persons on each level */
  guint n_levels;
  gboolean of_persons;
  char *other;
} Rare;

/* A value and how many have it. */
typedef struct
{
  const char *text;
  guint64 n;
} Counted;

static void
rare_free_parameters (gpointer parameters)
{
  Rare *rare = parameters;

  g_free (rare->n_needed);
  g_free (rare->other);
  g_free (rare);
}

static gboolean
rare_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  Rare *rare = *parameters = g_new0 (Rare, 1);

  rare->n_needed = deid_rule_read_levels (text, DEID_LEVELS_RISING, &rare->n_levels, error);
  if (rare->n_needed == NULL || !deid_rule_read_of (text, &rare->of_persons, error)
      || !deid_rule_read_other (text, &rare->other, error))
    return FALSE;
  *n_levels = rare->n_levels;
  return TRUE;
}

static void
rare_list_stated (gconstpointer parameters, DeidRuleLabels *labels)
{
  const Rare *rare = parameters;

  deid_rule_labels_add (labels, rare->other, strlen (rare->other));
}

static int
rare_compare (const void *a, const void *b)
{
  return strcmp (((const Counted *) a)->text, ((const Counted *) b)->text);
}

/* Lists the values that the first level keeps, in the order of their bytes, so that the order of
 * the records does not matter. */
static Counted *
list_kept (const Rare *rare, const DeidRuleData *data, const guint64 *counts, guint64 *n,
           const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &data->column->dictionary;
  g_autofree Counted *kept = deid_alloc (dictionary->n, sizeof *kept, error);

  if (kept == NULL)
    return NULL;
  *n = 0;
  for (guint32 code = 0; code < dictionary->n; code++)
    if (data->counts[code] > 0 && counts[code] >= rare->n_needed[0])
      kept[(*n)++] = (Counted){ deid_dictionary_get (dictionary, code), counts[code] };
  return deid_stopped_sort (kept, *n, sizeof *kept, rare_compare, stop, error)
             ? g_steal_pointer (&kept)
             : NULL;
}

static char *
rare_write_rule (const Rare *rare, const Counted *kept, guint64 n, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "keep:");
  for (guint level = 0; level < rare->n_levels; level++)
    {
      gboolean is_first = TRUE;

      if (level > 0)
        deid_long_text_add (&text, "/");
      for (guint64 i = 0; i < n; i++)
        {
          if (kept[i].n < rare->n_needed[level])
            continue;
          if (!is_first)
            deid_long_text_add (&text, ",");
          is_first = FALSE;
          deid_rule_text_append_item (&text, kept[i].text);
        }
    }
  deid_long_text_add (&text, ";other=");
  deid_rule_text_append_item (&text, rare->other);
  return deid_long_text_end (&text, error);
}

static char *
rare_freeze (gconstpointer parameters, const DeidRuleData *data, const DeidStop *stop,
             GError **error)
{
  const Rare *rare = parameters;
  g_autofree guint64 *persons = NULL;
  g_autofree Counted *kept = NULL;
  guint64 n;

  if (rare->of_persons)
    {
      persons = deid_rule_count_persons (data, stop, error);
      if (persons == NULL)
        return NULL;
    }
  kept = list_kept (rare, data, persons != NULL ? persons : data->counts, &n, stop, error);
  return kept != NULL ? rare_write_rule (rare, kept, n, error) : NULL;
}

const DeidRuleKind deid_rule_rare = {
  .name = "rare",
  .form = "rare:N,...[;of=persons][;other=LABEL]",
  .summary = "the values that at least N records (or persons) have, and one label for all others",
  .parse = rare_parse,
  .free_parameters = rare_free_parameters,
  .list_stated = rare_list_stated,
  .freeze = rare_freeze,
};
