/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(length of @name) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @report: a report.
 * @name: the path of a figure.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_REPORT_H
#define DEID_REPORT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-baseline.h>
#include <deid/deid-csv-options.h>
#include <deid/deid-policy.h>
#include <deid/deid-problem.h>
#include <deid/deid-release.h>
#include <deid/deid-result.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-stored-policy.h>
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
 * The exceptions are the numbers of unique records (see deid_report_new_risks()): they follow from
 * the released table, count records that no other one equals, and are rounded down to a multiple of
 * r.
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
 * Returns: the boxed type
 */
DEID_AVAILABLE_IN_0_1
GType deid_report_get_type (void);

/**
 * deid_report_ref:
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @report
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_ref (DeidReport *report);

/**
 * deid_report_unref:
 * @report: (transfer full): a report
 *
 * Drops a reference; the last one frees it.
 */
DEID_AVAILABLE_IN_0_1
void deid_report_unref (DeidReport *report);

/**
 * deid_report_new_public:
 *
 * Makes the report that the public may read, by the rules of #DeidAudience.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is nothing of it that the public may read,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity: O(size of the
 * report).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_public (DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_get_kind:
 *
 * Gets the kind of a report, such as `bias`, with which the names of its figures begin in
 * docs/figures.md.
 *
 * Returns: (transfer none): the kind
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_kind (const DeidReport *report);

/**
 * deid_report_get_audience:
 *
 * Gets whom a report is for.
 *
 * Returns: the audience
 */
DEID_AVAILABLE_IN_0_1
DeidAudience deid_report_get_audience (const DeidReport *report);

/**
 * deid_report_get_state:
 * @name: the path of a figure, a group or a table
 *
 * Tells whether a figure has a value. All within a group or table that is withheld or undefined is
 * so, too.
 *
 * Returns: the state
 */
DEID_AVAILABLE_IN_0_1
DeidFigureState deid_report_get_state (const DeidReport *report, const char *name);

/**
 * deid_report_get_count:
 * @count: (out): return location for the count, 0 if there is none
 *
 * Gets a count of records, persons, classes or the like.
 *
 * Returns: whether the figure is a count and present
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_count (const DeidReport *report, const char *name, guint64 *count);

/**
 * deid_report_get_number:
 * @number: (out): return location for the number, 0 if there is none
 *
 * Gets a number, which is finite.
 *
 * Returns: whether the figure is a number and present
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_number (const DeidReport *report, const char *name, double *number);

/**
 * deid_report_get_flag:
 * @flag: (out): return location for the flag, %FALSE if there is none
 *
 * Gets whether something is so.
 *
 * Returns: whether the figure is a flag and present
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_flag (const DeidReport *report, const char *name, gboolean *flag);

/**
 * deid_report_get_text:
 *
 * Gets a text.
 *
 * Returns: (transfer none) (nullable): the text; %NULL if the figure is no text or not present
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_text (const DeidReport *report, const char *name);

/**
 * deid_report_get_policy:
 *
 * Gets a policy, to evaluate, release or describe it.
 *
 * Returns: (transfer none) (nullable): the policy; %NULL if the figure is no policy or not present
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_report_get_policy (const DeidReport *report, const char *name);

/**
 * deid_report_get_n_rows:
 * @name: the path of a table
 * @n_rows: (out): return location for the number of rows, 0 if there is no such table
 *
 * Gets how many rows a table has.
 *
 * Returns: whether there is such a table, which is present
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_n_rows (const DeidReport *report, const char *name, guint64 *n_rows);

/**
 * deid_report_to_json:
 *
 * Writes all figures as one JSON object, in which a figure that is withheld or undefined is null,
 * and a policy the text that deid_policy_new_from_text() reads.
 *
 * Errors: %DEID_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_json (const DeidReport *report, GError **error);

/**
 * deid_report_to_text:
 *
 * Writes a report as lines of text for people: a figure a line, and tables as aligned columns.
 * Figures have their names, with blanks; what is undefined is left out. Of values, pairs and groups
 * of records the first 20 stand there, and how many more there are. A report on suggestions is a
 * problem file with comments.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity:
 * O(size of the text).
 *
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_text (const DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_new_dataset:
 * @name: the path of a table, such as `steps` or `columns[0].values`
 *
 * Makes a dataset of a table: to write it as CSV (deid_dataset_write_csv()), to export it as Arrow
 * (deid_dataset_export_to_arrow_stream()), or to look at its rows. It has a column for each figure
 * of a row, named by its path within the row, such as `loss` or `records.before`. Counts are
 * integers, flags 0 or 1, and policies texts that deid_policy_new_from_text() reads. A list that is
 * as long in each row makes a column for each item, such as `values[0]`; another one is a text with
 * commas. A figure that is withheld, undefined or absent is a missing value. Tables within rows
 * are tables of their own.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such table, or it has no figures but a list;
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity: O(rows x columns).
 *
 * Returns: (transfer full): the dataset, all of whose columns are insensitive, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_report_new_dataset (const DeidReport *report, const char *name,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_report_list_figures:
 *
 * Lists the figures that reports of this kind have, by their paths without the numbers of rows,
 * such as `columns[].mean`, in the order in which they are written. One report need not have all of
 * them.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
DEID_AVAILABLE_IN_0_1
char **deid_report_list_figures (const DeidReport *report);

/**
 * deid_report_describe_figure:
 * @name: the path of a figure, with numbers of rows or without
 * @unit: (out) (optional) (transfer none) (nullable): return location for the unit, and of what a
 *   share is one: `records`, `share of the records`; empty for a figure without
 * @rule: (out) (optional) (transfer none) (nullable): return location for who may see it:
 *   `custodian`, `public`, or the rule by which the public may
 *
 * Gets what a figure is, as docs/figures.md says it.
 *
 * Returns: (transfer none) (nullable): a sentence or more; %NULL, as the others, if reports of this
 *   kind have no such figure
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_describe_figure (const DeidReport *report, const char *name,
                                         const char **unit, const char **rule);

/**
 * deid_report_new_bias:
 * @problem: a problem; it cannot be changed from now on
 * @result: (nullable): a result of @problem, whose shifts are measured too
 * @k: the size from which combinations are not rare, or 0 for the least size of a class that the
 *   models admit
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
 * deid_result_get_partition(), %G_IO_ERROR_CANCELLED. Complexity: O(rows
 * x quasi-identifiers x columns of numbers).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_bias (DeidProblem *problem, DeidResult *result, guint64 k,
                                  GCancellable *cancellable, GError **error);

/**
 * deid_report_new_stored_policy:
 * @policy: a stored policy
 *
 * Says what a stored policy does: its levels and models, and its limits.
 *
 * For the custodian only, as is the policy.
 *
 * Errors: %DEID_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_stored_policy (DeidStoredPolicy *policy, GError **error);

/**
 * deid_report_new_evaluation:
 * @problem: a problem, immutable from now on
 * @policy: a policy of its lattice
 *
 * What one given policy does to a table, solution or not: what it has to suppress, what blocks it,
 * and what it would cost.
 *
 * All figures ignore the suppression limit and those of groups: every record is suppressed that
 * fails a privacy model or has to go for a condition on the whole table. The limits only decide
 * whether the policy is a solution. If it is, deid_problem_evaluate() makes the result to release
 * by, with the same figures.
 *
 * For the custodian only: it has figures of suppressed records, and of tables that are not
 * released.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @policy belongs to another lattice; those of
 * deid_search_run() that do not come from searching, of the models among them. Complexity: O(rows x
 * attributes), and what the problem prepares if nothing has been done with it.
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_evaluation (DeidProblem *problem, DeidPolicy *policy,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_report_new_risks:
 * @result: (nullable): a result, or %NULL for an evaluation
 * @evaluation: (nullable): a report on the evaluation of a policy, where there is no result
 * @is_after: whether to measure the table that the policy releases, or the input of @result, on the
 *   values of its quasi-identifiers; %TRUE with @evaluation
 * @options: (nullable): risk options, or %NULL for the defaults; immutable from now on
 *
 * Re-identification risks of a table: how many classes there are, how large they are, and how
 * likely an adversary who knows a person's quasi-identifiers finds the person's record. Of an
 * evaluation they are those of what its policy would release if any number of records might be
 * suppressed: of a policy that is a solution those of its release; of another the report is for the
 * custodian alone.
 *
 * The size of a class counts persons if the dataset has an entity column, records otherwise. A
 * record with a weight counts as often as the weight says. Suppressed records belong to no class.
 *
 * A *size* of a record is what its risk is one over. The *prosecutor* knows that a person is in the
 * table, and finds the record in a class of so many: the size is that of the class. The
 * *journalist* does not know that, and finds the person in a class of the population: the size is
 * the number of its records that share the record's quasi-identifiers, or without a population
 * (deid_problem_set_population()), and for a record that matches nobody in it, that of the class.
 * The *marketer* tries to find as many as possible, and has a risk of the whole table: the share of
 * records that matching all of them against the population can be expected to find. It is the mean
 * of the journalist's risk, so of the prosecutor's without a population.
 *
 * Averages and counts are over records, but those of the group `by_person`, with an entity column,
 * over persons. There each class counts its own persons: a person with records in two classes
 * counts twice, unlike in `persons`. Models of the whole table (deid-privacy.h), trade-offs
 * and frontiers of risk count persons in this way. A class of 2 persons with 5 records has 2
 * persons there, and 5 records elsewhere.
 *
 * For the custodian the intervals that risks are counted in are the same in every report: their
 * smallest sizes are 1 to 10, 20, 50, 100, 1000, 10000 and 100000, so that the intervals of risk
 * are ]1/2, 1], ]1/3, 1/2] and so on.
 *
 * Sizes look at quasi-identifiers alone. A report on a released table also counts the records that
 * are *unique* by what is released of other columns: no other released record equals them or, with
 * an entity column, only records of the same person do. Records are compared as deid_result_apply()
 * releases them: by labels, values and, in columns that the job microaggregates, the numbers of
 * classes. If no job stated the problem, the report assumes the default release options.
 *
 * If the risk options or survey weights give the size of the population, the report estimates how
 * many of its people are the only ones with their quasi-identifiers, from the sizes of classes, by
 * each #DeidUniquenessEstimator. Over the size of the population it is the share of the population,
 * and also that of the records, that are unique in the population.
 *
 * All figures are custodian-only: those before and after a release, side by side, can give
 * suppressed records away. deid_report_new_public() makes of a report on a released table one for
 * the public, by the rule of #DeidAudience; the public may read nothing of the input.
 *
 * Source: K. El Emam, "Guide to the De-Identification of Personal Health Information", CRC Press,
 * 2013, chapter 16.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a population size that is too small or another kind of
 * report than an evaluation,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED; of a release also %DEID_ERROR_EMPTY where the
 * models, asked again, let no record pass or the policy leaves none, and those that models set.
 * Complexity: O(rows x attributes), of a release O(rows x columns), and where the population risk
 * is a decimal or almost one that of deid_report_get_population_risk().
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_risks (DeidResult *result, DeidReport *evaluation, gboolean is_after,
                                   DeidRiskOptions *options, GCancellable *cancellable,
                                   GError **error);

/**
 * deid_report_get_population_risk:
 * @report: a report on risks, for the custodian
 * @gamma: the exponent, a multiple of 0.5 from 0.5 to 4; 1 is usual
 * @scale: whether to get the sum or the mean
 * @risk: (out) (optional): return location for the risk
 *
 * Gets the population risk with any exponent, as deid_privacy_model_new_population_risk() defines
 * it: the sum of 1 / g^@gamma over the records of the table, or the mean, where g is the number of
 * records of the population with the labels of the record. A record that matches nobody in the
 * population counts itself, with a g of 1; without a population g is the size of the class. Where
 * the dataset has an entity column, persons take the place of records, each class counting its own.
 * With an exponent of 1 they are the figures `population_risk.sum` and `population_risk.mean`.
 *
 * The risk is the smallest number that, as the threshold of
 * deid_privacy_model_new_population_risk(), admits the table: it is rounded up to a double, which
 * is decided exactly, so that a risk of 2 is 2. The least that it tells is 2^-64, also of a smaller
 * risk. Unlike the mean, a journalist's average risk (`journalist.mean`) takes for records without
 * a match the size of their class in the table, is a mean over records, and is rounded: it may be
 * off by a few units in its last place.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a @gamma or a @scale that there is not, for a report on
 * anything else, and for a public report, from which it is withheld; %DEID_ERROR_NO_MEMORY;
 * %G_IO_ERROR_CANCELLED. Complexity: O(sizes), and where the risk is a
 * decimal or almost one that of a decision of deid_privacy_model_new_population_risk().
 *
 * Returns: whether there is such a risk
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_report_get_population_risk (const DeidReport *report, double gamma,
                                          DeidRiskScale scale, double *risk,
                                          GCancellable *cancellable, GError **error);

/**
 * deid_report_new_attribute_risks:
 * @result: a result
 * @is_after: whether to measure the table that the policy of @result releases, or the input
 * @max_size: how many attributes a subset may have, at least 1; all if it is more than there are
 *
 * Which quasi-identifiers identify most: for each of their subsets of up to @max_size
 *
 * - the *distinction*, the number of distinct combinations of values over the number of records;
 * - the *separation*, the share of the pairs of records that differ in at least one of the subset's
 *   attributes.
 *
 * A record with a weight counts as often as the weight says, each person's records count one by
 * one, and a missing value is a value of its own. Suppressed records do not count.
 *
 * Subsets are in the order of their sizes; those of one size are in lexicographic order of their
 * attributes, in the order of the lattice: a, b, c, ab, ac, bc, abc.
 *
 * All figures are custodian-only. The public may read which subsets of a released table were looked
 * at, but no figure, for none keeps to a minimum cell: with the number of records, the pairs that
 * an attribute of two values tells apart give the numbers of records with either, by an equation of
 * the second degree; the distinct combinations of all quasi-identifiers are the classes; and even
 * rough bounds tell, beside the intervals of a public risk report, how large the largest class is.
 * Of the input the public may read nothing.
 *
 * Source: R. Motwani and Y. Xu, "Efficient algorithms for masking and finding quasi-identifiers",
 * Proceedings of the VLDB Conference, 2007.
 *
 * There may be 65,536 subsets: all of 16 attributes, those of up to three of 70. The message of the
 * error for more says how many there are, and the greatest @max_size that has few enough.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_TOO_LARGE for more than 2^32 records or more
 * subsets, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED; of a release also %DEID_ERROR_EMPTY where
 * the models, asked again, let no record pass, and those that models set. Complexity: O(classes x
 * subsets x size).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_attribute_risks (DeidResult *result, gboolean is_after, guint max_size,
                                             GCancellable *cancellable, GError **error);

/**
 * deid_report_new_distortion:
 * @result: a result
 * @release_options: (nullable): how the table is released, immutable from now on, or %NULL for the
 *   defaults
 *
 * What a release did to the data: each released column, and each pair of them, before release and
 * after.
 *
 * Columns are quasi-identifiers, sensitive and insensitive ones. A column whose type is integer or
 * decimal (deid_dataset_set_column_type()) has numbers; every other one has texts, whatever they
 * look like. Columns of numbers come first, of these the one whose mean is shifted most, in
 * standard deviations of the original; then columns of texts, of these the one whose distribution
 * is most distant from the original. Pairs with the greatest change of an association come first,
 * where one that there is none of after release counts as 0.
 *
 * Distributions are compared over the labels that are released: those of all records, suppressed
 * ones included, generalized in the same way, against those of the released ones. So they show what
 * suppression shifted, and loss and the number of distinct labels show what generalization took.
 *
 * A report is made for the custodian; figures before and after a release, side by side, can give
 * suppressed records away: of the mean before and after, with one record suppressed, follows its
 * value. deid_report_new_public() makes of it a report for the public, which does not hold what
 * is withheld. The rule is that every figure in it is a function of the released records: whoever
 * has the released table, and knows which of its columns have numbers, can compute it. So it tells
 * nothing that the table does not, of suppressed records neither how many there are nor what they
 * have; not even its order, which is that of the columns in the table and of values as texts. It
 * has no level, no loss and no distance, and no V between numbers and texts, whose categories come
 * from the original. Means, variances and associations are rounded to 10 significant digits, since
 * the last bits of sums depend on the order of rows before release. It has counts of single values,
 * as the released table has: publish it beside the table, not in place of it.
 *
 * Where a label is released of a number, it stands for the mean that is released beside it
 * (deid_release_options_set_bin_mean()), or else for the middle of the range that it names, or for
 * nothing. Quantiles are those of type 7 (R. J. Hyndman and Y. Fan, "Sample Quantiles in
 * Statistical Packages", The American Statistician 50, 1996). Two columns of numbers have Pearson's
 * and Spearman's correlation, others Cramer's V (H. Cramer, "Mathematical Methods of Statistics",
 * Princeton University Press, 1946), without a correction for bias: between nearly unique columns
 * it is near 1 whatever they tell of each other (W. Bergsma, "A bias-correction for Cramer's V and
 * Tschuprow's T", Journal of the Korean Statistical Society 42, 2013). docs/figures.md defines each
 * figure.
 *
 * Errors: those of deid_result_get_partition(), those of deid_result_apply() that come from
 * @release_options. Complexity: O(rows x (columns + pairs of columns)),
 * and O(labels log labels) for each column; memory O(rows x columns).
 *
 * Returns: (transfer full): the report for the custodian, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_distortion (DeidResult *result, DeidReleaseOptions *release_options,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_report_new_left_out:
 * @result: a result
 * @max_columns: of how many columns groups are made at most: 1 or 2
 * @min_records: how many records a group has at least or, with an entity column, how many persons;
 *   smaller ones are not listed, and no mean is told of fewer records
 *
 * Who was left out of a release: suppression takes away rare combinations, and with them, more
 * often than others, the records of small groups. For each *group*, the records that have one value
 * of a column, or two values of two columns, it counts how many are suppressed.
 *
 * Of n records in a group and N in the table, s and S are suppressed. The *share* of the group is
 * s / n, and its *ratio* the share over that of the table, (s / n) / (S / N): a ratio of 3 is a
 * group that lost three times as much as the table did. Groups stand in the order of what they lost
 * beyond the share of the table, s - n S / N, the greatest loss first. Records are weighted by the
 * weight column.
 *
 * Values of too few persons are not listed. If the column is a quasi-identifier with a hierarchy,
 * the first label above such a value that has enough persons is a group instead, unless all values
 * have this label. With a @min_records of 1 every value is a group, even if only one person has it.
 *
 * Columns are those that are released or judged: quasi-identifiers, sensitive, insensitive and
 * judged ones. A missing value is one value. Of columns of type integer or decimal the report also
 * has the means over released and over suppressed records.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) report = deid_report_new_left_out (result, 1, 20, NULL, &error);
 * guint64 n;
 *
 * if (report != NULL && deid_report_get_count (report, "groups[0].suppressed", &n))
 *   g_print ("%s: %" G_GUINT64_FORMAT "\n", deid_report_get_text (report, "groups[0].values[0]"),
 * n);
 * ]|
 *
 * For the custodian only: it lists values of the input, and counts suppressed records.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for @max_columns that is neither 1 nor 2; those of
 * deid_result_get_partition(). Complexity: O(rows x columns), with pairs
 * O(rows x columns^2), and O(groups x log groups).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_left_out (DeidResult *result, guint max_columns, guint64 min_records,
                                      GCancellable *cancellable, GError **error);

/**
 * DeidFeature:
 * @number: the number of the feature, from 1 on
 * @value: its value, which is finite and not 0
 *
 * A feature of a record. The layout is that of liblinear's `struct feature_node`.
 */
typedef struct
{
  int number;
  double value;
} DeidFeature;

/**
 * DeidRegression:
 * @n_records: the number of records, from 2 to 2000000
 * @n_features: the number of features, from 1 to 20000
 * @records: (array length=n_records): for each record its features that are not 0, by ascending
 *   number, and behind the last one a feature of number -1. Feature 1 has the value 1 in every
 *   record: its coefficient is the intercept. Several records may share one array.
 * @labels: (array length=n_records): for each record 1 if the record belongs to the class, else -1;
 *   both labels are there
 * @likelihood_weight: C below, above 0
 * @tolerance: the fit may stop once the norm of the gradient is at most this share of the norm at
 *   coefficients of 0
 *
 * A logistic regression to fit: the coefficients w that minimize
 *
 *     |w|^2 / 2 + C sum over the records x with label y of log (1 + exp (-y w.x))
 *
 * The library owns the arrays. Later versions may add fields at the end.
 */
typedef struct
{
  guint n_records;
  guint n_features;
  const DeidFeature *const *records;
  const double *labels;
  double likelihood_weight;
  double tolerance;
} DeidRegression;

/**
 * DeidRegressionFunc:
 * @regression: what to fit
 * @coefficients: (out caller-allocates): room for `n_features` coefficients, 0 at first: that of
 *   feature 1 comes first
 * @user_data: the host's data
 * @error: return location for an error, or %NULL
 *
 * Fits a logistic regression. The function is called in the thread that called
 * deid_report_new_utility(), for one regression after another. @regression is valid during the
 * callback. For figures that can be repeated, make the coefficients depend on @regression alone.
 * `tools/liblinear-fit.c` in the source of libdeid is such a function: it calls liblinear's
 * `train()` with `L2R_LR`.
 *
 * Returns: %FALSE with @error set if the regression cannot be fitted
 */
typedef gboolean (*DeidRegressionFunc) (const DeidRegression *regression, double *coefficients,
                                        gpointer user_data, GError **error);

/**
 * deid_report_new_utility:
 * @result: a result
 * @targets: (nullable) (array zero-terminated=1): names of columns to predict, whatever their
 *   roles, with a %NULL at the end
 * @n_folds: into how many folds records are dealt out: from 2 to 100; usually 10
 * @max_records: how many records are looked at, from 1 to 1000000; usually 20000
 * @seed: where the generator starts that draws records, and the order in which they are dealt out
 * @fit: (scope call) (closure fit_data): fits regressions
 * @fit_data: the data of @fit
 * @cancellable: (nullable): cancels the call from another thread, between two regressions
 *
 * How useful a release is as a whole, by two figures that models give: whether records of the
 * release can be told from those of the input, and how well a column can be predicted before and
 * after.
 *
 * *Propensity score.* The records of the input and those of the release are put into one table of N
 * records, of which the release has the share c. A logistic regression gives each record the
 * probability p that it is one of the release. The propensity score's mean squared error is
 *
 *     pMSE = sum of (p - c)^2 / N
 *
 * (M.-J. Woo, J. P. Reiter, A. Oganian, A. F. Karr: Global measures of data utility for microdata
 * masked for disclosure limitation, J. Privacy and Confidentiality 1, 2009). It is 0 if the model
 * cannot tell the two apart, and at most c (1 - c). With k parameters, the intercept included, it
 * is expected to be
 *
 *     (k - 1) (1 - c)^2 c / N
 *
 * if the release was drawn anew, from the distribution that the input is from, and the *pMSE ratio*
 * is pMSE over that (J. Snoke, G. M. Raab, B. Nowok, C. Dibben, A. Slavkovic: General and specific
 * utility measures for synthetic data, J. R. Stat. Soc. A 181, 2018).
 *
 * The labels of a generalized column would tell the two apart by themselves, since no record of the
 * input has them, and the figure would say nothing but that something was generalized. So the
 * records of the input, those included that are suppressed, take part with the labels that the
 * policy gives them: the score measures what *suppression* shifted, in all columns that are
 * released together. What generalization costs is told by the loss, and by the predictions below.
 *
 * A release is a part of the input, and not drawn anew, so that the ratio is not around 1 where all
 * is well: it is 0 if no record is suppressed, and about the share of suppressed records if these
 * are suppressed at random, since the mean of a part of this size, drawn without replacement,
 * varies by that much less. A ratio many times as great says that those who are left out are
 * others than those who stay. It grows with N where there is a shift, so that ratios of different
 * numbers of records do not compare.
 *
 * *Predictions.* A column, the target, is predicted from the quasi-identifiers other than itself by
 * logistic regressions of each of its values against all others, with cross-validation: records are
 * dealt out to folds at random, and those of a fold are predicted by what was learnt from the other
 * folds. The *accuracy* is the share of records that are predicted rightly: before, from the values
 * of the input; after, from the labels of the release. What is to be predicted is the value that
 * the input has, in both cases. After, only released records are learnt from, as whoever gets the
 * release can do, and a suppressed record, of which nobody gets a label, is predicted to have the
 * most frequent value among these: suppression costs accuracy, it does not hide records that are
 * hard to predict. The *baseline* is the share of the most frequent value: who knows nothing of a
 * record is right so often.
 *
 * *Features.* A column of integers or decimals (deid_dataset_set_column_type()) whose values, or
 * labels, are all numbers enters as a number, less the mean and in standard deviations, with one
 * more feature if some are missing. Any other column has a feature for each value or label that
 * records have, a missing one being one of them, but for the most frequent one. A column that has
 * more than 1000, or with which all features would be more than 20000, is *excluded*, and listed.
 * Parameters are counted as if no feature followed from others.
 *
 * *Models.* The host fits both models by a #DeidRegressionFunc, so that the library needs no
 * package for that. What is minimized includes half the square of the coefficients. In the
 * propensity score the likelihood weighs 1e8 times as much, so that with liblinear the pMSE is that
 * of the maximum of the likelihood to 5 digits, also where labels tell records apart perfectly and
 * the coefficients of the maximum are infinite; where a combination of numbers does so, which takes
 * few records and many columns, to 2 digits. In predictions the likelihood weighs as much as the
 * square, as in liblinear's own tool.
 *
 * Not all records are looked at if they are more than asked for: so many are drawn at random,
 * without replacement, a row of weight w being w records. The same seed gives the same figures, to
 * the bit with the same function and C library.
 *
 * |[<!-- language="C" -->
 * static const char *const targets[] = { "income", NULL };
 * g_autoptr (DeidReport) report
 *     = deid_report_new_utility (result, targets, 10, 20000, 0, fit, NULL, NULL, &error);
 * double before, after;
 *
 * if (report != NULL && deid_report_get_number (report, "targets[0].before", &before)
 *     && deid_report_get_number (report, "targets[0].after", &after))
 *   g_print ("income: %.1f %% before, %.1f %% after\n", 100 * before, 100 * after);
 * ]|
 *
 * For the custodian only: it looks at suppressed records.
 *
 * Errors: those of @fit; %DEID_ERROR_INVALID_ARGUMENT if @fit fails without an error or finds a
 * coefficient that is not finite, for @n_folds or @max_records outside their range, and, if there
 * are targets, for more folds than records, or a target with one value or more than 100;
 * %DEID_ERROR_UNKNOWN_COLUMN; those of deid_result_get_partition().
 * Complexity: O(rows), and for each step of each fit, of which there are one, and two for each fold
 * of each value of each target, O(@max_records x columns).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_utility (DeidResult *result, const char *const *targets, guint n_folds,
                                     guint max_records, guint64 seed, DeidRegressionFunc fit,
                                     gpointer fit_data, GCancellable *cancellable, GError **error);

/**
 * deid_report_new_explanation:
 * @result: a result that is proven optimal
 * @n_policies: how many of the policies that would be better are listed at most; 0 only counts
 *   them
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
 * For the custodian only: it has figures of suppressed records, and of tables that are not
 * released.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is not proven optimal or a local recoding, or if
 * a policy next to it is better and a solution, which a host's model that promises too much brings
 * about; those of deid_result_get_partition(). Complexity: O(dimensions^2
 * + @n_policies x dimensions) policies are evaluated, each in O(rows x attributes); a policy whose
 * loss is too large even without suppression is not evaluated.
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_explanation (DeidResult *result, guint64 n_policies,
                                         GCancellable *cancellable, GError **error);

/**
 * deid_report_new_warnings:
 * @result: a result
 *
 * What a custodian should know before @result is released: each warning is a statement that is true
 * of the problem and its result, and that nobody asked for. None of them makes the release break a
 * model. There may be none.
 *
 * If a job stated the problem and microaggregates a column, the released means or medians are
 * judged. Release options that a host sets without a job are unknown here: then the original values
 * are judged.
 *
 * The `code` of a warning says of what it is; new codes may be added. Warnings are in this order:
 *
 * - `unprotected-sensitive`: a sensitive column that no privacy model judges, neither by itself
 *   nor as part of a joint column: if all records of a class have the same value, whoever knows
 *   that a person is in the class learns it. If a job releases one number of each class in place
 *   of the values (deid_release_options_set_microaggregation()), the warning counts only classes
 *   in which all values are the same
 * - `unique-by-insensitive`: records that their labels leave among others, but that are the only
 *   ones of one person once the unprotected columns are looked at as well: insensitive ones, and
 *   sensitive ones that no privacy model judges, as they are released: a column that the job
 *   microaggregates has numbers of classes
 * - `values-of-records`: a privacy model that judges a sensitive or judged column counts the
 *   values of records, while the entity column says that some persons have several: the values
 *   of one person may pass for those of many
 * - `limit-of-0`: no record may be suppressed, while a limit of 5 % would lower the loss by a
 *   tenth or more. The policy that is named keeps the models, suppresses so many records and has
 *   that loss; it was found by a search that stops after 256 evaluations. If the lattice has no
 *   more policies, it is the best one, and the warning is never missed; otherwise there may be
 *   better ones
 * - `one-label`: a quasi-identifier of several values that the policy gives one label, such as
 *   `2023` or `*`: the column tells no record from another
 * - `group-nearly-gone`: values of a column, as the input has them, that are nearly gone from
 *   the release: each had 20 records or more, four in five or more of which are suppressed,
 *   while of all records less than half that share is. What is computed from the release says
 *   little of these persons; see deid_report_new_left_out()
 * - `rare-values-shift-mean`: a column of numbers whose values correlate with how many records
 *   share their records' quasi-identifiers, by 0.3 or more in size, and whose mean would shift
 *   by more than a tenth of a standard deviation if the rarest were suppressed as they are, as
 *   far as the suppression limit goes; see deid_report_new_bias()
 * - `generalized-before`: a quasi-identifier that an engine generalized before it counted
 *   (deid_engine_table_set_level_range()): what reports say of the input is about its labels,
 *   and the best policy is the best of those from that level on
 * - `not-counted`: a table in an engine has insensitive columns, which deid_engine_table_count()
 *   does not count: `unique-by-insensitive` does not look at them, and a number of the person in
 *   one of them is released without another word
 * - `repeated-identifier`: no column is the entity, so *k*-anonymity and risks count each record
 *   as a person; but an identifying or judged column, which is not released, has a value on
 *   several records and may mark persons. The warning gives the smallest number of different
 *   values in a released class, and the number of classes that have fewer than *k*. Whether a
 *   column may mark persons depends on its name and on how many values it has. A column of
 *   numbers of persons (such as `mrn` or `patient`), of accounts or licences, of e-mail
 *   addresses or telephones needs more than 20 values, or more than one for every ten records. A
 *   column that is called a number or a key, without saying of what, needs more than 100 values,
 *   or one for every two records. A column of names or addresses, or whose name says nothing,
 *   needs one value for every two records, or more than 100 values and one for every ten
 *   records. Other columns, such as a sex, a place, an age or a diagnosis, never count as
 *   marking persons, nor do dates and decimal numbers
 * - `unique-by-release`: a fifth or more of the released records are unique by everything that
 *   is released (see deid_report_new_risks()), and privacy models judge some of the columns. If
 * they judge none, `unique-by-insensitive` warns instead
 * - `blanks`: values of a quasi-identifying, sensitive or judged column, or labels of the
 *   policy, that differ from others only by blanks at their ends. A field of a CSV file without
 *   quotes loses such blanks; a value in an engine keeps them
 * - `leftovers`: helper tables of an earlier run with the same table of an engine, which was
 *   killed or still works. The message has the statements that drop them
 *
 * For the custodian only: figures of the input are among them.
 *
 * Errors: those of deid_result_get_partition(). Complexity: O(rows x
 * columns); without a suppression limit of 0 no policy is evaluated, with it at most
 * 256, each in O(rows x attributes), however many the search of the result evaluated. They are the
 * same ones each time.
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_warnings (DeidResult *result, GCancellable *cancellable,
                                      GError **error);

/**
 * deid_report_new_statistics:
 * @result: a result
 *
 * What a run took: for research, and for whoever wonders where the time goes. None of it says
 * anything about the solution.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
 * double seconds;
 *
 * if (deid_report_get_number (statistics, "search-seconds", &seconds))
 *   g_print ("%g s\n", seconds);
 * ]|
 *
 * All figures are numbers; whole ones are exact up to 2^53. A series of them is a table, in the
 * order in which they came about. Each run of a search has
 *
 * - `prepare-seconds`, `search-seconds`, `evaluate-seconds` and `bookkeeping-seconds`: its times;
 * - `bytes`: memory that the search held at most;
 * - `improvement-losses`, `improvement-seconds` and `improvement-evaluations`: three series as long
 *   as each other, with an element for each time that the loss of the best solution so far became
 *   less.
 *
 * Flash, best-first and the search of sub-lattices keep the policies of two predictive properties
 * (see #DeidPropertyStore). *Insufficient privacy*: too many records fail the superset-closed part
 * of the models, so that the policy is no solution; inherited to specializations. *Insufficient
 * quality*: the loss cannot be less than that of the best solution so far; inherited to
 * generalizations. Figures of the first begin with `insufficient-privacy`, those of the second with
 * `insufficient-quality`.
 *
 * Local recodings have figures of their own, such as `iterations`, `rounds` and `cuts`. Policies
 * that they evaluate on parts of the table are not part of `evaluate-seconds`.
 *
 * A search of a host has, besides, the figures that it gave to
 * deid_search_context_set_statistic(), by its names. deid_report_list_figures() does not list them,
 * and of those with a dot or a bracket in their names only the writers tell.
 *
 * For the custodian only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity:
 * O(figures).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_statistics (DeidResult *result, GCancellable *cancellable,
                                        GError **error);

/**
 * deid_report_new_identifiers:
 * @dataset: a dataset
 *
 * Which columns of a table are identifiers of the 18 kinds that the HIPAA Privacy Rule lists, 45
 * CFR 164.514(b)(2)(i), (A) to (R), with the evidence for each. Joint columns are left out, and
 * roles do not count. Nothing is done to the table.
 *
 * A column is found by its name, of which usual English, German, French and Spanish words are
 * known, or by its values: nine in ten of them look like e-mail or web addresses, IP addresses of
 * either version, numbers of telephones, accounts (IBAN, or a payment card with the check digit of
 * Luhn), vehicles (with the check digit of 49 CFR 565.15), social security, MAC addresses, UUIDs,
 * ZIP codes or names of files with pictures. A name is not believed where the values cannot be what
 * it says: a number of an account has neither decimals nor, in many records, only a few values.
 * Kinds and their names are
 *
 * | letter | kind |
 * | --- | --- |
 * | A | `names` |
 * | B | `addresses`, `postal-codes`, `small-places` (smaller than a state) |
 * | C | `birth-dates`, `dates` (also months, quarters and weeks), `ages` (with one over 89) |
 * | D, E, F | `telephone-numbers`, `fax-numbers`, `email-addresses` |
 * | G, H, I | `social-security-numbers`, `record-numbers`, `health-plan-numbers` |
 * | J, K | `account-numbers`, `licence-numbers` |
 * | L, M | `vehicle-identifiers`, `device-identifiers` |
 * | N, O | `web-addresses`, `ip-addresses` |
 * | P, Q | `biometric-identifiers`, `photographs` |
 * | R | `other-identifiers`: numbers of persons, and columns of at least 20 records that are all
 * distinct |
 *
 * and `free-texts`, a kind without a letter that may hold any of these. What is not found may be
 * there all the same: a table has to be looked at by somebody who knows it. Evidence counts
 * records and does not show values. For the custodian only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity:
 * O(rows x columns + length of the distinct values).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_identifiers (const DeidDataset *dataset, GCancellable *cancellable,
                                         GError **error);

/**
 * deid_report_new_suggestions:
 * @dataset: a dataset
 * @path: (type filename) (nullable): the table, for the section `[input]` of the text; %NULL leaves
 *   it out
 * @options: (nullable): how the table was read, or %NULL for the defaults of
 *   deid_csv_options_new(); immutable from now on
 *
 * What each column of a table may be: a type, a role, a rule for a quasi-identifier, and missing
 * codes, each with its evidence. Joint columns are left out. Roles and types that the columns were
 * given do not count. Nothing is decided by suggestions, and no privacy model is among them.
 *
 * The text of the report is a problem file, see #DeidJob, to be edited by somebody who knows the
 * table: the table, and for each column its role, type, missing codes and rule, with the evidence
 * as comments. The rule of a column that is no quasi-identifier stands as a comment, for who edits
 * the role. Other comments say that no privacy model is proposed, and what becomes of a sensitive
 * column that none protects. If the table may have another delimiter than the one it was read with
 * (`other_delimiter`), the first line asks for it. A job that reads the text can be run once a
 * privacy model is there.
 *
 * Different values are counted, not rows; missing ones do not count. The type is the first of
 * integer, decimal and date that fits 95 % of them, otherwise text; the rest are exceptions.
 * Integers of several digits some of which begin with `0`, such as postal codes, are texts: a
 * number would lose the zero. Eight digits are a date if there are at least eight such values and
 * all are days from 1850 to 2100.
 *
 * Missing codes come from a fixed list, and are reported only if they stand out. Words and signs,
 * such as `NA`, `NULL`, `?` or `unknown`, do if the others form a type; among texts only those that
 * are no word, such as `?` and `#N/A`. Negative numbers of the list, such as `-9` and `-99`, do if
 * no other value is negative; numbers of nines from `99` on if they are at least four times the
 * greatest other value. Both need three other values.
 *
 * Role and evidence go by the type that
 * nearly all values are of; but a table is not read with exceptions to it, and the type and the
 * rule of such a column are those of a text. The evidence tells how many exceptions there are and
 * where the first five stand, and the text has the other type and rule as comments. A role is told
 * from
 *
 * - the name of the column: usual English, German, French and Spanish names of the 18 kinds of
 *   identifiers of the HIPAA Privacy Rule (45 CFR 164.514(b)(2)(i)), of what is known about a
 *   person, such as sex or occupation, and of what must not become known, such as an income;
 * - the values: nine in ten look like e-mail, web, IP or MAC addresses, UUIDs, numbers of
 *   telephones, accounts or social security, postal codes, codes of ICD-10, or sentences, and not
 *   nearly all of them are numbers or dates;
 * - how strongly it tells records apart, by the distinction and the separation of
 *   deid_report_new_attribute_risks(): a text or an integer all of whose values are distinct is
 * identifying, and so is a text whose distinction is 0.8 or more.
 *
 * A column of which nothing is known is a quasi-identifier: what others know of a person is not in
 * the table. The first column of numbers of persons that repeats is the entity. If there is none,
 * the first repeating column of medical record, health plan or social security numbers is. If there
 * is none of these either, the evidence of each identifying column that repeats and may mark
 * persons (see the warning `repeated-identifier` of deid_report_new_warnings()) says that *k* will
 * count records. A constant is insensitive, and no other column is.
 *
 * The evidence counts records and tells rows. Values stand in it only if the dataset shows values,
 * see deid_dataset_set_show_values(); but names of columns always do, and missing codes are of a
 * fixed list. For the custodian only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity:
 * O(rows x columns + length of the distinct values).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_suggestions (const DeidDataset *dataset, const char *path,
                                         DeidCsvOptions *options, GCancellable *cancellable,
                                         GError **error);

/**
 * deid_report_new_baseline:
 * @baseline: a baseline
 * @problem: a problem whose lattice has a dataset; it may still be changed
 * @options: (nullable): risk options, or %NULL for the defaults; immutable from now on
 * @result: (nullable): a result of a problem with the lattice of @problem, whose release is
 *   compared with the baseline
 *
 * What comes of the table of a problem by a baseline: its risks, loss and unique records, what it
 * does to each column, and which identifiers it went by. No record is suppressed. Models and limits
 * of the problem do not count; its quasi-identifiers, population, quality model and weights of
 * groups do.
 *
 * The loss is that of the problem's quality model, so that it compares with that of policies. Where
 * a level of the problem's hierarchy, or runs of its cuts, put the values of a quasi-identifier
 * together as the baseline does, that level and these runs are what is measured: the level whose
 * labels are those of the baseline, or else the highest one. On none of them a value stays as it is
 * that the baseline changes. A column that is removed is on the level with the one label `*`, or
 * one run, and costs as that. Where there is no such level and there are no such runs, the rule of
 * the baseline makes a hierarchy whose leaves are those of the problem's attribute that the rule
 * knows: a label costs by how many of the same leaves it covers.
 *
 * Columns that are not quasi-identifiers are not part of risk and loss; the note on each says
 * whether the problem releases it although the baseline would not. What the rule of a
 * quasi-identifier keeps apart by `missing=` and `special=`, the rule of the baseline keeps apart
 * as well.
 *
 * With a result the report says what a release does instead: it has the population risk of the
 * released records, defined as that by the baseline, and how many are suppressed. The note on a
 * quasi-identifier that the baseline changes then says what the release makes of it:
 *
 * - `released finer, against the baseline`: some released label leaves out values that the baseline
 *   puts together with one of its own, or is a value that the baseline gives another label;
 * - `merged as by the baseline under other labels`: none does, and some released label, which reads
 *   otherwise than the baseline's, has the same values;
 * - `no finer than by the baseline`: neither is so.
 *
 * Labels are compared by the values of the attribute's domain that the rule of the baseline knows.
 * What other values a label would have does not count: where 02138 is the only code of its area,
 * `0213*` is said to be merged as by the baseline, whose label is `021`, though it tells of a
 * smaller area. Labels that read otherwise are to be looked at.
 *
 * For the custodian only.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, naming the column, if a quasi-identifier of ZIP codes needs
 * areas or one of dates of birth a day, for a lattice without a dataset, and for a result of
 * another lattice; %DEID_ERROR_PARSE for areas that are not what is expected;
 * %DEID_ERROR_UNKNOWN_VALUE for values that a rule does not know; %DEID_ERROR_UNKNOWN_COLUMN for a
 * part of a column that the table does not have; those of deid_report_new_identifiers(),
 * deid_report_new_evaluation() and deid_report_new_risks().
 * Complexity: O(rows x columns).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_baseline (DeidBaseline *baseline, DeidProblem *problem,
                                      DeidRiskOptions *options, DeidResult *result,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_report_new_frontier:
 * @problem: a problem, which cannot be changed from now on; models that limit the sizes of classes
 *   and nothing else, such as its k-anonymity, do not count over k
 * @first: the least k, at least 1; or 0, and @last too, for a frontier over the suppression limit
 * @last: the greatest k, at least @first and below @first + 2^24
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
 * small classes of the input.
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
 * %DEID_ERROR_TOO_LARGE for a longer range; %G_IO_ERROR_CANCELLED.
 * Complexity: O(policies x (rows + steps)), mostly much less.
 *
 * Returns: (transfer full): the report, of the kind `frontier`, or %NULL
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
 *
 * Risk against loss: what a custodian may choose among, and which of it no other choice betters.
 * A *point* is a released table with its risk, its loss and its policy. This function finds the
 * proven optimum at each threshold, in the order given: the policy that deid_search_run() finds
 * with the optimal search. Where no policy is a solution, the point says that.
 * deid_report_new_risk_frontier_with() adds other points.
 *
 * A threshold of the highest risk is a k, the least one with 1 / k no greater, in the place of the
 * problem's k-anonymity and other limits on sizes alone; it is above 0 and at most 1. For the other
 * measures the model that #DeidRiskMeasure names is added to those of the problem, which all hold,
 * k-anonymity among them. The suppression limits are those of the problem.
 *
 * A point is *dominated* if another one has no more risk and no more loss, and less of at least
 * one of them; of points with the same risk and the same loss all but the first are dominated, too.
 * Those that are not dominated are the frontier. Risks are compared exactly, as fractions of
 * integers, losses as the doubles that they are.
 *
 * Custodian-only: it counts suppressed records.
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
 * deid_search_run() but for %DEID_ERROR_NO_SOLUTION; %G_IO_ERROR_CANCELLED. Complexity: that of the
 * searches, and O(points x points that are not dominated).
 *
 * Returns: (transfer full): the report, of the kind `risk_frontier`, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_risk_frontier (DeidProblem *problem, DeidRiskMeasure measure,
                                           DeidRiskOptions *options, const double *thresholds,
                                           gsize n_thresholds, GCancellable *cancellable,
                                           GError **error);

/**
 * deid_report_new_risk_frontier_with:
 * @report: a report of deid_report_new_risk_frontier(), or of this function
 * @result: (nullable): a result of the problem, or of another one with the same lattice, quality
 *   model, population and weights of groups, whose models and limits may differ
 * @tradeoff: (nullable): a report of deid_report_new_tradeoff() on the job that made the problem
 * @alternatives: (nullable): a result whose alternatives (see deid_report_new_alternatives()) are
 *   policies of the lattice of the problem
 *
 * Makes a report with the points of another one and, behind them, a result, all cells of a
 * trade-off and all alternatives of a result.
 *
 * A cell is what its own models and limits release; one without a solution is a point without one.
 * The records at risk are those above the threshold of the frontier, whatever that of the job is.
 * Losses that are measured in another way cannot be compared: the problem has to be that of
 * deid_job_get_problem() with the job as it was run, and no axis may vary the quality model or the
 * weight of a column. An alternative is evaluated anew by deid_problem_evaluate(), with the models
 * and limits of the problem.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind, a result of another problem,
 * alternatives of a search that lists none, and a trade-off that is of another job or has such an
 * axis; those of deid_problem_evaluate(), %DEID_ERROR_NO_SOLUTION for an alternative
 * that is no solution of this problem among them; those of deid_report_new_risks();
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity: O((results +
 * alternatives) x rows x attributes + cells x sizes of classes), and O(points x points that are not
 * dominated).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_risk_frontier_with (DeidReport *report, DeidResult *result,
                                                DeidReport *tradeoff, DeidResult *alternatives,
                                                GCancellable *cancellable, GError **error);

/**
 * DEID_ALTERNATIVES_AUTO_GROUPS:
 *
 * Lets the average silhouette choose how many groups deid_report_new_alternatives() makes.
 */
#define DEID_ALTERNATIVES_AUTO_GROUPS G_MAXUINT64

/**
 * deid_report_new_alternatives:
 * @result: a result of a search that lists alternatives: deid_search_new_bisecting(),
 *   deid_search_new_directed() or the search `boundary`
 * @baseline: (nullable): a policy of its lattice to compare them with, too, such as
 *   the policy of deid_report_new_baseline(), or %NULL
 * @n_groups: how many groups to make; 0 makes none, and at most as many are made as there are
 *   policies. With %DEID_ALTERNATIVES_AUTO_GROUPS the average silhouette chooses, and fewer than
 *   three policies each make a group
 * @undominated_only: whether to leave out the policies that another one dominates
 *
 * Policies to choose from, each of them a solution: what a search for boundary policies found, in
 * the order in which it found them, each once. A *boundary policy* is a solution, while at least
 * one immediate specialization, with one level lower by one, is none. It is *risk-minimal* if no
 * immediate specialization is a solution. A policy is *dominated* by a specialization of it that is
 * a solution, too: that keeps apart all that the policy keeps apart, and more. With cuts of
 * subtrees policies that make the same of the data (see #DeidLattice) are different ones all the
 * same. There are no policies if a run made no iteration, or ended in its first one.
 *
 * To release a table by one of them, make a result of it with deid_problem_evaluate().
 *
 * Groups are of policies that merge much the same, and of each group there is the *medoid*: the
 * policy with the least sum of distances to the others. People look at a few medoids first, and at
 * others of a group then.
 *
 * The *distance* of two policies is a Hamming distance weighted by the records touched: the sum,
 * over the units by which they differ, of the records that the unit concerns. Of an order of values
 * a unit is a pair of neighbours, which one policy merges and the other keeps apart, and concerns
 * the records that have either value. Of subtrees it is an inner node whose leaves the one merges,
 * by this node or one above it, and the other does not; it concerns the records below the node. Of
 * levels it is a step from one level to the next, and concerns the records whose labels cover more
 * on the latter. So distances are whole numbers, and records are counted by their weights.
 *
 * Groups are made by partitioning around medoids (PAM): BUILD chooses one medoid after the other so
 * that the sum of the distances of all policies to the nearest medoid falls most, SWAP exchanges a
 * medoid for another policy, the best such pair first, as long as that sum falls. Of equals the
 * policy with the least index is taken, so that the same policies make the same groups. Unless the
 * number of groups is stated it is that from 2 to 10 which has the greatest average silhouette, the
 * least one of several.
 *
 * Groups are in the order in which to look at them: the largest first, of equal ones that whose
 * medoid loses less, then that whose medoid has the lesser index.
 *
 * Sources: L. Kaufman, P. J. Rousseeuw, "Finding Groups in Data", Wiley 1990, chapter 2; P. J.
 * Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster
 * analysis", Journal of Computational and Applied Mathematics 20, 1987, 53-65.
 *
 * Descriptions are those of deid_policy_describe(), and differences from the best policy call it by
 * its number, `the rest as in number 4`.
 *
 * For the custodian only: it counts suppressed records.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is of another search; %DEID_ERROR_TOO_LARGE if
 * distances are too great for 64 bits, as with 2^50 records; %DEID_ERROR_NO_MEMORY;
 * %G_IO_ERROR_CANCELLED. Complexity: O(policies^2 x dimensions), and that of describing each
 * policy. With groups O(rows x attributes), and O(policies^2 x groups) for each number of groups
 * that is tried and O(policies^2) for each of its swaps; memory O(policies^2).
 *
 * Returns: (transfer full): the report, of the kind `alternatives`, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_alternatives (DeidResult *result, DeidPolicy *baseline,
                                          guint64 n_groups, gboolean undominated_only,
                                          GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
