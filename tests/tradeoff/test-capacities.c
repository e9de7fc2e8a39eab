/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches for capacities: trial by trial against a job that has these rules from the start, and
 * the best one against all trials there could be. */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/suite.h"
#include "support/text-job.h"

#define N_ROWS 160

static const char settings[] = "[models]\nprivacy=k:3;k:2\n"
                               "[limits]\nsuppression=10%\n"
                               "[column age]\nrole=quasi-identifying\ntype=integer\n"
                               "rule=capacity:30;top=98%\nlevels=1..\n"
                               "[column posts]\nrole=quasi-identifying\ntype=integer\n"
                               "rule=capacity:7\nlevels=1..\n"
                               "[column zip]\nrole=quasi-identifying\nrule=prefix:1\n"
                               "[column cost]\nrole=insensitive\ntype=integer\n";

static const char *const names[] = { "age", "posts" };

/* What scores are made of: the three weights. */
static const double weights[][3]
    = { { 1, 1, 0 }, { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 1 }, { 0.5, 1, 3 } };

static char *
make_table (void)
{
  GRand *rand = g_rand_new_with_seed (1907);
  GString *csv = g_string_new ("age,posts,zip,cost\n");

  for (guint row = 0; row < N_ROWS; row++)
    {
      const gint32 age = (gint32) (90 * g_rand_double (rand) * g_rand_double (rand));
      const gint32 posts = (gint32) (20 * pow (g_rand_double (rand), 4)) + age / 30;

      g_string_append_printf (csv, "%d,%d,%d%d,%d\n", age, posts, g_rand_int_range (rand, 1, 3),
                              g_rand_int_range (rand, 0, 3),
                              age + 3 * posts + g_rand_int_range (rand, 0, 30));
    }
  g_rand_free (rand);
  return g_string_free (csv, FALSE);
}

/* The job with other settings, which may be %NULL, on top. */
static DeidJob *
make_job (const char *extra)
{
  g_autofree char *csv = make_table ();

  return make_text_job (csv, settings, extra);
}

/* A search over one column, or over all of them. */
static DeidCapacitySearch *
make_search (const char *column, const double *three, guint n_restarts, guint64 seed)
{
  g_autoptr (DeidJob) job = make_job (NULL);
  DeidCapacitySearch *search = deid_capacity_search_new (job);

  if (column != NULL)
    ck_assert (deid_capacity_search_add_column (search, column, NULL));
  ck_assert (deid_capacity_search_set_weights (search, three[0], three[1], three[2], NULL));
  ck_assert (deid_capacity_search_set_n_restarts (search, n_restarts, NULL));
  ck_assert (deid_capacity_search_set_seed (search, seed, NULL));
  return search;
}

static void
run (DeidCapacitySearch *search)
{
  g_autoptr (GError) error = NULL;

  deid_capacity_search_run (search, NULL, &error);
  assert_no_error (error);
}

/* A job with these capacities from the start, by the exhaustive search: the cell has its shifts. */
static DeidReport *
make_cell (guint64 age, guint64 posts)
{
  g_autofree char *extra
      = g_strdup_printf ("[column age]\nrule=capacity:%" G_GUINT64_FORMAT ";top=98%%\n"
                         "[column posts]\nrule=capacity:%" G_GUINT64_FORMAT "\n",
                         age, posts);
  g_autoptr (DeidJob) job = make_job (extra);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidTradeoff) tradeoff = deid_tradeoff_new (job);

  ck_assert (deid_tradeoff_add_axis (tradeoff, "search.algorithm", "exhaustive", NULL));
  deid_tradeoff_run (tradeoff, NULL, &error);
  assert_no_error (error);
  return deid_report_new_tradeoff (tradeoff, NULL, NULL);
}

/* The capacity of a column in a trial, or what its rule has if it is not searched for. */
static guint64
get_capacity (const DeidCapacitySearch *search, guint64 trial, guint column)
{
  static const guint64 own[] = { 30, 7 };

  for (guint c = 0; c < deid_capacity_search_get_n_columns (search); c++)
    if (g_str_equal (deid_capacity_search_get_column_name (search, c), names[column]))
      return deid_capacity_search_get_trial_capacity (search, trial, c);
  return own[column];
}

static void
check_trial (const DeidCapacitySearch *search, guint64 trial)
{
  g_autoptr (DeidReport) cell
      = make_cell (get_capacity (search, trial, 0), get_capacity (search, trial, 1));
  double mean, expected_mean, correlation, expected_correlation, score, of_mean, of_correlation,
      of_loss;

  ck_assert (deid_capacity_search_is_trial_proven (search, trial));
  ck_assert (deid_capacity_search_is_trial_solved (search, trial)
             == flag_of (cell, "cells[0].solved"));
  ck_assert_double_eq (deid_capacity_search_get_trial_loss (search, trial),
                       number_of (cell, "cells[0].loss"));
  ck_assert_uint_eq (deid_capacity_search_get_trial_n_suppressed (search, trial),
                     count_of (cell, "cells[0].suppressed"));
  ck_assert_str_eq (deid_capacity_search_get_trial_policy (search, trial),
                    text_of (cell, "cells[0].policy"));
  ck_assert (deid_capacity_search_get_trial_mean_shift (search, trial, &mean)
             == get_number (cell, &expected_mean, "cells[0].mean_shift"));
  ck_assert (deid_capacity_search_get_trial_correlation_shift (search, trial, &correlation)
             == get_number (cell, &expected_correlation, "cells[0].correlation_shift"));
  ck_assert_double_eq (mean, expected_mean);
  ck_assert_double_eq (correlation, expected_correlation);
  deid_capacity_search_get_weights (search, &of_mean, &of_correlation, &of_loss);
  ck_assert (deid_capacity_search_get_trial_score (search, trial, &score));
  ck_assert_double_eq_tol (score,
                           of_mean * mean + of_correlation * correlation
                               + of_loss * deid_capacity_search_get_trial_loss (search, trial),
                           1e-12);
}

/* Columns lost come first, if a shift has a weight; then scores; then losses. */
static gboolean
is_better (const DeidCapacitySearch *search, guint64 a, guint64 b)
{
  const guint lost_a = deid_capacity_search_get_trial_n_lost (search, a);
  const guint lost_b = deid_capacity_search_get_trial_n_lost (search, b);
  double mean, correlation, loss, score_a, score_b;

  deid_capacity_search_get_weights (search, &mean, &correlation, &loss);
  if (!deid_capacity_search_get_trial_score (search, a, &score_a))
    return FALSE;
  if (!deid_capacity_search_get_trial_score (search, b, &score_b))
    return TRUE;
  if (mean + correlation > 0 && lost_a != lost_b)
    return lost_a < lost_b;
  return score_a < score_b
         || (score_a == score_b
             && deid_capacity_search_get_trial_loss (search, a)
                    < deid_capacity_search_get_trial_loss (search, b));
}

/* No trial is better than the one that is called the best. */
static void
check_best (const DeidCapacitySearch *search)
{
  guint64 best;

  ck_assert (deid_capacity_search_get_best_trial (search, &best));
  for (guint64 trial = 0; trial < deid_capacity_search_get_n_trials (search); trial++)
    ck_assert (!is_better (search, trial, best));
}

/* Of one column all candidates are tried, so that the best is the best of all. They are k, 1-2-5
 * from there to 80, and what the rule has. */
START_TEST (test_one_column)
{
  static const guint64 expected[] = { 3, 5, 10, 20, 30, 50 };
  g_autoptr (DeidCapacitySearch) search = make_search ("age", weights[_i], 2, 5);

  run (search);
  ck_assert_uint_eq (deid_capacity_search_get_n_records (search), N_ROWS);
  ck_assert_uint_eq (deid_capacity_search_get_n_columns (search), 1);
  ck_assert_uint_eq (deid_capacity_search_get_n_candidates (search, 0), G_N_ELEMENTS (expected));
  ck_assert_uint_eq (deid_capacity_search_get_n_trials (search), G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gboolean is_tried = FALSE;

      ck_assert_uint_eq (deid_capacity_search_get_candidate (search, 0, i), expected[i]);
      for (guint64 trial = 0; trial < deid_capacity_search_get_n_trials (search); trial++)
        is_tried |= get_capacity (search, trial, 0) == expected[i];
      ck_assert (is_tried);
      check_trial (search, i);
    }
  check_best (search);
}
END_TEST

/* Tells whether a combination was tried. */
static gboolean
find_trial (const DeidCapacitySearch *search, guint64 age, guint64 posts, guint64 *trial)
{
  for (*trial = 0; *trial < deid_capacity_search_get_n_trials (search); ++*trial)
    if (get_capacity (search, *trial, 0) == age && get_capacity (search, *trial, 1) == posts)
      return TRUE;
  return FALSE;
}

/* All changes of one column from the best were tried, and none is better. */
static void
check_descent (const DeidCapacitySearch *search)
{
  guint64 best, trial;

  deid_capacity_search_get_best_trial (search, &best);
  for (guint c = 0; c < 2; c++)
    for (guint i = 0; i < deid_capacity_search_get_n_candidates (search, c); i++)
      {
        const guint64 candidate = deid_capacity_search_get_candidate (search, c, i);

        ck_assert (find_trial (search, c == 0 ? candidate : get_capacity (search, best, 0),
                               c == 1 ? candidate : get_capacity (search, best, 1), &trial));
        ck_assert (!is_better (search, trial, best));
      }
}

START_TEST (test_two_columns)
{
  g_autoptr (DeidCapacitySearch) search = make_search (NULL, weights[_i], 2, 7);
  guint64 n, found;

  run (search);
  n = deid_capacity_search_get_n_trials (search);
  ck_assert_uint_eq (deid_capacity_search_get_n_columns (search), 2);
  ck_assert_uint_eq (get_capacity (search, 0, 0), 30);
  ck_assert_uint_eq (get_capacity (search, 0, 1), 7);
  for (guint64 trial = 0; trial < n; trial++)
    {
      check_trial (search, trial);
      ck_assert (find_trial (search, get_capacity (search, trial, 0),
                             get_capacity (search, trial, 1), &found));
      ck_assert_uint_eq (found, trial);
      ck_assert_uint_le (deid_capacity_search_get_trial_start (search, trial), 2);
    }
  check_best (search);
  check_descent (search);
}
END_TEST

/* With a start for each point and more, all combinations are tried. */
START_TEST (test_all)
{
  g_autoptr (DeidCapacitySearch) search = make_search (NULL, weights[0], 200, 1);

  run (search);
  ck_assert_uint_eq (deid_capacity_search_get_n_trials (search),
                     (guint64) deid_capacity_search_get_n_candidates (search, 0)
                         * deid_capacity_search_get_n_candidates (search, 1));
  check_best (search);
}
END_TEST

START_TEST (test_seed)
{
  g_autoptr (DeidCapacitySearch) first = make_search (NULL, weights[0], 2, 3);
  g_autoptr (DeidCapacitySearch) same = make_search (NULL, weights[0], 2, 3);
  g_autoptr (DeidCapacitySearch) fewer = make_search (NULL, weights[0], 0, 3);
  g_autofree char *text = NULL, *same_text = NULL;

  run (first);
  run (same);
  run (fewer);
  text = deid_capacity_search_to_json (first, NULL, NULL);
  same_text = deid_capacity_search_to_json (same, NULL, NULL);
  ck_assert_str_eq (text, same_text);
  ck_assert_uint_lt (deid_capacity_search_get_n_trials (fewer),
                     deid_capacity_search_get_n_trials (first));
  for (guint64 trial = 0; trial < deid_capacity_search_get_n_trials (fewer); trial++)
    for (guint c = 0; c < 2; c++)
      ck_assert_uint_eq (deid_capacity_search_get_trial_capacity (first, trial, c),
                         deid_capacity_search_get_trial_capacity (fewer, trial, c));
}
END_TEST

/* The lines of the best trial, behind those of the job, make the job that finds it. */
START_TEST (test_settings)
{
  g_autoptr (DeidCapacitySearch) search = make_search (NULL, weights[0], 1, 3);
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *lines = NULL, *rule = NULL, *expected = NULL;
  guint64 best;

  run (search);
  ck_assert (deid_capacity_search_get_best_trial (search, &best));
  rule = deid_capacity_search_get_trial_rule (search, best, 0);
  expected
      = g_strdup_printf ("capacity:%" G_GUINT64_FORMAT ";top=98%%", get_capacity (search, best, 0));
  ck_assert_str_eq (rule, expected);
  lines = deid_capacity_search_get_trial_settings (search, best, NULL);
  job = make_job (lines);
  ck_assert_str_eq (deid_job_get (job, "column age", "rule"), expected);
  result = deid_job_run (job, NULL, NULL);
  ck_assert_double_eq (deid_result_get_loss (result),
                       deid_capacity_search_get_trial_loss (search, best));
}
END_TEST

/* One bin for all has no end, so that no number is left: that shifts no mean, and is the worst. */
START_TEST (test_lost)
{
  g_autoptr (DeidJob) job = make_job ("[column posts]\nrule=capacity:160\n");
  g_autoptr (DeidCapacitySearch) search = deid_capacity_search_new (job);
  guint64 best;
  double shift;

  run (search);
  ck_assert_uint_ge (deid_capacity_search_get_trial_n_lost (search, 0), 1);
  ck_assert (deid_capacity_search_get_best_trial (search, &best));
  ck_assert_uint_eq (deid_capacity_search_get_trial_n_lost (search, best), 0);
  ck_assert (deid_capacity_search_get_trial_mean_shift (search, best, &shift));
  check_best (search);
}
END_TEST

/* No trial can be solved where k is greater than the table. */
START_TEST (test_no_solution)
{
  g_autoptr (DeidJob) job = make_job ("[models]\nprivacy=k:161\n");
  g_autoptr (DeidCapacitySearch) search = deid_capacity_search_new (job);
  g_autofree char *text = NULL, *csv = NULL, *json = NULL;
  guint64 best;
  double score;

  run (search);
  ck_assert_uint_gt (deid_capacity_search_get_n_trials (search), 0);
  ck_assert (!deid_capacity_search_get_best_trial (search, &best));
  ck_assert (!deid_capacity_search_is_trial_solved (search, 0));
  ck_assert (deid_capacity_search_is_trial_proven (search, 0));
  ck_assert (!deid_capacity_search_get_trial_score (search, 0, &score));
  ck_assert_ptr_null (deid_capacity_search_get_trial_policy (search, 0));
  text = deid_capacity_search_to_text (search, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (text, "\nNo trial has a solution.\n"));
  csv = deid_capacity_search_to_csv (search, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (csv, "\n30,7,0,1,0,0,,,,,,,\n"));
  json = deid_capacity_search_to_json (search, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (json, "],\"best\":null,"));
}
END_TEST

static void
assert_run_fails (const char *extra, const char *column, int code, const char *part)
{
  g_autoptr (DeidJob) job = make_job (extra);
  g_autoptr (DeidCapacitySearch) search = deid_capacity_search_new (job);
  g_autoptr (GError) error = NULL;

  if (column != NULL)
    ck_assert (deid_capacity_search_add_column (search, column, NULL));
  ck_assert (!deid_capacity_search_run (search, NULL, &error));
  assert_error (&error, DEID_ERROR, code, part, NULL);
  ck_assert_uint_eq (deid_capacity_search_get_n_trials (search), 0);
  ck_assert_uint_eq (deid_capacity_search_get_n_columns (search), 0);
}

START_TEST (test_refused)
{
  g_autoptr (DeidCapacitySearch) search = make_search ("age", weights[0], 0, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  ck_assert (!deid_capacity_search_add_column (search, "age", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "'age'", NULL);
  ck_assert (!deid_capacity_search_set_weights (search, 0, 0, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "above 0", NULL);
  ck_assert (!deid_capacity_search_set_weights (search, 1, -1, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, ">= 0", NULL);
  ck_assert (!deid_capacity_search_set_weights (search, 1, 1, (double) NAN, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "finite", NULL);
  ck_assert (!deid_capacity_search_set_n_restarts (search, 1001, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1000", NULL);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_capacity_search_run (search, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_clear_error (&error);
  run (search);
  ck_assert (!deid_capacity_search_run (search, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "was run", NULL);
  ck_assert (!deid_capacity_search_set_seed (search, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "was run", NULL);
  ck_assert_uint_eq (deid_capacity_search_get_seed (search), 0);
  ck_assert_uint_eq (deid_capacity_search_get_n_restarts (search), 0);
  assert_run_fails (NULL, "zip", DEID_ERROR_INVALID_ARGUMENT, "whose rule is capacity");
  assert_run_fails (NULL, "cost", DEID_ERROR_INVALID_ARGUMENT, "whose rule is capacity");
  assert_run_fails (NULL, "zap", DEID_ERROR_UNKNOWN_COLUMN, "zap");
  assert_run_fails ("[column age]\ntype=text\n", NULL, DEID_ERROR_INVALID_ARGUMENT, "decimal");
  assert_run_fails ("[column age]\nrule=suppress\n[column posts]\nrule=suppress\n", NULL,
                    DEID_ERROR_EMPTY, "no quasi-identifier");
}
END_TEST

START_TEST (test_texts)
{
  g_autoptr (DeidCapacitySearch) search = make_search (NULL, weights[0], 1, 2);
  g_autofree char *csv = NULL, *text = NULL, *json = NULL, *lines = NULL;
  guint64 best;

  run (search);
  deid_capacity_search_get_best_trial (search, &best);
  lines = deid_capacity_search_get_trial_settings (search, best, NULL);
  ck_assert (g_str_has_prefix (lines, "[column age]\nrule=capacity:"));
  csv = deid_capacity_search_to_csv (search, NULL, NULL);
  ck_assert (g_str_has_prefix (csv, "\"age\",\"posts\",solved,proven,best,start,score,mean_shift,"
                                    "correlation_shift,lost,loss,suppressed,policy\n30,7,1,1,"));
  text = deid_capacity_search_to_text (search, NULL, NULL);
  ck_assert (g_str_has_prefix (text, "Choice of capacities (custodian-only)\nage, posts; score,"));
  ck_assert (g_str_has_suffix (text, lines));
  json = deid_capacity_search_to_json (search, NULL, NULL);
  ck_assert (g_str_has_prefix (
      json, "{\"audience\":\"custodian-only\",\"records\":160,\"weights\":{\"mean\":1,"
            "\"correlation\":1,\"loss\":0},\"restarts\":1,\"seed\":2,\"columns\":[\"age\","
            "\"posts\"],\"trials\":[{\"capacities\":[30,7],\"solved\":true,\"proven\":true,"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("capacities");
  TCase *tcase = tcase_create ("searches for capacities");

  tcase_add_loop_test (tcase, test_one_column, 0, G_N_ELEMENTS (weights));
  tcase_add_loop_test (tcase, test_two_columns, 0, G_N_ELEMENTS (weights));
  tcase_add_test (tcase, test_all);
  tcase_add_test (tcase, test_seed);
  tcase_add_test (tcase, test_settings);
  tcase_add_test (tcase, test_lost);
  tcase_add_test (tcase, test_no_solution);
  tcase_add_test (tcase, test_refused);
  tcase_add_test (tcase, test_texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
