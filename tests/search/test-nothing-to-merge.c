/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns with cuts and no two values: their lattice has one policy and no dimensions. It is
 * searched, released, proven and stored as any other. */
#include "support/alternatives.h"
#include "support/figures.h"
#include "support/lesson.h"

#include <deid/deid-extend.h>

static const char *const searches[] = { "optimal",
                                        "exhaustive",
                                        "flash",
                                        "flash:explicit",
                                        "flash:no-prediction",
                                        "best-first",
                                        "sub-lattices",
                                        "boundary",
                                        "ola",
                                        "igreedy",
                                        "datafly",
                                        "bisecting:5:1",
                                        "directed:5:1",
                                        "coordinate-descent" };

/* All quasi-identifiers with cuts of numbers. */
static DeidProblem *
make_problem (const char *table, guint64 k)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  DeidProblem *problem;
  GError *error = NULL;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    deid_lattice_add_numeric_cuts (lattice, deid_dataset_get_column_name (dataset, c),
                                   DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 0);
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (k, NULL));
  return problem;
}

static DeidResult *
run (const char *name, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (name, error);

  ck_assert_ptr_nonnull (search);
  return deid_search_run (search, problem, NULL, error);
}

static void
assert_searches (const char *table, guint64 k)
{
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (table, k);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      result = run (searches[i], problem, &error);
      assert_no_error (error);
      ck_assert_double_eq (deid_result_get_loss (result), 0);
      release = lesson_apply (result);
      assert_table (release, table);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
    }
}

START_TEST (one_value)
{
  assert_searches ("a b\n 1 7\n 1 7\n 1 7\n", 3);
  assert_searches ("a b\n 1 ?\n 1 ?\n", 2);
  assert_searches ("a\n ?\n ?\n", 2);
  assert_searches ("a\n 5\n", 1);
}
END_TEST

START_TEST (costs_of_classes)
{
  static const char *const qualities[] = { "dm", "dmstar", "aecs", "ambiguity", "kl" };

  for (guint i = 0; i < G_N_ELEMENTS (qualities); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem ("a b\n 1 7\n 1 7\n", 2);
      GError *error = NULL;
      g_autoptr (DeidQualityModel) quality
          = deid_quality_model_new_from_specification (qualities[i], &error);
      g_autoptr (DeidResult) result = NULL;

      deid_problem_set_quality_model (problem, quality, &error);
      result = run ("exhaustive", problem, &error);
      assert_no_error (error);
      ck_assert (deid_result_is_proven_optimal (result));
      ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
    }
}
END_TEST

/* Where too few records look alike, that is what is said. */
START_TEST (no_solution)
{
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem ("a b\n 1 7\n 1 7\n", 3);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = run (searches[i], problem, &error);
      ck_assert_ptr_null (result);
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "'a: b:'", "k:3", NULL);
    }
}
END_TEST

START_TEST (what_comes_after)
{
  const char *path = get_temporary_file ("nothing.certificate");
  g_autoptr (DeidProblem) problem = make_problem ("a b\n 1 7\n 1 7\n", 2);
  g_autoptr (DeidResult) result = NULL, checked = NULL, applied = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autoptr (DeidStoredPolicy) stored = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidDataset) tomorrow = lesson_make_table ("a b\n 1 7\n 1 7\n 1 7\n");
  g_autofree char *text = NULL, *words = NULL;
  GError *error = NULL;

  result = run ("optimal", problem, &error);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  text = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (text, "a: b:");
  policy = deid_policy_new_from_text (deid_problem_get_lattice (problem), text, &error);
  assert_no_error (error);
  words = deid_policy_describe (policy, NULL, NULL);
  ck_assert_str_eq (words, "all as it is");
  explanation = deid_report_new_explanation (result, 3, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (explanation, "better"), 0);
  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
  checked = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  stored = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  applied = deid_stored_policy_evaluate (stored, tomorrow, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (applied), 0);
}
END_TEST

START_TEST (one_alternative)
{
  g_autoptr (DeidProblem) problem = make_problem ("a b\n 1 7\n 1 7\n", 2);
  GError *error = NULL;
  g_autoptr (DeidResult) result = run ("bisecting:5:1", problem, &error);
  g_autoptr (DeidReport) alternatives = list_alternatives (result);
  g_autoptr (DeidReport) groups = NULL;

  assert_no_error (error);
  ck_assert_uint_eq (count_alternatives (alternatives), 1);
  groups = group_alternatives (result, NULL, 0);
  ck_assert_uint_eq (count_alternative_groups (groups), 1);
}
END_TEST

/* The one policy has the property once it is added. */
START_TEST (property_stores)
{
  g_autoptr (DeidProblem) problem = make_problem ("a\n 1\n", 1);
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidPropertyStore) store = NULL;
  GError *error = NULL;

  store = deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, &error);
  assert_no_error (error);
  ck_assert (!deid_property_store_contains (store, policy));
  for (guint i = 0; i < 2; i++)
    {
      ck_assert (deid_property_store_add (store, policy, &error));
      assert_no_error (error);
      ck_assert (deid_property_store_contains (store, policy));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("nothing to merge");
  TCase *cases = tcase_create ("nothing to merge");

  tcase_add_test (cases, one_value);
  tcase_add_test (cases, costs_of_classes);
  tcase_add_test (cases, no_solution);
  tcase_add_test (cases, what_comes_after);
  tcase_add_test (cases, one_alternative);
  tcase_add_test (cases, property_stores);
  suite_add_tcase (suite, cases);
  return suite;
}
