/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/bound/prices.h"

/* Certificates of bounds, whose format deid-bound-certificate.h describes. */

/* Writes the second line, on the bound, without a line end. */
char *deid_bound_certificate_describe (guint64 k, guint64 n_combinations, double lower_bound,
                                       GError **error);

/* Writes prices as a certificate of the bound that they make, whether or not they are valid: the
 * digests are of the table as it is, so they must be of a view of all rows. Sets the bound. Errors:
 * %DEID_ERROR_IO, those of digests. */
gboolean deid_bound_certificate_write (const DeidLocalPrices *prices, const char *path,
                                       double *lower_bound, const DeidStop *stop, GError **error);
