/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* k-map: the labels of every class are those of at least k records of the population. It is enough
 * against someone who does not know whether the person is in the table. */
#include "support/lesson.h"

static const char table[] = "town\n x\n y\n y\n z\n";
static const char population[] = "town n:weight\n"
                                 "x    5\n"
                                 "y    2\n"
                                 "z    1\n z 1\n z 1\n";

static DeidProblem *
state_problem (guint64 k)
{
  DeidProblem *problem = lesson_make_problem (table, NULL, deid_privacy_model_new_k_map (k, NULL));

  lesson_set_population (problem, population);
  return problem;
}

/* The population has 5, 2 and 3 records in x, y and z; those of the table do not count. */
START_TEST (test_population_counts)
{
  g_autoptr (DeidProblem) problem = state_problem (3);

  assert_suppresses (problem, "town:0", "y");
}

/* There are 10 in all. */
START_TEST (test_generalized)
{
  g_autoptr (DeidProblem) ten = state_problem (10);
  g_autoptr (DeidProblem) eleven = state_problem (11);

  assert_suppresses (ten, "town:0", "all");
  assert_suppresses (ten, "town:1", "");
  assert_suppresses (eleven, "town:1", "all");
}

/* k-anonymity sees the table: the only record of x hides among 5 of the population, not of the
 * table. */
START_TEST (test_beside_k_anonymity)
{
  assert_fails (table, deid_privacy_model_new_k_anonymity (2, NULL), "x z");
}

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_map (3, NULL));
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "population", NULL);
}

LESSON (k_map, test_population_counts, test_generalized, test_beside_k_anonymity, test_error)
