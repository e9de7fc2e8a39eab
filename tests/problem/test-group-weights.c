/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Weights of groups: what they change, products, exactness, errors, and what is stored. That all
 * searches, certificates and the verifier agree with the definition is shown by random problems. */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"
#include "support/suite.h"
#include "support/text-job.h"

static const char table[] = "town age sex:insensitive\n"
                            "p 1 m\n p 1 m\n p 2 m\n p 2 m\n p 2 f\n"
                            "q 2 f\n q 2 m\n";
static const char hierarchy[] = "town p *\n town q *\n age 1 *\n age 2 *\n";

static DeidProblem *
make_problem (guint64 k)
{
  return lesson_make_problem (table, hierarchy, deid_privacy_model_new_k_anonymity (k, NULL));
}

/* For k = 3 the original data suppress p1 (2 men) and q2 (a woman, a man): 4 of 7, or with the
 * women at 5, 2 + 5 + 1 of 5 + 10 = 8/15. Town generalized costs 1 for all, and age 1 is
 * suppressed: the attributes cost 1 and 2/7, or 1 and 2/15 with the weight. */
START_TEST (worked)
{
  static const struct
  {
    const char *policy;
    double weight, loss;
  } cases[] = { { "town:0 age:0", 1, 4.0 / 7 },
                { "town:0 age:0", 5, 8.0 / 15 },
                { "town:1 age:0", 1, (1 + 2.0 / 7) / 2 },
                { "town:1 age:0", 5, (1 + 2.0 / 15) / 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (3);
      g_autoptr (DeidResult) result = NULL;

      ck_assert (deid_problem_set_group_weight (problem, "sex", "f", cases[i].weight, NULL));
      result = lesson_evaluate (problem, cases[i].policy);
      ck_assert_double_eq_tol (deid_result_get_loss (result), cases[i].loss, 1e-15);
    }
}
END_TEST

/* Weights of 0.1, 0.2 and 0.7, times 0.3 by another column: suppressed is 0.3 x 0.1 of
 * 0.3 (0.1 + 0.2 + 0.7), which is 0.1 to the bit. */
START_TEST (product)
{
  static const char rows[] = "town sex:insensitive kind:insensitive\n"
                             "p a x\n q b x\n q c x\n";
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (rows, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_problem_set_group_weight (problem, "sex", "a", 0.1, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "sex", "b", 0.2, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "sex", "c", 0.7, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "kind", "x", 0.3, NULL));
  result = lesson_evaluate (problem, "town:0");
  ck_assert (deid_result_get_loss (result) == 0.1);
}
END_TEST

/* Only ratios matter: as many records, or as large weights, as leave the range of exact sums do not
 * unless what they have in common is left out. Logarithms of leaves have the largest costs. */
START_TEST (common_divisors)
{
  static const char *const rows[] = {
    "town sex:insensitive n:weight\n p m 2000000\n p m 4000000\n q f 6000000\n",
    "town sex:insensitive n:weight\n p m 1\n p m 2\n q f 3\n",
  };
  double losses[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidProblem) problem
          = lesson_make_problem (rows[i], "town p *\n town q *\n",
                                 deid_privacy_model_new_k_anonymity (i == 0 ? 6000001 : 4, NULL));
      g_autoptr (DeidQualityModel) quality
          = deid_quality_model_new_from_specification ("ebil", NULL);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
      ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 999.999, NULL));
      ck_assert (deid_problem_set_group_weight (problem, "sex", "m", 333.333, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      assert_no_error (error);
      release = deid_result_apply (result, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      losses[i] = deid_result_get_loss (result);
    }
  ck_assert_double_eq_tol (losses[0], losses[1], 1e-9);
}
END_TEST

/* A missing value is a group; records count as the weight column says: 2 x 4 of 2 x 4 + 3. */
START_TEST (missing)
{
  static const char rows[] = "town sex:insensitive n:weight\n p m 3\n q ? 2\n";
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (rows, NULL, deid_privacy_model_new_k_anonymity (3, NULL));
  g_autoptr (DeidResult) result = NULL;
  const char *value = "f";

  ck_assert (deid_problem_set_group_weight (problem, "sex", NULL, 4, NULL));
  ck_assert (deid_problem_get_group_weight (problem, 0, NULL, &value, NULL));
  ck_assert_ptr_null (value);
  result = lesson_evaluate (problem, "town:0");
  ck_assert (deid_result_get_loss (result) == 8.0 / 11);
}
END_TEST

/* The verifier multiplies the weights of a record by itself: with those of p, f and ? the records
 * weigh 3, 15, 15, 3 and 12, 6 and 4, of which k = 4 releases the first five: 10 of 58 are lost. */
START_TEST (verified)
{
  static const char rows[] = "town sex:insensitive age:insensitive\n"
                             "p m 1\n p f 1\n p f 1\n p m 1\n p ? 1\n q f 2\n q ? 1\n";
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (rows, NULL, deid_privacy_model_new_k_anonymity (4, NULL));
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 5, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "town", "p", 3, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "sex", NULL, 4, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "age", "2", 1.2, NULL));
  result = lesson_evaluate (problem, "town:0");
  ck_assert (deid_result_get_loss (result) == 10.0 / 58);
  release = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert (deid_result_verify (result, release, NULL, NULL));
}
END_TEST

START_TEST (errors)
{
  static const struct
  {
    const char *column, *value;
    double weight;
    DeidError code;
    const char *text;
  } cases[] = {
    { "nothing", "f", 2, DEID_ERROR_UNKNOWN_COLUMN, "no column called 'nothing'" },
    { "name", "f", 2, DEID_ERROR_ROLE, "group weight: column 'name'" },
    { "n", "f", 2, DEID_ERROR_ROLE, "column 'n'" },
    { "sex", "f", 0.0009, DEID_ERROR_INVALID_ARGUMENT, "group weight 0.0009" },
    { "sex", "f", 1001, DEID_ERROR_INVALID_ARGUMENT, "from 0.001 to 1000" },
    { "sex", "f", -1, DEID_ERROR_INVALID_ARGUMENT, "group weight -1" },
    { "sex", "f", (double) NAN, DEID_ERROR_INVALID_ARGUMENT, "expected a number" },
    { "sex", "F", 2, DEID_ERROR_UNKNOWN_VALUE, "no record has value 'F' in column 'sex'" },
    { "sex", NULL, 2, DEID_ERROR_UNKNOWN_VALUE, "no record has a missing value in column 'sex'" },
  };
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town sex:insensitive name:identifying n:weight\n p f a 2\n", NULL, NULL);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ck_assert (!deid_problem_set_group_weight (problem, cases[i].column, cases[i].value,
                                                 cases[i].weight, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, cases[i].text, NULL);
      ck_assert (!deid_problem_get_group_weight (problem, 0, NULL, NULL, NULL));
    }
}
END_TEST

/* What is refused once the problem is run. */
START_TEST (refused)
{
  static const struct
  {
    const char *quality;
    double first, second;
    DeidError code;
    const char *text;
  } cases[] = {
    { "dm", 2, 3, DEID_ERROR_INVALID_ARGUMENT, "it costs classes" },
    { "nuentropy:arith", 2, 3, DEID_ERROR_INVALID_ARGUMENT, "costs are relative" },
    { "loss:arith", 0.12345678901234567, 0.1234567890123457, DEID_ERROR_TOO_LARGE, "fewer digits" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (2);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidQualityModel) quality = NULL;
      GError *error = NULL;

      quality = deid_quality_model_new_from_specification (cases[i].quality, &error);
      assert_no_error (error);
      ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
      ck_assert (deid_problem_set_group_weight (problem, "sex", "f", cases[i].first, NULL));
      ck_assert (deid_problem_set_group_weight (problem, "town", "p", cases[i].second, NULL));
      ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, cases[i].text, NULL);
    }
}
END_TEST

/* A stored policy has them, and evaluates other records by them. */
START_TEST (stored)
{
  g_autoptr (DeidProblem) problem = make_problem (3);
  g_autoptr (DeidResult) result = NULL, again = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  g_autofree char *json = NULL;
  GError *error = NULL;

  ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 5, NULL));
  result = lesson_evaluate (problem, "town:0 age:0");
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  json = deid_stored_policy_to_json (policy, NULL, &error);
  ck_assert_ptr_nonnull (strstr (json, "\"group_weights\""));
  read = deid_stored_policy_new_from_json_text (json, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (n_rows_of (stored_report (read), "group_weights"), 1);
  ck_assert_str_eq (text_of (stored_report (read), "group_weights[0].column"), "sex");
  ck_assert_str_eq (text_of (stored_report (read), "group_weights[0].value"), "f");
  ck_assert (number_of (stored_report (read), "group_weights[0].weight") == 5);
  dataset = lesson_make_table (table);
  again = deid_stored_policy_evaluate (read, dataset, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (again) == 8.0 / 15);
}
END_TEST

/* Records without the value count as they are: of two towns with two men each nothing is lost, and
 * of one with a single man all of his. */
START_TEST (stored_for_others)
{
  g_autoptr (DeidProblem) problem = make_problem (2);
  g_autoptr (DeidResult) result = NULL, others = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("town age sex:insensitive\n p 1 m\n p 1 m\n q 2 m\n");
  GError *error = NULL;

  ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 5, NULL));
  result = lesson_evaluate (problem, "town:0 age:0");
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  others = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (others) == 1.0 / 3);
  ck_assert (
      !deid_problem_get_group_weight (deid_result_get_problem (others), 0, NULL, NULL, NULL));
}
END_TEST

/* As it comes from a file, which later settings of the column go over. */
static DeidJob *
make_job (const char *weights)
{
  static const char rows[] = "town,sex\np,m\np,a=b;c\nq,\n";
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  deid_job_load_text (job,
                      "[column town]\nrole=quasi-identifying\nrule=suppress\ngroup-weight=p=2\n"
                      "[column sex]\nrole=insensitive\ngroup-weight=a=b\\;c=0.5; =7\n"
                      "[column *]\ngroup-weight=nobody=3\n[models]\nmodel=k:1\n",
                      "p.ini", NULL, &error);
  assert_no_error (error);
  set_text_table (job, rows);
  ck_assert (weights == NULL
             || deid_job_set (job, "column sex", "group-weight", weights, NULL, NULL));
  return job;
}

/* In the order of the table and of each list: the last sign of an item counts, and nothing before
 * it is a missing value. The normal form says the same. */
START_TEST (problem_file)
{
  static const struct
  {
    const char *column, *value;
    double weight;
  } expected[] = { { "town", "p", 2 }, { "sex", "a=b;c", 0.5 }, { "sex", NULL, 7 } };
  g_autoptr (DeidJob) job = make_job (NULL);
  g_autofree char *text = deid_job_to_text (job, NULL, NULL);
  GError *error = NULL;
  DeidProblem *problem = deid_job_get_problem (job, NULL, &error);

  assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const char *column, *value;
      double weight;

      ck_assert (deid_problem_get_group_weight (problem, i, &column, &value, &weight));
      ck_assert_str_eq (column, expected[i].column);
      ck_assert_pstr_eq (value, expected[i].value);
      ck_assert (weight == expected[i].weight);
    }
  ck_assert (!deid_problem_get_group_weight (problem, G_N_ELEMENTS (expected), NULL, NULL, NULL));
  ck_assert_ptr_nonnull (strstr (text, "group-weight=a=b\\;c=0.5;=7\n"));
}
END_TEST

START_TEST (faulty_settings)
{
  static const struct
  {
    const char *weights;
    DeidError code;
    const char *text;
  } cases[] = {
    { "m", DEID_ERROR_PARSE, "expected VALUE=X" },
    { "m=", DEID_ERROR_PARSE, "expected VALUE=X" },
    { "m=0,5", DEID_ERROR_PARSE, "a decimal point" },
    { "m=1;m=0", DEID_ERROR_INVALID_ARGUMENT, "from 0.001 to 1000" },
    { "m=1;M=2", DEID_ERROR_UNKNOWN_VALUE, "no record has value 'M' in column 'sex'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = make_job (NULL);
      GError *error = NULL;

      if (deid_job_set (job, "column sex", "group-weight", cases[i].weights, "--group-weight",
                        &error))
        ck_assert_ptr_null (deid_job_get_problem (job, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, "--group-weight", cases[i].text, NULL);
    }
}
END_TEST

/* Reports say that the loss is weighted, and only where it is. */
START_TEST (reported)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (3);
      g_autoptr (DeidPolicy) policy
          = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
      g_autoptr (DeidReport) evaluation = NULL;
      g_autofree char *text = NULL, *json = NULL;

      if (i == 1)
        ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 5, NULL));
      evaluation = deid_report_new_evaluation (problem, policy, NULL, NULL);
      text = deid_report_to_text (evaluation, NULL, NULL);
      json = deid_report_to_json (evaluation, NULL);
      ck_assert ((strstr (text, "\nweighted by groups: yes\n") != NULL) == (i == 1));
      ck_assert ((strstr (json, "\"weighted_by_groups\":true,\"losses\"") != NULL) == (i == 1));
    }
}
END_TEST

#define N_VALUES 3000

/* Of many weights each is found again: one that is stated twice is replaced, in its place. Names
 * and values that make one text together are different groups. */
START_TEST (many_weights)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  const char *values[2][N_VALUES];

  for (guint i = 0; i < N_VALUES; i++)
    {
      values[0][i] = i > 0 ? g_strdup_printf ("b%u", i) : NULL;
      values[1][i] = i > 0 ? g_strdup_printf ("%u", i) : NULL;
    }
  ck_assert (deid_dataset_add_string_column (dataset, "a", values[0], N_VALUES, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "ab", values[1], N_VALUES, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "ab", DEID_ROLE_INSENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  problem = deid_problem_new (lattice);
  for (guint pass = 1; pass <= 2; pass++)
    for (guint i = 0; i < 2 * N_VALUES; i++)
      ck_assert (deid_problem_set_group_weight (problem, i % 2 == 0 ? "a" : "ab",
                                                values[i % 2][i / 2], pass + i % 7, NULL));
  ck_assert (!deid_problem_get_group_weight (problem, 2 * N_VALUES, NULL, NULL, NULL));
  for (guint i = 0; i < 2 * N_VALUES; i++)
    {
      const char *column, *value;
      double weight;

      ck_assert (deid_problem_get_group_weight (problem, i, &column, &value, &weight));
      ck_assert_str_eq (column, i % 2 == 0 ? "a" : "ab");
      ck_assert_int_eq (g_strcmp0 (value, values[i % 2][i / 2]), 0);
      ck_assert (weight == 2 + i % 7);
    }
  for (guint i = 0; i < 2 * N_VALUES; i++)
    g_free ((char *) values[i % 2][i / 2]);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("group weights");
  TCase *tcase = tcase_create ("group weights");

  tcase_add_test (tcase, many_weights);
  tcase_add_test (tcase, worked);
  tcase_add_test (tcase, product);
  tcase_add_test (tcase, common_divisors);
  tcase_add_test (tcase, missing);
  tcase_add_test (tcase, verified);
  tcase_add_test (tcase, errors);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, stored);
  tcase_add_test (tcase, stored_for_others);
  tcase_add_test (tcase, problem_file);
  tcase_add_test (tcase, faulty_settings);
  tcase_add_test (tcase, reported);
  suite_add_tcase (suite, tcase);
  return suite;
}
