/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns with several values in a cell. */
#include "support/suite.h"

/* Reads cells by a separator and checks what they become. */
static void
assert_sets (guchar separator, const char *const *cells, const char *const *expected, guint n)
{
  g_autoptr (DeidDataset) dataset = make_text_column ("dx", cells, n);
  GError *error = NULL;

  ck_assert (deid_dataset_set_separator (dataset, "dx", separator, NULL, &error));
  assert_no_error (error);
  for (guint row = 0; row < n; row++)
    ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, 0), expected[row]);
}

START_TEST (order_and_repetition_do_not_matter)
{
  static const char *const bars[]
      = { "I10|E11", "E11|I10", "E11|I10|E11", "I10", "|I10||I10|", "|", NULL, "E11" };
  static const char *const of_bars[]
      = { "E11|I10", "E11|I10", "E11|I10", "I10", "I10", NULL, NULL, "E11" };
  static const char *const commas[] = { " b, a ", "a,b", "b ,a,\t b", ", ,", "b c,a", "B,a" };
  static const char *const of_commas[] = { "a,b", "a,b", "a,b", NULL, "a,b c", "B,a" };
  static const char *const blanks[] = { "I10  E11", "E11 I10 ", "10 9" };
  static const char *const of_blanks[] = { "E11 I10", "E11 I10", "10 9" };
  static const char *const prefixes[] = { "I10;I1;I100", "I1;I100;I10", "\xC3\xA4;z" };
  static const char *const of_prefixes[] = { "I1;I10;I100", "I1;I10;I100", "z;\xC3\xA4" };

  assert_sets ('|', bars, of_bars, G_N_ELEMENTS (bars));
  assert_sets (',', commas, of_commas, G_N_ELEMENTS (commas));
  assert_sets (' ', blanks, of_blanks, G_N_ELEMENTS (blanks));
  assert_sets (';', prefixes, of_prefixes, G_N_ELEMENTS (prefixes));
}
END_TEST

/* Equal sets are one value. */
START_TEST (distinct_sets)
{
  static const char *const cells[] = { "b|a", "a|b", "a", "a|a", "b|a|b" };
  g_autoptr (DeidDataset) dataset = make_text_column ("dx", cells, G_N_ELEMENTS (cells));
  g_autofree const char **distinct = NULL;
  guint width;
  gsize n_bytes, n;
  const guint8 *lent = deid_dataset_get_codes (dataset, 0, &width, &n_bytes);

  ck_assert_uint_eq (lent[4], 4);
  ck_assert (deid_dataset_set_separator (dataset, "dx", '|', NULL, NULL));
  distinct = deid_dataset_list_distinct (dataset, 0, &n, NULL);
  ck_assert_uint_eq (n, 2);
  ck_assert_str_eq (distinct[0], "a|b");
  ck_assert_str_eq (distinct[1], "a");
  ck_assert_uint_eq (lent[4], 4);
  ck_assert_uint_eq (((const guint8 *) deid_dataset_get_codes (dataset, 0, &width, &n_bytes))[4],
                     0);
}
END_TEST

START_TEST (missing_codes_are_left_out)
{
  static const char *const cells[] = { "NA|I10", "NA", "NA|-9", "NAX|I10", "I10|NA|E11" };
  static const char *const expected[] = { "I10", NULL, NULL, "I10|NAX", "E11|I10" };
  static const char *const codes[] = { "NA", "-9", NULL };
  g_autoptr (DeidDataset) dataset = make_text_column ("dx", cells, G_N_ELEMENTS (cells));
  GError *error = NULL;

  ck_assert (deid_dataset_add_missing_codes (dataset, "dx", codes, NULL, NULL));
  ck_assert (deid_dataset_set_separator (dataset, "dx", '|', NULL, NULL));
  for (guint row = 0; row < G_N_ELEMENTS (cells); row++)
    ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, 0), expected[row]);
  ck_assert (!deid_dataset_add_missing_codes (dataset, "dx", codes, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "before", NULL);
}
END_TEST

/* The values of slots, which may have signs that combinations escape, or several values. */
START_TEST (slots)
{
  static const char *const values[3][5] = { { "I10", "E11", "a+b", NULL, "x|y" },
                                            { "E11", NULL, "c\\", NULL, "NA" },
                                            { "I10", "I10", "a+b", NULL, "w" } };
  static const char *const expected[] = { "E11|I10", "E11|I10", "a+b|c\\", NULL, "w|x|y" };
  static const char *const names[] = { "dx1", "dx2", "dx3", NULL };
  static const char *const codes[] = { "NA", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("stays");
  GError *error = NULL;

  for (guint c = 0; c < 3; c++)
    ck_assert (deid_dataset_add_string_column (dataset, names[c], values[c], 5, NULL, NULL));
  ck_assert (deid_dataset_add_missing_codes (dataset, "dx2", codes, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, "dx", names, NULL, NULL));
  ck_assert (!deid_dataset_set_separator (dataset, "dx1", '|', NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'dx' combines its values", NULL);
  ck_assert (deid_dataset_set_separator (dataset, "dx", '|', NULL, &error));
  assert_no_error (error);
  for (guint row = 0; row < 5; row++)
    ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, 3), expected[row]);
  ck_assert_int_eq (deid_dataset_get_role (dataset, 3), DEID_ROLE_JUDGED);
}
END_TEST

START_TEST (refused_separators)
{
  static const char *const cells[] = { "1", "2" };
  g_autoptr (DeidDataset) dataset = make_text_column ("n", cells, 2);
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  for (const char *sign = "a7*\x01\xE9"; *sign != '\0'; sign++)
    {
      ck_assert (!deid_dataset_set_separator (dataset, "n", (guchar) *sign, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "punctuation mark", NULL);
    }
  ck_assert (!deid_dataset_set_separator (dataset, "m", '|', NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, NULL);
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, NULL));
  ck_assert (!deid_dataset_set_separator (dataset, "n", '|', NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "weight", NULL);
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_IDENTIFYING, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "n", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (!deid_dataset_set_separator (dataset, "n", '|', NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "no other type", NULL);
  ck_assert (deid_dataset_set_column_type (dataset, "n", DEID_COLUMN_TYPE_TEXT, NULL, NULL));
  ck_assert (deid_dataset_set_separator (dataset, "n", '|', NULL, NULL));
  ck_assert (deid_dataset_set_separator (dataset, "n", '|', NULL, NULL));
  ck_assert (!deid_dataset_set_separator (dataset, "n", ';', NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another separator", NULL);
  ck_assert (!deid_dataset_set_column_type (dataset, "n", DEID_COLUMN_TYPE_INTEGER, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "several values", NULL);
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_dataset_set_separator (dataset, "n", '|', NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("set columns");
  TCase *tcase = tcase_create ("set columns");

  tcase_add_test (tcase, order_and_repetition_do_not_matter);
  tcase_add_test (tcase, distinct_sets);
  tcase_add_test (tcase, missing_codes_are_left_out);
  tcase_add_test (tcase, slots);
  tcase_add_test (tcase, refused_separators);
  suite_add_tcase (suite, tcase);
  return suite;
}
