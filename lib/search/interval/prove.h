/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/verdict.h"

/* What bounds of boxes with cuts are counted in. */
typedef struct
{
  int exponent;          /* units are of 2 to minus this */
  const guint64 *prices; /* of each attribute: what 1 of its sums adds to the objective, no more;
                            NULL if classes are costed, to which multipliers do nothing */
  gint64 lambda_unit;    /* what 1 of the last multiplier is */
  guint64 least;         /* records of a class that is released */
  gint64 threshold;      /* no policy that comes before the given one has more units */
} DeidProofUnits;

/* Receives a proof that no policy of the lattice comes before a given one in the order of
 * objective, level sum and levels, as a walk through a tree of boxes [lo, hi] that starts with the
 * whole lattice. Each call speaks of the current box; S°(y) are the records that fail the
 * superset-closed part of the models at y. A slot that fails ends the walk with its error. */
typedef struct
{
  /* Splits the box: the part above @level in @dimension is next, and when all of it is settled, the
   * part up to @level. */
  gboolean (*split) (gpointer data, guint dimension, guint level, GError **error);

  /* No policy up to @level in @dimension is a solution, since the upper corner of that part is
   * infeasible: S° of it, or the classes of the population alone that fail there, are too many. The
   * part above remains. */
  gboolean (*cut) (gpointer data, guint dimension, guint level, const DeidVerdict *corner,
                   GError **error);

  /* No better policy exceeds @ceiling: in each dimension d where that is below hi, the objective of
   * all policies above it is at least @bounds[d], which follows from S°(hi) and lo with d raised to
   * ceiling + 1. The part up to the ceiling remains. */
  gboolean (*lower) (gpointer data, const DeidLevel *ceiling, const double *bounds, GError **error);

  /* Settles the box, since hi is infeasible in the same way. */
  gboolean (*settle_infeasible) (gpointer data, const DeidVerdict *hi, GError **error);

  /* Settles the box: no objective in it is below @bound, which follows from S°(hi) and lo. */
  gboolean (*settle_bounded) (gpointer data, double bound, GError **error);

  /* Settles a box that is a single policy: it was evaluated. */
  gboolean (*settle_policy) (gpointer data, const DeidVerdict *verdict, GError **error);

  /* With cuts there is no cut(), lower() and settle_bounded(), but these; the first comes before
   * all others. */
  gboolean (*state_units) (gpointer data, const DeidProofUnits *units, GError **error);

  /* In each dimension where @hi is below that of the box, all policies above it merge what makes no
   * difference to the data. The part up to it remains. */
  gboolean (*drop_needless) (gpointer data, const DeidLevel *hi, GError **error);

  /* No better policy is outside [@lo, @hi]: in each dimension, the bound of each level of the box
   * that is left out exceeds the threshold by the multipliers. That part remains. */
  gboolean (*narrow) (gpointer data, const DeidLevel *lo, const DeidLevel *hi,
                      const guint16 *multipliers, GError **error);

  /* Settles the box, since its bound exceeds the threshold by the multipliers. */
  gboolean (*settle_exceeding) (gpointer data, const guint16 *multipliers, GError **error);
} DeidProofFuncs;

/* Proves that no policy comes before @optimum, whose verdict is given, by running the interval
 * search again with it as the incumbent from the start. What @funcs are told does not depend on how
 * the optimum was found.
 *
 * Errors: those of deid_stop_check(), of the models and of @funcs, %DEID_ERROR_NO_MEMORY. */
gboolean deid_search_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                            const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
                            const DeidStop *stop, GError **error);
