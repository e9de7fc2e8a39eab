/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a baseline is told, and what it says of that: in calls, texts, problem files and
 * reports. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

/* What a getter returned may be set again. */
START_TEST (same_day)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (NULL);

  ck_assert (deid_baseline_set_day (baseline, "2024-01-31", NULL));
  ck_assert (deid_baseline_set_day (baseline, deid_baseline_get_day (baseline), NULL));
  ck_assert_str_eq (deid_baseline_get_day (baseline), "2024-01-31");
}
END_TEST

START_TEST (same_areas)
{
  static const char *const codes[] = { "021" }, *const counts[] = { "30000" };
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (NULL);
  DeidDataset *areas = deid_dataset_new ("areas");

  ck_assert (deid_dataset_add_string_column (areas, "zip3", codes, 1, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (areas, "count", counts, 1, NULL, NULL));
  ck_assert (deid_baseline_set_areas (baseline, areas, NULL, NULL, NULL));
  deid_dataset_unref (areas);
  ck_assert (
      deid_baseline_set_areas (baseline, deid_baseline_get_areas (baseline), NULL, NULL, NULL));
  areas = deid_baseline_get_areas (baseline);
  ck_assert_uint_eq (deid_dataset_get_n_columns (areas), 2);
  ck_assert_str_eq (deid_dataset_get_value (areas, 0, 0), "021");
}
END_TEST

/* Without a rule there is no level but 0, in calls and in reports. */
START_TEST (levels)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem ("age sex\n40 f\n41 m\n", NULL, NULL);
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *json = NULL;
  GError *error = NULL;

  ck_assert (!deid_baseline_add_column (baseline, "age", NULL, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "level 1", "expected 0", NULL);
  ck_assert (!deid_baseline_add_kind (baseline, "ages", NULL, G_MAXUINT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "expected 0", NULL);
  ck_assert_uint_eq (deid_baseline_get_n_parts (baseline), 0);
  ck_assert (deid_baseline_add_column (baseline, "age", NULL, 0, NULL));
  ck_assert_uint_eq (deid_baseline_get_part_level (baseline, 0), 0);
  report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
  json = deid_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (strstr (json, "{\"column\":\"age\",\"treatment\":\"removed\","
                                       "\"rule\":null,\"level\":0,"));
}
END_TEST

static void
assert_same (const DeidBaseline *a, const DeidBaseline *b)
{
  ck_assert_str_eq (deid_baseline_get_name (a), deid_baseline_get_name (b));
  ck_assert_pstr_eq (deid_baseline_get_day (a), deid_baseline_get_day (b));
  ck_assert_uint_eq (deid_baseline_get_oldest_age (a), deid_baseline_get_oldest_age (b));
  ck_assert_uint_eq (deid_baseline_get_small_area (a), deid_baseline_get_small_area (b));
  ck_assert_int_eq (deid_baseline_get_census_2000 (a), deid_baseline_get_census_2000 (b));
  ck_assert_uint_eq (deid_baseline_get_n_parts (a), deid_baseline_get_n_parts (b));
  for (guint i = 0; i < deid_baseline_get_n_parts (a); i++)
    {
      ck_assert_str_eq (deid_baseline_get_part_section (a, i),
                        deid_baseline_get_part_section (b, i));
      ck_assert_pstr_eq (deid_baseline_get_part_rule (a, i), deid_baseline_get_part_rule (b, i));
      ck_assert_uint_eq (deid_baseline_get_part_level (a, i), deid_baseline_get_part_level (b, i));
    }
}

START_TEST (reads_back)
{
  static const char *const names[] = { "", " ", "a\nb", "\\s", "ä; \x01", "[x]=#", NULL };
  static const char *const columns[] = { "a", " a ", "*", "a=b", "#", "%", "]", "ä\n", NULL };

  for (guint i = 0; names[i] != NULL; i++)
    for (guint has_census = 0; has_census < 2; has_census++)
      {
        g_autoptr (DeidBaseline) baseline = deid_baseline_new (names[i]), again = NULL;
        g_autofree char *text = NULL;

        ck_assert (deid_baseline_set_census_2000 (baseline, has_census > 0, NULL));
        ck_assert (deid_baseline_set_small_area (baseline, G_MAXUINT64, NULL));
        ck_assert (deid_baseline_set_oldest_age (baseline, 1000, NULL));
        for (guint c = 0; columns[c] != NULL; c++)
          ck_assert (deid_baseline_add_column (baseline, columns[c],
                                               c % 3 > 0 ? "prefix:2,1" : NULL, c % 3, NULL));
        ck_assert (deid_baseline_add_column (baseline, "kept", "date:year", 0, NULL));
        ck_assert (deid_baseline_add_column (baseline, "left", "suppress", 0, NULL));
        text = deid_baseline_to_text (baseline, NULL);
        again = deid_baseline_new_from_text (text, NULL, NULL);
        ck_assert_msg (again != NULL, "%s", text);
        assert_same (baseline, again);
      }
}
END_TEST

START_TEST (census)
{
  g_autoptr (DeidBaseline) yes
      = deid_baseline_new_from_text ("[baseline]\ncensus-2000=yes\n", NULL, NULL);
  g_autoptr (DeidBaseline) no
      = deid_baseline_new_from_text ("[baseline]\ncensus-2000=no\n", NULL, NULL);
  GError *error = NULL;

  ck_assert (deid_baseline_get_census_2000 (yes) && !deid_baseline_get_census_2000 (no));
  ck_assert_ptr_null (deid_baseline_new_from_text ("[baseline]\ncensus-2000=1\n", "b.ini", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "b.ini: line 2: [baseline]", "yes", NULL);
  ck_assert_ptr_null (deid_baseline_new_from_text ("[baseline]\nday=\n", "b.ini", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "b.ini: line 2: [baseline]", NULL);
}
END_TEST

/* Reports do not say where a baseline is kept; messages do. */
START_TEST (neutral_name)
{
  const char *path = write_file ("secret.ini", "[column age]\ntreatment=remove\n", -1);
  const char *wrong = write_file ("wrong.ini", "[column age]\n", -1);
  g_autoptr (DeidBaseline) of_file = deid_baseline_new_from_file (path, NULL, NULL);
  g_autoptr (DeidBaseline) of_text = deid_baseline_new_from_text ("[baseline]\n", path, NULL);
  g_autoptr (DeidProblem) problem = lesson_make_problem ("age\n40\n41\n", NULL, NULL);
  g_autoptr (DeidReport) report
      = deid_report_new_baseline (of_file, problem, NULL, NULL, NULL, NULL);
  g_autofree char *text = deid_report_to_text (report, NULL, NULL);
  GError *error = NULL;

  ck_assert_str_eq (deid_baseline_get_name (of_file), "baseline");
  ck_assert_str_eq (deid_baseline_get_name (of_text), "baseline");
  ck_assert_ptr_nonnull (strstr (text, "\nbaseline: baseline\n"));
  ck_assert_ptr_null (strstr (text, "secret"));
  ck_assert_ptr_null (deid_baseline_new_from_file (wrong, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "wrong.ini: line 1", NULL);
}
END_TEST

static void
assert_refused (const char *text, int code, const char *part)
{
  GError *error = NULL;
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, "b.ini", &error);

  ck_assert_msg (baseline == NULL, "%s", text);
  assert_error (&error, DEID_ERROR, code, "b.ini: line ", part, NULL);
}

START_TEST (texts)
{
  static const char text[] = "[baseline]\nname=Our rule\nday=2024-01-31\noldest-age=89\n"
                             "small-area=20000\n\n[kind birth-dates]\nrule=date:year\nlevel=1\n"
                             "\n[column a%5Db]\nrule=intervals:5,10\nlevel=2\n\n[column c d]\n"
                             "treatment=remove\n\n[column e]\ntreatment=keep\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL);
  g_autoptr (DeidBaseline) harbor = deid_baseline_new_safe_harbor (NULL), again = NULL;
  g_autofree char *written = deid_baseline_to_text (baseline, NULL);
  g_autofree char *of_harbor = deid_baseline_to_text (harbor, NULL), *second = NULL;

  ck_assert_str_eq (written, text);
  ck_assert_str_eq (deid_baseline_get_name (baseline), "Our rule");
  ck_assert_str_eq (deid_baseline_get_day (baseline), "2024-01-31");
  ck_assert_uint_eq (deid_baseline_get_oldest_age (baseline), 89);
  ck_assert_uint_eq (deid_baseline_get_small_area (baseline), 20000);
  ck_assert_uint_eq (deid_baseline_get_n_parts (baseline), 4);
  ck_assert_str_eq (deid_baseline_get_part_section (baseline, 1), "column a%5Db");
  ck_assert_str_eq (deid_baseline_get_part_rule (baseline, 1), "intervals:5,10");
  ck_assert_uint_eq (deid_baseline_get_part_level (baseline, 1), 2);
  ck_assert_ptr_null (deid_baseline_get_part_rule (baseline, 2));
  again = deid_baseline_new_from_text (of_harbor, NULL, NULL);
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
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[baseline] rule", NULL);
  ck_assert (deid_job_set (job, "input", "file", path, NULL, NULL));
  ck_assert (deid_job_set (job, "column *", "role", "quasi-identifying", NULL, NULL));
  ck_assert (deid_job_set (job, "column *", "rule", "suppress", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "rule", "safe-harbor", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "limit", "yes", NULL, NULL));
  ck_assert (deid_job_set (job, "baseline", "zip-populations", areas_path, NULL, NULL));
  made = deid_job_make_baseline (job, NULL, NULL);
  ck_assert_ptr_nonnull (deid_baseline_get_areas (made));
  report = deid_job_make_baseline_report (job, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (report);
  /* 23 f, 23 m, and 90 and over of each sex: all four are alone */
  assert_near (number_of (report, "population_risk_sum"), 4);
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
      g_autoptr (DeidEvaluation) evaluation = NULL;
      g_autoptr (DeidReport) report = NULL;
      DeidProblem *problem;
      GError *error = NULL;

      ck_assert (deid_job_set (job, "input", "file", table, NULL, NULL));
      ck_assert (deid_job_set (job, "population", "file", state, NULL, NULL));
      ck_assert (deid_job_set (job, "column *", "role", "quasi-identifying", NULL, NULL));
      ck_assert (deid_job_set (job, "column a", "rule", "intervals:5,10", NULL, NULL));
      ck_assert (deid_job_set (job, "column b", "rule", "suppress", NULL, NULL));
      ck_assert (deid_job_set (job, "baseline", "rule", rule, NULL, NULL));
      ck_assert (deid_job_set (job, "baseline", "limit", "yes", NULL, NULL));
      problem = deid_job_get_problem (job, NULL, &error);
      assert_no_error (error);
      policy = deid_policy_new_from_text (deid_problem_get_lattice (problem), policies[i], &error);
      assert_no_error (error);
      evaluation = deid_evaluation_new (problem, policy, NULL, &error);
      assert_no_error (error);
      report = deid_job_make_baseline_report (job, NULL, NULL, NULL);
      assert_near (number_of (report, "population_risk_sum"), 4);
      ck_assert_int_eq (deid_evaluation_is_solution (evaluation), i == 0);
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
      g_autoptr (DeidBaseline) baseline = deid_baseline_new ("Ours");
      g_autoptr (DeidReport) report = NULL;

      ck_assert (deid_baseline_add_column (baseline, removes ? "count" : "note", NULL, 0, NULL));
      report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, NULL);
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
  const TTest *const tests[]
      = { same_day,     same_areas, levels, reads_back,       census,
          neutral_name, texts,      by_job, notes_of_weights, limit_with_unmatched_records };
  Suite *suite = suite_create ("baseline-settings");
  TCase *tcase = tcase_create ("settings");

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return suite;
}
