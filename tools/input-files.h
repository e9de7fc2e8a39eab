/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* What messages call standard input. */
#define STANDARD_INPUT "standard input"

/* Files that are read; the path `-` is standard input, of one of them. */

/* Tells whether an option's path is standard input. @path may be NULL. */
gboolean is_standard_input (const char *path);

/* Checks that standard input is open, and is the path of one option at most; @paths are followed by
 * NULL, those that were not given are empty texts. */
gboolean check_standard_input (const char *const *paths, GError **error);

/* Returns: (transfer full): standard input. */
GInputStream *open_standard_input (void);

/* Returns: (transfer none): the path by which an output set compares files. */
const char *get_input_path (const char *path);

/* Reads a table whose encoding and delimiter may be any: sets [input] to what it looks like, unless
 * the settings say. A pipe other than standard input is read as UTF-8 with commas.
 * Returns: (transfer full): the table, or NULL with an error. */
DeidDataset *read_table_of_any_form (const char *path, GCancellable *cancellable, GError **error);

/* Returns: (transfer full): the table, or NULL with an error. */
DeidDataset *read_table (const char *path, DeidCsvOptions *csv, GCancellable *cancellable,
                         GError **error);
