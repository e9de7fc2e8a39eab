/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a baseline is told, and what it says of that: in calls, texts, problem files and
 * reports. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

/* A baseline keeps its areas. */
START_TEST (kept_areas)
{
  static const char *const codes[] = { "021" }, *const counts[] = { "30000" };
  DeidDataset *areas = deid_dataset_new ("areas");
  g_autoptr (DeidBaseline) baseline = NULL;
  g_autoptr (DeidProblem) problem = lesson_make_problem ("zip\n02138\n10001\n", NULL, NULL);
  g_autoptr (DeidReport) report = NULL;

  ck_assert (deid_dataset_add_string_column (areas, "zip3", codes, 1, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (areas, "count", counts, 1, NULL, NULL));
  baseline = deid_baseline_new_from_text ("[column zip]\nrule=zip:3\n", NULL, areas, NULL);
  deid_dataset_unref (areas);
  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  ck_assert_str_eq (text_of (report, "columns[0].rule"), "zip:3;large=021");
}
END_TEST

static void
assert_refused (const char *text, int code, const char *part)
{
  GError *error = NULL;
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, "b.ini", NULL, &error);

  ck_assert_msg (baseline == NULL, "%s", text);
  assert_error (&error, DEID_ERROR, code, "b.ini: line ", part, NULL);
}

/* All settings that Safe Harbor lacks are told at once. */
START_TEST (missing_settings)
{
  g_autoptr (DeidBaseline) baseline
      = deid_baseline_new_from_text ("[baseline]\nextends=safe-harbor\n", NULL, NULL, NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "zip birth_date\n02138 1950-01-31\n10001 1960-02-01\n02139 1961-12-24\n", NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'zip'", "zip-populations",
                "'birth_date'", "day=2024-01-31", NULL);
}
END_TEST

/* Without a rule there is no level, in texts and in reports. */
START_TEST (levels)
{
  g_autoptr (DeidBaseline) baseline
      = deid_baseline_new_from_text ("[column age]\ntreatment=remove\n", NULL, NULL, NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem ("age sex\n40 f\n41 m\n", NULL, NULL);
  g_autoptr (DeidReport) report
      = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  g_autofree char *json = deid_report_to_json (report, NULL);

  ck_assert_ptr_nonnull (strstr (json, "{\"column\":\"age\",\"treatment\":\"removed\","
                                       "\"rule\":null,\"level\":0,"));
  assert_refused ("[column age]\ntreatment=remove\nlevel=1\n", DEID_ERROR_PARSE,
                  "a level beside a rule alone");
  assert_refused ("[kind ages]\nlevel=65535\ntreatment=keep\n", DEID_ERROR_PARSE,
                  "a level beside a rule alone");
}
END_TEST

/* Names that have to be escaped, as they are and as a text has them; and columns. */
START_TEST (reads_back)
{
  static const struct
  {
    const char *name, *written;
  } names[] = { { "", "" },         { " ", "\\s" },           { "a\nb", "a\\nb" },
                { "\\s", "\\\\s" }, { "ä; \x01", "ä; \x01" }, { "[x]=#", "[x]=#" } };
  static const char *const columns[] = { "a", " a ", "*", "a=b", "#", "%", "]", "ä\n" };
  const guint n_columns = G_N_ELEMENTS (columns);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GString) own = g_string_new (NULL);
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("x");
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidBaseline) baseline = NULL, again = NULL;
      g_autoptr (DeidReport) report = NULL;
      g_autofree char *text = NULL, *second = NULL;
      GError *error = NULL;

      g_string_append_printf (own, "[baseline]\nname=%s\noldest-age=1000\n", names[i].written);
      g_string_append (own, "small-area=18446744073709551615\n");
      g_string_append (own, i % 2 > 0 ? "census-2000=yes\n" : "area-column= \\sx\n");
      for (guint c = 0; c < n_columns; c++)
        {
          static const char *const said[]
              = { "treatment=remove", "rule=prefix:2,1\nlevel=1", "rule=prefix:2,1\nlevel=2" };
          g_autofree char *section = deid_job_get_column_section (columns[c]);

          g_string_append_printf (own, "\n[%s]\n%s\n", section, said[c % 3]);
          ck_assert (deid_dataset_add_string_column (
              dataset, columns[c], (const char *const[]){ "abc" }, 1, NULL, NULL));
        }
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      baseline = deid_baseline_new_from_text (own->str, NULL, NULL, &error);
      assert_no_error (error);
      text = deid_baseline_to_text (baseline, NULL);
      again = deid_baseline_new_from_text (text, NULL, NULL, NULL);
      ck_assert_msg (again != NULL, "%s", text);
      second = deid_baseline_to_text (again, NULL);
      ck_assert_str_eq (second, text);
      report = deid_report_new_baseline (again, problem, NULL, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (text_of (report, "baseline"), names[i].name);
      for (guint c = 0; c < n_columns; c++)
        {
          ck_assert_str_eq (text_of (report, "columns[%u].column", c), columns[c]);
          ck_assert_pstr_eq (text_of (report, "columns[%u].rule", c),
                             c % 3 > 0 ? "prefix:2,1" : NULL);
          ck_assert_uint_eq (count_of (report, "columns[%u].level", c), c % 3);
        }
    }
}
END_TEST

/* A rule on its level 0 is kept; so is what the text says before and after that it extends. */
START_TEST (extends)
{
  static const char text[] = "[baseline]\nsmall-area=10\nextends=safe-harbor\noldest-age=80\n"
                             "[kind names]\nrule=suppress\nlevel=0\n[column x]\nrule=date:year\n"
                             "level=0\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL, NULL);
  g_autofree char *written = deid_baseline_to_text (baseline, NULL);

  ck_assert (g_str_has_prefix (written, "[baseline]\nname=Safe Harbor\noldest-age=80\n"
                                        "small-area=10\n\n[kind names]\ntreatment=keep\n"
                                        "\n[kind addresses]\ntreatment=remove\n"));
  ck_assert_ptr_nonnull (strstr (written, "\n[kind dates]\nrule=date:year\nlevel=1\n"));
  ck_assert (g_str_has_suffix (written, "\n[kind free-texts]\ntreatment=remove\n"
                                        "\n[column x]\nrule=date:year\nlevel=0\n"));
  assert_refused ("[baseline]\nextends=other\n", DEID_ERROR_PARSE, "extends=safe-harbor");
  assert_refused ("[kind names]\ntreatment=keep\n[baseline]\nextends=safe-harbor\n",
                  DEID_ERROR_PARSE, "before all kinds");
}
END_TEST

START_TEST (census)
{
  g_autoptr (DeidBaseline) yes
      = deid_baseline_new_from_text ("[baseline]\ncensus-2000=yes\n", NULL, NULL, NULL);
  g_autoptr (DeidBaseline) no
      = deid_baseline_new_from_text ("[baseline]\ncensus-2000=no\n", NULL, NULL, NULL);
  g_autofree char *of_yes = deid_baseline_to_text (yes, NULL);
  g_autofree char *of_no = deid_baseline_to_text (no, NULL);

  ck_assert_ptr_nonnull (strstr (of_yes, "\ncensus-2000=yes\n"));
  ck_assert_ptr_null (strstr (of_no, "census-2000"));
  assert_refused ("[baseline]\ncensus-2000=1\n", DEID_ERROR_PARSE, "line 2: [baseline]");
  assert_refused ("[baseline]\ncensus-2000=1\n", DEID_ERROR_PARSE, "yes");
  assert_refused ("[baseline]\nday=\n", DEID_ERROR_PARSE, "line 2: [baseline]");
}
END_TEST

/* Reports do not say where a baseline is kept; messages do. */
START_TEST (neutral_name)
{
  const char *path = write_file ("secret.ini", "[column age]\ntreatment=remove\n", -1);
  const char *wrong = write_file ("wrong.ini", "[column age]\n", -1);
  g_autoptr (DeidJob) job = deid_job_new (), failing = deid_job_new ();
  g_autoptr (DeidBaseline) of_file = NULL;
  g_autoptr (DeidBaseline) of_text = deid_baseline_new_from_text ("[baseline]\n", path, NULL, NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem ("age\n40\n41\n", NULL, NULL);
  g_autoptr (DeidReport) report = NULL, report_of_text = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  ck_assert (deid_job_set (job, "baseline", "baseline", path, NULL, NULL));
  of_file = deid_job_make_baseline (job, NULL, NULL);
  report = deid_report_new_baseline (of_file, problem, NULL, NULL, NULL, NULL);
  report_of_text = deid_report_new_baseline (of_text, problem, NULL, NULL, NULL, NULL);
  text = plain_text_of (report);
  ck_assert_str_eq (text_of (report, "baseline"), "baseline");
  ck_assert_str_eq (text_of (report_of_text, "baseline"), "baseline");
  ck_assert_ptr_nonnull (strstr (text, "\nbaseline: baseline\n"));
  ck_assert_ptr_null (strstr (text, "secret"));
  ck_assert (deid_job_set (failing, "baseline", "baseline", wrong, NULL, NULL));
  ck_assert_ptr_null (deid_job_make_baseline (failing, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "wrong.ini: line 1", NULL);
}
END_TEST

START_TEST (texts)
{
  static const char text[] = "[baseline]\nname=Our rule\nday=2024-01-31\noldest-age=89\n"
                             "small-area=20000\n\n[kind birth-dates]\nrule=date:year\nlevel=1\n"
                             "\n[column a%5Db]\nrule=intervals:5,10\nlevel=2\n\n[column c d]\n"
                             "treatment=remove\n\n[column e]\ntreatment=keep\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL, NULL);
  g_autoptr (DeidBaseline) harbor
      = deid_baseline_new_from_text ("[baseline]\nextends=safe-harbor\n", NULL, NULL, NULL);
  g_autoptr (DeidBaseline) again = NULL;
  g_autofree char *written = deid_baseline_to_text (baseline, NULL);
  g_autofree char *of_harbor = deid_baseline_to_text (harbor, NULL), *second = NULL;

  ck_assert_str_eq (written, text);
  again = deid_baseline_new_from_text (of_harbor, NULL, NULL, NULL);
  second = deid_baseline_to_text (again, NULL);
  ck_assert_str_eq (second, of_harbor);
  assert_refused ("name=x\n", DEID_ERROR_PARSE, "line 1: expected a section");
  assert_refused ("[kind x]\ntreatment=remove\n", DEID_ERROR_INVALID_ARGUMENT, "line 1: [kind x]");
  assert_refused ("[kind names]\n", DEID_ERROR_PARSE, "one of rule=RULE");
  assert_refused ("[kind names]\nrule=suppress\ntreatment=keep\n", DEID_ERROR_PARSE, "one of");
  assert_refused ("\n[column a]\nrule=prefixx:3\n", DEID_ERROR_PARSE, "line 2: [column a]");
  assert_refused ("[column a]\nrule=prefix:3\nlevel=3\n", DEID_ERROR_INVALID_ARGUMENT, "level 3");
  assert_refused ("[column a]\nrole=x\n", DEID_ERROR_PARSE, "line 2: [column a] ");
  assert_refused ("[column *]\ntreatment=keep\n", DEID_ERROR_PARSE, "one column");
  assert_refused ("[baseline]\n[baseline]\n", DEID_ERROR_PARSE, "line 2: [baseline] ");
  assert_refused ("[baseline]\nday=2024-02-30\n", DEID_ERROR_INVALID_ARGUMENT, "line 2");
  assert_refused ("[lattice]\n", DEID_ERROR_PARSE, "line 1: [lattice]");
}
END_TEST

/* By the problem file: the same risk, as the limit of a search. */
START_TEST (by_job)
{
  static const char table[] = "age,zip,sex\n23,02138,f\n91,02139,m\n95,02138,f\n23,02138,m\n";
  const char *path = write_file ("patients.csv", table, -1);
  const char *areas_path = write_file ("areas.csv", "zip3,count\n021,20000\n", -1);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidBaseline) made = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) report = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_job_make_baseline (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[baseline] baseline", NULL);
  ck_assert (deid_job_set (job, "input", "input", path, NULL, NULL));
  ck_assert (deid_job_set (job, "column *", "role", "quasi-identifying", NULL, NULL));
  ck_assert (deid_job_set (job, "column *", "rule", "suppress", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "baseline", "safe-harbor", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "baseline-limit", "yes", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "zip-populations", areas_path, NULL, NULL));
  made = deid_job_make_baseline (job, NULL, NULL);
  ck_assert_ptr_nonnull (made);
  report = deid_job_make_report (job, "baseline", NULL, NULL, NULL);
  ck_assert_ptr_nonnull (report);
  /* 23 f, 23 m, and 90 and over of each sex: all four are alone */
  assert_near (number_of (report, "population_risk_sum"), 4);
  ck_assert_str_eq (text_of (report, "columns[1].rule"), "zip:3;large=");
  ck_assert_str_eq (text_of (report, "baseline"), "Safe Harbor");
  ck_assert_str_eq (text_of (report, "identifiers.identifiers[0].column"), "age");
  ck_assert_str_eq (text_of (report, "identifiers.identifiers[0].letter"), "C");
  result = deid_job_run (job, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  assert_near (deid_result_get_loss (result), 0);
}
END_TEST

/* The population lacks 7, x and 8, y. With ages of tens its 1, x and 1, x share their label with
 * two records, which have a risk of 1/2 each; 2, y with two, of 1 each, and 3, z is alone: 4 in
 * all. With ages as they are 1, x has 1/2, and the others 1 each, two of them as the only
 * ones: 4.5. */
START_TEST (limit_with_unmatched_records)
{
  const char *table = write_file ("table.csv", "a,b\n1,x\n2,y\n3,z\n7,x\n8,y\n", -1);
  const char *state = write_file ("state.csv", "a,b\n1,x\n2,y\n3,z\n1,x\n", -1);
  const char *rule = write_file ("rule.ini", "[column a]\nrule=intervals:10\n", -1);
  static const char *const policies[] = { "a:2 b:0", "a:0 b:0" };

  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      g_autoptr (DeidPolicy) policy = NULL;
      g_autoptr (DeidReport) evaluation = NULL;
      g_autoptr (DeidReport) report = NULL;
      DeidProblem *problem;
      GError *error = NULL;

      ck_assert (deid_job_set (job, "input", "input", table, NULL, NULL));
      ck_assert (deid_job_set (job, "population", "population", state, NULL, NULL));
      ck_assert (deid_job_set (job, "column *", "role", "quasi-identifying", NULL, NULL));
      ck_assert (deid_job_set (job, "column a", "rule", "intervals:5,10", NULL, NULL));
      ck_assert (deid_job_set (job, "column b", "rule", "suppress", NULL, NULL));
      ck_assert (deid_job_set (job, "baseline", "baseline", rule, NULL, NULL));
      ck_assert (deid_job_set (job, "baseline", "baseline-limit", "yes", NULL, NULL));
      problem = deid_job_get_problem (job, NULL, &error);
      assert_no_error (error);
      policy = deid_policy_new_from_text (deid_problem_get_lattice (problem), policies[i], &error);
      assert_no_error (error);
      evaluation = deid_report_new_evaluation (problem, policy, NULL, &error);
      assert_no_error (error);
      report = deid_job_make_report (job, "baseline", NULL, NULL, NULL);
      assert_near (number_of (report, "population_risk_sum"), 4);
      ck_assert_int_eq (flag_of (evaluation, "solution"), i == 0);
    }
}
END_TEST

/* Notes say of exactly those columns that they are not released which the release does not have. */
START_TEST (notes_of_weights)
{
  static const char *const expected[]
      = { "a quasi-identifier", "not released", "a weight, released",
          "a weight, released, against the baseline" };
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("age note:identifying count:weight\n30 x 2\n30 y 1\n41 z 3\n");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification ("suppress", NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;

  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  result = lesson_evaluate (problem, "age:0");
  released = lesson_apply (result);
  for (guint removes = 0; removes < 2; removes++)
    {
      g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (
          removes ? "[column count]\ntreatment=remove\n" : "[column note]\ntreatment=remove\n",
          NULL, NULL, NULL);
      g_autoptr (DeidReport) report
          = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);

      for (guint c = 0; c < 3; c++)
        {
          const char *note = text_of (report, "columns[%u].note", c);
          const char *name = deid_dataset_get_column_name (dataset, c);

          ck_assert_str_eq (note, expected[c == 2 ? c + removes : c]);
          ck_assert_int_eq (g_str_equal (note, "not released"),
                            !deid_dataset_find_column (released, name, NULL, NULL));
        }
    }
}
END_TEST

Suite *
make_suite (void)
{
  const TTest *const tests[] = { kept_areas,
                                 missing_settings,
                                 levels,
                                 reads_back,
                                 extends,
                                 census,
                                 neutral_name,
                                 texts,
                                 by_job,
                                 notes_of_weights,
                                 limit_with_unmatched_records };
  Suite *suite = suite_create ("baseline-settings");
  TCase *tcase = tcase_create ("settings");

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return suite;
}
