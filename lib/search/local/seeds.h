/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/local/neighbours.h"

/* Puts all records into clusters of about the size that the judge estimates: the tuples whose
 * nearest free records are nearest come first, each with the neighbours that cost least; records
 * that are left over join what costs them least among the clusters near them. Where no more than
 * sizes count, there must be enough records for one cluster, and all pass; otherwise what does not
 * is left to deid_local_repair().
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(tuples x neighbours x
 * (attributes + log tuples)). */
gboolean deid_local_seed (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                          DeidLocalJudge *judge, const DeidStop *stop, GError **error);
