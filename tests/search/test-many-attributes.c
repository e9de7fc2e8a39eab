/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lattices whose size leaves the range of doubles. */
#include "support/suite.h"

#include <math.h>

#include <deid/deid.h>

#define N_ROWS       40
#define N_ATTRIBUTES 1100

static DeidProblem *
make_problem (const char *quality_model)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification (quality_model, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", a);
      gint64 values[N_ROWS];

      for (guint row = 0; row < N_ROWS; row++)
        values[row] = row % (2 + a % 3) == 0;
      ck_assert (
          deid_dataset_add_integer_column (dataset, name, values, N_ROWS, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", a);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  return problem;
}

static void
check_progress (DeidProgress *progress, gpointer data)
{
  const double settled = deid_progress_get_share_settled (progress);
  const double done = deid_progress_get_share_done (progress);

  ck_assert (settled >= 0 && settled <= 1);
  ck_assert (done >= 0 && done <= 1);
  (*(guint *) data)++;
}

START_TEST (shares_are_numbers)
{
  g_autoptr (DeidProblem) problem = make_problem ("loss:arith");
  g_autoptr (DeidSearch) search
      = _i == 0 ? deid_search_new_optimal () : deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL;
  guint n_calls = 0;
  GError *error = NULL;

  ck_assert (deid_search_set_step_limit (search, 50, NULL));
  ck_assert (deid_search_set_progress_func (search, check_progress, &n_calls, NULL, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  ck_assert_uint_ge (n_calls, 1);
  ck_assert (result == NULL || isfinite (deid_result_get_loss (result)));
  ck_assert ((result == NULL) == (error != NULL));
  g_clear_error (&error);
}
END_TEST

START_TEST (product_out_of_range)
{
  g_autoptr (DeidProblem) problem = make_problem ("loss:geo");
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "1100 quasi-identifiers", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("many attributes");
  TCase *tcase = tcase_create ("many attributes");

  tcase_add_loop_test (tcase, shares_are_numbers, 0, 2);
  tcase_add_test (tcase, product_out_of_range);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
