/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Clients that are started once and run many statements. */
#include <string.h>

#include "support/engine-trial.h"
#include "support/suite.h"

static const char *const names[] = { "a" };

/* Makes a database with a table `t` that has a column `a`. */
static gboolean
load (SqlClient *client, DeidDialect dialect, const char *script)
{
  g_autofree char *made = NULL;

  if (!sql_client_init (client, dialect))
    return FALSE;
  made = sql_client_run (client, script);
  return TRUE;
}

static DeidEngineTable *
open_table (const SqlClient *client, const char *command)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, command, NULL);
  DeidEngineTable *table = deid_engine_table_new (engine, "t", NULL);

  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  return table;
}

/* Counts and releases. */
static gboolean
release (const SqlClient *client, const char *command, GError **error)
{
  g_autoptr (DeidEngineTable) table = open_table (client, command);
  g_autoptr (DeidResult) result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);

  return deid_engine_table_release (table, result, "released", NULL, error);
}

static void
assert_tables (const SqlClient *client, const char *expected)
{
  g_autofree char *tables = sql_client_list_tables (client);

  ck_assert_str_eq (tables, expected);
}

static const char small[] = "CREATE TABLE t (a text); INSERT INTO t VALUES ('x'), ('x'), ('y');";

/* Notes each start. */
static const char noting_client[] = "echo >>\"$1\"; shift; pass () { hand_on; }\n";

/* One client counts, one releases, and another one looks whether the table is there. That of
 * ClickHouse runs no statement before it has read all that it gets. */
static const struct
{
  DeidDialect dialect;
  guint n;
} starts[] = { { DEID_DIALECT_SQLITE, 3 }, { DEID_DIALECT_CLICKHOUSE, 10 } };

START_TEST (test_starts)
{
  const char *notes = write_file ("starts", "", -1);
  g_autofree char *command = NULL, *script = NULL, *made = NULL, *noted = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!sql_client_init (&client, starts[_i].dialect))
    return;
  script = g_strdup_printf ("CREATE TABLE t (a %s)%s;\nINSERT INTO t VALUES ('x'), ('x'), ('y');\n",
                            client.text, client.storage);
  made = sql_client_run (&client, script);
  command = sql_client_wrap (&client, "noting.sh", noting_client, notes);
  ck_assert (release (&client, command, &error));
  assert_no_error (error);
  ck_assert (g_file_get_contents (notes, &noted, NULL, NULL));
  ck_assert_uint_eq (strlen (noted), starts[_i].n);
  sql_client_clear (&client);
}

/* Two threads have a table each of the same engine. */
static gpointer
count_in_thread (gpointer user_data)
{
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (user_data, "t", NULL);

  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  return deid_engine_table_count (table, NULL, NULL);
}

START_TEST (test_two_tables)
{
  g_autoptr (DeidEngine) engine = NULL;
  SqlClient client;
  GThread *threads[2];

  if (!load (&client, DEID_DIALECT_SQLITE, small))
    return;
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("count", count_in_thread, engine);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (DeidDataset) combinations = g_thread_join (threads[i]);

      ck_assert_ptr_nonnull (combinations);
      ck_assert_uint_eq (deid_dataset_get_n_records (combinations), 3);
    }
  sql_client_clear (&client);
}

/* 600 values of 400 bytes: more than a client reads at once. */
START_TEST (test_long_script)
{
  SqlClient client;
  GError *error = NULL;
  g_autofree char *counted = NULL;

  if (!load (&client, DEID_DIALECT_SQLITE,
             "CREATE TABLE t AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
             "WHERE i < 1199) SELECT printf('%0400d', i / 2) AS a FROM n;"))
    return;
  ck_assert (release (&client, client.command, &error));
  assert_no_error (error);
  counted = sql_client_run (&client, "SELECT count(*), count(DISTINCT a) FROM released;");
  ck_assert_str_eq (counted, "1200|600\n");
  sql_client_clear (&client);
}

/* A disk that is full at some statement: nothing is left of what the client made. */
START_TEST (test_full_disk)
{
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *command = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!load (&client, DEID_DIALECT_SQLITE,
             "CREATE TABLE t AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
             "WHERE i < 3999) SELECT printf('%0200d', i / 1000) AS a FROM n;"))
    return;
  /* The table has 800,000 bytes, and its release as many: files may have 1,024,000. */
  command = g_strdup_printf ("sh -c 'ulimit -f 2000; exec \"$@\"' sh %s", client.command);
  table = open_table (&client, command);
  result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);
  ck_assert (!deid_engine_table_release (table, result, "released", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, NULL);
  assert_tables (&client, "t\n");
  sql_client_clear (&client);
}

/* Somebody who may read the table, and make none. */
START_TEST (test_no_rights)
{
  g_autofree char *command = NULL, *made = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!load (&client, DEID_DIALECT_POSTGRESQL, small))
    return;
  made = sql_client_run (&client, "CREATE ROLE visitor LOGIN; GRANT SELECT ON t TO visitor;");
  command = g_strconcat (client.command, " -U visitor", NULL);
  ck_assert (!release (&client, command, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "making a helper table", "42501", NULL);
  assert_tables (&client, "t\n");
  sql_client_clear (&client);
}

/* A client that would commit nothing. */
START_TEST (test_no_commit)
{
  g_autofree char *command = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!load (&client, DEID_DIALECT_POSTGRESQL, small))
    return;
  command = g_strconcat (client.command, " -v AUTOCOMMIT=off", NULL);
  ck_assert (release (&client, command, &error));
  assert_no_error (error);
  assert_tables (&client, "released\nt\n");
  sql_client_clear (&client);
}

typedef struct
{
  const SqlClient *client;
  GCancellable *cancellable;
} Cancelling;

/* Cancels once the server runs a statement that waits. */
static gpointer
cancel_in_server (gpointer user_data)
{
  const Cancelling *cancelling = user_data;
  gboolean is_waiting = FALSE;

  while (!is_waiting)
    {
      g_autofree char *n = sql_client_run (
          cancelling->client, "SELECT count(*) FROM pg_stat_activity "
                              "WHERE datname = current_database() AND wait_event = 'PgSleep';");

      is_waiting = !g_str_equal (n, "0\n");
    }
  g_cancellable_cancel (cancelling->cancellable);
  return NULL;
}

/* The server does not go on with a statement that was cancelled. */
START_TEST (test_cancelled_in_server)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidEngineTable) table = NULL;
  g_autofree char *running = NULL;
  Cancelling cancelling = { .cancellable = cancellable };
  GError *error = NULL;
  SqlClient client;
  GThread *thread;

  if (!load (&client, DEID_DIALECT_POSTGRESQL,
             "CREATE VIEW t AS SELECT 'x' AS a WHERE pg_sleep(600) IS NOT NULL;"))
    return;
  cancelling.client = &client;
  table = open_table (&client, client.command);
  thread = g_thread_new ("cancel", cancel_in_server, &cancelling);
  ck_assert_ptr_null (deid_engine_table_count (table, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  g_thread_join (thread);
  running = sql_client_run (&client, "SELECT count(*) FROM pg_stat_activity "
                                     "WHERE datname = current_database();");
  ck_assert_str_eq (running, "1\n");
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-sessions");
  TCase *tests = tcase_create ("sessions");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_starts, 0, G_N_ELEMENTS (starts));
  tcase_add_test (tests, test_two_tables);
  tcase_add_test (tests, test_long_script);
  tcase_add_test (tests, test_full_disk);
  tcase_add_test (tests, test_no_rights);
  tcase_add_test (tests, test_no_commit);
  tcase_add_test (tests, test_cancelled_in_server);
  suite_add_tcase (suite, tests);
  return suite;
}
