/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Evaluates every policy in the order of ranks. */
#include "base/memory.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* Counts up by one with the last dimension as the lowest digit.
 * Returns: FALSE when @levels was the top. */
static gboolean
exhaustive_advance (const DeidLattice *lattice, DeidLevel *levels)
{
  for (guint d = lattice->n_dimensions; d-- > 0;)
    {
      if (levels[d] < lattice->heights[d])
        {
          levels[d]++;
          return TRUE;
        }
      levels[d] = lattice->floors[d];
    }
  return FALSE;
}

static gboolean
visit_all (DeidSearchContext *context, gpointer data, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  const double size = deid_lattice_get_size_as_double (lattice);
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);
  double n_open = size;

  if (levels == NULL)
    return FALSE;
  deid_lattice_copy_bottom (lattice, levels);
  deid_search_context_choose_evaluation (context, DEID_EVALUATION_PLAIN);
  do
    {
      n_open--;
      deid_search_context_set_open (context, n_open, n_open < size ? n_open / size : 1);
      if (!deid_search_context_evaluate_levels (context, levels))
        return TRUE;
    }
  while (exhaustive_advance (lattice, levels));
  deid_search_context_declare_optimal (context);
  return TRUE;
}

DeidSearch *
deid_search_new_exhaustive (void)
{
  return deid_search_new_of_slots ("exhaustive", visit_all, NULL, NULL);
}
