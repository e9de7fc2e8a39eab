/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/ruin.h"

/* How rounds are made. */
typedef struct
{
  guint n_rounds;       /* at most; each releases a share of 1 / n_rounds of the table at least */
  gboolean is_free;     /* a record that is put off costs what it would if it was kept, whatever
                           the quality model says */
  guint64 max_policies; /* that all rounds evaluate; the one that gets there takes the best known,
                           and is the last; G_MAXUINT64 for proven optima */
  guint64 max_comparisons;                        /* of records left at the end with clusters */
  void (*report) (gpointer data, guint64 n_done); /* called after each round with a solution, or
                                                     NULL: how many records are in clusters */
  gpointer report_data;
} DeidLocalRoundsOptions;

/* Tells whether the classes of rounds may be clusters: they mean the same in the whole table, and
 * what joins a class that passes cannot spoil it. All models must be superset-closed, and none may
 * prepare anything, since what it makes of the whole table it would make of the records of a round.
 */
gboolean deid_local_rounds_suit (const DeidPreparedProblem *prepared);

/* Puts all records into clusters by rounds of full-domain generalization: in each, the optimum of
 * @problem for the records that are left, of which all may be suppressed but a share of the table.
 * Its classes that pass become clusters; what it suppresses is left to the next round. What is left
 * when no round has a solution joins the clusters where it costs least or, where that is less and
 * the limits of the clusters' problem allow it, is suppressed. The limits of @problem do not count.
 * How dear it is to put a record off is the factor of its quality model; where it is free, a round
 * takes the policy of the least loss that releases its share; with few records a round, policies
 * are then gone through by loss.
 *
 * A good start for other methods: local recoding as the field's leading tool has it, but for its
 * labels, which are the lowest of the clusters here.
 *
 * @problem is one that rounds suit, on the table of the clusters, whose problem is prepared with
 * all rows. What it accepts has as many records as a cluster needs. There are no clusters, and room
 * for one more than fit. @n_evaluated, unless it is %NULL, gets how many policies were evaluated,
 * also on failure.
 *
 * A stop ends the rounds and, if there is a cluster by then, is no failure: what is left joins the
 * cluster of the record before it.
 *
 * Errors: those of deid_search_run(), those of deid_stop_check(), %DEID_ERROR_NO_SOLUTION if the
 * first round has none, if too many records are left, or if one of them fits nowhere. Complexity:
 * that of the searches, and O(clusters x attributes) for each record left at the end. */
gboolean deid_local_rounds (DeidLocalClusters *clusters, DeidProblem *problem,
                            const DeidLocalRoundsOptions *options, guint64 *n_evaluated,
                            const DeidStop *stop, GError **error);

/* Puts all records into clusters by deid_local_rounds() in place of those that they are in, if
 * rounds suit the models and cost less: 1,000 rounds, on large tables 100. What a stop leaves of
 * them counts as well. Rounds that evaluate too many policies, leave too much, or make nothing
 * before the time is over change nothing and are no error. @n_evaluated gets how many policies were
 * evaluated. Errors: those of deid_local_rounds(), but for these ends; nothing has changed then.
 * Complexity: that of deid_local_rounds(). */
gboolean deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated,
                                       const DeidStop *stop, GError **error);
