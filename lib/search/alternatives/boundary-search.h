/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "problem/preparation.h"
#include "lattice/lattice-private.h"
#include "lattice/policy-private.h"
#include "search/alternatives-private.h"
#include "search/search-context.h"

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless every generalization of a solution is a solution;
 * @search is the name of what relies on it. */
gboolean deid_prepared_problem_check_monotone (const DeidPreparedProblem *prepared,
                                               const char *search, GError **error);

/* Draws units, the steps by which the levels of two policies differ, without replacement and with
 * probabilities proportional to their weights; all units of a dimension have one weight. */
typedef struct
{
  guint n_dimensions;
  guint32 top;      /* the greatest power of two that is no more than these */
  guint64 *weights; /* of a unit of each dimension */
  guint64 *sums;    /* of those that are left, as a binary indexed tree (Fenwick 1994) */
  guint64 sum;      /* of all */
} DeidUnitDraw;

/* @n_dimensions is above 0. */
gboolean deid_unit_draw_init (DeidUnitDraw *draw, guint n_dimensions, GError **error);
void deid_unit_draw_clear (DeidUnitDraw *draw);

/* Puts the units in between two policies in the urn, of a specialization and a generalization. The
 * weights, which must be there, are above 0 and below 2^26. Complexity: O(dimensions). */
void deid_unit_draw_start (DeidUnitDraw *draw, const DeidLevel *specific, const DeidLevel *general);

/* Draws one of the units that are left, which must be some. Complexity: O(log dimensions).
 * Returns: its dimension. */
guint deid_unit_draw_next (DeidUnitDraw *draw, DeidRandom *random);

/* What makes a search for boundary policies. */
typedef struct
{
  guint64 n_iterations;
  guint64 seed;
  gboolean polishes;
} DeidBoundaryOptions;

/* What searches for boundary policies have in common. It keeps what was found of each policy. */
typedef struct
{
  DeidSearchContext *context;
  const DeidLattice *lattice;
  const DeidBoundaryOptions *options;
  DeidRandom random;
  DeidPolicySet evaluated;
  guint8 *solutions; /* of each of these, whether it is one */
  guint64 solutions_capacity;
  DeidPolicySet found; /* numbered as the alternatives are */
  DeidAlternatives *alternatives;
  guint64 *n_apart;  /* of each dimension the units that solutions found so far keep apart */
  DeidLevel *levels; /* of the policy that an iteration ends with */
  guint *order;      /* scratch: of dimensions, to draw from */
} DeidBoundarySearch;

/* Tells whether a policy is a solution, which it evaluates if it was not before.
 * Returns: whether that is known; otherwise the run has ended. */
gboolean deid_boundary_search_ask (DeidBoundarySearch *search, const DeidLevel *levels,
                                   gboolean *is_solution);

/* The same of the policy with one level lowered. @levels becomes that if it is a solution. */
gboolean deid_boundary_search_lower (DeidBoundarySearch *search, DeidLevel *levels, guint dimension,
                                     gboolean *is_solution);

/* One iteration of a search: sets the levels of a boundary policy. The top of the lattice is a
 * solution, the bottom is none.
 * Returns: whether it is set; otherwise the run has ended. */
typedef gboolean (*DeidFindBoundaryFunc) (DeidBoundarySearch *search, DeidLevel *levels,
                                          gpointer data);

/* Evaluates both ends of the lattice and then, unless that settles it, iterates. What is found
 * becomes the alternatives of the run. @name is the search's. */
gboolean deid_boundary_search_run (DeidSearchContext *context, const DeidBoundaryOptions *options,
                                   const char *name, DeidFindBoundaryFunc find, gpointer data,
                                   GError **error);

/* Adds the policy that the levels of @search make, which was evaluated, with the flags of @item;
 * one that is there was found once more. Returns: whether it is there; otherwise the run has ended.
 */
gboolean deid_boundary_search_add (DeidBoundarySearch *search, DeidAlternative *item);

/* Has all of a run done by a function, whatever the models are. */
typedef gboolean (*DeidFindAllFunc) (DeidBoundarySearch *search, GError **error);
gboolean deid_boundary_search_run_all (DeidSearchContext *context,
                                       const DeidBoundaryOptions *options, DeidFindAllFunc find,
                                       GError **error);

/* Creates a search that is run by @run, whose data are options; it has @name, these behind it. */
DeidSearch *deid_boundary_search_new (const char *name, DeidSearchRunFunc run,
                                      const DeidBoundaryOptions *options);
