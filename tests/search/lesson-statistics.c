/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statistics say what a run took, as figures with names: seconds, bytes, and how it came to its
 * result. They are for research, and say nothing about the solution. */
#include "support/figures.h"
#include "support/lesson-search.h"

static DeidResult *
run (DeidSearch *search)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) owned G_GNUC_UNUSED = search;

  return deid_search_run (search, problem, NULL, NULL);
}

START_TEST (test_figure)
{
  g_autoptr (DeidResult) result = run (deid_search_new_exhaustive ());
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  double seconds;

  ck_assert (deid_report_get_number (statistics, "search-seconds", &seconds));
  ck_assert (seconds >= 0);
}

/* In the order of ranks zip:0 sex:1, with a loss of 1/2, is the second policy, and the first
 * solution; nothing better follows. */
START_TEST (test_series)
{
  g_autoptr (DeidResult) result = run (deid_search_new_exhaustive ());
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (statistics, "improvement-losses"), 1);
  ck_assert_uint_eq (n_rows_of (statistics, "improvement-evaluations"), 1);
  assert_near (number_of (statistics, "improvement-losses[0]"), 0.5);
  assert_near (number_of (statistics, "improvement-evaluations[0]"), 2);
}

/* Figures of the library can be listed, and are found by their names. A run need not have all. */
START_TEST (test_names)
{
  g_autoptr (DeidResult) result = run (deid_search_new_flash ());
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  g_auto (GStrv) names = deid_report_list_figures (statistics);

  ck_assert (g_strv_contains ((const char *const *) names, "insufficient-privacy-inserts"));
  ck_assert_int_eq (state_of (statistics, "insufficient-privacy-inserts"),
                    DEID_FIGURE_STATE_PRESENT);
  ck_assert_ptr_nonnull (
      strstr (deid_report_describe_figure (statistics, "improvement-losses[0]", NULL, NULL, NULL),
              "became less"));
}

/* The exhaustive search predicts nothing, and has no such figure. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = run (deid_search_new_exhaustive ());
  g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
  double value;

  ck_assert (!deid_report_get_number (statistics, "insufficient-privacy-inserts", &value));
}

LESSON (statistics, test_figure, test_series, test_names, test_error)
