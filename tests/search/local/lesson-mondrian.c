/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mondrian cuts the table into parts as long as each of them meets the models: at the children of
 * the dearest label, or at medians. */
#include "support/lesson.h"
#include "support/result-figures.h"

static const char ages[] = "age\n21\n24\n24\n33\n38\n";
static const char decades[] = "age 21 20s *\nage 24 20s *\nage 33 30s *\nage 38 30s *\n";

static DeidResult *
recode (DeidProblem *problem, const char *specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, NULL);

  return deid_search_run (search, problem, NULL, NULL);
}

/* The whole table is cut at its decades. The twenties cannot be cut again: one record alone is 21.
 */
START_TEST (test_strict)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem, "mondrian");
  g_autoptr (DeidDataset) released = lesson_apply (result);
  double n_cuts;

  assert_table (released, "age\n20s\n20s\n20s\n30s\n30s\n");
  ck_assert (find_figure (result, "cuts", &n_cuts));
  ck_assert_double_eq (n_cuts, 1);
}

/* 24 and 38 share no decade, and one record alone is 38: there is no strict cut. The median of four
 * records is behind the second one, so that one of 24 is on either side. */
START_TEST (test_relaxed)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age\n24\n24\n24\n38\n", decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) strict = NULL, relaxed = NULL;

  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  strict = recode (problem, "mondrian");
  relaxed = recode (problem, "mondrian:relaxed");
  assert_near (deid_result_get_loss (strict), 1);
  assert_near (deid_result_get_loss (relaxed), 2 * 1.0 / 4);
}

/* It has no random choices, and is called by name. */
START_TEST (test_name)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("mondrian:relaxed", NULL);
  g_autofree char *name = deid_search_to_specification (search);

  ck_assert_str_eq (name, "mondrian:relaxed");
}

/* Three records are no class of four, however they are cut. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age\n21\n24\n38\n", decades, deid_privacy_model_new_k_anonymity (4, NULL));
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("mondrian", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "3 of 3 records", NULL);
}

LESSON (mondrian, test_strict, test_relaxed, test_name, test_error)
