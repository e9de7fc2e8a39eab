/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/clusters.h"
#include "search/run.h"

/* A run for a local recoding, whatever makes the classes. */
typedef struct
{
  DeidRun *run;
  guint32 k;             /* records that a class has at least, as far as sizes tell */
  gint64 partition_time; /* that making a partition took */
  DeidVerdict verdict;   /* on the partition made last */
} DeidLocalRun;

/* Puts all records into clusters, and ends with deid_local_run_end(). */
typedef gboolean (*DeidLocalMethod) (DeidLocalRun *local, gpointer data, GError **error);

/* Lets a method follow the optimal search of at most @max_policies. The run then has what loses
 * least of the best policy and the partitions that were considered; it fails with
 * %DEID_ERROR_NO_SOLUTION if none of these is a solution. Errors: those of
 * deid_local_tuples_check_problem(), of deid_local_start_from_policy(), of the method. */
gboolean deid_local_run (DeidRun *run, guint64 max_policies, DeidLocalMethod method, gpointer data,
                         GError **error);

/* Gives the run the partition of clusters that all records are in. Errors: those of
 * deid_local_partition_new(). */
gboolean deid_local_run_consider (DeidLocalRun *local, DeidLocalClusters *clusters,
                                  const DeidStop *stop, GError **error);

/* The same at the end. @end, which is taken, is %NULL or the error that the method ended with: if
 * it is a stop, or that no better clusters were found, the clusters count all the same.
 * Returns: whether there is no error, neither @end nor another. */
gboolean deid_local_run_end (DeidLocalRun *local, DeidLocalClusters *clusters, GError *end,
                             GError **error);

/* Takes note of the share of the work that is done. */
void deid_local_run_report (const DeidLocalRun *local, double done);

/* Takes note of the memory of tuples and clusters. */
void deid_local_run_count_memory (const DeidLocalRun *local, const DeidLocalTuples *tuples,
                                  const DeidLocalClusters *clusters);
