/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/period.h"

#include "base/rational.h"

#include <string.h>

#define DEID_MINUTES_OF_DAY      1440
#define DEID_MAX_PERIOD_YEARS    100000

#define DAY_TIME_MINUTES_OF_HOUR 60

gboolean
deid_day_time_from_name (const char *name, guint *n_minutes)
{
  const gsize n_digits = strspn (name, "0123456789");
  const char *unit = name + n_digits;
  char digits[5] = "1";
  guint64 n;

  if (n_digits >= sizeof digits)
    return FALSE;
  memcpy (digits, name, n_digits);
  if (!deid_uint64_from_decimal (digits, &n))
    return FALSE;
  if (g_str_equal (unit, n_digits > 0 ? "hours" : "hour"))
    n *= DAY_TIME_MINUTES_OF_HOUR;
  else if (!g_str_equal (unit, n_digits > 0 ? "minutes" : "minute"))
    return FALSE;
  *n_minutes = (guint) n;
  return n > 0 && DEID_MINUTES_OF_DAY % n == 0;
}

void
deid_day_time_write (guint n_minutes, guint minute, char label[DEID_DAY_TIME_SIZE])
{
  const guint first = minute / n_minutes * n_minutes, last = first + n_minutes - 1;

  g_snprintf (label, DEID_DAY_TIME_SIZE, n_minutes > 1 ? "%02u:%02u-%02u:%02u" : "%02u:%02u",
              first / DAY_TIME_MINUTES_OF_HOUR, first % DAY_TIME_MINUTES_OF_HOUR,
              last / DAY_TIME_MINUTES_OF_HOUR, last % DAY_TIME_MINUTES_OF_HOUR);
}

#define MONTHS_OF_QUARTER 3

static const char *const unit_names[] = { "day", "week", "month", "quarter", "year" };

gboolean
deid_period_from_name (const char *name, DeidPeriod *period)
{
  const gsize n_digits = strspn (name, "0123456789");
  char digits[8] = "";
  guint64 n_years;

  for (guint unit = 0; unit < G_N_ELEMENTS (unit_names); unit++)
    if (g_str_equal (name, unit_names[unit]))
      {
        *period = (DeidPeriod){ (DeidPeriodUnit) unit, unit == DEID_PERIOD_YEARS ? 1 : 0 };
        return TRUE;
      }
  if (n_digits == 0 || n_digits >= sizeof digits || !g_str_equal (name + n_digits, "years"))
    return FALSE;
  memcpy (digits, name, n_digits);
  if (!deid_uint64_from_decimal (digits, &n_years) || n_years < 1
      || n_years > DEID_MAX_PERIOD_YEARS)
    return FALSE;
  *period = (DeidPeriod){ DEID_PERIOD_YEARS, (guint) n_years };
  return TRUE;
}

gboolean
deid_period_is_nested (const DeidPeriod *inner, const DeidPeriod *outer)
{
  if (inner->unit == DEID_PERIOD_YEARS && outer->unit == DEID_PERIOD_YEARS)
    return outer->n_years > inner->n_years && outer->n_years % inner->n_years == 0;
  return inner->unit < outer->unit && inner->unit != DEID_PERIOD_WEEK;
}

static void
write_years (gint32 year, guint n_years, char label[DEID_PERIOD_SIZE])
{
  const gint32 first = (gint32) deid_round_down (year, n_years);
  char text[DEID_YEAR_SIZE], last[DEID_YEAR_SIZE];

  deid_year_write (first, text);
  deid_year_write (first + (gint32) n_years - 1, last);
  g_snprintf (label, DEID_PERIOD_SIZE, n_years > 1 ? "%s-%s" : "%s", text, last);
}

static void
write_week (gint64 day, char label[DEID_PERIOD_SIZE])
{
  const DeidWeek week = deid_week_from_day (day);
  char text[DEID_YEAR_SIZE];

  deid_year_write (week.year, text);
  g_snprintf (label, DEID_PERIOD_SIZE, "%s-W%02u", text, week.week);
}

void
deid_period_write (const DeidPeriod *period, gint64 day, char label[DEID_PERIOD_SIZE])
{
  const DeidDate date = deid_date_from_day (day);
  char year[DEID_YEAR_SIZE];

  deid_year_write (date.year, year);
  switch (period->unit)
    {
    case DEID_PERIOD_DAY:
      g_snprintf (label, DEID_PERIOD_SIZE, "%s-%02u-%02u", year, date.month, date.day);
      break;
    case DEID_PERIOD_WEEK:
      write_week (day, label);
      break;
    case DEID_PERIOD_MONTH:
      g_snprintf (label, DEID_PERIOD_SIZE, "%s-%02u", year, date.month);
      break;
    case DEID_PERIOD_QUARTER:
      g_snprintf (label, DEID_PERIOD_SIZE, "%s-Q%u", year,
                  (date.month - 1) / MONTHS_OF_QUARTER + 1);
      break;
    case DEID_PERIOD_YEARS:
    default:
      write_years (date.year, period->n_years, label);
    }
}

/* Reads a number of so many digits and moves on behind it. */
static gboolean
period_read_number (const char **text, guint n_digits, guint *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++, ++*text)
    {
      if (!g_ascii_isdigit (**text))
        return FALSE;
      *number = *number * 10 + (guint) (**text - '0');
    }
  return TRUE;
}

static void
set_months (gint32 year, guint first_month, guint n_months, gint64 *first, gint64 *last)
{
  const guint last_month = first_month + n_months - 1;
  const DeidDate first_date = { year, first_month, 1 };
  const DeidDate last_date = { year, last_month, deid_calendar_count_days (year, last_month) };

  *first = deid_date_to_day (&first_date);
  *last = deid_date_to_day (&last_date);
}

static gboolean
read_week (const char *text, gint32 year, gint64 *first, gint64 *last)
{
  DeidWeek week = { year, 0 };

  if (!period_read_number (&text, 2, &week.week) || *text != '\0' || week.week < 1
      || week.week > deid_calendar_count_weeks (year))
    return FALSE;
  *first = deid_week_to_day (&week);
  *last = *first + 6;
  return TRUE;
}

static gboolean
read_quarter (const char *text, gint32 year, gint64 *first, gint64 *last)
{
  guint quarter;

  if (!period_read_number (&text, 1, &quarter) || *text != '\0' || quarter < 1 || quarter > 4)
    return FALSE;
  set_months (year, (quarter - 1) * MONTHS_OF_QUARTER + 1, MONTHS_OF_QUARTER, first, last);
  return TRUE;
}

static gboolean
read_years (const char *text, gint32 year, gint64 *first, gint64 *last)
{
  gint64 ignored;
  gint32 last_year;

  if (!deid_year_read (&text, &last_year) || *text != '\0' || last_year <= year)
    return FALSE;
  set_months (year, 1, 12, first, &ignored);
  set_months (last_year, 1, 12, &ignored, last);
  return TRUE;
}

/* Reads a month, and the day behind it if there is one. */
static gboolean
read_month (const char *text, gint32 year, gint64 *first, gint64 *last)
{
  guint month, day;

  if (!period_read_number (&text, 2, &month) || month < 1 || month > 12)
    return FALSE;
  set_months (year, month, 1, first, last);
  if (*text == '\0')
    return TRUE;
  if (*text++ != '-' || !period_read_number (&text, 2, &day) || *text != '\0' || day < 1
      || day > deid_calendar_count_days (year, month))
    return FALSE;
  *first += day - 1;
  *last = *first;
  return TRUE;
}

gboolean
deid_period_read (const char *label, gint64 *first, gint64 *last)
{
  gint32 year;

  if (!deid_year_read (&label, &year))
    return FALSE;
  if (*label == '\0')
    {
      set_months (year, 1, 12, first, last);
      return TRUE;
    }
  if (*label++ != '-')
    return FALSE;
  if (*label == 'W')
    return read_week (label + 1, year, first, last);
  if (*label == 'Q')
    return read_quarter (label + 1, year, first, last);
  return read_month (label, year, first, last) || read_years (label, year, first, last);
}
