/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Intervals of one width a level. */
#include "base/memory.h"
#include "hierarchy/numbers/number-rule.h"
#include "hierarchy/rule.h"

typedef struct
{
  DeidNumberOptions options;
  DeidNumber origin;
  guint n_levels;
  DeidNumber widths[];
} Intervals;

static gboolean
read_origin (Intervals *intervals, DeidRuleText *text, GError **error)
{
  const char *origin = deid_rule_text_take (text, "origin");

  if (origin == NULL || deid_number_read_exactly (origin, &intervals->origin))
    return TRUE;
  return deid_rule_text_fail (text, origin, "a number below 10^18 with at most 18 places", error);
}

static gboolean
read_widths (Intervals *intervals, const DeidRuleText *text, char **items, GError **error)
{
  gboolean are_integers = deid_number_is_integer (intervals->origin);

  for (guint i = 0; i < intervals->n_levels; i++)
    {
      DeidNumber *width = &intervals->widths[i];

      if (!deid_number_read_exactly (items[i], width) || *width <= 0)
        return deid_rule_text_fail (
            text, items[i], "a width above 0 and below 10^18 with at most 18 places", error);
      if (i > 0 && *width % width[-1] != 0)
        return deid_rule_text_fail (text, items[i], "a multiple of the width before it", error);
      are_integers &= deid_number_is_integer (*width);
    }
  return deid_number_options_decide (&intervals->options, are_integers, text, error);
}

static gboolean
intervals_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  guint64 n = 0;
  g_autofree char **items = deid_rule_text_split (text->body != NULL ? text->body : "", &n, error);
  g_autofree Intervals *intervals = NULL;

  if (items == NULL)
    return FALSE;
  if (n == 0 || n > G_MAXUINT16)
    return deid_rule_text_fail (text, text->body, "the width of each level, as in 'intervals:5,10'",
                                error);
  intervals = deid_alloc (1, sizeof *intervals + n * sizeof *intervals->widths, error);
  if (intervals == NULL)
    return FALSE;
  intervals->n_levels = (guint) n;
  if (!deid_number_options_take (&intervals->options, text, error)
      || !read_origin (intervals, text, error) || !read_widths (intervals, text, items, error))
    return FALSE;
  *n_levels = (guint) n;
  *parameters = g_steal_pointer (&intervals);
  return TRUE;
}

static gboolean
intervals_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Intervals *intervals = parameters;
  DeidRange number;

  if (!deid_number_read_value (value, &number))
    return FALSE;
  if (deid_number_options_label_outside (&intervals->options, &number, intervals->n_levels, labels))
    return TRUE;
  if (number.low <= DEID_NUMBER_LEAST)
    return FALSE;
  for (guint i = 0; i < intervals->n_levels; i++)
    {
      const DeidNumber width = intervals->widths[i],
                       low = deid_number_round_down (number.low, intervals->origin, width);

      if (!deid_number_options_label (&intervals->options, (DeidRange){ low, low + width }, &number,
                                      labels))
        return FALSE;
    }
  return TRUE;
}

const DeidRuleKind deid_rule_intervals = {
  .name = "intervals",
  .form = "intervals:WIDTH,...",
  .summary = "ranges of numbers, with one width for each level",
  .has_numbers = TRUE,
  .parse = intervals_parse,
  .free_parameters = g_free,
  .label = intervals_label,
};
