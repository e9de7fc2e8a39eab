/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the handle cannot be
 *   changed any more.
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
 * Creates options with the defaults: suppressed records are dropped and the order is shuffled.
 * Returns: (transfer full): new options
 */
DEID_AVAILABLE_IN_0_1
DeidReleaseOptions *deid_release_options_new (void);

/**
 * deid_release_options_set_keep_suppressed:
 * @options: release options
 * @keep: whether suppressed records stay as place holders
 *
 * Sets whether suppressed records are kept, with `*` in quasi-identifiers and nothing in sensitive
 * columns; insensitive columns stay. Default: %FALSE.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_keep_suppressed (DeidReleaseOptions *options, gboolean keep,
                                                   GError **error);

/**
 * deid_release_options_get_keep_suppressed:
 * @options: release options
 *
 * Returns: whether suppressed records are kept
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_get_keep_suppressed (const DeidReleaseOptions *options);

/**
 * deid_release_options_set_keep_order:
 * @options: release options
 * @keep: whether rows stay in the order of the input
 *
 * Sets whether the order of the input is kept. It links records to the input by their position, so
 * the default is %FALSE: rows are sorted by what is released of them, then shuffled by a generator
 * that starts from the seed. Their order then depends on the released rows and the seed alone.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_keep_order (DeidReleaseOptions *options, gboolean keep,
                                              GError **error);

/**
 * deid_release_options_get_keep_order:
 * @options: release options
 *
 * Returns: whether the order of the input is kept
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_get_keep_order (const DeidReleaseOptions *options);

/**
 * deid_release_options_set_seed:
 * @options: release options
 * @seed: where the generator starts
 *
 * Sets the seed of the shuffle. Default: 0. Nothing can be learnt from knowing it.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_seed (DeidReleaseOptions *options, guint64 seed, GError **error);

/**
 * deid_release_options_get_seed:
 * @options: release options
 *
 * Returns: the seed of the shuffle
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_release_options_get_seed (const DeidReleaseOptions *options);

/**
 * deid_release_options_set_n_threads:
 * @options: release options
 * @n_threads: how many threads making a release and verifying it may use, the caller's included,
 *   from 1 to 1024
 *
 * Sets the number of threads. The release does not depend on it, nor on how many the system grants.
 * Models are asked by one thread if one of them, or the quality model, is not thread-safe, or if
 * there is a population. Default: 1, so that a library in a host starts no threads unasked.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_n_threads (DeidReleaseOptions *options, guint n_threads,
                                             GError **error);

/**
 * deid_release_options_get_n_threads:
 * @options: release options
 *
 * Gets how many threads making a release and verifying it may use.
 * Returns: the number of threads
 */
DEID_AVAILABLE_IN_0_1
guint deid_release_options_get_n_threads (const DeidReleaseOptions *options);

/**
 * deid_result_apply:
 * @result: a result
 * @options: (nullable): how to lay the table out, or %NULL for the defaults; they cannot be changed
 *   from now on
 *
 * Makes the released table: quasi-identifiers generalized, sensitive and insensitive columns as
 * they are, identifying, judged and entity columns left out, records suppressed; bin means stand
 * beside labels, and numbers of classes in place of values, where the options ask for them
 * (deid-bin-means.h). Only values that are released stand in its dictionaries. Privately it
 * remembers which rows of the input each of its rows comes from, and the options, for
 * deid_result_verify(), and the problem and the policy that it was released by, of which it keeps
 * references, for deid_output_set_add_release().
 *
 * Rows of a table with a weight column that are alike in all that is released but the weight are
 * one row, with the sum of their weights: otherwise the weights, which are those of the
 * combinations of the input, would tell these apart. Place holders of suppressed records are merged
 * among each other, never with a record. Where the order is kept, a row stands where the first row
 * of the input that it comes from does.
 * Errors: those of deid_release_options_set_bin_mean() that it names; those of
 * deid_result_get_partition(), the first time with those of preparing the problem (see
 * deid_search_run()) if it does not keep that. Complexity: O(rows x columns).
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
 * Checks a released table by its labels alone, with code that the search does not use: each label
 * is the one that its attribute's hierarchy gives the input value on the policy's level; sensitive
 * and insensitive values are the input's; numbers that are computed of bins are those of the
 * input's values, to 1e-12 of the greatest in size, and stand where they may; no input row is
 * released twice; with a weight column no two rows are alike in all but the weight, and weights are
 * the sums of the input's; the table, grouped again, meets every privacy model; the number of
 * suppressed records and the loss are what the result says; the suppression limit and those of
 * groups are kept, and no record was suppressed whose class passes.
 * Errors: %DEID_ERROR_VERIFICATION with the first discrepancy, %DEID_ERROR_INVALID_ARGUMENT if
 * @release was not made from the result's dataset, %DEID_ERROR_NO_MEMORY, those of the models.
 * Complexity: O(rows log rows x columns).
 * Returns: whether the released table is what the result says
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_verify (DeidResult *result, DeidDataset *release, GCancellable *cancellable,
                             GError **error);

G_END_DECLS

#endif
