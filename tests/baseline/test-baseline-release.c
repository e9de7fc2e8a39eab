/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Baselines beside what a problem and its release say of the same columns. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

static DeidBaseline *
make_safe_harbor (void)
{
  return deid_baseline_new_from_text ("[baseline]\nextends=safe-harbor\ncensus-2000=yes\n", NULL,
                                      NULL, NULL);
}

static DeidProblem *
make_problem (void)
{
  g_autoptr (DeidDataset) dataset
      = make_text_column ("age", (const char *const[]){ "23", "95" }, 2);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, NULL));
  return deid_problem_new (lattice);
}

static DeidReport *
evaluate_column (DeidBaseline *baseline, const char *name, const char *const *values, guint n,
                 const char *rule, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_text_column (name, values, n);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, NULL);
  g_autoptr (DeidProblem) problem = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  return deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, error);
}

static void
check_apart (const char *name, const char *const *values, guint n, const char *rule,
             const char *treatment, double risk)
{
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  g_autofree char *json = NULL;
  GError *error = NULL;
  g_autoptr (DeidReport) report = evaluate_column (baseline, name, values, n, rule, &error);

  assert_no_error (error);
  json = deid_report_to_json (report, NULL);
  ck_assert_msg (strstr (json, treatment) != NULL, "%s", json);
  assert_near (number_of (report, "population_risk_sum"), risk);
}

/* What a column's rule keeps apart the baseline's does as well. The risk is the number of classes:
 * of ages 23, 90 and over, `unknown` and `NA`, which stands for `?` as well; of areas 021, 000 and
 * `unknown`. */
START_TEST (apart)
{
  static const char *const ages[] = { "23", "91", "95", "unknown", "NA", "?" };
  static const char *const zips[] = { "02138", "02139", "03601", "unknown" };
  g_autoptr (DeidBaseline) own = NULL;
  g_autoptr (DeidReport) report = NULL;

  check_apart ("age", ages, 6, "intervals:5;special=unknown;missing=NA,?",
               "\"intervals:1;top=90;missing=NA,?;special=unknown\"", 4);
  check_apart ("zip", zips, 4, "prefix:3;special=unknown", "890,893;special=unknown\"", 3);
  own = deid_baseline_new_from_text (
      "[column age]\nrule=intervals:50;missing=none,NA;suppress=no\n", NULL, NULL, NULL);
  report = evaluate_column (own, "age", ages, 6, "intervals:5;special=unknown,NA;missing=?", NULL);
  ck_assert_str_eq (text_of (report, "columns[0].rule"),
                    "intervals:50;suppress=no;missing=none,NA,?;special=unknown");
  ck_assert_uint_eq (count_of (report, "columns[0].level"), 1);
}
END_TEST

/* Values that nobody said to be apart are refused as ever. */
START_TEST (not_apart)
{
  static const char *const ages[] = { "23", "91", "unknown" };
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  GError *error = NULL;

  ck_assert_ptr_null (evaluate_column (baseline, "age", ages, 3, "suppress", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "column 'age'", NULL);
}
END_TEST

/* What the report on a release says of the only quasi-identifier. */
static char *
tell_of_release (const char *name, const char *const *values, guint n, const char *rule,
                 const char *levels, guint64 k)
{
  g_autoptr (DeidDataset) dataset = make_text_column (name, values, n);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  char *text;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  policy = deid_policy_new_from_text (lattice, levels, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  report = deid_report_new_baseline (baseline, problem, NULL, result, NULL, &error);
  assert_no_error (error);
  text = plain_text_of (report);
  return text;
}

/* Ages of 90 and over are one group by the baseline, and so are areas 036 and 059, which are small.
 */
START_TEST (releases)
{
  static const char *const ages[] = { "23", "23", "91", "95" }, *const one_old[] = { "23", "95" };
  static const char *const zips[] = { "02138", "02139", "03601", "05901" };
  static const char *const alone[] = { "02138", "10001" };
  static const char finer[] = "  a quasi-identifier, released finer, against the baseline\n",
                    coarser[] = "  a quasi-identifier, no finer than by the baseline\n",
                    otherwise[]
                    = "  a quasi-identifier, merged as by the baseline under other labels\n";
  const struct
  {
    const char *name, *const *values;
    guint n;
    const char *rule, *levels;
    guint64 k;
    const char *note, *risk;
  } cases[] = {
    { "age", ages, 4, "intervals:5,10", "age:0", 1, finer, "3, suppressed 0" },
    { "age", ages, 4, "intervals:5,10", "age:1", 1, finer, "3, suppressed 0" },
    { "age", ages, 4, "intervals:5,10", "age:2", 1, otherwise, "2, suppressed 0" },
    { "age", ages, 4, "intervals:5,10", "age:3", 1, coarser, "1, suppressed 0" },
    { "age", ages, 4, "intervals:5,10", "age:0", 2, coarser, "1, suppressed 2" },
    { "age", ages, 4, "intervals:1;top=90", "age:1", 1, coarser, "2, suppressed 0" },
    { "age", one_old, 2, "suppress", "age:0", 1, finer, "2, suppressed 0" },
    { "zip", zips, 4, "prefix:3,1", "zip:0", 1, finer, "4, suppressed 0" },
    { "zip", zips, 4, "prefix:3,1", "zip:1", 1, finer, "3, suppressed 0" },
    { "zip", zips, 4, "prefix:3,1", "zip:3", 1, coarser, "1, suppressed 0" },
    { "zip", alone, 2, "prefix:4", "zip:1", 1, otherwise, "2, suppressed 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = tell_of_release (cases[i].name, cases[i].values, cases[i].n,
                                               cases[i].rule, cases[i].levels, cases[i].k);
      g_autofree char *risk = g_strdup_printf ("population risk sum %s\n", cases[i].risk);

      ck_assert_msg (strstr (text, cases[i].note) != NULL, "case %u: %s", i, text);
      ck_assert_msg (strstr (text, risk) != NULL, "case %u: %s", i, text);
    }
}
END_TEST

START_TEST (release_of_another_lattice)
{
  g_autoptr (DeidProblem) problem = make_problem (), other = make_problem ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (deid_problem_get_lattice (other), NULL);
  g_autoptr (DeidBaseline) baseline = make_safe_harbor ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_problem_add_privacy_model (other, model, NULL));
  result = deid_problem_evaluate (other, policy, NULL, NULL);
  ck_assert_ptr_null (deid_report_new_baseline (baseline, problem, NULL, result, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "lattice", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  const TTest *const tests[] = { apart, not_apart, releases, release_of_another_lattice };
  Suite *suite = suite_create ("baseline release");
  TCase *tcase = tcase_create ("release");

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return suite;
}
