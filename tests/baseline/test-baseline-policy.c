/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The policy of the problem's lattice that does what a baseline does: what it releases, and what it
 * costs. Losses by precision are level / highest level; rules of dates and prefixes have `*` above
 * the levels that they name. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

static DeidProblem *
make_problem (const char *column, const char *const *values, gsize n, const char *rule)
{
  g_autoptr (DeidDataset) dataset = make_text_column (column, values, n);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidQualityModel) precision
      = deid_quality_model_new_precision (DEID_AGGREGATE_ARITHMETIC_MEAN, NULL);
  DeidProblem *problem;

  if (rule == NULL)
    ck_assert (
        deid_lattice_add_ordered_cuts (lattice, column, values, n, DEID_CUT_ENDS_EXACT, NULL));
  else
    {
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, NULL);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, column, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_set_quality_model (problem, precision, NULL));
  return problem;
}

static DeidBaseline *
make_baseline (const char *column, const char *rule)
{
  g_autofree char *text
      = g_strdup_printf ("[column %s]\n%s=%s\n", column, rule != NULL ? "rule" : "treatment",
                         rule != NULL ? rule : "remove");
  DeidBaseline *baseline = deid_baseline_new_from_text (text, NULL, NULL, NULL);

  ck_assert_ptr_nonnull (baseline);
  return baseline;
}

static double
get_loss (const DeidReport *report)
{
  double loss;

  ck_assert (get_number (report, &loss, "loss"));
  return loss;
}

/* Checks the policy, NULL for none, its loss, and that its risk as a limit admits it. */
static void
assert_policy (DeidBaseline *baseline, DeidProblem *problem, const char *expected, double loss)
{
  g_autoptr (DeidReport) report
      = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  DeidPolicy *policy = deid_report_get_policy (report, "policy");
  g_autofree char *text = policy != NULL ? deid_policy_to_text (policy, NULL) : NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidReport) evaluation = NULL;

  ck_assert_pstr_eq (text, expected);
  assert_near (get_loss (report), loss);
  if (policy == NULL)
    return;
  model = deid_privacy_model_new_population_risk (number_of (report, "population_risk_sum"), 1,
                                                  DEID_RISK_SCALE_SUM, DEID_UNMATCHED_RECORDS_ERROR,
                                                  NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  evaluation = deid_report_new_evaluation (problem, policy, NULL, NULL);
  ck_assert (flag_of (evaluation, "solution"));
  assert_near (number_of (evaluation, "loss"), loss);
}

/* Three equal names are one class on each level, but removing them leaves none. */
START_TEST (equal_values)
{
  static const char *const names[] = { "Smith", "Smith", "Smith" };
  g_autoptr (DeidProblem) problem = make_problem ("name", names, 3, "suppress");
  g_autoptr (DeidProblem) lettered
      = lesson_make_problem ("name\nSmith\nSmith\n", "name Smith S\n", NULL);
  g_autoptr (DeidQualityModel) precision
      = deid_quality_model_new_precision (DEID_AGGREGATE_ARITHMETIC_MEAN, NULL);
  g_autoptr (DeidBaseline) baseline = make_baseline ("name", NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  assert_policy (baseline, problem, "name:1", 1);
  result = lesson_evaluate (problem, "name:1");
  release = lesson_apply (result);
  assert_table (release, "name\n*\n*\n*\n");
  /* S is no removal */
  ck_assert (deid_problem_set_quality_model (lettered, precision, NULL));
  assert_policy (baseline, lettered, NULL, 1);
}
END_TEST

/* Dates of four years are apart on each level below that of decades, and years stand on level 2. */
START_TEST (distinct_dates)
{
  static const char *const dates[] = { "1974-03-02", "1985-11-30", "1985-11-29", "1991-01-01" };
  static const char *const years[] = { "1974-03-02", "1985-11-30", "1986-11-29", "1991-01-01" };
  g_autoptr (DeidProblem) apart = make_problem ("born", years, 4, "date:month,year,10years");
  g_autoptr (DeidProblem) together = make_problem ("born", dates, 4, "date:month,year,10years");
  g_autoptr (DeidProblem) without = make_problem ("born", years, 4, "suppress");
  g_autoptr (DeidBaseline) baseline = make_baseline ("born", "date:year");

  assert_policy (baseline, apart, "born:2", 2.0 / 4);
  assert_policy (baseline, together, "born:2", 2.0 / 4);
  /* values are apart on level 0 only, on which they stay; by the rule itself, years and * */
  assert_policy (baseline, without, NULL, 1.0 / 2);
}
END_TEST

/* 1950s and 1960s are no years, but the same values are together; of the levels on which they are
 * the highest tells least. */
START_TEST (other_labels)
{
  static const char *const years[] = { "1955-01-01", "1967-01-01" };
  g_autoptr (DeidProblem) problem = make_problem ("born", years, 2, "date:month,10years,50years");
  g_autoptr (DeidBaseline) baseline = make_baseline ("born", "date:year");

  assert_policy (baseline, problem, "born:2", 2.0 / 4);
}
END_TEST

/* Values that the rule leaves alone cost nothing, though a level has the same labels. */
START_TEST (unchanged)
{
  static const char *const areas[] = { "021", "100", "021" };
  g_autoptr (DeidProblem) problem = make_problem ("area", areas, 3, "prefix:3,1");
  g_autoptr (DeidBaseline) baseline = make_baseline ("area", "prefix:3");

  assert_policy (baseline, problem, "area:0", 0);
}
END_TEST

/* With a missing value: where `*` is below the top, it stays apart; removing takes it, too. */
START_TEST (missing_values)
{
  static const char *const values[] = { "a", "b", NULL, "a" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 4);
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("x", "x a * *\nx b * *\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidQualityModel) precision
      = deid_quality_model_new_precision (DEID_AGGREGATE_ARITHMETIC_MEAN, NULL);
  g_autoptr (DeidBaseline) baseline = make_baseline ("x", NULL);
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidProblem) problem = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_set_quality_model (problem, precision, NULL));
  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  assert_near (number_of (report, "population_risk_sum"), 1);
  assert_policy (baseline, problem, "x:2", 1);
}
END_TEST

/* Of cuts 1 keeps neighbours apart. Runs of one value are that value: the rule says less, so they
 * are not its policy. */
START_TEST (runs)
{
  static const char *const dates[] = { "1974-03-02", "1985-11-30", "1986-11-29" };
  static const char *const years[] = { "1974", "1985", "1986" };
  static const char *const pairs[] = { "1974-03-02", "1974-11-30", "1986-11-29", "1986-11-30" };
  g_autoptr (DeidProblem) of_dates = make_problem ("born", dates, 3, NULL);
  g_autoptr (DeidProblem) of_years = make_problem ("born", years, 3, NULL);
  g_autoptr (DeidProblem) of_pairs = make_problem ("born", pairs, 4, NULL);
  g_autoptr (DeidProblem) removed = make_problem ("born", dates, 3, NULL);
  g_autoptr (DeidBaseline) baseline = make_baseline ("born", "date:year");
  g_autoptr (DeidBaseline) removing = make_baseline ("born", NULL);
  g_autoptr (DeidReport) report
      = deid_report_new_baseline (baseline, of_pairs, NULL, NULL, NULL, NULL);
  DeidPolicy *policy = deid_report_get_policy (report, "policy");

  assert_policy (baseline, of_dates, NULL, 1.0 / 2);
  assert_policy (baseline, of_years, "born:11", 0);
  assert_policy (removing, removed, "born:00", 1);
  for (guint d = 0; d < 3; d++)
    ck_assert_uint_eq (deid_policy_get_level (policy, d), d == 1 ? 0 : 1);
}
END_TEST

/* Of three ages the rule puts two together, which costs these records 1/2 each; women weigh three
 * times as much. */
START_TEST (weights)
{
  static const char table[] = "age sex:insensitive\n91 f\n95 m\n40 m\n";
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, NULL, NULL);
  g_autoptr (DeidProblem) refused = lesson_make_problem (table, NULL, NULL);
  g_autoptr (DeidBaseline) baseline = make_baseline ("age", "intervals:1;top=90");
  g_autoptr (DeidReport) plain = NULL, weighted = NULL;
  g_autofree char *text = NULL, *json = NULL;
  GError *error = NULL;

  plain = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  assert_near (get_loss (plain), (0.5 + 0.5) / 3);
  ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 3, NULL));
  weighted = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  assert_near (get_loss (weighted), (3 * 0.5 + 0.5) / (3 + 1 + 1));
  assert_near (number_of (weighted, "population_risk_sum"),
               number_of (plain, "population_risk_sum"));
  text = plain_text_of (weighted);
  ck_assert_ptr_nonnull (strstr (text, "\nloss: 0.4\nweighted by groups: yes\n"));
  json = deid_report_to_json (weighted, NULL);
  ck_assert_ptr_nonnull (strstr (json, ",\"loss\":0.4,\"weighted_by_groups\":true,"));
  /* denominators that a run refuses, too */
  ck_assert (deid_problem_set_group_weight (refused, "sex", "f", 0.12345678901234567, NULL));
  ck_assert (deid_problem_set_group_weight (refused, "age", "91", 0.1234567890123457, NULL));
  ck_assert_ptr_null (deid_report_new_baseline (baseline, refused, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "fewer digits", NULL);
}
END_TEST

/* The same by a problem file. */
START_TEST (weights_of_jobs)
{
  const char *path = write_file ("weights.csv", "age,sex\n91,f\n95,m\n40,m\n", -1);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidReport) report = NULL;

  ck_assert (deid_job_set (job, "input", "input", path, NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "role", "quasi-identifying", NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "rule", "suppress", NULL, NULL));
  ck_assert (deid_job_set (job, "column sex", "role", "insensitive", NULL, NULL));
  ck_assert (deid_job_set (job, "column sex", "group-weight", "f=3", NULL, NULL));
  ck_assert (deid_job_set (job, "models", "model", "k:1", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "baseline", "safe-harbor", NULL, NULL));
  report = deid_job_make_report (job, "baseline", NULL, NULL, NULL);
  ck_assert_ptr_nonnull (report);
  assert_near (get_loss (report), 0.4);
}
END_TEST

Suite *
make_suite (void)
{
  const TTest *const tests[] = { equal_values,   distinct_dates, other_labels, unchanged,
                                 missing_values, runs,           weights,      weights_of_jobs };
  Suite *suite = suite_create ("baseline-policy");
  TCase *tcase = tcase_create ("policy");

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return suite;
}
