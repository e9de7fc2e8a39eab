/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values that mean that there is none. */
#include <string.h>

#include "support/codes.h"
#include "support/suite.h"

#define MAX_ROWS 700

/* Two columns are the same: codes, their width, and distinct values. */
static void
assert_same_column (DeidDataset *a, DeidDataset *b)
{
  guint width_a, width_b;
  gsize n_a, n_b;
  g_autoptr (GBytes) codes_a = copy_codes (a, 0, &width_a);
  g_autoptr (GBytes) codes_b = copy_codes (b, 0, &width_b);
  g_autofree const char **values_a = deid_dataset_list_distinct (a, 0, &n_a, NULL);
  g_autofree const char **values_b = deid_dataset_list_distinct (b, 0, &n_b, NULL);

  assert_quietly (width_a == width_b);
  assert_quietly (g_bytes_equal (codes_a, codes_b));
  assert_quietly (n_a == n_b);
  for (gsize i = 0; i < n_a; i++)
    assert_quietly (g_str_equal (values_a[i], values_b[i]));
  assert_quietly (deid_dataset_get_n_distinct (a, 0) == deid_dataset_get_n_distinct (b, 0));
}

/* The column is that of a table in which the values were missing from the beginning; with up to 400
 * values, codes become one byte wide where they were two. */
START_TEST (as_from_the_beginning)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (guint trial = 0; trial < count_trials (300) + 6; trial++)
    {
      const guint n_rows = (guint) g_rand_int_range (rand, 0, MAX_ROWS);
      const guint n_values = (guint) g_rand_int_range (rand, 1, trial % 3 == 0 ? 400 : 12);
      const guint n_codes = (guint) g_rand_int_range (rand, 0, (gint32) n_values + 1);
      g_auto (GStrv) names = g_new0 (char *, n_values + 1);
      g_autofree const char **codes = g_new0 (const char *, n_codes + 1);
      const char *before[MAX_ROWS], *after[MAX_ROWS];
      g_autoptr (DeidDataset) dataset = NULL, expected = NULL;
      GError *error = NULL;

      for (guint v = 0; v < n_values; v++)
        names[v] = g_strdup_printf ("%u", v);
      for (guint i = 0; i < n_codes; i++)
        codes[i] = names[i];
      for (guint row = 0; row < n_rows; row++)
        {
          const guint v = (guint) g_rand_int_range (rand, 0, (gint32) n_values + 1);

          before[row] = v < n_values ? names[v] : NULL;
          after[row] = v < n_codes ? NULL : before[row];
        }
      dataset = make_text_column ("x", before, n_rows);
      expected = make_text_column ("x", after, n_rows);
      assert_quietly (deid_dataset_add_missing_codes (dataset, "x", codes, NULL, &error));
      assert_no_error (error);
      assert_same_column (dataset, expected);
    }
}
END_TEST

START_TEST (told)
{
  static const char *const values[] = { "5", "NA", "-9" };
  static const char *const first[] = { "NA", "n/a", "NA", NULL };
  static const char *const second[] = { "n/a", "-9", NULL }, *const none[] = { NULL };
  static const char *const all[] = { "NA", "n/a", "-9", NULL };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 3);

  ck_assert_ptr_null (deid_dataset_get_missing_codes (dataset, 0)[0]);
  ck_assert (deid_dataset_add_missing_codes (dataset, "x", none, NULL, NULL));
  ck_assert_ptr_null (deid_dataset_get_missing_codes (dataset, 0)[0]);
  ck_assert (!deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_add_missing_codes (dataset, "x", first, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_dataset_add_missing_codes (dataset, "x", second, NULL, NULL));
  ck_assert (g_strv_equal (deid_dataset_get_missing_codes (dataset, 0), all));
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 2, 0));
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_INTEGER);
}
END_TEST

/* A host that reads the codes as they were goes on reading them. */
START_TEST (lent_codes)
{
  static const char *const values[] = { "a", "NA", "b", "NA" }, *const codes[] = { "NA", NULL };
  static const char *const more[] = { "b", NULL };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 4);
  gsize n_bytes;
  guint width;
  gconstpointer first = deid_dataset_get_codes (dataset, 0, &width, &n_bytes), second;

  ck_assert (deid_dataset_add_missing_codes (dataset, "x", codes, NULL, NULL));
  second = deid_dataset_get_codes (dataset, 0, &width, &n_bytes);
  ck_assert (deid_dataset_add_missing_codes (dataset, "x", more, NULL, NULL));
  ck_assert_mem_eq (first, "\0\1\2\1", 4);
  ck_assert_mem_eq (second, "\0\1\2\1", 4);
}
END_TEST

static void
assert_refused (DeidDataset *dataset, const char *column, const char *code, int expected,
                const char *said)
{
  const char *const codes[] = { "ok", code, NULL };
  GError *error = NULL;

  ck_assert (!deid_dataset_add_missing_codes (dataset, column, codes, NULL, &error));
  assert_error (&error, DEID_ERROR, expected, said, NULL);
}

START_TEST (refused)
{
  static const char *const values[] = { "1", "2", "ok" }, *const pair[] = { "x", "y", NULL };
  static const char *const weights[] = { "1", "2", "3" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 3);

  ck_assert (deid_dataset_add_string_column (dataset, "y", values, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "w", weights, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", weights, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "free", values, 3, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, "joint", pair, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SURVEY_WEIGHT, NULL));
  assert_refused (dataset, "z", "NA", DEID_ERROR_UNKNOWN_COLUMN, "'z'");
  assert_refused (dataset, "x", "NA", DEID_ERROR_INVALID_ARGUMENT, "'joint' combines");
  assert_refused (dataset, "joint", "NA", DEID_ERROR_INVALID_ARGUMENT, "'joint'");
  assert_refused (dataset, "w", "1", DEID_ERROR_ROLE, "'w'");
  assert_refused (dataset, "s", "1", DEID_ERROR_ROLE, "survey-weight");
  assert_refused (dataset, "free", "\xFF", DEID_ERROR_ENCODING, "'free'");
  assert_refused (dataset, "free", "", DEID_ERROR_INVALID_ARGUMENT, "'free'");
  ck_assert_str_eq (deid_dataset_get_value (dataset, 2, 4), "ok");
  ck_assert_ptr_null (deid_dataset_get_missing_codes (dataset, 4)[0]);
}
END_TEST

/* Missing weights are refused when their role is given. */
START_TEST (weights)
{
  static const char *const values[] = { "1", "9" }, *const codes[] = { "9", NULL };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 2);
  GError *error = NULL;

  ck_assert (deid_dataset_add_missing_codes (dataset, "x", codes, NULL, NULL));
  ck_assert (!deid_dataset_set_role (dataset, "x", DEID_ROLE_WEIGHT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "row 2", NULL);
}
END_TEST

/* They are missing to whoever asks: the policy for missing values, and the written table. */
START_TEST (used)
{
  static const char *const values[] = { "1", "NA" }, *const codes[] = { "NA", NULL };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 2);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  const char *path = get_temporary_file ("missing.csv");
  g_autofree char *written = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_missing_codes (dataset, "x", codes, NULL, NULL));
  ck_assert (deid_dataset_set_missing_policy (dataset, "x", DEID_MISSING_POLICY_ERROR, NULL));
  ck_assert (deid_dataset_set_role (dataset, "x", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_dataset_write_csv (dataset, path, NULL, NULL, NULL));
  ck_assert (g_file_get_contents (path, &written, NULL, NULL));
  ck_assert_str_eq (written, "x\n1\n\"\"\n");
  ck_assert (deid_dataset_set_role (dataset, "x", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "row 2", "missing", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("missing codes");
  TCase *tcase = tcase_create ("missing codes");

  tcase_add_test (tcase, as_from_the_beginning);
  tcase_add_test (tcase, told);
  tcase_add_test (tcase, lent_codes);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, weights);
  tcase_add_test (tcase, used);
  suite_add_tcase (suite, tcase);
  return suite;
}
