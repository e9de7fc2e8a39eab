/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The slots of searches, and how runs of a host's algorithm end. */
#include "support/suite.h"

#include "support/criticals.h"

#include <math.h>

#include "support/own-search.h"
#include "support/search-problem.h"
#include "support/result-figures.h"

#define N_ROWS    60

#define OWN_ERROR g_quark_from_static_string ("search-of-a-host")

static void
increment (gpointer user_data)
{
  ++*(guint *) user_data;
}

static char *
describe (gpointer user_data)
{
  return g_strdup (user_data);
}

static gboolean
do_nothing (DeidSearchContext *context G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
            GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

/* Data are destroyed when a slot is set anew, emptied, not taken, or with the slots; never twice.
 */
#define CHECK_SLOT(name)                                                                           \
  do                                                                                               \
    {                                                                                              \
      DeidSearchFuncs *funcs = deid_search_funcs_new ();                                           \
      guint n[5] = { 0 };                                                                          \
                                                                                                   \
      deid_search_funcs_set_##name (funcs, NULL, &n[0], increment);                                \
      ck_assert_uint_eq (n[0], 0);                                                                 \
      deid_search_funcs_set_##name (funcs, NULL, &n[1], increment);                                \
      ck_assert_uint_eq (n[0], 1);                                                                 \
      deid_search_funcs_set_##name (funcs, NULL, NULL, NULL);                                      \
      ck_assert_uint_eq (n[1], 1);                                                                 \
      deid_search_funcs_set_##name (funcs, NULL, &n[2], increment);                                \
      ck_assert_ptr_null (deid_search_new (funcs, NULL));                                          \
      deid_search_funcs_set_##name (funcs, NULL, &n[3], increment);                                \
      ck_assert (n[2] == 1 && n[3] == 0);                                                          \
      criticals_take ();                                                                           \
      deid_search_funcs_set_##name (NULL, NULL, &n[4], increment);                                 \
      ck_assert_uint_eq (criticals_take (), 1);                                                    \
      ck_assert_uint_eq (n[4], 1);                                                                 \
      deid_search_funcs_unref (funcs);                                                             \
      for (guint i = 0; i < G_N_ELEMENTS (n); i++)                                                 \
        ck_assert_uint_eq (n[i], 1);                                                               \
    }                                                                                              \
  while (0)

START_TEST (data_destroyed_once)
{
  GLogFunc handler = criticals_start ();

  CHECK_SLOT (describe);
  CHECK_SLOT (run);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

START_TEST (slots_of_a_search)
{
  GLogFunc handler = criticals_start ();
  DeidSearchFuncs *funcs = deid_search_funcs_new ();
  DeidSearch *search;
  g_autofree char *text = NULL;
  guint n[4] = { 0 };

  deid_search_funcs_set_describe (funcs, describe, (gpointer) "mine", NULL);
  deid_search_funcs_set_run (funcs, do_nothing, &n[0], increment);
  search = deid_search_new (funcs, NULL);
  text = deid_search_to_specification (search);
  ck_assert_str_eq (text, "mine");

  criticals_take ();
  deid_search_funcs_set_describe (funcs, describe, &n[1], increment);
  deid_search_funcs_set_run (funcs, do_nothing, &n[2], increment);
  deid_search_funcs_set_run (funcs, NULL, &n[3], increment);
  ck_assert_uint_eq (criticals_take (), 3);
  ck_assert (n[0] == 0 && n[1] == 1 && n[2] == 1 && n[3] == 1);

  deid_search_funcs_unref (funcs);
  ck_assert_uint_eq (n[0], 0);
  deid_search_unref (search);
  ck_assert_uint_eq (n[0], 1);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

static void
assert_refused (const char *name, DeidDescribeFunc describe_func, DeidSearchRunFunc run,
                const char *message)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();
  GError *error = NULL;

  deid_search_funcs_set_describe (funcs, describe_func, (gpointer) name, NULL);
  deid_search_funcs_set_run (funcs, run, NULL, NULL);
  ck_assert_ptr_null (deid_search_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, message, NULL);
}

START_TEST (refused_searches)
{
  static const char *const names[]
      = { NULL, "", ":1", "a@b", "\xff", "two\nlines", "a\tb", "\x7f", "\xc2\x85" };

  assert_refused ("mine", NULL, do_nothing, "slot describe is empty");
  assert_refused ("mine", describe, NULL, "slot run is empty");
  assert_refused ("mine", NULL, NULL, "slot describe is empty");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_refused (names[i], describe, do_nothing, "its specification");
}
END_TEST

/* What an algorithm that follows a plan does: it evaluates policies from the top downwards, then
 * ends in a way of its own. */
typedef struct
{
  guint n_policies;
  GError *error;     /* to end with, or NULL */
  gboolean declares; /* that the optimum is proven */
} Plan;

static gboolean
follow_plan (DeidSearchContext *context, gpointer user_data, GError **error)
{
  const Plan *plan = user_data;

  for (guint i = 0; i < plan->n_policies; i++)
    evaluate_rank (context, N_POLICIES - 1 - i);
  if (plan->declares)
    deid_search_context_declare_optimal (context);
  if (plan->error != NULL)
    g_propagate_error (error, g_error_copy (plan->error));
  return TRUE;
}

/* Those of the library are not taken for a stop that did not come. */
START_TEST (errors_of_the_algorithm)
{
  const struct
  {
    GQuark domain;
    int code;
  } cases[] = { { OWN_ERROR, 4711 },
                { G_IO_ERROR, G_IO_ERROR_CANCELLED },
                { DEID_ERROR, DEID_ERROR_LIMIT_REACHED },
                { DEID_ERROR, DEID_ERROR_NO_SOLUTION } };
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);

  for (guint i = 0; i < 4 * G_N_ELEMENTS (cases); i++)
    {
      Plan plan = { .n_policies = i % 2 == 0 ? 0 : 3, .declares = i % 4 >= 2 };
      g_autoptr (DeidSearch) search = own_search_new (follow_plan, &plan);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      GError *error = NULL;

      plan.error = g_error_new (cases[i / 4].domain, cases[i / 4].code, "exactly %u", i);
      ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
      ck_assert (g_error_matches (error, plan.error->domain, plan.error->code));
      ck_assert_str_eq (error->message, plan.error->message);
      g_error_free (error);
      g_error_free (plan.error);
    }
}
END_TEST

/* Where no solution was found, the message tells what is known. */
START_TEST (no_solution)
{
  const struct
  {
    guint64 k;
    Plan plan;
    const char *message;
  } cases[] = {
    { 1, { .n_policies = 0 }, "the search found no solution; it evaluated no policy" },
    { N_ROWS + 1, { .n_policies = 0 }, "the search found no solution; it evaluated no policy" },
    { N_ROWS + 1,
      { .n_policies = 0, .declares = TRUE },
      "no policy is a solution; the search evaluated none" },
    { N_ROWS + 1,
      { .n_policies = 4 },
      "the search found no solution; the nearest of the policies evaluated: policy 'a:3 b:3 c:3 "
      "d:3 e:3 f:3' has to suppress 60 of 60 records" },
    { N_ROWS + 1,
      { .n_policies = 4, .declares = TRUE },
      "no policy is a solution; the nearest of those evaluated: policy 'a:3 b:3 c:3 d:3 e:3 f:3'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Plan plan = cases[i].plan;
      g_autoptr (DeidProblem) problem = make_problem (N_ROWS, cases[i].k, 0);
      g_autoptr (DeidSearch) search = own_search_new (follow_plan, &plan);
      GError *error = NULL;

      ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, cases[i].message, NULL);
    }
}
END_TEST

/* Evaluates the whole lattice from the top downwards, whatever it is told of an end, and so do its
 * other calls. */
typedef struct
{
  guint first_rank;
  guint n_taken;
  GCancellable *cancellable; /* to be cancelled when so many were evaluated, or NULL */
  guint n_until_end;
  gulong pause; /* microseconds then, or 0 */
  gboolean sets_error;
} Stubborn;

static gboolean
go_on (DeidSearchContext *context, gpointer user_data, GError **error)
{
  Stubborn *stubborn = user_data;

  for (guint rank = stubborn->first_rank + 1; rank-- > 0;)
    {
      const gboolean was_taken = evaluate_rank (context, rank);

      ck_assert (!was_taken || stubborn->first_rank - rank == stubborn->n_taken);
      ck_assert (was_taken || !deid_search_context_may_go_on (context));
      stubborn->n_taken += was_taken ? 1 : 0;
      if (!was_taken || stubborn->n_taken != stubborn->n_until_end)
        continue;
      if (stubborn->cancellable != NULL)
        g_cancellable_cancel (stubborn->cancellable);
      g_usleep (stubborn->pause);
    }
  deid_search_context_declare_optimal (context);
  if (stubborn->sets_error)
    g_set_error_literal (error, OWN_ERROR, 1, "too late");
  return TRUE;
}

/* Checks that a result is the best of policies from a rank downwards. */
static void
check_best_of (DeidResult *result, DeidProblem *problem, guint first_rank, guint n)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autoptr (DeidPolicy) best = NULL;
  double best_loss = INFINITY;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, first_rank - i, NULL);
      g_autoptr (DeidResult) evaluated = deid_problem_evaluate (problem, policy, NULL, NULL);
      const double loss = evaluated != NULL ? deid_result_get_loss (evaluated) : INFINITY;

      if (loss < best_loss
          || (best != NULL && loss == best_loss && deid_policy_compare (policy, best) < 0))
        {
          g_clear_pointer (&best, deid_policy_unref);
          best = g_steal_pointer (&policy);
          best_loss = loss;
        }
    }
  ck_assert_ptr_nonnull (best);
  ck_assert_int_eq (deid_policy_compare (deid_result_get_policy (result), best), 0);
  ck_assert (deid_result_get_loss (result) == best_loss);
}

/* Where the run has ended, nothing that the algorithm does counts. */
static void
check_end (DeidSearch *search, Stubborn *stubborn, guint n, DeidTermination termination)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, stubborn->cancellable, &error);

  assert_no_error (error);
  check_result (result, problem);
  ck_assert_uint_eq (stubborn->n_taken, n);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), n);
  ck_assert_uint_eq (count_pruned (result), 0);
  ck_assert_int_eq (deid_result_get_termination (result), termination);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert (deid_result_get_lower_bound (result) < deid_result_get_loss (result));
  check_best_of (result, problem, stubborn->first_rank, n);
}

START_TEST (ends_with_a_solution)
{
  Stubborn steps = { .first_rank = N_POLICIES - 1, .sets_error = _i == 1 };
  Stubborn time = { .first_rank = N_POLICIES - 1,
                    .n_until_end = 7,
                    .pause = G_USEC_PER_SEC * 6 / 10,
                    .sets_error = _i == 1 };
  Stubborn cancelled = { .first_rank = N_POLICIES - 1,
                         .cancellable = g_cancellable_new (),
                         .n_until_end = 9,
                         .sets_error = _i == 1 };
  g_autoptr (DeidSearch) by_steps = own_search_new (go_on, &steps);
  g_autoptr (DeidSearch) by_time = own_search_new (go_on, &time);
  g_autoptr (DeidSearch) by_cancelling = own_search_new (go_on, &cancelled);

  ck_assert (deid_search_set_step_limit (by_steps, 50, NULL));
  check_end (by_steps, &steps, 50, DEID_TERMINATION_STEP_LIMIT);
  ck_assert (deid_search_set_time_limit (by_time, 0.5, NULL));
  check_end (by_time, &time, 7, DEID_TERMINATION_TIME_LIMIT);
  check_end (by_cancelling, &cancelled, 9, DEID_TERMINATION_CANCELLED);
  g_object_unref (cancelled.cancellable);
}
END_TEST

static void
check_end_without_solution (DeidSearch *search, Stubborn *stubborn, GQuark domain, int code,
                            const char *message)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, N_ROWS, 0);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, stubborn->cancellable, &error));
  assert_error (&error, domain, code, message, NULL);
}

START_TEST (ends_without_solution)
{
  Stubborn steps = { .first_rank = 99 };
  Stubborn time = { .first_rank = 99, .n_until_end = 7, .pause = G_USEC_PER_SEC * 6 / 10 };
  Stubborn cancelled = { .first_rank = 99, .cancellable = g_cancellable_new (), .n_until_end = 9 };
  g_autoptr (DeidSearch) by_steps = own_search_new (go_on, &steps);
  g_autoptr (DeidSearch) by_time = own_search_new (go_on, &time);
  g_autoptr (DeidSearch) by_cancelling = own_search_new (go_on, &cancelled);

  ck_assert (deid_search_set_step_limit (by_steps, 50, NULL));
  check_end_without_solution (by_steps, &steps, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
                              "the step limit came before a solution was found; 50 policies");
  ck_assert (deid_search_set_time_limit (by_time, 0.5, NULL));
  check_end_without_solution (by_time, &time, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
                              "the time limit came before a solution was found; 7 policies");
  check_end_without_solution (by_cancelling, &cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                              "cancelled before it found a solution");
  g_object_unref (cancelled.cancellable);
}
END_TEST

/* A quality model that fails when it is asked about the second policy. */
static gboolean
fail_to_cost (const DeidClass *eq_class G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
              gpointer n_calls, guint64 *cost, GError **error)
{
  *cost = 7;
  if (++*(guint *) n_calls == 1)
    return TRUE;
  g_set_error_literal (error, OWN_ERROR, 2, "no cost");
  return FALSE;
}

/* What the library passes on counts, not what the algorithm makes of it. The policy that was not
 * evaluated leaves no trace. */
static gboolean
meet_failure (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED, GError **error)
{
  ck_assert (evaluate_rank (context, N_POLICIES - 1));
  ck_assert (!evaluate_rank (context, 0));
  ck_assert (!deid_search_context_may_go_on (context));
  ck_assert (!evaluate_rank (context, N_POLICIES - 1));
  ck_assert (deid_search_context_is_solution (context));
  ck_assert (deid_search_context_get_loss (context) == 7.0 / N_ROWS);
  ck_assert_uint_eq (deid_search_context_get_smallest_class (context), N_ROWS);
  g_set_error_literal (error, OWN_ERROR, 3, "the algorithm is at a loss");
  return TRUE;
}

START_TEST (errors_passed_on)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidSearch) search = own_search_new (meet_failure, NULL);
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 1, 0);
  g_autoptr (DeidQualityModel) quality = NULL;
  GError *error = NULL;
  guint n_calls = 0;

  deid_quality_model_funcs_set_describe (funcs, describe, (gpointer) "failing", NULL);
  deid_quality_model_funcs_set_class_cost (funcs, fail_to_cost, &n_calls, NULL);
  quality = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, OWN_ERROR, 2, "no cost", NULL);
}
END_TEST

/* Programmer's errors: no handle, and a policy of another lattice. They change nothing. */
static gboolean
misuse (DeidSearchContext *context, gpointer other, GError **error G_GNUC_UNUSED)
{
  double loss;

  ck_assert (evaluate_rank (context, N_POLICIES - 1));
  loss = deid_search_context_get_loss (context);
  assert_critical (deid_search_context_evaluate (context, other));
  assert_critical (deid_search_context_evaluate (context, NULL));
  assert_critical (deid_search_context_get_bound (context, other));
  assert_critical (deid_search_context_get_bound (context, NULL));
  assert_critical (deid_search_context_may_improve (context, other));
  assert_critical (deid_search_context_may_improve (context, NULL));
  assert_critical (deid_search_context_evaluate (NULL, other));
  assert_critical (deid_search_context_get_bound (NULL, other));
  assert_critical (deid_search_context_may_improve (NULL, other));
  assert_critical (deid_search_context_get_problem (NULL));
  assert_critical (deid_search_context_may_go_on (NULL));
  assert_critical (deid_search_context_is_solution (NULL));
  assert_critical (deid_search_context_may_specialize (NULL));
  assert_critical (deid_search_context_get_loss (NULL));
  assert_critical (deid_search_context_get_n_suppressed (NULL));
  assert_critical (deid_search_context_get_smallest_class (NULL));
  assert_critical ((deid_search_context_raise_lower_bound (NULL, 0), 0));
  assert_critical ((deid_search_context_declare_optimal (NULL), 0));
  ck_assert (deid_search_context_get_loss (context) == loss);
  ck_assert (deid_search_context_may_go_on (context));
  return TRUE;
}

START_TEST (programmers_errors)
{
  GLogFunc handler = criticals_start ();
  g_autoptr (DeidLattice) lattice = make_lattice (N_ROWS, 1);
  g_autoptr (DeidPolicy) other = deid_policy_new_top (lattice, NULL);
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);
  g_autoptr (DeidSearch) search = own_search_new (misuse, other);
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);

  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 1);
  assert_critical (deid_search_new (NULL, NULL));
  assert_critical (deid_search_to_specification (NULL));
  g_log_set_default_handler (handler, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("slots of searches");
  TCase *slots = tcase_create ("slots"), *ends = tcase_create ("ends of runs");

  tcase_add_test (slots, data_destroyed_once);
  tcase_add_test (slots, slots_of_a_search);
  tcase_add_test (slots, refused_searches);
  tcase_add_test (slots, programmers_errors);
  suite_add_tcase (suite, slots);
  tcase_set_timeout (ends, 60);
  tcase_add_test (ends, errors_of_the_algorithm);
  tcase_add_test (ends, no_solution);
  tcase_add_loop_test (ends, ends_with_a_solution, 0, 2);
  tcase_add_test (ends, ends_without_solution);
  tcase_add_test (ends, errors_passed_on);
  suite_add_tcase (suite, ends);
  return suite;
}
