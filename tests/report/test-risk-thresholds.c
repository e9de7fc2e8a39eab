/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The population risk that a report tells, of random tables with and without a population, against
 * its definition; and given back as a threshold, which must admit the very table. */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/plain-table.h"
#include "support/suite.h"

#define N_PROBLEMS 300
#define MAX_HALVES 8

typedef struct
{
  RandomProblem *problem;
  RandomPopulation *population; /* or NULL */
  guint rank;                   /* of the policy */
} Case;

static void
case_init (Case *of, GRand *rand)
{
  *of = (Case){ .problem = random_problem_new (rand, TRUE) };
  of->problem->limit_is_count = FALSE;
  of->problem->limit_percent = 100;
  of->problem->limit = of->problem->n_records;
  if (g_rand_int (rand) % 4 > 0)
    {
      of->population = g_new0 (RandomPopulation, 1);
      random_population_init (of->population, of->problem, rand, g_rand_boolean (rand));
    }
  if (g_rand_boolean (rand))
    random_problem_add_models (of->problem, rand, 4);
  of->rank = g_rand_int (rand) % random_problem_get_n_policies (of->problem);
}

static void
case_clear (Case *of)
{
  random_problem_free (of->problem);
  g_free (of->population);
}

/* A problem has some model: this one admits every table. */
static void
add_any (DeidProblem *problem)
{
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) any = deid_privacy_model_new_average_risk (1, &error);

  assert_no_error (error);
  deid_problem_add_privacy_model (problem, any, &error);
  assert_no_error (error);
}

/* Evaluates the policy of a case with a model on the table, or without one.
 * Returns: NULL if nothing can be released. */
static DeidResult *
evaluate (const Case *of, DeidPrivacyModel *model)
{
  g_autoptr (DeidProblem) built
      = of->population != NULL ? random_population_build_problem (of->population, of->problem)
                               : random_problem_build (of->problem);
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (built), of->rank, NULL);
  GError *error = NULL;
  DeidResult *result;

  add_any (built);
  if (model != NULL)
    deid_problem_add_privacy_model (built, model, &error);
  assert_no_error (error);
  result = deid_problem_evaluate (built, policy, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

/* The risk by its definition, in rounded numbers. */
static double
expect (const Case *of, guint halves, DeidRiskScale scale)
{
  guint levels[MAX_ATTRIBUTES];
  PlainClass classes[MAX_ROWS];
  TableClass passing[MAX_ROWS];
  guint64 n_persons = 0;
  double sum = 0;
  guint n;

  random_problem_get_levels (of->problem, of->rank, levels);
  n = plain_table_list (of->problem, of->population, levels, classes, passing);
  for (guint c = 0; c < n; c++)
    {
      const guint64 shared
          = of->population != NULL ? MAX (passing[c].n_population, 1) : passing[c].n_persons;

      sum += (double) passing[c].n_persons / pow ((double) shared, halves / 2.0);
      n_persons += passing[c].n_persons;
    }
  return scale == DEID_RISK_SCALE_MEAN ? sum / (double) n_persons : sum;
}

static double
get_risk (const DeidReport *report, guint halves, DeidRiskScale scale)
{
  GError *error = NULL;
  double risk;

  ck_assert (deid_report_get_population_risk (report, halves / 2.0, scale, &risk, NULL, &error));
  assert_no_error (error);
  return risk;
}

/* Returns: whether a threshold lets all pass that passes without it, which is @result. */
static gboolean
admits (const Case *of, DeidResult *result, double threshold, guint halves, DeidRiskScale scale)
{
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_population_risk (
      threshold, halves / 2.0, scale, DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, &error);
  g_autoptr (DeidResult) limited = NULL;

  assert_no_error (error);
  limited = evaluate (of, model);
  return limited != NULL
         && deid_result_get_n_suppressed (limited) == deid_result_get_n_suppressed (result);
}

static void
check (const Case *of, DeidResult *result, DeidReport *report, GRand *rand)
{
  const double rounding = ldexp ((double) of->problem->n_records, -64);
  const guint tried = g_rand_int (rand) % (2 * MAX_HALVES);

  for (guint i = 0; i < 2 * MAX_HALVES; i++)
    {
      const guint halves = 1 + i / 2;
      const DeidRiskScale scale = (DeidRiskScale) (i % 2);
      const double risk = get_risk (report, halves, scale), expected = expect (of, halves, scale);

      ck_assert_double_le (fabs (risk - expected), 1e-12 * expected + rounding);
      if (i == tried && !admits (of, result, risk, halves, scale))
        ck_abort_msg ("a risk of %.17g does not admit its own table", risk);
      if (i == tried && admits (of, result, nextafter (risk, 0), halves, scale))
        ck_abort_msg ("a risk of %.17g is not the smallest", risk);
    }
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_problems = count_trials (N_PROBLEMS);
  guint n_released = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidResult) result = NULL, raw = NULL;
      GError *error = NULL;
      Case of;

      case_init (&of, rand);
      result = evaluate (&of, NULL);
      if (result != NULL)
        {
          g_autoptr (DeidReport) after
              = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
          g_autoptr (DeidReport) before
              = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, &error);

          assert_no_error (error);
          check (&of, result, after, rand);
          of.problem->n_models = 0;
          of.rank = 0;
          raw = evaluate (&of, NULL);
          check (&of, raw, before, rand);
          n_released++;
        }
      case_clear (&of);
    }
  ck_assert_uint_ge (2 * n_released, n_problems);
}
END_TEST

/* f, f: 1/4 each; m, m, m: 1/2 each; x: 1, once or for one class of one. */
START_TEST (by_hand)
{
  const char *const sexes[] = { "f", "f", "m", "m", "m", "x" };
  const char *const people[] = { "f", "f", "m", "f", "m", "f" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                          population = deid_dataset_new ("people");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *text = NULL, *json = NULL, *public_text = NULL, *public_json = NULL;
  GError *error = NULL;
  double risk = -1;

  deid_dataset_add_string_column (dataset, "sex", sexes, G_N_ELEMENTS (sexes), NULL, NULL);
  deid_dataset_add_string_column (population, "sex", people, G_N_ELEMENTS (people), NULL, NULL);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "sex", hierarchy, NULL, NULL);
  problem = deid_problem_new (lattice);
  add_any (problem);
  deid_problem_set_population (problem, population, NULL, NULL);
  policy = deid_policy_new_bottom (lattice, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  assert_no_error (error);

  ck_assert_double_eq (get_risk (report, 2, DEID_RISK_SCALE_SUM), 3);
  ck_assert_double_eq (get_risk (report, 2, DEID_RISK_SCALE_MEAN), 0.5);
  ck_assert_double_eq (get_risk (report, 4, DEID_RISK_SCALE_SUM), 1.875);
  text = plain_text_of (report);
  json = deid_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (strstr (text, "\npopulation risk: sum 3, mean 0.5\n"));
  ck_assert_ptr_nonnull (strstr (json, "\"population_risk\":{\"sum\":3,\"mean\":0.5}"));
  public_text = public_text_of (report, NULL);
  public_json = public_json_of (report, NULL);
  ck_assert_ptr_nonnull (strstr (public_text, "\npopulation risk: withheld\n"));
  ck_assert_ptr_nonnull (strstr (public_json, "\"population_risk\":null"));

  ck_assert (
      !deid_report_get_population_risk (report, 0.3, DEID_RISK_SCALE_SUM, &risk, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0.3", "multiple of 0.5", NULL);
  ck_assert (!deid_report_get_population_risk (report, 1, (DeidRiskScale) 2, &risk, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "scale 2", NULL);
  ck_assert_double_eq (risk, -1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk thresholds");
  TCase *tcase = tcase_create ("of reports");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, random_tables);
  tcase_add_test (tcase, by_hand);
  suite_add_tcase (suite, tcase);
  return suite;
}
