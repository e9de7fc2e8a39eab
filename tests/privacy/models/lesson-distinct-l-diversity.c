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

/* Unless only known values count: then z with three values has two. */
START_TEST (test_known_values)
{
  static const char with_missing[] = "town illness:sensitive\n x flu\n x ?\n y flu\n y asthma\n"
                                     " z ?\n z flu\n z cancer\n w ?\n w ?\n";
  static const char *const failing[] = { "w", "x w", "all" };

  for (guint l = 1; l <= G_N_ELEMENTS (failing); l++)
    {
      g_autofree char *text = g_strdup_printf ("dl:%u:known@illness", l);
      DeidPrivacyModel *model = deid_privacy_model_new_from_specification (text, NULL, NULL);
      g_autofree char *spelled = deid_privacy_model_to_specification (model);

      ck_assert_str_eq (spelled, text);
      assert_fails (with_missing, model, failing[l - 1]);
    }
  assert_fails (table, deid_privacy_model_new_from_specification ("dl:2:known", "illness", NULL),
                "y");
}

START_TEST (test_known_is_the_only_word)
{
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_privacy_model_new_from_specification ("dl:2:absent@illness", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'absent'", "'known'", NULL);
  ck_assert_ptr_null (
      deid_privacy_model_new_from_specification ("dl:0:known@illness", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_distinct_l_diversity ("illness", 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (distinct_l_diversity, test_counts_values, test_k_anonymity_does_not_see_it,
        test_missing_value, test_known_values, test_known_is_the_only_word, test_error)
