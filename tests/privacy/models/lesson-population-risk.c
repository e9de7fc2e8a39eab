/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on the population risk: the sum over the released records of 1 / g^gamma, where g records
 * of the population have the labels of the record. For gamma 1 it is the number of records that
 * somebody who knows the population identifies on average. */
#include "support/lesson.h"

/* 2 records with g = 10, 2 with 2 and 1 with 4. */
static const char table[] = "town\n x\n x\n y\n y\n z\n";
static const char population[] = "town n:weight\n x 10\n y 2\n z 4\n";

static void
check (double threshold, double gamma, DeidRiskScale scale, const char *suppressed)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL,
                             deid_privacy_model_new_population_risk (
                                 threshold, gamma, scale, DEID_UNMATCHED_RECORDS_ERROR, NULL));

  lesson_set_population (problem, population);
  assert_suppresses (problem, NULL, suppressed);
}

/* 2/10 + 2/2 + 1/4 = 1.45; without y, the rarest, 0.45; without z too, 0.2. */
START_TEST (test_sum)
{
  check (1.45, 1, DEID_RISK_SCALE_SUM, "");
  check (1.44, 1, DEID_RISK_SCALE_SUM, "y");
  check (0.44, 1, DEID_RISK_SCALE_SUM, "y z");
}

/* 1.45/5 = 0.29, then 0.45/3 = 0.15. */
START_TEST (test_mean)
{
  check (0.29, 1, DEID_RISK_SCALE_MEAN, "");
  check (0.28, 1, DEID_RISK_SCALE_MEAN, "y");
}

/* 2/100 + 2/4 + 1/16 = 0.5825, then 0.0825: a greater gamma looks more at the rare ones. */
START_TEST (test_gamma)
{
  check (0.5825, 2, DEID_RISK_SCALE_SUM, "");
  check (0.5824, 2, DEID_RISK_SCALE_SUM, "y");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_population_risk (
      1, 0.3, DEID_RISK_SCALE_SUM, DEID_UNMATCHED_RECORDS_ERROR, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (population_risk, test_sum, test_mean, test_gamma, test_error)
