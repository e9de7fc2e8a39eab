/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statistics are what a run took: figures with names, numbers or series of numbers. Each run has
 * some, and a search may add its own. */
#include "support/suite.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "support/criticals.h"
#include "support/figures.h"
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
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  double value;

  ck_assert (deid_report_get_number (statistics, "visits", &value) && value == 5);
  ck_assert (deid_report_get_number (statistics, "share", &value) && value == 0.25);
  ck_assert (deid_report_get_number (statistics, "search-seconds", &value) && value >= 0);
  ck_assert (deid_report_get_number (statistics, "bytes", &value) && value > 1e9 && value < 1.1e9);
  ck_assert_int_eq (state_of (statistics, "none"), DEID_FIGURE_STATE_UNDEFINED);
  ck_assert (!deid_report_get_number (statistics, "hits", &value) && value == 0);
}
END_TEST

/* The one policy that was evaluated is the one improvement. */
START_TEST (series)
{
  g_autoptr (DeidResult) result = run_counting ();
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (statistics, "improvement-losses"), 1);
  ck_assert (number_of (statistics, "improvement-losses[0]") == deid_result_get_loss (result));
  ck_assert_uint_eq (n_rows_of (statistics, "improvement-evaluations"), 1);
  ck_assert (number_of (statistics, "improvement-evaluations[0]") == 1);
  ck_assert_uint_eq (n_rows_of (statistics, "improvement-seconds"), 1);
  ck_assert (number_of (statistics, "improvement-seconds[0]") >= 0);
  ck_assert (number_of (statistics, "visits") == 5);
  ck_assert_int_eq (state_of (statistics, "hits"), DEID_FIGURE_STATE_ABSENT);
  ck_assert_int_eq (state_of (statistics, "hits[0]"), DEID_FIGURE_STATE_ABSENT);
}
END_TEST

/* They can be gone through without knowing their names, also when the result is gone. */
START_TEST (all_of_them)
{
  DeidResult *result = run_counting ();
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  g_autofree char *json = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GList) names = NULL;

  deid_result_unref (result);
  json = deid_report_to_json (statistics, NULL);
  node = json_from_string (json, NULL);
  names = json_object_get_members (json_node_get_object (node));
  ck_assert_uint_eq (g_list_length (names), 3 + 5 + 3);
  for (const GList *name = names; name != NULL; name = name->next)
    ck_assert_int_ne (state_of (statistics, "%s", (const char *) name->data),
                      DEID_FIGURE_STATE_ABSENT);
  ck_assert (json_object_has_member (json_node_get_object (node), "visits"));
}
END_TEST

START_TEST (written)
{
  g_autoptr (DeidResult) result = run_counting ();
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  g_autofree char *text = plain_text_of (statistics);
  g_autofree char *json = deid_report_to_json (statistics, NULL);

  ck_assert_ptr_nonnull (strstr (text, "visits: 5\n"));
  ck_assert_ptr_nonnull (strstr (text, "share: 0.25\n"));
  ck_assert_ptr_nonnull (strstr (text, "improvement evaluations: 1\n"));
  ck_assert_ptr_nonnull (strstr (json, "\"visits\":5"));
  ck_assert_ptr_nonnull (strstr (json, "\"none\":null"));
  ck_assert_ptr_nonnull (strstr (json, "\"improvement-evaluations\":["));
  ck_assert (json[0] == '{');
}
END_TEST

/* Names are a host's, and written as JSON has them. */
static gboolean
name_oddly (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED,
            GError **error G_GNUC_UNUSED)
{
  deid_search_context_set_statistic (context, "\"half\" \\ [0].x", 0.5);
  evaluate_rank (context, N_POLICIES - 1);
  return TRUE;
}

START_TEST (odd_names)
{
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);
  g_autoptr (DeidSearch) search = own_search_new (name_oddly, NULL);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  g_autofree char *json = deid_report_to_json (statistics, NULL);
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  ck_assert_ptr_nonnull (node);
  ck_assert (json_object_get_double_member (json_node_get_object (node), "\"half\" \\ [0].x")
             == 0.5);
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
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  g_autofree char *json = deid_report_to_json (statistics, NULL);
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  ck_assert_uint_eq (json_object_get_size (json_node_get_object (node)), 5 + 3);
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
  tcase_add_test (cases, odd_names);
  tcase_add_test (cases, misuse);
  suite_add_tcase (suite, cases);
  return suite;
}
