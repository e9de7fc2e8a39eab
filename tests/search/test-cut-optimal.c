/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a proven optimum of lattices with cuts against the exhaustive one. */
#include "support/suite.h"

#include "support/cut-problem.h"
#include "support/figures.h"
#include "support/random-cuts.h"

static const char *const qualities[] = { "loss:arith",     "precision:arith",
                                         "loss:arith:0.3", "height:sum",
                                         "nuentropy:sum",  "loss:sum:1",
                                         "loss:arith:0",   "dm",
                                         "dmstar",         "ebil",
                                         "ebil:sum",       "normentropy:sum" };

static DeidResult *
try_search (const char *name, guint n_threads, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) algorithm = deid_search_new_from_specification (name, NULL);

  ck_assert (deid_search_set_n_threads (algorithm, n_threads, NULL));
  return deid_search_run (algorithm, problem, NULL, error);
}

static DeidResult *
search (const char *name, guint n_threads, DeidProblem *problem)
{
  GError *error = NULL;
  DeidResult *result = try_search (name, n_threads, problem, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static char *
write_levels (DeidResult *result)
{
  const DeidPolicy *policy = deid_result_get_policy (result);
  const guint n = deid_lattice_get_n_dimensions (deid_policy_get_lattice (policy));
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < n; d++)
    g_string_append_printf (text, "%s%u", d > 0 ? "," : "", deid_policy_get_level (policy, d));
  return g_string_free (text, FALSE);
}

/* Returns: 1 if there is a solution, else 0. */
static guint
check_problem (DeidProblem *problem, guint n_threads, guint32 seed)
{
  g_autoptr (DeidResult) best = search ("exhaustive", 1, problem);
  g_autoptr (DeidResult) proven = search ("optimal", n_threads, problem);
  g_autofree char *text = describe_random_cuts (problem);

  if ((best == NULL) != (proven == NULL))
    ck_abort_msg ("seed %u: %s found nothing: %s", seed, best == NULL ? "exhaustive" : "optimal",
                  text);
  if (best == NULL)
    return 0;
  if (!deid_result_is_proven_optimal (proven)
      || deid_result_get_loss (best) != deid_result_get_loss (proven)
      || deid_result_get_lower_bound (proven) != deid_result_get_loss (proven)
      || deid_result_get_n_suppressed (best) != deid_result_get_n_suppressed (proven)
      || deid_policy_compare (deid_result_get_policy (best), deid_result_get_policy (proven)) != 0)
    {
      g_autofree char *expected = write_levels (best);
      g_autofree char *found = write_levels (proven);

      ck_abort_msg ("seed %u: %.17g of %s, but %.17g of %s: %s", seed, deid_result_get_loss (best),
                    expected, deid_result_get_loss (proven), found, text);
    }
  return 1;
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
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      built = cut_problem_build (&problem, lattice, quality);
      n_solved += check_problem (built, trial % 2 == 0 ? 1 : 4, trial);
    }
  ck_assert_uint_gt (n_solved, n_trials / 4);
}
END_TEST

/* Each problem has a seed of its own, which a failure names. */
START_TEST (any_model)
{
  const guint n_trials = count_trials (2000);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint32 seed = 1000 + trial;
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      const double max_policies = 1u << (trial % 15);
      g_autoptr (DeidProblem) problem = make_random_cuts (rand, MAX (max_policies, 4), NULL);

      n_solved += check_problem (problem, trial % 2 == 0 ? 1 : 4, seed);
    }
  ck_assert_uint_gt (n_solved, n_trials / 3);
}
END_TEST

/* Classes of any size may lack values: what they cost is no longer that of a small class. */
START_TEST (large_classes)
{
  const guint n_trials = count_trials (2000);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint32 seed = 10000 + trial;
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (DeidProblem) problem
          = make_random_cuts (rand, 1u << (2 + trial % 8), trial % 4 == 0 ? "dmstar" : "dm");
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_distinct_l_diversity ("diagnosis", 2 + trial / 4 % 2, NULL);

      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      n_solved += check_problem (problem, 1, seed);
    }
  ck_assert_uint_gt (n_solved, n_trials / 4);
}
END_TEST

/* Tells whether what a search found is a solution, and no other one is said to be the optimum. */
static gboolean
is_right (DeidProblem *problem, DeidResult *found, DeidResult *best)
{
  g_autoptr (DeidReport) evaluation
      = deid_report_new_evaluation (problem, deid_result_get_policy (found), NULL, NULL);

  return best != NULL && flag_of (evaluation, "solution")
         && deid_result_get_loss (found) >= deid_result_get_loss (best)
         && (!deid_result_is_proven_optimal (found)
             || deid_result_get_loss (found) <= deid_result_get_loss (best));
}

/* Each other search that takes the models. */
static void
check_others (DeidProblem *problem, guint32 seed)
{
  static const char *const names[]
      = { "best-first", "flash",         "ola",          "sub-lattices",          "igreedy",
          "datafly",    "bisecting:9:1", "directed:9:1", "coordinate-descent:5:1" };
  g_autoptr (DeidResult) best = search ("exhaustive", 4, problem);
  g_autofree char *text = describe_random_cuts (problem);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DeidResult) found = try_search (names[i], 1, problem, &error);
      g_autofree char *levels = found != NULL ? write_levels (found) : NULL;

      if (found != NULL && !is_right (problem, found, best))
        ck_abort_msg ("seed %u: %s: %s: %s", seed, names[i], levels, text);
    }
}

/* What exceeds a limit is no solution by the exhaustive search; test-cut-problems.c compares that
 * with all policies. */
START_TEST (few_blocks)
{
  const guint n_trials = count_trials (2000);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint32 seed = 20000 + trial;
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GRand) limits = g_rand_new_with_seed (seed);
      const double max_policies = 1u << (trial % 14);
      g_autoptr (DeidProblem) problem
          = make_limited_cuts (rand, limits, MAX (max_policies, 4), NULL);

      n_solved += check_problem (problem, trial % 2 == 0 ? 1 : 4, seed);
      check_others (problem, seed);
    }
  ck_assert_uint_gt (n_solved, n_trials / 3);
}
END_TEST

/* The optimum is the last policy of a box, which was narrowed so often that nobody had evaluated
 * it. */
START_TEST (last_policy)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (19673);
  g_autoptr (DeidProblem) problem = make_random_cuts (rand, 1 << 13, NULL);

  ck_assert_uint_eq (check_problem (problem, 4, 19673), 1);
}
END_TEST

START_TEST (many_records)
{
  static const gint64 scales[] = { 1000, 10000000, 60000000, 300000000 };
  static const char *const texts[] = { "dm", "dmstar", "loss:arith" };
  const guint n_trials = count_trials (600);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (trial);
      g_autoptr (DeidProblem) problem = make_weighed_cuts (
          rand, scales[trial % G_N_ELEMENTS (scales)], texts[trial / 4 % G_N_ELEMENTS (texts)]);

      n_solved += check_problem (problem, 1, trial);
    }
  ck_assert_uint_gt (n_solved, n_trials / 2);
}
END_TEST

/* Quality models that are no sum over values, nor over squares of classes. */
START_TEST (refused)
{
  static const char *const texts[]
      = { "loss:geo", "loss:max", "precision:max", "aecs", "ambiguity", "kl", "ce@diagnosis" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidProblem) problem = make_random_cuts (rand, 64, texts[_i]);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, texts[_i], "lattice with cuts",
                NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-optimal");
  TCase *tests = tcase_create ("problems");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, any_problem);
  tcase_add_test (tests, any_model);
  tcase_add_test (tests, large_classes);
  tcase_add_test (tests, few_blocks);
  tcase_add_test (tests, last_policy);
  tcase_add_test (tests, many_records);
  tcase_add_loop_test (tests, refused, 0, 7);
  suite_add_tcase (suite, tests);
  return suite;
}
