/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * `deid verify`: checks a certificate, as a third party would, or a released table in an engine.
 *
 * A custodian says that the policy of a release is the best one, and hands over the certificate. An
 * auditor who may see the table states the same problem with the same options, and checks that the
 * certificate was made for it and proves what it claims. The check uses none of the code that makes
 * the search fast.
 */
#include "base/text.h"
#include "input-files.h"
#include "interruption.h"
#include "messages.h"
#include "option-values.h"
#include "problem.h"
#include "release-report.h"
#include "report-json.h"
#include "report-layout.h"
#include "settings.h"
#include "standard-streams.h"
#include "verb.h"

enum
{
  EXIT_VERIFIED = 0,
  EXIT_REFUSED = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_certificate, *opt_bound, **opt_releases;

static const GOptionEntry entries[]
    = { { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &opt_certificate,
          "Certificate of an optimum to check (JSON lines), or - for standard input", "FILE" },
        { "bound", 0, 0, G_OPTION_ARG_FILENAME, &opt_bound,
          "Certificate of a lower bound for local recodings, to check instead of an optimum",
          "FILE" },
        { "release", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &opt_releases,
          "Released table (CSV) whose SHA-256 the certificate must contain; for linked tables, one "
          "--release for each",
          "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const VerbGroup groups[]
    = { { "What is checked", "output-table policy", { entries, settings_entries } },
        { "Table", "input " TABLE_NAMES " " ROW_NAMES, { NULL } },
        { "Engine", "dialect command table max-combinations", { NULL } },
        { "Columns", COLUMN_NAMES, { NULL } },
        { "Persons with several rows", PERSON_NAMES, { NULL } },
        { "Hierarchies", HIERARCHY_NAMES, { NULL } },
        { "Models and limits", MODEL_NAMES, { NULL } },
        { "Population and baseline", POPULATION_NAMES, { NULL } },
        { "Policies",
          "generalize-by set-size recoding exact-ends keep-apart keep-together max-blocks",
          { NULL } },
        { "Report", NULL, { message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[] = {
  "Check the certificate of an optimum as a third party would. State the problem as the run "
  "did, with its problem file or the same options. The check uses none of the code that makes "
  "the search fast.",
  "With --bound, check a lower bound instead: no local recoding of the problem loses less.",
  "With --output-table, --policy and no certificate, check a released table in a database engine. "
  "With --table, which is the original, it is compared with what the policy makes of it. Without "
  "it, a line of standard error says so if no model could be checked.",
  "With --release, check also that the certificate was written for this file. The content of "
  "the file is not compared with the table. For linked tables, give --release once for each "
  "file, in the order of the tables.",
  NULL
};

static const char *const examples[]
    = { "deid verify patients.ini --certificate certificate.jsonl --release release.csv",
        "deid verify --dialect sqlite --command 'sqlite3 my.db' --output-table released "
        "\\\n    --policy policy.json",
        NULL };

static const char *const statuses[]
    = { "The certificate holds, or no check of the released table failed",
        "The certificate or the released table is refused",
        "The input is bad, a file cannot be read, or the result cannot be printed", NULL };

static DeidResult *
read_certificate (DeidProblem *problem, DeidCertificateOptions *options, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;

  if (!is_standard_input (opt_certificate))
    return deid_problem_verify_certificate (problem, opt_certificate, options, NULL, error);
  stream = open_standard_input ();
  return deid_problem_verify_certificate_stream (problem, stream, STANDARD_INPUT, options, NULL,
                                                 error);
}

static gboolean
add_releases (DeidCertificateOptions *options, GError **error)
{
  for (guint i = 0; opt_releases != NULL && opt_releases[i] != NULL; i++)
    if (!deid_certificate_options_add_release (options, opt_releases[i], error))
      return FALSE;
  return TRUE;
}

/* Step 2: check. What comes back is a result like that of a search: it could be applied to the
 * table, to compare with what was released. */
static DeidResult *
verify (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  DeidResult *result = NULL;

  if (add_releases (options, error)
      && (!is_watched ()
          || deid_certificate_options_set_progress_func (options, show_progress, NULL, NULL,
                                                         error)))
    result = read_certificate (problem, options, error);
  end_progress ();
  return result;
}

/* The same of a bound. */
static gboolean
verify_bound (DeidProblem *problem, double *bound, GError **error)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  g_autoptr (GInputStream) stream = NULL;
  gboolean is_proven = FALSE;

  if (!add_releases (options, error)
      || (is_watched ()
          && !deid_certificate_options_set_progress_func (options, show_progress, NULL, NULL,
                                                          error)))
    return FALSE;
  if (!is_standard_input (opt_bound))
    is_proven
        = deid_problem_verify_bound_certificate (problem, opt_bound, options, bound, NULL, error);
  else
    {
      stream = open_standard_input ();
      is_proven = deid_problem_verify_bound_certificate_stream (problem, stream, STANDARD_INPUT,
                                                                options, bound, NULL, error);
    }
  end_progress ();
  return is_proven;
}

static void
print_bound_json (DeidProblem *problem, double bound)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "lower_bound");
  json_builder_add_double_value (builder, bound);
  add_count (builder, "records", deid_dataset_get_n_records (get_table (problem)));
  add_flag (builder, "verified", TRUE);
  print_object (builder);
}

/* The files that the certificate names by their digests. */
static void
print_named_releases (void)
{
  for (guint i = 0; opt_releases != NULL && opt_releases[i] != NULL; i++)
    {
      g_autofree char *shown = deid_text_escape (opt_releases[i]);
      g_autofree char *text
          = g_strconcat (shown, " has the SHA-256 that the certificate names", NULL);

      print_paragraph ("Release: ", text, STYLE_PLAIN);
    }
}

static void
print_bound (DeidProblem *problem, double bound)
{
  g_autofree char *text = NULL;
  char least[DEID_SHARE_SIZE];

  text = g_strdup_printf ("any local recoding of this problem loses at least %s (rounded)",
                          show_loss (problem, bound, least));
  print_paragraph ("Proven:  ", text, STYLE_PLAIN);
  print_named_releases ();
}

static void
print_json (DeidResult *result)
{
  DeidProblem *problem = deid_result_get_problem (result);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_policy (builder, "optimum", deid_result_get_policy (result));
  add_loss (builder, result);
  add_count (builder, "suppressed", deid_result_get_n_suppressed (result));
  add_count (builder, "records", deid_dataset_get_n_records (get_table (problem)));
  add_count (builder, "evaluated", deid_result_get_n_evaluated (result));
  add_flag (builder, "verified", TRUE);
  print_object (builder);
}

/* Step 3: say what was proven, and what it took. */
static void
print_result (DeidResult *result)
{
  DeidProblem *problem = deid_result_get_problem (result);
  g_autofree char *words = deid_policy_describe (deid_result_get_policy (result), NULL, NULL);
  g_autofree char *shown = deid_text_escape (words);
  g_autoptr (GString) text = g_string_new (NULL);
  char loss[DEID_SHARE_SIZE];

  print_paragraph ("Policy:  ", shown, STYLE_PLAIN);
  show_loss (problem, deid_result_get_loss (result), loss);
  g_string_printf (
      text,
      "no policy that meets the conditions loses less; this one loses %s%s%s and "
      "suppresses %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records",
      loss, g_str_has_suffix (loss, "%") ? " of the detail" : "",
      deid_problem_get_group_weight (problem, 0, NULL, NULL, NULL) ? ", weighted by groups," : "",
      deid_result_get_n_suppressed (result), deid_dataset_get_n_records (get_table (problem)));
  print_paragraph ("Proven:  ", text->str, STYLE_PLAIN);
  g_string_printf (text, "the check evaluated %" G_GUINT64_FORMAT " of %.15g policies",
                   deid_result_get_n_evaluated (result),
                   deid_lattice_get_size_as_double (deid_problem_get_lattice (problem)));
  print_paragraph ("Effort:  ", text->str, STYLE_PLAIN);
  print_named_releases ();
}

/* Tells whether a released table in an engine is checked, and no certificate. */
static gboolean
is_release_in_engine (void)
{
  return opt_certificate == NULL && opt_bound == NULL
         && deid_job_is_set (get_settings (), "engine", "output-table");
}

static gboolean
check_options (GError **error)
{
  const char *read[] = { NULL, "", NULL };

  if (!read_settings (error) || !check_message_options (error))
    return FALSE;
  if (is_problem_written ())
    return TRUE;
  if (!check_one_cap ("the number that the run chose", error))
    return FALSE;
  if (opt_certificate == NULL && opt_bound == NULL && !is_release_in_engine ()
      && deid_job_is_set (get_settings (), "output", "policy"))
    return refuse_option ("policy", deid_job_get (get_settings (), "output", "policy"),
                          "with it --output-table, the released table in an engine, or "
                          "--certificate",
                          error);
  if (!is_release_in_engine () && !check_problem (error))
    return FALSE;
  if (!is_report_stream_open () && (!is_quiet () || is_json ()))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "standard output is closed, expected a stream for the report");
      return FALSE;
    }
  if (is_release_in_engine ())
    return TRUE;
  if (opt_certificate == NULL && opt_bound == NULL)
    return refuse_option ("certificate", "FILE", "a certificate", error);
  if (opt_certificate != NULL && opt_bound != NULL)
    return refuse_option ("bound", opt_bound, "none where --certificate is given", error);
  read[0] = opt_certificate != NULL ? opt_certificate : opt_bound;
  read[1] = reads_standard_input () ? "-" : "";
  return check_standard_input (read, error);
}

static gboolean
run_bound (DeidProblem *problem, GError **error)
{
  double bound;

  if (!verify_bound (problem, &bound, error))
    return FALSE;
  if (is_json () && !is_quiet ())
    print_bound_json (problem, bound);
  else if (!is_quiet ())
    print_bound (problem, bound);
  return TRUE;
}

/* Says on standard error, even if quiet, that no check looked at a model, for whoever reads only
 * the exit status. */
static void
warn_of_models (const DeidReport *report)
{
  gboolean is_made;

  for (guint i = 0;; i++)
    {
      g_autofree char *flag = g_strdup_printf ("checks[%u].passed", i);
      g_autofree char *name = g_strdup_printf ("checks[%u].name", i);
      const char *check = deid_report_get_text (report, name);

      if (!deid_report_get_flag (report, flag, &is_made))
        break;
      if (is_made && (g_str_equal (check, "models") || g_str_equal (check, "original")))
        return;
    }
  g_printerr ("deid verify: no model was checked; name the original by --table to check all\n");
}

/* Checks a released table in its engine, and says what was checked, and what could not be. */
static gboolean
run_release_in_engine (GError **error)
{
  g_autoptr (DeidReport) report = deid_job_verify_in_engine (get_settings (), NULL, error);
  g_autofree char *json = report != NULL ? deid_report_to_json (report, error) : NULL;
  gboolean is_checked;

  if (json == NULL)
    return FALSE;
  warn_of_models (report);
  if (is_quiet ())
    return TRUE;
  if (is_json ())
    {
      g_print ("%s\n", json);
      return TRUE;
    }
  for (guint i = 0;; i++)
    {
      g_autofree char *flag = g_strdup_printf ("checks[%u].passed", i);
      g_autofree char *name = g_strdup_printf ("checks[%u].text", i);

      if (!deid_report_get_flag (report, flag, &is_checked))
        return TRUE;
      print_paragraph (is_checked ? "Checked:     " : "Not checked: ",
                       deid_report_get_text (report, name), STYLE_PLAIN);
    }
}

static gboolean
run (GError **error)
{
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  if (!check_options (error))
    return FALSE;
  if (is_problem_written ())
    return (opt_certificate == NULL || is_standard_input (opt_certificate)
            || deid_output_set_add_input (outputs, opt_certificate, error))
           && write_problem (outputs, watch_signals (outputs), error);

  if (is_release_in_engine ())
    return run_release_in_engine (error);

  /* Step 1: state the problem from the table and the hierarchies themselves. */
  problem = load_problem (NULL, error);
  if (problem == NULL)
    return FALSE;
  if (opt_bound != NULL)
    return run_bound (problem, error);
  result = verify (problem, error);
  if (result == NULL)
    return FALSE;
  if (is_json () && !is_quiet ())
    print_json (result);
  else if (!is_quiet ())
    print_result (result);
  return TRUE;
}

static int
run_verify (void)
{
  g_autoptr (GError) error = NULL;

  if (run (&error))
    return EXIT_VERIFIED;
  return print_error (error, g_error_matches (error, DEID_ERROR, DEID_ERROR_CERTIFICATE)
                                     || g_error_matches (error, DEID_ERROR, DEID_ERROR_VERIFICATION)
                                 ? EXIT_REFUSED
                                 : EXIT_BAD_INPUT);
}

const Verb verify_verb = { "verify",
                           "[PROBLEM.ini] [TABLE]",
                           "Check the proof that a released policy is optimal",
                           examples,
                           description,
                           "certificate bound release qi sensitive rule hierarchies model "
                           "suppression-limit delimiter json",
                           groups,
                           statuses,
                           run_verify };
