/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Labels of periods of the calendar and of parts of the day, both ways. */
#include "support/read-labels.h"
#include "support/suite.h"

#include "hierarchy/period.h"

static const char *const names[]
    = { "day", "week", "month", "quarter", "year", "5years", "10years", "100years" };

static DeidPeriod
make_period (const char *name)
{
  DeidPeriod period;

  ck_assert_msg (deid_period_from_name (name, &period), "%s", name);
  return period;
}

static gint64
find_day (gint32 year, guint month, guint day)
{
  return deid_date_to_day (&(DeidDate){ year, month, day });
}

START_TEST (labels_are_those_of_the_field)
{
  static const struct
  {
    gint32 year;
    guint month, day;
    const char *labels[G_N_ELEMENTS (names)];
  } cases[] = {
    { 2023,
      7,
      14,
      { "2023-07-14", "2023-W28", "2023-07", "2023-Q3", "2023", "2020-2024", "2020-2029",
        "2000-2099" } },
    /* Saturday, Friday and Monday: the weeks of other years */
    { 2005,
      1,
      1,
      { "2005-01-01", "2004-W53", "2005-01", "2005-Q1", "2005", "2005-2009", "2000-2009",
        "2000-2099" } },
    { 2010,
      1,
      1,
      { "2010-01-01", "2009-W53", "2010-01", "2010-Q1", "2010", "2010-2014", "2010-2019",
        "2000-2099" } },
    { 2018,
      12,
      31,
      { "2018-12-31", "2019-W01", "2018-12", "2018-Q4", "2018", "2015-2019", "2010-2019",
        "2000-2099" } },
    { 2000,
      2,
      29,
      { "2000-02-29", "2000-W09", "2000-02", "2000-Q1", "2000", "2000-2004", "2000-2009",
        "2000-2099" } },
    /* the Ides of March of 44 BC, by the Gregorian calendar */
    { -43,
      3,
      13,
      { "-0043-03-13", "-0043-W11", "-0043-03", "-0043-Q1", "-0043", "-0045--0041", "-0050--0041",
        "-0100--0001" } },
    { 0,
      5,
      1,
      { "0000-05-01", "0000-W18", "0000-05", "0000-Q2", "0000", "0000-0004", "0000-0009",
        "0000-0099" } },
    { 9999,
      12,
      31,
      { "9999-12-31", "9999-W52", "9999-12", "9999-Q4", "9999", "9995-9999", "9990-9999",
        "9900-9999" } },
    { 10000,
      1,
      1,
      { "+10000-01-01", "9999-W52", "+10000-01", "+10000-Q1", "+10000", "+10000-+10004",
        "+10000-+10009", "+10000-+10099" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
      {
        const DeidPeriod period = make_period (names[k]);
        char label[DEID_PERIOD_SIZE];

        deid_period_write (&period, find_day (cases[i].year, cases[i].month, cases[i].day), label);
        ck_assert_str_eq (label, cases[i].labels[k]);
      }
}
END_TEST

/* A label reads back to all days that have it, and to no others. */
static void
check_label (const DeidPeriod *period, gint64 day, gint64 *first, gint64 *last)
{
  char label[DEID_PERIOD_SIZE], other[DEID_PERIOD_SIZE];

  deid_period_write (period, day, label);
  assert_quietly (deid_period_read (label, first, last));
  assert_quietly (*first <= day && day <= *last);
  deid_period_write (period, *first, other);
  assert_quietly (g_str_equal (label, other));
  deid_period_write (period, *last, other);
  assert_quietly (g_str_equal (label, other));
  deid_period_write (period, *first - 1, other);
  assert_quietly (!g_str_equal (label, other));
  deid_period_write (period, *last + 1, other);
  assert_quietly (!g_str_equal (label, other));
}

START_TEST (labels_read_back_and_are_nested)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4004);
  DeidPeriod periods[G_N_ELEMENTS (names)];

  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    periods[k] = make_period (names[k]);
  for (guint trial = count_trials (20000); trial > 0; trial--)
    {
      const gint64 reach = trial % 3 == 0 ? 365242000 : 800000;
      const gint64 day = g_rand_int_range (rand, (gint32) -reach, (gint32) reach);
      gint64 firsts[G_N_ELEMENTS (names)], lasts[G_N_ELEMENTS (names)];

      for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
        check_label (&periods[k], day, &firsts[k], &lasts[k]);
      for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
        for (gsize i = 0; i < k; i++)
          if (deid_period_is_nested (&periods[i], &periods[k]))
            assert_quietly (firsts[k] <= firsts[i] && lasts[i] <= lasts[k]);
    }
}
END_TEST

START_TEST (weeks_do_not_nest)
{
  static const char *const pairs[][2] = {
    { "week", "month" },      { "week", "year" },      { "week", "10years" },
    { "day", "day" },         { "month", "month" },    { "month", "day" },
    { "year", "quarter" },    { "5years", "12years" }, { "10years", "5years" },
    { "10years", "10years" }, { "month", "week" },
  };
  static const char *const nested[][2]
      = { { "day", "week" },   { "day", "month" },   { "month", "quarter" },
          { "month", "year" }, { "year", "7years" }, { "5years", "10years" },
          { "day", "3years" }, { "quarter", "year" } };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      const DeidPeriod inner = make_period (pairs[i][0]), outer = make_period (pairs[i][1]);

      ck_assert_msg (!deid_period_is_nested (&inner, &outer), "%s in %s", pairs[i][0], pairs[i][1]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (nested); i++)
    {
      const DeidPeriod inner = make_period (nested[i][0]), outer = make_period (nested[i][1]);

      ck_assert_msg (deid_period_is_nested (&inner, &outer), "%s in %s", nested[i][0],
                     nested[i][1]);
    }
}
END_TEST

START_TEST (other_names_are_refused)
{
  static const char *const refused[] = { "",        "days",        "0years",
                                         "1year",   "years",       "5 years",
                                         "-5years", "100001years", "99999999999999999999years",
                                         "5months", "Month",       "5yearsx" };
  DeidPeriod period;

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    ck_assert_msg (!deid_period_from_name (refused[i], &period), "%s", refused[i]);
}
END_TEST

START_TEST (open_labels_read_back)
{
  static const char *const refused[]
      = { "",          "2023-",     "2023-7",       "2023-13", "2023-02-29",  "2023-Q0",
          "2023-Q5",   "2023-W00",  "2023-W53",     "2023-W1", "2023-07-14x", "1979-1970",
          "1970-1970", "< ",        ">= ",          "<2023",   "> 2023",      "*",
          "2023-07-",  "2023-07-1", "2023-Q3-2023", "-0000",   "20234",       "< < 2023" };
  gint64 first, last;

  ck_assert (read_period ("< 1920", &first, &last));
  ck_assert (first == G_MININT64 && last == find_day (1919, 12, 31));
  ck_assert (read_period (">= 2010-07", &first, &last));
  ck_assert (first == find_day (2010, 7, 1) && last == G_MAXINT64);
  ck_assert (read_period ("< -0043-03-15", &first, &last));
  ck_assert (last == find_day (-43, 3, 14));
  ck_assert (read_period ("2020-W53", &first, &last));
  ck_assert (first == find_day (2020, 12, 28) && last == find_day (2021, 1, 3));
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    ck_assert_msg (!read_period (refused[i], &first, &last), "%s", refused[i]);
}
END_TEST

START_TEST (parts_of_the_day_read_back)
{
  static const char *const parts[]
      = { "minute", "5minutes", "15minutes", "hour", "4hours", "12hours", "24hours" };

  for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
    {
      guint n_minutes = 0;

      ck_assert (deid_day_time_from_name (parts[k], &n_minutes));
      for (guint minute = 0; minute < 1440; minute++)
        {
          char label[DEID_DAY_TIME_SIZE];
          guint first, last;

          deid_day_time_write (n_minutes, minute, label);
          assert_quietly (read_day_time (label, &first, &last));
          assert_quietly (first <= minute && minute <= last && last - first + 1 == n_minutes
                          && first % n_minutes == 0);
        }
    }
}
END_TEST

START_TEST (parts_of_the_day_divide_it)
{
  static const char *const refused[]
      = { "", "5hours", "7minutes", "0hours", "48hours", "hours", "1hour", "second", "99999hours" };
  static const char *const labels[] = { "",       "8:00",        "08:60",       "24:00",
                                        "08:00-", "11:59-08:00", "08:00-08:00", "08:00-11:59x",
                                        "08.00",  "08:00 -11:59" };
  char label[DEID_DAY_TIME_SIZE];
  guint n_minutes, first, last;

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    ck_assert_msg (!deid_day_time_from_name (refused[i], &n_minutes), "%s", refused[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    ck_assert_msg (!read_day_time (labels[i], &first, &last), "%s", labels[i]);
  deid_day_time_write (240, 8 * 60 + 30, label);
  ck_assert_str_eq (label, "08:00-11:59");
  deid_day_time_write (1, 8 * 60 + 5, label);
  ck_assert_str_eq (label, "08:05");
  deid_day_time_write (1440, 5, label);
  ck_assert_str_eq (label, "00:00-23:59");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("periods");
  TCase *test_case = tcase_create ("periods");

  tcase_add_test (test_case, labels_are_those_of_the_field);
  tcase_add_test (test_case, labels_read_back_and_are_nested);
  tcase_add_test (test_case, weeks_do_not_nest);
  tcase_add_test (test_case, other_names_are_refused);
  tcase_add_test (test_case, open_labels_read_back);
  tcase_add_test (test_case, parts_of_the_day_read_back);
  tcase_add_test (test_case, parts_of_the_day_divide_it);
  suite_add_tcase (suite, test_case);
  return suite;
}
