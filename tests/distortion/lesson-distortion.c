/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a release did to the data: means, shares and correlations before and after. */
#include "support/figures.h"
#include "support/lesson.h"

/* The old woman is alone in her class, and the only one with high costs. */
static const char table[] = "age sex cost:sensitive seen:insensitive\n"
                            " 20 f 1 yes\n 24 f 2 no\n 30 m 3 yes\n 34 m 4 no\n 80 f 10 yes\n";
static const char bins[] = "age 20 20-29 *\nage 24 20-29 *\nage 30 30-39 *\n"
                           "age 34 30-39 *\nage 80 80-89 *\n";

static DeidResult *
make_result (void)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidHierarchy) ages = lesson_make_hierarchy ("age", bins);
  g_autoptr (DeidHierarchy) sexes = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);

  deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL);
  deid_dataset_set_column_type (dataset, "cost", DEID_COLUMN_TYPE_INTEGER, NULL, NULL);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL);
  deid_lattice_add_quasi_identifier (lattice, "sex", sexes, NULL, NULL);
  problem = deid_problem_new (lattice);
  deid_problem_add_privacy_model (problem, model, NULL);
  deid_problem_set_suppression_limit (problem, 1, NULL);
  return lesson_evaluate (problem, "age:1 sex:0");
}

/* The mean cost falls from 20 / 5 to 10 / 4, that is by 3/8. That of age, 188 / 5 before, is of the
 * middles 24.5, 24.5, 34.5 and 34.5 after.
 * Cost shifts most: by 1.5 of a deviation of 3.5, age by 8.1 of 24.2. */
START_TEST (test_numbers)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);

  ck_assert_str_eq (text_of (distortion, "columns[0].column"), "cost");
  assert_near (number_of (distortion, "columns[0].mean.relative_change"), -0.375);
  ck_assert_str_eq (text_of (distortion, "columns[1].column"), "age");
  assert_near (number_of (distortion, "columns[1].mean.after"), 29.5);
}
END_TEST

/* Of five records three are of women, of the four released ones two. */
START_TEST (test_shares)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);

  ck_assert_str_eq (text_of (distortion, "columns[2].column"), "sex");
  assert_near (number_of (distortion, "columns[2].distance"), 0.1);
  ck_assert_uint_eq (count_of (distortion, "columns[2].values[0].after"), 2);
  ck_assert_uint_eq (count_of (distortion, "records.after"), 4);
}
END_TEST

/* The public does not read what was there before. */
START_TEST (test_public)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  g_autoptr (DeidReport) shown = deid_report_new_public (distortion, NULL, NULL);

  ck_assert_int_eq (state_of (shown, "records.before"), DEID_FIGURE_STATE_WITHHELD);
  ck_assert_uint_eq (count_of (shown, "records.after"), 4);
}
END_TEST

START_TEST (test_error)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_distortion (result, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

LESSON (distortion, test_numbers, test_shares, test_public, test_error)
