/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A month of releases of a table that changes each day. Every day some fail first: a client is
 * killed, a connection is lost, a user lacks rights, there is no room. Every table that is there in
 * the end can be verified, and what else is there was named by a message. */
#include <string.h>

#include "support/engine-case.h"
#include "support/replaced-text.h"
#include "support/suite.h"

static const DeidDialect dialects[] = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL,
                                        DEID_DIALECT_DUCKDB, DEID_DIALECT_CLICKHOUSE };

#define N_DAYS 30
#define N_ROWS 2000

/* Hands on each statement but that whose number the file tells. There the client is killed, or it
 * loses its connection or what it was told last. */
static const char failing_client[]
    = "file=$1; mode=$2; shift 2\n"
      "pass ()\n{\n"
      "read -r n <\"$file\"; echo $((n - 1)) >\"$file\"\n"
      "[ \"$n\" -ne 0 ] && { hand_on; return; }\n"
      "case $mode in\n"
      "killed) kill -9 \"$(cat \"$0.pid\")\"; return 1;;\n"
      "lost) printf '%s' \"$statement\"; return 1;;\n"
      "terminated) echo 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
      "WHERE datname = current_database() AND pid <> pg_backend_pid();' | \"$@\" >/dev/null;;\n"
      "stopped) yes \"KILL QUERY WHERE query LIKE 'INSERT%' ASYNC;\" | head -n 400 | \"$@\" \\\n"
      ">/dev/null 2>&1 & ;;\n"
      "esac; hand_on\n}\n";

/* Files may have a drawn number of blocks of 5,120 bytes. */
#define LITTLE_ROOM "sh -c 'trap \"\" XFSZ; ulimit -f {n}0; exec \"$@\"' sh "

/* What goes wrong in an engine: a mode of the client above, or what stands around its command, with
 * a drawn number. PostgreSQL cannot limit the size of tables, but that of files for sorting. */
static const struct
{
  DeidDialect dialect;
  const char *mode, *before, *behind;
} faults[] = {
  { DEID_DIALECT_SQLITE, "killed", "", "" },
  { DEID_DIALECT_SQLITE, "lost", "", "" },
  { DEID_DIALECT_SQLITE, NULL, "", " -readonly" },
  { DEID_DIALECT_SQLITE, NULL, LITTLE_ROOM, "" },
  { DEID_DIALECT_POSTGRESQL, "killed", "", "" },
  { DEID_DIALECT_POSTGRESQL, "lost", "", "" },
  { DEID_DIALECT_POSTGRESQL, "terminated", "", "" },
  { DEID_DIALECT_POSTGRESQL, NULL, "", " -U reader" },
  { DEID_DIALECT_POSTGRESQL, NULL, "env PGOPTIONS='-c temp_file_limit=0 -c work_mem=64kB' ", "" },
  { DEID_DIALECT_DUCKDB, "killed", "", "" },
  { DEID_DIALECT_DUCKDB, "lost", "", "" },
  { DEID_DIALECT_DUCKDB, NULL, "", " -readonly" },
  { DEID_DIALECT_DUCKDB, NULL, "", " -cmd \"SET memory_limit = '{n}MB'\"" },
  { DEID_DIALECT_CLICKHOUSE, "killed", "", "" },
  { DEID_DIALECT_CLICKHOUSE, "lost", "", "" },
  { DEID_DIALECT_CLICKHOUSE, "stopped", "", "" },
  { DEID_DIALECT_CLICKHOUSE, NULL, "", " --readonly=1" },
  { DEID_DIALECT_CLICKHOUSE, NULL, "", " --max_rows_to_read=1000" },
  { DEID_DIALECT_CLICKHOUSE, NULL, "", " --max_rows_in_join=3" },
};

/* Returns: (transfer full): the rows of a day, whose combinations change from day to day. */
static char *
list_rows (guint day)
{
  GString *sql = g_string_new ("INSERT INTO t VALUES ");

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (sql, "%s('%u', '%s', 'note %u of day %u')", i > 0 ? ", " : "",
                            (i * (day + 1)) % 7 + 20, i % 3 == 0 ? "flu" : "cold", i, day);
  g_string_append (sql, ";\n");
  return g_string_free (sql, FALSE);
}

/* Opens the table. Helper tables of runs that began more than @max_hours ago are dropped. */
static DeidEngineTable *
open_day (const SqlClient *client, const char *command, guint64 max_hours)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, command, NULL);
  DeidEngineTable *table = deid_engine_table_new (engine, "t", NULL);

  ck_assert (deid_engine_table_set_role (table, "age", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_role (table, "illness", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_engine_table_set_role (table, "note", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_engine_table_set_fingerprint (table, TRUE, NULL));
  ck_assert (deid_engine_table_set_helpers (table, NULL, max_hours, NULL));
  return table;
}

static DeidResult *
solve_day (DeidDataset *combinations, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_specification ("intervals:5,10", NULL);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (combinations);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("k:3", NULL, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.2, NULL));
  return deid_search_run (search, problem, NULL, error);
}

/* Counts, searches and releases a day as @output. Returns: (transfer full) (nullable): the policy
 * that is stored of it. */
static DeidStoredPolicy *
run_day (const SqlClient *client, const char *command, guint64 max_hours, const char *output,
         GError **error)
{
  g_autoptr (DeidEngineTable) table = open_day (client, command, max_hours);
  g_autoptr (DeidDataset) combinations = deid_engine_table_count (table, NULL, error);
  g_autoptr (DeidResult) result = combinations != NULL ? solve_day (combinations, error) : NULL;

  return result != NULL && deid_engine_table_release (table, result, output, NULL, error)
             ? deid_stored_policy_new (result, NULL, error)
             : NULL;
}

/* Returns: (transfer full): a client in which something goes wrong. */
static char *
make_failing (const SqlClient *client, guint fault, guint place)
{
  g_autofree char *number = g_strdup_printf ("%u", place), *arguments = NULL;

  if (faults[fault].mode == NULL)
    return replace_text (
        g_strconcat (faults[fault].before, client->command, faults[fault].behind, NULL), "{n}",
        number);
  arguments = g_strconcat (write_file ("month.number", number, -1), " ", faults[fault].mode, NULL);
  return sql_client_wrap (client, "month.sh", failing_client, arguments);
}

static gboolean
is_listed (const SqlClient *client, const char *name)
{
  g_autofree char *tables = sql_client_list_tables (client);
  g_auto (GStrv) names = g_strsplit (tables, "\n", 0);

  return g_strv_contains ((const char *const *) names, name);
}

static void
verify (const SqlClient *client, const char *name, DeidStoredPolicy *policy, const char *original)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, client->command, NULL);
  GError *error = NULL;
  g_autoptr (DeidReport) checks = deid_engine_verify (engine, name, policy, original, NULL, &error);

  assert_no_error (error);
  ck_assert_ptr_nonnull (checks);
}

/* Each day anew: the rows of the day before are gone. */
static void
load_day (const SqlClient *client, guint day)
{
  g_autofree char *rows = list_rows (day);
  g_autofree char *sql = g_strdup_printf (
      "DROP TABLE IF EXISTS t;\nCREATE TABLE t (age %s, illness %s, note %s)%s;\n%s", client->text,
      client->text, client->text, client->storage, rows);

  g_free (sql_client_run (client, sql));
  if (client->dialect == DEID_DIALECT_POSTGRESQL)
    g_free (sql_client_run (client, "GRANT SELECT ON t TO reader;"));
}

static void
drop (const SqlClient *client, const char *name)
{
  g_autofree char *sql = g_strdup_printf ("DROP TABLE %s;", name);

  g_free (sql_client_run (client, sql));
}

/* Checks that every helper table is named by a message, at least by the beginning of its name. */
static gboolean
has_helpers (const SqlClient *client, const char *messages)
{
  g_autofree char *tables = sql_client_list_tables (client);
  g_auto (GStrv) names = g_strsplit (tables, "\n", 0);
  gboolean has_some = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_has_prefix (names[i], "deid_"))
      {
        g_autofree char *beginning
            = g_strndup (names[i], strlen ("deid_20261129190512_1a2b3c4d5e6f"));

        ck_assert_msg (strstr (messages, beginning) != NULL, "%s: %s", names[i], messages);
        has_some = TRUE;
      }
  return has_some;
}

/* A run in which something goes wrong makes the whole table, or none. If its message says that
 * there may be one, that is the whole table too. */
static void
fail_run (const SqlClient *client, guint fault, guint place, const char *output, GString *messages)
{
  g_autofree char *command = make_failing (client, fault, place);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidStoredPolicy) policy = run_day (client, command, G_MAXUINT64, output, &error);

  if (policy != NULL)
    verify (client, output, policy, "t");
  else
    g_string_append (messages, error->message);
  if (!is_listed (client, output))
    ck_assert_ptr_null (policy);
  else
    {
      ck_assert (policy != NULL || strstr (error->message, "may be in the engine as") != NULL);
      drop (client, output);
    }
}

/* Runs a day with each fault, and then without one: that removes what is left of the others.
 * Returns: (transfer full): the policy of the release. */
static DeidStoredPolicy *
live_day (const SqlClient *client, guint day, const char *output, GRand *rand)
{
  g_autoptr (GString) messages = g_string_new (NULL);
  GError *error = NULL;
  DeidStoredPolicy *policy;

  load_day (client, day);
  for (guint fault = 0; fault < G_N_ELEMENTS (faults); fault++)
    if (faults[fault].dialect == client->dialect)
      fail_run (client, fault, (guint) g_rand_int_range (rand, 1, 20), output, messages);
  if (has_helpers (client, messages->str))
    g_usleep (G_USEC_PER_SEC);
  policy = run_day (client, client->command, 0, output, &error);
  assert_no_error (error);
  ck_assert (!has_helpers (client, ""));
  verify (client, output, policy, "t");
  return policy;
}

START_TEST (test_month)
{
  const guint n_days = g_getenv ("DEID_TEST_SOAK") != NULL ? N_DAYS : count_trials (2);
  g_autoptr (GPtrArray) policies
      = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_stored_policy_unref);
  g_autoptr (GRand) rand = g_rand_new_with_seed (45);
  g_autofree char *changed = NULL;
  g_autoptr (DeidEngine) engine = NULL;
  SqlClient client;
  GError *error = NULL;

  if (!sql_client_init (&client, dialects[_i]))
    return;
  if (client.dialect == DEID_DIALECT_POSTGRESQL)
    sql_client_try (&client, "CREATE ROLE reader LOGIN;");
  for (guint day = 0; day < n_days; day++)
    {
      g_autofree char *output = g_strdup_printf ("day_%02u", day);

      g_ptr_array_add (policies, live_day (&client, day, output, rand));
    }
  for (guint day = 0; day < n_days; day++)
    {
      g_autofree char *output = g_strdup_printf ("day_%02u", day);

      verify (&client, output, g_ptr_array_index (policies, day), NULL);
    }
  changed = sql_client_run (&client, "INSERT INTO day_00 SELECT * FROM day_00 LIMIT 1;\n");
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  ck_assert_ptr_null (
      deid_engine_verify (engine, "day_00", g_ptr_array_index (policies, 0), NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "numbers of records", NULL);
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-month");
  TCase *tests = tcase_create ("month");

  tcase_set_timeout (tests, 3600);
  tcase_add_loop_test (tests, test_month, 0, G_N_ELEMENTS (dialects));
  suite_add_tcase (suite, tests);
  return suite;
}
