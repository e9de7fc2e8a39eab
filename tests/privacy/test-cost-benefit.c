/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models of costs and benefits at their thresholds and at the ends of their ranges. */
#include <string.h>

#include "support/suite.h"

/* A problem on a column of the values a and c, in classes of @n records each, in the domain of a,
 * b, c and d: level 1 covers two leaves of four, level 2 all of them. */
static DeidProblem *
make_problem (const char *model, gint64 n)
{
  static const char *const rows[][4] = {
    { "a", "ab", "*", NULL },
    { "b", "ab", "*", NULL },
    { "c", "cd", "*", NULL },
    { "d", "cd", "*", NULL },
  };
  static const char *const values[] = { "a", "c" };
  const gint64 weights[] = { n, n };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) privacy = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "q", values, 2, NULL, &error);
  assert_no_error (error);
  deid_dataset_add_integer_column (dataset, "n", weights, 2, NULL, 0, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  privacy = deid_privacy_model_new_from_specification (model, NULL, &error);
  assert_no_error (error);
  deid_problem_add_privacy_model (problem, privacy, &error);
  assert_no_error (error);
  return problem;
}

static void
check_policy (const char *model, gint64 n, guint level, gboolean expected)
{
  g_autoptr (DeidProblem) problem = make_problem (model, n);
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (problem), level, NULL);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, &error);
  g_autoptr (DeidDataset) release = NULL;

  ck_assert_msg ((result != NULL) == expected, "%s, classes of %d, level %u: expected %d", model,
                 (int) n, level, expected);
  if (!expected)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return;
    }
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
}

/* The smallest class that passes, on a level. */
static const struct
{
  const char *model;
  guint level;
  gint64 smallest;
} thresholds[] = {
  /* gain / n <= cost, decided by the decimals: 2.1 / 3 is above 0.7 in doubles. */
  { "noattack:2.1:0.7", 0, 3 },
  { "noattack:0.3:0.1", 0, 3 },
  { "noattack:300:4", 0, 75 },
  { "noattack:301:4", 0, 76 },
  { "noattack:0:0", 0, 1 },
  { "noattack:1:2", 1, 1 },
  /* Nothing is lost: benefit > loss / n, or no attack. */
  { "payout:0.1:0.7:1000:1", 0, 8 },
  { "payout:1200:300:300:4", 0, 1 },
  { "payout:300:1200:300:4", 0, 5 },
  { "payout:1:1000:300:4", 0, 75 },
  /* Half is lost: benefit / 2 > loss / n, or no attack. */
  { "payout:0.3:0.6:1000:1", 1, 5 },
  { "payout:300:1200:300:4", 1, 9 },
  { "payout:1:1000:300:4", 1, 75 },
  { "payout:1:0:300:0", 1, 1 },
  { "payout:1:2.5:300:0", 1, 6 },
  /* Amounts of many digits, a little beside a tie. */
  { "payout:0.30000001:0.6:1000:1", 1, 4 },
  { "payout:0.29999999:0.6:1000:1", 1, 5 },
  { "payout:123456789.5:246913579:1000000000:1", 1, 5 },
};

START_TEST (test_thresholds)
{
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    {
      check_policy (thresholds[i].model, thresholds[i].smallest, thresholds[i].level, TRUE);
      check_policy (thresholds[i].model, thresholds[i].smallest + 1, thresholds[i].level, TRUE);
      if (thresholds[i].smallest > 1)
        check_policy (thresholds[i].model, thresholds[i].smallest - 1, thresholds[i].level, FALSE);
    }
}
END_TEST

/* Where everything is lost there is nothing to gain, and where an attack costs nothing it is worth
 * while. */
START_TEST (test_never)
{
  check_policy ("payout:1:0:0:0", 1000000, 2, FALSE);
  check_policy ("payout:1000:1:1:1", 1000000, 2, FALSE);
  check_policy ("noattack:0.001:0", 1000000000, 0, FALSE);
  check_policy ("noattack:1e18:1e-18", 1000000000, 0, FALSE);
}
END_TEST

START_TEST (test_single_leaves)
{
  static const char *const values[] = { "a", "a", "a" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "q", values, 3, NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error);
  assert_no_error (error);
  for (guint loss = 2; loss < 5; loss++)
    {
      g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
      g_autofree char *specification = g_strdup_printf ("payout:1:%u:9:1", loss);
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (specification, NULL, &error);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;

      assert_no_error (error);
      deid_problem_add_privacy_model (problem, model, &error);
      assert_no_error (error);
      result = deid_search_run (search, problem, NULL, &error);
      ck_assert ((result != NULL) == (loss < 3));
      g_clear_error (&error);
    }
}
END_TEST

START_TEST (test_spellings)
{
  static const char *const specifications[] = { "payout:1200:300.5:300:4", "payoutmap:0.1:0:0:0",
                                                "noattack:300:4", "noattackmap:0.3:1e-05" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (specifications); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (specifications[i], NULL, &error);
      g_autofree char *text = NULL;

      assert_no_error (error);
      text = deid_privacy_model_to_specification (model);
      ck_assert_str_eq (text, specifications[i]);
      ck_assert_int_eq (deid_privacy_model_get_closure (model),
                        i < 2 ? DEID_CLOSURE_NONE : DEID_CLOSURE_SUPERSET);
    }
}
END_TEST

START_TEST (test_bad_parameters)
{
  static const char *const bad[][2] = {
    { "payout:0:1:1:1", "0, expected a number above 0" },
    { "payout:1:-1:1:1", "-1" },
    { "payout:1:1:-1:1", "-1" },
    { "payout:1:1:1:x", "'x', expected a number" },
    { "payout:1e15:1e-15:1:1", "fewer digits" },
    { "payout:1:1:1", "payout:BENEFIT:LOSS:GAIN:COST" },
    { "noattack:1", "noattack:GAIN:COST" },
    { "noattackmap:1:inf", "inf" },
  };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert_ptr_null (deid_privacy_model_new_from_specification (bad[i][0], NULL, &error));
      ck_assert_msg (strstr (error->message, bad[i][1]) != NULL, "%s", error->message);
      g_clear_error (&error);
    }
}
END_TEST

START_TEST (test_no_population)
{
  static const char *const models[] = { "payoutmap:1:1:1:1", "noattackmap:1:1" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (models[i], 1);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();

      ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "no population table", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cost-benefit");
  TCase *tcase = tcase_create ("games");

  tcase_add_test (tcase, test_thresholds);
  tcase_add_test (tcase, test_never);
  tcase_add_test (tcase, test_single_leaves);
  tcase_add_test (tcase, test_spellings);
  tcase_add_test (tcase, test_bad_parameters);
  tcase_add_test (tcase, test_no_population);
  suite_add_tcase (suite, tcase);
  return suite;
}
