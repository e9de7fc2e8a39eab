/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What engines and their tables refuse, and what they say. */
#include <string.h>

#include "support/suite.h"

/* Rows that a callback gives to what groups, the total that it gives to what counts once more, and
 * how it ends. The table has the columns q and w. */
typedef struct
{
  const char *const (*rows)[4];
  guint n_rows, n_values;
  const char *total[2];
  gboolean ignores_errors, fails;
  char *sql; /* of the last statement */
  guint n_destroyed;
} Answer;

static gboolean
run (const char *sql, DeidEngineRows *rows, GCancellable *cancellable G_GNUC_UNUSED,
     gpointer user_data, GError **error)
{
  static const char *const columns[] = { "=q=", "=w=" };
  Answer *answer = user_data;

  if (strstr (sql, "pg_attribute") != NULL)
    return deid_engine_rows_add (rows, &columns[0], 1, error)
           && deid_engine_rows_add (rows, &columns[1], 1, error);
  if (strstr (sql, "GROUP BY") == NULL)
    return deid_engine_rows_add (rows, answer->total, G_N_ELEMENTS (answer->total), error);
  g_free (answer->sql);
  answer->sql = g_strdup (sql);
  for (guint i = 0; i < answer->n_rows; i++)
    {
      GError *refused = NULL;

      if (deid_engine_rows_add (rows, answer->rows[i], answer->n_values, &refused))
        continue;
      if (!answer->ignores_errors)
        {
          g_propagate_error (error, refused);
          return FALSE;
        }
      g_error_free (refused);
    }
  return !answer->fails;
}

static void
count_destroyed (gpointer user_data)
{
  ((Answer *) user_data)->n_destroyed++;
}

/* Counts a table of one column, and a weight if that is asked for. */
static DeidDataset *
count (Answer *answer, gboolean has_weight, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new (DEID_DIALECT_POSTGRESQL, run, answer, count_destroyed, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "a\"b", NULL);

  ck_assert (deid_engine_table_set_role (table, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  if (has_weight)
    ck_assert (deid_engine_table_set_role (table, "w", DEID_ROLE_WEIGHT, NULL));
  return deid_engine_table_count (table, cancellable, error);
}

/* Answers to a statement that selects a value and a count. */
static const struct
{
  const char *row[4];
  guint n_values;
  int code;
  const char *message;
} refused[] = {
  { { "=a=" }, 1, DEID_ERROR_ENGINE, "1 values, expected 2" },
  { { "=a=", "=1=", "=1=" }, 3, DEID_ERROR_ENGINE, "3 values, expected 2" },
  { { "secret", "=1=" }, 2, DEID_ERROR_ENGINE, "value 1" },
  { { "=secret", "=1=" }, 2, DEID_ERROR_ENGINE, "value 1" },
  { { "=", "=1=" }, 2, DEID_ERROR_ENGINE, "value 1" },
  { { "=a=", "1" }, 2, DEID_ERROR_ENGINE, "value 2" },
  { { NULL, "=1=" }, 2, DEID_ERROR_ENGINE, "value 1" },
  { { "=a=", "=0=" }, 2, DEID_ERROR_ENGINE, "integer" },
  { { "=a=", "=-1=" }, 2, DEID_ERROR_ENGINE, "integer" },
  { { "=a=", "=1.5=" }, 2, DEID_ERROR_ENGINE, "integer" },
  { { "=a=", "==" }, 2, DEID_ERROR_ENGINE, "integer" },
  { { "=a=", "-" }, 2, DEID_ERROR_ENGINE, "integer" },
  { { "=a=", "=9223372036854775808=" }, 2, DEID_ERROR_WEIGHT, "2^63" },
  { { "=a=", "=99999999999999999999999999999=" }, 2, DEID_ERROR_ENGINE, "integer" },
  { { "=\xFF=", "=1=" }, 2, DEID_ERROR_ENCODING, "column 'q'" },
};

/* Also where the callback goes on, and says that it succeeded. */
START_TEST (test_refused_rows)
{
  for (guint ignores = 0; ignores < 2; ignores++)
    {
      Answer answer = { .rows = &refused[_i].row,
                        .n_rows = 1,
                        .n_values = refused[_i].n_values,
                        .ignores_errors = ignores == 1 };
      GError *error = NULL;

      ck_assert_ptr_null (count (&answer, FALSE, NULL, &error));
      ck_assert_ptr_null (strstr (error->message, "secret"));
      assert_error (&error, DEID_ERROR, refused[_i].code, "counting combinations",
                    refused[_i].message, NULL);
      ck_assert_uint_eq (answer.n_destroyed, 1);
      g_free (answer.sql);
    }
}

/* Weights of rows that are alike are multiplied with their number. */
START_TEST (test_weights)
{
  static const char *const good[][4] = { { "=a=", "=3=", "=2=" }, { "=a=", "=1=", "=5=" } };
  static const char *const bad[][4] = { { "=a=", "=0=", "=2=" },
                                        { "=a=", "-", "=2=" },
                                        { "=a=", "=x=", "=2=" },
                                        { "=a=", "=5000000000000000000=", "=2=" } };
  Answer answer = { .rows = good, .n_rows = 2, .n_values = 3, .total = { "=7=", "=11=" } };
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = count (&answer, TRUE, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 11);
  ck_assert_str_eq (deid_dataset_get_column_name (dataset, 1), "w");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      answer.rows = &bad[i];
      answer.n_rows = 1;
      ck_assert_ptr_null (count (&answer, TRUE, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "column 'w'", NULL);
    }
  g_free (answer.sql);
}

/* PostgreSQL is asked for bytes, whatever the collation, and for one table. */
START_TEST (test_statement)
{
  Answer answer = { .n_values = 2, .total = { "=0=", "=0=" } };
  g_autoptr (DeidDataset) dataset = count (&answer, FALSE, NULL, NULL);

  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 0);
  ck_assert_str_eq (answer.sql, "SELECT coalesce('=' || c0 || '=', '-'), "
                                "'=' || CAST(n0 AS text) || '=' FROM "
                                "(SELECT coalesce(CAST(t.\"q\" AS text) COLLATE \"C\", '') AS c0, "
                                "count(*) AS n0 FROM \"a\"\"b\" t GROUP BY 1) g");
  g_free (answer.sql);
}

/* An answer that was cut: the table has a row more, or the same rows with more weight. */
START_TEST (test_total)
{
  static const char *const rows[][4] = { { "=a=", "=3=", "=2=" }, { "=b=", "=1=", "=5=" } };
  static const char *const totals[][2]
      = { { "=8=", "=12=" }, { "=7=", "=12=" }, { "=x=", "=11=" } };
  Answer answer = { .rows = rows, .n_rows = 2, .n_values = 3 };
  GError *error = NULL;

  memcpy (answer.total, totals[_i], sizeof answer.total);
  ck_assert_ptr_null (count (&answer, TRUE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "counting records", NULL);
  g_free (answer.sql);
}

/* A callback that fails without a reason. */
START_TEST (test_silent_failure)
{
  Answer answer = { .fails = TRUE };
  GError *error = NULL;

  ck_assert_ptr_null (count (&answer, FALSE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "postgresql", NULL);
  g_free (answer.sql);
}

START_TEST (test_cancelled)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answer answer = { 0 };
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (count (&answer, FALSE, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (answer.sql);
}

static void
assert_name_refused (DeidDialect dialect, const char *name, int code, const char *message)
{
  Answer answer = { 0 };
  g_autoptr (DeidEngine) engine = deid_engine_new (dialect, run, &answer, NULL, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_engine_table_new (engine, name, &error));
  assert_error (&error, DEID_ERROR, code, "a table", message, NULL);
  ck_assert (!deid_engine_table_set_role (table, name, DEID_ROLE_SENSITIVE, &error));
  assert_error (&error, DEID_ERROR, code, "a column", message, NULL);
}

/* 64 bytes are 63 characters here. */
START_TEST (test_names)
{
  g_autofree char *dots = g_strnfill (62, '_'), *name = g_strconcat (dots, "é", NULL);
  Answer answer = { 0 };
  g_autoptr (DeidEngine) sqlite = deid_engine_new (DEID_DIALECT_SQLITE, run, &answer, NULL, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (sqlite, name, NULL);

  ck_assert_ptr_nonnull (table);
  assert_name_refused (DEID_DIALECT_POSTGRESQL, name, DEID_ERROR_INVALID_ARGUMENT, "64 bytes");
  assert_name_refused (DEID_DIALECT_SQLITE, "", DEID_ERROR_INVALID_ARGUMENT, "is empty");
  assert_name_refused (DEID_DIALECT_SQLITE, "a\nb", DEID_ERROR_INVALID_ARGUMENT, "a\\nb");
  assert_name_refused (DEID_DIALECT_ANSI, "a\\b", DEID_ERROR_INVALID_ARGUMENT, "one of '\\'");
  assert_name_refused (DEID_DIALECT_SQLITE, "\xFF", DEID_ERROR_ENCODING, "UTF-8");
}

START_TEST (test_roles)
{
  static const DeidRole single[] = { DEID_ROLE_ENTITY, DEID_ROLE_SURVEY_WEIGHT, DEID_ROLE_WEIGHT };
  Answer answer = { 0 };
  g_autoptr (DeidEngine) engine = deid_engine_new (DEID_DIALECT_SQLITE, run, &answer, NULL, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_engine_table_count (table, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, NULL);
  ck_assert (!deid_engine_table_set_role (table, "a", (DeidRole) 99, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "99", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    {
      ck_assert (deid_engine_table_set_role (table, "a", single[i], NULL));
      ck_assert (deid_engine_table_set_role (table, "a", single[i], NULL));
      ck_assert (!deid_engine_table_set_role (table, "b", single[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'b'", "second", NULL);
    }
  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_JUDGED, NULL));
  ck_assert (deid_engine_table_set_role (table, "b", DEID_ROLE_WEIGHT, NULL));
}

START_TEST (test_dialects)
{
  Answer answer = { 0 };
  GError *error = NULL;

  ck_assert_str_eq (deid_enum_get_name ("DeidDialect", DEID_DIALECT_SQLITE), "sqlite");
  ck_assert_str_eq (deid_enum_get_name ("DeidDialect", DEID_DIALECT_POSTGRESQL), "postgresql");
  ck_assert_str_eq (deid_enum_get_name ("DeidDialect", DEID_DIALECT_DUCKDB), "duckdb");
  ck_assert_str_eq (deid_enum_get_name ("DeidDialect", DEID_DIALECT_CLICKHOUSE), "clickhouse");
  ck_assert_str_eq (deid_enum_get_name ("DeidDialect", DEID_DIALECT_ANSI), "ansi");
  ck_assert_ptr_null (deid_enum_get_name ("DeidDialect", (DeidDialect) 99));
  ck_assert_ptr_null (deid_engine_new ((DeidDialect) 99, run, &answer, count_destroyed, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "99", NULL);
  ck_assert_uint_eq (answer.n_destroyed, 1);
}

static void
assert_command_fails (const char *command, int code, const char *message)
{
  GError *error = NULL;
  g_autoptr (DeidEngine) engine = deid_engine_new_command (DEID_DIALECT_SQLITE, command, &error);
  g_autoptr (DeidEngineTable) table = NULL;

  if (engine != NULL)
    {
      ck_assert (deid_engine_set_show_values (engine, TRUE, NULL));
      table = deid_engine_table_new (engine, "t", NULL);
      ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_SENSITIVE, NULL));
      ck_assert_ptr_null (deid_engine_table_count (table, NULL, &error));
    }
  assert_one_line (error->message);
  assert_error (&error, DEID_ERROR, code, message, NULL);
}

START_TEST (test_commands)
{
  assert_command_fails ("", DEID_ERROR_PARSE, "empty");
  assert_command_fails (" # x", DEID_ERROR_PARSE, "empty");
  assert_command_fails ("sqlite3 'my.db", DEID_ERROR_PARSE, "quote");
  assert_command_fails ("/no/such/program", DEID_ERROR_ENGINE, "cannot be started");
  assert_command_fails ("sh -c 'read line; exit 7'", DEID_ERROR_ENGINE, "status 7");
  assert_command_fails ("sh -c 'kill -9 $$'", DEID_ERROR_ENGINE, "signal 9");
  assert_command_fails ("sh -c 'printf x; printf \"a\\033b\\nc\" >&2; exit 1'", DEID_ERROR_ENGINE,
                        "a\\x1Bb");
  assert_command_fails ("sh -c 'printf \"\\\"=a=\"; kill -9 $$'", DEID_ERROR_ENGINE, "signal 9");
  assert_command_fails ("sh -c 'echo =a=; echo x'", DEID_ERROR_ENGINE, "value 1");
  assert_command_fails ("sh -c 'echo =a='", DEID_ERROR_ENGINE, "ended before it had answered");
  assert_command_fails ("sh -c 'echo =a=; echo done 1'", DEID_ERROR_ENGINE, "value 1");
  assert_command_fails ("cat", DEID_ERROR_ENGINE, "value 1");
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (G_USEC_PER_SEC / 20);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A program that does not end by itself, nor by a signal, and one that writes rows without an end.
 */
START_TEST (test_cancelled_commands)
{
  static const char endless[] = "sh -c 'while read -r x; do case $x in *pragma_table*) echo =a=;; "
                                "*done\\ 0*) echo done 0;; *done*) exec yes =a=,=1=;; esac; done'";
  static const char *const commands[]
      = { "sleep 1000", "sh -c 'trap \"\" INT; exec sleep 1000'", endless };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (DeidEngine) engine
          = deid_engine_new_command (DEID_DIALECT_SQLITE, commands[i], NULL);
      g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      GError *error = NULL;

      ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_SENSITIVE, NULL));
      ck_assert_ptr_null (deid_engine_table_count (table, cancellable, &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      g_thread_join (thread);
    }
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine");
  TCase *tests = tcase_create ("engine");

  tcase_add_loop_test (tests, test_refused_rows, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tests, test_weights);
  tcase_add_test (tests, test_statement);
  tcase_add_loop_test (tests, test_total, 0, 3);
  tcase_add_test (tests, test_silent_failure);
  tcase_add_test (tests, test_cancelled);
  tcase_add_test (tests, test_names);
  tcase_add_test (tests, test_roles);
  tcase_add_test (tests, test_dialects);
  tcase_add_test (tests, test_commands);
  tcase_add_test (tests, test_cancelled_commands);
  suite_add_tcase (suite, tests);
  return suite;
}
