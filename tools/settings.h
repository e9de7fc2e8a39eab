/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The settings of a run: problem files, with the options of the command line on top of them. */

/* --problem, --set and --write-problem. */
extern const GOptionEntry settings_entries[];

/* Reads the problem files and the options. Arguments that end in `.ini` are problem files, another
 * one is the table. Returns: FALSE with an error. */
gboolean read_settings (GError **error);

/* The same for a verb without problem files, whose arguments are other files. */
gboolean read_options_only (GError **error);

/* Returns: (transfer none): the settings. */
DeidJob *get_settings (void);

/* Tells whether a key that is a flag is set. */
gboolean has_flag (const char *section, const char *key);

/* Tells whether a local recoding is asked for, by its name or by that of its search. */
gboolean is_recoding_local (void);

/* Tells whether a column has a key, with this value unless @value is NULL. */
gboolean any_column_has (const char *key, const char *value);

/* Reserves a file that is written instead of those of the settings, and names what must not be
 * written over. */
gboolean reserve_file (DeidOutputSet *outputs, const char *own, GError **error);

/* Tells whether --write-problem asks for the settings in their normal form instead of a run, and
 * writes them. */
gboolean is_problem_written (void);
gboolean write_problem (DeidOutputSet *outputs, GCancellable *cancellable, GError **error);
