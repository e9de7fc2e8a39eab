/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Limits of groups: thresholds, weights, errors, messages, and what is forged. */
#include <math.h>
#include <string.h>

#include "support/certificate-case.h"
#include "support/figures.h"
#include "support/lesson.h"
#include "search/result-private.h"
#include "stored-policy/stored-policy-private.h"

/* A table of two groups of a column, of which the first has @n records; @n_left_out of these are in
 * classes of one record each. */
static DeidProblem *
make_problem (guint n, guint n_left_out, const char *role, double fraction)
{
  g_autoptr (GString) text = g_string_new (NULL);
  DeidProblem *problem;
  GError *error = NULL;

  g_string_append_printf (text, "town group:%s\n", role);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "t%u a\n", i < n_left_out ? i + 1 : 0);
  g_string_append (text, "t0 b\n t0 b\n");
  problem = lesson_make_problem (text->str, NULL, deid_privacy_model_new_k_anonymity (2, &error));
  ck_assert (deid_problem_set_group_limit (problem, "group", fraction, &error));
  assert_no_error (error);
  return problem;
}

static const struct
{
  guint n;
  double fraction;
  guint allowed;
} thresholds[] = { { 10, 0.2, 2 },    { 100, 0.29, 29 },   { 4, 0.2, 0 },  { 3, 1.0 / 3, 1 },
                   { 10, 0.3, 3 },    { 100, 0.07, 7 },    { 1, 0.99, 0 }, { 5, 1, 5 },
                   { 100, 0.57, 57 }, { 49, 1.0 / 49, 1 }, { 7, 0, 0 },    { 40, 0.0999999, 3 } };

/* As many as are allowed may be left out, and no more. */
START_TEST (threshold)
{
  static const char *const roles[] = { "insensitive", "sensitive", "judged" };
  const guint allowed = thresholds[_i].allowed, n = thresholds[_i].n;

  for (guint n_left_out = allowed > 0 ? allowed - 1 : 0; n_left_out <= MIN (allowed + 1, n);
       n_left_out++)
    {
      g_autoptr (DeidProblem) problem
          = make_problem (n, n_left_out, roles[_i % 3], thresholds[_i].fraction);
      g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");

      ck_assert_int_eq (result != NULL, n_left_out <= allowed);
      if (result != NULL)
        ck_assert_uint_eq (deid_result_get_n_suppressed (result), n_left_out);
    }
}
END_TEST

/* A row of weight 2 in a class of its own passes k = 2; two rows of weight 1 do not. 2 of the 10
 * records of `a` fail, the weights of rows counted: 0.2 allows that and 0.19 does not. A missing
 * value is a group, of 4 records, of which 1 fails. */
START_TEST (weights)
{
  static const char table[] = "town sex:insensitive n:weight\n"
                              "p a 7\n q a 1\n r a 1\n s a 1\n s b 3\n"
                              "p ? 3\n t ? 1\n";
  static const struct
  {
    double fraction;
    gboolean is_solution;
  } cases[] = { { 0.25, TRUE }, { 0.249, FALSE }, { 1, TRUE }, { 0.2, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem
          = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
      g_autoptr (DeidResult) result = NULL;

      ck_assert (deid_problem_set_group_limit (problem, "sex", cases[i].fraction, NULL));
      result = lesson_evaluate (problem, "town:0");
      ck_assert_int_eq (result != NULL, cases[i].is_solution);
    }
}
END_TEST

/* Original values count, on whatever level a quasi-identifier is: towns p and q become one class of
 * 2, which fails k = 3, and are all of their own groups. */
START_TEST (of_quasi_identifier)
{
  static const char table[] = "town sex\n p f\n q f\n r f\n r f\n r f\n";
  static const char hierarchy[] = "town p pq *\n town q pq *\n town r r *\n";
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, hierarchy, deid_privacy_model_new_k_anonymity (3, NULL));
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_problem_set_group_limit (problem, "town", 0.5, NULL));
  ck_assert_ptr_null (lesson_evaluate (problem, "town:1 sex:0"));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0), 2);
}
END_TEST

START_TEST (errors)
{
  static const struct
  {
    const char *column;
    double fraction;
    DeidError code;
    const char *text;
  } cases[] = {
    { "nothing", 0.2, DEID_ERROR_UNKNOWN_COLUMN, "no column called 'nothing'" },
    { "name", 0.2, DEID_ERROR_ROLE, "column 'name'" },
    { "person", 0.2, DEID_ERROR_ROLE, "column 'person'" },
    { "n", 0.2, DEID_ERROR_ROLE, "column 'n'" },
    { "people", 0.2, DEID_ERROR_ROLE, "column 'people'" },
    { "sex", -0.1, DEID_ERROR_INVALID_ARGUMENT, "suppression limit -0.1" },
    { "sex", 1.1, DEID_ERROR_INVALID_ARGUMENT, "expected 0 to 1" },
    { "sex", (double) NAN, DEID_ERROR_INVALID_ARGUMENT, "expected 0 to 1" },
  };
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town sex:insensitive name:identifying person:entity n:weight people:survey\n"
      "p f a b 2 3\n",
      NULL, NULL);
  g_autoptr (DeidResult) result = NULL;
  const char *column;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ck_assert (
          !deid_problem_set_group_limit (problem, cases[i].column, cases[i].fraction, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, cases[i].text, NULL);
      ck_assert (!deid_problem_get_group_limit (problem, 0, NULL, NULL));
    }
  ck_assert (deid_problem_set_group_limit (problem, "town", 0.2, NULL));
  ck_assert (deid_problem_set_group_limit (problem, "sex", 0, NULL));
  ck_assert (deid_problem_get_group_limit (problem, 1, &column, NULL));
  ck_assert_str_eq (column, "sex");
  ck_assert (!deid_problem_get_group_limit (problem, 2, NULL, NULL));
  result = lesson_evaluate (problem, NULL);
  ck_assert (!deid_problem_set_group_limit (problem, "sex", 0.2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

static DeidResult *
apply_stored (const char *json, const char *table, double fraction, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidStoredPolicy) policy
      = deid_stored_policy_new_from_json_text (json, NULL, NULL, error);
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autofree char *again = NULL;

  if (policy == NULL)
    return NULL;
  again = deid_stored_policy_to_json (policy, NULL, NULL);
  ck_assert_str_eq (again, json);
  ck_assert_uint_eq (n_rows_of (stored_report (policy), "group_limits"), 1);
  ck_assert_str_eq (text_of (stored_report (policy), "group_limits[0].column"), "group");
  ck_assert (number_of (stored_report (policy), "group_limits[0].fraction") == 0.5);
  ck_assert (fraction < 0
             || deid_stored_policy_options_set_group_limit (options, "group", fraction, NULL));
  return deid_stored_policy_evaluate (policy, dataset, options, NULL, error);
}

/* In the batch `a` has 4 records, of which 2 are left out, and `b` 2, of which 1 is: a half each.
 * The limit that is stored, a half, allows that; one of 0.4 in its place does not. */
START_TEST (stored_policies)
{
  static const char batch[] = "town group:insensitive\n"
                              "t0 a\n t0 a\n t1 a\n t2 a\n t3 b\n t0 b\n";
  static const char *const wrong[] = { "[]", "{\"group\":2}", "{\"group\":null}", "{\"x\":0.5}" };
  g_autoptr (DeidProblem) problem = make_problem (6, 3, "insensitive", 0.5);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  g_autofree char *json = deid_stored_policy_to_json (policy, NULL, NULL);
  g_autoptr (DeidResult) stored = NULL, other = NULL;
  GError *error = NULL;

  stored = apply_stored (json, batch, -1, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (stored), 3);
  ck_assert_ptr_null (apply_stored (json, batch, 0.4, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                "of them with one value in column 'group'", NULL);
  ck_assert_ptr_null (
      apply_stored (json, "town group:insensitive\nt0 a\nt0 a\nt1 b\n", -1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "1 of them", "allows 0", NULL);
  other = apply_stored (json, "town group:insensitive\nt0 a\nt0 a\nt1 b\n", 1, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (other), 1);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *place = strstr (json, "\"group_limits\"");
      g_autofree char *text
          = g_strdup_printf ("%.*s\"group_limits\":%s}", (int) (place - json), json, wrong[i]);

      ck_assert_ptr_null (deid_stored_policy_new_from_json_text (text, NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'group_limits'", NULL);
    }
}
END_TEST

START_TEST (stored_options)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  GError *error = NULL;

  ck_assert (!deid_stored_policy_options_set_group_limit (options, "sex", 1.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "suppression limit 1.5", NULL);
  ck_assert (deid_stored_policy_options_set_group_limit (options, "sex", 0.5, NULL));
  ck_assert (deid_stored_policy_options_set_group_limit (options, "sex", 0.25, NULL));
  ck_assert_uint_eq (options->limits.groups->len, 1);
  ck_assert_str_eq (deid_group_limits_get (options->limits.groups, 0)->column, "sex");
  ck_assert (deid_group_limits_get (options->limits.groups, 0)->fraction == 0.25);
}
END_TEST

/* 3 of 6 records of `a` are left out, where a third, 2, may be. */
START_TEST (messages)
{
  static const char reason[]
      = "3 of them with one value in column 'group', of which the group limit "
        "allows 2";
  g_autoptr (DeidProblem) problem = make_problem (6, 3, "sensitive", 1.0 / 3);
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidReport) evaluation = deid_report_new_evaluation (problem, policy, NULL, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidReport) explanation = NULL;
  g_autofree char *text = deid_report_to_text (evaluation, NULL, NULL), *json = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, policy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, reason, NULL);
  ck_assert (!flag_of (evaluation, "solution"));
  ck_assert_uint_eq (count_of (evaluation, "too_many"), 0);
  ck_assert_ptr_nonnull (strstr (text, reason));
  ck_assert_ptr_nonnull (result);
  explanation = deid_report_new_explanation (result, 1, NULL, NULL);
  ck_assert_ptr_nonnull (explanation);
  ck_assert_uint_eq (n_rows_of (explanation, "policies"), 1);
  ck_assert_uint_eq (count_of (explanation, "policies[0].too_many"), 0);
  ck_assert_str_eq (text_of (explanation, "policies[0].group.column"), "group");
  ck_assert_uint_eq (count_of (explanation, "policies[0].group.suppressed"), 3);
  ck_assert_uint_eq (count_of (explanation, "policies[0].group.allowed"), 2);
  json = deid_report_to_json (explanation, NULL);
  ck_assert_ptr_nonnull (
      strstr (json, "\"group\":{\"column\":\"group\",\"suppressed\":3,\"allowed\":2}"));
}
END_TEST

/* A release by a policy that another problem, without the limit, finds. */
START_TEST (verifier)
{
  g_autoptr (DeidProblem) loose = make_problem (6, 3, "insensitive", 0.5);
  g_autoptr (DeidResult) result = lesson_evaluate (loose, "town:0");
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);
  DeidProblem *problem = (DeidProblem *) deid_result_get_problem (result);
  GError *error = NULL;

  ck_assert (deid_result_verify (result, release, NULL, &error));
  ((DeidGroupLimit *) g_ptr_array_index (problem->limits.groups, 0))->fraction = 0.49;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION,
                "3 of 6 records with one value of column 'group' are suppressed", NULL);
}
END_TEST

/* Writes a proof of the optimum. Returns: its lines. */
static char **
prove (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  const char *path = get_temporary_file ("groups.jsonl");
  GError *error = NULL;

  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
  return read_certificate (path);
}

/* Seals lines and has them verified, in a problem with the limit of @fraction. */
static void
assert_refused (char **lines, double fraction, const char *text)
{
  g_autoptr (DeidProblem) problem = make_problem (6, 3, "insensitive", fraction);
  const char *path = get_temporary_file ("forged.jsonl");
  GError *error = NULL;

  write_certificate (path, (const char *const *) lines, TRUE);
  ck_assert_ptr_null (deid_problem_verify_certificate (problem, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, text, NULL);
}

static void
replace_line (char **line, const char *text)
{
  g_free (*line);
  *line = g_strdup (text);
}

/* With a limit of a half the bottom is the optimum; with less than that it leaves out too many. */
START_TEST (certificates)
{
  g_autoptr (DeidProblem) loose = make_problem (6, 3, "insensitive", 0.5);
  g_autoptr (DeidProblem) strict = make_problem (6, 3, "insensitive", 0.4);
  g_auto (GStrv) loose_lines = prove (loose), strict_lines = prove (strict);
  g_autofree char *strict_walk = g_strdup (strict_lines[3]);

  ck_assert_ptr_nonnull (
      strstr (strict_lines[0], ",\"group_limits\":[{\"name\":\"group\",\"fraction\":0.4}]"));
  assert_refused (
      strict_lines, 0.3,
      "member 'group_limits[0].fraction' is 0.4 in the file, expected 0.3 for this problem");
  assert_refused (
      loose_lines, 0.4,
      "member 'group_limits[0].fraction' is 0.5 in the file, expected 0.4 for this problem");
  replace_line (&loose_lines[0], strict_lines[0]);
  assert_refused (loose_lines, 0.4, "line 2: member 'optimum': the policy is no solution");
  ck_assert_ptr_nonnull (strstr (strict_walk, "\"group\":[0,0,3]"));
  replace_line (&strict_lines[3], "{\"infeasible\":3,\"models\":[3]}");
  assert_refused (strict_lines, 0.4,
                  "0 records beyond the limit of a group are stated, 3 are found");
  replace_line (&strict_lines[3], "{\"infeasible\":3,\"models\":[3],\"group\":[0,0,4]}");
  assert_refused (strict_lines, 0.4,
                  "4 records beyond the limit of a group are stated, 3 are found");
  replace_line (&strict_lines[3], "{\"infeasible\":3,\"models\":[3],\"group\":[0,7,3]}");
  assert_refused (strict_lines, 0.4, "column 0 and row 7 are stated of a group");
  replace_line (&strict_lines[3], "{\"infeasible\":3,\"models\":[3],\"group\":[0,0]}");
  assert_refused (strict_lines, 0.4, "expected an array of 3 numbers");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("group limits");
  TCase *tcase = tcase_create ("limits");
  TCase *trust = tcase_create ("trust");

  tcase_add_loop_test (tcase, threshold, 0, G_N_ELEMENTS (thresholds));
  tcase_add_test (tcase, weights);
  tcase_add_test (tcase, of_quasi_identifier);
  tcase_add_test (tcase, errors);
  tcase_add_test (tcase, messages);
  tcase_add_test (tcase, stored_policies);
  tcase_add_test (tcase, stored_options);
  suite_add_tcase (suite, tcase);
  tcase_add_test (trust, verifier);
  tcase_add_test (trust, certificates);
  suite_add_tcase (suite, trust);
  return suite;
}
