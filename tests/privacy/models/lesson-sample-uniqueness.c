/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on sample uniqueness: at most a share of the released records is alone in its class. */
#include "support/lesson.h"

/* y and z are alone: 2 of 6 records. */
static const char table[] = "town\n x\n x\n x\n x\n y\n z\n";

START_TEST (test_met)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("uniq:0.34", NULL, NULL), "");
}

/* Without one of them it is 1 of 5, which is 0.2 and no more. */
START_TEST (test_one_suppressed)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_from_specification ("uniq:0.2", NULL, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");

  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}

/* A threshold of 0 is 2-anonymity. */
START_TEST (test_none_unique)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("uniq:0", NULL, NULL), "y z");
  assert_fails (table, deid_privacy_model_new_k_anonymity (2, NULL), "y z");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("uniq:1.1", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (sample_uniqueness, test_met, test_one_suppressed, test_none_unique, test_error)
