/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "baseline/treatment.h"

#include "base/text.h"
#include "hierarchy/period.h"
#include "hierarchy/rule.h"
#include "base/calendar.h"

static gboolean
prefix_column (const DeidSuggestion *column, GError **error)
{
  g_prefix_error (error, "column '%s': ", column->shown);
  return FALSE;
}

static gboolean
treatment_fail (const DeidSuggestion *column, const char *message, GError **error)
{
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s", message);
  return prefix_column (column, error);
}

/* Takes the rule over another one. */
static gboolean
treatment_replace (char **rule, char *by)
{
  g_free (*rule);
  *rule = by;
  return by != NULL;
}

/* `zip:3` alone does not say which areas are small. */
static gboolean
add_areas (DeidTreatment *treatment, const DeidBaseline *baseline, GError **error)
{
  g_autofree char *list = NULL;
  DeidRuleText text;
  gboolean success = deid_rule_text_init (&text, treatment->rule, error);
  guint64 n_digits = 0;

  if (success && g_str_equal (text.name, "zip") && deid_rule_text_take (&text, "small") == NULL
      && deid_rule_text_take (&text, "large") == NULL)
    success
        = deid_rule_text_read_count (&text, text.body, &n_digits, error)
          && (list = deid_baseline_list_areas (baseline, (guint) n_digits, error)) != NULL
          && treatment_replace (&treatment->rule, g_strconcat (treatment->rule, ";", list, NULL));
  deid_rule_text_clear (&text);
  return success;
}

/* Years that say that somebody is older are one group. In the year in which people of the oldest
 * age were born others were who are older by a year; they are part of it. */
static gboolean
add_bottom (DeidTreatment *treatment, const DeidBaseline *baseline, const DeidSuggestion *column,
            GError **error)
{
  gint64 first, last;
  int year;

  if (column->kind != DEID_KIND_BIRTH_DATE || baseline->oldest_age == 0
      || !g_str_has_prefix (treatment->rule, "date:"))
    return TRUE;
  if (baseline->day == NULL)
    return treatment_fail (
        column,
        "dates of birth tell ages; expected the day on which these are reckoned, such as "
        "day=2024-01-31",
        error);
  deid_period_read (baseline->day, &first, &last);
  year = (int) deid_date_from_day (first).year - (int) baseline->oldest_age;
  return treatment_replace (&treatment->rule,
                            g_strdup_printf ("%s;bottom=%04d", treatment->rule, MAX (year, 1)));
}

static gboolean
add_format (DeidTreatment *treatment, const DeidSuggestion *column, GError **error)
{
  if (column->format == NULL)
    return TRUE;
  return treatment_replace (&treatment->rule,
                            deid_rule_add_format (treatment->rule, column->format, error));
}

static gboolean
add_apart (DeidTreatment *treatment, const DeidHierarchy *hierarchy, GError **error)
{
  if (hierarchy == NULL || hierarchy->rule == NULL)
    return TRUE;
  return treatment_replace (&treatment->rule,
                            deid_rule_add_apart (treatment->rule, hierarchy->rule, error));
}

gboolean
deid_treatment_init (DeidTreatment *treatment, const DeidBaseline *baseline,
                     const DeidSuggestion *column, const DeidHierarchy *hierarchy, GError **error)
{
  const DeidBaselinePart *part
      = deid_baseline_find_part (baseline, column->name, deid_kinds[column->kind].identifier);

  *treatment = (DeidTreatment){ .column = column->name, .part = part };
  if (part == NULL)
    return TRUE;
  treatment->is_removed = part->rule == NULL || (column->is_part && part->kind != NULL);
  treatment->rule = g_strdup (treatment->is_removed ? "suppress" : part->rule);
  treatment->level = treatment->is_removed ? 1 : part->level;
  if (treatment->is_removed || part->level == 0)
    return TRUE;
  return add_bottom (treatment, baseline, column, error)
         && ((add_areas (treatment, baseline, error) && add_format (treatment, column, error)
              && add_apart (treatment, hierarchy, error))
             || prefix_column (column, error));
}

void
deid_treatment_clear (DeidTreatment *treatment)
{
  g_clear_pointer (&treatment->rule, g_free);
}

char *
deid_treatment_describe (const DeidTreatment *treatment)
{
  g_autofree char *shown = NULL;

  if (treatment->is_removed)
    return g_strdup ("removed");
  if (treatment->level == 0)
    return g_strdup ("kept");
  shown = deid_text_show (treatment->rule, -1);
  return g_strdup_printf ("%s, level %u", shown, treatment->level);
}
