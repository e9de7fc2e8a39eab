/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the options were used.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_RELEASE_H
#define DEID_RELEASE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidReleaseOptions:
 *
 * How a released table is laid out.
 */
typedef struct DeidReleaseOptions DeidReleaseOptions;

DEID_AVAILABLE_IN_0_1
GType deid_release_options_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidReleaseOptions *deid_release_options_ref (DeidReleaseOptions *options);

/**
 * deid_release_options_unref:
 * @options: (transfer full): release options
 */
DEID_AVAILABLE_IN_0_1
void deid_release_options_unref (DeidReleaseOptions *options);

/**
 * deid_release_options_new:
 *
 * Creates the default options: suppressed records are dropped and the order is shuffled.
 * Returns: (transfer full): new options
 */
DEID_AVAILABLE_IN_0_1
DeidReleaseOptions *deid_release_options_new (void);

/**
 * deid_release_options_set_keep_suppressed:
 * @options: release options
 * @keep: whether suppressed records stay as placeholders; %FALSE by default
 *
 * Sets whether suppressed records are kept, with `*` in quasi-identifiers, nothing in sensitive
 * columns, and insensitive columns unchanged.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_keep_suppressed (DeidReleaseOptions *options, gboolean keep,
                                                   GError **error);

/**
 * deid_release_options_set_keep_order:
 * @options: release options
 * @keep: whether rows stay in the order of the input; %FALSE by default
 *
 * Sets whether the order of the input is kept, which links records to the input by their position.
 * Otherwise the order depends only on the released rows and the seed: rows are sorted by their
 * values, then shuffled.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_keep_order (DeidReleaseOptions *options, gboolean keep,
                                              GError **error);

/**
 * deid_release_options_set_seed:
 * @options: release options
 * @seed: the seed of the generator, 0 by default
 *
 * Sets the seed of the shuffle. It need not be secret.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_seed (DeidReleaseOptions *options, guint64 seed, GError **error);

/**
 * deid_release_options_set_n_threads:
 * @options: release options
 * @n_threads: how many threads may make a release and verify it, including the caller's, from 1 to
 *   1024; 1 by default
 *
 * Sets the number of threads. The release does not depend on it, nor on how many the system grants.
 * Only one thread asks the models if a model, also the quality model, is not thread-safe, or if
 * there is a population.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_n_threads (DeidReleaseOptions *options, guint n_threads,
                                             GError **error);

/**
 * deid_release_options_set_pseudonym:
 * @options: release options
 * @specification: (nullable): `hmac` or `random`; behind it the length of a pseudonym, from 8 to 32
 *   and 16 by default, and behind that its alphabet: `letters`, 20 small consonants, by default,
 *   `digits` or `hex`, as in `hmac:12:digits`; behind an `@` a judged column, as in `hmac@house`,
 *   if it is not for the entity column; %NULL, the default, for no pseudonyms of any column
 * @key: (nullable) (array length=key_size): the key of `hmac`, which is copied; %NULL for `random`
 * @key_size: how many bytes it has, from 32 to 4096
 *
 * Releases the entity column or a judged column as pseudonyms, so that the rows of a person or of a
 * group can be linked. Each value has one pseudonym, no two values of a column have the same, and a
 * missing value stays missing. Placeholders of suppressed records have no pseudonym. Call it once
 * for each column.
 *
 * The pseudonym of `hmac` is the HMAC-SHA-256 (RFC 2104) of the value's bytes in UTF-8, as the
 * dataset has it, read as a fraction of 32 bytes: its first digits to base 20, 10 or 16. In `hex`
 * these are the first digits of the HMAC as it is usually written. One key gives a value the same
 * pseudonym in each table and each column. With the key, anybody can compute the pseudonym of any
 * person, so keep it as secret as the names. It is never written. `random` draws a secret key for
 * each release and each column, and forgets it.
 *
 * A privacy model of a release with pseudonyms must judge several rows of a person together, as
 * persons:5 and persons:5:2 do, but not persons:5:1: an attacker who knows some of them finds the
 * others by the pseudonym. Pseudonyms of a judged column need a model of that column, such as
 * persons:5@house. Only one of the columns may have values with several rows: pseudonyms of two
 * tell which rows of a group belong to one person, and no model judges that.
 * Errors: %DEID_ERROR_PARSE, %DEID_ERROR_INVALID_ARGUMENT for a key of another size, for a key with
 * `random`, or for `hmac` without one. deid_result_apply() reports the others: %DEID_ERROR_ROLE
 * without an entity column, or for a column that is not judged; %DEID_ERROR_UNKNOWN_COLUMN;
 * %DEID_ERROR_INVALID_ARGUMENT if several rows have one value and no model judges them together, if
 * two columns have such rows, or if two values have the same pseudonym, as short ones may;
 * %DEID_ERROR_IO if the system gives no random bytes.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_pseudonym (DeidReleaseOptions *options, const char *specification,
                                             const guint8 *key, gsize key_size, GError **error);

/**
 * deid_result_apply:
 * @result: a result
 * @options: (nullable): the layout of the table, immutable from now on, or %NULL for the defaults
 *
 * Makes the released table. Quasi-identifiers are generalized; sensitive and insensitive columns
 * are unchanged; identifying, judged and entity columns and suppressed records are left out. The
 * options can add bin means and numbers of classes (deid-bin-means.h), and pseudonyms of persons.
 * The dictionaries of the table have only released values. The table privately keeps the input row
 * of each of its rows, the options, the problem and the policy, for deid_result_verify() and
 * deid_output_set_add_release().
 *
 * In a table with a weight column, rows that differ only in the weight are merged, and get the sum
 * of their weights: otherwise the weights of the combinations of the input would tell them apart.
 * Placeholders of suppressed records are merged among each other, never with a record. If the order
 * is kept, a merged row stands where its first input row does.
 * Errors: those that deid_release_options_set_bin_mean() and deid_release_options_set_pseudonym()
 * name; those of deid_result_get_partition(); if the problem keeps no preparation, those of
 * preparing it (see deid_search_run()). Complexity: O(rows x columns).
 * Returns: (transfer full): the released table, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_result_apply (DeidResult *result, DeidReleaseOptions *options,
                                GCancellable *cancellable, GError **error);

/**
 * deid_result_verify:
 * @result: a result
 * @release: a table made from it by deid_result_apply()
 *
 * Checks a released table by its labels alone, with code that the search does not use:
 *
 * - Each label is the one that the hierarchy gives the input value on the policy's level.
 * - Sensitive and insensitive values equal the input. Numbers computed of bins match the input's
 *   values, to 1e-12 of the greatest absolute value, and stand where they may.
 * - Each person has one pseudonym, which is not the person's value, and no two have the same.
 * - No input row is released twice. With a weight column, no two rows differ only in the weight,
 *   and weights are the sums of the input's.
 * - The table, grouped again, meets every privacy model. The number of suppressed records and the
 *   loss match the result. The suppression limit and those of groups are kept, and no record of a
 *   passing class was suppressed.
 *
 * Errors: %DEID_ERROR_VERIFICATION with the first discrepancy, %DEID_ERROR_INVALID_ARGUMENT if
 * @release was not made from the result's dataset, %DEID_ERROR_NO_MEMORY, those of the models.
 * Complexity: O(rows log rows x columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_verify (DeidResult *result, DeidDataset *release, GCancellable *cancellable,
                             GError **error);

G_END_DECLS

#endif
