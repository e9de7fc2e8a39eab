/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/local/tuples.h"

/* Divides the table into two parts, and these again, as long as both parts pass the models and
 * together cost no more than the whole. For each attribute it tries two divisions:
 *
 * - The records below one child of the part's node, and all other records.
 * - Even halves: of the records with the same judged values, half go to each part, so values are as
 *   frequent in both halves as in the part. Strict models of closeness allow nothing else (J. Cao,
 *   P. Karras, P. Kalnis, K.-L. Tan: SABRE: a Sensitive Attribute Bucketization and REdistribution
 *   framework for t-closeness, VLDB Journal 20, 2011, draws classes in the same proportions).
 *
 * The cheapest division is made. Even halves that cost the same as the part are made too, because
 * their halves may cost less. Why from above: clusters that grow from seeds leave behind the
 * records that no class can use, and these records spoil the clusters that they join.
 *
 * @class_of_row gets the class of each row, and *@cost the cost of all; %G_MAXUINT64 if not even
 * all records together pass. A stop, or too much work, ends the division and is no failure: parts
 * are divided in the order in which they were made, and each part is a class. Errors: those of the
 * models, %DEID_ERROR_NO_MEMORY. Complexity: O(records x attributes x (attributes + columns) x
 * children of nodes x divisions on the way to a class). */
gboolean deid_local_divide (const DeidLocalTuples *tuples, DeidLocalJudge *judge,
                            guint32 *class_of_row, guint64 *cost, const DeidStop *stop,
                            GError **error);

/* Puts all records into clusters of about the size that the judge estimates. Tuples whose nearest
 * free records are nearest come first, each with the neighbours that cost least. Each record left
 * over joins the nearby cluster where it costs least. If only sizes count, there must be enough
 * records for one cluster, and all clusters pass. Otherwise deid_local_repair() mends those that do
 * not pass.
 *
 * Complexity: O(tuples x neighbours x (attributes + log tuples)). */
gboolean deid_local_seed (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                          DeidLocalJudge *judge, const DeidStop *stop, GError **error);

/* Unites each cluster that does not pass with the nearby cluster where this costs least, until all
 * pass. Clusters that never pass are suppressed if @suppression, which may be %NULL, allows it.
 * Errors: %DEID_ERROR_NO_SOLUTION, those of the models. Complexity: O(records x neighbours x
 * attributes) for clusters that do not pass. */
gboolean deid_local_repair (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                            DeidLocalJudge *judge, DeidLocalSuppression *suppression,
                            const DeidStop *stop, GError **error);
