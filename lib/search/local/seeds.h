/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/neighbours.h"

/* Puts all records into clusters of at least @k: the tuples whose k nearest free records are
 * nearest come first, each with the neighbours that cost least; records that are left over join
 * what costs them least among the clusters near them. There must be @k records or more.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(tuples x neighbours x
 * (attributes + log tuples)). */
gboolean deid_local_seed (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                          guint32 k, const DeidStop *stop, GError **error);
