/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/random.h"
#include "lattice/lattice-private.h"

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

/* @n_dimensions is above 0. On failure the urn may be cleared, and nothing else. */
gboolean deid_unit_draw_init (DeidUnitDraw *draw, guint n_dimensions, GError **error);
void deid_unit_draw_clear (DeidUnitDraw *draw);

/* Puts the units in between two policies in the urn, of a specialization and a generalization. The
 * weights, which must be there, are above 0 and below 2^26. Complexity: O(dimensions). */
void deid_unit_draw_start (DeidUnitDraw *draw, const DeidLevel *specific, const DeidLevel *general);

/* Draws one of the units that are left, which must be some. Complexity: O(log dimensions).
 * Returns: its dimension. */
guint deid_unit_draw_next (DeidUnitDraw *draw, DeidRandom *random);
