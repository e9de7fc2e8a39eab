/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/ruin.h"

/* How rounds are made. */
typedef struct
{
  guint n_rounds;       /* at most; each releases at least a share of 1 / n_rounds of the table */
  gboolean is_free;     /* a record that is put off costs as much as if it were kept, whatever the
                           quality model says */
  guint64 max_policies; /* of all rounds; the round that reaches it takes the best policy known,
                           and is the last; G_MAXUINT64 for proven optima */
  guint64 max_comparisons;                        /* of clusters with the records left at the end */
  void (*report) (gpointer data, guint64 n_done); /* called after each round with a solution, with
                                                     the number of records in clusters; or NULL */
  gpointer report_data;
} DeidLocalRoundsOptions;

/* Returns: whether classes of rounds may be clusters: all models are superset-closed, so a record
 * that joins a passing class cannot spoil it, and no model prepares anything, because it would
 * prepare from the records of a round what it should from the whole table. */
gboolean deid_local_rounds_suit (const DeidPreparedProblem *prepared);

/* Puts all records into clusters by rounds of full-domain generalization. Each round finds the
 * optimum of @problem for the records that are left. It may suppress all of these except a share of
 * the table. The classes that pass become clusters; the suppressed records are left to the next
 * round. When no round has a solution, each remaining record joins the cluster where it costs
 * least, or is suppressed if that costs less and the limits of the clusters' problem allow it. The
 * limits of @problem do not count.
 *
 * The factor of the quality model says what it costs to put a record off. If it is free, a round
 * takes the policy of the least loss that releases its share. With few records a round, it then
 * tries policies in the order of their loss.
 *
 * The result is a good start for other methods. It is the local recoding of the field's leading
 * tool, except that the labels are the lowest of the clusters.
 *
 * @problem must suit rounds, and be on the table of the clusters, whose problem is prepared with
 * all rows. A class that it accepts has as many records as a cluster needs. At the start there are
 * no clusters, and room for one more than fit. @n_evaluated, unless it is %NULL, gets the number of
 * policies evaluated, also on failure.
 *
 * A stop ends the rounds. If there is a cluster by then, this is no failure: each remaining record
 * joins the cluster of the record before it.
 *
 * Errors: those of deid_search_run(), %DEID_ERROR_NO_SOLUTION if the first round has none, if too
 * many records are left, or if one of them fits nowhere. Complexity: that of the searches, and
 * O(clusters x attributes) for each record left at the end. */
gboolean deid_local_rounds (DeidLocalClusters *clusters, DeidProblem *problem,
                            const DeidLocalRoundsOptions *options, guint64 *n_evaluated,
                            const DeidStop *stop, GError **error);

/* Replaces the clusters by those of deid_local_rounds() if rounds suit the models and cost less.
 * There are 1,000 rounds, on large tables 100. Clusters of rounds that a stop ended count as well.
 * If rounds evaluate too many policies, leave too many records, or make nothing before the time is
 * over, nothing changes, and this is no error. @n_evaluated gets the number of policies evaluated.
 * Errors: the other ones of deid_local_rounds(); after an error nothing has changed. Complexity:
 * that of deid_local_rounds(). */
gboolean deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated,
                                       const DeidStop *stop, GError **error);
