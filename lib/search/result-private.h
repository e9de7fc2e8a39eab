/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"
#include "search/alternatives-private.h"
#include "search/run.h"

struct DeidResult
{
  gatomicrefcount ref_count;
  DeidProblem *problem;
  DeidPolicy *policy; /* NULL of a local recoding, which has a partition from the start */
  DeidRecodingKind recoding;
  double loss;
  double lower_bound;
  gboolean proven_optimal;
  DeidTermination termination;
  guint64 n_suppressed;
  guint64 n_evaluated;
  guint64 *prices; /* that bound the loss of all local recodings, of combinations in the order of
                      their first rows; or NULL */
  DeidStatistics *statistics;
  DeidAlternatives *alternatives; /* or NULL */

  GMutex mutex;             /* guards what follows */
  DeidPartition *partition; /* or NULL */
};

/* Makes a result whose members, but for the reference count and the mutex, are copied; the policy,
 * the prices, the statistics, the alternatives and the partition are taken. */
DeidResult *deid_result_new (const DeidResult *members);

/* Makes the partition unless it is there. Returns: (transfer none) (nullable): what
 * deid_result_get_partition() gets. */
const DeidPartition *deid_result_make_partition (DeidResult *result, const DeidStop *stop,
                                                 GError **error);

/* Takes a reference to the policy of a result, or to the local recoding that it is; the other is
 * %NULL. */
static inline void
deid_result_ref_recoding (const DeidResult *result, DeidPolicy **policy, DeidPartition **local)
{
  *policy = result->policy != NULL ? deid_policy_ref (result->policy) : NULL;
  *local = result->policy == NULL ? deid_partition_ref (result->partition) : NULL;
}

/* Tells whether something was made of a result, by the policy or the local recoding that it
 * keeps. */
static inline gboolean
deid_result_has_recoding (const DeidResult *result, const DeidPolicy *policy,
                          const DeidPartition *local)
{
  return result->policy != NULL
             ? policy != NULL && deid_policy_compare (policy, result->policy) == 0
             : local == result->partition;
}

/* Returns: what stands where the policy of a local recoding would. */
static inline const char *
deid_lattice_name_local_recoding (const DeidLattice *lattice)
{
  return deid_lattice_is_of_cells (lattice) ? "cell suppression" : "local recoding";
}

/* Gives the loss over all rows before a cap left some out. A record that was left out loses what a
 * suppressed record loses; NaN if deid_loss_get_suppressed() returns FALSE. Errors: those of
 * deid_problem_prepare(). */
gboolean deid_result_get_uncapped_loss (const DeidResult *result, double *loss,
                                        const DeidStop *stop, GError **error);

/* Returns: (transfer full) (nullable): the policy as text, or that. */
char *deid_result_write_policy (const DeidResult *result, GError **error);

/* Refuses a result that has no policy. @what, such as "the result is a local recoding, expected a
 * policy", says of which. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_result_check_policy (const DeidResult *result, const char *what, GError **error);

/* Refuses a result of a search that lists no alternatives. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_result_check_alternatives (const DeidResult *result, GError **error);

/* Makes a result of a run that found a solution, and takes the alternatives, which may be %NULL.
 * Errors: %DEID_ERROR_TOO_LARGE. */
DeidResult *deid_run_make_result (DeidRun *run, DeidAlternatives **alternatives, GError **error);
