/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches for capacities: trial by trial against a job that has these rules from the start, and
 * the best one against all trials there could be. */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/suite.h"
#include "support/text-job.h"

#define N_ROWS 160

static const char settings[] = "[models]\nmodel=k:3;k:2\n"
                               "[limits]\nsuppression-limit=10%\n"
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

static DeidReport *
run (DeidJob *job, const char *lines)
{
  g_autoptr (GError) error = NULL;
  DeidReport *report = deid_report_new_capacities (job, lines, NULL, &error);

  assert_no_error (error);
  return report;
}

/* A search over one column, or over all of them. */
static DeidReport *
search (const char *column, const double *three, guint n_restarts, guint seed)
{
  g_autoptr (DeidJob) job = make_job (NULL);
  char texts[3][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *lines = NULL;

  for (guint i = 0; i < 3; i++)
    g_ascii_dtostr (texts[i], sizeof texts[i], three[i]);
  lines = g_strdup_printf ("mean=%s\ncorrelation=%s\nloss=%s\nrestarts=%u\nseed=%u\n%s%s", texts[0],
                           texts[1], texts[2], n_restarts, seed, column != NULL ? "columns=" : "",
                           column != NULL ? column : "");
  return run (job, lines);
}

/* Returns: whether there is a best trial, which @trial becomes the number of. */
static gboolean
find_best (const DeidReport *report, guint64 *trial)
{
  const guint64 n = n_rows_of (report, "trials");

  for (*trial = 0; *trial < n; ++*trial)
    if (flag_of (report, "trials[%u].best", (guint) *trial))
      return TRUE;
  return FALSE;
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
  DeidReport *report = deid_report_new_tradeoff (job, "search.algorithm=exhaustive", NULL, &error);

  assert_no_error (error);
  return report;
}

/* The capacity of a column in a trial, or what its rule has if it is not searched for. */
static guint64
get_capacity (const DeidReport *report, guint64 trial, guint column)
{
  static const guint64 own[] = { 30, 7 };

  for (guint c = 0; c < n_rows_of (report, "columns"); c++)
    if (g_str_equal (text_of (report, "columns[%u]", c), names[column]))
      return count_of (report, "trials[%u].capacities[%u]", (guint) trial, (guint) c);
  return own[column];
}

static void
check_trial (const DeidReport *report, guint64 trial)
{
  g_autoptr (DeidReport) cell
      = make_cell (get_capacity (report, trial, 0), get_capacity (report, trial, 1));
  double mean, expected_mean, correlation, expected_correlation, score, of_mean, of_correlation,
      of_loss;

  ck_assert (flag_of (report, "trials[%u].proven", (guint) trial));
  ck_assert (flag_of (report, "trials[%u].solved", (guint) trial)
             == flag_of (cell, "cells[0].solved"));
  ck_assert_double_eq (number_of (report, "trials[%u].loss", (guint) trial),
                       number_of (cell, "cells[0].loss"));
  ck_assert_uint_eq (count_of (report, "trials[%u].suppressed", (guint) trial),
                     count_of (cell, "cells[0].suppressed"));
  ck_assert_str_eq (text_of (report, "trials[%u].policy", (guint) trial),
                    text_of (cell, "cells[0].policy"));
  ck_assert (get_number (report, &mean, "trials[%u].mean_shift", (guint) trial)
             == get_number (cell, &expected_mean, "cells[0].mean_shift"));
  ck_assert (get_number (report, &correlation, "trials[%u].correlation_shift", (guint) trial)
             == get_number (cell, &expected_correlation, "cells[0].correlation_shift"));
  ck_assert_double_eq (mean, expected_mean);
  ck_assert_double_eq (correlation, expected_correlation);
  of_mean = number_of (report, "weights.mean");
  of_correlation = number_of (report, "weights.correlation");
  of_loss = number_of (report, "weights.loss");
  ck_assert (get_number (report, &score, "trials[%u].score", (guint) trial));
  ck_assert_double_eq_tol (score,
                           of_mean * mean + of_correlation * correlation
                               + of_loss * number_of (report, "trials[%u].loss", (guint) trial),
                           1e-12);
}

/* Columns lost come first, if a shift has a weight; then scores; then losses. */
static gboolean
is_better (const DeidReport *report, guint64 a, guint64 b)
{
  guint64 lost_a, lost_b;
  const double mean = number_of (report, "weights.mean");
  const double correlation = number_of (report, "weights.correlation");
  double score_a, score_b;

  if (!get_number (report, &score_a, "trials[%u].score", (guint) a))
    return FALSE;
  if (!get_number (report, &score_b, "trials[%u].score", (guint) b))
    return TRUE;
  lost_a = count_of (report, "trials[%u].lost", (guint) a);
  lost_b = count_of (report, "trials[%u].lost", (guint) b);
  if (mean + correlation > 0 && lost_a != lost_b)
    return lost_a < lost_b;
  return score_a < score_b
         || (score_a == score_b
             && number_of (report, "trials[%u].loss", (guint) a)
                    < number_of (report, "trials[%u].loss", (guint) b));
}

/* No trial is better than the one that is called the best. */
static void
check_best (const DeidReport *report)
{
  guint64 best;

  ck_assert (find_best (report, &best));
  for (guint64 trial = 0; trial < n_rows_of (report, "trials"); trial++)
    ck_assert (!is_better (report, trial, best));
}

/* Of one column all candidates are tried, so that the best is the best of all. They are k, 1-2-5
 * from there to 80, and what the rule has. */
START_TEST (test_one_column)
{
  static const guint64 expected[] = { 3, 5, 10, 20, 30, 50 };
  g_autoptr (DeidReport) report = search ("age", weights[_i], 2, 5);

  ck_assert_uint_eq (count_of (report, "records"), N_ROWS);
  ck_assert_uint_eq (n_rows_of (report, "columns"), 1);
  ck_assert_uint_eq (n_rows_of (report, "candidates[%u].capacities", (guint) 0),
                     G_N_ELEMENTS (expected));
  ck_assert_uint_eq (n_rows_of (report, "trials"), G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gboolean is_tried = FALSE;

      ck_assert_uint_eq (count_of (report, "candidates[%u].capacities[%u]", (guint) 0, i),
                         expected[i]);
      for (guint64 trial = 0; trial < n_rows_of (report, "trials"); trial++)
        is_tried |= get_capacity (report, trial, 0) == expected[i];
      ck_assert (is_tried);
      check_trial (report, i);
    }
  check_best (report);
}
END_TEST

/* Tells whether a combination was tried. */
static gboolean
find_trial (const DeidReport *report, guint64 age, guint64 posts, guint64 *trial)
{
  for (*trial = 0; *trial < n_rows_of (report, "trials"); ++*trial)
    if (get_capacity (report, *trial, 0) == age && get_capacity (report, *trial, 1) == posts)
      return TRUE;
  return FALSE;
}

/* All changes of one column from the best were tried, and none is better. */
static void
check_descent (const DeidReport *report)
{
  guint64 best, trial;

  find_best (report, &best);
  for (guint c = 0; c < 2; c++)
    for (guint i = 0; i < n_rows_of (report, "candidates[%u].capacities", (guint) c); i++)
      {
        const guint64 candidate = count_of (report, "candidates[%u].capacities[%u]", (guint) c, i);

        ck_assert (find_trial (report, c == 0 ? candidate : get_capacity (report, best, 0),
                               c == 1 ? candidate : get_capacity (report, best, 1), &trial));
        ck_assert (!is_better (report, trial, best));
      }
}

START_TEST (test_two_columns)
{
  g_autoptr (DeidReport) report = search (NULL, weights[_i], 2, 7);
  guint64 n, found;

  n = n_rows_of (report, "trials");
  ck_assert_uint_eq (n_rows_of (report, "columns"), 2);
  ck_assert_uint_eq (get_capacity (report, 0, 0), 30);
  ck_assert_uint_eq (get_capacity (report, 0, 1), 7);
  for (guint64 trial = 0; trial < n; trial++)
    {
      check_trial (report, trial);
      ck_assert (find_trial (report, get_capacity (report, trial, 0),
                             get_capacity (report, trial, 1), &found));
      ck_assert_uint_eq (found, trial);
      ck_assert_uint_le (count_of (report, "trials[%u].start", (guint) trial), 2);
    }
  check_best (report);
  check_descent (report);
}
END_TEST

/* With a start for each point and more, all combinations are tried. */
START_TEST (test_all)
{
  g_autoptr (DeidReport) report = search (NULL, weights[0], 200, 1);

  ck_assert_uint_eq (n_rows_of (report, "trials"),
                     (guint64) n_rows_of (report, "candidates[%u].capacities", (guint) 0)
                         * n_rows_of (report, "candidates[%u].capacities", (guint) 1));
  check_best (report);
}
END_TEST

START_TEST (test_seed)
{
  g_autoptr (DeidReport) of_first = search (NULL, weights[0], 2, 3);
  g_autoptr (DeidReport) of_same = search (NULL, weights[0], 2, 3);
  g_autoptr (DeidReport) of_fewer = search (NULL, weights[0], 0, 3);
  g_autofree char *text = NULL, *same_text = NULL;

  text = deid_report_to_json (of_first, NULL);
  same_text = deid_report_to_json (of_same, NULL);
  ck_assert_str_eq (text, same_text);
  ck_assert_uint_lt (n_rows_of (of_fewer, "trials"), n_rows_of (of_first, "trials"));
  for (guint64 trial = 0; trial < n_rows_of (of_fewer, "trials"); trial++)
    for (guint c = 0; c < 2; c++)
      ck_assert_uint_eq (count_of (of_first, "trials[%u].capacities[%u]", (guint) trial, c),
                         count_of (of_fewer, "trials[%u].capacities[%u]", (guint) trial, c));
}
END_TEST

/* The lines of the best trial, behind those of the job, make the job that finds it. */
START_TEST (test_settings)
{
  g_autoptr (DeidReport) report = search (NULL, weights[0], 1, 3);
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *expected = NULL;
  const char *lines, *rule;
  guint64 best;

  ck_assert (find_best (report, &best));
  rule = text_of (report, "best[0].rule");
  expected
      = g_strdup_printf ("capacity:%" G_GUINT64_FORMAT ";top=98%%", get_capacity (report, best, 0));
  ck_assert_str_eq (rule, expected);
  lines = text_of (report, "settings");
  job = make_job (lines);
  ck_assert_str_eq (deid_job_get (job, "column age", "rule"), expected);
  result = deid_job_run (job, NULL, NULL);
  ck_assert_double_eq (deid_result_get_loss (result),
                       number_of (report, "trials[%u].loss", (guint) best));
}
END_TEST

/* One bin for all has no end, so that no number is left: that shifts no mean, and is the worst. */
START_TEST (test_lost)
{
  g_autoptr (DeidJob) job = make_job ("[column posts]\nrule=capacity:160\n");
  g_autoptr (DeidReport) report = run (job, NULL);
  guint64 best;
  double shift;

  ck_assert_uint_ge (count_of (report, "trials[0].lost"), 1);
  ck_assert (find_best (report, &best));
  ck_assert_uint_eq (count_of (report, "trials[%u].lost", (guint) best), 0);
  ck_assert (get_number (report, &shift, "trials[%u].mean_shift", (guint) best));
  check_best (report);
}
END_TEST

/* No trial can be solved where k is greater than the table. */
START_TEST (test_no_solution)
{
  g_autoptr (DeidJob) job = make_job ("[models]\nmodel=k:161\n");
  g_autoptr (DeidReport) report = run (job, NULL);
  g_autofree char *text = NULL, *csv = NULL, *json = NULL;
  guint64 best;
  double score;

  ck_assert_uint_gt (n_rows_of (report, "trials"), 0);
  ck_assert (!find_best (report, &best));
  ck_assert (!flag_of (report, "trials[0].solved"));
  ck_assert (flag_of (report, "trials[0].proven"));
  ck_assert (!get_number (report, &score, "trials[0].score"));
  ck_assert_ptr_null (text_of (report, "trials[0].policy"));
  text = plain_text_of (report);
  ck_assert_ptr_null (strstr (text, "\nbest:"));
  csv = csv_of (report, "trials");
  ck_assert_ptr_nonnull (strstr (csv, "\n30,7,0,1,0,0,,,,,,,\n"));
  json = deid_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (strstr (json, "],\"best\":null,"));
}
END_TEST

/* What is refused, and how. */
static const struct
{
  const char *extra; /* of the job */
  const char *lines;
  int code;
  const char *part;
} refused[] = {
  { NULL, "columns=age;posts;age", DEID_ERROR_DUPLICATE_COLUMN, "'age'" },
  { NULL, "mean=0\ncorrelation=0", DEID_ERROR_INVALID_ARGUMENT, "above 0" },
  { NULL, "correlation=-1", DEID_ERROR_PARSE, "'correlation': expected a finite number from 0 on" },
  { NULL, "mean=nan", DEID_ERROR_PARSE, "finite" },
  { NULL, "restarts=1001", DEID_ERROR_PARSE, "from 0 to 1000" },
  { NULL, "seed=1\nseed=1", DEID_ERROR_PARSE, "line 2: key 'seed': expected each key once" },
  { NULL, "seed=-1", DEID_ERROR_PARSE, "unsigned" },
  { NULL, "start=1", DEID_ERROR_PARSE, "'start': expected columns" },
  { NULL, "[search]", DEID_ERROR_PARSE, "no section" },
  { NULL, "age", DEID_ERROR_PARSE, "line 1" },
  { NULL, "columns=zip", DEID_ERROR_INVALID_ARGUMENT, "whose rule is capacity" },
  { NULL, "columns=cost", DEID_ERROR_INVALID_ARGUMENT, "whose rule is capacity" },
  { NULL, "columns=zap", DEID_ERROR_UNKNOWN_COLUMN, "zap" },
  { NULL, "columns=a\\;b", DEID_ERROR_UNKNOWN_COLUMN, "'a;b'" },
  { "[column age]\ntype=text\n", NULL, DEID_ERROR_INVALID_ARGUMENT, "decimal" },
  { "[column age]\nrule=suppress\n[column posts]\nrule=suppress\n", NULL, DEID_ERROR_EMPTY,
    "no quasi-identifier" },
};

START_TEST (test_refused)
{
  g_autoptr (DeidJob) job = make_job (refused[_i].extra);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (deid_report_new_capacities (job, refused[_i].lines, NULL, &error));
  assert_error (&error, DEID_ERROR, refused[_i].code, refused[_i].part, NULL);
}
END_TEST

/* Without settings there are three restarts with the seed 0, and none if they say so. */
START_TEST (test_defaults)
{
  g_autoptr (DeidJob) job = make_job (NULL);
  g_autoptr (DeidReport) report = run (job, NULL);
  g_autoptr (DeidReport) without = run (job, "# once\nrestarts=0\ncolumns=\n");

  ck_assert_uint_eq (count_of (report, "seed"), 0);
  ck_assert_uint_eq (count_of (report, "restarts"), 3);
  ck_assert (number_of (report, "weights.mean") == 1);
  ck_assert (number_of (report, "weights.correlation") == 1);
  ck_assert (number_of (report, "weights.loss") == 0);
  ck_assert_uint_eq (count_of (without, "restarts"), 0);
  ck_assert_uint_eq (n_rows_of (without, "columns"), 2);
}
END_TEST

START_TEST (test_cancelled)
{
  g_autoptr (DeidJob) job = make_job (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_capacities (job, NULL, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

START_TEST (test_texts)
{
  g_autoptr (DeidReport) report = search (NULL, weights[0], 1, 2);
  g_autofree char *csv = NULL, *text = NULL, *json = NULL;
  const char *lines;

  lines = text_of (report, "settings");
  ck_assert (g_str_has_prefix (lines, "[column age]\nrule=capacity:"));
  csv = csv_of (report, "trials");
  ck_assert (g_str_has_prefix (
      csv, "capacities[0],capacities[1],solved,proven,best,start,score,mean_shift,"
           "correlation_shift,lost,loss,suppressed,policy\n30,7,1,1,"));
  text = plain_text_of (report);
  ck_assert (g_str_has_prefix (text, "Capacities: how many records the bins of columns should hold "
                                     "(custodian-only)\nrecords: 160\n"));
  ck_assert_ptr_nonnull (strstr (text, "\nbest:\n  column  rule\n  age     capacity:"));
  json = deid_report_to_json (report, NULL);
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
  tcase_add_loop_test (tcase, test_refused, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tcase, test_defaults);
  tcase_add_test (tcase, test_cancelled);
  tcase_add_test (tcase, test_texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
