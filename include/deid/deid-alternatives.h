/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidAlternatives: make and keep
 *     DeidAlternatives *deid_alternatives_ref (alternatives)
 *     void deid_alternatives_unref (alternatives)
 *     GType deid_alternatives_get_type (void)
 *
 * DeidAlternatives: use
 *     DeidAlternatives *deid_alternatives_new_undominated (alternatives, cancellable, error)
 *     char *deid_alternatives_to_text (alternatives, baseline, cancellable, error)
 *     char *deid_alternatives_to_json (alternatives, baseline, cancellable, error)
 *
 * DeidAlternatives: read
 *     guint64 deid_alternatives_get_n_policies (alternatives)
 *     DeidPolicy *deid_alternatives_get_policy (alternatives, index)
 *     double deid_alternatives_get_loss (alternatives, index)
 *     double deid_alternatives_get_risk (alternatives, index)
 *     double deid_alternatives_get_maximum_risk (alternatives, index)
 *     guint64 deid_alternatives_get_n_suppressed (alternatives, index)
 *     guint64 deid_alternatives_get_n_found (alternatives, index)
 *     gboolean deid_alternatives_is_boundary (alternatives, index)
 *     gboolean deid_alternatives_is_risk_minimal (alternatives, index)
 *     gboolean deid_alternatives_is_complete (alternatives)
 *     gboolean deid_alternatives_find_dominating (alternatives, index, dominating)
 *     gboolean deid_alternatives_find_better (alternatives, index, better)
 *
 * DeidSearch: make and keep
 *     DeidSearch *deid_search_new_bisecting (n_iterations, seed, polish)
 *     DeidSearch *deid_search_new_directed (n_iterations, seed, polish)
 *     DeidSearch *deid_search_new_boundary (void)
 *
 * DeidResult: read
 *     DeidAlternatives *deid_result_get_alternatives (result)
 */
#ifndef DEID_ALTERNATIVES_H
#define DEID_ALTERNATIVES_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * DeidAlternatives:
 *
 * Policies to choose from, each of them a solution: what a search for boundary policies found, in
 * the order in which it found them, each once. A *boundary policy* is a solution, while at least
 * one immediate specialization, with one level lower by one, is none. It is *risk-minimal* if no
 * immediate specialization is a solution. A policy is *dominated* by a specialization of it that is
 * a solution, too: that keeps apart all that the policy keeps apart, and more. With cuts of
 * subtrees policies that make the same of the data (see #DeidLattice) are different ones all the
 * same.
 *
 * To release a table by one of them, make a result of it with deid_problem_evaluate(). Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidAlternatives DeidAlternatives;

/**
 * deid_alternatives_get_type:
 *
 * Gets the type under which #DeidAlternatives is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_alternatives_get_type (void);

/**
 * deid_alternatives_ref:
 * @alternatives: policies to choose from
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @alternatives
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternatives *deid_alternatives_ref (DeidAlternatives *alternatives);

/**
 * deid_alternatives_unref:
 * @alternatives: (transfer full): policies to choose from
 *
 * Drops a reference; the last one frees them.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_alternatives_unref (DeidAlternatives *alternatives);

/**
 * deid_search_new_bisecting:
 * @n_iterations: how often to search, each time for one policy; 0 finds none
 * @seed: any number, of the random choices; the same seed gives the same policies on every platform
 * @polish: whether to go on to risk-minimal policies
 *
 * Creates the bisecting search for policy alternatives: it finds boundary policies, one in each
 * iteration, see #DeidAlternatives and deid_result_get_alternatives(). It is meant for lattices
 * with cuts, such as deid_lattice_add_numeric_cuts() makes, and works on all.
 *
 * An iteration has two ends, at first the top of the lattice, which is a solution, and the bottom,
 * which is none. Of the d units, levels by which the ends differ, it draws floor(d / 2) without
 * replacement and lowers the general end by these. (With cuts a unit is a pair of neighbours, which
 * is then kept apart.) If that is a solution it becomes the general end, otherwise the specific
 * one. When the ends are immediate neighbours, the general one is the boundary policy: about
 * log2(units) evaluations. A policy is evaluated once in all iterations.
 *
 * A unit of dimension i is drawn with a probability proportional to
 *
 *     (1 - n_i / n) + h_i / (h_i + u_i)
 *
 * where n_i is the number of values in the domain of its attribute, n the sum over all attributes,
 * h_i the greatest level of the dimension, and u_i how many of its units the solutions found by
 * earlier iterations keep apart, added up over these iterations. By the first term values of small
 * domains are kept apart more often, so that merges fall less often into them; by the second one,
 * units that few solutions keep apart are, so that solutions differ. Both are rounded down to a
 * multiple of 2^-24; a sum of 0 becomes 2^-24.
 *
 * With @polish each policy found is then lowered, one level after the other in an order drawn
 * anew, as long as it stays a solution: it is risk-minimal after one pass. That evaluates a policy
 * at most for each unit that is not kept apart, which may be far more than finding one takes.
 *
 * If the top is no solution, there is none, and a run fails with %DEID_ERROR_NO_SOLUTION. If the
 * bottom is a solution, it is the only alternative. The result's own policy is the one with the
 * least loss of all solutions that were evaluated. Where the run ends early, the alternatives found
 * by then stay.
 *
 * All this presumes that generalizations of solutions are solutions. A run fails with
 * %DEID_ERROR_INVALID_ARGUMENT for a problem of which that is not known: with a model that is
 * neither superset-closed nor union-closed (see #DeidClosure), or has a condition on the whole
 * table that is not monotone (see deid_privacy_model_funcs_set_table_monotone()); where something
 * may be suppressed, with one that is not superset-closed, or with any condition on the whole
 * table; with a union-closed model and a population; and with a condition on the whole table and an
 * entity column.
 *
 * It uses one thread, whatever deid_search_set_n_threads() says: an iteration builds on those
 * before.
 *
 * Source: K. Benitez, G. Loukides, B. Malin, "Beyond Safe Harbor: Automatic Discovery of Health
 * Information De-identification Policy Alternatives", 1st ACM International Health Informatics
 * Symposium, 2010, 163-172. The weights and the polishing are this library's.
 *
 * Any thread may call this. Complexity of a run: at most O(rows x attributes) for each policy
 * evaluated; where nothing may be suppressed, the quality model costs attributes and the models ask
 * for numbers of records and of the population alone, only for the rows whose labels change and,
 * with a condition on the whole table that does not depend on a sum over classes alone (see
 * deid_privacy_model_funcs_set_class_term()), or where that sum does not tell (see
 * deid_privacy_model_funcs_set_judge_sum()), the classes. Memory O(dimensions) for each policy
 * evaluated.
 *
 * Returns: (transfer full): a new search
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_bisecting (guint64 n_iterations, guint64 seed, gboolean polish);

/**
 * deid_search_new_directed:
 * @n_iterations: how often to search, each time for one policy; 0 finds none
 * @seed: any number, of the random choices; the same seed gives the same policies on every platform
 * @polish: whether to go on to risk-minimal policies
 *
 * Creates the directed search for policy alternatives, for comparison with
 * deid_search_new_bisecting(). It differs in how it finds a boundary policy. An iteration draws a
 * policy, each of the lattice with the same probability. While it is a solution, the search goes on
 * to an immediate specialization, and otherwise to an immediate generalization, each with the same
 * probability, until the verdict changes. It takes O(units) evaluations.
 *
 * Source: that of deid_search_new_bisecting().
 *
 * Any thread may call this. Complexity of a run: that of deid_search_new_bisecting().
 *
 * Returns: (transfer full): a new search
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_directed (guint64 n_iterations, guint64 seed, gboolean polish);

/**
 * deid_search_new_boundary:
 *
 * Creates the search for all boundary policies of a lattice that is small enough: the problem as it
 * was published. It comes to a verdict on every policy, so that nothing is missed, and lists the
 * boundary policies by rank (see deid_policy_get_rank()), after the bottom if that is a solution.
 * Each tells whether it is risk-minimal.
 *
 * It takes all problems. Where deid_search_new_bisecting() would take one, a generalization of a
 * solution is a solution: then only policies are evaluated whose verdict does not follow from
 * others, from the middle of the lattice outwards, in large lattices after the top. Otherwise, as
 * with union-closed models and a suppression limit, all are evaluated: a boundary policy is what it
 * is, but solutions may then lie below policies that are none, and the bottom may be one of
 * several. The result's own policy is the one with the least loss of those evaluated; it is proven
 * optimal if that were all.
 *
 * Where a run ends early, the alternatives are some of the boundary policies that are known by
 * then, and deid_alternatives_is_complete() tells that it is not all. A run fails with
 * %DEID_ERROR_TOO_LARGE for a lattice of more than 2^32 policies. It uses one thread.
 *
 * Any thread may call this. Complexity of a run: O(policies x dimensions) and at most O(rows x
 * attributes) for each policy evaluated; memory of 17 bytes for each policy of the lattice.
 *
 * Source: that of deid_search_new_bisecting().
 *
 * Returns: (transfer full): a new search
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_boundary (void);

/**
 * deid_result_get_alternatives:
 * @result: a result
 *
 * Gets the policies to choose from.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what a search for boundary policies found, or %NULL if the
 *   result is of another search
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternatives *deid_result_get_alternatives (const DeidResult *result);

/**
 * deid_alternatives_get_n_policies:
 * @alternatives: policies to choose from
 *
 * Gets how many policies there are: none if a run made no iteration, or ended in its first one.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of policies
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternatives_get_n_policies (const DeidAlternatives *alternatives);

/**
 * deid_alternatives_get_policy:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets one of the policies.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_alternatives_get_policy (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_get_loss:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets the loss of a policy, suppressed records included: what deid_result_get_loss() says of it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the loss
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_alternatives_get_loss (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_get_risk:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets the risk of a policy: the sum over the released records, with an entity column over the
 * persons in each class, of 1 / g, where g is the number of records of the population that share
 * the labels, at least 1, or without a population the size of the class. It is rounded up to
 * a double, which is decided exactly: the least number that
 * deid_privacy_model_new_population_risk() accepts the policy with as a threshold, given an
 * exponent of 1 and %DEID_RISK_SCALE_SUM, but no less than 2^-64. It is measured whatever the
 * models of the problem are; these only decide what is suppressed.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the risk, at least 0: how many records or persons are found on average
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_alternatives_get_risk (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_get_maximum_risk:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets the highest risk of a record, or person, that a policy releases: 1 / g for the least of the
 * numbers g that deid_alternatives_get_risk() sums up by, rounded to the nearest double.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the risk, at most 1, or 0 if nothing is released
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_alternatives_get_maximum_risk (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_get_n_suppressed:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets how many records a policy suppresses.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternatives_get_n_suppressed (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_get_n_found:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets how many iterations ended with a policy.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of iterations, at least 1
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternatives_get_n_found (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_is_boundary:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Tells whether a policy is a boundary policy, which all are but a bottom of the lattice that is a
 * solution.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_alternatives_is_boundary (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_is_risk_minimal:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Tells whether a policy is known to be risk-minimal: the search polished it, looked at all of its
 * immediate specializations, or it is the bottom of the lattice.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is known to be
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_alternatives_is_risk_minimal (const DeidAlternatives *alternatives, guint64 index);

/**
 * deid_alternatives_is_complete:
 * @alternatives: policies to choose from
 *
 * Tells whether they are all boundary policies of the problem: those of a run of
 * deid_search_new_boundary() that came to its end are. Others are not known to be.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether they are known to be all
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_alternatives_is_complete (const DeidAlternatives *alternatives);

/**
 * deid_alternatives_find_dominating:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 * @dominating: (out): the index of the first one that dominates it, or @index if none does
 *
 * Tells whether a policy is dominated by one of the others that were found. A boundary policy may
 * be, since it may have specializations that are solutions.
 *
 * Any thread may call this. Complexity: O(policies x dimensions).
 *
 * Returns: whether it is dominated
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_alternatives_find_dominating (const DeidAlternatives *alternatives, guint64 index,
                                            guint64 *dominating);

/**
 * deid_alternatives_find_better:
 * @alternatives: policies to choose from
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 * @better: (out): return location for the index of the better one, or @index if there is none
 *
 * Finds the first of the policies that is better by its figures, whatever it merges: neither its
 * risk nor its loss is greater, and one of them is less.
 *
 * Any thread may call this. Complexity: O(policies).
 *
 * Returns: whether there is one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_alternatives_find_better (const DeidAlternatives *alternatives, guint64 index,
                                        guint64 *better);

/**
 * deid_alternatives_new_undominated:
 * @alternatives: policies to choose from
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Lists the policies that no other one dominates, in their order.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(policies^2 x dimensions).
 *
 * Returns: (transfer full): the policies that are left, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternatives *deid_alternatives_new_undominated (const DeidAlternatives *alternatives,
                                                     GCancellable *cancellable, GError **error);

/**
 * deid_alternatives_to_text:
 * @alternatives: policies to choose from
 * @baseline: (nullable): a policy of their lattice to compare them with, too, such as
 *   the `policy` of deid_report_new_baseline(), or %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the policies as a table, the figures of each on a line and under it what
 * deid_policy_describe() says of it, in difference from the best one, which is called by its
 * number, `the rest as in number 4`. The best one is that of least loss, and of several the first
 * by deid_policy_compare(); it is told in difference from the original data. A third line is the
 * difference from @baseline. The first line says that it is custodian-only, since it counts
 * suppressed records.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(policies^2 x dimensions), and that of describing each.
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_alternatives_to_text (const DeidAlternatives *alternatives, const DeidPolicy *baseline,
                                 GCancellable *cancellable, GError **error);

/**
 * deid_alternatives_to_json:
 * @alternatives: policies to choose from
 * @baseline: (nullable): a policy of their lattice to compare them with, too, or %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the policies as a JSON object with the members `audience` (`custodian-only`, since it
 * counts suppressed records), `best`, the index of the best one, as deid_alternatives_to_text()
 * has it, or `null`, and `policies`, an array of objects with `policy`, as deid_policy_to_text()
 * writes it, what deid_policy_describe() says of it: `description`, in difference from the original
 * data, `from_best`, from the best one (`null` of that itself), and `from_baseline`, from @baseline
 * (`null` without one); `loss`, `population_risk_sum` (deid_alternatives_get_risk()),
 * `highest_population_risk` (deid_alternatives_get_maximum_risk()), `suppressed`, `found`,
 * `boundary`, `risk_minimal`, and the indices `dominated_by` and `bettered_by` of what
 * deid_alternatives_find_dominating() and deid_alternatives_find_better() find, or `null`.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(policies^2 x dimensions), and that of describing each.
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_alternatives_to_json (const DeidAlternatives *alternatives, const DeidPolicy *baseline,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
