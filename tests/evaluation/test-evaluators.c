/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All kinds of evaluators, asked through the one interface, say of a policy what it is by the
 * definitions, and the same to the bit. */
#include "support/suite.h"

#include "evaluation/grouping-evaluator.h"
#include "evaluation/plain-evaluator.h"
#include "problem/preparation.h"
#include "evaluation/refining-evaluator.h"
#include "evaluation/walking-evaluator.h"
#include "support/plain-table.h"

#define N_KINDS 5

static const DeidStop never = { .deadline = G_MAXINT64 };

/* A random problem, with conditions on the table and a population or without. */
typedef struct
{
  RandomProblem *problem;
  RandomPopulation *population; /* or NULL */
  TableModel models[2];
  guint n_models;
  gboolean judges_population; /* some model does, whose definition is not asked */
  DeidProblem *built;
} Case;

/* What evaluates it. */
typedef struct
{
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* of it */
  DeidSteps steps;
  DeidGroupingEvaluator grouping, rolling;
  DeidRefiningEvaluator refining;
  DeidPlainEvaluator plain;
  DeidWalkingEvaluator walking;
  DeidEvaluator *kinds[N_KINDS]; /* the first is what the others are compared with; the last one
                                    walks, if it may */
  guint n_kinds;
} Evaluators;

typedef struct
{
  guint n_walked; /* problems */
  guint n_solutions;
  guint n_suppressing; /* solutions that suppress records */
  guint n_failing;
  guint n_unmatched; /* policies that classes of the population alone fail */
} Seen;

static void
draw_models (Case *of, GRand *rand)
{
  for (guint m = 0; m < of->n_models; m++)
    plain_table_draw (&of->models[m],
                      (TableKind) g_rand_int_range (
                          rand, 0, of->population != NULL ? N_TABLE_KINDS : TABLE_JOURNALIST),
                      of->problem, of->population, rand);
}

static RandomPopulation *
make_population (Case *of, GRand *rand)
{
  RandomPopulation *population = g_new0 (RandomPopulation, 1);
  const gboolean is_subset = g_rand_boolean (rand);

  random_population_init (population, of->problem, rand, is_subset);
  of->judges_population = is_subset && g_rand_boolean (rand);
  if (of->judges_population)
    random_population_add_delta_presence (population, of->problem, rand);
  return population;
}

static void
case_init (Case *of, GRand *rand)
{
  static const guint limits[] = { 0, 0, 5, 50, 100 };
  const guint limit = limits[g_rand_int (rand) % G_N_ELEMENTS (limits)];

  *of = (Case){ .problem = random_problem_new (rand, g_rand_int (rand) % 3 == 0),
                .n_models = g_rand_int (rand) % 3 };
  of->problem->limit_is_count = FALSE;
  of->problem->limit_percent = limit;
  of->problem->limit = of->problem->n_records * limit / 100;
  if (g_rand_boolean (rand))
    of->population = make_population (of, rand);
  if (of->n_models == 0 || g_rand_boolean (rand))
    random_problem_add_models (of->problem, rand, 4);
  draw_models (of, rand);
  if (of->n_models == 0) /* the definition breaks ties by Iyengar's loss alone */
    random_problem_set_quality (of->problem, (RandomQuality) (g_rand_int (rand) % N_QUALITIES));
  of->built = of->population != NULL ? random_population_build_problem (of->population, of->problem)
                                     : random_problem_build (of->problem);
  for (guint m = 0; m < of->n_models; m++)
    {
      g_autoptr (DeidPrivacyModel) model = plain_table_build (&of->models[m]);

      ck_assert (deid_problem_add_privacy_model (of->built, model, NULL));
    }
}

static void
case_clear (Case *of)
{
  deid_problem_unref (of->built);
  random_problem_free (of->problem);
  g_free (of->population);
}

static void
evaluators_init (Evaluators *all, DeidProblem *problem, gboolean merges)
{
  const DeidPreparedProblem *prepared = &all->prepared;

  *all = (Evaluators){ .kinds = { &all->grouping.base, &all->rolling.base, &all->refining.base,
                                  &all->plain.base, &all->walking.base },
                       .n_kinds = N_KINDS - 1 };
  all->preparation = deid_problem_prepare (problem, &never, NULL);
  ck_assert_ptr_nonnull (all->preparation);
  all->prepared = merges ? *deid_preparation_get_distinct (all->preparation, &never, NULL)
                         : all->preparation->all;
  ck_assert (deid_steps_init (&all->steps, &prepared->rows, prepared->attributes, &never, NULL));
  ck_assert (deid_grouping_evaluator_init (&all->grouping, prepared, NULL));
  ck_assert (deid_grouping_evaluator_init (&all->rolling, prepared, NULL));
  ck_assert (deid_grouping_evaluator_roll_up (&all->rolling, NULL));
  ck_assert (deid_refining_evaluator_init (&all->refining, prepared, &all->steps, NULL));
  ck_assert (deid_plain_evaluator_init (&all->plain, prepared, NULL));
  if (!deid_walking_evaluator_may_judge (prepared))
    return;
  ck_assert (deid_walking_evaluator_init (&all->walking, prepared, NULL));
  all->n_kinds = N_KINDS;
}

static void
evaluators_clear (Evaluators *all)
{
  for (guint k = 0; k < N_KINDS; k++)
    deid_evaluator_clear (all->kinds[k]);
  deid_steps_clear (&all->steps);
  deid_preparation_release (all->preparation);
}

static double
get_risk (DeidEvaluator *evaluator)
{
  DeidRiskSum sum;
  double risk;

  deid_risk_sum_init (&sum, 2);
  ck_assert (deid_evaluator_add_risk (evaluator, &never, &sum, NULL));
  ck_assert (deid_risk_sum_round_up (&sum, 1, &risk, NULL));
  deid_risk_sum_clear (&sum);
  return risk;
}

/* What walks does not tell how many records a condition on the table needs suppressed. */
static void
compare (const Evaluators *all, const DeidLevel *levels, const DeidVerdict *expected)
{
  const double risk = expected->is_solution ? get_risk (all->kinds[0]) : 0;

  for (guint k = 1; k < all->n_kinds; k++)
    {
      DeidVerdict got;

      ck_assert (deid_evaluator_evaluate (all->kinds[k], levels, &never, &got, NULL));
      assert_quietly (got.is_solution == expected->is_solution);
      assert_quietly (!got.is_solution || got.objective == expected->objective);
      assert_quietly (got.n_unmatched == expected->n_unmatched);
      if (k < N_KINDS - 1 || got.is_solution || got.n_suppressed > 0)
        {
          assert_quietly (got.n_suppressed == expected->n_suppressed);
          assert_quietly (got.n_necessary == expected->n_necessary);
        }
      assert_quietly (k == N_KINDS - 1 || got.n_needed == expected->n_needed);
      assert_quietly (!got.is_solution || get_risk (all->kinds[k]) == risk);
    }
}

static void
check_definition (const Case *of, const guint *levels, const Evaluators *all,
                  const DeidVerdict *verdict)
{
  PlainVerdict defined;
  double loss;

  plain_table_check (of->problem, of->population, of->models, of->n_models, levels, &defined);
  assert_quietly (verdict->is_solution == defined.is_solution);
  if (!verdict->is_solution)
    return;
  assert_quietly (verdict->n_suppressed == defined.n_suppressed);
  assert_quietly (deid_loss_from_objective (&all->prepared.loss, verdict->objective, &loss, NULL));
  assert_quietly (fabsl (loss - defined.loss)
                  <= plain_loss_tolerance (of->problem) * fmaxl (1, defined.loss));
}

static void
check_policy (const Case *of, const Evaluators *all, guint rank, Seen *seen)
{
  guint levels[MAX_ATTRIBUTES];
  DeidLevel own[MAX_ATTRIBUTES];
  DeidVerdict verdict;

  random_problem_get_levels (of->problem, rank, levels);
  for (guint a = 0; a < of->problem->n_attributes; a++)
    own[a] = (DeidLevel) levels[a];
  ck_assert (deid_evaluator_evaluate (all->kinds[0], own, &never, &verdict, NULL));
  if (!of->judges_population)
    check_definition (of, levels, all, &verdict);
  compare (all, own, &verdict);
  seen->n_solutions += verdict.is_solution ? 1 : 0;
  seen->n_suppressing += verdict.is_solution && verdict.n_suppressed > 0 ? 1 : 0;
  seen->n_failing += verdict.is_solution ? 0 : 1;
  seen->n_unmatched += verdict.n_unmatched > 0 ? 1 : 0;
}

START_TEST (all_agree)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1601);
  const guint n_trials = MAX (count_trials (400), 40);
  Seen seen = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Evaluators all;
      guint n_policies;
      Case of;

      case_init (&of, rand);
      n_policies = random_problem_get_n_policies (of.problem);
      evaluators_init (&all, of.built, trial % 2 == 0);
      for (guint i = 0; i < 30; i++)
        check_policy (&of, &all, g_rand_int (rand) % n_policies, &seen);
      for (guint k = 0; k < all.n_kinds; k++)
        ck_assert_uint_gt (deid_evaluator_get_n_bytes (all.kinds[k]), 0);
      seen.n_walked += all.n_kinds == N_KINDS ? 1 : 0;
      evaluators_clear (&all);
      case_clear (&of);
    }
  ck_assert_uint_gt (seen.n_walked, n_trials / 20);
  ck_assert_uint_gt (seen.n_solutions, n_trials);
  ck_assert_uint_gt (seen.n_suppressing, n_trials / 10);
  ck_assert_uint_gt (seen.n_failing, n_trials);
  ck_assert_uint_gt (seen.n_unmatched, n_trials / 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("evaluators");
  TCase *cases = tcase_create ("agreement");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, all_agree);
  suite_add_tcase (suite, cases);
  return suite;
}
