/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* DataFly: generalizes the attribute with most distinct values. Source: see the header. */
#include "base/memory.h"
#include "lattice/attribute.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* Raises the level of the attribute that has most distinct values among those that can still be
 * generalized.
 * Returns: FALSE when none of them can. */
static gboolean
datafly_generalize (const DeidLattice *lattice, DeidRecoder *recoder, DeidLevel *levels)
{
  const DeidRecoding *const *recodings = deid_recoder_set (recoder, levels);
  guint chosen = lattice->n_dimensions;
  guint32 most = 0;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      const guint32 n_values = recodings[lattice->dimension_attribute[d]]->n_labels;

      if (levels[d] < lattice->heights[d] && (chosen == lattice->n_dimensions || n_values > most))
        {
          chosen = d;
          most = n_values;
        }
    }
  if (chosen == lattice->n_dimensions)
    return FALSE;
  levels[chosen]++;
  return TRUE;
}

static gboolean
datafly_walk (DeidSearchContext *context, gpointer data, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);
  DeidRecoder recoder;
  gboolean success;

  if (levels == NULL)
    return FALSE;
  deid_lattice_copy_bottom (lattice, levels);
  success = deid_recoder_init (&recoder, lattice->attributes, lattice->n_attributes, error);
  if (success)
    while (deid_search_context_evaluate_levels (context, levels)
           && !deid_search_context_is_solution (context)
           && datafly_generalize (lattice, &recoder, levels))
      ;
  deid_recoder_clear (&recoder);
  return success;
}

DeidSearch *
deid_search_new_datafly (void)
{
  return deid_search_new_of_slots ("datafly", datafly_walk, NULL, NULL);
}
