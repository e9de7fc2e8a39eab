/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "search/interval/interval.h"

/* Lets the refiner lower first what is expected to make S° grow most, so that what it finds to be
 * infeasible is below the top in few dimensions. */
static void
order_steps (DeidWorker *worker)
{
  const DeidGrowth *growth = &worker->interval->growth;

  for (guint d = 0; d < growth->lattice->n_dimensions; d++)
    worker->expected_of_dimension[d] = worker->expected + growth->first[d];
  worker->refiner.worth = worker->expected_of_dimension;
}

gboolean
deid_worker_init (DeidWorker *worker, DeidInterval *interval, guint number, GError **error)
{
  const DeidPreparedProblem *prepared = interval->run->prepared;
  const guint n_dimensions = interval->lattice->n_dimensions;

  *worker = (DeidWorker){ .interval = interval, .number = number };
  if (interval->has_cuts)
    return deid_new_arrays (
               error, DEID_NEW (worker->probe, n_dimensions),
               DEID_NEW (worker->ceiling, n_dimensions),
               DEID_NEW (worker->multipliers, deid_cut_space_count_multipliers (&interval->space)),
               DEID_NEW (worker->incumbent.levels, n_dimensions))
           && deid_cut_bound_init (&worker->cuts, &interval->space, interval->proof != NULL, error)
           && (number > 0
               || deid_descent_init (&worker->descent, interval->run, &worker->cuts, 0, error));
  deid_evidence_ring_init (&worker->evidence, n_dimensions, prepared->rows.n);
  if (!deid_new_arrays (error, DEID_NEW (worker->probe, n_dimensions),
                        DEID_NEW (worker->ceiling, n_dimensions),
                        DEID_NEW (worker->bounds, n_dimensions),
                        DEID_NEW (worker->expected, interval->growth.n_levels),
                        DEID_NEW (worker->expected_of_dimension, n_dimensions),
                        DEID_NEW (worker->incumbent.levels, n_dimensions),
                        DEID_NEW (worker->rows, prepared->rows.n))
      || !deid_deduction_init (&worker->deduction, &interval->growth, error)
      || !deid_row_set_init (&worker->known, prepared->rows.n, error)
      || !deid_refining_evaluator_init (&worker->refiner, prepared, &interval->steps, error))
    return FALSE;
  worker->refiner.cells.n_threads = interval->n_row_threads;
  order_steps (worker);
  return TRUE;
}

static void
interval_workers_free_box (DeidBox *box)
{
  g_free (box->lo);
  g_free (box->multipliers);
  deid_refined_clear (&box->refined);
  g_free (box);
}

void
deid_worker_clear (DeidWorker *worker)
{
  while (worker->n_stack > 0)
    interval_workers_free_box (worker->stack[--worker->n_stack]);
  while (worker->spare != NULL)
    {
      DeidBox *box = worker->spare;

      worker->spare = box->next;
      interval_workers_free_box (box);
    }
  if (worker->top != NULL)
    interval_workers_free_box (worker->top);
  g_free (worker->stack);
  deid_descent_clear (&worker->descent);
  deid_cut_bound_clear (&worker->cuts);
  deid_evaluator_clear (&worker->refiner.base);
  deid_evidence_ring_clear (&worker->evidence);
  deid_deduction_clear (&worker->deduction);
  deid_row_set_clear (&worker->known);
  g_free (worker->rows);
  g_free (worker->incumbent.levels);
  g_free (worker->probe);
  g_free (worker->multipliers);
  g_free (worker->ceiling);
  g_free (worker->bounds);
  g_free (worker->expected);
  g_free (worker->expected_of_dimension);
}

static gboolean
init_cut_box (const DeidWorker *worker, DeidBox *box, GError **error)
{
  const DeidInterval *interval = worker->interval;

  return deid_new_arrays (
      error, DEID_NEW (box->refined.levels, interval->lattice->n_dimensions),
      DEID_NEW (box->multipliers, deid_cut_space_count_multipliers (&interval->space)));
}

DeidBox *
deid_worker_get_box (DeidWorker *worker, GError **error)
{
  DeidBox *box = worker->spare;

  if (box != NULL)
    {
      worker->spare = box->next;
      return box;
    }
  box = deid_alloc (1, sizeof *box, error);
  if (box == NULL)
    return NULL;
  if (deid_new_arrays (error, DEID_NEW (box->lo, worker->interval->lattice->n_dimensions))
      && (worker->interval->has_cuts ? init_cut_box (worker, box, error)
                                     : deid_refined_init (&box->refined, &worker->refiner, error)))
    return box;
  interval_workers_free_box (box);
  return NULL;
}

void
deid_worker_release_box (DeidWorker *worker, DeidBox *box)
{
  box->next = worker->spare;
  worker->spare = box;
}

gboolean
deid_worker_push (DeidWorker *worker, DeidBox *box, GError **error)
{
  if (!deid_grow ((gpointer *) &worker->stack, &worker->stack_capacity, worker->n_stack + 1,
                  sizeof *worker->stack, error))
    {
      deid_worker_release_box (worker, box);
      return FALSE;
    }
  worker->stack[worker->n_stack++] = box;
  return TRUE;
}

/* The upper corner of boxes with cuts is evaluated when they are expanded. */
static gboolean
start_cuts (DeidWorker *worker, DeidBox *box)
{
  const DeidLattice *lattice = worker->interval->lattice;

  deid_lattice_copy_bottom (lattice, box->lo);
  memcpy (box->refined.levels, lattice->heights,
          lattice->n_dimensions * sizeof *box->refined.levels);
  deid_cut_space_start (&worker->interval->space, box->refined.levels);
  box->is_top = TRUE;
  box->bound = 0;
  deid_worker_describe (worker, box);
  return TRUE;
}

gboolean
deid_worker_start (DeidWorker *worker, const DeidBox **top, GError **error)
{
  DeidRun *run = worker->interval->run;
  DeidBox *box = deid_worker_get_box (worker, error);
  gboolean feasible;

  if (box == NULL || !deid_worker_push (worker, box, error))
    return FALSE;
  *top = box;
  if (worker->interval->has_cuts)
    return start_cuts (worker, box);
  if (!deid_refining_evaluator_start (&worker->refiner, &box->refined, &run->stop, &feasible,
                                      error))
    return FALSE;
  deid_lattice_copy_bottom (worker->interval->lattice, box->lo);
  deid_run_consider (run, box->refined.levels, &box->refined.verdict);
  deid_worker_describe (worker, box);
  if (feasible)
    return TRUE;
  *top = NULL;
  worker->n_stack = 0;
  deid_worker_release_box (worker, box);
  return TRUE;
}

gboolean
deid_worker_consider (DeidWorker *worker, const DeidRefined *refined, gboolean feasible,
                      GError **error)
{
  DeidInterval *interval = worker->interval;

  if (deid_probes_contain (&interval->probes, refined->levels, interval->lattice->n_dimensions))
    deid_run_report (interval->run, FALSE);
  else if (deid_run_may_evaluate (interval->run))
    deid_run_consider (interval->run, refined->levels, &refined->verdict);
  worker->n_evaluated++;
  if (interval->proof != NULL)
    return TRUE;
  if (feasible)
    return deid_evidence_ring_add (&worker->evidence, refined, error);
  deid_barriers_add (&worker->deduction.barriers, refined->levels);
  return TRUE;
}

void
deid_worker_describe (const DeidWorker *worker, DeidBox *box)
{
  const DeidIncumbent *incumbent = &worker->incumbent;
  const double objective = incumbent->exists ? incumbent->verdict.objective : INFINITY;

  box->n_policies = 1;
  for (guint d = 0; d < worker->interval->lattice->n_dimensions; d++)
    box->n_policies *= box->refined.levels[d] - box->lo[d] + 1.0;
  box->kind = deid_effort_get_kind (box->n_policies, objective > 0 ? box->bound / objective : 0);
}

void
deid_worker_run (DeidWorker *worker)
{
  DeidInterval *interval = worker->interval;
  GError *error = NULL;
  gboolean success = TRUE;
  DeidBox *box;

  while (success && deid_worker_take_box (worker, &box, &error) && box != NULL)
    {
      success = interval->has_cuts ? deid_worker_expand_cuts (worker, box, &error)
                                   : deid_worker_expand (worker, box, &error);
      deid_worker_release_box (worker, box);
    }
  if (error != NULL)
    deid_run_fail (interval->run, error);
  deid_run_add_evaluating (interval->run, interval->has_cuts ? worker->cuts.evaluating
                                                             : worker->refiner.evaluating);
  g_mutex_lock (&interval->mutex);
  g_cond_broadcast (&interval->cond);
  g_mutex_unlock (&interval->mutex);
}

static gpointer
interval_workers_run_worker (gpointer data)
{
  deid_worker_run (data);
  return NULL;
}

/* Starts as many threads as are to be had.
 * Returns: their number. */
static guint
start_threads (DeidInterval *interval, DeidWorker *workers, GThread **threads, guint n_wanted)
{
  GError *error = NULL;
  guint n = 0;

  for (; n < n_wanted && deid_worker_init (&workers[n], interval, n + 1, &error); n++)
    {
      threads[n] = g_thread_try_new ("deid-search", interval_workers_run_worker, &workers[n], NULL);
      if (threads[n] == NULL)
        break;
    }
  if (error != NULL)
    deid_run_fail (interval->run, error);
  g_mutex_lock (&interval->mutex);
  interval->n_workers = n + 1;
  g_mutex_unlock (&interval->mutex);
  return n;
}

void
deid_interval_run_workers (DeidInterval *interval, DeidWorker *first)
{
  const guint n_wanted = interval->n_workers - 1;
  DeidRun *run = interval->run;
  DeidWorker *others = NULL;
  GThread **threads = NULL;
  GError *error = NULL;
  guint n = 0;

  if (deid_new_arrays (&error, DEID_NEW (others, n_wanted), DEID_NEW (threads, n_wanted)))
    n = start_threads (interval, others, threads, n_wanted);
  else
    deid_run_fail (run, error);
  deid_worker_run (first);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  run->n_bytes = deid_interval_get_n_bytes (interval) + deid_worker_get_n_bytes (first);
  for (guint i = 0; i < n; i++)
    run->n_bytes += deid_worker_get_n_bytes (&others[i]);
  for (guint i = 0; others != NULL && i < n_wanted; i++)
    deid_worker_clear (&others[i]);
  g_free (others);
  g_free (threads);
}
