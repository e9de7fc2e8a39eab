/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/files.h"

/* Encodings of texts that are not UTF-8, by the names that iconv has for them. */

/* Returns: the encoding that a text looks like, by its first bytes or by some bytes of it: `utf-8`,
 * also for ASCII; `utf-16` with a byte order mark and `utf-16le` or `utf-16be` without one, and the
 * same of UTF-32; or else a national one, `windows-1252` if no other makes more of the bytes
 * letters of words, and UTF-8 if it does with some bytes left out. @other, which may be NULL, is
 * another national one that fits as well, or NULL. Complexity: O(n). */
const char *deid_encoding_guess (const char *bytes, gsize n, const char **other);

/* Returns: (nullable): the guess for an encoding of two or four bytes a unit, or NULL. */
const char *deid_encoding_guess_wide (const char *bytes, gsize n);

/* So many characters of UTF-8 to a byte that is not are no accident. */
#define DEID_CHARACTERS_PER_OTHER 2

/* Whether bytes that come piece by piece are UTF-8; a glance at the first and the number of the
 * bytes of each character is enough for a guess. */
typedef struct
{
  guint n_expected;     /* bytes of a character that are still to come */
  guint64 n_characters; /* that are not ASCII */
  guint64 n_others;     /* bytes that are not UTF-8 */
} DeidUtf8Watch;

void deid_utf8_watch (DeidUtf8Watch *watch, const char *bytes, gsize n);

gboolean deid_encoding_is_utf8 (const char *name);

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for a name that iconv does not know, or that asks it to
 * change or drop characters. */
gboolean deid_encoding_check (const char *name, GError **error);

/* Ends a message about bytes that are not of the encoding @read by the one that they look like. */
void deid_encoding_add_guess (const char *bytes, gsize n, const char *read, GError **error);

/* Has an input that nothing was read from converted to UTF-8 from now on. With @by_looks, UTF-8 and
 * texts of two or four bytes a unit are read as what they are; @encoding is that of others, or NULL
 * for what the first bytes look like that are not ASCII. Errors: those of deid_input_peek(),
 * %DEID_ERROR_ENCODING for a binary file and one that is plainly in another encoding. Later,
 * reading fails with %DEID_ERROR_ENCODING at bytes that the encoding does not have, and at the end
 * of a text of bytes that is UTF-8. */
gboolean deid_input_decode (DeidInput *input, const char *encoding, gboolean by_looks,
                            GError **error);

/* Returns: (nullable): the encoding that an input is read in by its looks alone, NULL for UTF-8. */
const char *deid_input_get_guess (const DeidInput *input);

/* What input is read through: adds bytes behind the first @n until there are @size, or until the
 * end. */
gboolean deid_decoder_fill (DeidDecoder *decoder, DeidInput *input, char *bytes, gsize *n,
                            gsize size, GError **error);
void deid_decoder_free (DeidDecoder *decoder);
