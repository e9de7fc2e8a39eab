/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_LOCAL_SEARCH_H
#define DEID_LOCAL_SEARCH_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * deid_search_new_local:
 * @n_iterations: number of steps, at most 2^40; 0 for as many as the time limit allows or, without
 *   one, for 100 a record, at least 10,000 and at most 20 million
 * @seed: seed of the random choices; the same seed gives the same result on every platform
 * @n_rises: how often the prices of a lower bound rise after the classes are made; 0 for no bound
 *
 * Creates the search for a local recoding: each class of records has its own labels, the lowest of
 * each hierarchy that cover its records, so that one rare combination does not coarsen a whole
 * column. That loses far less than any policy, and the release takes more care to read: one column
 * has labels of several levels. `docs/local-recoding.md` says when it is advisable.
 *
 * If each quasi-identifier has one level to choose from, or two of which the higher one is one
 * label for all values, as of deid_hierarchy_new_suppression(), it is cell suppression,
 * %DEID_RECODING_CELLS: a class suppresses the cells of each column in which its records differ.
 * One suppressed cell then costs the weight of its quasi-identifier,
 * deid_quality_model_set_attribute_weight().
 *
 * In a column with cuts between rising numbers, as of deid_lattice_add_numeric_cuts(), a class has
 * the run from its least to its greatest number, labelled as #DeidLattice says. Its level is the
 * number of pairs of neighbours that it merges. Only the run of all numbers includes a missing
 * value that the order does not mention. If a column has more than 361 values, neighbours are first
 * grouped into at most 361 leaves of about equal numbers of records; runs consist of leaves, and
 * losses follow from their labels. A column with cuts of subtrees is recoded by all levels of its
 * hierarchy.
 *
 * Its results have no policy, see deid_result_get_recoding(), but a partition from the start,
 * deid_result_get_partition(). They are released, verified and reported like others. Functions that
 * need a policy fail with %DEID_ERROR_INVALID_ARGUMENT: explanations, and deid_stored_policy_new(),
 * since these classes do not apply to other records.
 *
 * A run first lets the optimal search evaluate at most 500 policies; with cuts,
 * deid_search_new_best_first() if there are no more policies than that, otherwise
 * deid_search_new_datafly(). It then makes classes of similar records. If all models are
 * superset-closed without conditions on the whole table, and there are no cuts, it also makes
 * classes by rounds of full-domain generalization, see deid_search_new_rounds(), by at most 500,000
 * more policies; with a time limit, in at most a third of the time. It continues from those that
 * lose less. If models are closed under union alone, such as closeness, it also divides the table
 * into parts, recursively while both parts pass, and takes these if they lose less.
 *
 * In each step it then regroups the records of a few neighbouring classes, by simulated annealing:
 * changes for the worse are accepted at first, and no longer in the end. After a quarter of the
 * steps, and at most 64 steps a record, it looks for exchanges instead: a record moves to a nearby
 * class, alone or in exchange for one of its records, which takes its place or moves to a third
 * class. When no exchange loses less, it repeatedly regroups some classes at random, mends them by
 * exchanges, and keeps what is no worse than before, part by part. A step is as many comparisons of
 * exchanges as take about as long. Annealing alone decides what is suppressed. If joining classes
 * says nothing about a model, all steps are annealing. Privacy models judge the final classes as
 * they judge those of a policy. Classes that fail are suppressed, and exceeding a limit makes it no
 * solution. The result is the best of the final classes, the initial ones and the best policy that
 * was evaluated: it never loses more than that policy.
 *
 * With a time limit the number of steps is chosen at the start, from the speed of the first ones,
 * so that all can be taken in time; a run that this shortened ends with
 * %DEID_TERMINATION_TIME_LIMIT and is not repeatable, not even by its number of steps, the figure
 * `iterations` of its statistics. A step limit (deid_search_set_step_limit()) limits the steps. A
 * run that is cancelled or out of time before all planned steps makes its result of the classes so
 * far. If there are none yet, and no policy either, it evaluates the policy of the highest levels:
 * if that is a solution, no time limit is too short for a result. In all these cases making and
 * judging the classes takes O(rows x columns), without interruption. The progress is the share of
 * the steps taken.
 *
 * A run fails with %DEID_ERROR_INVALID_ARGUMENT for what it cannot recode: cuts between values that
 * are not rising numbers, whose labels would be lists of values; values that are kept apart or
 * together, and limits of blocks; populations, conditions on the whole table, and quality models
 * that cost classes (by which, as by discernibility, any classes of the least size are best,
 * whatever their labels) or whose aggregate is neither the arithmetic mean nor the sum;
 * %DEID_ERROR_TOO_LARGE if a column without such cuts has more than 32,767 values;
 * %DEID_ERROR_NO_SOLUTION if neither the classes nor a policy that was evaluated are a solution. A
 * suppressed record costs, if the quality model asks for its label, what the label of the highest
 * level that may be chosen costs, even if all values of the table share a lower label; if the
 * result is the best policy, it costs what the label of the policy costs. A label that reads the
 * same on several levels, and covers the same values there, costs what it costs on the lowest of
 * them; so does a missing value that stays missing. A label that stands for different values on
 * different levels is released in its widest sense alone, unless all classes have labels of one
 * level of that column; that fails if no level that may be chosen has a label above all of these.
 *
 * The lower bound of a result is that of the original data. With @n_rises, a run then finds a bound
 * for all local recodings as deid_problem_write_bound_certificate() does by that many rises (40 by
 * default there), and the result has the greater of both. It keeps the prices, eight bytes for each
 * distinct combination of values, so that deid_result_write_certificate() can certify their bound,
 * however the run ended. If prices cannot bound the problem (see deid-bound-certificate.h) there is
 * none, and no error. With a time limit the classes get three quarters of the time left at the
 * start of the run, and the bound the rest; a run whose bound this made weaker ends with
 * %DEID_TERMINATION_TIME_LIMIT. A cancelled run keeps the bound of the rises so far. The figure
 * `rises` of the statistics is their number, `bound-seconds` the time of the bound; the bound is
 * the last quarter of the progress.
 *
 * The steps follow G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt and G. Dueck, "Record Breaking
 * Optimization Results Using the Ruin and Recreate Principle", Journal of Computational Physics
 * 159, 2000, 139-171.
 *
 * If the table has more than 50,000 rows and only sizes of classes count in these steps, they are
 * taken by as many threads as deid_search_set_n_threads() says, or the system grants, each on a
 * part of at most about that many rows. Without a time limit the result is the same on any number
 * of threads. Everything else, including the bound, is done by the caller's.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for too many iterations. Complexity of a run: O(rows x
 * attributes x log rows + steps x (k^2 + k x attributes)) for classes of at least k records, memory
 * O(rows x attributes), and those of deid_problem_write_bound_certificate() for a bound.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_local (guint64 n_iterations, guint64 seed, guint n_rises,
                                   GError **error);

/**
 * deid_search_new_mondrian:
 * @is_relaxed: whether parts are cut at medians instead of at the children of labels
 *
 * Creates the search for a local recoding called Mondrian: it cuts the table into parts, and these
 * into smaller ones, as long as all parts meet the privacy models. A part is cut by the attribute
 * whose label costs it most, of those that can be cut. The strict way cuts at the children of that
 * label. The relaxed way cuts at the median, in the order of the leaves of the hierarchy, so that
 * records of one value may be on both sides; a part may then keep its label, since hierarchies are
 * not intervals. Most tables lose less in the strict way, and much less by deid_search_new_local():
 * Mondrian is quick, makes no random choices, and is what many studies compare with.
 *
 * Results, what is refused, the first search for a policy by 500 evaluations, and the release of
 * labels that stand for different values on different levels are as for deid_search_new_local():
 * the result is what loses less. The strict way also refuses runs of numbers, which have no
 * children (%DEID_ERROR_INVALID_ARGUMENT). Any models of classes are accepted, whatever their
 * closure. If maximum levels leave records without a common label, these are cut in any case, and
 * parts that do not meet the models are suppressed. Nothing else is suppressed.
 *
 * A step limit (deid_search_set_step_limit()) limits the cuts. Parts are cut in the order in which
 * they were made. A run that is cancelled or out of time makes its result of the parts so far, or
 * as deid_search_new_local() does if there are none. The figure `cuts` of the statistics is the
 * number of cuts; the progress is the share of records whose class is known.
 *
 * Source: K. LeFevre, D. J. DeWitt, R. Ramakrishnan, "Mondrian Multidimensional K-Anonymity", ICDE
 * 2006.
 *
 * A run uses one thread. Complexity of a run: O(rows x attributes x cuts on the way to a class),
 * or, where models ask for more than sizes, as much for each attribute that is tried; memory O(rows
 * x attributes).
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_mondrian (gboolean is_relaxed);

/**
 * deid_search_new_rounds:
 * @n_rounds: maximum number of rounds, each of which releases at least a share of 1 / @n_rounds of
 *   the records; 0 for 1,000, or 100 for more than 200,000 rows
 *
 * Creates a search for a local recoding by rounds of full-domain generalization. Each round is the
 * best policy for the remaining records, proven as by deid_search_new_optimal(), that may put off
 * all but a share of them. Its classes stay, with the lowest labels that cover their records; the
 * records put off are left to the next round. When no round has a solution, the rest joins the
 * classes where it costs least or, if that is less and the limits allow it, is suppressed. More
 * rounds lose less, and take longer. Other tools have local recodings of this kind, without the
 * proof.
 *
 * Results, what is refused, and the release of labels that stand for different values on different
 * levels are as for deid_search_new_local(). The best policy for the whole table comes first: the
 * result never loses more. Privacy models must be superset-closed, such as k-anonymity and distinct
 * l-diversity, since a record that joins a class may spoil others, and must not prepare anything of
 * the whole table; a run with others, or of a lattice with cuts, fails with
 * %DEID_ERROR_INVALID_ARGUMENT.
 *
 * A step limit (deid_search_set_step_limit()) limits the policies that the best policy and all
 * rounds evaluate together; the round that reaches it takes the best policy known. With a time
 * limit the best policy has at most a tenth of the time. When a run is cancelled or out of time,
 * each remaining record joins the class of the record before it, in an order that keeps similar
 * records together; if no round has ended yet, the result is made as by deid_search_new_local().
 * The figure `rounds` of the statistics is the number of rounds with a solution; the progress is
 * the share of records whose class is known.
 *
 * A run uses one thread. Complexity of a run: that of deid_search_new_optimal() for each round, and
 * O(classes x attributes) for each record left at the end; memory O(rows x columns).
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_rounds (guint n_rounds);

G_END_DECLS

#endif
