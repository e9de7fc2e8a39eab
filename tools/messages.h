/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "verb.h"

/* What a tool says beside its report: errors, the steps of a run, progress. */

/* --json, --quiet and --verbose. */
extern const GOptionEntry message_entries[];

/* Errors name the options of @verb; @is_json says whether errors are objects, also those of the
 * command line. */
void messages_init (const Verb *verb, gboolean is_json);

/* Tells what the options say. */
gboolean is_json (void);
gboolean is_quiet (void);
gboolean shows_values (void);

/* Tells whether the options agree. */
gboolean check_message_options (GError **error);

/* Prints `deid VERB: message` to standard error, in one line, what is not printed escaped; names
 * and values are escaped in messages by deid_text_escape(), as the library does. With --json an
 * object
 * {"error": …} to where the report goes. Returns: @status. */
int print_error (const GError *error, int status);

/* Prints `deid VERB: message` to standard error, unless --quiet or where a report in JSON goes. */
void print_note (const char *message);

/* Says what a step did and what it took so far, with --verbose. */
void print_step (const char *step, double seconds, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Tells whether progress is shown: on a terminal, without --quiet. */
gboolean is_watched (void);

/* Progress is one line of standard error, where that is a terminal. A phase that takes longer than
 * a second is shown with its seconds, until the next one begins or something is printed. */
void begin_phase (const char *phase);

/* Shows how far a call has come, and guesses how long it still takes; @limit, the seconds that it
 * may take, or NULL. */
void show_progress (DeidProgress *progress, gpointer limit);

/* Removes the line. */
void end_progress (void);

/* Returns: (transfer full) (nullable): a table of a report as CSV. */
char *report_to_csv (const DeidReport *report, const char *table, GCancellable *cancellable,
                     GError **error);

/* Prints a text, which it takes over, and what comes behind it, unless the tool is to be quiet.
 * Returns: FALSE if the text is NULL. */
gboolean print_table (char *text, const char *end);
