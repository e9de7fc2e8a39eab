/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <glib.h>

/* Sets an error of the library, as g_set_error() does. Returns: FALSE, or of the second NULL, so
 * that a function fails in one statement. */
gboolean deid_fail (GError **error, DeidError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
gpointer deid_fail_null (GError **error, DeidError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* The format of a count of type guint64. */
#define DEID_COUNT_FORMAT "%" G_GUINT64_FORMAT

/* What comes from outside and stands in a message or a report: names, specifications, values. No
 * line can be forged by it, nor a terminal moved: control characters, characters that are not seen
 * or turn the direction of writing, and bytes that are not UTF-8 are written as escapes, as is the
 * backslash: `\n`, `\x1B` for a byte, `\u{202E}` for a character. */

/* Returns: (transfer full): the whole text. */
char *deid_text_escape (const char *text);

/* Returns: (transfer full): the first 60 characters of a text, to stand within quotes ('), which
 * are escaped too; an ellipsis stands for the rest. @length is in bytes, -1 up to the NUL. */
char *deid_text_show (const char *text, gssize length);

/* The same in memory that lasts as long as the block in which it stands: for messages. */
#define DEID_SHOWN_SIZE 640
#define DEID_SHOW(text) deid_text_show_in ((text), (char[DEID_SHOWN_SIZE]){ 0 })

const char *deid_text_show_in (const char *text, char shown[DEID_SHOWN_SIZE]);

/* Puts a value before the message of an error, if values may be shown. */
void deid_text_prefix_value (GError **error, gboolean show_values, const char *text, gssize length);

/* Adds a text to the message of an error. */
void deid_text_append_to_error (GError **error, const char *text);

/* Compares the texts that two elements of an array point to, for sorting. */
int deid_text_compare (gconstpointer a, gconstpointer b);

/* Returns: (transfer full): at most the first 60 characters of a UTF-8 text, for where it is
 * escaped otherwise. */
char *deid_text_shorten (const char *text);

/* Tells whether a character may stand in a line as it is. */
gboolean deid_text_is_plain (gunichar c);

/* Returns: the length of the character that a text begins with, 1 of a byte that is part of none;
 * @is_plain is whether it may stand in a line as it is. The text is not empty. */
gsize deid_text_measure_character (const char *text, gboolean *is_plain);

/* Moves the beginning of a text behind its leading blanks: spaces and tabs. Returns: its length up
 * to the blanks at its end. */
gsize deid_text_strip (const char **text);

/* Returns: (transfer full) (nullable): a UTF-8 text with composed letters (NFC), and with blanks in
 * place of those that do not break a line; %NULL if it is that text already, as all of ASCII are.
 */
char *deid_text_normalize (const char *text);

/* The same in place; a text that would become longer stays as it is. */
void deid_text_normalize_in_place (char *text);

/* Tells whether a text begins with an escape as in a URI, `%` and two hexadecimal digits, and which
 * byte that is. */
gboolean deid_text_is_escape (const char *text, char *byte);

/* Tells whether a text may name something of a host in files: it is not empty and has nothing to be
 * escaped but backslashes. @text may be NULL. */
gboolean deid_text_is_spelling (const char *text);

/* Longer names are not compared: nobody mistypes them. */
#define DEID_NEAREST_MAX_CHARACTERS 64

/* What somebody may have meant who misspelt a name: the candidate that is least steps away, the
 * first of several. A step is a character that is missing, added or another one, or two neighbours
 * that changed places; case, and `-` for `_` or a blank, cost nothing. There may be one step for
 * each three characters that were typed, or one for two; a single one must be right but for
 * case. */
typedef struct
{
  gunichar wanted[DEID_NEAREST_MAX_CHARACTERS];
  guint n_wanted;
  guint n_steps;     /* to what was found, or one more than there may be */
  const char *found; /* the caller's, or NULL */
} DeidNearestText;

/* @text, what was typed, and the candidates are taken for UTF-8: what is not is near to nothing.
 * Complexity: O(characters of both) each. */
void deid_nearest_text_init (DeidNearestText *nearest, const char *text);
void deid_nearest_text_try (DeidNearestText *nearest, const char *candidate);

/* Returns: (transfer full): ` (did you mean 'age'?)`, or an empty text. */
char *deid_nearest_text_ask (const DeidNearestText *nearest);

#define DEID_SHARE_SIZE 64

/* Writes a number without an exponent, and without zeros at its end. */
void deid_number_to_text (double value, int significant_digits, char text[DEID_SHARE_SIZE]);

/* Writes a share in per cent, without the sign, with three significant digits; what is not all is
 * never rounded to 100. */
void deid_percent_to_text (double share, char text[DEID_SHARE_SIZE]);
