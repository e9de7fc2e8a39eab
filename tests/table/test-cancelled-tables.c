/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Calls on tables that are cancelled: nothing is returned, and nothing appears. */
#include "support/codes.h"
#include "support/sample.h"
#include "support/suite.h"

static GCancellable *
make_cancelled (void)
{
  GCancellable *cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  return cancellable;
}

static void
assert_cancelled (GError **error)
{
  assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

START_TEST (reading)
{
  g_autoptr (GCancellable) cancellable = make_cancelled ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_dataset_new_from_csv_file (write_file ("t.csv", "a,b\n1,2\n", -1), NULL,
                                                      cancellable, &error));
  assert_cancelled (&error);
  ck_assert_ptr_null (deid_hierarchy_new_from_csv_file (write_file ("h.csv", "1,*\n2,*\n", -1),
                                                        NULL, cancellable, &error));
  assert_cancelled (&error);
}
END_TEST

/* Nothing of a column that was cancelled is left, and its name is free. */
START_TEST (filling)
{
  static const char *const texts[] = { "1", "2" }, *const parts[] = { "a", "b", NULL };
  const gint64 integers[] = { 1, 2 };
  const double doubles[] = { 1, 2 };
  g_autoptr (GCancellable) cancellable = make_cancelled ();
  g_autoptr (GBytes) codes = g_bytes_new_static ("\0\1", 2);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  GError *error = NULL;

  ck_assert (!deid_dataset_add_string_column (dataset, "a", texts, 2, cancellable, &error));
  assert_cancelled (&error);
  ck_assert (
      !deid_dataset_add_integer_column (dataset, "a", integers, 2, NULL, 0, cancellable, &error));
  assert_cancelled (&error);
  ck_assert (
      !deid_dataset_add_double_column (dataset, "a", doubles, 2, NULL, 0, cancellable, &error));
  assert_cancelled (&error);
  ck_assert (!add_codes (dataset, "a", texts, 2, codes, 1, cancellable, &error));
  assert_cancelled (&error);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 0);
  ck_assert (deid_dataset_add_string_column (dataset, "a", texts, 2, NULL, NULL));
  ck_assert (add_codes (dataset, "b", texts, 2, codes, 1, NULL, NULL));
  ck_assert (!deid_dataset_add_joint_column (dataset, "c", parts, cancellable, &error));
  assert_cancelled (&error);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 2);
  ck_assert (deid_dataset_add_joint_column (dataset, "c", parts, NULL, NULL));
}
END_TEST

START_TEST (writing)
{
  static const char *const values[] = { "1", "2" };
  g_autoptr (GCancellable) cancellable = make_cancelled ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  const char *path = get_temporary_file ("cancelled.csv");
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "a", values, 2, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (!deid_dataset_write_csv (dataset, path, NULL, cancellable, &error));
  assert_cancelled (&error);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  ck_assert (deid_dataset_write_csv (dataset, path, NULL, NULL, NULL));
}
END_TEST

START_TEST (estimating)
{
  static const char *const weights[] = { "1", "2.5" };
  g_autoptr (GCancellable) cancellable = make_cancelled ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("survey");
  guint64 size;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "w", weights, 2, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_SURVEY_WEIGHT, NULL));
  ck_assert (!deid_dataset_estimate_population (dataset, &size, cancellable, &error));
  assert_cancelled (&error);
}
END_TEST

START_TEST (applying)
{
  g_autoptr (GCancellable) cancellable = make_cancelled ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  guint levels[SAMPLE_MAX_ATTRIBUTES];
  Sample sample;
  GError *error = NULL;

  sample_init_random (&sample, rand, 100, 2);
  problem = sample_build_problem (&sample, SAMPLE_WITH_WEIGHTS, "k:2", 1);
  for (guint a = 0; a < sample.n_attributes; a++)
    levels[a] = sample.heights[a];
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  ck_assert_ptr_null (deid_result_apply (result, NULL, cancellable, &error));
  assert_cancelled (&error);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cancelled tables");
  TCase *tcase = tcase_create ("cancelled tables");

  tcase_add_test (tcase, reading);
  tcase_add_test (tcase, filling);
  tcase_add_test (tcase, writing);
  tcase_add_test (tcase, estimating);
  tcase_add_test (tcase, applying);
  suite_add_tcase (suite, tcase);
  return suite;
}
