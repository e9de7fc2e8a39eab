/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Survey weights: they estimate the population, and count nowhere else. */
#include <string.h>

#include "support/figures.h"
#include "support/sample.h"
#include "support/suite.h"

/* A table of columns q, which is unique or not, s, and those that are given. */
static DeidDataset *
make_table (const char *const *weights, guint n)
{
  DeidDataset *dataset = deid_dataset_new ("survey");
  g_autofree gint64 *q = g_new (gint64, n);
  g_autofree const char **s = g_new (const char *, n);

  for (guint i = 0; i < n; i++)
    {
      q[i] = i;
      s[i] = i % 2 == 0 ? "x" : "y";
    }
  ck_assert (deid_dataset_add_integer_column (dataset, "q", q, n, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", s, n, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "w", weights, n, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  return dataset;
}

static DeidDataset *
make_survey (const char *const *weights, guint n)
{
  DeidDataset *dataset = make_table (weights, n);
  GError *error = NULL;

  deid_dataset_set_role (dataset, "w", DEID_ROLE_SURVEY_WEIGHT, &error);
  assert_no_error (error);
  return dataset;
}

static DeidProblem *
state_problem (DeidDataset *dataset, const char *models, double limit)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  return sample_state_problem (lattice, models, "s", limit);
}

START_TEST (values)
{
  static const char *const good[] = {
    "1", "0.5", "50.25", "1e3", "0.000000000000000001", "9223372036854775807.999999999999999999"
  };
  static const char *const bad[] = { "0",
                                     "0.0",
                                     "-1",
                                     "x",
                                     "1,5",
                                     NULL,
                                     "0.0000000000000000001",
                                     "1e19",
                                     "inf",
                                     "0x10",
                                     "1 ",
                                     "9223372036854775808" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    deid_dataset_unref (make_survey (&good[i], 1));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (DeidDataset) dataset = make_table (&bad[i], 1);

      ck_assert (!deid_dataset_set_role (dataset, "w", DEID_ROLE_SURVEY_WEIGHT, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "row 1", "'w'", "a decimal above 0",
                    NULL);
      ck_assert_int_eq (deid_dataset_get_role (dataset, 2), DEID_ROLE_IDENTIFYING);
    }
}
END_TEST

START_TEST (role)
{
  const char *const weights[] = { "2", "3" };
  g_autoptr (DeidDataset) dataset = make_survey (weights, 2);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  guint64 size;
  GError *error = NULL;

  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 2);
  ck_assert (!deid_dataset_set_role (dataset, "q", DEID_ROLE_SURVEY_WEIGHT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'q'", "survey-weight", "'w'", NULL);
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 5);
  ck_assert (!deid_dataset_estimate_population (dataset, &size, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "role survey-weight", NULL);
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_SURVEY_WEIGHT, &error));
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 2);
  ck_assert (deid_dataset_estimate_population (dataset, &size, NULL, &error));
  ck_assert_uint_eq (size, 5);
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "w", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'w'", NULL);
}
END_TEST

/* Sums are exact, and halves go up. */
START_TEST (sums)
{
  static const struct
  {
    const char *weights[4];
    guint64 size; /* 0 if it is refused */
  } cases[] = {
    { { "1.1", "2.2", "3.19" }, 6 },
    { { "1.1", "2.2", "3.2" }, 7 },
    { { "1", "1.499999999999999999" }, 2 },
    { { "1.000000000000000001", "1.499999999999999999" }, 3 },
    { { "0.1", "0.7", "0.7" }, 0 },
    { { "0.1", "0.7", "1.7" }, 3 },
    { { "9223372036854775807", "0.499999999999999999" }, G_MAXINT64 },
    { { "9223372036854775807", "1" }, 0 },
    { { "9223372036854775807.9", "9223372036854775807.9" }, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = NULL;
      guint n = 0;
      guint64 size;
      GError *error = NULL;

      while (cases[i].weights[n] != NULL)
        n++;
      dataset = make_survey (cases[i].weights, n);
      if (deid_dataset_estimate_population (dataset, &size, NULL, &error))
        ck_assert_uint_eq (size, cases[i].size);
      else
        ck_assert_uint_eq (cases[i].size, 0);
      if (cases[i].size == 0)
        assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "'w'", NULL);
    }
}
END_TEST

/* A weight says how often, and a person counts once. */
START_TEST (rows_and_persons)
{
  const char *const survey[] = { "10.5", "20", "20.0", "30" };
  const char *const other[] = { "10.5", "20", "21", "30" };
  const char *const persons[] = { "a", "b", "b", "c" };
  const gint64 weights[] = { 2, 1, 1, 3 };
  g_autoptr (DeidDataset) weighted = make_survey (survey, 4),
                          with_persons = make_survey (survey, 4);
  g_autoptr (DeidDataset) differing = make_survey (other, 4);
  guint64 size;
  GError *error = NULL;

  ck_assert (deid_dataset_add_integer_column (weighted, "n", weights, 4, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_set_role (weighted, "n", DEID_ROLE_WEIGHT, &error));
  ck_assert (deid_dataset_estimate_population (weighted, &size, NULL, &error));
  ck_assert_uint_eq (size, 21 + 20 + 20 + 90);
  ck_assert (deid_dataset_add_string_column (with_persons, "p", persons, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (with_persons, "p", DEID_ROLE_ENTITY, &error));
  ck_assert (deid_dataset_estimate_population (with_persons, &size, NULL, &error));
  ck_assert_uint_eq (size, 61); /* 60.5 */
  ck_assert (deid_dataset_add_string_column (differing, "p", persons, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (differing, "p", DEID_ROLE_ENTITY, &error));
  ck_assert (!deid_dataset_estimate_population (differing, &size, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "row 3", "same person", NULL);
}
END_TEST

/* Two people who are unique stay so, whatever they stand for; nor is that written. */
START_TEST (counts_nowhere)
{
  const char *const weights[] = { "50", "50" };
  g_autoptr (DeidDataset) dataset = make_survey (weights, 2), frequencies = make_table (weights, 2);
  g_autoptr (DeidProblem) problem = state_problem (dataset, "k:5", 0);
  g_autoptr (DeidProblem) pair = state_problem (dataset, "k:2", 0);
  g_autoptr (DeidProblem) many = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidQualityModel) quality = NULL;
  g_autoptr (DeidResult) result = NULL, of_many = NULL;
  g_autoptr (DeidDataset) released = NULL;
  g_autofree char *text = NULL, *input = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  ck_assert (deid_dataset_set_role (frequencies, "w", DEID_ROLE_WEIGHT, &error));
  many = state_problem (frequencies, "k:5", 0);
  of_many = deid_search_run (search, many, NULL, &error);
  assert_no_error (error);
  result = deid_search_run (search, pair, NULL, &error);
  assert_no_error (error);
  released = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, released, NULL, &error));
  ck_assert_uint_eq (deid_dataset_get_n_columns (released), 2);
  text = sample_write_csv (released, "released.csv");
  ck_assert_ptr_null (strstr (text, "50"));
  input = sample_write_csv (dataset, "input.csv");
  ck_assert_ptr_null (strstr (input, "50"));
  quality = deid_quality_model_new_from_specification ("ce@w", &error);
  assert_no_error (error);
  g_clear_pointer (&problem, deid_problem_unref);
  problem = state_problem (dataset, "k:2", 0);
  ck_assert (deid_problem_set_quality_model (problem, quality, &error));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'w'", "survey weights", NULL);
}
END_TEST

/* Adds a column of survey weights with quarters to a sample's table. */
static DeidDataset *
build_survey (const Sample *sample, GRand *rand, guint64 *size)
{
  DeidDataset *dataset = sample_build_dataset (sample, SAMPLE_PLAIN);
  g_autofree double *weights = g_new (double, sample->n_rows);
  guint64 quarters = 0;

  for (guint row = 0; row < sample->n_rows; row++)
    {
      const guint64 own = 4 + g_rand_int (rand) % 100;

      weights[row] = (double) own / 4;
      quarters += own;
    }
  *size = (quarters + 2) / 4;
  ck_assert (deid_dataset_add_double_column (dataset, "survey", weights, sample->n_rows, NULL, 0,
                                             NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "survey", DEID_ROLE_SURVEY_WEIGHT, NULL));
  return dataset;
}

static void
check_reports (DeidResult *result, guint64 size)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidReport) by_survey = NULL, by_option = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  by_survey = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (by_survey, "population_size"), size);
  ck_assert_int_eq (state_of (by_survey, "estimated_uniques.zayatz"), DEID_FIGURE_STATE_PRESENT);
  text = deid_report_to_text (by_survey, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (text, "zayatz "));
  ck_assert (deid_risk_options_set_population_size (options, size + 1000, &error));
  by_option = deid_report_new_risks (result, NULL, TRUE, options, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (by_option, "population_size"), size + 1000);
}

/* The model is the one that has the size of the population. */
START_TEST (models_and_reports)
{
  static const char *const names[] = { "pitman", "zayatz", "snb", "dankar" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_of_verdict[2] = { 0 };

  for (guint trial = 0; trial < 80 + count_trials (120); trial++)
    {
      g_autofree Sample *sample = g_new0 (Sample, 1);
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL, given = NULL;
      g_autoptr (DeidResult) result = NULL, expected = NULL;
      g_autofree char *model = NULL, *model_of_size = NULL;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      guint64 size;

      sample_init_random (sample, rand, 60, 2);
      dataset = build_survey (sample, rand, &size);
      lattice = sample_build_lattice (sample, dataset);
      model = g_strdup_printf ("pu:%s:survey:0.0%u", names[trial % 4], trial % 7);
      model_of_size = g_strdup_printf ("pu:%s:%" G_GUINT64_FORMAT ":0.0%u", names[trial % 4], size,
                                       trial % 7);
      problem = sample_state_problem (lattice, model, "diagnosis", 0.1);
      given = sample_state_problem (lattice, model_of_size, "diagnosis", 0.1);
      sample_choose_levels (sample, rand, levels);
      result = sample_evaluate (problem, levels, NULL);
      expected = sample_evaluate (given, levels, NULL);
      ck_assert_int_eq (result != NULL, expected != NULL);
      n_of_verdict[result != NULL]++;
      if (result == NULL)
        continue;
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (expected));
      check_reports (result, size);
    }
  ck_assert_uint_gt (n_of_verdict[0], 2);
  ck_assert_uint_gt (n_of_verdict[1], 2);
}
END_TEST

START_TEST (specification)
{
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("pu:pitman:survey:0.05", NULL, &error);
  g_autoptr (DeidPrivacyModel) made
      = deid_privacy_model_new_from_specification ("pu:pitman:survey:0.05", NULL, &error);
  g_autofree char *text = NULL, *text_of_made = NULL;
  const char *const weights[] = { "50", "50" };
  g_autoptr (DeidDataset) dataset = make_table (weights, 2);
  g_autoptr (DeidProblem) problem = state_problem (dataset, "pu:pitman:survey:0.05", 0);
  const guint levels[] = { 1 };

  assert_no_error (error);
  text = deid_privacy_model_to_specification (model);
  text_of_made = deid_privacy_model_to_specification (made);
  ck_assert_str_eq (text, "pu:pitman:survey:0.05");
  ck_assert_str_eq (text_of_made, text);
  ck_assert_ptr_null (
      deid_privacy_model_new_from_specification ("pu:pitman:survey:1.5", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1.5", NULL);
  ck_assert_ptr_null (sample_evaluate (problem, levels, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "role survey-weight", NULL);
}
END_TEST

/* A stored policy knows the role, and takes one column of it. */
START_TEST (stored_policy)
{
  const char *const weights[] = { "50", "60.5" }, *const tomorrow[] = { "70", "1.5" };
  g_autoptr (DeidDataset) dataset = make_survey (weights, 2), next = make_table (tomorrow, 2);
  g_autoptr (DeidProblem) problem = state_problem (dataset, "k:2;pu:zayatz:survey:0.5", 0);
  g_autoptr (DeidStoredPolicy) stored = NULL, read = NULL;
  g_autoptr (DeidResult) result = NULL, applied = NULL;
  g_autofree char *text = NULL, *twice = NULL;
  const guint levels[] = { 1 };
  char *at;
  guint64 size;
  GError *error = NULL;

  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  stored = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (stored, NULL, NULL);
  at = strstr (text, "\"survey-weight\"");
  ck_assert_ptr_nonnull (at);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
  applied = deid_stored_policy_evaluate (read, next, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_estimate_population (next, &size, NULL, &error));
  ck_assert_uint_eq (size, 72); /* 71.5 */
  twice = g_strdup_printf ("%.*s\"survey-weight\", \"v\" : %s", (int) (at - text), text, at);
  ck_assert_ptr_null (deid_stored_policy_new_from_json_text (twice, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "roles", "entity, weight and survey-weight",
                NULL);
}
END_TEST

/* Who checks a certificate needs the weights that it was made with. */
START_TEST (certified)
{
  const char *const weights[] = { "50", "60.5" }, *const others[] = { "50", "60.25" };
  const char *path = get_temporary_file ("proof");
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (DeidDataset) dataset
          = i == 2 ? make_table (weights, 2) : make_survey (i == 0 ? weights : others, 2);
      g_autoptr (DeidProblem) problem = state_problem (dataset, "k:2", 0);
      g_autoptr (DeidResult) verified = NULL;

      if (i == 0)
        {
          result = deid_search_run (search, problem, NULL, &error);
          assert_no_error (error);
          ck_assert (deid_result_write_certificate (result, path, NULL, &error));
        }
      verified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
      ck_assert_int_eq (verified != NULL, i == 0);
      g_clear_error (&error);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("survey weights");
  TCase *tcase = tcase_create ("survey weights");

  tcase_add_test (tcase, values);
  tcase_add_test (tcase, role);
  tcase_add_test (tcase, sums);
  tcase_add_test (tcase, rows_and_persons);
  tcase_add_test (tcase, counts_nowhere);
  tcase_add_test (tcase, models_and_reports);
  tcase_add_test (tcase, specification);
  tcase_add_test (tcase, stored_policy);
  tcase_add_test (tcase, certified);
  suite_add_tcase (suite, tcase);
  return suite;
}
