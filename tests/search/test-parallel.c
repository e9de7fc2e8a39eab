/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The optimal search with several threads on a lattice of 4^13 policies, on which it begins with a
 * local search. */
#include <math.h>
#include <string.h>

#include "support/result-figures.h"
#include "support/sample.h"
#include "support/search-problem.h"
#include "support/skewed-table.h"

#define N_ATTRIBUTES 13
#define N_ROWS       500
#define LONG_RUN     0.3 /* seconds, in which progress is reported before the end */

static DeidProblem *
make_large_problem (const char *models, guint n_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (80);
  SkewedTable table = { .n_rows = n_rows, .n_attributes = N_ATTRIBUTES, .skew = 8, .repeat = 0.3 };

  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      table.heights[a] = 3;
      table.n_leaves[a] = 10 + a;
    }
  return skewed_table_build_problem (&table, rand, models, 0.2);
}

static DeidSearch *
make_parallel_search (guint n_threads)
{
  DeidSearch *search = deid_search_new_optimal ();

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  return search;
}

static DeidResult *
find_optimum (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = make_parallel_search (1);

  return run_search (search, problem, NULL);
}

/* Checks what a run cut short returned, if it returned anything. */
static void
check_cut_short (DeidResult *result, DeidResult *optimum)
{
  if (result == NULL)
    return;
  check_result (result, deid_result_get_problem (optimum));
  ck_assert (deid_result_get_loss (result) >= deid_result_get_loss (optimum));
  ck_assert (deid_result_get_lower_bound (result) <= deid_result_get_loss (optimum));
  ck_assert (deid_result_is_proven_optimal (result)
             == (deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE));
}

START_TEST (any_number_of_threads)
{
  static const char *const models[] = { "k:3", "k:2;el:1.2" };
  g_autoptr (DeidProblem) problem = make_large_problem (models[_i], count_trials (3) * N_ROWS);
  g_autoptr (DeidResult) expected = find_optimum (problem);
  g_autofree char *expected_release = sample_write_release (expected);
  const guint n_trials = count_trials (4);

  for (guint trial = 0; trial < 2 * n_trials; trial++)
    {
      g_autoptr (DeidSearch) search = make_parallel_search (trial % 2 == 0 ? 2 : 8);
      g_autoptr (DeidResult) result = run_search (search, problem, NULL);
      g_autofree char *release = sample_write_release (result);

      ck_assert_int_eq (
          deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected)),
          0);
      ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
      ck_assert (deid_result_get_lower_bound (result) == deid_result_get_loss (expected));
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (expected));
      ck_assert (deid_result_is_proven_optimal (result));
      ck_assert_str_eq (release, expected_release);
    }
}
END_TEST

/* Returns: (nullable): what a run of so many evaluations finds. */
static DeidResult *
run_steps (DeidProblem *problem, guint n_threads, guint64 limit)
{
  g_autoptr (DeidSearch) search = make_parallel_search (n_threads);
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_search_set_step_limit (search, limit, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
  return result;
}

/* With one thread all is the same again; with several, the bounds still hold. */
START_TEST (step_limits)
{
  g_autoptr (DeidProblem) problem = make_large_problem ("k:3", count_trials (3) * N_ROWS);
  g_autoptr (DeidResult) optimum = find_optimum (problem);
  const guint64 limits[] = { 1, 2, 20, 100, 300, 1000, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (limits) && limits[i] < deid_result_get_n_evaluated (optimum);
       i++)
    {
      g_autoptr (DeidResult) first = run_steps (problem, 1, limits[i]);
      g_autoptr (DeidResult) again = run_steps (problem, 1, limits[i]);
      g_autoptr (DeidResult) together = run_steps (problem, 4, limits[i]);

      ck_assert_ptr_nonnull (first); /* the top is one */
      check_cut_short (first, optimum);
      check_cut_short (together, optimum);
      ck_assert_uint_eq (deid_result_get_n_evaluated (first), limits[i]);
      ck_assert_uint_eq (deid_result_get_n_evaluated (again), limits[i]);
      ck_assert_int_eq (
          deid_policy_compare (deid_result_get_policy (again), deid_result_get_policy (first)), 0);
      ck_assert (deid_result_get_loss (again) == deid_result_get_loss (first));
      ck_assert (deid_result_get_lower_bound (again) == deid_result_get_lower_bound (first));
      ck_assert_uint_ge (deid_result_get_n_evaluated (together), limits[i]);
      ck_assert_uint_le (deid_result_get_n_evaluated (together), limits[i] + 3);
      ck_assert_int_eq (deid_result_get_termination (together), DEID_TERMINATION_STEP_LIMIT);
    }
}
END_TEST

START_TEST (time_limits)
{
  g_autoptr (DeidProblem) problem = make_large_problem ("k:3", count_trials (3) * N_ROWS);
  g_autoptr (DeidResult) optimum = find_optimum (problem);
  const double seconds = get_figure (optimum, "search-seconds");
  const guint n_trials = count_trials (8);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidSearch) search = make_parallel_search (1 + trial % 8);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      deid_search_set_time_limit (search, seconds * (trial + 1) / n_trials, NULL);
      result = deid_search_run (search, problem, NULL, &error);
      if (result == NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
      check_cut_short (result, optimum);
    }
}
END_TEST

/* A thread that cancels a run after a while. */
typedef struct
{
  GCancellable *cancellable;
  gulong microseconds;
} Canceller;

static gpointer
cancel_later (gpointer data)
{
  const Canceller *canceller = data;

  g_usleep (canceller->microseconds);
  g_cancellable_cancel (canceller->cancellable);
  return NULL;
}

START_TEST (cancelled_by_thread)
{
  g_autoptr (DeidProblem) problem = make_large_problem ("k:3", count_trials (3) * N_ROWS);
  g_autoptr (DeidResult) optimum = find_optimum (problem);
  const double seconds = get_figure (optimum, "search-seconds");
  const guint n_trials = count_trials (8);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (DeidSearch) search = make_parallel_search (1 + trial % 8);
      Canceller canceller = { cancellable, (gulong) (seconds * G_USEC_PER_SEC * trial / n_trials) };
      GThread *thread = g_thread_new ("cancel", cancel_later, &canceller);
      GError *error = NULL;
      g_autoptr (DeidResult) result = deid_search_run (search, problem, cancellable, &error);

      g_thread_join (thread);
      if (result == NULL)
        assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      check_cut_short (result, optimum);
    }
}
END_TEST

/* What a progress function saw. */
typedef struct
{
  GThread *thread;
  GCancellable *cancellable; /* cancelled by the first call, or NULL */
  double true_loss;
  guint n_calls;
  double loss;
  double lower_bound;
  double share_settled;
  double share_done;
  guint64 n_evaluated;
} Watch;

static void
watch (DeidProgress *progress, gpointer data)
{
  Watch *seen = data;
  const Watch before = *seen;

  ck_assert_ptr_eq (g_thread_self (), seen->thread);
  seen->n_calls++;
  deid_progress_get_loss (progress, &seen->loss);
  seen->lower_bound = deid_progress_get_lower_bound (progress);
  seen->share_settled = deid_progress_get_share_settled (progress);
  seen->share_done = deid_progress_get_share_done (progress);
  seen->n_evaluated = deid_progress_get_n_evaluated (progress);
  ck_assert (seen->loss <= before.loss && seen->loss >= seen->true_loss);
  ck_assert (seen->lower_bound >= before.lower_bound && seen->lower_bound <= seen->true_loss);
  ck_assert (seen->share_settled >= before.share_settled && seen->share_settled <= 1);
  ck_assert (seen->share_done >= before.share_done && seen->share_done <= 1);
  ck_assert (seen->n_evaluated >= before.n_evaluated);
  if (seen->cancellable != NULL)
    g_cancellable_cancel (seen->cancellable);
}

static Watch
make_watch (DeidResult *optimum, GCancellable *cancellable)
{
  return (Watch){ .thread = g_thread_self (),
                  .cancellable = cancellable,
                  .true_loss = deid_result_get_loss (optimum),
                  .loss = INFINITY };
}

START_TEST (progress)
{
  g_autoptr (DeidProblem) problem = make_large_problem ("k:3", count_trials (6) * N_ROWS);
  g_autoptr (DeidResult) optimum = find_optimum (problem);
  const guint n_trials = count_trials (3);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidSearch) search = make_parallel_search (trial % 2 == 0 ? 8 : 2);
      Watch seen = make_watch (optimum, NULL);
      g_autoptr (DeidResult) result = NULL;

      deid_search_set_progress_func (search, watch, &seen, NULL, NULL);
      result = run_search (search, problem, NULL);
      ck_assert (seen.n_calls >= 2 || get_figure (result, "search-seconds") < LONG_RUN);
      ck_assert (seen.share_done == 1 && seen.share_settled == 1);
      ck_assert (seen.loss == seen.true_loss && seen.lower_bound == seen.true_loss);
      ck_assert_uint_eq (seen.n_evaluated, deid_result_get_n_evaluated (result));
    }
}
END_TEST

START_TEST (cancelled_by_progress)
{
  g_autoptr (DeidProblem) problem = make_large_problem ("k:3", count_trials (6) * N_ROWS);
  g_autoptr (DeidResult) optimum = find_optimum (problem);
  const guint n_trials = count_trials (4);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (DeidSearch) search = make_parallel_search (4);
      Watch seen = make_watch (optimum, cancellable);
      g_autoptr (DeidResult) result = NULL;

      deid_search_set_progress_func (search, watch, &seen, NULL, NULL);
      result = run_search (search, problem, cancellable);
      check_cut_short (result, optimum);
      ck_assert_uint_le (seen.n_calls, 2); /* the last one tells of the end */
      ck_assert (deid_result_get_loss (result) == seen.loss);
      ck_assert (deid_result_get_lower_bound (result) == seen.lower_bound);
    }
}
END_TEST

/* Leaves 0 to 7, each apart from the others up to the level below the top; there, if asked for, in
 * two halves. */
static DeidHierarchy *
make_hierarchy (gboolean halves)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint leaf = 0; leaf < 8; leaf++)
    {
      const char own[] = { (char) ('0' + leaf), '\0' };
      const char *const labels[]
          = { own, own, own, !halves ? own : leaf < 4 ? "low" : "high", "*", NULL };

      deid_hierarchy_builder_add_row (builder, labels, &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

/* Of 5^12 policies only the top and the one with the halves of the last attribute are solutions:
 * the local search has nowhere to go. */
START_TEST (optimum_below_top)
{
  const gint64 values[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *optimum = NULL;

  for (guint a = 0; a < 12; a++)
    {
      const char name[] = { (char) ('a' + a), '\0' };

      ck_assert (deid_dataset_add_integer_column (dataset, name, values, G_N_ELEMENTS (values),
                                                  NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < 12; a++)
    {
      const char name[] = { (char) ('a' + a), '\0' };
      g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (a == 11);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = find_optimum (problem);
  optimum = deid_policy_to_text (deid_result_get_policy (result), NULL);
  check_result (result, problem);
  ck_assert_str_eq (optimum, "a:4 b:4 c:4 d:4 e:4 f:4 g:4 h:4 i:4 j:4 k:4 l:3");
}
END_TEST

/* On a small lattice threads share the rows of a large table, so that the policies evaluated are
 * the same. */
START_TEST (rows_of_large_table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (81);
  SkewedTable table = { .n_rows = 140000, .n_attributes = 6, .skew = 1 };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) expected = NULL, result = NULL;
  g_autoptr (DeidSearch) search = make_parallel_search (3);

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 2;
      table.n_leaves[a] = 30 + a;
    }
  problem = skewed_table_build_problem (&table, rand, "k:3", 0.2);
  expected = find_optimum (problem);
  result = run_search (search, problem, NULL);
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected)), 0);
  ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
  ck_assert_uint_gt (deid_result_get_n_suppressed (expected), 0);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
  ck_assert_uint_gt (deid_result_get_n_evaluated (expected), 20);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), deid_result_get_n_evaluated (expected));
  ck_assert (deid_result_is_proven_optimal (result));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("parallel");
  TCase *tcase = tcase_create ("several threads");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, any_number_of_threads, 0, 2);
  tcase_add_test (tcase, step_limits);
  tcase_add_test (tcase, time_limits);
  tcase_add_test (tcase, cancelled_by_thread);
  tcase_add_test (tcase, progress);
  tcase_add_test (tcase, cancelled_by_progress);
  tcase_add_test (tcase, optimum_below_top);
  tcase_add_test (tcase, rows_of_large_table);
  suite_add_tcase (suite, tcase);
  return suite;
}
