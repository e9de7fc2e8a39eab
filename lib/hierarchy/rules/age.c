/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The age on a given day, in completed years, of a date of birth. One who was born on 29 February
 * completes a year on 1 March where there is no such day. One who is born later has no age. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include "base/calendar.h"
#include "hierarchy/period.h"
#include "hierarchy/numbers/range.h"

typedef struct
{
  DeidDateFormat format;
  DeidDate at;
  guint64 *widths; /* in years, of each level */
  guint n_levels;
  guint64 bottom; /* ages below it are in the lowest class */
  guint64 top;    /* ages from it on are in the highest class */
} AgeRule;

/* Years of age are far below it. */
#define NO_TOP ((guint64) 10 * DEID_MAX_YEAR)

static void
age_free_parameters (gpointer parameters)
{
  AgeRule *rule = parameters;

  g_free (rule->widths);
  g_free (rule);
}

static gboolean
read_at (DeidRuleText *text, AgeRule *rule, GError **error)
{
  const char *at = deid_rule_text_take (text, "at");
  gint64 first, last;

  if (at == NULL)
    return deid_rule_text_fail (text, NULL, "at=2024-01-01, the day of the age", error);
  if (!deid_period_read (at, &first, &last) || first != last)
    return deid_rule_text_fail (text, at, "a day as 2024-01-01", error);
  rule->at = deid_date_from_day (first);
  return TRUE;
}

static gboolean
age_read_bound (DeidRuleText *text, const char *option, guint64 *bound, GError **error)
{
  const char *given = deid_rule_text_take (text, option);

  if (given == NULL)
    return TRUE;
  if (!deid_rule_text_read_count (text, given, bound, error))
    return FALSE;
  if (*bound < NO_TOP)
    return TRUE;
  return deid_rule_text_fail (text, given, "an age", error);
}

static gboolean
age_read_rule (DeidRuleText *text, AgeRule *rule, GError **error)
{
  rule->widths = deid_rule_read_levels (text, DEID_LEVELS_MULTIPLES, &rule->n_levels, error);
  if (rule->widths == NULL
      || !deid_rule_read_format (text, DEID_DATE_FORMAT_ISO, DEID_DATE_PARTS_DAY,
                                 "a format with year, month and day", &rule->format, error)
      || !read_at (text, rule, error) || !age_read_bound (text, "bottom", &rule->bottom, error)
      || !age_read_bound (text, "top", &rule->top, error))
    return FALSE;
  if (rule->widths[rule->n_levels - 1] >= NO_TOP)
    return deid_rule_text_fail (text, text->body, "widths of years", error);
  if (rule->bottom < rule->top)
    return TRUE;
  return deid_rule_text_fail (text, NULL, "a top above the bottom", error);
}

static gboolean
age_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  AgeRule *rule = *parameters = g_new0 (AgeRule, 1);

  rule->top = NO_TOP;
  if (!age_read_rule (text, rule, error))
    return FALSE;
  *n_levels = rule->n_levels;
  return TRUE;
}

/* Returns: the completed years, -1 before birth. */
static gint64
find_age (const DeidDate *birth, const DeidDate *at)
{
  const gboolean is_before_birthday
      = at->month < birth->month || (at->month == birth->month && at->day < birth->day);
  const gint64 age = (gint64) at->year - birth->year - (is_before_birthday ? 1 : 0);

  return MAX (age, -1);
}

/* A range ends where an open class begins. */
static DeidRange
age_find_range (const AgeRule *rule, guint64 age, guint64 width)
{
  const guint64 first = age / width * width;
  const guint64 low = MAX (first, rule->bottom), high = MIN (first + width, rule->top);

  if (age < rule->bottom)
    return (DeidRange){ DEID_NUMBER_LEAST, (DeidNumber) rule->bottom * DEID_NUMBER_ONE };
  if (age >= rule->top)
    return (DeidRange){ (DeidNumber) rule->top * DEID_NUMBER_ONE, DEID_NUMBER_END };
  return (DeidRange){ (DeidNumber) low * DEID_NUMBER_ONE, (DeidNumber) high * DEID_NUMBER_ONE };
}

static gboolean
age_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const AgeRule *rule = parameters;
  DeidDateTime read;
  gint64 age;

  if (!deid_date_format_read (&rule->format, value, &read))
    return FALSE;
  age = find_age (&read.date, &rule->at);
  if (age < 0)
    return FALSE;
  for (guint level = 0; level < rule->n_levels; level++)
    {
      const DeidRange range = age_find_range (rule, (guint64) age, rule->widths[level]);
      char text[DEID_RANGE_LABEL_SIZE];

      deid_rule_labels_add (labels, text, deid_range_write_label (&range, TRUE, text));
    }
  return TRUE;
}

const DeidRuleKind deid_rule_age = {
  .name = "age",
  .form = "age:YEARS,...;at=DATE[;format=FORMAT][;bottom=AGE][;top=AGE]",
  .summary = "the age on a day, from a date of birth: in years, then in ranges of years",
  .has_format = TRUE,
  .parse = age_parse,
  .free_parameters = age_free_parameters,
  .label = age_label,
};
