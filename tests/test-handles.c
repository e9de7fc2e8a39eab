/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What holds for every handle: boxed types, references, NULL, and when it becomes immutable. */
#include <string.h>

#include "suite.h"

#define N_COLUMNS 24
#define N_ROWS    8

/* One object of each type, made in one job. */
typedef struct
{
  DeidCsvOptions *csv;
  DeidDataset *dataset;
  DeidHierarchy *hierarchy;
  DeidHierarchyBuilder *builder;
  DeidLattice *lattice;
  DeidPolicy *policy;
  DeidPrivacyModel *model;
  DeidPrivacyModelFuncs *privacy_funcs;
  DeidQualityModel *quality;
  DeidQualityModelFuncs *slots;
  DeidProblem *problem;
  DeidProgress *progress;
  DeidSearch *search;
  DeidResult *result;
  DeidExplanation *explanation;
  DeidReleaseOptions *options;
  DeidRiskReport *report;
  DeidStoredPolicy *stored;
} Job;

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
static DeidExplanation *
make_explanation (DeidLattice *lattice)
{
  g_autoptr (DeidPrivacyModel) model = deid_k_anonymity_new (1, NULL);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_problem_evaluate (problem, bottom, NULL, NULL);
  return deid_result_explain (result, 1, NULL, NULL);
}

/* Column c of row r is bit c % 3 of r. The policy suppresses bit 0: four classes of two records,
 * and a loss of 1 in each of eight columns. */
static void
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
      ck_assert (deid_dataset_add_integer_column (job->dataset, name, values, NULL, N_ROWS, NULL));
    }
  job->lattice = deid_lattice_new (job->dataset);
  for (guint c = 0; c < N_COLUMNS; c++)
    ck_assert (deid_lattice_add_quasi_identifier (
        job->lattice, deid_dataset_get_column_name (job->dataset, c), job->hierarchy, NULL));
  job->policy = deid_policy_new (job->lattice, levels, N_COLUMNS, NULL);
  job->model = deid_k_anonymity_new (2, NULL);
  job->privacy_funcs = deid_privacy_model_funcs_new ();
  job->quality = deid_iyengar_loss_new (DEID_AGGREGATE_SUM, 0.5, NULL);
  job->slots = deid_quality_model_funcs_new ();
  job->problem = deid_problem_new (job->lattice);
  ck_assert (deid_problem_add_privacy_model (job->problem, job->model, NULL));
  ck_assert (deid_problem_set_quality_model (job->problem, job->quality, NULL));
  job->search = deid_search_new_optimal ();
  job->result = deid_problem_evaluate (job->problem, job->policy, NULL, &error);
  assert_no_error (error);
  job->explanation = make_explanation (job->lattice);
  job->options = deid_release_options_new ();
  job->report = deid_risk_report_new_after (job->result, 0.2, NULL);
  job->stored = deid_stored_policy_new (job->result, NULL);
  job->progress = make_progress (job->problem);
}

static void
job_clear (Job *job)
{
  deid_csv_options_unref (job->csv);
  deid_dataset_unref (job->dataset);
  deid_hierarchy_unref (job->hierarchy);
  deid_hierarchy_builder_unref (job->builder);
  deid_lattice_unref (job->lattice);
  deid_policy_unref (job->policy);
  deid_privacy_model_unref (job->model);
  deid_privacy_model_funcs_unref (job->privacy_funcs);
  deid_quality_model_unref (job->quality);
  deid_quality_model_funcs_unref (job->slots);
  deid_problem_unref (job->problem);
  deid_progress_unref (job->progress);
  deid_search_unref (job->search);
  deid_result_unref (job->result);
  deid_explanation_unref (job->explanation);
  deid_release_options_unref (job->options);
  deid_risk_report_unref (job->report);
  deid_stored_policy_unref (job->stored);
}

/* For each type a call whose result is known and which reads what the handle owns. */
static gboolean
use_csv (gpointer handle)
{
  return deid_csv_options_set_missing_values (handle, (const char *[]){ "NA", NULL }, NULL);
}

static gboolean
use_dataset (gpointer handle)
{
  return g_str_equal (deid_dataset_get_value (handle, 5, 2), "1");
}

static gboolean
use_hierarchy (gpointer handle)
{
  return g_str_equal (deid_hierarchy_generalize (handle, "1", 1), "*");
}

static gboolean
use_builder (gpointer handle)
{
  return !deid_hierarchy_builder_add_row (handle, (const char *[]){ "x", "*", NULL }, NULL);
}

static gboolean
use_lattice (gpointer handle)
{
  return g_str_equal (deid_lattice_get_attribute_name (handle, 23), "q23");
}

static gboolean
use_policy (gpointer handle)
{
  return deid_policy_get_level_sum (handle) == 8 && use_lattice (deid_policy_get_lattice (handle));
}

static gboolean
use_model (gpointer handle)
{
  g_autofree char *text = deid_privacy_model_to_string (handle);

  return g_str_equal (text, "k:2");
}

/* Slots without a callback make no model. */
static gboolean
use_privacy_funcs (gpointer handle)
{
  g_autoptr (GError) error = NULL;

  return deid_privacy_model_new (handle, NULL, &error) == NULL
         && strstr (error->message, "describe is empty") != NULL;
}

static gboolean
use_quality (gpointer handle)
{
  g_autofree char *text = deid_quality_model_to_string (handle);

  return g_str_equal (text, "loss:sum");
}

static gboolean
use_slots (gpointer handle)
{
  DeidQualityModel *model = deid_quality_model_new (handle, DEID_AGGREGATE_SUM, NULL);

  return model == NULL;
}

static gboolean
use_problem (gpointer handle)
{
  return use_lattice (deid_problem_get_lattice (handle));
}

static gboolean
use_progress (gpointer handle)
{
  return deid_progress_get_n_evaluated (handle) > 0 && deid_progress_get_seconds (handle) > 0;
}

static gboolean
use_search (gpointer handle)
{
  return deid_search_set_n_threads (handle, 2, NULL);
}

static gboolean
use_result (gpointer handle)
{
  return deid_result_get_loss (handle) == 8 && use_problem (deid_result_get_problem (handle))
         && use_policy (deid_result_get_policy (handle));
}

static gboolean
use_explanation (gpointer handle)
{
  g_autofree char *text = deid_explanation_to_string (handle);

  return strstr (text, "q23:0\n") != NULL && strstr (text, "0 of 8 records") != NULL;
}

static gboolean
use_options (gpointer handle)
{
  return deid_release_options_set_seed (handle, 1, NULL);
}

static gboolean
use_report (gpointer handle)
{
  return deid_risk_report_get_smallest_class (handle) == 2
         && deid_risk_report_get_n_classes (handle) == 4;
}

static gboolean
use_stored (gpointer handle)
{
  return g_str_equal (deid_stored_policy_get_attribute_name (handle, 3), "q3")
         && deid_stored_policy_get_level (handle, 3) == 1;
}

#define TYPE(Name, member, prefix)                                                                 \
  {                                                                                                \
#Name, offsetof(Job, member), prefix##_get_type, (GBoxedCopyFunc) prefix##_ref,                \
        (GBoxedFreeFunc) prefix##_unref, use_##member                                              \
  }

static const struct
{
  const char *name;
  gsize offset;
  GType (*get_type) (void);
  GBoxedCopyFunc ref;
  GBoxedFreeFunc unref;
  gboolean (*use) (gpointer handle);
} types[] = {
  TYPE (DeidCsvOptions, csv, deid_csv_options),
  TYPE (DeidDataset, dataset, deid_dataset),
  TYPE (DeidHierarchy, hierarchy, deid_hierarchy),
  TYPE (DeidHierarchyBuilder, builder, deid_hierarchy_builder),
  TYPE (DeidLattice, lattice, deid_lattice),
  TYPE (DeidPolicy, policy, deid_policy),
  TYPE (DeidPrivacyModel, model, deid_privacy_model),
  TYPE (DeidPrivacyModelFuncs, privacy_funcs, deid_privacy_model_funcs),
  TYPE (DeidQualityModel, quality, deid_quality_model),
  TYPE (DeidQualityModelFuncs, slots, deid_quality_model_funcs),
  TYPE (DeidProblem, problem, deid_problem),
  TYPE (DeidProgress, progress, deid_progress),
  TYPE (DeidSearch, search, deid_search),
  TYPE (DeidResult, result, deid_result),
  TYPE (DeidExplanation, explanation, deid_explanation),
  TYPE (DeidReleaseOptions, options, deid_release_options),
  TYPE (DeidRiskReport, report, deid_risk_report),
  TYPE (DeidStoredPolicy, stored, deid_stored_policy),
};

START_TEST (boxed_type)
{
  const GType type = types[_i].get_type ();

  ck_assert_str_eq (g_type_name (type), types[_i].name);
  ck_assert (G_TYPE_IS_BOXED (type));
  ck_assert (g_type_from_name (types[_i].name) == type);
  ck_assert (types[_i].get_type () == type);
}
END_TEST

/* The last reference is a copy, used when everything else of the job is gone. */
START_TEST (references)
{
  const GType type = types[_i].get_type ();
  GValue value = G_VALUE_INIT;
  Job job;
  gpointer handle;

  job_init (&job);
  handle = G_STRUCT_MEMBER (gpointer, &job, types[_i].offset);
  ck_assert (types[_i].use (handle));
  ck_assert_ptr_eq (types[_i].ref (handle), handle);
  ck_assert_ptr_eq (g_boxed_copy (type, handle), handle);
  g_value_init (&value, type);
  g_value_set_boxed (&value, handle);
  ck_assert_ptr_eq (g_value_get_boxed (&value), handle);
  g_value_unset (&value);
  types[_i].unref (handle);
  job_clear (&job);
  ck_assert (types[_i].use (handle));
  g_boxed_free (type, handle);
}
END_TEST

static guint n_criticals;

static void
count_critical (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  (void) domain;
  (void) message;
  (void) user_data;
  n_criticals += (level & G_LOG_LEVEL_CRITICAL) != 0;
}

#define assert_critical(call)                                                                      \
  do                                                                                               \
    {                                                                                              \
      n_criticals = 0;                                                                             \
      (void) (call);                                                                               \
      ck_assert_msg (n_criticals == 1, "%u criticals from %s", n_criticals, #call);                \
    }                                                                                              \
  while (0)

START_TEST (null_handles)
{
  GLogFunc handler = g_log_set_default_handler (count_critical, NULL);
  const char *const texts[] = { "x", NULL };
  Job job;
  guint64 n;
  double x;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      assert_critical (types[i].ref (NULL));
      n_criticals = 0;
      types[i].unref (NULL);
      ck_assert_msg (n_criticals == 1, "%u criticals for %s", n_criticals, types[i].name);
    }
  assert_critical (deid_csv_options_set_delimiter (NULL, ';', NULL));
  assert_critical (deid_csv_options_set_quote (NULL, '\'', NULL));
  assert_critical (deid_csv_options_set_header (NULL, TRUE, NULL));
  assert_critical (deid_csv_options_set_missing_values (NULL, texts, NULL));
  assert_critical (deid_dataset_new_from_csv (NULL, NULL, NULL));
  assert_critical (deid_dataset_add_string_column (NULL, "x", texts, 1, NULL));
  assert_critical (deid_dataset_add_integer_column (NULL, "x", NULL, NULL, 0, NULL));
  assert_critical (deid_dataset_add_double_column (NULL, "x", NULL, NULL, 0, NULL));
  assert_critical (deid_dataset_set_role (NULL, "x", DEID_ROLE_SENSITIVE, NULL));
  assert_critical (deid_dataset_set_missing_policy (NULL, "x", DEID_MISSING_ERROR, NULL));
  assert_critical (deid_dataset_get_n_rows (NULL));
  assert_critical (deid_dataset_get_n_records (NULL));
  assert_critical (deid_dataset_get_n_columns (NULL));
  assert_critical (deid_dataset_get_column_name (NULL, 0));
  assert_critical (deid_dataset_find_column (NULL, "x", NULL, NULL));
  assert_critical (deid_dataset_get_role (NULL, 0));
  assert_critical (deid_dataset_get_n_distinct (NULL, 0));
  assert_critical (deid_dataset_get_value (NULL, 0, 0));
  assert_critical (deid_dataset_is_suppressed (NULL, 0));
  assert_critical (deid_dataset_write_csv (NULL, "x", NULL, NULL));
  assert_critical (deid_hierarchy_new_from_csv (NULL, NULL, NULL));
  assert_critical (deid_hierarchy_get_n_levels (NULL));
  assert_critical (deid_hierarchy_get_n_leaves (NULL));
  assert_critical (deid_hierarchy_get_n_labels (NULL, 0));
  assert_critical (deid_hierarchy_generalize (NULL, "x", 0));
  assert_critical (deid_hierarchy_builder_add_row (NULL, texts, NULL));
  assert_critical (deid_hierarchy_builder_build (NULL, NULL));
  assert_critical (deid_lattice_new (NULL));
  assert_critical (deid_lattice_get_dataset (NULL));
  assert_critical (deid_lattice_get_n_attributes (NULL));
  assert_critical (deid_lattice_get_attribute_name (NULL, 0));
  assert_critical (deid_lattice_get_n_dimensions (NULL));
  assert_critical (deid_lattice_get_attribute (NULL, 0));
  assert_critical (deid_lattice_get_height (NULL, 0));
  assert_critical (deid_lattice_get_size (NULL, &n));
  assert_critical (deid_lattice_get_size_as_double (NULL));
  assert_critical (deid_policy_new (NULL, NULL, 0, NULL));
  assert_critical (deid_policy_new_bottom (NULL, NULL));
  assert_critical (deid_policy_new_top (NULL, NULL));
  assert_critical (deid_policy_new_from_rank (NULL, 0, NULL));
  assert_critical (deid_policy_new_from_string (NULL, "x", NULL));
  assert_critical (deid_policy_to_string (NULL));
  assert_critical (deid_policy_get_lattice (NULL));
  assert_critical (deid_policy_get_level (NULL, 0));
  assert_critical (deid_policy_get_level_sum (NULL));
  assert_critical (deid_policy_get_rank (NULL, &n));
  assert_critical (deid_policy_get_successor (NULL, 0));
  assert_critical (deid_policy_get_predecessor (NULL, 0));
  assert_critical (deid_distinct_l_diversity_new (NULL, 2, NULL));
  assert_critical (deid_entropy_l_diversity_new (NULL, 2, NULL));
  assert_critical (deid_privacy_model_new_from_string (NULL, NULL, NULL));
  assert_critical (deid_privacy_model_to_string (NULL));
  assert_critical (deid_privacy_model_get_sensitive (NULL));
  assert_critical (deid_privacy_model_get_closure (NULL));
  assert_critical (deid_quality_model_set_attribute_weight (NULL, "x", 1, NULL));
  assert_critical (deid_quality_model_new_from_string (NULL, NULL));
  assert_critical (deid_quality_model_to_string (NULL));
  assert_critical (deid_problem_new (NULL));
  assert_critical (deid_problem_get_lattice (NULL));
  assert_critical (deid_problem_set_suppression_limit (NULL, 0, NULL));
  assert_critical (deid_problem_set_suppression_limit_count (NULL, 0, NULL));
  assert_critical (deid_problem_get_suppression_limit_count (NULL));
  assert_critical (deid_progress_get_n_evaluated (NULL));
  assert_critical (deid_progress_get_seconds (NULL));
  assert_critical (deid_progress_get_loss (NULL, &x));
  assert_critical (deid_progress_get_lower_bound (NULL));
  assert_critical (deid_search_set_time_limit (NULL, 1, NULL));
  assert_critical (deid_search_set_step_limit (NULL, 1, NULL));
  assert_critical (deid_search_set_n_threads (NULL, 1, NULL));
  assert_critical (deid_search_set_progress_func (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_result_get_problem (NULL));
  assert_critical (deid_result_get_policy (NULL));
  assert_critical (deid_result_get_loss (NULL));
  assert_critical (deid_result_get_lower_bound (NULL));
  assert_critical (deid_result_get_gap (NULL));
  assert_critical (deid_result_get_n_bytes (NULL));
  assert_critical (deid_result_is_proven_optimal (NULL));
  assert_critical (deid_result_get_termination (NULL));
  assert_critical (deid_result_get_n_suppressed (NULL));
  assert_critical (deid_result_get_n_evaluated (NULL));
  assert_critical (deid_result_get_n_pruned (NULL));
  assert_critical (deid_result_get_seconds (NULL, DEID_PHASE_SEARCH));
  assert_critical (deid_result_apply (NULL, NULL, NULL));
  assert_critical (deid_release_options_set_keep_suppressed (NULL, TRUE, NULL));
  assert_critical (deid_release_options_set_keep_order (NULL, TRUE, NULL));
  assert_critical (deid_release_options_set_seed (NULL, 1, NULL));
  assert_critical (deid_risk_report_new_before (NULL, 0.2, NULL));
  assert_critical (deid_risk_report_new_after (NULL, 0.2, NULL));
  assert_critical (deid_risk_report_get_n_records (NULL));
  assert_critical (deid_risk_report_get_n_classes (NULL));
  assert_critical (deid_risk_report_get_smallest_class (NULL));
  assert_critical (deid_risk_report_get_largest_class (NULL));
  assert_critical (deid_risk_report_get_average_class (NULL));
  assert_critical (deid_risk_report_get_maximum_risk (NULL));
  assert_critical (deid_risk_report_get_average_risk (NULL));
  assert_critical (deid_risk_report_get_n_at_risk (NULL));
  assert_critical (deid_risk_report_get_n_unique (NULL));
  assert_critical (deid_risk_report_get_n_sizes (NULL));
  assert_critical (deid_risk_report_get_size (NULL, 0, &n));
  assert_critical (deid_risk_report_to_string (NULL));
  assert_critical (deid_result_explain (NULL, 1, NULL, NULL));
  assert_critical (deid_explanation_get_n_candidates (NULL));
  assert_critical (deid_explanation_get_n_better (NULL));
  assert_critical (deid_explanation_get_n_policies (NULL));
  assert_critical (deid_explanation_get_policy (NULL, 0));
  assert_critical (deid_explanation_get_loss (NULL, 0));
  assert_critical (deid_explanation_get_n_suppressed (NULL, 0));
  assert_critical (deid_explanation_get_n_too_many (NULL, 0));
  assert_critical (deid_explanation_get_attribute (NULL, 0));
  assert_critical (deid_explanation_get_n_saved (NULL, 0));
  assert_critical (deid_explanation_to_string (NULL));
  assert_critical (deid_stored_policy_new (NULL, NULL));
  assert_critical (deid_stored_policy_new_from_file (NULL, NULL));
  assert_critical (deid_stored_policy_write (NULL, "x", NULL));
  assert_critical (deid_stored_policy_get_n_attributes (NULL));
  assert_critical (deid_stored_policy_get_attribute_name (NULL, 0));
  assert_critical (deid_stored_policy_get_level (NULL, 0));

  job_init (&job);
  assert_critical (deid_lattice_add_quasi_identifier (NULL, "x", job.hierarchy, NULL));
  assert_critical (deid_lattice_add_quasi_identifier (job.lattice, NULL, job.hierarchy, NULL));
  assert_critical (deid_lattice_add_quasi_identifier (job.lattice, "x", NULL, NULL));
  assert_critical (deid_policy_is_generalization_of (NULL, job.policy));
  assert_critical (deid_policy_is_generalization_of (job.policy, NULL));
  assert_critical (deid_policy_compare (NULL, job.policy));
  assert_critical (deid_policy_compare (job.policy, NULL));
  assert_critical (deid_problem_add_privacy_model (NULL, job.model, NULL));
  assert_critical (deid_problem_add_privacy_model (job.problem, NULL, NULL));
  assert_critical (deid_problem_set_quality_model (NULL, job.quality, NULL));
  assert_critical (deid_problem_set_quality_model (job.problem, NULL, NULL));
  assert_critical (deid_problem_evaluate (NULL, job.policy, NULL, NULL));
  assert_critical (deid_problem_evaluate (job.problem, NULL, NULL, NULL));
  assert_critical (deid_search_run (NULL, job.problem, NULL, NULL));
  assert_critical (deid_search_run (job.search, NULL, NULL, NULL));
  assert_critical (deid_result_verify (NULL, job.dataset, NULL, NULL));
  assert_critical (deid_result_verify (job.result, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_apply (NULL, job.dataset, NULL, NULL));
  assert_critical (deid_stored_policy_apply (job.stored, NULL, NULL, NULL));
  job_clear (&job);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

START_TEST (indices_out_of_range)
{
  GLogFunc handler = g_log_set_default_handler (count_critical, NULL);
  g_autoptr (DeidPolicy) foreign = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  Job job;

  job_init (&job);
  assert_critical (deid_dataset_get_column_name (job.dataset, N_COLUMNS));
  assert_critical (deid_dataset_get_role (job.dataset, N_COLUMNS));
  assert_critical (deid_dataset_get_n_distinct (job.dataset, N_COLUMNS));
  assert_critical (deid_dataset_get_value (job.dataset, 0, N_COLUMNS));
  assert_critical (deid_dataset_get_value (job.dataset, N_ROWS, 0));
  assert_critical (deid_dataset_is_suppressed (job.dataset, N_ROWS));
  assert_critical (deid_hierarchy_get_n_labels (job.hierarchy, 2));
  assert_critical (deid_hierarchy_generalize (job.hierarchy, "x", 2));
  assert_critical (deid_lattice_get_attribute_name (job.lattice, N_COLUMNS));
  assert_critical (deid_lattice_get_attribute (job.lattice, N_COLUMNS));
  assert_critical (deid_lattice_get_height (job.lattice, N_COLUMNS));
  assert_critical (deid_policy_get_level (job.policy, N_COLUMNS));
  assert_critical (deid_policy_get_successor (job.policy, N_COLUMNS));
  assert_critical (deid_policy_get_predecessor (job.policy, N_COLUMNS));
  assert_critical (deid_stored_policy_get_attribute_name (job.stored, N_COLUMNS));
  assert_critical (deid_stored_policy_get_level (job.stored, N_COLUMNS));
  assert_critical (deid_risk_report_get_size (job.report, 1, NULL));
  assert_critical (deid_explanation_get_policy (job.explanation, 0));
  assert_critical (deid_explanation_get_loss (job.explanation, 0));
  assert_critical (deid_explanation_get_n_suppressed (job.explanation, 0));
  assert_critical (deid_explanation_get_n_too_many (job.explanation, 0));
  assert_critical (deid_explanation_get_attribute (job.explanation, 0));
  assert_critical (deid_explanation_get_n_saved (job.explanation, 0));
  lattice = deid_lattice_new (job.dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q0", job.hierarchy, NULL));
  foreign = deid_policy_new_top (lattice, NULL);
  assert_critical (deid_policy_compare (foreign, job.policy));
  assert_critical (deid_policy_is_generalization_of (foreign, job.policy));
  job_clear (&job);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("handles");
  TCase *contract = tcase_create ("contract");

  tcase_add_loop_test (contract, boxed_type, 0, G_N_ELEMENTS (types));
  tcase_add_loop_test (contract, references, 0, G_N_ELEMENTS (types));
  tcase_add_test (contract, null_handles);
  tcase_add_test (contract, indices_out_of_range);
  tcase_set_timeout (contract, 60);
  suite_add_tcase (suite, contract);
  return suite;
}
