/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables in schemas and databases, where helper tables are made, and what killed runs left there.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "support/engine-trial.h"
#include "support/suite.h"
#include "support/warnings.h"

#define LONG_NAME "c_23456789_123456789_123456789_123456789_123456789_123456789_12"
#define MESSY     "se\"le.ct"

/* A table in a schema that has a blank in its name. @prologue makes another schema known to a
 * client that knows it for its session only. */
typedef struct
{
  SqlClient client;
  char *command;
  char *prologue;
  char *table, *output;
} Place;

static const struct
{
  DeidDialect dialect;
  const char *make; /* the schemas */
  const char *date; /* types of columns */
  const char *decimal;
  const char *database; /* before the schema, or nothing */
  const char *quote;    /* that stands for a quote in a quoted name */
} places[] = {
  { DEID_DIALECT_SQLITE, "", "text", "text", "", "\"\"" },
  { DEID_DIALECT_POSTGRESQL, "CREATE SCHEMA \"my clinic\"; CREATE SCHEMA \"order\";", "date",
    "numeric(5, 2)", "", "\"\"" },
  { DEID_DIALECT_DUCKDB, "CREATE SCHEMA \"my clinic\"; CREATE SCHEMA \"order\";", "date",
    "decimal(5, 2)", "engine.", "\"\"" },
  { DEID_DIALECT_CLICKHOUSE, "CREATE DATABASE \"my clinic\";\nCREATE DATABASE \"order\";\n", "Date",
    "Nullable(Decimal(5, 2))", "", "\\\"" },
};

/* Runs statements in which the schemas are known. */
static char *
run_in (const Place *place, const char *sql)
{
  g_autofree char *script = g_strconcat (place->prologue, sql, NULL);

  return sql_client_run (&place->client, script);
}

static void
drop_databases (const Place *place)
{
  g_autofree char *dropped = NULL;

  if (place->client.dialect == DEID_DIALECT_CLICKHOUSE)
    dropped = sql_client_run (&place->client, "DROP DATABASE IF EXISTS \"my clinic\";\n"
                                              "DROP DATABASE IF EXISTS \"order\";\n");
}

/* Attaches databases of SQLite, which are its schemas. */
static void
attach (Place *place)
{
  g_autofree char *clinic = g_strdup (get_temporary_file ("clinic.db"));
  g_autofree char *order = g_strdup (get_temporary_file ("order.db"));

  g_unlink (clinic);
  g_unlink (order);
  place->prologue
      = g_strdup_printf ("ATTACH '%s' AS \"my clinic\"; ATTACH '%s' AS \"order\";", clinic, order);
  place->command = g_strdup_printf (
      "%s -cmd \"ATTACH '%s' AS \\\"my clinic\\\"; ATTACH '%s' AS \\\"order\\\"\"",
      place->client.command, clinic, order);
}

/* Three records of one class by their texts, two of them with a day and a fraction, and one that is
 * alone. A missing value is NULL or empty. */
static void
load (const Place *place, guint which)
{
  const SqlClient *client = &place->client;
  g_autofree char *name = g_strdup_printf ("\"my clinic\".\"se%sle.ct\"", places[which].quote);
  g_autofree char *sql = g_strdup_printf (
      "CREATE TABLE %s (\"order\" %s, " LONG_NAME " %s, \"select\" %s, \" blank \" %s)%s;\n"
      "INSERT INTO %s VALUES ('2026-01-31', '1.25', ' a ', NULL), ('2026-01-31', '1.25', ' a ', "
      "''),"
      " ('2026-01-31', '1.25', 'a', 'x'), ('2026-01-31', '1.25', ' a ', 'NULL');\n",
      name, places[which].date, places[which].decimal, client->text, client->text, client->storage,
      name);

  g_free (run_in (place, sql));
}

/* The client of ClickHouse takes ten times as long to start as the others: a short run has it in
 * one test only. */
static gboolean
place_init (Place *place, guint which, gboolean is_in_all)
{
  const gboolean is_slow = places[which].dialect == DEID_DIALECT_CLICKHOUSE && !is_in_all;

  *place = (Place){ .prologue = NULL };
  if ((is_slow && get_stride () > 1) || !sql_client_init (&place->client, places[which].dialect))
    return FALSE;
  drop_databases (place);
  if (places[which].dialect == DEID_DIALECT_SQLITE)
    attach (place);
  else
    {
      place->prologue = g_strdup ("");
      place->command = g_strdup (place->client.command);
      g_free (sql_client_run (&place->client, places[which].make));
    }
  place->table = g_strconcat (places[which].database, "my clinic.\"se\"\"le.ct\"", NULL);
  place->output = g_strconcat (places[which].database, "\"my clinic\".out", NULL);
  load (place, which);
  return TRUE;
}

static void
place_clear (Place *place)
{
  drop_databases (place);
  sql_client_clear (&place->client);
  g_free (place->command);
  g_free (place->prologue);
  g_free (place->table);
  g_free (place->output);
}

static const char *const names[] = { "order", LONG_NAME, "select" };

static DeidEngineTable *
open_in (const Place *place, const char *name)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new_command (place->client.dialect, place->command, NULL);
  GError *error = NULL;
  DeidEngineTable *table = deid_engine_table_new (engine, name, &error);

  assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ck_assert (deid_engine_table_set_role (table, names[i], DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_role (table, " blank ", DEID_ROLE_SENSITIVE, NULL));
  return table;
}

/* Returns: (transfer full): the names of the tables in a schema, as lines. */
static char *
list_in (const Place *place, const char *schema)
{
  static const char *const forms[]
      = { [DEID_DIALECT_SQLITE] = "SELECT name FROM \"%s\".sqlite_master ORDER BY name;",
          [DEID_DIALECT_POSTGRESQL]
          = "SELECT tablename FROM pg_tables WHERE schemaname = '%s' ORDER BY tablename;",
          [DEID_DIALECT_DUCKDB]
          = "SELECT table_name FROM duckdb_tables() WHERE schema_name = '%s' ORDER BY 1;",
          [DEID_DIALECT_CLICKHOUSE]
          = "SELECT name FROM system.tables WHERE database = '%s' ORDER BY name;" };
  g_auto (GStrv) parts = g_strsplit (forms[place->client.dialect], "%s", 2);
  g_autofree char *sql = g_strjoinv (schema, parts);

  return run_in (place, sql);
}

/* A release from one schema to it, with helper tables in another one. */
START_TEST (test_schemas)
{
  static const char made[] = "out\n" MESSY "\n";
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *rows = NULL, *clinic = NULL, *order = NULL, *again = NULL;
  GError *error = NULL;
  Place place;

  if (!place_init (&place, (guint) _i, TRUE))
    return;
  table = open_in (&place, place.table);
  ck_assert (deid_engine_table_set_helpers (table, "order", G_MAXUINT64, &error));
  assert_no_error (error);
  result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  ck_assert (deid_engine_table_release (table, result, place.output, NULL, &error));
  assert_no_error (error);
  rows = run_in (&place,
                 "SELECT \"order\", " LONG_NAME ", \"select\", coalesce(\" blank \", '') AS b "
                 "FROM \"my clinic\".out ORDER BY b;");
  g_strdelimit (rows, "\t", '|');
  ck_assert_str_eq (rows, "2026-01-31|1.25| a |\n2026-01-31|1.25| a |\n2026-01-31|1.25| a |NULL\n");
  clinic = list_in (&place, "my clinic");
  order = list_in (&place, "order");
  ck_assert_str_eq (clinic, made);
  ck_assert_str_eq (order, "");
  ck_assert (!deid_engine_table_release (table, result, place.output, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "there is a table", NULL);
  again = list_in (&place, "my clinic");
  ck_assert_str_eq (again, made);
  place_clear (&place);
}

/* The script of such a release makes the same table. */
START_TEST (test_script)
{
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *script = NULL, *run = NULL, *rows = NULL, *order = NULL;
  GError *error = NULL;
  Place place;

  if (!place_init (&place, (guint) _i, FALSE))
    return;
  table = open_in (&place, place.table);
  ck_assert (deid_engine_table_set_helpers (table, "order", G_MAXUINT64, NULL));
  ck_assert (deid_engine_table_set_fingerprint (table, TRUE, &error));
  assert_no_error (error);
  result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);
  script = deid_engine_table_make_script (table, result, place.output, DEID_SCRIPT_FORM_ONCE, NULL,
                                          &error);
  assert_no_error (error);
  run = run_in (&place, script);
  rows = run_in (&place, "SELECT count(*) FROM \"my clinic\".out;");
  ck_assert_str_eq (rows, "3\n");
  order = list_in (&place, "order");
  ck_assert_str_eq (order, "");
  place_clear (&place);
}

/* A table that is in another schema is not found, and one with a similar name in the same schema is
 * named. */
START_TEST (test_missing)
{
  g_autofree char *misspelt = NULL;
  g_autoptr (DeidEngineTable) table = NULL, elsewhere = NULL;
  GError *error = NULL;
  Place place;

  if (!place_init (&place, (guint) _i, FALSE))
    return;
  misspelt = g_strconcat (places[_i].database, "my clinic.\"se\"\"le.tc\"", NULL);
  table = open_in (&place, misspelt);
  ck_assert_ptr_null (deid_engine_table_count (table, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "there is no table", "(did you mean '" MESSY,
                NULL);
  elsewhere = open_in (&place, "order.\"se\"\"le.ct\"");
  ck_assert_ptr_null (deid_engine_table_count (elsewhere, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "there is no table", NULL);
  place_clear (&place);
}

/* Helper tables of runs that began more than a day ago are dropped, in the schemas where tables are
 * made; those of a script, and of a run that began just now, are warned of. */
START_TEST (test_leftovers)
{
  g_autofree char *sql = NULL, *made = NULL, *left = NULL, *young = NULL, *text = NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) warnings = NULL;
  Place place;

  if (!place_init (&place, (guint) _i, FALSE))
    return;
  young = g_date_time_format (now, "deid_%Y%m%d%H%M%S_0123456789ab_kept");
  sql = g_strdup_printf (
      "CREATE TABLE \"order\".deid_20200229235959_0123456789ab_label0 (a %s)%s;\n"
      "CREATE TABLE \"order\".deid_0123456789abcdef_kept (a %s)%s;\n"
      "CREATE TABLE \"order\".%s (a %s)%s;\n",
      place.client.text, place.client.storage, place.client.text, place.client.storage, young,
      place.client.text, place.client.storage);
  made = run_in (&place, sql);
  table = open_in (&place, place.table);
  ck_assert (deid_engine_table_set_helpers (table, "order", 24, NULL));
  result = engine_trial_solve (table, names, G_N_ELEMENTS (names), NULL);
  warnings = deid_report_new_warnings (result, NULL, NULL);
  text = deid_report_to_text (warnings, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (text, "1 helper table of runs"));
  ck_assert_ptr_nonnull (strstr (text, "DROP TABLE \"order\".\"deid_0123456789abcdef_kept\""));
  left = list_in (&place, "order");
  ck_assert_ptr_null (strstr (left, "deid_2020"));
  ck_assert_ptr_nonnull (strstr (left, "deid_0123456789abcdef_kept\n"));
  ck_assert_ptr_nonnull (strstr (left, young));
  place_clear (&place);
}

/* Names that engines would read in another way, or not at all. */
static const struct
{
  DeidDialect dialect;
  const char *name, *message; /* NULL if it is a name */
} checked[] = {
  { DEID_DIALECT_SQLITE, "a.b", NULL },
  { DEID_DIALECT_SQLITE, "a.b.c", "has 3 parts, expected at most 2" },
  { DEID_DIALECT_POSTGRESQL, "a.b.c", NULL },
  { DEID_DIALECT_DUCKDB, "a.\"b.c\".\"d\"\"e\"", NULL },
  { DEID_DIALECT_DUCKDB, "a.b.c.d", "has 4 parts" },
  { DEID_DIALECT_CLICKHOUSE, "a.b", NULL },
  { DEID_DIALECT_ANSI, "a.b.c", NULL },
  { DEID_DIALECT_POSTGRESQL, "a..b", "is empty" },
  { DEID_DIALECT_POSTGRESQL, ".b", "is empty" },
  { DEID_DIALECT_POSTGRESQL, "b.", "is empty" },
  { DEID_DIALECT_POSTGRESQL, "\"\".b", "is empty" },
  { DEID_DIALECT_POSTGRESQL, "\"a", "quote that is not closed" },
  { DEID_DIALECT_POSTGRESQL, "\"a\"b.c", "text behind one that is" },
  { DEID_DIALECT_POSTGRESQL, "a.\"b\"\"", "quote that is not closed" },
  { DEID_DIALECT_POSTGRESQL, "a\"b.c", NULL },
  { DEID_DIALECT_POSTGRESQL, LONG_NAME "3.c", "a schema or database" },
};

static gboolean
run_nothing (const char *sql G_GNUC_UNUSED, DeidEngineRows *rows G_GNUC_UNUSED,
             GCancellable *cancellable G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

START_TEST (test_checked)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new (checked[_i].dialect, run_nothing, NULL, NULL, NULL);
  GError *error = NULL;
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, checked[_i].name, &error);

  if (checked[_i].message != NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, checked[_i].message, NULL);
  assert_no_error (error);
  ck_assert_int_eq (table != NULL, checked[_i].message == NULL);
}

/* PostgreSQL reads no other database than that of the connection. */
START_TEST (test_other_database)
{
  g_autofree char *own = NULL;
  g_autoptr (DeidEngineTable) table = NULL, other = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;
  Place place;

  if (!place_init (&place, 1, FALSE))
    return;
  own = g_strdup_printf ("%s.%s", place.client.database, place.table);
  table = open_in (&place, own);
  dataset = deid_engine_table_count (table, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 4);
  other = open_in (&place, "elsewhere.\"my clinic\".out");
  ck_assert_ptr_null (deid_engine_table_count (other, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "is in database 'elsewhere'",
                NULL);
  place_clear (&place);
}

/* What the fingerprint of a table says of changes that are nowhere counted. The rows in another
 * order have the same one. */
static const struct
{
  const char *change;
  gboolean is_refused;
} changes[] = {
  { "DELETE FROM t WHERE note = '1'; INSERT INTO t VALUES ('a', 'x', '1');", FALSE },
  { "UPDATE t SET note = 'other' WHERE note = '1';", TRUE },
  { "UPDATE t SET note = NULL WHERE note = '';", TRUE },
  { "UPDATE t SET note = '2' WHERE note = '1'; UPDATE t SET note = '1' WHERE note = ',2';", TRUE },
};

START_TEST (test_fingerprint)
{
  const guint which = (guint) _i / G_N_ELEMENTS (changes);
  const guint change = (guint) _i % G_N_ELEMENTS (changes);
  g_autofree char *sql = NULL, *made = NULL, *changed = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  SqlClient client;

  if (places[which].dialect == DEID_DIALECT_CLICKHOUSE
      || !sql_client_init (&client, places[which].dialect))
    return;
  sql = g_strdup_printf ("CREATE TABLE t (q text, s text, note text);"
                         "INSERT INTO t VALUES ('a', 'x', '1'), ('a', 'y', ',2'), ('b', 'x', ''), "
                         "('b', 'x', NULL), ('b', 'x', 'é');");
  made = sql_client_run (&client, sql);
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  table = deid_engine_table_new (engine, "t", NULL);
  ck_assert (deid_engine_table_set_role (table, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_role (table, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_engine_table_set_role (table, "note", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_engine_table_set_fingerprint (table, TRUE, NULL));
  result = engine_trial_solve (table, (const char *const[]){ "q" }, 1, NULL);
  changed = sql_client_run (&client, changes[change].change);
  ck_assert_int_eq (!deid_engine_table_release (table, result, "released", NULL, &error),
                    changes[change].is_refused);
  if (changes[change].is_refused)
    assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "fingerprint", NULL);
  assert_no_error (error);
  sql_client_clear (&client);
}

/* A dialect without a hash, and a table that was not counted. */
START_TEST (test_no_fingerprint)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new (DEID_DIALECT_ANSI, run_nothing, NULL, NULL, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
  GError *error = NULL;

  ck_assert (!deid_engine_table_set_fingerprint (table, TRUE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "has no hash", NULL);
  ck_assert (deid_engine_table_set_fingerprint (table, FALSE, &error));
  assert_no_error (error);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-names");
  TCase *tests = tcase_create ("names"), *changed = tcase_create ("fingerprints");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_schemas, 0, G_N_ELEMENTS (places));
  tcase_add_loop_test (tests, test_script, 0, G_N_ELEMENTS (places));
  tcase_add_loop_test (tests, test_missing, 0, G_N_ELEMENTS (places));
  tcase_add_loop_test (tests, test_leftovers, 0, G_N_ELEMENTS (places));
  tcase_add_loop_test (tests, test_checked, 0, G_N_ELEMENTS (checked));
  tcase_add_test (tests, test_other_database);
  suite_add_tcase (suite, tests);
  tcase_set_timeout (changed, 120);
  tcase_add_loop_test (changed, test_fingerprint, 0, 3 * G_N_ELEMENTS (changes));
  tcase_add_test (changed, test_no_fingerprint);
  suite_add_tcase (suite, changed);
  return suite;
}
