/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/failing-search.h"

#include "support/suite.h"

#include "lattice/lattice-private.h"
#include "support/failing-allocations.h"
#include "support/skewed-table.h"

DeidProblem *
make_skewed_problem_of (guint n_attributes, const char *models)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (90);
  SkewedTable table = { .n_rows = 300, .n_attributes = n_attributes, .skew = 3 };

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 3;
      table.n_leaves[a] = 12;
    }
  return skewed_table_build_problem (&table, rand, models, 0.1);
}

DeidProblem *
make_skewed_problem (const char *models)
{
  return make_skewed_problem_of (6, models);
}

DeidProblem *
make_skewed_problem_with_population (void)
{
  DeidProblem *problem = make_skewed_problem ("k:2");
  const DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autoptr (DeidDataset) population = deid_dataset_new ("population");
  g_autoptr (DeidPrivacyModel) kmap = deid_privacy_model_new_k_map (2, NULL);
  g_autoptr (DeidPrivacyModel) dp = deid_privacy_model_new_delta_presence (0.01, 1, NULL);
  GError *error = NULL;

  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidColumn *column = deid_lattice_get_column (lattice, a);
      const char *values[600];

      for (guint row = 0; row < 600; row++)
        values[row] = deid_column_get (column, row % 300);
      deid_dataset_add_string_column (population, column->name, values, 600, NULL, &error);
      assert_no_error (error);
    }
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_problem_add_privacy_model (problem, kmap, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, dp, NULL));
  return problem;
}

DeidSearch *
make_search_of_threads (guint n_threads)
{
  DeidSearch *search = deid_search_new_optimal ();

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  return search;
}

/* Returns: whether the run was over before an allocation failed. */
static gboolean
run_with_allocations (DeidSearch *search, DeidProblem *problem, gint n)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = NULL;
  gboolean has_failed;

  g_atomic_int_set (&n_allocations_left, n);
  result = deid_search_run (search, problem, NULL, &error);
  has_failed = g_atomic_int_get (&n_allocations_left) < 0;
  g_atomic_int_set (&n_allocations_left, G_MAXINT);
  ck_assert ((result == NULL) == has_failed);
  if (has_failed)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
  else
    ck_assert (deid_result_is_proven_optimal (result));
  return !has_failed;
}

gint
fail_in_turn (DeidSearch *search, DeidProblem *problem)
{
  gint n_failures = 0;

  for (guint pass = 0; pass < 2; pass++)
    {
      gint n = 0;

      while (!run_with_allocations (search, problem, n))
        n = get_next_failure (n);
      n_failures += n;
    }
  return n_failures;
}
