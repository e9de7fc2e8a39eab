/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-read.h"

/* Checks that the root of a text is that of another one: objects with the same members in any
 * order, arrays with the same elements, equal numbers.
 *
 * Errors: %DEID_ERROR_CERTIFICATE with the first member that differs. Complexity: O(size), times
 * members for objects of many. */
gboolean deid_json_compare (const DeidJson *found, const DeidJson *expected, gboolean show_values,
                            GError **error);
