/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search of sub-lattices finds what the exhaustive one finds; so does OLA where a policy tells
 * what its generalizations are, and it claims nothing elsewhere. */
#include "support/suite.h"
#include "support/result-figures.h"

#include <string.h>

#include "support/aimed-model.h"
#include "support/host-quality.h"
#include "support/plain-check.h"
#include "support/random-population.h"
#include "problem/problem-private.h"
#include "search/search-private.h"
#include "support/search-problem.h"

#define N_PROBLEMS 600

static const guint limits[] = { 0, 5, 50 };

static RandomProblem *
make_random (GRand *rand, guint percent)
{
  RandomProblem *problem = random_problem_new (rand, g_rand_int (rand) % 4 == 0);

  random_problem_restrict (problem);
  aimed_model_set_limit (problem, percent);
  if (g_rand_boolean (rand))
    random_problem_add_models (problem, rand, 5);
  if (problem->n_models == 0 || (problem->n_models < MAX_MODELS && g_rand_int (rand) % 4 == 0))
    aimed_model_add (problem, rand, &plain_models[g_rand_int (rand) % n_plain_models]);
  return problem;
}

static gboolean
is_same_double (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

/* Both may be NULL, for no solution. */
static void
assert_equal (DeidResult *result, DeidResult *expected)
{
  ck_assert ((result != NULL) == (expected != NULL));
  if (result == NULL)
    return;
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected)), 0);
  ck_assert (is_same_double (deid_result_get_loss (result), deid_result_get_loss (expected)));
  ck_assert (
      is_same_double (deid_result_get_lower_bound (result), deid_result_get_loss (expected)));
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert_uint_le (deid_result_get_n_evaluated (result), count_policies (result));
}

/* Returns: whether the search left out half of the policies or more. */
static gboolean
check_slices (DeidProblem *problem, DeidResult *expected, GRand *rand)
{
  static const guint32 sizes[] = { 1, 2, 3, 7, 20, 65536 };
  g_autoptr (DeidResult) result = NULL;
  DeidSearch *search = deid_search_new_of_slots (
      "sub-lattices", deid_sub_lattices_run,
      GUINT_TO_POINTER (sizes[g_rand_int (rand) % G_N_ELEMENTS (sizes)]), NULL);

  result = solve_with (search, problem);
  assert_equal (result, expected);
  return result != NULL && count_pruned (result) >= deid_result_get_n_evaluated (result);
}

START_TEST (slices)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (430 + _i));
  const guint n_problems = count_trials (N_PROBLEMS);
  guint n_pruned = 0, n_solved = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = make_random (rand, limits[_i]);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidResult) expected = solve_with (deid_search_new_exhaustive (), problem);

      n_pruned += check_slices (problem, expected, rand) ? 1 : 0;
      n_solved += expected != NULL ? 1 : 0;
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved, n_problems / 4);
  ck_assert_uint_lt (n_solved, n_problems);
  ck_assert_uint_ge (n_pruned, n_problems / 20);
}
END_TEST

/* Joining classes keeps them passing, nothing is suppressed, and the loss grows exactly. */
static gboolean
is_exact (const RandomProblem *random, DeidProblem *problem)
{
  gboolean is_weighted = FALSE;

  for (guint a = 0; a < random->n_attributes; a++)
    is_weighted |= random->attributes[a].weight != 1;
  for (guint i = 0; i < problem->models->len; i++)
    if (deid_problem_get_model (problem, i)->funcs->closure == DEID_CLOSURE_NONE)
      return FALSE;
  return deid_problem_get_n_suppressible (problem) == 0
         && !(is_weighted && random->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN);
}

/* The bottom of the lattice tells the only bound that is known without a proof. */
static void
assert_claims_nothing (DeidResult *result, DeidProblem *problem)
{
  g_autoptr (DeidResult) alone = NULL;

  if (result == NULL)
    return;
  alone = deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, NULL);
  ck_assert (
      is_same_double (deid_result_get_lower_bound (result), deid_result_get_lower_bound (alone)));
  ck_assert (deid_result_is_proven_optimal (result)
             == (deid_result_get_loss (result) == deid_result_get_lower_bound (alone)));
}

START_TEST (ola)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (440 + _i));
  const guint n_problems = count_trials (N_PROBLEMS);
  guint n_exact = 0, n_unproven = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = make_random (rand, limits[_i]);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidResult) result
          = solve_with (deid_search_new_from_specification ("ola", NULL), problem);

      if (is_exact (random, problem))
        {
          g_autoptr (DeidResult) expected = solve_with (deid_search_new_exhaustive (), problem);

          assert_equal (result, expected);
          n_exact += result != NULL ? 1 : 0;
        }
      else
        {
          assert_claims_nothing (result, problem);
          n_unproven += result != NULL && !deid_result_is_proven_optimal (result) ? 1 : 0;
        }
      random_problem_free (random);
    }
  ck_assert_uint_ge (n_exact, _i == 0 ? n_problems / 4 : n_problems / 300);
  ck_assert_uint_ge (n_unproven, _i == 0 ? n_problems / 100 : n_problems / 10);
}
END_TEST

static gboolean
has_solution_below (const RandomProblem *problem, const PlainVerdict *verdicts, guint rank)
{
  guint levels[MAX_ATTRIBUTES], place = 1;

  random_problem_get_levels (problem, rank, levels);
  for (guint a = problem->n_attributes; a-- > 0;)
    {
      if (levels[a] > 0 && verdicts[rank - place].is_solution)
        return TRUE;
      place *= problem->attributes[a].n_levels;
    }
  return FALSE;
}

/* With models that are superset-closed, what is above a solution is one whatever the limit. */
START_TEST (ola_finds_minimal_solutions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (450);
  const guint n_problems = count_trials (200);

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = random_problem_new (rand, FALSE);
      const guint n_policies = random_problem_get_n_policies (random);
      g_autofree PlainVerdict *verdicts = g_new (PlainVerdict, n_policies);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      long double least = 0;
      guint n_minimal = 0;

      aimed_model_set_limit (random, limits[trial % 3]);
      random->models[random->n_models++]
          = (RandomModel){ .kind = trial % 2 == 0 ? MODEL_K : MODEL_DISTINCT_L,
                           .numerator = 2 + trial % 4,
                           .denominator = 1 };
      for (guint rank = 0; rank < n_policies; rank++)
        {
          guint levels[MAX_ATTRIBUTES];

          random_problem_get_levels (random, rank, levels);
          plain_check (random, levels, &verdicts[rank]);
        }
      for (guint rank = 0; rank < n_policies; rank++)
        if (verdicts[rank].is_solution && !has_solution_below (random, verdicts, rank))
          least = n_minimal++ == 0 ? verdicts[rank].loss : fminl (least, verdicts[rank].loss);
      problem = random_problem_build (random);
      result = solve_with (deid_search_new_from_specification ("ola", NULL), problem);
      ck_assert ((result != NULL) == (n_minimal > 0));
      ck_assert (result == NULL || deid_result_get_loss (result) <= least + 1e-12L);
      random_problem_free (random);
    }
}
END_TEST

/* Unmatched classes of the population may spoil a class with delta-presence, but not with k-map. */
START_TEST (population)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (460 + _i));
  const guint n_problems = count_trials (200);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = random_problem_new (rand, FALSE);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) expected = NULL, found = NULL;
      RandomPopulation people;

      aimed_model_set_limit (random, trial % 4 == 0 ? 5 : 0);
      random_population_init (&people, random, rand, _i > 0);
      if (_i > 0)
        random_population_add_delta_presence (&people, random, rand);
      else
        random_population_add_k_map (&people, random, rand);
      problem = random_population_build_problem (&people, random);
      expected = solve_with (deid_search_new_exhaustive (), problem);
      check_slices (problem, expected, rand);
      found = solve_with (deid_search_new_from_specification ("ola", NULL), problem);
      if (_i == 0 && is_exact (random, problem))
        assert_equal (found, expected);
      else
        assert_claims_nothing (found, problem);
      n_solved += found != NULL ? 1 : 0;
      random_problem_free (random);
    }
  ck_assert_uint_ge (n_solved, n_problems / 5);
}
END_TEST

/* Costs of classes may fall when they are joined. */
START_TEST (class_costs)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (470);
  const guint n_problems = count_trials (200);

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = make_random (rand, limits[trial % 3]);
      HostQuality host = { .kind = (HostKind) (1 + trial % (N_HOST_KINDS - 1)) };
      g_autoptr (DeidQualityModelFuncs) funcs = host_quality_new (&host);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) expected = NULL, found = NULL;

      random->n_group_weights = 0;
      random->aggregate = DEID_AGGREGATE_SUM;
      problem = random_problem_build (random);
      host_quality_use (funcs, random, FALSE, problem);
      expected = solve_with (deid_search_new_exhaustive (), problem);
      check_slices (problem, expected, rand);
      found = solve_with (deid_search_new_from_specification ("ola", NULL), problem);
      assert_claims_nothing (found, problem);
      random_problem_free (random);
    }
}
END_TEST

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("odd");
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  guint32 n_classes;

  (void) state;
  (void) data;
  (void) error;
  deid_table_view_get_sizes (table, &n_classes);
  *passes = n_classes % 2 == 1;
  return TRUE;
}

/* A condition on the whole table holds here and there. */
START_TEST (table_condition)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (480);
  const guint n_problems = count_trials (200);
  guint n_missed = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = make_random (rand, limits[trial % 3]);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
      g_autoptr (DeidPrivacyModel) model = NULL;
      g_autoptr (DeidResult) expected = NULL, found = NULL;

      deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
      deid_privacy_model_funcs_set_accept_table (funcs, accept_table, NULL, NULL);
      deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
      model = deid_privacy_model_new (funcs, NULL);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      expected = solve_with (deid_search_new_exhaustive (), problem);
      check_slices (problem, expected, rand);
      found = solve_with (deid_search_new_from_specification ("ola", NULL), problem);
      assert_claims_nothing (found, problem);
      n_missed
          += expected != NULL
             && (found == NULL || deid_result_get_loss (found) > deid_result_get_loss (expected));
      random_problem_free (random);
    }
  ck_assert_uint_ge (n_missed, n_problems / 100);
}
END_TEST

/* 2^70 policies, of which the bottom is the best. */
START_TEST (beyond_ranks)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidSearch) refused = deid_search_new_from_specification ("ola", NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  const gint64 values[] = { 1, 2, 3, 4 };
  GError *error = NULL;

  for (guint a = 0; a < 70; a++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", a);

      ck_assert (deid_dataset_add_integer_column (dataset, name, values, 4, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < 70; a++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", a);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert_ptr_null (deid_search_run (refused, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "64 bits", NULL);
  result = solve_with (deid_search_new_from_specification ("sub-lattices", NULL), problem);
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert (deid_result_get_loss (result) == 0);
  ck_assert_uint_lt (deid_result_get_n_evaluated (result), 20);
  ck_assert_uint_le ((guint64) get_figure (result, "bytes"),
                     600000 + 100000); /* beside, to evaluate */
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("lattice searches");
  TCase *tcase = tcase_create ("sub-lattices and OLA");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, slices, 0, G_N_ELEMENTS (limits));
  tcase_add_loop_test (tcase, ola, 0, G_N_ELEMENTS (limits));
  tcase_add_test (tcase, ola_finds_minimal_solutions);
  tcase_add_loop_test (tcase, population, 0, 2);
  tcase_add_test (tcase, class_costs);
  tcase_add_test (tcase, table_condition);
  tcase_add_test (tcase, beyond_ranks);
  suite_add_tcase (suite, tcase);
  return suite;
}
