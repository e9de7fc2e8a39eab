/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of the day that a time of day is in; a date before it is read and left out. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

#include <string.h>

#include "base/calendar.h"
#include "base/memory.h"
#include "hierarchy/period.h"

#define TIME_MINUTES_OF_HOUR 60

typedef struct
{
  DeidDateFormat format;
  guint *n_minutes; /* of the parts of each level */
  guint n_levels;
} TimeRule;

static void
time_free_parameters (gpointer parameters)
{
  TimeRule *rule = parameters;

  g_free (rule->n_minutes);
  g_free (rule);
}

static gboolean
time_read_part (const DeidRuleText *text, const TimeRule *rule, guint level, const char *name,
                GError **error)
{
  guint *n_minutes = &rule->n_minutes[level];

  if (!deid_day_time_from_name (name, n_minutes))
    return deid_rule_text_fail (text, name,
                                "hour, minute or a number of them as 4hours or 15minutes, which "
                                "divides the day",
                                error);
  if (*n_minutes % TIME_MINUTES_OF_HOUR != 0 && (rule->format.parts & DEID_DATE_PART_MINUTE) == 0)
    return deid_rule_text_fail (text, name, "whole hours, as the format tells no minutes", error);
  if (level == 0 || (*n_minutes > n_minutes[-1] && *n_minutes % n_minutes[-1] == 0))
    return TRUE;
  return deid_rule_text_fail (text, name, "a part made of whole ones of the level before", error);
}

static gboolean
time_read_parts (const DeidRuleText *text, TimeRule *rule, GError **error)
{
  guint64 n;
  g_autofree char **names
      = deid_rule_read_body (text, "a part of the day for each level behind a colon", &n, error);

  if (names == NULL)
    return FALSE;
  rule->n_minutes = deid_alloc (n, sizeof *rule->n_minutes, error);
  if (rule->n_minutes == NULL)
    return FALSE;
  for (; names[rule->n_levels] != NULL; rule->n_levels++)
    if (!time_read_part (text, rule, rule->n_levels, names[rule->n_levels], error))
      return FALSE;
  return TRUE;
}

static gboolean
time_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  TimeRule *rule = *parameters = g_new0 (TimeRule, 1);

  if (!deid_rule_read_format (text, DEID_TIME_FORMAT_ISO, DEID_DATE_PART_HOUR,
                              "a format with an hour", &rule->format, error)
      || !time_read_parts (text, rule, error))
    return FALSE;
  *n_levels = rule->n_levels;
  return TRUE;
}

static gboolean
time_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const TimeRule *rule = parameters;
  DeidDateTime read;

  if (!deid_date_format_read (&rule->format, value, &read))
    return FALSE;
  for (guint level = 0; level < rule->n_levels; level++)
    {
      char text[DEID_DAY_TIME_SIZE];

      deid_day_time_write (rule->n_minutes[level], read.hour * TIME_MINUTES_OF_HOUR + read.minute,
                           text);
      deid_rule_labels_add (labels, text, strlen (text));
    }
  return TRUE;
}

const DeidRuleKind deid_rule_time = {
  .name = "time",
  .form = "time:PART,...[;format=FORMAT]",
  .summary = "the minutes or hours of the day that a time falls in",
  .has_format = TRUE,
  .parse = time_parse,
  .free_parameters = time_free_parameters,
  .label = time_label,
};
