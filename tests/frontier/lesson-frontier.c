/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frontier has the optimum for every k, or every suppression limit, at once. */
#include "support/figures.h"
#include "support/lesson.h"

/* Classes by zip: four records, two and one. With zip withheld all seven are one class. */
static const char table[] = "zip\n a\n a\n a\n a\n b\n b\n c\n";

static DeidProblem *
make_problem (guint64 limit)
{
  DeidProblem *problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  ck_assert (deid_problem_set_suppression_limit_count (problem, limit, NULL));
  return problem;
}

static void
assert_step (const DeidReport *frontier, guint64 step, guint64 first, guint64 last,
             const char *policy, guint64 n_suppressed, double loss)
{
  g_autofree char *text = deid_policy_to_text (
      policy_of (frontier, "steps[%" G_GUINT64_FORMAT "].policy", step), NULL);

  ck_assert_uint_eq (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].first", step), first);
  ck_assert_uint_eq (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", step), last);
  ck_assert_str_eq (text, policy);
  ck_assert_uint_eq (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].suppressed", step),
                     n_suppressed);
  assert_near (number_of (frontier, "steps[%" G_GUINT64_FORMAT "].loss", step), loss);
}

/* One record may be suppressed. For k = 1 nothing is; for k = 2 it is c, which loses 1 of 7 values.
 * For k = 3 b would have to go as well, so all values are withheld; eight records are too many. */
START_TEST (test_k)
{
  g_autoptr (DeidProblem) problem = make_problem (1);
  g_autoptr (DeidReport) frontier = deid_report_new_frontier (problem, 1, 9, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (frontier, "steps"), 3);
  assert_step (frontier, 0, 1, 1, "zip:0", 0, 0);
  assert_step (frontier, 1, 2, 2, "zip:0", 1, 1.0 / 7);
  assert_step (frontier, 2, 3, 7, "zip:1", 0, 1);
  ck_assert_uint_eq (count_of (frontier, "last"), 9);
}
END_TEST

/* With k = 2 a limit of 0 takes all values; from 1 on c goes instead, and more does not help. */
START_TEST (test_limits)
{
  g_autoptr (DeidProblem) problem = make_problem (3);
  g_autoptr (DeidReport) frontier = deid_report_new_frontier (problem, 0, 0, NULL, NULL);

  ck_assert (!g_str_equal (text_of (frontier, "parameter"), "k"));
  ck_assert_uint_eq (n_rows_of (frontier, "steps"), 2);
  assert_step (frontier, 0, 0, 0, "zip:1", 0, 1);
  assert_step (frontier, 1, 1, 3, "zip:0", 1, 1.0 / 7);
}
END_TEST

/* All of that as a table. */
START_TEST (test_csv)
{
  g_autoptr (DeidProblem) problem = make_problem (3);
  g_autoptr (DeidReport) frontier = deid_report_new_frontier (problem, 0, 0, NULL, NULL);
  g_autofree char *csv = csv_of (frontier, "steps");

  ck_assert_str_eq (csv, "first,last,loss,suppressed,policy\n"
                         "0,0,1,0,zip:1\n1,3,0.14285714285714285,1,zip:0\n");
}
END_TEST

/* There is no k of 0. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = make_problem (1);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (deid_report_new_frontier (problem, 0, 9, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "from 1 on", NULL);
}
END_TEST

LESSON (frontier, test_k, test_limits, test_csv, test_error)
