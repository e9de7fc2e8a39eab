/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the search was run.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees. That of a run is stated at
 *   the constructor.
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
 * An algorithm with its options. It can be changed until it is run, and can be run any number of
 * times.
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
 * Called by a running search between two evaluations, at most ten times a second, and once at the
 * end, on the thread that called run. @progress is valid during the callback; deid_progress_ref()
 * keeps it.
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
 * Returns: a number that no solution's loss is below
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_lower_bound (const DeidProgress *progress);

/**
 * deid_progress_get_share_settled:
 * @progress: a progress
 *
 * Gets the share of policies that are settled: evaluated, or known to be no better than the best
 * solution so far. It never falls, but says little about the time left, since the few policies near
 * the optimum are settled last; see deid_progress_get_share_done().
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
 * Computing 21, 1992), which can be far off early in a run.
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
 * Lists the forms of the library's searches, for help texts and choosers, such as `optimal` or
 * `bisecting:ITERATIONS:SEED[:polish]`. Capitals stand for values, brackets enclose optional parts.
 * Complexity: O(searches).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_search_list_specifications (char ***summaries);

/**
 * deid_search_to_specification:
 * @search: a search
 *
 * Returns: (transfer full): the specification: for a search of the library what
 *   deid_search_new_from_specification() reads, such as `optimal`, for one of a host what its
 *   describe slot wrote; without limits, threads and the progress function
 */
DEID_AVAILABLE_IN_0_1
char *deid_search_to_specification (const DeidSearch *search);

/**
 * deid_search_new_optimal:
 *
 * Creates the search to use by default. It proves the optimum.
 *
 * It is an interval branch and bound: a set of policies between a lower and an upper one is dropped
 * as a whole if the records that the upper one has to suppress show that no policy in the set is
 * better than the best solution so far. The lower bound never falls. A run that is cut short keeps
 * the best solution, which is usually found early. The less of the models is superset-closed (see
 * #DeidClosure), the more policies have to be evaluated.
 *
 * On lattices with cuts these sets differ too much for that. They are bounded by a sum over the
 * quasi-identifiers: dynamic programming finds what the best partition of each costs if the others
 * are as coarse as the set allows, and each pays a share of the cost of a suppressed record
 * (Lagrangian relaxation: A. M. Geoffrion, Mathematical Programming Study 2, 1974). If the number
 * of blocks is limited (deid_lattice_set_max_blocks()), each block has a price. The sets of the
 * least bound are divided first. Lattices of 100 and more cuts are proven in seconds. Hard are many
 * quasi-identifiers with many values each, a small k, and `dm` and `dmstar`, whose bound considers
 * one quasi-identifier at a time. With cuts the quality model must be a mean or a sum over
 * attributes of the costs of values, or have costs that rise with sizes: for others a run fails
 * with %DEID_ERROR_INVALID_ARGUMENT, and deid_search_new_best_first() may prove the optimum.
 *
 * It uses as many threads as deid_search_set_n_threads() says. Policy, loss and number of
 * suppressed records of a complete run do not depend on that; the number of policies evaluated
 * does, except on small lattices (below 100,000 policies) of large tables (131,072 rows or more)
 * whose classes are judged by their sizes: threads then share the rows of each evaluation.
 *
 * Complexity of a run: O(rows) for each policy evaluated; memory typically O(rows x (sum of the
 * lattice's heights + threads)), whatever the number of policies. Preparing the table takes O(rows
 * x sum of the heights), which counts as `search-seconds`. With cuts O(rows x attributes) for each
 * policy and, for each attribute with runs of n values, at most O(n^2) and the pairs of values that
 * a class has within fewer records than it needs. A thread then holds O(rows), and for each
 * attribute with runs 40 bytes, or 48 for `dm` and `dmstar`, for each pair of values, at most 1.3
 * million pairs. With more than 1,024 values, long runs are bounded by groups of neighbours, which
 * can take more policies to prove the same. The prepared problem holds 6 n^2 bytes for each of
 * these attributes. Open sets of policies take four bytes for each dimension; the search goes on
 * depth first beyond 131,072 sets or 256 MB.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_optimal (void);

/**
 * deid_search_new_exhaustive:
 *
 * Creates the search that evaluates every policy, in the order of their ranks: the yardstick for
 * all others. Complexity of a run: O(rows x attributes) for each policy of the lattice.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_exhaustive (void);

/**
 * deid_search_new_flash:
 *
 * Creates the search called Flash, for comparison with the optimal search. It proves the optimum.
 *
 * It goes through the lattice level by level from the bottom, follows greedy paths upwards over
 * unsettled policies, and bisects each path by whether policies are solutions. A policy that fails
 * the superset-closed part of the models settles its specializations; one whose loss without
 * suppression is no better than that of the best solution settles its generalizations. Both sets
 * are kept as the few policies that imply the others (see #DeidPropertyStore), for lattices of any
 * size; deid_search_new_from_specification() has variants.
 *
 * Source: F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn, "Flash: Efficient, Stable and
 * Optimal K-Anonymity", PASSAT 2012; F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective
 * pruning strategies for health data de-identification", BMC Medical Informatics and Decision
 * Making 16:49, 2016.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, less if classes of a
 * specialization are at hand; memory for each policy evaluated. Each policy that may be better than
 * the best solution takes time even if it is not evaluated, and unsettled policies of a level take
 * memory. On lattices of many dimensions that is more than a step limit, which counts evaluations,
 * can bound.
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
 * Starting from the bottom of the lattice, it always generalizes the evaluated policy with the
 * least loss, unless its loss without suppression is no better than that of the best solution. It
 * evaluates all policies better than the optimum in this sense, whatever the models.
 *
 * Source: F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective pruning strategies for
 * health data de-identification", BMC Medical Informatics and Decision Making 16:49, 2016.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, less if classes of a
 * specialization are at hand; memory for each policy evaluated.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_best_first (void);

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
 * `datafly`. It then makes classes of similar records. If all models are
 * superset-closed without conditions on the whole table, and there are no cuts, it also makes
 * classes by rounds of full-domain generalization, see the search `rounds`, by at most 500,000
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
 * deid_search_new_bisecting:
 * @n_iterations: how often to search, each time for one policy; 0 finds none
 * @seed: any number, of the random choices; the same seed gives the same policies on every platform
 * @polish: whether to go on to risk-minimal policies
 *
 * Creates the bisecting search for policy alternatives: it finds boundary policies, one in each
 * iteration, see deid_report_new_alternatives(). It is meant for lattices with cuts, such as
 * deid_lattice_add_numeric_cuts() makes, and works on all.
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
 * Complexity of a run: at most O(rows x attributes) for each policy evaluated; where nothing may be
 * suppressed, the quality model costs attributes and the models ask for numbers of records and of
 * the population alone, only for the rows whose labels change and, with a condition on the whole
 * table that does not depend on a sum over classes alone (see
 * deid_privacy_model_funcs_set_class_term()), or where that sum does not tell (see
 * deid_privacy_model_funcs_set_judge_sum()), the classes. Memory O(dimensions) for each policy
 * evaluated.
 *
 * Returns: (transfer full): a new search
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
 * Complexity of a run: that of deid_search_new_bisecting().
 *
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
 * runs `bisecting` with 100 iterations, or `datafly` if the models rule bisecting out, for a tenth
 * of the time and step limits, and then `optimal`, or `best-first` for quality models that
 * `optimal` refuses. For research there are also
 *
 * - `flash:explicit`: Flash with three bits for each policy of the lattice. It evaluates the same
 *   policies. A run fails with %DEID_ERROR_TOO_LARGE if the lattice has more than 2^33;
 * - `flash:no-prediction`, `flash:explicit:no-prediction` and `best-first:no-prediction`, to
 * measure what prediction saves: policies are found to be insufficient only by evaluating them.
 * Flash evaluates every policy, best-first also those whose loss without suppression is no better
 * than that of the best solution, but not their generalizations;
 * - `sub-lattices`: proves the optimum, and keeps predictions for a part of the lattice only. It
 * fixes the levels of the first dimensions, so that at most 65,536 policies are left, and searches
 * these sub-lattices one after the other, in the order of ranks. Within one it bisects paths of
 *   generalizations, and skips the specializations of policies of insufficient privacy, and
 * policies of insufficient quality (see deid_report_new_statistics()). A sub-lattice whose bottom
 * has insufficient quality is skipped as a whole. Predictions are not carried over, so that on
 * large lattices it evaluates more policies than the optimal search. A run takes O(rows x
 * attributes) for each policy evaluated, and at most 600 KB of memory in addition to what
 * evaluating takes, whatever the number of policies. Each sub-lattice that is not skipped takes
 * time for all of its policies.
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
 * thread may evaluate a policy more.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_step_limit (DeidSearch *search, guint64 n_policies, GError **error);

/**
 * deid_search_set_n_threads:
 * @search: a search
 * @n_threads: how many threads a run may use, including the caller's, from 1 to 1024; 1 by default
 *
 * Sets the number of threads. Policy, loss, lower bound and released table of a run that proves the
 * optimum do not depend on it; the result of a run that is cut short may. The optimal search uses
 * all of them, or as many as the system grants; deid_search_new_local() does so on large tables,
 * with the same result on any number; the others use only the caller's.
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
 * Sets a function that is told the progress of a run.
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
 * Preparation can be cancelled too; a callback of a host is not interrupted.
 * Errors: of the problem %DEID_ERROR_EMPTY for a dataset without rows, a lattice without dimensions
 * or a problem without privacy models; %DEID_ERROR_ROLE for a column with the role of a
 * quasi-identifier that the lattice lacks, or a quality model that asks for the survey weights;
 * %DEID_ERROR_UNKNOWN_COLUMN for a column that the quality model needs and the dataset lacks;
 * %DEID_ERROR_WEIGHT for survey weights that a model cannot use; %DEID_ERROR_TOO_LARGE if sums
 * leave the range in which losses are exact or the table, with its population, has 2^32 - 2 rows or
 * more; those of the models, a host's unchanged; of the search %DEID_ERROR_INVALID_ARGUMENT and
 * %DEID_ERROR_TOO_LARGE for what its constructor excludes; %DEID_ERROR_NO_SOLUTION if there is none
 * or, for a search that proves nothing, none was found; %DEID_ERROR_LIMIT_REACHED; of both
 * %DEID_ERROR_NO_MEMORY. Any thread may call this, several at a time once @search and @problem are
 * immutable. Complexity: see the constructors.
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
 * Makes a result of a policy of the caller's choice, without a search. It is proven optimal only if
 * the loss equals the lower bound of the whole lattice.
 * Errors: those of deid_search_run(), with %DEID_ERROR_NO_SOLUTION if @policy is no solution;
 * %DEID_ERROR_INVALID_ARGUMENT if it belongs to another lattice. Complexity: O(rows x attributes).
 * Returns: (transfer full): the solution, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_problem_evaluate (DeidProblem *problem, DeidPolicy *policy,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
