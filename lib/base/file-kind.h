/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that are no text, which somebody took for a table, a hierarchy or a problem file. */
#pragma once

#include <glib.h>

/* Looks at the first bytes of a file. @name is the file's, as it is. Errors: %DEID_ERROR_ENCODING
 * for one of the known kinds of binary files; the message names the kind and the way out. */
gboolean deid_file_kind_check (const char *name, const char *bytes, gsize n_bytes, GError **error);

/* Fails with %DEID_ERROR_ENCODING if a text holds a NUL byte, and says where. @shown is the name of
 * the file, escaped; the text has a NUL behind it. */
gboolean deid_file_check_nul (const char *shown, const char *text, gsize length, GError **error);
