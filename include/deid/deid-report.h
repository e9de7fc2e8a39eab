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
#include <deid/deid-result.h>
#include <deid/deid-stored-policy.h>
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
 * Writes a report as lines of text for people.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity:
 * O(size of the text).
 *
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_text (const DeidReport *report, GCancellable *cancellable, GError **error);

/**
 * deid_report_to_csv:
 *
 * Writes the table of a report on policies as CSV: a policy a row, and a header.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a report of this kind has no such table,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity: O(size of the
 * text).
 *
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_report_to_csv (const DeidReport *report, GCancellable *cancellable, GError **error);

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
 * deid_report_get_sentence:
 * @name: the path of a figure, with numbers of rows or without
 *
 * Gets what a figure is, as docs/figures.md says it.
 *
 * Returns: (transfer none) (nullable): a sentence or more; %NULL if reports of this kind have no
 * such figure
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_sentence (const DeidReport *report, const char *name);

/**
 * deid_report_get_unit:
 * @name: the path of a figure, with numbers of rows or without
 *
 * Gets the unit of a figure, and of what a share is one: `records`, `share of the records`; empty
 * for a figure without.
 *
 * Returns: (transfer none) (nullable): the unit; %NULL if reports of this kind have no such figure
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_unit (const DeidReport *report, const char *name);

/**
 * deid_report_get_rule:
 * @name: the path of a figure, with numbers of rows or without
 *
 * Gets who may see a figure: `custodian`, `public`, or the rule by which the public may.
 *
 * Returns: (transfer none) (nullable): the rule; %NULL if reports of this kind have no such figure
 */
DEID_AVAILABLE_IN_0_1
const char *deid_report_get_rule (const DeidReport *report, const char *name);

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

/* What follows makes reports: risks. */

/* Attribute risks. */

/* Distortion. */

/* Who was left out. */

/* Utility. */

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
 *   little of these persons; see #DeidLeftOut
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
 *   is released (see #DeidRiskReport), and privacy models judge some of the columns. If they
 *   judge none, `unique-by-insensitive` warns instead
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

/* Suggestions and identifiers. */

/* Baselines. */

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
 * Types and missing codes are those of #DeidColumnInference. Role and evidence go by the type that
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
 *   #DeidAttributeRisks: a text or an integer all of whose values are distinct is identifying, and
 *   so is a text whose distinction is 0.8 or more.
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
 * deid_evaluation_new(), deid_risk_report_new_of_evaluation() and deid_risk_report_new_after().
 * Complexity: O(rows x columns).
 *
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_baseline (DeidBaseline *baseline, DeidProblem *problem,
                                      DeidRiskOptions *options, DeidResult *result,
                                      GCancellable *cancellable, GError **error);

/* Frontiers. */

/* Tradeoffs. */

/* Alternatives. */

G_END_DECLS

#endif
