/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* t-closeness with hierarchical distances: as with equal ones, but values of one branch of a
 * hierarchy are nearer to each other. Two illnesses of the stomach in a class still tell that it is
 * the stomach. */
#include "support/lesson.h"

/* Each illness has a share of 1/4 in the table. */
static const char table[] = "town illness:sensitive\n"
                            "w gastritis\n w ulcer\n"
                            "x flu\n x asthma\n"
                            "y gastritis\n y flu\n"
                            "z ulcer\n z asthma\n";
static const char hierarchy[] = "illness gastritis stomach *\n"
                                "illness ulcer     stomach *\n"
                                "illness flu       lung    *\n"
                                "illness asthma    lung    *\n";

static DeidProblem *
state_problem (double t)
{
  DeidProblem *problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_hierarchical_t_closeness ("illness", t, NULL));
  g_autoptr (DeidHierarchy) illnesses = lesson_make_hierarchy ("illness", hierarchy);

  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "illness", illnesses, NULL, NULL));
  return problem;
}

/* The hierarchy has a height of 2. From w 1/2 of the mass goes from the stomach to the lung, which
 * is a distance of 2/2: 1/2 in all. From y 1/4 goes from gastritis to ulcer and 1/4 from flu to
 * asthma, each a distance of 1/2: 1/4 in all. */
START_TEST (test_half)
{
  g_autoptr (DeidProblem) problem = state_problem (0.5);

  assert_suppresses (problem, NULL, "");
}

START_TEST (test_quarter)
{
  g_autoptr (DeidProblem) problem = state_problem (0.25);

  assert_suppresses (problem, NULL, "w x");
}

START_TEST (test_less_than_a_quarter)
{
  g_autoptr (DeidProblem) problem = state_problem (0.24);

  assert_suppresses (problem, NULL, "all");
}

/* By equal distances w and y are the same: 1/2 (4 times 1/4). */
START_TEST (test_beside_equal_distances)
{
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("illness", 0.49, NULL), "all");
}

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_hierarchical_t_closeness ("illness", 0.5, NULL));
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "illness", NULL);
}

LESSON (hierarchical_t_closeness, test_half, test_quarter, test_less_than_a_quarter,
        test_beside_equal_distances, test_error)
