/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "figures.h"
#include "pruning-measure.h"

#include <math.h>

#include "apart.h"
#include "pruning-stores.h"

const char *const algorithm_names[N_ALGORITHMS] = {
  [ALGORITHM_FLASH] = "flash",
  [ALGORITHM_FLASH_EXPLICIT] = "flash:explicit",
  [ALGORITHM_BEST_FIRST] = "best-first",
  [ALGORITHM_INTERVAL] = "interval",
  [ALGORITHM_FLASH_CONTROL] = "flash:control",
  [ALGORITHM_BEST_FIRST_CONTROL] = "best-first:control",
  [ALGORITHM_IGREEDY] = "igreedy",
};

static const char *const specifications[N_ALGORITHMS] = {
  [ALGORITHM_FLASH] = "flash",
  [ALGORITHM_FLASH_EXPLICIT] = "flash:explicit",
  [ALGORITHM_BEST_FIRST] = "best-first",
  [ALGORITHM_INTERVAL] = "optimal",
  [ALGORITHM_FLASH_CONTROL] = "flash:no-prediction",
  [ALGORITHM_BEST_FIRST_CONTROL] = "best-first:no-prediction",
  [ALGORITHM_IGREEDY] = "igreedy",
};

static DeidSearch *
make_search (const Task *task, GError **error)
{
  g_autoptr (DeidSearch) search
      = deid_search_new_from_specification (specifications[task->algorithm], error);

  if (search == NULL || !deid_search_set_time_limit (search, task->seconds, error))
    return NULL;
  return g_steal_pointer (&search);
}

static guint64
get_count (const DeidResult *result, Property property, const char *count)
{
  g_autofree char *name
      = g_strdup_printf ("insufficient-%s-%s",
                         property == PROPERTY_INSUFFICIENT_PRIVACY ? "privacy" : "quality", count);

  return (guint64) get_figure (result, name);
}

static void
take_properties (const DeidResult *result, Outcome *outcome)
{
  for (Property p = PROPERTY_INSUFFICIENT_PRIVACY; p <= PROPERTY_INSUFFICIENT_QUALITY; p++)
    outcome->properties[p] = (PropertyCounts){ .n_inserts = get_count (result, p, "inserts"),
                                               .n_queries = get_count (result, p, "queries"),
                                               .n_hits = get_count (result, p, "hits"),
                                               .n_kept = get_count (result, p, "kept"),
                                               .max_kept = get_count (result, p, "max-kept"),
                                               .n_bytes = get_count (result, p, "bytes") };
}

/* Returns: an element of a series of improvements. */
static double
get_element (const DeidReport *statistics, const char *series, guint64 i)
{
  g_autofree char *path = g_strdup_printf ("improvement-%s[%" G_GUINT64_FORMAT "]", series, i);
  double value;

  deid_report_get_number (statistics, path, &value);
  return value;
}

static void
take_steps (const DeidResult *result, Outcome *outcome)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);
  guint64 n;

  deid_report_get_n_rows (statistics, "improvement-losses", &n);
  outcome->n_steps = (guint) MIN (n, MAX_STEPS);
  for (guint i = 0; i < outcome->n_steps; i++)
    {
      const guint64 step = i < MAX_STEPS / 2 ? i : n - outcome->n_steps + i;

      outcome->steps[i]
          = (Step){ .loss = get_element (statistics, "losses", step),
                    .seconds = get_element (statistics, "seconds", step),
                    .n_evaluated = (guint64) get_element (statistics, "evaluations", step) };
    }
}

/* What a complete run counts does not depend on the machine. */
static gboolean
check_repeated (const DeidResult *result, double loss, const Outcome *outcome, GError **error)
{
  if (outcome->n_runs == 0 || !outcome->is_complete
      || deid_result_get_termination (result) != DEID_TERMINATION_COMPLETE
      || (outcome->n_evaluated == deid_result_get_n_evaluated (result)
          && !(outcome->steps[outcome->n_steps - 1].loss < loss)
          && !(outcome->steps[outcome->n_steps - 1].loss > loss)))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "run %u differs from those before",
               outcome->n_runs + 1);
  return FALSE;
}

static void
take_result (const DeidResult *result, double total, Outcome *outcome)
{
  outcome->has_solution = TRUE;
  outcome->is_complete = deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE;
  outcome->is_optimal = deid_result_is_proven_optimal (result);
  deid_lattice_get_size (deid_problem_get_lattice (deid_result_get_problem (result)),
                         &outcome->n_policies);
  outcome->n_evaluated = deid_result_get_n_evaluated (result);
  outcome->n_bytes = (guint64) get_figure (result, "bytes");
  outcome->gap = deid_result_get_gap (result);
  outcome->total = total;
  outcome->seconds[PHASE_PREPARE] = get_figure (result, "prepare-seconds");
  outcome->seconds[PHASE_SEARCH] = get_figure (result, "search-seconds");
  outcome->seconds[PHASE_EVALUATE] = get_figure (result, "evaluate-seconds");
  outcome->seconds[PHASE_BOOKKEEPING] = get_figure (result, "bookkeeping-seconds");
  take_properties (result, outcome);
  take_steps (result, outcome);
}

/* A run that found nothing before it was cut short has an infinite loss. */
static gboolean
run_once (DeidProblem *problem, const Task *task, Outcome *outcome, double *total, double *loss,
          GError **error)
{
  g_autoptr (DeidSearch) search = make_search (task, error);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) run_error = NULL;
  double start;

  if (search == NULL)
    return FALSE;
  start = get_wall_seconds ();
  result = deid_search_run (search, problem, NULL, &run_error);
  *total = get_wall_seconds () - start;
  *loss = INFINITY;
  if (result == NULL)
    {
      if (g_error_matches (run_error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&run_error));
      return FALSE;
    }
  *loss = deid_result_get_loss (result);
  if (!check_repeated (result, *loss, outcome, error))
    return FALSE;
  if (!outcome->has_solution || *total < outcome->total)
    take_result (result, *total, outcome);
  return TRUE;
}

static gboolean
run_task (gconstpointer data, gpointer memory, GError **error)
{
  const Task *task = data;
  Outcome *outcome = memory;
  g_autoptr (DeidProblem) problem = load_problem (task->table, error);
  g_autofree double *totals = g_new (double, task->n_runs);
  g_autofree double *losses = g_new (double, task->n_runs);
  const double start = get_wall_seconds ();

  if (problem == NULL)
    return FALSE;
  use_store (task->store);
  outcome->n_rows
      = deid_dataset_get_n_rows (deid_lattice_get_dataset (deid_problem_get_lattice (problem)));
  do
    {
      if (!run_once (problem, task, outcome, &totals[outcome->n_runs], &losses[outcome->n_runs],
                     error))
        return FALSE;
      outcome->n_runs++;
    }
  while (outcome->n_runs < task->n_runs && get_wall_seconds () - start < task->patience);
  outcome->totals = spread_of (totals, outcome->n_runs);
  outcome->losses = spread_of (losses, outcome->n_runs);
  outcome->peak_memory = get_peak_memory ();
  return TRUE;
}

gboolean
measure_task (const Task *task, Outcome *outcome)
{
  g_autofree char *name
      = g_strdup_printf ("%s, %u attributes, %s", task->table->name, task->table->n_attributes,
                         algorithm_names[task->algorithm]);

  return work_apart (run_task, task, name, outcome, sizeof *outcome);
}
