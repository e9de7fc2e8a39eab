/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches of several threads with allocations and with a model that fail, and what each thread
 * does. */
#include "support/suite.h"

#include "support/failing-search.h"

#include <deid/deid-extend.h>

#define N_THREADS 3

START_TEST (memory)
{
  g_autoptr (DeidProblem) problem = make_skewed_problem (_i == 0 ? "k:3" : "k:2;el:1.2");
  g_autoptr (DeidSearch) search = make_search_of_threads (N_THREADS);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

START_TEST (memory_with_population)
{
  g_autoptr (DeidProblem) problem = make_skewed_problem_with_population ();
  g_autoptr (DeidSearch) search = make_search_of_threads (N_THREADS);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

static gint n_verdicts_left; /* atomic */
static guint n_prepared, n_finished;

static char *
describe (gpointer data)
{
  return g_strdup (data);
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) input;
  (void) data;
  (void) error;
  n_prepared++;
  *state = g_malloc (1);
  return TRUE;
}

static void
finish (gpointer state, gpointer data)
{
  (void) data;
  n_finished++;
  g_free (state);
}

static gboolean
accept_until (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  (void) state;
  (void) data;
  if (g_atomic_int_add (&n_verdicts_left, -1) > 0)
    {
      *passes = deid_class_get_n_records (eq_class) >= 3;
      return TRUE;
    }
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the model gives up");
  *passes = FALSE;
  return TRUE;
}

/* A superset-closed model of class size that several threads may ask. */
static DeidProblem *
make_problem_with (const char *name, DeidJudgeFunc accept, gboolean is_prepared)
{
  static const char *const sensitive[] = { "s", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  DeidProblem *problem = make_skewed_problem ("k:1");

  deid_privacy_model_funcs_set_describe (funcs, describe, (gpointer) name, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, is_prepared ? prepare : NULL, NULL, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, is_prepared ? finish : NULL, NULL, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  model = deid_privacy_model_new (funcs, NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

/* Returns: how many verdicts a run asks for. */
static gint
count_verdicts (DeidProblem *problem, DeidSearch *search)
{
  g_autoptr (DeidResult) result = NULL;

  g_atomic_int_set (&n_verdicts_left, G_MAXINT);
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  return G_MAXINT - g_atomic_int_get (&n_verdicts_left);
}

/* The error of a model is that of the run, though there are solutions by then. What was prepared
 * stays that of the problem. Threads do not always ask for as many verdicts, so that a run may need
 * no more than the model gives. */
START_TEST (failing_model)
{
  DeidProblem *problem = make_problem_with ("failing", accept_until, TRUE);
  g_autoptr (DeidSearch) search = make_search_of_threads (_i == 0 ? 1 : N_THREADS);
  const guint n_before = n_prepared;
  const gint n_verdicts = count_verdicts (problem, search);
  const gint n_trials = (gint) count_trials (200);
  gint n_failures = 0;

  for (gint trial = 0; trial < n_trials; trial++)
    {
      const gint n = (gint) ((gint64) n_verdicts * trial * 8 / n_trials / 10);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      g_atomic_int_set (&n_verdicts_left, n);
      result = deid_search_run (search, problem, NULL, &error);
      if (g_atomic_int_get (&n_verdicts_left) >= 0)
        ck_assert_ptr_nonnull (result);
      else
        {
          ck_assert_ptr_null (result);
          assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the model gives up", NULL);
          n_failures++;
        }
      ck_assert_uint_eq (n_prepared, n_finished + 1);
    }
  ck_assert_int_gt (n_failures, _i == 0 ? n_trials - 1 : n_trials / 4);
  ck_assert_int_gt (n_verdicts, 1000);
  ck_assert_uint_eq (n_prepared, n_before + 1);
  deid_problem_unref (problem);
  ck_assert_uint_eq (n_prepared, n_finished);
}
END_TEST

static GThread *caller;
static gint n_verdicts_of_caller, n_verdicts_of_others; /* atomic */

static gboolean
accept_slowly (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
               GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  g_atomic_int_inc (g_thread_self () == caller ? &n_verdicts_of_caller : &n_verdicts_of_others);
  g_usleep (1);
  *passes = deid_class_get_n_records (eq_class) >= 3;
  return TRUE;
}

/* While the caller has something to do, so has the other thread. */
START_TEST (shared_work)
{
  g_autoptr (DeidProblem) problem = make_problem_with ("slow", accept_slowly, FALSE);
  g_autoptr (DeidSearch) search = make_search_of_threads (2);
  g_autoptr (DeidResult) result = NULL;

  caller = g_thread_self ();
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_int_gt (n_verdicts_of_caller, 1000);
  ck_assert_int_gt (n_verdicts_of_others, 100);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("failures");
  TCase *tcase = tcase_create ("failures in a search");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, memory, 0, 2);
  tcase_add_test (tcase, memory_with_population);
  tcase_add_loop_test (tcase, failing_model, 0, 2);
  tcase_add_test (tcase, shared_work);
  suite_add_tcase (suite, tcase);
  return suite;
}
