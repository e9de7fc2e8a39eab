/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Entropy l-diversity: the sensitive values of a class are as evenly spread as l equally frequent
 * ones. Distinct l-diversity is content with l values of which one is almost certain. */
#include "support/lesson.h"

/* As many values as l, equally frequent, have the entropy log l: x meets 2, and y meets 3. */
START_TEST (test_even_values)
{
  const char *table = "town illness:sensitive\n"
                      "x flu\n x asthma\n"
                      "y flu\n y asthma\n y cancer\n";

  assert_fails (table, deid_privacy_model_new_entropy_l_diversity ("illness", 2, NULL), "");
  assert_fails (table, deid_privacy_model_new_entropy_l_diversity ("illness", 2.1, NULL), "x");
  assert_fails (table, deid_privacy_model_new_entropy_l_diversity ("illness", 3, NULL), "x");
}

/* Counts of 3 and 1 in 4 records: 3^3 1^1 <= (4 / l)^4, so l <= 4 / 27^(1/4) = 1.7547... */
START_TEST (test_uneven_values)
{
  const char *table = "town illness:sensitive\n x flu\n x flu\n x flu\n x asthma\n";

  assert_fails (table, deid_privacy_model_new_entropy_l_diversity ("illness", 1.754, NULL), "");
  assert_fails (table, deid_privacy_model_new_entropy_l_diversity ("illness", 1.755, NULL), "all");
}

/* Union-closed, but not superset-closed: x passes and y fails. Joined they are the class of 3 and 1
 * above, so that generalizing spoils x. */
START_TEST (test_a_failing_class_may_spoil_another)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("town illness:sensitive\n x flu\n x asthma\n y flu\n y flu\n", NULL,
                             deid_privacy_model_new_entropy_l_diversity ("illness", 2, NULL));

  assert_suppresses (problem, "town:0", "y");
  assert_suppresses (problem, "town:1", "all");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_entropy_l_diversity ("illness", 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (entropy_l_diversity, test_even_values, test_uneven_values,
        test_a_failing_class_may_spoil_another, test_error)
