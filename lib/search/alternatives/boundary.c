/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All boundary policies, by a verdict on every policy of the lattice. Where generalizations of
 * solutions are solutions, a verdict settles those of all generalizations, or specializations, too.
 * Policies are evaluated from the middle of the lattice outwards, where a verdict settles most. */
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/text.h"
#include "search/alternatives/boundary-search.h"
#include "search/search-private.h"

/* With more the array over all policies would be larger than most memories. */
#define BOUNDARY_MAX_POLICIES ((guint64) 1 << 32)

/* How many policies a loop that evaluates none may go through between two checks of the limits. */
#define BOUNDARY_POLICIES_PER_CHECK 65536

enum
{
  BOUNDARY_UNKNOWN,
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
  guint64 *starts;  /* of each distance from the middle, where its ranks begin in the order */
  guint64 *order;   /* ranks as they are evaluated */
  guint64 *queue;   /* of ranks whose verdict is to be passed on */
  DeidLevel *levels;
  guint64 n_known;
  guint64 n_solutions;
} Boundary;

static void
boundary_set_levels (const Boundary *boundary, guint64 rank, DeidLevel *levels)
{
  const DeidLattice *lattice = boundary->lattice;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    levels[d]
        = (DeidLevel) (lattice->floors[d]
                       + rank / boundary->strides[d] % deid_lattice_count_levels (lattice, d));
}

/* Ends the run if it is time, on the last of every so many policies that a loop goes through. What
 * ended for another reason may still be listed. Returns: whether the loop may go on. */
static gboolean
boundary_check_stop (const Boundary *boundary, guint64 number)
{
  DeidSearchContext *context = boundary->search->context;
  GError *error = NULL;

  if ((number + 1) % BOUNDARY_POLICIES_PER_CHECK != 0
      || deid_stop_check (&deid_search_context_get_run (context)->stop, &error))
    return TRUE;
  deid_search_context_fail (context, error);
  return FALSE;
}

/* Goes from a policy to that of the next rank, from the last one to the first. @sum, that of its
 * levels above the floors, goes with it. */
static void
boundary_advance (Boundary *boundary, guint64 *sum)
{
  const DeidLattice *lattice = boundary->lattice;
  DeidLevel *levels = boundary->levels;

  for (guint d = lattice->n_dimensions; d-- > 0;)
    {
      if (levels[d] < lattice->heights[d])
        {
          levels[d]++;
          ++*sum;
          return;
        }
      *sum -= (guint64) (levels[d] - lattice->floors[d]);
      levels[d] = lattice->floors[d];
    }
}

/* Returns: how far a policy is from the middle, twice the difference of level sums. */
static guint64
boundary_get_distance (guint64 sum, guint64 depth)
{
  return 2 * sum > depth ? 2 * sum - depth : depth - 2 * sum;
}

/* Sorts the ranks by their distance from the middle, those at the same one ascending. Returns:
 * whether they are sorted; otherwise the run has ended. */
static gboolean
sort_ranks (Boundary *boundary)
{
  const guint64 depth = deid_lattice_get_depth (boundary->lattice);
  guint64 *starts = boundary->starts, sum = 0;

  deid_lattice_copy_bottom (boundary->lattice, boundary->levels);
  for (guint64 rank = 0; rank < boundary->size; rank++, boundary_advance (boundary, &sum))
    {
      starts[boundary_get_distance (sum, depth) + 1]++;
      if (!boundary_check_stop (boundary, rank))
        return FALSE;
    }
  for (guint64 i = 0; i <= depth; i++)
    starts[i + 1] += starts[i];
  for (guint64 rank = 0; rank < boundary->size; rank++, boundary_advance (boundary, &sum))
    {
      boundary->order[starts[boundary_get_distance (sum, depth)]++] = rank;
      if (!boundary_check_stop (boundary, rank))
        return FALSE;
    }
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
  if (!deid_lattice_get_size (lattice, &boundary->size) || boundary->size > BOUNDARY_MAX_POLICIES)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "%s: too many policies for all boundary policies, expected at most 2^32; the "
                      "bisecting search finds some",
                      lattice->table.name);
  if (!deid_new_arrays (error, DEID_NEW (boundary->verdicts, boundary->size),
                        DEID_NEW (boundary->strides, lattice->n_dimensions),
                        DEID_NEW (boundary->starts, deid_lattice_get_depth (lattice) + 2),
                        DEID_NEW (boundary->order, boundary->size),
                        DEID_NEW (boundary->queue, boundary->is_monotone ? boundary->size : 1),
                        DEID_NEW (boundary->levels, lattice->n_dimensions)))
    return FALSE;
  for (guint d = lattice->n_dimensions; d-- > 0;)
    {
      boundary->strides[d] = stride;
      stride *= deid_lattice_count_levels (lattice, d);
    }
  return TRUE;
}

static void
boundary_clear (Boundary *boundary)
{
  deid_free_arrays (boundary->verdicts, boundary->strides, boundary->starts, boundary->order,
                    boundary->queue, boundary->levels);
}

static void
boundary_settle (Boundary *boundary, guint64 rank, gboolean is_solution)
{
  boundary->verdicts[rank] = is_solution ? SOLUTION : NO_SOLUTION;
  boundary->n_known++;
  boundary->n_solutions += is_solution ? 1 : 0;
}

/* Passes the verdict on a policy on: to generalizations that it is a solution, to specializations
 * that it is none. What is settled passed it on before. Returns: whether it is passed on to all;
 * otherwise the run has ended. */
static gboolean
pass_on (Boundary *boundary, guint64 rank, gboolean is_solution)
{
  const DeidLattice *lattice = boundary->lattice;
  const DeidLevel *ends = is_solution ? lattice->heights : lattice->floors;
  guint64 n = 0, n_passed = 0;

  boundary->queue[n++] = rank;
  while (n > 0)
    {
      const guint64 from = boundary->queue[--n];

      if (!boundary_check_stop (boundary, n_passed++))
        return FALSE;
      boundary_set_levels (boundary, from, boundary->levels);
      for (guint d = 0; d < lattice->n_dimensions; d++)
        {
          const guint64 to
              = is_solution ? from + boundary->strides[d] : from - boundary->strides[d];

          if (boundary->levels[d] == ends[d] || boundary->verdicts[to] != BOUNDARY_UNKNOWN)
            continue;
          boundary_settle (boundary, to, is_solution);
          boundary->queue[n++] = to;
        }
    }
  return TRUE;
}

/* Evaluates the policy whose levels are set. Returns: whether that was done; otherwise the run has
 * ended. */
static gboolean
boundary_evaluate (Boundary *boundary, guint64 rank, gboolean *is_solution)
{
  DeidSearchContext *context = boundary->search->context;

  if (!deid_search_context_evaluate_levels (context, boundary->levels))
    return FALSE;
  *is_solution = deid_search_context_is_solution (context);
  boundary_settle (boundary, rank, *is_solution);
  return TRUE;
}

/* Of many policies the top comes first, so that a run that ends while they are sorted has a
 * solution if there is one; where that is none, no generalization of others is one. Returns:
 * whether that is settled; otherwise the run has ended. */
static gboolean
settle_top (Boundary *boundary)
{
  gboolean is_solution;

  if (boundary->size < BOUNDARY_POLICIES_PER_CHECK)
    return TRUE;
  memcpy (boundary->levels, boundary->lattice->heights,
          boundary->lattice->n_dimensions * sizeof *boundary->levels);
  if (!boundary_evaluate (boundary, boundary->size - 1, &is_solution))
    return FALSE;
  if (!is_solution && boundary->is_monotone)
    boundary->n_known = boundary->size;
  return TRUE;
}

/* Returns: whether the verdict on each policy is known; otherwise the run has ended. */
static gboolean
settle_all (Boundary *boundary)
{
  DeidSearchContext *context = boundary->search->context;

  if (!settle_top (boundary))
    return FALSE;
  if (boundary->n_known == boundary->size)
    return TRUE;
  if (!sort_ranks (boundary))
    return FALSE;
  for (guint64 i = 0; i < boundary->size; i++)
    {
      const guint64 rank = boundary->order[i];
      gboolean is_solution;

      if (!boundary_check_stop (boundary, i))
        return FALSE;
      if (boundary->verdicts[rank] != BOUNDARY_UNKNOWN)
        continue;
      boundary_set_levels (boundary, rank, boundary->levels);
      if (!boundary_evaluate (boundary, rank, &is_solution)
          || (boundary->is_monotone && !pass_on (boundary, rank, is_solution)))
        return FALSE;
      deid_search_context_set_open (context, INFINITY,
                                    1 - (double) boundary->n_known / (double) boundary->size);
    }
  return TRUE;
}

/* Counts the immediate specializations of the policy whose levels are set by their verdicts. */
static void
count_below (Boundary *boundary, guint64 rank, guint *n_of_verdicts)
{
  const DeidLattice *lattice = boundary->lattice;

  memset (n_of_verdicts, 0, 3 * sizeof *n_of_verdicts);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (boundary->levels[d] > lattice->floors[d])
      n_of_verdicts[boundary->verdicts[rank - boundary->strides[d]]]++;
}

/* Lists what is known to be a boundary policy, and the bottom if it is a solution. Returns: whether
 * all of that is listed. */
static gboolean
list (Boundary *boundary)
{
  guint64 sum = 0;

  if (boundary->n_solutions == 0)
    return TRUE;
  deid_lattice_copy_bottom (boundary->lattice, boundary->levels);
  for (guint64 rank = 0; rank < boundary->size; rank++, boundary_advance (boundary, &sum))
    {
      DeidAlternative item = { .n_found = 0 };
      guint n_below[3];

      if (!boundary_check_stop (boundary, rank))
        return FALSE;
      if (boundary->verdicts[rank] != SOLUTION)
        continue;
      count_below (boundary, rank, n_below);
      item.is_boundary = n_below[NO_SOLUTION] > 0;
      item.is_risk_minimal = n_below[SOLUTION] == 0 && n_below[BOUNDARY_UNKNOWN] == 0;
      if (!item.is_boundary && rank > 0)
        continue;
      memcpy (boundary->search->levels, boundary->levels,
              boundary->lattice->n_dimensions * sizeof *boundary->levels);
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

gboolean
deid_boundary_run (DeidSearchContext *context, gpointer data, GError **error)
{
  static const DeidBoundaryOptions none = { .n_iterations = 0 };

  return deid_boundary_search_run_all (context, &none, find_all, error);
}
