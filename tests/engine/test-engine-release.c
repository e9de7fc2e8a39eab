/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables that stay in their engine against the same tables in memory. */
#include <string.h>

#include "support/engine-trial.h"
#include "support/suite.h"

static const DeidDialect dialects[]
    = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL, DEID_DIALECT_DUCKDB, DEID_DIALECT_CLICKHOUSE,
        DEID_DIALECT_ANSI };

static void
try_case (const SqlClient *client, GRand *rand, guint trial)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidEngine) engine
      = deid_engine_new_command (client->dialect, client->command, &error);
  g_autofree char *name = g_strdup_printf ("table\"'; %u", trial);
  g_autofree char *output = g_strdup_printf ("out\"'; DROP TABLE safe; -- %u", trial);
  EngineCase table;
  g_autoptr (DeidEngineTable) named = NULL;

  engine_case_init_random (&table, rand, trial % 3 == 2);
  engine_case_load (&table, client, name);
  named = engine_case_name (&table, engine, name);
  engine_trial_run (&table, client, named, named, rand, output);
}

/* What is named `DROP TABLE safe` drops nothing, and no other table is there than those asked for.
 */
START_TEST (test_random)
{
  const guint n = count_trials (dialects[_i] == DEID_DIALECT_SQLITE ? 40 : 3);
  SqlClient client;
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  g_autofree char *made = NULL, *safe = NULL, *tables = NULL, *listed = NULL;

  if (!sql_client_init (&client, dialects[_i]))
    return;
  safe = g_strdup_printf ("CREATE TABLE safe (a %s)%s;\n", client.text, client.storage);
  made = sql_client_run (&client, safe);
  for (guint trial = 0; trial < MAX (n, _i == 0 ? 6 : 1); trial++)
    try_case (&client, rand, trial);
  tables = sql_client_list_tables (&client);
  listed = g_strdup_printf ("\n%s", tables);
  ck_assert (strstr (listed, "\nsafe\n") != NULL);
  ck_assert (strstr (tables, "deid_") == NULL);
  ck_assert (!g_file_test ("hacked", G_FILE_TEST_EXISTS));
  sql_client_clear (&client);
}

/* Columns of other types than text, and one whose collation takes `a` and `A` for the same: four
 * combinations of five records. What the engine writes for 0.50, a day and a moment is text. */
static const struct
{
  DeidDialect dialect;
  const char *table;
  const char *rows; /* of the release by k:2, sorted */
} typed[] = {
  { DEID_DIALECT_SQLITE,
    "CREATE TABLE typed (a text COLLATE NOCASE, n integer, x real, note real);"
    "INSERT INTO typed VALUES ('a', 7, 0.5, 1), ('A', 7, 0.5, 2), ('A', 7, 0.5, 0.25),"
    "('a', -7, 0.5, 1), ('a', 7, NULL, 1), ('a', 7, 0.5, NULL);",
    "A|7|0.5|0.25\nA|7|0.5|2.0\na|7|0.5|\na|7|0.5|1.0\n" },
  { DEID_DIALECT_POSTGRESQL,
    "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);"
    "CREATE TABLE typed (a text COLLATE ci, n date, x timestamptz, note numeric);"
    "INSERT INTO typed VALUES ('a', '1969-12-31', '2020-01-01 00:30+02', 1.50),"
    "('A', '1969-12-31', '2020-01-01 00:30+02', 2), ('A', '1969-12-31', '2019-12-31 22:30Z', 3),"
    "('a', '1970-01-01', '2020-01-01 00:30+02', 1), ('a', '1969-12-31', NULL, 1),"
    "('a', '1969-12-31', '2020-01-01 00:30+02', NULL);",
    "A|1969-12-31|2019-12-31 22:30:00+00|2\nA|1969-12-31|2019-12-31 22:30:00+00|3\n"
    "a|1969-12-31|2019-12-31 22:30:00+00|\na|1969-12-31|2019-12-31 22:30:00+00|1.50\n" },
  { DEID_DIALECT_DUCKDB,
    "CREATE TABLE typed (a text COLLATE NOCASE, n decimal(9, 2), x timestamptz, note double);"
    "INSERT INTO typed VALUES ('a', 0.50, '2020-01-01 00:30:00+02', 0.1), ('A', 0.5, '2020-01-01 "
    "00:30:00+02', '-0'), ('A', 0.5, '2019-12-31 22:30:00Z', 3), ('a', -0.5, '2020-01-01 "
    "00:30:00+02', 1), ('a', 0.5, NULL, 1), ('a', 0.5, '2020-01-01 00:30:00+02', NULL);",
    "A|0.50|2019-12-31 22:30:00+00|-0.0\nA|0.50|2019-12-31 22:30:00+00|3.0\n"
    "a|0.50|2019-12-31 22:30:00+00|\na|0.50|2019-12-31 22:30:00+00|0.1\n" },
  { DEID_DIALECT_CLICKHOUSE,
    "CREATE TABLE typed (a FixedString(1), n Date, x Nullable(DateTime), note Nullable(Decimal(9, "
    "2)))"
    " ENGINE = MergeTree ORDER BY tuple();\n"
    "INSERT INTO typed VALUES ('a', '1970-01-02', '2020-01-01 00:30:00', '1.25'),"
    "('A', '1970-01-02', '2020-01-01 00:30:00', '2.25'), ('A', '1970-01-02', '2020-01-01 "
    "00:30:00', "
    "'3.25'),"
    "('a', '1970-01-03', '2020-01-01 00:30:00', '1'), ('a', '1970-01-02', NULL, '1'),"
    "('a', '1970-01-02', '2020-01-01 00:30:00', NULL);\n",
    "A|1970-01-02|2020-01-01 00:30:00|2.25\nA|1970-01-02|2020-01-01 00:30:00|3.25\n"
    "a|1970-01-02|2020-01-01 00:30:00|\na|1970-01-02|2020-01-01 00:30:00|1.25\n" },
};

/* The four combinations of six records. */
static DeidResult *
solve_typed (DeidEngineTable *table, const char *const *names, guint n)
{
  DeidResult *result = engine_trial_solve (table, names, n, NULL);
  DeidDataset *combinations
      = deid_lattice_get_dataset (deid_problem_get_lattice (deid_result_get_problem (result)));

  ck_assert_uint_eq (deid_dataset_get_n_rows (combinations), 4);
  ck_assert_uint_eq (deid_dataset_get_n_records (combinations), 6);
  return result;
}

START_TEST (test_types)
{
  static const char *const names[] = { "a", "n", "x" };
  GError *error = NULL;
  SqlClient client;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *created = NULL, *list = NULL, *rows = NULL;

  if (!sql_client_init (&client, typed[_i].dialect))
    return;
  created = sql_client_run (&client, typed[_i].table);
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  table = deid_engine_table_new (engine, "typed", NULL);
  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    ck_assert (deid_engine_table_set_role (table, names[c], DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_role (table, "note", DEID_ROLE_INSENSITIVE, NULL));
  result = solve_typed (table, names, G_N_ELEMENTS (names));
  ck_assert (deid_engine_table_release (table, result, "released", NULL, &error));
  assert_no_error (error);
  list = g_strdup_printf (
      "SELECT a || '|' || n || '|' || x || '|' || coalesce(CAST(note AS %s), '') "
      "FROM released ORDER BY a, note IS NOT NULL, note;",
      client.text);
  rows = sql_client_run (&client, list);
  ck_assert_str_eq (rows, typed[_i].rows);
  sql_client_clear (&client);
}

/* Columns named as helpers name theirs. */
static const char *const order_names[] = { "x0", "l0" };
static const guint order_levels[] = { 1, 0 };
#define N_VALUES     8 /* of the first one */
#define N_ROWS_OF    4 /* of a combination */
#define N_ORDER_ROWS (2 * N_VALUES * N_ROWS_OF)

/* Each combination has four records. An attacker who knows this finds them if each run of equal
 * rows in the release has a multiple of four rows, unless all equal rows are one run. */
START_TEST (test_order)
{
  g_autofree char *sql = NULL, *created = NULL, *listed = NULL;
  g_auto (GStrv) rows = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  guint n_runs = 0, n_in_run = 0;
  gboolean cuts_fours = FALSE;
  GError *error = NULL;
  SqlClient client;

  if (!sql_client_init (&client, dialects[_i]))
    return;
  sql = g_strdup_printf ("CREATE TABLE ordered (x0 %s, l0 %s)%s;\n", client.text, client.text,
                         client.storage);
  created = sql_client_run (&client, sql);
  for (guint i = 0; i < N_ORDER_ROWS; i++)
    {
      g_autofree char *insert = g_strdup_printf ("INSERT INTO ordered VALUES ('%u', '%u');\n",
                                                 i % N_VALUES, i / N_VALUES % 2);
      g_autofree char *inserted = sql_client_run (&client, insert);

      ck_assert_str_eq (inserted, "");
    }
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  table = deid_engine_table_new (engine, "ordered", NULL);
  for (guint c = 0; c < G_N_ELEMENTS (order_names); c++)
    ck_assert (
        deid_engine_table_set_role (table, order_names[c], DEID_ROLE_QUASI_IDENTIFYING, NULL));
  result = engine_trial_solve (table, order_names, G_N_ELEMENTS (order_names), order_levels);
  ck_assert (deid_engine_table_release (table, result, "released", NULL, &error));
  assert_no_error (error);
  listed = sql_client_run (&client, "SELECT x0 || '|' || l0 FROM released;");
  rows = g_strsplit (listed, "\n", -1);
  ck_assert_uint_eq (g_strv_length (rows), N_ORDER_ROWS + 1);
  for (guint i = 0; i < N_ORDER_ROWS; i++)
    {
      ck_assert (g_str_equal (rows[i], "*|0") || g_str_equal (rows[i], "*|1"));
      n_in_run++;
      if (g_str_equal (rows[i], rows[i + 1]))
        continue;
      cuts_fours |= n_in_run % N_ROWS_OF != 0;
      n_in_run = 0;
      n_runs++;
    }
  ck_assert (n_runs == 2 || cuts_fours);
  sql_client_clear (&client);
}

#define WIDE 42
static const DeidDialect wide_dialects[] = { DEID_DIALECT_SQLITE, DEID_DIALECT_ANSI };

/* 3^42 classes are more than an integer has room to number: what differs in the last column only is
 * two classes. */
START_TEST (test_many_classes)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autofree char *sql = NULL, *created = NULL, *rows = NULL;
  g_auto (GStrv) names = g_new0 (char *, WIDE + 1);
  g_autoptr (DeidEngine) engine = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!sql_client_init (&client, wide_dialects[_i]))
    return;
  for (guint c = 0; c < WIDE; c++)
    {
      names[c] = g_strdup_printf ("q%u", c);
      g_string_append_printf (columns, ", CASE WHEN i = 1 THEN %u ELSE i END AS q%u",
                              c == WIDE - 1 ? 1 : 2, c);
    }
  sql = g_strdup_printf ("CREATE TABLE wide%s AS SELECT i AS id%s FROM (SELECT 0 AS i UNION ALL "
                         "SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 2 UNION "
                         "ALL SELECT 4) t;",
                         client.storage, columns->str);
  created = sql_client_run (&client, sql);
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  table = deid_engine_table_new (engine, "wide", NULL);
  for (guint c = 0; c < WIDE; c++)
    ck_assert (deid_engine_table_set_role (table, names[c], DEID_ROLE_QUASI_IDENTIFYING, NULL));
  result = solve_typed (table, (const char *const *) names, WIDE);
  ck_assert (deid_engine_table_release (table, result, "released", NULL, &error));
  assert_no_error (error);
  rows = sql_client_run (&client, "SELECT q0, q41 FROM released ORDER BY q0;");
  ck_assert_str_eq (rows, "0|0\n0|0\n2|2\n2|2\n");
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-release");
  TCase *tests = tcase_create ("release");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_random, 0, G_N_ELEMENTS (dialects));
  tcase_add_loop_test (tests, test_order, 0, G_N_ELEMENTS (dialects));
  tcase_add_loop_test (tests, test_types, 0, G_N_ELEMENTS (typed));
  tcase_add_loop_test (tests, test_many_classes, 0,
                       count_trials (100) < 20 ? 1 : G_N_ELEMENTS (wide_dialects));
  suite_add_tcase (suite, tests);
  return suite;
}
