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
 * @n_iterations: how many steps to take, at most 2^40; 0 for as many as the time limit allows or,
 *   without one, for 100 a record, at least 10,000 and at most 20 million
 * @seed: any number, of the random choices; the same seed gives the same result on every platform
 * @n_rises: how often the prices of a lower bound rise when the classes are made; 0 for no bound
 *
 * Creates the search for a local recoding: each class of records has labels of its own, the lowest
 * of each hierarchy that cover its records, so that one rare combination does not coarsen a whole
 * column. That loses far less than any policy, and the release takes more care to read: one column
 * has labels of several levels. `docs/local-recoding.md` says when it is advisable.
 *
 * Where each quasi-identifier has one level to choose from, or two of which the higher one is one
 * label for all values, as deid_hierarchy_new_suppression() makes them, it is cell suppression,
 * %DEID_RECODING_CELLS: a class suppresses the cells of each column in which its records differ.
 * The weight of a quasi-identifier, deid_quality_model_set_attribute_weight(), is then what one
 * suppressed cell of it costs.
 *
 * Of a column with cuts between rising numbers, such as deid_lattice_add_numeric_cuts() makes, a
 * class has the run from its least to its greatest number, labelled as #DeidLattice says. Its level
 * is the number of pairs of neighbours that it merges. A missing value that the order does not
 * mention is in the run of all numbers alone. Of more than 361 values of a column, neighbours are
 * put together first, into at most 361 leaves of about as many records each; runs are those of
 * leaves, and what they lose is what their labels say. A column with cuts of subtrees is recoded by
 * all levels of its hierarchy.
 *
 * Its results have no policy, see deid_result_get_recoding(), but a partition from the start,
 * deid_result_get_partition(). They are released, verified and reported on like others. What is
 * made of a policy alone fails with %DEID_ERROR_INVALID_ARGUMENT: explanations, and
 * deid_stored_policy_new(), since classes of these records tell nothing of others.
 *
 * A run first lets the optimal search evaluate at most 500 policies; where there are cuts, it has
 * deid_search_new_best_first() do it if there are no more than these, or else
 * deid_search_new_datafly(). It then makes classes of similar records. Where all models are
 * superset-closed and ask for nothing of the whole table, and there are no cuts, it also makes
 * classes by rounds of full-domain generalization, see deid_search_new_rounds(), by at most 500,000
 * policies more; with a time limit, in a third of the time at most. It goes on from those that lose
 * less. Where models are closed under union alone, as closeness is, it divides the table in parts
 * as well, again and again as long as both parts pass, and takes these if they lose less.
 *
 * In each step it then takes the records of a few classes near one another and puts them together
 * anew, by simulated annealing: changes for the worse are accepted at first, and later no more.
 * After a quarter of the steps, and 64 steps a record at most, it looks for exchanges instead: a
 * record goes to a class near it, alone or for one of its records, which takes its place or goes to
 * a third class. Where no exchange is left that loses less, it puts some classes together anew at
 * random, mends them by exchanges, and keeps what is no worse than it was, part by part, again and
 * again; so many comparisons of exchanges count as a step as take about as long. Annealing alone
 * decides what is suppressed. Where joining classes says nothing about a model, all steps are of
 * annealing. Privacy models judge the classes in the end as they judge those of a policy. Classes
 * that fail are suppressed, and what exceeds a limit is no solution. The result is what loses least
 * of the classes at the end, those at the start and the best policy that was evaluated: never more
 * than that policy.
 *
 * With a time limit the number of steps is chosen at the start, from how fast the first ones are,
 * so that all are taken before the time is over; a run that it made shorter ends with
 * %DEID_TERMINATION_TIME_LIMIT, and does not repeat, nor does a search for as many steps as the
 * figure `iterations` of its statistics says were taken. A step limit
 * (deid_search_set_step_limit()) limits the steps. A run that is cancelled, or runs out of time
 * before all planned steps are taken, makes its result of the classes as they are. If its time is
 * over before there are any, and before a policy was found, it evaluates the policy of the highest
 * levels: where that is a solution, no time limit is too short for a result. In all these cases
 * making and judging the classes takes O(rows x columns), in which nothing interrupts it. Of
 * progress the share of the work that is done tells how many of the steps were taken.
 *
 * A run fails with %DEID_ERROR_INVALID_ARGUMENT for what it cannot recode: cuts between values that
 * are no rising numbers, since lists of values would be the labels of runs; values that are kept
 * apart or together, and limits of blocks; populations, conditions on the whole table, and quality
 * models that cost classes (by these, as by discernibility, any classes of the least size are best,
 * whatever labels they have) or whose aggregate is neither the arithmetic mean nor the sum;
 * %DEID_ERROR_TOO_LARGE if a column without such cuts has more than 32,767 values;
 * %DEID_ERROR_NO_SOLUTION if neither the classes nor a policy that was evaluated are a solution. A
 * suppressed record costs, if the quality model asks for its label, what the label of the highest
 * level that may be chosen costs, even if all values of the table share a lower label; if the
 * result is the best policy, it costs what the label of the policy costs. A label that reads the
 * same on several levels, and covers the same values there, costs what it costs on the lowest of
 * them; so does a missing value that stays missing. A label that stands for other values on one
 * level than on another is released in its widest sense alone, unless all classes have labels of
 * one level of that column; that fails where no level that may be chosen has a label above all of
 * these.
 *
 * The lower bound of a result is that of the data as they are. With @n_rises, a run goes on, once
 * the classes are made, to find a bound for all local recodings as
 * deid_problem_write_bound_certificate() does by as many rises, of which 40 are its default, and
 * the result has the greater of both. It keeps the prices, eight bytes for each distinct
 * combination of values, so that deid_result_write_certificate() writes a certificate of their
 * bound, whatever ended the run. Where prices cannot bound the problem (deid-bound-certificate.h
 * says of which they can) there is none, and no error. With a time limit the classes have three
 * quarters of the time that is left when the run begins, and the bound what then remains of all;
 * with a bound that this made weaker the run ends with %DEID_TERMINATION_TIME_LIMIT. A run that is
 * cancelled keeps the bound of the rises made until then. The figure `rises` of the statistics says
 * how many these are, `bound-seconds` what the bound took; of progress the last quarter of the work
 * is that of the bound.
 *
 * The steps follow G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt and G. Dueck, "Record Breaking
 * Optimization Results Using the Ruin and Recreate Principle", Journal of Computational Physics
 * 159, 2000, 139-171.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for too many iterations. A run takes steps in as many
 * threads as deid_search_set_n_threads() says, or as the system grants, where the table has more
 * than 50,000 rows and sizes of classes alone count in these steps: each takes those of a part of
 * at most about so many rows. Without a time limit the result is the same on any number of threads.
 * All else, the bound too, is done by the caller's. Complexity of a run: O(rows x attributes x log
 * rows + steps x (k^2 + k x attributes)) for classes of at least k records, memory O(rows x
 * attributes), and those of deid_problem_write_bound_certificate() for a bound.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_local (guint64 n_iterations, guint64 seed, guint n_rises,
                                   GError **error);

/**
 * deid_search_new_mondrian:
 * @is_relaxed: whether parts are cut at medians instead of at the children of labels
 *
 * Creates a search for a local recoding that cuts the table into parts, and these into smaller
 * ones, as long as all that a part is cut into meet the privacy models: Mondrian. A part is cut by
 * the attribute whose label costs it most, of those that allow it. The strict way is to cut it at
 * the children of that label. The relaxed way is to cut it at the median, in the order of the
 * leaves of the hierarchy, so that records of one value may be on both sides; what is cut may keep
 * its label then, since hierarchies are no intervals. Most tables lose less in the strict way, and
 * much less by deid_search_new_local(): Mondrian is quick, has no random choices, and is what many
 * studies compare with.
 *
 * Results, what is refused, and what is released of a label that stands for other values on another
 * level are those of deid_search_new_local(); the strict way also refuses runs of numbers, which
 * have no children (%DEID_ERROR_INVALID_ARGUMENT). So is the search for a policy by 500 evaluations
 * that comes first: the result is what loses less. Any models of classes are taken, whatever their
 * closure. Where maximum levels leave records without a label in common, these are cut at any rate,
 * and parts that do not meet the models are then suppressed. Nothing else is suppressed.
 *
 * A step limit (deid_search_set_step_limit()) limits the cuts. Parts are cut in the order in which
 * they were made. A run that is cancelled, or whose time is over, makes its result of the parts as
 * they are, or as deid_search_new_local() does where there are none yet. The figure `cuts` of the
 * statistics says how many cuts were made; of progress the share of the work that is done tells of
 * how many records the class is known.
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
 * @n_rounds: how many rounds to make at most, each of which releases a share of 1 / @n_rounds of
 *   the records at least; 0 for 1,000, or 100 for more than 200,000 rows
 *
 * Creates a search for a local recoding by rounds of full-domain generalization: each is the best
 * policy for the records that are left, proven as deid_search_new_optimal() does, of which all may
 * be put off but a share. Its classes stay, with the lowest labels that cover their records, and
 * the records that are put off are left to the next round. What is left when no round has a
 * solution joins the classes where it costs least or, where that is less and the limits allow it,
 * is suppressed. More rounds lose less, and take longer. Other tools have local recodings of this
 * kind, without the proof.
 *
 * Results, what is refused, and what is released of a label that stands for other values on another
 * level are those of deid_search_new_local(). The best policy for the whole table comes first: the
 * result never loses more. Privacy models must be superset-closed, such as k-anonymity and distinct
 * l-diversity, since a record that joins a class may spoil others, and must not prepare anything of
 * the whole table; a run with others, or of a lattice with cuts, fails with
 * %DEID_ERROR_INVALID_ARGUMENT.
 *
 * A step limit (deid_search_set_step_limit()) limits the policies that the best policy and then all
 * rounds evaluate; the round that gets there takes the best policy known. With a time limit the
 * best policy has a tenth of the time at most. When a run is cancelled, or its time is over, what
 * is left joins the class of the record before it, in an order that keeps similar records together;
 * where no round has ended yet, the result is made as deid_search_new_local() does it. The figure
 * `rounds` of the statistics says how many rounds had a solution; of progress the share of the work
 * that is done tells of how many records the class is known.
 *
 * A run uses one thread. Complexity of a run: that of deid_search_new_optimal() for each round, and
 * O(classes x attributes) for each record left at the end; memory O(rows x columns).
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_rounds (guint n_rounds);

G_END_DECLS

#endif
