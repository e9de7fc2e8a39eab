/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Suppression takes rare records away: where these have other numbers than the rest, means shift.
 * The bias says so before there is a release. */
#include "support/figures.h"
#include "support/lesson.h"

static DeidProblem *
make_problem (double limit)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("zip posts:insensitive\n a 1\n a 1\n a 3\n a 3\n b 7\n c 9\n");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification ("suppress", NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_set_column_type (dataset, "posts", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, limit, NULL));
  return problem;
}

/* Values 1 1 3 3 7 9 have the mean 4, frequencies 4 4 4 4 1 1 the mean 3. The products of distances
 * are -3 -3 -1 -1 -6 -10 = -24, the squares add up to 54 and 12: -24 / sqrt (648). */
START_TEST (test_correlation)
{
  g_autoptr (DeidProblem) problem = make_problem (1);
  g_autoptr (DeidReport) bias = deid_report_new_bias (problem, NULL, 0, NULL, NULL);
  double combined, r;

  ck_assert (get_number (bias, &combined, "columns[0].combined_correlation"));
  ck_assert (get_number (bias, &r, "columns[0].correlations[0].correlation"));
  assert_near (combined, -24 / 25.45584412271571);
  assert_near (r, combined);
}
END_TEST

/* The rare ones are 7 and 9; without them the mean is 2. Of a limit of one record each gives half:
 * (1 + 1 + 3 + 3 + 7 / 2 + 9 / 2) / 5 = 3.2. */
START_TEST (test_prediction)
{
  g_autoptr (DeidProblem) problem = make_problem (1), limited = make_problem (0.17);
  g_autoptr (DeidReport) bias = deid_report_new_bias (problem, NULL, 0, NULL, NULL);
  g_autoptr (DeidReport) half = deid_report_new_bias (limited, NULL, 0, NULL, NULL);
  double shift;

  ck_assert_uint_eq (count_of (bias, "k"), 2);
  ck_assert_uint_eq (count_of (bias, "predicted"), 2);
  ck_assert (get_number (bias, &shift, "columns[0].predicted_shift"));
  assert_near (shift, -2);
  ck_assert (get_number (half, &shift, "columns[0].predicted_shift"));
  assert_near (shift, -0.8);
}
END_TEST

/* On level 0 the rare ones go, on level 1 nothing does; before a result no shift has come. */
START_TEST (test_after)
{
  g_autoptr (DeidProblem) problem = make_problem (1);
  g_autoptr (DeidReport) before = deid_report_new_bias (problem, NULL, 0, NULL, NULL);
  double shift;

  ck_assert (!get_number (before, &shift, "columns[0].shift"));
  for (guint level = 0; level < 2; level++)
    {
      g_autoptr (DeidResult) result = lesson_evaluate (problem, level == 0 ? "zip:0" : "zip:1");
      g_autoptr (DeidReport) after
          = deid_report_new_bias (deid_result_get_problem (result), result, 0, NULL, NULL);

      ck_assert (get_number (after, &shift, "columns[0].shift"));
      assert_near (shift, level == 0 ? -2 : 0);
    }
}
END_TEST

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = make_problem (1);
  g_autoptr (DeidReport) bias = deid_report_new_bias (problem, NULL, 0, NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_public (bias, NULL, &error)); /* it has original values */
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "public", NULL);
}
END_TEST

LESSON (bias, test_correlation, test_prediction, test_after, test_error)
