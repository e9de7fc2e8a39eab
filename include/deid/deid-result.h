/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_RESULT_H
#define DEID_RESULT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-partition.h>
#include <deid/deid-problem.h>

G_BEGIN_DECLS

/**
 * DeidResult:
 *
 * A solution of a problem, with what is known about its quality and how it was found. Immutable. It
 * keeps its problem, and what the problem prepared of the table (see #DeidProblem). It makes its
 * partition once, when it is needed: deid_result_get_partition().
 */
typedef struct DeidResult DeidResult;

/**
 * DeidTermination:
 * @DEID_TERMINATION_COMPLETE: the search had nothing left to do, or took all the requested steps;
 *   more steps might find a smaller loss
 * @DEID_TERMINATION_TIME_LIMIT: the time limit was reached
 * @DEID_TERMINATION_STEP_LIMIT: the step limit was reached
 * @DEID_TERMINATION_CANCELLED: the search was cancelled
 *
 * Why a search ended.
 */
typedef enum
{
  DEID_TERMINATION_COMPLETE = 0,
  DEID_TERMINATION_TIME_LIMIT = 1,
  DEID_TERMINATION_STEP_LIMIT = 2,
  DEID_TERMINATION_CANCELLED = 3
} DeidTermination;

/**
 * DeidRecodingKind:
 * @DEID_RECODING_GLOBAL: a policy: each value has the same label everywhere
 * @DEID_RECODING_LOCAL: each class has its own labels, of any levels, so that a value may have
 *   different labels in different records; see deid_search_new_local()
 * @DEID_RECODING_CELLS: cell suppression, a local recoding in which each quasi-identifier has one
 *   level, or two of which the higher one has one label for all values. A cell keeps the label of
 *   the lower level, or is suppressed; see deid_partition_count_cells()
 *
 * How the records of a result got their labels.
 */
typedef enum
{
  DEID_RECODING_GLOBAL = 0,
  DEID_RECODING_LOCAL = 1,
  DEID_RECODING_CELLS = 2
} DeidRecodingKind;

DEID_AVAILABLE_IN_0_1
GType deid_result_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidResult *deid_result_ref (DeidResult *result);

/**
 * deid_result_unref:
 * @result: (transfer full): a result
 */
DEID_AVAILABLE_IN_0_1
void deid_result_unref (DeidResult *result);

/**
 * deid_result_get_problem:
 * @result: a result
 *
 * Returns: (transfer none): the problem that was solved
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_result_get_problem (const DeidResult *result);

/**
 * deid_result_get_policy:
 * @result: a result
 *
 * Returns: (transfer none) (nullable): the policy found, or %NULL for a local recoding. If several
 *   policies have the same loss as a double, a search of the library that proves the optimum finds
 *   the first in the order of deid_policy_compare(). (For the geometric mean, the product before
 *   the root is compared; for a host's model, the sum of the costs before its finish.) A heuristic
 *   may find another one, even if the result is proven optimal because its loss is the lower bound
 *   of the whole lattice
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_result_get_policy (const DeidResult *result);

/**
 * deid_result_get_recoding:
 * @result: a result
 *
 * Returns: whether records are recoded by a policy, by suppressing cells, or by another local
 *   recoding; deid_result_get_partition() has the labels of a local recoding
 */
DEID_AVAILABLE_IN_0_1
DeidRecodingKind deid_result_get_recoding (const DeidResult *result);

/**
 * deid_result_get_partition:
 * @result: a result
 *
 * Gets the classes that the policy makes of the rows, with their labels. The first call that needs
 * the classes makes them, for example to release or report the result. The result then keeps them,
 * in four bytes a row and a few for each class and quasi-identifier. A local recoding has them from
 * the start. If several threads make them at once, one of the partitions is kept.
 * Errors: %DEID_ERROR_VERIFICATION if the models judge the classes differently than when the result
 * was made, because they depend on more than they are shown; those of the models,
 * %DEID_ERROR_NO_MEMORY. After an error nothing is kept. Complexity: O(rows x attributes), later
 * O(1).
 * Returns: (transfer none): the partition, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPartition *deid_result_get_partition (DeidResult *result, GCancellable *cancellable,
                                          GError **error);

/**
 * deid_result_get_loss:
 * @result: a result
 *
 * Returns: the loss of the policy, including suppressed records, weighted by
 *   deid_problem_set_group_weight()
 */
DEID_AVAILABLE_IN_0_1
double deid_result_get_loss (const DeidResult *result);

/**
 * deid_result_get_lower_bound:
 * @result: a result
 *
 * Returns: a lower bound of the loss of every solution; the loss if the policy is proven optimal
 */
DEID_AVAILABLE_IN_0_1
double deid_result_get_lower_bound (const DeidResult *result);

/**
 * deid_result_get_gap:
 * @result: a result
 *
 * Returns: a bound on how much better another solution can be: the loss less the lower bound, 0 if
 *   the policy is proven optimal
 */
DEID_AVAILABLE_IN_0_1
double deid_result_get_gap (const DeidResult *result);

/**
 * deid_result_has_local_bound:
 * @result: a result
 *
 * Returns: whether the search proved a lower bound for all local recodings by prices of records, as
 *   deid_search_new_local() does on demand. deid_result_write_certificate() then certifies that
 *   bound, and deid_result_get_lower_bound() is at least as high
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_has_local_bound (const DeidResult *result);

/**
 * deid_result_is_proven_optimal:
 * @result: a result
 *
 * Returns: whether it is proven that no solution has a smaller loss, or the same loss and an
 *   earlier place in the order of deid_policy_compare(). If a run that ended early proves only that
 *   no loss is smaller, this is %FALSE, although the lower bound is the loss and the gap is 0
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_is_proven_optimal (const DeidResult *result);

/**
 * deid_result_get_termination:
 * @result: a result
 *
 * Returns: why the search ended
 */
DEID_AVAILABLE_IN_0_1
DeidTermination deid_result_get_termination (const DeidResult *result);

/**
 * deid_result_get_n_suppressed:
 * @result: a result
 *
 * Returns: the number of records that the policy suppresses
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_result_get_n_suppressed (const DeidResult *result);

/**
 * deid_result_get_n_evaluated:
 * @result: a result
 *
 * Returns: the number of policies evaluated on the table. Each counts once; in a search of a host,
 *   as often as the search evaluated it. A local recoding also evaluates policies on parts of the
 *   table, once for each part, and may count more policies than the lattice has
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_result_get_n_evaluated (const DeidResult *result);

G_END_DECLS

#endif
