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
 * With `--release FILE` it checks too that the certificate was written for this released file. It
 * does not compare what stands in the file with the table.
 *
 * Exit status: 0 if the certificate holds, 1 if it is refused, 2 if the input is bad, a file cannot
 * be read, or the result cannot be printed.
 */
#include <locale.h>
#include <unistd.h>

#include "problem-options.h"
#include "standard-streams.h"

enum
{
  EXIT_VERIFIED = 0,
  EXIT_REFUSED = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_certificate, *opt_release;

static const GOptionEntry entries[]
    = { { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &opt_certificate,
          "certificate to check (JSON lines)", "FILE" },
        { "release", 0, 0, G_OPTION_ARG_FILENAME, &opt_release,
          "released table that the certificate has to belong to (CSV)", "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* Step 2: check. What comes back is a result like that of a search: it could be applied to the
 * table, to compare with what was released. */
static DeidResult *
verify (DeidProblem *problem, GError **error)
{
  const gboolean is_watched = isatty (STDERR_FILENO);
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  DeidResult *result = NULL;

  if (deid_certificate_options_set_release (options, opt_release, error)
      && (!is_watched
          || deid_certificate_options_set_progress_func (options, show_progress, NULL, NULL,
                                                         error)))
    result = deid_problem_verify_certificate (problem, opt_certificate, options, NULL, error);
  if (is_watched)
    g_printerr ("\n");
  return result;
}

/* Step 3: say what was proven, and by how much work. */
static void
print_result (DeidResult *result)
{
  DeidProblem *problem = deid_result_get_problem (result);
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.10f", deid_result_get_loss (result));
  g_print ("policy:               %s\n", policy);
  g_print ("loss:                 %s (proven optimal)\n", loss);
  g_print ("suppressed:           %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records\n",
           deid_result_get_n_suppressed (result), deid_dataset_get_n_records (get_table (problem)));
  g_print ("policies evaluated:   %" G_GUINT64_FORMAT " of %.15g\n",
           deid_result_get_n_evaluated (result),
           deid_lattice_get_size_as_double (deid_problem_get_lattice (problem)));
  if (opt_release != NULL)
    {
      g_autofree char *shown = escape_text (opt_release);

      g_print ("release:              %s (its SHA-256 stands in the certificate)\n", shown);
    }
}

static gboolean
run (int argc, char **argv, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  if (!read_command_line (argc, argv, "- check a certificate",
                          (const GOptionEntry *const[]){ entries, NULL }, error))
    return FALSE;
  if (!is_report_stream_open ())
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "standard output is closed, expected a stream for the report");
      return FALSE;
    }
  if (opt_certificate == NULL)
    return refuse_option ("certificate", "FILE", "a certificate (see --help)", error);

  /* Step 1: state the problem from the table and the hierarchies themselves. */
  csv = make_csv_options (error);
  if (csv == NULL || (problem = load_problem (csv, error)) == NULL)
    return FALSE;
  result = verify (problem, error);
  if (result == NULL)
    return FALSE;
  print_result (result);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  standard_streams_init ("deid-verify");
  setlocale (LC_ALL, "");
  if (run (argc, argv, &error))
    return EXIT_VERIFIED;
  print_error ("deid-verify", error);
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_CERTIFICATE) ? EXIT_REFUSED
                                                                     : EXIT_BAD_INPUT;
}
