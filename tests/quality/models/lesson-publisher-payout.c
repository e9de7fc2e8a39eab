/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The publisher's payout as a quality model: of what the publisher could get for all records, how
 * much is lost by generalization, by suppression and by attacks that pay for the adversary. */
#include "support/lesson.h"

/* A record is worth 10 to the publisher, who loses 10 by a successful attack; it yields 8 and
 * costs 2. The loss is divided by 10 + 10 for each of 6 records, 120. */
static const char table[] = "town\n x\n x\n x\n x\n y\n y\n";

static DeidQualityModel *
make_payout (const char *specification)
{
  return deid_quality_model_new_from_specification (specification, NULL);
}

/* x: 8/4 - 2 = 0, no attack, 4 x 10. y: 8/2 - 2 > 0, attack, 2 x (10 - 10/2). 60 - 40 - 10 = 10. If
 * an attack costs 4, there is none. */
START_TEST (test_attack)
{
  assert_loss (table, NULL, "town:0", NULL, make_payout ("payout:10:10:8:2"), 10.0 / 120);
  assert_loss (table, NULL, "town:0", NULL, make_payout ("payout:10:10:8:4"), 0);
}

/* Suppressing y costs 2 x 10; `*` leaves nothing of value: 60. */
START_TEST (test_suppression)
{
  assert_loss (table, NULL, "town:0", deid_privacy_model_new_k_anonymity (3, NULL),
               make_payout ("payout:10:10:8:2"), 20.0 / 120);
  assert_loss (table, NULL, "town:1", NULL, make_payout ("payout:10:10:8:2"), 60.0 / 120);
}

/* The journalist looks in the population: 2 in x, where 4 x 10/2 are lost, and 4 in y. */
START_TEST (test_journalist)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, NULL, NULL);
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification ("payoutmap:10:10:8:2", NULL);
  g_autoptr (DeidResult) result = NULL;

  lesson_set_population (problem, "town n:weight\n x 2\n y 4\n");
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  result = lesson_evaluate (problem, "town:0");
  assert_near (deid_result_get_loss (result), 20.0 / 120);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("payout:10:-1:8:2", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (publisher_payout, test_attack, test_suppression, test_journalist, test_error)
