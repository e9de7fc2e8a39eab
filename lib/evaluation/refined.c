/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known at a policy that was reached by refining. */
#include "base/arrays.h"
#include "evaluation/refining-evaluator.h"

gboolean
deid_refined_init (DeidRefined *refined, const DeidRefiningEvaluator *refiner, GError **error)
{
  const DeidPreparedProblem *prepared = refiner->prepared;

  *refined = (DeidRefined){ .levels = NULL };
  return deid_new_arrays (error, DEID_NEW (refined->levels, prepared->lattice->n_dimensions),
                          DEID_NEW (refined->covered, prepared->loss.n_levels))
         && deid_row_set_init (&refined->removed, prepared->rows.n, error);
}

void
deid_refined_clear (DeidRefined *refined)
{
  g_clear_pointer (&refined->levels, g_free);
  g_clear_pointer (&refined->covered, g_free);
  deid_row_set_clear (&refined->removed);
  deid_class_map_clear (&refined->map);
}

guint64
deid_refined_get_n_bytes (const DeidRefined *refined)
{
  return refined->map.ids_capacity + deid_row_set_get_n_bytes (&refined->removed);
}
