/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/local/tuples.h"

/* Divides the table in two parts, and these again, as long as both parts pass the models and cost
 * no more together than the whole. Two ways of division are tried for each attribute:
 *
 *  - the records below one child of the part's node, and all others;
 *  - even halves: of the records that have the same judged values, a half each, so that the values
 *    are as frequent in both halves as in the part. That is what strict models of closeness are
 *    left with (J. Cao, P. Karras, P. Kalnis, K.-L. Tan: SABRE: a Sensitive Attribute Bucketization
 *    and REdistribution framework for t-closeness, VLDB Journal 20, 2011, draws classes in the same
 *    proportions).
 *
 * The one that costs least is taken, of even halves also one that costs the same, since their
 * halves may cost less. Clusters that grow from seeds leave the records that no class can use, and
 * these spoil what they join: from above nothing is left.
 *
 * @class_of_row gets the class of each row, and *@cost what all cost; %G_MAXUINT64 if not even all
 * records together pass. A stop, or too much work, ends the division and is no failure: parts are
 * divided in the order in which they were made, and each is a class. Errors: those of the models,
 * %DEID_ERROR_NO_MEMORY. Complexity: O(records x attributes x (attributes + columns) x children of
 * nodes x divisions on the way to a class). */
gboolean deid_local_divide (const DeidLocalTuples *tuples, DeidLocalJudge *judge,
                            guint32 *class_of_row, guint64 *cost, const DeidStop *stop,
                            GError **error);

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

/* Unites each cluster that does not pass with the one near it that costs least, and goes on until
 * all pass; what cannot be helped in this way is suppressed, if @suppression, which may be %NULL,
 * allows it. Errors: %DEID_ERROR_NO_SOLUTION, those of the models and of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(records x neighbours x attributes) for clusters that do not
 * pass. */
gboolean deid_local_repair (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                            DeidLocalJudge *judge, DeidLocalSuppression *suppression,
                            const DeidStop *stop, GError **error);
