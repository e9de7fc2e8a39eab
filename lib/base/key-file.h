/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"

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

/* Key files as GLib writes and reads them, line by line: sections, keys and values, comments behind
 * `#`. GKeyFile itself says neither where something stands nor that it stands there twice, its
 * messages depend on the locale, and it aborts without memory. */

typedef enum
{
  DEID_KEY_FILE_END,
  DEID_KEY_FILE_SECTION, /* its name */
  DEID_KEY_FILE_ENTRY    /* a key and its value, still escaped */
} DeidKeyFileItem;

typedef struct
{
  char *next;   /* what is still to be read: a text with a NUL at its end, which reading changes */
  guint64 line; /* of the item, from 1 */
  char *name;   /* of the section or the key */
  char *value;
} DeidKeyFile;

/* Reads on. Blanks around names and values are left out. Errors: %DEID_ERROR_PARSE, without the
 * place. */
gboolean deid_key_file_next (DeidKeyFile *file, DeidKeyFileItem *item, GError **error);

/* Takes an entry of settings. */
typedef gboolean (*DeidKeyFileFunc) (gpointer data, const char *name, const char *value,
                                     GError **error);

/* Reads settings: entries without sections, each of which @set takes. Errors: %DEID_ERROR_PARSE for
 * a section and a line that is no entry, and those of @set; all say the line of @what. */
gboolean deid_key_file_read_entries (const char *text, const char *what, DeidKeyFileFunc set,
                                     gpointer data, GError **error);

/* Undoes the escapes of a value in its place: `\s`, `\n`, `\t`, `\r`, `\\` and `\;`, and `\xFF` for
 * a byte that is a control character or none of ASCII, and need not be UTF-8. Of a list `\\`,
 * `\;` and `\s` stay: they are needed to take it apart; blanks around its items go. Errors:
 * %DEID_ERROR_PARSE, without the place. */
gboolean deid_key_file_unescape (char *value, gboolean is_list, GError **error);

/* Adds an entry, unless @value is NULL: with escapes, so that it reads back, and as UTF-8, whatever
 * its bytes are. */
void deid_key_file_add_entry (DeidLongText *text, const char *key, const char *value,
                              gboolean is_list);

/* Returns: (transfer full): the list in its normal form whose items are these, to a NULL. */
char *deid_key_file_join (const char *const *items);
