/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"

/* How a table is cut. */
typedef struct
{
  gboolean is_relaxed;
  guint64 max_cuts;
  void (*report) (gpointer data, guint64 n_done); /* called now and then, or NULL: of how many
                                                     records the cluster is known */
  gpointer report_data;
} DeidLocalMondrianOptions;

/* Puts all records into clusters by cutting the table into parts, and these into smaller ones, as
 * long as all that a part is cut into pass the models: Mondrian (LeFevre, DeWitt, Ramakrishnan:
 * Mondrian Multidimensional K-Anonymity, ICDE 2006). A part is cut by the attribute that costs most
 * of those where this is possible: the strict way is at the children of its node; the relaxed one
 * (section 4 there) at the median in the order of the hierarchy's leaves, so that records of one
 * value may be on both sides. What is cut in the relaxed way may keep its labels: hierarchies are
 * not intervals. Parts are worked on in the order in which they were made, so that a stop leaves
 * all of the table cut about evenly.
 *
 * A part whose node no class may have is cut at its children whatever comes of it. What does not
 * pass in the end is suppressed, be it allowed or not.
 *
 * There are no clusters, and room for as many as pass and one more. The judge is of the same
 * tuples. A stop ends the cutting and is no failure: what is not cut yet is then a cluster. @n_cuts
 * gets how many were made. Errors: those of the models, %DEID_ERROR_NO_MEMORY. Complexity:
 * O(records x attributes x cuts on the way to a part); where more than sizes count, each attribute
 * that is tried takes O(records of the part x (attributes + columns)). */
gboolean deid_local_mondrian (DeidLocalClusters *clusters, DeidLocalJudge *judge,
                              const DeidLocalMondrianOptions *options, guint64 *n_cuts,
                              const DeidStop *stop, GError **error);
