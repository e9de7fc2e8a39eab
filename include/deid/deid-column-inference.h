/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_COLUMN_INFERENCE_H
#define DEID_COLUMN_INFERENCE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-column-types.h>

G_BEGIN_DECLS

/**
 * DeidColumnInference:
 *
 * What the values of a column look like: their likely type, what speaks against it, and which of
 * them seem to mean a missing value. It changes nothing: a host that agrees calls
 * deid_dataset_add_missing_codes() and deid_dataset_set_column_type().
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
 * Values of the table are not kept except codes of the list. Immutable.
 */
typedef struct DeidColumnInference DeidColumnInference;

DEID_AVAILABLE_IN_0_1
GType deid_column_inference_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidColumnInference *deid_column_inference_ref (DeidColumnInference *inference);

/**
 * deid_column_inference_unref:
 * @inference: (transfer full): an inference
 */
DEID_AVAILABLE_IN_0_1
void deid_column_inference_unref (DeidColumnInference *inference);

/**
 * deid_column_inference_new:
 * @dataset: a dataset
 * @column: the name of a column
 *
 * Inspects the values of a column, whatever its type.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_NO_MEMORY. Complexity: O(length of the distinct
 * values), and the rows up to the first exception.
 * Returns: (transfer full): what they look like, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidColumnInference *deid_column_inference_new (const DeidDataset *dataset, const char *column,
                                                GCancellable *cancellable, GError **error);

/**
 * deid_column_inference_get_column_type:
 * @inference: an inference
 *
 * Returns: the likely type; deid_dataset_set_column_type() takes it once the missing codes are set,
 *   if there are no exceptions
 */
DEID_AVAILABLE_IN_0_1
DeidColumnType deid_column_inference_get_column_type (const DeidColumnInference *inference);

/**
 * deid_column_inference_get_n_formats:
 * @inference: an inference
 *
 * Returns: the number of formats that fit the dates: more than one if no value tells whether the
 *   day or the month comes first, 0 if the type is not a date
 */
DEID_AVAILABLE_IN_0_1
guint deid_column_inference_get_n_formats (const DeidColumnInference *inference);

/**
 * deid_column_inference_get_format:
 * @inference: an inference
 * @index: index of a format, below deid_column_inference_get_n_formats()
 *
 * Returns: (transfer none) (nullable): a format that fits the dates, as
 *   deid_dataset_set_column_type() takes it; %NULL for ISO 8601
 */
DEID_AVAILABLE_IN_0_1
const char *deid_column_inference_get_format (const DeidColumnInference *inference, guint index);

/**
 * deid_column_inference_get_n_values:
 * @inference: an inference
 *
 * Returns: the number of different values, without missing codes
 */
DEID_AVAILABLE_IN_0_1
guint deid_column_inference_get_n_values (const DeidColumnInference *inference);

/**
 * deid_column_inference_get_n_exceptions:
 * @inference: an inference
 *
 * Returns: how many of these values are not of the type
 */
DEID_AVAILABLE_IN_0_1
guint deid_column_inference_get_n_exceptions (const DeidColumnInference *inference);

/**
 * deid_column_inference_get_first_exception:
 * @inference: an inference
 * @row: (out): the first row whose value is not of the type; %G_MAXUINT64 if there is none
 *
 * Returns: whether there is such a row
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_column_inference_get_first_exception (const DeidColumnInference *inference,
                                                    guint64 *row);

/**
 * deid_column_inference_has_leading_zeros:
 * @inference: an inference
 *
 * Returns: whether the values are digits, some beginning with `0`: texts such as postal codes
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_column_inference_has_leading_zeros (const DeidColumnInference *inference);

/**
 * deid_column_inference_get_missing_codes:
 * @inference: an inference
 *
 * Returns: (transfer none) (array zero-terminated=1): the values that seem to mean a missing one,
 *   in the order of their first appearance, for deid_dataset_add_missing_codes()
 */
DEID_AVAILABLE_IN_0_1
const char *const *deid_column_inference_get_missing_codes (const DeidColumnInference *inference);

G_END_DECLS

#endif
