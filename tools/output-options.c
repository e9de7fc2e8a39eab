/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files that are written. */
#include "output-options.h"

#include "base/text.h"
#include "leftovers.h"
#include "messages.h"
#include "option-values.h"
#include "settings.h"
#include "standard-streams.h"

static char *opt_output, *opt_policy, *opt_certificate, *opt_report, *opt_mode, *opt_output_table;
static char *opt_sql_only;
static gboolean opt_spreadsheet_safe;

const GOptionEntry output_entries[]
    = { { "output", 0, 0, G_OPTION_ARG_FILENAME, &opt_output,
          "released table to write (CSV); - is standard output, the report then goes to standard "
          "error",
          "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const GOptionEntry artefact_entries[] = {
  { "output-table", 0, 0, G_OPTION_ARG_STRING, &opt_output_table,
    "released table that the engine of --engine makes", "TABLE" },
  { "sql-only", 0, 0, G_OPTION_ARG_FILENAME, &opt_sql_only,
    "script to write (SQL) that makes --output-table, instead of making it; - is standard output",
    "FILE" },
  { "policy", 0, 0, G_OPTION_ARG_FILENAME, &opt_policy,
    "stored policy to write (JSON), for deid-apply; - is standard output", "FILE" },
  { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &opt_certificate,
    "proof of the optimum, or of a bound, to write (JSON lines), for deid-verify; - is standard "
    "output",
    "FILE" },
  { "report", 0, 0, G_OPTION_ARG_FILENAME, &opt_report,
    "page to write (HTML) for those who decide, with the tables of --sweep and --frontier; - is "
    "standard output",
    "FILE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry file_entries[]
    = { { "mode", 0, 0, G_OPTION_ARG_STRING, &opt_mode,
          "rights to files that are written, in octal, whatever the umask is (0600)", "MODE" },
        { "spreadsheet-safe", 0, 0, G_OPTION_ARG_NONE, &opt_spreadsheet_safe,
          "write cells that a spreadsheet would take for formulas behind an apostrophe", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const Setting output_settings[]
    = { { "--output", &opt_output, NULL, "output", "output" },
        { "--output-table", &opt_output_table, NULL, "engine", "output-table" },
        { "--policy", &opt_policy, NULL, "output", "policy" },
        { "--certificate", &opt_certificate, NULL, "output", "certificate" },
        { "--report", &opt_report, NULL, "output", "page" },
        { "--sql-only", &opt_sql_only, NULL, "output", "sql-only" },
        { "--mode", &opt_mode, NULL, "output", "mode" },
        { "--spreadsheet-safe", NULL, &opt_spreadsheet_safe, "release", "spreadsheet-safe" },
        { NULL, NULL, NULL, NULL, NULL } };

static const char *
get_path (const char *option)
{
  return g_strcmp0 (option, "-") == 0 ? "/dev/fd/1" : option;
}

const char *
get_release_path (void)
{
  return get_path (opt_output);
}

static gboolean
choose_report_stream (const char *const *paths, guint n_paths, GError **error)
{
  gboolean is_output_taken = FALSE;
  const char *on_error = NULL;
  g_autofree char *shown = NULL;

  for (guint i = 0; i < n_paths; i++)
    if (paths[i] != NULL && is_standard_output (paths[i]))
      is_output_taken = TRUE;
    else if (paths[i] != NULL && is_standard_error (paths[i]))
      on_error = paths[i];
  if (is_output_taken)
    print_to_standard_error ();
  if (is_quiet () && !is_json ())
    return TRUE;
  for (guint i = 0; i < n_paths; i++)
    if (!check_streams_are_kept (paths[i], error))
      return FALSE;
  if (!is_report_stream_open ())
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "standard %s is closed, expected a stream for the report",
                 is_output_taken ? "error" : "output");
  else if (is_output_taken && on_error != NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "%s: expected one of the standard streams to be left for the report",
                 shown = deid_text_escape (on_error));
  else if (is_output_taken && are_streams_one ())
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         "standard output and standard error are one file, expected one for the "
                         "table and one for the report");
  else
    return TRUE;
  return FALSE;
}

gboolean
is_engine_asked (void)
{
  return deid_job_is_set (get_settings (), "engine", "output-table")
         && !deid_job_is_set (get_settings (), "output", "sql-only");
}

gboolean
is_spreadsheet_safe (void)
{
  return opt_spreadsheet_safe;
}

static gboolean
set_mode (DeidOutputSet *outputs, GError **error)
{
  guint mode;

  return opt_mode == NULL
         || (read_mode ("mode", opt_mode, &mode, error)
             && deid_output_set_set_mode (outputs, mode, error));
}

static gboolean
tell_leftovers (const char *const *paths, guint n_paths)
{
  for (guint i = 0; i < n_paths; i++)
    print_leftovers (paths[i]);
  return TRUE;
}

gboolean
reserve_outputs (DeidOutputSet *outputs, const char *const *inputs, GError **error)
{
  const char *const path = get_release_path ();

  if (!set_mode (outputs, error))
    return FALSE;
  for (guint i = 0; inputs[i] != NULL; i++)
    if (!deid_output_set_add_input (outputs, inputs[i], error))
      return FALSE;
  return (path == NULL || deid_output_set_reserve (outputs, path, error))
         && choose_report_stream (&path, 1, error) && check_message_options (error)
         && tell_leftovers (&path, 1);
}

gboolean
reserve_outputs_of_settings (DeidOutputSet *outputs, GError **error)
{
  static const char *const keys[] = { "output", "policy", "certificate", "page", "sql-only" };
  char *paths[G_N_ELEMENTS (keys)];
  gboolean success = deid_job_reserve_outputs (get_settings (), outputs, error);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    paths[i] = deid_job_get_path (get_settings (), "output", keys[i]);
  success = success
            && choose_report_stream ((const char *const *) paths, G_N_ELEMENTS (paths), error)
            && check_message_options (error)
            && tell_leftovers ((const char *const *) paths, G_N_ELEMENTS (paths));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_free (paths[i]);
  return success;
}
