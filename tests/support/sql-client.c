/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/sql-client.h"

#include <glib/gstdio.h>

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
  return TRUE;
}

gboolean
sql_client_init (SqlClient *client, DeidDialect dialect)
{
  *client = (SqlClient){ .dialect = dialect };
  return init_sqlite (client);
}

void
sql_client_clear (SqlClient *client)
{
  g_free (client->command);
  g_strfreev (client->plain_command);
  *client = (SqlClient){ 0 };
}

char *
sql_client_run (const SqlClient *client, const char *script)
{
  GError *error = NULL;
  g_autoptr (GSubprocess) process
      = g_subprocess_newv ((const char *const *) client->plain_command,
                           G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  char *output = NULL;

  assert_no_error (error);
  g_subprocess_communicate_utf8 (process, script, NULL, &output, NULL, &error);
  assert_no_error (error);
  ck_assert (g_subprocess_get_successful (process));
  return output;
}

char *
sql_client_list_tables (const SqlClient *client)
{
  return sql_client_run (client,
                         "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;");
}
