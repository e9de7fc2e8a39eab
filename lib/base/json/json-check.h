/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"

/* Checks that a text is JSON as RFC 8259 has it, nested at most eight deep, with integers from
 * -2^63 to 2^63 - 1; only U+001F may stand in strings as it is, since json-glib writes it so. The
 * parser of json-glib also reads comments, octal numbers and what follows the end, takes integers
 * modulo 2^64, recurses without limit, and leaks what it has read when it meets an error; so it is
 * given nothing that has one.
 *
 * Errors: %DEID_ERROR_PARSE with the line, the text's first being @first_line; those of
 * deid_stop_check(). Complexity: O(length). */
gboolean deid_json_check (const char *text, gsize length, guint64 first_line, const DeidStop *stop,
                          GError **error);
