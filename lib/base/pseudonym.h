/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Persons by a secret key: HMAC-SHA-256 (RFC 2104, FIPS 180-4). */
#pragma once

#include <gio/gio.h>

/* Sizes of keys in bytes. A larger file is probably no key. */
#define DEID_PERSON_KEY_MIN 32
#define DEID_PERSON_KEY_MAX 4096

#define DEID_KEYED_SIZE     32

/* Reads a key: all bytes of a regular file, a newline at its end included. Messages say nothing of
 * the key. Errors: %DEID_ERROR_IO, also for a file that everybody may read or write; those of
 * deid_person_key_check(). */
GBytes *deid_person_key_read (const char *path, GCancellable *cancellable, GError **error);

/* Draws a key from the system's source of secret random bytes. Errors: %DEID_ERROR_IO. */
GBytes *deid_person_key_draw (GError **error);

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for a size out of range. */
gboolean deid_person_key_check (gsize size, GError **error);

/* Hashes the bytes of @person (nullable) or, with a purpose, those of @purpose, a NUL and those of
 * @person. No value of a table has a NUL, so the hash for one purpose tells nothing about that for
 * another one. */
void deid_person_key_hash (GBytes *key, const char *purpose, const char *person,
                           guint8 digest[DEID_KEYED_SIZE]);

/* How pseudonyms are written. */
#define DEID_PSEUDONYM_MIN_LENGTH 8
#define DEID_PSEUDONYM_MAX_LENGTH 32

typedef struct
{
  gboolean is_random; /* by a key that is drawn for each release */
  guint length;
  const char *alphabet; /* static */
} DeidPseudonymForm;

/* Reads `hmac` or `random`, behind which a length may stand, and behind that the name of an
 * alphabet: `hmac:12:digits`. Errors: %DEID_ERROR_PARSE. */
gboolean deid_pseudonym_form_read (DeidPseudonymForm *form, const char *text, GError **error);

/* Writes the first digits of a hash, read as a fraction, to the base that the alphabet has signs.
 * In hexadecimal digits these are the first ones of the hash itself. */
void deid_pseudonym_write (const DeidPseudonymForm *form, const guint8 digest[DEID_KEYED_SIZE],
                           char text[DEID_PSEUDONYM_MAX_LENGTH + 1]);
