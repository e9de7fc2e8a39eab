/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* k-anonymity: who knows a person's quasi-identifiers finds at least k records that could be
 * theirs. It is the model to start from, and says nothing of what these records have in common. */
#include "support/lesson.h"

/* x holds 3 records, y 2 and z 1. */
static const char table[] = "town person:entity\n"
                            "x    Ann\n"
                            "x    Bob\n"
                            "x    Cem\n"
                            "y    Dora\n"
                            "y    Dora\n"
                            "z    Eve\n";
static const char hierarchy[] = "town x coast *\n"
                                "town y coast *\n"
                                "town z hills *\n";

/* Without an entity column it is records that count. */
START_TEST (test_counts_records)
{
  const char *records = "town\nx\nx\nx\ny\ny\nz\n";

  assert_fails (records, deid_privacy_model_new_k_anonymity (2, NULL), "z");
  assert_fails (records, deid_privacy_model_new_k_anonymity (3, NULL), "y z");
  assert_fails (records, deid_privacy_model_new_k_anonymity (4, NULL), "all");
}

/* Both records of y are Dora's: one person. */
START_TEST (test_counts_persons)
{
  assert_fails (table, deid_privacy_model_new_k_anonymity (2, NULL), "y z");
}

/* Superset-closed: the coast has 4 persons, more than x or y alone. The hills stay with Eve. */
START_TEST (test_classes_grow)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, hierarchy, deid_privacy_model_new_k_anonymity (4, NULL));

  assert_suppresses (problem, "town:0", "all");
  assert_suppresses (problem, "town:1", "hills");
  assert_suppresses (problem, "town:2", "");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_k_anonymity (0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (k_anonymity, test_counts_records, test_counts_persons, test_classes_grow, test_error)
