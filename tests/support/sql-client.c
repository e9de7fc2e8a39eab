/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/sql-client.h"

#include <glib/gstdio.h>
#include <pwd.h>
#include <unistd.h>

#include "support/suite.h"

static gboolean
skip (const char *program)
{
  g_print ("%s is not installed: its tests are left out\n", program);
  note_skipped ();
  return FALSE;
}

static gboolean
init_sqlite (SqlClient *client)
{
  g_autofree char *program = g_find_program_in_path ("sqlite3");
  const char *path = get_temporary_file ("engine.db");

  if (program == NULL)
    return skip ("sqlite3");
  g_unlink (path);
  client->command = g_strdup_printf ("'%s' '%s'", program, path);
  client->plain_command = g_strdupv ((char *[]){ program, "-batch", "-bail", (char *) path, NULL });
  client->to_hex = "hex(CAST(%s AS blob))";
  client->from_hex = "CAST(X'%s' AS text)";
  client->list_tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;";
  return TRUE;
}

/* Runs a server on a socket in a folder of its own until its input ends, as it does at the latest
 * when the test is gone: a session of its own outlives that. */
static const char run_server[]
    = "dir=$1; PATH=$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' :)\n"
      "initdb -D \"$dir/data\" -U test -A trust -E UTF8 --no-locale --no-sync >/dev/null 2>&1 \\\n"
      "&& pg_ctl -D \"$dir/data\" -w -l \"$dir/log\" start \\\n"
      "-o \"-F -c listen_addresses= -c unix_socket_directories='$dir'\" >/dev/null 2>&1 \\\n"
      "&& echo ready && cat >/dev/null\n"
      "pg_ctl -D \"$dir/data\" -m immediate stop >/dev/null 2>&1; rm -rf \"$dir\"\n";

/* Returns: (transfer full) (nullable): the server; it refuses to run as root. */
static GSubprocess *
start_server (const char *folder)
{
  const struct passwd *owner = getuid () == 0 ? getpwnam ("postgres") : NULL;
  const char *const own[] = { "setsid", "sh", "-c", run_server, "sh", folder, NULL };
  const char *const other[] = { "setsid",
                                "setpriv",
                                "--reuid=postgres",
                                "--regid=postgres",
                                "--init-groups",
                                "sh",
                                "-c",
                                run_server,
                                "sh",
                                folder,
                                NULL };

  if (owner != NULL)
    ck_assert_int_eq (chown (folder, owner->pw_uid, owner->pw_gid), 0);
  return g_subprocess_newv (owner != NULL ? other : own,
                            G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
}

static gboolean
init_postgresql (SqlClient *client)
{
  g_autofree char *program = g_find_program_in_path ("psql");
  char ready[6];
  gsize n = 0;

  client->folder = g_dir_make_tmp ("deid-server-XXXXXX", NULL);
  client->server = program != NULL ? start_server (client->folder) : NULL;
  if (client->server != NULL)
    g_input_stream_read_all (g_subprocess_get_stdout_pipe (client->server), ready, sizeof ready, &n,
                             NULL, NULL);
  if (n < sizeof ready)
    {
      sql_client_clear (client);
      return skip ("PostgreSQL");
    }
  client->command = g_strdup_printf ("'%s' -X -h '%s' -U test postgres", program, client->folder);
  client->plain_command
      = g_strdupv ((char *[]){ program, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h",
                               client->folder, "-U", "test", "postgres", NULL });
  client->to_hex = "encode(convert_to(CAST(%s AS text), 'UTF8'), 'hex')";
  client->from_hex = "convert_from(decode('%s', 'hex'), 'UTF8')";
  client->list_tables
      = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename;";
  return TRUE;
}

static void
speak_duckdb (SqlClient *client)
{
  client->to_hex = "hex(encode(CAST(%s AS text)))";
  client->from_hex = "decode(unhex('%s'))";
  client->list_tables = "SELECT table_name FROM duckdb_tables() ORDER BY table_name;";
}

static gboolean
init_duckdb (SqlClient *client)
{
  g_autofree char *program = g_find_program_in_path ("duckdb");
  const char *path = get_temporary_file ("engine.duckdb");

  if (program == NULL && duck_is_here ())
    program = g_strdup (DUCKDB_SHELL);
  if (program == NULL)
    return skip ("DuckDB");
  g_unlink (path);
  client->command = g_strdup_printf ("'%s' '%s'", program, path);
  client->plain_command
      = g_strdupv ((char *[]){ program, "-bail", "-noheader", "-list", (char *) path, NULL });
  speak_duckdb (client);
  return TRUE;
}

gboolean
sql_client_init (SqlClient *client, DeidDialect dialect)
{
  *client = (SqlClient){ .dialect = dialect };
  switch (dialect)
    {
    case DEID_DIALECT_SQLITE:
      return init_sqlite (client);
    case DEID_DIALECT_DUCKDB:
      return init_duckdb (client);
    default:
      return init_postgresql (client);
    }
}

gboolean
sql_client_init_duck (SqlClient *client)
{
  GError *error = NULL;

  *client = (SqlClient){ .dialect = DEID_DIALECT_DUCKDB };
  if (!duck_is_here ())
    return skip ("DuckDB");
  client->duck = duck_open (NULL, &error);
  assert_no_error (error);
  speak_duckdb (client);
  return TRUE;
}

void
sql_client_clear (SqlClient *client)
{
  g_clear_pointer (&client->duck, duck_close);
  if (client->server != NULL)
    {
      g_output_stream_close (g_subprocess_get_stdin_pipe (client->server), NULL, NULL);
      g_subprocess_wait (client->server, NULL, NULL);
      g_object_unref (client->server);
    }
  if (client->folder != NULL)
    g_rmdir (client->folder);
  g_free (client->folder);
  g_free (client->command);
  g_strfreev (client->plain_command);
  *client = (SqlClient){ 0 };
}

/* Returns: (transfer full): what the client writes. */
static char *
communicate (const SqlClient *client, const char *script, gboolean *succeeded)
{
  GError *error = NULL;
  g_autoptr (GSubprocess) process
      = g_subprocess_newv ((const char *const *) client->plain_command,
                           G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  char *output = NULL;

  assert_no_error (error);
  g_subprocess_communicate_utf8 (process, script, NULL, &output, NULL, &error);
  assert_no_error (error);
  *succeeded = g_subprocess_get_successful (process);
  return output;
}

static gboolean
append_row (const char *const *values, guint n_values, gpointer user_data,
            GError **error G_GNUC_UNUSED)
{
  for (guint i = 0; i < n_values; i++)
    g_string_append_printf (user_data, "%s%s", i > 0 ? "|" : "",
                            values[i] != NULL ? values[i] : "");
  g_string_append_c (user_data, '\n');
  return TRUE;
}

/* The same of a database in this process. */
static char *
run_here (const SqlClient *client, const char *script, gboolean *succeeded)
{
  GString *text = g_string_new (NULL);

  *succeeded = duck_run (client->duck, script, append_row, text, NULL);
  return g_string_free (text, FALSE);
}

static char *
try_script (const SqlClient *client, const char *script, gboolean *succeeded)
{
  return (client->duck != NULL ? run_here : communicate) (client, script, succeeded);
}

char *
sql_client_run (const SqlClient *client, const char *script)
{
  gboolean succeeded;
  char *output = try_script (client, script, &succeeded);

  ck_assert (succeeded);
  return output;
}

gboolean
sql_client_try (const SqlClient *client, const char *script)
{
  gboolean succeeded;
  g_autofree char *output = try_script (client, script, &succeeded);

  return succeeded;
}

char *
sql_client_list_tables (const SqlClient *client)
{
  return sql_client_run (client, client->list_tables);
}
