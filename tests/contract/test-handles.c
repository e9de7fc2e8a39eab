/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What holds for every handle: boxed types, references, NULL, and when it becomes immutable. */
#include <string.h>

#include "support/figures.h"
#include "support/criticals.h"
#include "support/handle-job.h"
#include "support/suite.h"

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
use_suggestions (gpointer handle)
{
  return g_str_equal (deid_report_get_text (handle, "columns[23].column"), "q23")
         && g_str_equal (deid_report_get_text (handle, "columns[2].rule"), "suppress");
}

static gboolean
use_identifiers (gpointer handle)
{
  guint64 n_columns, n_found;

  return deid_report_get_count (handle, "columns", &n_columns) && n_columns == 24
         && deid_report_get_n_rows (handle, "identifiers", &n_found) && n_found == 0;
}

static gboolean
use_baseline (gpointer handle)
{
  g_autofree char *text = deid_baseline_to_text (handle, NULL);

  return strstr (text, "\nname=q0 removed\n") != NULL
         && strstr (text, "\n[column q0]\ntreatment=remove\n") != NULL;
}

static gboolean
use_baseline_report (gpointer handle)
{
  guint64 n_found;

  return g_str_equal (deid_report_get_text (handle, "baseline"), "q0 removed")
         && deid_report_get_n_rows (handle, "identifiers.identifiers", &n_found) && n_found == 0
         && g_str_equal (deid_report_get_text (handle, "columns[0].treatment"), "removed");
}

static gboolean
use_hierarchy (gpointer handle)
{
  g_autofree char *label = generalize (handle, "1", 1);

  return g_strcmp0 (label, "*") == 0;
}

static gboolean
use_builder (gpointer handle)
{
  return !deid_hierarchy_builder_add_row (handle, (const char *[]){ "x", "other", NULL }, NULL);
}

static gboolean
use_lattice (gpointer handle)
{
  return g_str_equal (deid_lattice_get_attribute_name (handle, 23), "q23");
}

/* A directory is no place to write a table to. */
static gboolean
use_outputs (gpointer handle)
{
  g_autoptr (GError) error = NULL;

  return deid_output_set_get_release_sha256 (handle) == NULL
         && !deid_output_set_reserve (handle, "/", &error)
         && g_error_matches (error, DEID_ERROR, DEID_ERROR_IO);
}

static gboolean
use_settings (gpointer handle)
{
  return g_str_equal (deid_job_get (handle, "column q0", "role"), "quasi-identifying");
}

static gboolean
use_partition (gpointer handle)
{
  return deid_partition_get_n_classes (handle) == 4
         && g_str_equal (deid_partition_get_label (handle, 0, 1), "0");
}

static gboolean
use_policy (gpointer handle)
{
  return deid_policy_get_level_sum (handle) == 8 && use_lattice (deid_policy_get_lattice (handle));
}

static gboolean
use_model (gpointer handle)
{
  g_autofree char *text = deid_privacy_model_to_specification (handle);

  return g_str_equal (text, "k:2");
}

/* Slots without a callback make no model. */
static gboolean
use_privacy_funcs (gpointer handle)
{
  g_autoptr (GError) error = NULL;

  return deid_privacy_model_new (handle, &error) == NULL
         && strstr (error->message, "describe is empty") != NULL;
}

static gboolean
use_quality (gpointer handle)
{
  g_autofree char *text = deid_quality_model_to_specification (handle);

  return g_str_equal (text, "loss:sum");
}

static gboolean
use_slots (gpointer handle)
{
  DeidQualityModel *model = deid_quality_model_new (handle, NULL);

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
use_store (gpointer handle)
{
  return deid_property_store_get_n_policies (handle) == 1;
}

static gboolean
use_search (gpointer handle)
{
  return deid_search_set_n_threads (handle, 2, NULL);
}

static gboolean
use_search_funcs (gpointer handle)
{
  return deid_search_new (handle, NULL) == NULL;
}

static gboolean
use_result (gpointer handle)
{
  return deid_result_get_loss (handle) == 8 && use_problem (deid_result_get_problem (handle))
         && use_policy (deid_result_get_policy (handle));
}

static gboolean
use_statistics (gpointer handle)
{
  double bytes;
  guint64 n_improvements;

  return deid_report_get_number (handle, "bytes", &bytes) && bytes > 0
         && deid_report_get_n_rows (handle, "improvement-losses", &n_improvements);
}

/* All that make classes of two suppress one of the three bits. */
static gboolean
use_alternatives (gpointer handle)
{
  DeidPolicy *policy = deid_report_get_policy (handle, "policies[0].policy");
  guint64 medoid;
  double risk;

  return policy != NULL && deid_report_get_number (handle, "policies[0].population_risk_sum", &risk)
         && risk == 4 && deid_policy_get_level_sum (policy) == 8
         && deid_report_get_count (handle, "groups[0].medoid", &medoid);
}

static gboolean
use_evaluation (gpointer handle)
{
  return flag_of (handle, "solution") && n_rows_of (handle, "models") == 1
         && use_policy (deid_report_get_policy (handle, "policy"));
}

static gboolean
use_explanation (gpointer handle)
{
  g_autofree char *text = deid_report_to_text (handle, NULL, NULL);

  g_autofree char *json = deid_report_to_json (handle, NULL);

  return g_str_has_suffix (json, ",\"limit\":0,\"candidates\":0,\"better\":0,\"models\":[\"k:1\"],"
                                 "\"policies\":[]}")
         && strstr (text, "q23:0, loss") != NULL;
}

/* Eight quasi-identifiers are released as `*`. */
static gboolean
use_warnings (gpointer handle)
{
  guint64 n_warnings, n_records;

  return deid_report_get_n_rows (handle, "warnings", &n_warnings) && n_warnings == 8
         && g_str_equal (deid_report_get_text (handle, "warnings[0].code"), "one-label")
         && deid_report_get_count (handle, "warnings[0].records", &n_records) && n_records == N_ROWS
         && g_str_equal (deid_report_get_text (handle, "warnings[1].column"), "q3")
         && strstr (deid_report_get_text (handle, "warnings[1].text"), "'q3' has 2 values") != NULL;
}

static gboolean
use_options (gpointer handle)
{
  return deid_release_options_set_seed (handle, 1, NULL);
}

/* The first attribute is suppressed, the second one is told apart from it by no record. */
static gboolean
use_attribute_risks (gpointer handle)
{
  g_autofree char *text = public_text_of (handle, NULL);

  return n_rows_of (handle, "subsets") == 24 + 276 && count_of (handle, "subsets[1].distinct") == 2
         && strstr (text, "\n  q22, q23\n") != NULL;
}

static gboolean
use_risk_frontier (gpointer handle)
{
  guint64 n_points;
  double risk;

  return deid_report_get_n_rows (handle, "points", &n_points) && n_points == 1
         && deid_report_get_number (handle, "points[0].risk", &risk) && risk == 0.5
         && use_policy (deid_report_get_policy (handle, "points[0].policy"));
}

static gboolean
use_risk_options (gpointer handle)
{
  return deid_risk_options_set_threshold (handle, 0.1, NULL);
}

static gboolean
use_report (gpointer handle)
{
  return count_of (handle, "classes.smallest") == 2 && count_of (handle, "classes.number") == 4;
}

static gboolean
use_stored (gpointer handle)
{
  g_autoptr (DeidReport) report = deid_report_new_stored_policy (handle, NULL);
  guint64 level;

  return g_str_equal (deid_report_get_text (report, "attributes[3].name"), "q3")
         && deid_report_get_count (report, "attributes[3].level", &level) && level == 1;
}

static gboolean
use_certificate_options (gpointer handle)
{
  return deid_certificate_options_add_release (handle, "a.csv", NULL);
}

static gboolean
use_stored_options (gpointer handle)
{
  return deid_stored_policy_options_set_suppression_limit (handle, 0.5, NULL);
}

static gboolean
use_engine (gpointer handle)
{
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (handle, "visits", NULL);

  return table != NULL;
}

static gboolean
use_engine_table (gpointer handle)
{
  return deid_engine_table_set_role (handle, "zip", DEID_ROLE_SENSITIVE, NULL);
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
  TYPE (DeidReport, alternatives, deid_report),
  TYPE (DeidReport, attribute_risks, deid_report),
  TYPE (DeidCertificateOptions, certificate_options, deid_certificate_options),
  TYPE (DeidCsvOptions, csv, deid_csv_options),
  TYPE (DeidDataset, dataset, deid_dataset),
  TYPE (DeidEngine, engine, deid_engine),
  TYPE (DeidEngineTable, engine_table, deid_engine_table),
  TYPE (DeidReport, suggestions, deid_report),
  TYPE (DeidReport, identifiers, deid_report),
  TYPE (DeidBaseline, baseline, deid_baseline),
  TYPE (DeidReport, baseline_report, deid_report),
  TYPE (DeidHierarchy, hierarchy, deid_hierarchy),
  TYPE (DeidHierarchyBuilder, builder, deid_hierarchy_builder),
  TYPE (DeidJob, settings, deid_job),
  TYPE (DeidLattice, lattice, deid_lattice),
  TYPE (DeidOutputSet, outputs, deid_output_set),
  TYPE (DeidPartition, partition, deid_partition),
  TYPE (DeidPolicy, policy, deid_policy),
  TYPE (DeidPrivacyModel, model, deid_privacy_model),
  TYPE (DeidPrivacyModelFuncs, privacy_funcs, deid_privacy_model_funcs),
  TYPE (DeidQualityModel, quality, deid_quality_model),
  TYPE (DeidQualityModelFuncs, slots, deid_quality_model_funcs),
  TYPE (DeidProblem, problem, deid_problem),
  TYPE (DeidProgress, progress, deid_progress),
  TYPE (DeidPropertyStore, store, deid_property_store),
  TYPE (DeidSearch, search, deid_search),
  TYPE (DeidSearchFuncs, search_funcs, deid_search_funcs),
  TYPE (DeidResult, result, deid_result),
  TYPE (DeidReport, statistics, deid_report),
  TYPE (DeidReport, evaluation, deid_report),
  TYPE (DeidReport, explanation, deid_report),
  TYPE (DeidReleaseOptions, options, deid_release_options),
  TYPE (DeidReport, risk_frontier, deid_report),
  TYPE (DeidRiskOptions, risk_options, deid_risk_options),
  TYPE (DeidReport, report, deid_report),
  TYPE (DeidStoredPolicy, stored, deid_stored_policy),
  TYPE (DeidStoredPolicyOptions, stored_options, deid_stored_policy_options),
  TYPE (DeidReport, warnings, deid_report),
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
  if (types[_i].offset == offsetof (Job, progress))
    job_add_progress (&job);
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

START_TEST (null_handle)
{
  GLogFunc handler = criticals_start ();

  assert_critical (types[_i].ref (NULL));
  types[_i].unref (NULL);
  ck_assert_uint_eq (criticals_take (), 1);
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
  tcase_add_loop_test (contract, null_handle, 0, G_N_ELEMENTS (types));
  tcase_set_timeout (contract, 60);
  suite_add_tcase (suite, contract);
  return suite;
}
