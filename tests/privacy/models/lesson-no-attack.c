/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* No attack: the adversary gains nothing by attacking a record, gain / n <= cost. It is
 * k-anonymity, or k-map for the journalist, with a k that follows from amounts of money. */
#include "support/lesson.h"

static const char table[] = "town\n w\n w\n w\n w\n x\n x\n x\n y\n y\n";

/* 8/4 = 2, 8/3 = 2.67 and 8/2 = 4. */
START_TEST (test_prosecutor)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("noattack:8:4", NULL, NULL), "");
  assert_fails (table, deid_privacy_model_new_from_specification ("noattack:8:3", NULL, NULL), "y");
  assert_fails (table, deid_privacy_model_new_from_specification ("noattack:8:2", NULL, NULL),
                "x y");
  assert_fails (table, deid_privacy_model_new_k_anonymity (4, NULL), "x y");
}

/* An attack that costs nothing always pays. */
START_TEST (test_free_attack)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("noattack:8:0", NULL, NULL),
                "all");
}

/* The population has 2 in w, 8 in x and 4 in y: 8/2 = 4, 8/8 = 1 and 8/4 = 2. */
START_TEST (test_journalist)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_from_specification ("noattackmap:8:2", NULL, NULL));

  lesson_set_population (problem, "town n:weight\n w 2\n x 8\n y 4\n");
  assert_suppresses (problem, NULL, "w");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("noattack:-8:2", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (no_attack, test_prosecutor, test_free_attack, test_journalist, test_error)
