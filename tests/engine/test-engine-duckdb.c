/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* DuckDB in the process of its host. */
#include <string.h>

#include "support/engine-case.h"
#include "support/suite.h"

/* How a statement fails: it is not run, is run but not said to be, or is said to be but not run. */
typedef enum
{
  REFUSED,
  LOST,
  IDLE
} Failure;

typedef struct
{
  SqlClient client;
  gboolean has_arrow; /* hands over answers as streams */
  Failure failure;
  int countdown; /* to the statement that fails, which is 0 */
} Host;

static gboolean
add_row (const char *const *values, guint n_values, gpointer rows, GError **error)
{
  return deid_engine_rows_add (rows, values, n_values, error);
}

/* Only a SELECT answers with rows. */
static gboolean
run_statement (const Host *host, const char *sql, DeidEngineRows *rows, GError **error)
{
  struct ArrowArrayStream stream;

  if (!host->has_arrow || !g_str_has_prefix (sql, "SELECT"))
    return duck_run (host->client.duck, sql, add_row, rows, error);
  return duck_query_stream (host->client.duck, sql, &stream, error)
         && deid_engine_rows_add_arrow (rows, &stream, error);
}

static gboolean
run (const char *sql, DeidEngineRows *rows, GCancellable *cancellable G_GNUC_UNUSED,
     gpointer user_data, GError **error)
{
  Host *host = user_data;
  const gboolean fails = host->countdown-- == 0;

  if (fails && host->failure == IDLE)
    return TRUE;
  if ((!fails || host->failure == LOST) && !run_statement (host, sql, rows, error))
    return FALSE;
  if (fails)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE, "lost");
  return !fails;
}

static gboolean
host_init (Host *host)
{
  *host = (Host){ .countdown = -1 };
  return sql_client_init_duck (&host->client);
}

/* The released table as it has to be. Returns: (transfer full) (nullable): NULL if there is none.
 */
static char *
list_expected (const EngineCase *table, double limit)
{
  g_autoptr (DeidDataset) dataset = engine_case_build (table), release = NULL;
  g_autoptr (DeidResult) result = engine_case_solve (table, dataset, NULL, "k:2", limit);

  release = result != NULL ? deid_result_apply (result, NULL, NULL, NULL) : NULL;
  return release != NULL ? engine_case_list (table, release) : NULL;
}

/* Counts the table, and releases it, but for the statement of this number. */
static gboolean
release (Host *host, const EngineCase *table, int statement, GError **error)
{
  g_autoptr (DeidEngine) engine = deid_engine_new (DEID_DIALECT_DUCKDB, run, host, NULL, NULL);
  g_autoptr (DeidEngineTable) named = engine_case_name (table, engine, "source");
  g_autoptr (DeidDataset) combinations = deid_engine_table_count (named, NULL, error);
  g_autoptr (DeidResult) result = NULL;

  if (combinations == NULL)
    return FALSE;
  result = engine_case_solve (table, combinations, NULL, "k:2", 0.5);
  ck_assert_ptr_nonnull (result);
  host->countdown = statement;
  return deid_engine_table_release (named, result, "release", NULL, error);
}

START_TEST (test_random)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n = count_trials (200);

  for (guint trial = 0; trial < n; trial++)
    {
      Host host;
      EngineCase table;
      g_autofree char *expected = NULL, *rows = NULL;
      GError *error = NULL;

      if (!host_init (&host))
        return;
      host.has_arrow = trial % 2 == 0;
      engine_case_init_random (&table, rand, trial % 3 == 2);
      expected = list_expected (&table, 0.5);
      engine_case_load (&table, &host.client, "source");
      if (expected != NULL)
        {
          release (&host, &table, -1, &error);
          assert_no_error (error);
          rows = engine_case_list_table (&table, &host.client, "release");
          ck_assert_str_eq (rows, expected);
        }
      sql_client_clear (&host.client);
    }
}

/* A table that is there is the right one, and nothing else is left. A helper table that is only
 * said to have been dropped stays. */
static void
assert_right (const Host *host, const EngineCase *table, gboolean is_made, const char *message,
              const char *expected)
{
  g_autofree char *tables = sql_client_list_tables (&host->client), *rows = NULL;
  const gboolean is_there
      = strstr (tables, "release\n") != NULL && strstr (tables, "_release\n") == NULL;

  ck_assert_int_eq (is_there, is_made || strstr (message, "may be in the engine as") != NULL);
  if (is_there)
    {
      rows = engine_case_list_table (table, &host->client, "release");
      ck_assert_str_eq (rows, expected);
    }
  if (host->failure != IDLE)
    ck_assert_ptr_null (strstr (tables, "deid_"));
}

/* Until a run has no statement of that number. */
START_TEST (test_each_statement)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree char *expected = NULL;
  gboolean is_through = FALSE;
  EngineCase table;

  while (expected == NULL)
    {
      engine_case_init_random (&table, rand, FALSE);
      expected = list_expected (&table, 0.5);
    }
  for (int statement = 0; !is_through; statement += (int) get_stride ())
    {
      Host host;
      gboolean is_made;
      g_autoptr (GError) error = NULL;

      if (!host_init (&host))
        return;
      engine_case_load (&table, &host.client, "source");
      host.failure = (Failure) _i;
      is_made = release (&host, &table, statement, &error);
      is_through = host.countdown >= 0;
      host.countdown = -1;
      assert_right (&host, &table, is_made, error != NULL ? error->message : "", expected);
      sql_client_clear (&host.client);
    }
}

/* Runs what begins and ends so around the path of a file, in quotes. */
static char *
run_on_file (const Host *host, const char *before, const char *name, const char *after)
{
  g_autofree char *sql = g_strdup_printf ("%s'%s'%s;", before, get_temporary_file (name), after);

  return sql_client_run (&host->client, sql);
}

/* From a file to a file: a view is a table that is released. */
START_TEST (test_parquet)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autofree char *expected = NULL, *written = NULL, *viewed = NULL, *copied = NULL, *read = NULL;
  g_autofree char *rows = NULL;
  GError *error = NULL;
  EngineCase table;
  Host host;

  if (!host_init (&host))
    return;
  while (expected == NULL)
    {
      engine_case_init_random (&table, rand, FALSE);
      expected = list_expected (&table, 0.5);
    }
  engine_case_load (&table, &host.client, "loaded");
  written = run_on_file (&host, "COPY loaded TO ", "in.parquet", "");
  viewed
      = run_on_file (&host, "CREATE VIEW source AS SELECT * FROM read_parquet(", "in.parquet", ")");
  release (&host, &table, -1, &error);
  assert_no_error (error);
  copied = run_on_file (&host, "COPY release TO ", "out.parquet", "");
  read = run_on_file (&host, "CREATE VIEW published AS SELECT * FROM read_parquet(", "out.parquet",
                      ")");
  rows = engine_case_list_table (&table, &host.client, "published");
  ck_assert_str_eq (rows, expected);
  sql_client_clear (&host.client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-duckdb");
  TCase *tests = tcase_create ("duckdb");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, test_random);
  tcase_add_test (tests, test_parquet);
  tcase_add_loop_test (tests, test_each_statement, REFUSED, IDLE + 1);
  suite_add_tcase (suite, tests);
  return suite;
}
