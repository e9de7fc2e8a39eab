/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/prove.h"

#include <string.h>

#include "search/interval/interval.h"

static gboolean
prove_interval (DeidInterval *interval, GError **error)
{
  DeidWorker worker = { 0 };
  const DeidBox *top;
  gboolean success;

  success = deid_worker_init (&worker, interval, 0, error);
  worker.refiner.is_exact = TRUE;
  success = success && deid_worker_start (&worker, &top, error)
            && (!interval->has_cuts || deid_worker_prove_units (&worker, error));
  if (success)
    deid_worker_run (&worker);
  deid_worker_clear (&worker);
  return success;
}

/* Returns: whether the run came to its end. */
static gboolean
check_run (DeidRun *run, const DeidStop *stop, GError **error)
{
  if (run->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&run->error));
      return FALSE;
    }
  if (!run->ended)
    return TRUE;
  if (deid_stop_check (stop, error)) /* a cancellable that was reset meanwhile */
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "the proof was cancelled");
  return FALSE;
}

gboolean
deid_search_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                   const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
                   const DeidStop *stop, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  DeidInterval interval;
  DeidRun run;
  gboolean success;

  success = deid_run_init (&run, search, prepared, NULL, g_get_monotonic_time (), error);
  if (success)
    {
      run.stop = *stop;
      deid_run_consider (&run, optimum, verdict);
      success = deid_interval_init (&interval, &run, 1, DEID_MAX_RUNS, error);
      interval.proof = funcs;
      interval.proof_data = data;
      success = success && prove_interval (&interval, error) && check_run (&run, stop, error);
      deid_interval_clear (&interval);
    }
  deid_run_clear (&run);
  return success;
}
