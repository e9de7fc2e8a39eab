/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statistics are what a run took: figures with names, numbers or series of numbers. Each run has
 * some, and a search may add its own. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/criticals.h"
#include "support/own-search.h"
#include "support/search-problem.h"

#define N_ROWS 40

/* Evaluates nothing but the top, and counts something of its own. */
static gboolean
count (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  deid_search_context_set_statistic (context, "visits", 3);
  evaluate_rank (context, N_POLICIES - 1);
  deid_search_context_set_statistic (context, "visits", 5);
  deid_search_context_set_statistic (context, "share", 0.25);
  deid_search_context_set_statistic (context, "none", INFINITY);
  deid_search_context_set_statistic (context, "search-seconds", -1);
  deid_search_context_add_bytes (context, 1000000000);
  return TRUE;
}

static DeidResult *
run_counting (void)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);
  g_autoptr (DeidSearch) search = own_search_new (count, NULL);
  DeidResult *result = deid_search_run (search, problem, NULL, NULL);

  ck_assert_ptr_nonnull (result);
  return result;
}

/* What the search said last counts, and the library's own figures are the library's. */
START_TEST (figures)
{
  g_autoptr (DeidResult) result = run_counting ();
  DeidStatistics *statistics = deid_result_get_statistics (result);
  double value;

  ck_assert (deid_statistics_find (statistics, "visits", &value) && value == 5);
  ck_assert (deid_statistics_find (statistics, "share", &value) && value == 0.25);
  ck_assert (deid_statistics_find (statistics, "search-seconds", &value) && value >= 0);
  ck_assert (deid_statistics_find (statistics, "bytes", &value) && value > 1e9 && value < 1.1e9);
  ck_assert (deid_statistics_find (statistics, "bytes", NULL));
  ck_assert (!deid_statistics_find (statistics, "hits", &value) && value == 0);
}
END_TEST

/* The one policy that was evaluated is the one improvement. */
START_TEST (series)
{
  g_autoptr (DeidResult) result = run_counting ();
  DeidStatistics *statistics = deid_result_get_statistics (result);
  gsize n;
  const double *values = deid_statistics_find_series (statistics, "improvement-losses", &n);

  ck_assert (n == 1 && values[0] == deid_result_get_loss (result));
  values = deid_statistics_find_series (statistics, "improvement-evaluations", &n);
  ck_assert (n == 1 && values[0] == 1);
  values = deid_statistics_find_series (statistics, "improvement-seconds", &n);
  ck_assert (n == 1 && values[0] >= 0);
  values = deid_statistics_find_series (statistics, "visits", &n);
  ck_assert (n == 1 && values[0] == 5);
  ck_assert_ptr_null (deid_statistics_find_series (statistics, "hits", &n));
  ck_assert_uint_eq (n, 0);
}
END_TEST

/* They can be gone through without knowing their names, also when the result is gone. */
START_TEST (all_of_them)
{
  DeidResult *result = run_counting ();
  g_autoptr (DeidStatistics) statistics = deid_statistics_ref (deid_result_get_statistics (result));
  guint n_own = 0;

  deid_result_unref (result);
  ck_assert_uint_eq (deid_statistics_get_n_figures (statistics), 3 + 5 + 3);
  for (guint i = 0; i < deid_statistics_get_n_figures (statistics); i++)
    {
      double value;

      ck_assert (
          deid_statistics_find (statistics, deid_statistics_get_name (statistics, i), &value));
      ck_assert (value == deid_statistics_get_value (statistics, i));
      n_own += strcmp (deid_statistics_get_name (statistics, i), "visits") == 0 ? 1 : 0;
    }
  ck_assert_uint_eq (n_own, 1);
}
END_TEST

START_TEST (written)
{
  g_autoptr (DeidResult) result = run_counting ();
  DeidStatistics *statistics = deid_result_get_statistics (result);
  g_autofree char *text = deid_statistics_to_text (statistics, NULL);
  g_autofree char *json = deid_statistics_to_json (statistics, NULL);

  ck_assert_ptr_nonnull (strstr (text, "visits: 5\n"));
  ck_assert_ptr_nonnull (strstr (text, "share: 0.25\n"));
  ck_assert_ptr_nonnull (strstr (text, "improvement-evaluations: 1\n"));
  ck_assert_ptr_nonnull (strstr (json, "\"visits\" : 5"));
  ck_assert_ptr_nonnull (strstr (json, "\"none\" : null"));
  ck_assert_ptr_nonnull (strstr (json, "\"improvement-evaluations\" : ["));
  ck_assert (json[0] == '{');
}
END_TEST

static gboolean
misname (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  assert_critical (deid_search_context_set_statistic (context, "", 1));
  assert_critical (deid_search_context_set_statistic (context, "two\nlines", 1));
  assert_critical (deid_search_context_set_statistic (context, NULL, 1));
  evaluate_rank (context, N_POLICIES - 1);
  return TRUE;
}

START_TEST (misuse)
{
  GLogFunc handler = criticals_start ();
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);
  g_autoptr (DeidSearch) search = own_search_new (misname, NULL);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  DeidStatistics *statistics = deid_result_get_statistics (result);

  ck_assert_uint_eq (deid_statistics_get_n_figures (statistics), 5 + 3);
  assert_critical (deid_statistics_get_name (statistics, 8));
  assert_critical (deid_statistics_get_value (statistics, 8));
  assert_critical (deid_statistics_find (statistics, NULL, NULL));
  g_log_set_default_handler (handler, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("statistics");
  TCase *cases = tcase_create ("figures");

  tcase_add_test (cases, figures);
  tcase_add_test (cases, series);
  tcase_add_test (cases, all_of_them);
  tcase_add_test (cases, written);
  tcase_add_test (cases, misuse);
  suite_add_tcase (suite, cases);
  return suite;
}
