/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "search/alternatives/alternatives-private.h"

/* How many records two policies treat differently, counted once for each unit, as
 * DeidAlternativeGroups has it.
 *
 * Errors: %DEID_ERROR_TOO_LARGE if the sum of the distances of one policy may not fit 64 bits,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(policies^2 x dimensions).
 *
 * Returns: (transfer full): the distance of each pair, row by row; or %NULL */
guint64 *deid_alternatives_list_distances (const DeidAlternatives *alternatives,
                                           const DeidStop *stop, GError **error);
