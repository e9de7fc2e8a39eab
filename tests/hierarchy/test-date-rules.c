/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of dates, of times of day and of ages. */
#include "support/read-labels.h"
#include "support/rule-trial.h"
#include "support/suite.h"

#include "hierarchy/period.h"
#include "hierarchy/numbers/range.h"

START_TEST (dates_are_in_periods)
{
  static const RuleCase cases[] = {
    { "date:month,quarter,year,5years,10years", "2023-07-14",
      "2023-07|2023-Q3|2023|2020-2024|2020-2029|*|" },
    { "date:month,year", "2023-07-14T08:30:15Z", "2023-07|2023|*|" },
    { "date:day,month", "2024-02-29T23:59", "2024-02-29|2024-02|*|" },
    { "date:day,week", "2023-01-01", "2023-01-01|2022-W52|*|" },
    { "date:month,10years", "-0044-03-15", "-0044-03|-0050--0041|*|" },
    { "date:month,10years", "0000-02-29", "0000-02|0000-0009|*|" },
    { "date:year,1000years", "+12023-01-01", "+12023|+12000-+12999|*|" },
    { "date:month,year;format=DD.MM.YYYY", "14.07.2023", "2023-07|2023|*|" },
    { "date:month,year;format=M/D/YYYY", "7/4/2023", "2023-07|2023|*|" },
    { "date:month;format=YYYY-MM-DD hh:mm", "2023-07-14 08:30", "2023-07|*|" },
    { "date:month;format=MMM D%2C YYYY", "Jul 14, 2023", "2023-07|*|" },
    { "date:quarter,year;format=YYYY-MM", "2023-07", "2023-Q3|2023|*|" },
    { "date:5years;format=YYYY", "2023", "2020-2024|*|" },
    { "date:year;format=YYYY[-MM[-DD]]", "2023-07", "2023|*|" },
    { "date:month,year", "2023-02-29", NULL },
    { "date:month,year", "14.07.2023", NULL },
    { "date:month,year", "2023-07-14 08:30", NULL },
    { "date:month,year;missing=9999-12-31", "9999-12-31", "9999-12-31|9999-12-31|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (open_classes_stay_on_each_level)
{
  static const RuleCase cases[] = {
    { "date:month,year,10years;bottom=1920;top=2010", "1919-12-31", "< 1920|< 1920|< 1920|*|" },
    { "date:month,year,10years;bottom=1920;top=2010", "1920-01-01", "1920-01|1920|1920-1929|*|" },
    { "date:month,year,10years;bottom=1920;top=2010", "2009-12-31", "2009-12|2009|2000-2009|*|" },
    { "date:month,year,10years;bottom=1920;top=2010", "2010-01-01", ">= 2010|>= 2010|>= 2010|*|" },
    { "date:month;top=2010-Q3", "2010-07-01", ">= 2010-Q3|*|" },
    { "date:month;top=2010-07-15", "2010-07-14", "2010-07|*|" },
    { "date:month;top=2010-07-15", "2010-07-15", ">= 2010-07-15|*|" },
    { "date:year;bottom=-0043-03-15", "-0043-03-14", "< -0043-03-15|*|" },
    { "date:year;format=YYYY;bottom=1920", "1919", "< 1920|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (times_are_in_parts_of_the_day)
{
  static const RuleCase cases[] = {
    { "time:15minutes,hour,4hours,12hours", "08:59:59",
      "08:45-08:59|08:00-08:59|08:00-11:59|00:00-11:59|*|" },
    { "time:minute", "23:59", "23:59|*|" },
    { "time:hour", "2023-07-14T08:30:00+02:00", "08:00-08:59|*|" },
    { "time:4hours;format=h:mm AM", "12:05 AM", "00:00-03:59|*|" },
    { "time:4hours;format=hhmm", "1605", "16:00-19:59|*|" },
    { "time:hour;format=hh", "07", "07:00-07:59|*|" },
    { "time:hour", "24:00", NULL },
    { "time:hour", "8:30", NULL },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (ages_are_completed_years)
{
  static const RuleCase cases[] = {
    { "age:1,5,10;at=2024-01-01", "1976-05-01", "47|45-49|40-49|*|" },
    { "age:1;at=2024-05-01", "1976-05-01", "48|*|" },
    { "age:1;at=2024-04-30", "1976-05-01", "47|*|" },
    { "age:1,5;at=2024-01-01", "2024-01-01", "0|0-4|*|" },
    { "age:1,5;at=2024-01-01", "2024-01-02", NULL },
    { "age:1,5;at=2024-01-01", "2031-01-01", NULL },
    /* born on a leap day */
    { "age:1;at=2023-02-28", "2004-02-29", "18|*|" },
    { "age:1;at=2023-03-01", "2004-02-29", "19|*|" },
    { "age:1;at=2024-02-29", "2004-02-29", "20|*|" },
    { "age:1;at=2024-02-28", "2004-02-29", "19|*|" },
    { "age:5,10;at=2024-01-01;top=90", "1930-06-01", ">= 90|>= 90|*|" },
    { "age:5,10;at=2024-01-01;top=90", "1934-01-02", "85-89|80-89|*|" },
    { "age:5,10;at=2024-01-01;bottom=18", "2006-01-02", "< 18|< 18|*|" },
    { "age:5,10;at=2024-01-01;bottom=18", "2006-01-01", "18-19|18-19|*|" },
    { "age:1,10;at=2024-01-01;top=85", "1939-01-02", "84|80-84|*|" },
    { "age:10;at=2024-01-01;format=DD.MM.YYYY", "01.05.1976", "40-49|*|" },
    /* a birth before year 1 */
    { "age:1000;at=2024-01-01", "-0752-04-21", "2000-2999|*|" },
  };

  check_rule_cases (cases, G_N_ELEMENTS (cases));
}
END_TEST

START_TEST (wrong_rules_are_refused)
{
  static const char *const pairs[][2] = {
    { "date", "a period for each level" },
    { "date:", "a period for each level" },
    { "date:days", "day, week, month" },
    { "date:month,", "day, week, month" },
    { "date:week,month", "'month', expected week to be the last unit" },
    { "date:day,week,10years", "'10years', expected week to be the last unit" },
    { "date:month,week", "'week', expected a period made of whole ones" },
    { "date:year,quarter", "'quarter', expected a period made of whole ones" },
    { "date:2years,5years", "'5years', expected a period made of whole ones" },
    { "date:month,month", "'month', expected a period made of whole ones" },
    { "date:month;format=DD.MM.YY", "YYYY, or YY(1930) for two digits of the years 1930 to 2029" },
    { "date:month;format=DD.MM.YY(193)", "the first of a hundred years, as in YY(1930)" },
    { "date:month;format=DD.MM.YY(1930", "the first of a hundred years" },
    { "date:month;format=hh:mm", "a format with a year" },
    { "date:month;format=YYYY", "'month', expected a period that the format tells" },
    { "date:day;format=YYYY-MM", "'day', expected a period that the format tells" },
    { "date:year;format=YYYY;top=2010-07", "'2010-07', expected a period that the format tells" },
    { "date:month;top=soon", "a date, month, quarter or year" },
    { "date:month;top=1970-1979", "a date, month, quarter or year" },
    { "date:month;top=1920;bottom=1920", "a top above the bottom" },
    { "date:month;top=1920;bottom=1921", "a top above the bottom" },
    { "date:month;at=2024-01-01", "at" },
    { "time", "a part of the day" },
    { "time:5hours", "divides the day" },
    { "time:second", "divides the day" },
    { "time:4hours,6hours", "a part made of whole ones" },
    { "time:hour,hour", "a part made of whole ones" },
    { "time:15minutes;format=hh", "whole hours" },
    { "time:hour;format=YYYY", "a format with an hour" },
    { "time:hour;top=12", "top" },
    { "age:1,5", "at=2024-01-01" },
    { "age:1,5;at=2024", "a day as 2024-01-01" },
    { "age:1,5;at=now", "a day as 2024-01-01" },
    { "age;at=2024-01-01", "a number for each level" },
    { "age:5,7;at=2024-01-01", "a multiple" },
    { "age:5,5;at=2024-01-01", "greater than it" },
    { "age:99999999999;at=2024-01-01", "widths of years" },
    { "age:5;at=2024-01-01;format=YYYY", "year, month and day" },
    { "age:5;at=2024-01-01;top=18;bottom=18", "a top above the bottom" },
    { "age:5;at=2024-01-01;top=-1", "a positive integer" },
    { "age:5;at=2024-01-01;top=99999999999", "an age" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    assert_refused_rule (pairs[i][0], pairs[i][1]);
}
END_TEST

/* Draws a date, mostly of our time, and writes it as ISO 8601 has it. */
static gint64
draw_date (GRand *rand, char text[DEID_PERIOD_SIZE])
{
  static const DeidPeriod day = { DEID_PERIOD_DAY, 0 };
  const gint32 reach = g_rand_boolean (rand) ? 40000 : 4000000;
  const gint64 drawn = 720000 + g_rand_int_range (rand, -reach, reach);

  deid_period_write (&day, drawn, text);
  return drawn;
}

START_TEST (labels_of_dates_read_back_and_are_nested)
{
  static const char *const rules[] = {
    "date:month,quarter,year,5years,10years,100years",
    "date:day,week",
    "date:day,month,year,3years,6years;bottom=1920;top=2010",
    "date:month,quarter,10years;bottom=-0043-03-15;top=2010-07-14",
    "date:week;top=2010-W03",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1752);

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (RuleTrial) trial = rule_trial_new (rules[i]);

      for (guint n = count_trials (10000); n > 0; n--)
        {
          char value[DEID_PERIOD_SIZE];
          const gint64 day = draw_date (rand, value);

          assert_quietly (rule_trial_label (trial, value));
          for (guint level = 1; level + 1 < trial->n_levels; level++)
            {
              gint64 first, last;

              assert_quietly (read_period (rule_trial_get (trial, level), &first, &last));
              assert_quietly (first <= day && day <= last);
            }
        }
    }
}
END_TEST

START_TEST (labels_of_times_read_back_and_are_nested)
{
  g_autoptr (RuleTrial) trial = rule_trial_new ("time:minute,5minutes,30minutes,hour,6hours");

  for (guint minute = 0; minute < 1440; minute++)
    {
      char value[32];

      g_snprintf (value, sizeof value, "%02u:%02u", minute / 60, minute % 60);
      assert_quietly (rule_trial_label (trial, value));
      for (guint level = 1; level <= 5; level++)
        {
          guint first, last;

          assert_quietly (read_day_time (rule_trial_get (trial, level), &first, &last));
          assert_quietly (first <= minute && minute <= last);
        }
    }
  ck_assert_uint_eq (rule_trial_count (trial, 4), 24);
  ck_assert_uint_eq (rule_trial_count (trial, 5), 4);
}
END_TEST

/* The age is the number of birthdays behind the birth, counted one by one. */
static gint64
count_birthdays (gint64 birth, gint64 at)
{
  DeidDate birthday = deid_date_from_day (birth);
  gint64 n = -1;

  for (;; birthday.year++)
    {
      /* 29 February of a common year is what follows the 28th. */
      const DeidDate first = { birthday.year, birthday.month, 1 };

      if (deid_date_to_day (&first) + birthday.day - 1 > at)
        return n;
      n++;
    }
}

START_TEST (labels_of_ages_read_back_and_are_nested)
{
  static const char *const rules[]
      = { "age:1,5,10,20", "age:1,5,10,20;bottom=18;top=90", "age:2,6;bottom=3;top=67" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (29);

  for (guint n = count_trials (3000); n > 0; n--)
    {
      static const DeidPeriod period = { DEID_PERIOD_DAY, 0 };
      const gint64 at = 720000 + g_rand_int_range (rand, 0, 40000);
      char at_text[DEID_PERIOD_SIZE], value[DEID_PERIOD_SIZE];
      g_autofree char *rule = NULL;
      g_autoptr (RuleTrial) trial = NULL;

      deid_period_write (&period, at, at_text);
      rule = g_strconcat (rules[n % G_N_ELEMENTS (rules)], ";at=", at_text, NULL);
      trial = rule_trial_new (rule);
      for (guint i = 0; i < 10; i++)
        {
          const gint64 birth = at - g_rand_int_range (rand, -200, 40000);
          const gint64 age = count_birthdays (birth, at);

          deid_period_write (&period, birth, value);
          assert_quietly (rule_trial_label (trial, value) == (birth <= at));
          for (guint level = 1; birth <= at && level + 1 < trial->n_levels; level++)
            {
              DeidRange range;

              assert_quietly (deid_range_parse (rule_trial_get (trial, level), &range));
              assert_quietly (deid_range_contains (&range, (DeidNumber) age * DEID_NUMBER_ONE));
            }
        }
    }
}
END_TEST

START_TEST (many_dates_are_labelled)
{
  static const DeidPeriod period = { DEID_PERIOD_DAY, 0 };
  const gint64 first = deid_date_to_day (&(DeidDate){ 1800, 1, 1 });
  g_autoptr (RuleTrial) trial = rule_trial_new ("date:month,quarter,year,10years");

  for (guint i = 0; i < 100000; i++)
    {
      char value[DEID_PERIOD_SIZE];

      deid_period_write (&period, first + i, value);
      assert_quietly (rule_trial_label (trial, value));
    }
  /* 100,000 days are 273 years and 288 or so days: they end on 2073-10-15. */
  ck_assert_uint_eq (rule_trial_count (trial, 0), 100000);
  ck_assert_uint_eq (rule_trial_count (trial, 1), 273 * 12 + 10);
  ck_assert_uint_eq (rule_trial_count (trial, 2), 273 * 4 + 4);
  ck_assert_uint_eq (rule_trial_count (trial, 3), 274);
  ck_assert_uint_eq (rule_trial_count (trial, 4), 28);
  ck_assert_uint_eq (rule_trial_count (trial, 5), 1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("date-rules");
  TCase *test_case = tcase_create ("date-rules");

  tcase_add_test (test_case, dates_are_in_periods);
  tcase_add_test (test_case, open_classes_stay_on_each_level);
  tcase_add_test (test_case, times_are_in_parts_of_the_day);
  tcase_add_test (test_case, ages_are_completed_years);
  tcase_add_test (test_case, wrong_rules_are_refused);
  tcase_add_test (test_case, labels_of_dates_read_back_and_are_nested);
  tcase_add_test (test_case, labels_of_times_read_back_and_are_nested);
  tcase_add_test (test_case, labels_of_ages_read_back_and_are_nested);
  tcase_add_test (test_case, many_dates_are_labelled);
  suite_add_tcase (suite, test_case);
  return suite;
}
