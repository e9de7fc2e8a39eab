/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every figure of every kind of report is in its catalogue, and docs/figures.md and the schema of
 * JSON reports are made of it:
 *
 *     DEID_TEST_WRITE=1 meson test catalogue
 *
 * writes both. */
#include "support/figures.h"
#include "support/lesson.h"
#include "support/text-job.h"

#include <json-glib/json-glib.h>
#include <string.h>

typedef struct
{
  const char *kind;
  const char *title; /* of its section in the document */
  DeidReport *(*make) (void);
} Kind;

static DeidProblem *
make_problem (void)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("zip posts:insensitive\n a 1\n a 1\n a 3\n a 3\n b 7\n c 9\n");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification ("suppress", NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_set_column_type (dataset, "posts", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  return problem;
}

static DeidReport *
make_bias (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0");

  return deid_report_new_bias (problem, result, 0, NULL, NULL);
}

/* With persons, a population and its size. */
static DeidReport *
make_risks (void)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("zip posts:insensitive who:entity\n a 1 1\n a 1 1\n a 3 2\n a 3 3\n"
                           " b 7 4\n c 9 5\n");
  g_autoptr (DeidDataset) population = lesson_make_table ("zip\n a\n a\n a\n b\n");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification ("suppress", NULL);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  ck_assert (deid_risk_options_set_population_size (options, 100, NULL));
  result = lesson_evaluate (problem, "zip:0");
  return deid_report_new_risks (result, NULL, TRUE, options, NULL, NULL);
}

static DeidReport *
make_left_out (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0");

  return deid_report_new_left_out (result, 2, 1, NULL, NULL);
}

static DeidReport *
make_distortion (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0");

  return deid_report_new_distortion (result, NULL, NULL, NULL);
}

static gboolean
fit_nothing (const DeidRegression *regression, double *coefficients, gpointer data, GError **error)
{
  (void) regression, (void) coefficients, (void) data, (void) error;
  return TRUE;
}

/* The column of notes has too many values. */
static DeidReport *
make_utility (void)
{
  static const char *const targets[] = { "zip", NULL };
  g_autoptr (GString) table = g_string_new ("zip note:insensitive\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  for (guint i = 0; i < 1002; i++)
    g_string_append_printf (table, " %c n%u\n", 'a' + (int) (i % 2), i);
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "zip:0");
  return deid_report_new_utility (result, targets, 2, 2000, 0, fit_nothing, NULL, NULL, NULL);
}

static DeidReport *
make_stored_policy (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;

  ck_assert (deid_problem_set_group_limit (problem, "zip", 1, NULL));
  ck_assert (deid_problem_set_group_weight (problem, "zip", "a", 2, NULL));
  result = lesson_evaluate (problem, "zip:0");
  policy = deid_stored_policy_new (result, NULL, NULL);
  return deid_report_new_stored_policy (policy, NULL);
}

/* An engine whose released table has a class of four records of zip a. */
static gboolean
run_released (const char *sql, DeidEngineRows *rows, GCancellable *cancellable G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED, GError **error)
{
  static const char *const column = "=zip=", *const total[] = { "=4=", "=4=" },
                           *const released[] = { "=a=", "=4=" };
  if (strstr (sql, "pragma_table") != NULL)
    return deid_engine_rows_add (rows, &column, 1, error);
  return deid_engine_rows_add (rows, strstr (sql, "GROUP BY") != NULL ? released : total, 2, error);
}

static DeidReport *
make_engine_verification (void)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "zip\n a\n a\n a\n a\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0");
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  g_autoptr (DeidEngine) engine
      = deid_engine_new (DEID_DIALECT_SQLITE, run_released, NULL, NULL, NULL);

  return deid_engine_verify (engine, "released", policy, NULL, NULL, NULL);
}

static DeidReport *
make_identifiers (void)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("email age\n a@example.org 91\n b@example.org 40\n");

  return deid_report_new_identifiers (dataset, NULL, NULL);
}

/* A column of each kind, one of which has a code for a missing value. */
static DeidReport *
make_suggestions (void)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("age sex income\n 31 f 100\n 35 m 200\n NA f 300\n 47 m 300\n");

  return deid_report_new_suggestions (dataset, "visits.csv", NULL, NULL, NULL);
}

/* Ages of 90 and over are one group, as on level 1 of the hierarchy; records of b weigh twice. */
static DeidReport *
make_baseline (void)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age zip\n 91 a\n 95 a\n 40 b\n", "age 91 old *\nage 95 old *\nage 40 young *\n",
      deid_privacy_model_new_k_anonymity (1, NULL));
  g_autoptr (DeidBaseline) baseline
      = deid_baseline_new_from_text ("[column age]\nrule=intervals:1;top=90\n", NULL, NULL, NULL);
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_problem_set_group_weight (problem, "zip", "b", 2, NULL));
  result = lesson_evaluate (problem, "age:0 zip:0");
  return deid_report_new_baseline (baseline, problem, NULL, result, NULL, NULL);
}

static DeidReport *
make_attribute_risks (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0");

  return deid_report_new_attribute_risks (result, TRUE, 1, NULL, NULL);
}

/* On level 0 the records of b and c fail: those who are ill, of whom one may be suppressed. */
static DeidReport *
make_explanation (void)
{
  static const char problem[] = "[column zip]\nrole=quasi-identifying\nrule=suppress\n[column "
                                "ill]\nrole=sensitive\nsuppression-limit=50%\n"
                                "[models]\nmodel=k:2\n[limits]\nsuppression-limit=50%\n";
  static const char table[] = "zip,ill\na,no\na,no\nb,yes\nc,yes\n";
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_job_load_text (job, problem, "problem", NULL, NULL));
  set_text_table (job, table);
  result = deid_job_run (job, NULL, NULL);
  return deid_report_new_explanation (result, 2, NULL, NULL);
}

static DeidReport *
make_evaluation (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);

  return deid_report_new_evaluation (problem, policy, NULL, NULL);
}

/* All zips get the label `*`. */
static DeidReport *
make_warnings (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1");

  return deid_report_new_warnings (result, NULL, NULL);
}

static DeidReport *
make_statistics (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidSearch) search = deid_search_new_flash ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  return deid_report_new_statistics (result, NULL, NULL);
}

static DeidReport *
make_frontier (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();

  return deid_report_new_frontier (problem, 1, 3, NULL, NULL);
}

/* A job on the same table, by one or two lines of settings. */
static DeidJob *
make_job (void)
{
  static const char table[] = "zip,posts\na,1\na,1\na,3\na,3\nb,7\nc,9\n";
  DeidJob *job = deid_job_new ();

  ck_assert (deid_job_load_text (job,
                                 "[models]\nmodel=k:2\n[limits]\nsuppression-count=2\n"
                                 "[column zip]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[column posts]\nrole=quasi-identifying\ntype=integer\n"
                                 "rule=capacity:2\nlevels=1..\n",
                                 "catalogue", NULL, NULL));
  set_text_table (job, table);
  return job;
}

static DeidReport *
make_tradeoff (void)
{
  g_autoptr (DeidJob) job = make_job ();

  return deid_report_new_tradeoff (job, "k=2,3", NULL, NULL);
}

static DeidReport *
make_capacities (void)
{
  g_autoptr (DeidJob) job = make_job ();

  return deid_report_new_capacities (job, NULL, NULL, NULL);
}

static DeidReport *
make_risk_frontier (void)
{
  static const double thresholds[] = { 0.5 };
  g_autoptr (DeidJob) job = make_job ();
  g_autoptr (DeidReport) tradeoff = deid_report_new_tradeoff (job, "k=2,3", NULL, NULL);
  g_autoptr (DeidReport) optima
      = deid_report_new_risk_frontier (deid_job_get_problem (job, NULL, NULL),
                                       DEID_RISK_MEASURE_AT_RISK, NULL, thresholds, 1, NULL, NULL);

  return deid_report_new_risk_frontier_with (optima, NULL, tradeoff, NULL, NULL, NULL);
}

/* The bottom is the baseline. */
static DeidReport *
make_alternatives (void)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  return deid_report_new_alternatives (result, bottom, 1, FALSE, NULL, NULL);
}

/* In the order of the document. */
static const Kind kinds[] = {
  /* Risks. */
  { "risks", "Risks: how likely a record is found", make_risks },
  { "attribute_risks", "Attribute risks: which quasi-identifiers identify most",
    make_attribute_risks },

  /* What was done to the data. */
  { "bias", "Bias: which means suppression moves", make_bias },
  { "left_out", "Left out: whose records are suppressed", make_left_out },
  { "distortion", "Distortion: what a release did to the data", make_distortion },
  { "utility", "Utility: how useful a release is as a whole", make_utility },

  /* Search and alternatives. */
  { "evaluation", "Evaluation: what one policy does", make_evaluation },
  { "explanation", "Explanation: what blocks better policies", make_explanation },
  { "warnings", "Warnings: what a custodian may have overlooked", make_warnings },
  { "statistics", "Statistics: what a search took", make_statistics },
  { "alternatives", "Alternatives: policies to choose from", make_alternatives },
  { "stored_policy", "A stored policy", make_stored_policy },
  { "engine_verification", "Verification: a released table in its engine",
    make_engine_verification },

  /* Columns and baselines. */
  { "identifiers", "Identifiers: columns of the kinds that HIPAA lists", make_identifiers },
  { "suggestions", "Suggestions: what the columns of a table may be", make_suggestions },
  { "baseline", "Baseline: what a rule such as Safe Harbor would do", make_baseline },

  /* Lists of policies. */
  { "frontier", "Frontiers: the optimum for each k or limit", make_frontier },
  { "risk_frontier", "Frontiers of risk: choices that no other choice beats", make_risk_frontier },
  { "tradeoff", "Trade-offs: what other settings give", make_tradeoff },
  { "capacities", "Capacities: how many records the bins of columns should hold", make_capacities },
};

/* Checks that the value at a path and all within it are in the catalogue, and counts the values.
 */
static guint
check_value (const DeidReport *report, JsonNode *node, const char *path)
{
  guint n = 0;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &member))
        {
          g_autofree char *within
              = g_strdup_printf ("%s%s%s", path, *path == '\0' ? "" : ".", name);

          n += check_value (report, member, within);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *rows = json_node_get_array (node);

      ck_assert_uint_eq (n_rows_of (report, "%s", path), json_array_get_length (rows));
      for (guint i = 0; i < json_array_get_length (rows); i++)
        {
          g_autofree char *within = g_strdup_printf ("%s[%u]", path, i);

          n += check_value (report, json_array_get_element (rows, i), within);
        }
    }
  else
    {
      const DeidFigureState state = state_of (report, "%s", path);
      const char *type, *unit, *rule;

      if (deid_report_describe_figure (report, path, &type, &unit, &rule) == NULL)
        ck_abort_msg ("%s: %s is not in the catalogue", deid_report_get_kind (report), path);
      ck_assert (type != NULL && unit != NULL && rule != NULL);
      if (deid_report_get_audience (report) == DEID_AUDIENCE_PUBLIC
          && state == DEID_FIGURE_STATE_PRESENT)
        ck_assert_str_ne (rule, "custodian");
      ck_assert (JSON_NODE_HOLDS_NULL (node)
                     ? state == DEID_FIGURE_STATE_WITHHELD || state == DEID_FIGURE_STATE_UNDEFINED
                     : state == DEID_FIGURE_STATE_PRESENT);
      n++;
    }
  return n;
}

static void
check_report (const DeidReport *report, const char *kind)
{
  g_autofree char *json = deid_report_to_json (report, NULL);
  g_autofree char *text = deid_report_to_text (report, NULL, NULL);
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  g_print ("%s\n", text);
  ck_assert_str_eq (deid_report_get_kind (report), kind);
  ck_assert_ptr_nonnull (node);
  ck_assert_uint_gt (check_value (report, node, ""), 2);
  ck_assert_ptr_nonnull (text);
}

/* What the public may read, if anything, is in the catalogue as such. */
START_TEST (in_the_catalogue)
{
  g_autoptr (DeidReport) report = kinds[_i].make ();
  g_autoptr (DeidReport) shown = NULL;

  ck_assert_ptr_nonnull (report);
  check_report (report, kinds[_i].kind);
  shown = deid_report_new_public (report, NULL, NULL);
  if (shown != NULL)
    check_report (shown, kinds[_i].kind);
}
END_TEST

/* Figures are asked for by paths. The mean of 1 1 3 3 7 9 is 4, that of the four released ones 2.
 */
START_TEST (by_path)
{
  g_autoptr (DeidReport) report = make_bias ();
  guint64 count;
  double number;
  gboolean flag;

  ck_assert (deid_report_get_count (report, "k", &count));
  ck_assert_uint_eq (count, 2);
  ck_assert (deid_report_get_number (report, "columns[0].shift", &number));
  assert_near (number, -2);
  ck_assert_str_eq (deid_report_get_text (report, "columns[0].correlations[0].attribute"), "zip");
  ck_assert (!deid_report_get_number (report, "k", &number));
  ck_assert (!deid_report_get_flag (report, "k", &flag));
  ck_assert_ptr_null (deid_report_get_policy (report, "k"));
  for (guint i = 0; i < 9; i++)
    {
      static const char *const paths[]
          = { "columns[1]",      "columns[0].nothing", "columns.mean", "columns[0]mean",
              "columns[x].mean", "columns[0",          "k[0]",         "K",
              "columns[0]..mean" };

      ck_assert_int_eq (deid_report_get_state (report, paths[i]), DEID_FIGURE_STATE_ABSENT);
    }
  ck_assert_int_eq (deid_report_get_state (report, "columns"), DEID_FIGURE_STATE_PRESENT);
  ck_assert_ptr_null (deid_report_new_public (report, NULL, NULL));
}
END_TEST

/* The value of a row, or NULL. */
static const char *
value_of (DeidDataset *dataset, const char *column, guint64 row)
{
  guint number;

  ck_assert (deid_dataset_find_column (dataset, column, &number, NULL));
  return deid_dataset_get_value (dataset, row, number);
}

/* Withheld, undefined and absent figures are missing, in Arrow too. */
START_TEST (datasets)
{
  g_autoptr (DeidReport) distortion = make_distortion ();
  g_autoptr (DeidReport) shown = deid_report_new_public (distortion, NULL, NULL);
  g_autoptr (DeidReport) points = make_risk_frontier ();
  g_autoptr (DeidReport) cells = make_tradeoff ();
  g_autoptr (DeidDataset) values = deid_report_new_dataset (shown, "columns[0].values", NULL, NULL);
  g_autoptr (DeidDataset) of_points = deid_report_new_dataset (points, "points", NULL, NULL);
  g_autoptr (DeidDataset) of_cells = deid_report_new_dataset (cells, "cells", NULL, NULL);
  g_autoptr (DeidDataset) copy = NULL;
  struct ArrowArrayStream stream;
  GError *error = NULL;

  ck_assert_str_eq (value_of (values, "value", 0), text_of (shown, "columns[0].values[0].value"));
  ck_assert_ptr_null (value_of (values, "before", 0));
  ck_assert_ptr_nonnull (value_of (values, "after", 0));
  ck_assert_str_eq (value_of (of_points, "threshold", 0), "0.5");
  ck_assert_ptr_null (value_of (of_points, "threshold", 1));
  ck_assert_ptr_null (value_of (of_points, "settings", 0));
  ck_assert_str_eq (value_of (of_points, "settings", 1), "k=2");
  ck_assert_str_eq (value_of (of_points, "solved", 1), "1");
  ck_assert_str_eq (value_of (of_cells, "values[0]", 1), "3");
  ck_assert (deid_dataset_export_to_arrow_stream (of_points, &stream, NULL, NULL));
  copy = deid_dataset_new_from_arrow_stream (&stream, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (copy);
  ck_assert_str_eq (value_of (copy, "threshold", 0), "0.5");
  ck_assert_ptr_null (value_of (copy, "threshold", 1));
  for (guint i = 0; i < 4; i++)
    {
      static const char *const names[] = { "nothing", "records", "axes", "cells[0]" };

      ck_assert_ptr_null (deid_report_new_dataset (cells, names[i], NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, names[i], NULL);
    }
}
END_TEST

static void
add_kind (GString *document, const Kind *kind)
{
  g_autoptr (DeidReport) report = kind->make ();
  g_auto (GStrv) names = deid_report_list_figures (report);

  g_string_append_printf (
      document,
      "\n## %s\n\n`%s`\n\n| figure | type | unit | who may see it | what it is |\n"
      "|---|---|---|---|---|\n",
      kind->title, kind->kind);
  for (char **name = names; *name != NULL; name++)
    {
      const char *type, *unit, *rule;
      const char *sentence = deid_report_describe_figure (report, *name, &type, &unit, &rule);

      g_string_append_printf (document, "| `%s` | %s | %s | %s | %s |\n", *name, type, unit, rule,
                              sentence);
    }
}

START_TEST (document)
{
  static const char path[] = SOURCE_ROOT "/docs/figures.md";
  g_autoptr (GString) text = g_string_new (
      "# Figures\n\n"
      "This is the list of all figures, by kind of report. Hosts get a figure by its name\n"
      "(`deid_report_get_number()` and the other getters). A name is a path in the JSON document "
      "of\n"
      "the report; `[]` stands for the number of a row. `deid_report_new_public()` keeps the\n"
      "`public` figures and leaves out those for the custodian.\n\n"
      "`deid-report.schema.json`, installed in `share/deid/`, is the same as a JSON schema: a "
      "report\n"
      "of a kind is valid by `#/$defs/KIND`. A figure that is withheld or undefined is null.\n");
  g_autofree char *written = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    add_kind (text, &kinds[i]);
  if (g_getenv ("DEID_TEST_WRITE") != NULL)
    ck_assert (g_file_set_contents (path, text->str, -1, NULL));
  ck_assert (g_file_get_contents (path, &written, NULL, NULL));
  ck_assert_str_eq (text->str, written);
}
END_TEST

/* A value may always be null: that is a figure that is withheld or undefined. */
static void
set_type (JsonObject *schema, const char *type)
{
  JsonArray *types = json_array_new ();

  json_array_add_string_element (types, type);
  json_array_add_string_element (types, "null");
  json_object_set_array_member (schema, "type", types);
}

/* Makes the schema of a member that holds others, or rows, unless there is one. */
static JsonObject *
enter_schema (JsonObject *members, const char *name, const char *type, const char *content)
{
  JsonObject *schema, *within;

  if (json_object_has_member (members, name))
    return json_object_get_object_member (json_object_get_object_member (members, name), content);
  schema = json_object_new ();
  within = json_object_new ();
  set_type (schema, type);
  json_object_set_object_member (schema, content, within);
  if (g_str_equal (content, "properties"))
    json_object_set_boolean_member (schema, "additionalProperties", FALSE);
  json_object_set_object_member (members, name, schema);
  return within;
}

/* Makes the schema of a single figure. */
static void
describe_figure (JsonObject *schema, const char *type, const char *sentence)
{
  static const char *const types[][2] = { { "count", "integer" },
                                          { "number", "number" },
                                          { "flag", "boolean" },
                                          { "text", "string" },
                                          { "policy", "string" } };

  json_object_set_string_member (schema, "description", sentence);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i][0], type))
      set_type (schema, types[i][1]);
}

/* Adds a figure to the members of a report, or of what is within it. */
static void
add_figure (JsonObject *members, const char *path, const char *type, const char *sentence)
{
  const gsize length = strcspn (path, ".[");
  g_autofree char *name = g_strndup (path, length);
  const char *rest = path + length;
  const gboolean has_rows = g_str_has_prefix (rest, "[]");
  JsonObject *within;

  if (has_rows && rest[2] == '.')
    {
      within = enter_schema (members, name, "array", "items");
      if (!json_object_has_member (within, "properties"))
        {
          json_object_set_string_member (within, "type", "object");
          json_object_set_object_member (within, "properties", json_object_new ());
          json_object_set_boolean_member (within, "additionalProperties", FALSE);
        }
      add_figure (json_object_get_object_member (within, "properties"), rest + 3, type, sentence);
    }
  else if (has_rows)
    describe_figure (enter_schema (members, name, "array", "items"), type, sentence);
  else if (*rest == '.')
    add_figure (enter_schema (members, name, "object", "properties"), rest + 1, type, sentence);
  else
    {
      if (g_str_equal (type, "group"))
        enter_schema (members, name, "object", "properties");
      else if (g_str_equal (type, "table"))
        enter_schema (members, name, "array", "items");
      else if (!json_object_has_member (members, name))
        json_object_set_object_member (members, name, json_object_new ());
      describe_figure (json_object_get_object_member (members, name), type, sentence);
    }
}

static JsonObject *
make_kind_schema (const DeidReport *report, const char *title)
{
  g_auto (GStrv) names = deid_report_list_figures (report);
  JsonObject *schema = json_object_new (), *members = json_object_new ();

  json_object_set_string_member (schema, "title", title);
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", members);
  json_object_set_boolean_member (schema, "additionalProperties", FALSE);
  for (char **name = names; *name != NULL; name++)
    {
      const char *type;
      const char *sentence = deid_report_describe_figure (report, *name, &type, NULL, NULL);

      add_figure (members, *name, type, sentence);
    }
  return schema;
}

/* Checks a value by the words of JSON Schema that the schema has. */
static void
check_schema (JsonNode *value, JsonObject *schema, const char *name)
{
  static const char *const types[]
      = { "object", "array", "integer", "number", "boolean", "string" };
  JsonNode *allowed = json_object_get_member (schema, "type");
  gboolean is_allowed[G_N_ELEMENTS (types)] = { FALSE }, may_be_null = FALSE;
  GType type;

  for (guint i = 0; i < (JSON_NODE_HOLDS_ARRAY (allowed) ? 2 : 1); i++)
    {
      const char *word = JSON_NODE_HOLDS_ARRAY (allowed)
                             ? json_array_get_string_element (json_node_get_array (allowed), i)
                             : json_node_get_string (allowed);

      may_be_null |= g_str_equal (word, "null");
      for (guint t = 0; t < G_N_ELEMENTS (types); t++)
        is_allowed[t] |= g_str_equal (word, types[t]);
    }
  if (JSON_NODE_HOLDS_NULL (value))
    {
      ck_assert_msg (may_be_null, "%s is null", name);
      return;
    }
  if (JSON_NODE_HOLDS_OBJECT (value))
    {
      JsonObject *members = json_object_get_object_member (schema, "properties");
      JsonObjectIter iter;
      const char *member;
      JsonNode *within;

      ck_assert_msg (is_allowed[0], "%s is an object", name);
      json_object_iter_init (&iter, json_node_get_object (value));
      while (json_object_iter_next (&iter, &member, &within))
        {
          ck_assert_msg (json_object_has_member (members, member), "%s: %s is not in the schema",
                         name, member);
          check_schema (within, json_object_get_object_member (members, member), member);
        }
      return;
    }
  if (JSON_NODE_HOLDS_ARRAY (value))
    {
      JsonArray *rows = json_node_get_array (value);

      ck_assert_msg (is_allowed[1], "%s is an array", name);
      for (guint i = 0; i < json_array_get_length (rows); i++)
        check_schema (json_array_get_element (rows, i),
                      json_object_get_object_member (schema, "items"), name);
      return;
    }
  type = json_node_get_value_type (value);
  ck_assert_msg (type == G_TYPE_INT64     ? is_allowed[2] || is_allowed[3]
                 : type == G_TYPE_DOUBLE  ? is_allowed[3]
                 : type == G_TYPE_BOOLEAN ? is_allowed[4]
                                          : is_allowed[5],
                 "%s is a %s", name, g_type_name (type));
}

/* What hosts validate JSON reports by: a kind is at `#/$defs/KIND`. */
START_TEST (schema)
{
  static const char path[] = SOURCE_ROOT "/docs/deid-report.schema.json";
  g_autoptr (JsonObject) root = json_object_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *definitions = json_object_new ();
  g_autofree char *text = NULL, *line = NULL, *written = NULL;

  json_object_set_string_member (root, "$schema", "https://json-schema.org/draft/2020-12/schema");
  json_object_set_string_member (root, "title", "Reports of libdeid");
  json_object_set_object_member (root, "$defs", definitions);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (DeidReport) report = kinds[i].make ();
      g_autoptr (DeidReport) shown = deid_report_new_public (report, NULL, NULL);
      JsonObject *definition = make_kind_schema (report, kinds[i].title);

      json_object_set_object_member (definitions, kinds[i].kind, definition);
      for (guint form = 0; form < (shown != NULL ? 2 : 1); form++)
        {
          g_autofree char *json = deid_report_to_json (form == 0 ? report : shown, NULL);
          g_autoptr (JsonNode) value = json_from_string (json, NULL);

          check_schema (value, definition, kinds[i].kind);
        }
    }
  json_node_set_object (node, root);
  json_generator_set_pretty (generator, TRUE);
  json_generator_set_root (generator, node);
  line = json_generator_to_data (generator, NULL);
  text = g_strconcat (line, "\n", NULL);
  if (g_getenv ("DEID_TEST_WRITE") != NULL)
    ck_assert (g_file_set_contents (path, text, -1, NULL));
  ck_assert (g_file_get_contents (path, &written, NULL, NULL));
  ck_assert_str_eq (text, written);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("catalogue");
  TCase *tests = tcase_create ("catalogue");

  tcase_add_loop_test (tests, in_the_catalogue, 0, G_N_ELEMENTS (kinds));
  tcase_add_test (tests, by_path);
  tcase_add_test (tests, datasets);
  tcase_add_test (tests, document);
  tcase_add_test (tests, schema);
  suite_add_tcase (suite, tests);
  return suite;
}
