/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* --suggest, which prints a problem file for a bare table. */
extern const GOptionEntry suggest_entries[];

/* Tells whether suggestions are asked for instead of a run. */
gboolean is_suggested (void);

/* Prints what is suggested for a table, read from a path (`-` for standard input) with some
 * options, of which the delimiter is given as on a command line, or NULL for a comma. The path is
 * printed absolute: nothing tells in which folder the problem file will be. */
gboolean print_suggestions (const DeidDataset *table, const char *path, const char *delimiter,
                            DeidCsvOptions *csv, GCancellable *cancellable, GError **error);
