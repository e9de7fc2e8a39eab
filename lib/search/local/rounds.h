/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"

/* How rounds are made. */
typedef struct
{
  guint n_rounds;       /* at most; each releases a share of 1 / n_rounds of the table at least */
  gboolean is_free;     /* a record that is put off costs what it would if it was kept, whatever
                           the quality model says */
  guint64 max_policies; /* that all rounds evaluate; the one that gets there takes the best known,
                           and is the last; G_MAXUINT64 for proven optima */
  guint64 max_comparisons; /* of records left at the end with clusters */
} DeidLocalRoundsOptions;

/* Puts all records into clusters by rounds of full-domain generalization: in each, the optimum of
 * @problem for the records that are left, of which all may be suppressed but a share of the table.
 * Its classes that pass become clusters; what it suppresses is left to the next round. What is left
 * when no round has a solution joins the clusters where it costs least. The suppression limit of
 * @problem does not count. How dear it is to put a record off is the factor of its quality model;
 * where it is free, a round takes the policy of the least loss that releases its share; with few
 * records a round, policies are then gone through by loss.
 *
 * A good start for other methods, and a yardstick: local recoding as the field's leading tool has
 * it, but for its labels, which are the lowest of the clusters here.
 *
 * @problem is one on the dataset of the clusters, which has neither weights nor persons nor a
 * population, limits of groups nor maximum levels. Its models are superset-closed models of
 * classes: of others a record that is left may spoil the cluster that it joins. What they accept
 * has as many records as a cluster needs. There are no clusters. @n_evaluated, unless it is %NULL,
 * gets how many policies were evaluated, also on failure.
 *
 * Errors: those of deid_search_run(), those of deid_stop_check(), %DEID_ERROR_NO_SOLUTION if the
 * first round has none, or if too many records are left. Complexity: that of the searches, and
 * O(clusters x attributes) for each record left at the end. */
gboolean deid_local_rounds (DeidLocalClusters *clusters, DeidProblem *problem,
                            const DeidLocalRoundsOptions *options, guint64 *n_evaluated,
                            const DeidStop *stop, GError **error);
