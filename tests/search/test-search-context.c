/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an algorithm is told of a run, on whole small problems, against a plain recomputation by the
 * definitions. */
#include "support/suite.h"

#include <math.h>

#include "support/own-search.h"
#include "support/plain-check.h"

#define N_PROBLEMS 700

/* A problem with what is true of its policies, in the order of ranks, and a walk through them in
 * some order, with what it has seen. */
typedef struct
{
  const RandomProblem *random;
  guint n_policies;
  DeidPolicy **policies;
  PlainVerdict *verdicts;
  double *losses;     /* as deid_problem_evaluate() tells them; infinite for what is no solution */
  gboolean is_closed; /* all models are superset-closed */
  GRand *rand;
  guint best; /* so far, or G_MAXUINT */
  guint n_hopeless;
  guint n_bounded;
} Walk;

static double
evaluate (DeidProblem *problem, DeidPolicy *policy)
{
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, NULL);

  return result != NULL ? deid_result_get_loss (result) : INFINITY;
}

static void
walk_init (Walk *walk, const RandomProblem *random, DeidProblem *problem, GRand *rand)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  const guint n = random_problem_get_n_policies (random);

  *walk = (Walk){ .random = random,
                  .n_policies = n,
                  .policies = g_new (DeidPolicy *, n),
                  .verdicts = g_new (PlainVerdict, n),
                  .losses = g_new (double, n),
                  .is_closed = TRUE,
                  .rand = rand,
                  .best = G_MAXUINT };
  for (guint m = 0; m < random->n_models; m++)
    walk->is_closed &= random->models[m].kind != MODEL_ENTROPY_L;
  for (guint rank = 0; rank < n; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (random, rank, levels);
      plain_check (random, levels, &walk->verdicts[rank]);
      walk->policies[rank] = deid_policy_new_from_rank (lattice, rank, NULL);
      walk->losses[rank] = evaluate (problem, walk->policies[rank]);
    }
}

static void
walk_clear (Walk *walk)
{
  for (guint rank = 0; rank < walk->n_policies; rank++)
    deid_policy_unref (walk->policies[rank]);
  g_free (walk->policies);
  g_free (walk->verdicts);
  g_free (walk->losses);
}

static void
assert_close (double got, long double expected, long double tolerance)
{
  if (!(fabsl (got - expected) <= tolerance * fmaxl (1, expected)))
    ck_abort_msg ("loss %.17g, expected %.17Lg", got, expected);
}

static guint64
find_smallest_class (const RandomProblem *random, guint rank)
{
  PlainClass classes[MAX_ROWS];
  guint levels[MAX_ATTRIBUTES];
  guint64 smallest = G_MAXUINT64;
  guint n_classes;

  random_problem_get_levels (random, rank, levels);
  n_classes = plain_group (random, levels, classes);
  for (guint c = 0; c < n_classes; c++)
    {
      guint64 n_records = 0;

      for (guint i = 0; i < classes[c].n_rows; i++)
        n_records += random->weights[classes[c].rows[i]];
      smallest = MIN (smallest, n_records);
    }
  return smallest;
}

/* What is told of the policy evaluated last. */
static void
check_verdict (Walk *walk, const DeidSearchContext *context, guint rank)
{
  const PlainVerdict *verdict = &walk->verdicts[rank];
  const gboolean may_specialize = deid_search_context_may_specialize (context);

  ck_assert (deid_search_context_is_solution (context) == verdict->is_solution);
  ck_assert_uint_eq (deid_search_context_get_n_suppressed (context), verdict->n_suppressed);
  ck_assert_uint_eq (deid_search_context_get_smallest_class (context),
                     find_smallest_class (walk->random, rank));
  ck_assert (deid_search_context_get_loss (context) == walk->losses[rank]);
  if (verdict->is_solution)
    assert_close (walk->losses[rank], verdict->loss, 1e-12L);
  if (walk->is_closed)
    ck_assert (may_specialize == verdict->is_solution);
  if (may_specialize)
    return;
  walk->n_hopeless++;
  for (guint other = 0; other < walk->n_policies; other++)
    if (deid_policy_is_generalization_of (walk->policies[rank], walk->policies[other]))
      ck_assert (!walk->verdicts[other].is_solution);
}

static gboolean
is_better (const Walk *walk, guint rank, guint than)
{
  if (!walk->verdicts[rank].is_solution)
    return FALSE;
  if (than == G_MAXUINT || walk->losses[rank] != walk->losses[than])
    return than == G_MAXUINT || walk->losses[rank] < walk->losses[than];
  return deid_policy_compare (walk->policies[rank], walk->policies[than]) < 0;
}

/* What is told of policies that were perhaps not evaluated. A bound may be a little less than it
 * might be, since what it is compared with is rounded. */
static void
check_bounds (Walk *walk, DeidSearchContext *context, guint rank)
{
  static const gboolean nothing[MAX_ROWS];
  const DeidPolicy *policy = walk->policies[rank];
  const gboolean may_improve = deid_search_context_may_improve (context, policy);
  const double bound = deid_search_context_get_bound (context, policy);
  guint levels[MAX_ATTRIBUTES];

  random_problem_get_levels (walk->random, rank, levels);
  assert_close (bound, plain_loss (walk->random, levels, nothing), 1e-9L);
  ck_assert (may_improve || walk->best != G_MAXUINT);
  if (walk->best != G_MAXUINT && bound > walk->losses[walk->best])
    ck_assert (!may_improve);
  walk->n_bounded += may_improve ? 0 : 1;
  for (guint other = 0; other < walk->n_policies; other++)
    {
      if (!deid_policy_is_generalization_of (walk->policies[other], policy))
        continue;
      ck_assert (walk->losses[other] >= bound);
      if (!may_improve && is_better (walk, other, walk->best))
        ck_assert (walk->random->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN
                   && walk->losses[other] == walk->losses[walk->best]);
    }
}

static gboolean
walk_and_check (DeidSearchContext *context, gpointer user_data, GError **error G_GNUC_UNUSED)
{
  Walk *walk = user_data;
  g_autofree guint *order = g_new (guint, walk->n_policies);

  ck_assert (!deid_search_context_is_solution (context));
  ck_assert (isinf (deid_search_context_get_loss (context)));
  for (guint i = 0; i < walk->n_policies; i++)
    {
      const guint place = (guint) g_rand_int_range (walk->rand, 0, (gint32) i + 1);

      order[i] = order[place];
      order[place] = i;
    }
  for (guint i = 0; i < walk->n_policies; i++)
    {
      ck_assert (deid_search_context_evaluate (context, walk->policies[order[i]]));
      check_verdict (walk, context, order[i]);
      if (is_better (walk, order[i], walk->best))
        walk->best = order[i];
      check_bounds (walk, context, order[walk->n_policies - 1 - i]);
    }
  deid_search_context_declare_optimal (context);
  return TRUE;
}

START_TEST (against_definitions)
{
  const guint n_problems = count_trials (N_PROBLEMS);
  g_autoptr (GRand) rand = g_rand_new_with_seed (61);
  guint n_solved = 0, n_hopeless = 0, n_bounded = 0;

  for (guint i = 0; i < n_problems; i++)
    {
      RandomProblem *random = random_problem_new (rand, i % 4 == 0);
      Walk walk;

      random_problem_restrict (random);
      random_problem_add_models (random, rand, 6);
      {
        g_autoptr (DeidProblem) problem = random_problem_build (random);
        g_autoptr (DeidSearch) search = own_search_new (walk_and_check, &walk);
        g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
        g_autoptr (DeidResult) result = NULL, expected = NULL;

        walk_init (&walk, random, problem, rand);
        result = deid_search_run (search, problem, NULL, NULL);
        expected = deid_search_run (optimal, problem, NULL, NULL);
        ck_assert ((result != NULL) == (expected != NULL));
        if (result != NULL)
          {
            n_solved++;
            ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
            ck_assert_uint_eq (deid_result_get_n_evaluated (result), walk.n_policies);
            /* With the geometric mean it is the products that are compared: of policies with the
             * same loss, the library may prefer either. */
            ck_assert (
                deid_policy_compare (deid_result_get_policy (result), walk.policies[walk.best]) == 0
                || (random->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN
                    && deid_result_get_loss (result) == walk.losses[walk.best]));
          }
        n_hopeless += walk.n_hopeless;
        n_bounded += walk.n_bounded;
        walk_clear (&walk);
      }
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved, n_problems / 3);
  ck_assert_uint_gt (n_hopeless, n_problems);
  ck_assert_uint_gt (n_bounded, n_problems / 4);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("what searches are told");
  TCase *tcase = tcase_create ("random problems");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, against_definitions);
  suite_add_tcase (suite, tcase);
  return suite;
}
