/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Missing values on the last level, where a rule has no `*`: what the values of a table have in
 * common there by chance is no label of theirs. */
#include "support/suite.h"

#define N_ROWS 6

/* Tables of the rule `bands:0-9,10-19` with suppress=no, and what becomes of a missing value on the
 * top by definition: deid_hierarchy_generalize() says so of the rule alone, without a table. */
static const struct
{
  const char *values[N_ROWS];
  const char *top[N_ROWS]; /* the labels on the last level, by hand */
  guint size;              /* of the smallest class there */
} cases[] = {
  { { "1", "2", NULL, "3", "4", NULL }, { "0-9", "0-9", NULL, "0-9", "0-9", NULL }, 2 },
  { { "1", "1", "1", "1", "1", NULL }, { "0-9", "0-9", "0-9", "0-9", "0-9", NULL }, 1 },
  { { "1", "2", NULL, "13", "14", NULL }, { "0-9", "0-9", NULL, "10-19", "10-19", NULL }, 2 },
};

typedef enum
{
  FULL_DOMAIN,
  SUBTREES,
  N_KINDS
} Kind;

static DeidHierarchy *
make_rule (const char *text)
{
  GError *error = NULL;
  DeidHierarchy *hierarchy = deid_hierarchy_new_from_specification (text, &error);

  assert_no_error (error);
  return hierarchy;
}

static DeidProblem *
make_problem (DeidDataset *dataset, DeidHierarchy *hierarchy, Kind kind, guint k)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);
  DeidProblem *problem;
  GError *error = NULL;

  ck_assert (kind == SUBTREES
                 ? deid_lattice_add_subtree_cuts (lattice, "x", hierarchy, NULL, &error)
                 : deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, &error));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

/* Evaluates the policy that generalizes most, for k records in a class. */
static DeidResult *
evaluate_top (DeidDataset *dataset, DeidHierarchy *hierarchy, Kind kind, guint k, GError **error)
{
  g_autoptr (DeidProblem) problem = make_problem (dataset, hierarchy, kind, k);
  g_autoptr (DeidPolicy) policy = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);

  return deid_problem_evaluate (problem, policy, NULL, error);
}

/* Releases and verifies a result, and checks its only column. */
static void
assert_released (DeidResult *result, const char *const *expected)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  for (guint row = 0; row < N_ROWS; row++)
    ck_assert_pstr_eq (deid_dataset_get_value (release, row, 0), expected[row]);
}

START_TEST (test_generalize)
{
  g_autoptr (DeidHierarchy) rule = make_rule ("bands:0-9,10-19;suppress=no");

  assert_generalizes (rule, "", 1, "");
  assert_generalizes (rule, "1", 1, "0-9");
}

/* The classes have as many records as by hand, and no more. */
START_TEST (test_top)
{
  g_autoptr (DeidHierarchy) rule = make_rule ("bands:0-9,10-19;suppress=no");
  g_autoptr (DeidDataset) dataset = make_text_column ("x", cases[_i].values, N_ROWS);

  for (Kind kind = FULL_DOMAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = evaluate_top (dataset, rule, kind, cases[_i].size, &error);
      assert_no_error (error);
      assert_released (result, cases[_i].top);
      ck_assert_ptr_null (evaluate_top (dataset, rule, kind, cases[_i].size + 1, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
    }
}

/* With `*` they join the others there, as ever. */
START_TEST (test_suppressed)
{
  static const char *const expected[N_ROWS] = { "*", "*", "*", "*", "*", "*" };
  g_autoptr (DeidHierarchy) rule = make_rule ("bands:0-9,10-19");
  g_autoptr (DeidDataset) dataset = make_text_column ("x", cases[_i].values, N_ROWS);

  for (Kind kind = FULL_DOMAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = evaluate_top (dataset, rule, kind, N_ROWS, &error);
      assert_no_error (error);
      assert_released (result, expected);
    }
}

/* The checker of certificates comes to the optimum of the search, whose classes are as large. */
START_TEST (test_certificate)
{
  g_autoptr (DeidHierarchy) rule = make_rule ("bands:0-9,10-19;suppress=no");
  g_autoptr (DeidDataset) dataset = make_text_column ("x", cases[_i].values, N_ROWS);
  g_autoptr (DeidProblem) problem = make_problem (dataset, rule, FULL_DOMAIN, cases[_i].size);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, checked = NULL;
  const char *path = get_temporary_file ("missing.certificate");
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_write_certificate (result, path, NULL, NULL));
  checked = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (checked) == deid_result_get_loss (result));
}

/* A policy that is stored makes the same of the same table. */
START_TEST (test_stored)
{
  g_autoptr (DeidHierarchy) rule = make_rule ("bands:0-9,10-19;suppress=no");
  g_autoptr (DeidDataset) dataset = make_text_column ("x", cases[_i].values, N_ROWS);

  for (Kind kind = FULL_DOMAIN; kind < N_KINDS; kind++)
    {
      g_autoptr (DeidDataset) again = make_text_column ("x", cases[_i].values, N_ROWS);
      g_autoptr (DeidResult) result = NULL, on_again = NULL;
      g_autoptr (DeidStoredPolicy) stored = NULL;
      GError *error = NULL;

      result = evaluate_top (dataset, rule, kind, cases[_i].size, &error);
      assert_no_error (error);
      stored = deid_stored_policy_new (result, NULL, &error);
      assert_no_error (error);
      on_again = deid_stored_policy_evaluate (stored, again, NULL, NULL, &error);
      assert_no_error (error);
      assert_released (on_again, cases[_i].top);
    }
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("missing on top");
  TCase *tcase = tcase_create ("missing on top");

  tcase_add_test (tcase, test_generalize);
  tcase_add_loop_test (tcase, test_top, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tcase, test_suppressed, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tcase, test_certificate, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tcase, test_stored, 0, G_N_ELEMENTS (cases));
  suite_add_tcase (suite, tcase);
  return suite;
}
