/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables that stay in their engine against the same tables in memory. */
#include <string.h>

#include "support/engine-case.h"
#include "support/sample.h"
#include "support/suite.h"

static const DeidDialect dialects[]
    = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL, DEID_DIALECT_DUCKDB };
static const char *const models[]
    = { "k:2",    "k:3",    "k:2;dl:2", "el:1.5",         "rcl:2:2", "ak:0.7:2", "te:0.4",
        "bl:1.5", "dd:1.2", "avg:0.4",  "atrisk:0.4:0.3", "risk:6",  "uniq:0.1", "km:2:2" };
static const double limits[] = { 0, 0.1, 0.4, 1 };

/* Runs by hand what would make the same rows, and names what the policy is: twice fails, since the
 * table is there then. */
static void
run_script (const EngineCase *table, const SqlClient *client, DeidEngineTable *named,
            DeidResult *result, const char *output, const char *rows)
{
  g_autofree char *other = g_strconcat (output, " by hand", NULL), *made = NULL, *written = NULL;
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  g_autofree char *json = deid_stored_policy_to_json (policy, NULL, NULL);
  g_autofree char *file = g_strconcat (json, "\n", NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, file, -1);
  GError *error = NULL;
  g_autofree char *script = deid_engine_table_make_script (named, result, other, NULL, &error);

  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (script, digest));
  written = sql_client_run (client, script);
  ck_assert_str_eq (written, "");
  made = engine_case_list_table (table, client, other);
  ck_assert_str_eq (made, rows);
  ck_assert (!sql_client_try (client, script));
}

/* Checks what was found in the combinations, and what the engine makes of it. */
static void
compare (const EngineCase *table, const SqlClient *client, DeidEngineTable *named,
         DeidResult *result, DeidResult *expected, const char *output)
{
  g_autoptr (DeidDataset) release = deid_result_apply (expected, NULL, NULL, NULL);
  g_autofree char *rows = engine_case_list (table, release), *made = NULL;
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  g_autofree char *best = deid_policy_to_text (deid_result_get_policy (expected), NULL);
  GError *error = NULL;

  ck_assert_str_eq (policy, best);
  ck_assert_double_eq (deid_result_get_loss (result), deid_result_get_loss (expected));
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
  ck_assert (deid_engine_table_release (named, result, output, NULL, &error));
  assert_no_error (error);
  made = engine_case_list_table (table, client, output);
  ck_assert_str_eq (made, rows);
  run_script (table, client, named, result, output, rows);
}

/* Has the engine generalize to random levels, or raise them until it has as few combinations as a
 * random limit says; a limit of 1 it may not reach. */
static DeidDataset *
count_levels (EngineCase *table, DeidEngineTable *named, GRand *rand, guint64 n)
{
  const guint64 limit = (guint64) g_rand_int_range (rand, 1, (gint) n + 1);
  const gboolean is_limited = g_rand_boolean (rand);
  DeidDataset *combinations;
  GError *error = NULL;

  engine_case_draw_levels (table, rand);
  engine_case_set_levels (table, named);
  if (is_limited)
    ck_assert (deid_engine_table_set_combination_limit (named, limit, NULL, NULL));
  combinations = deid_engine_table_count (named, NULL, &error);
  if (combinations == NULL)
    {
      ck_assert (is_limited);
      assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, NULL);
      return NULL;
    }
  if (is_limited)
    ck_assert_uint_le (deid_dataset_get_n_rows (combinations), limit);
  engine_case_get_levels (table, named);
  return combinations;
}

/* Counts once more, which by levels gives as few combinations as there are, or none. */
static DeidDataset *
count (EngineCase *table, DeidEngineTable *named, GRand *rand)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) combinations = deid_engine_table_count (named, NULL, &error);

  assert_no_error (error);
  return g_rand_boolean (rand)
             ? count_levels (table, named, rand, deid_dataset_get_n_rows (combinations))
             : g_steal_pointer (&combinations);
}

static void
try_case (const SqlClient *client, GRand *rand, guint trial)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidEngine) engine
      = deid_engine_new_command (client->dialect, client->command, &error);
  g_autofree char *name = g_strdup_printf ("table\"'; %u", trial);
  g_autofree char *output = g_strdup_printf ("out\"'; DROP TABLE safe; -- %u", trial);
  const char *model = models[g_rand_int_range (rand, 0, G_N_ELEMENTS (models))];
  const double limit = limits[g_rand_int_range (rand, 0, G_N_ELEMENTS (limits))];
  EngineCase table;
  g_autoptr (DeidEngineTable) named = NULL;
  g_autoptr (DeidDataset) dataset = NULL, combinations = NULL;
  g_autoptr (DeidResult) expected = NULL, result = NULL;

  engine_case_init_random (&table, rand, trial % 3 == 2);
  engine_case_load (&table, client, name);
  named = engine_case_name (&table, engine, name);
  dataset = engine_case_build (&table);
  combinations = count (&table, named, rand);
  if (combinations == NULL)
    return;
  ck_assert_uint_eq (deid_dataset_get_n_records (combinations),
                     deid_dataset_get_n_records (dataset));
  expected = engine_case_solve (&table, dataset, NULL, model, limit);
  result = engine_case_solve (&table, combinations, named, model, limit);
  ck_assert ((expected == NULL) == (result == NULL));
  if (result != NULL)
    compare (&table, client, named, result, expected, output);
}

/* What is named `DROP TABLE safe` drops nothing, and no other table is there than those asked for.
 */
START_TEST (test_random)
{
  const guint n = count_trials (dialects[_i] == DEID_DIALECT_DUCKDB ? 8 : 40);
  SqlClient client;
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  g_autofree char *made = NULL, *tables = NULL, *listed = NULL;

  if (!sql_client_init (&client, dialects[_i]))
    return;
  made = sql_client_run (&client, "CREATE TABLE safe (a text);\n");
  for (guint trial = 0; trial < MAX (n, 6); trial++)
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
};

static DeidResult *
solve_typed (DeidEngineTable *table, const char *const *names, guint n)
{
  g_autoptr (DeidDataset) combinations = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) bottom = NULL;
  GError *error = NULL;
  DeidResult *result;

  combinations = deid_engine_table_count (table, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (combinations), 4);
  ck_assert_uint_eq (deid_dataset_get_n_records (combinations), 6);
  lattice = deid_lattice_new (combinations);
  for (guint c = 0; c < n; c++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], suppression, NULL, NULL));
  problem = sample_state_problem (lattice, "k:2", NULL, 1);
  bottom = deid_policy_new_bottom (lattice, NULL);
  result = deid_problem_evaluate (problem, bottom, NULL, &error);
  assert_no_error (error);
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
  g_autofree char *created = NULL, *rows = NULL;

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
  rows = sql_client_run (&client, "SELECT a, n, x, CAST(note AS text) FROM released "
                                  "ORDER BY a, coalesce(CAST(note AS text), '');");
  ck_assert_str_eq (rows, typed[_i].rows);
  sql_client_clear (&client);
}

#define WIDE 42

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

  if (!sql_client_init (&client, dialects[_i]))
    return;
  for (guint c = 0; c < WIDE; c++)
    {
      names[c] = g_strdup_printf ("q%u", c);
      g_string_append_printf (columns, ", CASE WHEN i = 1 THEN %u ELSE i END AS q%u",
                              c == WIDE - 1 ? 1 : 2, c);
    }
  sql = g_strdup_printf ("CREATE TABLE wide AS SELECT i AS id%s FROM (SELECT 0 AS i UNION ALL "
                         "SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 2 UNION "
                         "ALL SELECT 4) t;",
                         columns->str);
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
  tcase_add_loop_test (tests, test_types, 0, G_N_ELEMENTS (typed));
  tcase_add_loop_test (tests, test_many_classes, 0, G_N_ELEMENTS (dialects));
  suite_add_tcase (suite, tests);
  return suite;
}
