/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Time limits, cancellation and progress, on tables that take a while. With k = 1 every policy is a
 * solution, so that there is one however slow the machine is. */
#include "support/search-problem.h"

#include <deid/deid-extend.h>
#include <math.h>

START_TEST (test_time_limit)
{
  g_autoptr (DeidProblem) problem = make_problem (100000, 1, 0);
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  g_autoptr (DeidSearch) hasty = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL;
  const double refused[] = { 0, -1, (double) NAN };
  GError *error = NULL;
  double limit = 0.5; /* seconds */
  gint64 start;
  double used;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      ck_assert (!deid_search_set_time_limit (search, refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
  ck_assert (deid_search_set_time_limit (search, 1e300, NULL));
  ck_assert (deid_search_set_time_limit (search, (double) INFINITY, NULL));
  do
    {
      ck_assert (deid_search_set_time_limit (search, limit, NULL));
      start = g_get_monotonic_time ();
      used = get_seconds ();
      result = deid_search_run (search, problem, NULL, NULL);
      limit *= 4; /* a busy machine may not have judged a policy */
    }
  while (result == NULL && limit < 100);
  ck_assert_ptr_nonnull (result);
  ck_assert_double_ge ((double) (g_get_monotonic_time () - start), limit / 4 * G_USEC_PER_SEC);
  ck_assert_double_lt (get_seconds () - used, 20 + limit);
  check_result (result, problem);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_TIME_LIMIT);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert_uint_gt (deid_result_get_n_evaluated (result), 0);
  ck_assert_uint_lt (deid_result_get_n_evaluated (result), N_POLICIES);

  ck_assert (deid_search_set_time_limit (hasty, 1e-9, NULL));
  ck_assert_ptr_null (deid_search_run (hasty, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, "time", NULL);
}
END_TEST

START_TEST (test_cancelled_before)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_problem_evaluate (problem, top, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  g_cancellable_reset (cancellable);
  result = run_search (search, problem, cancellable);
  ck_assert (deid_result_is_proven_optimal (result));
}
END_TEST

/* What a progress function saw. */
typedef struct
{
  GCancellable *cancellable; /* cancelled by the third call */
  GThread *thread;
  guint n_calls;
  gboolean had_solution;
  double loss;
  double lower_bound;
  double share_settled;
  double share_done;
  double seconds;
  guint64 n_evaluated;
  DeidProgress *kept;
} Watch;

static void
watch (DeidProgress *progress, gpointer data)
{
  Watch *seen = data;
  double loss;
  const gboolean has_solution = deid_progress_get_loss (progress, &loss);
  const double lower_bound = deid_progress_get_lower_bound (progress);
  const double share_settled = deid_progress_get_share_settled (progress);

  ck_assert_ptr_eq (g_thread_self (), seen->thread);
  ck_assert (has_solution == (isfinite (loss) != 0));
  ck_assert (has_solution || !seen->had_solution);
  if (seen->n_calls > 0)
    {
      ck_assert (loss <= seen->loss);
      ck_assert_double_ge (lower_bound, seen->lower_bound);
      ck_assert_double_ge (share_settled, seen->share_settled);
      ck_assert_double_ge (deid_progress_get_share_done (progress), seen->share_done);
      ck_assert_double_ge (deid_progress_get_seconds (progress), seen->seconds);
      ck_assert_uint_ge (deid_progress_get_n_evaluated (progress), seen->n_evaluated);
    }
  ck_assert (lower_bound <= loss);
  ck_assert (share_settled >= 0 && share_settled <= 1);
  seen->had_solution = has_solution;
  seen->loss = loss;
  seen->lower_bound = lower_bound;
  seen->share_settled = share_settled;
  seen->share_done = deid_progress_get_share_done (progress);
  seen->seconds = deid_progress_get_seconds (progress);
  seen->n_evaluated = deid_progress_get_n_evaluated (progress);
  if (++seen->n_calls == 3)
    {
      seen->kept = deid_progress_ref (progress);
      g_cancellable_cancel (seen->cancellable);
    }
}

START_TEST (test_cancelled_by_progress)
{
  g_autoptr (DeidProblem) problem = make_problem (100000, _i == 0 ? 3 : 1, 0.5);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidResult) result = NULL;
  Watch seen = { .cancellable = cancellable, .thread = g_thread_self () };

  ck_assert (deid_search_set_progress_func (search, watch, &seen, NULL, NULL));
  result = run_search (search, problem, cancellable);
  check_result (result, problem);
  ck_assert_uint_eq (seen.n_calls, 4); /* the last one tells of the end */
  ck_assert_double_ge (seen.seconds, 0.3);
  ck_assert_double_lt (seen.seconds, 30);
  ck_assert (seen.had_solution);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_CANCELLED);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert (deid_result_get_loss (result) == seen.loss);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), seen.n_evaluated);
  ck_assert_uint_eq (deid_progress_get_n_evaluated (seen.kept), seen.n_evaluated);
  deid_progress_unref (seen.kept);
}
END_TEST

/* A thread that cancels a run once a solution was found. */
typedef struct
{
  GCancellable *cancellable;
  GMutex mutex;
  GCond cond;
  gboolean has_solution;
  double cancelled; /* when */
} Canceller;

static void
tell_solution (DeidProgress *progress, gpointer data)
{
  Canceller *canceller = data;
  double loss;

  if (!deid_progress_get_loss (progress, &loss))
    return;
  g_mutex_lock (&canceller->mutex);
  canceller->has_solution = TRUE;
  g_cond_signal (&canceller->cond);
  g_mutex_unlock (&canceller->mutex);
}

static gpointer
cancel_at_solution (gpointer data)
{
  Canceller *canceller = data;

  g_mutex_lock (&canceller->mutex);
  while (!canceller->has_solution)
    g_cond_wait (&canceller->cond, &canceller->mutex);
  g_mutex_unlock (&canceller->mutex);
  g_cancellable_cancel (canceller->cancellable);
  canceller->cancelled = get_seconds ();
  return NULL;
}

/* The header promises 100 ms; sanitizers need more. */
START_TEST (test_cancelled_by_thread)
{
  g_autoptr (DeidProblem) problem = make_problem (150000, 1, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL;
  Canceller canceller = { .cancellable = cancellable };
  GThread *thread = g_thread_new ("cancel", cancel_at_solution, &canceller);
  double end;

  ck_assert (deid_search_set_progress_func (search, tell_solution, &canceller, NULL, NULL));
  result = run_search (search, problem, cancellable);
  end = get_seconds ();
  g_thread_join (thread);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_CANCELLED);
  ck_assert_double_lt (end - canceller.cancelled, 10);
  check_result (result, problem);
}
END_TEST

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("slow");
}

/* What costs classes, and is cancelled by the first of them. */
typedef struct
{
  GCancellable *cancellable;
  guint n_calls;
} SlowCosts;

static gboolean
cost_class (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *cost, GError **error)
{
  SlowCosts *costs = data;

  (void) eq_class;
  (void) state;
  (void) error;
  costs->n_calls++;
  g_cancellable_cancel (costs->cancellable);
  *cost = 1;
  return TRUE;
}

/* A host may take its time for a class, so that few of them follow. */
START_TEST (test_cancelled_by_costs)
{
  g_autoptr (DeidProblem) problem = make_problem (2000, 1, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidQualityModel) model = NULL;
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  SlowCosts costs = { .cancellable = cancellable };
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, &costs, NULL);
  model = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_uint_le (costs.n_calls, 64);
}
END_TEST

#define N_CHEAP 11
#define N_DEAR  60

/* Cancels once the search has asked for many bounds and evaluated nothing in between. */
typedef struct
{
  GCancellable *cancellable;
  guint n_asked;           /* since the last evaluation */
  guint n_asked_cancelled; /* since the cancellation */
  gulong delay;            /* what a bound takes, in microseconds */
  gboolean by_progress;    /* the progress function cancelled, which waits for fewer bounds */
} Bounds;

static gboolean
cost_one (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *cost, GError **error)
{
  (void) eq_class;
  (void) state;
  (void) error;
  ((Bounds *) data)->n_asked = 0;
  *cost = 1;
  return TRUE;
}

/* What any class costs where a dear attribute is generalized, and else nothing. */
static gboolean
bound_by_dear (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *bound,
               GError **error)
{
  Bounds *bounds = data;
  guint n_attributes;
  const guint *levels = deid_class_get_levels (eq_class, &n_attributes);

  (void) state;
  (void) error;
  if (g_cancellable_is_cancelled (bounds->cancellable))
    bounds->n_asked_cancelled++;
  else if (++bounds->n_asked == 20000)
    g_cancellable_cancel (bounds->cancellable);
  if (bounds->delay > 0)
    g_usleep (bounds->delay);
  *bound = 0;
  for (guint a = N_CHEAP; a < n_attributes; a++)
    *bound = MAX (*bound, levels[a]);
  return TRUE;
}

static void
cancel_after_bounds (DeidProgress *progress, gpointer data)
{
  Bounds *bounds = data;

  (void) progress;
  if (bounds->n_asked < 2000 || g_cancellable_is_cancelled (bounds->cancellable))
    return;
  bounds->by_progress = TRUE;
  g_cancellable_cancel (bounds->cancellable);
}

static DeidLattice *
make_wide_lattice (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  const gint64 values[] = { 1, 1 };
  DeidLattice *lattice;

  for (guint a = 0; a < N_CHEAP + N_DEAR; a++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", a);

      ck_assert (deid_dataset_add_integer_column (dataset, name, values, 2, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_CHEAP + N_DEAR; a++)
    ck_assert (deid_lattice_add_quasi_identifier (
        lattice, deid_dataset_get_column_name (dataset, a), hierarchy, NULL, NULL));
  return lattice;
}

/* The bottom is as good as any policy, which the bounds of those with dear attributes tell. Flash
 * looks for others on the higher levels, from one combination of cheap attributes to the next. The
 * second time it is the progress function that cancels meanwhile. */
START_TEST (test_cancelled_by_bounds)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Bounds bounds = { .cancellable = cancellable, .delay = _i == 1 ? 50 : 0 };
  g_autoptr (DeidLattice) lattice = make_wide_lattice ();
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidQualityModel) model = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_flash ();
  g_autoptr (DeidResult) result = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_one, &bounds, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, bound_by_dear, &bounds, NULL);
  model = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_search_set_progress_func (search, _i == 1 ? cancel_after_bounds : NULL, &bounds,
                                            NULL, NULL));
  result = run_search (search, problem, cancellable);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_CANCELLED);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert (bounds.by_progress == (_i == 1));
  ck_assert_uint_le (bounds.n_asked_cancelled, 1100);
}
END_TEST

#define N_QUEUED 600

/* What the table costs, and a bound that is above it unless the last attribute alone is
 * generalized. The first solution cancels. */
static gboolean
cost_ten (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *cost, GError **error)
{
  if (!deid_class_is_suppressed (eq_class))
    g_cancellable_cancel (((Bounds *) data)->cancellable);
  *cost = deid_class_is_suppressed (eq_class) ? 10 : 1;
  (void) eq_class;
  (void) state;
  (void) error;
  return TRUE;
}

static gboolean
bound_by_first (const DeidClass *eq_class, gpointer state, gpointer data, guint64 *bound,
                GError **error)
{
  Bounds *bounds = data;
  guint n_attributes;
  const guint *levels = deid_class_get_levels (eq_class, &n_attributes);

  (void) state;
  (void) error;
  bounds->n_asked_cancelled += g_cancellable_is_cancelled (bounds->cancellable) ? 1 : 0;
  *bound = 0;
  for (guint a = 0; a + 1 < n_attributes && *bound == 0; a++)
    *bound = levels[a] > 0 ? 2 : 0;
  return TRUE;
}

/* Two records that differ in the last attribute. */
static DeidLattice *
make_queued_lattice (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  DeidLattice *lattice;

  for (guint a = 0; a < N_QUEUED; a++)
    {
      const gint64 values[] = { 1, a + 1 < N_QUEUED ? 1 : 2 };
      g_autofree char *name = g_strdup_printf ("a%u", a);

      ck_assert (deid_dataset_add_integer_column (dataset, name, values, 2, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_QUEUED; a++)
    ck_assert (deid_lattice_add_quasi_identifier (
        lattice, deid_dataset_get_column_name (dataset, a), hierarchy, NULL, NULL));
  return lattice;
}

/* Of the direct generalizations of the bottom the last one is a solution, which no other one can
 * equal. Best-first takes them from its queue without evaluating anything. */
START_TEST (test_cancelled_in_queue)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Bounds bounds = { .cancellable = cancellable };
  g_autoptr (DeidLattice) lattice = make_queued_lattice ();
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidQualityModel) model = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_best_first ();
  g_autoptr (DeidResult) result = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_ten, &bounds, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, bound_by_first, &bounds, NULL);
  model = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  result = run_search (search, problem, cancellable);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_CANCELLED);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), N_QUEUED + 1);
  ck_assert_uint_le (bounds.n_asked_cancelled, 1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cancellation");
  TCase *tcase = tcase_create ("ends of runs");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_time_limit);
  tcase_add_loop_test (tcase, test_cancelled_before, 0, 2);
  tcase_add_loop_test (tcase, test_cancelled_by_progress, 1, 2);
  tcase_add_test (tcase, test_cancelled_by_thread);
  tcase_add_test (tcase, test_cancelled_by_costs);
  tcase_add_loop_test (tcase, test_cancelled_by_bounds, 0, 2);
  tcase_add_test (tcase, test_cancelled_in_queue);
  suite_add_tcase (suite, tcase);
  return suite;
}
