/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/rational.h"

/* Population risk by its definition, for the verifier: nothing of what searches decide by is used.
 * Compares the sum over the classes of n / g ^ (@halves / 2) with @n times a threshold: @sign
 * becomes -1, 0 or 1 as it is below, equal or above. @exact is the shortest decimal of @threshold.
 * Numbers are below 2^63.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(classes) unless the two are almost equal, otherwise
 * O(classes^2). */
gboolean deid_plain_risk_compare (const DeidTableView *table, guint halves, double threshold,
                                  const DeidRational *exact, guint64 n, int *sign, GError **error);
