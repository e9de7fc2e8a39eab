/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/suite.h"

#include "base/calendar.h"

typedef struct
{
  const char *format;
  const char *value;
  int year, month, day, hour, minute, second;
} Case;

static const Case cases[] = {
  { DEID_DATE_FORMAT_ISO, "2023-07-14", 2023, 7, 14, 0, 0, 0 },
  { DEID_DATE_FORMAT_ISO, "2024-02-29", 2024, 2, 29, 0, 0, 0 },
  { DEID_DATE_FORMAT_ISO, "-0044-03-15", -44, 3, 15, 0, 0, 0 },
  { DEID_DATE_FORMAT_ISO, "0000-02-29", 0, 2, 29, 0, 0, 0 },
  { DEID_DATE_FORMAT_ISO, "+12023-01-31", 12023, 1, 31, 0, 0, 0 },
  { DEID_DATE_FORMAT_ISO, "2023-07-14T08:30", 2023, 7, 14, 8, 30, 0 },
  { DEID_DATE_FORMAT_ISO, "2023-07-14T23:59:59", 2023, 7, 14, 23, 59, 59 },
  { DEID_DATE_FORMAT_ISO, "2023-07-14T08:30:15.125Z", 2023, 7, 14, 8, 30, 15 },
  { DEID_DATE_FORMAT_ISO, "2023-07-14T08:30+02:00", 2023, 7, 14, 8, 30, 0 },
  { DEID_DATE_FORMAT_ISO, "2023-07-14T08:30:15-0330", 2023, 7, 14, 8, 30, 15 },
  { DEID_TIME_FORMAT_ISO, "08:30", 1, 1, 1, 8, 30, 0 },
  { DEID_TIME_FORMAT_ISO, "2023-07-14T08:30:15Z", 2023, 7, 14, 8, 30, 15 },
  { "DD.MM.YYYY", "14.07.2023", 2023, 7, 14, 0, 0, 0 },
  { "M/D/YYYY", "7/4/2023", 2023, 7, 4, 0, 0, 0 },
  { "M/D/YYYY", "12/31/2023", 2023, 12, 31, 0, 0, 0 },
  { "YYYYMMDD", "20230714", 2023, 7, 14, 0, 0, 0 },
  { "YYYY-MM-DD hh:mm", "2023-07-14 08:30", 2023, 7, 14, 8, 30, 0 },
  { "YYYY-MM-DD[ hh:mm:ss]", "2023-07-14", 2023, 7, 14, 0, 0, 0 },
  { "DDMMMYYYY", "14JUL2023", 2023, 7, 14, 0, 0, 0 },
  { "D-MMM-YYYY", "4-dec-2023", 2023, 12, 4, 0, 0, 0 },
  { "MMM D, YYYY", "Jan 1, 1900", 1900, 1, 1, 0, 0, 0 },
  { "M/D/YYYY h:mm AM", "7/14/2023 12:05 AM", 2023, 7, 14, 0, 5, 0 },
  { "M/D/YYYY h:mm AM", "7/14/2023 12:05 PM", 2023, 7, 14, 12, 5, 0 },
  { "M/D/YYYY h:mm AM", "7/14/2023 1:05 pm", 2023, 7, 14, 13, 5, 0 },
  { "YYYY", "1984", 1984, 1, 1, 0, 0, 0 },
  { "DD.MM.YY(1930)", "31.12.99", 1999, 12, 31, 0, 0, 0 },
  { "DD.MM.YY(1930)", "01.01.30", 1930, 1, 1, 0, 0, 0 },
  { "DD.MM.YY(1930)", "01.01.29", 2029, 1, 1, 0, 0, 0 },
  { "YY(1900)MMDD", "000228", 1900, 2, 28, 0, 0, 0 },
  { "M/D/YY(2000) h:mm", "2/29/04 8:30", 2004, 2, 29, 8, 30, 0 },
  { "D-MMM-YY(1999)", "1-jan-99", 1999, 1, 1, 0, 0, 0 },
  { "D-MMM-YY(1999)", "1-jan-98", 2098, 1, 1, 0, 0, 0 },
  { "YYYY-MM", "1984-06", 1984, 6, 1, 0, 0, 0 },
  { "MM.YYYY", "06.1984", 1984, 6, 1, 0, 0, 0 },
  { "YYYY年M月D日", "2023年7月14日", 2023, 7, 14, 0, 0, 0 },
  { "hhmm", "2359", 1, 1, 1, 23, 59, 0 },
};

START_TEST (values_are_read_as_their_format_has_them)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *expected = &cases[i];
      DeidDateFormat format;
      DeidDateTime read;

      ck_assert_msg (deid_date_format_init (&format, expected->format, NULL), "%s",
                     expected->format);
      ck_assert_msg (deid_date_format_read (&format, expected->value, &read), "%s as %s",
                     expected->value, expected->format);
      ck_assert_msg (
          read.date.year == expected->year && (int) read.date.month == expected->month
              && (int) read.date.day == expected->day && (int) read.hour == expected->hour
              && (int) read.minute == expected->minute && (int) read.second == expected->second,
          "%s as %s", expected->value, expected->format);
    }
}
END_TEST

START_TEST (other_values_are_refused)
{
  static const char *const pairs[][2] = {
    { DEID_DATE_FORMAT_ISO, "" },
    { DEID_DATE_FORMAT_ISO, "2023-02-29" },
    { DEID_DATE_FORMAT_ISO, "1900-02-29" },
    { DEID_DATE_FORMAT_ISO, "2023-04-31" },
    { DEID_DATE_FORMAT_ISO, "2023-13-01" },
    { DEID_DATE_FORMAT_ISO, "2023-00-01" },
    { DEID_DATE_FORMAT_ISO, "2023-01-00" },
    { DEID_DATE_FORMAT_ISO, "2023-1-01" },
    { DEID_DATE_FORMAT_ISO, "2023-01-1" },
    { DEID_DATE_FORMAT_ISO, "23-01-01" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01 " },
    { DEID_DATE_FORMAT_ISO, " 2023-01-01" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01 08:30" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T08" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T08:30:" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T08:30:15." },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T24:00" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T08:60" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T08:30:60" },
    { DEID_DATE_FORMAT_ISO, "2023-01-01T08:30+25" },
    { DEID_DATE_FORMAT_ISO, "+1000000-01-01" },
    { DEID_DATE_FORMAT_ISO, "-0000-01-01" },
    { "DD.MM.YYYY", "14.07.23" },
    { "DD.MM.YYYY", "14.7.2023" },
    { "DD.MM.YYYY", "2023-07-14" },
    { "DD.MM.YYYY", "14.07.2023x" },
    { "DD.MM.YY(1930)", "14.07.2023" },
    { "DD.MM.YY(1930)", "14.07.3" },
    { "YY(1900)MMDD", "000229" },
    { "M/D/YYYY", "07/144/2023" },
    { "M/D/YYYY", "/1/2023" },
    { "YYYYMMDD", "2023071" },
    { "YYYYMMDD", "202307145" },
    { "DDMMMYYYY", "14XYZ2023" },
    { "h AM", "0 AM" },
    { "h AM", "13 PM" },
    { "h AM", "5 XM" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      DeidDateFormat format;
      DeidDateTime read = { .hour = 77 };

      ck_assert (deid_date_format_init (&format, pairs[i][0], NULL));
      ck_assert_msg (!deid_date_format_read (&format, pairs[i][1], &read), "%s as %s", pairs[i][1],
                     pairs[i][0]);
      ck_assert_uint_eq (read.hour, 77);
    }
}
END_TEST

START_TEST (formats_say_what_is_wrong)
{
  static const char *const pairs[][2] = {
    { "", "a year or an hour" },
    { "-", "a year or an hour" },
    { "DD.MM.YY", "YYYY, or YY(1930) for two digits of the years 1930 to 2029" },
    { "YY", "YYYY, or YY(1930) for two digits of the years 1930 to 2029" },
    { "DD.MM.YYYYY", "YYYY, or YY(1930) for two digits of the years 1930 to 2029" },
    { "dd.MM.YYYY", "YYYY, MM" },
    { "YYYY-MM-DD HH:mm", "YYYY, MM" },
    { "YYYY-m-DD", "YYYY, MM" },
    { "YYYY MM 01", "YYYY, MM" },
    { "YYYY\nMM", "YYYY, MM" },
    { "YYYY-MM-DD-DD", "each part once" },
    { "YY(1930)-YYYY", "each part once" },
    { "DD.MM.YY(19)", "the first of a hundred years, as in YY(1930)" },
    { "DD.MM.YY(1930", "the first of a hundred years, as in YY(1930)" },
    { "DD.MM.YY(", "the first of a hundred years, as in YY(1930)" },
    { "YYYY-MM-M", "each part once" },
    { "YYYYMDD", "a sign behind" },
    { "DYYYY.MM", "a sign behind" },
    { "hh:mm:ss.f[hh]", "each part once" },
    { "DD.YYYY", "days with a month" },
    { "MM-DD", "months with a year" },
    { "ss", "seconds with minutes" },
    { "YYYY-MM-DD mm", "minutes with hours" },
    { "YYYY-MM-DD Z", "minutes with hours" },
    { "YYYY[-MM", "a closing bracket" },
    { "YYYY]-MM", "an opening bracket" },
    { "YYYY-----------------------------------------------------------------------", "at most 64" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      DeidDateFormat format;
      const char *expected = NULL;

      ck_assert_msg (!deid_date_format_init (&format, pairs[i][0], &expected), "%s", pairs[i][0]);
      ck_assert_msg (strstr (expected, pairs[i][1]) != NULL, "%s: %s", pairs[i][0], expected);
    }
}
END_TEST

START_TEST (formats_know_what_each_value_has)
{
  DeidDateFormat format;
  DeidDateTime read;

  ck_assert (deid_date_format_init (&format, DEID_DATE_FORMAT_ISO, NULL));
  ck_assert_uint_eq (format.parts, DEID_DATE_PARTS_DAY);
  ck_assert (deid_date_format_read (&format, "2023-07-14T08:30", &read));
  ck_assert_uint_eq (read.parts, DEID_DATE_PARTS_DAY | DEID_DATE_PART_HOUR | DEID_DATE_PART_MINUTE);
  ck_assert (deid_date_format_read (&format, "2023-07-14", &read));
  ck_assert_uint_eq (read.parts, DEID_DATE_PARTS_DAY);
  ck_assert (deid_date_format_init (&format, "YYYY-MM", NULL));
  ck_assert_uint_eq (format.parts, DEID_DATE_PART_YEAR | DEID_DATE_PART_MONTH);
}
END_TEST

/* No value and no format reads beyond its end; what is read of a random value is a day that there
 * is. */
START_TEST (random_texts_do_no_harm)
{
  static const char signs[] = "YYYYMMMDDhhmmss[]fZAMT-:./ 0123456789+";
  g_autoptr (GRand) rand = g_rand_new_with_seed (8601);

  for (guint trial = count_trials (20000); trial > 0; trial--)
    {
      char *texts[2];
      DeidDateFormat format;
      DeidDateTime read;
      const char *expected = NULL;

      for (guint i = 0; i < 2; i++)
        {
          const guint length = (guint) g_rand_int_range (rand, 0, 70);

          texts[i] = g_malloc0 (length + 1);
          for (guint k = 0; k < length; k++)
            texts[i][k] = signs[g_rand_int_range (rand, 0, sizeof signs - 1)];
        }
      if (!deid_date_format_init (&format, texts[0], &expected))
        assert_quietly (expected != NULL);
      else if (deid_date_format_read (&format, texts[1], &read))
        assert_quietly (read.date.month >= 1 && read.date.month <= 12 && read.hour < 24);
      ck_assert (deid_date_format_init (&format, DEID_DATE_FORMAT_ISO, NULL));
      deid_date_format_read (&format, texts[1], &read);
      g_free (texts[0]);
      g_free (texts[1]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("date-format");
  TCase *test_case = tcase_create ("date-format");

  tcase_add_test (test_case, values_are_read_as_their_format_has_them);
  tcase_add_test (test_case, other_values_are_refused);
  tcase_add_test (test_case, formats_say_what_is_wrong);
  tcase_add_test (test_case, formats_know_what_each_value_has);
  tcase_add_test (test_case, random_texts_do_no_harm);
  suite_add_tcase (suite, test_case);
  return suite;
}
