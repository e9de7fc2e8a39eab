/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"

/* Puts all records into clusters by rounds of full-domain generalization: in each, the proven
 * optimum of @problem for the records that are left, of which all may be suppressed but a share of
 * 1 / @n_rounds of the table. Its classes that pass become clusters; what it suppresses is left to
 * the next round. So there are no more rounds than @n_rounds. What is left when no round has a
 * solution joins the clusters where it costs least. The suppression limit of @problem does not
 * count. How dear it is to put a record off is the factor of its quality model: with `loss:arith:0`
 * it costs what it would if it was kept, so that a round takes the policy of the least loss that
 * releases its share; with few records a round, policies are then gone through by loss.
 *
 * A yardstick for others, and a good start for them: local recoding as the field's leading tool has
 * it, but for its labels, which are the lowest of the clusters here.
 *
 * @problem is one on the dataset of the clusters, which has neither weights nor persons nor a
 * population. Its models are superset-closed models of classes: of others a record that is left may
 * spoil the cluster that it joins. What they accept has as many records as a cluster needs. There
 * are no clusters. Errors: those of deid_search_run(), %DEID_ERROR_NO_SOLUTION if the first round
 * has none. Complexity: that of the searches, and O(clusters x attributes) for each record left at
 * the end. */
gboolean deid_local_rounds (DeidLocalClusters *clusters, DeidProblem *problem, guint n_rounds,
                            const DeidStop *stop, GError **error);
