/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Coordinate descent against the exhaustive search: with one quasi-identifier it finds the least
 * loss, with several a solution. */
#include "support/suite.h"

#include "support/cut-problem.h"
#include "support/random-cuts.h"

static DeidResult *
search (DeidSearch *algorithm, DeidProblem *problem)
{
  g_autoptr (DeidSearch) own = algorithm;
  GError *error = NULL;
  DeidResult *result = deid_search_run (own, problem, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

typedef struct
{
  guint n_solved;
  guint n_optimal;
  guint n_least;
} Counts;

/* Tells whether its lower bound is the loss but for rounding. */
static gboolean
is_least (const DeidResult *result)
{
  return deid_result_get_lower_bound (result) >= deid_result_get_loss (result) * (1 - 1e-11);
}

static DeidResult *
descend (guint64 seed, DeidProblem *problem)
{
  g_autofree char *specification
      = g_strdup_printf ("coordinate-descent:10:%" G_GUINT64_FORMAT, seed);

  return search (deid_search_new_from_specification (specification, NULL), problem);
}

static void
check_trial (CutProblem *problem, DeidLattice *lattice, const char *quality, guint64 seed,
             Counts *counts)
{
  g_autoptr (DeidProblem) built = cut_problem_build (problem, lattice, quality);
  g_autoptr (DeidResult) best = search (deid_search_new_exhaustive (), built);
  g_autoptr (DeidResult) found = descend (seed, built);

  ck_assert ((best != NULL) == (found != NULL));
  if (found == NULL)
    return;
  counts->n_solved++;
  ck_assert_double_ge (deid_result_get_loss (found), deid_result_get_loss (best));
  ck_assert_double_le (deid_result_get_lower_bound (found), deid_result_get_loss (best));
  counts->n_optimal += deid_result_get_loss (found) <= deid_result_get_loss (best);
  if (problem->n_attributes == 1 && problem->n_population == 0 && problem->group_percent == 100
      && problem->limit < 1 && problem->attributes[0].max_blocks == G_MAXUINT
      && !g_str_has_prefix (quality, "dm"))
    ck_assert (is_least (found));
  ck_assert (!deid_result_is_proven_optimal (found) || is_least (found));
  if (!is_least (found))
    return;
  counts->n_least++;
  ck_assert_double_eq (deid_result_get_loss (found), deid_result_get_loss (best));
}

static void
check_trials (gboolean is_alone, gboolean limits_blocks, Counts *counts)
{
  static const char *const qualities[] = { "loss:arith", "precision:arith", "loss:arith:0.3",
                                           "height:sum", "loss:sum:1",      "loss:arith:0",
                                           "dm",         "dmstar" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7), blocks = g_rand_new_with_seed (8);

  for (guint trial = 0; trial < count_trials (1500); trial++)
    {
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      if (is_alone)
        problem.n_attributes = 1;
      if (cut_problem_count_dimensions (&problem) == 0)
        continue;
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      if (limits_blocks)
        cut_problem_limit_blocks (&problem, lattice, blocks);
      check_trial (&problem, lattice, qualities[trial % G_N_ELEMENTS (qualities)], trial, counts);
    }
  ck_assert_uint_gt (counts->n_solved, count_trials (1500) / 4);
}

START_TEST (one_attribute)
{
  Counts counts = { 0 };

  check_trials (TRUE, FALSE, &counts);
  ck_assert_uint_gt (counts.n_least, counts.n_solved / 2);
}
END_TEST

START_TEST (several_attributes)
{
  Counts counts = { 0 };

  check_trials (FALSE, FALSE, &counts);
  ck_assert_uint_gt (counts.n_optimal, counts.n_solved / 2);
}
END_TEST

/* Prices of blocks need not find the best of all that have few enough. */
START_TEST (few_blocks)
{
  Counts counts = { 0 };

  check_trials (_i == 0, TRUE, &counts);
  ck_assert_uint_gt (counts.n_optimal, counts.n_solved / 2);
}
END_TEST

/* Where models ask for more than sizes, what classes cost is not known but for floors. */
START_TEST (costs_of_classes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  guint n_alone = 0;

  for (guint trial = 0; trial < count_trials (3000); trial++)
    {
      g_autoptr (DeidProblem) problem
          = make_random_cuts (rand, 1 << 6, trial % 2 == 0 ? "dm" : "dmstar");
      g_autoptr (DeidResult) best = search (deid_search_new_exhaustive (), problem);
      g_autoptr (DeidResult) found = descend (trial, problem);

      if (found == NULL)
        continue;
      ck_assert_ptr_nonnull (best);
      n_alone += deid_lattice_get_n_attributes (deid_problem_get_lattice (problem)) == 1;
      ck_assert_double_le (deid_result_get_lower_bound (found), deid_result_get_loss (best));
    }
  ck_assert_uint_gt (n_alone, count_trials (3000) / 20);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("coordinate-descent");
  TCase *tests = tcase_create ("problems");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, one_attribute);
  tcase_add_test (tests, several_attributes);
  tcase_add_test (tests, costs_of_classes);
  tcase_add_loop_test (tests, few_blocks, 0, 2);
  suite_add_tcase (suite, tests);
  return suite;
}
