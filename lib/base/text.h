/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns: (transfer full): at most the first 60 characters of a UTF-8 text, for messages. */
char *deid_text_shorten (const char *text);

/* Tells whether a text may name something of a host in files: it is not empty, is valid UTF-8 and
 * has no control characters. @text may be NULL. */
gboolean deid_text_is_spelling (const char *text);
