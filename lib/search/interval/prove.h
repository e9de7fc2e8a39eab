/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/verdict.h"

/* The units of bounds of boxes with cuts. */
typedef struct
{
  int exponent;          /* a unit is 2 to minus this */
  const guint64 *prices; /* of each attribute: at most what 1 of its sums adds to the objective;
                            NULL if classes have costs, which multipliers do not change */
  gint64 lambda_unit;    /* the value of 1 in the last multiplier */
  guint64 least;         /* least number of records of a released class */
  gint64 threshold;      /* no policy that comes before the given one has more units */
} DeidProofUnits;

/* Receives a proof that no policy of the lattice comes before a given one in the order of
 * objective, level sum and levels. The proof is a walk through a tree of boxes [lo, hi] that starts
 * with the whole lattice. Each call is about the current box. S°(y) are the records that fail the
 * superset-closed part of the models at y. If a slot fails, the walk ends with its error. */
typedef struct
{
  /* Splits the box. The part above @level in @dimension is next; when it is settled, the part up to
   * @level follows. */
  gboolean (*split) (gpointer data, guint dimension, guint level, GError **error);

  /* No policy up to @level in @dimension is a solution, because the upper corner of that part is
   * infeasible: its S°, or the classes of the population alone that fail there, are too many. The
   * part above remains. */
  gboolean (*cut) (gpointer data, guint dimension, guint level, const DeidVerdict *corner,
                   GError **error);

  /* No better policy exceeds @ceiling. In each dimension d in which the ceiling is below hi, the
   * objective of all policies above it is at least @bounds[d]. That follows from S°(hi) and from lo
   * with d raised to ceiling + 1. The part up to the ceiling remains. */
  gboolean (*lower) (gpointer data, const DeidLevel *ceiling, const double *bounds, GError **error);

  /* Settles the box, because hi is infeasible in the same way. */
  gboolean (*settle_infeasible) (gpointer data, const DeidVerdict *hi, GError **error);

  /* Settles the box: no objective in it is below @bound. That follows from S°(hi) and lo. */
  gboolean (*settle_bounded) (gpointer data, double bound, GError **error);

  /* Settles a box that is a single policy: it was evaluated. */
  gboolean (*settle_policy) (gpointer data, const DeidVerdict *verdict, GError **error);

  /* With cuts, the slots below take the place of cut(), lower() and settle_bounded(). state_units()
   * comes before all others. */
  gboolean (*state_units) (gpointer data, const DeidProofUnits *units, GError **error);

  /* In each dimension in which @hi is below the upper corner of the box, all policies above @hi
   * merge something that makes no difference to the data. The part up to @hi remains. */
  gboolean (*drop_needless) (gpointer data, const DeidLevel *hi, GError **error);

  /* No better policy is outside [@lo, @hi]: in each dimension, the bound of each level of the box
   * that is left out exceeds the threshold, by the multipliers. The part inside remains. */
  gboolean (*narrow) (gpointer data, const DeidLevel *lo, const DeidLevel *hi,
                      const guint16 *multipliers, GError **error);

  /* Settles the box, because its bound exceeds the threshold, by the multipliers. */
  gboolean (*settle_exceeding) (gpointer data, const guint16 *multipliers, GError **error);
} DeidProofFuncs;

/* Proves that no policy comes before @optimum, whose verdict is given. It runs the interval search
 * again with @optimum as the incumbent from the start. What @funcs receive does not depend on how
 * the optimum was found.
 *
 * Errors: those of the models and of @funcs. */
gboolean deid_search_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                            const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
                            const DeidStop *stop, GError **error);
