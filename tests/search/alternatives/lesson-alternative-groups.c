/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of alternatives: a hundred policies are too many to look at, five that differ are not. */
#include "support/lesson-search.h"

static DeidAlternativeGroups *
group (guint64 n_groups)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (8, 1, FALSE);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  ck_assert_ptr_nonnull (result);
  return deid_alternative_groups_new (deid_result_get_alternatives (result), n_groups, NULL, NULL);
}

/* There are two boundary policies, zip:1 sex:1 and zip:0 sex:1. They differ by one step of the zip
 * code, which makes the label of each of six records cover more. */
START_TEST (test_distance)
{
  g_autoptr (DeidAlternativeGroups) groups = group (1);

  ck_assert_uint_eq (deid_alternative_groups_get_distance (groups, 0, 1), 6);
  ck_assert_uint_eq (deid_alternative_groups_get_distance (groups, 1, 1), 0);
}

/* In one group either is the medoid, with a sum of 0 + 6, and so the first one is. */
START_TEST (test_medoid)
{
  g_autoptr (DeidAlternativeGroups) groups = group (1);

  ck_assert_uint_eq (deid_alternative_groups_get_n_groups (groups), 1);
  ck_assert_uint_eq (deid_alternative_groups_get_n_policies (groups, 0), 2);
  ck_assert_uint_eq (deid_alternative_groups_get_medoid (groups, 0), 0);
}

/* Two policies are too few for silhouettes to tell: each makes a group, and of these, equally
 * large, that of sex:1 comes first, which loses 1/2 rather than 1. */
START_TEST (test_order)
{
  g_autoptr (DeidAlternativeGroups) groups = group (0);
  const DeidAlternatives *found = deid_alternative_groups_get_alternatives (groups);

  ck_assert_uint_eq (deid_alternative_groups_get_n_groups (groups), 2);
  assert_near (deid_alternatives_get_loss (found, deid_alternative_groups_get_medoid (groups, 0)),
               0.5);
  assert_near (deid_alternative_groups_get_silhouette (groups), 0);
}

START_TEST (test_error)
{
  g_autoptr (DeidAlternativeGroups) groups = group (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_alternative_groups_new (
      deid_alternative_groups_get_alternatives (groups), 1, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

LESSON (alternative_groups, test_distance, test_medoid, test_order, test_error)
