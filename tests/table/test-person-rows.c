/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of persons with many are left out, and dates of persons are shifted or counted. */
#include "support/lesson.h"

#include "base/calendar.h"
#include "table/column.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"
#include "table/person-dates.h"
#include "table/person-rows.h"

#include <string.h>

#define N_TRIALS 300

static DeidDataset *
make_dated (const char *text, const char *format)
{
  DeidDataset *dataset = lesson_make_table (text);

  ck_assert (deid_dataset_set_column_type (dataset, "day", DEID_COLUMN_TYPE_DATE, format, NULL));
  return dataset;
}

/* Checks what is left of a table of persons, days and numbers. */
static void
check_cap (const char *cap_text, const char *expected, const char *note)
{
  g_autoptr (DeidDataset) dataset
      = make_dated ("who:entity day n\n a 2020-03-01 1\n a 2020-01-05 2\n b 2020-01-01 3\n"
                    " ? 2020-01-01 4\n a ? 5\n a 2020-01-05T08:00 6\n ? 2020-01-02 7\n"
                    " c 2020-01-01 8\n c 2019-12-31 9\n",
                    NULL);
  DeidRowCap cap;
  GError *error = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "n", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_row_cap_read (&cap, cap_text, NULL));
  deid_dataset_cap_rows (dataset, 0, &cap, 0, DEID_STOP_NEVER, &error);
  assert_no_error (error);
  assert_table (dataset, expected);
  ck_assert_uint_eq (deid_dataset_get_n_notes (dataset), 1);
  ck_assert_str_eq (deid_dataset_get_note (dataset, 0)->text, note);
}

/* a's rows in the order of days: 2 (midnight), 6 (8:00), 1, 5 (without a day). Rows without a
 * person stay. */
START_TEST (first_and_last_rows)
{
  check_cap ("1:first@day",
             "who day n\n a 2020-01-05 2\n b 2020-01-01 3\n ? 2020-01-01 4\n"
             " ? 2020-01-02 7\n c 2019-12-31 9\n",
             "4 of 9 rows are left out: 2 persons have more than max-rows=1 allows");
  check_cap ("3:first@day",
             "who day n\n a 2020-03-01 1\n a 2020-01-05 2\n b 2020-01-01 3\n"
             " ? 2020-01-01 4\n a 2020-01-05T08:00 6\n ? 2020-01-02 7\n c 2020-01-01 8\n"
             " c 2019-12-31 9\n",
             "1 of 9 rows are left out: 1 person has more than max-rows=3 allows");
  check_cap ("2:last@day",
             "who day n\n a 2020-03-01 1\n b 2020-01-01 3\n ? 2020-01-01 4\n"
             " a 2020-01-05T08:00 6\n ? 2020-01-02 7\n c 2020-01-01 8\n c 2019-12-31 9\n",
             "2 of 9 rows are left out: 1 person has more than max-rows=2 allows");
  check_cap ("1:last@n",
             "who day n\n b 2020-01-01 3\n ? 2020-01-01 4\n a 2020-01-05T08:00 6\n"
             " ? 2020-01-02 7\n c 2019-12-31 9\n",
             "4 of 9 rows are left out: 2 persons have more than max-rows=1 allows");
  check_cap ("4",
             "who day n\n a 2020-03-01 1\n a 2020-01-05 2\n b 2020-01-01 3\n ? 2020-01-01 4\n"
             " a ? 5\n a 2020-01-05T08:00 6\n ? 2020-01-02 7\n c 2020-01-01 8\n"
             " c 2019-12-31 9\n",
             "0 of 9 rows are left out: 0 persons have more than max-rows=4 allows");
}
END_TEST

START_TEST (wrong_caps)
{
  static const char *const wrong[]
      = { "", "0", "x", "-1", "2:", "2:first", "2:first@", "2:day", "2:last@", ":last@day" };
  g_autoptr (DeidDataset) dataset = lesson_make_table ("who:entity n\n a 1\n");
  DeidRowCap cap;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      ck_assert (!deid_row_cap_read (&cap, wrong[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "20:last@admission", NULL);
    }
  ck_assert (deid_row_cap_read (&cap, "1:first@n", NULL));
  ck_assert (!deid_dataset_cap_rows (dataset, 0, &cap, 0, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'n' is text", NULL);
  ck_assert (deid_row_cap_read (&cap, "1:first@left", NULL));
  ck_assert (!deid_dataset_cap_rows (dataset, 0, &cap, 0, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, NULL);
}
END_TEST

/* Draws persons and days; a person is a digit or missing. */
static char *
draw_histories (GRand *rand, guint n_rows)
{
  GString *text = g_string_new ("who:entity day row\n");

  for (guint row = 0; row < n_rows; row++)
    {
      const gint person = g_rand_int_range (rand, 0, 6);
      const DeidDate date = deid_date_from_day (g_rand_int_range (rand, 737425, 737425 + 400));

      g_string_append_printf (text, person == 0 ? " ?" : " %d", person);
      if (g_rand_int_range (rand, 0, 9) == 0)
        g_string_append (text, " ?");
      else
        g_string_append_printf (text, " %02u.%02u.%d", date.day, date.month, date.year);
      g_string_append_printf (text, " %u\n", row);
    }
  return g_string_free (text, FALSE);
}

/* Any choice leaves each person as many rows as there are, up to the cap, in the order of the
 * table; different seeds choose differently. */
START_TEST (random_choices)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  guint n_different = 0;

  for (guint trial = count_trials (N_TRIALS); trial > 0; trial--)
    {
      const guint n_rows = (guint) g_rand_int_range (rand, 1, 60);
      g_autofree char *text = draw_histories (rand, n_rows);
      const DeidRowCap cap = { .n = (guint64) g_rand_int_range (rand, 1, 8) };
      g_autofree char *first = NULL;

      for (guint seed = 0; seed < 2; seed++)
        {
          g_autoptr (DeidDataset) dataset = make_dated (text, "DD.MM.YYYY");
          g_autoptr (GString) kept = g_string_new (NULL);
          guint n_before[7] = { 0 }, n_after[7] = { 0 };
          int last = -1;

          for (guint64 row = 0; row < n_rows; row++)
            n_before[atoi (deid_dataset_get_value (dataset, row, 0) ?: "0")]++;
          assert_quietly (deid_dataset_cap_rows (dataset, 0, &cap, seed, DEID_STOP_NEVER, NULL));
          for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
            {
              const char *number = deid_dataset_get_value (dataset, row, 2);

              n_after[atoi (deid_dataset_get_value (dataset, row, 0) ?: "0")]++;
              assert_quietly (atoi (number) > last);
              last = atoi (number);
              g_string_append_printf (kept, "%s ", number);
            }
          for (guint person = 0; person < 7; person++)
            assert_quietly (n_after[person]
                            == (person == 0 ? n_before[0] : MIN (n_before[person], cap.n)));
          n_different += first != NULL && !g_str_equal (first, kept->str);
          if (first == NULL)
            first = g_string_free (g_steal_pointer (&kept), FALSE);
        }
    }
  ck_assert_uint_gt (n_different, 0);
}
END_TEST

static gint64
read_german (const char *text)
{
  const DeidDate date = { atoi (text + 6), (guint) atoi (text + 3), (guint) atoi (text) };

  return deid_date_to_day (&date);
}

/* All days of a person move by the same number of days, which is the one that the key gives the
 * person; missing days stay, and rows without a person lose theirs. */
static void
check_shift (const DeidDataset *before, const DeidDataset *after, const DeidDayShift *shift,
             gint64 offsets[7])
{
  for (guint64 row = 0; row < deid_dataset_get_n_rows (before); row++)
    {
      const char *person = deid_dataset_get_value (before, row, 0);
      const char *day = deid_dataset_get_value (before, row, 1);
      const char *moved = deid_dataset_get_value (after, row, 1);
      gint64 *offset = &offsets[atoi (person != NULL ? person : "0")];
      gint64 own;

      assert_quietly ((moved == NULL) == (day == NULL || person == NULL));
      if (moved == NULL)
        continue;
      own = read_german (moved) - read_german (day);
      assert_quietly (*offset == 0 || *offset == own);
      *offset = own;
      assert_quietly (own != 0 && ABS (own) <= (gint64) shift->days
                      && (!shift->keeps_weekdays || own % 7 == 0));
    }
}

START_TEST (random_shifts)
{
  static const char *const keys[]
      = { "0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdeg" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (32);
  guint n_seen[2] = { 0 };

  for (guint trial = count_trials (N_TRIALS); trial > 0; trial--)
    {
      g_autofree char *text = draw_histories (rand, (guint) g_rand_int_range (rand, 1, 60));
      const DeidDayShift shift = { .days = (guint64) g_rand_int_range (rand, 7, 400),
                                   .keeps_weekdays = g_rand_boolean (rand) };
      gint64 offsets[2][7] = { { 0 } };
      guint column = 1;

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (DeidDataset) before = make_dated (text, "DD.MM.YYYY");
          g_autoptr (DeidDataset) after = make_dated (text, "DD.MM.YYYY");
          g_autoptr (GBytes) key = g_bytes_new (keys[k], strlen (keys[k]));

          assert_quietly (
              deid_dataset_shift_dates (after, 0, &column, 1, &shift, key, DEID_STOP_NEVER, NULL));
          check_shift (before, after, &shift, offsets[k]);
        }
      for (guint person = 1; person < 7; person++)
        n_seen[offsets[0][person] == offsets[1][person]] += offsets[0][person] != 0;
    }
  ck_assert_uint_gt (n_seen[0], 10 * n_seen[1]);
}
END_TEST

/* Python: int (hmac.new (b'k' * 32, b'shift\0Ann', 'sha256').hexdigest ()[:16], 16) is 51 modulo
 * 60, 1 modulo 10 and 1 modulo 2; for Bob it is 39, 9 and 1, for Cem 20, 0 and 0. With 30 days 51
 * is the 22nd forth, since 0 to 29 are the 30th to the first back. */
START_TEST (offsets_are_those_of_others)
{
  static const struct
  {
    DeidDayShift shift;
    const char *expected;
  } cases[] = {
    { { 30, FALSE }, "who day\n Ann 2020-03-22\n Bob 2020-03-10\n Cem 2020-02-19\n" },
    { { 40, TRUE }, "who day\n Ann 2020-02-01\n Bob 2020-04-04\n Cem 2020-01-25\n" },
    { { 1, FALSE }, "who day\n Ann 2020-03-01\n Bob 2020-03-01\n Cem 2020-02-28\n" },
  };
  g_autoptr (GBytes) key = g_bytes_new ("kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk", 32);
  const guint column = 1;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = make_dated (
          "who:entity day\n Ann 2020-02-29\n Bob 2020-02-29\n Cem 2020-02-29\n", NULL);

      ck_assert (deid_dataset_shift_dates (dataset, 0, &column, 1, &cases[i].shift, key,
                                           DEID_STOP_NEVER, NULL));
      assert_table (dataset, cases[i].expected);
    }
}
END_TEST

/* Both columns count from the person's first day in either. */
START_TEST (days_since_the_first)
{
  g_autoptr (DeidDataset) dataset
      = make_dated ("who:entity day end\n a 2020-02-28 2020-03-01T12:00\n b 2021-01-02 ?\n"
                    " a 2020-02-27T23:59 2020-02-29\n ? 2020-01-01 2020-01-02\n b ? 2020-12-31\n",
                    NULL);
  const guint columns[] = { 1, 2 };
  GError *error = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "end", DEID_COLUMN_TYPE_DATE, NULL, NULL));
  ck_assert (deid_dataset_count_days (dataset, 0, columns, 2, DEID_STOP_NEVER, &error));
  assert_no_error (error);
  assert_table (dataset, "who day end\n a 1 3\n b 2 ?\n a 0 2\n ? ? ?\n b ? 0\n");
  for (guint i = 0; i < 2; i++)
    {
      ck_assert_int_eq (deid_dataset_get_column_type (dataset, columns[i]),
                        DEID_COLUMN_TYPE_INTEGER);
      ck_assert_str_eq (deid_dataset_get_note (dataset, i)->code, "dates-relative");
      ck_assert_ptr_nonnull (strstr (deid_dataset_get_note (dataset, i)->text,
                                     ", and missing in 1 row without a person."));
    }
}
END_TEST

static void
check_shift_fails (const char *table, const char *format, guint64 days, const char *message)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (GBytes) key = g_bytes_new ("0123456789abcdef0123456789abcdef", 32);
  const DeidDayShift shift = { .days = days };
  const guint column = 1;
  GError *error = NULL;

  if (format != NULL)
    ck_assert (deid_dataset_set_column_type (dataset, "day", DEID_COLUMN_TYPE_DATE, format, NULL));
  ck_assert (
      !deid_dataset_shift_dates (dataset, 0, &column, 1, &shift, key, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, message, NULL);
}

/* Of 40 persons some move over the end of the hundred years of the format. */
START_TEST (wrong_shifts)
{
  static const char *const wrong[]
      = { "", "0", "x", "36501", "6:weekdays", "7:weeks", "7:", "-3", "3:weekdays:" };
  g_autoptr (GString) table = g_string_new ("who:entity day\n");
  DeidDayShift shift;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      ck_assert (!deid_day_shift_read (&shift, wrong[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, ":weekdays", NULL);
    }
  ck_assert (deid_day_shift_read (&shift, "7:weekdays", NULL) && shift.keeps_weekdays);
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (table, " p%u 31.12.29\n", i);
  check_shift_fails (table->str, "DD.MM.YY(1930)", 300, "a year that the format cannot write");
  check_shift_fails ("who:entity day\n a 2020-01-01\n", NULL, 3, "has the type text");
}
END_TEST

/* What is not of the date stays: times, zones and signs. */
START_TEST (moved_dates)
{
  static const char *const cases[][4] = {
    { DEID_DATE_FORMAT_ISO, "2020-02-28", "2", "2020-03-01" },
    { DEID_DATE_FORMAT_ISO, "2020-02-28T23:59:58.250+02:00", "-59",
      "2019-12-31T23:59:58.250+02:00" },
    { DEID_DATE_FORMAT_ISO, "9999-12-31", "1", "+10000-01-01" },
    { DEID_DATE_FORMAT_ISO, "2020-02-28T2", "1", NULL },
    { "DD.MM.YYYY[ hh:mm]", "31.12.1999", "1", "01.01.2000" },
    { "DD.MM.YYYY[ hh:mm]", "31.12.1999 08:15", "1", "01.01.2000 08:15" },
    { "D/M/YY(1930)", "1/1/30", "-1", NULL },
    { "D/M/YY(1930)", "01/03/30", "1", "2/3/30" },
    { "D/M/YY(1930)", "31/12/99", "1", "1/1/00" },
    { "DD-MMM-YYYY", "01-MAR-2021", "-1", "28-Feb-2021" },
    { "hh:mm[ DD.MM.YYYY]", "08:15", "1", NULL },
    { "hh:mm[ DD.MM.YYYY]", "08:15 01.01.2020", "1", "08:15 02.01.2020" },
    { "YYYYMMDD", "20201231", "365", "20211231" },
    { "MM/DD/YYYY h:mm AM", "12/31/2020 1:05 pm", "1", "01/01/2021 1:05 pm" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *moved = NULL;
      DeidDateFormat format;

      ck_assert (deid_date_format_init (&format, cases[i][0], NULL));
      moved = deid_date_format_move (&format, cases[i][1], atoi (cases[i][2]));
      ck_assert_pstr_eq (moved, cases[i][3]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("person-rows");
  TCase *tests = tcase_create ("person-rows");

  tcase_add_test (tests, first_and_last_rows);
  tcase_add_test (tests, wrong_caps);
  tcase_add_test (tests, random_choices);
  tcase_add_test (tests, random_shifts);
  tcase_add_test (tests, offsets_are_those_of_others);
  tcase_add_test (tests, days_since_the_first);
  tcase_add_test (tests, wrong_shifts);
  tcase_add_test (tests, moved_dates);
  suite_add_tcase (suite, tests);
  return suite;
}
