/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole columns at a time: codes with distinct values, and texts. */
#include <string.h>

#include "support/codes.h"
#include "support/sample.h"
#include "support/suite.h"

static GBytes *
make_codes (const guint8 *codes, gsize size)
{
  return g_bytes_new (codes, size);
}

/* Reads what deid_dataset_get_codes() lent. */
static guint32
read_code (GBytes *codes, guint width, guint64 row)
{
  const guint8 *bytes = g_bytes_get_data (codes, NULL);

  switch (width)
    {
    case 1:
      return bytes[row];
    case 2:
      return ((const guint16 *) (gconstpointer) bytes)[row];
    default:
      ck_assert_uint_eq (width, 4);
      return ((const guint32 *) (gconstpointer) bytes)[row];
    }
}

/* Compares all that is read at a time with values read one by one. */
static void
check_column (DeidDataset *dataset, guint column)
{
  const guint64 n_rows = deid_dataset_get_n_rows (dataset);
  guint width;
  gsize n_values, size;
  g_autoptr (GBytes) codes = copy_codes (dataset, column, &width);
  g_autofree const char **values = deid_dataset_list_distinct (dataset, column, &n_values, NULL);
  gboolean is_missing = FALSE;

  g_bytes_get_data (codes, &size);
  ck_assert_uint_eq (size, n_rows * width);
  for (guint64 row = 0; row < n_rows; row++)
    {
      const char *value = deid_dataset_get_value (dataset, row, column);

      assert_quietly (read_code (codes, width, row) < n_values);
      assert_quietly (
          g_str_equal (values[read_code (codes, width, row)], value != NULL ? value : ""));
      is_missing |= value == NULL;
    }
  ck_assert_uint_eq (n_values,
                     deid_dataset_get_n_distinct (dataset, column) + (is_missing ? 1 : 0));
}

START_TEST (by_hand)
{
  static const char *const values[] = { "b", NULL, "a", "b", "" };
  static const guint8 expected[] = { 0, 1, 2, 0, 1 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (GBytes) codes = NULL;
  g_autofree const char **distinct = NULL;
  guint width;
  gsize n;

  ck_assert (deid_dataset_add_string_column (dataset, "ward", values, 5, NULL, NULL));
  codes = copy_codes (dataset, 0, &width);
  ck_assert_uint_eq (width, 1);
  ck_assert_mem_eq (g_bytes_get_data (codes, &n), expected, sizeof expected);
  ck_assert_uint_eq (n, 5);
  distinct = deid_dataset_list_distinct (dataset, 0, &n, NULL);
  ck_assert_uint_eq (n, 3);
  ck_assert_str_eq (distinct[0], "b");
  ck_assert_str_eq (distinct[1], "");
  ck_assert_str_eq (distinct[2], "a");
  ck_assert_ptr_eq (distinct[0], deid_dataset_get_value (dataset, 0, 0));
}
END_TEST

/* Values are numbered anew, and those of no row are left out. */
START_TEST (added_by_hand)
{
  static const char *const values[] = { "unused", "a", NULL, "b" };
  static const guint16 given[] = { 3, 2, 1, 3 };
  static const guint8 expected[] = { 0, 1, 2, 0 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (GBytes) codes = g_bytes_new (given, sizeof given), read = NULL;
  guint width;
  GError *error = NULL;

  ck_assert (add_codes (dataset, "ward", values, 4, codes, 2, NULL, &error));
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 2);
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), "b");
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 1, 0));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 2, 0), "a");
  read = copy_codes (dataset, 0, &width);
  ck_assert_uint_eq (width, 1);
  ck_assert_mem_eq (g_bytes_get_data (read, NULL), expected, sizeof expected);
}
END_TEST

/* Columns of up to 2^8, 2^16 and more values, copied by codes into another table. */
START_TEST (widths)
{
  static const guint n_distinct[] = { 1, 256, 257, 65536, 65537 };
  static const guint expected[] = { 1, 1, 2, 2, 4 };

  for (guint i = 0; i < G_N_ELEMENTS (n_distinct); i++)
    {
      const guint n = n_distinct[i] + 100;
      g_autofree gint64 *numbers = g_new (gint64, n);
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("numbers");
      g_autoptr (DeidDataset) copy = deid_dataset_new ("copy");
      g_autoptr (GBytes) codes = NULL, again = NULL;
      g_autofree const char **values = NULL;
      guint width;
      gsize n_values;

      for (guint row = 0; row < n; row++)
        numbers[row] = 7 * row % n_distinct[i];
      ck_assert (deid_dataset_add_integer_column (dataset, "x", numbers, n, NULL, 0, NULL, NULL));
      check_column (dataset, 0);
      codes = copy_codes (dataset, 0, &width);
      ck_assert_uint_eq (width, expected[i]);
      values = deid_dataset_list_distinct (dataset, 0, &n_values, NULL);
      ck_assert (add_codes (copy, "x", values, n_values, codes, width, NULL, NULL));
      again = copy_codes (copy, 0, &width);
      ck_assert (g_bytes_equal (codes, again));
      check_column (copy, 0);
    }
}
END_TEST

/* A host's memory may begin at any byte. */
START_TEST (unaligned)
{
  static const char *const values[] = { "a", "b" };
  const guint32 given[] = { 1, 0, 1 };
  guint8 shifted[1 + sizeof given];
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (GBytes) codes = NULL;

  memcpy (shifted + 1, given, sizeof given);
  codes = g_bytes_new_static (shifted + 1, sizeof given);
  ck_assert (add_codes (dataset, "x", values, 2, codes, 4, NULL, NULL));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), "b");
  ck_assert_str_eq (deid_dataset_get_value (dataset, 1, 0), "a");
}
END_TEST

START_TEST (empty)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("nothing");
  g_autoptr (GBytes) codes = g_bytes_new (NULL, 0);

  ck_assert (add_codes (dataset, "x", NULL, 0, codes, 1, NULL, NULL));
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 0);
  check_column (dataset, 0);
}
END_TEST

/* What is refused changes nothing: the same column can be added as it should be. */
START_TEST (refused)
{
  static const struct
  {
    const char *values[3];
    guint n_values;
    guint8 codes[4];
    guint n_bytes, width;
    DeidError code;
    const char *message, *place;
  } trials[] = {
    { { "a", "b" }, 2, { 0, 2 }, 2, 1, DEID_ERROR_INVALID_ARGUMENT, "code 2", "row 2" },
    { { NULL }, 0, { 0, 0 }, 2, 1, DEID_ERROR_INVALID_ARGUMENT, "code 0", "row 1" },
    { { "a", "b", "a" }, 3, { 0, 1 }, 2, 1, DEID_ERROR_INVALID_ARGUMENT, "value 0", "value 2" },
    { { "", "b", NULL }, 3, { 0, 1 }, 2, 1, DEID_ERROR_INVALID_ARGUMENT, "value 0", "value 2" },
    { { "a", "\xFF" }, 2, { 0, 0 }, 2, 1, DEID_ERROR_ENCODING, "UTF-8", "value 1" },
    { { "a" }, 1, { 0, 0, 0 }, 3, 2, DEID_ERROR_INVALID_ARGUMENT, "3 bytes", "2" },
    { { "a" }, 1, { 0, 0, 0 }, 3, 3, DEID_ERROR_INVALID_ARGUMENT, "3 bytes", "1, 2 or 4" },
    { { "a" }, 1, { 0, 0 }, 2, 0, DEID_ERROR_INVALID_ARGUMENT, "0 bytes", "1, 2 or 4" },
    { { "a" }, 1, { 0, 0, 0 }, 3, 1, DEID_ERROR_INVALID_ARGUMENT, "3 rows", "2" },
  };
  static const char *const others[] = { "1", "2" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");

  ck_assert (deid_dataset_add_string_column (dataset, "other", others, 2, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (trials); i++)
    {
      g_autoptr (GBytes) codes = make_codes (trials[i].codes, trials[i].n_bytes);
      GError *error = NULL;

      ck_assert (!add_codes (dataset, "ward", trials[i].values, trials[i].n_values, codes,
                             trials[i].width, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) trials[i].code, "visits", "'ward'", trials[i].message,
                    trials[i].place, NULL);
      ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 1);
    }
  {
    static const char *const values[] = { "a" };
    g_autoptr (GBytes) codes = make_codes (trials[0].codes, 1);
    GError *error = NULL;

    ck_assert (!add_codes (dataset, "other", values, 1, codes, 1, NULL, &error));
    assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "'other'", NULL);
  }
}
END_TEST

/* Values stand in messages only where they were asked for. */
START_TEST (shown_values)
{
  static const char *const values[] = { "secret", "secret" };
  static const guint8 zero[] = { 0 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (GBytes) codes = make_codes (zero, 1);
  GError *error = NULL;

  ck_assert (!add_codes (dataset, "x", values, 2, codes, 1, NULL, &error));
  ck_assert_ptr_null (strstr (error->message, "secret"));
  g_clear_error (&error);
  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  ck_assert (!add_codes (dataset, "x", values, 2, codes, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'secret'", NULL);
}
END_TEST

/* Released tables: labels, place holders of suppressed records, weights that were added up. */
START_TEST (releases)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint trial = 0; trial < count_trials (50) + 1; trial++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
      g_autoptr (DeidDataset) release = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      Sample sample;
      GError *error = NULL;

      sample_init_random (&sample, rand, 60, 2);
      problem = sample_build_problem (&sample, trial % 2 != 0 ? SAMPLE_WITH_WEIGHTS : SAMPLE_PLAIN,
                                      "k:3", 1);
      sample_choose_levels (&sample, rand, levels);
      result = sample_evaluate (problem, levels, NULL);
      if (result == NULL)
        continue;
      ck_assert (deid_release_options_set_keep_suppressed (options, trial % 4 < 2, NULL));
      release = deid_result_apply (result, options, NULL, &error);
      assert_no_error (error);
      for (guint column = 0; column < deid_dataset_get_n_columns (release); column++)
        check_column (release, column);
    }
}
END_TEST

/* A table of codes and one of texts are one table: the same columns in the same bytes. */
START_TEST (as_texts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint trial = 0; trial < count_trials (100) + 1; trial++)
    {
      const guint n_values = (guint) g_rand_int_range (rand, 1, 30);
      const guint n_rows = (guint) g_rand_int_range (rand, 0, 100);
      g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
      g_autofree const char **texts = g_new (const char *, n_rows + 1);
      g_autofree guint32 *numbers = g_new (guint32, n_rows + 1);
      g_autoptr (DeidDataset) coded = deid_dataset_new (NULL), plain = deid_dataset_new (NULL);
      g_autoptr (GBytes) codes = NULL, coded_codes = NULL, plain_codes = NULL;
      guint width;

      for (guint i = 0; i < n_values; i++)
        g_ptr_array_add (values, i == 3 ? NULL : g_strdup_printf ("v%u", i));
      for (guint row = 0; row < n_rows; row++)
        {
          numbers[row] = (guint32) g_rand_int_range (rand, 0, (gint32) n_values);
          texts[row] = values->pdata[numbers[row]];
        }
      codes = g_bytes_new (numbers, n_rows * sizeof *numbers);
      ck_assert (add_codes (coded, "x", (const char *const *) values->pdata, n_values, codes, 4,
                            NULL, NULL));
      ck_assert (deid_dataset_add_string_column (plain, "x", texts, n_rows, NULL, NULL));
      coded_codes = copy_codes (coded, 0, &width);
      plain_codes = copy_codes (plain, 0, &width);
      ck_assert (g_bytes_equal (coded_codes, plain_codes));
      check_column (coded, 0);
      for (guint row = 0; row < n_rows; row++)
        ck_assert_pstr_eq (deid_dataset_get_value (coded, row, 0),
                           deid_dataset_get_value (plain, row, 0));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("dataset columns");
  TCase *tcase = tcase_create ("dataset columns");

  tcase_add_test (tcase, by_hand);
  tcase_add_test (tcase, added_by_hand);
  tcase_add_test (tcase, widths);
  tcase_add_test (tcase, unaligned);
  tcase_add_test (tcase, empty);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, shown_values);
  tcase_add_test (tcase, releases);
  tcase_add_test (tcase, as_texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
