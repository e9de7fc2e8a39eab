/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/local/neighbours.h"
#include "search/local/suppression.h"

/* Tells whether a cluster passes. Complexity: O(records x columns). */
gboolean deid_local_judge_passes_cluster (DeidLocalJudge *judge, const DeidLocalClusters *clusters,
                                          guint32 number);

/* Unites each cluster that does not pass with the one near it that costs least, and goes on until
 * all pass; what cannot be helped in this way is suppressed, if @suppression, which may be %NULL,
 * allows it. Errors: %DEID_ERROR_NO_SOLUTION, those of the models and of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(records x neighbours x attributes) for clusters that do not
 * pass. */
gboolean deid_local_repair (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                            DeidLocalJudge *judge, DeidLocalSuppression *suppression,
                            const DeidStop *stop, GError **error);
