/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The calendar, against days that are counted one by one, and against GDate. */
#include "support/suite.h"

#include "base/calendar.h"

/* The last Monday before year -1200 is found by counting back from 0001-01-01, a Monday: 400 years
 * have 20,871 weeks. */
#define FIRST_YEAR (-1199)
#define LAST_YEAR  3200

typedef struct
{
  int year, month, day;
  int weekday; /* 0 on Monday */
} CountedDay;

static gboolean
is_leap (int year)
{
  if (year % 400 == 0)
    return TRUE;
  if (year % 100 == 0)
    return FALSE;
  return year % 4 == 0;
}

static void
count_on (CountedDay *day)
{
  static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  const int length = day->month == 2 && is_leap (day->year) ? 29 : lengths[day->month - 1];

  day->weekday = (day->weekday + 1) % 7;
  if (++day->day <= length)
    return;
  day->day = 1;
  if (++day->month <= 12)
    return;
  day->month = 1;
  day->year++;
}

START_TEST (days_are_those_counted)
{
  CountedDay counted = { FIRST_YEAR, 1, 1, 0 };
  gint64 day = -3 * 146097 + 1;

  for (; counted.year <= LAST_YEAR; count_on (&counted), day++)
    {
      const DeidDate given = { counted.year, (guint) counted.month, (guint) counted.day };
      const DeidDate date = deid_date_from_day (day);

      assert_quietly (deid_date_to_day (&given) == day);
      assert_quietly (date.year == counted.year && date.month == given.month
                      && date.day == given.day);
    }
}
END_TEST

/* By the definition: a week belongs to the year of its Thursday, and the first of them is week 1.
 */
START_TEST (weeks_are_those_counted)
{
  CountedDay counted = { FIRST_YEAR, 1, 1, 0 };
  gint64 day = -3 * 146097 + 1;
  int year = 0, n = 0;

  while (counted.year <= LAST_YEAR)
    {
      CountedDay thursday = counted;

      for (int i = 0; i < 3; i++)
        count_on (&thursday);
      if (thursday.year != year && year != 0)
        assert_quietly (deid_calendar_count_weeks (year) == (guint) n);
      n = thursday.year == year ? n + 1 : 1;
      year = thursday.year;
      for (int i = 0; i < 7; i++, day++)
        {
          const DeidWeek week = deid_week_from_day (day);

          assert_quietly (week.year == year && week.week == (guint) n);
          assert_quietly (deid_week_to_day (&week) == day - i);
          count_on (&counted);
        }
    }
}
END_TEST

/* GDate counts days from 0001-01-01 too. */
START_TEST (days_and_weeks_are_those_of_gdate)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1582);

  for (guint trial = count_trials (100000); trial > 0; trial--)
    {
      const guint32 day = (guint32) g_rand_int_range (rand, 1, 3652059);
      GDate expected;
      const DeidDate date = deid_date_from_day (day);

      g_date_clear (&expected, 1);
      g_date_set_julian (&expected, day);
      assert_quietly (date.year == g_date_get_year (&expected)
                      && date.month == (guint) g_date_get_month (&expected)
                      && date.day == g_date_get_day (&expected));
      assert_quietly (deid_date_to_day (&date) == day);
      assert_quietly (deid_week_from_day (day).week == g_date_get_iso8601_week_of_year (&expected));
    }
}
END_TEST

START_TEST (far_days_come_back)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (44);

  for (guint trial = count_trials (100000); trial > 0; trial--)
    {
      const gint64 day = g_rand_int_range (rand, -365242190, 365242190);
      const DeidDate date = deid_date_from_day (day);
      const DeidWeek week = deid_week_from_day (day);
      const gint64 monday = deid_week_to_day (&week);

      assert_quietly (date.month >= 1 && date.month <= 12 && date.day >= 1
                      && date.day <= deid_calendar_count_days (date.year, date.month));
      assert_quietly (deid_date_to_day (&date) == day);
      assert_quietly (day - monday >= 0 && day - monday < 7 && (monday - 1) % 7 == 0);
    }
}
END_TEST

START_TEST (years_are_written_as_in_iso_8601)
{
  static const struct
  {
    gint32 year;
    const char *text;
  } years[] = {
    { 0, "0000" },        { 7, "0007" },         { 2023, "2023" },       { 9999, "9999" },
    { -1, "-0001" },      { -43, "-0043" },      { -9999, "-9999" },     { 10000, "+10000" },
    { -10000, "-10000" }, { 999999, "+999999" }, { -999999, "-999999" },
  };
  static const char *const refused[]
      = { "", "023", "20234", "+2023", "-0000", "-044", "-00044", "+02023", "x023", "--0001" };
  const char *end;
  gint32 year;

  for (gsize i = 0; i < G_N_ELEMENTS (years); i++)
    {
      char text[DEID_YEAR_SIZE];

      deid_year_write (years[i].year, text);
      ck_assert_str_eq (text, years[i].text);
      end = text;
      ck_assert (deid_year_read (&end, &year) && *end == '\0');
      ck_assert_int_eq (year, years[i].year);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      end = refused[i];
      ck_assert (!deid_year_read (&end, &year) || *end != '\0');
    }
}
END_TEST

START_TEST (rounding_goes_down)
{
  ck_assert_int_eq (deid_round_down (7, 5), 5);
  ck_assert_int_eq (deid_round_down (5, 5), 5);
  ck_assert_int_eq (deid_round_down (0, 5), 0);
  ck_assert_int_eq (deid_round_down (-1, 5), -5);
  ck_assert_int_eq (deid_round_down (-5, 5), -5);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("calendar");
  TCase *test_case = tcase_create ("calendar");

  tcase_add_test (test_case, days_are_those_counted);
  tcase_add_test (test_case, weeks_are_those_counted);
  tcase_add_test (test_case, days_and_weeks_are_those_of_gdate);
  tcase_add_test (test_case, far_days_come_back);
  tcase_add_test (test_case, years_are_written_as_in_iso_8601);
  tcase_add_test (test_case, rounding_goes_down);
  suite_add_tcase (suite, test_case);
  return suite;
}
