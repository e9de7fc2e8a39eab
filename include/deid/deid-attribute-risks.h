/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidAttributeRisks: make and keep
 *     DeidAttributeRisks *deid_attribute_risks_new_before (result, max_size, cancellable, error)
 *     DeidAttributeRisks *deid_attribute_risks_new_after (result, max_size, cancellable, error)
 *     DeidAttributeRisks *deid_attribute_risks_ref (risks)
 *     void deid_attribute_risks_unref (risks)
 *     GType deid_attribute_risks_get_type (void)
 *
 * DeidAttributeRisks: use
 *     char *deid_attribute_risks_to_text (risks, audience, cancellable, error)
 *     char *deid_attribute_risks_to_json (risks, audience, cancellable, error)
 *
 * DeidAttributeRisks: read
 *     gboolean deid_attribute_risks_count_subsets (n_attributes, max_size, n_subsets, error)
 *     gboolean deid_attribute_risks_is_publishable (risks)
 *     gboolean deid_attribute_risks_is_after (risks)
 *     guint deid_attribute_risks_get_max_size (risks)
 *     guint64 deid_attribute_risks_get_n_records (risks)
 *     guint64 deid_attribute_risks_get_n_pairs (risks)
 *     guint64 deid_attribute_risks_get_n_subsets (risks)
 *     guint deid_attribute_risks_get_n_attributes (risks, subset)
 *     guint deid_attribute_risks_get_attribute (risks, subset, index)
 *     guint64 deid_attribute_risks_get_n_distinct (risks, subset)
 *     double deid_attribute_risks_get_distinction (risks, subset)
 *     guint64 deid_attribute_risks_get_n_separated (risks, subset)
 *     double deid_attribute_risks_get_separation (risks, subset)
 */
#ifndef DEID_ATTRIBUTE_RISKS_H
#define DEID_ATTRIBUTE_RISKS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-risk-report.h>

G_BEGIN_DECLS

/**
 * DeidAttributeRisks:
 *
 * Which quasi-identifiers identify most: for each of their subsets up to a given size
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
 * All figures that functions return are custodian-only. The public may read which subsets of a
 * released table were looked at, but no figure, for none keeps to a minimum cell: with the number
 * of records, the pairs that an attribute of two values tells apart give the numbers of records
 * with either, by an equation of the second degree; the distinct combinations of all
 * quasi-identifiers are the classes; and even rough bounds tell, beside the intervals of a public
 * risk report, how large the largest class is. So there is nothing that such a thing as
 * deid_risk_report_new_public() could keep, and all that functions return is always told.
 * Immutable.
 *
 * Source: R. Motwani and Y. Xu, "Efficient algorithms for masking and finding quasi-identifiers",
 * Proceedings of the VLDB Conference, 2007.
 *
 * Since: 0.1
 */
typedef struct DeidAttributeRisks DeidAttributeRisks;

/**
 * deid_attribute_risks_get_type:
 *
 * Gets the type under which #DeidAttributeRisks is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_attribute_risks_get_type (void);

/**
 * deid_attribute_risks_ref:
 * @risks: attribute risks
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @risks
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAttributeRisks *deid_attribute_risks_ref (DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_unref:
 * @risks: (transfer full): attribute risks
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_attribute_risks_unref (DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_count_subsets:
 * @n_attributes: how many quasi-identifiers there are
 * @max_size: how many attributes a subset may have, at least 1; all if it is more than there are
 * @n_subsets: (out) (optional): return location for the number of subsets
 * @error: return location for an error, or %NULL
 *
 * Counts subsets, before anything is measured. There may be 65,536 of them: all of 16 attributes,
 * those of up to three of 70. The message of the error for more says how many there are, and the
 * greatest @max_size that has few enough.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_TOO_LARGE. Any thread may call this.
 * Complexity: O(@n_attributes).
 *
 * Returns: whether there are few enough
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_attribute_risks_count_subsets (guint n_attributes, guint max_size, guint64 *n_subsets,
                                             GError **error);

/**
 * deid_attribute_risks_new_before:
 * @result: a result
 * @max_size: how many attributes a subset may have, at least 1; all if it is more than there are
 * @cancellable: (nullable): cancels the measurement from another thread
 * @error: return location for an error, or %NULL
 *
 * Measures the input table of a result, on the values of its quasi-identifiers.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_TOO_LARGE for more than 2^32 records, or more
 * subsets than deid_attribute_risks_count_subsets() allows, %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(classes x subsets x size).
 *
 * Returns: (transfer full): the figures, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAttributeRisks *deid_attribute_risks_new_before (DeidResult *result, guint max_size,
                                                     GCancellable *cancellable, GError **error);

/**
 * deid_attribute_risks_new_after:
 * @result: a result
 * @max_size: how many attributes a subset may have, at least 1; all if it is more than there are
 * @cancellable: (nullable): cancels the measurement from another thread
 * @error: return location for an error, or %NULL
 *
 * Measures the table that is released by the policy of a result.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_TOO_LARGE for more than 2^32 records, or more
 * subsets than deid_attribute_risks_count_subsets() allows, %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED, %DEID_ERROR_EMPTY where the models, asked again, let no record pass, those
 * that models set. Any thread may call this. Complexity: O(classes x subsets x size).
 *
 * Returns: (transfer full): the figures, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAttributeRisks *deid_attribute_risks_new_after (DeidResult *result, guint max_size,
                                                    GCancellable *cancellable, GError **error);

/**
 * deid_attribute_risks_is_publishable:
 * @risks: attribute risks
 *
 * Tells whether there is a text for the public: the figures are of a released table.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether they can
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_attribute_risks_is_publishable (const DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_is_after:
 * @risks: attribute risks
 *
 * Tells which table was measured.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is the released one, of deid_attribute_risks_new_after(), and not the input
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_attribute_risks_is_after (const DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_get_max_size:
 * @risks: attribute risks
 *
 * Gets how many attributes the largest subsets have.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of attributes, at most that of quasi-identifiers
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_attribute_risks_get_max_size (const DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_get_n_records:
 * @risks: attribute risks
 *
 * Gets the number of records in the table: the denominator of distinctions.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_attribute_risks_get_n_records (const DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_get_n_pairs:
 * @risks: attribute risks
 *
 * Gets the number of pairs of records: the denominator of separations.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of pairs
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_attribute_risks_get_n_pairs (const DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_get_n_subsets:
 * @risks: attribute risks
 *
 * Gets how many subsets there are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of subsets
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_attribute_risks_get_n_subsets (const DeidAttributeRisks *risks);

/**
 * deid_attribute_risks_get_n_attributes:
 * @risks: attribute risks
 * @subset: index of a subset, below deid_attribute_risks_get_n_subsets()
 *
 * Gets how many attributes a subset has.
 *
 * Any thread may call this. Complexity: O(size).
 *
 * Returns: the number of attributes
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_attribute_risks_get_n_attributes (const DeidAttributeRisks *risks, guint64 subset);

/**
 * deid_attribute_risks_get_attribute:
 * @risks: attribute risks
 * @subset: index of a subset, below deid_attribute_risks_get_n_subsets()
 * @index: index of an attribute of the subset, below deid_attribute_risks_get_n_attributes()
 *
 * Gets one attribute of a subset; they ascend.
 *
 * Any thread may call this. Complexity: O(attributes).
 *
 * Returns: the index of the attribute in the lattice
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_attribute_risks_get_attribute (const DeidAttributeRisks *risks, guint64 subset,
                                          guint index);

/**
 * deid_attribute_risks_get_n_distinct:
 * @risks: attribute risks
 * @subset: index of a subset, below deid_attribute_risks_get_n_subsets()
 *
 * Gets the number of distinct combinations of values of a subset.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of combinations
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_attribute_risks_get_n_distinct (const DeidAttributeRisks *risks, guint64 subset);

/**
 * deid_attribute_risks_get_distinction:
 * @risks: attribute risks
 * @subset: index of a subset, below deid_attribute_risks_get_n_subsets()
 *
 * Gets the distinction of a subset.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of combinations over that of records, in (0, 1]
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_attribute_risks_get_distinction (const DeidAttributeRisks *risks, guint64 subset);

/**
 * deid_attribute_risks_get_n_separated:
 * @risks: attribute risks
 * @subset: index of a subset, below deid_attribute_risks_get_n_subsets()
 *
 * Gets the number of pairs of records that a subset tells apart.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of pairs
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_attribute_risks_get_n_separated (const DeidAttributeRisks *risks, guint64 subset);

/**
 * deid_attribute_risks_get_separation:
 * @risks: attribute risks
 * @subset: index of a subset, below deid_attribute_risks_get_n_subsets()
 *
 * Gets the separation of a subset.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of pairs told apart over that of all pairs, in [0, 1]; 0 if there are no
 *   pairs
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_attribute_risks_get_separation (const DeidAttributeRisks *risks, guint64 subset);

/**
 * deid_attribute_risks_to_text:
 * @risks: attribute risks
 * @audience: whom it is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all figures as a table, each with its denominator; the first line says for whom it is. For
 * the public it names the subsets, whose figures are withheld.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for the public where deid_attribute_risks_is_publishable()
 * does not hold, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this.
 * Complexity: O(subsets x attributes).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_attribute_risks_to_text (const DeidAttributeRisks *risks, DeidAudience audience,
                                    GCancellable *cancellable, GError **error);

/**
 * deid_attribute_risks_to_json:
 * @risks: attribute risks
 * @audience: whom it is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all figures as a JSON object with the members `audience`, `table` (`input` or `release`),
 * `records`, `pairs` and `subsets`, an array of objects with `attributes`, `distinct`,
 * `distinction`, `separated` and `separation`. For the public all numbers are null. For the
 * custodian, and where a job stated the problem, `problem` is the text of
 * deid_problem_get_statement().
 *
 * Errors: those of deid_attribute_risks_to_text(). Any thread may call this. Complexity: O(subsets
 * x attributes).
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_attribute_risks_to_json (const DeidAttributeRisks *risks, DeidAudience audience,
                                    GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
