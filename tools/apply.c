/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * `deid apply`: a stored policy on new records.
 *
 * It generalizes the table as stored, checks the privacy models on it, suppresses the records that
 * fail them, verifies what it releases, and writes it.
 */
#include <string.h>

#include "base/text.h"
#include "apply-report.h"
#include "idle-cores.h"
#include "input-files.h"
#include "interruption.h"
#include "messages.h"
#include "option-values.h"
#include "options.h"
#include "output-files.h"
#include "settings.h"

enum
{
  EXIT_RELEASED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_unknown;
static const char *policy_path, *table_path;

static const GOptionEntry entries[]
    = { { "unknown", 0, 0, G_OPTION_ARG_STRING, &opt_unknown,
          "Unknown values: refuse the table (default), suppress their records, or label them *",
          "error|suppress|top" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const VerbGroup groups[]
    = { { "Table", TABLE_NAMES, { entries } },
        { "Limits and population", "suppression-limit population population-weight", { NULL } },
        { "Released table",
          "output mode pseudonym key-file keep-order keep-suppressed spreadsheet-safe seed",
          { NULL } },
        { "Report", "report-threshold threads", { message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[]
    = { "Release new records by a policy that deid run --policy has stored. The table is "
        "generalized as stored, the models are checked on it, records that fail them are "
        "suppressed, and separate code verifies the release. Without limits of its own, a table "
        "has those of the policy.",
        "Tables that are released one by one are not protected together. A person who is in two of "
        "them can be told apart more easily. Release new records when several have joined each "
        "class.",
        NULL };

static const char *const examples[]
    = { "deid apply policy.json may.csv --output may-released.csv", NULL };

static const char *const statuses[]
    = { "The table was released and verified",
        "More records fail the models than may be suppressed, or a signal ended the run",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        NULL };

/* The thread that waits for signals has the outputs too. */
static void
batch_clear (Batch *batch)
{
  deid_output_set_discard (batch->outputs);
  g_clear_pointer (&batch->outputs, deid_output_set_unref);
  g_clear_pointer (&batch->csv, deid_csv_options_unref);
  g_clear_pointer (&batch->policy, deid_stored_policy_unref);
  g_clear_pointer (&batch->unknown, g_ptr_array_unref);
  g_clear_pointer (&batch->batch, deid_dataset_unref);
  g_clear_pointer (&batch->result, deid_result_unref);
  g_clear_pointer (&batch->release, deid_dataset_unref);
  g_clear_pointer (&batch->risk_options, deid_risk_options_unref);
  for (guint i = 0; i < G_N_ELEMENTS (batch->reports); i++)
    g_clear_pointer (&batch->reports[i], deid_report_unref);
  g_clear_pointer (&batch->warnings, deid_report_unref);
}

/* The arguments are the policy and the table. */
static gboolean
take_arguments (GError **error)
{
  char *const *arguments = get_arguments ();

  if (g_strv_length ((char **) arguments) != 2)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "expected two files: a stored policy and a table");
      return FALSE;
    }
  policy_path = arguments[0];
  table_path = arguments[1];
  return TRUE;
}

static gboolean
check_options (GError **error)
{
  const char *read[] = { NULL, NULL, NULL, NULL };

  if (!read_options_only (error) || !take_arguments (error))
    return FALSE;
  if (deid_job_is_set (get_settings (), "population", "population-weight")
      && !deid_job_is_set (get_settings (), "population", "population"))
    return refuse_option ("population-weight", get_given_value ("population-weight"),
                          "--population with it", error);
  read[0] = policy_path;
  read[1] = table_path;
  read[2] = get_given_value ("population");
  return check_standard_input (read, error);
}

static gboolean
reserve (Batch *batch, GError **error)
{
  return deid_output_set_add_input (batch->outputs, get_input_path (policy_path), error)
         && deid_output_set_add_input (batch->outputs, get_input_path (table_path), error)
         && reserve_outputs_of_settings (batch->outputs, error);
}

static DeidStoredPolicy *
read_policy (GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;

  if (!is_standard_input (policy_path))
    return deid_stored_policy_new_from_json_file (policy_path, NULL, cancellable, error);
  stream = open_standard_input ();
  return deid_stored_policy_new_from_json_stream (stream, STANDARD_INPUT, NULL, cancellable, error);
}

/* No number of threads exceeds a guint either. */
static gboolean
set_threads (Batch *batch, GError **error)
{
  const char *threads = get_given_value ("threads");
  guint64 n_threads = 0;

  if (threads == NULL || g_str_equal (threads, "all"))
    n_threads = count_idle_cores ();
  else if (!read_count ("threads", threads, &n_threads, error))
    return FALSE;
  batch->n_threads = (guint) MIN (n_threads, G_MAXUINT);
  return deid_csv_options_set_n_threads (batch->csv, batch->n_threads, error);
}

static gboolean
load (Batch *batch, GError **error)
{
  if (!reserve (batch, error)
      || (batch->risk_options = deid_job_make_risk_options (get_settings (), error)) == NULL
      || (batch->csv = deid_job_make_csv_options (get_settings (), error)) == NULL
      || !set_threads (batch, error)
      || (batch->policy = read_policy (batch->cancellable, error)) == NULL)
    return FALSE;
  batch->batch = read_table (table_path, batch->csv, batch->cancellable, error);
  return batch->batch != NULL;
}

static void
print_load (const Batch *batch, double seconds)
{
  print_step ("read", seconds, "%" G_GUINT64_FORMAT " records, %u columns",
              deid_dataset_get_n_records (batch->batch), deid_dataset_get_n_columns (batch->batch));
}

static gboolean
set_population (DeidStoredPolicyOptions *options, const Batch *batch, GError **error)
{
  const char *path = get_given_value ("population");
  const char *weight = get_given_value ("population-weight");
  g_autoptr (DeidDataset) population = NULL;

  if (path == NULL)
    return TRUE;
  if (g_str_equal (path, "table"))
    return refuse_option ("population", path, "a file", error);
  population = read_table (path, batch->csv, batch->cancellable, error);
  return population != NULL
         && (weight == NULL || deid_dataset_set_role (population, weight, DEID_ROLE_WEIGHT, error))
         && deid_stored_policy_options_set_population (options, population, error);
}

static gboolean
set_unknown (DeidStoredPolicyOptions *options, GError **error)
{
  const char *name;

  if (opt_unknown == NULL)
    return TRUE;
  for (guint i = 0; (name = deid_enum_get_name ("DeidUnknownValues", (int) i)) != NULL; i++)
    if (g_str_equal (name, opt_unknown))
      return deid_stored_policy_options_set_unknown_values (options, (DeidUnknownValues) i, error);
  return refuse_option ("unknown", opt_unknown, "error, suppress or top", error);
}

/* Lets a refusal count the unknown values, which are often the reason. */
static void
add_unknown_values (const Batch *batch, GError *error)
{
  g_autoptr (GPtrArray) values = list_unknown_values (batch->policy, batch->batch, NULL);

  for (guint i = 0; values != NULL && i < values->len; i++)
    {
      const UnknownValues *unknown = g_ptr_array_index (values, i);
      g_autofree char *column = deid_text_show (unknown->column, -1);
      char *message = g_strdup_printf (
          "%s; unknown values of column '%s': %u distinct, in %" G_GUINT64_FORMAT " rows",
          error->message, column, unknown->values->len, unknown->n_rows);

      g_free (error->message);
      error->message = message;
    }
}

/* A limit of all records, or COLUMN=SHARE for the records of each value of a column. */
static gboolean
set_limits (DeidStoredPolicyOptions *options, GError **error)
{
  const GPtrArray *given = get_given_options ();

  for (guint i = 0; i < given->len; i++)
    {
      const Given *one = g_ptr_array_index (given, i);
      const char *sign = strrchr (one->value, '=');
      g_autofree char *column = NULL;
      double limit;

      if (!g_str_equal (one->option->name, "suppression-limit"))
        continue;
      if (!read_share ("suppression-limit", sign != NULL ? sign + 1 : one->value, &limit, error))
        return FALSE;
      column
          = sign != NULL ? g_strstrip (g_strndup (one->value, (gsize) (sign - one->value))) : NULL;
      if (column != NULL
              ? !deid_stored_policy_options_set_group_limit (options, column, limit, error)
              : !deid_stored_policy_options_set_suppression_limit (options, limit, error))
        return FALSE;
    }
  return TRUE;
}

/* Unknown values are listed last: the table has the missing codes of the policy only then. */
static gboolean
evaluate (Batch *batch, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();

  if (!set_unknown (options, error) || !set_population (options, batch, error)
      || !set_limits (options, error))
    return FALSE;
  batch->result = deid_stored_policy_evaluate (batch->policy, batch->batch, options,
                                               batch->cancellable, error);
  if (batch->result == NULL)
    {
      if (g_error_matches (*error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
        add_unknown_values (batch, *error);
      return FALSE;
    }
  batch->unknown = list_unknown_values (batch->policy, batch->batch, error);
  return batch->unknown != NULL;
}

static void
print_evaluate (const Batch *batch, double seconds)
{
  print_step ("evaluate", seconds, "%" G_GUINT64_FORMAT " records suppressed",
              deid_result_get_n_suppressed (batch->result));
}

static gboolean
apply (Batch *batch, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_job_make_release_options (get_settings (), error);

  if (options == NULL || !deid_release_options_set_n_threads (options, batch->n_threads, error))
    return FALSE;
  batch->release = deid_result_apply (batch->result, options, batch->cancellable, error);
  return batch->release != NULL
         && deid_result_verify (batch->result, batch->release, batch->cancellable, error);
}

static void
print_apply (const Batch *batch, double seconds)
{
  print_step ("release", seconds, "%" G_GUINT64_FORMAT " records, verified",
              deid_dataset_get_n_records (batch->release));
}

static gboolean
report (Batch *batch, GError **error)
{
  batch->reports[0] = deid_report_new_risks (batch->result, NULL, FALSE, batch->risk_options,
                                             batch->cancellable, error);
  if (batch->reports[0] == NULL)
    return FALSE;
  batch->reports[1] = deid_report_new_risks (batch->result, NULL, TRUE, batch->risk_options,
                                             batch->cancellable, error);
  if (batch->reports[1] == NULL)
    return FALSE;
  batch->warnings = deid_report_new_warnings (batch->result, batch->cancellable, error);
  return batch->warnings != NULL;
}

static void
print_risks (const Batch *batch, double seconds)
{
  (void) batch;
  print_step ("risks", seconds, "before and after");
}

static gboolean
write_files (Batch *batch, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "output");

  if ((path != NULL
       && !deid_output_set_add_release (batch->outputs, batch->release, path, batch->csv,
                                        batch->cancellable, error))
      || !deid_output_set_commit (batch->outputs, batch->cancellable, error))
    return FALSE;
  batch->cancellable = NULL;
  return TRUE;
}

static void
print_files (const Batch *batch, double seconds)
{
  if (deid_output_set_get_release_sha256 (batch->outputs) != NULL)
    print_step ("write", seconds, "the table has SHA-256 %s",
                deid_output_set_get_release_sha256 (batch->outputs));
}

/* Runs one step and measures it. */
static gboolean
run_step (gboolean (*step) (Batch *, GError **), Batch *batch, double *seconds,
          void (*say) (const Batch *, double), GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean success
      = !g_cancellable_set_error_if_cancelled (batch->cancellable, error) && step (batch, error);

  *seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  if (success)
    say (batch, *seconds);
  return success;
}

static gboolean
run (Batch *batch, GError **error)
{
  return run_step (load, batch, &batch->load, print_load, error)
         && run_step (evaluate, batch, &batch->evaluate, print_evaluate, error)
         && run_step (apply, batch, &batch->apply, print_apply, error)
         && run_step (report, batch, &batch->report, print_risks, error)
         && run_step (write_files, batch, &batch->write, print_files, error)
         && (is_quiet ()
             || (is_json () ? print_batch_json (batch, error) : print_batch_text (batch, error)));
}

static int
get_exit_status (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
                 || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             ? EXIT_NO_SOLUTION
             : EXIT_BAD_INPUT;
}

static int
run_apply (void)
{
  g_autoptr (GError) error = NULL;
  Batch batch = { 0 };
  gboolean success;

  batch.outputs = deid_output_set_new ();
  batch.cancellable = watch_signals (batch.outputs);
  success = check_options (&error) && run (&batch, &error);
  batch_clear (&batch);
  if (success)
    return EXIT_RELEASED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *path = deid_job_get_path (get_settings (), "output", "output");

      explain_interruption (error, (const char *[]){ path }, 1);
    }
  return print_error (error, get_exit_status (error));
}

const Verb apply_verb
    = { "apply",  "POLICY TABLE", "Release new records by a stored policy",
        examples, description,    "output unknown missing suppression-limit delimiter json",
        groups,   statuses,       run_apply };
