/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* t-closeness with ordered distances: as with equal ones, but values that are neighbours are nearly
 * the same. A class of low salaries is then far from the table, one of mixed salaries near. */
#include "support/lesson.h"

/* The example of Li, Li and Venkatasubramanian, ICDE 2007, section 5.1: nine salaries, each once.
 */
static const char table[] = "town salary:sensitive\n"
                            "x 3\n x 4\n x 5\n"
                            "y 6\n y 8\n y 11\n"
                            "z 7\n z 9\n z 10\n";

/* From the sums of p up to each value those of q are subtracted, in ninths:
 *
 *     salary   3  4  5  6  7  8  9 10   sum of amounts, over 9 and over m - 1 = 8
 *     x        2  4  6  5  4  3  2  1   27/72 = 0.375, as the paper says
 *     y       -1 -2 -3 -1 -2  0 -1 -2   12/72 = 0.1666, as the paper says
 *     z       -1 -2 -3 -4 -2 -3 -1  1   17/72 = 0.2361
 */
START_TEST (test_published_example)
{
  const DeidValueOrder order = DEID_VALUE_ORDER_INTEGER;

  assert_fails (table, deid_privacy_model_new_ordered_t_closeness ("salary", 0.375, order, NULL),
                "");
  assert_fails (table, deid_privacy_model_new_ordered_t_closeness ("salary", 0.374, order, NULL),
                "x");
  assert_fails (table, deid_privacy_model_new_ordered_t_closeness ("salary", 0.236, order, NULL),
                "x z");
  assert_fails (table, deid_privacy_model_new_ordered_t_closeness ("salary", 0.166, order, NULL),
                "all");
}

/* As texts 10 and 11 come before 3, so that x seems to lie in the middle. The amounts are then 1 +
 * 2 + 0 + 2 + 4 + 3 + 2 + 1 for x, 15/72 = 0.2083 in all; 7/72 for y and 12/72 for z. */
START_TEST (test_order_matters)
{
  const DeidValueOrder order = DEID_VALUE_ORDER_TEXT;

  assert_fails (table, deid_privacy_model_new_ordered_t_closeness ("salary", 0.209, order, NULL),
                "");
  assert_fails (table, deid_privacy_model_new_ordered_t_closeness ("salary", 0.208, order, NULL),
                "x");
}

/* By equal distances all three are 6/9 away: each has 3 of 9 values. */
START_TEST (test_beside_equal_distances)
{
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("salary", 0.66, NULL), "all");
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("salary", 0.67, NULL), "");
}

/* Whether all values are integers is seen when the problem is run. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town salary:sensitive\n x 3\n x low\n", NULL,
      deid_privacy_model_new_ordered_t_closeness ("salary", 1, DEID_VALUE_ORDER_INTEGER, NULL));
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "salary", NULL);
}

LESSON (ordered_t_closeness, test_published_example, test_order_matters,
        test_beside_equal_distances, test_error)
