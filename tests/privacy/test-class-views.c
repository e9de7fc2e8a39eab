/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a model is told of a class is what a plain tabulation of the table has, however the search
 * came to the class: grouped anew, refined from any generalization, on one thread or several, with
 * rows merged or not, or put together by a verifier. */
#include "support/suite.h"

#include "support/class-spy.h"
#include "support/refined-problem.h"

#define MAX_POLICIES 150

/* A random problem whose one model is a spy. */
typedef struct
{
  RandomProblem *random;
  ClassSpy *spy;
  DeidProblem *problem;
} SpiedProblem;

static void
spied_problem_init (SpiedProblem *spied, GRand *rand)
{
  g_autoptr (DeidPrivacyModel) model = NULL;
  GError *error = NULL;

  do
    {
      g_clear_pointer (&spied->random, random_problem_free);
      spied->random = random_problem_new (rand, g_rand_boolean (rand));
    }
  while (random_problem_get_n_policies (spied->random) > MAX_POLICIES);
  spied->spy = class_spy_new (spied->random, rand);
  spied->problem = random_problem_build (spied->random);
  model = class_spy_make_model (spied->spy);
  deid_problem_add_privacy_model (spied->problem, model, &error);
  assert_no_error (error);
}

static void
spied_problem_clear (SpiedProblem *spied)
{
  g_clear_pointer (&spied->problem, deid_problem_unref);
  g_clear_pointer (&spied->spy, class_spy_free);
  g_clear_pointer (&spied->random, random_problem_free);
}

static guint
get_rank (gpointer data)
{
  return *(guint *) data;
}

/* Each class is asked about once where the policy is a solution. Where it is none the reason is
 * looked for: all classes are asked about once more, and those that fail a third time. */
static void
check_policy (const SpiedProblem *spied, guint rank)
{
  DeidLattice *lattice = deid_problem_get_lattice (spied->problem);
  guint levels[MAX_ATTRIBUTES], n_classes;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  random_problem_get_levels (spied->random, rank, levels);
  policy = deid_policy_new (lattice, levels, spied->random->n_attributes, &error);
  assert_no_error (error);
  spied->spy->rank_data = &rank;
  spied->spy->n_accepts = 0;
  result = deid_problem_evaluate (spied->problem, policy, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  n_classes = class_spy_count_classes (spied->spy, rank);
  ck_assert_int_eq (spied->spy->n_wrong, 0);
  if (result != NULL)
    ck_assert_uint_eq ((guint) spied->spy->n_accepts, n_classes);
  else
    {
      ck_assert_uint_gt ((guint) spied->spy->n_accepts, 2 * n_classes);
      ck_assert_uint_le ((guint) spied->spy->n_accepts, 3 * n_classes);
    }
}

START_TEST (single_policies)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  const guint n_trials = count_trials (200);
  guint n_policies = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SpiedProblem spied = { 0 };

      spied_problem_init (&spied, rand);
      spied.spy->get_rank = get_rank;
      for (guint rank = 0; rank < random_problem_get_n_policies (spied.random);
           rank++, n_policies++)
        check_policy (&spied, rank);
      spied_problem_clear (&spied);
    }
  ck_assert_uint_gt (n_policies, 5 * n_trials);
}
END_TEST

static void
use_result (DeidResult *result, DeidProblem *problem)
{
  const char *path = get_temporary_file ("views.cert");
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidResult) proven = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  GError *error = NULL;

  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  proven = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  explanation = deid_report_new_explanation (result, 3, NULL, &error);
  assert_no_error (error);
}

/* Returns: whether there is a solution. */
static gboolean
check_search (const SpiedProblem *spied, DeidSearch *search, guint n_threads)
{
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  result = deid_search_run (search, spied->problem, NULL, &error);
  deid_search_unref (search);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  else
    use_result (result, spied->problem);
  ck_assert_int_eq (spied->spy->n_wrong, 0);
  return result != NULL;
}

START_TEST (searches)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  const guint n_trials = count_trials (400);
  guint n_solved = 0;
  gint n_accepts = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SpiedProblem spied = { 0 };

      spied_problem_init (&spied, rand);
      check_search (&spied, deid_search_new_exhaustive (), 1);
      check_search (&spied, deid_search_new_optimal (), 1);
      n_solved += check_search (&spied, deid_search_new_optimal (), 4) ? 1 : 0;
      n_accepts += spied.spy->n_accepts;
      spied_problem_clear (&spied);
    }
  ck_assert_uint_gt (n_solved, n_trials / 3);
  ck_assert_int_gt (n_accepts, 100 * (gint) n_trials);
}
END_TEST

static guint
get_rank_of_levels (const RandomProblem *random, const DeidLevel *levels)
{
  guint rank = 0;

  for (guint a = 0; a < random->n_attributes; a++)
    rank = rank * random->attributes[a].n_levels + levels[a];
  return rank;
}

/* The policy that a refiner has reached. */
static guint
get_rank_reached (gpointer data)
{
  const RefinedProblem *fixture = data;

  return get_rank_of_levels (fixture->random, fixture->refiner.reached);
}

static void
check_verdicts (RefinedProblem *fixture, ClassSpy *spy, const DeidRefined *refined)
{
  const DeidStop never = { .deadline = G_MAXINT64 };
  guint rank = get_rank_of_levels (fixture->random, refined->levels);
  DeidVerdict verdict;

  spy->get_rank = get_rank;
  spy->rank_data = &rank;
  ck_assert (
      deid_evaluator_evaluate (&fixture->evaluator.base, refined->levels, &never, &verdict, NULL));
  ck_assert_uint_eq (refined->verdict.n_suppressed, verdict.n_suppressed);
  ck_assert_uint_eq (refined->verdict.n_necessary, verdict.n_necessary);
}

/* Refines from policy to policy, a few levels at once or all the way, as long as it may go on.
 * Returns: the number of policies it came to. */
static guint
check_descent (RefinedProblem *fixture, ClassSpy *spy, GRand *rand)
{
  const DeidStop never = { .deadline = G_MAXINT64 };
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  DeidLevel below[MAX_ATTRIBUTES];
  DeidRefined refined;
  gboolean feasible;
  guint n = 1;

  fixture->refiner.is_exact = TRUE;
  spy->get_rank = get_rank_reached;
  spy->rank_data = fixture;
  ck_assert (deid_refined_init (&refined, &fixture->refiner, NULL));
  ck_assert (deid_refining_evaluator_start (&fixture->refiner, &refined, &never, &feasible, NULL));
  check_verdicts (fixture, spy, &refined);
  for (; feasible && n < 6; n++)
    {
      lower_at_random (rand, refined.levels, below, n_dimensions);
      if (deid_levels_compare (below, refined.levels, n_dimensions) == 0)
        break;
      spy->get_rank = get_rank_reached;
      spy->rank_data = fixture;
      ck_assert (deid_refining_evaluator_lower (&fixture->refiner, &refined, below, &refined,
                                                &never, &feasible, NULL));
      check_verdicts (fixture, spy, &refined);
    }
  deid_refined_clear (&refined);
  return n;
}

START_TEST (refined_classes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  const guint n_trials = count_trials (1000);
  guint n_reached = 0, n_merged = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      SpiedProblem spied = { 0 };
      RefinedProblem fixture = { 0 };

      spied_problem_init (&spied, rand);
      fixture.random = spied.random;
      fixture.problem = deid_problem_ref (spied.problem);
      fixture.merges_rows = TRUE;
      refined_problem_prepare (&fixture);
      n_merged += fixture.prepared.tables.merged.n > 0 ? 1 : 0;
      for (guint i = 0; i < 5; i++)
        n_reached += check_descent (&fixture, spied.spy, rand);
      ck_assert_int_eq (spied.spy->n_wrong, 0);
      fixture.random = NULL;
      refined_problem_clear (&fixture);
      spied_problem_clear (&spied);
    }
  ck_assert_uint_gt (n_reached, 8 * n_trials);
  ck_assert_uint_gt (n_merged, n_trials / 20);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("class-views");
  TCase *tcase = tcase_create ("classes as models see them");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, single_policies);
  tcase_add_test (tcase, searches);
  tcase_add_test (tcase, refined_classes);
  suite_add_tcase (suite, tcase);
  return suite;
}
