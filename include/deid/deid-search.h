/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the search was run.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees. Constructors state the
 *   complexity of a run.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread or from a progress function, with
 *   %G_IO_ERROR_CANCELLED if there is no solution yet.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_SEARCH_H
#define DEID_SEARCH_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidSearch:
 *
 * An algorithm with its options. You can change it until it is run, and run it any number of times.
 */
typedef struct DeidSearch DeidSearch;

/**
 * DeidProgress:
 *
 * How far a search has come.
 */
typedef struct DeidProgress DeidProgress;

/**
 * DeidProgressFunc:
 * @progress: how far the search has come
 * @user_data: the data given with the function
 *
 * A running search calls this function between two evaluations, at most ten times a second, and
 * once at the end, on the thread that called run. @progress is valid during the callback; to keep
 * it, call deid_progress_ref().
 */
typedef void (*DeidProgressFunc) (DeidProgress *progress, gpointer user_data);

DEID_AVAILABLE_IN_0_1
GType deid_progress_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidProgress *deid_progress_ref (DeidProgress *progress);

/**
 * deid_progress_unref:
 * @progress: (transfer full): a progress
 */
DEID_AVAILABLE_IN_0_1
void deid_progress_unref (DeidProgress *progress);

/**
 * deid_progress_get_n_evaluated:
 * @progress: a progress
 *
 * Returns: the number of policies evaluated so far
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_progress_get_n_evaluated (const DeidProgress *progress);

/**
 * deid_progress_get_seconds:
 * @progress: a progress
 *
 * Returns: the running time in seconds
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_seconds (const DeidProgress *progress);

/**
 * deid_progress_get_loss:
 * @progress: a progress
 * @loss: (out): the loss of the best solution so far, infinity if there is none
 *
 * Returns: whether there is a solution
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_progress_get_loss (const DeidProgress *progress, double *loss);

/**
 * deid_progress_get_lower_bound:
 * @progress: a progress
 *
 * Returns: a lower bound of the loss of every solution
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_lower_bound (const DeidProgress *progress);

/**
 * deid_progress_get_share_settled:
 * @progress: a progress
 *
 * Gets the share of policies that are settled: evaluated, or known to be no better than the best
 * solution so far. It never falls. It says little about the time left, because the few policies
 * near the optimum are settled last: see deid_progress_get_share_done().
 * Returns: the share, from 0 to 1
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_share_settled (const DeidProgress *progress);

/**
 * deid_progress_get_share_done:
 * @progress: a progress
 *
 * Estimates the share of the work that is done. It never falls. The optimal search extrapolates
 * from finished sets of policies to similar open ones (Chen: Heuristic Sampling, SIAM Journal on
 * Computing 21, 1992). Early in a run the estimate can be far off.
 * Returns: the share, from 0 to 1
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_share_done (const DeidProgress *progress);

DEID_AVAILABLE_IN_0_1
GType deid_search_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_ref (DeidSearch *search);

/**
 * deid_search_unref:
 * @search: (transfer full): a search
 */
DEID_AVAILABLE_IN_0_1
void deid_search_unref (DeidSearch *search);

/**
 * deid_search_list_specifications:
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): a sentence on what each
 *   search does; free it with g_strfreev()
 *
 * Lists the forms of the library's searches, such as `optimal` or
 * `bisecting:ITERATIONS:SEED[:polish]`, for help texts and choosers. Capitals stand for values,
 * brackets enclose optional parts. Complexity: O(searches).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_search_list_specifications (char ***summaries);

/**
 * deid_search_to_specification:
 * @search: a search
 *
 * Returns: (transfer full): the specification, without limits, threads and the progress function.
 *   For a search of the library, such as `optimal`, deid_search_new_from_specification() reads it.
 *   For a search of a host it is the text that the describe slot wrote
 */
DEID_AVAILABLE_IN_0_1
char *deid_search_to_specification (const DeidSearch *search);

/**
 * deid_search_new_optimal:
 *
 * Creates the search to use by default. It proves the optimum.
 *
 * Levels: the search is an interval branch and bound. A set of policies lies between a lower and an
 * upper policy. The search drops the whole set if the records that the upper policy has to suppress
 * show that no policy in the set is better than the best solution so far. The lower bound never
 * falls. A run that is cut short keeps the best solution, which is usually found early. The more of
 * the models' conditions are superset-closed (see #DeidClosure), the fewer policies it evaluates.
 *
 * Cuts: the policies of a set differ too much for that bound, so lattices with cuts have another
 * one, a sum over the quasi-identifiers. For each of them, dynamic programming finds the cost of
 * its best partition if the others are as coarse as the set allows. Each pays a share of the cost
 * of a suppressed record (Lagrangian relaxation: A. M. Geoffrion, Mathematical Programming Study 2,
 * 1974). If the number of blocks is limited (deid_lattice_set_max_blocks()), each block has a
 * price. The search divides the sets with the least bound first, and proves lattices of 100 and
 * more cuts in seconds. Hard cases are many quasi-identifiers with many values each, a small k, and
 * `dm` and `dmstar`, whose bound considers one quasi-identifier at a time. The quality model must
 * be a mean or a sum over attributes of the costs of values, or have costs that rise with sizes.
 * For other models a run fails with %DEID_ERROR_INVALID_ARGUMENT, and deid_search_new_best_first()
 * may prove the optimum.
 *
 * Threads: deid_search_set_n_threads() sets their number. The policy, loss and number of suppressed
 * records of a complete run do not depend on it. The number of policies evaluated does, except on
 * small lattices (below 100,000 policies) of large tables (131,072 rows or more) whose classes are
 * judged by their sizes: there, threads share the rows of each evaluation.
 *
 * Complexity of a run: O(rows) for each policy evaluated; memory typically O(rows x (sum of the
 * lattice's heights + threads)), whatever the number of policies. Preparing the table takes O(rows
 * x sum of the heights), and counts as `search-seconds`. With cuts, a policy takes O(rows x
 * attributes) and, for each attribute with runs of n values, at most O(n^2) and the pairs of values
 * between which a class has fewer records than it needs. A thread then holds O(rows) and, for each
 * attribute with runs, 40 bytes for each pair of values, 48 for `dm` and `dmstar`, for at most 1.3
 * million pairs. With more than 1,024 values, groups of neighbours bound long runs, and the proof
 * may take more policies. The prepared problem holds 6 n^2 bytes for each of these attributes. An
 * open set of policies takes four bytes for each dimension; beyond 131,072 sets or 256 MB, the
 * search goes on depth first.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_optimal (void);

/**
 * deid_search_new_exhaustive:
 *
 * Creates the search that evaluates every policy, in the order of ranks: the yardstick for all
 * others. Complexity of a run: O(rows x attributes) for each policy of the lattice.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_exhaustive (void);

/**
 * deid_search_new_flash:
 *
 * Creates the search called Flash, for comparison with the optimal search. It proves the optimum.
 *
 * Flash goes through the lattice level by level from the bottom. It follows greedy paths upwards
 * over unsettled policies, and bisects each path by whether policies are solutions. A policy that
 * fails the superset-closed part of the models settles its specializations. A policy whose loss
 * without suppression is no better than the loss of the best solution settles its generalizations.
 * Flash keeps both sets as the few policies that imply the others (see #DeidPropertyStore), so a
 * lattice can have any size. deid_search_new_from_specification() has variants.
 *
 * Source: F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn, "Flash: Efficient, Stable and
 * Optimal K-Anonymity", PASSAT 2012; F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective
 * pruning strategies for health data de-identification", BMC Medical Informatics and Decision
 * Making 16:49, 2016.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, less if the classes of a
 * specialization are at hand; memory for each policy evaluated. A policy that may be better than
 * the best solution takes time even if it is not evaluated, and the unsettled policies of a level
 * take memory. A step limit counts evaluations, so on lattices of many dimensions it bounds neither
 * of the two.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_flash (void);

/**
 * deid_search_new_best_first:
 *
 * Creates the best-first branch and bound, for comparison with the optimal search. It proves the
 * optimum, and tends to find good solutions early.
 *
 * The search starts from the bottom of the lattice. It always takes the evaluated policy with the
 * least loss next, and generalizes it unless its loss without suppression is no better than the
 * loss of the best solution. So it evaluates every policy whose loss without suppression is better
 * than the optimum, whatever the models.
 *
 * Source: the second one of deid_search_new_flash().
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, less if the classes of a
 * specialization are at hand; memory for each policy evaluated.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_best_first (void);

/**
 * deid_search_new_local:
 * @n_iterations: number of steps, at most 2^40; 0 for as many as the time limit allows or, without
 *   a limit, for 100 a record, at least 10,000 and at most 20 million
 * @seed: seed of the random choices; the same seed gives the same result on every platform
 * @n_rises: how often the prices of a lower bound rise after the classes are made; 0 for no bound
 *
 * Creates the search for a local recoding. Each class of records has its own labels: the lowest
 * label of each hierarchy that covers its records. So one rare combination does not coarsen a whole
 * column, and the release loses far less than by any policy. It takes more care to read, because
 * one column has labels of several levels. `docs/local-recoding.md` says when it is advisable.
 *
 * Cells: the result is cell suppression, %DEID_RECODING_CELLS, if each quasi-identifier has one
 * level to choose from, or two of which the higher has one label for all values, as in
 * deid_hierarchy_new_suppression(). A class suppresses the cells of each column in which its
 * records differ. A suppressed cell costs the weight of its quasi-identifier:
 * deid_quality_model_set_attribute_weight().
 *
 * Runs: in a column with cuts between the values of an order, see deid_lattice_add_numeric_cuts(),
 * a class has the run from its first to its last value, labelled as #DeidLattice says: a run of
 * texts has the list of its values. The level of a run is the number of pairs of neighbours that it
 * merges. A missing value that the order does not mention is only in the run of all values. If a
 * column has more than 361 values, neighbours are
 * first grouped into at most 361 leaves with about the same number of records. Runs then consist of
 * leaves, and losses follow from their labels. A column with cuts of subtrees is recoded by the
 * levels of its hierarchy.
 *
 * Results: a result has a partition from the start (deid_result_get_partition()), and no policy.
 * You release, verify and report it like others; deid_result_get_recoding() tells its kind.
 * Functions that need a policy fail with %DEID_ERROR_INVALID_ARGUMENT: explanations, and
 * deid_stored_policy_new(), because the classes do not apply to other records.
 *
 * Start: a run first searches for a policy, with at most 500 evaluations. It uses the optimal
 * search; with cuts, deid_search_new_best_first() on lattices of at most 500 policies and `datafly`
 * on larger ones. It then makes classes of similar records. Other classes replace these if they
 * lose less. If the models are closed under union alone, such as closeness, the run divides the
 * table into parts, recursively while both parts pass. If all models are superset-closed and
 * prepare nothing from the whole table, it makes classes by rounds of full-domain generalization,
 * see the search `rounds`. These evaluate at most 500,000 more policies, and take at most a third
 * of a time limit. There are no rounds with cuts, or with deid_problem_set_no_forced_labels().
 *
 * Steps: a step regroups the records of a few neighbouring classes, by simulated annealing: changes
 * for the worse are accepted at first, and no longer in the end. After a quarter of the steps, and
 * at most 64 steps a record, the run looks for exchanges instead. A record moves to a nearby class,
 * alone or in exchange for one of its records, which takes the free place or moves to a third
 * class. When no exchange loses less, the run repeatedly regroups some classes at random, mends
 * them by exchanges, and keeps, part by part, what is no worse than before. One step of exchanges
 * is as many comparisons as take about as long as a step of annealing. Annealing alone decides what
 * is suppressed. If joining classes says nothing about a model, all steps are annealing.
 *
 * The privacy models judge the final classes as they judge those of a policy. Classes that fail are
 * suppressed; beyond a limit, that is no solution. The result is the best of the final classes, the
 * initial classes and the best policy that was evaluated, so it never loses more than this policy.
 *
 * Limits: with a time limit, the speed of the first steps determines how many are planned. If this
 * shortens a run, it ends with %DEID_TERMINATION_TIME_LIMIT and cannot be repeated, not even with
 * its number of steps, the statistic `iterations`. A step limit (deid_search_set_step_limit())
 * limits the steps. A run that is stopped early makes its result of the classes so far. If time
 * runs out before there are any classes or a policy, the run evaluates the policy of the highest
 * levels; if that is a solution, no time limit is too short for a result. Making and judging
 * classes then takes O(rows x columns) without interruption. The progress is the share of the steps
 * taken.
 *
 * Refusals: a run fails with %DEID_ERROR_INVALID_ARGUMENT for values kept apart or together, and
 * limits of blocks; for populations and conditions on the whole table; for quality models that cost
 * classes (by discernibility, for example, any classes of the least size are best, whatever their
 * labels) or whose aggregate is neither the arithmetic mean nor the sum. It fails with
 * %DEID_ERROR_TOO_LARGE if a column without such cuts has more than 32,767 values, and with
 * %DEID_ERROR_NO_SOLUTION if neither the classes nor an evaluated policy are a solution.
 *
 * Costs: if the quality model asks for the label of a suppressed record, it is the highest label
 * that may be chosen, even if all values of the table share a lower one. If the result is the best
 * policy, it is the label of the policy. A label that reads the same and covers the same values on
 * several levels costs what it costs on the lowest of them; so does a missing value that stays
 * missing. If a label stands for different values on different levels, it is released only in its
 * widest sense, unless all classes have labels of one level of that column. That fails if no level
 * that may be chosen has a label above all these values.
 *
 * Bound: without @n_rises, the lower bound of a result is that of the original data. Otherwise the
 * run also finds a bound for all local recodings, as deid_problem_write_bound_certificate() does
 * with that many rises (40 by default there), and the result has the greater of both. It keeps the
 * prices, eight bytes for each distinct combination of values, and deid_result_write_certificate()
 * can certify their bound, however the run ended. If prices cannot bound the problem (see
 * deid-bound-certificate.h), the run fails with %DEID_ERROR_INVALID_ARGUMENT. With a time limit,
 * the classes get three quarters of the time left at the start of the run, and the bound gets the
 * rest. If this makes the bound weaker, the run ends with %DEID_TERMINATION_TIME_LIMIT. A cancelled
 * run keeps the bound of the rises so far. The statistic `rises` is their number, `bound-seconds`
 * the time of the bound. The bound is the last quarter of the progress.
 *
 * Source of the steps: G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt, G. Dueck, "Record Breaking
 * Optimization Results Using the Ruin and Recreate Principle", Journal of Computational Physics
 * 159, 2000, 139-171.
 *
 * Threads: if the table has more than 50,000 rows, and the steps consider only sizes of classes, up
 * to deid_search_set_n_threads() threads take them, each on a part of at most about 50,000 rows.
 * Without a time limit, the number of threads does not change the result. The thread of the caller
 * does everything else, including the bound.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for too many iterations. Complexity of a run: O(rows x
 * attributes x log rows + steps x (k^2 + k x attributes)) for classes of at least k records, memory
 * O(rows x attributes), and those of deid_problem_write_bound_certificate() for a bound.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_local (guint64 n_iterations, guint64 seed, guint n_rises,
                                   GError **error);

/**
 * deid_search_new_bisecting:
 * @n_iterations: how often to search, each time for one policy; 0 finds none
 * @seed: seed of the random choices; the same seed gives the same policies on every platform
 * @polish: whether to go on to risk-minimal policies
 *
 * Creates the bisecting search for policy alternatives. Each iteration finds one boundary policy:
 * see deid_report_new_alternatives(). The search is meant for lattices with cuts, such as those of
 * deid_lattice_add_numeric_cuts(), and works on all.
 *
 * An iteration starts with two ends: the top of the lattice, which is a solution, and the bottom,
 * which is none. The ends differ by d units; a unit is one level of a dimension, with cuts a pair
 * of neighbours. The search draws floor(d / 2) of them without replacement, and lowers the general
 * end by these. The policy that results replaces the general end if it is a solution, otherwise the
 * specific end. When the ends are immediate neighbours, the general one is the boundary policy.
 * That takes about log2(units) evaluations. No policy is evaluated twice, not even in different
 * iterations.
 *
 * A unit of dimension i is drawn with a probability proportional to
 *
 *     (1 - n_i / n) + h_i / (h_i + u_i)
 *
 * Here n_i is the number of values in the domain of its attribute, n the sum over all attributes,
 * and h_i the number of levels by which the dimension may rise, at least 1. u_i is the number of
 * units of the dimension that the solutions of earlier iterations keep apart, added up over these
 * iterations. By the first term, values of small domains are more often kept apart, so fewer merges
 * fall into small domains. By the second term, units that few solutions kept apart are more often
 * kept apart, so that solutions differ. Both terms are rounded down to a multiple of 2^-24; a sum
 * of 0 becomes 2^-24.
 *
 * With @polish, each policy found is then lowered, one level after the other in a random order, as
 * long as it stays a solution. One pass makes it risk-minimal. The pass evaluates at most one
 * policy for each unit that is not kept apart, which may take far longer than finding the policy.
 *
 * If the top is no solution, there is none, and a run fails with %DEID_ERROR_NO_SOLUTION. If the
 * bottom is a solution, it is the only alternative. The policy of the result is the one with the
 * least loss of all solutions that were evaluated. A run that ends early keeps the alternatives
 * found so far.
 *
 * The search needs problems in which each generalization of a solution is a solution. A run refuses
 * models of which that is not known, with %DEID_ERROR_INVALID_ARGUMENT:
 *
 * - a model that is neither superset-closed nor union-closed (see #DeidClosure);
 * - a union-closed model, if records may be suppressed or there is a population;
 * - a condition on the whole table that is not monotone (see
 *   deid_privacy_model_funcs_set_table_monotone());
 * - any other condition on the whole table, if records may be suppressed or there is an entity
 *   column, unless the model names the classes to suppress (%DEID_SUPPRESSION_ORDER_NAMED).
 *
 * A run uses one thread, because an iteration builds on those before.
 *
 * Source: K. Benitez, G. Loukides, B. Malin, "Beyond Safe Harbor: Automatic Discovery of Health
 * Information De-identification Policy Alternatives", 1st ACM International Health Informatics
 * Symposium, 2010, 163-172. The weights and the polishing are this library's.
 *
 * Complexity of a run: at most O(rows x attributes) for each policy evaluated. If nothing may be
 * suppressed, the quality model costs attributes, and the models ask only for numbers of records
 * and of the population, an evaluation visits only the rows whose labels change. It also visits the
 * classes if a condition on the whole table depends on more than a sum over classes (see
 * deid_privacy_model_funcs_set_class_term()), or if this sum does not decide (see
 * deid_privacy_model_funcs_set_judge_sum()). Memory O(dimensions) for each policy evaluated.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_bisecting (guint64 n_iterations, guint64 seed, gboolean polish);

/**
 * deid_search_new_directed:
 * @n_iterations: how often to search, each time for one policy; 0 finds none
 * @seed: seed of the random choices; the same seed gives the same policies on every platform
 * @polish: whether to go on to risk-minimal policies
 *
 * Creates the directed search for policy alternatives, for comparison with
 * deid_search_new_bisecting(). It differs in how it finds a boundary policy. An iteration starts at
 * a random policy of the lattice. From a solution it goes to a random immediate specialization,
 * from any other policy to a random immediate generalization, until the verdict changes. All
 * choices have equal probabilities. That takes O(units) evaluations.
 *
 * Complexity of a run and source: those of deid_search_new_bisecting().
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_directed (guint64 n_iterations, guint64 seed, gboolean polish);

/**
 * deid_search_new_from_specification:
 * @text: the specification of a search, as deid_search_to_specification() writes it
 *
 * Creates one of the library's searches from its specification: `optimal`, `exhaustive`, `flash`,
 * `best-first`, `boundary`, `igreedy`, `datafly`, `ola`, `bisecting:ITERATIONS:SEED` and
 * `directed:ITERATIONS:SEED`, both with an optional `:polish`,
 * `coordinate-descent[:ROUNDS[:SEED]]`, `local[:ITERATIONS[:SEED[:RISES]]]`, `mondrian`,
 * `mondrian:relaxed` and `rounds[:ROUNDS]`, with decimal integers below 2^64. `docs/models.md`
 * describes those without a constructor. `auto` is `optimal` for levels. With cuts, `auto` first
 * runs `bisecting` with 100 iterations, or `datafly` if bisecting refuses the models, for a tenth
 * of the time and step limits; then it runs `optimal`, or `best-first` for quality models that
 * `optimal` refuses. For research there are also
 *
 * - `flash:explicit`: Flash with three bits for each policy of the lattice. It evaluates the same
 *   policies. A run fails with %DEID_ERROR_TOO_LARGE if the lattice has more than 2^33 policies;
 * - `flash:no-prediction`, `flash:explicit:no-prediction` and `best-first:no-prediction`, to
 *   measure what prediction saves: only evaluating a policy shows that it is insufficient. Flash
 *   evaluates every policy. Best-first also evaluates policies whose loss without suppression is no
 *   better than the loss of the best solution, but not their generalizations;
 * - `sub-lattices`: proves the optimum, and keeps predictions for one part of the lattice at a
 *   time. It fixes the levels of the first dimensions, so that at most 65,536 policies are left,
 *   and searches these sub-lattices in the order of ranks. Within one it bisects paths of
 *   generalizations. It skips specializations of policies of insufficient privacy, policies of
 *   insufficient quality (see deid_report_new_statistics()), and sub-lattices whose bottom has
 *   insufficient quality. On large lattices it evaluates more policies than the optimal search,
 *   because predictions do not carry over. A run takes O(rows x attributes) for each policy
 *   evaluated, and at most 600 KB of memory in addition to what evaluating takes, whatever the
 *   number of policies. Each sub-lattice that is not skipped takes time for all its policies.
 *
 * Errors: %DEID_ERROR_PARSE for an unknown specification.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_from_specification (const char *text, GError **error);

/**
 * deid_search_set_time_limit:
 * @search: a search
 * @seconds: the longest time of a run, above 0; infinity for no limit, the default
 *
 * Sets a time limit, preparation included. A run that reaches it returns the best solution so far,
 * or fails with %DEID_ERROR_LIMIT_REACHED.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_time_limit (DeidSearch *search, double seconds, GError **error);

/**
 * deid_search_get_time_limit:
 * @search: a search
 *
 * Returns: the limit in seconds, infinity if there is none
 */
DEID_AVAILABLE_IN_0_1
double deid_search_get_time_limit (const DeidSearch *search);

/**
 * deid_search_set_step_limit:
 * @search: a search
 * @n_policies: how many policies a run may evaluate, at least 1; %G_MAXUINT64 for no limit, the
 *   default
 *
 * Sets a step limit. A run that reaches it returns the best solution so far, or fails with
 * %DEID_ERROR_LIMIT_REACHED. With one thread, runs limited by steps repeat exactly; each further
 * thread may evaluate one policy more.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_step_limit (DeidSearch *search, guint64 n_policies, GError **error);

/**
 * deid_search_set_n_threads:
 * @search: a search
 * @n_threads: how many threads a run may use, including the caller's, from 1 to 1024; 1 by default
 *
 * Sets the number of threads. If a run proves the optimum, its policy, loss, lower bound and
 * released table do not depend on the number; the result of a run that is cut short may. The
 * optimal search uses all threads, or as many as the system grants. deid_search_new_local() does so
 * on large tables, with the same result for any number. The other searches use only the caller's
 * thread.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_n_threads (DeidSearch *search, guint n_threads, GError **error);

/**
 * deid_search_get_n_threads:
 * @search: a search
 *
 * Returns: the number of threads that a run may use
 */
DEID_AVAILABLE_IN_0_1
guint deid_search_get_n_threads (const DeidSearch *search);

/**
 * deid_search_set_progress_func:
 * @search: a search
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): called during a run, or
 *   %NULL
 * @user_data: data for @func
 * @destroy: (nullable): called once when @user_data is no longer needed, also if this call fails
 *
 * Sets the function to which a run reports its progress.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_progress_func (DeidSearch *search, DeidProgressFunc func,
                                        gpointer user_data, GDestroyNotify destroy, GError **error);

/**
 * deid_search_run:
 * @search: a search, immutable from now on
 * @problem: what to solve, immutable from now on
 *
 * Searches for the best policy. A run that is cancelled or reaches a limit returns the best
 * solution so far; without one it fails with %G_IO_ERROR_CANCELLED or %DEID_ERROR_LIMIT_REACHED.
 * Preparation can be cancelled too; a callback of a host is not interrupted. Several threads may
 * call this at a time once @search and @problem are immutable. Complexity: see the constructors.
 * Errors: of the problem %DEID_ERROR_EMPTY for a dataset without rows, a lattice without dimensions
 * or a problem without privacy models; %DEID_ERROR_ROLE for a quasi-identifying column that the
 * lattice lacks, or a quality model that asks for the survey weights; %DEID_ERROR_UNKNOWN_COLUMN
 * for a column that the quality model needs and the dataset lacks; %DEID_ERROR_WEIGHT for survey
 * weights that a model cannot use; %DEID_ERROR_TOO_LARGE if sums leave the range in which losses
 * are exact, or if the table with its population has 2^32 - 2 rows or more; those of the models, a
 * host's unchanged. Of the search %DEID_ERROR_INVALID_ARGUMENT and %DEID_ERROR_TOO_LARGE for what
 * its constructor excludes; %DEID_ERROR_NO_SOLUTION if there is none or, for a search that proves
 * nothing, none was found; %DEID_ERROR_LIMIT_REACHED. Of both %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): the best solution, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_search_run (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable,
                             GError **error);

/**
 * deid_problem_evaluate:
 * @problem: a problem, immutable from now on
 * @policy: a policy of its lattice
 * @cancellable: (nullable): cancels the evaluation from another thread
 *
 * Makes a result of a policy of your choice, without a search. It is proven optimal only if its
 * loss equals the lower bound of the whole lattice.
 * Errors: those of deid_search_run(), with %DEID_ERROR_NO_SOLUTION if @policy is no solution;
 * %DEID_ERROR_INVALID_ARGUMENT if it belongs to another lattice. Complexity: O(rows x attributes).
 * Returns: (transfer full): the solution, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_problem_evaluate (DeidProblem *problem, DeidPolicy *policy,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
