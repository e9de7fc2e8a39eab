/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values that few records, or few persons, have become others. If the others are to be filled and
 * are too few themselves, the rarest values join them until they are enough. What is kept is found
 * out from the data, and is a rule `keep` then. */
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
  gboolean fills; /* the others up to what is needed */
  char *other;
} Rare;

/* A value and how many have it. */
typedef struct
{
  const char *text;
  guint32 code;
  gboolean is_other; /* it is spelled like the label of the others */
  guint64 n;
  guint n_kept; /* levels on which it is kept */
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
      || !deid_rule_read_flag (text, "fill", &rare->fills, error)
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

static int
rare_compare_counts (const void *a, const void *b)
{
  const Counted *x = a, *y = b;

  if (x->is_other != y->is_other)
    return x->is_other ? -1 : 1;
  if (x->n != y->n)
    return x->n < y->n ? -1 : 1;
  return strcmp (x->text, y->text);
}

/* Moves values to the others, the rarest ones first, of equally rare ones the first by bytes. */
static gboolean
fill_others (const Rare *rare, const DeidRuleData *data, Counted *values, guint32 n,
             const DeidStop *stop, GError **error)
{
  g_autofree guint32 *order = deid_alloc (n, sizeof *order, error);
  g_autofree guint64 *persons = NULL;
  guint32 n_others = 0;
  guint64 sum = 0;

  if (order == NULL
      || !deid_stopped_sort (values, n, sizeof *values, rare_compare_counts, stop, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    order[i] = values[i].code;
  if (rare->of_persons && (persons = deid_rule_count_persons (data, order, n, stop, error)) == NULL)
    return FALSE;
  for (guint level = 0; level < rare->n_levels; level++)
    {
      const guint64 needed = rare->n_needed[level];

      while (n_others < n
             && (values[n_others].is_other || values[n_others].n < needed
                 || (n_others > 0 && sum < needed)))
        {
          const guint32 code = order[n_others];

          sum += persons != NULL ? persons[code] : values[n_others].n;
          values[n_others++].n_kept = level;
        }
    }
  return TRUE;
}

/* Lists the values, each with the number of levels on which it is kept, in the order of their
 * bytes, so that the order of the records does not matter. */
static Counted *
list_values (const Rare *rare, const DeidRuleData *data, guint32 *n, const DeidStop *stop,
             GError **error)
{
  const DeidDictionary *dictionary = &data->column->dictionary;
  g_autofree Counted *values = deid_alloc (dictionary->n, sizeof *values, error);
  g_autofree guint64 *persons = NULL;

  if (values == NULL
      || (rare->of_persons
          && (persons = deid_rule_count_persons (data, NULL, 0, stop, error)) == NULL))
    return NULL;
  *n = 0;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      Counted *value = &values[*n];

      if (data->counts[code] == 0)
        continue;
      *value = (Counted){ .text = deid_dictionary_get (dictionary, code),
                          .code = code,
                          .n = persons != NULL ? persons[code] : data->counts[code] };
      value->is_other = g_str_equal (value->text, rare->other);
      while (value->n_kept < rare->n_levels
             && (rare->fills || value->n >= rare->n_needed[value->n_kept]))
        value->n_kept++;
      ++*n;
    }
  return (!rare->fills || fill_others (rare, data, values, *n, stop, error))
                 && deid_stopped_sort (values, *n, sizeof *values, rare_compare, stop, error)
             ? g_steal_pointer (&values)
             : NULL;
}

static char *
rare_write_rule (const Rare *rare, const Counted *values, guint32 n, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "keep:");
  for (guint level = 0; level < rare->n_levels; level++)
    {
      gboolean is_first = TRUE;

      if (level > 0)
        deid_long_text_add (&text, "/");
      for (guint32 i = 0; i < n; i++)
        {
          if (values[i].n_kept <= level)
            continue;
          if (!is_first)
            deid_long_text_add (&text, ",");
          is_first = FALSE;
          deid_rule_text_append_item (&text, values[i].text);
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
  guint32 n;
  g_autofree Counted *values = list_values (parameters, data, &n, stop, error);

  return values != NULL ? rare_write_rule (parameters, values, n, error) : NULL;
}

const DeidRuleKind deid_rule_rare = {
  .name = "rare",
  .form = "rare:N,...[;fill=yes][;of=persons][;other=LABEL]",
  .summary = "the values that at least N records (or persons) have, and one label for all others",
  .parse = rare_parse,
  .free_parameters = rare_free_parameters,
  .list_stated = rare_list_stated,
  .freeze = rare_freeze,
};
