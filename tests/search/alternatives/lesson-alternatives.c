/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policy alternatives: not one best policy, but several at the edge of what the models allow, for
 * people to choose from. A boundary policy is a solution, while one with one level less in one
 * place is none. */
#include "support/alternatives.h"
#include "support/lesson-search.h"

static DeidReport *
find (DeidSearch *search, gboolean undominated_only)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) owned G_GNUC_UNUSED = search;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  ck_assert_ptr_nonnull (result);
  return deid_report_new_alternatives (result, NULL, 0, undominated_only, NULL, NULL);
}

/* Both policies of level sum 1 are next to the top. If the search tries sex:1, a solution, it ends
 * there, since the bottom is none. If it tries zip:1, no solution, it ends at the top. Eight
 * iterations take both ways. */
START_TEST (test_bisecting)
{
  g_autoptr (DeidReport) found = find (deid_search_new_bisecting (8, 1, FALSE), FALSE);

  ck_assert_uint_eq (count_alternatives (found), 2);
  for (guint64 i = 0; i < 2; i++)
    {
      DeidPolicy *policy = get_alternative (found, i);

      ck_assert (is_alternative (found, i, "boundary"));
      ck_assert_uint_eq (deid_policy_get_level (policy, 1), 1);
    }
}

/* Polished, the top is lowered to sex:1, which is a solution, too. */
START_TEST (test_polished)
{
  g_autoptr (DeidReport) found = find (deid_search_new_bisecting (8, 1, TRUE), FALSE);
  g_autofree char *policy = deid_policy_to_text (get_alternative (found, 0), NULL);
  g_autofree char *text = deid_report_to_text (found, NULL, NULL);

  ck_assert_uint_eq (count_alternatives (found), 1);
  ck_assert_str_eq (policy, "zip:0 sex:1");
  ck_assert (is_alternative (found, 0, "risk_minimal"));
  ck_assert_ptr_nonnull (strstr (text, "  sex: all as *; the rest as it is  "));
}

/* The directed search walks from a random policy until the verdict changes: to the same two. Of
 * these the top is dominated by sex:1, which keeps more apart. */
START_TEST (test_directed)
{
  g_autoptr (DeidReport) found = find (deid_search_new_directed (32, 1, FALSE), FALSE);
  g_autoptr (DeidReport) best = find (deid_search_new_directed (32, 1, FALSE), TRUE);

  ck_assert_uint_eq (count_alternatives (found), 2);
  ck_assert_uint_eq (count_alternatives (best), 1);
  assert_near (get_alternative_number (best, 0, "loss"), 0.5);
}

/* On a lattice of four policies all boundary policies can be listed: these two, by rank, and no
 * other. The one that could give no more is risk-minimal. */
START_TEST (test_all)
{
  g_autoptr (DeidReport) found
      = find (deid_search_new_from_specification ("boundary", NULL), FALSE);

  ck_assert (flag_of (found, "complete"));
  ck_assert_uint_eq (count_alternatives (found), 2);
  ck_assert (is_alternative (found, 0, "risk_minimal"));
  ck_assert (!is_alternative (found, 1, "risk_minimal"));
}

/* With k = 7 even the top is no solution: there is no boundary. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (8, 1, FALSE);
  GError *error = NULL;

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (7, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}

LESSON (alternatives, test_bisecting, test_polished, test_directed, test_all, test_error)
