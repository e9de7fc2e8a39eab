/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a call used the options.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_CERTIFICATE_OPTIONS_H
#define DEID_CERTIFICATE_OPTIONS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * DeidCertificateOptions:
 *
 * How a certificate is verified. Immutable once a call used it.
 */
typedef struct DeidCertificateOptions DeidCertificateOptions;

DEID_AVAILABLE_IN_0_1
GType deid_certificate_options_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidCertificateOptions *deid_certificate_options_ref (DeidCertificateOptions *options);

/**
 * deid_certificate_options_unref:
 * @options: (transfer full): certificate options
 */
DEID_AVAILABLE_IN_0_1
void deid_certificate_options_unref (DeidCertificateOptions *options);

/**
 * deid_certificate_options_new:
 *
 * Creates the default options: no release is compared, and there is no progress function.
 * Returns: (transfer full): new options
 */
DEID_AVAILABLE_IN_0_1
DeidCertificateOptions *deid_certificate_options_new (void);

/**
 * deid_certificate_options_add_release:
 * @options: certificate options
 * @path: (type filename): a released file
 *
 * Adds a released file that a certificate must belong to: `release_sha256` of the certificate must
 * be the SHA-256 of this file. For linked tables, add the file of each table, in the order of the
 * tables. The content of a file is not checked; deid_result_verify() checks that of a table that
 * was made from the result.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_certificate_options_add_release (DeidCertificateOptions *options, const char *path,
                                               GError **error);

/**
 * deid_certificate_options_set_release_sha256:
 * @options: certificate options
 * @sha256: (nullable): the SHA-256 of a released file in 64 lower-case hexadecimal digits, as
 *   `sha256sum` prints it, or for linked tables the list that
 *   deid_output_set_get_release_sha256() returns; %NULL for none, the default
 *
 * Sets the `release_sha256` that a certificate must have, for a host that knows the digest of the
 * released file. With deid_certificate_options_add_release() both are compared.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for other texts.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_certificate_options_set_release_sha256 (DeidCertificateOptions *options,
                                                      const char *sha256, GError **error);

/**
 * deid_certificate_options_set_progress_func:
 * @options: certificate options
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): told, at most ten times
 *   a second and once when all boxes are settled, how far the call has come, on the thread that
 *   verifies; or %NULL
 * @user_data: data for @func
 * @destroy: (nullable): called once when @user_data is no longer needed, also if this call fails
 *
 * Sets a function that is told the progress of a verification, whose loss is what the certificate
 * claims, and whose bound is what is known without it.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_certificate_options_set_progress_func (DeidCertificateOptions *options,
                                                     DeidProgressFunc func, gpointer user_data,
                                                     GDestroyNotify destroy, GError **error);

G_END_DECLS

#endif
