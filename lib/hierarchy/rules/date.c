/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Periods of the calendar that a date is in. Weeks are not nested in months, nor in years: a week
 * is the last unit. A time of day behind the date is read and left out. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include <string.h>

#include "base/arrays.h"
#include "base/calendar.h"
#include "base/memory.h"
#include "hierarchy/period.h"

#define DAYS_OF_LONG_YEAR 366

typedef struct
{
  DeidDateFormat format;
  DeidPeriod *periods; /* of each level */
  guint n_levels;
  char *bottom; /* as it is given; NULL if there is none */
  char *top;
  gint64 bottom_day; /* days below it are in the lowest class; G_MININT64 if there is none */
  gint64 top_day;    /* days from it on are in the highest class; G_MAXINT64 if there is none */
} DateRule;

static void
date_free_parameters (gpointer parameters)
{
  DateRule *rule = parameters;

  deid_free_arrays (rule->periods, rule->bottom, rule->top);
  g_free (rule);
}

/* Tells whether values say which period they are in. */
static gboolean
is_known (const DateRule *rule, const DeidPeriod *period)
{
  const guint parts = period->unit <= DEID_PERIOD_WEEK ? DEID_DATE_PARTS_DAY
                      : period->unit < DEID_PERIOD_YEARS
                          ? DEID_DATE_PART_YEAR | DEID_DATE_PART_MONTH
                          : DEID_DATE_PART_YEAR;

  return (rule->format.parts & parts) == parts;
}

static gboolean
read_period (const DeidRuleText *text, DateRule *rule, guint level, const char *name,
             GError **error)
{
  DeidPeriod *period = &rule->periods[level];
  const DeidPeriod *before = level > 0 ? period - 1 : NULL;

  if (!deid_period_from_name (name, period))
    return deid_rule_text_fail (
        text, name, "day, week, month, quarter, year or a number of years as 5years", error);
  if (!is_known (rule, period))
    return deid_rule_text_fail (text, name, "a period that the format tells", error);
  if (before != NULL && before->unit == DEID_PERIOD_WEEK)
    return deid_rule_text_fail (text, name,
                                "week to be the last unit, since months and years are not made of "
                                "whole weeks",
                                error);
  if (before != NULL && !deid_period_is_nested (before, period))
    return deid_rule_text_fail (text, name, "a period made of whole ones of the level before",
                                error);
  return TRUE;
}

static gboolean
read_periods (const DeidRuleText *text, DateRule *rule, GError **error)
{
  guint64 n;
  g_autofree char **names
      = deid_rule_read_body (text, "a period for each level behind a colon", &n, error);

  if (names == NULL)
    return FALSE;
  rule->periods = deid_alloc (n, sizeof *rule->periods, error);
  if (rule->periods == NULL)
    return FALSE;
  for (; names[rule->n_levels] != NULL; rule->n_levels++)
    if (!read_period (text, rule, rule->n_levels, names[rule->n_levels], error))
      return FALSE;
  return TRUE;
}

/* Reads the day that an open class ends or begins with. It is one that values can have. */
static gboolean
date_read_bound (DeidRuleText *text, const DateRule *rule, const char *option, char **bound,
                 gint64 *day, GError **error)
{
  gint64 last;
  DeidDate date;

  if (!deid_rule_read_option (text, option, bound, error))
    return FALSE;
  if (*bound == NULL)
    return TRUE;
  if (!deid_period_read (*bound, day, &last) || last - *day >= DAYS_OF_LONG_YEAR)
    return deid_rule_text_fail (text, *bound, "a date, month, quarter or year as 2010", error);
  date = deid_date_from_day (*day);
  if (((rule->format.parts & DEID_DATE_PART_DAY) == 0 && date.day != 1)
      || ((rule->format.parts & DEID_DATE_PART_MONTH) == 0 && date.month != 1))
    return deid_rule_text_fail (text, *bound, "a period that the format tells", error);
  return TRUE;
}

static gboolean
date_read_rule (DeidRuleText *text, DateRule *rule, GError **error)
{
  if (!deid_rule_read_format (text, DEID_DATE_FORMAT_ISO, DEID_DATE_PART_YEAR,
                              "a format with a year", &rule->format, error)
      || !read_periods (text, rule, error)
      || !date_read_bound (text, rule, "bottom", &rule->bottom, &rule->bottom_day, error)
      || !date_read_bound (text, rule, "top", &rule->top, &rule->top_day, error))
    return FALSE;
  if (rule->bottom_day < rule->top_day)
    return TRUE;
  return deid_rule_text_fail (text, rule->top, "a top above the bottom", error);
}

static gboolean
date_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  DateRule *rule = *parameters = g_new0 (DateRule, 1);

  rule->bottom_day = G_MININT64;
  rule->top_day = G_MAXINT64;
  if (!date_read_rule (text, rule, error))
    return FALSE;
  *n_levels = rule->n_levels;
  return TRUE;
}

static gboolean
date_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const DateRule *rule = parameters;
  DeidDateTime read;
  gint64 day;

  if (!deid_date_format_read (&rule->format, value, &read))
    return FALSE;
  day = deid_date_to_day (&read.date);
  for (guint level = 0; level < rule->n_levels; level++)
    {
      char text[DEID_PERIOD_SIZE];

      if (day < rule->bottom_day)
        g_snprintf (text, sizeof text, "< %s", rule->bottom);
      else if (day >= rule->top_day)
        g_snprintf (text, sizeof text, ">= %s", rule->top);
      else
        deid_period_write (&rule->periods[level], day, text);
      deid_rule_labels_add (labels, text, strlen (text));
    }
  return TRUE;
}

const DeidRuleKind deid_rule_date = {
  .name = "date",
  .form = "date:PERIOD,...[;format=FORMAT][;bottom=DATE][;top=DATE]",
  .summary = "the day, week, month, quarter, year or range of years of a date",
  .has_format = TRUE,
  .parse = date_parse,
  .free_parameters = date_free_parameters,
  .label = date_label,
};
