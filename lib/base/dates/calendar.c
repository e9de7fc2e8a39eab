/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The formulas are those of E. M. Reingold and N. Dershowitz, Calendrical Calculations, fourth
 * edition, Cambridge University Press 2018, sections 2.2, 2.3 and 5.1. */
#include "base/dates/calendar.h"

#define DAYS_OF_400_YEARS 146097
#define DAYS_OF_100_YEARS 36524
#define DAYS_OF_4_YEARS   1461
#define DAYS_OF_WEEK      7
#define MAX_YEAR_DIGITS   9

gint64
deid_round_down (gint64 number, gint64 divisor)
{
  const gint64 rest = number % divisor;

  return number - (rest < 0 ? rest + divisor : rest);
}

gboolean
deid_calendar_is_leap (gint32 year)
{
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

guint
deid_calendar_count_days (gint32 year, guint month)
{
  static const guint8 n_days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  return n_days[month - 1] + (month == 2 && deid_calendar_is_leap (year) ? 1U : 0U);
}

/* Returns: the number of the day before a year. */
static gint64
count_days_before (gint32 year)
{
  const gint64 n = (gint64) year - 1;

  return 365 * n + deid_round_down (n, 4) / 4 - deid_round_down (n, 100) / 100
         + deid_round_down (n, 400) / 400;
}

gint64
deid_date_to_day (const DeidDate *date)
{
  const gint64 n = count_days_before (date->year) + (367 * (gint64) date->month - 362) / 12;

  if (date->month <= 2)
    return n + date->day;
  return n + date->day - (deid_calendar_is_leap (date->year) ? 1 : 2);
}

static gint32
find_year (gint64 day)
{
  const gint64 n400 = deid_round_down (day - 1, DAYS_OF_400_YEARS) / DAYS_OF_400_YEARS;
  gint64 rest = day - 1 - n400 * DAYS_OF_400_YEARS, n100, n4, n1;

  n100 = rest / DAYS_OF_100_YEARS;
  rest %= DAYS_OF_100_YEARS;
  n4 = rest / DAYS_OF_4_YEARS;
  n1 = rest % DAYS_OF_4_YEARS / 365;
  /* The last day of a leap year is the first one behind four years of 365 days, or behind four
   * centuries of 36,524. */
  return (gint32) (400 * n400 + 100 * n100 + 4 * n4 + n1 + (n100 == 4 || n1 == 4 ? 0 : 1));
}

DeidDate
deid_date_from_day (gint64 day)
{
  const gint32 year = find_year (day);
  const gint64 n_before = day - 1 - count_days_before (year);
  const DeidDate march = { year, 3, 1 };
  const gint64 correction = day < deid_date_to_day (&march) ? 0
                            : deid_calendar_is_leap (year)  ? 1
                                                            : 2;
  DeidDate date = { year, (guint) ((12 * (n_before + correction) + 373) / 367), 1 };

  date.day = (guint) (day - deid_date_to_day (&date) + 1);
  return date;
}

/* Returns: the Monday on or before a day. */
static gint64
find_monday (gint64 day)
{
  return deid_round_down (day - 1, DAYS_OF_WEEK) + 1;
}

gint64
deid_week_to_day (const DeidWeek *week)
{
  const DeidDate in_first_week = { week->year, 1, 4 };

  return find_monday (deid_date_to_day (&in_first_week)) + DAYS_OF_WEEK * ((gint64) week->week - 1);
}

DeidWeek
deid_week_from_day (gint64 day)
{
  const gint64 thursday = find_monday (day) + 3;
  const gint32 year = find_year (thursday);

  return (DeidWeek){ year, (guint) ((thursday - 1 - count_days_before (year)) / DAYS_OF_WEEK) + 1 };
}

guint
deid_calendar_count_weeks (gint32 year)
{
  const DeidDate in_last_week = { year, 12, 28 };

  return deid_week_from_day (deid_date_to_day (&in_last_week)).week;
}

void
deid_year_write (gint32 year, char text[DEID_YEAR_SIZE])
{
  g_snprintf (text, DEID_YEAR_SIZE, year < 0 ? "-%04d" : year > 9999 ? "+%d" : "%04d", ABS (year));
}

gboolean
deid_year_read (const char **text, gint32 *year)
{
  const char sign = **text == '-' || **text == '+' ? **text : '\0';
  const char *digits = *text + (sign != '\0' ? 1 : 0);
  const guint max_digits = sign != '\0' ? MAX_YEAR_DIGITS : 4;
  gint32 number = 0;
  guint n = 0;

  for (; n < max_digits && g_ascii_isdigit (digits[n]); n++)
    number = number * 10 + (digits[n] - '0');
  if (n < 4 || (n > 4 && digits[0] == '0') || (sign == '+' && n == 4)
      || (sign == '-' && number == 0))
    return FALSE;
  *text = digits + n;
  *year = sign == '-' ? -number : number;
  return TRUE;
}
