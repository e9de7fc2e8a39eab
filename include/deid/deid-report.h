/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_REPORT_H
#define DEID_REPORT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-release.h>

G_BEGIN_DECLS

/**
 * DeidRiskReport:
 *
 * Re-identification risks of a table: how many classes there are, how large they are, and how
 * likely an adversary who knows a person's quasi-identifiers, and that the person is in the table,
 * finds the person's record (the prosecutor): one over the size of the class.
 *
 * The size of a class counts persons if the dataset has an entity column, records otherwise. A
 * record with a weight counts as often as the weight says. Suppressed records belong to no class.
 *
 * Custodian-only: figures before and after a release, side by side, can give suppressed records
 * away. Immutable.
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
 * @threshold: a risk in [0, 1] above which a record is at risk; taken as the shortest decimal that
 *   reads back to it
 * @error: return location for an error, or %NULL
 *
 * Measures the input table of a result, on the values of its quasi-identifiers.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_NO_MEMORY. Any thread may call this.
 * Complexity: O(rows x attributes).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_risk_report_new_before (DeidResult *result, double threshold, GError **error);

/**
 * deid_risk_report_new_after:
 * @result: a result
 * @threshold: a risk as in deid_risk_report_new_before()
 * @error: return location for an error, or %NULL
 *
 * Measures the table that is released by the policy of a result.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_NO_MEMORY. Any thread may call this.
 * Complexity: O(rows x attributes).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_risk_report_new_after (DeidResult *result, double threshold, GError **error);

/**
 * deid_risk_report_get_n_records:
 * @report: a risk report
 *
 * Gets the number of records in the table: the denominator of shares of records and of the average
 * risk.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_n_records (const DeidRiskReport *report);

/**
 * deid_risk_report_get_n_classes:
 * @report: a risk report
 *
 * Gets the number of equivalence classes: the denominator of the average size.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of classes
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_n_classes (const DeidRiskReport *report);

/**
 * deid_risk_report_get_smallest_class:
 * @report: a risk report
 *
 * Gets the size of the smallest class.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the size, at least 1
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_smallest_class (const DeidRiskReport *report);

/**
 * deid_risk_report_get_largest_class:
 * @report: a risk report
 *
 * Gets the size of the largest class.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the size, at least 1
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_largest_class (const DeidRiskReport *report);

/**
 * deid_risk_report_get_average_class:
 * @report: a risk report
 *
 * Gets the mean size of a class: the sum of all sizes over the number of classes.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the mean size, at least 1
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_risk_report_get_average_class (const DeidRiskReport *report);

/**
 * deid_risk_report_get_maximum_risk:
 * @report: a risk report
 *
 * Gets the highest prosecutor risk of a record: one over the size of the smallest class.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the risk, in (0, 1]
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_risk_report_get_maximum_risk (const DeidRiskReport *report);

/**
 * deid_risk_report_get_average_risk:
 * @report: a risk report
 *
 * Gets the mean prosecutor risk: the sum over records of one over the size of their class, over
 * the number of records. Without entities that is classes over records.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the risk, in (0, 1]
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_risk_report_get_average_risk (const DeidRiskReport *report);

/**
 * deid_risk_report_get_n_at_risk:
 * @report: a risk report
 *
 * Gets the number of records whose prosecutor risk is above the report's threshold, decided
 * exactly.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_n_at_risk (const DeidRiskReport *report);

/**
 * deid_risk_report_get_n_unique:
 * @report: a risk report
 *
 * Gets the number of records in classes of size 1.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_n_unique (const DeidRiskReport *report);

/**
 * deid_risk_report_get_n_sizes:
 * @report: a risk report
 *
 * Gets how many different sizes classes have.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of sizes
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_n_sizes (const DeidRiskReport *report);

/**
 * deid_risk_report_get_size:
 * @report: a risk report
 * @i: index of a size, below deid_risk_report_get_n_sizes(), smallest first
 * @n_classes: (out) (optional): return location for the number of classes of this size
 *
 * Gets one entry of the histogram of class sizes.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the size
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_report_get_size (const DeidRiskReport *report, guint64 i, guint64 *n_classes);

/**
 * deid_risk_report_to_string:
 * @report: a risk report
 *
 * Writes the figures, each with its denominator, as a few lines of text that begin by saying that
 * they are custodian-only.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): the text, to be freed with g_free()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_risk_report_to_string (const DeidRiskReport *report);

G_END_DECLS

#endif
