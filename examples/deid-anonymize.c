/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deid-anonymize: the main job of the library as a command.
 *
 * It reads a table and the hierarchies of its quasi-identifiers, searches for the best policy,
 * makes the released table, verifies it, and writes what was asked for. Exit status: 0 if a
 * solution was found and verified, 1 if there is none or the search ended before it had what was
 * asked for, 2 if the input is bad or a file cannot be read or written.
 */
#include <locale.h>
#include <unistd.h>

#include "anonymize-report.h"
#include "problem-options.h"
#include "search-options.h"

#define N_EXPLAINED 5
#define N_READ      2 /* of the files, the first ones */

enum
{
  EXIT_SOLVED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2
};

/* The command line, but for what states the problem. */
static char *opt_output, *opt_policy, *opt_certificate, *opt_report_threshold, *opt_population_size,
    *opt_attribute_risks, *opt_choose;
static gboolean opt_keep_suppressed, opt_keep_order, opt_explain, opt_json;

static const GOptionEntry entries[] = {
  { "choose", 0, 0, G_OPTION_ARG_STRING, &opt_choose,
    "release by the alternative with this number (by that of the least loss)", "N" },
  { "keep-suppressed", 0, 0, G_OPTION_ARG_NONE, &opt_keep_suppressed,
    "keep suppressed records as place holders", NULL },
  { "keep-order", 0, 0, G_OPTION_ARG_NONE, &opt_keep_order,
    "keep the order of the rows, which links them to the input", NULL },
  { "output", 0, 0, G_OPTION_ARG_FILENAME, &opt_output, "released table to write (CSV)", "FILE" },
  { "policy", 0, 0, G_OPTION_ARG_FILENAME, &opt_policy, "stored policy to write (JSON)", "FILE" },
  { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &opt_certificate,
    "proof of the optimum to write, for deid-verify (JSON lines)", "FILE" },
  { "explain", 0, 0, G_OPTION_ARG_NONE, &opt_explain,
    "say which policies would have been better, and what blocks them", NULL },
  { "report-threshold", 0, 0, G_OPTION_ARG_STRING, &opt_report_threshold,
    "a risk above which the report counts a record as at risk (0.2)", "R" },
  { "population-size", 0, 0, G_OPTION_ARG_STRING, &opt_population_size,
    "people that the table is a sample of, or the name of a region: report how many are unique",
    "N" },
  { "attribute-risks", 0, 0, G_OPTION_ARG_STRING, &opt_attribute_risks,
    "report what all subsets of up to N quasi-identifiers tell apart", "N" },
  { "json", 0, 0, G_OPTION_ARG_NONE, &opt_json, "report as one JSON object", NULL },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static void
job_clear (Job *job)
{
  g_clear_pointer (&job->options, deid_release_options_unref);
  g_clear_pointer (&job->csv, deid_csv_options_unref);
  g_clear_pointer (&job->problem, deid_problem_unref);
  g_clear_pointer (&job->found, deid_result_unref);
  g_clear_pointer (&job->result, deid_result_unref);
  g_clear_pointer (&job->explanation, deid_explanation_unref);
  g_clear_pointer (&job->release, deid_dataset_unref);
  g_clear_pointer (&job->risk_options, deid_risk_options_unref);
  for (guint i = 0; i < G_N_ELEMENTS (job->reports); i++)
    {
      g_clear_pointer (&job->reports[i], deid_risk_report_unref);
      g_clear_pointer (&job->attribute_risks[i], deid_attribute_risks_unref);
    }
}

static DeidReleaseOptions *
make_release_options (GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  guint64 seed;

  if (!read_seed (&seed, error) || !deid_release_options_set_seed (options, seed, error)
      || !deid_release_options_set_keep_suppressed (options, opt_keep_suppressed, error)
      || !deid_release_options_set_keep_order (options, opt_keep_order, error))
    return NULL;
  return g_steal_pointer (&options);
}

static gboolean
is_same_file (const char *a, const char *b)
{
  g_autofree char *path_a = NULL, *path_b = NULL;

  if (a == NULL || b == NULL)
    return FALSE;
  path_a = g_canonicalize_filename (a, NULL);
  path_b = g_canonicalize_filename (b, NULL);
  return g_str_equal (path_a, path_b) && !g_str_has_prefix (path_a, "/dev/");
}

/* Refuses to write two things to one file, or one over a table that is read. */
static gboolean
check_files (GError **error)
{
  const char *files[]
      = { get_input_path (), get_population_path (), opt_output, opt_policy, opt_certificate };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (guint j = MAX (i + 1, N_READ); j < G_N_ELEMENTS (files); j++)
      if (is_same_file (files[i], files[j]))
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "%s: --output, --policy and --certificate need a file each", files[j]);
          return FALSE;
        }
  return TRUE;
}

static gboolean
read_population_size (Job *job, GError **error)
{
  guint64 size;

  if (opt_population_size == NULL)
    return TRUE;
  return (g_ascii_isalpha (opt_population_size[0])
              ? deid_region_get_population (opt_population_size, &size, error)
              : read_count ("population-size", opt_population_size, &size, error))
         && deid_risk_options_set_population_size (job->risk_options, size, error);
}

static gboolean
read_report_options (Job *job, GError **error)
{
  double threshold;

  job->risk_options = deid_risk_options_new ();
  if (opt_report_threshold != NULL
      && (!read_number ("report-threshold", opt_report_threshold, &threshold, error)
          || !deid_risk_options_set_threshold (job->risk_options, threshold, error)))
    return FALSE;
  if (!read_population_size (job, error))
    return FALSE;
  if (opt_attribute_risks == NULL)
    return TRUE;
  if (!read_count ("attribute-risks", opt_attribute_risks, &job->max_subset, error))
    return FALSE;
  job->max_subset = MIN (job->max_subset, G_MAXUINT);
  return job->max_subset > 0
         || refuse_option ("attribute-risks", opt_attribute_risks, "at least 1", error);
}

/* Refuses subsets that are too many before the search, whose result would be lost. */
static gboolean
check_subsets (const Job *job, GError **error)
{
  const guint n_attributes
      = deid_lattice_get_n_attributes (deid_problem_get_lattice (job->problem));

  if (job->max_subset == 0
      || deid_attribute_risks_count_subsets (n_attributes, (guint) job->max_subset, NULL, error))
    return TRUE;
  g_prefix_error (error, "--attribute-risks %s: ", opt_attribute_risks);
  return FALSE;
}

static gboolean
load (Job *job, GError **error)
{
  if (!read_report_options (job, error))
    return FALSE;
  job->options = check_files (error) ? make_release_options (error) : NULL;
  job->csv = job->options != NULL ? make_csv_options (error) : NULL;
  job->problem = job->csv != NULL ? load_problem (job->csv, error) : NULL;
  return job->problem != NULL && check_subsets (job, error);
}

/* Returns: (transfer full): the result to release by, or NULL with an error. */
static DeidResult *
choose (const Job *job, GError **error)
{
  const DeidAlternatives *alternatives = deid_result_get_alternatives (job->found);
  guint64 number;

  if (opt_choose == NULL)
    return deid_result_ref (job->found);
  if (!read_count ("choose", opt_choose, &number, error))
    return NULL;
  if (alternatives != NULL && number < deid_alternatives_get_n_policies (alternatives))
    return deid_problem_evaluate (job->problem, deid_alternatives_get_policy (alternatives, number),
                                  NULL, error);
  refuse_option ("choose", opt_choose, "the number of an alternative that the search found", error);
  return NULL;
}

static gboolean
solve (Job *job, GError **error)
{
  g_autoptr (DeidSearch) search = make_search (error);

  if (search == NULL)
    return FALSE;
  job->found = deid_search_run (search, job->problem, NULL, error);
  if (isatty (STDERR_FILENO))
    g_printerr ("\n");
  job->result = job->found != NULL ? choose (job, error) : NULL;
  return job->result != NULL;
}

static gboolean
explain (Job *job, GError **error)
{
  job->is_explained = opt_explain;
  if (!opt_explain || !deid_result_is_proven_optimal (job->result))
    return TRUE;
  job->explanation = deid_result_explain (job->result, N_EXPLAINED, NULL, error);
  return job->explanation != NULL;
}

static gboolean
certify (Job *job, GError **error)
{
  job->is_certified = opt_certificate != NULL;
  if (!job->is_certified)
    return TRUE;
  if (deid_result_is_proven_optimal (job->result))
    return deid_result_write_certificate (job->result, opt_certificate, NULL, error);
  g_set_error (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
               "--certificate %s: the search ended before the policy was proven optimal",
               opt_certificate);
  return FALSE;
}

static gboolean
apply (Job *job, GError **error)
{
  job->release = deid_result_apply (job->result, job->options, error);
  return job->release != NULL && deid_result_verify (job->result, job->release, NULL, error);
}

static gboolean
report (Job *job, GError **error)
{
  const guint max_subset = (guint) job->max_subset;

  job->reports[0] = deid_risk_report_new_before (job->result, job->risk_options, NULL, error);
  if (job->reports[0] == NULL)
    return FALSE;
  job->reports[1] = deid_risk_report_new_after (job->result, job->risk_options, NULL, error);
  if (job->reports[1] == NULL || max_subset == 0)
    return job->reports[1] != NULL;
  job->attribute_risks[0] = deid_attribute_risks_new_before (job->result, max_subset, NULL, error);
  if (job->attribute_risks[0] == NULL)
    return FALSE;
  job->attribute_risks[1] = deid_attribute_risks_new_after (job->result, max_subset, NULL, error);
  return job->attribute_risks[1] != NULL;
}

/* The released table comes last: it is there only if all went well. */
static gboolean
write_files (Job *job, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;

  if (opt_policy != NULL
      && ((policy = deid_stored_policy_new (job->result, error)) == NULL
          || !deid_stored_policy_write (policy, opt_policy, error)))
    return FALSE;
  return opt_output == NULL || deid_dataset_write_csv (job->release, opt_output, job->csv, error);
}

/* Runs one step and measures it. */
static gboolean
run_step (gboolean (*step) (Job *, GError **), Job *job, double *seconds, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean success = step (job, error);

  *seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  return success;
}

static int
get_exit_status (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
                 || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED)
             ? EXIT_NO_SOLUTION
             : EXIT_BAD_INPUT;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Job job = { 0 };
  gboolean success;

  setlocale (LC_ALL, "");
  success
      = read_command_line (argc, argv, "- release a de-identified table",
                           (const GOptionEntry *const[]){ search_entries, entries, NULL }, &error)
        && run_step (load, &job, &job.load, &error) && run_step (solve, &job, &job.search, &error)
        && explain (&job, &error) && run_step (certify, &job, &job.prove, &error)
        && run_step (apply, &job, &job.apply, &error)
        && run_step (report, &job, &job.report, &error)
        && run_step (write_files, &job, &job.write, &error);
  if (success)
    success = opt_json ? print_json (&job, &error) : print_text (&job, &error);
  job_clear (&job);
  if (success)
    return EXIT_SOLVED;
  print_error ("deid-anonymize", error);
  return get_exit_status (error);
}
