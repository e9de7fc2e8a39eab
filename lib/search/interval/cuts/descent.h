/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "search/interval/cuts/resource.h"
#include "search/run.h"

/* Coordinate descent: gives one attribute after the other the best partition while the others are
 * as they are, until none becomes better; then makes some attributes coarser at
 * random, of this policy or the best one, and goes on from there, which is a round. Its effort is
 * counted in evaluations, so that it takes the same way on any machine. */
typedef struct
{
  DeidRun *run;
  DeidCutBound *bound;
  DeidResource resource;
  DeidRandom random;
  const DeidLevel *bottom; /* of the lattice */
  DeidLevel *top;
  DeidLevel *lo; /* of the box set last */
  DeidLevel *hi;
  DeidIncumbent best; /* of all it went through, */
  DeidIncumbent here; /* where it stands; once it was made coarser it has no verdict, */
  DeidLevel *tried;   /* and what was evaluated last */
  guint *order;       /* of the attributes that the lattice leaves free */
  guint n_free;
  guint next;      /* of these */
  guint n_settled; /* of the last of these, how many did not change */
  gint64 price;    /* of a suppressed record, until each had its turn in a round */
  guint64 n_rounds;
  gboolean is_least; /* no policy that differs in the attribute of the last step alone is better */
  guint64 n_evaluated;
} DeidDescent;

/* @bound stays the caller's. Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and
 * nothing else. */
gboolean deid_descent_init (DeidDescent *descent, DeidRun *run, DeidCutBound *bound, guint64 seed,
                            GError **error);
void deid_descent_clear (DeidDescent *descent);

/* Returns: the memory it holds besides the bound. */
static inline guint64
deid_descent_get_n_bytes (const DeidDescent *descent)
{
  return deid_resource_path_get_n_bytes (&descent->resource.path);
}

/* Goes on from a solution if it comes before the best one known so far. */
void deid_descent_start (DeidDescent *descent, const DeidLevel *levels, const DeidVerdict *verdict);

/* Goes on with one attribute, of at most two evaluations, or makes some coarser. Errors: those of
 * deid_cut_bound_set(), deid_resource_solve(). */
gboolean deid_descent_step (DeidDescent *descent, GError **error);

/* Returns: whether it was made coarser so many times, and no attribute became better since. */
static inline gboolean
deid_descent_has_ended (const DeidDescent *descent, guint64 n_rounds)
{
  return descent->n_rounds >= n_rounds && descent->n_settled == descent->n_free;
}
