/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns with more runs than may have sums of their own: small ones that are given room for a few,
 * against exhaustive search and against sums of all runs; and a large one. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "problem/preparation.h"
#include "search/interval/interval.h"
#include "search/search-private.h"
#include "support/random-cuts.h"
#include "support/result-figures.h"

static const DeidStop never = { .deadline = G_MAXINT64 };

static const char *const qualities[]
    = { "loss:arith", "loss:arith:0.3", "loss:sum:1",     "dm", "loss:arith:0", "height:sum",
        "dmstar",     "ebil",           "precision:arith" };

static DeidResult *
search (DeidSearch *algorithm, guint n_threads, DeidProblem *problem)
{
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_search_set_n_threads (algorithm, n_threads, NULL));
  result = deid_search_run (algorithm, problem, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

START_TEST (optima)
{
  static const DeidIntervalOptions tried[] = {
    { .max_runs = 1 }, { .max_runs = 6 }, { .max_runs = 16 }, { .max_runs = 24 }, { .max_runs = 48 }
  };
  const guint n_trials = count_trials (2000);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (30000 + trial);
      g_autoptr (DeidProblem) problem = make_random_cuts (
          rand, 1u << (2 + trial % 10), qualities[trial % G_N_ELEMENTS (qualities)]);
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidSearch) optimal
          = deid_interval_search_new (&tried[trial % G_N_ELEMENTS (tried)]);
      g_autoptr (DeidResult) best = search (exhaustive, 1, problem);
      g_autoptr (DeidResult) proven = search (optimal, trial % 2 == 0 ? 1 : 4, problem);
      g_autofree char *text = describe_random_cuts (problem);

      if ((best == NULL) != (proven == NULL)
          || (best != NULL
              && (!deid_result_is_proven_optimal (proven)
                  || deid_result_get_loss (best) != deid_result_get_loss (proven)
                  || deid_policy_compare (deid_result_get_policy (best),
                                          deid_result_get_policy (proven))
                         != 0)))
        ck_abort_msg ("trial %u: another optimum: %s", trial, text);
      n_solved += best != NULL;
    }
  ck_assert_uint_gt (n_solved, n_trials / 4);
}
END_TEST

/* The same problem with sums of all runs, and with room for a few. */
typedef struct
{
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidCutSpace spaces[2];
  DeidCutBound bounds[2];
  DeidLevel *lo;
  DeidLevel *hi;
} Pair;

/* Many records with the value 0 of the second column, few with others. */
static DeidProblem *
make_wide (GRand *rand, const char *quality)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("wide");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidQualityModel) loss = deid_quality_model_new_from_specification (quality, NULL);
  gint64 numbers[2][150];
  const gint n = G_N_ELEMENTS (numbers[0]);
  DeidProblem *problem;

  for (gint i = 0; i < n; i++)
    {
      numbers[0][i] = i < 30 ? i : g_rand_int_range (rand, 0, 30);
      numbers[1][i] = i < 6 ? i : MAX (g_rand_int_range (rand, -12, 6), 0);
    }
  ck_assert (
      deid_dataset_add_integer_column (dataset, "a", numbers[0], (gsize) n, NULL, 0, NULL, NULL));
  ck_assert (
      deid_dataset_add_integer_column (dataset, "b", numbers[1], (gsize) n, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "b", DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_k_anonymity ((guint64) g_rand_int_range (rand, 2, 12), NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  deid_problem_set_quality_model (problem, loss, NULL);
  return problem;
}

/* Takes the problem. */
static void
pair_init (Pair *pair, GRand *rand, DeidProblem *problem, guint64 max_runs)
{
  const guint64 max[] = { DEID_MAX_RUNS, max_runs };
  const DeidPreparedProblem *prepared;
  GError *error = NULL;

  *pair = (Pair){ .problem = problem };
  pair->preparation = deid_problem_prepare (pair->problem, &never, &error);
  assert_no_error (error);
  prepared = &pair->preparation->all;
  for (guint i = 0; i < 2; i++)
    {
      deid_cut_space_init (&pair->spaces[i], prepared, max[i], &never, &error);
      assert_no_error (error);
      deid_cut_bound_init (&pair->bounds[i], &pair->spaces[i], FALSE, &error);
      assert_no_error (error);
    }
  pair->lo = g_new (DeidLevel, prepared->lattice->n_dimensions);
  pair->hi = g_new (DeidLevel, prepared->lattice->n_dimensions);
  for (guint d = 0; d < prepared->lattice->n_dimensions; d++)
    {
      pair->lo[d] = prepared->lattice->floors[d];
      pair->hi[d] = prepared->lattice->heights[d];
      if (g_rand_int_range (rand, 0, 5) == 0)
        pair->hi[d] = pair->lo[d];
    }
}

static void
pair_clear (Pair *pair)
{
  for (guint i = 0; i < 2; i++)
    {
      deid_cut_bound_clear (&pair->bounds[i]);
      deid_cut_space_clear (&pair->spaces[i]);
    }
  g_free (pair->lo);
  g_free (pair->hi);
  deid_preparation_release (pair->preparation);
  deid_problem_unref (pair->problem);
}

/* Tells whether a run is one of whole cells. */
static gboolean
is_whole (const DeidCutAxis *axis, guint32 first, guint32 last)
{
  return deid_cut_axis_is_counted (axis, first, last)
         || (first % axis->cell == 0
             && (last + 1 == axis->n_ranks || (last + 1) % axis->cell == 0));
}

/* Returns: what the records that fail add to the cost of a run. */
static gint64
get_added (const DeidCutAxis *axis, const DeidFailing *failing, guint32 extent, gint64 share)
{
  return MAX (deid_cut_axis_get_more (axis, extent) * failing->weight - failing->own
                  + deid_share_of (failing->all, share),
              0);
}

/* Returns: 1 if the run has no sums of its own. */
static guint
check_run (const Pair *pair, guint a, guint32 first, guint32 last)
{
  const DeidCutAxis *full = &pair->spaces[0].axes[a], *axis = &pair->spaces[1].axes[a];
  DeidFailing rooms[2];
  const DeidFailing *all
      = deid_failing_get_run (&pair->bounds[0].axes[a].failing, full, first, last, &rooms[0]);
  const DeidFailing *some
      = deid_failing_get_run (&pair->bounds[1].axes[a].failing, axis, first, last, &rooms[1]);

  assert_quietly (some->records >= 0 && some->records <= all->records);
  if (is_whole (axis, first, last))
    assert_quietly (some->records == all->records && some->weight == all->weight
                    && some->own == all->own && some->all == all->all && some->parts == all->parts);
  for (gint64 share = 0; !pair->spaces[0].costs_classes && share <= DEID_SHARES;
       share += DEID_SHARES / 4)
    {
      const guint32 extent = deid_cut_axis_get_run_extent (full, first, last);

      assert_quietly (get_added (axis, some, extent, share)
                      <= get_added (full, all, extent, share));
    }
  if (pair->spaces[0].costs_classes)
    {
      const gint64 cost = deid_block_floors_get_run (&pair->bounds[0].axes[a].floors, first, last);
      const gint64 least = deid_block_floors_get_run (&pair->bounds[1].axes[a].floors, first, last);

      assert_quietly (least >= 0 && least <= cost);
      assert_quietly (!is_whole (axis, first, last) || least == cost);
    }
  return deid_cut_axis_is_counted (axis, first, last) ? 0 : 1;
}

/* Long runs are counted no higher than with sums of their own, and as high if they are of whole
 * cells; so is the bound. */
START_TEST (sums)
{
  const guint n_trials = count_trials (2000);
  guint n_long = 0, n_equal = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (trial);
      const char *quality = qualities[trial % G_N_ELEMENTS (qualities)];
      const gboolean is_wide = trial % 4 == 0;
      guint16 multipliers[16];
      gboolean feasible[2];
      Pair pair;

      pair_init (&pair, rand,
                 is_wide ? make_wide (rand, quality) : make_random_cuts (rand, 1 << 12, quality),
                 (guint64) g_rand_int_range (rand, 1, is_wide ? 300 : 40));
      for (guint i = 0; i < 2; i++)
        {
          DeidCutBound *bound = &pair.bounds[i];

          ck_assert (deid_cut_bound_set (bound, pair.lo, pair.hi, &never, &feasible[i], NULL));
          if (!feasible[i])
            break;
          deid_cut_bound_start (bound, multipliers);
          ck_assert (deid_cut_bound_share (bound, multipliers, &never, NULL));
        }
      for (guint a = 0; feasible[0] && a < pair.spaces[0].n_axes; a++)
        for (guint32 first = 0; pair.spaces[0].axes[a].kind == DEID_AXIS_RUNS
                                && first < pair.spaces[0].axes[a].n_ranks;
             first++)
          for (guint32 last = first; last <= pair.bounds[0].axes[a].last_ranks[first]; last++)
            n_long += check_run (&pair, a, first, last);
      if (feasible[0])
        {
          ck_assert_int_le (pair.bounds[1].bound, pair.bounds[0].bound);
          n_equal += pair.bounds[1].bound == pair.bounds[0].bound;
        }
      pair_clear (&pair);
    }
  ck_assert_uint_gt (n_long, n_trials);
  ck_assert_uint_gt (n_equal, n_trials / 4);
}
END_TEST

#define N_VALUES 4096
#define N_ROWS   6000

static DeidProblem *
make_large (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("large");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autofree gint64 *numbers = g_new (gint64, N_ROWS);
  DeidProblem *problem;
  GError *error = NULL;

  for (guint row = 0; row < N_ROWS; row++)
    numbers[row] = row < N_VALUES ? row : row * 7 % N_VALUES;
  deid_dataset_add_integer_column (dataset, "zip", numbers, N_ROWS, NULL, 0, NULL, &error);
  assert_no_error (error);
  for (guint row = 0; row < N_ROWS; row++)
    numbers[row] = row % 3;
  deid_dataset_add_integer_column (dataset, "age", numbers, N_ROWS, NULL, 0, NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "zip", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.1, NULL));
  return problem;
}

/* 4,096 values have 8 million runs, of which sums would take 335 MB. */
START_TEST (memory)
{
  g_autoptr (DeidProblem) problem = make_large ();
  g_autoptr (DeidSearch) descent = deid_search_new_coordinate_descent (1, 0);
  g_autoptr (DeidResult) result = NULL;
  double n_bytes;

  ck_assert (deid_search_set_step_limit (descent, 5, NULL));
  result = search (descent, 1, problem);
  ck_assert_double_lt (deid_result_get_loss (result), 0.6);
  ck_assert (find_figure (result, "bytes", &n_bytes));
  ck_assert_double_gt (n_bytes, DEID_MAX_RUNS * (double) sizeof (DeidFailing));
  ck_assert_double_lt (n_bytes, 2.5 * DEID_MAX_RUNS * (double) sizeof (DeidFailing));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("long-runs");
  TCase *tests = tcase_create ("columns");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, optima);
  tcase_add_test (tests, sums);
  tcase_add_test (tests, memory);
  suite_add_tcase (suite, tests);
  return suite;
}
