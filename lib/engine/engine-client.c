/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A client program, which is started once and fed with statements. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

#include "base/text.h"
#include "engine/engine-private.h"

#define MAX_COMPLAINT           4096
#define ENGINE_CLIENT_MAX_SHOWN 1000                     /* bytes of it */
#define PATIENCE                (2 * G_TIME_SPAN_SECOND) /* with a client that is to cancel */

struct DeidEngineClient
{
  const DeidDialectFacts *facts;
  char **arguments;
  GSubprocess *process;      /* or NULL while it does not run */
  GSocket *socket;           /* its standard input and output */
  GFileIOStream *complaints; /* what it writes to its standard error */
  guint64 n_ended;           /* statements that it answered */
};

/* Statements that it is fed with, and what it answers. A row behind each answer says that the
 * statement succeeded, and which one: values of answers look otherwise. */
typedef struct
{
  DeidEngineClient *client;
  const GPtrArray *statements;
  guint n_done;
  DeidCsvReader reader;
  gboolean is_at_end; /* of what the client writes */
} Exchange;

#define END_ROW "done %" G_GUINT64_FORMAT

static gboolean
is_end_row (const DeidEngineClient *client, const DeidField *fields, guint n_fields)
{
  char text[64];

  g_snprintf (text, sizeof text, END_ROW, client->n_ended);
  return n_fields == 1 && fields[0].length == strlen (text)
         && memcmp (fields[0].text, text, fields[0].length) == 0;
}

static gboolean
engine_client_take_row (DeidCsvReader *reader, guint64 line, const DeidField *fields,
                        guint n_fields, gpointer user_data, GError **error)
{
  Exchange *exchange = user_data;
  DeidEngineStatement *statement;
  g_autofree DeidField *own = NULL;

  if (exchange->n_done == exchange->statements->len)
    return deid_fail (error, DEID_ERROR_ENGINE,
                      "the engine's command wrote a row that no statement selects");
  statement = g_ptr_array_index (exchange->statements, exchange->n_done);
  if (!is_end_row (exchange->client, fields, n_fields))
    {
      own = g_memdup2 (fields, n_fields * sizeof *fields);
      return deid_engine_rows_add_fields (&statement->rows, own, n_fields, error);
    }
  if (!deid_engine_statement_check (statement, error))
    return FALSE;
  exchange->client->n_ended++;
  exchange->n_done++;
  return TRUE;
}

/* Returns: (transfer container): the command, and the flags of the dialect. */
static GPtrArray *
list_arguments (const DeidEngineClient *client, char **flags)
{
  GPtrArray *arguments = g_ptr_array_new ();

  for (guint i = 0; client->arguments[i] != NULL; i++)
    g_ptr_array_add (arguments, client->arguments[i]);
  for (guint i = 0; flags != NULL && flags[i] != NULL; i++)
    g_ptr_array_add (arguments, flags[i]);
  g_ptr_array_add (arguments, NULL);
  return arguments;
}

static GSubprocess *
spawn (const DeidEngineClient *client, GSubprocessLauncher *launcher, GError **error)
{
  g_auto (GStrv) flags = NULL;
  g_autoptr (GPtrArray) arguments = NULL;

  if (client->facts->client_flags != NULL)
    g_shell_parse_argv (client->facts->client_flags, NULL, &flags, NULL);
  arguments = list_arguments (client, flags);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments->pdata, error);
}

/* Starts the client. What it complains about goes to a file that has no name once it is started. */
static gboolean
start_client (DeidEngineClient *client, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GFileIOStream) complaints = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("deid-err-XXXXXX", &complaints, error);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) reason = NULL;
  int ends[2];

  if (file == NULL)
    return FALSE;
  g_subprocess_launcher_set_stderr_file_path (launcher, g_file_peek_path (file));
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
    {
      g_subprocess_launcher_take_stdin_fd (launcher, ends[1]);
      g_subprocess_launcher_take_stdout_fd (launcher, fcntl (ends[1], F_DUPFD_CLOEXEC, 0));
      socket = g_socket_new_from_fd (ends[0], &reason);
    }
  if (socket != NULL)
    client->process = spawn (client, launcher, &reason);
  g_file_delete (file, NULL, NULL);
  if (client->process == NULL)
    return deid_fail (error, DEID_ERROR_ENGINE, "the engine's command cannot be started: %s",
                      reason != NULL ? reason->message : g_strerror (errno));
  g_socket_set_blocking (socket, FALSE);
  client->socket = g_steal_pointer (&socket);
  client->complaints = g_steal_pointer (&complaints);
  return TRUE;
}

/* Forgets a client that has ended. */
static void
forget_client (DeidEngineClient *client)
{
  g_clear_object (&client->process);
  g_clear_object (&client->socket);
  g_clear_object (&client->complaints);
}

/* Has the client cancel its statement, as Ctrl-C does, and kills it if it goes on. */
static void
stop_client (DeidEngineClient *client)
{
  const gint64 deadline = g_get_monotonic_time () + PATIENCE;
  gint64 left = PATIENCE;
  char bytes[4096];

  g_subprocess_send_signal (client->process, SIGINT);
  g_socket_shutdown (client->socket, FALSE, TRUE, NULL);
  while (left > 0 && g_socket_condition_timed_wait (client->socket, G_IO_IN, left, NULL, NULL)
         && g_socket_receive (client->socket, bytes, sizeof bytes, NULL, NULL) > 0)
    left = deadline - g_get_monotonic_time ();
  g_subprocess_force_exit (client->process);
  g_subprocess_wait (client->process, NULL, NULL);
  forget_client (client);
}

/* Adds what the client reads: its own commands if it was just started, then the statements. Several
 * statements are one transaction: if one fails, the engine undoes all of them. */
static void
engine_client_add_script (const DeidEngineClient *client, const GPtrArray *statements,
                          gboolean is_new, gboolean show_values, DeidLongText *script)
{
  const DeidDialectFacts *facts = client->facts;
  const gboolean is_transaction = statements->len > 1;

  if (is_new)
    deid_long_text_add (
        script, "%s%s", facts->client_setup,
        show_values || facts->client_without_values == NULL ? "" : facts->client_without_values);
  deid_long_text_add (script, "%s", is_transaction ? facts->begin : "");
  for (guint i = 0; i < statements->len; i++)
    {
      const DeidEngineStatement *statement = g_ptr_array_index (statements, i);

      deid_long_text_add (script, "%s;\n%sSELECT '" END_ROW "';\n", statement->sql,
                          is_transaction && i + 1 == statements->len ? facts->commit : "",
                          client->n_ended + i);
    }
}

/* Sends bytes, as many as there is room for: none are left once the client reads no more. */
static void
send_bytes (GSocket *socket, const char **bytes, gsize *n)
{
  g_autoptr (GError) reason = NULL;
  const gssize n_sent = g_socket_send (socket, *bytes, *n, NULL, &reason);

  if (n_sent > 0)
    {
      *bytes += n_sent;
      *n -= (gsize) n_sent;
    }
  else if (!g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    *n = 0;
}

/* Takes the bytes that are there. What fails is the end. */
static void
receive_bytes (Exchange *exchange)
{
  g_autoptr (GError) reason = NULL;
  char *bytes = deid_csv_reader_extend (&exchange->reader, DEID_INPUT_CHUNK_SIZE);
  gssize n;

  if (bytes == NULL)
    return;
  n = g_socket_receive (exchange->client->socket, bytes, DEID_INPUT_CHUNK_SIZE, NULL, &reason);
  if (n < 0 && g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return;
  exchange->is_at_end = n <= 0;
  deid_csv_reader_take (&exchange->reader, n > 0 ? (gsize) n : 0);
}

/* Sends a script and reads the answers at the same time, so that neither has to wait for the other:
 * to the end if the client gets no more than this. Returns: whether that was not cancelled. */
static gboolean
exchange_bytes (Exchange *exchange, const char *bytes, gsize n, gboolean is_last,
                GCancellable *cancellable, GError **error)
{
  GSocket *socket = exchange->client->socket;
  gboolean is_shut = FALSE;

  while (exchange->reader.error == NULL && !exchange->is_at_end
         && (is_last || exchange->n_done < exchange->statements->len))
    {
      if (is_last && n == 0 && !is_shut)
        {
          g_socket_shutdown (socket, FALSE, TRUE, NULL);
          is_shut = TRUE;
        }
      if (!g_socket_condition_wait (socket, n > 0 ? G_IO_IN | G_IO_OUT : G_IO_IN, cancellable,
                                    error))
        return FALSE;
      if (n > 0)
        send_bytes (socket, &bytes, &n);
      receive_bytes (exchange);
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): what of a complaint has no value: a code, or why there is no
 * connection. Other programs may be the command, or be called by it. */
static char *
find_code (const DeidDialectFacts *facts, const char *text)
{
  const char *pattern = facts->client_code != NULL ? facts->client_code : "(?!)";
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
  const gboolean is_long = n > ENGINE_CLIENT_MAX_SHOWN;

  if (is_long)
    for (n = ENGINE_CLIENT_MAX_SHOWN; n > 0 && (text[n] & 0xC0) == 0x80;)
      n--;
  text[n] = '\0';
  g_strdelimit (g_strchomp (text), "\r\n", ' ');
  return is_long ? "…" : "";
}

/* Returns: (transfer full): what the client complained about, if it may be shown. */
static char *
read_complaint (const DeidEngineClient *client, gboolean show_values)
{
  char text[MAX_COMPLAINT + 1] = "";
  g_autofree char *code = NULL;
  gsize length = 0;

  g_input_stream_read_all (g_io_stream_get_input_stream (G_IO_STREAM (client->complaints)), text,
                           MAX_COMPLAINT, &length, NULL, NULL);
  text[length] = '\0';
  if (show_values)
    {
      const char *rest = join_lines (text);
      g_autofree char *shown = deid_text_escape (text);

      return g_strconcat (shown, rest, NULL);
    }
  code = find_code (client->facts, text);
  return code != NULL ? deid_text_escape (code)
                      : g_strdup ("what it said may hold values, and is shown only where messages "
                                  "show values");
}

/* Tells whether a client that has ended did so with success; fails with how it ended, and why. */
static gboolean
engine_client_check_end (const DeidEngineClient *client, gboolean show_values, GError **error)
{
  GSubprocess *process = client->process;
  g_autofree char *shown = NULL;

  if (g_subprocess_get_successful (process))
    return TRUE;
  shown = read_complaint (client, show_values);
  return deid_fail (error, DEID_ERROR_ENGINE,
                    "the engine's command ended with %s %d, expected status 0: %s",
                    g_subprocess_get_if_exited (process) ? "status" : "signal",
                    g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                                         : g_subprocess_get_term_sig (process),
                    shown);
}

/* Looks what an exchange has come to. Where an answer is cut off because the client failed, its end
 * says why. */
static gboolean
end_exchange (Exchange *exchange, gboolean show_values, GCancellable *cancellable, GError **error)
{
  DeidEngineClient *client = exchange->client;
  gboolean success;

  if (!exchange->is_at_end)
    return deid_csv_reader_end (&exchange->reader, "the engine's answer", 0, error);
  if (!g_subprocess_wait (client->process, cancellable, error))
    return FALSE;
  success = engine_client_check_end (client, show_values, error)
            && deid_csv_reader_end (&exchange->reader, "the engine's answer", 0, error)
            && (exchange->n_done == exchange->statements->len
                || deid_fail (error, DEID_ERROR_ENGINE,
                              "the engine's command ended before it had answered"));
  forget_client (client);
  return success;
}

/* Exchanges statements for answers. */
static gboolean
engine_client_feed (Exchange *exchange, const DeidLongText *script, gboolean is_last,
                    gboolean show_values, GCancellable *cancellable, GError **error)
{
  DeidEngineClient *client = exchange->client;
  gboolean success;

  deid_csv_reader_init (&exchange->reader, ',', '"', engine_client_take_row, exchange);
  success = exchange_bytes (exchange, script->text, script->n, is_last, cancellable, error)
            && end_exchange (exchange, show_values, cancellable, error);
  if (!success && client->process != NULL)
    stop_client (client);
  deid_csv_reader_clear (&exchange->reader);
  return success;
}

gboolean
deid_engine_client_run (DeidEngineClient *client, const GPtrArray *statements, gboolean show_values,
                        guint *n_done, GCancellable *cancellable, GError **error)
{
  Exchange exchange = { .client = client, .statements = statements };
  const gboolean is_new = client->process == NULL;
  DeidLongText script = { 0 };
  gboolean success;

  if (!is_new) /* what it said before is not about these */
    g_seekable_seek (G_SEEKABLE (client->complaints), 0, G_SEEK_END, NULL, NULL);
  engine_client_add_script (client, statements, is_new, show_values, &script);
  success = deid_long_text_check (&script, error) && (!is_new || start_client (client, error))
            && engine_client_feed (&exchange, &script, client->facts->client_reads_to_end,
                                   show_values, cancellable, error);
  deid_long_text_clear (&script);
  *n_done = exchange.n_done;
  return success;
}

gboolean
deid_engine_client_end (DeidEngineClient *client, gboolean show_values, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  Exchange exchange = { .client = client, .statements = none };
  const DeidLongText nothing = { 0 };

  return client->process == NULL
         || engine_client_feed (&exchange, &nothing, TRUE, show_values, cancellable, error);
}

void
deid_engine_client_set_facts (DeidEngineClient *client, const DeidDialectFacts *facts)
{
  client->facts = facts;
}

static DeidEngineClient *
engine_client_make (const DeidDialectFacts *facts, char **arguments)
{
  DeidEngineClient *client = g_new0 (DeidEngineClient, 1);

  client->facts = facts;
  client->arguments = arguments;
  return client;
}

DeidEngineClient *
deid_engine_client_copy (const DeidEngineClient *client)
{
  return engine_client_make (client->facts, g_strdupv (client->arguments));
}

void
deid_engine_client_free (DeidEngineClient *client)
{
  deid_engine_client_end (client, FALSE, NULL, NULL);
  g_strfreev (client->arguments);
  g_free (client);
}

DeidEngineClient *
deid_engine_client_new (const DeidDialectFacts *facts, const char *command, GError **error)
{
  g_autoptr (GError) unread = NULL;
  char **arguments;

  if (g_shell_parse_argv (command, NULL, &arguments, &unread))
    return engine_client_make (facts, arguments);
  return deid_fail_null (error, DEID_ERROR_PARSE, "%s",
                         g_error_matches (unread, G_SHELL_ERROR, G_SHELL_ERROR_BAD_QUOTING)
                             ? "a quote of the engine's command is not closed"
                             : "the engine's command is empty, expected a program");
}
