/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a job does that names no search: the best that can be had, also with cuts. */
#include "support/alternatives.h"
#include "support/suite.h"

#include <math.h>

#define N_ROWS   40
#define N_TABLES 5

static const char settings[]
    = "[column age]\nrole=quasi-identifying\ngeneralize-by=cuts\n"
      "[column sex]\nrole=quasi-identifying\nrule=suppress\n"
      "[column zip]\nrole=quasi-identifying\ngeneralize-by=subtrees\n"
      "[column illness]\nrole=sensitive\n[limits]\nsuppression-limit=10%\n";

static DeidJob *
make_job (guint32 seed, const char *model, const char *quality)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) table = g_string_new ("age,sex,zip,illness\n");
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  for (guint i = 0; i < N_ROWS; i++)
    {
      const int age = 30 + g_rand_int_range (random, 0, 5) + g_rand_int_range (random, 0, 3);

      g_string_append_printf (table, "%d,%c,%d,%c\n", age, "fm"[g_rand_int_range (random, 0, 2)],
                              g_rand_int_range (random, 0, 4),
                              "abc"[g_rand_int_range (random, 0, 3)]);
    }
  deid_job_load_text (job, settings, "p.ini", NULL, &error);
  assert_no_error (error);
  deid_job_set (job, "column zip", "hierarchy",
                write_file ("zip.csv", "0;low;*\n1;low;*\n2;high;*\n3;high;*\n", -1), NULL, &error);
  assert_no_error (error);
  deid_job_set (job, "input", "input", write_file ("t.csv", table->str, -1), NULL, &error);
  assert_no_error (error);
  deid_job_set (job, "models", "model", model, NULL, &error);
  assert_no_error (error);
  deid_job_set (job, "models", "quality", quality, NULL, &error);
  assert_no_error (error);
  return job;
}

/* Every policy is evaluated for comparison. The optimal search refuses geometric means and maxima
 * of cuts, and the bisecting one union-closed models with a limit. */
START_TEST (least)
{
  static const char *const models[] = { "k:2", "k:2;te:0.3" };
  static const char *const qualities[]
      = { "loss:arith", "loss:geo", "loss:max", "dm", "ambiguity" };
  const char *model = models[_i % 2], *quality = qualities[_i / 2];

  for (guint32 seed = 0; seed < N_TABLES; seed++)
    {
      g_autoptr (DeidJob) job = make_job (seed, model, quality);
      g_autoptr (DeidJob) other = make_job (seed, model, quality);
      g_autoptr (DeidResult) result = NULL, best = NULL;
      g_autofree char *policy = NULL, *best_policy = NULL;
      GError *error = NULL;

      result = deid_job_run (job, NULL, &error);
      assert_no_error (error);
      deid_job_set (other, "search", "algorithm", "exhaustive", NULL, &error);
      best = deid_job_run (other, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_is_proven_optimal (result));
      ck_assert (deid_result_get_loss (result) == deid_result_get_loss (best));
      policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
      best_policy = deid_policy_to_text (deid_result_get_policy (best), NULL);
      ck_assert_str_eq (policy, best_policy);
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (best));
      ck_assert_ptr_null (deid_report_new_alternatives (result, NULL, 0, FALSE, NULL, NULL));
    }
}
END_TEST

/* With cuts a run ends within a minute, unless something else is asked for. */
START_TEST (limits)
{
  static const struct
  {
    const char *kind, *key, *value;
    double seconds;
  } cases[] = {
    { "cuts", "seed", "7", 60 },
    { "subtrees", "time-limit", "auto", 60 },
    { "levels", "seed", "7", INFINITY },
    { "levels", "time-limit", "auto", INFINITY },
    { "cuts", "time-limit", "none", INFINITY },
    { "cuts", "time-limit", "90", 90 },
    { "cuts", "step-limit", "9", INFINITY },
    { "cuts", "step-limit", "none", 60 },
    { "cuts", "algorithm", "auto", 60 },
    { "cuts", "algorithm", "optimal", INFINITY },
    { "cuts", "algorithm", "bisecting", INFINITY },
    { "cuts", "recoding", "local", INFINITY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      g_autoptr (DeidSearch) search = NULL;
      GError *error = NULL;

      deid_job_set (job, "column age", "generalize-by", cases[i].kind, NULL, &error);
      assert_no_error (error);
      deid_job_set (job, "search", cases[i].key, cases[i].value, NULL, &error);
      assert_no_error (error);
      search = deid_job_make_search (job, &error);
      assert_no_error (error);
      ck_assert (deid_search_get_time_limit (search) == cases[i].seconds);
    }
}
END_TEST

/* Alternatives are listed only if a search that lists them is named: other settings of such a
 * search are refused before the table is read. */
START_TEST (unlisted)
{
  static const struct
  {
    const char *section, *key, *value, *message;
  } cases[] = {
    { "release", "alternative", "0", "expected a search that lists alternatives" },
    { "search", "iterations", "20", "expected bisecting, directed or local" },
    { "search", "polish", "yes", "expected bisecting or directed" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = make_job (0, "k:2", "loss:arith");
      GError *error = NULL;

      deid_job_set (job, "input", "input", "nowhere.csv", NULL, NULL);
      deid_job_set (job, cases[i].section, cases[i].key, cases[i].value, NULL, &error);
      assert_no_error (error);
      ck_assert_ptr_null (deid_job_run (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, cases[i].key, cases[i].message,
                    NULL);
    }
}
END_TEST

/* A limit of steps includes what the heuristic takes, and a run that it ends keeps the best. */
START_TEST (steps)
{
  for (guint n = 1; n <= 40; n += 3)
    {
      g_autoptr (DeidJob) job = make_job (1, "k:2", "loss:arith");
      g_autofree char *limit = g_strdup_printf ("%u", n);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      deid_job_set (job, "search", "step-limit", limit, NULL, NULL);
      result = deid_job_run (job, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_le (deid_result_get_n_evaluated (result), n);
      ck_assert (deid_result_is_proven_optimal (result)
                 || deid_result_get_termination (result) == DEID_TERMINATION_STEP_LIMIT);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-auto");
  TCase *searches = tcase_create ("searches");

  tcase_add_loop_test (searches, least, 0, 10);
  tcase_add_test (searches, limits);
  tcase_add_test (searches, unlisted);
  tcase_add_test (searches, steps);
  tcase_set_timeout (searches, 120);
  suite_add_tcase (suite, searches);
  return suite;
}
