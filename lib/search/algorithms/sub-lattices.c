/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cuts the lattice into slices and keeps what is known of policies for one slice at a time. */
#include "search/search-private.h"

#include <string.h>

#include "base/arrays.h"
#include "search/algorithms/predictions.h"
#include "search/search-context.h"

/* Flags and pending places of so many policies, five bytes each, stay in a cache of the second
 * level. A single dimension has no more levels than that. */
#define SUB_LATTICES_MAX_POLICIES 65536

#define PLACES_PER_CHECK          1024

typedef enum
{
  FLAG_FEASIBLE = 1,  /* evaluated: some specialization, or the policy itself, may be a solution */
  FLAG_INFEASIBLE = 2 /* insufficient privacy, which all specializations inherit */
} Flag;

/* The slice that is being searched: the policies that share the levels of the first dimensions.
 * Their places are the ranks among them, so that specializations come before generalizations. That
 * quality is insufficient needs no flag, since the bound of a policy tells as much as those of its
 * specializations. */
typedef struct
{
  DeidSearchContext *context;
  const DeidLattice *lattice;
  guint n_fixed;
  guint32 n_policies;
  guint32 *strides;  /* of each dimension: how far apart policies one level apart are */
  DeidLevel *levels; /* of the policy looked at; those of the fixed dimensions stay */
  guint8 *flags;     /* of each policy */
  guint32 *pending;  /* places whose specializations are still to be flagged */
  guint32 *path;
  DeidPropertyCounts counts[DEID_N_PROPERTIES];
} Slice;

/* Fixes as few dimensions as possible. */
static void
choose_dimensions (Slice *slice, guint32 max_policies)
{
  const DeidLattice *lattice = slice->lattice;

  slice->n_fixed = lattice->n_dimensions;
  slice->n_policies = 1;
  while (slice->n_fixed > 0
         && slice->n_policies * deid_lattice_count_levels (lattice, slice->n_fixed - 1)
                <= max_policies)
    {
      slice->strides[--slice->n_fixed] = slice->n_policies;
      slice->n_policies *= (guint32) deid_lattice_count_levels (lattice, slice->n_fixed);
    }
}

static gboolean
slice_init (Slice *slice, DeidSearchContext *context, guint32 max_policies, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);

  *slice = (Slice){ .context = context, .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (slice->strides, lattice->n_dimensions),
                        DEID_NEW (slice->levels, lattice->n_dimensions)))
    return FALSE;
  deid_lattice_copy_bottom (lattice, slice->levels);
  choose_dimensions (slice, max_policies);
  return deid_new_arrays (
      error, DEID_NEW (slice->flags, slice->n_policies),
      DEID_NEW (slice->pending, slice->n_policies),
      DEID_NEW (slice->path, deid_levels_sum (lattice->heights + slice->n_fixed,
                                              lattice->n_dimensions - slice->n_fixed)
                                 + 1));
}

static void
slice_clear (Slice *slice)
{
  deid_free_arrays (slice->strides, slice->levels, slice->flags, slice->pending, slice->path);
}

static DeidLevel
get_level (const Slice *slice, guint32 place, guint dimension)
{
  return (DeidLevel) (slice->lattice->floors[dimension]
                      + place / slice->strides[dimension]
                            % deid_lattice_count_levels (slice->lattice, dimension));
}

static void
sub_lattices_go_to (Slice *slice, guint32 place)
{
  for (guint d = slice->n_fixed; d < slice->lattice->n_dimensions; d++)
    slice->levels[d] = get_level (slice, place, d);
}

static void
push_infeasible (Slice *slice, guint32 place, guint32 *n_pending)
{
  if (slice->flags[place] == FLAG_INFEASIBLE)
    return;
  slice->flags[place] = FLAG_INFEASIBLE;
  slice->pending[(*n_pending)++] = place;
}

/* Flags a policy and its specializations. What is flagged already has none that are not. */
static void
flag_infeasible (Slice *slice, guint32 place)
{
  guint32 n_pending = 0;

  push_infeasible (slice, place, &n_pending);
  while (n_pending > 0)
    {
      const guint32 upper = slice->pending[--n_pending];

      for (guint d = slice->n_fixed; d < slice->lattice->n_dimensions; d++)
        if (get_level (slice, upper, d) > slice->lattice->floors[d])
          push_infeasible (slice, upper - slice->strides[d], &n_pending);
    }
  slice->counts[DEID_PROPERTY_INSUFFICIENT_PRIVACY].n_inserts++;
}

/* Returns: whether the policy was evaluated; otherwise the run has ended. */
static gboolean
sub_lattices_evaluate (Slice *slice, guint32 place)
{
  DeidSearchContext *context = slice->context;

  sub_lattices_go_to (slice, place);
  if (!deid_search_context_evaluate_levels (context, slice->levels))
    return FALSE;
  if (deid_search_context_may_specialize (context))
    slice->flags[place] = FLAG_FEASIBLE;
  else
    flag_infeasible (slice, place);
  return TRUE;
}

/* Looks for the direct generalization of the smallest bound among those of which nothing is known
 * and that may improve.
 * Returns: whether there is one. */
static gboolean
sub_lattices_find_next (Slice *slice, guint32 place, guint32 *next)
{
  gboolean found = FALSE;
  double least = 0;

  sub_lattices_go_to (slice, place);
  for (guint d = slice->n_fixed; d < slice->lattice->n_dimensions; d++)
    {
      double bound;

      if (slice->levels[d] == slice->lattice->heights[d]
          || slice->flags[place + slice->strides[d]] != 0)
        continue;
      slice->levels[d]++;
      bound = deid_search_context_get_objective_bound (slice->context, slice->levels);
      if ((!found || bound < least)
          && deid_search_context_levels_may_improve (slice->context, slice->levels))
        {
          found = TRUE;
          least = bound;
          *next = place + slice->strides[d];
        }
      slice->levels[d]--;
    }
  return found;
}

/* Makes a path of generalizations from a policy on and bisects it. The policy is then evaluated
 * unless one above it shows that it is infeasible.
 * Returns: whether the run goes on. */
static gboolean
bisect_from (Slice *slice, guint32 place)
{
  guint32 *path = slice->path;
  guint64 lower = 0, upper = 1;

  path[0] = place;
  while (sub_lattices_find_next (slice, path[upper - 1], &path[upper]))
    upper++;
  while (lower < upper)
    {
      const guint64 middle = (lower + upper) / 2;

      if (!sub_lattices_evaluate (slice, path[middle]))
        return FALSE;
      if (slice->flags[path[middle]] == FLAG_FEASIBLE)
        upper = middle;
      else
        lower = middle + 1;
    }
  return TRUE;
}

/* Settles the policies of a slice. Its top comes first: where that is infeasible, all are.
 * Returns: whether the run goes on. */
static gboolean
search_slice (Slice *slice)
{
  DeidPropertyCounts *counts = &slice->counts[DEID_PROPERTY_INSUFFICIENT_PRIVACY];

  memset (slice->flags, 0, slice->n_policies);
  if (!sub_lattices_evaluate (slice, slice->n_policies - 1))
    return FALSE;
  for (guint32 place = 0; place < slice->n_policies; place++)
    {
      if (place % PLACES_PER_CHECK == 0 && !deid_search_context_may_go_on (slice->context))
        return FALSE;
      counts->n_queries++;
      if (slice->flags[place] != 0)
        {
          counts->n_hits += slice->flags[place] == FLAG_INFEASIBLE ? 1 : 0;
          continue;
        }
      sub_lattices_go_to (slice, place);
      if (deid_search_context_levels_may_improve (slice->context, slice->levels)
          && !bisect_from (slice, place))
        return FALSE;
    }
  return TRUE;
}

/* Goes on to the next slice, in the order of ranks. Past a slice of which nothing can be better,
 * those that follow are generalizations of it until a dimension before its last one above the
 * lowest level rises. Returns: FALSE after the last one. */
static gboolean
sub_lattices_advance (Slice *slice, gboolean past)
{
  const DeidLevel *floors = slice->lattice->floors;
  guint d = slice->n_fixed;

  if (past)
    {
      while (d > 0 && slice->levels[d - 1] == floors[d - 1])
        d--;
      if (d > 0)
        {
          d--;
          slice->levels[d] = floors[d];
        }
    }
  while (d-- > 0)
    {
      if (slice->levels[d] < slice->lattice->heights[d])
        {
          slice->levels[d]++;
          return TRUE;
        }
      slice->levels[d] = floors[d];
    }
  return FALSE;
}

/* Tells how many policies come before the slice, all of them settled. */
static void
set_open (const Slice *slice)
{
  double share = 1, width = 1;

  for (guint d = 0; d < slice->n_fixed; d++)
    {
      width /= (double) deid_lattice_count_levels (slice->lattice, d);
      share -= width * (slice->levels[d] - slice->lattice->floors[d]);
    }
  if (share > 0)
    deid_search_context_set_open (slice->context,
                                  share * deid_lattice_get_size_as_double (slice->lattice), share);
}

static void
search_slices (Slice *slice)
{
  DeidSearchContext *context = slice->context;
  gboolean may_improve;

  do
    {
      if (!deid_search_context_may_go_on (context))
        return;
      sub_lattices_go_to (slice, 0);
      set_open (slice);
      may_improve = deid_search_context_levels_may_improve (context, slice->levels);
      if (may_improve && !search_slice (slice))
        return;
    }
  while (sub_lattices_advance (slice, !may_improve));
  deid_search_context_declare_optimal (context);
}

gboolean
deid_sub_lattices_run (DeidSearchContext *context, gpointer max_policies, GError **error)
{
  const guint32 most
      = max_policies != NULL ? GPOINTER_TO_UINT (max_policies) : SUB_LATTICES_MAX_POLICIES;
  Slice slice;
  const gboolean success = slice_init (&slice, context, most, error);

  if (success)
    {
      search_slices (&slice);
      slice.counts[DEID_PROPERTY_INSUFFICIENT_PRIVACY].n_bytes = slice.n_policies;
      deid_property_counts_tell (slice.counts, context);
      deid_search_context_add_bytes (context, slice.n_policies
                                                  * (sizeof *slice.flags + sizeof *slice.pending));
    }
  slice_clear (&slice);
  return success;
}
