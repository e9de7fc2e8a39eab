/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on the average risk: who attacks all records at random succeeds with one of each class.
 * The average is the number of released classes over that of released records. */
#include "support/lesson.h"

static const char table[] = "town\n x\n x\n x\n x\n y\n y\n z\n";

/* 3 classes of 7 records: 3/7 = 0.428... */
START_TEST (test_met)
{
  assert_fails (table, deid_privacy_model_new_average_risk (0.43, NULL), "");
}

/* The smallest class goes first: 2/6 = 0.333..., then 1/4, which is met exactly. */
START_TEST (test_smallest_first)
{
  assert_fails (table, deid_privacy_model_new_average_risk (0.42, NULL), "z");
  assert_fails (table, deid_privacy_model_new_average_risk (0.33, NULL), "y z");
  assert_fails (table, deid_privacy_model_new_average_risk (0.25, NULL), "y z");
}

/* x alone has 1/4. */
START_TEST (test_not_to_be_met)
{
  assert_fails (table, deid_privacy_model_new_average_risk (0.24, NULL), "all");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_average_risk (0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (average_risk, test_met, test_smallest_first, test_not_to_be_met, test_error)
