/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a result tells of the search of a host that found it: bounds, proofs and the trajectory of
 * the best loss; and several threads that run one search. */
#include "support/suite.h"

#include <math.h>

#include "support/own-search.h"
#include "support/result-figures.h"
#include "support/search-problem.h"

#define N_ROWS    60
#define N_THREADS 4

/* Evaluates a number of random policies, and then the top. */
typedef struct
{
  guint n_policies;
  guint n_improvements; /* seen on the way */
  double losses[64];    /* of these, as far as there is room */
  guint64 n_evaluated[64];
} Wanderer;

static void
note_improvement (Wanderer *wanderer, double loss, guint64 n_evaluated)
{
  if (wanderer->n_improvements < G_N_ELEMENTS (wanderer->losses))
    {
      wanderer->losses[wanderer->n_improvements] = loss;
      wanderer->n_evaluated[wanderer->n_improvements] = n_evaluated;
    }
  wanderer->n_improvements++;
}

static gboolean
wander (DeidSearchContext *context, gpointer user_data, GError **error G_GNUC_UNUSED)
{
  Wanderer *wanderer = user_data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  double best = INFINITY;

  for (guint i = 0; i <= wanderer->n_policies; i++)
    {
      const guint rank = i < wanderer->n_policies ? (guint) g_rand_int_range (rand, 0, N_POLICIES)
                                                  : N_POLICIES - 1;

      ck_assert (evaluate_rank (context, rank));
      if (deid_search_context_get_loss (context) < best)
        {
          best = deid_search_context_get_loss (context);
          note_improvement (wanderer, best, i + 1);
        }
    }
  return TRUE;
}

static void
check_trajectory (DeidResult *result)
{
  const double search = get_figure (result, "search-seconds");
  const guint64 n = count_improvements (result);

  ck_assert_uint_gt (n, 0);
  for (guint64 i = 0; i < n; i++)
    {
      const double seconds = get_improvement (result, "improvement-seconds", i);

      ck_assert (seconds >= 0 && seconds <= search);
      if (i == 0)
        continue;
      ck_assert (seconds >= get_improvement (result, "improvement-seconds", i - 1));
      ck_assert (get_improvement (result, "improvement-losses", i)
                 < get_improvement (result, "improvement-losses", i - 1));
      ck_assert_uint_gt ((guint64) get_improvement (result, "improvement-evaluations", i),
                         (guint64) get_improvement (result, "improvement-evaluations", i - 1));
    }
  ck_assert (get_improvement (result, "improvement-losses", n - 1)
             == deid_result_get_loss (result));
  ck_assert_uint_le ((guint64) get_improvement (result, "improvement-evaluations", n - 1),
                     deid_result_get_n_evaluated (result));
}

/* Of one thread, what is not evaluation is bookkeeping. */
static void
check_phases (DeidResult *result)
{
  const double search = get_figure (result, "search-seconds");
  const double evaluate = get_figure (result, "evaluate-seconds");
  const double bookkeeping = get_figure (result, "bookkeeping-seconds");

  ck_assert (evaluate >= 0 && bookkeeping >= 0);
  ck_assert (fabs (evaluate + bookkeeping - search) <= 1e-6);
}

START_TEST (trajectory)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0.5);
  Wanderer wanderer = { .n_policies = 500 };
  g_autoptr (DeidSearch) search = own_search_new (wander, &wanderer);
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);

  check_result (result, problem);
  check_trajectory (result);
  check_phases (result);
  ck_assert (get_figure (result, "evaluate-seconds") > 0);
  ck_assert (wanderer.n_improvements > 2
             && wanderer.n_improvements <= G_N_ELEMENTS (wanderer.losses));
  ck_assert_uint_eq (count_improvements (result), wanderer.n_improvements);
  for (guint i = 0; i < wanderer.n_improvements; i++)
    {
      ck_assert (get_improvement (result, "improvement-losses", i) == wanderer.losses[i]);
      ck_assert_uint_eq ((guint64) get_improvement (result, "improvement-evaluations", i),
                         wanderer.n_evaluated[i]);
    }
  for (guint p = 0; p < 2; p++)
    {
      ck_assert_uint_eq (get_property_figure (result, p, "inserts"), 0);
      ck_assert_uint_eq (get_property_figure (result, p, "queries"), 0);
      ck_assert_uint_eq (get_property_figure (result, p, "hits"), 0);
      ck_assert_uint_eq (get_property_figure (result, p, "kept"), 0);
      ck_assert_uint_eq (get_property_figure (result, p, "max-kept"), 0);
      ck_assert_uint_eq (get_property_figure (result, p, "bytes"), 0);
    }
}
END_TEST

/* The searches of the library keep the same statistics. */
START_TEST (trajectory_of_the_library)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0.1);
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);

  check_trajectory (result);
  check_phases (result);
}
END_TEST

static char *
describe (gpointer user_data)
{
  return g_strdup (user_data);
}

/* By the discernibility metric, in steps: many sums make one loss. */
static gboolean
cost_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED,
            gpointer user_data G_GNUC_UNUSED, guint64 *cost, GError **error G_GNUC_UNUSED)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  *cost = n * (deid_class_is_suppressed (eq_class) ? N_ROWS : n);
  return TRUE;
}

static gboolean
finish_in_steps (const DeidCostSum *sum, gpointer state G_GNUC_UNUSED, gpointer width, double *loss,
                 GError **error G_GNUC_UNUSED)
{
  *loss = floor (deid_cost_sum_get_value (sum) / *(const double *) width);
  return TRUE;
}

/* Only a smaller loss is an improvement, not what is smaller before it becomes a loss. */
START_TEST (equal_losses)
{
  double widths[] = { 500, 1e9 };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0.5);
  g_autoptr (DeidQualityModel) quality = NULL;
  Wanderer wanderer = { .n_policies = 500 };
  g_autoptr (DeidSearch) search = own_search_new (wander, &wanderer);
  g_autoptr (DeidResult) result = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "steps", NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, NULL, NULL);
  deid_quality_model_funcs_set_finish (funcs, finish_in_steps, &widths[_i], NULL);
  quality = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  result = run_search (search, problem, NULL);
  check_trajectory (result);
  ck_assert_uint_eq (count_improvements (result), wanderer.n_improvements);
  ck_assert (_i == 0 ? wanderer.n_improvements > 1 : wanderer.n_improvements == 1);
}
END_TEST

/* Evaluates the top, and claims bounds and perhaps a proof. */
typedef struct
{
  double bounds[3];
  gboolean declares;
} Claims;

static gboolean
claim (DeidSearchContext *context, gpointer user_data, GError **error G_GNUC_UNUSED)
{
  const Claims *claims = user_data;

  deid_search_context_raise_lower_bound (context, claims->bounds[0]);
  ck_assert (evaluate_rank (context, N_POLICIES - 1));
  for (guint i = 1; i < G_N_ELEMENTS (claims->bounds); i++)
    deid_search_context_raise_lower_bound (context, claims->bounds[i]);
  if (claims->declares)
    deid_search_context_declare_optimal (context);
  return TRUE;
}

static void
see_bound (DeidProgress *progress, gpointer user_data)
{
  *(double *) user_data = deid_progress_get_lower_bound (progress);
}

/* The loss of the top is 1, so that a bound is the gap's other part. A bound above the loss says
 * that nothing better is to be found. */
START_TEST (claimed_bounds)
{
  const double nan = (double) NAN, inf = (double) INFINITY;
  const struct
  {
    Claims claims;
    double bound;
    gboolean is_proof;
  } cases[] = {
    { { { 0, 0, 0 }, FALSE }, 0, FALSE },
    { { { 0.25, 0, 0.125 }, FALSE }, 0.25, FALSE },
    { { { 0.25, 0.5, 0.125 }, FALSE }, 0.5, FALSE },
    { { { 0.25, nan, 0.5 }, FALSE }, 0.5, FALSE },
    { { { nan, nan, nan }, FALSE }, 0, FALSE },
    { { { nan, 0.25, nan }, FALSE }, 0.25, FALSE },
    { { { -1, -inf, -0.5 }, FALSE }, 0, FALSE },
    { { { 0, 0.25, 1 }, FALSE }, 1, TRUE },
    { { { 0, 7, 0.25 }, FALSE }, 1, TRUE },
    { { { inf, 0.25, nan }, FALSE }, 1, TRUE },
    { { { 0, 0, 0 }, TRUE }, 1, TRUE },
    { { { 0.25, nan, inf }, TRUE }, 1, TRUE },
  };
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidSearch) search = own_search_new (claim, (gpointer) &cases[i].claims);
      g_autoptr (DeidResult) result = NULL;
      double seen = nan;

      ck_assert (deid_search_set_progress_func (search, see_bound, &seen, NULL, NULL));
      result = run_search (search, problem, NULL);
      ck_assert (deid_result_get_loss (result) == 1);
      ck_assert_msg (deid_result_get_lower_bound (result) == cases[i].bound, "case %u: %g", i,
                     deid_result_get_lower_bound (result));
      ck_assert (deid_result_get_gap (result) == 1 - cases[i].bound);
      ck_assert (deid_result_is_proven_optimal (result) == cases[i].is_proof);
      ck_assert_uint_eq (count_pruned (result), cases[i].is_proof ? N_POLICIES - 1 : 0);
      ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_COMPLETE);
      ck_assert (seen <= 1 && (cases[i].claims.declares || seen == cases[i].bound));
    }
}
END_TEST

/* The library cannot check what an algorithm declares, but what rests on it must not be believed.
 */
START_TEST (false_declaration)
{
  Claims claims = { { 0, 0, 0 }, TRUE };
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0.1);
  g_autoptr (DeidSearch) search = own_search_new (claim, &claims);
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);
  const char *path = get_temporary_file ("false.cert");
  GError *error = NULL;

  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert (!deid_result_write_certificate (result, path, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the policy is not the optimum",
                NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}
END_TEST

static gboolean
walk_twice (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED,
            GError **error G_GNUC_UNUSED)
{
  for (guint rank = 2 * N_POLICIES; rank-- > 0;)
    if (!evaluate_rank (context, rank % N_POLICIES))
      return TRUE;
  deid_search_context_declare_optimal (context);
  return TRUE;
}

/* A policy that is evaluated twice counts twice, but no more are pruned than there are. */
START_TEST (evaluated_twice)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0.1);
  g_autoptr (DeidSearch) search = own_search_new (walk_twice, NULL);
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);

  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 2 * N_POLICIES);
  ck_assert_uint_eq (count_pruned (result), 0);
  ck_assert (deid_result_is_proven_optimal (result));
}
END_TEST

/* Walks down from a rank that all threads are given, for as long as it may. */
static gboolean
walk_down (DeidSearchContext *context, gpointer first_rank, GError **error G_GNUC_UNUSED)
{
  for (guint rank = *(const guint *) first_rank + 1; rank-- > 0;)
    if (!evaluate_rank (context, rank))
      return TRUE;
  deid_search_context_declare_optimal (context);
  return TRUE;
}

typedef struct
{
  DeidSearch *search;
  DeidProblem *problem;
  DeidResult *result;
} Job;

static gpointer
do_job (gpointer data)
{
  Job *job = data;

  job->result = deid_search_run (job->search, job->problem, NULL, NULL);
  return NULL;
}

/* A search that several threads run at a time finds what each of them would find alone. */
START_TEST (threads)
{
  guint first_rank = N_POLICIES - 1;
  g_autoptr (DeidSearch) search = own_search_new (walk_down, &first_rank);
  GThread *running[N_THREADS];
  Job jobs[N_THREADS];

  ck_assert (deid_search_set_step_limit (search, count_trials (2000), NULL));
  for (guint i = 0; i < N_THREADS; i++)
    jobs[i] = (Job){ search, make_problem (N_ROWS + i, 2 + i, 0.1), NULL };
  for (guint i = 0; i < N_THREADS; i++)
    running[i] = g_thread_new ("search", do_job, &jobs[i]);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (running[i]);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_autoptr (DeidResult) alone = run_search (search, jobs[i].problem, NULL);

      ck_assert_ptr_nonnull (jobs[i].result);
      check_trajectory (jobs[i].result);
      ck_assert_int_eq (deid_policy_compare (deid_result_get_policy (jobs[i].result),
                                             deid_result_get_policy (alone)),
                        0);
      ck_assert (deid_result_get_loss (jobs[i].result) == deid_result_get_loss (alone));
      ck_assert_uint_eq (deid_result_get_n_evaluated (jobs[i].result),
                         deid_result_get_n_evaluated (alone));
      deid_result_unref (jobs[i].result);
      deid_problem_unref (jobs[i].problem);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("statistics of searches");
  TCase *tcase = tcase_create ("searches of a host");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, trajectory);
  tcase_add_loop_test (tcase, trajectory_of_the_library, 0, 2);
  tcase_add_loop_test (tcase, equal_losses, 0, 2);
  tcase_add_test (tcase, claimed_bounds);
  tcase_add_test (tcase, false_declaration);
  tcase_add_test (tcase, evaluated_twice);
  tcase_add_test (tcase, threads);
  suite_add_tcase (suite, tcase);
  return suite;
}
