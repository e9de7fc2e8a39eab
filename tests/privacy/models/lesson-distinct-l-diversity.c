/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Distinct l-diversity: who finds a person's class learns nothing certain, since l different values
 * of the sensitive attribute occur in it. k-anonymity alone allows a class in which all are ill
 * alike. */
#include "support/lesson.h"

/* x has 2 different illnesses, y 1 and z 3. */
static const char table[] = "town illness:sensitive\n"
                            "x flu\n x flu\n x asthma\n"
                            "y flu\n y flu\n y flu\n"
                            "z flu\n z asthma\n z cancer\n";

START_TEST (test_counts_values)
{
  assert_fails (table, deid_privacy_model_new_distinct_l_diversity ("illness", 1, NULL), "");
  assert_fails (table, deid_privacy_model_new_distinct_l_diversity ("illness", 2, NULL), "y");
  assert_fails (table, deid_privacy_model_new_distinct_l_diversity ("illness", 3, NULL), "x y");
}

/* Everybody of y has the flu, though y is 3-anonymous. */
START_TEST (test_k_anonymity_does_not_see_it)
{
  assert_fails (table, deid_privacy_model_new_k_anonymity (3, NULL), "");
}

/* A missing value counts as one more: x has flu and missing. */
START_TEST (test_missing_value)
{
  assert_fails ("town illness:sensitive\n x flu\n x ?\n y flu\n y flu\n",
                deid_privacy_model_new_distinct_l_diversity ("illness", 2, NULL), "y");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_distinct_l_diversity ("illness", 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (distinct_l_diversity, test_counts_values, test_k_anonymity_does_not_see_it,
        test_missing_value, test_error)
