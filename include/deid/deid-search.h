/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the handle cannot be
 *   changed any more.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
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
 * An algorithm with its options. It can be changed until it is run, and run any number of times.
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
 * Called by a running search between two evaluations, at most ten times a second, and once when it
 * ends, on the thread that called run. @progress is valid during the callback; deid_progress_ref()
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
 * Gets how many policies were evaluated so far.
 * Returns: the number of policies
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_progress_get_n_evaluated (const DeidProgress *progress);

/**
 * deid_progress_get_seconds:
 * @progress: a progress
 *
 * Gets for how long the search has been running.
 * Returns: the time in seconds
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_seconds (const DeidProgress *progress);

/**
 * deid_progress_get_loss:
 * @progress: a progress
 * @loss: (out): return location for the loss of the best solution so far; infinity if there is none
 *
 * Gets the loss of the best solution so far.
 * Returns: whether there is a solution
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_progress_get_loss (const DeidProgress *progress, double *loss);

/**
 * deid_progress_get_lower_bound:
 * @progress: a progress
 *
 * Gets a number that no solution's loss is below.
 * Returns: the lower bound
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_lower_bound (const DeidProgress *progress);

/**
 * deid_progress_get_share_settled:
 * @progress: a progress
 *
 * Gets the share of the lattice's policies that are settled: evaluated, or known to be no better
 * than the best solution so far. It never falls, but says little about the time that is left: the
 * few policies near the optimum are settled last; see deid_progress_get_share_done().
 * Returns: the share, from 0 to 1
 */
DEID_AVAILABLE_IN_0_1
double deid_progress_get_share_settled (const DeidProgress *progress);

/**
 * deid_progress_get_share_done:
 * @progress: a progress
 *
 * Gets an estimate of the share of the work that is done. It never falls. For the optimal search
 * what the sets of policies still open will take is estimated from what those like them took (Chen:
 * Heuristic Sampling, SIAM Journal on Computing 21, 1992), which can be far off early in a run.
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
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): return location for what
 *   each search does, in a sentence; free it with g_strfreev()
 *
 * Lists the forms of the specifications of the library's searches, for help texts and choosers,
 * such as `optimal` or `bisecting:ITERATIONS:SEED[:polish]`. Capitals stand for values, brackets
 * are around what may be left out.
 * Complexity: O(searches).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_search_list_specifications (char ***summaries);

/**
 * deid_search_to_specification:
 * @search: a search
 *
 * Writes a search as text: of one of the library's what deid_search_new_from_specification() reads,
 * of one of a host's what its describe slot wrote. Limits, threads and the progress function are
 * options, of which it says nothing.
 * Returns: (transfer full): the specification, such as `optimal`, freed with g_free()
 */
DEID_AVAILABLE_IN_0_1
char *deid_search_to_specification (const DeidSearch *search);

/**
 * deid_search_new_optimal:
 *
 * Creates the search to use unless there is a reason for another: it proves the optimum.
 *
 * It is an interval branch and bound: sets of policies between a lower and an upper one are dropped
 * as a whole where the records that the upper one has to suppress show that nothing in between is
 * better than the best solution so far. The lower bound never falls. A cut short run keeps the best
 * solution, which is usually found early. The less of the models is superset-closed (see
 * #DeidClosure), the more policies have to be evaluated.
 *
 * Lattices with cuts, where sets of policies differ too much for that, are bounded by a sum over
 * the quasi-identifiers: what the best partition of each costs if the others are as coarse as the
 * set allows is found by dynamic programming, and a suppressed record pays each only a share of its
 * cost (Lagrangian relaxation: A. M. Geoffrion, Mathematical Programming Study 2, 1974). Where a
 * quasi-identifier may have so many blocks (deid_lattice_set_max_blocks()), each has a price. The
 * sets of the least bound are divided first. So lattices of 100 and more cuts are proven in
 * seconds; what makes it hard is many quasi-identifiers with many values each, and a small k; and
 * `dm` and `dmstar`, whose bound is that of one quasi-identifier at a time. There the quality model
 * must be a mean or a sum over attributes of what values cost, `dm` or `dmstar`: for others a run
 * fails with %DEID_ERROR_INVALID_ARGUMENT, and deid_search_new_best_first() may prove the optimum.
 *
 * It uses as many threads as deid_search_set_n_threads() says. Policy, loss and number of
 * suppressed records of a complete run do not depend on that, the number of policies evaluated
 * does. It does not on small lattices (below 100,000 policies) of large tables (131,072 rows or
 * more) whose classes are judged by their sizes: threads then share the rows of each evaluation.
 *
 * Complexity of a run: O(rows) for each policy evaluated; memory O(rows x (sum of the lattice's
 * heights + threads)) as a rule, whatever the number of policies. The table is made ready for it in
 * O(rows x sum of the heights), which counts as `search-seconds`. With cuts O(rows x attributes)
 * for each policy and, for each attribute with runs of n values, at most O(n^2) and the pairs of
 * values that a class has within fewer records than it needs. A thread then holds O(rows), and for
 * each attribute with runs 40 bytes, or 48 for `dm` and `dmstar`, for each pair of values, of which
 * 1.3 million count at most: of more than 1,024 values, long runs are bounded by groups of
 * neighbours instead of one by one, which can take more policies to prove the same. The prepared
 * problem holds 6 n^2 bytes for each of these attributes. Sets of policies that are open take four
 * bytes for each dimension; there are 131,072, or 256 MB of them, before the search goes on depth
 * first.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_optimal (void);

/**
 * deid_search_new_exhaustive:
 *
 * Creates the search that evaluates every policy, in the order of their ranks. It is the yardstick
 * for all others.
 * Complexity of a run: O(rows x attributes) for each policy of the lattice.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_exhaustive (void);

/**
 * deid_search_new_flash:
 *
 * Creates the search called Flash, for comparison with the optimal one: it proves the optimum, too.
 *
 * It goes through the lattice level by level from the bottom, follows greedy paths upwards over
 * policies about which nothing is known, and bisects each on whether policies are solutions. What
 * fails the superset-closed part of the models settles its specializations; a policy whose loss
 * without suppression is no better than that of the best solution settles its generalizations. Both
 * are kept as the few policies that imply the others (see #DeidPropertyStore), for lattices of any
 * size; deid_search_new_from_specification() has variants of it.
 *
 * Source: F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn, "Flash: Efficient, Stable and
 * Optimal K-Anonymity", PASSAT 2012; F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective
 * pruning strategies for health data de-identification", BMC Medical Informatics and Decision
 * Making 16:49, 2016.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, less where classes of a
 * specialization are at hand; memory for each policy evaluated. Besides, each policy that may be
 * better than the best solution so far takes time also where it is not evaluated, however many
 * there are, and those of a level that are not settled take memory. On lattices of many dimensions
 * that is more than a step limit, which counts evaluations, can bound.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_flash (void);

/**
 * deid_search_new_best_first:
 *
 * Creates the best-first branch and bound, for comparison with the optimal search: it proves the
 * optimum, too, and tends to find good solutions early.
 *
 * From the bottom of the lattice upwards it generalizes again and again the policy with the least
 * loss of those evaluated, unless its loss without suppression is no better than that of the best
 * solution. It evaluates all policies better than the optimum in this sense, whatever the models.
 *
 * Source: F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective pruning strategies for
 * health data de-identification", BMC Medical Informatics and Decision Making 16:49, 2016.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, less where classes of a
 * specialization are at hand; memory for each policy evaluated.
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_best_first (void);

/**
 * deid_search_new_igreedy:
 *
 * Creates the improved greedy heuristic. It evaluates the bottom of the lattice and then, of where
 * it stands, all direct generalizations, one level more in one dimension. It ends with the first of
 * them that is a solution, and else goes on from the one whose smallest class is largest; of those,
 * from the one whose attribute with most distinct values has fewest, and of those from the first.
 *
 * It finds a solution if there is one on its way, which the top of the lattice ends. It proves
 * nothing: the result is proven optimal only if its loss is the lower bound of the whole lattice.
 *
 * Source: K. H. Babu, N. Reddy, N. Kumar, M. Elliot, S. K. Jena, "Achieving k-anonymity Using
 * Improved Greedy Heuristics for Very Large Relational Databases", Transactions on Data Privacy
 * 6(1), 2013, 1-17.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, of which there are at most 1
 * + dimensions x (sum of the lattice's heights).
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_igreedy (void);

/**
 * deid_search_new_coordinate_descent:
 * @n_rounds: how often it begins anew, from 1 on; 0 for 100, or for as many as there is time for
 * @seed: of the random choices
 *
 * Creates a heuristic that gives one quasi-identifier after the other the levels that are best
 * while the others stay as they are, until none becomes better. It is meant for lattices with cuts,
 * of any number of dimensions, and takes all others, too.
 *
 * With the others as they are, what a block of values costs does not depend on what the other
 * values are made of; so a program over the values, of the costs of blocks and of the records that
 * they suppress, finds the best of all partitions within the limit. It is exact where models ask
 * for sizes of classes alone; where they ask for more its guess is evaluated, and taken if it is
 * better. Of a column of more than 1,024 values not all long runs are tried. Where blocks are
 * limited it tries prices of blocks, and takes the best partition of few enough that one of them
 * gives. The first round begins at the top of the lattice. Each other one begins where the last one
 * has ended, or at the best policy so far if that is better by more than a hundredth, and makes
 * some quasi-identifiers of it coarser at random; until each had its turn suppressed records have a
 * price, so that the first do not use up the limit.
 *
 * It finds a solution if the top of the lattice is one, and proves no optimum. For lattices of one
 * quasi-identifier whose blocks are not limited, or whose limit does not matter, the first round
 * finds the least loss, which is then its lower bound but for rounding, and the search ends, unless
 * the policy found suppresses more than what the sizes of classes tell or the column has more than
 * 1,024 values; whether another policy of that loss comes first is not known. Where the time limit
 * ends rounds without number, the run ends with %DEID_TERMINATION_TIME_LIMIT.
 *
 * A run fails with %DEID_ERROR_INVALID_ARGUMENT for a quality model that is no mean or sum over
 * attributes of what values cost, nor `dm` or `dmstar`. A run uses one thread, and the same seed
 * and rounds give the same result on any platform. Complexity of a run: O(rows x attributes +
 * blocks) for each policy evaluated, of which there are at most two for each quasi-identifier
 * tried; blocks are nodes of hierarchies, or pairs of values with runs, of which 1.3 million count
 * at most. Memory O(rows x attributes + blocks).
 *
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_coordinate_descent (guint64 n_rounds, guint64 seed);

/**
 * deid_search_new_datafly:
 *
 * Creates the DataFly heuristic. From the bottom of the lattice on it evaluates a policy and, until
 * that is a solution, generalizes by one level the attribute that has most distinct values, of
 * those that can still be generalized; of several, the first.
 *
 * It finds a solution if there is one on its way, which the top of the lattice ends. It proves
 * nothing: the result is proven optimal only if its loss is the lower bound of the whole lattice.
 *
 * Source: L. Sweeney, "Achieving k-anonymity privacy protection using generalization and
 * suppression", International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5),
 * 2002, 571-588.
 *
 * Complexity of a run: O(rows x attributes) for each policy evaluated, of which there are at most 1
 * + (sum of the lattice's heights).
 * Returns: (transfer full): a new search
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_datafly (void);

/**
 * deid_search_new_ola:
 *
 * Creates Optimal Lattice Anonymization. It looks for the minimal solutions, those without a
 * specialization that is a solution, by a binary search: at half the height between two policies it
 * goes on below each policy that is a solution, and above each that is none. What is known of a
 * policy is predicted for all its generalizations, if it is a solution, or else for all its
 * specializations. No policy is evaluated twice.
 *
 * It proves the optimum where a generalization of a solution is a solution, and never a better one:
 * with a suppression limit of 0, models that are at least union-closed, or superset-closed where
 * there is a population, no condition on the whole table, and a loss that is made up of costs of
 * single values and not the weighted geometric mean. For all other problems it is a heuristic,
 * which can miss solutions and proves nothing.
 *
 * Source: K. El Emam, F. K. Dankar, R. Issa, E. Jonker, D. Amyot, E. Cogo, J.-P. Corriveau, M.
 * Walker, S. Chowdhury, R. Vaillancourt, T. Roffey, J. Bottomley, "A Globally Optimal k-Anonymity
 * Method for the De-Identification of Health Data", Journal of the American Medical Informatics
 * Association 16(5), 2009, 670-682.
 *
 * A run fails with %DEID_ERROR_TOO_LARGE if the lattice has 2^64 policies or more. Complexity of a
 * run: O(rows x attributes) for each policy evaluated; memory O(pairs of policies that were
 * searched between), which can by far exceed the number of policies.
 *
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
 * `best-first` for quality models that `optimal` refuses. For research there are besides
 *
 * - `flash:explicit`: Flash that keeps what it knows as three bits for each policy of the lattice.
 *   It evaluates the same policies. A run fails with %DEID_ERROR_TOO_LARGE if the lattice has more
 *   than 2^33;
 * - `flash:no-prediction`, `flash:explicit:no-prediction` and `best-first:no-prediction`, to
 * measure what prediction spares: policies are found to be insufficient only by evaluating them.
 * Flash evaluates every policy, best-first also those whose loss without suppression is no better
 * than that of the best solution, but not what is above them;
 * - `sub-lattices`: a search that proves the optimum and keeps what it predicts of policies only
 *   for a part of the lattice. It fixes the levels of the first dimensions, as many as it takes to
 *   leave at most 65,536 policies, and searches one such sub-lattice after the other, in the order
 *   of ranks. Within one it bisects paths of generalizations, and leaves out the specializations of
 *   what has insufficient privacy, and what has insufficient quality (see #DeidStatistics). A
 *   sub-lattice whose bottom has insufficient quality is left out as a whole. What one tells of the
 *   others is forgotten, so that on large lattices more policies are evaluated than by the optimal
 *   search. A run takes O(rows x attributes) for each policy evaluated, and memory of at most 600
 * KB beside what evaluating takes, whatever the number of policies. Each sub-lattice that is not
 * left out takes time for all of its policies.
 *
 * Errors: %DEID_ERROR_PARSE for an unknown specification.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new_from_specification (const char *text, GError **error);

/**
 * deid_search_set_time_limit:
 * @search: a search
 * @seconds: how long a run may take, above 0; infinity for no limit
 *
 * Sets a time limit, preparation included. A run that reaches it returns the best solution so far,
 * or fails with %DEID_ERROR_LIMIT_REACHED. Default: infinity.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_time_limit (DeidSearch *search, double seconds, GError **error);

/**
 * deid_search_get_time_limit:
 * @search: a search
 *
 * Gets how long a run may take.
 * Returns: the time in seconds, infinity without a limit
 */
DEID_AVAILABLE_IN_0_1
double deid_search_get_time_limit (const DeidSearch *search);

/**
 * deid_search_set_step_limit:
 * @search: a search
 * @n_policies: how many policies a run may evaluate, at least 1; %G_MAXUINT64 for no limit
 *
 * Sets a step limit. A run that reaches it returns the best solution so far, or fails with
 * %DEID_ERROR_LIMIT_REACHED. With one thread, runs limited by steps repeat exactly; with several
 * they may evaluate a policy more for each further thread. Default: no limit.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_step_limit (DeidSearch *search, guint64 n_policies, GError **error);

/**
 * deid_search_get_step_limit:
 * @search: a search
 *
 * Gets how many policies a run may evaluate.
 * Returns: the number of policies, %G_MAXUINT64 without a limit
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_get_step_limit (const DeidSearch *search);

/**
 * deid_search_set_n_threads:
 * @search: a search
 * @n_threads: how many threads a run may use, the caller's included, from 1 to 1024
 *
 * Sets the number of threads. The policy, the loss, the lower bound and the released table of a run
 * that proves the optimum do not depend on it; what a run cut short returns may. The optimal search
 * uses them all, or as many as the system grants, deid_search_new_local() on large tables, with the
 * same result on any number, the others only the caller's. Default: 1, so that a library in a host
 * starts no threads unasked.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_n_threads (DeidSearch *search, guint n_threads, GError **error);

/**
 * deid_search_get_n_threads:
 * @search: a search
 *
 * Gets how many threads a run may use.
 * Returns: the number of threads
 */
DEID_AVAILABLE_IN_0_1
guint deid_search_get_n_threads (const DeidSearch *search);

/**
 * deid_search_set_progress_func:
 * @search: a search
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): called while a run goes
 *   on, or %NULL
 * @user_data: data for @func
 * @destroy: (nullable): called once when @user_data is not needed any more, also if this call fails
 *
 * Sets a function that is told how far a run has come.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_set_progress_func (DeidSearch *search, DeidProgressFunc func,
                                        gpointer user_data, GDestroyNotify destroy, GError **error);

/**
 * deid_search_run:
 * @search: a search, which cannot be changed from now on
 * @problem: what to solve; it cannot be changed from now on
 * @cancellable: (nullable): cancels the run from another thread or from the progress function
 *
 * Searches for the best policy. A run that is cancelled or reaches a limit returns the best
 * solution so far; only when it has none it fails with %G_IO_ERROR_CANCELLED or
 * %DEID_ERROR_LIMIT_REACHED. Preparing the table ends by @cancellable too. A callback of a host is
 * not interrupted.
 * Errors: of the problem %DEID_ERROR_EMPTY for a dataset without rows, a lattice without dimensions
 * or a problem without privacy models; %DEID_ERROR_ROLE for a column with the role of a
 * quasi-identifier that the lattice lacks, or a quality model that asks for the survey weights;
 * %DEID_ERROR_UNKNOWN_COLUMN for a column that the quality model asks for and the dataset lacks;
 * %DEID_ERROR_WEIGHT for survey weights that a model cannot use; %DEID_ERROR_TOO_LARGE if sums
 * leave the range in which losses are exact or the table, with its population, has 2^32 - 2 rows or
 * more; those of the models, a host's just as its callback set them; of the search
 * %DEID_ERROR_INVALID_ARGUMENT and %DEID_ERROR_TOO_LARGE for what its constructor says it does not
 * take; %DEID_ERROR_NO_SOLUTION if there is none or, for a search that proves nothing, none was
 * found; %DEID_ERROR_LIMIT_REACHED; of both %DEID_ERROR_NO_MEMORY. Any thread may call this,
 * several at a time once @search and @problem are immutable. Complexity: see the constructors.
 * Returns: (transfer full): the best solution, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_search_run (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable,
                             GError **error);

/**
 * deid_problem_evaluate:
 * @problem: a problem, which cannot be changed from now on
 * @policy: a policy of its lattice
 * @cancellable: (nullable): cancels the evaluation from another thread
 *
 * Makes a result of a policy of the caller's choice, without a search. It is proven optimal only if
 * the loss equals the lower bound known, that of the whole lattice.
 * Errors: those of deid_search_run(), with %DEID_ERROR_NO_SOLUTION if @policy is no solution;
 * %DEID_ERROR_INVALID_ARGUMENT if it belongs to another lattice. Complexity: O(rows x attributes).
 * Returns: (transfer full): the solution, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_problem_evaluate (DeidProblem *problem, DeidPolicy *policy,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
