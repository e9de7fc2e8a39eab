/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The frontiers of the table with 9 quasi-identifiers, against one proven run for each value. */
#include <string.h>

#include "support/figures.h"
#include "support/frontier-check.h"
#include "support/reference-rows.h"
#include "support/suite.h"

#define FIRST_K 2
#define LAST_K  60

static const double limits[] = { 0, 0.01, 0.05, 0.1 };

/* The problem of the row with 9 quasi-identifiers, with this limit. */
static DeidProblem *
load_problem (double limit)
{
  g_autoptr (GError) error = NULL;
  DeidProblem *problem;
  guint row = 0;

  while (strcmp (reference_row_get (row, REFERENCE_DATASET), "adult") != 0
         || strcmp (reference_row_get (row, REFERENCE_MODEL), "k:5") != 0
         || strcmp (reference_row_get (row, REFERENCE_QUALITY), "loss:arith") != 0
         || reference_row_get_number (row, REFERENCE_LATTICE) != 12960)
    row++;
  problem = reference_row_load_problem (row, &error);
  assert_no_error (error);
  ck_assert (deid_problem_set_suppression_limit (problem, limit, &error));
  return problem;
}

START_TEST (over_k)
{
  g_autoptr (DeidProblem) problem = load_problem (limits[_i]);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidReport) frontier
      = deid_report_new_frontier (problem, FIRST_K, LAST_K, NULL, &error);

  assert_no_error (error);
  frontier_check_steps (frontier);
  ck_assert_uint_gt (n_rows_of (frontier, "steps"), 1);
  for (guint64 k = FIRST_K; k <= LAST_K; k += get_stride ())
    {
      g_autoptr (DeidResult) optimum = frontier_check_solve_k (problem, k);

      frontier_check_value (frontier, k, optimum);
    }
}
END_TEST

/* At both ends of each step, so that nothing between them is left to be told. */
START_TEST (over_limits)
{
  g_autoptr (DeidProblem) problem = load_problem (0.05);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidReport) frontier = deid_report_new_frontier (problem, 0, 0, NULL, &error);
  guint64 n_steps;

  assert_no_error (error);
  frontier_check_steps (frontier);
  n_steps = n_rows_of (frontier, "steps");
  ck_assert_uint_gt (n_steps, 1);
  for (guint64 step = 0; step < n_steps; step++)
    {
      const guint64 first = count_of (frontier, "steps[%" G_GUINT64_FORMAT "].first", step);
      const guint64 last = count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", step);
      g_autoptr (DeidResult) at_first = frontier_check_solve_limit (problem, first);
      g_autoptr (DeidResult) at_last = frontier_check_solve_limit (problem, last);

      frontier_check_value (frontier, first, at_first);
      frontier_check_value (frontier, last, at_last);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("reference frontier");
  TCase *tcase = tcase_create ("adult");

  if (reference_rows_read ("loss") == 0)
    {
      note_skipped ();
      return suite;
    }
  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, over_k, 0, G_N_ELEMENTS (limits));
  tcase_add_test (tcase, over_limits);
  suite_add_tcase (suite, tcase);
  return suite;
}
