/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on population uniqueness: the share of a population that is unique, estimated from the
 * table as a sample of it. Only the size of the population is needed. */
#include "support/lesson.h"

/* 3 records of a population of 4, one of them unique. By Zayatz' model a class of 1 shows one
 * record with probability 1 C(3,2) / C(4,3) = 3/4, a class of 2 with 2 C(2,2) / C(4,3) = 2/4. The
 * sample has one of each, so a unique record is a population unique with 3/4 / (3/4 + 2/4) = 3/5:
 * of the population 1 x 3/5 x 4/3 = 0.8 members are unique, a share of 0.2. */
static const char table[] = "town weight:survey\n x 1\n y 1.5\n y 1.5\n";

START_TEST (test_estimate)
{
  const guint64 sizes[] = { 1, 2 };
  double n_uniques;

  ck_assert (deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, sizes, 2, 4,
                                                  &n_uniques, NULL, NULL));
  assert_near (n_uniques, 0.8);
}

/* The size itself, 3 records over 0.75, and 1 + 1.5 + 1.5: 4 each time. Without x none is unique.
 */
START_TEST (test_sizes)
{
  const DeidUniquenessEstimator zayatz = DEID_UNIQUENESS_ESTIMATOR_ZAYATZ;

  assert_fails (table, deid_privacy_model_new_population_uniqueness (zayatz, 4, 0.21, NULL), "");
  assert_fails (table, deid_privacy_model_new_population_uniqueness (zayatz, 4, 0.19, NULL), "x");
  assert_fails (table,
                deid_privacy_model_new_population_uniqueness_of_fraction (zayatz, 0.75, 0.19, NULL),
                "x");
  assert_fails (table, deid_privacy_model_new_population_uniqueness_of_survey (zayatz, 0.19, NULL),
                "x");
}

/* Of a table that is the whole population no estimate is needed: 1 of 3 is unique. */
START_TEST (test_whole_population)
{
  const DeidUniquenessEstimator pitman = DEID_UNIQUENESS_ESTIMATOR_PITMAN;

  assert_fails (table, deid_privacy_model_new_population_uniqueness (pitman, 3, 0.34, NULL), "");
  assert_fails (table, deid_privacy_model_new_population_uniqueness (pitman, 3, 0.33, NULL), "x");
}

/* Slide negative binomial needs a class of two. */
START_TEST (test_error)
{
  const guint64 sizes[] = { 1, 1, 3 };
  GError *error = NULL;
  double n_uniques;

  ck_assert (!deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_SNB, sizes, 3, 100,
                                                   &n_uniques, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}

START_TEST (test_region)
{
  guint64 size;

  ck_assert (deid_region_get_population ("Norway", &size, NULL));
  ck_assert_uint_eq (size, 5400000);
}

LESSON (population_uniqueness, test_estimate, test_sizes, test_whole_population, test_error,
        test_region)
