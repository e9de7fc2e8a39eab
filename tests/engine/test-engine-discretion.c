/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What engines may tell of a table, and whom. */
#include <string.h>

#include "support/engine-trial.h"
#include "support/suite.h"

/* Counts column `a` of a table, which fails. Returns: (transfer full): the error. */
static GError *
fail_to_count (DeidDialect dialect, const char *command, gboolean show_values)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (dialect, command, NULL);
  g_autoptr (DeidEngineTable) table = NULL;
  GError *error = NULL;

  ck_assert (deid_engine_set_show_values (engine, show_values, NULL));
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
  static const char command[] = "sh -c 'echo secret >&2; exit 1'";
  GError *error = fail_to_count (DEID_DIALECT_SQLITE, command, FALSE);

  ck_assert_ptr_null (strstr (error->message, "secret"));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "status 1", NULL);
  error = fail_to_count (DEID_DIALECT_SQLITE, command, TRUE);
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "secret", NULL);
}

/* A client that writes several lines to its standard error: all of them are shown, up to a length.
 */
START_TEST (test_lines)
{
  static const char server[]
      = "sh -c 'cat >/dev/null; echo \"Received exception from server (version "
        "18.16.1):\" >&2; echo \"Code: 60. DB::Exception: secret\" >&2; "
        "exit 60'";
  static const char long_command[] = "sh -c 'i=0; while [ $i -lt 900 ]; do printf \"é\"; "
                                     "i=$((i + 1)); done >&2; exit 1'";
  GError *error = fail_to_count (DEID_DIALECT_CLICKHOUSE, server, TRUE);

  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "(version 18.16.1): Code: 60", "secret",
                NULL);
  error = fail_to_count (DEID_DIALECT_CLICKHOUSE, server, FALSE);
  ck_assert_ptr_null (strstr (error->message, "secret"));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "Code: 60", NULL);
  error = fail_to_count (DEID_DIALECT_SQLITE, long_command, TRUE);
  ck_assert_uint_lt (strlen (error->message), 1200);
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "éé…", NULL);
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

/* Notes for each table, before each statement, what others may do with it. */
static const char noting_client[]
    = "notes=$1; shift\n"
      "pass ()\n{\n"
      "echo \"SELECT relname || ' ' || grantee || ' ' || privilege_type FROM pg_class c, "
      "aclexplode(relacl) a WHERE relkind = 'r' AND relname <> 't' AND a.grantee <> relowner AND "
      "relnamespace = 'public'::regnamespace;\" |"
      "\"$@\" -At >>\"$notes\"\nhand_on\n}\n";

/* Releases a table of one column. */
static void
release (SqlClient *client, const char *command)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, command, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *script = NULL, *made = NULL;
  GError *error = NULL;

  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_fingerprint (table, TRUE, NULL));
  result = engine_trial_solve (table, (const char *const[]){ "a" }, 1, NULL);
  ck_assert (deid_engine_table_release (table, result, "released", NULL, &error));
  assert_no_error (error);
  script = deid_engine_table_make_script (table, result, "by hand", DEID_SCRIPT_FORM_ONCE, NULL,
                                          &error);
  assert_no_error (error);
  made = sql_client_run (client, script);
}

/* Functions and operators for all types that those of the system do not fit exactly. Somebody who
 * may create them has them run by others who are not careful. */
static const char traps[]
    = "CREATE TABLE trapped (name text);"
      "DO $do$ DECLARE l text; r text; name text; types text[] := ARRAY['smallint', 'integer', "
      "'bigint', 'numeric', 'float8', 'text', 'varchar', 'name', 'oid', 'regclass', 'boolean'];"
      "body text := 'RETURNS boolean LANGUAGE plpgsql AS $f$BEGIN INSERT INTO trapped VALUES "
      "(%2$L); RETURN NULL; END$f$';"
      "BEGIN FOREACH l IN ARRAY types LOOP FOREACH r IN ARRAY types LOOP "
      "FOREACH name IN ARRAY ARRAY['+', '-', '*', '/', '%', '<', '>', '=', '<>', '<=', '>=', '||'] "
      "LOOP CONTINUE WHEN EXISTS (SELECT FROM pg_operator WHERE oprname = name AND oprleft = "
      "l::regtype AND oprright = r::regtype);"
      "EXECUTE format('CREATE FUNCTION %1$I(' || l || ', ' || r || ') ' || body, 'trap' || name, "
      "name || l || r);"
      "EXECUTE format('CREATE OPERATOR %s (leftarg = %s, rightarg = %s, procedure = %I)', name, l, "
      "r, 'trap' || name); END LOOP;"
      "FOREACH name IN ARRAY ARRAY['count', 'sum', 'replace', 'hashtextextended', 'length', "
      "'substr', 'generate_series', 'quote_ident', 'to_regclass', 'pg_get_userbyid'] "
      "LOOP FOR i IN 1..2 LOOP CONTINUE WHEN i = 1 AND r <> 'text' OR EXISTS (SELECT FROM pg_proc "
      "WHERE proname = name AND proargtypes::text = format(CASE i WHEN 1 THEN "
      "'%s' ELSE '%s %s' END, l::regtype::oid, r::regtype::oid));"
      "EXECUTE format('CREATE FUNCTION %1$I(' || CASE i WHEN 1 THEN l ELSE l || ', ' || r END || "
      "') ' || body, name, name || l || r); END LOOP; END LOOP; END LOOP; END LOOP; END $do$;";

/* Default privileges give each new table to others; what the library makes they never have. */
START_TEST (test_privileges)
{
  const char *notes = write_file ("notes", "", -1);
  g_autofree char *command = NULL, *made = NULL, *noted = NULL, *granted = NULL;
  g_autofree char *set = NULL, *trapped = NULL;
  SqlClient client;

  if (!sql_client_init (&client, DEID_DIALECT_POSTGRESQL))
    return;
  set = sql_client_run (&client, traps);
  made = sql_client_run (
      &client, "CREATE ROLE \"o'ther\"; CREATE ROLE more;"
               "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC, more;"
               "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO \"o'ther\" WITH GRANT OPTION;"
               "CREATE TABLE t (a varchar); INSERT INTO t VALUES ('x'), ('x'), ('y');");
  command = sql_client_wrap (&client, "noting.sh", noting_client, notes);
  release (&client, command);
  ck_assert (g_file_get_contents (notes, &noted, NULL, NULL));
  ck_assert_str_eq (noted, "");
  granted = sql_client_run (&client, "SELECT DISTINCT relname FROM pg_class, aclexplode(relacl) a "
                                     "WHERE relkind = 'r' AND a.grantee <> relowner "
                                     "AND relnamespace = 'public'::regnamespace ORDER BY 1;");
  ck_assert_str_eq (granted, "t\n");
  trapped = sql_client_run (&client, "SELECT DISTINCT name FROM trapped;");
  ck_assert_str_eq (trapped, "");
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-discretion");
  TCase *tests = tcase_create ("discretion");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, test_complaint);
  tcase_add_test (tests, test_lines);
  tcase_add_test (tests, test_code);
  tcase_add_test (tests, test_privileges);
  suite_add_tcase (suite, tests);
  return suite;
}
