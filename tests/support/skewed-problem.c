/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/skewed-problem.h"

#include <math.h>
#include <string.h>

#include "problem/problem-private.h"
#include "support/skewed-table.h"
#include "support/suite.h"
#include "support/result-figures.h"

#define MAX_ATTRIBUTES 6
#define MAX_ROWS       500

static char *
choose_models (GRand *rand)
{
  const guint k = 1 + (guint) (50 * pow (g_rand_double (rand), 3));
  const guint l = (guint) g_rand_int_range (rand, 1, 4);

  switch (g_rand_int (rand) % 6)
    {
    case 0:
      return g_strdup_printf ("dl:%u", l);
    case 1:
      return g_strdup_printf ("el:%u.%u", l, g_rand_int (rand) % 10);
    case 2:
      return g_strdup_printf ("k:%u;el:%u", k, l);
    default:
      return g_strdup_printf ("k:%u", k);
    }
}

static void
choose_quality (DeidProblem *problem, GRand *rand, guint n_attributes)
{
  static const double factors[] = { 0, 0.2, 0.5, 0.5, 0.8, 1 };
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_iyengar_loss (
      (DeidAggregate) g_rand_int_range (rand, 0, 4),
      factors[g_rand_int (rand) % G_N_ELEMENTS (factors)], NULL);
  const gboolean is_weighted = g_rand_int (rand) % 3 == 0;

  for (guint a = 0; is_weighted && a < n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);

      ck_assert (deid_quality_model_set_attribute_weight (
          quality, name, g_rand_int_range (rand, 1, 20) / 8.0, NULL));
    }
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
}

DeidProblem *
skewed_problem_new (GRand *rand, guint max_policies)
{
  static const double limits[] = { 0, 0.05, 0.05, 0.05, 0.5, 1 };
  g_autofree char *models = choose_models (rand);
  SkewedTable table;
  DeidProblem *problem;

  skewed_table_init_random (&table, rand, MAX_ATTRIBUTES, MAX_ROWS, max_policies);
  problem = skewed_table_build_problem (&table, rand, models,
                                        limits[g_rand_int (rand) % G_N_ELEMENTS (limits)]);
  if (g_rand_int (rand) % 5 == 0)
    deid_problem_set_suppression_limit_count (problem, g_rand_int (rand) % (table.n_rows + 2),
                                              NULL);
  choose_quality (problem, rand, table.n_attributes);
  return problem;
}

gboolean
skewed_problem_is_superset_closed (DeidProblem *problem)
{
  for (guint i = 0; i < problem->models->len; i++)
    if (deid_problem_get_model (problem, i)->funcs->closure != DEID_CLOSURE_SUPERSET)
      return FALSE;
  return TRUE;
}

DeidResult *
solve_problem (DeidProblem *problem, DeidSearch *search)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  deid_search_unref (search);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static gboolean
is_same_double (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

void
assert_proven_alike (DeidResult *result, DeidResult *expected)
{
  const double loss = deid_result_get_loss (expected);
  g_autofree char *found = deid_policy_to_text (deid_result_get_policy (result), NULL);
  g_autofree char *optimum = deid_policy_to_text (deid_result_get_policy (expected), NULL);

  ck_assert_str_eq (found, optimum);
  ck_assert (is_same_double (deid_result_get_loss (result), loss));
  ck_assert (is_same_double (deid_result_get_lower_bound (result), loss));
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_COMPLETE);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result) + count_pruned (result),
                     count_policies (result));
}
