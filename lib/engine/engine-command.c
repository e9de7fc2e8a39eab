/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An engine that is a client program, started anew for each statement. */
#include <string.h>

#include "base/text.h"
#include "engine/engine-private.h"

#define MAX_COMPLAINT            4096
#define ENGINE_COMMAND_MAX_SHOWN 1000 /* bytes of it */

typedef struct
{
  const DeidDialectFacts *facts;
  char **arguments;
} Command;

static void
command_free (gpointer data)
{
  Command *command = data;

  g_strfreev (command->arguments);
  g_free (command);
}

static gboolean
engine_command_add_row (DeidCsvReader *reader, guint64 line, const DeidField *fields,
                        guint n_fields, gpointer user_data, GError **error)
{
  g_autofree DeidField *own = g_memdup2 (fields, n_fields * sizeof *fields);

  return deid_engine_rows_add_fields (user_data, own, n_fields, error);
}

/* What the client reads: its own commands, and the statement. */
static gboolean
engine_command_write_script (const Command *command, GFileIOStream *script, const char *sql,
                             gboolean shows_values, GCancellable *cancellable, GError **error)
{
  GOutputStream *stream = g_io_stream_get_output_stream (G_IO_STREAM (script));
  const char *discretion = command->facts->client_without_values;
  const char *const parts[] = { command->facts->client_setup,
                                shows_values || discretion == NULL ? "" : discretion, sql, ";\n" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!g_output_stream_write_all (stream, parts[i], strlen (parts[i]), NULL, cancellable, error))
      return FALSE;
  return TRUE;
}

/* Starts the client on files that have no name once it is started. */
static GSubprocess *
engine_command_start (const Command *command, GFile *script, GFile *complaints, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);

  g_autoptr (GError) reason = NULL;
  GSubprocess *client;

  g_subprocess_launcher_set_stdin_file_path (launcher, g_file_peek_path (script));
  g_subprocess_launcher_set_stderr_file_path (launcher, g_file_peek_path (complaints));
  client
      = g_subprocess_launcher_spawnv (launcher, (const char *const *) command->arguments, &reason);
  if (client == NULL)
    deid_fail (error, DEID_ERROR_ENGINE, "the engine's command cannot be started: %s",
               reason->message);
  return client;
}

/* Tells whether the client has closed its output, once it closes it or writes more. */
static gboolean
engine_command_is_at_end (GSubprocess *client, GCancellable *cancellable)
{
  char byte;

  return g_input_stream_read (g_subprocess_get_stdout_pipe (client), &byte, 1, cancellable, NULL)
         == 0;
}

/* Reads the rows that the client writes, and waits for its end; @ended tells whether that was of
 * its own. */
static gboolean
engine_command_read_rows (GSubprocess *client, DeidEngineRows *rows, gboolean *ended,
                          GCancellable *cancellable, GError **error)
{
  DeidInput input;
  gboolean success;

  deid_input_init_stream (&input, g_subprocess_get_stdout_pipe (client), "the engine's answer",
                          cancellable);
  success = deid_csv_read (&input, ',', '"', engine_command_add_row, rows, error);
  deid_input_clear (&input);
  *ended = (success || engine_command_is_at_end (client, cancellable))
           && g_subprocess_wait (client, cancellable, success ? error : NULL);
  if (!*ended)
    {
      g_subprocess_force_exit (client);
      g_subprocess_wait (client, NULL, NULL);
    }
  return success && *ended;
}

/* Returns: (transfer full) (nullable): what of a complaint has no value: a code, or why there is no
 * connection. Other programs may be the command, or be called by it. */
static char *
find_code (const DeidDialectFacts *facts, const char *text)
{
  const char *pattern
      = facts == &deid_dialect_clickhouse
            ? "^(?:Received exception from server \\(version [0-9.]+\\):\n)?(Code: [0-9]{1,4})\\."
        : facts->client_without_values != NULL
            ? "^((?:ERROR|FATAL):  [0-9A-Z]{5}$|psql: error: connection [^\r\n]*)"
            : "(?!)";
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, text, G_REGEX_MATCH_ANCHORED, &match) ? g_match_info_fetch (match, 1)
                                                                     : NULL;
}

/* Makes a complaint one line, and cuts it off where it is too long. */
static const char *
join_lines (char *text)
{
  gsize n = strlen (text);
  const gboolean is_long = n > ENGINE_COMMAND_MAX_SHOWN;

  if (is_long)
    for (n = ENGINE_COMMAND_MAX_SHOWN; n > 0 && (text[n] & 0xC0) == 0x80;)
      n--;
  text[n] = '\0';
  g_strdelimit (g_strchomp (text), "\r\n", ' ');
  return is_long ? "…" : "";
}

/* Returns: (transfer full): what the client complained about, if it may be shown. */
static char *
read_complaint (const Command *command, GFileIOStream *complaints, gboolean shows_values)
{
  char text[MAX_COMPLAINT + 1] = "";
  g_autofree char *code = NULL;
  gsize length = 0;

  g_input_stream_read_all (g_io_stream_get_input_stream (G_IO_STREAM (complaints)), text,
                           MAX_COMPLAINT, &length, NULL, NULL);
  text[length] = '\0';
  if (shows_values)
    {
      const char *rest = join_lines (text);
      g_autofree char *shown = deid_text_escape (text);

      return g_strconcat (shown, rest, NULL);
    }
  code = find_code (command->facts, text);
  return code != NULL ? deid_text_escape (code)
                      : g_strdup ("what it said may hold values, and is shown only where messages "
                                  "show values");
}

/* Fails with how the client ended, and why. */
static void
engine_command_fail (GSubprocess *client, const char *shown, GError **error)
{
  deid_fail (error, DEID_ERROR_ENGINE,
             "the engine's command ended with %s %d, expected status 0: %s",
             g_subprocess_get_if_exited (client) ? "status" : "signal",
             g_subprocess_get_if_exited (client) ? g_subprocess_get_exit_status (client)
                                                 : g_subprocess_get_term_sig (client),
             shown);
}

/* Where an answer is cut off because the client failed, its end says why. */
static gboolean
run_client (const Command *command, GFile *script, GFile *complaints, GFileIOStream *complaint,
            DeidEngineRows *rows, GCancellable *cancellable, GError **error)
{
  g_autoptr (GSubprocess) client = engine_command_start (command, script, complaints, error);
  g_autoptr (GError) unread = NULL;
  g_autofree char *shown = NULL;
  gboolean ended;

  g_file_delete (script, NULL, NULL);
  g_file_delete (complaints, NULL, NULL);
  if (client == NULL)
    return FALSE;
  if (!engine_command_read_rows (client, rows, &ended, cancellable, &unread)
      && (!ended || g_subprocess_get_successful (client)))
    {
      g_propagate_error (error, g_steal_pointer (&unread));
      return FALSE;
    }
  if (g_subprocess_get_successful (client))
    return TRUE;
  shown = read_complaint (command, complaint, deid_engine_rows_show_values (rows));
  engine_command_fail (client, shown, error);
  return FALSE;
}

static gboolean
run_statement (const char *sql, DeidEngineRows *rows, GCancellable *cancellable, gpointer user_data,
               GError **error)
{
  g_autoptr (GFileIOStream) statement = NULL, complaint = NULL;
  g_autoptr (GFile) script = g_file_new_tmp ("deid-sql-XXXXXX", &statement, error);
  g_autoptr (GFile) complaints = NULL;

  if (script == NULL)
    return FALSE;
  complaints = g_file_new_tmp ("deid-err-XXXXXX", &complaint, error);
  if (complaints != NULL
      && engine_command_write_script (user_data, statement, sql,
                                      deid_engine_rows_show_values (rows), cancellable, error))
    return run_client (user_data, script, complaints, complaint, rows, cancellable, error);
  g_file_delete (script, NULL, NULL);
  if (complaints != NULL)
    g_file_delete (complaints, NULL, NULL);
  return FALSE;
}

/* Returns: (transfer full): arguments, and the flags that the dialect's client needs. */
static char **
add_flags (char **arguments, const char *const *flags)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (all, g_strdup (arguments[i]));
  for (guint i = 0; flags != NULL && flags[i] != NULL; i++)
    g_ptr_array_add (all, g_strdup (flags[i]));
  g_ptr_array_add (all, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&all), FALSE);
}

DeidEngine *
deid_engine_new_command (DeidDialect dialect, const char *command, GError **error)
{
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) unread = NULL;
  Command *data;

  g_return_val_if_fail (command != NULL, NULL);

  if (!g_shell_parse_argv (command, NULL, &arguments, &unread))
    return deid_fail_null (error, DEID_ERROR_PARSE, "%s",
                           g_error_matches (unread, G_SHELL_ERROR, G_SHELL_ERROR_BAD_QUOTING)
                               ? "a quote of the engine's command is not closed"
                               : "the engine's command is empty, expected a program");
  data = g_new0 (Command, 1);
  data->facts = deid_dialect_get_facts (dialect);
  data->arguments = add_flags (arguments, data->facts != NULL ? data->facts->client_flags : NULL);
  return deid_engine_new (dialect, run_statement, data, command_free, error);
}
