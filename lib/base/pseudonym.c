/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/pseudonym.h"

#include "base/files.h"
#include "base/rational.h"
#include "base/text.h"

#include <deid/deid.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#ifdef HAVE_GETENTROPY
#include <sys/random.h>
#include <unistd.h>
#endif

#define DEFAULT_LENGTH 16

gboolean
deid_person_key_check (gsize size, GError **error)
{
  if (size >= DEID_PERSON_KEY_MIN && size <= DEID_PERSON_KEY_MAX)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the key has %s bytes, expected %d to %d random ones, such as those of "
                    "'openssl rand %d'",
                    size < DEID_PERSON_KEY_MIN ? "too few" : "too many", DEID_PERSON_KEY_MIN,
                    DEID_PERSON_KEY_MAX, DEID_PERSON_KEY_MIN);
}

/* A pipe would be empty when it is read once more. */
static gboolean
check_file (const DeidInput *input, GError **error)
{
  g_autofree char *shown = deid_text_escape (input->name);
  struct stat status;

  if (fstat (input->descriptor, &status) != 0)
    return deid_file_fail (input->name, "read it", errno, error);
  if (!S_ISREG (status.st_mode))
    return deid_fail (error, DEID_ERROR_IO, "%s: expected a regular file with the key", shown);
  if ((status.st_mode & S_IRWXO) != 0)
    return deid_fail (error, DEID_ERROR_IO,
                      "%s: everybody on this machine may open the file with the key, expected "
                      "one for its owner and group only, as after 'chmod o= FILE'",
                      shown);
  return TRUE;
}

GBytes *
deid_person_key_read (const char *path, GCancellable *cancellable, GError **error)
{
  char bytes[DEID_PERSON_KEY_MAX + 1];
  gsize n = 0;
  DeidInput input;
  gboolean success;

  if (!deid_input_open (&input, path, cancellable, error))
    return NULL;
  success
      = check_file (&input, error) && deid_input_fill_raw (&input, bytes, &n, sizeof bytes, error);
  deid_input_clear (&input);
  if (!success)
    return NULL;
  if (deid_person_key_check (n, error))
    return g_bytes_new (bytes, n);
  g_prefix_error (error, "%s: ", DEID_SHOW (path));
  return NULL;
}

GBytes *
deid_person_key_draw (GError **error)
{
#ifdef HAVE_GETENTROPY
  guint8 bytes[DEID_PERSON_KEY_MIN];

  if (getentropy (bytes, sizeof bytes) == 0)
    return g_bytes_new (bytes, sizeof bytes);
#endif
  return deid_fail_null (error, DEID_ERROR_IO,
                         "the system gives no secret random bytes, expected pseudonyms by a key");
}

void
deid_person_key_hash (GBytes *key, const char *purpose, const char *person,
                      guint8 digest[DEID_KEYED_SIZE])
{
  gsize n, n_digest = DEID_KEYED_SIZE;
  const guint8 *bytes = g_bytes_get_data (key, &n);
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA256, bytes, n);

  if (purpose != NULL)
    g_hmac_update (hmac, (const guchar *) purpose, (gssize) strlen (purpose));
  if (purpose != NULL && person != NULL)
    g_hmac_update (hmac, (const guchar *) "", 1);
  if (person != NULL)
    g_hmac_update (hmac, (const guchar *) person, (gssize) strlen (person));
  g_hmac_get_digest (hmac, digest, &n_digest);
  g_hmac_unref (hmac);
}

/* Letters without vowels make no words, no numbers and no dates, which spreadsheets would turn into
 * other values. */
static const struct
{
  const char *name, *signs;
} alphabets[] = { { "letters", "bcdfghjklmnpqrstvwxz" },
                  { "digits", "0123456789" },
                  { "hex", "0123456789abcdef" } };

/* Returns: (nullable): the signs of the alphabet of a name, NULL for the default. */
static const char *
find_alphabet (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (alphabets); i++)
    if (name == NULL || g_str_equal (name, alphabets[i].name))
      return alphabets[i].signs;
  return NULL;
}

gboolean
deid_pseudonym_form_read (DeidPseudonymForm *form, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  const guint n = g_strv_length (parts);
  guint64 length = DEFAULT_LENGTH;

  *form = (DeidPseudonymForm){ .is_random = n > 0 && g_str_equal (parts[0], "random"),
                               .alphabet = find_alphabet (n > 2 ? parts[2] : NULL) };
  if (n == 0 || (!form->is_random && !g_str_equal (parts[0], "hmac"))
      || (n > 1 && !deid_uint64_from_decimal (parts[1], &length))
      || length < DEID_PSEUDONYM_MIN_LENGTH || length > DEID_PSEUDONYM_MAX_LENGTH
      || form->alphabet == NULL)
    return deid_fail (error, DEID_ERROR_PARSE,
                      "expected hmac or random, a length from %d to %d if it is not %d, and an "
                      "alphabet if it is not letters: digits or hex, as in hmac:12:digits",
                      DEID_PSEUDONYM_MIN_LENGTH, DEID_PSEUDONYM_MAX_LENGTH, DEFAULT_LENGTH);
  form->length = (guint) length;
  return TRUE;
}

void
deid_pseudonym_write (const DeidPseudonymForm *form, const guint8 digest[DEID_KEYED_SIZE],
                      char text[DEID_PSEUDONYM_MAX_LENGTH + 1])
{
  const guint base = (guint) strlen (form->alphabet);
  guint8 fraction[DEID_KEYED_SIZE];

  memcpy (fraction, digest, sizeof fraction);
  for (guint i = 0; i < form->length; i++)
    {
      guint carry = 0;

      for (guint b = DEID_KEYED_SIZE; b > 0; b--)
        {
          carry += fraction[b - 1] * base;
          fraction[b - 1] = (guint8) (carry & 0xFF);
          carry >>= 8;
        }
      text[i] = form->alphabet[carry];
    }
  text[form->length] = '\0';
}
