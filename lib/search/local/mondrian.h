/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"

/* Puts all records into clusters of at least @k by cutting the table into parts, and these into
 * smaller ones, as long as there are @k records in each: strict Mondrian, which cuts a part at the
 * children of one of its nodes, that of the dearest attribute where this is possible (LeFevre,
 * DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006). A yardstick for others.
 * There must be @k records or more, and no clusters; models are not asked, and clusters may have
 * roots that no class may have.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(records x attributes x
 * cuts on the way to a part). */
gboolean deid_local_mondrian (DeidLocalClusters *clusters, guint32 k, const DeidStop *stop,
                              GError **error);
