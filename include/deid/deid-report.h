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
 * @DEID_AUDIENCE_PUBLIC: anybody who reads the report, with or without access to the table
 *
 * The readers of a report. A public report follows from the released records alone. It says nothing
 * about suppressed records, not even how many there are. Nobody can work out from it a count
 * smaller than a minimum c (deid_risk_options_set_minimum_cell()). With r = 2 (c + 2), it tells
 *
 * - the number N of records, if N is at least r; otherwise it tells nothing;
 * - the size k of the smallest class, if N is at least r k; otherwise, that every class is larger
 *   than N / r;
 * - how many records are in classes of sizes from a to below b, for some intervals [a, b).
 *
 * The first interval begins at k. An interval that begins at a ends at the first b for which it has
 * at least r b ceil (a / (b - a)) records, and for which the sizes from b on have at least r b
 * records. The first candidate for b is the smallest size whose risk is not above the threshold, if
 * this size is above a and N is at least k + b. The next candidates are those of 1, 2, 5, 10, 20,
 * 50, 100 and so on that are at least twice the first candidate or, without a first candidate,
 * twice a. If no candidate is such a b, the interval takes all further sizes. With a population,
 * intervals are about the sizes of classes there, and k is the only figure about sizes in the
 * table. The first interval then begins at the smallest size if the population has r times as many
 * records. An interval ends at b only if the population has r b records, too, and either side of b
 * has r k. Everything else that the public may read follows from these figures; a count that does
 * not is withheld, whether it is 0 or not. The exceptions are the numbers of unique records (see
 * deid_report_new_risks()). They follow from the released table, count records that no other record
 * equals, and are rounded down to a multiple of r.
 *
 * The argument: whether an interval ends at b depends only on numbers that the report tells if it
 * does. If it does not, the reader learns that one side of b has too few records, but not which
 * side. All records can be on the other side. So the same report fits every table whose classes in
 * an interval have other sizes of the same sum, as long as these leave too few records on one side
 * of each b that was tried. An interval has at least r times its largest size of records, the last
 * one at least r times its smallest size. So the sizes can be chosen in many ways: every total of
 * records or of classes that the report withholds has two possible values that differ by c or more.
 *
 * Two facts follow from any count and are no secret: a class is no larger than its interval, and
 * not so large that too few records are left there for another class. Nothing is promised against
 * readers who know more than one report: the released table, its policy if few classes are possible
 * under it, the classes of the population, or a second report with other options on the same or
 * almost the same records. So publish one report of a release.
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
 * kind of report has a function deid_report_new_… that makes it for the custodian.
 * deid_report_new_public() makes the report for the public from it, unless the kind is for the
 * custodian only.
 *
 * The name of a figure is a path such as `mean` or `columns[3].mean`: a dot leads to a member of a
 * group, and a number in brackets, from 0, to a row of a table. Paths are those of the JSON
 * document that deid_report_to_json() writes. docs/figures.md says what each figure means. A name
 * never changes its meaning.
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
 * @DEID_FIGURE_STATE_UNDEFINED: it is not defined for this table, for example the mean of no
 *   numbers
 *
 * Whether a figure has a value, or why not.
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
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the public may read nothing of it, %DEID_ERROR_NO_MEMORY.
 * Complexity: O(size of the report).
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
 * Tells whether a figure has a value. Everything within a group or table that is withheld or
 * undefined is in the same state.
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
 * Gets a yes or no.
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
 * Writes all figures as one JSON object, which is valid by the JSON schema of its kind in
 * `deid-report.schema.json`, installed in `share/deid/`. A figure that is withheld or undefined is
 * null. A policy is the text that deid_policy_new_from_text() reads.
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
 * Writes a report as text for people: one figure on each line, and tables as aligned columns.
 * Figures have their names, with blanks, or plainer words, such as `not dominated` for
 * `non_dominated`; undefined figures are left out. Long lists of values, pairs and groups of
 * records show the first 20 and how many more there are. An explanation has lines of its own, and a
 * report on suggestions is a problem file with comments.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(size of the text).
 *
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_text (const DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_new_dataset:
 * @name: the path of a table, such as `steps` or `columns[0].values`
 *
 * Makes a dataset from a table of the report, to write it as CSV (deid_dataset_write_csv()), to
 * export it as Arrow (deid_dataset_export_to_arrow_stream()), or to look at its rows. The dataset
 * has a column for each figure of a row, named by its path within the row, such as `loss` or
 * `records.before`. Counts are integers, flags are 0 or 1, and policies are texts that
 * deid_policy_new_from_text() reads. A list that has the same length in each row becomes a column
 * for each item, such as `values[0]`; any other list becomes a text with commas. A figure that is
 * withheld, undefined or absent is a missing value. A table within a row is not part of the
 * dataset: it makes a dataset of its own.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such table, or it has no figures but a list;
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns).
 *
 * Returns: (transfer full): the dataset, all of whose columns are insensitive, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_report_new_dataset (const DeidReport *report, const char *name,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_report_list_figures:
 *
 * Lists the figures of this kind of report in the order in which they are written, by their paths
 * without the numbers of rows, such as `columns[].mean`. A single report may lack some of them.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
DEID_AVAILABLE_IN_0_1
char **deid_report_list_figures (const DeidReport *report);

/**
 * deid_report_describe_figure:
 * @name: the path of a figure, with numbers of rows or without
 * @type: (out) (optional) (transfer none) (nullable): return location for what it is: `count`,
 *   `number`, `flag`, `text` or `policy`; or `group` or `table` of figures
 * @unit: (out) (optional) (transfer none) (nullable): return location for the unit, such as
 *   `records` or `share of the records`; empty for a figure without a unit
 * @rule: (out) (optional) (transfer none) (nullable): return location for who may see it:
 *   `custodian`, `public`, or the condition on which the public may
 *
 * Gets the definition of a figure, as in docs/figures.md.
 *
 * Returns: (transfer none) (nullable): one or more sentences; %NULL, and %NULL in @unit and @rule,
 *   if this kind of report has no such figure
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_describe_figure (const DeidReport *report, const char *name,
                                         const char **type, const char **unit, const char **rule);

/**
 * deid_report_new_bias:
 * @problem: a problem; it cannot be changed from now on
 * @result: (nullable): a result of @problem, whose shifts are measured too
 * @k: combinations with fewer records are rare; 0 for the smallest size of a class that the models
 *   accept
 *
 * The means that suppression will shift. Suppression removes the records with rare values. If rare
 * records have other numbers than frequent ones, means move. This report shows that before any
 * release.
 *
 * For each released or judged column of type integer or decimal the report has Pearson's
 * correlation of its values with the *frequencies* of their records. The frequency of a record is
 * the number of records with the same value of a quasi-identifier, or with the same values of all
 * quasi-identifiers together. A correlation near 1 means that rare records have low numbers, one
 * near -1 that they have high ones.
 *
 * The *predicted shift* of a mean is the shift after suppressing, at the original values, the
 * records whose combination is rarer than k. The rarest combinations go first, until none is left
 * or the problem's suppression limit is reached. If the limit is reached among equally rare
 * combinations, each of these gives the same share of its records. A search also generalizes, and
 * so suppresses other records: the prediction says where to look, not what will happen. With a
 * result the report also has the actual shift: the mean of the released records minus the mean of
 * all records.
 *
 * Records are weighted by the weight column; with an entity column the size of a combination is its
 * number of persons. A record without a value in a column counts in frequencies, but not in the
 * correlation and the shifts of that column.
 *
 * For the custodian only: it is computed from the original values.
 *
 * Errors: those of preparing the problem (see deid_search_run()), those of
 * deid_result_get_partition(). Complexity: O(rows x quasi-identifiers x columns of numbers).
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
 * What one given policy does to a table: what it must suppress, what blocks it, and what it would
 * cost. The policy need not be a solution.
 *
 * All figures ignore the suppression limit and the limits of groups: they suppress every record
 * that fails a privacy model or a condition on the whole table. The limits only decide whether the
 * policy is a solution. If it is, deid_problem_evaluate() makes a result with the same figures, to
 * release by.
 *
 * For the custodian only: it has figures of suppressed records, and of tables that are not
 * released.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @policy belongs to another lattice; those of
 * deid_search_run() that do not come from searching, including those of the models. Complexity:
 * O(rows x attributes), and that of preparing the problem if this is its first use.
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_evaluation (DeidProblem *problem, DeidPolicy *policy,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_report_new_risks:
 * @result: (nullable): a result, or %NULL if @evaluation is given
 * @evaluation: (nullable): a report on the evaluation of a policy, or %NULL if @result is given
 * @is_after: %TRUE to measure the table that the policy releases, %FALSE to measure the input of
 *   @result, by the original values of the quasi-identifiers; always %TRUE with @evaluation
 * @options: (nullable): risk options, or %NULL for the defaults; immutable from now on
 *
 * Re-identification risks of a table: how many classes there are, how large they are, and how
 * likely an adversary who knows a person's quasi-identifiers finds the person's record. For an
 * evaluation they are the risks of the table that its policy would release without a suppression
 * limit. If the policy is a solution, that is its release. Otherwise the report is for the
 * custodian only.
 *
 * The size of a class counts persons if the dataset has an entity column, records otherwise. A
 * record with a weight counts as often as the weight says. Suppressed records belong to no class.
 *
 * The risk of a record is 1 over its *size*. The *prosecutor* knows that a person is in the table
 * and looks for the record in its class: the size is that of the class. The *journalist* does not
 * know that and looks for the person in the population (deid_problem_set_population()): the size is
 * the number of records there with the same quasi-identifiers. Without a population, or for a
 * record that matches nobody in it, the size is that of the class. The *marketer* tries to find as
 * many persons as possible, and has one risk for the whole table: the expected share of records
 * found by matching all of them against the population. It is the mean of the journalist's risk;
 * without a population, that is also the mean of the prosecutor's risk.
 *
 * Averages and counts are over records. Only those of the group `by_person`, with an entity column,
 * are over persons. There each class counts its own persons: a person with records in two classes
 * counts twice, but only once in the figure `persons`. Models of the whole table (deid-privacy.h),
 * trade-offs and frontiers of risk count persons in this way. For example, a class of 2 persons
 * with 5 records counts as 2 there, and as 5 records elsewhere.
 *
 * For the custodian, risks are counted in the same intervals in every report. The smallest sizes of
 * the intervals are 1 to 10, 20, 50, 100, 1000, 10000 and 100000, so that the intervals of risk are
 * ]1/2, 1], ]1/3, 1/2] and so on.
 *
 * Sizes depend on quasi-identifiers alone. A report on a released table also counts the records
 * that are *unique* by the labels and other released columns: no other released record equals them
 * or, with an entity column, only records of the same person do. Records are compared as
 * deid_result_apply() releases them: by labels, by values and, in columns that the job
 * microaggregates, by the numbers that replace the values of a class. If no job stated the problem,
 * the report assumes the default release options.
 *
 * If the risk options or survey weights give the size of the population, the report estimates how
 * many of its people are the only ones with their quasi-identifiers, from the sizes of classes, by
 * each #DeidUniquenessEstimator. That number over the size of the population is both the share of
 * the population and the share of the records that are unique in the population.
 *
 * All figures are custodian-only: figures before and after a release, side by side, can give
 * suppressed records away. deid_report_new_public() makes a report for the public from a report on
 * a released table, by the rules of #DeidAudience. The public may read nothing of the input.
 *
 * Source: K. El Emam, "Guide to the De-Identification of Personal Health Information", CRC Press,
 * 2013, chapter 16.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a population size that is too small, or if @evaluation
 * is another kind of report; %DEID_ERROR_NO_MEMORY; for a release also %DEID_ERROR_EMPTY if the
 * models, asked again, let no record pass or the policy leaves none, and the errors of models.
 * Complexity: O(rows x attributes), for a release O(rows x columns), and that of
 * deid_report_get_population_risk() if the population risk is a decimal or almost one.
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
 * it: the sum, or the mean, of 1 / g^@gamma over the records of the table, where g is the number of
 * records of the population with the labels of the record. For a record that matches nobody in the
 * population g is 1; without a population g is the size of the class. If the dataset has an entity
 * column, persons take the place of records, and each class counts its own persons. With an
 * exponent of 1 the sum and the mean are the figures `population_risk.sum` and
 * `population_risk.mean`.
 *
 * The risk is the smallest double that the table meets as the threshold of
 * deid_privacy_model_new_population_risk(). The comparison is exact, so that a risk of 2 is 2. A
 * risk below 2^-64 is given as 2^-64. The mean differs from a journalist's average risk
 * (`journalist.mean`) in three ways: the latter uses the size of the class in the table for records
 * without a match, is a mean over records even with an entity column, and is rounded, so that it
 * may be off by a few units in its last place.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for an invalid @gamma or @scale, for another kind of report,
 * and for a public report, which withholds the risk; %DEID_ERROR_NO_MEMORY. Complexity: O(sizes),
 * and where the risk is a decimal or almost one that of a decision of
 * deid_privacy_model_new_population_risk().
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
 * @is_after: %TRUE to measure the table that the policy of @result releases, %FALSE to measure the
 *   input
 * @max_size: the largest number of attributes in a subset, at least 1; more than there are means
 *   all
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
 * at, but no figure, because none respects a minimum cell. For example, the separation of an
 * attribute with two values and the number of records give the numbers of records with either
 * value, by a quadratic equation. The distinct combinations of all quasi-identifiers are the
 * classes. Even rough bounds, together with the intervals of a public risk report, tell how large
 * the largest class is. The public may read nothing of the input.
 *
 * Source: R. Motwani and Y. Xu, "Efficient algorithms for masking and finding quasi-identifiers",
 * Proceedings of the VLDB Conference, 2007.
 *
 * There may be 65,536 subsets: all those of 16 attributes, or those of up to three of 70
 * attributes. If there are more, the message of the error says how many there are, and which
 * @max_size is small enough.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_TOO_LARGE for more than 2^32 records or more
 * subsets, %DEID_ERROR_NO_MEMORY; for a release also %DEID_ERROR_EMPTY if the models, asked again,
 * let no record pass, and the errors of models. Complexity: O(classes x subsets x size).
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
 * What a release did to the data: figures of each released column, and of each pair of columns,
 * before and after release.
 *
 * Columns are quasi-identifiers, sensitive and insensitive ones. A column whose type is integer or
 * decimal (deid_dataset_set_column_type()) has numbers; every other column has texts, whatever they
 * look like. Columns of numbers come first, sorted by the shift of the mean in standard deviations
 * of the original values, the greatest first. Columns of texts follow, sorted by the distance of
 * their distribution from the original. Pairs are sorted by the change of their association, the
 * greatest first; an association that is undefined after release counts as 0.
 *
 * Distributions are compared over the released labels: those of all records, including suppressed
 * ones, generalized in the same way, against those of the released records. So distances show what
 * suppression shifted, while loss and the number of distinct labels show what generalization
 * removed.
 *
 * The report is for the custodian: figures before and after a release, side by side, can give
 * suppressed records away. For example, if one record is suppressed, its value follows from the two
 * means. deid_report_new_public() makes a report for the public that does not contain what it
 * withholds. Every figure in it is a function of the released records: anybody who has the released
 * table, and knows which of its columns have numbers, can compute it. So it tells nothing that the
 * table does not tell. Its order is that of the columns in the table, and of values as texts. It
 * has no level, no loss, no distance, and no V between numbers and texts, whose categories come
 * from the original. Means, variances and associations are rounded to 10 significant digits,
 * because the last bits of sums depend on the order of rows before release. The public report has
 * counts of single values, like the released table: publish it in addition to the table, not
 * instead.
 *
 * A released label of a number stands for the mean that is released with it
 * (deid_release_options_set_bin_mean()), otherwise for the middle of the range that it names. A
 * label that names no range stands for no number. A record of a local recoding whose label is a set
 * (deid_lattice_set_label_sets()) counts as each value of the set, in proportion to how often these
 * occur in the release, where each record with a set counts in equal parts: for V as categories,
 * and for a number as their mean. Quantiles are those of type 7 (R. J. Hyndman and Y. Fan, "Sample
 * Quantiles in Statistical Packages", The American Statistician 50, 1996). Two columns of numbers
 * have Pearson's and Spearman's correlation, others Cramer's V (H. Cramer, "Mathematical Methods of
 * Statistics", Princeton University Press, 1946), without a correction for bias: between nearly
 * unique columns it is near 1 whatever they tell of each other (W. Bergsma, "A bias-correction for
 * Cramer's V and Tschuprow's T", Journal of the Korean Statistical Society 42, 2013).
 * docs/figures.md defines each figure.
 *
 * Errors: those of deid_result_get_partition(), those of deid_result_apply() that come from
 * @release_options. Complexity: O(rows x (columns + pairs of columns)), and O(labels log labels)
 * for each column; memory O(rows x columns).
 *
 * Returns: (transfer full): the report for the custodian, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_distortion (DeidResult *result, DeidReleaseOptions *release_options,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_report_new_left_out:
 * @result: a result
 * @max_columns: the largest number of columns that a group is made of: 1 or 2
 * @min_records: the smallest number of records in a group or, with an entity column, of persons;
 *   smaller groups are not listed, and means of fewer records are not given
 *
 * Who was left out of a release. Suppression removes rare combinations, and so removes records of
 * small groups more often than others. A *group* is the records that have one value of a column, or
 * two values of two columns. The report counts the suppressed records of each group.
 *
 * Of n records in a group and N in the table, s and S are suppressed. The *share* of the group is s
 * / n, and its *ratio* the share over that of the table, (s / n) / (S / N): a group with a ratio of
 * 3 lost three times as large a share as the table did. Groups are sorted by how many more records
 * they lost than expected, s - n S / N, the greatest number first. Records are weighted by the
 * weight column.
 *
 * Values of too few records or persons are not listed. If the column is a quasi-identifier with a
 * hierarchy, the group is instead the first label above such a value that has enough of them,
 * unless all values have this label. With a @min_records of 1 every value is a group, even if only
 * one person has it.
 *
 * The columns are those that are released or judged: quasi-identifiers, sensitive, insensitive and
 * judged ones. A missing value counts as one value. For columns of type integer or decimal the
 * report also has the means over released and over suppressed records.
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
 * deid_result_get_partition(). Complexity: O(rows x columns), with pairs O(rows x columns^2), and
 * O(groups x log groups).
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
 * @n_folds: the number of folds, from 2 to 100; usually 10
 * @max_records: the largest number of records to use, from 1 to 1000000; usually 20000
 * @seed: the seed of the generator that draws records and deals them out to folds
 * @fit: (scope call) (closure fit_data): fits regressions
 * @fit_data: the data of @fit
 * @cancellable: (nullable): cancels the call from another thread, between two regressions
 *
 * How useful a release is as a whole, by two kinds of models: how well a model can tell records of
 * the release from those of the input, and how well models predict a column before and after
 * release.
 *
 * *Propensity score.* The records of the input and of the release are put into one table of N
 * records, of which the share c is from the release. A logistic regression gives each record the
 * probability p that it is from the release. The propensity score's mean squared error is
 *
 *     pMSE = sum of (p - c)^2 / N
 *
 * (M.-J. Woo, J. P. Reiter, A. Oganian, A. F. Karr: Global measures of data utility for microdata
 * masked for disclosure limitation, J. Privacy and Confidentiality 1, 2009). It is 0 if the model
 * cannot tell the two apart, and at most c (1 - c). If the release were drawn anew from the
 * distribution of the input, the expected pMSE with k parameters, including the intercept, would be
 *
 *     (k - 1) (1 - c)^2 c / N
 *
 * The *pMSE ratio* is pMSE over that number (J. Snoke, G. M. Raab, B. Nowok, C. Dibben, A.
 * Slavkovic: General and specific utility measures for synthetic data, J. R. Stat. Soc. A 181,
 * 2018).
 *
 * No record of the input has the labels of a generalized column. With its own values, the score
 * would only say that something was generalized. So the records of the input, including those that
 * are suppressed, take part with the labels that the policy gives them: the score measures what
 * *suppression* shifted in all released columns together. The loss and the predictions below
 * measure the cost of generalization.
 *
 * A release is a part of the input and not drawn anew. So a good ratio is not around 1. It is 0 if
 * no record is suppressed. It is about the share of suppressed records if these are suppressed at
 * random, because the mean of a part of this size, drawn without replacement, varies by that much
 * less. A ratio many times as great says that the people who are left out differ from those who
 * stay. If there is a shift, the ratio grows with N: do not compare ratios of different numbers of
 * records.
 *
 * *Predictions.* A column, the target, is predicted from the quasi-identifiers other than itself by
 * logistic regressions of each of its values against all others, with cross-validation: records are
 * dealt out to folds at random, and the records of a fold are predicted by models that learnt from
 * the other folds. The *accuracy* is the share of records that are predicted correctly: before
 * release from the values of the input, after release from the labels. In both cases the value of
 * the input is predicted. After release the models learn only from released records, like anybody
 * who gets the release. A suppressed record is predicted to have the most frequent value among the
 * released records: so suppression costs accuracy, instead of hiding records that are hard to
 * predict. The *baseline* is the share of the most frequent value: the accuracy of a guess that
 * knows nothing of a record.
 *
 * *Features.* A column of integers or decimals (deid_dataset_set_column_type()) whose values, or
 * labels, are all numbers is one feature: the number less the mean, in standard deviations. If some
 * are missing, it has one more feature. Any other column has a feature for each value or label in
 * the records, except the most frequent one; a missing value counts as a value. A record with a set
 * of values has a share in the feature of each of them, in proportion to how often these occur in
 * the release, where each record with a set counts in equal parts. A column is *excluded*, and
 * listed, if it has more than 1000 features, or if all features together would be more than 20000.
 * Parameters are counted as if all features were independent.
 *
 * *Models.* The host fits both kinds of models by a #DeidRegressionFunc, so that the library needs
 * no package for that. The minimized sum includes half the square of the coefficients. In the
 * propensity score the weight of the likelihood is 1e8. With liblinear the pMSE then agrees to 5
 * digits with that of the maximum of the likelihood, even if labels tell records apart perfectly
 * and the coefficients at the maximum are infinite. If a combination of numbers does so, which
 * takes few records and many columns, it agrees to 2 digits. In predictions the weight of the
 * likelihood is 1, as in liblinear's own tool.
 *
 * If there are more than @max_records records, that many are drawn at random without replacement; a
 * row of weight w is w records. The same seed, function and C library give the same figures to the
 * bit.
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
 * For the custodian only: it uses suppressed records.
 *
 * Errors: those of @fit; %DEID_ERROR_INVALID_ARGUMENT if @fit fails without an error or finds a
 * coefficient that is not finite, for @n_folds or @max_records outside their range, and, if there
 * are targets, for more folds than records, or a target with one value or more than 100;
 * %DEID_ERROR_UNKNOWN_COLUMN; those of deid_result_get_partition(). Complexity: O(rows), and
 * O(@max_records x columns) for each step of each fit: one fit for the score, and two for each fold
 * of each value of each target.
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
 * @n_policies: the largest number of better policies to list; 0 only counts them
 *
 * Why there is no better solution than the optimum: the policies next to it that would have a
 * smaller loss, and what blocks each of them.
 *
 * A policy is *next to* the optimum if it lowers one dimension by one level, or lowers one and
 * raises another by one level. Policies further away are left out. With cuts of subtrees, lowering
 * a merged node merges each of the nodes right below it instead, and raising a node merges
 * everything below it. Changes that make no difference to the data are left out. Suppress every
 * record that fails a privacy model: a policy *would be better* if its loss is then smaller than
 * the optimum's, at least one record is left, and the remaining records meet the conditions on the
 * whole table. Since the optimum is proven, only the suppression limit or the limit of a group
 * blocks such a policy: it must suppress too many records. (With the geometric mean the products
 * are compared, before the root is taken.)
 *
 * The policies that would be better are sorted by how many records they suppress beyond the limit,
 * fewest first, then by loss, then in the order of deid_policy_compare().
 *
 * For the custodian only: it has figures of suppressed records, and of tables that are not
 * released.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is not proven optimal or is a local recoding, or
 * if a better policy next to it is a solution, as can happen when a host's model promises too much;
 * those of deid_result_get_partition(). Complexity: O(dimensions^2 + @n_policies x dimensions)
 * policies are evaluated, each in O(rows x attributes); a policy whose loss is too large even
 * without suppression is not evaluated.
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
 * What a custodian should know before @result is released. Each warning is a fact about the problem
 * and its result. No warning means that the release breaks a model. There may be no warnings.
 *
 * If a job stated the problem and microaggregates a column, the warnings are about the released
 * means or medians. They do not know release options that a host sets without a job: then they are
 * about the original values.
 *
 * The `code` of a warning is its kind; later versions may add codes. Warnings are in this order:
 *
 * - `unprotected-sensitive`: no privacy model judges this sensitive column, neither by itself nor
 *   as part of a joint column. If all records of a class have the same value, anybody who knows
 *   that a person is in the class learns the value. If a job releases one number of each class in
 *   place of the values (deid_release_options_set_microaggregation()), the warning counts only
 *   classes in which all values are the same
 * - `unique-by-insensitive`: records that look like records of other people in the
 *   quasi-identifiers, but are unique together with the unprotected columns. These are the
 *   insensitive columns, and the sensitive ones that no privacy model judges, as they are released:
 *   a column that the job microaggregates has one number for each class
 * - `values-of-records`: a privacy model counts the values of records in a sensitive or judged
 *   column, but by the entity column some persons have several records: the values of one person
 *   may look like those of many
 * - `shared-value`: all records of a released class have a value in common, but in one slot or
 *   another (`dx1`, `dx2`, …) or among others in a cell that is a set. Privacy models judge each
 *   slot by itself and compare whole sets, so that they accept the class. An attacker who knows
 *   that a person is in it learns the value
 * - `limit-of-0`: no record may be suppressed, but a limit of 5 % would lower the loss by a tenth
 *   or more. The warning names a policy that meets the models, with its loss and the number of
 *   records that it suppresses. A search of at most 256 evaluations found it. If the lattice has no
 *   more policies than that, the policy is the best one, and the warning is never missed; otherwise
 *   there may be better ones
 * - `one-label`: the policy gives all values of a quasi-identifier one label, such as `2023` or
 *   `*`: the column says nothing
 * - `coarse-rule`: the policy gives all values of a quasi-identifier the label `*`, and its
 *   hierarchy has no level between the values and this label
 * - `group-nearly-gone`: values of the input that are nearly gone from the release: each had 20
 *   records or more, at least four in five of them are suppressed, and the share of suppressed
 *   records in the whole table is less than half of that. Results from the release say little about
 *   these persons; see deid_report_new_left_out()
 * - `rare-values-shift-mean`: a column of numbers with two properties. Its values correlate, by 0.3
 *   or more in size, with the number of records that share the quasi-identifiers. And its mean
 *   would shift by more than a tenth of a standard deviation if the rarest records were suppressed
 *   up to the suppression limit, without generalization; see deid_report_new_bias()
 * - `generalized-before`: an engine generalized a quasi-identifier before it counted
 *   (deid_engine_table_set_level_range()): reports on the input are about these labels, and the
 *   best policy is the best of those from that level on
 * - `not-counted`: a table in an engine has insensitive columns, which deid_engine_table_count()
 *   does not count: `unique-by-insensitive` does not cover them, and there is no warning if one of
 *   them has numbers of persons
 * - `repeated-identifier`: no column is the entity, so that *k*-anonymity and risks count each
 *   record as a person. But the values of a column, or the combinations of two, are on several
 *   records and may mark persons. The warning gives the smallest number of different values in a
 *   released class, and the number of classes that have fewer than *k*. It names the column, or the
 *   two with a sign between them, that deid_report_new_suggestions() would make the entity,
 *   whatever its role; and each identifying or judged column whose name and number of values do
 *   not rule it out. A column of numbers of persons (such as `mrn` or `patient`), of accounts or
 *   licences, of e-mail addresses or telephones needs more than 20 values, or more than one for
 *   every ten records. A column that is called a number or a key, without saying of what, needs
 *   more than 100 values, or one for every two records. A column of names or addresses, or whose
 *   name says nothing, needs one value for every two records, or more than 100 values and one for
 *   every ten records
 * - `one-household`: all records of some released classes belong to one household, according to a
 *   column of household numbers that is neither a quasi-identifier nor the entity
 * - `rounded-numbers`: numbers in the column with the role entity are rounded, as spreadsheets show
 *   long ones (`1.23457E+12`), so that several persons may have the same
 * - `linked-tables`: how many rows of each linked table are released
 * - `pseudonyms`: the job releases the entity column as pseudonyms, by a key or new in each release
 * - `unique-by-release`: a fifth or more of the released records are unique by everything that
 *   is released (see deid_report_new_risks()), and privacy models judge some of the columns. If
 *   they judge none, `unique-by-insensitive` warns instead
 * - `blanks`: some values of a quasi-identifying, sensitive, judged or entity column, or labels of
 *   the policy, differ only by blanks at their ends or by composed letters; unless the column is
 *   quasi-identifying, also by case or by signs within a code (`E11.9`, `E119`), and numbers of an
 *   entity by zeros. A field of a CSV file without quotes loses such blanks; a value in an engine
 *   keeps them
 * - `missing-code`: some numbers or dates of a released column may mean that there is no value,
 * such as 999, -9 and 9999-12-31: they lie far from all others, or at their end with 3 % or more of
 * the records
 * - `thousands`: the points in a column of numbers may separate thousands. Exactly three digits
 *   follow each point, and no value with a point begins with a zero
 * - `births-in-future`: a column that is named like one of birth dates has dates in the future, for
 *   example because years of two digits were read in the wrong century
 * - `loss-before-cap`: a cap leaves out rows of persons. The text states the loss over all rows,
 *   with those left out counted as suppressed, and that of each other cap that was tried
 * - `persons-in-texts`: released texts seem to have names behind titles, telephone numbers, e-mail
 *   addresses, or the name or number that a row has in a column that is not released. Texts of
 *   which nothing of this is found may have names nevertheless
 * - `title-row`: one of the first rows is unlike all rows below: it seems to have units, or names
 *   once more, such as the questions of a survey
 * - `total-rows`: rows seem to sum others up, by words such as `Total`
 * - `note-row`: the last row has a value in its first column alone, as a note below the table
 * - `merged-cells`: a column has cells without a value below one that has it, as where a
 *   spreadsheet had merged cells. %DEID_MISSING_POLICY_ABOVE fills them
 * - `header-row`: the first row of a hierarchy file may be a header: the table lacks its value, no
 *   other row has its labels, and it looks different from all other rows. In a problem file,
 *   `hierarchy-header=yes` skips it
 * - `encoding`: a hierarchy file is not UTF-8, and was read in the encoding that it looks like
 * - `rows-filled`: rows of a hierarchy file were shorter than others and filled with their last
 *   label, as `uneven=repeat` of a problem file says
 * - `rows-repeated`: rows of a hierarchy were there before with the same labels, and were read once
 * - `letters`: values of a quasi-identifier are spelled with composed letters or no-break blanks
 *   where its hierarchy or rule has others, and were taken for the same texts
 * - `notations`: values of a column are released in another notation, as `same=` or `pad=` of its
 *   rule says
 * - `prefix-lengths`: a rule `prefix` or `mask` meets values of several lengths: numbers that may
 *   have lost zeros at their start, or values that begin alike and get different labels
 * - `leftovers`: the engine has helper tables of another run, which was killed or is still running.
 *   The message has the statements that drop them, or says how many were dropped
 * - `values-sorted`, `values-missing`: cells of several values that were sorted or lost
 * repetitions, and cells that lost missing codes, see deid_dataset_set_separator()
 *
 * - `names-like-values`: most names of the columns look like values below them, such as numbers,
 *   dates and codes. If the first line of the file is a record, it is released as names
 *
 * What reading the table changed, left out or doubted comes last, in the order in which it was
 * noted:
 *
 * - `empty-rows`: blank lines and rows of delimiters only, which are no records
 * - `blanks-left-out`: fields without quotes that had blanks around them
 * - `formulas-read`: fields as `="02107"`, by which spreadsheets keep texts, that were read as the
 *   text between the quotes
 * - `repeated-names`: rows that repeat the line of names, where files were joined, and are no
 *   records; names that are numbers or values of other rows keep such rows
 * - `rows-in-quotes`: records with line ends in quoted fields, where each line looks like a record:
 *   a quote left over may have swallowed others
 * - `columns-left-out`: columns without a name that number or name the rows, or have no values
 * - `delimiter-line`: the first line, such as `sep=;`, names the delimiter
 * - `values-filled`: missing values that became those of the row above
 * - `rows-capped`: rows that were left out because the person has more than may be released
 * - `dates-shifted`: the dates of a column were shifted person by person
 * - `dates-relative`: the dates of a column became numbers of days since the person's first date
 * - `one-column`: the columns may be of fixed width, since no delimiter divides the lines
 *
 * For the custodian only: figures of the input are among them.
 *
 * Errors: those of deid_result_get_partition(). Complexity: O(rows x columns); with a suppression
 * limit of 0 at most 256 policies are evaluated, each in O(rows x attributes), otherwise none. They
 * are the same each time, whatever the search of the result evaluated.
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
 * The time, memory and steps of a run, for research and tuning. They say nothing about the
 * solution.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) statistics = deid_report_new_statistics (result, NULL, NULL);
 * double seconds;
 *
 * if (deid_report_get_number (statistics, "search-seconds", &seconds))
 *   g_print ("%g s\n", seconds);
 * ]|
 *
 * All figures are numbers; integers are exact up to 2^53. A series of numbers is a table in order
 * of time. Each run of a search has
 *
 * - `prepare-seconds`, `search-seconds`, `evaluate-seconds` and `bookkeeping-seconds`: its times;
 * - `bytes`: the most memory that the search held;
 * - `improvement-losses`, `improvement-seconds` and `improvement-evaluations`: three series of the
 *   same length, with an element for each time that the search found a better solution.
 *
 * Flash, best-first and the search of sub-lattices keep the policies of two predictive properties
 * (see #DeidPropertyStore). *Insufficient privacy*: too many records fail the superset-closed part
 * of the models, so that the policy is no solution; inherited to specializations. *Insufficient
 * quality*: the loss cannot be less than that of the best solution so far; inherited to
 * generalizations. The names of their figures begin with `insufficient-privacy` and
 * `insufficient-quality`.
 *
 * Local recodings have figures of their own, such as `iterations`, `rounds` and `cuts`. Policies
 * that they evaluate on parts of the table are not part of `evaluate-seconds`.
 *
 * A search of a host also has the figures that it gave to deid_search_context_set_statistic(), by
 * its names. deid_report_list_figures() does not list them. A figure whose name has a dot or a
 * bracket is only in the texts of deid_report_to_json() and deid_report_to_text().
 *
 * For the custodian only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(figures).
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
 * Which columns of a table are identifiers of the 18 kinds in the HIPAA Privacy Rule, 45 CFR
 * 164.514(b)(2)(i), (A) to (R), with the evidence for each. The report leaves out joint columns,
 * ignores roles and does not change the table.
 *
 * A column is found by its name, if that has a usual English, German, French or Spanish word, or by
 * its values, if nine in ten look alike: e-mail or web addresses, IP addresses of either version,
 * numbers of telephones, accounts (IBAN, or a payment card with the check digit of Luhn), vehicles
 * (with the check digit of 49 CFR 565.15) or social security, MAC addresses, UUIDs, ZIP codes, or
 * names of picture files. A name is ignored if the values contradict it: for example, account
 * numbers have no decimals, and many records have more than a few of them. Kinds and their names
 * are
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
 * and `free-texts`, a kind without a letter that may hold any of these. The report can miss
 * identifiers: somebody who knows the table must look at it. Evidence counts records and does not
 * show values. For the custodian only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns + length of the distinct values).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_identifiers (const DeidDataset *dataset, GCancellable *cancellable,
                                         GError **error);

/**
 * deid_report_new_suggestions:
 * @dataset: a dataset
 * @path: (type filename) (nullable): the file of the table, for the section `[input]` of the
 * problem file; %NULL leaves the section out
 * @options: (nullable): how the table was read, or %NULL for the defaults of
 *   deid_csv_options_new(); immutable from now on
 *
 * Suggestions for each column of a table: its type, its role, its missing codes and, for a
 * quasi-identifier, a rule, each with the evidence. The report leaves out joint columns and ignores
 * the roles and types that were set. Suggestions decide nothing, and none is a privacy model.
 *
 * The figure `problem` is a problem file (see #DeidJob) for somebody who knows the table to edit.
 * It has the table, and for each column its role, type, missing codes and rule, with the evidence
 * as comments. If a column is not a quasi-identifier, its rule is a comment, in case you change the
 * role. Other comments say that no privacy model is proposed, and what happens to a sensitive
 * column that no model protects. If the table seems to have another delimiter than the one it was
 * read with (`other_delimiter`), the first line asks about it. To run a job with this file, add a
 * privacy model.
 *
 * The report counts different values, not rows, and ignores missing ones. The type is the first of
 * integer, decimal and date that fits 95 % of the values, otherwise text; values that do not fit
 * are exceptions. Integers of several digits are texts if some begin with `0`, such as postal
 * codes: a number would lose the zero. Eight digits are a date if there are at least eight such
 * values and all are days from 1850 to 2100.
 *
 * Missing codes are those of the dataset that @options does not have, and guesses: codes of a fixed
 * list that stand out. Words and signs, such as `NA`, `NULL`, `?` or `unknown`, stand out if the
 * other values have a type other than text; among texts, only codes that are not words stand out,
 * such as `?` and `#N/A`. Negative numbers of the list, such as `-9` and `-99`, stand out if no
 * other value is negative, and numbers such as `99` and `888` if they are at least four times the
 * greatest other value. Both kinds of numbers need three other values. Days such as 1900-01-01 and
 * 9999-12-31 stand out ten years from all others. Numbers and days at the end of the others also
 * stand out if 3 % of the records have them, three times as many as the mean value.
 *
 * Dates in two orders, and those whose years have two digits, are texts; the evidence has a row
 * that proves each order. Numbers may have a decimal comma and signs between thousands, which the
 * problem file states. A last row with a word such as `Total`, which no other row has, is left out
 * by `drop`. If the first line of a file is a record (see the warning `names-like-values`), columns
 * are called `column1` and so on.
 *
 * Role and evidence follow the type of nearly all values. But a table with exceptions to a type
 * cannot be read, so that the suggested type and rule of such a column are those of a text. The
 * evidence gives the number of exceptions and the rows of the first five. The problem file has the
 * other type and rule as comments. The role follows from
 *
 * - the name of the column: usual English, German, French and Spanish names of the 18 kinds of
 *   identifiers of the HIPAA Privacy Rule (45 CFR 164.514(b)(2)(i)), of facts that others know
 *   about a person, such as sex or occupation, and of facts that must stay unknown, such as an
 *   income;
 * - the values: nine in ten look like e-mail, web, IP or MAC addresses, UUIDs, numbers of
 *   telephones, accounts or social security, postal codes, codes of ICD-10, or sentences, and not
 *   nearly all of them are numbers or dates;
 * - how strongly it tells records apart, by the distinction and the separation of
 *   deid_report_new_attribute_risks(): a text or an integer is identifying if all of its values
 *   are distinct, and a text if its distinction is 0.8 or more.
 *
 * A column without evidence is a quasi-identifier, because the table does not say what others know
 * of a person. The entity is a column whose values repeat, and within which the sex, the birth, the
 * age, the origin or a name stays the same. It may change one time for every twenty that chance
 * would make it change; a sex or a birth that changes more often rules the column out. Each column
 * that stays the same counts some points, as do the name and the form of the values, and of several
 * candidates the one with the fewest values is taken. Without a candidate, the entity is a
 * repeating column that is called a number of persons, or else of medical records, health plans or
 * social security. Without such a column, it is two columns whose combinations behave like that,
 * such as the number of a household and that of a person in it: the file has a joint column of
 * them. If there are none, the evidence of each identifying column that repeats and may mark
 * persons (see the warning `repeated-identifier` of deid_report_new_warnings()) says that *k* will
 * count records. Weights are survey weights, or else not released. Only units and columns with a
 * single value are insensitive.
 *
 * The evidence has numbers of records and of rows, names of columns, and missing codes of the fixed
 * list. It has other values only if the dataset shows values (deid_dataset_set_show_values()). For
 * the custodian only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns + length of the distinct values).
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
 * What a baseline makes of the table of a problem: the risks, the loss and the unique records, what
 * the baseline does to each column, and which identifiers it found. It suppresses no record. The
 * report uses the quasi-identifiers, population, quality model and weights of groups of the
 * problem, and ignores its privacy models and limits.
 *
 * The loss is that of the problem's quality model, so that it can be compared with the loss of
 * policies. If a level of the problem's hierarchy, or runs of its cuts, merge the values of a
 * quasi-identifier as the baseline does, the loss is that of this level or these runs. Of several
 * such levels it is the one with the labels of the baseline, or else the highest. No such level
 * leaves a value as it is that the baseline changes. A removed column costs as the level with the
 * one label `*`, or as one run. If there is no such level and there are no such runs, the rule of
 * the baseline makes a hierarchy. Its leaves are the leaves of the problem's attribute that the
 * rule knows, and a label costs by how many of them it covers.
 *
 * Columns that are not quasi-identifiers have no part in risk and loss; the note on each says
 * whether the problem releases it although the baseline would not. The rule of the baseline also
 * keeps apart the values that the rule of a quasi-identifier keeps apart by `missing=` and
 * `special=`.
 *
 * With a result the report compares the release: it has the population risk of the released
 * records, defined in the same way, and the number of suppressed records. The note on a
 * quasi-identifier that the baseline changes then says how its release compares:
 *
 * - `released finer, against the baseline`: some released label leaves out a value that the
 *   baseline merges with one of the values of the label, or is itself a value that the baseline
 *   changes;
 * - `merged as by the baseline under other labels`: no label does so, and some released label has
 *   the same values as a label of the baseline, but reads differently;
 * - `no finer than by the baseline`: neither applies.
 *
 * Labels are compared by the values of the attribute's domain that the rule of the baseline knows.
 * Other values that a label could have do not count. For example, if 02138 is the only code of its
 * area, the note on `0213*` is `merged as by the baseline under other labels`, although the label
 * of the baseline, `021`, names a larger area. So look at labels that read differently.
 *
 * For the custodian only.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, naming the column, if a quasi-identifier of ZIP codes needs
 * areas or one of dates of birth a day, for a lattice without a dataset, and for a result of
 * another lattice; %DEID_ERROR_PARSE for malformed areas; %DEID_ERROR_UNKNOWN_VALUE for values that
 * a rule does not know; %DEID_ERROR_UNKNOWN_COLUMN for a part of a column that the table lacks;
 * those of deid_report_new_identifiers(), deid_report_new_evaluation() and deid_report_new_risks().
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
 * @problem: a problem, immutable from now on; a frontier over k ignores its models that only limit
 *   the sizes of classes, such as k-anonymity
 * @first: the smallest k, at least 1; 0 in both @first and @last makes a frontier over the
 *   suppression limit
 * @last: the greatest k, at least @first and below @first + 2^24
 *
 * The exact trade-off between privacy, suppression and loss: one search finds the proven optimum of
 * a problem for every k of a range, or for every suppression limit. A *step* is the longest run of
 * values of the parameter with the same optimal policy, the same loss and the same suppressed
 * records; steps ascend. The policy of a step is the one that deid_search_run() finds with the
 * optimal search at each of its values: the smallest loss, then the smallest level sum, then the
 * lexicographically smallest levels.
 *
 * Over k, the other models of the problem apply, and its suppression limits, including those of
 * groups (deid_problem_set_group_limit()). With an entity column k counts persons. Over the limit,
 * which is a number of records from 0 to the limit of the problem, all models apply. As k grows, or
 * the limit falls, the loss never falls. Values without a solution have no step: they are the
 * largest ones of k, or the smallest ones of the limit.
 *
 * The search is an interval branch and bound on boxes of policies, like that for one optimum. The
 * sizes of the classes of one policy give its suppressed records and its loss for all k at once;
 * bounds are computed in the same way.
 *
 * Custodian-only: the numbers of records that a policy suppresses at one k and at the next give
 * away the sizes of small classes of the input.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidReport) report = deid_report_new_frontier (problem, 2, 60, NULL, &error);
 * double loss;
 *
 * if (report != NULL && deid_report_get_number (report, "steps[0].loss", &loss))
 *   g_print ("the smallest k costs a loss of %.4f\n", loss);
 * ]|
 *
 * Errors: those of deid_search_run() with the optimal search, except %DEID_ERROR_NO_SOLUTION and
 * those of limits of a search; %DEID_ERROR_INVALID_ARGUMENT for cut lattices and, over k, for an
 * invalid range, and for a problem with a population, with weights of groups
 * (deid_problem_set_group_weight()), with a privacy model that judges all released classes together
 * or with a quality model that costs classes; %DEID_ERROR_TOO_LARGE for a longer range. Complexity:
 * O(policies x (rows + steps)), mostly much less.
 *
 * Returns: (transfer full): the report, of the kind `frontier`, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_frontier (DeidProblem *problem, guint64 first, guint64 last,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_report_new_risk_frontier:
 * @problem: a problem, immutable from now on
 * @measure: the risk to measure
 * @options: (nullable): risk options, whose threshold says which records are at risk, or %NULL for
 *   the defaults; immutable from now on
 * @thresholds: (array length=n_thresholds) (nullable): thresholds of the risk, each in the range of
 *   its model, or %NULL for 0.05, 0.09, 0.2, 0.33 and 0.5; taken as the shortest decimals that read
 *   back to them
 * @n_thresholds: the number of thresholds; 0 if @thresholds is %NULL; 0 with an array finds no
 *   optima
 *
 * Risk against loss: the choices of a custodian, and the ones that no other choice beats. A *point*
 * is a released table with its risk, its loss and its policy. This function finds the proven
 * optimum at each threshold, in the order given: the policy that deid_search_run() finds with the
 * optimal search. Where no policy is a solution, the point says that.
 * deid_report_new_risk_frontier_with() adds other points.
 *
 * A threshold of the highest risk, above 0 and at most 1, stands for the smallest k with 1 / k no
 * greater than the threshold. This k replaces the problem's k-anonymity and other limits on sizes
 * alone. For the other measures the model that #DeidRiskMeasure names is added to all models of the
 * problem, including k-anonymity. The suppression limits are those of the problem.
 *
 * A point is *dominated* if another one has no more risk and no more loss, and less of at least one
 * of them; among points with the same risk and the same loss all but the first are dominated, too.
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
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for an invalid measure, a threshold out of its range, or a
 * lattice with cuts, where no search proves such optima in reasonable time; those of
 * deid_search_run(), except %DEID_ERROR_NO_SOLUTION. Complexity: that of the searches, and O(points
 * x points that are not dominated).
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
 * @result: (nullable): a result of the problem, or of another problem with the same lattice,
 *   quality model, population and weights of groups; its models and limits may differ
 * @tradeoff: (nullable): a report of deid_report_new_tradeoff() on the job that made the problem
 * @alternatives: (nullable): a result whose alternatives (see deid_report_new_alternatives()) are
 *   policies of the lattice of the problem
 *
 * Makes a report with the points of @report and, after them, those of a result, of all cells of a
 * trade-off and of all alternatives of a result.
 *
 * The point of a cell is the release with the models and limits of the cell; a cell without a
 * solution is a point without one. The records at risk are those above the threshold of the
 * frontier, not of the job. Only losses that are measured in the same way can be compared: the
 * problem must be that of deid_job_get_problem() with the job as it was run, and no axis may vary
 * the quality model or the weight of a column. deid_problem_evaluate() evaluates an alternative
 * anew, with the models and limits of the problem.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind, a result of another problem,
 * alternatives of a search that lists none, and a trade-off that is of another job or has such an
 * axis; those of deid_problem_evaluate(), including %DEID_ERROR_NO_SOLUTION for an alternative that
 * is not a solution of this problem; those of deid_report_new_risks(); %DEID_ERROR_NO_MEMORY.
 * Complexity: O((results + alternatives) x rows x attributes + cells x sizes of classes), and
 * O(points x points that are not dominated).
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
 * Makes deid_report_new_alternatives() choose the number of groups by the average silhouette.
 */
#define DEID_ALTERNATIVES_AUTO_GROUPS G_MAXUINT64

/**
 * deid_report_new_alternatives:
 * @result: a result of a search that lists alternatives: deid_search_new_bisecting(),
 *   deid_search_new_directed() or the search `boundary`
 * @baseline: (nullable): a policy of its lattice to compare the alternatives with, such as the
 *   policy of deid_report_new_baseline(), or %NULL
 * @n_groups: the number of groups, at most one for each policy; 0 makes none. With
 *   %DEID_ALTERNATIVES_AUTO_GROUPS the average silhouette chooses; if there are fewer than three
 *   policies, each is a group
 * @undominated_only: whether to leave out the policies that another one dominates
 *
 * Policies to choose from: the solutions that a search for boundary policies found, each once, in
 * the order in which it found them. A *boundary policy* is a solution with at least one immediate
 * specialization, with one level lower by one, that is not a solution. It is *risk-minimal* if no
 * immediate specialization is a solution. A policy is *dominated* if a specialization of it is a
 * solution, too: the specialization keeps apart all values that the policy keeps apart, and more.
 * With cuts of subtrees, policies that have the same effect on the data (see #DeidLattice) still
 * count as different. A run that ends before or in its first iteration finds no policies.
 *
 * To release a table by one of them, make a result of it with deid_problem_evaluate().
 *
 * The policies of a group merge nearly the same values. The *medoid* of a group is the policy with
 * the smallest sum of distances to the others. Look at the medoids first, and at other policies of
 * a group after that.
 *
 * The *distance* of two policies is a Hamming distance weighted by the records touched: the sum,
 * over the units by which they differ, of the records that the unit concerns. In an order of
 * values, a unit is a pair of neighbours that one policy merges and the other keeps apart; it
 * concerns the records that have either value. In subtrees, a unit is an inner node whose leaves
 * one policy merges, by this node or one above it, and the other does not; it concerns the records
 * below the node. In levels, a unit is a step from one level to the next; it concerns the records
 * whose labels cover more on the higher level. Records are counted by their weights, so that
 * distances are integers.
 *
 * Groups are made by partitioning around medoids (PAM): BUILD chooses one medoid after the other so
 * that the sum of the distances of all policies to the nearest medoid falls most. SWAP exchanges a
 * medoid for another policy, the best such pair first, as long as that sum falls. Among equals the
 * policy with the smallest index wins, so that the same policies make the same groups. With
 * %DEID_ALTERNATIVES_AUTO_GROUPS the number of groups is the number from 2 to 10 with the greatest
 * average silhouette; among equals the smallest.
 *
 * Groups are in the order in which to look at them: the largest first, then by the loss of the
 * medoid, then by its index, the smallest first.
 *
 * Sources: L. Kaufman, P. J. Rousseeuw, "Finding Groups in Data", Wiley 1990, chapter 2; P. J.
 * Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster
 * analysis", Journal of Computational and Applied Mathematics 20, 1987, 53-65.
 *
 * Descriptions are those of deid_policy_describe(). Differences from the best policy refer to it by
 * its number: `the rest as in number 4`.
 *
 * For the custodian only: it counts suppressed records.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is of another search; %DEID_ERROR_TOO_LARGE if
 * distances exceed 64 bits, as with 2^50 records; %DEID_ERROR_NO_MEMORY. Complexity: O(policies^2 x
 * dimensions), and that of describing each policy. With groups O(rows x attributes), and
 * O(policies^2 x groups) for each number of groups that is tried and O(policies^2) for each of its
 * swaps; memory O(policies^2).
 *
 * Returns: (transfer full): the report, of the kind `alternatives`, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_alternatives (DeidResult *result, DeidPolicy *baseline,
                                          guint64 n_groups, gboolean undominated_only,
                                          GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
