/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on the records at risk as the journalist sees them: the risk of a record is 1 / N, for
 * the N records of the population that have its labels. */
#include "support/lesson.h"

/* The risks are 1/10, 1/2 and 1/3: y and z are above 0.2, 3 of 5 records. */
static const char table[] = "town\n x\n x\n y\n y\n z\n";
static const char population[] = "town n:weight\n x 10\n y 2\n z 3\n";

static DeidProblem *
state_problem (const char *specification)
{
  DeidProblem *problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_from_specification (specification, NULL, NULL));

  lesson_set_population (problem, population);
  return problem;
}

START_TEST (test_met)
{
  g_autoptr (DeidProblem) problem = state_problem ("jatrisk:0.2:0.6");

  assert_suppresses (problem, NULL, "");
}

/* y is the rarest in the population, though not in the table. Without it 1 of 3 records is at risk.
 */
START_TEST (test_rarest_first)
{
  g_autoptr (DeidProblem) problem = state_problem ("jatrisk:0.2:0.5");

  assert_suppresses (problem, NULL, "y");
}

START_TEST (test_both)
{
  g_autoptr (DeidProblem) problem = state_problem ("jatrisk:0.2:0.3");

  assert_suppresses (problem, NULL, "y z");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("jatrisk:0.2:-0.1", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (journalist_records_at_risk, test_met, test_rarest_first, test_both, test_error)
