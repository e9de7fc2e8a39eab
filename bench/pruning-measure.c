/* SPDX-License-Identifier: LGPL-2.1-or-later */
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

static DeidSearch *
make_search (const Task *task, GError **error)
{
  g_autoptr (DeidSearch) search = NULL;

  switch (task->algorithm)
    {
    case ALGORITHM_FLASH:
    case ALGORITHM_FLASH_CONTROL:
      search = deid_search_new_flash (DEID_REPRESENTATION_IMPLICIT);
      break;
    case ALGORITHM_FLASH_EXPLICIT:
      search = deid_search_new_flash (DEID_REPRESENTATION_EXPLICIT);
      break;
    case ALGORITHM_BEST_FIRST:
    case ALGORITHM_BEST_FIRST_CONTROL:
      search = deid_search_new_best_first ();
      break;
    case ALGORITHM_INTERVAL:
      search = deid_search_new_optimal ();
      break;
    default:
      search = deid_search_new_igreedy ();
      break;
    }
  if ((task->algorithm == ALGORITHM_FLASH_CONTROL
       || task->algorithm == ALGORITHM_BEST_FIRST_CONTROL)
      && !deid_search_set_prediction (search, FALSE, error))
    return NULL;
  if (!deid_search_set_time_limit (search, task->seconds, error))
    return NULL;
  return g_steal_pointer (&search);
}

static void
take_properties (const DeidResult *result, Outcome *outcome)
{
  for (DeidProperty p = DEID_PROPERTY_INSUFFICIENT_PRIVACY; p <= DEID_PROPERTY_INSUFFICIENT_QUALITY;
       p++)
    outcome->properties[p]
        = (PropertyCounts){ .n_inserts = deid_result_get_n_inserts (result, p),
                            .n_queries = deid_result_get_n_queries (result, p),
                            .n_hits = deid_result_get_n_hits (result, p),
                            .n_kept = deid_result_get_n_kept (result, p),
                            .max_kept = deid_result_get_max_kept (result, p),
                            .n_bytes = deid_result_get_property_bytes (result, p) };
}

static void
take_steps (const DeidResult *result, Outcome *outcome)
{
  const guint64 n = deid_result_get_n_improvements (result);

  outcome->n_steps = (guint) MIN (n, MAX_STEPS);
  for (guint i = 0; i < outcome->n_steps; i++)
    {
      const guint64 step = i < MAX_STEPS / 2 ? i : n - outcome->n_steps + i;

      outcome->steps[i]
          = (Step){ .loss = deid_result_get_improvement_loss (result, step),
                    .seconds = deid_result_get_improvement_seconds (result, step),
                    .n_evaluated = deid_result_get_improvement_n_evaluated (result, step) };
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
  outcome->n_policies = deid_result_get_n_policies (result);
  outcome->n_evaluated = deid_result_get_n_evaluated (result);
  outcome->n_bytes = deid_result_get_n_bytes (result);
  outcome->gap = deid_result_get_gap (result);
  outcome->total = total;
  for (DeidPhase phase = DEID_PHASE_PREPARE; phase <= DEID_PHASE_BOOKKEEPING; phase++)
    outcome->seconds[phase] = deid_result_get_seconds (result, phase);
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
