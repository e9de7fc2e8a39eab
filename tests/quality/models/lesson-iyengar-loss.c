/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Iyengar's loss: a value costs more, the more original values its label may stand for. It is what
 * a problem measures if it is not told otherwise. */
#include <math.h>

#include "support/lesson.h"

static const char table[] = "age sex\n 31 f\n 34 m\n 47 f\n 52 m\n";
static const char hierarchies[] = "age 31 30s   *\n"
                                  "age 34 30s   *\n"
                                  "age 47 40s   *\n"
                                  "age 52 50s   *\n";

static DeidQualityModel *
make_loss (DeidAggregate aggregate, double factor)
{
  return deid_quality_model_new_iyengar_loss (aggregate, factor, NULL);
}

/* 30s stands for 2 of 4 ages: (2 - 1) / (4 - 1) = 1/3 for two records of four, so age has a loss of
 * 1/6;
 * `*` stands for 2 of 2 sexes: a loss of 1. */
START_TEST (test_aggregates)
{
  assert_loss (table, hierarchies, "age:0 sex:0", NULL,
               make_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5), 0);
  assert_loss (table, hierarchies, "age:1 sex:1", NULL,
               make_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5), (1.0 / 6 + 1) / 2);
  assert_loss (table, hierarchies, "age:1 sex:1", NULL,
               make_loss (DEID_AGGREGATE_GEOMETRIC_MEAN, 0.5), sqrt (7.0 / 6 * 2) - 1);
  assert_loss (table, hierarchies, "age:1 sex:1", NULL, make_loss (DEID_AGGREGATE_MAXIMUM, 0.5), 1);
  assert_loss (table, hierarchies, "age:1 sex:1", NULL, make_loss (DEID_AGGREGATE_SUM, 0.5),
               1.0 / 6 + 1);
}

/* For k = 2 the records of 40s and 50s are suppressed. With a factor of 0.5 each costs 1, with 0 no
 * more than its label, which stands for one age: 0. With 1 the labels of the others cost nothing.
 */
START_TEST (test_suppression)
{
  const char *ages = "age\n 31\n 34\n 47\n 52\n";
  const DeidAggregate sum = DEID_AGGREGATE_SUM;

  assert_loss (ages, hierarchies, "age:1", deid_privacy_model_new_k_anonymity (2, NULL),
               make_loss (sum, 0.5), (2 * 1.0 / 3 + 2) / 4);
  assert_loss (ages, hierarchies, "age:1", deid_privacy_model_new_k_anonymity (2, NULL),
               make_loss (sum, 0), (2 * 1.0 / 3) / 4);
  assert_loss (ages, hierarchies, "age:1", deid_privacy_model_new_k_anonymity (2, NULL),
               make_loss (sum, 1), 2.0 / 4);
}

/* Age matters three times as much as sex: (3 x 1/6 + 1 x 1) / 4. */
START_TEST (test_weights)
{
  DeidQualityModel *model = make_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5);

  ck_assert (deid_quality_model_set_attribute_weight (model, "age", 3, NULL));
  assert_loss (table, hierarchies, "age:1 sex:1", NULL, model, 1.5 / 4);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 1.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (iyengar_loss, test_aggregates, test_suppression, test_weights, test_error)
