/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report of a run. */
#include "anonymize-report.h"

#include "alternatives-report.h"
#include "baseline-report.h"
#include "microaggregation-report.h"
#include "output-files.h"
#include "problem.h"
#include "release-report.h"
#include "report-json.h"
#include "result-report.h"
#include "settings.h"

static void
add_blocked (JsonBuilder *builder, const DeidReport *explanation, guint i)
{
  g_autofree char *policy = g_strdup_printf ("policies[%u].policy", i);
  guint64 n_models;

  json_builder_begin_object (builder);
  add_policy (builder, "policy", deid_report_get_policy (explanation, policy));
  add_figure (builder, "loss", explanation, "policies[%u].loss", i);
  add_figure (builder, "suppressed", explanation, "policies[%u].suppressed", i);
  add_figure (builder, "too_many", explanation, "policies[%u].too_many", i);
  begin_array (builder, "failing");
  deid_report_get_n_rows (explanation, "models", &n_models);
  for (guint m = 0; m < n_models; m++)
    {
      json_builder_begin_object (builder);
      add_figure (builder, "model", explanation, "models[%u]", m);
      add_figure (builder, "records", explanation, "policies[%u].failing[%u]", i, m);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  add_figure (builder, "blocked_by", explanation, "policies[%u].attribute", i);
  add_figure (builder, "saved", explanation, "policies[%u].saved", i);
  json_builder_end_object (builder);
}

static void
add_explanation (JsonBuilder *builder, const DeidReport *explanation)
{
  guint64 n_policies;

  if (explanation == NULL)
    {
      add_null (builder, "explanation");
      return;
    }
  begin_object (builder, "explanation");
  add_text (builder, "audience", "custodian-only");
  add_figure (builder, "candidates", explanation, "candidates");
  add_figure (builder, "better", explanation, "better");
  begin_array (builder, "nearest");
  deid_report_get_n_rows (explanation, "policies", &n_policies);
  for (guint i = 0; i < n_policies; i++)
    add_blocked (builder, explanation, i);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* The risks of the attributes, if they were asked for. */
static gboolean
add_attribute_risks (JsonBuilder *builder, const Job *job, GError **error)
{
  static const char *const names[] = { "before", "after" };

  if (job->max_subset == 0)
    return TRUE;
  begin_object (builder, "attribute_risks");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!add_report (builder, names[i], job->attribute_risks[i], error))
      return FALSE;
  json_builder_end_object (builder);
  return TRUE;
}

/* What the release did to the data, and whom it left out, if they were asked for. */
static gboolean
add_damage (JsonBuilder *builder, const Job *job, GError **error)
{
  return (!job->is_compared || add_report (builder, "distortion", job->distortion, error))
         && (job->max_left_out == 0 || add_report (builder, "left_out", job->left_out, error));
}

/* It is null where there is no liblinear. */
static gboolean
add_utility (JsonBuilder *builder, const Job *job, GError **error)
{
  if (job->is_useful && job->utility == NULL)
    add_null (builder, "utility");
  return add_report (builder, "utility", job->utility, error);
}

static void
add_costs (JsonBuilder *builder, const Job *job)
{
  begin_object (builder, "seconds");
  add_number (builder, "load", job->load);
  if (are_tables_asked ())
    add_number (builder, "tables", job->tables_made);
  add_number (builder, "search", job->search);
  if (job->is_certified)
    add_number (builder, "prove", job->prove);
  add_number (builder, "apply", job->apply);
  add_number (builder, "report", job->report);
  if (is_engine_asked ())
    add_number (builder, "engine", job->engine);
  add_number (builder, "write", job->write);
  json_builder_end_object (builder);
  add_peak_memory (builder);
}

static gboolean
is_local (const DeidResult *result)
{
  return deid_result_get_recoding (result) != DEID_RECODING_GLOBAL;
}

/* Returns: whether a run has a figure of this name. */
static gboolean
find_statistic (const DeidResult *result, const char *name, double *value)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);

  *value = 0;
  return statistics != NULL && deid_report_get_number (statistics, name, value);
}

/* Adds the rises of a bound, and whether it is one for all local recodings. */
static void
add_rises (JsonBuilder *builder, const DeidResult *found)
{
  double n;

  if (!find_statistic (found, "rises", &n))
    return;
  add_count (builder, "rises", (guint64) n);
  add_flag (builder, "bounds_local_recodings", deid_result_has_local_bound (found));
}

/* Returns: (transfer full): what becomes of the quasi-identifiers, in words. */
static char *
describe (const DeidResult *result, GError **error)
{
  switch (deid_result_get_recoding (result))
    {
    case DEID_RECODING_CELLS:
      return g_strdup ("each cell is kept or suppressed");
    case DEID_RECODING_LOCAL:
      return g_strdup ("each class has labels of its own");
    default:
      return deid_policy_describe (deid_result_get_policy (result), NULL, error);
    }
}

/* Adds what kind of recoding the result is, and the steps of a local one. */
static void
add_iterations (JsonBuilder *builder, const DeidResult *result)
{
  static const char *const names[] = { "global", "local", "cells" };
  double n;

  add_text (builder, "recoding", names[deid_result_get_recoding (result)]);
  if (is_local (result) && find_statistic (result, "iterations", &n))
    add_count (builder, "iterations", (guint64) n);
}

/* Finds how many records are in classes with a label that forces finer ones, of a local recoding.
 */
static gboolean
find_forced (const DeidResult *result, guint64 *n_records)
{
  double n = 0;
  const gboolean exists = is_local (result) && find_statistic (result, "forced-records", &n);

  *n_records = (guint64) n;
  return exists;
}

/* Adds why the search ended. */
static void
add_termination (JsonBuilder *builder, const DeidResult *result)
{
  static const char *const names[] = { "complete", "time-limit", "step-limit", "cancelled" };

  add_text (builder, "termination", names[deid_result_get_termination (result)]);
}

/* What a search alone knows is left out where a policy was stated. */
static gboolean
add_figures (JsonBuilder *builder, const Job *job, GError **error)
{
  DeidPolicy *policy = deid_result_get_policy (job->result);
  g_autofree char *words = describe (job->result, error);
  guint64 size, n_forced;

  if (words == NULL)
    return FALSE;
  if (job->evaluation != NULL)
    {
      add_policy (builder, "policy", policy);
      add_text (builder, "description", words);
      add_count (builder, "suppressed", deid_result_get_n_suppressed (job->result));
      add_loss (builder, job->result);
      return add_report (builder, "evaluation", job->evaluation, error);
    }
  if (deid_lattice_get_size (deid_problem_get_lattice (job->problem), &size))
    add_count (builder, "policies", size);
  else
    add_number (builder, "policies",
                deid_lattice_get_size_as_double (deid_problem_get_lattice (job->problem)));
  add_count (builder, "evaluated", deid_result_get_n_evaluated (job->found));
  add_termination (builder, job->found);
  add_iterations (builder, job->found);
  add_policy (builder, "optimum", policy);
  add_text (builder, "description", words);
  add_count (builder, "suppressed", deid_result_get_n_suppressed (job->result));
  if (!add_suppressed_cells (builder, job->result, job->cancellable, error))
    return FALSE;
  if (find_forced (job->found, &n_forced))
    add_count (builder, "forced_records", n_forced);
  add_loss (builder, job->result);
  add_number (builder, "lower_bound", deid_result_get_lower_bound (job->result));
  add_rises (builder, job->found);
  add_flag (builder, "proved", deid_result_is_proven_optimal (job->result));
  return TRUE;
}

/* Returns: (nullable): the table with all its columns, unless they stay in an engine. */
static DeidDataset *
get_whole_table (const Job *job)
{
  return deid_job_is_set (get_settings (), "engine", "dialect") ? NULL : get_table (job->problem);
}

gboolean
print_json (const Job *job, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const char *digest = deid_output_set_get_release_sha256 (job->outputs);

  json_builder_begin_object (builder);
  if (!add_figures (builder, job, error))
    return FALSE;
  add_flag (builder, "verified", TRUE);
  add_withheld (builder, get_whole_table (job), job->release);
  if (digest != NULL)
    add_text (builder, "release_sha256", digest);
  add_costs (builder, job);
  if (job->alternatives != NULL && !add_alternatives (builder, job->alternatives, error))
    return FALSE;
  if (job->is_explained)
    add_explanation (builder, job->explanation);
  if (!add_baseline (builder, job->result, job->cancellable, error)
      || !add_microaggregation (builder, job->result, job->cancellable, error)
      || !add_risk_reports (builder, job->reports, error)
      || !add_attribute_risks (builder, job, error) || !add_damage (builder, job, error)
      || !add_utility (builder, job, error))
    return FALSE;
  if (!add_report (builder, "bias", job->bias, error) || !add_tables (builder, &job->tables, error))
    return FALSE;
  add_text (builder, "problem", deid_problem_get_statement (job->problem));
  if (!add_columns (builder, job->result, job->cancellable, error))
    return FALSE;
  add_warnings (builder, job->warnings);
  print_object (builder);
  return TRUE;
}

static void
print_explanation (const DeidReport *explanation)
{
  g_autofree char *text = explanation != NULL
                              ? deid_report_to_text (explanation, NULL, NULL)
                              : g_strdup ("No explanation: the policy is not proven optimal\n");

  g_print ("\n%s", text);
}

static gboolean
print_damage (const Job *job, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (job->attribute_risks); i++)
    if (!print_report_text (job->attribute_risks[i], job->cancellable, error))
      return FALSE;
  return (!job->is_compared || print_report_text (job->distortion, job->cancellable, error))
         && (job->max_left_out == 0 || print_report_text (job->left_out, job->cancellable, error));
}

static gboolean
print_utility (const Job *job, GError **error)
{
  if (job->is_useful && job->utility == NULL)
    g_print ("\nNo figures of utility: deid was built without liblinear, which fits models\n");
  return print_report_text (job->utility, job->cancellable, error);
}

/* Levels say all of a policy but for cuts. */
static gboolean
print_policy (DeidResult *result, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  guint a = 0;
  g_autofree char *words = NULL;

  while (a < deid_lattice_get_n_attributes (lattice) && !deid_lattice_has_cuts (lattice, a))
    a++;
  if (a == deid_lattice_get_n_attributes (lattice) || is_local (result))
    return TRUE;
  words = describe (result, error);
  if (words != NULL)
    print_paragraph ("Policy:       ", words, STYLE_PLAIN);
  return words != NULL;
}

/* What becomes of the table, column by column. */
static gboolean
print_changes (const Job *job, GError **error)
{
  g_autoptr (GHashTable) numbers = describe_microaggregation (job->result, job->cancellable, error);
  guint64 n_forced;

  if (numbers != NULL)
    describe_changed_columns (job->result, job->warnings, numbers);
  if (numbers == NULL
      || !print_columns (job->result, job->release, numbers, job->cancellable, error)
      || !print_policy (job->result, error))
    return FALSE;
  if (find_forced (job->found, &n_forced) && n_forced > 0)
    {
      g_autofree char *text = g_strdup_printf (
          "An attacker may work out finer labels than the released ones for %" G_GUINT64_FORMAT
          " records. Without an entity column, --no-forced-labels avoids such labels.",
          n_forced);

      print_paragraph ("", text, STYLE_WARNING);
    }
  return TRUE;
}

/* Returns: whether a result generalizes no value and suppresses no record. */
static gboolean
is_as_is (const DeidResult *result)
{
  const DeidPolicy *policy = deid_result_get_policy (result);
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem ((DeidResult *) result));
  guint d = 0;

  while (d < deid_lattice_get_n_dimensions (lattice) && deid_policy_get_level (policy, d) == 0)
    d++;
  return d == deid_lattice_get_n_dimensions (lattice) && deid_result_get_n_suppressed (result) == 0;
}

static AnswerKind
get_kind (const Job *job)
{
  if (job->evaluation == NULL)
    return ANSWER_SEARCHED;
  if (!job->is_measured)
    return ANSWER_STATED;
  return is_as_is (job->result) ? ANSWER_AS_IS : ANSWER_EVALUATED;
}

/* A table as it is has the same risks before and after. */
gboolean
print_text (const Job *job, GError **error)
{
  const AnswerKind kind = get_kind (job);

  print_answer (job->result, job->reports[1], kind);
  if (!print_changes (job, error))
    return FALSE;
  print_release (get_whole_table (job), job->release, job->outputs, kind);
  print_risk_reports (kind != ANSWER_AS_IS ? job->reports[0] : NULL, job->reports[1]);
  if (!print_baseline (job->result, job->cancellable, error) || !print_damage (job, error)
      || !print_utility (job, error))
    return FALSE;
  if ((kind != ANSWER_AS_IS && !print_report_text (job->evaluation, job->cancellable, error))
      || !print_report_text (job->alternatives, job->cancellable, error))
    return FALSE;
  if (job->is_explained)
    print_explanation (job->explanation);
  if (!print_report_text (job->bias, job->cancellable, error))
    return FALSE;
  if (are_tables_asked ())
    g_print ("\n");
  if (!print_tables (&job->tables, job->cancellable, error))
    return FALSE;
  print_warnings (job->warnings, NULL);
  return TRUE;
}
