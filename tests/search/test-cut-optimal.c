/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a proven optimum of lattices with cuts against the exhaustive one. */
#include "support/suite.h"

#include <string.h>

#include "support/cut-problem.h"

static const char *const qualities[]
    = { "loss:arith",    "precision:arith", "loss:arith:0.3", "height:sum",
        "nuentropy:sum", "loss:sum:1",      "loss:arith:0",   "dm",
        "dmstar" };

static DeidResult *
search (const char *name, guint n_threads, DeidProblem *problem)
{
  g_autoptr (DeidSearch) algorithm = deid_search_new_from_specification (name, NULL);
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_search_set_n_threads (algorithm, n_threads, NULL));
  result = deid_search_run (algorithm, problem, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

START_TEST (any_problem)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (2000);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const char *quality = qualities[trial % G_N_ELEMENTS (qualities)];
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) best = NULL, proven = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      built = cut_problem_build (&problem, lattice, quality);
      best = search ("exhaustive", 1, built);
      proven = search ("optimal", trial % 2 == 0 ? 1 : 4, built);
      ck_assert ((best == NULL) == (proven == NULL));
      if (best == NULL)
        continue;
      n_solved++;
      ck_assert (deid_result_is_proven_optimal (proven));
      ck_assert_double_eq (deid_result_get_loss (best), deid_result_get_loss (proven));
      ck_assert_int_eq (
          deid_policy_compare (deid_result_get_policy (best), deid_result_get_policy (proven)), 0);
    }
  ck_assert_uint_gt (n_solved, n_trials / 4);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-optimal");
  TCase *tests = tcase_create ("problems");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, any_problem);
  suite_add_tcase (suite, tests);
  return suite;
}
