/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ranges whose widths grow: of 1 from 1 on, of 5 from 11 on, of 10 from 21 on. */
#include <string.h>

#include "base/arrays.h"
#include "hierarchy/numbers/number-rule.h"
#include "hierarchy/rule.h"

/* Ranges of one width, up to the start of the next part. */
typedef struct
{
  DeidNumber start, width;
} GrowingPart;

typedef struct
{
  DeidNumberOptions options;
  guint n_levels;
  GrowingPart *parts; /* of all levels */
  guint64 n_parts;
  guint64 *first_parts; /* of each level, and the number of all */
} Growing;

static void
free_growing (gpointer data)
{
  Growing *growing = data;

  g_free (growing->parts);
  g_free (growing->first_parts);
  g_free (growing);
}

/* Returns: where a part of a level ends. */
static DeidNumber
growing_get_end (const Growing *growing, guint level, guint64 part)
{
  return part + 1 < growing->first_parts[level + 1] ? growing->parts[part + 1].start
                                                    : DEID_NUMBER_END;
}

/* Reads `5@11`, which it takes apart. */
static gboolean
growing_read_part (GrowingPart *part, char *item)
{
  char *at = strchr (item, '@');
  gboolean success;

  if (at == NULL)
    return FALSE;
  *at = '\0';
  success = deid_number_read_exactly (item, &part->width) && part->width > 0
            && deid_number_read_exactly (at + 1, &part->start);
  *at = '@';
  return success;
}

/* Checks a part by the one before it on its level. */
static gboolean
growing_check_part (const GrowingPart *part, const DeidRuleText *text, const char *item,
                    GError **error)
{
  if (part->start <= part[-1].start)
    return deid_rule_text_fail (text, item, "a start above the one before it", error);
  if ((part->start - part[-1].start) % part[-1].width != 0)
    return deid_rule_text_fail (text, item, "a start where a range of the width before it ends",
                                error);
  return TRUE;
}

static gboolean
growing_read_level (Growing *growing, guint level, const DeidRuleText *text, const char *list,
                    GError **error)
{
  guint64 n = 0;
  g_autofree char **items = deid_rule_text_split (list, &n, error);

  if (items == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      GrowingPart *part = &growing->parts[growing->n_parts++];

      if (!growing_read_part (part, items[i]))
        return deid_rule_text_fail (text, items[i], "a width and its start, as in '5@11'", error);
      if (i > 0 && !growing_check_part (part, text, items[i], error))
        return FALSE;
      if (i == 0 && part->start != growing->parts[0].start)
        return deid_rule_text_fail (text, items[i], "the start of the first level", error);
    }
  growing->first_parts[level + 1] = growing->n_parts;
  return n > 0 || deid_rule_text_fail (text, list, "a width on each level", error);
}

/* Tells whether ranges of a part end where some of a part of the level below do, as far as both
 * reach: from @start to @end. */
static gboolean
growing_is_nested (const GrowingPart *lower, const GrowingPart *upper, DeidNumber start,
                   DeidNumber end)
{
  DeidNumber first = deid_number_round_down (start, upper->start, upper->width);

  if (first < start)
    first += upper->width;
  if (first >= end)
    return TRUE;
  return (first - lower->start) % lower->width == 0
         && (upper->width >= end - first || upper->width % lower->width == 0);
}

static gboolean
growing_check_nested (const Growing *growing, guint level, const DeidRuleText *text, GError **error)
{
  guint64 i = growing->first_parts[level - 1], j = growing->first_parts[level];

  while (i < growing->first_parts[level] && j < growing->first_parts[level + 1])
    {
      const GrowingPart *lower = &growing->parts[i], *upper = &growing->parts[j];
      const DeidNumber lower_end = growing_get_end (growing, level - 1, i),
                       upper_end = growing_get_end (growing, level, j);

      if (!growing_is_nested (lower, upper, MAX (lower->start, upper->start),
                              MIN (lower_end, upper_end)))
        {
          char width[DEID_NUMBER_SIZE], start[DEID_NUMBER_SIZE];
          g_autofree char *part = NULL, *expected = NULL;

          deid_number_write (upper->width, width);
          deid_number_write (upper->start, start);
          part = g_strdup_printf ("%s@%s", width, start);
          deid_number_write (lower->width, width);
          deid_number_write (lower->start, start);
          expected = g_strdup_printf ("ranges on level %u that end where those of '%s@%s' on level "
                                      "%u do",
                                      level + 1, width, start, level);
          return deid_rule_text_fail (text, part, expected, error);
        }
      i += lower_end <= upper_end;
      j += upper_end <= lower_end;
    }
  return TRUE;
}

static gboolean
growing_read_levels (Growing *growing, const DeidRuleText *text, char **levels, GError **error)
{
  gboolean are_integers = TRUE;

  for (guint level = 0; level < growing->n_levels; level++)
    if (!growing_read_level (growing, level, text, levels[level], error)
        || (level > 0 && !growing_check_nested (growing, level, text, error)))
      return FALSE;
  for (guint64 i = 0; i < growing->n_parts; i++)
    are_integers &= deid_number_is_integer (growing->parts[i].start)
                    && deid_number_is_integer (growing->parts[i].width);
  return deid_number_options_decide (&growing->options, are_integers, text, error);
}

static gboolean
growing_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  const char *body = text->body != NULL ? text->body : "";
  guint64 n = 0;
  g_autofree char **levels = deid_rule_text_split_at (body, '/', &n, error);
  Growing *growing = *parameters = g_new0 (Growing, 1);

  if (levels == NULL)
    return FALSE;
  if (n == 0 || n > G_MAXUINT16)
    return deid_rule_text_fail (text, text->body,
                                "widths and their starts, as in 'growing:1@1,5@11,10@21'", error);
  growing->n_levels = (guint) n;
  if (!deid_new_arrays (error, DEID_NEW (growing->parts, strlen (body) + 1),
                        DEID_NEW (growing->first_parts, n + 1))
      || !deid_number_options_take (&growing->options, text, error)
      || !growing_read_levels (growing, text, levels, error))
    return FALSE;
  *n_levels = (guint) n;
  return TRUE;
}

/* Returns: the part of a level that a number from its start on is in. */
static guint64
growing_find_part (const Growing *growing, guint level, DeidNumber number)
{
  guint64 low = growing->first_parts[level], high = growing->first_parts[level + 1];

  while (high - low > 1)
    {
      const guint64 middle = low + (high - low) / 2;

      if (growing->parts[middle].start <= number)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static gboolean
growing_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Growing *growing = parameters;
  DeidRange number;

  if (!deid_number_read_value (value, &number))
    return FALSE;
  if (deid_number_options_label_outside (&growing->options, &number, growing->n_levels, labels))
    return TRUE;
  if (number.low < growing->parts[0].start)
    return FALSE;
  for (guint level = 0; level < growing->n_levels; level++)
    {
      const guint64 i = growing_find_part (growing, level, number.low);
      const GrowingPart *part = &growing->parts[i];
      const DeidNumber low = deid_number_round_down (number.low, part->start, part->width),
                       high = MIN (low + part->width, growing_get_end (growing, level, i));

      if (!deid_number_options_label (&growing->options, (DeidRange){ low, high }, &number, labels))
        return FALSE;
    }
  return TRUE;
}

const DeidRuleKind deid_rule_growing = {
  .name = "growing",
  .form = "growing:WIDTH@START,.../...",
  .summary = "ranges of numbers, of each WIDTH from its START on",
  .has_numbers = TRUE,
  .parse = growing_parse,
  .free_parameters = free_growing,
  .label = growing_label,
};
