/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/sql-server.h"

#include <glib/gstdio.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#include "support/suite.h"

/* A server runs in a folder of its own until its input ends, which is when the test program does: a
 * session of its own outlives that. This one has a socket in that folder. */
static const char run_postgresql[]
    = "dir=$1; PATH=$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' :)\n"
      "initdb -D \"$dir/data\" -U test -A trust -E UTF8 --no-locale --no-sync >/dev/null 2>&1 \\\n"
      "&& pg_ctl -D \"$dir/data\" -w -t 600 -l \"$dir/log\" start \\\n"
      "-o \"-F -c listen_addresses= -c unix_socket_directories='$dir'\" >/dev/null 2>&1 \\\n"
      "&& echo ready && cat >/dev/null\n"
      "pg_ctl -D \"$dir/data\" -m immediate stop >/dev/null 2>&1; rm -rf \"$dir\"\n";

/* A server for each port of 127.0.0.1, which know each other as the shards of a cluster. */
static const char run_clickhouse[]
    = "dir=$1; shift; PATH=$PATH:/usr/sbin; pids=; shards=\n"
      "command -v clickhouse-server >/dev/null && command -v clickhouse-client >/dev/null || exit\n"
      "for port; do shards=\"$shards<shard><replica><host>127.0.0.1</host>\n"
      "<port>$port</port></replica></shard>\"; done\n"
      "for port; do mkdir -p \"$dir/$port/tmp\"; cat >\"$dir/$port/config.xml\" <<END\n"
      "<yandex><logger><level>none</level></logger>\n"
      "<listen_host>127.0.0.1</listen_host><tcp_port>$port</tcp_port>\n"
      "<path>$dir/$port/</path><tmp_path>$dir/$port/tmp/</tmp_path>\n"
      "<mark_cache_size>1000000</mark_cache_size><users_config>config.xml</users_config>\n"
      "<default_profile>default</default_profile><default_database>default</default_database>\n"
      "<profiles><default></default></profiles><quotas><default></default></quotas>\n"
      "<users><default><password></password><networks><ip>127.0.0.1</ip></networks>\n"
      "<profile>default</profile><quota>default</quota></default></users>\n"
      "<query_log><database>system</database><table>query_log</table></query_log>\n"
      "<remote_servers><cluster>$shards</cluster></remote_servers></yandex>\n"
      "END\n"
      "clickhouse-server --config-file=\"$dir/$port/config.xml\" >/dev/null 2>&1 & pids=\"$pids "
      "$!\"\n"
      "done\n"
      "for port; do until clickhouse-client --host 127.0.0.1 --port $port \\\n"
      "--query 'SELECT 1' >/dev/null 2>&1; do kill -0 $pids || break 2; sleep 0.1; done; done\n"
      "kill -0 $pids && echo ready && cat >/dev/null\n"
      "kill $pids 2>/dev/null; wait; rm -rf \"$dir\"\n";

/* Runs a shell with servers. Returns: whether they are ready. */
static gboolean
start (const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) shell = NULL;
  char ready[6];
  gsize n = 0;

  g_subprocess_launcher_take_stdin_fd (launcher, dup (get_lifeline ()));
  shell = g_subprocess_launcher_spawnv (launcher, arguments, NULL);
  if (shell != NULL)
    g_input_stream_read_all (g_subprocess_get_stdout_pipe (shell), ready, sizeof ready, &n, NULL,
                             NULL);
  return n == sizeof ready;
}

/* Returns: (transfer full) (nullable): what an earlier test of this program, which may have been
 * another process, has noted of the servers of a kind. */
static char *
find_noted (const char *kind)
{
  char *note = NULL;

  g_file_get_contents (get_temporary_file (kind), &note, NULL, NULL);
  return note;
}

static gboolean
start_postgresql (const char *folder)
{
  const struct passwd *owner = getuid () == 0 ? getpwnam ("postgres") : NULL;
  const char *const own[] = { "setsid", "sh", "-c", run_postgresql, "sh", folder, NULL };
  const char *const other[] = { "setsid",
                                "setpriv",
                                "--reuid=postgres",
                                "--regid=postgres",
                                "--init-groups",
                                "sh",
                                "-c",
                                run_postgresql,
                                "sh",
                                folder,
                                NULL };

  if (owner != NULL)
    ck_assert_int_eq (chown (folder, owner->pw_uid, owner->pw_gid), 0);
  return start (owner != NULL ? other : own);
}

char *
sql_server_find_postgresql (void)
{
  g_autofree char *folder = find_noted ("postgresql.server");

  if (folder != NULL)
    return g_steal_pointer (&folder);
  folder = g_dir_make_tmp ("deid-server-XXXXXX", NULL);
  if (start_postgresql (folder))
    {
      write_file ("postgresql.server", folder, -1);
      return g_steal_pointer (&folder);
    }
  g_rmdir (folder);
  return NULL;
}

/* Finds ports that are free, all at a time. */
static void
find_ports (guint16 *ports, guint n)
{
  g_autoptr (GPtrArray) listeners = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      GSocketListener *listener = g_socket_listener_new ();

      g_ptr_array_add (listeners, listener);
      ports[i] = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
      ck_assert_uint_ne (ports[i], 0);
    }
}

static gboolean
start_clickhouse (const char *folder, const guint16 *ports, guint n)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < 4; i++)
    g_ptr_array_add (arguments,
                     g_strdup (((const char *[]){ "setsid", "sh", "-c", run_clickhouse })[i]));
  g_ptr_array_add (arguments, g_strdup ("sh"));
  g_ptr_array_add (arguments, g_strdup (folder));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (arguments, g_strdup_printf ("%u", ports[i]));
  g_ptr_array_add (arguments, NULL);
  return start ((const char *const *) arguments->pdata);
}

gboolean
sql_server_find_clickhouse (guint16 *ports, guint n)
{
  g_autofree char *kind = g_strdup_printf ("clickhouse%u.server", n);
  g_autofree char *noted = find_noted (kind), *folder = NULL;

  if (noted != NULL)
    {
      memcpy (ports, noted, n * sizeof *ports);
      return TRUE;
    }
  folder = g_dir_make_tmp ("deid-server-XXXXXX", NULL);
  find_ports (ports, n);
  if (start_clickhouse (folder, ports, n))
    {
      write_file (kind, (const char *) ports, n * sizeof *ports);
      return TRUE;
    }
  g_rmdir (folder);
  return FALSE;
}
