/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of a search, as they are set and told, and what an algorithm is told of its limits
 * and tells of how far it has come. */
#include "support/suite.h"

#include <math.h>

#include "support/own-search.h"
#include "support/search-problem.h"

#define N_ROWS 40

START_TEST (options)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert (isinf (deid_search_get_time_limit (search)));
  ck_assert_uint_eq (deid_search_get_n_threads (search), 1);
  ck_assert (deid_search_set_time_limit (search, 2.5, NULL));
  ck_assert (deid_search_set_step_limit (search, 7, NULL));
  ck_assert (deid_search_set_n_threads (search, 3, NULL));
  ck_assert (deid_search_get_time_limit (search) == 2.5);
  ck_assert_uint_eq (deid_search_get_n_threads (search), 3);
}
END_TEST

/* What an option is refused stays as it was. */
START_TEST (refused)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert (!deid_search_set_time_limit (search, 0, NULL));
  ck_assert (!deid_search_set_step_limit (search, 0, NULL));
  ck_assert (!deid_search_set_n_threads (search, 0, NULL));
  ck_assert (isinf (deid_search_get_time_limit (search)));
  ck_assert_uint_eq (deid_search_get_n_threads (search), 1);
}
END_TEST

/* Of half of the policies something is known, then of three quarters; what is said later and is
 * less does not count. */
static gboolean
say_how_far (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  evaluate_rank (context, N_POLICIES - 1);
  deid_search_context_set_open (context, N_POLICIES / 2.0, INFINITY);
  deid_search_context_set_open (context, N_POLICIES / 4.0, 0.125);
  deid_search_context_set_open (context, N_POLICIES, 1);
  return TRUE;
}

typedef struct
{
  double share_settled;
  double share_done;
} Shares;

static void
keep_shares (DeidProgress *progress, gpointer user_data)
{
  *(Shares *) user_data = (Shares){ deid_progress_get_share_settled (progress),
                                    deid_progress_get_share_done (progress) };
}

START_TEST (progress)
{
  Shares shares = { 0, 0 };
  g_autoptr (DeidProblem) problem = make_problem (N_ROWS, 2, 0);
  g_autoptr (DeidSearch) search = own_search_new (say_how_far, NULL);
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_search_set_progress_func (search, keep_shares, &shares, NULL, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert (shares.share_settled == 0.75 && shares.share_done == 0.875);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("search-limits");
  TCase *cases = tcase_create ("limits");

  tcase_add_test (cases, options);
  tcase_add_test (cases, refused);
  tcase_add_test (cases, progress);
  suite_add_tcase (suite, cases);
  return suite;
}
