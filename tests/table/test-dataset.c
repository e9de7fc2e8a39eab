/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets from memory: values, roles, weights, and what refuses them. */
#include <math.h>
#include <string.h>

#include "support/suite.h"

static DeidDataset *
new_with_strings (const char *name, const char *const *values, guint64 n_rows)
{
  DeidDataset *dataset = deid_dataset_new ("visits");
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, name, values, n_rows, NULL, &error));
  assert_no_error (error);
  return dataset;
}

static void
assert_value (const DeidDataset *dataset, guint64 row, guint column, const char *expected)
{
  ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, column), expected);
}

START_TEST (string_column)
{
  char changing[] = "b";
  const char *const values[] = { changing, NULL, "a", "b", "", "Größe", NULL };
  g_autoptr (DeidDataset) dataset
      = new_with_strings ("code", values, (guint64) G_N_ELEMENTS (values));

  changing[0] = 'z';
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 7);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 7);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 1);
  ck_assert_str_eq (deid_dataset_get_column_name (dataset, 0), "code");
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 3);
  assert_value (dataset, 0, 0, "b");
  for (guint64 row = 1; row < G_N_ELEMENTS (values); row++)
    {
      assert_value (dataset, row, 0, row == 4 ? NULL : values[row]); /* the empty string */
      ck_assert (!deid_dataset_is_suppressed (dataset, row));
    }
}
END_TEST

START_TEST (integer_column)
{
  const gint64 values[] = { G_MININT64, G_MAXINT64, 0, -12, 7, 7, 1, 2, 3, 4 };
  const char *const expected[] = {
    "-9223372036854775808", "9223372036854775807", "0", "-12", NULL, "7", "1", "2", NULL, "4"
  };
  const guint8 validity[] = { 0xEF, 0x02 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  GError *error = NULL;

  ck_assert (deid_dataset_add_integer_column (dataset, "valid", values, 10, NULL, 0, NULL, &error));
  ck_assert (
      deid_dataset_add_integer_column (dataset, "some", values, 10, validity, 2, NULL, &error));
  assert_no_error (error);
  for (guint row = 0; row < 10; row++)
    {
      g_autofree char *all = g_strdup_printf ("%" G_GINT64_FORMAT, values[row]);

      assert_value (dataset, row, 0, all);
      assert_value (dataset, row, 1, expected[row]);
    }
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 9);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 1), 8);
}
END_TEST

/* A bitmap that ends before the last row is not read beyond its end. */
START_TEST (short_validity)
{
  const gint64 values[17] = { 1 };
  const double numbers[17] = { 1 };
  g_autofree guint8 *validity = g_malloc (2);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  GError *error = NULL;

  memset (validity, 0xFF, 2);
  ck_assert (
      !deid_dataset_add_integer_column (dataset, "n", values, 17, validity, 2, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", "'n'", "2 bytes", "3",
                NULL);
  ck_assert (!deid_dataset_add_double_column (dataset, "x", numbers, 1, validity, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'x'", "0 bytes", "1", NULL);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 0);
  ck_assert (deid_dataset_add_integer_column (dataset, "n", values, 16, validity, 2, NULL, &error));
  ck_assert (deid_dataset_add_integer_column (dataset, "m", values, 16, validity, 2, NULL, &error));
}
END_TEST

START_TEST (double_column)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0.1, "0.1" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 1.0 / 3, "0.3333333333333333" },
    { 2.0 / 3, "0.6666666666666666" },
    { -2.5, "-2.5" },
    { 0.0, "0" },
    { -0.0, "0" },
    { 100, "100" },
    { 123456.789, "123456.789" },
    { 9007199254740993.0, "9007199254740992" },
    { 1e22, "1e+22" },
    { 1e23, "1e+23" },
    { 5e-324, "5e-324" },
    { 2.225e-310, "2.225e-310" },
    { 2.2250738585072014e-308, "2.2250738585072014e-308" },
    { 1.7976931348623157e308, "1.7976931348623157e+308" },
  };
  enum
  {
    N = G_N_ELEMENTS (cases)
  };
  double values[N];
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  GError *error = NULL;

  for (guint row = 0; row < N; row++)
    values[row] = cases[row].value;
  ck_assert (deid_dataset_add_double_column (dataset, "x", values, N, NULL, 0, NULL, &error));
  assert_no_error (error);
  for (guint row = 0; row < N; row++)
    assert_value (dataset, row, 0, cases[row].text);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), N - 1);
}
END_TEST

START_TEST (random_doubles_read_back)
{
  GRand *rand = g_rand_new_with_seed (7);
  double values[2000];
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    do
      {
        const guint64 bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

        memcpy (&values[i], &bits, sizeof bits);
      }
    while (!isfinite (values[i]));
  ck_assert (deid_dataset_add_double_column (dataset, "x", values, G_N_ELEMENTS (values), NULL, 0,
                                             NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    ck_assert (g_ascii_strtod (deid_dataset_get_value (dataset, i, 0), NULL) == values[i]);
  g_rand_free (rand);
}
END_TEST

START_TEST (non_finite)
{
  const double bad[] = { NAN, INFINITY, -INFINITY };
  const guint8 validity[] = { 0x05 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const double values[] = { 1, bad[i], 2 };
      g_autofree char *name = g_strdup_printf ("x%u", i);

      ck_assert (!deid_dataset_add_double_column (dataset, name, values, 3, NULL, 0, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", name, "row 2",
                    "finite", NULL);
      ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), i);
      /* What is not valid is not looked at, and the name is still free. */
      ck_assert (
          deid_dataset_add_double_column (dataset, name, values, 3, validity, 1, NULL, &error));
      assert_value (dataset, 1, i, NULL);
      assert_value (dataset, 2, i, "2");
    }
}
END_TEST

START_TEST (roles)
{
  const char *const values[] = { "1", "2" };
  const char *const names[] = { "a", "b", "c" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  GError *error = NULL;

  for (guint c = 0; c < 3; c++)
    {
      ck_assert (deid_dataset_add_string_column (dataset, names[c], values, 2, NULL, NULL));
      ck_assert_int_eq (deid_dataset_get_role (dataset, c), DEID_ROLE_IDENTIFYING);
    }
  for (int role = DEID_ROLE_IDENTIFYING; role <= DEID_ROLE_SURVEY_WEIGHT; role++)
    {
      ck_assert (deid_dataset_set_role (dataset, "a", (DeidRole) role, &error));
      ck_assert (deid_dataset_set_role (dataset, "a", (DeidRole) role, &error));
      ck_assert_int_eq (deid_dataset_get_role (dataset, 0), role);
    }
  for (int role = DEID_ROLE_ENTITY; role <= DEID_ROLE_SURVEY_WEIGHT; role++)
    {
      ck_assert (deid_dataset_set_role (dataset, "a", (DeidRole) role, &error));
      ck_assert (deid_dataset_set_role (dataset, "b", DEID_ROLE_SENSITIVE, &error));
      ck_assert (!deid_dataset_set_role (dataset, "b", (DeidRole) role, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "visits", "'a'", "'b'", NULL);
      ck_assert_int_eq (deid_dataset_get_role (dataset, 0), role);
      ck_assert_int_eq (deid_dataset_get_role (dataset, 1), DEID_ROLE_SENSITIVE);
      ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, &error));
      ck_assert (deid_dataset_set_role (dataset, "b", (DeidRole) role, &error));
      ck_assert_int_eq (deid_dataset_get_role (dataset, 1), role);
    }
  ck_assert (deid_dataset_set_role (dataset, "c", DEID_ROLE_JUDGED, &error));
  ck_assert_int_eq (deid_dataset_get_role (dataset, 2), DEID_ROLE_JUDGED);
  ck_assert (deid_dataset_set_role (dataset, "c", DEID_ROLE_IDENTIFYING, &error));
  ck_assert (!deid_dataset_set_role (dataset, "c", (DeidRole) 8, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", "'c'", "8", NULL);
  ck_assert (!deid_dataset_set_role (dataset, "d", DEID_ROLE_SENSITIVE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "visits", "'d'", "its 3", NULL);
  ck_assert_int_eq (deid_dataset_get_role (dataset, 2), DEID_ROLE_IDENTIFYING);
}
END_TEST

START_TEST (weight_column)
{
  const char *const weights[] = { "3", "1", "3", "9223372036854775800" };
  const char *const ones[] = { "1", "1", "1", "1" };
  g_autoptr (DeidDataset) dataset = new_with_strings ("w", weights, 4);
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "one", ones, 4, NULL, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 4);
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), G_MAXINT64);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
  ck_assert (deid_dataset_add_string_column (dataset, "late", ones, 4, NULL, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), G_MAXINT64);
  ck_assert (!deid_dataset_set_role (dataset, "one", DEID_ROLE_WEIGHT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'w'", "'one'", NULL);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), G_MAXINT64);
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_ENTITY, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 4);
}
END_TEST

/* The column changes to two and to four bytes a code behind these numbers of values. */
static const guint code_boundaries[] = { 1, 255, 256, 257, 65535, 65536, 65537, 70000 };

START_TEST (code_widths)
{
  const guint n = code_boundaries[_i];
  const gboolean with_missing = n % 2 == 1;
  const guint64 n_rows = 3 * (guint64) n + 1;
  g_autofree const char **values = g_new0 (const char *, n_rows);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DeidDataset) dataset = NULL;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (texts, g_strdup_printf ("value %u", i));
  for (guint i = 0; i < n; i++)
    {
      values[i] = g_ptr_array_index (texts, i);
      values[n + 1 + i] = g_ptr_array_index (texts, n - 1 - i);
      values[2 * n + 1 + i] = g_ptr_array_index (texts, (guint64) i * 7919 % n);
    }
  values[n] = with_missing ? NULL : values[0];
  dataset = new_with_strings ("x", values, n_rows);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), n);
  for (guint64 row = 0; row < n_rows; row++)
    if (g_strcmp0 (deid_dataset_get_value (dataset, row, 0), values[row]) != 0)
      ck_abort_msg ("row %u of %u values is wrong", (guint) row, n);
}
END_TEST

START_TEST (refused_columns)
{
  const char *const values[] = { "1", "2" }, *const bad[] = { "1", "2\xff" };
  const gint64 integers[] = { 1 };
  const double doubles[] = { 1, 2, 3 };
  g_autoptr (DeidDataset) dataset = new_with_strings ("a", values, 2);
  GError *error = NULL;

  ck_assert (!deid_dataset_add_string_column (dataset, "a", values, 2, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "visits", "'a'", NULL);
  ck_assert (!deid_dataset_add_integer_column (dataset, "b", integers, 1, NULL, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", "'b'", "1 rows",
                "expected 2", NULL);
  ck_assert (!deid_dataset_add_double_column (dataset, "b", doubles, 3, NULL, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'b'", "3 rows", "expected 2",
                NULL);
  ck_assert (!deid_dataset_add_string_column (dataset, "b", NULL, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 rows", "expected 2", NULL);
  ck_assert (!deid_dataset_add_string_column (dataset, "b", bad, 2, NULL, &error));
  ck_assert (g_utf8_validate (error->message, -1, NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "visits", "'b'", "row 2", NULL);
  ck_assert (!deid_dataset_add_string_column (dataset, "b\xff", values, 2, NULL, &error));
  ck_assert (g_utf8_validate (error->message, -1, NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "visits", "column 2", NULL);
  ck_assert (!deid_dataset_add_string_column (dataset, "", values, 2, NULL, &error));
  ck_assert (error != NULL && error->domain == DEID_ERROR);
  g_clear_error (&error);

  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 1);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 2);
  assert_value (dataset, 1, 0, "2");
  ck_assert (deid_dataset_add_string_column (dataset, "b", values, 2, NULL, &error));
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 2);
}
END_TEST

START_TEST (empty)
{
  const char *const values[] = { "1" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  GError *error = NULL;

  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 0);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 0);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 0);
  ck_assert (!deid_dataset_find_column (dataset, "a", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "table", "'a'", NULL);
  ck_assert (deid_dataset_add_string_column (dataset, "a", NULL, 0, NULL, &error));
  ck_assert (deid_dataset_add_integer_column (dataset, "b", NULL, 0, NULL, 0, NULL, &error));
  ck_assert (deid_dataset_add_double_column (dataset, "c", NULL, 0, NULL, 0, NULL, &error));
  ck_assert (!deid_dataset_add_string_column (dataset, "d", values, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "expected 0", NULL);
  ck_assert (deid_dataset_set_role (dataset, "b", DEID_ROLE_WEIGHT, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 0);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 3);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 0);
}
END_TEST

START_TEST (columns_by_name)
{
  const char *const values[] = { "1" };
  g_autoptr (DeidDataset) dataset = new_with_strings ("a", values, 1);
  guint column = 77;

  ck_assert (deid_dataset_add_string_column (dataset, "Straße", values, 1, NULL, NULL));
  ck_assert (deid_dataset_find_column (dataset, "Straße", &column, NULL));
  ck_assert_uint_eq (column, 1);
  ck_assert (deid_dataset_find_column (dataset, "a", NULL, NULL));
  ck_assert (!deid_dataset_find_column (dataset, "A", &column, NULL));
  ck_assert_uint_eq (column, 1);
}
END_TEST

/* Cells that a spreadsheet had merged: 1, none, none, 2, none. */
START_TEST (missing_above)
{
  const char *const values[] = { NULL, "1", NULL, "NA", "2", NULL };
  const char *const expected[] = { NULL, "1", "1", "1", "2", "2" };
  const char *const codes[] = { "NA", NULL }, *const parts[] = { "a", "b" };
  g_autoptr (DeidDataset) dataset = new_with_strings ("a", values, 6);
  g_auto (GStrv) notes = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "b", values, 6, NULL, NULL));
  ck_assert (deid_dataset_add_missing_codes (dataset, "a", codes, NULL, NULL));
  ck_assert (deid_dataset_set_missing_policy (dataset, "a", DEID_MISSING_POLICY_ABOVE, &error));
  ck_assert_int_eq (deid_dataset_get_missing_policy (dataset, 0), DEID_MISSING_POLICY_ABOVE);
  for (guint64 row = 0; row < 6; row++)
    ck_assert_pstr_eq (deid_dataset_get_value (dataset, row, 0), expected[row]);
  notes = deid_dataset_list_notes (dataset);
  ck_assert_uint_eq (g_strv_length (notes), 1);
  ck_assert_ptr_nonnull (strstr (notes[0], "3 of 6 rows"));
  ck_assert (deid_dataset_add_joint_column (
      dataset, "ab", (const char *[]){ parts[0], parts[1], NULL }, NULL, NULL));
  ck_assert (!deid_dataset_set_missing_policy (dataset, "b", DEID_MISSING_POLICY_ABOVE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'ab'", NULL);
}
END_TEST

START_TEST (missing_policy)
{
  const char *const values[] = { "1", NULL };
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidDataset) dataset = new_with_strings ("a", values, 2);
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "b", values, 2, NULL, NULL));
  ck_assert (!deid_dataset_set_missing_policy (dataset, "c", DEID_MISSING_POLICY_ERROR, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "visits", "'c'", NULL);
  ck_assert_int_eq (deid_dataset_get_missing_policy (dataset, 0), DEID_MISSING_POLICY_OWN_CATEGORY);
  ck_assert (deid_dataset_set_missing_policy (dataset, "a", DEID_MISSING_POLICY_ERROR, &error));
  ck_assert_int_eq (deid_dataset_get_missing_policy (dataset, 0), DEID_MISSING_POLICY_ERROR);
  ck_assert_int_eq (deid_dataset_get_missing_policy (dataset, 1), DEID_MISSING_POLICY_OWN_CATEGORY);
  ck_assert (!deid_dataset_set_missing_policy (dataset, "a", (DeidMissingPolicy) 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'a'", "3", NULL);
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", "row 2", "'a'", NULL);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "b", hierarchy, NULL, &error));
  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("dataset");
  TCase *dataset = tcase_create ("dataset");

  tcase_add_test (dataset, string_column);
  tcase_add_test (dataset, integer_column);
  tcase_add_test (dataset, short_validity);
  tcase_add_test (dataset, double_column);
  tcase_add_test (dataset, random_doubles_read_back);
  tcase_add_test (dataset, non_finite);
  tcase_add_test (dataset, roles);
  tcase_add_test (dataset, weight_column);
  tcase_add_loop_test (dataset, code_widths, 0, G_N_ELEMENTS (code_boundaries));
  tcase_add_test (dataset, refused_columns);
  tcase_add_test (dataset, empty);
  tcase_add_test (dataset, columns_by_name);
  tcase_add_test (dataset, missing_above);
  tcase_add_test (dataset, missing_policy);
  tcase_set_timeout (dataset, 60);
  suite_add_tcase (suite, dataset);
  return suite;
}
