/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "figures.h"
#include "search-table.h"

#include <string.h>

#include "apart.h"
#include "yardstick.h"

#define YARDSTICK_SECONDS 0.02

/* What one evaluation reads and writes at least, where it refines 16-bit classes by 8-bit parts. */
typedef struct
{
  guint64 n_rows;
  guint16 *ids;
  guint8 *parts;
  guint32 *cells;
} Yardstick;

typedef struct
{
  guint n_runs;
  double *wall;
  double *cpu;
  double *search;
  double *cost;
  double *ratio;
} Samples;

static void
run_yardstick (gpointer data)
{
  Yardstick *yardstick = data;

  yardstick_split (yardstick->ids, 2, yardstick->parts, 1, yardstick->cells, yardstick->n_rows);
  yardstick_write (yardstick->cells, yardstick->ids, 2, yardstick->n_rows);
}

/* Returns: the seconds of one pass. */
static double
measure_yardstick (guint64 n_rows)
{
  Yardstick yardstick = { .n_rows = n_rows,
                          .ids = g_new0 (guint16, n_rows),
                          .parts = g_new0 (guint8, n_rows),
                          .cells = g_new0 (guint32, n_rows) };
  const guint64 n = count_repetitions (run_yardstick, &yardstick, YARDSTICK_SECONDS);
  const double seconds = time_pass (run_yardstick, &yardstick, n);

  g_free (yardstick.ids);
  g_free (yardstick.parts);
  g_free (yardstick.cells);
  return seconds;
}

/* Takes what must be the same in each run from the first one; compares it in the others. With
 * several threads the policies evaluated depend on who was first. */
static gboolean
note_result (const DeidResult *result, const Effort *effort, Outcome *outcome, GError **error)
{
  g_autofree char *optimum = deid_policy_to_text (deid_result_get_policy (result), NULL);

  if (outcome->n_runs == 0)
    {
      deid_lattice_get_size (deid_problem_get_lattice (deid_result_get_problem (result)),
                             &outcome->n_policies);
      outcome->n_evaluated = deid_result_get_n_evaluated (result);
      outcome->n_suppressed = deid_result_get_n_suppressed (result);
      outcome->loss = deid_result_get_loss (result);
      g_strlcpy (outcome->optimum, optimum, sizeof outcome->optimum);
    }
  outcome->n_runs++;
  if (deid_result_is_proven_optimal (result)
      && (effort->n_threads > 1 || outcome->n_evaluated == deid_result_get_n_evaluated (result))
      && outcome->n_suppressed == deid_result_get_n_suppressed (result)
      && memcmp (&outcome->loss, &(double){ deid_result_get_loss (result) }, sizeof (double)) == 0
      && strncmp (outcome->optimum, optimum, sizeof outcome->optimum - 1) == 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "run %u differs from the first one",
               outcome->n_runs);
  return FALSE;
}

static gboolean
run_once (DeidProblem *problem, const Effort *effort, Outcome *outcome, Samples *samples,
          GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  const guint i = outcome->n_runs;
  double wall, cpu, yardstick;

  if (!deid_search_set_n_threads (search, effort->n_threads, error))
    return FALSE;
  wall = get_wall_seconds ();
  cpu = get_cpu_seconds ();
  result = deid_search_run (search, problem, NULL, error);
  cpu = get_cpu_seconds () - cpu;
  wall = get_wall_seconds () - wall;
  if (result == NULL || !note_result (result, effort, outcome, error))
    return FALSE;
  if (i == 0)
    outcome->peak_memory = get_peak_memory (); /* before there is a yardstick */
  yardstick = measure_yardstick (outcome->n_rows);
  samples->wall[i] = wall;
  samples->cpu[i] = cpu;
  samples->search[i] = get_figure (result, "search-seconds");
  samples->cost[i] = 1e9 * cpu / (double) outcome->n_rows / (double) outcome->n_evaluated;
  samples->ratio[i] = cpu / (double) outcome->n_evaluated / yardstick;
  return TRUE;
}

static gboolean
run_all (const Table *table, const Effort *effort, Outcome *outcome, GError **error)
{
  const guint n_runs = effort->n_runs;
  g_autoptr (DeidProblem) problem = load_problem (table, error);
  g_autofree double *memory = g_new (double, 5 * (gsize) n_runs);
  Samples samples = { .wall = memory,
                      .cpu = memory + n_runs,
                      .search = memory + 2 * n_runs,
                      .cost = memory + 3 * n_runs,
                      .ratio = memory + 4 * n_runs };
  const double start = get_wall_seconds ();

  if (problem == NULL)
    return FALSE;
  outcome->n_rows
      = deid_dataset_get_n_rows (deid_lattice_get_dataset (deid_problem_get_lattice (problem)));
  do
    if (!run_once (problem, effort, outcome, &samples, error))
      return FALSE;
  while (outcome->n_runs < n_runs && get_wall_seconds () - start < effort->seconds);
  outcome->wall = spread_of (samples.wall, outcome->n_runs);
  outcome->cpu = spread_of (samples.cpu, outcome->n_runs);
  outcome->search = spread_of (samples.search, outcome->n_runs);
  outcome->cost = spread_of (samples.cost, outcome->n_runs);
  outcome->ratio = spread_of (samples.ratio, outcome->n_runs);
  return TRUE;
}

typedef struct
{
  const Table *table;
  const Effort *effort;
} Task;

static gboolean
work (gconstpointer data, gpointer outcome, GError **error)
{
  const Task *task = data;

  return run_all (task->table, task->effort, outcome, error);
}

gboolean
measure_table (const Table *table, const Effort *effort, Outcome *outcome)
{
  const Task task = { .table = table, .effort = effort };
  g_autofree char *name = g_strdup_printf ("%s, %u attributes", table->name, table->n_attributes);

  return work_apart (work, &task, name, outcome, sizeof *outcome);
}
