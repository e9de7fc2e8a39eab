/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/ruin.h"

/* Some clusters of a table whose sizes alone count, as a table of their own, so that they can be
 * worked on while others are in other threads: it has the records of these clusters and their
 * tuples, each with those of its neighbours that are among them. Nothing is known of other
 * clusters, and what becomes of these is told in the end. */
typedef struct
{
  DeidLocalRuin *whole;
  DeidLocalRuin ruin;
  const guint32 *places; /* for clusters of the whole: those of these, then free ones */
  guint32 n_places;
  guint32 *records; /* of each record its number in the whole, in ascending order */
} DeidLocalPart;

/* Makes a part of the clusters in the first @n_clusters places, which are not suppressed, and have
 * @n_records. It cools as the whole does, and reports to nobody. There must be as many places as it
 * can have clusters in the end. On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY.
 * Complexity: O(records x (attributes + neighbours)). */
gboolean deid_local_part_init (DeidLocalPart *part, DeidLocalRuin *whole, const guint32 *places,
                               guint32 n_places, guint32 n_clusters, guint32 n_records,
                               guint64 seed, GError **error);
void deid_local_part_clear (DeidLocalPart *part);

/* Makes its clusters those of the whole in its places, which does not count them: see
 * deid_local_clusters_recount(). Complexity: O(records + clusters x attributes). */
void deid_local_part_put_back (const DeidLocalPart *part);
