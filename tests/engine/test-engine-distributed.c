/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables whose rows are on several servers against the same tables in memory. */
#include <string.h>

#include "support/engine-trial.h"
#include "support/lesson.h"
#include "support/suite.h"

#define N_SHARDS 3

/* Runs a script, and throws its answer away. */
static void
run (const SqlClient *client, const char *script)
{
  g_free (sql_client_run (client, script));
}

/* Counts the statements that a shard was sent, and the rows of their answers. */
static char *
list_sent (const SqlClient *shard)
{
  return sql_client_run (shard, "SYSTEM FLUSH LOGS;\n"
                                "SELECT toString(result_rows) || ' of ' || toString(read_rows) "
                                "FROM system.query_log WHERE NOT is_initial_query AND type = 2 "
                                "AND query LIKE '%GROUP BY%';\n");
}

/* Each shard has an equal part of the rows. */
static void
load_shards (const SqlClient *shards, const EngineCase *table, const char *part, const char *whole)
{
  g_autofree char *distribute = g_strdup_printf (
      "CREATE TABLE %s AS %s ENGINE = Distributed(cluster, default, %s);\n", whole, part, part);

  for (guint i = 0; i < N_SHARDS; i++)
    {
      EngineCase rows;

      engine_case_init_part (&rows, table, i, N_SHARDS);
      engine_case_load (&rows, &shards[i], part);
    }
  run (&shards[0], distribute);
}

START_TEST (test_clickhouse)
{
  const guint n = count_trials (3);
  SqlClient shards[N_SHARDS];
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  g_autoptr (DeidEngine) engine = NULL;

  if (!sql_client_init_shards (shards, N_SHARDS))
    return;
  engine = deid_engine_new_command (DEID_DIALECT_CLICKHOUSE, shards[0].command, NULL);
  for (guint trial = 0; trial < MAX (n, 1); trial++)
    {
      g_autofree char *part = g_strdup_printf ("part%u", trial);
      g_autofree char *whole = g_strdup_printf ("whole%u", trial);
      g_autofree char *output = g_strdup_printf ("out%u", trial);
      g_autoptr (DeidEngineTable) named = NULL;
      EngineCase table;

      engine_case_init_random (&table, rand, trial % 3 == 2);
      load_shards (shards, &table, part, whole);
      named = engine_case_name (&table, engine, whole);
      engine_trial_run (&table, &shards[0], named, named, rand, output);
    }
  for (guint i = N_SHARDS; i > 0; i--)
    sql_client_clear (&shards[i - 1]);
}

/* Thirty rows with two combinations on each shard: two rows go over the wire. */
START_TEST (test_counted_on_shards)
{
  SqlClient shards[N_SHARDS];
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidDataset) combinations = NULL;
  g_autofree char *command = NULL;

  if (!sql_client_init_shards (shards, N_SHARDS))
    return;
  for (guint i = 0; i < N_SHARDS; i++)
    run (&shards[i], "CREATE TABLE part ENGINE = MergeTree ORDER BY tuple() "
                     "AS SELECT number % 2 AS q FROM system.numbers LIMIT 30;\n");
  run (&shards[0], "CREATE TABLE whole AS part ENGINE = Distributed(cluster, default, part);\n");
  command = g_strconcat (shards[0].command, " --log_queries 1", NULL);
  engine = deid_engine_new_command (DEID_DIALECT_CLICKHOUSE, command, NULL);
  table = deid_engine_table_new (engine, "whole", NULL);
  ck_assert (deid_engine_table_set_role (table, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  combinations = deid_engine_table_count (table, NULL, NULL);
  assert_table (combinations, "q records\n 0 45\n 1 45\n");
  for (guint i = N_SHARDS - 1; i > 0; i--)
    {
      g_autofree char *sent = list_sent (&shards[i]);

      ck_assert_str_eq (sent, "2 of 30\n");
      sql_client_clear (&shards[i]);
    }
  sql_client_clear (&shards[0]);
}

/* Makes a table of two partitions, of which the second is on another server, and a view of how many
 * rows each partition has of each combination. */
static void
load_partitions (const SqlClient *near, const SqlClient *far, const EngineCase *table, guint trial)
{
  const SqlClient *const servers[] = { near, far };
  g_autofree char *part = g_strdup_printf ("part%u", trial);
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autofree char *sql = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autofree char *shard
          = g_strdup_printf ("ALTER TABLE %s ADD shard integer DEFAULT %u;", part, i);
      EngineCase rows;

      engine_case_init_part (&rows, table, i, G_N_ELEMENTS (servers));
      engine_case_load (&rows, servers[i], part);
      run (servers[i], shard);
    }
  engine_case_append_counted (table, near, columns);
  sql = g_strdup_printf (
      "CREATE TABLE whole%u (LIKE %s) PARTITION BY LIST (shard);"
      "ALTER TABLE whole%u ATTACH PARTITION %s FOR VALUES IN (0);"
      "CREATE FOREIGN TABLE far%u PARTITION OF whole%u FOR VALUES IN (1) SERVER far "
      "OPTIONS (table_name '%s');"
      "CREATE VIEW counts%u AS SELECT %s, count(*) AS weight FROM %s GROUP BY %s "
      "UNION ALL SELECT %s, count(*) FROM far%u GROUP BY %s;",
      trial, part, trial, part, trial, trial, part, trial, columns->str, part, columns->str,
      columns->str, trial, columns->str);
  run (near, sql);
}

/* The other server counts, and sends its combinations. */
static void
assert_counted_far (const SqlClient *near, guint trial)
{
  g_autofree char *sql = g_strdup_printf ("EXPLAIN VERBOSE SELECT * FROM counts%u;", trial);
  g_autofree char *plan = sql_client_run (near, sql);
  const char *sent = strstr (plan, "Remote SQL: ");

  ck_assert_ptr_nonnull (sent);
  ck_assert_ptr_nonnull (strstr (sent, "count(*)"));
  ck_assert_ptr_nonnull (strstr (sent, "GROUP BY"));
}

/* Tells one database where the other one is, which it takes for one of another server. */
static void
connect_servers (const SqlClient *near, const SqlClient *far)
{
  g_autofree char *sql = g_strdup_printf (
      "CREATE EXTENSION postgres_fdw;"
      "CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', dbname '%s');"
      "CREATE USER MAPPING FOR test SERVER far OPTIONS (user 'test');",
      far->folder, far->database);

  run (near, sql);
}

/* Combinations are counted by a view with weights, and rows released from the table. */
static void
try_partitions (const SqlClient *near, const SqlClient *far, GRand *rand, guint trial)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new_command (DEID_DIALECT_POSTGRESQL, near->command, NULL);
  g_autofree char *whole = g_strdup_printf ("whole%u", trial);
  g_autofree char *counts = g_strdup_printf ("counts%u", trial);
  g_autofree char *output = g_strdup_printf ("out%u", trial);
  g_autoptr (DeidEngineTable) released = NULL, counted = NULL;
  EngineCase table;

  engine_case_init_random (&table, rand, FALSE);
  load_partitions (near, far, &table, trial);
  assert_counted_far (near, trial);
  released = engine_case_name (&table, engine, whole);
  counted = deid_engine_table_new (engine, counts, NULL);
  for (guint c = 0; c < table.n_columns; c++)
    if (table.roles[c] == DEID_ROLE_QUASI_IDENTIFYING || table.roles[c] == DEID_ROLE_SENSITIVE)
      {
        ck_assert (deid_engine_table_set_role (counted, table.names[c], table.roles[c], NULL));
        ck_assert (
            table.codes[c][0] == NULL
            || deid_engine_table_add_missing_codes (counted, table.names[c], table.codes[c], NULL));
      }
  ck_assert (deid_engine_table_set_role (counted, "weight", DEID_ROLE_WEIGHT, NULL));
  engine_trial_run (&table, near, counted, released, rand, output);
}

START_TEST (test_postgresql)
{
  const guint n = count_trials (3);
  SqlClient near, far;
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);

  if (!sql_client_init (&near, DEID_DIALECT_POSTGRESQL))
    return;
  ck_assert (sql_client_init (&far, DEID_DIALECT_POSTGRESQL));
  connect_servers (&near, &far);
  for (guint trial = 0; trial < MAX (n, 1); trial++)
    try_partitions (&near, &far, rand, trial);
  sql_client_clear (&near);
  sql_client_clear (&far);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-distributed");
  TCase *tests = tcase_create ("distributed");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, test_clickhouse);
  tcase_add_test (tests, test_counted_on_shards);
  tcase_add_test (tests, test_postgresql);
  suite_add_tcase (suite, tests);
  return suite;
}
