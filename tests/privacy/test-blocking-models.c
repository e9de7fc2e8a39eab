/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* With each model that judges classes, explanations and the message that there is no solution name
 * the model that blocks a policy, and none of those that it passes. */
#include "support/figures.h"
#include "support/suite.h"

#include <string.h>

#include "support/sample.h"

/* The class of q = 0 has the values 1, 1, 2, that of q = 1 has 1, 1, 2, 2, 2, 3, 3, 3, 3, and all
 * records have each four times. */
#define TABLE "q,s\n0,1\n0,1\n0,2\n1,1\n1,1\n1,2\n1,2\n1,2\n1,3\n1,3\n1,3\n1,3\n"

/* Two models that both classes pass. */
#define PASSED "k:2;dl:2"

/* What fails the class of q = 0 only. It has 3 records and 2 values; the other class has 9 and 3.
 */
static const char *const models[] = {
  "k:4",
  "dl:3@s",
  "el:2.5@s",      /* e^H = 1.89; 2.89 and 3 for the other and for all */
  "elg:2.8@s",     /* 1.95; 2.87 and 2.97 */
  "rcl:1.5:2@s",   /* 2 is not below 1.5 x 1; 4 is below 1.5 x 5, and 4 below 1.5 x 8 */
  "te:0.2@s",      /* 1/3 of the records are a 1 too many and lack a 3; 1/9 are a 3 too many */
  "to:0.2:text@s", /* they have to go all the way */
  "to:0.2:int@s",  /* so too */
  "th:0.2@s",      /* and over the top */
  "bl:0.5@s",      /* a gain of 1, from 1/3 to 2/3; of 1/3, from 1/3 to 4/9 */
  "ebl:0.5@s",     /* so too, and -ln (1/3) is more */
  "dd:0.8@s",      /* log2 2 = 1; log2 (2/3) = -0.58 and log2 (4/3) = 0.42 */
  "dd:0.8:absent@s",
  "ak:0.5:2@s", /* 2/3; 4/9 and 1/3 */
};

/* @hierarchy is that of q, @place that of the model among three; the limit is 1 of 12 records. */
static DeidProblem *
state_problem (const char *model, guint place, const char *hierarchy)
{
  const char *table = write_file ("table.csv", TABLE, -1);
  const char *q = write_file ("q.csv", hierarchy, -1);
  const char *s = write_file ("s.csv", "1;low;*\n2;low;*\n3;high;*\n", -1);
  g_autofree char *texts = place == 0 ? g_strconcat (model, ";", PASSED, NULL)
                                      : g_strconcat (PASSED, ";", model, NULL);
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (table, NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) q_hierarchy = deid_hierarchy_new_from_csv_file (q, NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) s_hierarchy = deid_hierarchy_new_from_csv_file (s, NULL, NULL, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", q_hierarchy, NULL, NULL));
  problem = sample_state_problem (lattice, texts, "s", 0.1);
  if (g_str_has_prefix (model, "th"))
    ck_assert (deid_problem_set_sensitive_hierarchy (problem, "s", s_hierarchy, NULL, NULL));
  return problem;
}

static DeidResult *
solve (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  return deid_search_run (search, problem, NULL, error);
}

/* With the values of q apart, three records would have to be suppressed. */
START_TEST (explained)
{
  const char *model = models[_i / 2];
  const guint place = _i % 2 == 0 ? 0 : 2;
  g_autoptr (DeidProblem) problem = state_problem (model, place, "0;*\n1;*\n");
  g_autoptr (DeidResult) result = solve (problem, NULL);
  g_autoptr (DeidReport) explanation = NULL;
  g_autofree char *optimum = NULL, *blocked = NULL, *text = NULL, *line = NULL;
  g_autofree char *specification = NULL;

  ck_assert_ptr_nonnull (result);
  explanation = deid_report_new_explanation (result, 5, NULL, NULL);
  ck_assert_ptr_nonnull (explanation);
  optimum = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (optimum, "q:1");
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
  ck_assert_uint_eq (n_rows_of (explanation, "policies"), 1);
  blocked = deid_policy_to_text (policy_of (explanation, "policies[0].policy"), NULL);
  ck_assert_str_eq (blocked, "q:0");
  ck_assert_uint_eq (count_of (explanation, "policies[0].too_many"), 2);
  ck_assert_uint_eq (n_rows_of (explanation, "models"), 3);
  specification
      = deid_privacy_model_to_specification (deid_problem_get_privacy_model (problem, place));
  ck_assert_str_eq (text_of (explanation, "models[%u]", place), specification);
  for (guint m = 0; m < 3; m++)
    ck_assert_uint_eq (count_of (explanation, "policies[0].failing[%u]", (guint) m),
                       m == place ? 3 : 0);
  text = plain_text_of (explanation);
  line = g_strdup_printf (place == 0 ? "models: %s, k:2, dl:2@s\n" : "models: k:2, dl:2@s, %s\n",
                          specification);
  ck_assert_ptr_nonnull (strstr (text, line));
  ck_assert_ptr_nonnull (strstr (text, place == 0 ? "  3, 0, 0  " : "  0, 0, 3  "));
}
END_TEST

/* The same where q has no other level. */
START_TEST (no_solution)
{
  const char *model = models[_i / 2];
  const guint place = _i % 2 == 0 ? 0 : 2;
  g_autoptr (DeidProblem) problem = state_problem (model, place, "0\n1\n");
  g_autofree char *expected
      = g_strdup_printf (place == 0 ? "; 3 fail %s, 0 fail k:2, 0 fail dl:2@s"
                                    : "; 0 fail k:2, 0 fail dl:2@s, 3 fail %s",
                         model);
  g_autoptr (DeidPolicy) policy = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (solve (problem, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                "policy 'q:0' has to suppress 3 of 12 records, the suppression limit allows 1",
                expected, NULL);
  ck_assert_ptr_null (deid_problem_evaluate (problem, policy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, expected, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("blocking models");
  TCase *tcase = tcase_create ("each model");

  tcase_add_loop_test (tcase, explained, 0, 2 * (int) G_N_ELEMENTS (models));
  tcase_add_loop_test (tcase, no_solution, 0, 2 * (int) G_N_ELEMENTS (models));
  suite_add_tcase (suite, tcase);
  return suite;
}
