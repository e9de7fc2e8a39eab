/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/frontier-check.h"

#include "support/figures.h"
#include "support/suite.h"

static void
copy_hierarchies (DeidProblem *problem, DeidProblem *copy)
{
  DeidDataset *table = deid_lattice_get_dataset (deid_problem_get_lattice (problem));

  for (guint c = 0; c < deid_dataset_get_n_columns (table); c++)
    {
      const char *name = deid_dataset_get_column_name (table, c);
      DeidHierarchy *hierarchy = deid_problem_get_sensitive_hierarchy (problem, name);

      if (hierarchy != NULL)
        assert_quietly (deid_problem_set_sensitive_hierarchy (copy, name, hierarchy, NULL, NULL));
    }
}

/* Copies what a problem says but for its limit and, if @k is not 0, its k. */
static DeidProblem *
copy_problem (DeidProblem *problem, guint64 k)
{
  DeidProblem *copy = deid_problem_new (deid_problem_get_lattice (problem));
  const char *column, *value;
  double number;

  copy_hierarchies (problem, copy);
  for (guint i = 0; deid_problem_get_group_weight (problem, i, &column, &value, &number); i++)
    assert_quietly (deid_problem_set_group_weight (copy, column, value, number, NULL));
  for (guint i = 0; deid_problem_get_group_limit (problem, i, &column, &number); i++)
    assert_quietly (deid_problem_set_group_limit (copy, column, number, NULL));
  for (guint i = 0; i < deid_problem_get_n_privacy_models (problem); i++)
    {
      DeidPrivacyModel *model = deid_problem_get_privacy_model (problem, i);
      g_autofree char *text = deid_privacy_model_to_specification (model);

      if (k == 0 || !g_str_has_prefix (text, "k:"))
        assert_quietly (deid_problem_add_privacy_model (copy, model, NULL));
    }
  if (k > 0)
    {
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);

      assert_quietly (deid_problem_add_privacy_model (copy, model, NULL));
    }
  assert_quietly (
      deid_problem_set_quality_model (copy, deid_problem_get_quality_model (problem), NULL));
  return copy;
}

static DeidResult *
solve (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (GError) error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  if (result == NULL && !g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    assert_no_error (error);
  assert_quietly (result == NULL || deid_result_is_proven_optimal (result));
  return result;
}

DeidResult *
frontier_check_solve_k (DeidProblem *problem, guint64 k)
{
  g_autoptr (DeidProblem) copy = copy_problem (problem, k);

  assert_quietly (deid_problem_set_suppression_limit_count (
      copy, deid_problem_get_n_suppressible (problem), NULL));
  return solve (copy);
}

DeidResult *
frontier_check_solve_limit (DeidProblem *problem, guint64 limit)
{
  g_autoptr (DeidProblem) copy = copy_problem (problem, 0);

  assert_quietly (deid_problem_set_suppression_limit_count (copy, limit, NULL));
  return solve (copy);
}

/* Finds the step that a value of the parameter is in. */
static gboolean
find_step (const DeidReport *frontier, guint64 value, guint64 *step)
{
  const guint64 n = n_rows_of (frontier, "steps");

  for (*step = 0; *step < n; ++*step)
    if (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].first", *step) <= value
        && value <= count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", *step))
      return TRUE;
  return FALSE;
}

void
frontier_check_value (const DeidReport *frontier, guint64 value, DeidResult *optimum)
{
  guint64 step;

  assert_quietly (find_step (frontier, value, &step) == (optimum != NULL));
  if (optimum == NULL)
    return;
  assert_quietly (
      deid_policy_compare (policy_of (frontier, "steps[%" G_GUINT64_FORMAT "].policy", step),
                           deid_result_get_policy (optimum))
      == 0);
  assert_quietly (number_of (frontier, "steps[%" G_GUINT64_FORMAT "].loss", step)
                  == deid_result_get_loss (optimum));
  assert_quietly (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].suppressed", step)
                  == deid_result_get_n_suppressed (optimum));
}

static gboolean
are_alike (const DeidReport *frontier, guint64 step, guint64 next)
{
  return deid_policy_compare (policy_of (frontier, "steps[%" G_GUINT64_FORMAT "].policy", step),
                              policy_of (frontier, "steps[%" G_GUINT64_FORMAT "].policy", next))
             == 0
         && count_of (frontier, "steps[%" G_GUINT64_FORMAT "].suppressed", step)
                == count_of (frontier, "steps[%" G_GUINT64_FORMAT "].suppressed", next)
         && number_of (frontier, "steps[%" G_GUINT64_FORMAT "].loss", step)
                == number_of (frontier, "steps[%" G_GUINT64_FORMAT "].loss", next);
}

void
frontier_check_steps (const DeidReport *frontier)
{
  const guint64 n = n_rows_of (frontier, "steps");

  for (guint64 step = 0; step < n; step++)
    {
      assert_quietly (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].first", step)
                      <= count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", step));
      if (step + 1 == n)
        break;
      assert_quietly (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", step) + 1
                      == count_of (frontier, "steps[%" G_GUINT64_FORMAT "].first", step + 1));
      assert_quietly (!are_alike (frontier, step, step + 1));
    }
  if (n > 0 && g_str_equal (text_of (frontier, "parameter"), "k"))
    assert_quietly (count_of (frontier, "steps[0].first") == count_of (frontier, "first"));
  else if (n > 0)
    assert_quietly (count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", n - 1)
                    == count_of (frontier, "last"));
}
