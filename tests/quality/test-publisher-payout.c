/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The publisher's payout as a quality model: small problems, each policy and several searches,
 * against a plain recomputation of all payouts. */
#include "support/suite.h"

#include <math.h>

#include "support/checked-problem.h"
#include "quality/models.h"
#include "support/random-population.h"

#define N_PROBLEMS 300

static const guint limits[] = { 0, 5, 50 };

/* Amounts in tenths. */
typedef struct
{
  guint benefit, loss, gain, cost;
  gboolean is_journalist;
} Game;

typedef struct
{
  RandomProblem *problem;
  RandomPopulation population; /* if there is a journalist */
  Game game;
} Case;

static void
case_init (Case *made, GRand *rand, guint limit)
{
  made->problem = random_problem_new (rand, g_rand_boolean (rand));
  made->problem->n_group_weights = 0;
  made->problem->limit_is_count = FALSE;
  made->problem->limit_percent = limit;
  made->problem->limit = made->problem->n_records * limit / 100;
  random_problem_add_models (made->problem, rand, 5);
  random_population_init (&made->population, made->problem, rand, g_rand_boolean (rand));
  made->game = (Game){ .benefit = (guint) g_rand_int_range (rand, 1, 100),
                       .loss = (guint) g_rand_int_range (rand, 0, 200),
                       .gain = (guint) g_rand_int_range (rand, 0, 100),
                       .cost = (guint) g_rand_int_range (rand, 0, 30),
                       .is_journalist = g_rand_boolean (rand) };
}

static char *
spell (const Game *game)
{
  return g_strdup_printf ("payout%s:%u.%u:%u.%u:%u.%u:%u.%u", game->is_journalist ? "map" : "",
                          game->benefit / 10, game->benefit % 10, game->loss / 10, game->loss % 10,
                          game->gain / 10, game->gain % 10, game->cost / 10, game->cost % 10);
}

static DeidProblem *
build (const Case *made)
{
  g_autofree char *text = spell (&made->game);
  GError *error = NULL;
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_from_specification (text, &error);
  DeidProblem *built = made->game.is_journalist
                           ? random_population_build_problem (&made->population, made->problem)
                           : random_problem_build (made->problem);

  assert_no_error (error);
  deid_problem_set_quality_model (built, quality, &error);
  assert_no_error (error);
  return built;
}

/* The payout of a record of a class, in tenths. */
static long double
get_payout (const Case *made, const PlainClass *judged)
{
  const Game *game = &made->game;
  PlainDistribution distribution;
  guint64 n_people;
  long double kept = 1;

  plain_distribute (made->problem, judged, 0, FALSE, &distribution);
  n_people = game->is_journalist
                 ? MAX (1, random_population_count (&made->population, made->problem, judged))
                 : distribution.n_persons;
  if (distribution.n_leaves > 1)
    kept
        -= logl ((long double) distribution.n_covered) / logl ((long double) distribution.n_leaves);
  return game->benefit * kept
         - (game->gain > game->cost * n_people ? (long double) game->loss / n_people : 0);
}

static long double
get_loss (const Case *made, const guint *levels, const PlainVerdict *verdict)
{
  const long double n_records = (long double) made->problem->n_records;
  PlainClass classes[MAX_ROWS];
  const guint n_classes = plain_group (made->problem, levels, classes);
  long double sum = n_records * made->game.benefit;

  for (guint c = 0; c < n_classes; c++)
    for (guint i = 0; i < classes[c].n_rows; i++)
      if (!verdict->suppressed[classes[c].rows[i]])
        sum -= (long double) made->problem->weights[classes[c].rows[i]]
               * get_payout (made, &classes[c]);
  return sum / (n_records * (made->game.benefit + made->game.loss));
}

/* Returns: whether the problem is worth anything: some policies are solutions, some are not. */
static gboolean
check_case (const Case *made)
{
  const guint n_policies = random_problem_get_n_policies (made->problem);
  g_autoptr (DeidProblem) built = build (made);
  double least = INFINITY;
  guint n_solutions = 0;
  guint64 rank;

  for (guint i = 0; i < n_policies; i++)
    {
      g_autoptr (DeidPolicy) policy
          = deid_policy_new_from_rank (deid_problem_get_lattice (built), i, NULL);
      g_autoptr (DeidResult) result = deid_problem_evaluate (built, policy, NULL, NULL);
      guint levels[MAX_ATTRIBUTES];
      PlainVerdict verdict;

      random_problem_get_levels (made->problem, i, levels);
      plain_check (made->problem, levels, &verdict);
      ck_assert ((result != NULL) == verdict.is_solution);
      if (result == NULL)
        continue;
      ck_assert (fabsl (deid_result_get_loss (result) - get_loss (made, levels, &verdict))
                 < 1e-12L);
      ck_assert_double_ge (deid_result_get_loss (result), 0);
      ck_assert_double_le (deid_result_get_loss (result), 1);
      least = fmin (least, deid_result_get_loss (result));
      n_solutions++;
    }
  if (n_solutions == 0 || n_solutions == n_policies)
    return FALSE;
  rank = checked_optimum (built, deid_search_new_exhaustive (), least);
  ck_assert_uint_eq (checked_optimum (built, deid_search_new_optimal (), least), rank);
  ck_assert_uint_eq (checked_optimum (built, deid_search_new_best_first (), least), rank);
  return TRUE;
}

START_TEST (test_random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) _i);
  guint n_checked = 0;

  for (guint n_tried = 0; n_checked < count_trials (N_PROBLEMS); n_tried++)
    {
      Case made;

      case_init (&made, rand, limits[_i]);
      n_checked += check_case (&made) ? 1 : 0;
      random_problem_free (made.problem);
      ck_assert_uint_lt (n_tried, 30 * N_PROBLEMS);
    }
}
END_TEST

START_TEST (test_spellings)
{
  g_autoptr (DeidQualityModel) model = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  model = deid_quality_model_new_publisher_payout (DEID_JOURNALIST, 1200, 0.5, 300, 4, &error);
  assert_no_error (error);
  text = deid_quality_model_to_specification (model);
  ck_assert_str_eq (text, "payoutmap:1200:0.5:300:4");
  ck_assert (!deid_quality_model_set_attribute_weight (model, "q0", 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "payoutmap", NULL);
  ck_assert_ptr_null (
      deid_quality_model_new_publisher_payout (DEID_PROSECUTOR, 0, 1, 1, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "benefit", "above 0", NULL);
  ck_assert_ptr_null (
      deid_quality_model_new_publisher_payout (DEID_PROSECUTOR, 1, -1, 1, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "loss", NULL);
  ck_assert_ptr_null (deid_quality_model_new_from_specification ("payout:1:2:x:4", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'x'", NULL);
  ck_assert_ptr_null (deid_quality_model_new_from_specification ("payout:1:2:3", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "payout:BENEFIT:LOSS:GAIN:COST", NULL);
}
END_TEST

START_TEST (test_no_population)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  RandomProblem *problem = random_problem_new (rand, FALSE);
  g_autoptr (DeidProblem) built = random_problem_build (problem);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_publisher_payout (DEID_JOURNALIST, 1, 1, 1, 1, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert (deid_problem_add_privacy_model (built, k, NULL));
  ck_assert (deid_problem_set_quality_model (built, quality, NULL));
  ck_assert_ptr_null (deid_search_run (search, built, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "population table", NULL);
  random_problem_free (problem);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("publisher-payout");
  TCase *tcase = tcase_create ("quality");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, test_random_problems, 0, (int) G_N_ELEMENTS (limits));
  tcase_add_test (tcase, test_spellings);
  tcase_add_test (tcase, test_no_population);
  suite_add_tcase (suite, tcase);
  return suite;
}
