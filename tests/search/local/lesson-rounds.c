/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rounds of full-domain generalization: the best policy for what is left, one after the other, so
 * that records that a policy would coarsen for others are not. */
#include "support/lesson.h"
#include "support/result-figures.h"

static const char ages[] = "age\n21\n21\n33\n38\n";
static const char decades[] = "age 21 20s *\nage 24 20s *\nage 33 30s *\nage 38 30s *\n";

static DeidResult *
recode (DeidProblem *problem, const char *specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, NULL);

  return deid_search_run (search, problem, NULL, NULL);
}

/* The first of two rounds has to release two records, which look alike as they are. The second one
 * finds the decade of the others. */
START_TEST (test_rounds)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem, "rounds:2");
  g_autoptr (DeidDataset) released = lesson_apply (result);
  double n_rounds;

  assert_table (released, "age\n21\n21\n30s\n30s\n");
  ck_assert (find_figure (result, "rounds", &n_rounds));
  ck_assert_double_eq (n_rounds, 2);
}

/* One round alone has to release all, and is the best policy; but classes have the lowest labels of
 * their records. */
START_TEST (test_one_round)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem, "rounds:1");

  assert_near (deid_result_get_loss (result), 2 * (1.0 / 3) / 4);
}

/* What no round takes joins a class, if it must not be suppressed: nobody shares the decade of the
 * third. */
START_TEST (test_rest)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age\n21\n21\n38\n", decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;

  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  result = recode (problem, "rounds:2");
  released = lesson_apply (result);
  assert_table (released, "age\n*\n*\n*\n");
}

/* A record that joins a class may change the distribution of its values. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("age s:sensitive\n21 x\n24 y\n", "age 21 20s\nage 24 20s\n",
                             deid_privacy_model_new_equal_t_closeness ("s", 0.2, NULL));
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("rounds", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "superset-closed", NULL);
}

LESSON (rounds, test_rounds, test_one_round, test_rest, test_error)
