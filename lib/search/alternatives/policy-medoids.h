/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "search/alternatives-private.h"

/* How many records two policies treat differently, counted once for each unit, as
 * DeidAlternativeGroups has it.
 *
 * Errors: %DEID_ERROR_TOO_LARGE if the sum of the distances of one policy may not fit 64 bits,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(policies^2 x dimensions).
 *
 * Returns: (transfer full): the distance of each pair, row by row; or %NULL */
guint64 *deid_alternatives_list_distances (const DeidAlternatives *alternatives,
                                           const DeidStop *stop, GError **error);

/* Partitioning around medoids: BUILD and SWAP of Kaufman and Rousseeuw 1990, the latter with sums
 * kept for all medoids at once (FastPAM1, Schubert and Rousseeuw 2021), which makes the same swaps.
 * Of equal candidates the one with the least number is taken, of equal medoids the first. */
typedef struct
{
  guint64 n;
  const guint64 *distances; /* of each pair, row by row; the sums of rows fit 64 bits */
  guint64 k;                /* from 1 to n */
  guint64 *medoids;         /* of each group, in no order that means anything */
  guint64 *groups;          /* of each object that of the nearest medoid, the first of several; a
                               medoid is in its own */
  guint64 total;            /* of the distances from these */
  double silhouette;        /* on average, Rousseeuw 1987; 0 for k = 1 */
} DeidMedoids;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY, those of
 * deid_stop_check(). Complexity: O(n^2 k) and O(n^2) for each swap. */
gboolean deid_medoids_init (DeidMedoids *medoids, const guint64 *distances, guint64 n, guint64 k,
                            const DeidStop *stop, GError **error);
void deid_medoids_clear (DeidMedoids *medoids);
