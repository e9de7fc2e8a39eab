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
 * attributes of the costs of values, `dm` or `dmstar`: for others a run fails with
 * %DEID_ERROR_INVALID_ARGUMENT, and deid_search_new_best_first() may prove the optimum.
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
 * deid_search_new_igreedy:
 *
 * Creates the improved greedy heuristic. From the bottom of the lattice it evaluates all direct
 * generalizations of the current policy, one level more in one dimension. It ends at the first
 * solution. Otherwise it goes on from the policy with the largest smallest class; ties go to the
 * one whose attribute with most distinct values has fewest, then to the first.
 *
 * It ends at the top of the lattice at the latest. It proves nothing: the result is proven optimal
 * only if its loss is the lower bound of the whole lattice.
 *
 * Source: K. H. Babu, N. Reddy, N. Kumar, M. Elliot, S. K. Jena, "Achieving k-anonymity Using
 * Improved Greedy Heuristics for Very Large Relational Databases", Transactions on Data Privacy
 * 6(1), 2013, 1-17.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, at most 1 + dimensions x
 * (sum of the lattice's heights) of them.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_igreedy (void);

/**
 * deid_search_new_coordinate_descent:
 * @n_rounds: number of rounds, from 1 on; 0 for 100, or as many as the time limit allows
 * @seed: seed of the random choices
 *
 * Creates a heuristic that gives one quasi-identifier after the other its best levels while the
 * others stay, until none improves. It is meant for lattices with cuts, of any number of
 * dimensions, and works on all others.
 *
 * While the others stay, the cost of a block of values does not depend on the other blocks. A
 * dynamic program over the values finds the best of all partitions within the limit, from the costs
 * of blocks and the records that they suppress. It is exact if models ask for sizes of classes
 * alone; otherwise its guess is evaluated, and taken if better. In a column of more than 1,024
 * values not all long runs are tried. If blocks are limited, it tries prices of blocks, and takes
 * the best of the partitions found with few enough. The first round begins at the top of the
 * lattice. Each other round begins where the last one ended, or at the best policy so far if that
 * is better by more than a hundredth, and coarsens some quasi-identifiers at random. Until each had
 * its turn, suppressed records have a price, so that the first do not use up the limit.
 *
 * It finds a solution if the top of the lattice is one. It proves no optimum, with one exception:
 * on lattices of one quasi-identifier whose blocks are not limited, or whose limit does not matter,
 * the first round finds the least loss, which is then the lower bound except for rounding, and the
 * search ends, unless the policy suppresses more than the sizes of classes tell or the column has
 * more than 1,024 values. Whether another policy of that loss comes first is not known. If the time
 * limit ends an unlimited number of rounds, the run ends with %DEID_TERMINATION_TIME_LIMIT.
 *
 * A run fails with %DEID_ERROR_INVALID_ARGUMENT unless the quality model is a mean or sum over
 * attributes of the costs of values, `dm` or `dmstar`. It uses one thread, and the same seed and
 * rounds give the same result on any platform. Complexity of a run: O(rows x attributes + blocks)
 * for each policy evaluated, at most two for each quasi-identifier tried; blocks are nodes of
 * hierarchies or, with runs, pairs of values, at most 1.3 million. Memory O(rows x attributes +
 * blocks).
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_coordinate_descent (guint64 n_rounds, guint64 seed);

/**
 * deid_search_new_datafly:
 *
 * Creates the DataFly heuristic. From the bottom of the lattice, until the policy is a solution, it
 * generalizes by one level the attribute with most distinct values that can still be generalized;
 * of several, the first.
 *
 * It ends at the top of the lattice at the latest. It proves nothing: the result is proven optimal
 * only if its loss is the lower bound of the whole lattice.
 *
 * Source: L. Sweeney, "Achieving k-anonymity privacy protection using generalization and
 * suppression", International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5),
 * 2002, 571-588.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, at most 1 + (sum of the
 * lattice's heights) of them.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_datafly (void);

/**
 * deid_search_new_ola:
 *
 * Creates Optimal Lattice Anonymization. It finds the minimal solutions, those without a
 * specialization that is a solution, by binary search: at half the height between two policies it
 * goes on below each policy that is a solution, and above each other one. A solution predicts all
 * its generalizations, another policy all its specializations. No policy is evaluated twice.
 *
 * It proves the optimum if generalizations of solutions are solutions, and never better ones: with
 * a suppression limit of 0, models that are at least union-closed, or superset-closed with a
 * population, no condition on the whole table, and a loss of costs of single values other than the
 * weighted geometric mean. For all other problems it is a heuristic, which can miss solutions and
 * proves nothing.
 *
 * Source: K. El Emam, F. K. Dankar, R. Issa, E. Jonker, D. Amyot, E. Cogo, J.-P. Corriveau, M.
 * Walker, S. Chowdhury, R. Vaillancourt, T. Roffey, J. Bottomley, "A Globally Optimal k-Anonymity
 * Method for the De-Identification of Health Data", Journal of the American Medical Informatics
 * Association 16(5), 2009, 670-682.
 *
 * A run fails with %DEID_ERROR_TOO_LARGE if the lattice has 2^64 policies or more. Complexity of a
 * run: O(rows x attributes) for each policy evaluated; memory O(pairs of policies searched
 * between), which can far exceed the number of policies.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_ola (void);

/**
 * deid_search_new_from_specification:
 * @text: the specification of a search, as deid_search_to_specification() writes it
 *
 * Creates one of the library's searches from its specification. Those with a constructor are
 * `optimal`, `exhaustive`, `flash`, `best-first`, `igreedy`, `datafly`, `ola`,
 * `bisecting:ITERATIONS:SEED` and `directed:ITERATIONS:SEED`, both with an optional `:polish`,
 * `coordinate-descent[:ROUNDS[:SEED]]`, `local[:ITERATIONS[:SEED[:RISES]]]`, `mondrian`,
 * `mondrian:relaxed` and `rounds[:ROUNDS]`, with decimal integers below 2^64. `auto` is `optimal`
 * for levels. With cuts, `auto` first runs `bisecting` with 100 iterations, or `datafly` if the
 * models rule bisecting out, for a tenth of the time and step limits, and then `optimal`, or
 * `best-first` for quality models that `optimal` refuses. For research there are also
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
 * deid_search_get_step_limit:
 * @search: a search
 *
 * Returns: the number of policies that a run may evaluate, %G_MAXUINT64 without a limit
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_get_step_limit (const DeidSearch *search);

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
