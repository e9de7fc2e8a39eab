/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of alternatives: a hundred policies are too many to look at, five that differ are not. */
#include "support/alternatives.h"
#include "support/lesson-search.h"

static DeidReport *
group (guint64 n_groups, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (8, 1, FALSE);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  ck_assert_ptr_nonnull (result);
  return deid_report_new_alternatives (result, NULL, n_groups, FALSE, cancellable, error);
}

/* There are two boundary policies, zip:1 sex:1 and zip:0 sex:1. They differ by one step of the zip
 * code, which makes the label of each of six records cover more: their distance is 6. In one group
 * either is the medoid, with a sum of 0 + 6, and so the first one is. */
START_TEST (test_medoid)
{
  g_autoptr (DeidReport) groups = group (1, NULL, NULL);

  ck_assert_uint_eq (count_alternative_groups (groups), 1);
  ck_assert_uint_eq (count_group_members (groups, 0), 2);
  ck_assert_uint_eq (get_medoid (groups, 0), 0);
}

/* Two policies are too few for silhouettes to tell: each makes a group, and of these, equally
 * large, that of sex:1 comes first, which loses 1/2 rather than 1. */
START_TEST (test_order)
{
  g_autoptr (DeidReport) groups = group (DEID_ALTERNATIVES_AUTO_GROUPS, NULL, NULL);

  ck_assert_uint_eq (count_alternative_groups (groups), 2);
  assert_near (get_alternative_number (groups, get_medoid (groups, 0), "loss"), 0.5);
  assert_near (number_of (groups, "silhouette"), 0);
}

/* In two groups each policy is the medoid of its own. Without groups the report has none. */
START_TEST (test_two)
{
  g_autoptr (DeidReport) two = group (2, NULL, NULL), none = group (0, NULL, NULL);

  ck_assert_uint_eq (count_alternative_groups (two), 2);
  for (guint64 i = 0; i < 2; i++)
    ck_assert_uint_eq (get_medoid (two, find_alternative_group (two, i)), i);
  ck_assert_int_eq (deid_report_get_state (none, "groups"), DEID_FIGURE_STATE_ABSENT);
}

START_TEST (test_error)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (group (1, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

LESSON (alternative_groups, test_medoid, test_order, test_two, test_error)
