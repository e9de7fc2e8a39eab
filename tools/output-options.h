/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The options of the command line that name the files to write: the table, what goes with it, and
 * how files are made. */
extern const GOptionEntry output_entries[], artefact_entries[], file_entries[];

/* Returns: (nullable): where the table goes. */
const char *get_release_path (void);

/* Tells whether an engine makes the released table, not a script later. */
gboolean is_engine_asked (void);

/* Tells whether tables are written so that spreadsheets take nothing for a formula. */
gboolean is_spreadsheet_safe (void);

/* Names the files that are read, @inputs, and those that will be written, so that none is written
 * over another one, and settles where the report goes: to standard error if a file goes to standard
 * output. */
gboolean reserve_outputs (DeidOutputSet *outputs, const char *const *inputs, GError **error);

/* The same by the settings that were read. */
gboolean reserve_outputs_of_settings (DeidOutputSet *outputs, GError **error);
