/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values and names that engines have limits on. */
#include <string.h>

#include "support/engine-trial.h"
#include "support/suite.h"

static const char *const names[] = { "a" };

static DeidEngineTable *
open_table (const SqlClient *client)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, client->command, NULL);
  DeidEngineTable *table = deid_engine_table_new (engine, "t", NULL);

  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  return table;
}

/* Tables of two records that are alike and one that is suppressed; what is released of them. */
static const struct
{
  DeidDialect dialect;
  const char *sql;
  const char *released; /* what tells how often the value is there */
} tables[] = {
  /* 3,000 carriage returns, and what might be taken for them. */
  { DEID_DIALECT_SQLITE,
    "CREATE TABLE t AS SELECT replace(hex(zeroblob(1500)), '0', '{0}' || char(13) || '{00}') AS a "
    "UNION ALL SELECT replace(hex(zeroblob(1500)), '0', '{0}' || char(13) || '{00}') "
    "UNION ALL SELECT 'x';",
    "SELECT count(*) FROM released "
    "WHERE a = replace(hex(zeroblob(1500)), '0', '{0}' || char(13) || '{00}');" },
  /* A view that is broken. */
  { DEID_DIALECT_SQLITE,
    "CREATE TABLE t (a text); INSERT INTO t VALUES ('y'), ('y'), ('x');"
    "CREATE VIEW broken AS SELECT * FROM gone;",
    "SELECT count(*) FROM released WHERE a = 'y';" },
  /* 9,600 bytes that do not compress. */
  { DEID_DIALECT_POSTGRESQL,
    "CREATE TABLE t AS SELECT string_agg(md5(i::text), '' ORDER BY i) AS a "
    "FROM generate_series(1, 300) i; INSERT INTO t SELECT a FROM t; INSERT INTO t VALUES ('x');",
    "SELECT count(*) FROM released WHERE length(a) = 9600;" },
};

/* Released, and by a script. */
START_TEST (test_values)
{
  SqlClient client;
  GError *error = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *made = NULL, *script = NULL, *counted = NULL, *again = NULL;

  if (!sql_client_init (&client, tables[_i].dialect))
    return;
  made = sql_client_run (&client, tables[_i].sql);
  table = open_table (&client);
  result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);
  ck_assert (deid_engine_table_release (table, result, "released", NULL, &error));
  assert_no_error (error);
  counted = sql_client_run (&client, tables[_i].released);
  ck_assert_str_eq (counted, "2\n");
  script = deid_engine_table_make_script (table, result, "by hand", DEID_SCRIPT_FORM_ONCE, NULL,
                                          &error);
  assert_no_error (error);
  again = sql_client_run (&client, script);
  sql_client_clear (&client);
}

/* A name that SQLite keeps for itself is refused before anything is made. */
START_TEST (test_reserved_name)
{
  SqlClient client;
  GError *error = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *made = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  made = sql_client_run (&client, tables[1].sql);
  table = open_table (&client);
  result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);
  ck_assert (!deid_engine_table_release (table, result, "SQLite_release", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "sqlite_", NULL);
  ck_assert_ptr_null (deid_engine_table_make_script (table, result, "sqlite_x",
                                                     DEID_SCRIPT_FORM_ONCE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "sqlite_", NULL);
  sql_client_clear (&client);
}

/* What cannot be counted: values with a NUL, also where what is left of them is another key; and
 * columns that an engine takes for expressions. */
static const struct
{
  DeidDialect dialect;
  const char *sql;
  int code;
} refused[] = {
  { DEID_DIALECT_SQLITE,
    "CREATE TABLE t (a text); INSERT INTO t VALUES ('y'), ('y=' || char(0) || 'x');",
    DEID_ERROR_ENGINE },
  { DEID_DIALECT_CLICKHOUSE,
    "CREATE TABLE t (a String, \"toString(a)\" String) ENGINE = MergeTree ORDER BY tuple();\n",
    DEID_ERROR_INVALID_ARGUMENT },
};

START_TEST (test_refused)
{
  SqlClient client;
  GError *error = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autofree char *made = NULL;

  if (!sql_client_init (&client, refused[_i].dialect))
    return;
  made = sql_client_run (&client, refused[_i].sql);
  table = open_table (&client);
  ck_assert_ptr_null (deid_engine_table_count (table, NULL, &error));
  assert_error (&error, DEID_ERROR, refused[_i].code, NULL);
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-values");
  TCase *tests = tcase_create ("values");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_values, 0, G_N_ELEMENTS (tables));
  tcase_add_test (tests, test_reserved_name);
  tcase_add_loop_test (tests, test_refused, 0, G_N_ELEMENTS (refused));
  suite_add_tcase (suite, tests);
  return suite;
}
