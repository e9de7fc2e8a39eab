/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Optimal lattice anonymization: a binary search for the minimal solutions. Source: docs/models.md.
 */
#include "base/memory.h"
#include "base/text.h"
#include "classes/hash-tables.h"
#include "lattice/property-store.h"
#include "search/search-context.h"
#include "search/search-private.h"

typedef struct
{
  DeidSearchContext *context;
  const DeidLattice *lattice;
  DeidPropertyStore *solutions; /* those evaluated, which imply their generalizations */
  DeidPropertyStore *others;    /* what is no solution, which implies its specializations */
  DeidFrequencyTable corners;   /* numbers the bottoms and tops of sub-lattices by their ranks */
  DeidFrequencyTable searched;  /* sub-lattices, as the numbers of their two corners */
} Ola;

/* Sets whether a policy is a solution, as predicted or else evaluated.
 * Returns: whether the run goes on. */
static gboolean
ola_judge (Ola *ola, const DeidLevel *levels, gboolean *is_solution, GError **error)
{
  *is_solution = deid_property_store_contains_levels (ola->solutions, levels);
  if (*is_solution || deid_property_store_contains_levels (ola->others, levels))
    return deid_search_context_may_go_on (ola->context);
  if (!deid_search_context_evaluate_levels (ola->context, levels))
    return FALSE;
  *is_solution = deid_search_context_is_solution (ola->context);
  return deid_property_store_add_levels (*is_solution ? ola->solutions : ola->others, levels,
                                         error);
}

static gboolean
number_corner (Ola *ola, const DeidLevel *levels, guint64 *number, GError **error)
{
  const guint64 rank = deid_levels_get_rank (ola->lattice, levels);

  if (!deid_frequency_table_reserve (&ola->corners, error))
    return FALSE;
  *number = deid_frequency_table_add (&ola->corners, rank);
  return TRUE;
}

/* Takes note of a sub-lattice; sets whether it is the first time. */
static gboolean
note_searched (Ola *ola, const DeidLevel *bottom, const DeidLevel *top, gboolean *is_new,
               GError **error)
{
  const guint32 n = ola->searched.n;
  guint64 low, high;

  if (!number_corner (ola, bottom, &low, error) || !number_corner (ola, top, &high, error)
      || !deid_frequency_table_reserve (&ola->searched, error))
    return FALSE;
  *is_new = deid_frequency_table_add (&ola->searched, low << 32 | high) == n;
  return TRUE;
}

/* Spreads levels over the dimensions from @start on, as many as fit over the last ones: of the
 * policies of that height it is the first. */
static void
spread (const Ola *ola, const DeidLevel *bottom, const DeidLevel *top, guint start, guint64 height,
        DeidLevel *levels)
{
  for (guint d = ola->lattice->n_dimensions; d-- > start;)
    {
      const guint64 raise = MIN (height, (guint64) (top[d] - bottom[d]));

      levels[d] = (DeidLevel) (bottom[d] + raise);
      height -= raise;
    }
}

/* Goes on to the next policy of the same height between two others, in the order of ranks.
 * Returns: FALSE after the last one. */
static gboolean
ola_advance (const Ola *ola, const DeidLevel *bottom, const DeidLevel *top, DeidLevel *levels)
{
  guint64 height = 0; /* of the dimensions behind */

  for (guint d = ola->lattice->n_dimensions; d-- > 0;)
    {
      if (height > 0 && levels[d] < top[d])
        {
          levels[d]++;
          spread (ola, bottom, top, d + 1, height - 1, levels);
          return TRUE;
        }
      height += (guint64) (levels[d] - bottom[d]);
    }
  return FALSE;
}

static gboolean
search_adjacent (Ola *ola, const DeidLevel *bottom, const DeidLevel *top, GError **error)
{
  gboolean is_solution;

  return ola_judge (ola, bottom, &is_solution, error)
         && (is_solution || ola_judge (ola, top, &is_solution, error));
}

/* Finds the minimal solutions between two policies, unless none of them can be better than what was
 * found. Heights are halved, so that calls nest no deeper than a height has bits.
 * Returns: whether the run goes on. */
static gboolean
search_between (Ola *ola, const DeidLevel *bottom, const DeidLevel *top, GError **error)
{
  const guint n = ola->lattice->n_dimensions;
  const guint64 height = deid_levels_sum (top, n) - deid_levels_sum (bottom, n);
  g_autofree DeidLevel *middle = NULL;
  gboolean is_new;

  if (!deid_search_context_levels_may_improve (ola->context, bottom))
    return TRUE;
  if (!note_searched (ola, bottom, top, &is_new, error))
    return FALSE;
  if (!is_new)
    return TRUE;
  if (height <= 1)
    return search_adjacent (ola, bottom, top, error);
  middle = deid_alloc (n, sizeof *middle, error);
  if (middle == NULL)
    return FALSE;
  spread (ola, bottom, top, 0, height / 2, middle);
  do
    {
      gboolean is_solution;

      if (!ola_judge (ola, middle, &is_solution, error)
          || !(is_solution ? search_between (ola, bottom, middle, error)
                           : search_between (ola, middle, top, error)))
        return FALSE;
    }
  while (deid_search_context_levels_may_improve (ola->context, bottom)
         && ola_advance (ola, bottom, top, middle));
  return TRUE;
}

/* Tells whether a generalization of a solution is always a solution, and never a better one.
 *
 * With nothing to be suppressed, all classes of a solution pass, and those of a generalization are
 * unions of them. A class of the population alone may join them although no model has accepted it,
 * which only a superset-closed model tolerates; that unmatched classes fail is inherited by
 * specializations as it is. The loss is then that of kept values, each of which grows upwards, but
 * costs of classes need not, nor pow() in its last bits. */
static gboolean
is_monotone (const DeidPreparedProblem *prepared)
{
  const DeidClosure least = prepared->has_population ? DEID_CLOSURE_SUPERSET : DEID_CLOSURE_UNION;
  const DeidLoss *loss = &prepared->loss;

  for (guint i = 0; i < prepared->privacy.n_models; i++)
    if (prepared->privacy.models[i].model->funcs->closure < least)
      return FALSE;
  return prepared->limit == 0 && !prepared->asks.judges_table && deid_loss_is_separable (loss)
         && !(loss->weighted && loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN);
}

static gboolean
ola_search_lattice (Ola *ola, GError **error)
{
  g_autofree DeidLevel *bottom = deid_alloc (ola->lattice->n_dimensions, sizeof *bottom, error);
  gboolean success;

  if (bottom == NULL)
    return FALSE;
  deid_lattice_copy_bottom (ola->lattice, bottom);
  success = search_between (ola, bottom, ola->lattice->heights, error);
  if (success && is_monotone (deid_search_context_get_prepared (ola->context)))
    deid_search_context_declare_optimal (ola->context);
  deid_search_context_add_bytes (ola->context,
                                 deid_property_store_get_n_bytes (ola->solutions)
                                     + deid_property_store_get_n_bytes (ola->others)
                                     + deid_frequency_table_get_n_bytes (&ola->corners)
                                     + deid_frequency_table_get_n_bytes (&ola->searched));
  return success;
}

gboolean
deid_ola_run (DeidSearchContext *context, gpointer data, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_search_context_get_problem (context));
  Ola ola = { .context = context, .lattice = lattice };
  gboolean success = FALSE;
  guint64 size;

  if (!deid_lattice_get_size (lattice, &size))
    return deid_fail (
        error, DEID_ERROR_TOO_LARGE,
        "%s: the search ola numbers policies, and the lattice has more than 64 bits can number",
        lattice->table.name);
  ola.solutions = deid_property_store_new (lattice, DEID_INHERITANCE_GENERALIZATIONS, error);
  if (ola.solutions != NULL)
    ola.others = deid_property_store_new (lattice, DEID_INHERITANCE_SPECIALIZATIONS, error);
  if (ola.others != NULL)
    success = ola_search_lattice (&ola, error);
  g_clear_pointer (&ola.solutions, deid_property_store_unref);
  g_clear_pointer (&ola.others, deid_property_store_unref);
  deid_frequency_table_clear (&ola.corners);
  deid_frequency_table_clear (&ola.searched);
  return success;
}
