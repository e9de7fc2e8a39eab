/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An evaluation says what becomes of the table under one policy that is stated, whether or not it
 * is a solution: what it suppresses, what it costs, and what blocks it. */
#include "support/lesson-search.h"

static DeidEvaluation *
evaluate (const char *text, guint64 n_suppressible)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (n_suppressible);
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_text (deid_problem_get_lattice (problem), text, NULL);

  return deid_evaluation_new (problem, policy, NULL, NULL);
}

/* The only man is alone with his label. His record lacks nothing but a limit of 1. */
START_TEST (test_what_blocks_it)
{
  g_autoptr (DeidEvaluation) evaluation = evaluate ("zip:1,sex:0", 0);
  g_autofree char *text = deid_evaluation_to_text (evaluation, NULL);

  ck_assert (!deid_evaluation_is_solution (evaluation));
  ck_assert_uint_eq (deid_evaluation_get_n_suppressed (evaluation), 1);
  ck_assert_uint_eq (deid_evaluation_get_n_too_many (evaluation), 1);
  ck_assert_uint_eq (deid_evaluation_get_n_failing (evaluation, 0), 1);
  ck_assert_ptr_nonnull (strstr (text, "no: 1 of 6 records have to be suppressed, the suppression "
                                       "limit allows 0\n"));
}

/* All zips are `*`, which costs 1. Of sex the suppressed record alone costs: 1/6. */
START_TEST (test_what_it_costs)
{
  g_autoptr (DeidEvaluation) evaluation = evaluate ("zip:1,sex:0", 0);
  DeidPartition *partition = deid_evaluation_get_partition (evaluation);
  double loss, zip, sex;

  ck_assert (deid_evaluation_get_loss (evaluation, &loss));
  ck_assert (deid_partition_get_attribute_loss (partition, 0, &zip));
  ck_assert (deid_partition_get_attribute_loss (partition, 1, &sex));
  assert_near (zip, 1);
  assert_near (sex, 1.0 / 6);
  assert_near (loss, (1 + 1.0 / 6) / 2);
}

/* Five women would be left in one class: each is found with a probability of 1/5. */
START_TEST (test_what_is_at_risk)
{
  g_autoptr (DeidEvaluation) evaluation = evaluate ("zip:1,sex:0", 0);
  g_autoptr (DeidReport) report = deid_report_new_risks (NULL, evaluation, TRUE, NULL, NULL, NULL);
  double risk;

  ck_assert (deid_report_get_number (report, "prosecutor.highest", &risk));
  assert_near (risk, 0.2);
}

/* With that limit it is a solution, which can be released; the figures stay. */
START_TEST (test_solution)
{
  g_autoptr (DeidEvaluation) evaluation = evaluate ("zip:1,sex:0", 1);
  g_autoptr (DeidResult) result
      = deid_problem_evaluate (deid_evaluation_get_problem (evaluation),
                               deid_evaluation_get_policy (evaluation), NULL, NULL);

  ck_assert (deid_evaluation_is_solution (evaluation));
  ck_assert_uint_eq (deid_evaluation_get_n_suppressed (evaluation), 1);
  ck_assert_uint_eq (deid_evaluation_get_n_too_many (evaluation), 0);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}

/* A policy is one of a lattice. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidProblem) other = lesson_make_small_problem (0);
  g_autoptr (DeidPolicy) policy = deid_policy_new_top (deid_problem_get_lattice (other), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_evaluation_new (problem, policy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another lattice", NULL);
}

LESSON (evaluation, test_what_blocks_it, test_what_it_costs, test_what_is_at_risk, test_solution,
        test_error)
