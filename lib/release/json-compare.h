/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Checks that a JSON value is another one: objects with the same members in any order, arrays with
 * the same elements, equal numbers.
 *
 * Errors: %DEID_ERROR_CERTIFICATE with the first member that differs. Complexity: O(size). */
gboolean deid_json_compare (JsonNode *found, JsonNode *expected, GError **error);
