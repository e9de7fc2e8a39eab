/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/verdict.h"

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
} DeidProofFuncs;
