/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/random.h"
#include "search/local/tuples.h"

/* Of each tuple some others that cost little in a class with it, the cheapest first. Where there
 * are not enough the tuple itself fills its list. */
typedef struct
{
  guint n; /* of each tuple */
  guint32 *lists;
} DeidLocalNeighbours;

/* Lists @n neighbours of each tuple: those found near it when tuples are sorted by @n_orders random
 * orders of their digits, then among the neighbours of those. On failure they may be cleared.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(tuples x attributes x
 * (orders + @n^2)). */
gboolean deid_local_neighbours_init (DeidLocalNeighbours *neighbours, const DeidLocalTuples *tuples,
                                     guint n, guint n_orders, DeidRandom *random,
                                     const DeidStop *stop, GError **error);
void deid_local_neighbours_clear (DeidLocalNeighbours *neighbours);

static inline const guint32 *
deid_local_neighbours_get (const DeidLocalNeighbours *neighbours, guint32 tuple)
{
  return neighbours->lists + (gsize) tuple * neighbours->n;
}
