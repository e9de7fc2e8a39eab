/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"
#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/run.h"

/* Makes a partition from the clusters, in which all records must be. Clusters with the same nodes
 * become one class, with the labels of these nodes. The models of the problem judge the classes as
 * they judge those of a policy, however the clusters were made, so the verdict of the partition
 * says whether it is a solution. The records in the cluster of suppressed records are suppressed in
 * any case. The loss is computed from extents, like that of a policy, and not from the rounded
 * costs of clusters.
 *
 * Errors: those of the models. Complexity: O(rows x columns that models ask for + classes x
 * attributes). */
DeidPartition *deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop,
                                         GError **error);

/* Makes the partition of a policy, which is a solution, count each label on the lowest level where
 * it reads the same. @sums are those of the policy. */
gboolean deid_local_partition_lower (DeidPartition *partition, const DeidPreparedProblem *prepared,
                                     DeidLossSums *sums, const DeidStop *stop, GError **error);

/* How many policies are evaluated to have one to compare a local recoding with. */
#define DEID_LOCAL_FEW_POLICIES 500

/* A run for a local recoding, by any method. */
typedef struct
{
  DeidRun *run;
  guint32 k;             /* lower bound of the records of a class, as far as sizes tell */
  gint64 partition_time; /* the time that making a partition took */
  DeidVerdict verdict;   /* on the partition made last */
} DeidLocalRun;

/* A table that is prepared for a method that makes clusters once, without steps. */
typedef struct
{
  const DeidLocalRun *local;
  DeidLocalTuples tuples;
  DeidLocalJudge judge;
  DeidLocalClusters clusters; /* with room for as many as can pass, and for one more */
} DeidLocalOnce;

/* Puts all records into clusters, even if the run is stopped meanwhile. */
typedef gboolean (*DeidLocalMaker) (DeidLocalOnce *once, gpointer data, GError **error);

/* Lets @maker make clusters once, after the optimal search of at most @max_policies. Errors:
 * %DEID_ERROR_NO_SOLUTION, those of @maker. */
gboolean deid_local_once (DeidRun *run, guint64 max_policies, DeidLocalMaker maker, gpointer data,
                          GError **error);

/* Reports to the run for how many records the cluster is known. Makers call it. */
void deid_local_once_report (gpointer once, guint64 n_done);

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
 * ones, as long as all pieces of a part pass the models. Of the attributes that allow a
 * cut, it cuts a part by the one that costs most. The strict way cuts at the children of the part's
 * node. The relaxed way (section 4 there) cuts at the median in the order of the hierarchy's
 * leaves, so records of one value may be on both sides, and pieces may keep their labels, because
 * hierarchies are not intervals. Parts are cut in the order in which they were made, so a stop
 * leaves the whole table cut about evenly.
 *
 * If no class may have the node of a part, the part is cut at its children in any case. What does
 * not pass in the end is suppressed, even beyond the limits.
 *
 * At the start there are no clusters, and room for as many as can pass and one more. The judge has
 * the same tuples. A stop ends the cutting and is no failure: each part that is not cut yet becomes
 * a cluster. @n_cuts gets the number of cuts. Errors: those of the models.
 * Complexity: O(records x attributes x cuts on the way to a part); if more than sizes count, each
 * attribute that is tried takes O(records of the part x (attributes + columns)). */
gboolean deid_local_mondrian (DeidLocalClusters *clusters, DeidLocalJudge *judge,
                              const DeidLocalMondrianOptions *options, guint64 *n_cuts,
                              const DeidStop *stop, GError **error);
