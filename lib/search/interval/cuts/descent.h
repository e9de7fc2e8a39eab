/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "search/interval/cuts/resource.h"
#include "search/run.h"

/* Coordinate descent: gives one attribute after another its best partition while the others stay as
 * they are, until none becomes better. Then a round begins: it makes some attributes of this
 * policy, or of the best one, coarser at random and goes on from there. Effort is counted in
 * evaluations, so that the result is the same on any machine. */
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
  DeidIncumbent best; /* the best policy so far */
  DeidIncumbent here; /* the present policy; without a verdict once it was made coarser */
  DeidLevel *tried;   /* the policy evaluated last */
  guint *order;       /* the attributes that the lattice leaves free, in the order of their turns */
  guint n_free;
  guint next;      /* whose turn it is, in this order */
  guint n_settled; /* how many turns in a row have changed nothing */
  gint64 price;    /* units for each suppressed record, until each attribute had a turn */
  guint64 n_rounds;
  gboolean is_least; /* no policy that differs in the attribute of the last step alone is better */
  guint64 n_evaluated;
} DeidDescent;

/* @bound stays the caller's. */
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

/* Takes one turn, of at most two evaluations, or begins a round. Errors: those of
 * deid_cut_bound_set(), deid_resource_solve(). */
gboolean deid_descent_step (DeidDescent *descent, GError **error);
