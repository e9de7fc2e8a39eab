/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An explanation says why the optimum is not better: which policies next to it would have a smaller
 * loss, and how many records each would have to suppress. */
#include "support/lesson-search.h"

static DeidExplanation *
explain (guint64 n_suppressed)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (n_suppressed);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  return deid_result_explain (result, 10, NULL, NULL);
}

/* The optimum is zip:0 sex:1, 1/2. Lowering sex gives the bottom, where both records of c fail:
 * 2/6. To raise zip instead gives zip:1 sex:0, (1 + 1/6) / 2, which is no better. */
START_TEST (test_what_would_be_better)
{
  g_autoptr (DeidExplanation) explanation = explain (0);
  g_autofree char *policy
      = deid_policy_to_text (deid_explanation_get_policy (explanation, 0), NULL);

  ck_assert_uint_eq (deid_explanation_get_n_candidates (explanation), 2);
  ck_assert_uint_eq (deid_explanation_get_n_better (explanation), 1);
  ck_assert_str_eq (policy, "zip:0 sex:0");
  assert_near (deid_explanation_get_loss (explanation, 0), 2.0 / 6);
}

START_TEST (test_what_blocks_it)
{
  g_autoptr (DeidExplanation) explanation = explain (0);
  g_autofree char *model
      = deid_privacy_model_to_specification (deid_explanation_get_privacy_model (explanation, 0));

  ck_assert_uint_eq (deid_explanation_get_n_suppressed (explanation, 0), 2);
  ck_assert_uint_eq (deid_explanation_get_n_too_many (explanation, 0), 2);
  ck_assert_str_eq (model, "k:2");
  ck_assert_uint_eq (deid_explanation_get_n_failing (explanation, 0, 0), 2);
}

/* If two may be suppressed the bottom is the optimum, and nothing lies below it. */
START_TEST (test_nothing_better)
{
  g_autoptr (DeidExplanation) explanation = explain (2);

  ck_assert_uint_eq (deid_explanation_get_n_better (explanation), 0);
}

/* Of what is not proven one cannot say what blocks something better. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1 sex:1");
  GError *error = NULL;

  ck_assert_ptr_null (deid_result_explain (result, 10, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (explanation, test_what_would_be_better, test_what_blocks_it, test_nothing_better,
        test_error)
