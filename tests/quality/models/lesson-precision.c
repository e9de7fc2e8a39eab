/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The loss of precision: how far up its hierarchy a value is generalized, whatever the labels stand
 * for. It is 1 - Prec of Sweeney. */
#include "support/lesson.h"

static const char table[] = "age sex\n 31 f\n 34 f\n 47 m\n";
static const char hierarchies[] = "age 31 30s *\n"
                                  "age 34 30s *\n"
                                  "age 47 40s *\n";

static DeidQualityModel *
make_precision (void)
{
  return deid_quality_model_new_precision (DEID_AGGREGATE_ARITHMETIC_MEAN, NULL);
}

/* Level 1 of 2 is 1/2 for age, also for 40s, which stands for one age; level 0 of 1 is 0 for sex.
 */
START_TEST (test_levels)
{
  assert_loss (table, hierarchies, "age:1 sex:0", NULL, make_precision (), (0.5 + 0) / 2);
  assert_loss (table, hierarchies, "age:2 sex:0", NULL, make_precision (), (1.0 + 0) / 2);
  assert_loss (table, hierarchies, "age:2 sex:1", NULL, make_precision (), 1);
}

/* For k = 2 the record of 40s and m is suppressed and costs 1 in both: age (1/2 + 1/2 + 1) / 3, sex
 * 1/3. */
START_TEST (test_suppression)
{
  assert_loss (table, hierarchies, "age:1 sex:0", deid_privacy_model_new_k_anonymity (2, NULL),
               make_precision (), (2.0 / 3 + 1.0 / 3) / 2);
}

/* Iyengar's loss sees that 40s is no coarser than 47: (2 x 1/2) / 3 for age. */
START_TEST (test_beside_iyengar)
{
  assert_loss (table, hierarchies, "age:1 sex:0", NULL,
               deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 0.5, NULL), 1.0 / 3);
  assert_loss (table, hierarchies, "age:1 sex:0", NULL,
               deid_quality_model_new_precision (DEID_AGGREGATE_SUM, NULL), 1.0 / 2);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_precision ((DeidAggregate) 9, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (precision, test_levels, test_suppression, test_beside_iyengar, test_error)
