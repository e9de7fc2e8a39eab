/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Reads a text that ends in a NUL as JSON in which no object has a member twice.
 *
 * Returns: (transfer full): its root, or NULL with the errors of deid_json_check(). Complexity:
 * O(length). */
JsonNode *deid_json_read (const char *text, gsize length, guint64 first_line, GError **error);

/* Tells whether there is a node and it is a value of a type. */
gboolean deid_json_holds (JsonNode *node, GType type);
