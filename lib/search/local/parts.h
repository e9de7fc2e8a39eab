/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/ruin.h"

/* Makes clusters of a part, or of a whole table, better by @n_steps. */
typedef gboolean (*DeidLocalEngine) (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                                     GError **error);

/* Tells whether a table is worked on in parts, each of which may be in a thread of its own: if it
 * is a large one, and sizes alone count. */
gboolean deid_local_parts_suit (const DeidLocalRuin *ruin);

/* Returns: how many threads work on them at a time. */
guint deid_local_parts_count_threads (const DeidLocalRuin *ruin);

/* Divides the clusters in parts, those together that are near one another in a random order, and
 * lets an engine take a share of @n_steps in each, on as many threads as the ruin says. What comes
 * of it does not depend on their number. Suppressed records are in no part. Then clusters with the
 * same nodes become one. Clusters are valid also when it is stopped or fails. Errors: those of the
 * engine; %DEID_ERROR_NO_MEMORY. Complexity: O(records x (attributes + neighbours)) and that of the
 * engine. */
gboolean deid_local_parts_run (DeidLocalRuin *ruin, DeidLocalEngine engine, guint64 n_steps,
                               const DeidStop *stop, GError **error);
