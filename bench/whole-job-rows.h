/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Writes a table of @n_rows rows, which are those of the table at @source, from the first one on,
 * again and again. Both files have semicolons between fields and no quotes.
 *
 * Plain copies would bring no new combination of values. So in a copy that is not the first every
 * eighth row takes one field from another row, as many rows below as there are copies before:
 * combinations become more, a little, and values do not. */
gboolean write_rows (const char *source, guint64 n_rows, const char *path, GError **error);
