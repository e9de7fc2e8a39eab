/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Interval branch and bound.
 */
#include "search/interval.h"

#include <math.h>

#include "search/search-private.h"

gboolean
deid_interval_init (DeidInterval *interval, DeidRun *run, guint n_workers, GError **error)
{
  *interval = (DeidInterval){ .run = run,
                              .lattice = run->instance->lattice,
                              .n_workers = n_workers,
                              .bounds = g_new (double, n_workers),
                              .n_open = g_new0 (double, n_workers) };
  for (guint i = 0; i < n_workers; i++)
    interval->bounds[i] = INFINITY;
  g_mutex_init (&interval->mutex);
  g_cond_init (&interval->cond);
  deid_growth_init (&interval->growth, interval->lattice);
  return deid_steps_init (&interval->steps, &run->instance->rows, interval->lattice->attributes,
                          &run->stop, error);
}

void
deid_interval_clear (DeidInterval *interval)
{
  deid_steps_clear (&interval->steps);
  deid_growth_clear (&interval->growth);
  g_free (interval->probes.levels);
  g_free (interval->queue);
  g_free (interval->bounds);
  g_free (interval->n_open);
  g_mutex_clear (&interval->mutex);
  g_cond_clear (&interval->cond);
}

/* More workers than policies would have nothing to do. */
static guint
choose_n_workers (const DeidRun *run)
{
  const double n_policies = deid_lattice_get_size_as_double (run->instance->lattice);

  return n_policies < run->search->n_threads ? (guint) n_policies : run->search->n_threads;
}

static gboolean
search (DeidInterval *interval, DeidWorker *worker, GError **error)
{
  const DeidBox *top;

  if (!deid_run_may_evaluate (interval->run))
    return TRUE;
  if (!deid_worker_start (worker, &top, error)
      || (top != NULL && !deid_worker_find_incumbent (worker, &top->refined, error)))
    return FALSE;
  deid_interval_run_workers (interval, worker);
  return TRUE;
}

void
deid_search_interval (DeidRun *run)
{
  DeidInterval interval;
  DeidWorker worker = { 0 };
  GError *error = NULL;

  if (deid_interval_init (&interval, run, choose_n_workers (run), &error)
      && deid_worker_init (&worker, &interval, 0, &error) && search (&interval, &worker, &error))
    run->complete = !run->ended;
  else
    deid_run_fail (run, error);
  deid_worker_clear (&worker);
  deid_interval_clear (&interval);
}
