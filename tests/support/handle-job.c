/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/handle-job.h"

#include "support/suite.h"

/* Keeps the first progress and stops the run. */
static void
take_progress (DeidProgress *progress, gpointer user_data)
{
  gpointer *data = user_data;

  if (data[0] == NULL)
    data[0] = deid_progress_ref (progress);
  g_cancellable_cancel (data[1]);
}

/* A search that is still busy when the first report is due: the lattice has 2^24 policies. */
static DeidProgress *
make_progress (DeidProblem *problem)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL;
  gpointer data[] = { NULL, cancellable };

  ck_assert (deid_search_set_progress_func (search, take_progress, data, NULL, NULL));
  result = deid_search_run (search, problem, cancellable, NULL);
  ck_assert_ptr_nonnull (data[0]);
  return data[0];
}

/* Of an optimum that leaves the data as they are: nothing could be better. */
static DeidReport *
make_explanation (DeidLattice *lattice)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_problem_evaluate (problem, bottom, NULL, NULL);
  return deid_report_new_explanation (result, 1, NULL, NULL);
}

static DeidResult *
find_alternatives (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (5, 1, TRUE);

  return deid_search_run (search, problem, NULL, NULL);
}

static DeidReport *
make_risk_frontier (DeidProblem *problem, DeidResult *result)
{
  static const double none[] = { 1 };
  g_autoptr (DeidReport) empty = deid_report_new_risk_frontier (problem, DEID_RISK_MEASURE_HIGHEST,
                                                                NULL, none, 0, NULL, NULL);

  return deid_report_new_risk_frontier_with (empty, result, NULL, NULL, NULL, NULL);
}

/* Answers with nothing. */
static gboolean
run_statement (const char *sql G_GNUC_UNUSED, DeidEngineRows *rows G_GNUC_UNUSED,
               GCancellable *cancellable G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
               GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

/* Column c of row r is bit c % 3 of r. The policy suppresses bit 0: four classes of two records,
 * and a loss of 1 in each of eight columns. */
void
job_init (Job *job)
{
  const char *const row[] = { "x", "*", NULL };
  const guint levels[N_COLUMNS]
      = { 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0 };
  GError *error = NULL;

  job->csv = deid_csv_options_new ();
  job->builder = deid_hierarchy_builder_new (NULL);
  ck_assert (deid_hierarchy_builder_add_row (job->builder, row, NULL));
  job->hierarchy = deid_hierarchy_new_suppression ();
  job->dataset = deid_dataset_new ("visits");
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      gint64 values[N_ROWS];
      g_autofree char *name = g_strdup_printf ("q%u", c);

      for (guint r = 0; r < N_ROWS; r++)
        values[r] = r >> c % 3 & 1;
      ck_assert (deid_dataset_add_integer_column (job->dataset, name, values, N_ROWS, NULL, 0, NULL,
                                                  NULL));
    }
  job->suggestions = deid_report_new_suggestions (job->dataset, NULL, NULL, NULL, NULL);
  job->identifiers = deid_report_new_identifiers (job->dataset, NULL, NULL);
  job->lattice = deid_lattice_new (job->dataset);
  for (guint c = 0; c < N_COLUMNS; c++)
    ck_assert (deid_lattice_add_quasi_identifier (
        job->lattice, deid_dataset_get_column_name (job->dataset, c), job->hierarchy, NULL, NULL));
  job->outputs = deid_output_set_new ();
  job->settings = deid_job_new ();
  ck_assert (deid_job_set (job->settings, "column q0", "role", "quasi-identifying", NULL, NULL));
  job->engine = deid_engine_new (DEID_DIALECT_POSTGRESQL, run_statement, NULL, NULL, NULL);
  job->engine_table = deid_engine_table_new (job->engine, "visits", NULL);
  job->policy = deid_policy_new (job->lattice, levels, N_COLUMNS, NULL);
  job->model = deid_privacy_model_new_k_anonymity (2, NULL);
  job->privacy_funcs = deid_privacy_model_funcs_new ();
  job->quality = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 0.5, NULL);
  job->slots = deid_quality_model_funcs_new ();
  job->search_funcs = deid_search_funcs_new ();
  job->problem = deid_problem_new (job->lattice);
  ck_assert (deid_problem_add_privacy_model (job->problem, job->model, NULL));
  ck_assert (deid_problem_set_quality_model (job->problem, job->quality, NULL));
  job->baseline = deid_baseline_new_from_text (
      "[baseline]\nname=q0 removed\n[column q0]\ntreatment=remove\n", NULL, NULL, NULL);
  job->baseline_report
      = deid_report_new_baseline (job->baseline, job->problem, NULL, NULL, NULL, NULL);
  job->search = deid_search_new_optimal ();
  job->result = deid_problem_evaluate (job->problem, job->policy, NULL, &error);
  assert_no_error (error);
  job->partition = deid_partition_ref (deid_result_get_partition (job->result, NULL, NULL));
  job->listed = find_alternatives (job->problem);
  job->alternatives = deid_report_new_alternatives (job->listed, NULL, 1, FALSE, NULL, NULL);
  job->risk_frontier = make_risk_frontier (job->problem, job->result);
  job->evaluation = deid_report_new_evaluation (job->problem, job->policy, NULL, NULL);
  job->explanation = make_explanation (job->lattice);
  job->options = deid_release_options_new ();
  job->risk_options = deid_risk_options_new ();
  job->statistics = deid_report_new_statistics (job->result, NULL, NULL);
  job->certificate_options = deid_certificate_options_new ();
  ck_assert (deid_certificate_options_add_release (job->certificate_options, "a.csv", NULL));
  job->stored_options = deid_stored_policy_options_new ();
  ck_assert (deid_stored_policy_options_add_privacy_model (job->stored_options, job->model, NULL));
  ck_assert (
      deid_stored_policy_options_set_quality_model (job->stored_options, job->quality, NULL));
  ck_assert (deid_stored_policy_options_set_population (job->stored_options, job->dataset, NULL));
  job->report = deid_report_new_risks (job->result, NULL, TRUE, NULL, NULL, NULL);
  job->attribute_risks = deid_report_new_attribute_risks (job->result, TRUE, 2, NULL, NULL);
  job->warnings = deid_report_new_warnings (job->result, NULL, NULL);
  job->stored = deid_stored_policy_new (job->result, NULL, NULL);
  job->progress = NULL;
  job->store = deid_property_store_new (job->lattice, DEID_INHERITANCE_GENERALIZATIONS, NULL);
  ck_assert (deid_property_store_add (job->store, job->policy, NULL));
}

void
job_add_progress (Job *job)
{
  job->progress = make_progress (job->problem);
}

void
job_clear (Job *job)
{
  deid_csv_options_unref (job->csv);
  deid_dataset_unref (job->dataset);
  deid_report_unref (job->suggestions);
  deid_report_unref (job->identifiers);
  deid_baseline_unref (job->baseline);
  deid_report_unref (job->baseline_report);
  deid_engine_unref (job->engine);
  deid_engine_table_unref (job->engine_table);
  deid_hierarchy_unref (job->hierarchy);
  deid_hierarchy_builder_unref (job->builder);
  deid_lattice_unref (job->lattice);
  deid_output_set_unref (job->outputs);
  deid_job_unref (job->settings);
  deid_partition_unref (job->partition);
  deid_policy_unref (job->policy);
  deid_privacy_model_unref (job->model);
  deid_privacy_model_funcs_unref (job->privacy_funcs);
  deid_quality_model_unref (job->quality);
  deid_quality_model_funcs_unref (job->slots);
  deid_search_funcs_unref (job->search_funcs);
  deid_problem_unref (job->problem);
  g_clear_pointer (&job->progress, deid_progress_unref);
  deid_property_store_unref (job->store);
  deid_search_unref (job->search);
  deid_result_unref (job->result);
  deid_report_unref (job->statistics);
  deid_report_unref (job->alternatives);
  deid_result_unref (job->listed);
  deid_report_unref (job->evaluation);
  deid_report_unref (job->explanation);
  deid_release_options_unref (job->options);
  deid_report_unref (job->risk_frontier);
  deid_risk_options_unref (job->risk_options);
  deid_certificate_options_unref (job->certificate_options);
  deid_stored_policy_options_unref (job->stored_options);
  deid_report_unref (job->attribute_risks);
  deid_report_unref (job->report);
  deid_stored_policy_unref (job->stored);
  deid_report_unref (job->warnings);
}
