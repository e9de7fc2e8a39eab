/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole small problems: each policy, both searches, the released table and its verification,
 * against a plain recomputation by the definitions. */
#include "suite.h"

#include <math.h>

#include "plain-check.h"

#define N_PROBLEMS     2500
#define N_AT_THRESHOLD 1250

/* Kinds of problems. */
enum
{
  K_ON_ROWS,
  K_ON_PERSONS,
  DISTINCT_L,
  ENTROPY_L,
  CONJUNCTION,
  N_KINDS
};

/* Makes a class of the policy have counts in proportion to those of a class whose entropy is the
 * logarithm of an integer. Returns: that integer. */
static guint64
make_entropy_exact (RandomProblem *problem, GRand *rand, const PlainClass *aimed, guint sensitive)
{
  const gboolean as_four = aimed->n_rows % 8 == 0 && g_rand_boolean (rand);
  guint n_values;

  do
    n_values = (guint) g_rand_int_range (rand, 1, (gint32) aimed->n_rows + 1);
  while (aimed->n_rows % n_values != 0);
  for (guint i = 0; i < aimed->n_rows; i++)
    {
      const guint row = aimed->rows[i];

      problem->n_records += 1 - problem->weights[row];
      problem->weights[row] = 1;
      problem->sensitive[sensitive][row]
          = as_four ? (int) (i % 8 < 4 ? 0 : i % 8 - 3) : (int) (i % n_values);
    }
  if (!problem->limit_is_count)
    problem->limit = problem->n_records * problem->limit_percent / 100;
  return as_four ? 4 : n_values;
}

/* Sets the parameter of a model to what a class of some policy has exactly. */
static void
aim_model (RandomProblem *problem, GRand *rand, RandomModel *model)
{
  PlainClass classes[MAX_ROWS];
  const PlainClass *aimed;
  guint64 counts[MAX_ROWS];
  guint levels[MAX_ATTRIBUTES];
  guint n_classes;

  random_problem_get_levels (
      problem, (guint) g_rand_int_range (rand, 0, (gint32) random_problem_get_n_policies (problem)),
      levels);
  n_classes = plain_group (problem, levels, classes);
  aimed = &classes[g_rand_int_range (rand, 0, (gint32) n_classes)];
  if (model->kind == MODEL_K)
    while (plain_judge (problem, aimed, model) > 0)
      model->numerator++;
  else if (model->kind == MODEL_DISTINCT_L)
    model->numerator = plain_count_values (problem, aimed, model->sensitive, counts);
  else
    model->numerator = make_entropy_exact (problem, rand, aimed, model->sensitive);
}

static void
add_model (RandomProblem *problem, GRand *rand, RandomModelKind kind)
{
  RandomModel *model = &problem->models[problem->n_models++];

  *model = (RandomModel){
    .kind = kind, .sensitive = g_rand_int (rand) % N_SENSITIVE, .numerator = 1, .denominator = 1
  };
  if (g_rand_int (rand) % 4 > 0)
    aim_model (problem, rand, model);
  else if (kind == MODEL_ENTROPY_L)
    {
      model->numerator = (guint64) g_rand_int_range (rand, 11, 41);
      model->denominator = 10;
    }
  else
    model->numerator = (guint64) g_rand_int_range (rand, 1, 8);
}

static RandomProblem *
make_problem (GRand *rand, guint kind)
{
  const gboolean has_entities
      = kind == K_ON_PERSONS || (kind == CONJUNCTION && g_rand_boolean (rand));
  RandomProblem *problem = random_problem_new (rand, has_entities);

  switch (kind)
    {
    case K_ON_ROWS:
    case K_ON_PERSONS:
      add_model (problem, rand, MODEL_K);
      break;
    case DISTINCT_L:
      add_model (problem, rand, MODEL_DISTINCT_L);
      break;
    case ENTROPY_L:
      add_model (problem, rand, MODEL_ENTROPY_L);
      break;
    case CONJUNCTION:
    default:
      /* Entropy first: it may change the table, which the others then aim at. */
      add_model (problem, rand, MODEL_ENTROPY_L);
      add_model (problem, rand, g_rand_boolean (rand) ? MODEL_K : MODEL_DISTINCT_L);
      if (g_rand_boolean (rand))
        add_model (problem, rand, MODEL_K);
    }
  return problem;
}

static void
assert_close (double got, long double expected)
{
  if (!(fabsl (got - expected) <= 1e-12L * fmaxl (1, expected)))
    ck_abort_msg ("loss %.17g, expected %.17Lg", got, expected);
}

/* A policy evaluated by the library; the loss is infinite for what is no solution. */
static double
evaluate (DeidProblem *built, guint rank, const PlainVerdict *expected)
{
  GError *error = NULL;
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (built), rank, NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (built, policy, NULL, &error);

  if ((result != NULL) != expected->is_solution)
    ck_abort_msg ("policy %u: %s", rank, result != NULL ? "is no solution" : error->message);
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return INFINITY;
    }
  if (deid_result_get_n_suppressed (result) != expected->n_suppressed)
    ck_abort_msg ("policy %u suppresses %" G_GUINT64_FORMAT ", expected %" G_GUINT64_FORMAT, rank,
                  deid_result_get_n_suppressed (result), expected->n_suppressed);
  assert_close (deid_result_get_loss (result), expected->loss);
  return deid_result_get_loss (result);
}

static guint
sum_levels (const RandomProblem *problem, guint rank)
{
  guint levels[MAX_ATTRIBUTES], sum = 0;

  random_problem_get_levels (problem, rank, levels);
  for (guint a = 0; a < problem->n_attributes; a++)
    sum += levels[a];
  return sum;
}

static void
check_release (DeidResult *result)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, &error);

  if (release == NULL || !deid_result_verify (result, release, NULL, &error))
    ck_abort_msg ("%s", error->message);
}

/* The optimum is unique to the bit of its loss but for the geometric mean, where losses are roots
 * of what is compared and may meet. */
static void
check_search (const RandomProblem *problem, DeidProblem *built, DeidSearch *search,
              gboolean each_once, guint best, const double *losses, const PlainVerdict *verdicts)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, built, NULL, &error);
  const guint64 n_policies = random_problem_get_n_policies (problem);
  guint64 rank;

  if (result == NULL)
    ck_abort_msg ("%s", error->message);
  deid_policy_get_rank (deid_result_get_policy (result), &rank);
  if (rank != best
      && !(problem->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN && losses[rank] == losses[best]
           && verdicts[rank].loss <= verdicts[best].loss))
    ck_abort_msg ("found policy %u of loss %.17g, expected %u of loss %.17g", (guint) rank,
                  losses[rank], best, losses[best]);
  if (deid_result_get_loss (result) != losses[best]
      || deid_result_get_lower_bound (result) != losses[best]
      || !deid_result_is_proven_optimal (result)
      || deid_result_get_termination (result) != DEID_TERMINATION_COMPLETE
      || deid_result_get_n_suppressed (result) != verdicts[rank].n_suppressed
      || deid_result_get_n_evaluated (result) > n_policies
      || deid_result_get_n_evaluated (result) + deid_result_get_n_pruned (result) != n_policies
      || (each_once && deid_result_get_n_evaluated (result) != n_policies))
    ck_abort_msg ("the optimum is found, but not told truly");
  check_release (result);
  deid_search_unref (search);
}

/* Returns: whether the problem is worth anything: some policies are solutions, some are not. */
static gboolean
check_problem (const RandomProblem *problem, gboolean *at_threshold)
{
  const guint n_policies = random_problem_get_n_policies (problem);
  g_autofree PlainVerdict *verdicts = g_new (PlainVerdict, n_policies);
  g_autofree double *losses = g_new (double, n_policies);
  g_autoptr (DeidProblem) built = NULL;
  guint n_solutions = 0, best = G_MAXUINT;
  long double least = INFINITY;

  *at_threshold = FALSE;
  for (guint rank = 0; rank < n_policies; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (problem, rank, levels);
      plain_check (problem, levels, &verdicts[rank]);
      *at_threshold |= verdicts[rank].at_threshold;
      if (!verdicts[rank].is_solution)
        continue;
      n_solutions++;
      least = fminl (least, verdicts[rank].loss);
    }
  if (n_solutions == 0 || n_solutions == n_policies)
    return FALSE;
  built = random_problem_build (problem);
  ck_assert_uint_eq (deid_problem_get_suppression_limit_count (built),
                     MIN (problem->limit, problem->n_records));
  for (guint rank = 0; rank < n_policies; rank++)
    {
      losses[rank] = evaluate (built, rank, &verdicts[rank]);
      if (verdicts[rank].is_solution
          && (best == G_MAXUINT || losses[rank] < losses[best]
              || (losses[rank] == losses[best]
                  && sum_levels (problem, rank) < sum_levels (problem, best))))
        best = rank;
    }
  assert_close (losses[best], least);
  check_search (problem, built, deid_search_new_exhaustive (), TRUE, best, losses, verdicts);
  check_search (problem, built, deid_search_new_optimal (), FALSE, best, losses, verdicts);
  return TRUE;
}

START_TEST (test_random_problems)
{
  const guint n_problems = count_trials (N_PROBLEMS);
  const guint n_wanted_at_threshold = count_trials (N_AT_THRESHOLD);
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (1 + _i));
  guint n_checked = 0, n_at_threshold = 0, n_missed = 0;

  while (n_checked < n_problems || n_at_threshold < n_wanted_at_threshold)
    {
      RandomProblem *problem = make_problem (rand, (guint) _i);
      gboolean at_threshold;

      if (check_problem (problem, &at_threshold))
        {
          n_checked++;
          n_at_threshold += at_threshold ? 1 : 0;
        }
      else
        n_missed++;
      random_problem_free (problem);
    }
  ck_assert_uint_lt (n_missed, 20 * n_checked);
}
END_TEST

/* Without a solution, or with nothing but solutions. */
START_TEST (test_vacuous_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (100);
  guint n_without = 0;

  for (guint trial = 0; trial < 100; trial++)
    {
      RandomProblem *problem = make_problem (rand, K_ON_ROWS);
      g_autoptr (DeidProblem) built = NULL;
      GError *error = NULL;
      PlainVerdict verdict;
      guint n_solutions = 0, levels[MAX_ATTRIBUTES];

      problem->models[0].numerator = problem->n_records + trial % 2;
      for (guint rank = 0; rank < random_problem_get_n_policies (problem); rank++)
        {
          random_problem_get_levels (problem, rank, levels);
          plain_check (problem, levels, &verdict);
          n_solutions += verdict.is_solution ? 1 : 0;
        }
      built = random_problem_build (problem);
      for (guint s = 0; s < 2; s++)
        {
          g_autoptr (DeidSearch) search
              = s == 0 ? deid_search_new_optimal () : deid_search_new_exhaustive ();
          g_autoptr (DeidResult) result = deid_search_run (search, built, NULL, &error);

          ck_assert ((result != NULL) == (n_solutions > 0));
          if (result == NULL)
            assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
        }
      n_without += n_solutions == 0;
      random_problem_free (problem);
    }
  ck_assert_uint_gt (n_without, 20);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("random problems");
  TCase *tcase = tcase_create ("against the definitions");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, test_random_problems, 0, N_KINDS);
  tcase_add_test (tcase, test_vacuous_problems);
  suite_add_tcase (suite, tcase);
  return suite;
}
