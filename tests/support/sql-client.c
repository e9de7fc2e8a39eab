/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/sql-client.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <glob.h>
#include <unistd.h>

#include "support/sql-server.h"
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

/* Has a client speak to a database of a server. */
static void
enter_postgresql (SqlClient *client, const char *program, const char *database)
{
  g_free (client->command);
  g_strfreev (client->plain_command);
  client->command
      = g_strdup_printf ("'%s' -X -h '%s' -U test %s", program, client->folder, database);
  client->plain_command
      = g_strdupv ((char *[]){ (char *) program, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                               "-h", client->folder, "-U", "test", (char *) database, NULL });
}

/* Returns: (transfer full) (nullable): the client itself where the one in the path is Debian's
 * script, which takes four times as long to start. */
static char *
find_psql (void)
{
  glob_t found;
  char *program
      = glob ("/usr/lib/postgresql/*/bin/psql", 0, NULL, &found) == 0 && found.gl_pathc > 0
            ? g_strdup (found.gl_pathv[found.gl_pathc - 1])
            : g_find_program_in_path ("psql");

  globfree (&found);
  return program;
}

static gboolean
init_postgresql (SqlClient *client)
{
  static guint n_databases;
  g_autofree char *program = find_psql (), *create = NULL, *made = NULL;

  client->folder = program != NULL ? sql_server_find_postgresql () : NULL;
  if (client->folder == NULL)
    return skip ("PostgreSQL");
  client->database = g_strdup_printf ("test_%d_%u", (int) getpid (), n_databases++);
  create = g_strdup_printf ("CREATE DATABASE %s;", client->database);
  enter_postgresql (client, program, "postgres");
  made = sql_client_run (client, create);
  enter_postgresql (client, program, client->database);
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

/* Has PostgreSQL stand in for engines that take the statements too, and are told to write CSV by
 * flags. */
static gboolean
make_ansi (SqlClient *client)
{
  char *command = g_strconcat (client->command, " --csv -q -t -v ON_ERROR_STOP=1", NULL);

  g_free (client->command);
  client->command = command;
  return TRUE;
}

/* Empties the database that a command leads to. */
static void
init_clickhouse_client (SqlClient *client, char *command)
{
  g_autofree char *plain = g_strconcat (command, " --multiquery --format=TabSeparatedRaw", NULL);
  g_autofree char *emptied = NULL;

  *client = (SqlClient){ .dialect = DEID_DIALECT_CLICKHOUSE, .command = command };
  client->plain_command = g_strsplit (plain, " ", 0);
  client->to_hex = "hex(toString(%s))";
  client->from_hex = "unhex('%s')";
  client->text = "Nullable(String)";
  client->storage = " ENGINE = MergeTree ORDER BY tuple()";
  client->list_tables = "SELECT name FROM system.tables WHERE database = 'default' ORDER BY name;";
  emptied = sql_client_run (client, "DROP DATABASE default; CREATE DATABASE default;");
}

gboolean
sql_client_init_shards (SqlClient *clients, guint n)
{
  g_autofree guint16 *ports = g_new (guint16, n);

  for (guint i = 0; i < n; i++)
    clients[i] = (SqlClient){ 0 };
  if (!sql_server_find_clickhouse (ports, n))
    return skip ("ClickHouse");
  for (guint i = 0; i < n; i++)
    init_clickhouse_client (
        &clients[i], g_strdup_printf ("clickhouse-client --host 127.0.0.1 --port %u", ports[i]));
  return TRUE;
}

static gboolean
init_clickhouse (SqlClient *client)
{
  if (g_getenv ("DEID_CHDB") == NULL)
    return sql_client_init_shards (client, 1);
  init_clickhouse_client (
      client, g_strdup_printf (CLICKHOUSE_SHELL " %s", get_temporary_file ("engine.clickhouse")));
  return TRUE;
}

gboolean
sql_client_init (SqlClient *client, DeidDialect dialect)
{
  *client = (SqlClient){ .dialect = dialect, .text = "text", .storage = "" };
  switch (dialect)
    {
    case DEID_DIALECT_SQLITE:
      return init_sqlite (client);
    case DEID_DIALECT_POSTGRESQL:
      return init_postgresql (client);
    case DEID_DIALECT_DUCKDB:
      return init_duckdb (client);
    case DEID_DIALECT_CLICKHOUSE:
      return init_clickhouse (client);
    case DEID_DIALECT_ANSI:
      return init_postgresql (client) && make_ansi (client);
    default:
      g_assert_not_reached ();
    }
}

gboolean
sql_client_init_duck (SqlClient *client)
{
  GError *error = NULL;

  *client = (SqlClient){ .dialect = DEID_DIALECT_DUCKDB, .text = "text", .storage = "" };
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
  g_free (client->folder);
  g_free (client->database);
  g_free (client->command);
  g_strfreev (client->plain_command);
  *client = (SqlClient){ 0 };
}

/* Once the client has ended, nobody waits for more statements. */
static const char wrapper[]
    = "hand_on () { printf '%s%s\\n' \"$statement\" \"$line\"; }\n"
      "feed ()\n"
      "{\n"
      "  statement=\n"
      "  while IFS= read -r line; do\n"
      "    case $line in\n"
      "    \"SELECT 'done \"*) pass \"$@\" || { : >\"$0.failed\"; return; }; statement=;;\n"
      "    *) statement=\"$statement$line\n\";;\n"
      "    esac\n"
      "  done\n"
      "}\n"
      "exec 3<&0; rm -f \"$0.failed\" \"$0.pipe\"; mkfifo \"$0.pipe\"\n"
      "feed \"$@\" <&3 >\"$0.pipe\" & feeder=$!\n"
      "sh -c 'echo $$ >\"$0\"; exec \"$@\"' \"$0.pid\" \"$@\" <\"$0.pipe\" 3<&-; status=$?\n"
      "kill \"$feeder\" 2>/dev/null; [ -e \"$0.failed\" ] && status=3; exit \"$status\"\n";

char *
sql_client_wrap (const SqlClient *client, const char *name, const char *script,
                 const char *arguments)
{
  g_autofree char *text = g_strconcat (script, wrapper, NULL);

  return g_strdup_printf ("sh '%s' %s %s", write_file (name, text, -1), arguments, client->command);
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

  g_free (try_script (client, script, &succeeded));
  return succeeded;
}

char *
sql_client_list_tables (const SqlClient *client)
{
  return sql_client_run (client, client->list_tables);
}
