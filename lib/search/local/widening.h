/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"

/* Widens sets and runs from which finer labels would follow. A set of as many values as its class
 * has records says that each value occurs once; a run of two records says that its ends are their
 * values.
 *
 * The values of a column stand in an order: those of sets in the order of their bytes, those of
 * runs in their own. Two neighbours each are a pair; if the number of values is odd, the last three
 * stand together. A set gets all values of the pairs that it touches, and a run gets its ends so.
 * If these are no more than the class has records, the next pair is added, or the highest that was
 * not touched. So each value may be one that the class does not have, and a person of two cannot
 * tell the value of the other.
 *
 * Classes that have no wider label are united with others, and so are classes with equal labels.
 * Sets and runs stay wide until deid_local_clusters_tighten(). Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(records x attributes) for each time that classes are united.
 */
gboolean deid_local_widen (DeidLocalClusters *clusters, const DeidStop *stop, GError **error);
