/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An explanation says why the optimum is not better: which policies next to it would have a smaller
 * loss, and how many records each would have to suppress. */
#include "support/figures.h"
#include "support/lesson-search.h"

static DeidReport *
explain (guint64 n_suppressed)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (n_suppressed);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  return deid_report_new_explanation (result, 10, NULL, NULL);
}

/* The optimum is zip:0 sex:1, 1/2. Lowering sex gives the bottom, where both records of c fail:
 * 2/6. To raise zip instead gives zip:1 sex:0, (1 + 1/6) / 2, which is no better. */
START_TEST (test_what_would_be_better)
{
  g_autoptr (DeidReport) explanation = explain (0);
  g_autofree char *policy
      = deid_policy_to_text (policy_of (explanation, "policies[0].policy"), NULL);

  ck_assert_uint_eq (count_of (explanation, "candidates"), 2);
  ck_assert_uint_eq (count_of (explanation, "better"), 1);
  ck_assert_str_eq (policy, "zip:0 sex:0");
  assert_near (number_of (explanation, "policies[0].loss"), 2.0 / 6);
}

START_TEST (test_what_blocks_it)
{
  g_autoptr (DeidReport) explanation = explain (0);

  ck_assert_uint_eq (count_of (explanation, "policies[0].suppressed"), 2);
  ck_assert_uint_eq (count_of (explanation, "policies[0].too_many"), 2);
  ck_assert_str_eq (text_of (explanation, "models[0]"), "k:2");
  ck_assert_uint_eq (count_of (explanation, "policies[0].failing[0]"), 2);
}

/* If two may be suppressed the bottom is the optimum, and nothing lies below it. */
START_TEST (test_nothing_better)
{
  g_autoptr (DeidReport) explanation = explain (2);

  ck_assert_uint_eq (count_of (explanation, "better"), 0);
}

/* Of what is not proven one cannot say what blocks something better. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1 sex:1");
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_explanation (result, 10, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (explanation, test_what_would_be_better, test_what_blocks_it, test_nothing_better,
        test_error)
