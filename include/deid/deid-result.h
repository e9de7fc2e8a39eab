/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_RESULT_H
#define DEID_RESULT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-partition.h>
#include <deid/deid-problem.h>
#include <deid/deid-statistics.h>

G_BEGIN_DECLS

/**
 * DeidResult:
 *
 * A solution of a problem, with what is known of how good it is and how it was found. Immutable. It
 * holds its problem, and with it what that keeps of the table (see #DeidProblem): what is made of a
 * result prepares nothing anew. It keeps its partition from when that is first needed, see
 * deid_result_get_partition().
 */
typedef struct DeidResult DeidResult;

/**
 * DeidTermination:
 * @DEID_TERMINATION_COMPLETE: the search had nothing left to do, or took all the steps that were
 *   asked for, of which more might lose less
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
 * @DEID_RECODING_GLOBAL: a policy: each value has the same label wherever it stands
 * @DEID_RECODING_LOCAL: each class has labels of its own, of any levels, so that a value may have
 *   different labels in different records; see deid_search_new_local()
 * @DEID_RECODING_CELLS: cell suppression, which is a local recoding where each quasi-identifier has
 *   one level to choose from, or two of which the higher one has one label for all values: a cell
 *   keeps the label of the lower level, or is suppressed; see deid_partition_count_cells()
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
 * deid_result_get_statement:
 * @result: a result
 *
 * Returns: (transfer none) (nullable): the problem file that a job stated the problem by:
 *   deid_problem_get_statement(), or %NULL for a problem that no job stated. Custodian-only
 */
DEID_AVAILABLE_IN_0_1
const char *deid_result_get_statement (const DeidResult *result);

/**
 * deid_result_get_policy:
 * @result: a result
 *
 * Returns: (transfer none) (nullable): the policy found, or %NULL of a local recoding. A search of
 *   the library that proves the optimum finds, of several with the same loss as a double, the first
 *   in the order of deid_policy_compare(). (Of the geometric mean it is the product that is
 *   compared, before the root is taken, and of a host's model the sum of the costs, before its
 *   finish.) A heuristic, of which a result is proven optimal where its loss is the lower bound of
 *   the whole lattice, may find another one. A local recoding has none
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_result_get_policy (const DeidResult *result);

/**
 * deid_result_get_recoding:
 * @result: a result
 *
 * Tells whether the result is a policy, or a local recoding that has labels of several levels in
 * one column, which deid_result_get_partition() has; and whether these are those of cells that are
 * kept or suppressed.
 * Returns: how records are recoded
 */
DEID_AVAILABLE_IN_0_1
DeidRecodingKind deid_result_get_recoding (const DeidResult *result);

/**
 * deid_result_get_partition:
 * @result: a result
 * @cancellable: (nullable): cancels the evaluation from another thread
 *
 * Gets the classes that the policy makes of the rows of the dataset, with their labels. The first
 * call makes them and the result keeps them, which takes four bytes a row and a few for each class
 * and quasi-identifier; a local recoding has them from the start. Releasing, reporting on what is
 * released, explaining and certifying a result do so too. Threads that make them at a time each
 * evaluate; what one of them made is kept.
 * Errors: %DEID_ERROR_VERIFICATION if the models do not say of the classes what they said when the
 * result was made, which they do if they are functions of what they are shown; those of the models,
 * %DEID_ERROR_NO_MEMORY. Nothing is kept then. Complexity: O(rows x attributes), later O(1).
 * Returns: (transfer none): the partition, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPartition *deid_result_get_partition (DeidResult *result, GCancellable *cancellable,
                                          GError **error);

/**
 * deid_result_get_loss:
 * @result: a result
 *
 * Returns: the loss of the policy, suppressed records included, weighted as
 *   deid_problem_set_group_weight() says where groups have weights
 */
DEID_AVAILABLE_IN_0_1
double deid_result_get_loss (const DeidResult *result);

/**
 * deid_result_get_lower_bound:
 * @result: a result
 *
 * Gets a number that no solution's loss is below; the loss itself if the policy is proven optimal.
 * Returns: the lower bound
 */
DEID_AVAILABLE_IN_0_1
double deid_result_get_lower_bound (const DeidResult *result);

/**
 * deid_result_get_gap:
 * @result: a result
 *
 * Gets by how much the loss can exceed that of the best solution at most: the loss less the lower
 * bound.
 * Returns: the optimality gap, 0 if the policy is proven optimal
 */
DEID_AVAILABLE_IN_0_1
double deid_result_get_gap (const DeidResult *result);

/**
 * deid_result_has_local_bound:
 * @result: a result
 *
 * Tells whether the search proved a lower bound for all local recodings by prices of records, as
 * deid_search_new_local() does if it is asked to: deid_result_write_certificate() then writes a
 * certificate of it. deid_result_get_lower_bound() is at least what that claims.
 * Returns: whether there is such a bound
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_has_local_bound (const DeidResult *result);

/**
 * deid_result_is_proven_optimal:
 * @result: a result
 *
 * Tells whether it is proven that no solution has a smaller loss, nor the same loss and an earlier
 * place in the order of deid_policy_compare(). A run that a limit or a cancellable ended may know
 * the former alone: its loss is then the lower bound, and the gap 0.
 * Returns: whether the policy is proven optimal
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
 * Gets how many records the policy suppresses.
 * Returns: the number of records
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_result_get_n_suppressed (const DeidResult *result);

/**
 * deid_result_get_n_evaluated:
 * @result: a result
 *
 * Gets how many policies were evaluated on the table, each counted once; by a search of a host, as
 * often as it evaluated it. A local recoding evaluates policies on parts of the table, too, and
 * counts one once for each part: then there may be more than the lattice has.
 * Returns: the number of policies
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_result_get_n_evaluated (const DeidResult *result);

/**
 * deid_result_get_n_pruned:
 * @result: a result
 * @n_policies: (out): return location for the number of policies, or for %G_MAXUINT64 if it does
 *   not fit
 *
 * Gets how many policies of the lattice are settled without having been evaluated: a bound or a
 * property shows that none of them is better. It is 0 if the search ended before the policy was
 * proven optimal. Where a search of a host or a local recoding evaluates policies several times, it
 * is less.
 * Returns: whether the number fits 64 bits
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_get_n_pruned (const DeidResult *result, guint64 *n_policies);

/**
 * deid_result_get_statistics:
 * @result: a result
 *
 * Returns: (transfer none): what the run took: seconds, memory, how the loss of the best solution
 *   became less, and what the search counted
 */
DEID_AVAILABLE_IN_0_1
DeidStatistics *deid_result_get_statistics (const DeidResult *result);

G_END_DECLS

#endif
