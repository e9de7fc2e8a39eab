/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of policies, in both representations, against a list of all policies. */
#include "support/suite.h"

#include "evaluation/grouping-evaluator.h"
#include "search/algorithms/predictions.h"
#include "search/search-context.h"
#include "search/search-private.h"
#include "support/result-figures.h"
#include "support/skewed-table.h"

#define MAX_POLICIES   200
#define MAX_ATTRIBUTES 4
#define N_OPERATIONS   150

static const DeidStop never = { .deadline = G_MAXINT64 };

/* A problem with a run for each representation, and what is to be known of each policy. */
typedef struct
{
  DeidProblem *problem;
  DeidPreparedProblem prepared;
  DeidSearch *search;
  DeidRun runs[2]; /* implicit and explicit, as all that follow */
  DeidSearchContext contexts[2];
  DeidPredictions predictions[2];
  guint n_policies;
  DeidLevel levels[MAX_POLICIES][MAX_ATTRIBUTES];
  gboolean has[2][MAX_POLICIES]; /* by DeidProperty */
  gboolean is_evaluated[MAX_POLICIES];
  DeidPropertyCounts counts[2];
} Fixture;

static void
list_policies (Fixture *fixture)
{
  const DeidLattice *lattice = fixture->prepared.lattice;

  fixture->n_policies = 1;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    fixture->n_policies *= lattice->heights[d] + 1U;
  for (guint i = 0; i < fixture->n_policies; i++)
    for (guint d = 0, place = i; d < lattice->n_dimensions; place /= lattice->heights[d++] + 1U)
      fixture->levels[i][d] = (DeidLevel) (place % (lattice->heights[d] + 1U));
}

static void
fixture_init (Fixture *fixture, GRand *rand, gboolean predicts)
{
  SkewedTable table;

  skewed_table_init_random (&table, rand, MAX_ATTRIBUTES, 100, MAX_POLICIES);
  *fixture = (Fixture){ .problem = skewed_table_build_problem (&table, rand, "k:2", 0.2) };
  ck_assert (
      deid_prepared_problem_init (&fixture->prepared, fixture->problem, DEID_STOP_NEVER, NULL));
  list_policies (fixture);
  fixture->search = deid_search_new_flash ();
  for (guint r = 0; r < 2; r++)
    {
      const DeidPredictionFlags flags
          = (r > 0 ? DEID_PREDICTION_EXPLICIT : 0) | (predicts ? 0 : DEID_PREDICTION_OFF);

      ck_assert (
          deid_run_init (&fixture->runs[r], fixture->search, &fixture->prepared, NULL, 0, NULL));
      fixture->contexts[r].run = &fixture->runs[r];
      ck_assert (
          deid_predictions_init (&fixture->predictions[r], &fixture->contexts[r], flags, NULL));
    }
}

static guint64
get_series_count (const DeidRun *run, guint property, const char *count)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", figure_properties[property], count);
  double value;

  ck_assert (deid_statistics_find (run->statistics, name, &value));
  return (guint64) value;
}

static void
check_counts (const DeidRun *run, guint property, const DeidPropertyCounts *expected)
{
  ck_assert_uint_eq (get_series_count (run, property, "inserts"), expected->n_inserts);
  ck_assert_uint_eq (get_series_count (run, property, "queries"), expected->n_queries);
  ck_assert_uint_eq (get_series_count (run, property, "hits"), expected->n_hits);
  ck_assert_uint_gt (get_series_count (run, property, "bytes"), 0);
  ck_assert_uint_le (get_series_count (run, property, "bytes"), run->n_bytes);
}

static void
fixture_clear (Fixture *fixture)
{
  for (guint r = 0; r < 2; r++)
    {
      deid_predictions_clear (&fixture->predictions[r]);
      for (guint p = 0; p < 2; p++)
        check_counts (&fixture->runs[r], p, &fixture->counts[p]);
      deid_run_clear (&fixture->runs[r]);
    }
  deid_search_unref (fixture->search);
  deid_prepared_problem_clear (&fixture->prepared);
  deid_problem_unref (fixture->problem);
}

/* The policy may become the best so far. */
static void
evaluate (Fixture *fixture, guint i)
{
  DeidGroupingEvaluator evaluator;
  DeidVerdict verdict;

  ck_assert (deid_grouping_evaluator_init (&evaluator, &fixture->prepared, NULL));
  ck_assert (deid_evaluator_evaluate (&evaluator.base, fixture->levels[i], &never, &verdict, NULL));
  deid_evaluator_clear (&evaluator.base);
  fixture->is_evaluated[i] = TRUE;
  for (guint r = 0; r < 2; r++)
    {
      deid_run_consider (&fixture->runs[r], fixture->levels[i], &verdict);
      ck_assert (
          deid_predictions_add_evaluated (&fixture->predictions[r], fixture->levels[i], NULL));
    }
}

/* Insufficient privacy is inherited by specializations, insufficient quality by generalizations. */
static void
note (Fixture *fixture, DeidProperty property, guint i)
{
  fixture->counts[property].n_inserts++;
  for (guint j = 0; j < fixture->n_policies; j++)
    {
      const gboolean is_privacy = property == DEID_PROPERTY_INSUFFICIENT_PRIVACY;
      const DeidLevel *lower = fixture->levels[is_privacy ? j : i];
      const DeidLevel *upper = fixture->levels[is_privacy ? i : j];
      guint d = 0;

      while (d < fixture->prepared.lattice->n_dimensions && lower[d] <= upper[d])
        d++;
      if (d == fixture->prepared.lattice->n_dimensions)
        fixture->has[property][j] = TRUE;
    }
}

static void
add (Fixture *fixture, DeidProperty property, guint i)
{
  note (fixture, property, i);
  for (guint r = 0; r < 2; r++)
    ck_assert (deid_predictions_add (&fixture->predictions[r], property, fixture->levels[i], NULL));
}

/* Returns: whether the policy is to have the property, and notes what asking notes. */
static gboolean
expect (Fixture *fixture, DeidProperty property, guint i)
{
  if (!fixture->predictions[0].predicts)
    return FALSE;
  fixture->counts[property].n_queries++;
  if (fixture->has[property][i])
    {
      fixture->counts[property].n_hits++;
      return TRUE;
    }
  if (property == DEID_PROPERTY_INSUFFICIENT_PRIVACY
      || deid_search_context_levels_may_improve (&fixture->contexts[0], fixture->levels[i]))
    return FALSE;
  note (fixture, property, i);
  return TRUE;
}

static void
ask (Fixture *fixture, DeidProperty property, guint i)
{
  const gboolean expected = expect (fixture, property, i);

  for (guint r = 0; r < 2; r++)
    {
      gboolean has;

      ck_assert (deid_predictions_ask (&fixture->predictions[r], property, fixture->levels[i], &has,
                                       NULL));
      ck_assert_int_eq (has, expected);
    }
}

/* Returns: whether it need not be evaluated. */
static gboolean
classify (Fixture *fixture, guint i)
{
  const gboolean expected = expect (fixture, DEID_PROPERTY_INSUFFICIENT_PRIVACY, i)
                            || expect (fixture, DEID_PROPERTY_INSUFFICIENT_QUALITY, i)
                            || fixture->is_evaluated[i];

  for (guint r = 0; r < 2; r++)
    {
      gboolean is_classified;

      ck_assert (deid_predictions_classify (&fixture->predictions[r], fixture->levels[i],
                                            &is_classified, NULL));
      ck_assert_int_eq (is_classified, expected);
      ck_assert_int_eq (
          deid_predictions_is_evaluated (&fixture->predictions[r], fixture->levels[i]),
          fixture->is_evaluated[i]);
    }
  return expected;
}

START_TEST (predictions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_trials = count_trials (60);
  guint n_classified = 0, n_asked = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;

      fixture_init (&fixture, rand, _i == 0);
      for (guint n = 0; n < N_OPERATIONS; n++)
        {
          const guint i = g_rand_int (rand) % fixture.n_policies;
          const DeidProperty property = (DeidProperty) g_rand_int_range (rand, 0, 2);

          if (n % 30 == 10)
            evaluate (&fixture, i);
          if (n % 30 == 20)
            add (&fixture, property, i);
          ask (&fixture, property, i);
          n_classified += classify (&fixture, i) ? 1 : 0;
          n_asked++;
        }
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_classified, _i == 0 ? n_asked / 4 : 0);
  ck_assert_uint_lt (n_classified, n_asked * 3 / 4);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("predictions");
  TCase *tcase = tcase_create ("both representations");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, predictions, 0, 2);
  suite_add_tcase (suite, tcase);
  return suite;
}
