/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches for a proven optimum of lattices with cuts that are cut short, cancelled or fail at any
 * moment: what they have found by then holds. */
#include "support/suite.h"

#include <math.h>

#include "support/failing-allocations.h"
#include "support/host-quality.h"
#include "support/random-cuts.h"

#define MAX_POLICIES 512

static DeidResult *
search_by (const char *name, DeidProblem *problem, guint n_threads, guint64 limit,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (name, NULL);

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  if (limit > 0)
    ck_assert (deid_search_set_step_limit (search, limit, NULL));
  return deid_search_run (search, problem, cancellable, error);
}

static DeidResult *
search (DeidProblem *problem, guint n_threads, guint64 limit, GCancellable *cancellable,
        GError **error)
{
  return search_by ("optimal", problem, n_threads, limit, cancellable, error);
}

static void
assert_same_levels (DeidResult *result, DeidResult *best)
{
  const DeidPolicy *policy = deid_result_get_policy (result);
  const guint n = deid_lattice_get_n_dimensions (deid_policy_get_lattice (policy));

  for (guint d = 0; d < n; d++)
    ck_assert_uint_eq (deid_policy_get_level (policy, d),
                       deid_policy_get_level (deid_result_get_policy (best), d));
}

/* What holds of the result of any run, given the best policy. */
static void
check_claims (DeidResult *result, DeidResult *best)
{
  const double bound = deid_result_get_lower_bound (result), least = deid_result_get_loss (best);

  ck_assert (bound <= least);
  ck_assert (deid_result_get_loss (result) >= least);
  if (!deid_result_is_proven_optimal (result))
    return;
  ck_assert (bound == least);
  assert_same_levels (result, best);
}

/* Returns: (transfer full): a random problem; half of them limit blocks. */
static DeidProblem *
make_problem (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed), limits = g_rand_new_with_seed (seed);

  return make_limited_cuts (rand, seed % 2 > 0 ? limits : NULL, MAX_POLICIES, NULL);
}

/* Runs with step limits up to one that is not reached: by one thread a longer run claims
 * no less. */
static guint
check_limits (DeidProblem *problem, DeidResult *best)
{
  double last_bound = -1, last_loss = INFINITY;
  guint n_results = 0;

  for (guint64 limit = 1;; limit += 1 + limit / 8)
    {
      GError *error = NULL;
      g_autoptr (DeidResult) result = search (problem, 1, limit, NULL, &error);
      g_autoptr (DeidResult) other = search (problem, 3, limit, NULL, NULL);

      if (other != NULL)
        check_claims (other, best);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
          continue;
        }
      n_results++;
      check_claims (result, best);
      ck_assert_double_ge (deid_result_get_lower_bound (result), last_bound);
      ck_assert_double_le (deid_result_get_loss (result), last_loss);
      last_bound = deid_result_get_lower_bound (result);
      last_loss = deid_result_get_loss (result);
      if (deid_result_is_proven_optimal (result))
        return n_results;
    }
}

START_TEST (step_limits)
{
  const guint n_trials = count_trials (400);
  guint n_results = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidProblem) problem = make_problem (trial);
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidResult) best = deid_search_run (exhaustive, problem, NULL, NULL);

      if (best != NULL)
        n_results += check_limits (problem, best);
    }
  ck_assert_uint_gt (n_results, n_trials);
}
END_TEST

START_TEST (no_time)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidProblem) problem = make_random_cuts (rand, MAX_POLICIES, "loss:arith");
  g_autoptr (DeidSearch) hasty = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert (deid_search_set_time_limit (hasty, 1e-9, NULL));
  ck_assert_ptr_null (deid_search_run (hasty, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, "time", NULL);
}
END_TEST

/* What a model of a host does at one of its calls: it fails, or it cancels the run. */
typedef struct
{
  gint fail_at; /* the number, from 1, of the call */
  gint n_calls;
  GCancellable *cancellable; /* or NULL */
} Own;

static gboolean
accept (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer data, gboolean *passes,
        GError **error)
{
  Own *own = data;

  *passes = deid_class_get_n_records (eq_class) >= 2;
  if (g_atomic_int_add (&own->n_calls, 1) + 1 != own->fail_at)
    return TRUE;
  if (own->cancellable != NULL)
    g_cancellable_cancel (own->cancellable);
  else
    g_set_error (error, HOST_ERROR, HOST_ERROR_CODE, "call %d", own->fail_at);
  return own->cancellable != NULL;
}

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("own");
}

static void
add_own_model (DeidProblem *problem, Own *own, gboolean size_only)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  GError *error = NULL;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, own, NULL);
  deid_privacy_model_funcs_set_size_only (funcs, size_only);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
}

/* Calls in turn, up to the last one. */
static void
check_calls (DeidProblem *problem, Own *own, DeidResult *best, gboolean cancels)
{
  for (own->fail_at = 1;; own->fail_at += 1 + own->fail_at / 16)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      own->cancellable = cancels ? cancellable : NULL;
      own->n_calls = 0;
      result = search (problem, 1 + (guint) own->fail_at % 2, 0, cancellable, &error);
      if (own->n_calls < own->fail_at)
        {
          ck_assert (deid_result_is_proven_optimal (result));
          check_claims (result, best);
          return;
        }
      if (result != NULL)
        check_claims (result, best);
      else if (cancels)
        assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      else
        assert_error (&error, HOST_ERROR, HOST_ERROR_CODE, "call", NULL);
      ck_assert (cancels || result == NULL);
    }
}

START_TEST (model_at_a_call)
{
  const guint n_trials = count_trials (60);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidProblem) problem = make_problem (trial);
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidResult) best = NULL;
      Own own = { .fail_at = 0 };

      add_own_model (problem, &own, trial % 2 == 0);
      best = deid_search_run (exhaustive, problem, NULL, NULL);
      if (best != NULL)
        check_calls (problem, &own, best, trial / 2 % 2 == 0);
    }
}
END_TEST

/* Allocations in turn fail, all of the first ones. */
static void
check_allocations (const char *name, guint32 seed, guint n_threads, DeidResult *best)
{
  for (gint n = 0;; n += 1 + n / 32)
    {
      g_autoptr (DeidProblem) problem = make_problem (seed);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;
      gint left;

      g_atomic_int_set (&n_allocations_left, n);
      result = search_by (name, problem, n_threads, 0, NULL, &error);
      left = g_atomic_int_get (&n_allocations_left);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (result != NULL)
        check_claims (result, best);
      if (left >= 0)
        {
          ck_assert (deid_result_is_proven_optimal (result) || !g_str_equal (name, "optimal"));
          return;
        }
      if (result == NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
    }
}

START_TEST (allocations)
{
  static const char *const names[] = { "optimal", "coordinate-descent:1" };
  const guint n_trials = MAX (count_trials (40), 4);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint32 seed = 100 + trial;
      g_autoptr (DeidProblem) problem = make_problem (seed);
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidResult) best = deid_search_run (exhaustive, problem, NULL, NULL);

      if (best != NULL)
        check_allocations (names[_i], seed, 1 + trial % 3, best);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-failures");
  TCase *tests = tcase_create ("runs");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, step_limits);
  tcase_add_test (tests, no_time);
  tcase_add_test (tests, model_at_a_call);
  tcase_add_loop_test (tests, allocations, 0, 2);
  suite_add_tcase (suite, tests);
  return suite;
}
