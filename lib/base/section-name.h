/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Names of columns in the headings of sections. `%XX` stands for a byte, as in a URI; any other
 * percent sign stands for itself. An asterisk that is not escaped stands for any characters, a
 * question mark for one. */

/* Returns: (transfer full): a name so that it reads back and fits a heading: with escapes for
 * brackets, percent signs, asterisks, question marks, characters that are not
 * seen as they are, and blanks at either end. @name is UTF-8. */
char *deid_section_name_escape (const char *name);

/* Returns: (transfer full) (nullable): the name that a text without asterisks and question marks
 * stands for, or %NULL if that is empty, has a NUL or is not valid UTF-8. */
char *deid_section_name_unescape (const char *text);

/* Tells whether a text has asterisks or question marks that are not escaped. */
gboolean deid_section_name_is_glob (const char *text);

/* Tells whether a name is one of those that a text stands for. */
gboolean deid_section_name_matches (const char *text, const char *name);
