/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Sets the error of an option with a bad value. Returns: FALSE. */
gboolean refuse_option (const char *option, const char *value, const char *expected,
                        GError **error);

/* Read the value of an option. Numbers have a decimal point, whatever the locale; shares may be
 * written as percentages, such as `5%`. */
gboolean read_number (const char *option, const char *text, double *number, GError **error);
gboolean read_share (const char *option, const char *text, double *share, GError **error);
gboolean read_count (const char *option, const char *text, guint64 *count, GError **error);

/* Returns: (transfer none): the text of a character, where `\t` is a tab. */
const char *read_character (const char *text);

/* Splits a list at its commas, but for those behind a backslash, and takes the blanks off its
 * items; NULL is an empty one.
 *
 * Returns: (transfer full): the items. */
char **split_list (const char *text);

/* Returns: (transfer full): a word of a command line, in quotes if the shell needs them. */
char *quote_word (const char *word);

/* Appends an item to a list as problem files have them: a semicolon within it is escaped. */
void append_item (GString *list, const char *item);
