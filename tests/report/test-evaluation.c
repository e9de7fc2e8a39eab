/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Evaluations of all policies of small problems, solutions or not, against the definitions. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"
#include "support/plain-check.h"

#define N_PROBLEMS 1500

/* What was met. */
enum
{
  SOLUTIONS,
  TOO_MANY,
  NOTHING_LEFT,
  N_KINDS
};

/* The aggregate, written out. */
static long double
aggregate (const RandomProblem *problem, const double *losses)
{
  long double sum = 0, product = 1, maximum = 0, weights = 0, greatest = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const long double weight = problem->attributes[a].weight;

      sum += weight * losses[a];
      product *= powl (1 + losses[a], weight);
      maximum = fmaxl (maximum, weight * losses[a]);
      weights += weight;
      greatest = fmaxl (greatest, weight);
    }
  switch (problem->aggregate)
    {
    case DEID_AGGREGATE_GEOMETRIC_MEAN:
      return powl (product, 1 / weights) - 1;
    case DEID_AGGREGATE_MAXIMUM:
      return maximum / greatest;
    case DEID_AGGREGATE_SUM:
      return sum;
    case DEID_AGGREGATE_ARITHMETIC_MEAN:
    default:
      return sum / weights;
    }
}

static void
check_losses (const RandomProblem *problem, const guint *levels, const PlainVerdict *expected,
              const DeidReport *evaluation)
{
  const long double tolerance = plain_loss_tolerance (problem);
  double losses[MAX_ATTRIBUTES], loss;

  if (expected->n_suppressed == problem->n_records)
    {
      assert_quietly (deid_report_get_state (evaluation, "loss") == DEID_FIGURE_STATE_UNDEFINED);
      assert_quietly (deid_report_get_state (evaluation, "losses") == DEID_FIGURE_STATE_UNDEFINED);
      return;
    }
  loss = number_of (evaluation, "loss");
  assert_quietly (fabsl (loss - plain_loss (problem, levels, expected->suppressed)) <= tolerance);
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      losses[a] = number_of (evaluation, "losses[%u].loss", a);
      assert_quietly (
          fabsl (losses[a] - plain_attribute_loss (problem, a, levels[a], expected->suppressed))
          <= tolerance);
    }
  assert_quietly (fabsl (loss - aggregate (problem, losses)) <= 1e-12L);
}

/* Which rows are suppressed does not depend on the limit. */
static void
check_suppressed (const RandomProblem *problem, DeidProblem *unlimited, guint rank,
                  const PlainVerdict *expected)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (unlimited), rank, NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (unlimited, policy, NULL, NULL);
  const DeidPartition *partition;

  assert_quietly ((result != NULL) == (expected->n_suppressed < problem->n_records));
  if (result == NULL)
    return;
  partition = deid_result_get_partition (result, NULL, NULL);
  for (guint row = 0; row < problem->n_rows; row++)
    assert_quietly (
        deid_partition_is_suppressed (partition, deid_partition_get_class (partition, row))
        == expected->suppressed[row]);
}

/* Returns: the kind of the policy. */
static guint
check_policy (const RandomProblem *problem, DeidProblem *built, DeidProblem *unlimited, guint rank)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (built), rank, NULL);
  GError *error = NULL;
  g_autoptr (DeidReport) evaluation = deid_report_new_evaluation (built, policy, NULL, &error);
  g_autoptr (DeidResult) result = NULL;
  guint levels[MAX_ATTRIBUTES];
  PlainVerdict expected;
  guint64 n_too_many;

  assert_no_error (error);
  random_problem_get_levels (problem, rank, levels);
  plain_check (problem, levels, &expected);
  n_too_many = expected.n_suppressed - MIN (expected.n_suppressed, problem->limit);
  assert_quietly (deid_report_get_policy (evaluation, "policy") == policy);
  assert_quietly (flag_of (evaluation, "solution") == expected.is_solution);
  assert_quietly (count_of (evaluation, "suppressed") == expected.n_suppressed);
  assert_quietly (count_of (evaluation, "too_many") == n_too_many);
  assert_quietly (count_of (evaluation, "unmatched") == 0);
  for (guint m = 0; m < problem->n_models; m++)
    assert_quietly (count_of (evaluation, "failing[%u]", m)
                    == plain_count_failing (problem, levels, &problem->models[m]));
  check_losses (problem, levels, &expected, evaluation);
  check_suppressed (problem, unlimited, rank, &expected);
  result = deid_problem_evaluate (built, policy, NULL, NULL);
  assert_quietly ((result != NULL) == expected.is_solution);
  return expected.is_solution ? SOLUTIONS : n_too_many > 0 ? TOO_MANY : NOTHING_LEFT;
}

/* The same problem without any limit. */
static DeidProblem *
build_unlimited (RandomProblem *problem)
{
  const guint n_group_limits = problem->n_group_limits;
  DeidProblem *built;

  problem->n_group_limits = 0;
  built = random_problem_build (problem);
  problem->n_group_limits = n_group_limits;
  assert_quietly (deid_problem_set_suppression_limit_count (built, G_MAXUINT64, NULL));
  return built;
}

START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  guint n_met[N_KINDS] = { 0 };
  const guint n_problems = count_trials (N_PROBLEMS);

  for (guint i = 0; i < n_problems; i++)
    {
      RandomProblem *problem = random_problem_new (rand, g_rand_boolean (rand));
      g_autoptr (DeidProblem) built = NULL, unlimited = NULL;

      random_problem_restrict (problem);
      random_problem_add_models (problem, rand, 5);
      random_problem_set_quality (problem, (RandomQuality) (i % N_QUALITIES));
      built = random_problem_build (problem);
      unlimited = build_unlimited (problem);
      for (guint rank = 0; rank < random_problem_get_n_policies (problem); rank++)
        n_met[check_policy (problem, built, unlimited, rank)]++;
      random_problem_free (problem);
    }
  for (guint kind = 0; kind < N_KINDS; kind++)
    ck_assert_uint_gt (n_met[kind], n_problems / 10);
}
END_TEST

static DeidReport *
evaluate (DeidProblem *problem, const char *text)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_text (deid_problem_get_lattice (problem), text, NULL);
  GError *error = NULL;
  DeidReport *evaluation = deid_report_new_evaluation (problem, policy, NULL, &error);

  assert_no_error (error);
  return evaluation;
}

/* One woman of six is the only one with her label: nothing is left to be suppressed for the average
 * of 1/3 but the smaller class, whatever the limit says. Two classes of 1 and 5 have the average
 * 2/6, the larger one alone has 1/5. */
START_TEST (conditions_on_the_table)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip sex\n a f\n a f\n b f\n b f\n c f\n c m\n", NULL,
                             deid_privacy_model_new_average_risk (0.25, NULL));
  g_autoptr (DeidReport) evaluation = NULL;
  g_autofree char *json = NULL;

  ck_assert (deid_problem_set_suppression_limit_count (problem, 0, NULL));
  evaluation = evaluate (problem, "zip:1,sex:0");
  json = deid_report_to_json (evaluation, NULL);
  ck_assert (!flag_of (evaluation, "solution"));
  ck_assert_uint_eq (count_of (evaluation, "suppressed"), 1);
  ck_assert_uint_eq (count_of (evaluation, "failing[0]"), 1);
  ck_assert_str_eq (
      json, "{\"audience\":\"custodian-only\",\"policy\":\"zip:1 sex:0\","
            "\"description\":\"zip: all as *; the rest as it is\",\"solution\":false,"
            "\"reason\":\"1 of 6 records have to be suppressed, the suppression limit allows 0\","
            "\"loss\":0.5833333333333334,\"losses\":[{\"column\":\"zip\",\"loss\":1},"
            "{\"column\":\"sex\",\"loss\":0.16666666666666666}],"
            "\"records\":6,\"suppressed\":1,\"limit\":0,\"too_many\":1,\"unmatched\":0,\"models\":["
            "\"avg:0.25\"],\"failing\":[1]}");
}
END_TEST

/* Five persons stand alone beside a class of five: the average risk is 6/10, and 1/5 only once all
 * who are alone are suppressed. A search stops beyond the limit of one; what is stated is looked at
 * to its end. */
START_TEST (conditions_beyond_the_limit)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip\n a\n b\n c\n e\n f\n d\n d\n d\n d\n d\n", NULL,
                             deid_privacy_model_new_average_risk (0.2, NULL));
  g_autoptr (DeidReport) evaluation = NULL;

  ck_assert (deid_problem_set_suppression_limit_count (problem, 1, NULL));
  evaluation = evaluate (problem, "zip:0");
  ck_assert (!flag_of (evaluation, "solution"));
  ck_assert_uint_eq (count_of (evaluation, "suppressed"), 5);
  ck_assert_uint_eq (count_of (evaluation, "too_many"), 4);
  ck_assert_uint_eq (count_of (evaluation, "failing[0]"), 5);
}
END_TEST

/* A model that costs classes knows no losses of columns: three classes of two cost (4 + 4 + 4)
 * / 36. */
START_TEST (costs_of_classes)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip sex\n a f\n a f\n b f\n b f\n c f\n c m\n", NULL,
                             deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_discernibility ();
  g_autoptr (DeidReport) evaluation = NULL;
  g_autofree char *json = NULL, *text = NULL;

  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  evaluation = evaluate (problem, "zip:0,sex:1");
  assert_near (number_of (evaluation, "loss"), 12.0 / 36);
  json = deid_report_to_json (evaluation, NULL);
  ck_assert_ptr_nonnull (
      strstr (json, "\"reason\":null,\"loss\":0.3333333333333333,\"losses\":null,"));
  ck_assert_ptr_nonnull (
      strstr (json, "\"zip:0 sex:1\",\"description\":\"sex: all as *; the rest as it is\","));
  text = deid_report_to_text (evaluation, NULL, NULL);
  ck_assert_str_eq (text, "Evaluation: what one policy does (custodian-only)\n"
                          "policy:          zip:0 sex:1\n"
                          "description:     sex: all as *; the rest as it is\n"
                          "solution:        yes\n"
                          "loss:            0.333\n"
                          "records:         6\n"
                          "suppressed:      0 (0 %)\n"
                          "limit:           6 (100 %)\n"
                          "over the limit:  0 records\n"
                          "unmatched:       0 classes\n"
                          "models:          k:2\n"
                          "failing records: 0\n");
}
END_TEST

/* Nobody of the table lives in c, which delta-presence holds against any release that says so:
 * suppressing does not help. */
START_TEST (classes_of_the_population)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "zip\n a\n b\n", NULL, deid_privacy_model_new_delta_presence (0.3, 0.6, NULL));
  g_autoptr (DeidReport) evaluation = NULL;
  g_autofree char *text = NULL;

  lesson_set_population (problem, "zip\n a\n a\n b\n b\n c\n");
  evaluation = evaluate (problem, "zip:0");
  ck_assert (!flag_of (evaluation, "solution"));
  ck_assert_uint_eq (count_of (evaluation, "unmatched"), 1);
  ck_assert_uint_eq (count_of (evaluation, "suppressed"), 0);
  text = plain_text_of (evaluation);
  ck_assert_ptr_nonnull (strstr (
      text, "\nsolution: no\nreason: 0 of 2 records have to be "
            "suppressed, and 1 classes of the population without records in the table fail\n"));
}
END_TEST

/* Of a solution the risks are those of its release. Where one man of six stands alone the report is
 * the custodian's: five women are one class, he is suppressed. */
START_TEST (risks)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip sex\n a f\n a f\n b f\n b f\n c f\n c m\n", NULL,
                             deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidReport) evaluation = NULL, bottom = NULL;
  g_autoptr (DeidReport) report = NULL, shown = NULL;
  g_autoptr (DeidProblem) strict
      = lesson_make_problem ("zip\n a\n b\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  GError *error = NULL;
  guint64 n, size;
  double risk;

  ck_assert (deid_problem_set_suppression_limit_count (problem, 0, NULL));
  evaluation = evaluate (problem, "zip:1,sex:0");
  report = deid_report_new_risks (NULL, evaluation, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_report_get_count (report, "records", &n) && n == 5);
  ck_assert (deid_report_get_count (report, "classes.smallest", &size) && size == 5);
  ck_assert (deid_report_get_number (report, "prosecutor.highest", &risk));
  assert_near (risk, 0.2);
  ck_assert_str_eq (deid_report_get_text (report, "table"), "no solution");
  shown = deid_report_new_public (report, NULL, &error);
  ck_assert_ptr_null (shown);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "no solution", NULL);
  g_clear_pointer (&report, deid_report_unref);
  g_clear_pointer (&evaluation, deid_report_unref);
  evaluation = evaluate (problem, "zip:1,sex:1");
  report = deid_report_new_risks (NULL, evaluation, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  shown = deid_report_new_public (report, NULL, &error);
  assert_no_error (error);
  bottom = evaluate (strict, "zip:0");
  ck_assert_ptr_null (deid_report_new_risks (NULL, bottom, TRUE, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, NULL);
  ck_assert_ptr_null (deid_report_new_risks (NULL, report, TRUE, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "risks, expected evaluation",
                NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("evaluation");
  TCase *random = tcase_create ("random"), *models = tcase_create ("models");

  tcase_set_timeout (random, 300);
  tcase_add_test (random, random_problems);
  suite_add_tcase (suite, random);
  tcase_add_test (models, conditions_on_the_table);
  tcase_add_test (models, conditions_beyond_the_limit);
  tcase_add_test (models, costs_of_classes);
  tcase_add_test (models, classes_of_the_population);
  tcase_add_test (models, risks);
  suite_add_tcase (suite, models);
  return suite;
}
