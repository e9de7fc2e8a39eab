/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Evaluates every policy in the order of ranks. */
#include "search/run.h"

/* Counts up by one with the last dimension as the lowest digit.
 * Returns: FALSE when @levels was the top. */
static gboolean
advance (const DeidLattice *lattice, DeidLevel *levels)
{
  for (guint d = lattice->n_dimensions; d-- > 0;)
    {
      if (levels[d] < lattice->heights[d])
        {
          levels[d]++;
          return TRUE;
        }
      levels[d] = 0;
    }
  return FALSE;
}

static gboolean
visit_all (DeidRun *run, DeidChecker *checker)
{
  const DeidLattice *lattice = run->instance->lattice;
  g_autofree DeidLevel *levels = g_new0 (DeidLevel, lattice->n_dimensions);
  DeidOpen open = run->open;

  do
    {
      open.n_policies--;
      open.work = deid_run_get_share (run, open.n_policies);
      deid_run_set_open (run, &open);
      if (!deid_run_evaluate (run, checker, levels))
        return FALSE;
    }
  while (advance (lattice, levels));
  return TRUE;
}

void
deid_search_exhaustive (DeidRun *run)
{
  DeidChecker checker = { 0 };
  GError *error = NULL;

  if (deid_checker_init (&checker, run->instance, &error))
    run->complete = visit_all (run, &checker);
  else
    deid_run_fail (run, error);
  deid_checker_clear (&checker);
}
