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

void
deid_search_exhaustive (DeidRun *run)
{
  const DeidLattice *lattice = run->instance.lattice;
  g_autofree DeidLevel *levels = g_new0 (DeidLevel, lattice->n_dimensions);
  const double size = deid_lattice_get_size_as_double (lattice);
  DeidVerdict verdict;

  do
    {
      run->n_open = size - (double) (run->n_evaluated + 1);
      if (!deid_run_evaluate (run, levels, &verdict))
        return;
    }
  while (advance (lattice, levels));
  run->complete = TRUE;
}
