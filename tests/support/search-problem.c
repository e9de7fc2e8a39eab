/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/search-problem.h"
#include "support/result-figures.h"

#define N_ATTRIBUTES 6

static DeidHierarchy *
make_hierarchy (void)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint value = 0; value < 64; value++)
    {
      g_autofree char *leaf = g_strdup_printf ("%u", value);
      g_autofree char *fours = g_strdup_printf ("%u to %u", value & ~3u, value | 3);
      g_autofree char *sixteens = g_strdup_printf ("%u to %u", value & ~15u, value | 15);
      const char *const labels[] = { leaf, fours, sixteens, "*", NULL };

      deid_hierarchy_builder_add_row (builder, labels, &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

DeidLattice *
make_lattice (guint n_rows, guint32 seed)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree gint64 *values = g_new (gint64, n_rows);
  DeidLattice *lattice;
  GError *error = NULL;

  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      const char name[] = { (char) ('a' + a), '\0' };

      for (guint row = 0; row < n_rows; row++)
        values[row] = (gint64) (64 * g_rand_double (rand) * g_rand_double (rand));
      deid_dataset_add_integer_column (dataset, name, values, n_rows, NULL, 0, NULL, &error);
      assert_no_error (error);
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      const char name[] = { (char) ('a' + a), '\0' };

      deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

DeidProblem *
make_problem (guint n_rows, guint64 k, double limit)
{
  g_autoptr (DeidLattice) lattice = make_lattice (n_rows, 1);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);
  DeidProblem *problem = deid_problem_new (lattice);
  GError *error = NULL;

  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  deid_problem_set_suppression_limit (problem, limit, &error);
  assert_no_error (error);
  return problem;
}

DeidSearch *
make_search (int algorithm)
{
  return algorithm == 0 ? deid_search_new_optimal () : deid_search_new_exhaustive ();
}

DeidResult *
run_search (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, cancellable, &error);

  assert_no_error (error);
  ck_assert_ptr_nonnull (result);
  return result;
}

DeidResult *
solve_with (DeidSearch *search, DeidProblem *problem)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  deid_search_unref (search);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  else
    ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_COMPLETE);
  return result;
}

void
check_result (DeidResult *result, DeidProblem *problem)
{
  g_autoptr (DeidResult) again
      = deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, NULL);

  ck_assert_ptr_eq (deid_result_get_problem (result), problem);
  ck_assert_ptr_nonnull (again);
  ck_assert (deid_result_get_loss (again) == deid_result_get_loss (result));
  ck_assert_uint_eq (deid_result_get_n_suppressed (again), deid_result_get_n_suppressed (result));
  ck_assert_double_ge (deid_result_get_lower_bound (result), 0);
  ck_assert_double_le (deid_result_get_lower_bound (result), deid_result_get_loss (result));
  ck_assert_double_ge (get_figure (result, "prepare-seconds"), 0);
  ck_assert_double_ge (get_figure (result, "search-seconds"), 0);
}
