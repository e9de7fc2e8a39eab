/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "certificate/certificate-private.h"
#include "search/local/bound/prices.h"

/* Certificates of bounds, whose format deid-bound-certificate.h describes. */

/* Writes the prices that a result keeps, once it is checked that they are a bound. The rest as
 * deid_certificate_write_lines() does. Errors: %DEID_ERROR_CERTIFICATE if they are none, those of
 * deid_problem_write_bound_certificate(). */
gboolean deid_bound_certificate_write_kept (const DeidResult *result, const char *release_sha256,
                                            DeidCertificateOpener open, gpointer data,
                                            const DeidStop *stop, GError **error);
