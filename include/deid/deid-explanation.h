/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidExplanation: make and keep
 *     DeidExplanation *deid_explanation_ref (explanation)
 *     void deid_explanation_unref (explanation)
 *     GType deid_explanation_get_type (void)
 *
 * DeidExplanation: use
 *     char *deid_explanation_to_text (explanation, error)
 *     char *deid_explanation_to_json (explanation, error)
 *
 * DeidExplanation: read
 *     guint64 deid_explanation_get_n_candidates (explanation)
 *     guint64 deid_explanation_get_n_better (explanation)
 *     guint64 deid_explanation_get_n_policies (explanation)
 *     DeidPolicy *deid_explanation_get_policy (explanation, index)
 *     double deid_explanation_get_loss (explanation, index)
 *     guint64 deid_explanation_get_n_suppressed (explanation, index)
 *     guint64 deid_explanation_get_n_too_many (explanation, index)
 *     guint deid_explanation_get_n_privacy_models (explanation)
 *     DeidPrivacyModel *deid_explanation_get_privacy_model (explanation, index)
 *     guint64 deid_explanation_get_n_failing (explanation, index, model)
 *     const char *deid_explanation_get_attribute_name (explanation, index)
 *     guint64 deid_explanation_get_n_saved (explanation, index)
 *
 * DeidResult: use
 *     DeidExplanation *deid_result_explain (result, n_policies, cancellable, error)
 */
#ifndef DEID_EXPLANATION_H
#define DEID_EXPLANATION_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidExplanation:
 *
 * Why an optimum is not better: the policies next to it that would have a smaller loss, and what
 * blocks each of them.
 *
 * A policy is *next to* the optimum if it lowers one dimension by one level, or lowers one and
 * raises another by one level. Policies further away are not looked at. Where subtrees are merged,
 * a node is lowered to those right below it, each of which is merged then, and raised with all
 * below it; what makes no difference to the data is not looked at. It *would be better* if its
 * loss, with every record suppressed that fails a privacy model, is smaller than the optimum's, at
 * least one record is left, and the models' conditions on the whole table hold for what is left.
 * Since the optimum is proven, all that blocks such a policy is the suppression limit, or the limit
 * of a group: it has to suppress too many records. (Of the geometric mean it is the
 * product that is compared, before the root is taken.)
 *
 * The policies that would be better are listed by how many records they suppress beyond the
 * limit, fewest first, then by their loss, then in the order of deid_policy_compare().
 *
 * Custodian-only: it holds figures of suppressed records, and of tables that are not released.
 * Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidExplanation DeidExplanation;

/**
 * deid_explanation_get_type:
 *
 * Gets the type under which #DeidExplanation is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_explanation_get_type (void);

/**
 * deid_explanation_ref:
 * @explanation: an explanation
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @explanation
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidExplanation *deid_explanation_ref (DeidExplanation *explanation);

/**
 * deid_explanation_unref:
 * @explanation: (transfer full): an explanation
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_explanation_unref (DeidExplanation *explanation);

/**
 * deid_result_explain:
 * @result: a result that is proven optimal
 * @n_policies: how many of the policies that would be better are listed at most; 0 only counts
 *   them
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Explains why no better policy is a solution.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is not proven optimal or a local recoding, or if
 * a policy next to it is better and a solution, which a host's model that promises too much brings
 * about; those of deid_result_get_partition(). Any thread may call this. Complexity: O(dimensions^2
 * + @n_policies x dimensions) policies are evaluated, each in O(rows x attributes); a policy whose
 * loss is too large even without suppression is not evaluated.
 *
 * Returns: (transfer full): the explanation, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidExplanation *deid_result_explain (DeidResult *result, guint64 n_policies,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_explanation_get_n_candidates:
 * @explanation: an explanation
 *
 * Gets how many policies are next to the optimum: all that were looked at.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of policies
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_candidates (const DeidExplanation *explanation);

/**
 * deid_explanation_get_n_better:
 * @explanation: an explanation
 *
 * Gets how many of the candidates would be better, listed or not.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of policies
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_better (const DeidExplanation *explanation);

/**
 * deid_explanation_get_n_policies:
 * @explanation: an explanation
 *
 * Gets how many policies are listed: as many as were asked for, or all that would be better if
 * these are fewer.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of policies
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_policies (const DeidExplanation *explanation);

/**
 * deid_explanation_get_policy:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies(), nearest to the limit first
 *
 * Gets a policy that would be better.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_explanation_get_policy (const DeidExplanation *explanation, guint64 index);

/**
 * deid_explanation_get_loss:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies()
 *
 * Gets the loss that the policy would have, with every record suppressed that fails a privacy
 * model.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the loss
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_explanation_get_loss (const DeidExplanation *explanation, guint64 index);

/**
 * deid_explanation_get_n_suppressed:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies()
 *
 * Gets how many records the policy would suppress.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_suppressed (const DeidExplanation *explanation, guint64 index);

/**
 * deid_explanation_get_n_too_many:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies()
 *
 * Gets how many of the suppressed records are beyond the suppression limit.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records, 0 if only the limit of a group blocks the policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_too_many (const DeidExplanation *explanation, guint64 index);

/**
 * deid_explanation_get_n_privacy_models:
 * @explanation: an explanation
 *
 * Gets the number of privacy models of the problem.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of models
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_explanation_get_n_privacy_models (const DeidExplanation *explanation);

/**
 * deid_explanation_get_privacy_model:
 * @explanation: an explanation
 * @index: index of a model, below deid_explanation_get_n_privacy_models(), in the order in which
 *   they were added to the problem
 *
 * Gets a privacy model of the problem.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the model
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_explanation_get_privacy_model (const DeidExplanation *explanation,
                                                      guint index);

/**
 * deid_explanation_get_n_failing:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies()
 * @model: index of a model, below deid_explanation_get_n_privacy_models()
 *
 * Gets how many of the suppressed records are in classes that fail a privacy model, whatever they
 * do by the others; those that fail several are counted for each. Of a model that has a condition
 * on the whole table, how many more records are suppressed until it is met.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_failing (const DeidExplanation *explanation, guint64 index,
                                        guint model);

/**
 * deid_explanation_get_attribute_name:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies()
 *
 * Gets the name of the attribute that blocks the policy most: raised alone, by one level of one of
 * its dimensions, it saves more records from suppression than any other. Of several that save as
 * many it is the first one of the lattice.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the name, or %NULL if no attribute saves a record, which
 *   happens only with models that are not superset-closed (see #DeidClosure)
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_explanation_get_attribute_name (const DeidExplanation *explanation, guint64 index);

/**
 * deid_explanation_get_n_saved:
 * @explanation: an explanation
 * @index: index of a policy, below deid_explanation_get_n_policies()
 *
 * Gets how many records fewer would be suppressed if the attribute that blocks the policy most
 * were one level higher.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records; 0 if there is no such attribute
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_explanation_get_n_saved (const DeidExplanation *explanation, guint64 index);

/**
 * deid_explanation_to_text:
 * @explanation: an explanation
 * @error: return location for an error, or %NULL
 *
 * Writes the explanation as text: the optimum, the limit and the counts, then a few lines for each
 * policy listed, with cuts also in words. It begins by saying that it is custodian-only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(policies listed x
 * (dimensions + models)).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_explanation_to_text (const DeidExplanation *explanation, GError **error);

/**
 * deid_explanation_to_json:
 * @explanation: an explanation
 * @error: return location for an error, or %NULL
 *
 * Writes the explanation as a JSON object with the members `audience` (`custodian-only`), `optimum`
 * (an object with its `policy`, as deid_policy_to_text() writes it, its `loss` and the number of
 * records `suppressed`), `records`, `limit` (the records that may be suppressed), `candidates`,
 * `better`, `models` (their specifications) and `policies`, an array of objects with the members of
 * the optimum, `too_many`, `failing` (a count for each model), `attribute` (null if there is none)
 * and `saved`; and, where a group would exceed its limit, `group`, an object with the `column`, the
 * number of the group's records `suppressed` and how many are `allowed`. Where a job stated the
 * problem, `problem` is the text of deid_problem_get_statement().
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: that of
 * deid_explanation_to_text().
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_explanation_to_json (const DeidExplanation *explanation, GError **error);

G_END_DECLS

#endif
