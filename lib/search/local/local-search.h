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

/* Makes a partition what the models say of its classes: which are suppressed beside those that are
 * in any case, how many persons they have, the verdict, and the losses. @labels are those of each
 * class, those of a class together; @extents those of the labels of each attribute.
 * Errors: the same. */
gboolean deid_local_partition_judge (DeidPartition *partition, const DeidPreparedProblem *prepared,
                                     const DeidClassLabel *labels, const guint32 *const *extents,
                                     const DeidStop *stop, GError **error);

/* Makes a solution that is the partition of a policy count each label on the lowest level where it
 * reads the same. @sums are those of the policy.
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_partition_lower (DeidPartition *partition, const DeidPreparedProblem *prepared,
                                     DeidLossSums *sums, const DeidStop *stop, GError **error);

/* Policies that are enough to compare a local recoding with. */
#define DEID_LOCAL_FEW_POLICIES 500

/* Looks for a policy by the optimal search, which evaluates at most @max_policies, and gives the
 * run the partition that it makes, if there is one: a local recoding is then not worse than that.
 * Errors: those of deid_search_improve(). Complexity: O(rows) for each evaluation. */
gboolean deid_local_start_from_policy (DeidRun *run, guint64 max_policies, GError **error);

/* The same of the policy of the highest levels, which has fewer classes than any other: it is found
 * at once, also when the time is over. Errors: those of deid_evaluator_evaluate(), by a
 * cancellation alone. Complexity: O(rows x attributes). */
gboolean deid_local_start_from_top (DeidRun *run, GError **error);

/* Makes a partition no solution if a label of it forces a finer one where none may. Errors: those
 * of deid_partition_count_forced(). */
gboolean deid_local_run_allows (const DeidRun *run, const DeidPartition *partition,
                                gboolean *is_solution, const DeidStop *stop, GError **error);

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

/* Has a run make clusters once, after the optimal search of at most @max_policies. Errors: those of
 * deid_local_run(). */
gboolean deid_local_once (DeidRun *run, guint64 max_policies, DeidLocalMaker maker, gpointer data,
                          GError **error);

/* Tells the run, as a report of what makes clusters does, of how many records the cluster is
 * known. */
void deid_local_once_report (gpointer once, guint64 n_done);
