/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deid-anonymize: the main job of the library as a command.
 *
 * It reads a table and the hierarchies of its quasi-identifiers, searches for the best policy,
 * makes the released table, verifies it, and writes what was asked for, all files or none.
 *
 * Exit status: 0 if a solution was found and verified; 1 if there is none, or the search or a
 * signal ended the run before it had what was asked for; 2 if the input is bad, a file cannot be
 * read or written, or the report cannot be printed; 3 if a signal ended the search and the best
 * policy so far was taken. The first of SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1
 * and SIGUSR2 does so; the second one ends the process. No temporary file is left by these.
 */
#include <locale.h>
#include <string.h>

#include "base/text.h"
#include "alternatives-report.h"
#include "anonymize-report.h"
#include "anonymize-steps.h"
#include "baseline-options.h"
#include "capacities-report.h"
#include "input-files.h"
#include "interruption.h"
#include "lattice-options.h"
#include "liblinear-fit.h"
#include "messages.h"
#include "option-values.h"
#include "output-options.h"
#include "page-report.h"
#include "policy-evaluation.h"
#include "problem-options.h"
#include "release-options.h"
#include "report/subset-order.h"
#include "search-options.h"
#include "settings.h"
#include "standard-streams.h"
#include "suggest.h"
#include "tool.h"
#include "tradeoff-report.h"

enum
{
  EXIT_SOLVED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2,
  EXIT_INTERRUPTED = 3
};

static const ToolGroup groups[]
    = { { NULL, "Everyday", { problem_entries, quasi_identifier_entries, output_entries } },
        { "problem", "Problem files", { settings_entries, suggest_entries } },
        { "columns",
          "Roles and hierarchies of columns, and the population",
          { column_entries, hierarchy_entries } },
        { "engine", "A table that stays in its engine", { engine_entries } },
        { "models", "Models and baselines", { model_entries, baseline_entries } },
        { "search", "What is searched, and how", { lattice_entries, search_entries } },
        { "files", "What is written", { artefact_entries, file_entries, release_entries } },
        { "report", "What is reported", { report_entries, message_entries } },
        { "tradeoff", "Tables of optima", { tradeoff_entries, capacities_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[]
    = { "deid-anonymize reads a table and the hierarchies of its quasi-identifiers, searches for "
        "the policy of the least loss whose release meets the privacy models, makes this release, "
        "verifies it by code that the search does not use, and reports on the risks before and "
        "after.",
        "Files appear whole or not at all; the table, the stored policy and the certificate appear "
        "together. What is no regular file, such as a pipe or a device, is written into, and links "
        "are followed.",
        "Rows are released in a shuffled order. A stored policy, a certificate and the report are "
        "for the custodian, not for the public.",
        NULL };

static const char *const statuses[]
    = { "A solution was found and verified",
        "There is no solution, or the search or a signal ended the run before it had what was "
        "asked for",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        "A signal ended the search, and the best policy so far was taken", NULL };

static const Tool tool = { "deid-anonymize",
                           "release a de-identified table, or report on it",
                           description,
                           groups,
                           statuses,
                           "psql -c 'COPY discharges TO STDOUT CSV HEADER' | deid-anonymize "
                           "--input - --hierarchies hierarchy_ --qi age,zip --model k:5 "
                           "--suppression-limit 5% --output - >release.csv" };

/* The thread that waits for signals has the outputs too. */
static void
job_clear (Job *job)
{
  deid_output_set_discard (job->outputs);
  g_clear_pointer (&job->outputs, deid_output_set_unref);
  g_clear_pointer (&job->problem, deid_problem_unref);
  g_clear_pointer (&job->evaluation, deid_report_unref);
  g_clear_pointer (&job->found, deid_result_unref);
  g_clear_pointer (&job->result, deid_result_unref);
  g_clear_pointer (&job->explanation, deid_report_unref);
  g_clear_pointer (&job->release, deid_dataset_unref);
  g_clear_pointer (&job->risk_options, deid_risk_options_unref);
  for (guint i = 0; i < G_N_ELEMENTS (job->reports); i++)
    {
      g_clear_pointer (&job->reports[i], deid_report_unref);
      g_clear_pointer (&job->attribute_risks[i], deid_report_unref);
    }
  g_clear_pointer (&job->distortion, deid_report_unref);
  g_clear_pointer (&job->left_out, deid_report_unref);
  g_clear_pointer (&job->utility, deid_report_unref);
  g_clear_pointer (&job->warnings, deid_report_unref);
  g_clear_pointer (&job->bias, deid_report_unref);
  g_clear_pointer (&job->alternatives, deid_report_unref);
  clear_tables (&job->tables);
}

static gboolean
read_report_options (Job *job, GError **error)
{
  const char *max_subset = deid_job_get (get_settings (), "report", "attribute-risks");
  const char *left_out = deid_job_get (get_settings (), "report", "left-out");
  const char *n_groups = deid_job_get (get_settings (), "report", "groups");

  job->is_compared = has_flag ("report", "distortion");
  job->max_left_out = g_str_equal (left_out, "values")  ? 1
                      : g_str_equal (left_out, "pairs") ? 2
                                                        : 0;
  job->risk_options = deid_job_make_risk_options (get_settings (), error);
  if (job->risk_options == NULL)
    return FALSE;
  if (g_str_equal (n_groups, "0"))
    return refuse_option ("groups", n_groups, "at least 1, or auto", error);
  job->is_explained = has_flag ("report", "explain");
  job->is_useful
      = has_flag ("report", "utility") || deid_job_is_set (get_settings (), "report", "predict");
  if (g_str_equal (max_subset, "none"))
    return TRUE;
  job->max_subset = MIN (g_ascii_strtoull (max_subset, NULL, 10), G_MAXUINT);
  return job->max_subset > 0 || refuse_option ("attribute-risks", max_subset, "at least 1", error);
}

/* Refuses subsets that are too many before the search, whose result would be lost. */
static gboolean
check_subsets (const Job *job, GError **error)
{
  const guint n_attributes
      = deid_lattice_get_n_attributes (deid_problem_get_lattice (job->problem));
  DeidSubsetOrder order;

  if (job->max_subset == 0
      || deid_subset_order_init (&order, n_attributes, (guint) job->max_subset, error))
    return TRUE;
  g_prefix_error (
      error, "--attribute-risks %s: ", deid_job_get (get_settings (), "report", "attribute-risks"));
  return FALSE;
}

static gboolean
load (Job *job, GError **error)
{
  if (!reserve_outputs_of_settings (job->outputs, error) || !reserve_plot (job->outputs, error)
      || !read_report_options (job, error))
    return FALSE;
  job->problem = load_problem (job->cancellable, error);
  return job->problem != NULL && check_subsets (job, error);
}

/* Makes the tables that come beside the run. A signal that ends this ends the run. */
static gboolean
vary (Job *job, GError **error)
{
  return !are_tables_asked () || make_tables (&job->tables, job->problem, job->cancellable, error);
}

/* Tells whether anything is said of alternatives, if the search lists some. */
static gboolean
are_alternatives_needed (gboolean is_grouped)
{
  static const char *const listing[] = { "bisecting", "directed", "boundary", NULL };
  const char *search = deid_job_get (get_settings (), "search", "algorithm");
  g_autofree char *name = g_strndup (search, strcspn (search, ":"));

  return g_strv_contains (listing, name)
         && (is_grouped || !is_quiet () || is_page_asked () || are_tables_asked ());
}

/* Lists the alternatives, in groups if that was asked for. */
static gboolean
list_alternatives (Job *job, GError **error)
{
  const char *text = deid_job_get (get_settings (), "report", "groups");
  const gboolean is_grouped = !g_str_equal (text, "none");
  const guint64 n_groups = g_str_equal (text, "auto") ? DEID_ALTERNATIVES_AUTO_GROUPS
                           : is_grouped               ? g_ascii_strtoull (text, NULL, 10)
                                                      : 0;

  if (are_alternatives_needed (is_grouped)
      && !make_alternatives (&job->alternatives, job->found, n_groups, job->cancellable, error))
    return FALSE;
  return !is_grouped || job->alternatives != NULL
         || refuse_option ("groups", text, "none unless a search lists alternatives", error);
}

/* A policy that is stated takes the place of a search. */
static gboolean
evaluate (Job *job, GError **error)
{
  job->n_threads = 1;
  job->evaluation = evaluate_policy (job->problem, job->cancellable, error);
  if (job->evaluation == NULL)
    return FALSE;
  job->found = take_solution (job->problem, job->evaluation, job->risk_options, job->cancellable,
                              &job->is_told, error);
  job->result = job->found != NULL ? deid_result_ref (job->found) : NULL;
  return job->result != NULL && list_alternatives (job, error);
}

/* A signal that ends the search ends nothing else: what it has found is released. */
static gboolean
search (Job *job, GError **error)
{
  const gboolean is_stated = deid_job_is_set (get_settings (), "search", "evaluate");
  g_autoptr (DeidSearch) search = is_stated ? NULL : make_search (error);

  if (is_stated)
    return evaluate (job, error);
  if (search == NULL)
    return FALSE;
  job->n_threads = deid_search_get_n_threads (search);
  job->found = deid_search_run (search, job->problem, job->cancellable, error);
  end_progress ();
  if (job->found == NULL)
    return FALSE;
  job->is_interrupted = deid_result_get_termination (job->found) == DEID_TERMINATION_CANCELLED;
  if (g_cancellable_is_cancelled (job->cancellable))
    job->cancellable = NULL;
  job->result = deid_job_choose (get_settings (), job->found, job->cancellable, error);
  return job->result != NULL && list_alternatives (job, error);
}

static DeidReport *
make_report (const Job *job, const char *kind, GError **error)
{
  return deid_job_make_report (get_settings (), kind, job->result, job->cancellable, error);
}

static gboolean
explain (Job *job, GError **error)
{
  if (!job->is_explained || !deid_result_is_proven_optimal (job->result)
      || deid_result_get_policy (job->result) == NULL)
    return TRUE;
  job->explanation = make_report (job, "explanation", error);
  return job->explanation != NULL;
}

static gboolean
check_provable (Job *job, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "certificate");
  g_autofree char *shown = path != NULL ? deid_text_escape (path) : NULL;

  job->is_certified = path != NULL;
  if (!job->is_certified || deid_result_is_proven_optimal (job->result)
      || deid_result_has_local_bound (job->result))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
               deid_result_get_policy (job->result) != NULL
                   ? "--certificate %s: the search ended before the policy was proven optimal"
                   : "--certificate %s: the search ended without a bound for local recodings",
               shown);
  return FALSE;
}

static gboolean
apply (Job *job, GError **error)
{
  job->release = deid_job_release (get_settings (), job->result, job->cancellable, error);
  return job->release != NULL;
}

/* The release comes first: the other files name it by its digest. */
static gboolean
write_release (Job *job, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "output");
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (get_settings (), error);

  return path == NULL
         || (csv != NULL
             && deid_output_set_add_release (job->outputs, job->release, path, csv,
                                             job->cancellable, error));
}

static gboolean
certify (Job *job, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "certificate");

  return path == NULL
         || deid_output_set_add_certificate (job->outputs, job->result, path, job->cancellable,
                                             error);
}

/* What was asked for, or is for the page, of the data that are released and of those that are not.
 */
static gboolean
compare (Job *job, GError **error)
{
  if ((job->is_compared || is_page_asked ())
      && (job->distortion = make_report (job, "distortion", error)) == NULL)
    return FALSE;
  return (job->max_left_out == 0 && !is_page_asked ())
         || (job->left_out = make_report (job, "left_out", error)) != NULL;
}

/* Without liblinear the report says that it has no figures. */
static gboolean
measure_utility (Job *job, GError **error)
{
  const DeidRegressionFunc fit = get_liblinear_fit ();

  if (!job->is_useful || fit == NULL)
    return TRUE;
  job->utility
      = deid_job_measure_utility (get_settings (), job->result, fit, NULL, job->cancellable, error);
  return job->utility != NULL;
}

static gboolean
report (Job *job, GError **error)
{
  const guint max_subset = (guint) job->max_subset;

  if (!measure_utility (job, error)
      || !add_run_to_tables (&job->tables, job->result,
                             job->alternatives != NULL ? job->found : NULL, job->cancellable,
                             error))
    return FALSE;
  if ((!is_quiet () || is_page_asked ())
      && (job->warnings = make_report (job, "warnings", error)) == NULL)
    return FALSE;
  if (!compare (job, error))
    return FALSE;
  if (has_flag ("report", "bias") && (job->bias = make_report (job, "bias", error)) == NULL)
    return FALSE;
  job->reports[0] = make_report (job, "input_risks", error);
  if (job->reports[0] == NULL)
    return FALSE;
  job->reports[1] = make_report (job, "risks", error);
  if (job->reports[1] == NULL || max_subset == 0)
    return job->reports[1] != NULL;
  job->attribute_risks[0]
      = deid_report_new_attribute_risks (job->result, FALSE, max_subset, job->cancellable, error);
  if (job->attribute_risks[0] == NULL)
    return FALSE;
  job->attribute_risks[1] = make_report (job, "attribute_risks", error);
  return job->attribute_risks[1] != NULL;
}

/* The table appears in the engine. What can fail comes before, but for files that cannot be put
 * into their places. */
static gboolean
release_in_engine (Job *job, GError **error)
{
  return !is_engine_asked ()
         || deid_job_release_in_engine (get_settings (), job->result, job->cancellable, error);
}

static gboolean
add_script (Job *job, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "sql-only");
  g_autofree char *script = NULL;

  if (path == NULL)
    return TRUE;
  script = deid_job_make_script (get_settings (), job->result, job->cancellable, error);
  return script != NULL
         && deid_output_set_add_text (job->outputs, script, path, job->cancellable, error);
}

/* All files appear here, and what comes then is the end of the run. */
static gboolean
write_files (Job *job, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "policy");
  g_autoptr (DeidStoredPolicy) policy = NULL;

  if (path != NULL
      && ((policy = deid_stored_policy_new (job->result, job->cancellable, error)) == NULL
          || !deid_output_set_add_stored_policy (job->outputs, policy, path, job->cancellable,
                                                 error)))
    return FALSE;
  if (!add_plot (&job->tables, job->outputs, job->cancellable, error) || !add_page (job, error)
      || !add_script (job, error)
      || !deid_output_set_commit (job->outputs, job->cancellable, error))
    return FALSE;
  job->cancellable = NULL;
  return TRUE;
}

/* Runs one step and measures it. */
static gboolean
run_step (gboolean (*step) (Job *, GError **), Job *job, double *seconds,
          void (*say) (const Job *, double), GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean success
      = !g_cancellable_set_error_if_cancelled (job->cancellable, error) && step (job, error);

  *seconds += (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  if (success)
    say (job, *seconds);
  return success;
}

static gboolean
print_report (Job *job, GError **error)
{
  if (are_tables_printed_alone ())
    return print_tables (&job->tables, job->cancellable, error);
  return is_quiet () || (is_json () ? print_json (job, error) : print_text (job, error));
}

static gboolean
run (Job *job, GError **error)
{
  return run_step (load, job, &job->load, print_load, error)
         && run_step (vary, job, &job->tables_made, print_tables_made, error)
         && run_step (search, job, &job->search, print_search, error) && check_provable (job, error)
         && explain (job, error) && run_step (apply, job, &job->apply, print_apply, error)
         && run_step (write_release, job, &job->write, print_write, error)
         && run_step (certify, job, &job->prove, print_certify, error)
         && run_step (report, job, &job->report, print_risks, error)
         && run_step (release_in_engine, job, &job->engine, print_engine, error)
         && run_step (write_files, job, &job->write, print_files, error)
         && print_report (job, error);
}

static gboolean
suggest (Job *job, GError **error)
{
  const DeidDataset *table;
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (get_settings (), error);
  const gboolean is_piped = is_standard_input (deid_job_get (get_settings (), "input", "input"));
  g_autofree char *path = deid_job_get_path (get_settings (), "input", "input");

  return csv != NULL && open_input_of_settings (job->cancellable, error)
         && (table = deid_job_get_dataset (get_settings (), job->cancellable, error)) != NULL
         && print_suggestions (table, is_piped ? "-" : path,
                               deid_job_get (get_settings (), "input", "delimiter"), csv,
                               job->cancellable, error);
}

static gboolean
run_or_write (Job *job, GError **error)
{
  if (is_suggested ())
    return suggest (job, error);
  if (is_tradeoff_asked () && !is_problem_written ())
    return print_tradeoff (job->outputs, job->cancellable, error);
  return is_problem_written () ? write_problem (job->outputs, job->cancellable, error)
                               : run (job, error);
}

static int
get_exit_status (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
                 || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED)
                 || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             ? EXIT_NO_SOLUTION
             : EXIT_BAD_INPUT;
}

/* Where the table goes to standard output, errors of any kind do not. */
static gboolean
read_options (int argc, char **argv, GError **error)
{
  static const char *const options[]
      = { "--output", "--policy", "--certificate", "--report", "--sql-only" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (tool_is_stream (options[i], argc, argv))
      print_to_standard_error ();
  return tool_read_command_line (&tool, argc, argv, error) && read_release_settings (error)
         && check_search_options (error) && check_tradeoff (error)
         && (is_problem_written () || check_problem_options (error));
}

static void
explain_stop (GError *error)
{
  g_autofree char *table = deid_job_get_path (get_settings (), "output", "output");
  g_autofree char *policy = deid_job_get_path (get_settings (), "output", "policy");
  g_autofree char *certificate = deid_job_get_path (get_settings (), "output", "certificate");
  g_autofree char *page = deid_job_get_path (get_settings (), "output", "page");
  g_autofree char *script = deid_job_get_path (get_settings (), "output", "sql-only");

  if (is_engine_asked () && strstr (error->message, "may be in the engine") != NULL)
    return;
  explain_interruption (error, (const char *[]){ table, policy, certificate, page, script }, 5);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Job job = { 0 };
  gboolean success, is_interrupted, is_told;

  standard_streams_init (tool.name);
  setlocale (LC_ALL, "");
  job.outputs = deid_output_set_new ();
  job.cancellable = watch_signals (job.outputs);
  success = read_options (argc, argv, &error) && run_or_write (&job, &error);
  is_interrupted = job.is_interrupted;
  is_told = job.is_told;
  job_clear (&job);
  if (!success && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    explain_stop (error);
  if (is_told)
    return get_exit_status (error);
  if (!success)
    return print_error (error, get_exit_status (error));
  if (!is_interrupted)
    return EXIT_SOLVED;
  print_note ("a signal ended the search, this is the best policy so far");
  return EXIT_INTERRUPTED;
}
