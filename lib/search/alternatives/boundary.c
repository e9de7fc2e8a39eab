/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All boundary policies, by a verdict on every policy of the lattice. Where generalizations of
 * solutions are solutions, a verdict settles those of all generalizations, or specializations, too.
 * Policies are evaluated from the middle of the lattice outwards, where a verdict settles most. */
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "search/alternatives/boundary-search.h"
#include "search/alternatives/monotone.h"
#include "search/search-private.h"

/* With more the array over all policies would be larger than most memories. */
#define MAX_POLICIES ((guint64) 1 << 32)

enum
{
  UNKNOWN,
  SOLUTION,
  NO_SOLUTION
};

typedef struct
{
  DeidBoundarySearch *search;
  const DeidLattice *lattice;
  gboolean is_monotone;
  guint64 size;     /* policies of the lattice */
  guint8 *verdicts; /* by rank */
  guint64 *strides; /* of each dimension, by how much a level more raises the rank */
  guint64 *order;   /* ranks as they are evaluated */
  guint64 *queue;   /* of ranks whose verdict is to be passed on */
  DeidLevel *levels;
  guint64 n_known;
  guint64 n_solutions;
} Boundary;

static void
set_levels (const Boundary *boundary, guint64 rank, DeidLevel *levels)
{
  const DeidLattice *lattice = boundary->lattice;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    levels[d]
        = (DeidLevel) (lattice->floors[d]
                       + rank / boundary->strides[d] % deid_lattice_count_levels (lattice, d));
}

/* Returns: how far a policy is from the middle, twice the difference of level sums. */
static guint64
get_distance (Boundary *boundary, guint64 rank)
{
  const guint n = boundary->lattice->n_dimensions;
  const guint64 depth = deid_lattice_get_depth (boundary->lattice);
  guint64 twice;

  set_levels (boundary, rank, boundary->levels);
  twice
      = 2
        * (deid_levels_sum (boundary->levels, n) - deid_levels_sum (boundary->lattice->floors, n));
  return twice > depth ? twice - depth : depth - twice;
}

/* Sorts the ranks by their distance from the middle, those at the same one ascending. */
static gboolean
sort_ranks (Boundary *boundary, GError **error)
{
  const guint64 depth = deid_lattice_get_depth (boundary->lattice);
  g_autofree guint64 *starts = NULL;

  if (!deid_new_arrays (error, DEID_NEW (starts, depth + 2)))
    return FALSE;
  for (guint64 rank = 0; rank < boundary->size; rank++)
    starts[get_distance (boundary, rank) + 1]++;
  for (guint64 i = 0; i <= depth; i++)
    starts[i + 1] += starts[i];
  for (guint64 rank = 0; rank < boundary->size; rank++)
    boundary->order[starts[get_distance (boundary, rank)]++] = rank;
  return TRUE;
}

static gboolean
boundary_init (Boundary *boundary, DeidBoundarySearch *search, GError **error)
{
  const DeidLattice *lattice = search->lattice;
  guint64 stride = 1;

  *boundary = (Boundary){ .search = search, .lattice = lattice };
  boundary->is_monotone = deid_prepared_problem_check_monotone (
      deid_search_context_get_prepared (search->context), "boundary", NULL);
  if (!deid_lattice_get_size (lattice, &boundary->size) || boundary->size > MAX_POLICIES)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "%s: too many policies for all boundary policies, expected at most 2^32; the "
                   "bisecting search finds some",
                   lattice->table.name);
      return FALSE;
    }
  if (!deid_new_arrays (error, DEID_NEW (boundary->verdicts, boundary->size),
                        DEID_NEW (boundary->strides, lattice->n_dimensions),
                        DEID_NEW (boundary->order, boundary->size),
                        DEID_NEW (boundary->queue, boundary->is_monotone ? boundary->size : 1),
                        DEID_NEW (boundary->levels, lattice->n_dimensions)))
    return FALSE;
  for (guint d = lattice->n_dimensions; d-- > 0;)
    {
      boundary->strides[d] = stride;
      stride *= deid_lattice_count_levels (lattice, d);
    }
  return sort_ranks (boundary, error);
}

static void
boundary_clear (Boundary *boundary)
{
  g_free (boundary->verdicts);
  g_free (boundary->strides);
  g_free (boundary->order);
  g_free (boundary->queue);
  g_free (boundary->levels);
}

static void
settle (Boundary *boundary, guint64 rank, gboolean is_solution)
{
  boundary->verdicts[rank] = is_solution ? SOLUTION : NO_SOLUTION;
  boundary->n_known++;
  boundary->n_solutions += is_solution ? 1 : 0;
}

/* Passes the verdict on a policy on: to generalizations that it is a solution, to specializations
 * that it is none. What is settled passed it on before. */
static void
pass_on (Boundary *boundary, guint64 rank, gboolean is_solution)
{
  const DeidLattice *lattice = boundary->lattice;
  const DeidLevel *ends = is_solution ? lattice->heights : lattice->floors;
  guint64 n = 0;

  boundary->queue[n++] = rank;
  while (n > 0)
    {
      const guint64 from = boundary->queue[--n];

      set_levels (boundary, from, boundary->levels);
      for (guint d = 0; d < lattice->n_dimensions; d++)
        {
          const guint64 to
              = is_solution ? from + boundary->strides[d] : from - boundary->strides[d];

          if (boundary->levels[d] == ends[d] || boundary->verdicts[to] != UNKNOWN)
            continue;
          settle (boundary, to, is_solution);
          boundary->queue[n++] = to;
        }
    }
}

/* Returns: whether the verdict on each policy is known; otherwise the run has ended. */
static gboolean
settle_all (Boundary *boundary)
{
  DeidSearchContext *context = boundary->search->context;

  for (guint64 i = 0; i < boundary->size; i++)
    {
      const guint64 rank = boundary->order[i];
      gboolean is_solution;

      if (boundary->verdicts[rank] != UNKNOWN)
        continue;
      set_levels (boundary, rank, boundary->levels);
      if (!deid_search_context_evaluate_levels (context, boundary->levels))
        return FALSE;
      is_solution = deid_search_context_is_solution (context);
      settle (boundary, rank, is_solution);
      if (boundary->is_monotone)
        pass_on (boundary, rank, is_solution);
      deid_search_context_set_open (context, INFINITY,
                                    1 - (double) boundary->n_known / (double) boundary->size);
    }
  return TRUE;
}

/* Counts the immediate specializations of a policy by their verdicts. */
static void
count_below (Boundary *boundary, guint64 rank, guint *n_of_verdicts)
{
  const DeidLattice *lattice = boundary->lattice;

  memset (n_of_verdicts, 0, 3 * sizeof *n_of_verdicts);
  set_levels (boundary, rank, boundary->levels);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (boundary->levels[d] > lattice->floors[d])
      n_of_verdicts[boundary->verdicts[rank - boundary->strides[d]]]++;
}

/* Lists what is known to be a boundary policy, and the bottom if it is a solution. Returns: whether
 * all of that is listed. */
static gboolean
list (Boundary *boundary)
{
  for (guint64 rank = 0; rank < boundary->size; rank++)
    {
      DeidAlternative item = { .n_found = 0 };
      guint n_below[3];

      if (boundary->verdicts[rank] != SOLUTION)
        continue;
      count_below (boundary, rank, n_below);
      item.is_boundary = n_below[NO_SOLUTION] > 0;
      item.is_risk_minimal = n_below[SOLUTION] == 0 && n_below[UNKNOWN] == 0;
      if (!item.is_boundary && rank > 0)
        continue;
      set_levels (boundary, rank, boundary->search->levels);
      if (!deid_boundary_search_add (boundary->search, &item))
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_all (DeidBoundarySearch *search, GError **error)
{
  Boundary boundary;
  const gboolean success = boundary_init (&boundary, search, error);

  if (success)
    {
      const gboolean is_settled = settle_all (&boundary), is_listed = list (&boundary);

      search->alternatives->is_complete = is_settled && is_listed;
      if (is_settled && is_listed && (!boundary.is_monotone || boundary.n_solutions == 0))
        deid_search_context_declare_optimal (search->context);
    }
  boundary_clear (&boundary);
  return success;
}

static gboolean
run_boundary (DeidSearchContext *context, gpointer data, GError **error)
{
  return deid_boundary_search_run_all (context, data, find_all, error);
}

DeidSearch *
deid_search_new_boundary (void)
{
  return deid_search_new_of_slots ("boundary", run_boundary, g_new0 (DeidBoundaryOptions, 1),
                                   g_free);
}
