/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the interval search rests on: refined policies are judged as grouped ones are, the bound of
 * a box holds for every policy in it, and a run cut short never claims too much. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "search/interval/interval.h"
#include "support/refined-problem.h"

#define N_TRIALS count_trials (10000)

static const DeidStop never = { .deadline = G_MAXINT64 };

static void
check_verdict (RefinedProblem *fixture, const DeidRefined *refined, gboolean feasible)
{
  DeidVerdict plain;
  GError *error = NULL;

  ck_assert (
      deid_evaluator_evaluate (&fixture->evaluator.base, refined->levels, &never, &plain, &error));
  ck_assert (feasible == deid_verdict_is_feasible (&plain, &fixture->prepared));
  if (!feasible)
    return;
  ck_assert_uint_eq (refined->verdict.n_necessary, plain.n_necessary);
  ck_assert_uint_eq (refined->verdict.n_suppressed, plain.n_suppressed);
  ck_assert (refined->verdict.is_solution == plain.is_solution);
  if (plain.is_solution)
    ck_assert (refined->verdict.objective == plain.objective);
}

/* Lowers random dimensions, several at once as a rule, checking each policy on the way.
 * Returns: whether the last one is feasible. */
static gboolean
descend (RefinedProblem *fixture, GRand *rand, DeidRefined *refined, guint n_steps)
{
  const DeidLattice *lattice = fixture->prepared.lattice;
  g_autofree DeidLevel *below = g_new (DeidLevel, lattice->n_dimensions);
  gboolean feasible;
  GError *error = NULL;

  ck_assert (deid_refining_evaluator_start (&fixture->refiner, refined, &never, &feasible, &error));
  check_verdict (fixture, refined, feasible);
  for (guint i = 0; feasible && i < n_steps; i++)
    {
      lower_at_random (rand, refined->levels, below, lattice->n_dimensions);
      ck_assert (deid_refining_evaluator_lower (&fixture->refiner, refined, below, refined, &never,
                                                &feasible, &error));
      check_verdict (fixture, refined, feasible);
    }
  return feasible;
}

static gboolean
is_in_box (const DeidLevel *levels, const DeidLevel *lo, const DeidLevel *hi, guint n)
{
  for (guint d = 0; d < n; d++)
    if (levels[d] < lo[d] || levels[d] > hi[d])
      return FALSE;
  return TRUE;
}

/* Returns: how many solutions lie in the box. */
static guint
check_bound (RefinedProblem *fixture, const DeidRefined *refined, const DeidLevel *lo)
{
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  guint n_solutions = 0;
  double bound;

  ck_assert (
      deid_refining_evaluator_get_bound (&fixture->refiner, refined, lo, &never, &bound, NULL));
  for (guint rank = 0; rank < random_problem_get_n_policies (fixture->random); rank++)
    {
      guint levels[MAX_ATTRIBUTES];
      DeidLevel own[MAX_ATTRIBUTES];
      DeidVerdict verdict;
      GError *error = NULL;

      random_problem_get_levels (fixture->random, rank, levels);
      for (guint d = 0; d < n_dimensions; d++)
        own[d] = (DeidLevel) levels[d];
      if (!is_in_box (own, lo, refined->levels, n_dimensions))
        continue;
      ck_assert (deid_evaluator_evaluate (&fixture->evaluator.base, own, &never, &verdict, &error));
      if (!verdict.is_solution)
        continue;
      n_solutions++;
      ck_assert_msg (bound <= verdict.objective, "bound %.17g of a box with a policy of %.17g",
                     bound, verdict.objective);
    }
  return n_solutions;
}

START_TEST (bounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  guint n_solutions = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      RefinedProblem fixture;
      DeidRefined refined;
      DeidLevel lo[MAX_ATTRIBUTES];

      refined_problem_init (&fixture, rand);
      ck_assert (deid_refined_init (&refined, &fixture.refiner, NULL));
      if (descend (&fixture, rand, &refined, (guint) g_rand_int_range (rand, 0, 5)))
        {
          for (guint d = 0; d < fixture.prepared.lattice->n_dimensions; d++)
            lo[d] = (DeidLevel) g_rand_int_range (rand, 0, refined.levels[d] + 1);
          n_solutions += check_bound (&fixture, &refined, lo);
        }
      deid_refined_clear (&refined);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_solutions, N_TRIALS);
}
END_TEST

/* Runs with every step limit up to the one that is not reached. */
static guint
check_anytime (DeidProblem *problem)
{
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) best = deid_search_run (exhaustive, problem, NULL, NULL);
  double last_bound = 0, last_loss = INFINITY;
  guint n_results = 0;

  for (guint64 limit = 1;; limit++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      deid_search_set_step_limit (search, limit, NULL);
      result = deid_search_run (search, problem, NULL, &error);
      if (g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
        {
          g_clear_error (&error);
          continue;
        }
      ck_assert ((result == NULL) == (best == NULL));
      g_clear_error (&error);
      if (result == NULL)
        return n_results;
      n_results++;
      ck_assert_double_le (deid_result_get_lower_bound (result), deid_result_get_loss (best));
      ck_assert_double_ge (deid_result_get_lower_bound (result), last_bound);
      ck_assert_double_ge (deid_result_get_loss (result), deid_result_get_loss (best));
      ck_assert (deid_result_get_loss (result) <= last_loss);
      last_bound = deid_result_get_lower_bound (result);
      last_loss = deid_result_get_loss (result);
      if (!deid_result_is_proven_optimal (result))
        continue;
      ck_assert (last_loss == deid_result_get_loss (best));
      return n_results;
    }
}

START_TEST (anytime)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  guint n_results = 0;

  for (guint trial = 0; trial < N_TRIALS / 5; trial++)
    {
      RefinedProblem fixture;

      refined_problem_init (&fixture, rand);
      n_results += check_anytime (fixture.problem);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_results, N_TRIALS / 5);
}
END_TEST

static DeidResult *
run_turns (const DeidTurns *turns, guint n_threads, guint64 limit, DeidProblem *problem)
{
  const DeidIntervalOptions options = { *turns, DEID_MAX_RUNS };
  g_autoptr (DeidSearch) search = deid_interval_search_new (&options);

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  if (limit > 0)
    ck_assert (deid_search_set_step_limit (search, limit, NULL));
  return deid_search_run (search, problem, NULL, NULL);
}

static void
assert_same (DeidResult *result, DeidResult *best)
{
  ck_assert ((result == NULL) == (best == NULL));
  if (result == NULL)
    return;
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert (deid_result_get_loss (result) == deid_result_get_loss (best));
  ck_assert (deid_result_get_lower_bound (result) == deid_result_get_loss (best));
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), deid_result_get_n_suppressed (best));
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (best)), 0);
}

/* Whatever turns are taken with the box of the least bound, and however many boxes are restored,
 * all searches find the same; and a bound at any moment holds. */
START_TEST (any_turns)
{
  static const DeidTurns tried[] = { { G_MAXUINT64, 10 }, { 0, 1 }, { 0, 3 }, { 5, 10 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  guint n_solved = 0;

  for (guint trial = 0; trial < count_trials (4000); trial++)
    {
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidResult) best = NULL, cut_short = NULL;
      RefinedProblem fixture;

      refined_problem_init (&fixture, rand);
      best = deid_search_run (exhaustive, fixture.problem, NULL, NULL);
      n_solved += best != NULL;
      for (guint i = 0; i < G_N_ELEMENTS (tried); i++)
        {
          const guint n_threads = 1 + (trial + i) % 3;
          g_autoptr (DeidResult) result = run_turns (&tried[i], n_threads, 0, fixture.problem);

          assert_same (result, best);
        }
      cut_short = run_turns (&tried[1 + trial % 3], 1 + trial % 2, 1 + trial % 40, fixture.problem);
      if (cut_short != NULL)
        {
          ck_assert (deid_result_get_lower_bound (cut_short) <= deid_result_get_loss (best));
          ck_assert (deid_result_get_loss (cut_short) >= deid_result_get_loss (best));
        }
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_solved, count_trials (4000) / 4);
}
END_TEST

/* Boxes come in the order of their bounds, of equal ones the last first. */
START_TEST (least_bounds_first)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (DeidOpenBox));
  DeidOpenBoxes boxes;
  guint64 n_added = 0;

  deid_open_boxes_init (&boxes, 2, 0);
  for (guint i = 0; i < 20000; i++)
    {
      if (inside->len == 0 || g_rand_int_range (rand, 0, 100) < (i < 10000 ? 60 : 40))
        {
          const DeidLevel lo[] = { (DeidLevel) i, 0 }, hi[] = { (DeidLevel) i, 7 };
          const DeidOpenBox box = { .bound = g_rand_int_range (rand, 0, 50) / 50.0,
                                    .n_policies = 8,
                                    .kind = (guint) g_rand_int_range (rand, 0, DEID_N_EFFORTS),
                                    .number = n_added };

          ck_assert (deid_open_boxes_add (&boxes, lo, hi, NULL, &box, NULL));
          g_array_append_val (inside, box);
          n_added++;
        }
      else
        {
          guint first = 0;
          DeidOpenBox expected, taken;

          for (guint j = 1; j < inside->len; j++)
            if (g_array_index (inside, DeidOpenBox, j).bound
                <= g_array_index (inside, DeidOpenBox, first).bound)
              first = j;
          expected = g_array_index (inside, DeidOpenBox, first);
          g_array_remove_index (inside, first);
          ck_assert (deid_open_boxes_get_bound (&boxes) == expected.bound);
          taken = deid_open_boxes_take (&boxes);
          ck_assert (taken.bound == expected.bound && taken.kind == expected.kind);
          ck_assert_uint_eq (taken.number, expected.number);
          ck_assert_uint_eq (taken.corners[3], 7);
          g_free (taken.corners);
        }
      ck_assert_uint_eq (boxes.n, inside->len);
      ck_assert (boxes.n_policies == 8.0 * inside->len);
    }
  deid_open_boxes_clear (&boxes);
}
END_TEST

/* A tree whose boxes of size s have two children of size s - 1 and take 3 evaluations each: 3 (2^(s
 * + 1) - 1) in all. */
START_TEST (effort)
{
  DeidEffort learnt;
  double expected;

  ck_assert (deid_effort_init (&learnt, NULL));
  for (guint s = 0; s <= 12; s++)
    for (guint i = 0; i < 4000; i++)
      {
        const guint kind = deid_effort_get_kind (ldexp (1, (int) s), 0.5);
        const guint below = s > 0 ? deid_effort_get_kind (ldexp (1, (int) s - 1), 0.5) : 0;

        for (guint child = 0; s > 0 && child < 2; child++)
          deid_effort_learn_child (&learnt, kind, below);
        deid_effort_learn (&learnt, kind, 3);
      }
  learnt.next_update = 0;
  deid_effort_learn (&learnt, deid_effort_get_kind (1, 0.5), 3);
  expected = learnt.expected[deid_effort_get_kind (4096, 0.5)];
  ck_assert_double_gt (expected, 0.99 * 3 * 8191);
  ck_assert_double_lt (expected, 1.01 * 3 * 8191);
  ck_assert_double_gt (learnt.expected[deid_effort_get_kind (8192, 0.5)], expected);
  deid_effort_clear (&learnt);
}
END_TEST

/* Numbers of policies and shares of any size have a kind; more of the one or less of the other,
 * none that is lower. */
START_TEST (kinds)
{
  static const double sizes[] = { 0.5, 1, 2, 1e3, 1e18, 1e300, INFINITY };
  static const double shares[] = { INFINITY, 2, 1, 0.999, 0.5, 1e-9, 0, -1 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (shares); j++)
      {
        const guint kind = deid_effort_get_kind (sizes[i], shares[j]);

        ck_assert_uint_lt (kind, DEID_N_EFFORTS);
        if (i > 0)
          ck_assert_uint_ge (kind, deid_effort_get_kind (sizes[i - 1], shares[j]));
        if (j > 0)
          ck_assert_uint_ge (kind, deid_effort_get_kind (sizes[i], shares[j - 1]));
      }
}
END_TEST

/* A table of @n_rows rows whose row i has the values i % sizes[a], for which every class passes. */
static DeidProblem *
make_wide_problem (guint n_rows, const guint *sizes, guint n_attributes)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autofree gint64 *values = g_new (gint64, n_rows);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint a = 0; a < n_attributes; a++)
    {
      const char name[] = { (char) ('a' + (int) a), '\0' };

      for (guint row = 0; row < n_rows; row++)
        values[row] = row % sizes[a];
      ck_assert (
          deid_dataset_add_integer_column (dataset, name, values, n_rows, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < n_attributes; a++)
    {
      const char name[] = { (char) ('a' + (int) a), '\0' };

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

/* Row i is alone in its class once sizes that are coprime multiply to more than the rows: with
 * 3,000 x 2,999 cells the step is hashed, with 70,000 classes ids have 32 bits. */
START_TEST (wide_maps)
{
  static const struct
  {
    guint n_rows;
    guint sizes[3];
    guint n_classes[3];
    guint width;
  } cases[] = {
    { 6000, { 3000, 2999, 2 }, { 3000, 6000, 6000 }, 2 },
    { 70000, { 300, 299, 7 }, { 300, 70000, 70000 }, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_wide_problem (cases[i].n_rows, cases[i].sizes, 3);
      RefinedProblem fixture = { .problem = deid_problem_ref (problem) };
      DeidRefined refined;
      DeidLevel below[3];
      gboolean feasible;

      refined_problem_prepare (&fixture);
      ck_assert (deid_refined_init (&refined, &fixture.refiner, NULL));
      ck_assert (
          deid_refining_evaluator_start (&fixture.refiner, &refined, &never, &feasible, NULL));
      for (guint d = 0; d < 3; d++)
        {
          memcpy (below, refined.levels, sizeof below);
          below[d] = 0;
          ck_assert (deid_refining_evaluator_lower (&fixture.refiner, &refined, below, &refined,
                                                    &never, &feasible, NULL));
          check_verdict (&fixture, &refined, feasible);
          ck_assert_uint_eq (refined.map.n_classes, cases[i].n_classes[d]);
        }
      ck_assert_uint_eq (refined.map.width, cases[i].width);
      deid_refined_clear (&refined);
      refined_problem_clear (&fixture);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("interval");
  TCase *tcase = tcase_create ("interval");

  tcase_add_test (tcase, bounds);
  tcase_add_test (tcase, wide_maps);
  tcase_add_test (tcase, anytime);
  tcase_add_test (tcase, any_turns);
  tcase_add_test (tcase, least_bounds_first);
  tcase_add_test (tcase, effort);
  tcase_add_test (tcase, kinds);
  tcase_set_timeout (tcase, 300);
  suite_add_tcase (suite, tcase);
  return suite;
}
