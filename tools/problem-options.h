/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The options of the command line that state a problem. */
extern const GOptionEntry problem_entries[];

/* Returns: (transfer full): where all that is read stands: the table, that of its population, and
 * hierarchies. */
char **list_input_paths (void);

/* Writes a text of others, such as the name of a column, so that it stays in its line: what is not
 * printed is escaped as in C. */
char *escape_text (const char *text);

/* Prints `PROGRAM: message` to standard error, in one line. */
void print_error (const char *program, const GError *error);

/* Whether error messages show values. */
gboolean shows_values (void);

/* Returns: (transfer full): how tables are read and written, or NULL with an error. */
DeidCsvOptions *make_csv_options (GError **error);

/* Reads the table and the hierarchies, and states the problem.
 *
 * Returns: (transfer full): the problem, or NULL with an error. */
DeidProblem *load_problem (DeidCsvOptions *csv, GError **error);

/* Returns: (transfer none): the table of a problem. */
DeidDataset *get_table (const DeidProblem *problem);

/* Sets the error of an option with a bad value. Returns: FALSE. */
gboolean refuse_option (const char *option, const char *value, const char *expected,
                        GError **error);

/* Read the value of an option. Numbers have a decimal point, whatever the locale. */
gboolean read_number (const char *option, const char *text, double *number, GError **error);
gboolean read_count (const char *option, const char *text, guint64 *count, GError **error);

/* Reads the command line; nothing but options may stand there, those that state a problem and those
 * of @own_entries, which ends with NULL. */
gboolean read_command_line (int argc, char **argv, const char *summary,
                            const GOptionEntry *const *own_entries, GError **error);

/* Tells how far a call has come on standard error, if that is a terminal. */
void show_progress (DeidProgress *progress, gpointer user_data);
