/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deid-verify: checks a certificate, as a third party would.
 *
 * A custodian says that the policy of a release is the best one, and hands over the certificate
 * that `deid-anonymize --certificate` has written. An auditor who may see the table need not
 * believe it, nor trust the search: this program states the same problem, with the same options,
 * and checks that the certificate was made for it and proves what it claims.
 *
 *     deid-verify --certificate FILE --input … --hierarchies … --qi … --model …
 *
 * With `--bound FILE` instead it checks the certificate of a lower bound for all local recodings.
 *
 * With `--release FILE` it checks too that the certificate was written for this released file. It
 * does not compare what stands in the file with the table.
 *
 * Exit status: 0 if the certificate holds, 1 if it is refused, 2 if the input is bad, a file cannot
 * be read, or the result cannot be printed.
 */
#include <locale.h>

#include "base/text.h"
#include "baseline-options.h"
#include "input-files.h"
#include "interruption.h"
#include "lattice-options.h"
#include "messages.h"
#include "option-values.h"
#include "problem-options.h"
#include "report-json.h"
#include "settings.h"
#include "standard-streams.h"
#include "tool.h"

enum
{
  EXIT_VERIFIED = 0,
  EXIT_REFUSED = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_certificate, *opt_bound, *opt_release;

static const GOptionEntry entries[]
    = { { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &opt_certificate,
          "certificate to check (JSON lines); - is standard input", "FILE" },
        { "bound", 0, 0, G_OPTION_ARG_FILENAME, &opt_bound,
          "certificate to check instead, of a bound for local recodings; - is standard input",
          "FILE" },
        { "release", 0, 0, G_OPTION_ARG_FILENAME, &opt_release,
          "released table that the certificate has to belong to (CSV)", "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const ToolGroup groups[]
    = { { NULL, "Everyday", { problem_entries, quasi_identifier_entries, entries } },
        { "problem", "Problem files", { settings_entries } },
        { "columns",
          "Roles and hierarchies of columns, and the population",
          { column_entries, hierarchy_entries } },
        { "engine", "A table that stays in its engine", { engine_entries } },
        { "models", "Models and baselines", { model_entries, baseline_entries } },
        { "lattice", "What was searched", { lattice_entries } },
        { "report", "What is reported", { message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[]
    = { "deid-verify checks the certificate of an optimum, as a third party would. It states the "
        "problem from the table and the hierarchies, with the options that deid-anonymize had, and "
        "checks that the certificate was made for this problem and proves what it claims. It has "
        "nothing of what makes the search fast.",
        "With --bound it checks the certificate of a lower bound instead: that no local recoding, "
        "which gives each class labels of its own, loses less.",
        "With --release it checks too that the certificate was written for this released file; it "
        "does not compare what stands in the file with the table.",
        NULL };

static const char *const statuses[]
    = { "The certificate holds", "The certificate is refused",
        "The input is bad, a file cannot be read, or the result cannot be printed", NULL };

static const Tool tool = { "deid-verify",
                           "check the certificate of an optimum",
                           description,
                           groups,
                           statuses,
                           "deid-verify --certificate certificate.jsonl --input discharges.csv "
                           "--hierarchies hierarchy_ --qi age,zip --model k:5 "
                           "--suppression-limit 5%" };

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

/* Step 2: check. What comes back is a result like that of a search: it could be applied to the
 * table, to compare with what was released. */
static DeidResult *
verify (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  DeidResult *result = NULL;

  if (deid_certificate_options_set_release (options, opt_release, error)
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

  if (!deid_certificate_options_set_release (options, opt_release, error)
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
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "lower_bound");
  json_builder_add_double_value (builder, bound);
  add_count (builder, "records", deid_dataset_get_n_records (get_table (problem)));
  add_flag (builder, "verified", TRUE);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  print_object (root);
}

static void
print_bound (double bound)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.10f", bound);
  g_print ("lower bound:          %s (proven, of the loss of any local recoding)\n", text);
}

static void
print_json (DeidResult *result)
{
  DeidProblem *problem = deid_result_get_problem (result);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_policy (builder, "optimum", deid_result_get_policy (result));
  add_loss (builder, result);
  add_count (builder, "suppressed", deid_result_get_n_suppressed (result));
  add_count (builder, "records", deid_dataset_get_n_records (get_table (problem)));
  add_count (builder, "evaluated", deid_result_get_n_evaluated (result));
  add_flag (builder, "verified", TRUE);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  print_object (root);
}

/* Step 3: say what was proven, and by how much work. */
static void
print_result (DeidResult *result)
{
  DeidProblem *problem = deid_result_get_problem (result);
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  g_autofree char *words = deid_policy_describe (deid_result_get_policy (result), NULL, NULL);
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.10f", deid_result_get_loss (result));
  g_print ("policy:               %s\n", policy);
  g_print ("in words:             %s\n", words);
  g_print ("loss:                 %s (%sproven optimal)\n", loss,
           deid_problem_get_group_weight (problem, 0, NULL, NULL, NULL) ? "weighted by groups, "
                                                                        : "");
  g_print ("suppressed:           %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records\n",
           deid_result_get_n_suppressed (result), deid_dataset_get_n_records (get_table (problem)));
  g_print ("policies evaluated:   %" G_GUINT64_FORMAT " of %.15g\n",
           deid_result_get_n_evaluated (result),
           deid_lattice_get_size_as_double (deid_problem_get_lattice (problem)));
  if (opt_release != NULL)
    {
      g_autofree char *shown = deid_text_escape (opt_release);

      g_print ("release:              %s (its SHA-256 stands in the certificate)\n", shown);
    }
}

static gboolean
read_options (int argc, char **argv, GError **error)
{
  const char *read[] = { NULL, "", NULL };

  if (!tool_read_command_line (&tool, argc, argv, error) || !read_settings (NULL, error)
      || !check_message_options (error))
    return FALSE;
  if (is_problem_written ())
    return TRUE;
  if (!check_problem_options (error))
    return FALSE;
  if (!is_report_stream_open () && (!is_quiet () || is_json ()))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "standard output is closed, expected a stream for the report");
      return FALSE;
    }
  if (opt_certificate == NULL && opt_bound == NULL)
    return refuse_option ("certificate", "FILE", "a certificate (see --help)", error);
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
    print_bound (bound);
  return TRUE;
}

static gboolean
run (int argc, char **argv, GError **error)
{
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  if (!read_options (argc, argv, error))
    return FALSE;
  if (is_problem_written ())
    return (opt_certificate == NULL || is_standard_input (opt_certificate)
            || deid_output_set_add_input (outputs, opt_certificate, error))
           && write_problem (outputs, watch_signals (outputs), error);

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

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  standard_streams_init (tool.name);
  setlocale (LC_ALL, "");
  if (run (argc, argv, &error))
    return EXIT_VERIFIED;
  return print_error (error, g_error_matches (error, DEID_ERROR, DEID_ERROR_CERTIFICATE)
                                 ? EXIT_REFUSED
                                 : EXIT_BAD_INPUT);
}
