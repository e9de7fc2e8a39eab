/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An evaluation says what becomes of the table under one policy that is stated, whether or not it
 * is a solution: what it suppresses, what it costs, and what blocks it. */
#include "support/figures.h"
#include "support/lesson-search.h"

static DeidReport *
evaluate (const char *text, guint64 n_suppressible)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (n_suppressible);
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_text (deid_problem_get_lattice (problem), text, NULL);

  return deid_report_new_evaluation (problem, policy, NULL, NULL);
}

/* The only man is alone with his label. His record lacks nothing but a limit of 1. */
START_TEST (test_what_blocks_it)
{
  g_autoptr (DeidReport) evaluation = evaluate ("zip:1,sex:0", 0);
  g_autofree char *text = deid_report_to_text (evaluation, NULL, NULL);

  ck_assert (!flag_of (evaluation, "solution"));
  ck_assert_uint_eq (count_of (evaluation, "suppressed"), 1);
  ck_assert_uint_eq (count_of (evaluation, "too_many"), 1);
  ck_assert_uint_eq (count_of (evaluation, "failing[0]"), 1);
  ck_assert_ptr_nonnull (
      strstr (text, " 1 of 6 records have to be suppressed, the suppression limit allows 0\n"));
}

/* All zips are `*`, which costs 1. Of sex the suppressed record alone costs: 1/6. */
START_TEST (test_what_it_costs)
{
  g_autoptr (DeidReport) evaluation = evaluate ("zip:1,sex:0", 0);

  assert_near (number_of (evaluation, "losses[0].loss"), 1);
  assert_near (number_of (evaluation, "losses[1].loss"), 1.0 / 6);
  assert_near (number_of (evaluation, "loss"), (1 + 1.0 / 6) / 2);
}

/* Five women would be left in one class: each is found with a probability of 1/5. */
START_TEST (test_what_is_at_risk)
{
  g_autoptr (DeidReport) evaluation = evaluate ("zip:1,sex:0", 0);
  g_autoptr (DeidReport) report = deid_report_new_risks (NULL, evaluation, TRUE, NULL, NULL, NULL);
  double risk;

  ck_assert (deid_report_get_number (report, "prosecutor.highest", &risk));
  assert_near (risk, 0.2);
}

/* With that limit it is a solution, which can be released; the figures stay. */
START_TEST (test_solution)
{
  g_autoptr (DeidReport) evaluation = evaluate ("zip:1,sex:0", 1);
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (1);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1,sex:0");

  ck_assert (flag_of (evaluation, "solution"));
  ck_assert_uint_eq (count_of (evaluation, "suppressed"), 1);
  ck_assert_uint_eq (count_of (evaluation, "too_many"), 0);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}

/* A policy is one of a lattice. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidProblem) other = lesson_make_small_problem (0);
  g_autoptr (DeidPolicy) policy = deid_policy_new_top (deid_problem_get_lattice (other), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_evaluation (problem, policy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another lattice", NULL);
}

LESSON (evaluation, test_what_blocks_it, test_what_it_costs, test_what_is_at_risk, test_solution,
        test_error)
