/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* `deid suggest`: a problem file for a bare table. */
#include "input-files.h"
#include "interruption.h"
#include "messages.h"
#include "output-files.h"
#include "problem.h"
#include "settings.h"
#include "standard-streams.h"
#include "verb.h"

enum
{
  EXIT_SUGGESTED = 0,
  EXIT_ENDED = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_output;

static const GOptionEntry file_entries[]
    = { { "output", 0, 0, G_OPTION_ARG_FILENAME, &opt_output,
          "Problem file to write (default: standard output)", "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const VerbGroup groups[] = { { "Table", "input " TABLE_NAMES " keep drop", { NULL } },
                                    { "Files", "mode", { file_entries } },
                                    { "Report", NULL, { message_entries } },
                                    { NULL, NULL, { NULL } } };

static const char *const description[]
    = { "Look at a table and print a problem file for it: a type, a role, a rule and codes for "
        "missing values of each column, with the evidence as comments. Read it and correct it "
        "before you use it.",
        "It decides nothing for you and proposes no privacy model.", NULL };

static const char *const examples[] = { "deid suggest patients.csv --output patients.ini", NULL };

static const char *const statuses[]
    = { "The problem file was printed or written", "A signal ended the run",
        "The input is bad, or a file cannot be read or written", NULL };

static gboolean
check_options (DeidOutputSet *outputs, GError **error)
{
  if (!read_settings (error)
      || !deid_job_set (get_settings (), "output", "output", opt_output, "--output", error))
    return FALSE;
  if (!deid_job_is_set (get_settings (), "input", "input"))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "expected a table");
      return FALSE;
    }
  return check_table_stream (error) && reserve_outputs_of_settings (outputs, error);
}

static gboolean
run (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = get_table_path ();
  g_autofree char *output = deid_job_get_path (get_settings (), "output", "output");
  g_autoptr (DeidDataset) table = read_table_of_any_form (path, cancellable, error);
  g_autoptr (DeidReport) suggestions
      = table != NULL ? make_suggestions (table, cancellable, error) : NULL;
  g_autofree char *text = NULL;

  if (suggestions == NULL)
    return FALSE;
  text = is_json () ? deid_report_to_json (suggestions, error)
                    : g_strdup (deid_report_get_text (suggestions, "problem"));
  if (text != NULL && output == NULL)
    {
      print_unconverted (text);
      print_unconverted (is_json () ? "\n" : "");
    }
  return text != NULL
         && (output == NULL
             || (deid_output_set_add_text (outputs, text, output, cancellable, error)
                 && deid_output_set_commit (outputs, cancellable, error)));
}

static int
run_suggest (void)
{
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = watch_signals (outputs);
  gboolean is_ended;

  if (check_options (outputs, &error) && run (outputs, cancellable, &error))
    return EXIT_SUGGESTED;
  is_ended = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (is_ended)
    explain_interruption (error, NULL, 0);
  deid_output_set_discard (outputs);
  return print_error (error, is_ended ? EXIT_ENDED : EXIT_BAD_INPUT);
}

const Verb suggest_verb
    = { "suggest", "TABLE",     "Propose a problem file for a table, to be read and edited",
        examples,  description, "delimiter missing header output json",
        groups,    statuses,    run_suggest };
