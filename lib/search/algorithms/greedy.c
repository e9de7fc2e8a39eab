/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "lattice/attribute.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* Heuristics that walk upwards from the bottom of the lattice. Sources: docs/models.md. */

/* Goes on from a policy that is no solution. Returns: FALSE if the walk has ended. */
typedef gboolean (*GreedyClimb) (DeidSearchContext *context, DeidRecoder *recoder,
                                 DeidLevel *levels);

static gboolean
greedy_walk (DeidSearchContext *context, GreedyClimb climb, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);
  DeidRecoder recoder;
  gboolean success;

  if (levels == NULL)
    return FALSE;
  deid_lattice_copy_bottom (lattice, levels);
  success = deid_recoder_init (&recoder, lattice->attributes, lattice->n_attributes, error);
  if (success && deid_search_context_evaluate_levels (context, levels)
      && !deid_search_context_is_solution (context))
    while (climb (context, &recoder, levels))
      ;
  deid_recoder_clear (&recoder);
  return success;
}

/* DataFly: of the attributes that can still be generalized, raises the level of the one with the
 * most distinct values. Returns: FALSE if no attribute can be generalized. */
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
datafly_climb (DeidSearchContext *context, DeidRecoder *recoder, DeidLevel *levels)
{
  return datafly_generalize (deid_search_context_get_own_lattice (context), recoder, levels)
         && deid_search_context_evaluate_levels (context, levels)
         && !deid_search_context_is_solution (context);
}

gboolean
deid_datafly_run (DeidSearchContext *context, gpointer data, GError **error)
{
  return greedy_walk (context, datafly_climb, error);
}

/* The improved greedy heuristic climbs towards large smallest classes. */

/* A direct generalization of where the walk stands. */
typedef struct
{
  guint dimension; /* whose level it raises; the number of dimensions if there is none */
  guint64 smallest_class;
  guint32 n_values; /* of the attribute that has most */
} IgreedyStep;

static guint32
igreedy_count_values (DeidRecoder *recoder, const DeidLevel *levels)
{
  const DeidRecoding *const *recodings = deid_recoder_set (recoder, levels);
  guint32 most = 0;

  for (guint a = 0; a < recoder->n_attributes; a++)
    most = MAX (most, recodings[a]->n_labels);
  return most;
}

static gboolean
igreedy_is_better (const IgreedyStep *step, const IgreedyStep *best)
{
  return step->smallest_class > best->smallest_class
         || (step->smallest_class == best->smallest_class && step->n_values < best->n_values);
}

/* Evaluates the direct generalizations and raises the levels to the best of them.
 * Returns: whether the walk goes on from there. */
static gboolean
igreedy_climb (DeidSearchContext *context, DeidRecoder *recoder, DeidLevel *levels)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  IgreedyStep best = { .dimension = lattice->n_dimensions };

  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      IgreedyStep step = { .dimension = d };

      if (levels[d] == lattice->heights[d])
        continue;
      levels[d]++;
      if (!deid_search_context_evaluate_levels (context, levels)
          || deid_search_context_is_solution (context))
        return FALSE;
      step.smallest_class = deid_search_context_get_smallest_class (context);
      step.n_values = igreedy_count_values (recoder, levels);
      levels[d]--;
      if (best.dimension == lattice->n_dimensions || igreedy_is_better (&step, &best))
        best = step;
    }
  if (best.dimension == lattice->n_dimensions)
    return FALSE;
  levels[best.dimension]++;
  return TRUE;
}

gboolean
deid_igreedy_run (DeidSearchContext *context, gpointer data, GError **error)
{
  return greedy_walk (context, igreedy_climb, error);
}
