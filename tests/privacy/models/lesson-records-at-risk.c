/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on the records at risk: at most a share of the released records is in classes whose risk
 * 1 / n is above a threshold. It is k-anonymity with exceptions. */
#include "support/lesson.h"

/* The risks are 1/4, 1/2 and 1: y and z are above 0.3, 3 of 7 records. */
static const char table[] = "town\n x\n x\n x\n x\n y\n y\n z\n";

START_TEST (test_met)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("atrisk:0.3:0.43", NULL, NULL),
                "");
}

/* Without z 2 of 6, without y none. A class goes as a whole, the smallest first. */
START_TEST (test_suppressed)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("atrisk:0.3:0.4", NULL, NULL),
                "z");
  assert_fails (table, deid_privacy_model_new_from_specification ("atrisk:0.3:0.3", NULL, NULL),
                "y z");
}

/* A risk that equals the threshold is none: only z is above 0.5, 1 of 7 records. */
START_TEST (test_equal_risk)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("atrisk:0.5:0.15", NULL, NULL),
                "");
  assert_fails (table, deid_privacy_model_new_from_specification ("atrisk:0.5:0.14", NULL, NULL),
                "z");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("atrisk:0:0.1", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (records_at_risk, test_met, test_suppressed, test_equal_risk, test_error)
