/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/alternative-runs.h"

#include <stdlib.h>
#include <string.h>

#include "support/alternatives.h"
#include "support/suite.h"

DeidSearch *
alternative_search_new (int kind, guint64 n_iterations)
{
  return kind / 2 == 0 ? deid_search_new_bisecting (n_iterations, 1, kind % 2 == 1)
                       : deid_search_new_directed (n_iterations, 1, kind % 2 == 1);
}

static DeidProblem *
make_problem (double limit)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (80);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                          population = deid_dataset_new ("people");
  g_autoptr (DeidLattice) lattice = NULL;
  gint64 ages[120], sizes[120];
  DeidProblem *problem;
  GError *error = NULL;

  for (guint row = 0; row < G_N_ELEMENTS (ages); row++)
    {
      ages[row] = row % 60 < 9 ? row % 60 : g_rand_int (rand) % 9;
      sizes[row] = row % 60 < 4 ? row % 60 : g_rand_int (rand) % 4;
    }
  deid_dataset_add_integer_column (dataset, "age", ages, 60, NULL, 0, NULL, NULL);
  deid_dataset_add_integer_column (dataset, "size", sizes, 60, NULL, 0, NULL, NULL);
  deid_dataset_add_integer_column (population, "age", ages, 120, NULL, 0, NULL, NULL);
  deid_dataset_add_integer_column (population, "size", sizes, 120, NULL, 0, NULL, NULL);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  deid_lattice_add_numeric_cuts (lattice, "size", DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_problem_set_suppression_limit (problem, limit, NULL));
  return problem;
}

void
alternative_table_add_model (DeidProblem *problem, const char *model)
{
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) made
      = deid_privacy_model_new_from_specification (model, NULL, &error);

  assert_no_error (error);
  deid_problem_add_privacy_model (problem, made, &error);
  assert_no_error (error);
}

DeidProblem *
alternative_table_new (double limit, const char *model)
{
  DeidProblem *problem = make_problem (limit);

  if (model != NULL)
    alternative_table_add_model (problem, model);
  return problem;
}

guint64
alternative_check_prefix (DeidResult *result, DeidResult *whole)
{
  g_autoptr (DeidReport) found = list_alternatives (result), all = list_alternatives (whole);
  guint64 n_iterations = 0;

  assert_quietly (count_alternatives (found) <= count_alternatives (all));
  for (guint64 i = 0; i < count_alternatives (found); i++)
    {
      assert_quietly (deid_policy_compare (get_alternative (found, i), get_alternative (all, i))
                      == 0);
      assert_quietly (get_alternative_number (found, i, "population_risk_sum")
                      == get_alternative_number (all, i, "population_risk_sum"));
      assert_quietly (get_alternative_number (found, i, "loss")
                      == get_alternative_number (all, i, "loss"));
      n_iterations += get_alternative_count (found, i, "found");
    }
  return n_iterations;
}
