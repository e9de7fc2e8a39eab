/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Recursive (c,l)-diversity: the most frequent sensitive value of a class occurs less than c times
 * as often as the l-th and rarer ones together. It is still diverse when l - 2 values are ruled
 * out. */
#include "support/lesson.h"

/* Of each class the counts r_1 >= r_2 >= ...: x has 2 and 1, y 3, 1 and 1, z 3. */
static const char table[] = "town illness:sensitive\n"
                            "x flu\n x flu\n x asthma\n"
                            "y flu\n y flu\n y flu\n y asthma\n y cancer\n"
                            "z flu\n z flu\n z flu\n";

/* l = 2, r_1 < c (r_2 + ...): 2 < 1 c for x and 3 < 2 c for y. Equal sides fail. */
START_TEST (test_two)
{
  assert_fails (table, deid_privacy_model_new_recursive_l_diversity ("illness", 1.5, 2, NULL),
                "all");
  assert_fails (table, deid_privacy_model_new_recursive_l_diversity ("illness", 2, 2, NULL), "x z");
  assert_fails (table, deid_privacy_model_new_recursive_l_diversity ("illness", 2.1, 2, NULL), "z");
}

/* l = 3: x has no third value, its right side is 0; 3 < 1 c for y. */
START_TEST (test_three)
{
  assert_fails (table, deid_privacy_model_new_recursive_l_diversity ("illness", 3, 3, NULL), "all");
  assert_fails (table, deid_privacy_model_new_recursive_l_diversity ("illness", 4, 3, NULL), "x z");
}

/* l = 1: no value has a share of c or more. The greatest shares are 2/3, 3/5 and 1. */
START_TEST (test_one)
{
  assert_fails (table, deid_privacy_model_new_recursive_l_diversity ("illness", 0.65, 1, NULL),
                "x z");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_recursive_l_diversity ("illness", 0, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (recursive_l_diversity, test_two, test_three, test_one, test_error)
