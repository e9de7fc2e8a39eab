/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* (alpha,k)-anonymity: a class has at least k records, and no sensitive value has a share of more
 * than alpha of them. The values to protect can be named, where others harm nobody. */
#include "support/lesson.h"

/* The greatest shares: w flu 1/1, x 1/2 each, y cancer 2/3, z flu 3/3. */
static const char table[] = "town illness:sensitive\n"
                            "w flu\n"
                            "x flu\n x cancer\n"
                            "y cancer\n y cancer\n y flu\n"
                            "z flu\n z flu\n z flu\n";

/* w is too small, too. A share of exactly alpha passes. */
START_TEST (test_all_values)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("ak:0.5:2", "illness", NULL),
                "w y z");
  assert_fails (table, deid_privacy_model_new_from_specification ("ak:0.67:2", "illness", NULL),
                "w z");
}

/* Only cancer counts: z is of the flu alone, and passes. */
START_TEST (test_one_value)
{
  assert_fails (
      table, deid_privacy_model_new_from_specification ("ak:0.5:2:cancer", "illness", NULL), "w y");
}

/* With alpha = 1 it is k-anonymity. */
START_TEST (test_k_alone)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("ak:1:3", "illness", NULL),
                "w x");
  assert_fails (table, deid_privacy_model_new_k_anonymity (3, NULL), "w x");
}

/* A value that the table lacks may be misspelled, and nothing would be protected. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_from_specification ("ak:0.5:2:cancr", "illness", NULL));
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, NULL);
}

LESSON (alpha_k_anonymity, test_all_values, test_one_value, test_k_alone, test_error)
