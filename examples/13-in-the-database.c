/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In the database: a table that is released where it is, in one transaction of the host.
 *
 * The hospital's discharges are in a database, and the released table is to be there too. The
 * library needs no more than a way to run SQL: it has the engine count how many records share each
 * combination of values, searches among these, and has the engine make the release. This program
 * lends it a connection of SQLite, opened and kept by the program itself.
 *
 *     13-in-the-database [DIRECTORY]     the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid.h>
#include <sqlite3.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

static const char *const quasi_identifiers[] = { "age", "sex", "zip" };

static gboolean
fail (sqlite3 *database, GError **error)
{
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE, sqlite3_errmsg (database));
  return FALSE;
}

static gboolean
execute (sqlite3 *database, const char *sql, GError **error)
{
  return sqlite3_exec (database, sql, NULL, NULL, NULL) == SQLITE_OK || fail (database, error);
}

/* Step 1: how the library runs a statement. Most answer with no rows. Whatever the connection has
 * open, here a transaction, is open for all of them. */
static gboolean
run_statement (const char *sql, DeidEngineRows *rows, GCancellable *cancellable, gpointer user_data,
               GError **error)
{
  sqlite3 *database = user_data;
  sqlite3_stmt *statement = NULL;
  gboolean is_taken = TRUE;
  int status;

  (void) cancellable;
  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) != SQLITE_OK)
    return fail (database, error);
  while ((status = sqlite3_step (statement)) == SQLITE_ROW && is_taken)
    {
      const int n = sqlite3_column_count (statement);
      g_autofree const char **values = g_new (const char *, (gsize) n);

      for (int i = 0; i < n; i++)
        values[i] = (const char *) sqlite3_column_text (statement, i);
      is_taken = deid_engine_rows_add (rows, values, (guint) n, error);
    }
  if (is_taken && status != SQLITE_DONE)
    is_taken = fail (database, error);
  sqlite3_finalize (statement);
  return is_taken;
}

/* Step 2: what the columns are. Those that are not mentioned are identifying: they are neither read
 * nor released. */
static DeidEngineTable *
open_table (sqlite3 *database, GError **error)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new (DEID_DIALECT_SQLITE, run_statement, database, NULL, error);
  g_autoptr (DeidEngineTable) table
      = engine != NULL ? deid_engine_table_new (engine, "discharges", error) : NULL;

  for (guint i = 0; table != NULL && i < G_N_ELEMENTS (quasi_identifiers); i++)
    if (!deid_engine_table_set_role (table, quasi_identifiers[i], DEID_ROLE_QUASI_IDENTIFYING,
                                     error))
      return NULL;
  if (table == NULL || !deid_engine_table_set_role (table, "diagnosis", DEID_ROLE_SENSITIVE, error)
      || !deid_engine_table_set_role (table, "stay", DEID_ROLE_INSENSITIVE, error))
    return NULL;
  return g_steal_pointer (&table);
}

static DeidLattice *
load_lattice (DeidDataset *combinations, const char *directory, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (combinations);

  for (guint i = 0; i < G_N_ELEMENTS (quasi_identifiers); i++)
    {
      g_autofree char *file = g_strconcat ("hierarchy_", quasi_identifiers[i], ".csv", NULL);
      g_autofree char *path = g_build_filename (directory, file, NULL);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (path, NULL, NULL, error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, quasi_identifiers[i], hierarchy, NULL,
                                                 error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

/* Step 3: the search. It sees combinations with their numbers of records, and finds the policy that
 * it would find in the table.
 *
 * To see: there are fewer combinations than records; in a large table, far fewer. */
static DeidResult *
find_policy (DeidEngineTable *table, const char *directory, GError **error)
{
  g_autoptr (DeidDataset) combinations = deid_engine_table_count (table, NULL, error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (5, NULL);
  g_autoptr (DeidPrivacyModel) l
      = deid_privacy_model_new_distinct_l_diversity ("diagnosis", 2, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  DeidResult *result;

  if (combinations == NULL || (lattice = load_lattice (combinations, directory, error)) == NULL)
    return NULL;
  printf ("counted     %" G_GUINT64_FORMAT " combinations of %" G_GUINT64_FORMAT " records\n",
          deid_dataset_get_n_rows (combinations), deid_dataset_get_n_records (combinations));
  problem = deid_problem_new (lattice);
  if (!deid_problem_add_privacy_model (problem, k, error)
      || !deid_problem_add_privacy_model (problem, l, error)
      || !deid_problem_set_suppression_limit (problem, 0.05, error)
      || (result = deid_search_run (search, problem, NULL, error)) == NULL)
    return NULL;
  printf ("loss        %.6f, %" G_GUINT64_FORMAT " records suppressed\n",
          deid_result_get_loss (result), deid_result_get_n_suppressed (result));
  return result;
}

/* Step 4: the release, in the transaction that the counting was in, so that nobody can change the
 * table in between. Either all of it is there at the end, or nothing. */
static gboolean
release_table (sqlite3 *database, const char *directory, GError **error)
{
  g_autoptr (DeidEngineTable) table = open_table (database, error);
  g_autoptr (DeidResult) result = NULL;

  if (table == NULL || !execute (database, "BEGIN IMMEDIATE", error))
    return FALSE;
  if ((result = find_policy (table, directory, error)) != NULL
      && deid_engine_table_release (table, result, "release", NULL, error)
      && execute (database, "COMMIT", error))
    return TRUE;
  sqlite3_exec (database, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

/* Step 5: the host's own queries, of the released table alone. */
static gboolean
print_release (sqlite3 *database, GError **error)
{
  static const char query[] = "SELECT age, sex, zip, count(*), count(DISTINCT diagnosis), avg(stay)"
                              " FROM release GROUP BY age, sex, zip ORDER BY 1, 2, 3 LIMIT 4";
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (database, query, -1, &statement, NULL) != SQLITE_OK)
    return fail (database, error);
  printf ("\nage     sex     zip     records diagnoses  days\n");
  while (sqlite3_step (statement) == SQLITE_ROW)
    printf ("%-7s %-7s %-7s %7d %9d %5.1f\n", sqlite3_column_text (statement, 0),
            sqlite3_column_text (statement, 1), sqlite3_column_text (statement, 2),
            sqlite3_column_int (statement, 3), sqlite3_column_int (statement, 4),
            sqlite3_column_double (statement, 5));
  sqlite3_finalize (statement);
  return TRUE;
}

/* What a hospital has already: here the table is made of a file. */
static gboolean
fill_database (sqlite3 *database, const char *directory, GError **error)
{
  static const char *const names[] = { "patient", "age", "sex", "zip", "diagnosis", "stay" };
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  sqlite3_stmt *insert = NULL;
  guint columns[G_N_ELEMENTS (names)];

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL
      || !execute (database,
                   "CREATE TABLE discharges (patient text, age integer, sex text, zip text, "
                   "diagnosis text, stay integer)",
                   error))
    return FALSE;
  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    if (!deid_dataset_find_column (data, names[c], &columns[c], error))
      return FALSE;
  if (sqlite3_prepare_v2 (database, "INSERT INTO discharges VALUES (?, ?, ?, ?, ?, ?)", -1, &insert,
                          NULL)
      != SQLITE_OK)
    return fail (database, error);
  for (guint64 row = 0; row < deid_dataset_get_n_rows (data); row++)
    {
      for (guint c = 0; c < G_N_ELEMENTS (names); c++)
        sqlite3_bind_text (insert, (int) c + 1, deid_dataset_get_value (data, row, columns[c]), -1,
                           SQLITE_STATIC);
      sqlite3_step (insert);
      sqlite3_reset (insert);
    }
  return sqlite3_finalize (insert) == SQLITE_OK || fail (database, error);
}

/* Step 6: a released table is never replaced.
 *
 * To see: the error says so, and the transaction takes back what was made for it. */
static void
try_again (sqlite3 *database, const char *directory)
{
  g_autoptr (GError) error = NULL;

  printf ("\nAgain\n");
  if (!release_table (database, directory, &error))
    printf ("refused     %s\n", error->message);
}

static gboolean
run (sqlite3 *database, const char *directory, GError **error)
{
  if (!fill_database (database, directory, error) || !release_table (database, directory, error)
      || !print_release (database, error))
    return FALSE;
  try_again (database, directory);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  sqlite3 *database = NULL;
  gboolean success = sqlite3_open (":memory:", &database) == SQLITE_OK || fail (database, &error);

  success = success && run (database, argc > 1 ? argv[1] : DATA_DIR, &error);
  sqlite3_close (database);
  if (success)
    return 0;
  fprintf (stderr, "13-in-the-database: %s\n", error->message);
  return 1;
}
