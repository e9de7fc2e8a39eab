/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models that compare with a population: small problems, each policy, both searches, releases and
 * certificates, against a plain recomputation by the definitions. */
#include "support/suite.h"

#include <math.h>

#include "support/checked-problem.h"
#include "support/random-population.h"

#define N_PROBLEMS     300
#define N_AT_THRESHOLD 150

enum
{
  K_MAP,
  K_MAP_AND_K,
  NO_ATTACK,
  PAYOUT,
  DELTA_PRESENCE,
  DELTA_PRESENCE_AND_K,
  DELTA_PRESENCE_AND_L,
  BOTH,
  N_KINDS
};

static const guint limits[] = { 0, 5, 50 };

static void
add_model (RandomProblem *problem, GRand *rand, RandomModelKind kind)
{
  problem->models[problem->n_models++] = (RandomModel){
    .kind = kind, .numerator = (guint64) g_rand_int_range (rand, 1, 5), .denominator = 1
  };
}

static RandomProblem *
make_problem (RandomPopulation *population, GRand *rand, guint kind, guint limit_percent)
{
  RandomProblem *problem = random_problem_new (rand, FALSE);

  random_problem_set_quality (problem, (RandomQuality) (g_rand_int (rand) % N_QUALITIES));
  problem->limit_is_count = FALSE;
  problem->limit_percent = limit_percent;
  problem->limit = problem->n_records * limit_percent / 100;
  random_population_init (population, problem, rand, kind >= DELTA_PRESENCE);
  if (kind == K_MAP_AND_K || kind == DELTA_PRESENCE_AND_K)
    add_model (problem, rand, MODEL_K);
  if (kind == DELTA_PRESENCE_AND_L)
    add_model (problem, rand, g_rand_boolean (rand) ? MODEL_DISTINCT_L : MODEL_ENTROPY_L);
  if (kind >= DELTA_PRESENCE)
    random_population_add_delta_presence (population, problem, rand);
  if (kind == NO_ATTACK || kind == PAYOUT)
    random_population_add_game (population, problem, rand, kind == PAYOUT ? "payout" : "noattack");
  if (kind <= K_MAP_AND_K || kind == BOTH)
    random_population_add_k_map (population, problem, rand);
  return problem;
}

/* A policy evaluated by the library; the loss is infinite for what is no solution. */
static double
evaluate (const RandomProblem *problem, DeidProblem *built, guint rank,
          const PlainPopulationVerdict *expected)
{
  GError *error = NULL;
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (built), rank, NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (built, policy, NULL, &error);

  if ((result != NULL) != expected->verdict.is_solution)
    ck_abort_msg ("policy %u: %s", rank, result != NULL ? "is no solution" : error->message);
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                    expected->n_unmatched > 0 ? "without records in the table fail" : "suppress",
                    NULL);
      return INFINITY;
    }
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), expected->verdict.n_suppressed);
  ck_assert (fabsl (deid_result_get_loss (result) - expected->verdict.loss)
             <= plain_loss_tolerance (problem) * fmaxl (1, expected->verdict.loss));
  return deid_result_get_loss (result);
}

/* A certificate holds for the problem, stated anew, and for no other population. */
static void
check_certificate (const RandomProblem *problem, RandomPopulation *population)
{
  const char *path = get_temporary_file ("population.jsonl");
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) built = random_population_build_problem (population, problem);
  g_autoptr (DeidProblem) again = random_population_build_problem (population, problem);
  g_autoptr (DeidProblem) other = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, built, NULL, NULL);
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;

  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (verified) == deid_result_get_loss (result));
  population->rows[population->n_rows - 1].weight++;
  population->has_weights = TRUE;
  other = random_population_build_problem (population, problem);
  population->rows[population->n_rows - 1].weight--;
  ck_assert_ptr_null (deid_problem_verify_certificate (other, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "population", NULL);
}

/* What checking a problem came upon. */
typedef struct
{
  gboolean at_threshold;
  gboolean has_unmatched;
} Found;

/* Returns: whether the problem is worth anything: some policies are solutions, some are not. */
static gboolean
check_problem (const RandomProblem *problem, const RandomPopulation *population, Found *found)
{
  const guint n_policies = random_problem_get_n_policies (problem);
  g_autofree PlainPopulationVerdict *verdicts = g_new (PlainPopulationVerdict, n_policies);
  g_autoptr (DeidProblem) built = NULL;
  guint n_solutions = 0;
  double least = INFINITY;

  *found = (Found){ FALSE, FALSE };
  for (guint rank = 0; rank < n_policies; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (problem, rank, levels);
      plain_population_check (population, problem, levels, &verdicts[rank]);
      found->at_threshold |= verdicts[rank].at_threshold;
      found->has_unmatched |= verdicts[rank].n_unmatched > 0;
      n_solutions += verdicts[rank].verdict.is_solution ? 1 : 0;
    }
  if (n_solutions == 0 || n_solutions == n_policies)
    return FALSE;
  built = random_population_build_problem (population, problem);
  for (guint rank = 0; rank < n_policies; rank++)
    least = fmin (least, evaluate (problem, built, rank, &verdicts[rank]));
  ck_assert_uint_eq (checked_optimum (built, deid_search_new_exhaustive (), least),
                     checked_optimum (built, deid_search_new_optimal (), least));
  return TRUE;
}

START_TEST (random_problems)
{
  const guint kind = (guint) _i % N_KINDS, limit = limits[(guint) _i / N_KINDS];
  const guint n_problems = count_trials (N_PROBLEMS);
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (1 + _i));
  g_autofree RandomPopulation *population = g_new (RandomPopulation, 1);
  guint n_checked = 0, n_at_threshold = 0, n_unmatched = 0, n_missed = 0;

  while (n_checked < n_problems || n_at_threshold < count_trials (N_AT_THRESHOLD))
    {
      RandomProblem *problem = make_problem (population, rand, kind, limit);
      Found found;

      if (check_problem (problem, population, &found))
        {
          n_checked++;
          n_at_threshold += found.at_threshold ? 1 : 0;
          n_unmatched += found.has_unmatched ? 1 : 0;
          if (n_checked % 10 == 0)
            check_certificate (problem, population);
        }
      else
        n_missed++;
      random_problem_free (problem);
    }
  ck_assert_uint_lt (n_missed, 30 * n_checked);
  ck_assert (kind < DELTA_PRESENCE || n_unmatched > 0);
}
END_TEST

/* A population that no model asks for changes nothing, not a bit. */
START_TEST (same_loss)
{
  const guint n_problems = count_trials (500);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree RandomPopulation *population = g_new (RandomPopulation, 1);

  for (guint i = 0; i < n_problems; i++)
    {
      RandomProblem *problem = random_problem_new (rand, i % 2 == 0);
      g_autoptr (DeidProblem) with = NULL, without = NULL;

      random_problem_add_models (problem, rand, 5);
      random_population_init (population, problem, rand, FALSE);
      with = random_population_build_problem (population, problem);
      without = random_problem_build (problem);
      for (guint s = 0; s < 2; s++)
        {
          g_autoptr (DeidSearch) search
              = s == 0 ? deid_search_new_optimal () : deid_search_new_exhaustive ();
          g_autoptr (DeidResult) found = deid_search_run (search, with, NULL, NULL);
          g_autoptr (DeidResult) expected = deid_search_run (search, without, NULL, NULL);

          ck_assert ((found != NULL) == (expected != NULL));
          if (found == NULL)
            continue;
          ck_assert (deid_result_get_loss (found) == deid_result_get_loss (expected));
          ck_assert_uint_eq (deid_result_get_n_suppressed (found),
                             deid_result_get_n_suppressed (expected));
          checked_release (found);
        }
      random_problem_free (problem);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("population");
  TCase *tcase = tcase_create ("against the definitions");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, random_problems, 0, N_KINDS * (int) G_N_ELEMENTS (limits));
  tcase_add_test (tcase, same_loss);
  suite_add_tcase (suite, tcase);
  return suite;
}
