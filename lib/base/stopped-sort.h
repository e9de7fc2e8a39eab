/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"

/* Sorts as qsort() does, but gives up when it is time; what compares equal stays in its order where
 * the items are more than a few thousand. On failure the items are in any order. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(@n log @n). */
gboolean deid_stopped_sort (gpointer items, guint64 n, gsize size,
                            int (*compare) (const void *a, const void *b), const DeidStop *stop,
                            GError **error);
