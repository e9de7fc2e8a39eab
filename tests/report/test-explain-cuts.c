/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Explanations of optima of lattices with cuts: one worked by hand, and random ones against the
 * definitions. */
#include "support/figures.h"
#include "support/suite.h"

#include <string.h>

#include "support/cut-problem.h"

static DeidHierarchy *
build_tree (void)
{
  static const char *const rows[][4] = { { "a", "ab", "*", NULL },
                                         { "b", "ab", "*", NULL },
                                         { "c", "cd", "*", NULL },
                                         { "d", "cd", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("tree");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

/* Of a, b and c there are 3 records each, of d one, and k is 3. Nothing may be suppressed, so d is
 * merged with c: 4 records lose 1/3 each. Without that d would be suppressed, and 1 record lose 1.
 * Merging a and b besides, which costs 6 x 1/3, or all values would not be better. */
START_TEST (worked)
{
  static const char *const values[] = { "a", "a", "a", "b", "b", "b", "c", "c", "c", "d" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("ten");
  g_autoptr (DeidHierarchy) tree = build_tree ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("k:3", NULL, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification ("loss:arith", NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autofree char *text = NULL;

  ck_assert (
      deid_dataset_add_string_column (dataset, "q", values, G_N_ELEMENTS (values), NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_subtree_cuts (lattice, "q", tree, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_double_eq_tol (deid_result_get_loss (result), 4.0 / 3 / 10, 1e-12);
  explanation = deid_report_new_explanation (result, 10, NULL, NULL);
  ck_assert_uint_eq (count_of (explanation, "candidates"), 3);
  ck_assert_uint_eq (count_of (explanation, "better"), 1);
  ck_assert_uint_eq (n_rows_of (explanation, "policies"), 1);
  ck_assert_double_eq_tol (number_of (explanation, "policies[0].loss"), 0.1, 1e-12);
  ck_assert_uint_eq (count_of (explanation, "policies[0].suppressed"), 1);
  ck_assert_str_eq (text_of (explanation, "policies[0].attribute"), "q");
  ck_assert_uint_eq (count_of (explanation, "policies[0].saved"), 1);
  text = plain_text_of (explanation);
  ck_assert_msg (strstr (text, "\noptimum: policy q: merges cd, loss ") != NULL, "%s", text);
  ck_assert_str_eq (text_of (explanation, "policies[0].description"), "q: keeps cd apart");
  ck_assert_ptr_nonnull (strstr (text, "q: keeps cd apart"));
}
END_TEST

/* Returns: what a policy makes of all rows. */
static char *
describe (const CutProblem *problem, const guint *levels)
{
  GString *text = g_string_new (NULL);

  for (guint row = 0; row < problem->n_rows; row++)
    {
      g_autofree char *labels = cut_problem_join_labels (problem, levels, FALSE, row);

      g_string_append_printf (text, "%s\n", labels);
    }
  return g_string_free (text, FALSE);
}

static void
check_policy (const CutProblem *problem, DeidResult *result, const DeidReport *explanation,
              guint64 i, GHashTable *seen)
{
  DeidPolicy *policy = policy_of (explanation, "policies[%u].policy", (guint) i);
  guint levels[CUT_MAX_DIMENSIONS * CUT_MAX_ATTRIBUTES] = { 0 };
  CutVerdict verdict;

  for (guint d = 0; d < deid_lattice_get_n_dimensions (deid_policy_get_lattice (policy)); d++)
    levels[d] = deid_policy_get_level (policy, d);
  cut_problem_check (problem, levels, 0.5, &verdict);
  ck_assert (!verdict.is_solution);
  ck_assert_uint_eq (count_of (explanation, "policies[%u].suppressed", (guint) i),
                     verdict.n_suppressed);
  ck_assert_double_eq_tol (number_of (explanation, "policies[%u].loss", (guint) i), verdict.loss,
                           1e-9);
  ck_assert_double_lt (verdict.loss, deid_result_get_loss (result) + 1e-9);
  ck_assert (g_hash_table_add (seen, describe (problem, levels)));
}

/* Each policy is none that the problem allows, would be better, and is there once. */
START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  guint n_policies = 0;

  for (guint trial = 0; trial < count_trials (2000); trial++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) explanation = NULL;
      GError *error = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      built = cut_problem_build (&problem, lattice, "loss:arith");
      result = deid_search_run (search, built, NULL, NULL);
      if (result == NULL)
        continue;
      explanation = deid_report_new_explanation (result, G_MAXUINT64, NULL, &error);
      assert_no_error (error);
      for (guint64 i = 0; i < n_rows_of (explanation, "policies"); i++)
        check_policy (&problem, result, explanation, i, seen);
      n_policies += (guint) n_rows_of (explanation, "policies");
    }
  ck_assert_uint_gt (n_policies, 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("explain-cuts");
  TCase *tests = tcase_create ("explanations");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, worked);
  tcase_add_test (tests, random_problems);
  suite_add_tcase (suite, tests);
  return suite;
}
