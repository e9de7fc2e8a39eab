/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files that are written. */
#include "output-files.h"

#include "base/text.h"
#include "leftovers.h"
#include "messages.h"
#include "settings.h"
#include "standard-streams.h"

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

static gboolean
tell_leftovers (const char *const *paths, guint n_paths)
{
  for (guint i = 0; i < n_paths; i++)
    print_leftovers (paths[i]);
  return TRUE;
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
