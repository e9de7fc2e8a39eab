/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Local classes that are released with their mean or median: models and the verifier judge classes
 * by who is in them, whatever number is released, and reports tell of these numbers. */
#include <math.h>
#include <stdlib.h>

#include "support/figures.h"
#include "support/lesson.h"

#define N_TRIALS 60
#define N_ROWS   40
#define MINIMUM  3

/* Two classes around one mean. */
#define AROUND_TABLE "age\n1\n4\n1\n4\n2\n3\n2\n3\n"
#define AROUND       "age 1 outer *\nage 4 outer *\nage 2 inner *\nage 3 inner *\n"

static DeidProblem *
make_problem (const char *table, const char *hierarchies, guint64 k)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (DeidHierarchy) ages = lesson_make_hierarchy ("age", hierarchies);
  g_autoptr (DeidHierarchy) zips = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL));
  if (deid_dataset_find_column (dataset, "zip", &(guint){ 0 }, NULL))
    ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", zips, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (k, NULL));
  return problem;
}

static DeidResult *
recode (const char *table, const char *hierarchies, guint64 k)
{
  g_autoptr (DeidProblem) problem = make_problem (table, hierarchies, k);
  g_autoptr (DeidSearch) search = deid_search_new_local (500, 1, 0, NULL);
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static DeidReleaseOptions *
make_options (DeidMicroaggregation method)
{
  DeidReleaseOptions *options = deid_release_options_new ();

  ck_assert (deid_release_options_set_microaggregation (options, "age", method, NULL));
  ck_assert (deid_release_options_set_minimum_bin (options, MINIMUM, NULL));
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  return options;
}

/* Returns: a release that was verified. */
static DeidDataset *
apply (DeidResult *result, DeidReleaseOptions *options)
{
  GError *error = NULL;
  DeidDataset *release = deid_result_apply (result, options, NULL, &error);

  g_assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  g_assert_no_error (error);
  return release;
}

/* Eight equal cells of two classes of four. */
START_TEST (two_classes_with_one_mean)
{
  g_autoptr (DeidResult) result = recode (AROUND_TABLE, AROUND, 4);
  g_autoptr (DeidReleaseOptions) options = make_options (DEID_MICROAGGREGATION_MEAN);
  g_autoptr (DeidDataset) release = apply (result, options);

  assert_table (release, "age\n2.5\n2.5\n2.5\n2.5\n2.5\n2.5\n2.5\n2.5\n");
  ck_assert_uint_eq (deid_partition_get_n_classes (deid_result_get_partition (result, NULL, NULL)),
                     2);
}
END_TEST

/* They are no class of eight: for k = 5 they have to have one label. */
START_TEST (equal_means_join_no_classes)
{
  g_autoptr (DeidProblem) problem = make_problem (AROUND_TABLE, AROUND, 5);
  g_autoptr (DeidResult) result = recode (AROUND_TABLE, AROUND, 5);
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);

  ck_assert_ptr_null (lesson_evaluate (problem, "age:1"));
  ck_assert_uint_eq (deid_partition_get_n_classes (partition), 1);
  ck_assert_str_eq (deid_partition_get_label (partition, 0, 0), "*");
}
END_TEST

static int
compare (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

/* Returns: the mean or median of the ages in the class of a row, or NAN if there must be none. */
static double
expect_number (const DeidPartition *partition, const int *ages, guint row, gboolean is_median)
{
  const guint32 own = deid_partition_get_class (partition, row);
  int sorted[N_ROWS], sum = 0;
  guint n = 0;

  for (guint i = 0; i < N_ROWS; i++)
    if (deid_partition_get_class (partition, i) == own)
      {
        sorted[n++] = ages[i];
        sum += ages[i];
      }
  qsort (sorted, n, sizeof *sorted, compare);
  if (n < MINIMUM
      || (sorted[0] == sorted[n - 1] && deid_partition_get_level (partition, own, 0) > 0))
    return NAN;
  return is_median ? (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0 : sum / (double) n;
}

/* What reports tell has to be this. */
static void
check_reports (DeidResult *result, DeidReleaseOptions *options, const int *ages,
               const double *expected)
{
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, options, NULL, NULL);
  double sum = 0, sum_of_ages = 0, errors = 0, squares = 0, n = 0, found, share;

  for (guint row = 0; row < N_ROWS; row++)
    if (!isnan (expected[row]))
      {
        sum += expected[row];
        sum_of_ages += ages[row];
        errors += (ages[row] - expected[row]) * (ages[row] - expected[row]);
        n++;
      }
  for (guint row = 0; row < N_ROWS; row++)
    if (!isnan (expected[row]))
      squares += (ages[row] - sum_of_ages / n) * (ages[row] - sum_of_ages / n);
  ck_assert (
      deid_result_measure_microaggregation (result, options, "age", &found, &share, NULL, NULL));
  ck_assert_double_eq_tol (found, n > 0 ? errors / n : 0, 1e-9);
  ck_assert_double_eq_tol (share, squares > 0 ? errors / squares : 0, 1e-9);
  ck_assert_str_eq (text_of (distortion, "columns[0].column"), "age");
  ck_assert_uint_eq (count_of (distortion, "columns[0].stand_ins.value"), (guint64) n);
  if (get_number (distortion, &found, "columns[0].mean.after"))
    ck_assert_double_eq_tol (found, sum / n, 1e-9);
  else
    ck_assert_double_eq (n, 0);
}

static void
check_release (DeidResult *result, DeidMicroaggregation method, const int *ages)
{
  const DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  g_autoptr (DeidReleaseOptions) options = make_options (method);
  g_autoptr (DeidDataset) release = apply (result, options);
  double expected[N_ROWS];

  for (guint row = 0; row < N_ROWS; row++)
    {
      const char *cell = deid_dataset_get_value (release, row, 0);

      expected[row] = expect_number (partition, ages, row, method == DEID_MICROAGGREGATION_MEDIAN);
      ck_assert (isnan (expected[row]) == (cell == NULL));
      if (cell != NULL)
        ck_assert_double_eq_tol (g_ascii_strtod (cell, NULL), expected[row], 1e-12 * 100);
    }
  check_reports (result, options, ages, expected);
}

static char *
make_ages (void)
{
  GString *lines = g_string_new (NULL);

  for (guint age = 0; age < 24; age++)
    g_string_append_printf (lines, "age %u %u-%u %u-%u *\n", age, age / 3 * 3, age / 3 * 3 + 2,
                            age / 6 * 6, age / 6 * 6 + 5);
  return g_string_free (lines, FALSE);
}

START_TEST (random_tables)
{
  g_autofree char *hierarchy = make_ages ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (57);

  for (guint trial = 0; trial < count_trials (N_TRIALS); trial++)
    {
      g_autoptr (GString) table = g_string_new ("age zip\n");
      g_autoptr (DeidResult) result = NULL;
      int ages[N_ROWS];

      for (guint row = 0; row < N_ROWS; row++)
        {
          ages[row] = g_rand_int_range (rand, 0, 24);
          g_string_append_printf (table, "%d %c\n", ages[row], 'a' + g_rand_int_range (rand, 0, 3));
        }
      result = recode (table->str, hierarchy, 2 + trial % 4);
      ck_assert (deid_result_get_recoding (result) == DEID_RECODING_LOCAL);
      check_release (result, DEID_MICROAGGREGATION_MEAN, ages);
      check_release (result, DEID_MICROAGGREGATION_MEDIAN, ages);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("microaggregation of local recodings");
  TCase *tests = tcase_create ("microaggregation");

  tcase_add_test (tests, two_classes_with_one_mean);
  tcase_add_test (tests, equal_means_join_no_classes);
  tcase_add_test (tests, random_tables);
  suite_add_tcase (suite, tests);
  return suite;
}
