/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidRiskReport: make and keep
 *     DeidRiskReport *deid_risk_report_new_before (result, options, cancellable, error)
 *     DeidRiskReport *deid_risk_report_new_after (result, options, cancellable, error)
 *     DeidRiskReport *deid_risk_report_new_of_evaluation (evaluation, options, cancellable, error)
 *     DeidRiskReport *deid_risk_report_new_public (report, cancellable, error)
 *     DeidRiskReport *deid_risk_report_ref (report)
 *     void deid_risk_report_unref (report)
 *     GType deid_risk_report_get_type (void)
 *
 * DeidRiskReport: use
 *     char *deid_risk_report_to_text (report, audience, cancellable, error)
 *     char *deid_risk_report_to_json (report, audience, cancellable, error)
 *
 * DeidRiskReport: read
 *     DeidAudience deid_risk_report_get_audience (report)
 *     gboolean deid_risk_report_is_publishable (report)
 *     gboolean deid_risk_report_is_after (report)
 *     gboolean deid_risk_report_counts_persons (report)
 *     double deid_risk_report_get_threshold (report)
 *     guint64 deid_risk_report_get_minimum_cell (report)
 *     gboolean deid_risk_report_get_n_records (report, n_records)
 *     gboolean deid_risk_report_get_n_persons (report, n_persons)
 *     gboolean deid_risk_report_get_n_population (report, n_population)
 *     gboolean deid_risk_report_get_n_unmatched (report, n_unmatched)
 *     gboolean deid_risk_report_get_n_classes (report, n_classes)
 *     gboolean deid_risk_report_get_smallest_class (report, size)
 *     gboolean deid_risk_report_get_largest_class (report, size)
 *     gboolean deid_risk_report_get_average_class (report, mean)
 *     gboolean deid_risk_report_get_maximum_risk (report, adversary, risk)
 *     gboolean deid_risk_report_get_average_risk (report, adversary, risk)
 *     gboolean deid_risk_report_get_lowest_risk (report, adversary, risk)
 *     gboolean deid_risk_report_get_n_at_risk (report, adversary, n_at_risk)
 *     gboolean deid_risk_report_get_n_at_maximum (report, adversary, n_at_maximum)
 *     gboolean deid_risk_report_get_marketer_risk (report, risk)
 *     gboolean deid_risk_report_get_population_risk (report, gamma, scale, risk, cancellable,
 *           error)
 *     gboolean deid_risk_report_get_person_risks (report, n_persons, n_at_risk, n_unique, average)
 *     gboolean deid_risk_report_get_n_unique (report, n_unique)
 *     gboolean deid_risk_report_get_n_population_unique (report, n_population_unique)
 *     gboolean deid_risk_report_get_population_size (report, size)
 *     gboolean deid_risk_report_get_estimate (report, estimator, n_uniques)
 *     gboolean deid_risk_report_get_n_sizes (report, n_sizes)
 *     gboolean deid_risk_report_get_size (report, index, size, n_classes, n_records)
 *     guint64 deid_risk_report_get_n_intervals (report, adversary)
 *     gboolean deid_risk_report_get_interval (report, adversary, index, smallest_size, n_records,
 *           n_cumulative)
 */
#ifndef DEID_RISK_REPORT_H
#define DEID_RISK_REPORT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-evaluation.h>
#include <deid/deid-privacy.h>
#include <deid/deid-release.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-options.h>

G_BEGIN_DECLS

/**
 * DeidAdversary:
 * @DEID_ADVERSARY_PROSECUTOR: knows that a person is in the table, and finds the record in a class
 * of so many: one over the size of the class
 * @DEID_ADVERSARY_JOURNALIST: does not know that, and finds the person in a class of the
 * population: one over the number of its records that share the record's quasi-identifiers. Without
 * a population (deid_problem_set_population()), and for a record that matches nobody in it, one
 * over the size of the class
 *
 * Who tries to find the record of one person. The *marketer*, who tries to find as many as
 * possible, has a risk of the whole table: deid_risk_report_get_marketer_risk().
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_ADVERSARY_PROSECUTOR = 0,
  DEID_ADVERSARY_JOURNALIST = 1
} DeidAdversary;

/**
 * DeidRiskReport:
 *
 * Re-identification risks of a table: how many classes there are, how large they are, and how
 * likely an adversary who knows a person's quasi-identifiers finds the person's record.
 *
 * The size of a class counts persons if the dataset has an entity column, records otherwise. A
 * record with a weight counts as often as the weight says. Suppressed records belong to no class.
 *
 * Sizes look at quasi-identifiers alone. A report on a released table also counts the records that
 * are *unique* by what is released of other columns: no other released record equals them or, with
 * an entity column, only records of the same person do. Records are compared as deid_result_apply()
 * releases them: by labels, values and, in columns that the job microaggregates, the numbers of
 * classes. If no job stated the problem, the report assumes the default release options.
 *
 * A *size* of a record is what its risk is one over: for the prosecutor that of its class, for the
 * journalist that of its class in the population.
 *
 * A report is made for the custodian. Its figures are custodian-only: those before and after a
 * release, side by side, can give suppressed records away. deid_risk_report_new_public() makes of a
 * report on a released table one for the public, which does not hold what is withheld from it, by
 * the rule of #DeidAudience; the public may read nothing of the input. Immutable.
 *
 * A function that gets a figure returns whether the report tells it. It does not if the figure is
 * withheld from the public, or if there is none, such as the size of a population where the problem
 * has no population; then nothing is written to where it would go.
 *
 * Source: K. El Emam, "Guide to the De-Identification of Personal Health Information", CRC Press,
 * 2013, chapter 16.
 *
 * Since: 0.1
 */
typedef struct DeidRiskReport DeidRiskReport;

/**
 * deid_risk_report_get_type:
 *
 * Gets the type under which #DeidRiskReport is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_risk_report_get_type (void);

/**
 * deid_risk_report_ref:
 * @report: a risk report
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
DeidRiskReport *deid_risk_report_ref (DeidRiskReport *report);

/**
 * deid_risk_report_unref:
 * @report: (transfer full): a risk report
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_risk_report_unref (DeidRiskReport *report);

/**
 * deid_risk_report_new_before:
 * @result: a result
 * @options: (nullable): risk options, or %NULL for the defaults; immutable from now on
 * @cancellable: (nullable): cancels the measurement from another thread
 * @error: return location for an error, or %NULL
 *
 * Measures the input table of a result, on the values of its quasi-identifiers.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a population size that is too small,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(rows x
 * attributes).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_risk_report_new_before (DeidResult *result, DeidRiskOptions *options,
                                             GCancellable *cancellable, GError **error);

/**
 * deid_risk_report_new_after:
 * @result: a result
 * @options: (nullable): risk options, or %NULL for the defaults; immutable from now on
 * @cancellable: (nullable): cancels the measurement from another thread
 * @error: return location for an error, or %NULL
 *
 * Measures the table that is released by the policy of a result.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a population size that is too small,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED, %DEID_ERROR_EMPTY where the models, asked again,
 * let no record pass, those that models set. Any thread may call this. Complexity: O(rows x
 * columns).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_risk_report_new_after (DeidResult *result, DeidRiskOptions *options,
                                            GCancellable *cancellable, GError **error);

/**
 * deid_risk_report_new_of_evaluation:
 * @evaluation: an evaluation
 * @options: (nullable): options, which cannot be changed from now on, or %NULL for the defaults
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Measures the risks of what a policy would release if any number of records might be suppressed.
 * Of a policy that is a solution they are those of its release; of another the report is for the
 * custodian alone.
 *
 * Errors: %DEID_ERROR_EMPTY if the policy leaves no record, %DEID_ERROR_TOO_LARGE,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(rows x
 * columns).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_risk_report_new_of_evaluation (DeidEvaluation *evaluation,
                                                    DeidRiskOptions *options,
                                                    GCancellable *cancellable, GError **error);

/**
 * deid_risk_report_new_public:
 * @report: a risk report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes what the public may read of a report; of a public report, that itself.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT where deid_risk_report_is_publishable() does not hold,
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(sizes).
 *
 * Returns: (transfer full): the public report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_risk_report_new_public (DeidRiskReport *report, GCancellable *cancellable,
                                             GError **error);

/**
 * deid_risk_report_get_audience:
 * @report: a risk report
 *
 * Gets whom the figures of the report are for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: %DEID_AUDIENCE_PUBLIC for what deid_risk_report_new_public() made,
 *   %DEID_AUDIENCE_CUSTODIAN otherwise
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAudience deid_risk_report_get_audience (const DeidRiskReport *report);

/**
 * deid_risk_report_is_publishable:
 * @report: a risk report
 *
 * Tells whether there is a report for the public: this one is on a released table.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it can
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_is_publishable (const DeidRiskReport *report);

/**
 * deid_risk_report_is_after:
 * @report: a risk report
 *
 * Tells which table was measured.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is the released one, of deid_risk_report_new_after(), and not the input
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_is_after (const DeidRiskReport *report);

/**
 * deid_risk_report_counts_persons:
 * @report: a risk report
 *
 * Tells what sizes of classes count.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether they count persons, as with an entity column, and not records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_counts_persons (const DeidRiskReport *report);

/**
 * deid_risk_report_get_threshold:
 * @report: a risk report
 *
 * Gets the threshold above which deid_risk_report_get_n_at_risk() counts records.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: what deid_risk_options_set_threshold() set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_risk_report_get_threshold (const DeidRiskReport *report);

/**
 * deid_risk_report_get_minimum_cell:
 * @report: a risk report
 *
 * Gets the minimum cell: that of the figures of a public report, and otherwise that of the public
 * report which deid_risk_report_new_public() makes.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: what deid_risk_options_set_minimum_cell() set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_minimum_cell (const DeidRiskReport *report);

/**
 * deid_risk_report_get_n_records:
 * @report: a risk report
 * @n_records: (out) (optional): return location for the number of records
 *
 * Gets the number of records in the table: the denominator of shares of records and of mean risks.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_records (const DeidRiskReport *report, guint64 *n_records);

/**
 * deid_risk_report_get_n_persons:
 * @report: a risk report
 * @n_persons: (out) (optional): return location for the number of persons
 *
 * Gets the number of different persons in the table, who may be in several classes; the number of
 * records if the dataset has no entity column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_persons (const DeidRiskReport *report, guint64 *n_persons);

/**
 * deid_risk_report_get_n_population:
 * @report: a risk report
 * @n_population: (out) (optional): return location for the number of records
 *
 * Gets the number of records in the table of the population.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_population (const DeidRiskReport *report, guint64 *n_population);

/**
 * deid_risk_report_get_n_unmatched:
 * @report: a risk report
 * @n_unmatched: (out) (optional): return location for the number of records
 *
 * Gets the number of records that match nobody in the population, whose risks are then by the
 * size of their class.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_unmatched (const DeidRiskReport *report, guint64 *n_unmatched);

/**
 * deid_risk_report_get_n_classes:
 * @report: a risk report
 * @n_classes: (out) (optional): return location for the number of classes
 *
 * Gets the number of equivalence classes: the denominator of the average size.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_classes (const DeidRiskReport *report, guint64 *n_classes);

/**
 * deid_risk_report_get_smallest_class:
 * @report: a risk report
 * @size: (out) (optional): return location for the size, at least 1
 *
 * Gets the size of the smallest class.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_smallest_class (const DeidRiskReport *report, guint64 *size);

/**
 * deid_risk_report_get_largest_class:
 * @report: a risk report
 * @size: (out) (optional): return location for the size, at least 1
 *
 * Gets the size of the largest class.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_largest_class (const DeidRiskReport *report, guint64 *size);

/**
 * deid_risk_report_get_average_class:
 * @report: a risk report
 * @mean: (out) (optional): return location for the mean size, at least 1
 *
 * Gets the mean size of a class: the sum of all sizes over the number of classes.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_average_class (const DeidRiskReport *report, double *mean);

/**
 * deid_risk_report_get_maximum_risk:
 * @report: a risk report
 * @adversary: whose risk
 * @risk: (out) (optional): return location for the risk, in (0, 1]
 *
 * Gets the highest risk of a record: one over the smallest size.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_maximum_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                            double *risk);

/**
 * deid_risk_report_get_average_risk:
 * @report: a risk report
 * @adversary: whose risk
 * @risk: (out) (optional): return location for the risk, in (0, 1]
 *
 * Gets the mean risk: the sum over records of one over their size, over the number of records. It
 * is the share of records that the adversary can expect to find by attacking each of them. For the
 * prosecutor it is, without entities, classes over records.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_average_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                            double *risk);

/**
 * deid_risk_report_get_lowest_risk:
 * @report: a risk report
 * @adversary: whose risk
 * @risk: (out) (optional): return location for the risk, in (0, 1]
 *
 * Gets the lowest risk of a record: one over the largest size.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_lowest_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                           double *risk);

/**
 * deid_risk_report_get_n_at_risk:
 * @report: a risk report
 * @adversary: whose risk
 * @n_at_risk: (out) (optional): return location for the number of records
 *
 * Gets the number of records whose risk is above the report's threshold, decided exactly.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_at_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                         guint64 *n_at_risk);

/**
 * deid_risk_report_get_n_at_maximum:
 * @report: a risk report
 * @adversary: whose risk
 * @n_at_maximum: (out) (optional): return location for the number of records
 *
 * Gets the number of records that have the highest risk.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_at_maximum (const DeidRiskReport *report, DeidAdversary adversary,
                                            guint64 *n_at_maximum);

/**
 * deid_risk_report_get_marketer_risk:
 * @report: a risk report
 * @risk: (out) (optional): return location for the risk, in (0, 1]
 *
 * Gets the marketer's risk: the share of records that are found, as is to be expected, by matching
 * all of them against the population. It is the mean of the journalist's risk, so of the
 * prosecutor's without a population.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_marketer_risk (const DeidRiskReport *report, double *risk);

/**
 * deid_risk_report_get_population_risk:
 * @report: a risk report
 * @gamma: the exponent, a multiple of 0.5 from 0.5 to 4; 1 is usual
 * @scale: whether to get the sum or the mean
 * @risk: (out) (optional): return location for the risk
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Gets the population risk as deid_privacy_model_new_population_risk() defines it: the sum of 1 /
 * g^@gamma over the records of the table, or the mean, where g is the number of records of the
 * population with the labels of the record. A record that matches nobody in the population counts
 * itself, with a g of 1; without a population g is the size of the class. Where the dataset has an
 * entity column, persons take the place of records, each class counting its own.
 *
 * The risk is the smallest number that, as the threshold of
 * deid_privacy_model_new_population_risk(), admits the table: it is rounded up to a double, which
 * is decided exactly, so that a risk of 2 is 2. The least that it tells is 2^-64, also of a smaller
 * risk. Unlike the mean, a journalist's average risk (deid_risk_report_get_average_risk()) takes
 * for records without a match the size of their class in the table, is a mean over records, and is
 * rounded: it may be off by a few units in its last place.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a @gamma or a @scale that there is not, and for a public
 * report, from which it is withheld; %DEID_ERROR_NO_MEMORY; %G_IO_ERROR_CANCELLED. Any thread may
 * call this. Complexity: O(sizes), and where the risk is a decimal or almost one that of a decision
 * of deid_privacy_model_new_population_risk().
 *
 * Returns: whether there is such a risk
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_population_risk (const DeidRiskReport *report, double gamma,
                                               DeidRiskScale scale, double *risk,
                                               GCancellable *cancellable, GError **error);

/**
 * deid_risk_report_get_person_risks:
 * @report: a risk report
 * @n_persons: (out) (optional): return location for the number of persons, the denominator of the
 *   others: the sum of the sizes of all classes
 * @n_at_risk: (out) (optional): return location for the number of persons in classes whose
 *   prosecutor risk is above the report's threshold, decided exactly
 * @n_unique: (out) (optional): return location for the number of persons who are alone in a class
 * @average: (out) (optional): return location for the mean of the prosecutor's risk over persons,
 * in (0, 1]: classes over @n_persons
 *
 * Gets the prosecutor's risks over persons, where the dataset has an entity column. Each class
 * counts its own persons: a person with records in two classes counts twice, unlike in
 * deid_risk_report_get_n_persons(). Models of the whole table (deid-privacy.h), trade-offs and
 * frontiers of risk count persons in this way. All other averages and counts of a report are over
 * records: a class of 2 persons with 5 records has 2 persons here, and 5 records there.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells them: the dataset has an entity column, and the report is for
 *   the custodian
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_person_risks (const DeidRiskReport *report, guint64 *n_persons,
                                            guint64 *n_at_risk, guint64 *n_unique, double *average);

/**
 * deid_risk_report_get_n_unique:
 * @report: a risk report
 * @n_unique: (out) (optional): return location for the number of records
 *
 * Gets the number of records in classes of size 1.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_unique (const DeidRiskReport *report, guint64 *n_unique);

/**
 * deid_risk_report_get_n_population_unique:
 * @report: a risk report
 * @n_population_unique: (out) (optional): return location for the number of records
 *
 * Gets the number of records that match exactly one record of the population.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_population_unique (const DeidRiskReport *report,
                                                   guint64 *n_population_unique);

/**
 * deid_risk_report_get_population_size:
 * @report: a risk report
 * @size: (out) (optional): return location for the number of people
 *
 * Gets the number of people that estimates of population uniqueness are for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_population_size (const DeidRiskReport *report, guint64 *size);

/**
 * deid_risk_report_get_estimate:
 * @report: a risk report
 * @estimator: how to estimate
 * @n_uniques: (out) (optional): return location for the estimated number of unique people
 *
 * Gets an estimate of how many people of the population are the only ones with their
 * quasi-identifiers, from the sizes of classes. Over deid_risk_report_get_population_size() it is
 * the share of the population, and also that of the records, that are unique in the population.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is an estimate: the size of the population was given, the equations of the
 *   estimator have a solution, and the report is not public
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_estimate (const DeidRiskReport *report,
                                        DeidUniquenessEstimator estimator, double *n_uniques);

/**
 * deid_risk_report_get_n_sizes:
 * @report: a risk report
 * @n_sizes: (out) (optional): return location for the number of sizes
 *
 * Gets how many different sizes classes have.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_n_sizes (const DeidRiskReport *report, guint64 *n_sizes);

/**
 * deid_risk_report_get_size:
 * @report: a risk report
 * @index: index of a size, below deid_risk_report_get_n_sizes(), smallest first
 * @size: (out) (optional): return location for the size, at least 1
 * @n_classes: (out) (optional): return location for the number of classes of this size
 * @n_records: (out) (optional): return location for the number of their records
 *
 * Gets one entry of the histogram of class sizes.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_size (const DeidRiskReport *report, guint64 index, guint64 *size,
                                    guint64 *n_classes, guint64 *n_records);

/**
 * deid_risk_report_get_n_intervals:
 * @report: a risk report
 * @adversary: whose risk
 *
 * Gets how many intervals risks are counted in. Interval i has the records whose size is at least
 * its own smallest size and below that of the next one. For the custodian they are the same in
 * every report: the smallest sizes are 1 to 10, 20, 50, 100, 1000, 10000 and 100000, so that the
 * intervals of risk are ]1/2, 1], ]1/3, 1/2] and so on. For the public they are those of
 * #DeidAudience, of which there are none if even the number of records is withheld.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of intervals
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_n_intervals (const DeidRiskReport *report, DeidAdversary adversary);

/**
 * deid_risk_report_get_interval:
 * @report: a risk report
 * @adversary: whose risk
 * @index: index of an interval, below deid_risk_report_get_n_intervals(), highest risk first
 * @smallest_size: (out) (optional): return location for the smallest size in the interval, one over
 *   which is its highest risk
 * @n_records: (out) (optional): return location for the number of records in it
 * @n_cumulative: (out) (optional): return location for the number of records in it and in those
 *   before it
 *
 * Gets one entry of the distribution of risks. The denominator is deid_risk_report_get_n_records().
 * Of an interval that there is nothing is ever withheld.
 *
 * Any thread may call this. Complexity: O(sizes).
 *
 * Returns: whether the report tells it, which it does
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_report_get_interval (const DeidRiskReport *report, DeidAdversary adversary,
                                        guint64 index, guint64 *smallest_size, guint64 *n_records,
                                        guint64 *n_cumulative);

/**
 * deid_risk_report_to_text:
 * @report: a risk report
 * @audience: whom it is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the figures, each with its denominator, as text; the first line says for whom it is. For
 * the public it writes those of deid_risk_report_new_public(), and otherwise that they are
 * withheld.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for the public where deid_risk_report_is_publishable() does
 * not hold, and for the custodian of a public report; %DEID_ERROR_NO_MEMORY;
 * %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(sizes).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_risk_report_to_text (const DeidRiskReport *report, DeidAudience audience,
                                GCancellable *cancellable, GError **error);

/**
 * deid_risk_report_to_json:
 * @report: a risk report
 * @audience: whom it is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all figures as a JSON object with the members `audience` and `table` (`input`, `release`,
 * or `no solution` for what a policy that is none would release), `minimum_cell`, `records`,
 * `persons`, `population`, `classes` (an object with their `number`, the `smallest`, `largest` and
 * `mean` size, and what `sizes_count`), `threshold`, `prosecutor` and `journalist` (objects with
 * the `highest`, `mean` and `lowest` risk, `records_above_threshold`, `records_at_highest`,
 * `intervals`, and whether sizes are those of the `table` or of the `population` in `sizes_of`),
 * `marketer`, `population_risk` (an object with the `sum` and the `mean` for a gamma of 1; for the
 * custodian only), `by_person` (an object with the figures of deid_risk_report_get_person_risks():
 * `persons_in_classes`, `persons_above_threshold`, `at_risk`, their share of the persons,
 * `unique_persons` and `average_risk`), `unmatched`, `unique`, `population_unique`,
 * `unique_by_release` (of a released table an object: `all`, the number of records that are unique
 * by everything that is released, `columns`, an array of objects with `column` and `records`, those
 * that are unique by the quasi-identifiers and one more column, and `figures`, which is `exact`, or
 * `at least` for the public), `population_size`,
 * `estimated_uniques` by the specification of the estimator, and `sizes`, the histogram. What is
 * not known or withheld is null; for the public, the histogram is empty. For the custodian, and
 * where a job stated the problem, `problem` is the text of deid_problem_get_statement().
 *
 * Errors: those of deid_risk_report_to_text(). Any thread may call this. Complexity: O(sizes).
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_risk_report_to_json (const DeidRiskReport *report, DeidAudience audience,
                                GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
