/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * `deid run`, `deid engine` and `deid report`: the main job of the library.
 *
 * A run reads a table and the hierarchies of its quasi-identifiers, searches for the best policy,
 * makes the released table, verifies it, and writes the files that were asked for, all or none. A
 * report does the same with the policy that is stated, and writes no table.
 *
 * The first of SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1 and SIGUSR2 ends the
 * search, the second one ends the process. No temporary file is left.
 */
#include <string.h>

#include "base/text.h"
#include "alternatives-report.h"
#include "anonymize-report.h"
#include "anonymize-steps.h"
#include "input-files.h"
#include "interruption.h"
#include "liblinear-fit.h"
#include "messages.h"
#include "option-values.h"
#include "options.h"
#include "output-files.h"
#include "page-report.h"
#include "policy-evaluation.h"
#include "problem.h"
#include "report/subset-order.h"
#include "search.h"
#include "settings.h"
#include "tradeoff-report.h"

enum
{
  EXIT_SOLVED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2,
  EXIT_INTERRUPTED = 3
};

#define SEARCH_NAMES                                                                               \
  "algorithm evaluate alternative iterations polish rises time-limit step-limit threads seed"
#define RELEASE_NAMES                                                                              \
  "keep-order keep-suppressed pseudonym spreadsheet-safe bin-mean microaggregate minimum-bin"
#define REPORT_NAMES                                                                               \
  "explain distortion left-out bias utility predict attribute-risks groups report-threshold "      \
  "minimum-cell population-size"
#define PAGE_NAMES                                                                                 \
  "audience title purpose recipient release-date custodian legal-basis release-number"

static const VerbGroup run_groups[]
    = { { "Table", "input " TABLE_NAMES " " ROW_NAMES, { settings_entries } },
        { "Columns", COLUMN_NAMES, { NULL } },
        { "Persons with several rows", PERSON_NAMES, { NULL } },
        { "Hierarchies", HIERARCHY_NAMES, { NULL } },
        { "Models and limits", MODEL_NAMES, { NULL } },
        { "Population and baseline", POPULATION_NAMES, { NULL } },
        { "Policies to search", LATTICE_NAMES, { NULL } },
        { "Search", SEARCH_NAMES, { NULL } },
        { "Files", "output linked-output policy certificate page mode", { NULL } },
        { "Page", PAGE_NAMES, { NULL } },
        { "Released table", RELEASE_NAMES, { NULL } },
        { "Report", REPORT_NAMES, { tradeoff_entries, message_entries } },
        { NULL, NULL, { NULL } } };

static const VerbGroup engine_groups[]
    = { { "Engine",
          "dialect command table output-table sql-only form helper-schema drop-leftovers "
          "fingerprint "
          "max-combinations missing show-values",
          { settings_entries } },
        { "Columns", COLUMN_NAMES, { NULL } },
        { "Hierarchies", HIERARCHY_NAMES " delimiter quote", { NULL } },
        { "Models and limits", MODEL_NAMES, { NULL } },
        { "Population and baseline", POPULATION_NAMES, { NULL } },
        { "Policies to search", LATTICE_NAMES, { NULL } },
        { "Search", SEARCH_NAMES, { NULL } },
        { "Files", "policy certificate page mode", { NULL } },
        { "Page", PAGE_NAMES, { NULL } },
        { "Released table", "bin-mean microaggregate minimum-bin", { NULL } },
        { "Report", REPORT_NAMES, { tradeoff_entries, message_entries } },
        { NULL, NULL, { NULL } } };

static const VerbGroup report_groups[]
    = { { "Table", "input " TABLE_NAMES " " ROW_NAMES, { settings_entries } },
        { "Policy", "evaluate", { NULL } },
        { "Columns", COLUMN_NAMES, { NULL } },
        { "Persons with several rows", PERSON_NAMES, { NULL } },
        { "Hierarchies", HIERARCHY_NAMES, { NULL } },
        { "Models and limits", MODEL_NAMES, { NULL } },
        { "Population and baseline", POPULATION_NAMES, { NULL } },
        { "Policies", "generalize-by exact-ends", { NULL } },
        { "Report", "page mode " PAGE_NAMES " " REPORT_NAMES " threads seed", { message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const run_description[]
    = { "Release a de-identified table. The search finds the policy that loses least among those "
        "that meet the privacy models. The release is checked by separate code, and the report "
        "compares the risks before and after.",
        "An argument that ends in .ini is a problem file, another one is the table (CSV); - reads "
        "it from standard input. A problem file has a key for each option. Without a rule or a "
        "hierarchy, a quasi-identifier gets the rule that deid suggest proposes.",
        "All files appear, or none. A file named - goes to standard output; the report then goes "
        "to standard error. A pipe or a device is written into, and links are followed.",
        "The rows are released in a shuffled order. Stored policy, certificate and report are for "
        "the custodian of the data, not for the public.",
        NULL };

static const char *const engine_description[]
    = { "Release a table that stays in its database engine. The engine's client program counts "
        "combinations of values; the search works on the counts; the engine then makes the "
        "released table.",
        "No shell runs the client program. No other table is changed. With --sql-only the engine "
        "only counts, and the script makes the table when you run it.",
        NULL };

static const char *const report_description[]
    = { "Report on a table without a search: its risks as it is, or under the policy of "
        "--evaluate, and what that policy would cost. No table is written.",
        "An argument that ends in .ini is a problem file, another one is the table (CSV).", NULL };

static const char *const run_examples[] = {
  "deid run patients.ini --output release.csv --page page.html",
  "deid run --qi age,zip --model k:5 --suppression-limit 5% --output release.csv patients.csv", NULL
};

static const char *const engine_examples[]
    = { "deid engine --dialect sqlite --command 'sqlite3 my.db' --table patients --qi age,zip "
        "\\\n    --rule age=intervals:5,10 --rule zip=prefix:4,3 --model k:5 "
        "--output-table released",
        NULL };

static const char *const report_examples[]
    = { "deid report --qi age,zip patients.csv", "deid report patients.ini --evaluate age:1,zip:2",
        NULL };

static const char *const run_statuses[]
    = { "The release was made and verified",
        "No policy meets the models, or a signal or a limit ended the run before it had one",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        "A signal ended the search, and the best policy so far was taken", NULL };

static const char *const report_statuses[]
    = { "The policy meets the models", "The policy does not meet the models",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        NULL };

static gboolean is_report; /* of the verb `report`: nothing is searched */

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

  job->is_compared = has_flag ("report", "distortion");
  job->max_left_out = g_str_equal (left_out, "values")  ? 1
                      : g_str_equal (left_out, "pairs") ? 2
                                                        : 0;
  job->risk_options = deid_job_make_risk_options (get_settings (), error);
  if (job->risk_options == NULL || !check_groups (error))
    return FALSE;
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
  if (!reserve_outputs_of_settings (job->outputs, error) || !read_report_options (job, error))
    return FALSE;
  job->problem = load_problem (job->cancellable, error);
  return job->problem != NULL && check_subsets (job, error);
}

/* Makes the tables of optima. A signal that ends this ends the run. */
static gboolean
vary (Job *job, GError **error)
{
  return !are_tables_asked ()
         || make_tables (&job->tables, job->problem, FALSE, job->cancellable, error);
}

/* Tells whether anything is said of alternatives, if the search lists some. */
static gboolean
are_alternatives_needed (gboolean is_grouped)
{
  return lists_alternatives ()
         && (is_grouped || !is_quiet () || is_page_asked () || are_tables_asked ());
}

/* Lists the alternatives, in groups if that was asked for. */
static gboolean
list_alternatives (Job *job, GError **error)
{
  const char *text = deid_job_get (get_settings (), "report", "groups");
  const gboolean is_grouped = !g_str_equal (text, "none");

  if (are_alternatives_needed (is_grouped)
      && !make_alternatives (&job->alternatives, job->found, get_n_groups (), job->cancellable,
                             error))
    return FALSE;
  return !is_grouped || job->alternatives != NULL
         || refuse_option ("groups", text, "none unless a search lists alternatives", error);
}

/* A policy that is stated takes the place of a search. */
static gboolean
evaluate (Job *job, GError **error)
{
  job->n_threads = 1;
  job->is_measured = is_report;
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
  const gboolean is_stated = is_report || deid_job_is_set (get_settings (), "search", "evaluate");
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
  if (!add_page (job, error) || !add_script (job, error)
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

static int
get_exit_status (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
                 || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED)
                 || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             ? EXIT_NO_SOLUTION
             : EXIT_BAD_INPUT;
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

static gboolean
check_run (GError **error)
{
  return read_settings (error) && check_search (error)
         && (is_problem_written ()
             || (check_problem (error) && check_tables (error)
                 && (!are_tables_asked ()
                     || check_one_cap ("one number together with --sweep or --frontier", error))));
}

static gboolean
run_or_write (Job *job, GError **error)
{
  return is_problem_written () ? write_problem (job->outputs, job->cancellable, error)
                               : run (job, error);
}

/* @check reads the settings and completes them. */
static int
run_job (gboolean (*check) (GError **))
{
  g_autoptr (GError) error = NULL;
  Job job = { 0 };
  gboolean success, is_interrupted, is_told;

  job.outputs = deid_output_set_new ();
  job.cancellable = watch_signals (job.outputs);
  success = check (&error) && run_or_write (&job, &error);
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
  print_note ("a signal ended the search; this is the best policy so far");
  return EXIT_INTERRUPTED;
}

static int
run_run (void)
{
  return run_job (check_run);
}

/* Without models the report is about risks alone, by a model that every table meets. Only runs
 * write tables. */
static gboolean
check_report (GError **error)
{
  static const char *const unused[] = { "output", "policy", "certificate", "sql-only" };
  const char *model;
  DeidJob *job;

  if (!read_settings (error))
    return FALSE;
  job = get_settings ();
  model = deid_job_is_set (job, "input", "linked") ? "persons:1" : "k:1";
  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    if (!deid_job_set (job, "output", unused[i], NULL, NULL, error))
      return FALSE;
  if (!deid_job_set (job, "engine", "output-table", NULL, NULL, error)
      || (!deid_job_is_set (job, "models", "model") && !has_flag ("baseline", "baseline-limit")
          && !deid_job_set (job, "models", "model", model, NULL, error)))
    return FALSE;
  return is_problem_written ()
         || (check_one_cap ("one number: a report searches nothing", error)
             && check_problem (error));
}

static int
run_report (void)
{
  is_report = TRUE;
  return run_job (check_report);
}

const Verb run_verb
    = { "run",
        "[PROBLEM.ini] [TABLE]",
        "Release a de-identified table",
        run_examples,
        run_description,
        "qi sensitive insensitive rule hierarchies model suppression-limit delimiter output "
        "policy certificate page json",
        run_groups,
        run_statuses,
        run_run };

const Verb engine_verb
    = { "engine",
        "[PROBLEM.ini]",
        "Release a table that stays in its database engine",
        engine_examples,
        engine_description,
        "dialect command table output-table sql-only qi sensitive insensitive rule "
        "model suppression-limit max-combinations page json",
        engine_groups,
        run_statuses,
        run_run };

const Verb report_verb
    = { "report",
        "[PROBLEM.ini] [TABLE]",
        "Report the risks of a table as it is, or under a stated policy",
        report_examples,
        report_description,
        "evaluate qi sensitive rule hierarchies model suppression-limit delimiter "
        "page attribute-risks json",
        report_groups,
        report_statuses,
        run_report };
