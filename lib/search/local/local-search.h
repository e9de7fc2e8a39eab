/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"
#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/run.h"

/* Makes the partition of clusters that all records are in, with the labels of their nodes: those
 * with the same nodes become one class. Whatever the clusters were made for, the models of the
 * problem judge the classes as those of a policy, so that the verdict of the partition says whether
 * it is a solution; the records of the cluster of suppressed ones are suppressed in any case. The
 * loss is counted from extents, as that of a policy is, and not from the rounded costs of clusters.
 *
 * Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity: O(rows x
 * columns that models ask for + classes x attributes). */
DeidPartition *deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop,
                                         GError **error);

/* Makes a solution that is the partition of a policy count each label on the lowest level where it
 * reads the same. @sums are those of the policy.
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_partition_lower (DeidPartition *partition, const DeidPreparedProblem *prepared,
                                     DeidLossSums *sums, const DeidStop *stop, GError **error);

/* Policies that are enough to compare a local recoding with. */
#define DEID_LOCAL_FEW_POLICIES 500

/* A run for a local recoding, whatever makes the classes. */
typedef struct
{
  DeidRun *run;
  guint32 k;             /* records that a class has at least, as far as sizes tell */
  gint64 partition_time; /* that making a partition took */
  DeidVerdict verdict;   /* on the partition made last */
} DeidLocalRun;

/* A table made ready for a method that makes clusters once, without steps. */
typedef struct
{
  const DeidLocalRun *local;
  DeidLocalTuples tuples;
  DeidLocalJudge judge;
  DeidLocalClusters clusters; /* with room for as many as pass and one more */
} DeidLocalOnce;

/* Puts all records into clusters, also if the run is stopped meanwhile. */
typedef gboolean (*DeidLocalMaker) (DeidLocalOnce *once, gpointer data, GError **error);

/* Has a run make clusters once, after the optimal search of at most @max_policies. Errors:
 * %DEID_ERROR_NO_SOLUTION, those of @maker. */
gboolean deid_local_once (DeidRun *run, guint64 max_policies, DeidLocalMaker maker, gpointer data,
                          GError **error);

/* Tells the run, as a report of what makes clusters does, of how many records the cluster is
 * known. */
void deid_local_once_report (gpointer once, guint64 n_done);
