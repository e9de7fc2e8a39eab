/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* delta-presence: nobody learns with much certainty whether a person is in the table at all. It
 * matters where being in it is the secret: a register of patients with one illness. */
#include "support/lesson.h"

static const char table[] = "town\n x\n y\n y\n z\n";
static const char population[] = "town\n x\n x\n x\n x\n y\n y\n z\n z\n";

static DeidProblem *
state_problem (double delta_min, double delta_max, const char *others)
{
  g_autofree char *all = g_strconcat (population, others, NULL);
  DeidProblem *problem = lesson_make_problem (
      table, NULL, deid_privacy_model_new_delta_presence (delta_min, delta_max, NULL));

  lesson_set_population (problem, all);
  return problem;
}

/* The shares in the table are x 1/4, y 2/2 and z 1/2: all who live in y are in it. */
START_TEST (test_presence)
{
  g_autoptr (DeidProblem) problem = state_problem (0, 0.5, "");

  assert_suppresses (problem, "town:0", "y");
}

/* A small share tells that somebody is probably not in the table. */
START_TEST (test_absence)
{
  g_autoptr (DeidProblem) problem = state_problem (0.3, 0.5, "");

  assert_suppresses (problem, "town:0", "x y");
}

/* Two of the population live in w, and nobody of the table: a share of 0, which no suppression
 * mends. On level 1 it is 4/10 for all. */
START_TEST (test_nobody_in_the_table)
{
  g_autoptr (DeidProblem) problem = state_problem (0.3, 0.5, " w\n w\n");

  assert_suppresses (problem, "town:0", "all");
  assert_suppresses (problem, "town:1", "");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_delta_presence (0.6, 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (delta_presence, test_presence, test_absence, test_nobody_in_the_table, test_error)
