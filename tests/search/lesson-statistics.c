/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statistics say what a run took, as figures with names: seconds, bytes, and how it came to its
 * result. They are for research, and say nothing about the solution. */
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
  DeidStatistics *statistics = deid_result_get_statistics (result);
  double seconds;

  ck_assert (deid_statistics_find (statistics, "search-seconds", &seconds));
  ck_assert (seconds >= 0);
}

/* In the order of ranks zip:0 sex:1, with a loss of 1/2, is the second policy, and the first
 * solution; nothing better follows. */
START_TEST (test_series)
{
  g_autoptr (DeidResult) result = run (deid_search_new_exhaustive ());
  DeidStatistics *statistics = deid_result_get_statistics (result);
  gsize n_losses, n_evaluations;
  const double *losses = deid_statistics_find_series (statistics, "improvement-losses", &n_losses);
  const double *evaluations
      = deid_statistics_find_series (statistics, "improvement-evaluations", &n_evaluations);

  ck_assert_uint_eq (n_losses, 1);
  ck_assert_uint_eq (n_evaluations, 1);
  assert_near (losses[0], 0.5);
  assert_near (evaluations[0], 2);
}

/* All figures can be listed, and are found by their names. */
START_TEST (test_names)
{
  g_autoptr (DeidResult) result = run (deid_search_new_flash ());
  DeidStatistics *statistics = deid_result_get_statistics (result);
  double value;

  ck_assert (deid_statistics_find (statistics, "insufficient-privacy-inserts", &value));
  for (guint i = 0; i < deid_statistics_get_n_figures (statistics); i++)
    ck_assert_ptr_nonnull (deid_statistics_get_name (statistics, i));
}

/* The exhaustive search predicts nothing, and has no such figure. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = run (deid_search_new_exhaustive ());
  DeidStatistics *statistics = deid_result_get_statistics (result);
  double value;

  ck_assert (!deid_statistics_find (statistics, "insufficient-privacy-inserts", &value));
}

LESSON (statistics, test_figure, test_series, test_names, test_error)
