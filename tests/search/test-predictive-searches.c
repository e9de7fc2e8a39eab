/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Flash and best-first: they prove what the exhaustive search finds, whatever the models and the
 * limit; cut short, they claim no more than that; and they tell truly what they did. */
#include "support/suite.h"
#include "support/result-figures.h"

#include <math.h>

#include "support/search-problem.h"
#include "support/skewed-problem.h"

#define N_PROBLEMS   2000
#define MAX_POLICIES 300

typedef struct
{
  guint n_solved;
  guint n_pruned;    /* at most half of the policies were evaluated */
  guint n_not_found; /* no policy is a solution */
  guint n_other;     /* some model is not superset-closed, and records are withheld */
  guint n_hits;      /* both properties spared an evaluation */
} Sample;

enum
{
  FLASH,
  FLASH_EXPLICIT,
  BEST_FIRST,
  N_SEARCHES
};

static const char *const specifications[N_SEARCHES]
    = { [FLASH] = "flash", [FLASH_EXPLICIT] = "flash:explicit", [BEST_FIRST] = "best-first" };

static DeidSearch *
make_one (guint search)
{
  return deid_search_new_from_specification (specifications[search], NULL);
}

static DeidResult *
solve_without_prediction (DeidProblem *problem, guint search)
{
  g_autofree char *control = g_strconcat (specifications[search], ":no-prediction", NULL);

  return solve_problem (problem, deid_search_new_from_specification (control, NULL));
}

static void
check_counts (DeidResult *result, guint property)
{
  const guint64 n_inserts = get_property_figure (result, property, "inserts");
  const guint64 max_kept = get_property_figure (result, property, "max-kept");

  ck_assert_uint_le (get_property_figure (result, property, "hits"),
                     get_property_figure (result, property, "queries"));
  ck_assert_uint_le (get_property_figure (result, property, "kept"), max_kept);
  ck_assert_uint_le (max_kept, n_inserts);
  ck_assert (max_kept > 0 || n_inserts == 0);
}

/* What a policy was evaluated for is one of two things, so they add up. */
static void
check_same_work (DeidResult *implicit, DeidResult *explicit)
{
  ck_assert_uint_eq (deid_result_get_n_evaluated (implicit),
                     deid_result_get_n_evaluated (explicit));
  for (guint p = 0; p < 2; p++)
    {
      ck_assert_uint_eq (get_property_figure (implicit, p, "inserts"),
                         get_property_figure (explicit, p, "inserts"));
      ck_assert_uint_eq (get_property_figure (implicit, p, "queries"),
                         get_property_figure (explicit, p, "queries"));
      ck_assert_uint_eq (get_property_figure (implicit, p, "hits"),
                         get_property_figure (explicit, p, "hits"));
      ck_assert_uint_eq (get_property_figure (explicit, p, "max-kept"), 0);
      check_counts (implicit, p);
    }
}

/* The last improvement is the solution that was found, or one with the same loss. */
static void
check_trajectory (DeidResult *result)
{
  const guint64 n = count_improvements (result);

  ck_assert_uint_gt (n, 0);
  for (guint64 i = 1; i < n; i++)
    {
      ck_assert (get_improvement (result, "improvement-losses", i)
                 < get_improvement (result, "improvement-losses", i - 1));
      ck_assert_uint_gt ((guint64) get_improvement (result, "improvement-evaluations", i),
                         (guint64) get_improvement (result, "improvement-evaluations", i - 1));
      ck_assert (get_improvement (result, "improvement-seconds", i)
                 >= get_improvement (result, "improvement-seconds", i - 1));
    }
  ck_assert (get_improvement (result, "improvement-losses", n - 1)
             == deid_result_get_loss (result));
  ck_assert_uint_le ((guint64) get_improvement (result, "improvement-evaluations", n - 1),
                     deid_result_get_n_evaluated (result));
  ck_assert (get_improvement (result, "improvement-seconds", n - 1)
             <= get_figure (result, "search-seconds"));
}

static void
sample_count (Sample *sample, DeidProblem *problem, DeidResult *result)
{
  sample->n_solved++;
  sample->n_pruned += count_pruned (result) >= deid_result_get_n_evaluated (result) ? 1 : 0;
  sample->n_other
      += !skewed_problem_is_superset_closed (problem) && deid_result_get_n_suppressed (result) > 0
             ? 1
             : 0;
  sample->n_hits
      += get_property_figure (result, 0, "hits") > 0 && get_property_figure (result, 1, "hits") > 0
             ? 1
             : 0;
}

static void
check_problem (DeidProblem *problem, Sample *sample)
{
  g_autoptr (DeidResult) expected = solve_problem (problem, deid_search_new_exhaustive ());
  DeidResult *results[N_SEARCHES];

  for (guint i = 0; i < N_SEARCHES; i++)
    {
      results[i] = solve_problem (problem, make_one (i));
      ck_assert ((results[i] != NULL) == (expected != NULL));
      if (expected == NULL)
        continue;
      assert_proven_alike (results[i], expected);
      check_trajectory (results[i]);
    }
  if (expected != NULL)
    {
      check_same_work (results[FLASH], results[FLASH_EXPLICIT]);
      sample_count (sample, problem, results[FLASH]);
    }
  else
    sample->n_not_found++;
  for (guint i = 0; i < N_SEARCHES; i++)
    g_clear_pointer (&results[i], deid_result_unref);
}

START_TEST (exhaustive_search)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (90);
  const guint n_problems = count_trials (N_PROBLEMS);
  Sample sample = { 0 };

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidProblem) problem = skewed_problem_new (rand, MAX_POLICIES);

      check_problem (problem, &sample);
    }
  ck_assert_uint_gt (sample.n_solved, n_problems * 6 / 10);
  ck_assert_uint_gt (sample.n_not_found, 0);
  ck_assert_uint_gt (sample.n_pruned, n_problems / 5);
  ck_assert_uint_gt (sample.n_other, n_problems / 50);
  ck_assert_uint_gt (sample.n_hits, n_problems / 4);
}
END_TEST

/* Without prediction Flash leaves out nothing and comes to nothing twice. */
START_TEST (without_prediction)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (91);
  const guint n_problems = count_trials (N_PROBLEMS / 4);
  guint n_spared = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidProblem) problem = skewed_problem_new (rand, MAX_POLICIES);
      g_autoptr (DeidResult) expected = solve_problem (problem, deid_search_new_exhaustive ());

      for (guint i = 0; i < N_SEARCHES; i++)
        {
          g_autoptr (DeidResult) result = solve_without_prediction (problem, i);

          ck_assert ((result != NULL) == (expected != NULL));
          if (result == NULL)
            continue;
          assert_proven_alike (result, expected);
          if (i != BEST_FIRST)
            ck_assert_uint_eq (deid_result_get_n_evaluated (result), count_policies (result));
          else
            n_spared += count_pruned (result) > 0 ? 1 : 0;
          ck_assert_uint_eq (get_property_figure (result, 1, "queries"), 0);
        }
    }
  ck_assert_uint_gt (n_spared, n_problems / 10);
}
END_TEST

/* Returns: whether a run with so many steps found a solution. */
static gboolean
check_steps (DeidProblem *problem, guint search, guint64 n_steps, double optimum, double *gap)
{
  g_autoptr (DeidSearch) limited = make_one (search);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_step_limit (limited, n_steps, NULL));
  result = deid_search_run (limited, problem, NULL, &error);
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
      return FALSE;
    }
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), n_steps);
  ck_assert (deid_result_get_lower_bound (result) <= optimum);
  ck_assert (deid_result_get_loss (result) >= optimum);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_STEP_LIMIT);
  *gap = deid_result_get_gap (result);
  return TRUE;
}

START_TEST (cut_short)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (92);
  const guint n_problems = count_trials (200);
  guint n_found = 0, n_narrowed = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidProblem) problem = skewed_problem_new (rand, MAX_POLICIES);

      for (guint i = 0; i < N_SEARCHES; i++)
        {
          g_autoptr (DeidResult) best = solve_problem (problem, make_one (i));
          const guint64 n = best != NULL ? deid_result_get_n_evaluated (best) : 0;
          double first_gap = -1, gap = -1;

          for (guint64 steps = 1; steps < n; steps += 1 + n / 12)
            if (check_steps (problem, i, steps, deid_result_get_loss (best), &gap))
              {
                n_found++;
                ck_assert (first_gap < 0 || gap <= first_gap);
                first_gap = first_gap < 0 ? gap : first_gap;
              }
          n_narrowed += gap < first_gap ? 1 : 0;
        }
    }
  ck_assert_uint_gt (n_found, n_problems / 2);
  ck_assert_uint_gt (n_narrowed, n_problems / 10);
}
END_TEST

/* What a search is, its specification says: with prediction and without. */
START_TEST (of_specification)
{
  static const char *const texts[] = {
    "flash",      "flash:explicit",          "flash:no-prediction", "flash:explicit:no-prediction",
    "best-first", "best-first:no-prediction"
  };
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (texts[i], NULL);
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
      g_autofree char *text = deid_search_to_specification (search);

      ck_assert_str_eq (text, texts[i]);
      ck_assert_int_eq (get_property_figure (result, 1, "queries") == 0,
                        g_str_has_suffix (text, ":no-prediction"));
    }
}
END_TEST

START_TEST (unknown_specification)
{
  static const char *const texts[] = { "optimal:no-prediction", "flash:no-prediction:explicit",
                                       "flash:", "best-first:explicit" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (deid_search_new_from_specification (texts[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, texts[i], NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("predictive-searches");
  TCase *tcase = tcase_create ("Flash and best-first");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, exhaustive_search);
  tcase_add_test (tcase, without_prediction);
  tcase_add_test (tcase, cut_short);
  tcase_add_test (tcase, of_specification);
  tcase_add_test (tcase, unknown_specification);
  suite_add_tcase (suite, tcase);
  return suite;
}
