/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole small problems: each policy, both searches, the released table and its verification,
 * against a plain recomputation by the definitions. */
#include "support/suite.h"

#include "support/checked-problem.h"

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

  random_problem_restrict (problem);

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

      if (checked_problem (problem, &at_threshold))
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
