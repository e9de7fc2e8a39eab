/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"

/* Puts all records into clusters of at least @k by cutting the table in halves, and these again, as
 * long as they have 2 @k records that differ: relaxed Mondrian (LeFevre, DeWitt, Ramakrishnan:
 * Mondrian Multidimensional K-Anonymity, ICDE 2006, section 4), which cuts at the median of the
 * dearest attribute, in the order of the hierarchy's leaves, and may put records of one value on
 * both sides. So it can always cut, but what it cuts may keep its labels: hierarchies are not
 * intervals. A yardstick for others. There must be @k records or more, and no clusters.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(records x attributes x
 * log (records / @k)). */
gboolean deid_local_relaxed_mondrian (DeidLocalClusters *clusters, guint32 k, const DeidStop *stop,
                                      GError **error);
