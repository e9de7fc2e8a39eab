/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidReport: make and keep
 *     DeidReport *deid_report_new_bias (problem, result, k, cancellable, error)
 *     DeidReport *deid_report_new_public (report, cancellable, error)
 *     DeidReport *deid_report_ref (report)
 *     void deid_report_unref (report)
 *     GType deid_report_get_type (void)
 *
 * DeidReport: read
 *     const char *deid_report_get_kind (report)
 *     DeidAudience deid_report_get_audience (report)
 *     DeidFigureState deid_report_get_state (report, name)
 *     gboolean deid_report_get_count (report, name, count)
 *     gboolean deid_report_get_number (report, name, number)
 *     gboolean deid_report_get_flag (report, name, flag)
 *     const char *deid_report_get_text (report, name)
 *     DeidPolicy *deid_report_get_policy (report, name)
 *     gboolean deid_report_get_n_rows (report, name, n_rows)
 *
 * DeidReport: the figures that there may be
 *     char **deid_report_list_figures (report)
 *     const char *deid_report_get_sentence (report, name)
 *     const char *deid_report_get_unit (report, name)
 *     const char *deid_report_get_rule (report, name)
 *
 * DeidReport: write
 *     char *deid_report_to_text (report, cancellable, error)
 *     char *deid_report_to_json (report, error)
 *     char *deid_report_to_csv (report, cancellable, error)
 */
#ifndef DEID_REPORT_H
#define DEID_REPORT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-policy.h>
#include <deid/deid-problem.h>
#include <deid/deid-result.h>
#include <deid/deid-risk-options.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidAudience:
 * @DEID_AUDIENCE_CUSTODIAN: the custodian of the table, who may know everything
 * @DEID_AUDIENCE_PUBLIC: whoever may read the report, who need not be allowed to see the table
 *
 * Whom a report is written for. What the public may read says nothing of suppressed records,
 * neither what they are nor how many there are: it follows from released records alone. Nor can
 * counts smaller than a minimum c (deid_risk_options_set_minimum_cell()) be worked out from it.
 * With r = 2 (c + 2), it tells
 *
 * - the number N of records, if that is at least r, and nothing at all otherwise;
 * - the size k of the smallest class, if N is at least r k, and otherwise that no class is as small
 *   as N / r;
 * - how many records are in classes of sizes from a to below b, for some intervals [a, b).
 *
 * Intervals are found from k on. One that begins at a ends at the first b for which it has at least
 * r b ceil (a / (b - a)) records, and the sizes from b on have at least r b. Tried as b are the
 * first size b whose risk is not above the threshold, if that is above a and N is at least k + b,
 * and then those of 1, 2, 5, 10, 20, 50, 100 and so on that are at least twice the former, or
 * twice a. The interval that has no such b takes all further sizes. With a population, intervals
 * are of the sizes of classes there, and of those in the table only k is told. They begin at the
 * smallest of them if the population has r times as many records, and one ends at b if the
 * population has r b records, too, and either side of b has r k. Everything else that the public
 * may read follows from these figures; a count that does not is withheld, whether it is 0 or not.
 * The exceptions are the numbers of unique records (see #DeidRiskReport): they follow from the
 * released table, count records that no other one equals, and are rounded down to a multiple of r.
 *
 * The argument: whether an interval ends at b depends on the very numbers that are told if it does.
 * If it does not, the reader learns that there are too few records on one side of b, or on the
 * other; but all of them can be on one side. So the same report fits every table whose classes in
 * an interval have any other sizes of the same sum that leave too few records on one side of each b
 * that was tried. As an interval has at least r times its largest size, or in the last one its
 * smallest size, these can be chosen in many ways: every total of records or of classes that the
 * report withholds has two possible values that differ by c or more.
 *
 * It is no secret, since it follows from any count, that no class is larger than what its interval
 * has, or so large that it leaves too few records there for another class. Nothing is promised
 * against those who know more than one report: the released table, its policy where that admits but
 * few classes, the classes of the population, or a second report on the same records, or almost the
 * same, with other options. So publish one report of a release.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_AUDIENCE_CUSTODIAN = 0,
  DEID_AUDIENCE_PUBLIC = 1
} DeidAudience;

/**
 * DeidReport:
 *
 * Named figures and tables of figures about a problem, a result, a table or a set of policies. Each
 * kind of report has a function deid_report_new_… that makes it for the custodian; for the
 * public
 * deid_report_new_public() makes another one of it.
 *
 * A figure is asked for by its name, a path such as `mean` or `columns[3].mean`: a dot leads to a
 * member
 * of a group, and the number of a row, from 0, to a row of a table. Paths are those of the JSON
 * document
 * that deid_report_to_json() writes. docs/figures.md says what each figure means; a name is never
 * given
 * another meaning.
 *
 * A report is immutable. It keeps what it was made of.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) report = deid_report_new_bias (result, 0, NULL, &error);
 * double shift;
 *
 * if (report != NULL && deid_report_get_number (report, "columns[0].shift", &shift))
 *   g_print ("%s: %g\n", deid_report_get_text (report, "columns[0].column"), shift);
 * ]|
 *
 * Since: 0.1
 */
typedef struct DeidReport DeidReport;

/**
 * DeidFigureState:
 * @DEID_FIGURE_STATE_ABSENT: the report has no figure of this name
 * @DEID_FIGURE_STATE_PRESENT: it has a value
 * @DEID_FIGURE_STATE_WITHHELD: the audience may not see it
 * @DEID_FIGURE_STATE_UNDEFINED: it is not defined for this table, such as the mean of no numbers
 *
 * Whether a figure has a value, and why not.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_FIGURE_STATE_ABSENT = 0,
  DEID_FIGURE_STATE_PRESENT = 1,
  DEID_FIGURE_STATE_WITHHELD = 2,
  DEID_FIGURE_STATE_UNDEFINED = 3
} DeidFigureState;

/**
 * deid_report_get_type:
 *
 * Gets the type under which #DeidReport is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_report_get_type (void);

/**
 * deid_report_ref:
 * @report: a report
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @report
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_ref (DeidReport *report);

/**
 * deid_report_unref:
 * @report: (transfer full): a report
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_report_unref (DeidReport *report);

/**
 * deid_report_new_public:
 * @report: a report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes the report that the public may read, by the rules of #DeidAudience.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is nothing of it that the public may read,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(size of the
 * report).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_public (DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_get_kind:
 * @report: a report
 *
 * Gets the kind of a report, such as `bias`, with which the names of its figures begin in
 * docs/figures.md.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the kind
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_kind (const DeidReport *report);

/**
 * deid_report_get_audience:
 * @report: a report
 *
 * Gets whom a report is for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the audience
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAudience deid_report_get_audience (const DeidReport *report);

/**
 * deid_report_get_state:
 * @report: a report
 * @name: the path of a figure, a group or a table
 *
 * Tells whether a figure has a value. All within a group or table that is withheld or undefined is
 * so, too.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: the state
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidFigureState deid_report_get_state (const DeidReport *report, const char *name);

/**
 * deid_report_get_count:
 * @report: a report
 * @name: the path of a figure
 * @count: (out): return location for the count, 0 if there is none
 *
 * Gets a count of records, persons, classes or the like.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: whether the figure is a count and present
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_count (const DeidReport *report, const char *name, guint64 *count);

/**
 * deid_report_get_number:
 * @report: a report
 * @name: the path of a figure
 * @number: (out): return location for the number, 0 if there is none
 *
 * Gets a number, which is finite.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: whether the figure is a number and present
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_number (const DeidReport *report, const char *name, double *number);

/**
 * deid_report_get_flag:
 * @report: a report
 * @name: the path of a figure
 * @flag: (out): return location for the flag, %FALSE if there is none
 *
 * Gets whether something is so.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: whether the figure is a flag and present
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_flag (const DeidReport *report, const char *name, gboolean *flag);

/**
 * deid_report_get_text:
 * @report: a report
 * @name: the path of a figure
 *
 * Gets a text.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: (transfer none) (nullable): the text; %NULL if the figure is no text or not present
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_text (const DeidReport *report, const char *name);

/**
 * deid_report_get_policy:
 * @report: a report
 * @name: the path of a figure
 *
 * Gets a policy, to evaluate, release or describe it.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: (transfer none) (nullable): the policy; %NULL if the figure is no policy or not present
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_report_get_policy (const DeidReport *report, const char *name);

/**
 * deid_report_get_n_rows:
 * @report: a report
 * @name: the path of a table
 * @n_rows: (out): return location for the number of rows, 0 if there is no such table
 *
 * Gets how many rows a table has.
 *
 * Any thread may call this. Complexity: O(length of @name), and rows before it in its table.
 *
 * Returns: whether there is such a table, which is present
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_n_rows (const DeidReport *report, const char *name, guint64 *n_rows);

/**
 * deid_report_to_json:
 * @report: a report
 * @error: return location for an error, or %NULL
 *
 * Writes all figures as one JSON object, in which a figure that is withheld or undefined is null,
 * and a policy the text that deid_policy_new_from_text() reads.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(size of the text).
 *
 * Returns: (transfer full): the text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_json (const DeidReport *report, GError **error);

/**
 * deid_report_to_text:
 * @report: a report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes a report as lines of text for people.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(size of the text).
 *
 * Returns: (transfer full): the text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_text (const DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_to_csv:
 * @report: a report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the table of a report on policies as CSV: a policy a row, and a header.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a report of this kind has no such table,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(size of the
 * text).
 *
 * Returns: (transfer full): the text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_csv (const DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_list_figures:
 * @report: a report
 *
 * Lists the figures that reports of this kind have, by their paths without the numbers of rows,
 * such as `columns[].mean`, in the order in which they are written. One report need not have all of
 * them.
 *
 * Any thread may call this. Complexity: O(figures).
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char **deid_report_list_figures (const DeidReport *report);

/**
 * deid_report_get_sentence:
 * @report: a report
 * @name: the path of a figure, with numbers of rows or without
 *
 * Gets what a figure is, as docs/figures.md says it.
 *
 * Any thread may call this. Complexity: O(figures).
 *
 * Returns: (transfer none) (nullable): a sentence or more; %NULL if reports of this kind have no
 * such figure
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_sentence (const DeidReport *report, const char *name);

/**
 * deid_report_get_unit:
 * @report: a report
 * @name: the path of a figure, with numbers of rows or without
 *
 * Gets the unit of a figure, and of what a share is one: `records`, `share of the records`; empty
 * for a figure without.
 *
 * Any thread may call this. Complexity: O(figures).
 *
 * Returns: (transfer none) (nullable): the unit; %NULL if reports of this kind have no such figure
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_unit (const DeidReport *report, const char *name);

/**
 * deid_report_get_rule:
 * @report: a report
 * @name: the path of a figure, with numbers of rows or without
 *
 * Gets who may see a figure: `custodian`, `public`, or the rule by which the public may.
 *
 * Any thread may call this. Complexity: O(figures).
 *
 * Returns: (transfer none) (nullable): the rule; %NULL if reports of this kind have no such figure
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_rule (const DeidReport *report, const char *name);

/**
 * deid_report_new_bias:
 * @problem: a problem; it cannot be changed from now on
 * @result: (nullable): a result of @problem, whose shifts are measured too
 * @k: the size from which combinations are not rare, or 0 for the least size of a class that the
 *   models admit
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Which numbers suppression will shift: it takes away the records whose values are rare, and where
 * rare records have other numbers than frequent ones, means move. That shows before any release.
 *
 * For each column of type integer or decimal that is released or judged it has Pearson's
 * correlation of its values with their records' *frequencies*: how many records have the same value
 * of a quasi-identifier, or the same values of all quasi-identifiers together. A correlation near 1
 * means that rare records have low numbers, one near -1 that they have high ones.
 *
 * The *predicted shift* of a mean is what comes of suppressing, at the original values, records
 * whose combination is rarer than k, the rarest first, until none is left or the problem's
 * suppression limit is reached; of combinations that are equally rare and too many, each gives the
 * same share of its records. A search generalizes, too, and suppresses others: the prediction says
 * where to look, not what will come. With a result the report has the shift that came as well:
 * the mean of the released records less that of all.
 *
 * Records are weighted by the weight column; with an entity column the size of a combination is its
 * number of persons. Records without a value of a column count in frequencies, but not in what is
 * said of that column.
 *
 * For the custodian only: it is computed from the original values.
 *
 * Errors: those of preparing the problem (see deid_search_run()), those of
 * deid_result_get_partition(), %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(rows
 * x quasi-identifiers x columns of numbers).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_bias (DeidProblem *problem, DeidResult *result, guint64 k,
                                  GCancellable *cancellable, GError **error);

/* What follows makes reports: risks. */



/* Attribute risks. */



/* Distortion. */



/* Who was left out. */



/* Utility. */



/* Explanations. */



/* Warnings. */



/* Statistics of a search. */



/* Suggestions and identifiers. */



/* Baselines. */



/**
 * deid_report_new_frontier:
 * @problem: a problem, which cannot be changed from now on; its k-anonymity, if any, does not count
 *   over k
 * @first: the least k, at least 1; or 0, and @last too, for a frontier over the suppression limit
 * @last: the greatest k, at least @first and below @first + 2^24
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * The trade between privacy, suppression and loss, exactly: the proven optimum of a problem for
 * every k of a range, or for every suppression limit, found by one search. The values of the
 * parameter at which the same policy is the optimum, with the same loss and the same suppressed
 * records, make a *step*; steps are as long as they can be and ascend. The policy of a step is the
 * one that deid_search_run() finds with the optimal search at each of its values: the smallest
 * loss, then the smallest level sum, then the lexicographically smallest levels.
 *
 * Over k the other models of the problem hold, and its suppression limits, those of groups
 * (deid_problem_set_group_limit()) too; with an entity column k counts persons. Over the limit, a
 * number of records from 0 to that of the problem, all models hold. As k grows, or the limit falls,
 * the loss never falls. Where no policy is a solution there is no step: those values are the
 * largest of k or the smallest of the limit.
 *
 * The search is an interval branch and bound on boxes of policies, like that for one optimum. The
 * sizes of the classes of one policy tell for all k at once how many records it suppresses and what
 * it loses, and so they do for bounds.
 *
 * Custodian-only: how many records a policy suppresses at one k and the next tells the sizes of
 * small classes of the input. As CSV the report has a line for each step: `k_first` and `k_last`,
 * or `limit_first` and `limit_last`, `loss`, `suppressed`, `records` (of the table) and, in quotes,
 * the names of the quasi-identifiers, whose columns have the levels of the policy.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) report = deid_report_new_frontier (problem, 2, 60, NULL, &error);
 * double loss;
 *
 * if (report != NULL && deid_report_get_number (report, "steps[0].loss", &loss))
 *   g_print ("the least k costs a loss of %.4f\n", loss);
 * ]|
 *
 * Errors: those of deid_search_run() with the optimal search, but for limits of a search and
 * %DEID_ERROR_NO_SOLUTION: where there is no solution, there is no step;
 * %DEID_ERROR_INVALID_ARGUMENT for cut lattices, and over k for a range that is none, for a problem
 * with a population or with weights of groups (deid_problem_set_group_weight()), a privacy model
 * that judges all released classes together or a quality model that costs classes;
 * %DEID_ERROR_TOO_LARGE for a longer range; %G_IO_ERROR_CANCELLED. Any thread may call this.
 * Complexity: O(policies x (rows + steps)), mostly much less.
 *
 * Returns: (transfer full): the report, of the kind `frontier`, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_frontier (DeidProblem *problem, guint64 first, guint64 last,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_report_new_risk_frontier:
 * @problem: a problem, which cannot be changed from now on
 * @measure: what is measured
 * @options: (nullable): risk options, whose threshold says which records are at risk, or %NULL for
 *   the defaults; immutable from now on
 * @thresholds: (array length=n_thresholds) (nullable): thresholds of the risk, each in the range of
 *   its model, or %NULL for 0.05, 0.09, 0.2, 0.33 and 0.5; taken as the shortest decimals that read
 *   back to them
 * @n_thresholds: how many they are; 0 with %NULL, and otherwise 0 for no optima
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Risk against loss: what a custodian may choose among, and which of it no other choice betters.
 * A *point* is a released table with its risk, its loss and its policy. This function finds the
 * proven optimum at each threshold, in the order given: the policy that deid_search_run() finds
 * with the optimal search. Where no policy is a solution, the point says that.
 * deid_report_new_risk_frontier_with() adds other points.
 *
 * A threshold of the highest risk is a k, the least one with 1 / k no greater, in the place of the
 * problem's k-anonymity; it is above 0 and at most 1. For the other measures the model that
 * #DeidRiskMeasure names is added to those of the problem, which all hold, k-anonymity among them.
 * The suppression limits are those of the problem.
 *
 * A point is *dominated* if another one has no more risk and no more loss, and less of at least
 * one of them; of points with the same risk and the same loss all but the first are dominated, too.
 * Those that are not dominated are the frontier. Risks are compared exactly, as fractions of
 * integers, losses as the doubles that they are.
 *
 * Custodian-only: it counts suppressed records. As CSV the report has a line for each point, with
 * the names of its figures; what a point does not have is empty, and flags are 0 or 1.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) report = deid_report_new_risk_frontier (
 *     problem, DEID_RISK_MEASURE_HIGHEST, NULL, NULL, 0, NULL, &error);
 * double risk, loss;
 *
 * if (report != NULL && deid_report_get_number (report, "points[2].risk", &risk)
 *     && deid_report_get_number (report, "points[2].loss", &loss))
 *   g_print ("a risk of %.4f for a loss of %.4f\n", risk, loss);
 * ]|
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a measure that there is not, a threshold out of its
 * range, or a lattice with cuts, where such optima are not proven in any time; those of
 * deid_search_run() but for %DEID_ERROR_NO_SOLUTION; %G_IO_ERROR_CANCELLED. Any thread may call
 * this. Complexity: that of the searches, and O(points x points that are not dominated).
 *
 * Returns: (transfer full): the report, of the kind `risk_frontier`, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_risk_frontier (DeidProblem *problem, DeidRiskMeasure measure,
                                           DeidRiskOptions *options, const double *thresholds,
                                           gsize n_thresholds, GCancellable *cancellable,
                                           GError **error);


/* Alternatives. */



G_END_DECLS

#endif
