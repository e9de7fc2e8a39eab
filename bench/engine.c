/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a table takes that stays in DuckDB, against what DuckDB needs by itself to group it and
 * to write it with labels: k = 5, at most 5 % suppressed.
 *
 * The table is made of copies of another one in the engine. In a copy that is not the first every
 * eighth record is older by as many years as the copy has before it, modulo 40. */
#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "load-table.h"
#include "machine.h"
#include "search-problem.h"
#include "support/duckdb.h"

#define EXIT_SKIPPED 77
#define N_ATTRIBUTES 9
#define N_AGES       86
#define TARGET       3 /* times what the engine needs by itself */

static char *table_path;
static char *database_path;
static int n_copies = 10;

static const GOptionEntry entries[]
    = { { "table", 't', 0, G_OPTION_ARG_FILENAME, &table_path,
          "the health table, which a script makes", "FILE" },
        { "database", 'd', 0, G_OPTION_ARG_FILENAME, &database_path, "a new database (in memory)",
          "FILE" },
        { "copies", 'c', 0, G_OPTION_ARG_INT, &n_copies, "copies of the table (10)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const char *const names[]
    = { "YEAR", "QUARTER", "REGION", "PERNUM", "AGE", "MARSTAT", "SEX", "RACEA", "EDUC" };

/* What takes time, by the statement that is run. */
typedef enum
{
  COUNT,   /* the engine's part */
  FETCH,   /* ours */
  LABELS,  /* helper tables */
  RELEASE, /* CREATE TABLE AS */
  CHECK,
  OTHER,
  N_STEPS
} Step;

static const char *const step_names[]
    = { "count", "fetch", "helper tables", "release", "check", "other" };

typedef struct
{
  Duck *duck;
  double seconds[N_STEPS];
  gboolean is_made; /* the released table: what is counted then is checked */
  double yardstick; /* of the joins, or 0 before they were measured */
} Host;

static void
execute (Duck *duck, const char *sql)
{
  GError *error = NULL;

  check_success (duck_run (duck, sql, NULL, NULL, &error), &error);
}

static Step
find_step (const Host *host, const char *sql)
{
  if (g_str_has_prefix (sql, "SELECT") && strstr (sql, "GROUP BY") != NULL)
    return host->is_made ? CHECK : COUNT;
  if (g_str_has_prefix (sql, "INSERT INTO") && strstr (sql, "_release\" SELECT ") != NULL)
    return RELEASE;
  return g_str_has_prefix (sql, "INSERT") || g_str_has_prefix (sql, "CREATE") ? LABELS : OTHER;
}

/* What the engine needs for the same joins, of the values as they are, before helper tables are
 * dropped. */
static double
time_joins (Duck *duck, const char *mark)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE yardstick AS SELECT ");
  g_autoptr (GString) joins = g_string_new (NULL), numbers = g_string_new (NULL);
  double start;

  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      g_autofree char *made
          = g_strdup_printf ("CREATE TABLE yardstick%u AS SELECT substr(v, 2, length(v) - 2) AS v, "
                             "n, label FROM deid_%s_label%u",
                             a, mark, a);

      execute (duck, made);
      g_string_append_printf (sql, "%sl%u.label AS %s", a > 0 ? ", " : "", a, names[a]);
      g_string_append_printf (joins, " JOIN yardstick%u l%u ON l%u.v = t.%s", a, a, a, names[a]);
      g_string_append_printf (numbers, "%sl%u.n", a > 0 ? " + " : "", a);
    }
  g_string_append_printf (sql, " FROM people t%s WHERE (%s) IN (SELECT * FROM deid_%s_kept)",
                          joins->str, numbers->str, mark);
  start = get_wall_seconds ();
  execute (duck, sql->str);
  return get_wall_seconds () - start;
}

static gboolean
run (const char *sql, DeidEngineRows *rows, GCancellable *cancellable G_GNUC_UNUSED,
     gpointer user_data, GError **error)
{
  Host *host = user_data;
  const Step step = find_step (host, sql);
  double start;
  gboolean success = TRUE;

  if (host->yardstick == 0 && g_str_has_prefix (sql, "DROP TABLE"))
    {
      g_autofree char *mark = g_strndup (strstr (sql, "deid_") + strlen ("deid_"),
                                         strlen ("20261129190512_1a2b3c4d5e6f"));

      host->yardstick = time_joins (host->duck, mark);
    }
  start = get_wall_seconds ();
  if (g_str_has_prefix (sql, "SELECT"))
    {
      struct ArrowArrayStream stream;

      success = duck_query_stream (host->duck, sql, &stream, error);
      if (step == COUNT)
        {
          host->seconds[COUNT] += get_wall_seconds () - start;
          start = get_wall_seconds ();
        }
      success = success && deid_engine_rows_add_arrow (rows, &stream, error);
    }
  else
    success = duck_run (host->duck, sql, NULL, NULL, error);
  host->seconds[step == COUNT ? FETCH : step] += get_wall_seconds () - start;
  host->is_made |= step == RELEASE;
  return success;
}

static void
make_people (Duck *duck, const char *path)
{
  g_autofree char *sql = g_strdup_printf (
      "CREATE TABLE people AS SELECT YEAR, QUARTER, REGION, PERNUM, CASE WHEN c > 0 AND (id + c) "
      "%% "
      "8 = 0 THEN CAST((CAST(AGE AS integer) + c %% 40) %% %d AS text) ELSE AGE END AS AGE, "
      "MARSTAT, SEX, RACEA, EDUC FROM (SELECT row_number() OVER () AS id, * FROM "
      "read_csv('%s', delim = ';', header = true, all_varchar = true)) t, range(%d) r(c)",
      N_AGES, path, n_copies);

  execute (duck, sql);
}

static double
time_grouping (Duck *duck)
{
  const double start = get_wall_seconds ();

  execute (duck, "SELECT count(*), sum(n) FROM (SELECT *, count(*) AS n FROM people GROUP BY ALL)");
  return get_wall_seconds () - start;
}

static DeidResult *
search (DeidDataset *combinations, const char *hierarchies)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (combinations);
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (5, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;
  DeidResult *result;

  for (guint c = 0; c < N_ATTRIBUTES; c++)
    check_success (load_quasi_identifier (lattice, hierarchies,
                                          deid_dataset_get_column_name (combinations, c), &error),
                   &error);
  problem = deid_problem_new (lattice);
  check_success (deid_problem_add_privacy_model (problem, model, &error), &error);
  check_success (deid_problem_set_suppression_limit (problem, 0.05, &error), &error);
  result = deid_search_run (optimal, problem, NULL, &error);
  return check (result, &error);
}

static void
print_seconds (const char *what, double seconds)
{
  g_print ("%-16s %9.2f s\n", what, seconds);
}

static int
measure (Host *host, const Table *table)
{
  g_autoptr (DeidEngine) engine = deid_engine_new (DEID_DIALECT_DUCKDB, run, host, NULL, NULL);
  g_autoptr (DeidEngineTable) people = deid_engine_table_new (engine, "people", NULL);
  g_autoptr (DeidDataset) combinations = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  double grouping, start, searched, whole, engine_alone;

  make_people (host->duck, table->csv);
  grouping = time_grouping (host->duck);
  for (guint c = 0; c < N_ATTRIBUTES; c++)
    check_success (
        deid_engine_table_set_role (people, names[c], DEID_ROLE_QUASI_IDENTIFYING, &error), &error);
  start = get_wall_seconds ();
  combinations = deid_engine_table_count (people, NULL, &error);
  check (combinations, &error);
  searched = get_wall_seconds ();
  result = search (combinations, table->hierarchies);
  searched = get_wall_seconds () - searched;
  check_success (deid_engine_table_release (people, result, "release", NULL, &error), &error);
  whole = get_wall_seconds () - start - host->yardstick;
  engine_alone = grouping + host->yardstick;
  g_print ("%" G_GUINT64_FORMAT " records, %" G_GUINT64_FORMAT " combinations, %" G_GUINT64_FORMAT
           " suppressed\n",
           deid_dataset_get_n_records (combinations), deid_dataset_get_n_rows (combinations),
           deid_result_get_n_suppressed (result));
  print_seconds ("GROUP BY", grouping);
  print_seconds ("joins", host->yardstick);
  for (guint step = 0; step < N_STEPS; step++)
    print_seconds (step_names[step], host->seconds[step]);
  print_seconds ("search", searched);
  print_seconds ("whole", whole);
  g_print ("%.2f times the engine alone, target %d; %" G_GUINT64_FORMAT " MB at most\n",
           whole / engine_alone, TARGET, get_peak_memory () / 1000000);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time a table in DuckDB");
  g_autoptr (GError) error = NULL;
  const Machine machine = describe_machine ();
  Table table;
  Host host = { 0 };
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  if (!duck_is_here ())
    {
      g_printerr ("left out: there is no libduckdb.so\n");
      return EXIT_SKIPPED;
    }
  table = find_table ("health", N_ATTRIBUTES, NULL);
  if (table_path != NULL)
    {
      g_free (table.csv);
      table.csv = g_strdup (table_path);
    }
  if (!g_file_test (table.csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("left out: %s is not there\n", table.csv);
      table_clear (&table);
      return EXIT_SKIPPED;
    }
  print_machine (&machine);
  host.duck = check (duck_open (database_path, &error), &error);
  status = measure (&host, &table);
  duck_close (host.duck);
  table_clear (&table);
  return status;
}
