/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* t-closeness with equal distances: who finds a person's class learns at most t more about the
 * sensitive value than who knows the whole table. The distance is 1/2 sum |p - q|, where p are the
 * shares in the class and q those in the table. */
#include "support/lesson.h"

/* q is 1/2 for each. x and y are 1/2 (1/2 + 1/2) = 1/2 away, z 0. */
static const char table[] = "town illness:sensitive\n"
                            "x flu\n x flu\n"
                            "y asthma\n y asthma\n"
                            "z flu\n z asthma\n";

START_TEST (test_distance)
{
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("illness", 0.5, NULL), "");
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("illness", 0.4, NULL), "x y");
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("illness", 0, NULL), "x y");
}

/* Flu has 4/5 in x, 2/5 in y and 3/5 in the table: both are 1/5 away, which is 0.2 and no more. */
START_TEST (test_met_exactly)
{
  const char *exact = "town illness:sensitive\n"
                      "x flu\n x flu\n x flu\n x flu\n x asthma\n"
                      "y flu\n y flu\n y asthma\n y asthma\n y asthma\n";

  assert_fails (exact, deid_privacy_model_new_equal_t_closeness ("illness", 0.2, NULL), "");
  assert_fails (exact, deid_privacy_model_new_equal_t_closeness ("illness", 0.19, NULL), "all");
}

/* q is that of the whole input, suppressed records included. z and w are suppressed for their size.
 * Of x and y alone flu would have 3/4, and both be 1/4 away. Of all records it has 1/2: x is 1/2
 * away. */
START_TEST (test_reference_is_the_input)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town illness:sensitive\n x flu\n x flu\n y flu\n y asthma\n"
      "z asthma\n w asthma\n",
      NULL, deid_privacy_model_new_equal_t_closeness ("illness", 0.25, NULL));

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  assert_suppresses (problem, "town:0", "x z w");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_equal_t_closeness ("illness", 1.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (equal_t_closeness, test_distance, test_met_exactly, test_reference_is_the_input, test_error)
