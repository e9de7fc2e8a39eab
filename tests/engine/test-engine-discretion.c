/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What engines may tell of a table, and whom. */
#include <string.h>

#include "support/sql-client.h"
#include "support/suite.h"

/* Counts column `a` of a table, which fails. Returns: (transfer full): the error. */
static GError *
fail_to_count (DeidDialect dialect, const char *command, gboolean show_values)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (dialect, command, NULL);
  g_autoptr (DeidEngineTable) table = NULL;
  GError *error = NULL;

  ck_assert (!deid_engine_get_show_values (engine));
  ck_assert (deid_engine_set_show_values (engine, show_values, NULL));
  ck_assert_int_eq (deid_engine_get_show_values (engine), show_values);
  table = deid_engine_table_new (engine, "t", NULL);
  ck_assert (!deid_engine_set_show_values (engine, TRUE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "the engine has a table", NULL);
  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_SENSITIVE, NULL));
  ck_assert_ptr_null (deid_engine_table_count (table, NULL, &error));
  ck_assert_int_eq (error->code, DEID_ERROR_ENGINE);
  return error;
}

/* What the client says is shown where messages show values, and nowhere else. */
START_TEST (test_complaint)
{
  static const char command[] = "sh -c 'cat >/dev/null; echo secret >&2; exit 1'";
  GError *error = fail_to_count (DEID_DIALECT_SQLITE, command, FALSE);

  ck_assert_ptr_null (strstr (error->message, "secret"));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "status 1", NULL);
  error = fail_to_count (DEID_DIALECT_SQLITE, command, TRUE);
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "secret", NULL);
}

/* A cast that fails: PostgreSQL quotes the value, or says the code 22P02 instead. */
START_TEST (test_code)
{
  SqlClient client;
  GError *error;
  g_autofree char *made = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_POSTGRESQL))
    return;
  made = sql_client_run (&client, "CREATE TABLE texts AS SELECT text 'secret' AS a;"
                                  "CREATE VIEW t AS SELECT CAST(a AS integer) AS a FROM texts;");
  error = fail_to_count (client.dialect, client.command, FALSE);
  ck_assert_ptr_null (strstr (error->message, "secret"));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "22P02", NULL);
  error = fail_to_count (client.dialect, client.command, TRUE);
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "secret", NULL);
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-discretion");
  TCase *tests = tcase_create ("discretion");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, test_complaint);
  tcase_add_test (tests, test_code);
  suite_add_tcase (suite, tests);
  return suite;
}
