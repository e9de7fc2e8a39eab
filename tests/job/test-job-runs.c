/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A job does what the same calls do by hand, and says which of its settings is wrong. */
#include "problem/release-options-private.h"
#include "report/risk-options-private.h"
#include "search/search-private.h"
#include "support/alternatives.h"
#include "support/suite.h"
#include "table/csv-options.h"

#include <string.h>

static const char *const attributes[] = { "age", "sex", "zip", "admission", "insurance", "stay" };

static char *
get_hierarchy_path (const char *column)
{
  return g_strconcat (get_source_file ("examples/data/hierarchy_"), column, ".csv", NULL);
}

/* The quickstart's problem, call by call. */
static DeidProblem *
state_by_hand (void)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (5, NULL);
  g_autoptr (DeidPrivacyModel) l
      = deid_privacy_model_new_distinct_l_diversity ("diagnosis", 3, NULL);
  DeidProblem *problem;

  ck_assert (deid_csv_options_set_delimiter (csv, ';', NULL));
  dataset = deid_dataset_new_from_csv_file (get_source_file ("examples/data/discharges.csv"), csv,
                                            NULL, NULL);
  ck_assert (deid_dataset_set_role (dataset, "patient", DEID_ROLE_ENTITY, NULL));
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < G_N_ELEMENTS (attributes); a++)
    {
      g_autofree char *path = get_hierarchy_path (attributes[a]);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (path, NULL, NULL, NULL);

      ck_assert (deid_lattice_add_quasi_identifier (lattice, attributes[a], hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, l, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.05, NULL));
  return problem;
}

static DeidJob *
state_by_file (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  g_string_append_printf (text,
                          "[input]\ninput=%s\ndelimiter=;\n[lattice]\nhierarchies=%s\n"
                          "[column patient]\nrole=entity\n[column diagnosis]\nrole=sensitive\n"
                          "[models]\nmodel=k:5;dl:3\n[limits]\nsuppression-limit=5%%\n",
                          get_source_file ("examples/data/discharges.csv"),
                          get_source_file ("examples/data/hierarchy_"));
  for (guint a = 0; a < G_N_ELEMENTS (attributes); a++)
    g_string_append_printf (text, "[column %s]\nrole=quasi-identifying\n", attributes[a]);
  deid_job_load_text (job, text->str, "quickstart.ini", NULL, &error);
  assert_no_error (error);
  return job;
}

static char *
read_file (const char *path)
{
  char *content;

  ck_assert (g_file_get_contents (path, &content, NULL, NULL));
  return content;
}

/* Result, release and the three files. */
START_TEST (equals_calls)
{
  const char *const names[] = { "output", "policy", "certificate" };
  g_autoptr (DeidProblem) problem = state_by_hand ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) expected = deid_search_run (search, problem, NULL, NULL), result = NULL;
  g_autoptr (DeidJob) job = state_by_file ();
  g_autoptr (DeidDataset) table = deid_result_apply (expected, NULL, NULL, NULL), release = NULL;
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (expected, NULL, NULL);
  g_autoptr (DeidOutputSet) by_hand = deid_output_set_new (), outputs = deid_output_set_new ();
  g_autofree char *levels = NULL, *own_levels = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ck_assert (deid_job_set (job, "output", names[i], get_temporary_file (names[i]), NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  levels = deid_policy_to_text (deid_result_get_policy (expected), NULL);
  own_levels = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (own_levels, levels);
  ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
  release = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_job_reserve_outputs (job, outputs, &error));
  ck_assert (deid_job_add_outputs (job, outputs, result, release, NULL, &error));
  ck_assert (deid_output_set_commit (outputs, NULL, &error));
  ck_assert (deid_csv_options_set_delimiter (csv, ';', NULL));
  ck_assert (deid_output_set_add_release (by_hand, table, get_temporary_file ("hand-output"), csv,
                                          NULL, NULL));
  ck_assert (deid_output_set_add_stored_policy (by_hand, policy, get_temporary_file ("hand-policy"),
                                                NULL, NULL));
  ck_assert (deid_output_set_add_certificate (by_hand, expected,
                                              get_temporary_file ("hand-certificate"), NULL, NULL));
  ck_assert (deid_output_set_commit (by_hand, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *hand = g_strconcat ("hand-", names[i], NULL);
      g_autofree char *a = read_file (get_temporary_file (names[i]));
      g_autofree char *b = read_file (get_temporary_file (hand));

      ck_assert_msg (g_str_equal (a, b), "%s differs", names[i]);
    }
  ck_assert (!deid_job_set (job, "limits", "suppression-limit", "0", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert_str_eq (deid_job_get (job, "limits", "suppression-limit"), "0.05");
}
END_TEST

static const char table[] = "id,q1,q2,q10,illness,drug,n,note\n"
                            "1,10,a,x,flu,A,1,NA\n"
                            "2,11,a,x,flu,B,2,\n"
                            "3,12,b,NA,gout,A,1,-9\n"
                            "4,13,b,y,gout,B,1,ok\n";

static DeidJob *
make_job (const char *settings)
{
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  deid_job_load_text (job, settings, "p.ini", NULL, &error);
  assert_no_error (error);
  ck_assert (deid_job_set (job, "input", "input", write_file ("t.csv", table, -1), NULL, NULL));
  return job;
}

static DeidRole
get_role (DeidDataset *dataset, const char *name)
{
  guint column;

  ck_assert (deid_dataset_find_column (dataset, name, &column, NULL));
  return deid_dataset_get_role (dataset, column);
}

/* The own section goes first, then the last glob, then that of all columns, each key by itself. */
START_TEST (sections)
{
  g_autoptr (DeidJob) job = make_job ("[column q10]\nmissing=NA\n"
                                      "[column *]\nrole=insensitive\nmissing=-9\n"
                                      "[column q*]\nrole=quasi-identifying\nrule=suppress\n"
                                      "[column q?]\nmissing-policy=error\n"
                                      "[column id]\nrole=identifying\n"
                                      "[column illness]\nrole=sensitive\n"
                                      "[column illness+drug]\nrole=judged\n"
                                      "[column both]\njoint=drug;illness\n"
                                      "[column n]\nrole=weight\ntype=integer\n"
                                      "[column q2]\nrole=quasi-identifying\n"
                                      "[models]\nmodel=k:1;dl:1\n");
  GError *error = NULL;
  DeidDataset *dataset = deid_job_get_dataset (job, NULL, &error);
  DeidProblem *problem;
  DeidLattice *lattice;
  g_autofree char *first = NULL, *last = NULL;

  assert_no_error (error);
  ck_assert_int_eq (get_role (dataset, "id"), DEID_ROLE_IDENTIFYING);
  ck_assert_int_eq (get_role (dataset, "drug"), DEID_ROLE_INSENSITIVE);
  ck_assert_int_eq (get_role (dataset, "illness"), DEID_ROLE_SENSITIVE);
  ck_assert_int_eq (get_role (dataset, "n"), DEID_ROLE_WEIGHT);
  ck_assert_int_eq (get_role (dataset, "illness+drug"), DEID_ROLE_JUDGED);
  ck_assert_int_eq (get_role (dataset, "both"), DEID_ROLE_JUDGED);
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 9), "A+flu");
  ck_assert_int_eq (deid_dataset_get_missing_policy (dataset, 1), DEID_MISSING_POLICY_ERROR);
  ck_assert_int_eq (deid_dataset_get_missing_policy (dataset, 3), DEID_MISSING_POLICY_OWN_CATEGORY);
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 2, 3));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 7), "NA");
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 2, 7));
  problem = deid_job_get_problem (job, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_eq (deid_job_get_problem (job, NULL, NULL), problem);
  lattice = deid_problem_get_lattice (problem);
  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 3);
  ck_assert_str_eq (deid_lattice_get_attribute_name (lattice, 0), "q1");
  ck_assert_str_eq (deid_lattice_get_attribute_name (lattice, 1), "q10");
  ck_assert_str_eq (deid_lattice_get_attribute_name (lattice, 2), "q2");
  ck_assert_uint_eq (deid_problem_get_n_privacy_models (problem), 4);
  first = deid_privacy_model_to_specification (deid_problem_get_privacy_model (problem, 1));
  last = deid_privacy_model_to_specification (deid_problem_get_privacy_model (problem, 3));
  ck_assert_str_eq (first, "dl:1@illness");
  ck_assert_str_eq (last, "dl:1@both");
}
END_TEST

/* Cuts need no hierarchies; those of the population count too. */
START_TEST (cuts)
{
  g_autoptr (DeidJob) job
      = make_job ("[column q1]\nrole=quasi-identifying\nloss-weight=3\n"
                  "[lattice]\ngeneralize-by=cuts\nexact-ends=yes\n"
                  "[population]\npopulation-weight=w\n[models]\nmodel=kmap:2\n");
  const char *population = write_file ("p.csv", "q1,w\n9,1\n10,2\n11,2\n12,2\n13,2\n", -1);
  GError *error = NULL;
  DeidProblem *problem;

  ck_assert (deid_job_set (job, "population", "population", population, NULL, NULL));
  problem = deid_job_get_problem (job, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (deid_problem_get_lattice (problem)), 4);
  ck_assert_uint_eq (deid_dataset_get_n_records (deid_problem_get_population (problem)), 9);
  ck_assert (
      deid_quality_model_get_attribute_weight (deid_problem_get_quality_model (problem), "q1")
      == 3);
}
END_TEST

/* Each column has a kind of its own, or that of the lattice. */
START_TEST (kinds)
{
  const char *path = write_file ("h.csv", "10;1;*\n11;1;*\n12;1;*\n13;1;*\n", -1);
  const struct
  {
    const char *of_lattice, *of_column;
    gboolean has_cuts;
  } cases[] = { { "levels", NULL, FALSE },
                { "levels", "cuts", TRUE },
                { "levels", "subtrees", TRUE },
                { "cuts", "levels", FALSE },
                { "cuts", NULL, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = make_job ("[column q1]\nrole=quasi-identifying\n"
                                          "[column q2]\nrole=quasi-identifying\nrule=suppress\n"
                                          "generalize-by=levels\n[models]\nmodel=k:1\n");
      GError *error = NULL;
      DeidLattice *lattice;
      DeidProblem *problem;

      ck_assert (deid_job_set (job, "column q1", "hierarchy", path, NULL, NULL));
      ck_assert (deid_job_set (job, "lattice", "generalize-by", cases[i].of_lattice, NULL, NULL));
      if (cases[i].of_column != NULL)
        ck_assert (
            deid_job_set (job, "column q1", "generalize-by", cases[i].of_column, NULL, NULL));
      problem = deid_job_get_problem (job, NULL, &error);
      assert_no_error (error);
      lattice = deid_problem_get_lattice (problem);
      ck_assert (deid_lattice_has_cuts (lattice, 0) == cases[i].has_cuts);
      ck_assert (!deid_lattice_has_cuts (lattice, 1));
    }
}
END_TEST

/* Of the ages 10 to 13 the first two are never merged with others, and the last two always. */
START_TEST (kept)
{
  static const struct
  {
    const char *key, *value, *kind;
    const char *ranges; /* of the cuts behind 10, 11 and 12; of nodes below */
  } cases[] = { { "keep-apart", "12;10", "cuts", "01 00 01" },
                { "keep-together", "12..13; 1..10.5", "cuts", "01 01 11" },
                { "keep-together", "10..11;12..99", "cuts", "11 01 11" },
                { "keep-apart", "old", "subtrees", "00 01 01" },
                { "keep-together", "old;10 .. young", "subtrees", "01 11 11" },
                { "levels", "1..1", "subtrees", "00 11 11" } };
  const char *path = write_file ("h.csv", "10;young;*\n11;young;*\n12;old;*\n13;old;*\n", -1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job
          = make_job ("[column q1]\nrole=quasi-identifying\n[models]\nmodel=k:1\n");
      g_autoptr (GString) ranges = g_string_new (NULL);
      DeidProblem *problem;
      GError *error = NULL;

      ck_assert (deid_job_set (job, "column q1", "hierarchy", path, NULL, NULL));
      ck_assert (deid_job_set (job, "column q1", "generalize-by", cases[i].kind, NULL, NULL));
      ck_assert (deid_job_set (job, "column q1", cases[i].key, cases[i].value, NULL, NULL));
      problem = deid_job_get_problem (job, NULL, &error);
      assert_no_error (error);
      for (guint d = 0; d < 3; d++)
        {
          guint lowest, highest;

          deid_lattice_get_level_range (deid_problem_get_lattice (problem), d, &lowest, &highest);
          g_string_append_printf (ranges, "%s%u%u", d > 0 ? " " : "", lowest, highest);
        }
      ck_assert_str_eq (ranges->str, cases[i].ranges);
    }
}
END_TEST

START_TEST (few_blocks)
{
  static const struct
  {
    const char *text;
    guint max_blocks;
  } cases[] = { { "none", G_MAXUINT }, { "2", 2 }, { "99999999999", G_MAXUINT } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job
          = make_job ("[column q1]\nrole=quasi-identifying\ngeneralize-by=cuts\n"
                      "[models]\nmodel=k:1\n");
      GError *error = NULL;
      DeidProblem *problem;

      ck_assert (deid_job_set (job, "column q1", "max-blocks", cases[i].text, NULL, NULL));
      problem = deid_job_get_problem (job, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_lattice_get_max_blocks (deid_problem_get_lattice (problem), 0),
                         cases[i].max_blocks);
    }
}
END_TEST

/* What takes no limit of blocks. */
START_TEST (no_blocks)
{
  static const struct
  {
    const char *section, *key, *value, *message;
  } cases[] = { { "column q1", "max-blocks", "0", "expected at least 1" },
                { "column q1", "generalize-by", "levels", "has levels" },
                { "search", "recoding", "local", "nor limit blocks" },
                { "output", "certificate", "proof.jsonl", "certificates" } };
  const char *path = write_file ("h.csv", "10;young;*\n11;young;*\n12;old;*\n13;old;*\n", -1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job
          = make_job ("[column q1]\nrole=quasi-identifying\ngeneralize-by=cuts\n"
                      "max-blocks=2\n[models]\nmodel=k:1\n");
      GError *error = NULL;

      ck_assert (deid_job_set (job, "column q1", "hierarchy", path, NULL, NULL));
      ck_assert (deid_job_set (job, cases[i].section, cases[i].key, cases[i].value, NULL, &error));
      assert_no_error (error);
      ck_assert_ptr_null (deid_job_get_problem (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "max-blocks", cases[i].message,
                    NULL);
    }
}
END_TEST

/* Of the levels 0 to 2 the second one alone is left. */
START_TEST (levels)
{
  g_autoptr (DeidJob) job = make_job ("[column q1]\nrole=quasi-identifying\nlevels=1..1\n"
                                      "[column q2]\nrole=quasi-identifying\nrule=suppress\n"
                                      "levels=..0\n[models]\nmodel=k:1\n");
  const char *path = write_file ("h.csv", "10;1;*\n11;1;*\n12;1;*\n13;1;*\n", -1);
  GError *error = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *policy = NULL;

  ck_assert (deid_job_set (job, "column q1", "hierarchy", path, NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (policy, "q1:1 q2:0");
}
END_TEST

/* Roles alone are edited: what else stands in the sections does nothing then, and comes back with
 * the role. An option that does nothing is an error. */
START_TEST (edited_roles)
{
  static const char *const roles[] = { "insensitive", "identifying", "entity", "sensitive" };
  static const char settings[]
      = "[column q1]\nrole=quasi-identifying\nrule=suppress\n[column q2]\n"
        "role=quasi-identifying\nrule=suppress\nlevels=1..1\nloss-weight=2\n"
        "[column note]\nrole=insensitive\nhierarchy=nowhere.csv\nlevels=7\n[models]\nmodel=k:1\n";
  g_autoptr (DeidJob) option = make_job (settings);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      g_autoptr (DeidJob) job = make_job (settings);
      g_autoptr (DeidResult) result = NULL;
      g_autofree char *policy = NULL, *text = NULL;

      ck_assert (deid_job_set (job, "column q2", "role", roles[i], "--set", NULL));
      result = deid_job_run (job, NULL, &error);
      assert_no_error (error);
      policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
      ck_assert_str_eq (policy, "q1:0");
      text = deid_job_to_text (job, NULL, NULL);
      ck_assert_ptr_nonnull (strstr (text, "loss-weight=2\n"));
    }
  ck_assert (deid_job_set (option, "column note", "loss-weight", "3", "--loss-weight", NULL));
  ck_assert_ptr_null (deid_job_run (option, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "--loss-weight: column 'note'",
                "quasi-identifying", NULL);
}
END_TEST

/* Columns have their limits in the order of the table; `none` takes one away, and a role without a
 * use for it leaves it alone. */
START_TEST (group_limits)
{
  static const char settings[] = "[column q1]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[column q2]\nrole=sensitive\nsuppression-limit=none\n"
                                 "[column note]\nrole=insensitive\nsuppression-limit=20%\n"
                                 "[column *]\nsuppression-limit=0.5\n[models]\nmodel=k:1\n";
  g_autoptr (DeidJob) job = make_job (settings), option = make_job (settings);
  GError *error = NULL;
  DeidProblem *problem = deid_job_get_problem (job, NULL, &error);
  const char *column;
  double limit;

  assert_no_error (error);
  ck_assert (deid_problem_get_group_limit (problem, 0, &column, &limit) && limit == 0.5);
  ck_assert_str_eq (column, "q1");
  ck_assert (deid_problem_get_group_limit (problem, 1, &column, &limit) && limit == 0.2);
  ck_assert_str_eq (column, "note");
  ck_assert (!deid_problem_get_group_limit (problem, 2, NULL, NULL));
  ck_assert (deid_job_set (option, "column note", "role", "identifying", "--set", NULL));
  ck_assert (deid_job_set (option, "column note", "suppression-limit", "0.1", "--suppression-limit",
                           NULL));
  ck_assert_ptr_null (deid_job_run (option, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "--suppression-limit: column 'note'",
                "insensitive", NULL);
}
END_TEST

START_TEST (options)
{
  g_autoptr (DeidJob) job = make_job (
      "[search]\nalgorithm=directed\niterations=7\nseed=3\npolish=yes\nthreads=2\n"
      "time-limit=1.5\nstep-limit=9\n[release]\nkeep-order=yes\nkeep-suppressed=yes\n"
      "spreadsheet-safe=yes\n[report]\nreport-threshold=10%\nminimum-cell=4\npopulation-size=100\n"
      "[input]\nquote='\nheader=no\nmissing=NA;-9\n");
  g_autoptr (DeidSearch) search = deid_job_make_search (job, NULL);
  g_autoptr (DeidReleaseOptions) release = deid_job_make_release_options (job, NULL);
  g_autoptr (DeidRiskOptions) risks = deid_job_make_risk_options (job, NULL);
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, NULL);
  g_autofree char *text = deid_search_to_specification (search);

  ck_assert_str_eq (text, "directed:7:3:polish");
  ck_assert_uint_eq (deid_search_get_n_threads (search), 2);
  ck_assert (deid_search_get_time_limit (search) == 1.5);
  ck_assert_uint_eq (search->step_limit, 9);
  ck_assert_uint_eq (release->seed, 3);
  ck_assert (release->keep_order);
  ck_assert (release->keep_suppressed);
  ck_assert (deid_risk_options_get_threshold (risks) == 0.1);
  ck_assert_uint_eq (risks->minimum_cell, 4);
  ck_assert_uint_eq (risks->population_size, 100);
  ck_assert_int_eq (csv->quote, '\'');
  ck_assert (!csv->header);
  ck_assert (csv->spreadsheet_safe);
  ck_assert_str_eq (csv->missing_values[1], "-9");
}
END_TEST

/* Rules of dates and ages are read by the format of the column, unless they state their own; other
 * rules have none. Who was born on 1 February 1980 was 23 on the last day of 2003. */
START_TEST (formats)
{
  static const char *const cases[][3]
      = { { "date:year", "1980", "date:year;format=DD.MM.YYYY hh%3Amm" },
          { "date:month,year", "1980-02", "date:month,year;format=DD.MM.YYYY hh%3Amm" },
          { "age:1,5;at=2003-12-31", "23", "age:1,5;at=2003-12-31;format=DD.MM.YYYY hh%3Amm" },
          { "time:hour", "08:00-08:59", "time:hour;format=DD.MM.YYYY hh%3Amm" },
          { "date:year;format=D.M.YYYY h%3Amm", "1980", "date:year;format=D.M.YYYY h%3Amm" },
          { "prefix:2", "01**************", "prefix:2" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      g_autofree char *rule = NULL;
      DeidHierarchy *hierarchy;
      GError *error = NULL;

      deid_job_load_text (job,
                          "[column d]\nrole=quasi-identifying\ntype=date\n"
                          "format=DD.MM.YYYY hh:mm\n[models]\nmodel=k:1\n"
                          "[search]\nevaluate=d:1\n",
                          NULL, NULL, NULL);
      deid_job_set (job, "input", "input",
                    write_file ("d.csv", "d\n01.02.1980 08:30\n01.02.1980 08:30\n", -1), NULL,
                    NULL);
      ck_assert (deid_job_set (job, "column d", "rule", cases[i][0], NULL, NULL));
      result = deid_job_run (job, NULL, &error);
      assert_no_error (error);
      hierarchy = deid_lattice_get_hierarchy (
          deid_problem_get_lattice (deid_job_get_problem (job, NULL, NULL)), 0);
      ck_assert (deid_hierarchy_to_specification (hierarchy, &rule, NULL));
      ck_assert_str_eq (rule, cases[i][2]);
      release = deid_job_release (job, result, NULL, &error);
      assert_no_error (error);
      ck_assert_str_eq (deid_dataset_get_value (release, 0, 0), cases[i][1]);
    }
}
END_TEST

/* What does not go together, or not with the table. */
START_TEST (faults)
{
  static const struct
  {
    const char *settings;
    DeidError code;
    const char *messages[2];
  } cases[] = {
    { "[column ilness]\nrole=sensitive\n",
      DEID_ERROR_UNKNOWN_COLUMN,
      { "p.ini: line 1: [column ilness]", "did you mean 'illness'?" } },
    { "[column x*]\nrole=sensitive\n",
      DEID_ERROR_UNKNOWN_COLUMN,
      { "p.ini: line 1: [column x*]", "no column" } },
    { "[column drug]\njoint=q1;q2\n",
      DEID_ERROR_DUPLICATE_COLUMN,
      { "[column drug] joint", "another" } },
    { "[column z]\njoint=q1;q3\n",
      DEID_ERROR_UNKNOWN_COLUMN,
      { "p.ini: line 2: [column z] joint", "q3" } },
    { "[column q1]\nrole=quasi-identifying\nrule=suppress\nhierarchy=h.csv\n",
      DEID_ERROR_PARSE,
      { "p.ini: line 3: [column q1] rule", "one of the two" } },
    { "[column q1]\nrole=quasi-identifying\nrule=suppress\nlevels=0..7\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 4: [column q1] levels" } },
    { "[column q1]\nrole=quasi-identifying\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 2: [column q1] role: column 'q1'",
        "rule or a hierarchy for the quasi-identifier, such as rule=suppress in [column q1]" } },
    { "[column q2]\ntype=integer\n",
      DEID_ERROR_PARSE,
      { "p.ini: line 2: [column q2] type", "integer" } },
    { "[column illness]\ntype=integer\nmissing=gout\n",
      DEID_ERROR_PARSE,
      { "p.ini: line 2: [column illness] type: ",
        "1 value is not of the type integer: the first in line 2; 2 records have such a value; "
        "list those "
        "that mean that there is no value in missing=" } },
    { "[column q1]\nrole=weight\n[column n]\nrole=weight\n",
      DEID_ERROR_ROLE,
      { "p.ini: line 4: [column n] role", "weight" } },
    { "[population]\npopulation-weight=w\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 2: [population] population-weight", "table" } },
    { "[limits]\nsuppression-limit=5%\nsuppression-count=3\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 3: [limits] suppression-count", "one of the two" } },
    { "[models]\nmodel=k:2;dl:2@q9\n",
      DEID_ERROR_UNKNOWN_COLUMN,
      { "p.ini: line 2: [models] model", "q9" } },
    { "[models]\nmodel=dl:2\n", DEID_ERROR_PARSE, { "p.ini: line 2: [models] model", "@" } },
    { "[models]\nquality=dm\n[column q1]\nrole=quasi-identifying\nrule=suppress\nloss-weight=2\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 6: [column q1] loss-weight", "dm" } },
    { "[search]\nevaluate=q1:0\n[release]\nalternative=1\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 4: [release] alternative", "the policy is stated" } },
    { "[search]\nevaluate=q1:0\n[report]\nexplain=yes\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 4: [report] explain", "the policy is stated" } },
    { "[search]\nevaluate=q1:0\n[output]\ncertificate=c.jsonl\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 4: [output] certificate", "the policy is stated" } },
    { "[search]\nevaluate=q1:0,q2:1\n[column q1]\nrole=quasi-identifying\nrule=suppress\n",
      DEID_ERROR_PARSE,
      { "p.ini: line 2: [search] evaluate: policy 'q1:0,q2:1'", "q2" } },
    { "[search]\nevaluate=q1:2\n[column q1]\nrole=quasi-identifying\nrule=suppress\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 2: [search] evaluate: ", "q1" } },
    { "[search]\nevaluate=q1:0\n[column q1]\nrole=quasi-identifying\nrule=suppress\n[models]\n"
      "model=k:2\n",
      DEID_ERROR_NO_SOLUTION,
      { "4 fail k:2" } },
    { "[search]\niterations=5\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "p.ini: line 2: [search] iterations", "bisecting" } },
    { "[search]\nthreads=0\n", DEID_ERROR_INVALID_ARGUMENT, { "p.ini: line 2: [search] threads" } },
    { "[search]\nthreads=1025\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: [search] threads", "1025 threads, expected 1 to 1024" } },
    { "[search]\nthreads=5000000000\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: [search] threads", ": 5000000000 threads, expected 1 to 1024" } },
    { "[search]\nthreads=18446744073709551615\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { ": 18446744073709551615 threads, expected 1 to 1024" } },
    { "[input]\ndelimiter=\\s\nquote=\\s\n", DEID_ERROR_INVALID_ARGUMENT, { "p.ini: line" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = make_job (cases[i].settings);
      GError *error = NULL;

      ck_assert_msg (deid_job_run (job, NULL, &error) == NULL, "%s", cases[i].settings);
      assert_one_line (error->message);
      for (guint m = 0; m < G_N_ELEMENTS (cases[i].messages) && cases[i].messages[m] != NULL; m++)
        ck_assert_msg (strstr (error->message, cases[i].messages[m]) != NULL, "%s: %s",
                       cases[i].messages[m], error->message);
      ck_assert_msg (error->domain == DEID_ERROR && error->code == (int) cases[i].code, "%d: %s",
                     error->code, error->message);
      g_clear_error (&error);
    }
}
END_TEST

/* One table for two jobs, which give its columns roles of their own. */
START_TEST (given_tables)
{
  static const char *const ages[] = { "30", "31", "", "31" };
  g_autoptr (DeidDataset) given = deid_dataset_new ("visits");
  g_autoptr (DeidJob) job = deid_job_new (), other = deid_job_new ();
  DeidDataset *dataset;
  GError *error = NULL;

  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[input] input", NULL);
  ck_assert (deid_dataset_add_string_column (given, "age", ages, 4, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (given, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  ck_assert (deid_job_set_dataset (job, given, NULL));
  ck_assert (deid_job_set (job, "column age", "role", "sensitive", NULL, NULL));
  dataset = deid_job_get_dataset (job, NULL, NULL);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
  ck_assert_str_eq (deid_dataset_get_name (dataset), "visits");
  ck_assert_int_eq (deid_dataset_get_role (dataset, 0), DEID_ROLE_SENSITIVE);
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 0), DEID_COLUMN_TYPE_INTEGER);
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 2, 0));
  ck_assert (!deid_job_set_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert_int_eq (deid_dataset_get_role (given, 0), DEID_ROLE_IDENTIFYING);
  ck_assert (!deid_dataset_set_role (given, "age", DEID_ROLE_SENSITIVE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "visits", NULL);
  ck_assert (deid_job_set_dataset (other, given, NULL));
  ck_assert (deid_job_set (other, "engine", "dialect", "sqlite", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (other, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[engine] dialect", NULL);
  ck_assert (deid_job_set (other, "engine", "dialect", NULL, NULL, NULL));
  ck_assert_ptr_nonnull (deid_job_get_dataset (other, NULL, NULL));
}
END_TEST

/* No output may be what is read, be it the problem file itself. */
START_TEST (outputs)
{
  const char *path = write_file ("own.ini", "[input]\ninput=t.csv\n", -1);
  const char *const refused[] = { path, get_temporary_file ("t.csv") };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (DeidOutputSet) set = deid_output_set_new ();
      g_autoptr (DeidJob) job = deid_job_new ();
      GError *error = NULL;

      ck_assert (deid_job_load_file (job, path, NULL, NULL));
      write_file ("t.csv", table, -1);
      ck_assert (deid_job_set (job, "output", "policy", refused[i], NULL, NULL));
      ck_assert (!deid_job_reserve_outputs (job, set, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
}
END_TEST

/* An alternative is chosen by its number. */
START_TEST (alternatives)
{
  const char settings[] = "[column q1]\nrole=quasi-identifying\n[lattice]\ngeneralize-by=cuts\n"
                          "[models]\nmodel=k:2\n[search]\nalgorithm=bisecting\n"
                          "[release]\nalternative=0\n";
  g_autoptr (DeidJob) job = make_job (settings), other = make_job (settings);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, &error);

  assert_no_error (error);
  ck_assert_ptr_null (deid_report_new_alternatives (result, NULL, 0, FALSE, NULL, NULL));
  ck_assert (deid_job_set (other, "release", "alternative", "99", "--alternative", NULL));
  ck_assert_ptr_null (deid_job_run (other, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "--alternative 99: expected",
                NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-runs");
  TCase *runs = tcase_create ("runs");

  tcase_add_test (runs, equals_calls);
  tcase_add_test (runs, sections);
  tcase_add_test (runs, cuts);
  tcase_add_test (runs, kept);
  tcase_add_test (runs, few_blocks);
  tcase_add_test (runs, no_blocks);
  tcase_add_test (runs, kinds);
  tcase_add_test (runs, levels);
  tcase_add_test (runs, formats);
  tcase_add_test (runs, edited_roles);
  tcase_add_test (runs, group_limits);
  tcase_add_test (runs, options);
  tcase_add_test (runs, faults);
  tcase_add_test (runs, given_tables);
  tcase_add_test (runs, outputs);
  tcase_add_test (runs, alternatives);
  tcase_set_timeout (runs, 60);
  suite_add_tcase (suite, runs);
  return suite;
}
