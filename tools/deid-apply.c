/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deid-apply: a stored policy on the records of tomorrow.
 *
 * It reads a policy that `deid-anonymize --policy` has stored and a table of the same kind,
 * generalizes the table as stored, checks the privacy models on it, suppresses the records that
 * fail them, verifies what it releases, and writes it as deid-anonymize does.
 *
 * Exit status: 0 if the batch was released and verified; 1 if more records fail the models than may
 * be suppressed, or a signal ended the run; 2 if the input is bad, a file cannot be read or
 * written, or the report cannot be printed.
 */
#include <locale.h>

#include "base/text.h"
#include "apply-report.h"
#include "idle-cores.h"
#include "input-files.h"
#include "interruption.h"
#include "messages.h"
#include "option-values.h"
#include "output-options.h"
#include "standard-streams.h"
#include "tool.h"

enum
{
  EXIT_RELEASED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_policy, *opt_input, *opt_delimiter, *opt_missing, *opt_unknown,
    *opt_suppression_limit, *opt_population, *opt_population_weight, *opt_seed, *opt_threads,
    *opt_report_threshold;
static char **opt_group_limits;
static gboolean opt_keep_suppressed, opt_keep_order;

static const GOptionEntry entries[] = {
  { "policy", 0, 0, G_OPTION_ARG_FILENAME, &opt_policy, "stored policy (JSON); - is standard input",
    "FILE" },
  { "input", 0, 0, G_OPTION_ARG_FILENAME, &opt_input, "table to read (CSV); - is standard input",
    "FILE" },
  { "delimiter", 0, 0, G_OPTION_ARG_STRING, &opt_delimiter, "its delimiter, \\t for a tab (,)",
    "CHARACTER" },
  { "missing", 0, 0, G_OPTION_ARG_STRING, &opt_missing,
    "values that mean that there is none, in any column, beside those of the policy", "A,B,…" },
  { "unknown", 0, 0, G_OPTION_ARG_STRING, &opt_unknown,
    "values that the policy has neither a label nor a rule for: refuse the batch, suppress their "
    "records, or label them * (error)",
    "error|suppress|top" },
  { "suppression-limit", 0, 0, G_OPTION_ARG_STRING, &opt_suppression_limit,
    "share of records that may be suppressed, such as 5% or 0.05 (that of the policy)", "SHARE" },
  { "suppression-limit-of", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_group_limits,
    "share of the records of each value of a column that may be suppressed, such as sex=20% (that "
    "of the policy); may be given several times",
    "COLUMN=SHARE" },
  { "threads", 0, 0, G_OPTION_ARG_STRING, &opt_threads,
    "threads to use (as many as cores are idle)", "N" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static const GOptionEntry population_entries[]
    = { { "population", 0, 0, G_OPTION_ARG_FILENAME, &opt_population,
          "table of the population that the batch is from (CSV)", "FILE" },
        { "population-weight", 0, 0, G_OPTION_ARG_STRING, &opt_population_weight,
          "column of it that counts records", "A" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const GOptionEntry release_entries[]
    = { { "keep-suppressed", 0, 0, G_OPTION_ARG_NONE, &opt_keep_suppressed,
          "keep suppressed records as place holders, with their insensitive columns", NULL },
        { "keep-order", 0, 0, G_OPTION_ARG_NONE, &opt_keep_order,
          "keep the order of the rows, which links them to the input", NULL },
        { "seed", 0, 0, G_OPTION_ARG_STRING, &opt_seed,
          "of random choices: the order of the released rows (0)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const GOptionEntry report_entries[]
    = { { "report-threshold", 0, 0, G_OPTION_ARG_STRING, &opt_report_threshold,
          "a risk above which the report counts a record as at risk (0.2)", "R" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const ToolGroup groups[]
    = { { NULL, "Everyday", { entries, output_entries } },
        { "population", "The population", { population_entries } },
        { "files", "What is written", { file_entries, release_entries } },
        { "report", "What is reported", { report_entries, message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[]
    = { "deid-apply reads a policy that deid-anonymize has stored and a table of the same kind, "
        "such as the records of the next month, and generalizes this batch as stored: values that "
        "the policy was not found on by its rules. The privacy models are checked on the batch, "
        "records that fail them are suppressed, and what is released is verified by code that "
        "shares nothing with this.",
        "Values that the policy has neither a label nor a rule for are listed before anything is "
        "released, and refused unless --unknown says otherwise.",
        "Batches that are released apart are not protected together: each is judged by itself. "
        "Whoever is in two of them, or knows when a person came in, can tell more from both than "
        "from either. Release new records when several have joined each class.",
        NULL };

static const char *const statuses[]
    = { "The batch was released and verified",
        "More records fail the models than may be suppressed, or a signal ended the run",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        NULL };

static const Tool tool = { "deid-apply",
                           "release new records by a stored policy; batches that are released "
                           "apart are not protected together",
                           description,
                           groups,
                           statuses,
                           "deid-apply --policy policy.json --input may.csv --unknown suppress "
                           "--suppression-limit 5% --output may-released.csv" };

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
}

/* Where the table goes to standard output, errors of any kind do not. */
static gboolean
read_options (int argc, char **argv, GError **error)
{
  const char *read[] = { NULL, NULL, NULL, NULL };

  if (tool_is_stream ("--output", argc, argv))
    print_to_standard_error ();
  if (!tool_read_command_line (&tool, argc, argv, error))
    return FALSE;
  if (opt_policy == NULL || opt_input == NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--policy and --input are needed (see --help)");
      return FALSE;
    }
  if (opt_population_weight != NULL && opt_population == NULL)
    return refuse_option ("population-weight", opt_population_weight, "--population beside it",
                          error);
  read[0] = opt_policy;
  read[1] = opt_input;
  read[2] = opt_population;
  return check_standard_input (read, error);
}

static gboolean
reserve (Batch *batch, GError **error)
{
  const char *inputs[] = { get_input_path (opt_policy), get_input_path (opt_input),
                           opt_population != NULL ? get_input_path (opt_population) : NULL, NULL };

  return reserve_outputs (batch->outputs, inputs, error);
}

static gboolean
read_risk_options (Batch *batch, GError **error)
{
  double threshold;

  batch->risk_options = deid_risk_options_new ();
  return opt_report_threshold == NULL
         || (read_share ("report-threshold", opt_report_threshold, &threshold, error)
             && deid_risk_options_set_threshold (batch->risk_options, threshold, error));
}

static DeidStoredPolicy *
read_policy (GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;

  if (!is_standard_input (opt_policy))
    return deid_stored_policy_new_from_json_file (opt_policy, NULL, cancellable, error);
  stream = open_standard_input ();
  return deid_stored_policy_new_from_json_stream (stream, STANDARD_INPUT, NULL, cancellable, error);
}

static gboolean
set_missing (DeidCsvOptions *csv, GError **error)
{
  g_auto (GStrv) values = split_list (opt_missing);

  return opt_missing == NULL
         || deid_csv_options_set_missing_values (csv, (const char *const *) values, error);
}

/* What exceeds a guint is no number of threads either. */
static gboolean
set_threads (Batch *batch, GError **error)
{
  guint64 n_threads = 0;

  if (opt_threads == NULL)
    n_threads = count_idle_cores ();
  else if (!read_count ("threads", opt_threads, &n_threads, error))
    return FALSE;
  batch->n_threads = (guint) MIN (n_threads, G_MAXUINT);
  return deid_csv_options_set_n_threads (batch->csv, batch->n_threads, error);
}

static gboolean
load (Batch *batch, GError **error)
{
  if (!reserve (batch, error) || !read_risk_options (batch, error))
    return FALSE;
  batch->csv = make_table_options (opt_delimiter, is_spreadsheet_safe (), error);
  if (batch->csv == NULL || !set_threads (batch, error) || !set_missing (batch->csv, error)
      || (batch->policy = read_policy (batch->cancellable, error)) == NULL)
    return FALSE;
  batch->batch = read_table (opt_input, batch->csv, batch->cancellable, error);
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
  g_autoptr (DeidDataset) population = NULL;

  if (opt_population == NULL)
    return TRUE;
  population = read_table (opt_population, batch->csv, batch->cancellable, error);
  return population != NULL
         && (opt_population_weight == NULL
             || deid_dataset_set_role (population, opt_population_weight, DEID_ROLE_WEIGHT, error))
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

static gboolean
set_group_limits (DeidStoredPolicyOptions *options, GError **error)
{
  for (guint i = 0; opt_group_limits != NULL && opt_group_limits[i] != NULL; i++)
    {
      g_autofree char *column = NULL;
      const char *share;
      double limit;

      if (!split_group_limit (opt_group_limits[i], &column, &share, error)
          || !read_share ("suppression-limit-of", share, &limit, error)
          || !deid_stored_policy_options_set_group_limit (options, column, limit, error))
        return FALSE;
    }
  return TRUE;
}

/* Unknown values are listed last: the table has the missing codes of the policy only then. */
static gboolean
evaluate (Batch *batch, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  double limit;

  if (!set_unknown (options, error) || !set_population (options, batch, error)
      || (opt_suppression_limit != NULL
          && (!read_share ("suppression-limit", opt_suppression_limit, &limit, error)
              || !deid_stored_policy_options_set_suppression_limit (options, limit, error)))
      || !set_group_limits (options, error))
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
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  guint64 seed = 0;

  if ((opt_seed != NULL && !read_count ("seed", opt_seed, &seed, error))
      || !deid_release_options_set_seed (options, seed, error)
      || !deid_release_options_set_n_threads (options, batch->n_threads, error)
      || !deid_release_options_set_keep_suppressed (options, opt_keep_suppressed, error)
      || !deid_release_options_set_keep_order (options, opt_keep_order, error))
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
  return batch->reports[1] != NULL;
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
  const char *path = get_release_path ();

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

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Batch batch = { 0 };
  gboolean success;

  standard_streams_init (tool.name);
  setlocale (LC_ALL, "");
  batch.outputs = deid_output_set_new ();
  batch.cancellable = watch_signals (batch.outputs);
  success = read_options (argc, argv, &error) && run (&batch, &error);
  batch_clear (&batch);
  if (success)
    return EXIT_RELEASED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    explain_interruption (error, (const char *[]){ get_release_path () }, 1);
  return print_error (error, get_exit_status (error));
}
