/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/local/judge.h"

/* How a table is cut. */
typedef struct
{
  gboolean is_relaxed;
  guint64 max_cuts;
  void (*report) (gpointer data, guint64 n_done); /* called now and then with the number of records
                                                     whose cluster is known, or NULL */
  gpointer report_data;
} DeidLocalMondrianOptions;

/* Puts all records into clusters by Mondrian (LeFevre, DeWitt, Ramakrishnan: Mondrian
 * Multidimensional K-Anonymity, ICDE 2006). It cuts the table into parts, and these into smaller
 * ones, as long as all pieces of a part pass the models. It cuts a part by the attribute that costs
 * most, among those that allow a cut. The strict way cuts at the children of the part's node. The
 * relaxed way (section 4 there) cuts at the median in the order of the hierarchy's leaves, so
 * records of one value may be on both sides, and pieces may keep their labels, because hierarchies
 * are not intervals. Parts are cut in the order in which they were made, so a stop leaves the whole
 * table cut about evenly.
 *
 * If no class may have the node of a part, the part is cut at its children in any case. What does
 * not pass in the end is suppressed, even beyond the limits.
 *
 * At the start there are no clusters, and room for as many as can pass and one more. The judge has
 * the same tuples. A stop ends the cutting and is no failure: each part that is not cut yet becomes
 * a cluster. @n_cuts gets the number of cuts. Errors: those of the models, %DEID_ERROR_NO_MEMORY.
 * Complexity: O(records x attributes x cuts on the way to a part); if more than sizes count, each
 * attribute that is tried takes O(records of the part x (attributes + columns)). */
gboolean deid_local_mondrian (DeidLocalClusters *clusters, DeidLocalJudge *judge,
                              const DeidLocalMondrianOptions *options, guint64 *n_cuts,
                              const DeidStop *stop, GError **error);
