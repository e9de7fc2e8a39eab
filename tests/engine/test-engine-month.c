/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A month of releases of a table that changes each day, some of which fail. Every table that is
 * there in the end can be verified, and nothing else is there. */
#include <string.h>

#include "support/engine-case.h"
#include "support/suite.h"

static const DeidDialect dialects[] = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL,
                                        DEID_DIALECT_DUCKDB, DEID_DIALECT_CLICKHOUSE };

#define N_DAYS 30

/* Hands on each statement but that whose number the file tells, at which the client is killed, or
 * loses what it was told last. */
static const char failing_client[] = "file=$1; mode=$2; shift 2\n"
                                     "pass ()\n{\n"
                                     "read -r n <\"$file\"; echo $((n - 1)) >\"$file\"\n"
                                     "[ \"$n\" -ne 0 ] && { hand_on; return; }\n"
                                     "case $mode in\n"
                                     "killed) kill -9 \"$(cat \"$0.pid\")\"; return 1;;\n"
                                     "refused) echo 'no rights, or no room' >&2; return 1;;\n"
                                     "after) printf '%s' \"$statement\"; return 1;;\n"
                                     "esac\n}\n";

static const char *const modes[] = { "killed", "refused", "after" };

/* Returns: (transfer full): the rows of a day, whose combinations change from day to day. */
static char *
list_rows (guint day)
{
  GString *sql = g_string_new ("INSERT INTO t VALUES ");

  for (guint i = 0; i < 24; i++)
    g_string_append_printf (sql, "%s('%u', '%s', 'note %u of day %u')", i > 0 ? ", " : "",
                            (i * (day + 1)) % 7 + 20, i % 3 == 0 ? "flu" : "cold", i, day);
  g_string_append (sql, ";\n");
  return g_string_free (sql, FALSE);
}

static DeidEngineTable *
open_day (const SqlClient *client, const char *command)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, command, NULL);
  DeidEngineTable *table = deid_engine_table_new (engine, "t", NULL);

  ck_assert (deid_engine_table_set_role (table, "age", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_role (table, "illness", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_engine_table_set_role (table, "note", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_engine_table_set_fingerprint (table, TRUE, NULL));
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
run_day (const SqlClient *client, const char *command, const char *output, GError **error)
{
  g_autoptr (DeidEngineTable) table = open_day (client, command);
  g_autoptr (DeidDataset) combinations = deid_engine_table_count (table, NULL, error);
  g_autoptr (DeidResult) result = combinations != NULL ? solve_day (combinations, error) : NULL;

  return result != NULL && deid_engine_table_release (table, result, output, NULL, error)
             ? deid_stored_policy_new (result, NULL, error)
             : NULL;
}

/* Returns: (transfer full): a client that fails at the statement of a number. */
static char *
make_failing (const SqlClient *client, const char *mode, guint statement)
{
  g_autofree char *number = g_strdup_printf ("%u\n", statement);
  const char *file = write_file ("month.number", number, -1);
  g_autofree char *arguments = g_strconcat (file, " ", mode, NULL);

  return sql_client_wrap (client, "month.sh", failing_client, arguments);
}

static gboolean
is_listed (const SqlClient *client, const char *name)
{
  g_autofree char *tables = sql_client_list_tables (client);
  g_auto (GStrv) names = g_strsplit (tables, "\n", 0);

  return g_strv_contains ((const char *const *) names, name);
}

/* A day that fails leaves nothing, or says what it may have left. */
static void
fail_day (const SqlClient *client, guint day, const char *output)
{
  g_autofree char *command = make_failing (client, modes[day % G_N_ELEMENTS (modes)], day / 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidStoredPolicy) policy = run_day (client, command, output, &error);
  g_autofree char *tables = sql_client_list_tables (client);

  if (policy == NULL)
    ck_assert (!is_listed (client, output)
               || strstr (error->message, "may be in the engine as") != NULL);
  ck_assert (strstr (tables, "deid_") == NULL || strstr (error->message, "deid_") != NULL);
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
}

START_TEST (test_month)
{
  const guint step = get_stride () > 1 ? 10 : 1;
  g_autoptr (GPtrArray) policies
      = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_stored_policy_unref);
  g_autofree char *changed = NULL;
  SqlClient client;
  GError *error = NULL;

  if (!sql_client_init (&client, dialects[_i]))
    return;
  for (guint day = 0; day < N_DAYS; day += step)
    {
      g_autofree char *output = g_strdup_printf ("day_%02u", day);
      DeidStoredPolicy *policy;

      load_day (&client, day);
      fail_day (&client, day, output);
      if (is_listed (&client, output))
        {
          g_autofree char *sql = g_strdup_printf ("DROP TABLE %s;", output);

          g_free (sql_client_run (&client, sql));
        }
      policy = run_day (&client, client.command, output, &error);
      assert_no_error (error);
      g_ptr_array_add (policies, policy);
      verify (&client, output, policy, "t");
    }
  for (guint i = 0; i < policies->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("day_%02u", i * step);

      verify (&client, name, g_ptr_array_index (policies, i), NULL);
    }
  changed = sql_client_run (&client, "INSERT INTO day_00 SELECT * FROM day_00 LIMIT 1;\n");
  {
    g_autoptr (DeidEngine) engine = deid_engine_new_command (client.dialect, client.command, NULL);

    ck_assert_ptr_null (
        deid_engine_verify (engine, "day_00", g_ptr_array_index (policies, 0), NULL, NULL, &error));
    assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "numbers of records", NULL);
  }
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-month");
  TCase *tests = tcase_create ("month");

  tcase_set_timeout (tests, 300);
  tcase_add_loop_test (tests, test_month, 0, G_N_ELEMENTS (dialects));
  suite_add_tcase (suite, tests);
  return suite;
}
