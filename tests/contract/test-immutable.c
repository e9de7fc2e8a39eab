/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A handle that was given to another one or run refuses every change and stays as it is. */
#include <math.h>

#include "support/suite.h"

#define N_ROWS 6

/* A table of 1 2 3 4 5 5: for k = 2 it has to be generalized to odd (4 records) and even (2). */
typedef struct
{
  DeidDataset *dataset;
  DeidHierarchy *hierarchy;
  DeidLattice *lattice;
  DeidQualityModel *quality;
  DeidProblem *problem;
  DeidSearch *search;
} Job;

static void
job_init (Job *job)
{
  const gint64 x[N_ROWS] = { 1, 2, 3, 4, 5, 5 }, y[N_ROWS] = { 7, 7, 7, 7, 7, 7 };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);

  for (guint i = 1; i <= 5; i++)
    {
      const char leaf[] = { (char) ('0' + i), '\0' };
      const char *const row[] = { leaf, i % 2 == 0 ? "even" : "odd", "*", NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
    }
  job->hierarchy = deid_hierarchy_builder_build (builder, NULL);
  job->dataset = deid_dataset_new ("visits");
  ck_assert (deid_dataset_add_integer_column (job->dataset, "x", x, N_ROWS, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (job->dataset, "y", y, N_ROWS, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (job->dataset, "y", DEID_ROLE_INSENSITIVE, NULL));
  job->lattice = deid_lattice_new (job->dataset);
  ck_assert (deid_lattice_add_quasi_identifier (job->lattice, "x", job->hierarchy, NULL, NULL));
  job->problem = deid_problem_new (job->lattice);
  job->quality = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5, NULL);
  ck_assert (deid_problem_set_quality_model (job->problem, job->quality, NULL));
  ck_assert (deid_problem_add_privacy_model (job->problem, k, NULL));
  job->search = deid_search_new_exhaustive ();
}

static void
job_clear (Job *job)
{
  deid_dataset_unref (job->dataset);
  deid_hierarchy_unref (job->hierarchy);
  deid_lattice_unref (job->lattice);
  deid_quality_model_unref (job->quality);
  deid_problem_unref (job->problem);
  deid_search_unref (job->search);
}

/* The optimum is level 1: four records cover three of five leaves each, two records two. */
static DeidResult *
job_run (const Job *job)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (job->search, job->problem, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0), 1);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 3);
  ck_assert_double_eq_tol (deid_result_get_loss (result), (4 * 0.5 + 2 * 0.25) / 6, 1e-15);
  return result;
}

#define assert_immutable(call)                                                                     \
  do                                                                                               \
    {                                                                                              \
      ck_assert (!(call));                                                                         \
      assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);                               \
    }                                                                                              \
  while (0)

START_TEST (dataset_of_a_lattice)
{
  const char *const texts[N_ROWS] = { NULL }, *const codes[] = { "7", NULL };
  const gint64 integers[N_ROWS] = { 0 };
  const double doubles[N_ROWS] = { 0 };
  GError *error = NULL;
  Job job;

  job_init (&job);
  assert_immutable (deid_dataset_add_string_column (job.dataset, "z", texts, N_ROWS, NULL, &error));
  assert_immutable (
      deid_dataset_add_integer_column (job.dataset, "z", integers, N_ROWS, NULL, 0, NULL, &error));
  assert_immutable (
      deid_dataset_add_double_column (job.dataset, "z", doubles, N_ROWS, NULL, 0, NULL, &error));
  assert_immutable (deid_dataset_set_role (job.dataset, "y", DEID_ROLE_WEIGHT, &error));
  assert_immutable (deid_dataset_set_role (job.dataset, "y", DEID_ROLE_INSENSITIVE, &error));
  assert_immutable (
      deid_dataset_set_missing_policy (job.dataset, "y", DEID_MISSING_POLICY_ERROR, &error));
  assert_immutable (
      deid_dataset_set_column_type (job.dataset, "y", DEID_COLUMN_TYPE_TEXT, NULL, &error));
  assert_immutable (deid_dataset_add_missing_codes (job.dataset, "y", codes, NULL, &error));
  assert_immutable (deid_dataset_set_separator (job.dataset, "y", '|', NULL, &error));
  ck_assert_uint_eq (deid_dataset_get_n_columns (job.dataset), 2);
  ck_assert_uint_eq (deid_dataset_get_n_records (job.dataset), N_ROWS);
  ck_assert_int_eq (deid_dataset_get_role (job.dataset, 1), DEID_ROLE_INSENSITIVE);
  job_clear (&job);
}
END_TEST

START_TEST (lattice_of_a_policy_or_problem)
{
  GError *error = NULL;
  Job job;
  guint64 size;

  job_init (&job);
  for (guint i = 0; i < 2; i++)
    {
      const guint level = 0;
      g_autoptr (DeidLattice) lattice = deid_lattice_new (job.dataset);
      g_autoptr (DeidPolicy) policy = NULL;
      g_autoptr (DeidProblem) problem = NULL;

      ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", job.hierarchy, NULL, NULL));
      if (i == 0)
        policy = deid_policy_new (lattice, &level, 1, NULL);
      else
        problem = deid_problem_new (lattice);
      assert_immutable (
          deid_lattice_add_quasi_identifier (lattice, "x", job.hierarchy, NULL, &error));
      ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 1);
      ck_assert (deid_lattice_get_size (lattice, &size));
      ck_assert_uint_eq (size, 3);
    }
  job_clear (&job);
}
END_TEST

START_TEST (quality_model_of_a_problem)
{
  g_autoptr (DeidQualityModel) other
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 0.5, NULL);
  GError *error = NULL;
  DeidResult *result;
  Job job;

  job_init (&job);
  assert_immutable (deid_quality_model_set_attribute_weight (job.quality, "x", 3, &error));
  ck_assert (deid_quality_model_set_attribute_weight (other, "y", 3, &error));
  ck_assert (!deid_problem_set_quality_model (job.problem, other, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "visits", "'y'", NULL);
  ck_assert (deid_quality_model_set_attribute_weight (other, "x", 3, &error));
  result = job_run (&job);
  deid_result_unref (result);
  job_clear (&job);
}
END_TEST

START_TEST (problem_that_was_run)
{
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (6, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 1, NULL);
  GError *error = NULL;
  Job job;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidResult) result = NULL;

      job_init (&job);
      if (i == 0)
        result = job_run (&job);
      else
        {
          g_autoptr (DeidPolicy) top = deid_policy_new_top (job.lattice, NULL);

          result = deid_problem_evaluate (job.problem, top, NULL, NULL);
          ck_assert_ptr_nonnull (result);
        }
      assert_immutable (deid_problem_add_privacy_model (job.problem, k, &error));
      assert_immutable (deid_problem_set_quality_model (job.problem, quality, &error));
      assert_immutable (deid_problem_set_suppression_limit (job.problem, 1, &error));
      assert_immutable (deid_problem_set_suppression_limit_count (job.problem, 4, &error));
      assert_immutable (deid_problem_set_group_limit (job.problem, "x", 1, &error));
      assert_immutable (deid_problem_set_no_forced_labels (job.problem, TRUE, &error));
      assert_immutable (deid_problem_set_group_weight (job.problem, "x", "y", 1, &error));
      ck_assert_uint_eq (deid_problem_get_n_suppressible (job.problem), 0);
      ck_assert (deid_quality_model_set_attribute_weight (quality, "x", 2, NULL));
      deid_result_unref (g_steal_pointer (&result));
      result = job_run (&job);
      job_clear (&job);
    }
}
END_TEST

static void
count_destroyed (gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
forbid_progress (DeidProgress *progress, gpointer user_data)
{
  (void) progress;
  (void) user_data;
  ck_abort_msg ("a refused progress function was called");
}

START_TEST (search_that_was_run)
{
  g_autoptr (DeidResult) first = NULL;
  g_autoptr (DeidResult) second = NULL;
  GError *error = NULL;
  guint n_destroyed = 0;
  Job job;

  job_init (&job);
  first = job_run (&job);
  assert_immutable (deid_search_set_time_limit (job.search, 1e-9, &error));
  assert_immutable (deid_search_set_step_limit (job.search, 1, &error));
  assert_immutable (deid_search_set_n_threads (job.search, 2, &error));
  assert_immutable (deid_search_set_progress_func (job.search, forbid_progress, &n_destroyed,
                                                   count_destroyed, &error));
  ck_assert_uint_eq (n_destroyed, 1);
  second = job_run (&job);
  ck_assert_int_eq (deid_result_get_termination (second), DEID_TERMINATION_COMPLETE);
  job_clear (&job);
  ck_assert_uint_eq (n_destroyed, 1);
}
END_TEST

START_TEST (release_options_that_were_used)
{
  static const char *const labels[N_ROWS] = { "odd", "even", "odd", "even", "odd", "odd" };
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  Job job;

  job_init (&job);
  result = job_run (&job);
  ck_assert (deid_release_options_set_keep_order (options, TRUE, &error));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidDataset) release = deid_result_apply (result, options, NULL, &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_dataset_get_n_rows (release), N_ROWS);
      for (guint row = 0; row < N_ROWS; row++)
        ck_assert_str_eq (deid_dataset_get_value (release, row, 0), labels[row]);
      assert_immutable (deid_release_options_set_keep_order (options, FALSE, &error));
      assert_immutable (deid_release_options_set_keep_suppressed (options, TRUE, &error));
      assert_immutable (deid_release_options_set_seed (options, 1, &error));
      assert_immutable (deid_release_options_set_n_threads (options, 2, &error));
      assert_immutable (deid_release_options_set_minimum_bin (options, 3, &error));
      assert_immutable (
          deid_release_options_set_bin_mean (options, "x", DEID_BIN_MEAN_NONE, &error));
      assert_immutable (deid_release_options_set_microaggregation (
          options, "x", DEID_MICROAGGREGATION_NONE, &error));
    }
  job_clear (&job);
}
END_TEST

/* Settings that are refused for their values stay as they were, too. */
START_TEST (refused_settings)
{
  const double bad_seconds[] = { 0, -1, -G_MINDOUBLE, NAN };
  GError *error = NULL;
  g_autoptr (DeidResult) result = NULL;
  Job job;

  job_init (&job);
  for (guint i = 0; i < G_N_ELEMENTS (bad_seconds); i++)
    {
      ck_assert (!deid_search_set_time_limit (job.search, bad_seconds[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "time limit", NULL);
    }
  ck_assert (!deid_search_set_step_limit (job.search, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "step limit", NULL);
  ck_assert (!deid_search_set_n_threads (job.search, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 threads", NULL);
  ck_assert (!deid_search_set_n_threads (job.search, 1025, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1025 threads", NULL);
  result = job_run (&job);
  job_clear (&job);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("immutable");
  TCase *immutable = tcase_create ("immutable");

  tcase_add_test (immutable, dataset_of_a_lattice);
  tcase_add_test (immutable, lattice_of_a_policy_or_problem);
  tcase_add_test (immutable, quality_model_of_a_problem);
  tcase_add_test (immutable, problem_that_was_run);
  tcase_add_test (immutable, search_that_was_run);
  tcase_add_test (immutable, release_options_that_were_used);
  tcase_add_test (immutable, refused_settings);
  suite_add_tcase (suite, immutable);
  return suite;
}
