/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cost/benefit models: a record is released if that pays for the publisher, against an
 * adversary who attacks what pays. Here a record is worth 10 to the publisher, who loses 30 by a
 * successful attack; an attack costs the adversary 2 and yields 8. */
#include "support/lesson.h"

static const char table[] = "town\n w\n w\n w\n w\n x\n x\n x\n y\n y\n y\n z\n";
static const char hierarchy[] = "town w hills *\n"
                                "town x coast *\n"
                                "town y coast *\n"
                                "town z hills *\n";

static DeidPrivacyModel *
make_model (const char *specification)
{
  return deid_privacy_model_new_from_specification (specification, NULL, NULL);
}

/* w: 8/4 - 2 = 0, no attack, payout 10. x and y: 8/3 - 2 > 0, attack, 10 - 30/3 = 0, which is not
 * above 0. z: 10 - 30 = -20. With a loss of 29, x and y have 1/3. */
START_TEST (test_payout)
{
  assert_fails (table, make_model ("payout:10:30:8:2"), "x y z");
  assert_fails (table, make_model ("payout:10:29:8:2"), "z");
}

/* The hills are 5, the coast is 6: 8/5 and 8/6 are below 2, no attack. A label stands for 2 of the
 * 4 towns, so that half of the information is lost, log 2 / log 4, and the payout is 5. On level 2
 * all of it is lost, and nothing is worth releasing. */
START_TEST (test_generalized)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, hierarchy, make_model ("payout:10:30:8:2"));

  assert_suppresses (problem, "town:1", "");
  assert_suppresses (problem, "town:2", "all");
}

/* The journalist looks in the population: there are 4 in x, and no attack. */
START_TEST (test_journalist)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_from_specification ("payoutmap:10:30:8:2", NULL, NULL));

  lesson_set_population (problem, "town n:weight\n w 4\n x 4\n y 3\n z 1\n");
  assert_suppresses (problem, NULL, "y z");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("payout:0:30:8:2", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (cost_benefit, test_payout, test_generalized, test_journalist, test_error)
