/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proven optima on a real table of three columns, age, race and sex, against a program that shares
 * nothing with the library: each way to group race and sex is tried, and for each of them the best
 * runs of ages are found by dynamic programming over how many records are suppressed. */
#include "support/suite.h"

#include <string.h>

#include "support/lesson.h"

#define MAX_AGES 128
#define N_RACES  5
#define N_SEXES  2
#define N_CELLS  (N_RACES * N_SEXES)

/* What a record costs, in 3 x 99 x 4 parts of one: the number of ages, races or sexes that its
 * label covers besides its own, among those of the hierarchy. */
#define OF_AGE     4
#define OF_RACE    99
#define OF_SEX     396
#define SUPPRESSED (3 * 396)

typedef struct
{
  guint ages[MAX_AGES]; /* the place in the order of each that records have */
  guint n_ages;
  guint64 n_records;
  guint64 below[MAX_AGES + 1][N_CELLS]; /* records of the ages before */
} Table;

static guint
find_line (char **lines, const char *value)
{
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], value) && lines[i][strlen (value)] == ';')
      return i;
  ck_abort_msg ("%s is no value of the hierarchy", value);
  return 0;
}

static char **
read_lines (const char *name)
{
  g_autofree char *path = g_strconcat ("data/adult/", name, NULL);
  g_autofree char *text = NULL;

  ck_assert (g_file_get_contents (find_shared_file (path), &text, NULL, NULL));
  g_strdelimit (text, "\r", '\n');
  return g_strsplit (text, "\n", -1);
}

/* The order of each column is that of the lines of its hierarchy. */
static void
table_init (Table *table)
{
  static guint64 counts[MAX_AGES][N_CELLS];
  g_auto (GStrv) lines = read_lines ("demographics_32561.csv");
  g_auto (GStrv) ages = read_lines ("hierarchy_age.csv");
  g_auto (GStrv) races = read_lines ("hierarchy_race.csv");
  g_auto (GStrv) sexes = read_lines ("hierarchy_sex.csv");

  memset (counts, 0, sizeof counts);
  *table = (Table){ 0 };
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ";", -1);

      counts[find_line (ages, cells[2])]
            [find_line (races, cells[1]) * N_SEXES + find_line (sexes, cells[0])]++;
      table->n_records++;
    }
  for (guint age = 0; age < MAX_AGES; age++)
    {
      const guint n = table->n_ages;
      guint64 sum = 0;

      for (guint cell = 0; cell < N_CELLS; cell++)
        {
          table->below[n + 1][cell] = table->below[n][cell] + counts[age][cell];
          sum += counts[age][cell];
        }
      if (sum > 0)
        table->ages[table->n_ages++] = age;
    }
}

/* A way to group the cells of race and sex. */
typedef struct
{
  guint groups[N_CELLS];
  guint costs[N_CELLS]; /* of a kept record */
} Cells;

static void
cells_init (Cells *cells, guint merged_races, gboolean merges_sexes)
{
  guint first = 0, last;

  for (guint race = 0; race < N_RACES; race++)
    {
      if (race > 0 && (merged_races >> (race - 1) & 1) == 0)
        first = race;
      for (last = race; last + 1 < N_RACES && (merged_races >> last & 1) == 1;)
        last++;
      for (guint sex = 0; sex < N_SEXES; sex++)
        {
          cells->groups[race * N_SEXES + sex] = first * N_SEXES + (merges_sexes ? 0 : sex);
          cells->costs[race * N_SEXES + sex]
              = OF_RACE * (last - first) + (merges_sexes ? OF_SEX : 0);
        }
    }
}

/* Returns: what the records of a run of ages cost. */
static guint64
cost_run (const Table *table, const Cells *cells, guint first, guint last, guint64 k,
          guint64 *n_suppressed)
{
  const guint extent = OF_AGE * (table->ages[last] - table->ages[first]);
  guint64 sizes[N_CELLS] = { 0 }, n[N_CELLS], cost = 0;

  *n_suppressed = 0;
  for (guint cell = 0; cell < N_CELLS; cell++)
    {
      n[cell] = table->below[last + 1][cell] - table->below[first][cell];
      sizes[cells->groups[cell]] += n[cell];
    }
  for (guint cell = 0; cell < N_CELLS; cell++)
    if (sizes[cells->groups[cell]] < k)
      {
        *n_suppressed += n[cell];
        cost += SUPPRESSED * n[cell];
      }
    else
      cost += (cells->costs[cell] + extent) * n[cell];
  return cost;
}

/* The least that the first ages cost with a number of records suppressed. */
typedef struct
{
  guint64 limit;
  guint64 *costs; /* of each number of ages and of records */
} Plan;

static guint64 *
get_costs (const Plan *plan, guint n_ages)
{
  return plan->costs + n_ages * (plan->limit + 1);
}

static void
extend (const Plan *plan, guint first, guint last, guint64 cost, guint64 n_suppressed)
{
  const guint64 *from = get_costs (plan, first);
  guint64 *to = get_costs (plan, last + 1);

  for (guint64 n = 0; n + n_suppressed <= plan->limit; n++)
    if (from[n] != G_MAXUINT64 && from[n] + cost < to[n + n_suppressed])
      to[n + n_suppressed] = from[n] + cost;
}

static void
plan_ages (const Table *table, const Cells *cells, guint64 k, Plan *plan)
{
  memset (plan->costs, 0xff, (table->n_ages + 1) * (plan->limit + 1) * sizeof *plan->costs);
  plan->costs[0] = 0;
  for (guint first = 0; first < table->n_ages; first++)
    for (guint last = first; last < table->n_ages; last++)
      {
        guint64 n_suppressed;
        const guint64 cost = cost_run (table, cells, first, last, k, &n_suppressed);

        extend (plan, first, last, cost, n_suppressed);
      }
}

/* The least that all records cost with each number of them suppressed. */
static void
find_best (const Table *table, guint64 k, Plan *plan, guint64 *best)
{
  memset (best, 0xff, (plan->limit + 1) * sizeof *best);
  for (guint merged = 0; merged < 1u << (N_RACES - 1 + N_SEXES - 1); merged++)
    {
      Cells cells;

      cells_init (&cells, merged >> 1, merged & 1);
      plan_ages (table, &cells, k, plan);
      for (guint64 n = 0; n <= plan->limit; n++)
        best[n] = MIN (best[n], get_costs (plan, table->n_ages)[n]);
    }
}

static DeidLattice *
load_lattice (void)
{
  static const char *const names[] = { "age", "race", "sex" };
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  DeidLattice *lattice;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_delimiter (csv, ';', NULL));
  dataset = deid_dataset_new_from_csv_file (find_shared_file ("data/adult/demographics_32561.csv"),
                                            csv, NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < G_N_ELEMENTS (names); a++)
    {
      g_autofree char *file = g_strdup_printf ("data/adult/hierarchy_%s.csv", names[a]);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (find_shared_file (file), csv, NULL, &error);

      assert_no_error (error);
      deid_lattice_add_leaf_cuts (lattice, names[a], hierarchy, &error);
      assert_no_error (error);
    }
  return lattice;
}

static void
check_optimum (const Table *table, DeidLattice *lattice, guint64 k, guint64 limit,
               const guint64 *best)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  guint64 least = G_MAXUINT64;
  GError *error = NULL;

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (k, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, limit, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  for (guint64 n = 0; n <= limit; n++)
    least = MIN (least, best[n]);
  ck_assert_double_eq_tol (deid_result_get_loss (result),
                           (double) least / ((double) table->n_records * SUPPRESSED), 1e-12);
  ck_assert_uint_eq (best[deid_result_get_n_suppressed (result)], least);
}

START_TEST (all_sizes)
{
  static const guint64 sizes[] = { 2, 5, 25, 100, 1000 };
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree guint64 *best = NULL;
  Table table;
  Plan plan;

  if (find_shared_file ("data/adult/demographics_32561.csv") == NULL)
    {
      note_skipped ();
      return;
    }
  table_init (&table);
  lattice = load_lattice ();
  plan.limit = table.n_records / 20;
  plan.costs = g_new (guint64, (table.n_ages + 1) * (plan.limit + 1));
  best = g_new (guint64, plan.limit + 1);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      find_best (&table, sizes[i], &plan, best);
      check_optimum (&table, lattice, sizes[i], plan.limit, best);
      check_optimum (&table, lattice, sizes[i], 0, best);
    }
  g_free (plan.costs);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cut-demographics");
  TCase *tests = tcase_create ("optima");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, all_sizes);
  suite_add_tcase (suite, tests);
  return suite;
}
