/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/growth.h"

/* Without a limit creditcard-19 takes 5 % fewer evaluations, and as much time; with 1,024 it takes
 * 3 % more. */
#define DEID_N_BARRIERS 4096

/* Policies that are known to be infeasible, those found last. No specialization of them is a
 * solution, so that each solution is above each of them in some dimension. */
typedef struct
{
  const DeidGrowth *growth; /* which numbers levels */
  DeidLevel *levels;        /* of each barrier */
  guint64 *reaching;        /* for each level above 0 a bit for each barrier that is not below it */
  guint64 *found;
  guint n;
  guint next; /* barrier to be replaced */
} DeidBarriers;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure they may be cleared, and nothing else. */
gboolean deid_barriers_init (DeidBarriers *barriers, const DeidGrowth *growth, GError **error);
void deid_barriers_clear (DeidBarriers *barriers);
guint64 deid_barriers_get_n_bytes (const DeidBarriers *barriers);

void deid_barriers_add (DeidBarriers *barriers, const DeidLevel *levels);

static inline const DeidLevel *
deid_barriers_get (const DeidBarriers *barriers, guint barrier)
{
  return barriers->levels + (gsize) barrier * barriers->growth->lattice->n_dimensions;
}

/* Finds barriers that are nowhere below @levels, at most @n_most of them.
 * Returns: their number. */
guint deid_barriers_find (DeidBarriers *barriers, const DeidLevel *levels, guint n_most,
                          guint *found);
