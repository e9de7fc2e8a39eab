/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Engines that fail at one statement after another leave no table, and never a wrong one. */
#include <string.h>

#include "support/engine-case.h"
#include "support/suite.h"

/* Hands on each statement but that whose number the file tells. */
static const char failing_client[]
    = "file=$1; mode=$2; shift 2\n"
      "pass ()\n{\n"
      "read -r n <\"$file\"; echo $((n - 1)) >\"$file\"\n"
      "[ \"$n\" -ne 0 ] && { hand_on; return; }\n"
      "case $mode in\n"
      "before) echo 'cannot' >&2; return 1;;\n"
      "after) printf '%s' \"$statement\"; echo 'lost' >&2; return 1;;\n"
      "killed) kill -9 \"$(cat \"$0.pid\")\";;\n"
      "dropped) echo 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
      "WHERE datname = current_database() AND pid <> pg_backend_pid();' | \"$@\" >/dev/null\n"
      "  hand_on;;\n"
      "idle) printf '%s\\n' \"$line\";;\n"
      "esac\n}\n";

/* The connection is dropped by the server. What is idle says that all went well, and did nothing.
 * With a search of local recodings, the release has one helper table of combinations. */
static const struct
{
  DeidDialect dialect;
  const char *mode, *search;
} failures[] = {
  { DEID_DIALECT_SQLITE, "before", NULL },
  { DEID_DIALECT_SQLITE, "after", NULL },
  { DEID_DIALECT_SQLITE, "idle", NULL },
  { DEID_DIALECT_POSTGRESQL, "killed", NULL },
  { DEID_DIALECT_CLICKHOUSE, "after", NULL },
  { DEID_DIALECT_POSTGRESQL, "dropped", NULL },
  { DEID_DIALECT_SQLITE, "after", "mondrian" },
  { DEID_DIALECT_SQLITE, "idle", "mondrian" },
  { DEID_DIALECT_POSTGRESQL, "after", "mondrian" },
};

#define N_SQLITE 3

/* A table of one quasi-identifier, and what it is released as. */
typedef struct
{
  SqlClient client;
  EngineCase table;
  DeidResult *result; /* of its combinations */
  guint n_values;     /* that are sensitive */
  char *rows;
} Failing;

/* Tries a table. Returns: (transfer full) (nullable): the result if it suppresses some records. */
static DeidResult *
draw (Failing *failing, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidResult) result = NULL;

  engine_case_init_random (&failing->table, rand, FALSE);
  if (failing->table.roles[2] == DEID_ROLE_QUASI_IDENTIFYING)
    return NULL;
  dataset = engine_case_build (&failing->table);
  result = engine_case_solve (&failing->table, dataset, NULL, "k:2", 0.5);
  return result != NULL && deid_result_get_n_suppressed (result) > 0 ? g_steal_pointer (&result)
                                                                     : NULL;
}

static guint
count_sensitive (DeidDataset *combinations)
{
  g_autofree const char **values = NULL;
  guint column;
  gsize n;

  ck_assert (deid_dataset_find_column (combinations, CASE_SENSITIVE, &column, NULL));
  values = deid_dataset_list_distinct (combinations, column, &n, NULL);
  return (guint) n;
}

static gboolean
failing_init (Failing *failing, DeidDialect dialect, const char *search)
{
  g_autoptr (DeidResult) expected = NULL;
  g_autoptr (DeidDataset) dataset = NULL, released = NULL, combinations = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) named = NULL;

  *failing = (Failing){ 0 };
  if (!sql_client_init (&failing->client, dialect))
    return FALSE;
  for (guint32 seed = 0; expected == NULL; seed++)
    expected = draw (failing, seed);
  if (search != NULL)
    {
      failing->table.search = search;
      dataset = engine_case_build (&failing->table);
      deid_result_unref (expected);
      expected = engine_case_solve (&failing->table, dataset, NULL, "k:2", 0.5);
    }
  released = deid_result_apply (expected, NULL, NULL, NULL);
  failing->rows = engine_case_list (&failing->table, released);
  engine_case_load (&failing->table, &failing->client, "source");
  engine = deid_engine_new_command (dialect, failing->client.command, NULL);
  named = engine_case_name (&failing->table, engine, "source");
  combinations = deid_engine_table_count (named, NULL, NULL);
  failing->n_values = count_sensitive (combinations);
  failing->result = engine_case_solve (&failing->table, combinations, NULL, "k:2", 0.5);
  return TRUE;
}

static void
failing_clear (Failing *failing)
{
  g_clear_pointer (&failing->result, deid_result_unref);
  g_free (failing->rows);
  sql_client_clear (&failing->client);
}

/* Returns: (transfer full): the table of an engine that fails at the statement of this number. */
static DeidEngineTable *
name_failing (const Failing *failing, const char *mode, guint statement)
{
  g_autofree char *number = g_strdup_printf ("%u\n", statement);
  const char *file = write_file ("failing.number", number, -1);
  g_autofree char *arguments = g_strconcat (file, " ", mode, NULL);
  g_autofree char *command
      = sql_client_wrap (&failing->client, "failing.sh", failing_client, arguments);
  g_autoptr (DeidEngine) engine = deid_engine_new_command (failing->client.dialect, command, NULL);

  return engine_case_name (&failing->table, engine, "source");
}

/* Releases as @output, but for the statement of this number. Returns: whether it succeeded. */
static gboolean
release (const Failing *failing, const char *mode, guint statement, const char *output,
         GError **error)
{
  g_autoptr (DeidEngineTable) named = name_failing (failing, mode, statement);

  return deid_engine_table_release (named, failing->result, output, NULL, error);
}

/* Tells whether a table is there, which may only be the right one. */
static gboolean
is_right (const Failing *failing, const char *output)
{
  g_autofree char *tables = sql_client_list_tables (&failing->client);
  g_autofree char *listed = g_strdup_printf ("\n%s", tables);
  g_autofree char *line = g_strdup_printf ("\n%s\n", output);
  g_autofree char *rows = NULL;

  if (strstr (listed, line) == NULL)
    return FALSE;
  rows = engine_case_list_table (&failing->table, &failing->client, output);
  ck_assert_str_eq (rows, failing->rows);
  return TRUE;
}

/* Tells whether the last run had no statement of the number that it was given. */
static gboolean
has_ended_before (void)
{
  g_autofree char *number = NULL;

  ck_assert (g_file_get_contents (get_temporary_file ("failing.number"), &number, NULL, NULL));
  return number[0] != '-';
}

/* Until a run has no statement of that number. A table that is only said to have been dropped
 * stays. */
START_TEST (test_each_statement)
{
  const char *mode = failures[_i].mode;
  gboolean is_through = FALSE;
  Failing failing;

  if (!failing_init (&failing, failures[_i].dialect, failures[_i].search))
    return;
  for (guint statement = 0; !is_through; statement += get_stride ())
    {
      g_autofree char *output = g_strdup_printf ("%s%u", mode, statement);
      g_autofree char *tables = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_there;

      const gboolean is_made = release (&failing, mode, statement, output, &error);

      is_there = is_right (&failing, output);
      if (!is_made)
        ck_assert_int_eq (is_there, strstr (error->message, "may be in the engine as") != NULL);
      else
        ck_assert (is_there);
      tables = sql_client_list_tables (&failing.client);
      if (strcmp (mode, "idle") != 0)
        ck_assert_ptr_null (strstr (tables, "deid_"));
      is_through = has_ended_before ();
    }
  failing_clear (&failing);
}

/* Counts by levels that are raised, which takes helper tables. What is counted in spite of a
 * failure is all there is. */
START_TEST (test_each_count)
{
  const char *mode = failures[_i].mode;
  gboolean is_through = FALSE;
  Failing failing;

  if (!failing_init (&failing, failures[_i].dialect, NULL))
    return;
  for (guint statement = 0; !is_through; statement += get_stride ())
    {
      g_autoptr (DeidEngineTable) named = name_failing (&failing, mode, statement);
      g_autoptr (DeidDataset) combinations = NULL;
      g_autofree char *tables = NULL;
      g_autoptr (GError) error = NULL;

      engine_case_set_levels (&failing.table, named);
      ck_assert (deid_engine_table_set_combination_limit (named, failing.n_values, NULL, NULL));
      combinations = deid_engine_table_count (named, NULL, &error);
      is_through = has_ended_before ();
      ck_assert (combinations != NULL || (!is_through && error->domain == DEID_ERROR));
      if (combinations != NULL)
        ck_assert_uint_eq (deid_dataset_get_n_records (combinations), failing.table.n_rows);
      tables = sql_client_list_tables (&failing.client);
      if (strcmp (mode, "idle") != 0)
        ck_assert_ptr_null (strstr (tables, "deid_"));
    }
  failing_clear (&failing);
}

/* A table that is not there is not counted, and one that is there stays as it is; to SQLite and
 * DuckDB names in upper case are the same. */
START_TEST (test_not_overwritten)
{
  static const DeidDialect dialects[]
      = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL, DEID_DIALECT_DUCKDB,
          DEID_DIALECT_CLICKHOUSE, DEID_DIALECT_ANSI };
  const gboolean ignores_case
      = dialects[_i] == DEID_DIALECT_SQLITE || dialects[_i] == DEID_DIALECT_DUCKDB;
  const char *name = ignores_case ? "SOURCE" : "source";
  Failing failing;
  GError *error = NULL;
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) misspelt = NULL;

  if (!failing_init (&failing, dialects[_i], NULL))
    return;
  engine = deid_engine_new_command (dialects[_i], failing.client.command, NULL);
  misspelt = engine_case_name (&failing.table, engine, "sourec");
  ck_assert_ptr_null (deid_engine_table_count (misspelt, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "there is no table 'sourec'",
                dialects[_i] != DEID_DIALECT_ANSI ? "(did you mean 'source'?)" : NULL, NULL);
  before = engine_case_list_table (&failing.table, &failing.client, "source");
  ck_assert (!release (&failing, "before", G_MAXINT, name, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "there is a table", name, NULL);
  after = engine_case_list_table (&failing.table, &failing.client, "source");
  ck_assert_str_eq (before, after);
  failing_clear (&failing);
}

/* One record more, or another sensitive value, after the search. Without a transaction a script
 * leaves what it has made, under other names. */
START_TEST (test_changed)
{
  static const struct
  {
    DeidDialect dialect;
    const char *change, *left;
  } changes[] = {
    { DEID_DIALECT_SQLITE, "INSERT INTO source SELECT * FROM source LIMIT 1;", "source\n" },
    { DEID_DIALECT_SQLITE, "DELETE FROM source;", "source\n" },
    { DEID_DIALECT_SQLITE, "UPDATE source SET \"x'); DROP TABLE safe; --\" = 'other';",
      "source\n" },
    { DEID_DIALECT_CLICKHOUSE, "INSERT INTO source SELECT * FROM source LIMIT 1;",
      "_expected\n_kept\n_label0\n_release\nsource\n" },
  };
  Failing failing;
  GError *error = NULL;
  g_autofree char *output = NULL, *listed = NULL, *tables = NULL, *script = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) named = NULL;
  g_autoptr (GRegex) marks = g_regex_new ("deid_[0-9a-f]{16}", 0, 0, NULL);

  if (!failing_init (&failing, changes[_i].dialect, NULL))
    return;
  engine = deid_engine_new_command (changes[_i].dialect, failing.client.command, NULL);
  output = sql_client_run (&failing.client, changes[_i].change);
  ck_assert (!release (&failing, "before", G_MAXINT, "release", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, NULL);
  named = engine_case_name (&failing.table, engine, "source");
  script = deid_engine_table_make_script (named, failing.result, "release", DEID_SCRIPT_FORM_ONCE,
                                          NULL, &error);
  assert_no_error (error);
  ck_assert (!sql_client_try (&failing.client, script));
  listed = sql_client_list_tables (&failing.client);
  tables = g_regex_replace_literal (marks, listed, -1, 0, "", 0, NULL);
  ck_assert_str_eq (tables, changes[_i].left);
  failing_clear (&failing);
}

/* Other names that engines know a column by, and columns that they do not list. */
static const struct
{
  DeidDialect dialect;
  const char *name;
} others[] = { { DEID_DIALECT_SQLITE, "ID" },
               { DEID_DIALECT_SQLITE, "rowid" },
               { DEID_DIALECT_POSTGRESQL, "ctid" } };

START_TEST (test_other_names)
{
  Failing failing;
  GError *error = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) named = NULL;

  if (!failing_init (&failing, others[_i].dialect, NULL))
    return;
  engine = deid_engine_new_command (failing.client.dialect, failing.client.command, NULL);
  named = engine_case_name (&failing.table, engine, "source");
  ck_assert (deid_engine_table_set_role (named, others[_i].name, DEID_ROLE_INSENSITIVE, NULL));
  ck_assert_ptr_null (deid_engine_table_count (named, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, others[_i].name, NULL);
  ck_assert (!deid_engine_table_release (named, failing.result, "released", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, others[_i].name, NULL);
  ck_assert_ptr_null (deid_engine_table_make_script (named, failing.result, "released",
                                                     DEID_SCRIPT_FORM_ONCE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, others[_i].name, NULL);
  failing_clear (&failing);
}

/* Columns that an engine computes are columns. */
START_TEST (test_computed_column)
{
  SqlClient client;
  GError *error = NULL;
  g_autofree char *made = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidDataset) dataset = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  made = sql_client_run (&client, "CREATE TABLE t (a text, v text AS ('v' || a),"
                                  "s text AS ('s' || a) STORED); INSERT INTO t VALUES ('x');");
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  table = deid_engine_table_new (engine, "t", NULL);
  ck_assert (deid_engine_table_set_role (table, "v", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_engine_table_set_role (table, "s", DEID_ROLE_SENSITIVE, NULL));
  dataset = deid_engine_table_count (table, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), "vx");
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 1), "sx");
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-failures");
  TCase *tests = tcase_create ("failures"), *columns = tcase_create ("columns");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_each_statement, 0,
                       count_trials (100) < 20 ? N_SQLITE : G_N_ELEMENTS (failures));
  tcase_add_loop_test (tests, test_each_count, 0, N_SQLITE);
  tcase_add_loop_test (tests, test_not_overwritten, 0, 5);
  tcase_add_loop_test (tests, test_changed, 0, 4);
  suite_add_tcase (suite, tests);
  tcase_set_timeout (columns, 120);
  tcase_add_loop_test (columns, test_other_names, 0, G_N_ELEMENTS (others));
  tcase_add_test (columns, test_computed_column);
  suite_add_tcase (suite, columns);
  return suite;
}
