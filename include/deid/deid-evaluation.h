/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_EVALUATION_H
#define DEID_EVALUATION_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-partition.h>
#include <deid/deid-problem.h>

G_BEGIN_DECLS

/**
 * DeidEvaluation:
 *
 * What one given policy does to a table, solution or not: what it has to suppress, what blocks it,
 * and what it would cost.
 *
 * All figures ignore the suppression limit and those of groups: every record is suppressed that
 * fails a privacy model or has to go for a condition on the whole table. The limits only decide
 * whether the policy is a solution. If it is, deid_problem_evaluate() makes the result to release
 * by, with the same figures.
 *
 * |[<!-- language="C" -->
 * DeidPolicy *policy = deid_policy_new_from_text (lattice, "zip:2,birth_date:1", &error);
 * DeidEvaluation *evaluation = deid_evaluation_new (problem, policy, NULL, &error);
 *
 * if (!deid_evaluation_is_solution (evaluation))
 *   g_print ("%" G_GUINT64_FORMAT " records too many\n",
 *            deid_evaluation_get_n_too_many (evaluation));
 * ]|
 *
 * Custodian-only: it has figures of suppressed records, and of tables that are not released.
 * Immutable.
 */
typedef struct DeidEvaluation DeidEvaluation;

DEID_AVAILABLE_IN_0_1
GType deid_evaluation_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidEvaluation *deid_evaluation_ref (DeidEvaluation *evaluation);

/**
 * deid_evaluation_unref:
 * @evaluation: (transfer full): an evaluation
 */
DEID_AVAILABLE_IN_0_1
void deid_evaluation_unref (DeidEvaluation *evaluation);

/**
 * deid_evaluation_new:
 * @problem: a problem, immutable from now on
 * @policy: a policy of its lattice
 *
 * Evaluates a policy, which need not be a solution.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @policy belongs to another lattice; those of
 * deid_search_run() that do not come from searching, of the models among them. Complexity: O(rows x
 * attributes), and what the problem prepares if nothing has been done with it.
 * Returns: (transfer full): the evaluation, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidEvaluation *deid_evaluation_new (DeidProblem *problem, DeidPolicy *policy,
                                     GCancellable *cancellable, GError **error);

/**
 * deid_evaluation_get_problem:
 * @evaluation: an evaluation
 *
 * Returns: (transfer none): the problem, which has the models in the order of
 *   deid_evaluation_get_n_failing() and the suppression limit
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_evaluation_get_problem (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_get_policy:
 * @evaluation: an evaluation
 *
 * Returns: (transfer none): the policy
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_evaluation_get_policy (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_get_partition:
 * @evaluation: an evaluation
 *
 * Returns: (transfer none): the classes of the policy, and which of them it suppresses, with the
 *   loss of each quasi-identifier: deid_partition_get_attribute_loss()
 */
DEID_AVAILABLE_IN_0_1
DeidPartition *deid_evaluation_get_partition (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_is_solution:
 * @evaluation: an evaluation
 *
 * Returns: whether the policy is a solution: what it suppresses is within the limit, a record is
 *   left, and the rest meets all models
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_evaluation_is_solution (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_get_n_suppressed:
 * @evaluation: an evaluation
 *
 * Returns: the number of records that the policy suppresses; a lower bound if it is above the limit
 *   and several models have conditions on the whole table
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_evaluation_get_n_suppressed (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_get_n_too_many:
 * @evaluation: an evaluation
 *
 * Returns: how many suppressed records exceed the limit; 0 within the limit
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_evaluation_get_n_too_many (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_get_n_unmatched:
 * @evaluation: an evaluation
 *
 * Returns: how many classes of the population without records in the table fail a model such as
 *   delta-presence, against which suppression does not help; 0 without a population
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_evaluation_get_n_unmatched (const DeidEvaluation *evaluation);

/**
 * deid_evaluation_get_n_failing:
 * @evaluation: an evaluation
 * @model: index of a model, below deid_problem_get_n_privacy_models()
 *
 * Returns: the number of records in classes that fail the model, whatever other models say; for a
 *   condition on the whole table, how many more records are suppressed until it is met
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_evaluation_get_n_failing (const DeidEvaluation *evaluation, guint model);

/**
 * deid_evaluation_get_loss:
 * @evaluation: an evaluation
 * @loss: (out) (optional): the loss, infinity if no record is left
 *
 * Gets the loss, also of a policy that is no solution.
 * Returns: whether a record is left to be measured
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_evaluation_get_loss (const DeidEvaluation *evaluation, double *loss);

/**
 * deid_evaluation_to_text:
 * @evaluation: an evaluation
 *
 * Writes the evaluation as text, which begins by saying that it is custodian-only: the policy, also
 * in the words of deid_policy_describe(); whether it is a solution, or why not; the loss, that of
 * each quasi-identifier, and whether weights of groups count; and the counts.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: that of deid_policy_describe(), and O(models).
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_evaluation_to_text (const DeidEvaluation *evaluation, GError **error);

/**
 * deid_evaluation_to_json:
 * @evaluation: an evaluation
 *
 * Writes the evaluation as a JSON object with the members `audience` (`custodian-only`), `policy`
 * (as deid_policy_to_text() writes it), `description` (as deid_policy_describe() does, in
 * difference from the original data), `solution` (whether it is one), `reason` (why not, or null),
 * `loss` (or null), `weighted_by_groups` (true, where deid_problem_set_group_weight() was called,
 * else absent), `losses` (an object with that of each quasi-identifier, or null), `records`,
 * `suppressed`, `limit` (the records that may be suppressed), `too_many`, `unmatched` (see
 * deid_evaluation_get_n_unmatched()), `models` (their specifications) and `failing` (a count for
 * each of these). Where a job stated the problem, `problem` is the text of
 * deid_problem_get_statement().
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: that of deid_evaluation_to_text().
 * Returns: (transfer full): the JSON text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_evaluation_to_json (const DeidEvaluation *evaluation, GError **error);

G_END_DECLS

#endif
