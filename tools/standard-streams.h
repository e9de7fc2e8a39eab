/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The standard streams of a command-line tool: nothing that was to be printed gets lost without an
 * exit status that tells. */

/* To be called before anything is opened. Descriptors that are closed are taken by the null device,
 * so that no file gets their number; a pipe whose reader went away, and a file that grows too
 * large, are errors and not the end of the process. If something could not be printed by g_print(),
 * the exit status is 2 at any exit. */
void standard_streams_init (const char *program);

/* Prints where g_print() does, in UTF-8 whatever the locale: a problem file or JSON, which are read
 * so. */
void print_unconverted (const char *text);

/* Tells whether the stream that g_print() prints to was open at the start, and standard input. */
gboolean is_report_stream_open (void);
gboolean is_input_stream_open (void);

/* Tells whether a path leads to what standard output or standard error is, unless that is the null
 * device. */
gboolean is_standard_output (const char *path);
gboolean is_standard_error (const char *path);

/* Checks that a path to be written, which may be NULL, is not the name of the file that a standard
 * stream goes to: what is printed would be lost where that file is replaced. Paths that name the
 * stream itself, as /dev/stdout does, are written into. */
gboolean check_streams_are_kept (const char *path, GError **error);

/* Tells whether standard output and standard error are one file. On a terminal they are, and
 * whoever looks at it has asked for that: that does not count. */
gboolean are_streams_one (void);

/* Has g_print() print to standard error from now on, or tells whether it does. */
void print_to_standard_error (void);
gboolean is_report_on_standard_error (void);
