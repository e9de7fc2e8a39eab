/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What encoding a text looks like. */
#include "base/encoding.h"

#include <string.h>

static gboolean
starts_with (const char *bytes, gsize n, const char *start, gsize length)
{
  return n >= length && memcmp (bytes, start, length) == 0;
}

/* Where no order is marked, a Latin letter, a digit or a line end has a zero in one of its bytes.
 */
const char *
deid_encoding_guess_wide (const char *bytes, gsize n)
{
  const gsize n_seen = MIN (n, DEID_INPUT_CHUNK_SIZE);
  gsize n_zeros[4] = { 0 };

  if (starts_with (bytes, n, "\xFF\xFE\0\0", 4) || starts_with (bytes, n, "\0\0\xFE\xFF", 4))
    return "utf-32";
  if (starts_with (bytes, n, "\xFF\xFE", 2) || starts_with (bytes, n, "\xFE\xFF", 2))
    return "utf-16";
  for (gsize i = 0; i < n_seen; i++)
    n_zeros[i % 4] += bytes[i] == '\0';
  if (n_zeros[2] > n_seen / 5 && n_zeros[1] > n_seen / 5 && n_zeros[0] != n_zeros[3])
    return n_zeros[3] > n_zeros[0] ? "utf-32le" : "utf-32be";
  if (n_zeros[1] + n_zeros[3] > 1 + n_seen / 16 && n_zeros[0] + n_zeros[2] == 0)
    return "utf-16le";
  if (n_zeros[0] + n_zeros[2] > 1 + n_seen / 16 && n_zeros[1] + n_zeros[3] == 0)
    return "utf-16be";
  return NULL;
}

void
deid_utf8_watch (DeidUtf8Watch *watch, const char *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      const guchar c = (guchar) bytes[i];

      if (watch->n_expected > 0 && (c & 0xC0) == 0x80)
        {
          watch->n_characters += --watch->n_expected == 0;
          continue;
        }
      watch->n_others += watch->n_expected > 0;
      watch->n_expected = 0;
      if (c >= 0xC2 && c <= 0xF4)
        watch->n_expected = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
      else
        watch->n_others += c >= 0x80;
    }
}

/* National encodings, of which the first is taken that makes the most of the bytes. */
static const char *const national[]
    = { "windows-1252", "iso-8859-15", "windows-1250", "windows-1251", "windows-1253", "ibm850",
        "macintosh",    "koi8-r",      "ibm866",       "shift_jis",    "gb18030",      "euc-kr" };

/* How well a character that is not ASCII fits between its neighbours: a letter next to letters of
 * its script, and small where a small one is before it; a sign not within a word. */
static int
rate_character (gunichar before, gunichar c, gunichar after)
{
  const gunichar neighbours[] = { before, after };
  const GUnicodeScript script = g_unichar_get_script (c);
  const gboolean is_apostrophe = c == 0x2019;

  if (!g_unichar_isalpha (c))
    return (g_unichar_isalpha (before) && g_unichar_isalpha (after) && !is_apostrophe)
                   || g_unichar_iscntrl (c) || c == 0xA4 || (c >= 0x2500 && c < 0x25A0)
                   || g_unichar_type (c) == G_UNICODE_PRIVATE_USE
               ? -2
               : 0;
  for (guint i = 0; i < G_N_ELEMENTS (neighbours); i++)
    if (g_unichar_isalpha (neighbours[i]) && g_unichar_get_script (neighbours[i]) != script
        && script != G_UNICODE_SCRIPT_HAN && script != G_UNICODE_SCRIPT_HIRAGANA
        && script != G_UNICODE_SCRIPT_KATAKANA)
      return -2;
  if (!g_unichar_isalpha (before) && !g_unichar_isalpha (after))
    return g_unichar_iswide (c) ? 1 : 0;
  if ((g_unichar_islower (before) && g_unichar_isupper (c)) || (c >= 0xFF61 && c < 0xFFA0))
    return -2;
  if (script == G_UNICODE_SCRIPT_LATIN)
    return before >= 0x80 && after >= 0x80 && g_unichar_isalpha (before)
                   && g_unichar_isalpha (after)
               ? -1
               : 1;
  if (g_unichar_isalpha (before) && before < 0x80)
    return -2;
  return g_unichar_iswide (c) ? 2 : 1; /* of two bytes */
}

static gint64
rate_text (const char *text)
{
  gunichar before = ' ';
  gint64 rating = 0;

  for (const char *p = text; *p != '\0';)
    {
      const gunichar c = g_utf8_get_char (p);
      const char *next = g_utf8_next_char (p);

      if (c >= 0x80)
        rating += rate_character (before, c, *next != '\0' ? g_utf8_get_char (next) : ' ');
      before = c;
      p = next;
    }
  return rating;
}

/* UTF-8 is the guess if the text is mostly that, with some bytes that are not. NUL bytes stand
 * where a reader of fields has put them. */
static const char *
guess_national (const char *bytes, gsize n, gboolean is_mostly_utf8)
{
  const char *best = national[0];
  g_autofree char *sample = NULL;
  gint64 best_rating = G_MININT64;
  glong n_best = 0;

  for (; n > DEID_INPUT_CHUNK_SIZE && (guchar) *bytes < 0x80; n--)
    bytes++;
  if (n > DEID_INPUT_CHUNK_SIZE)
    for (n = DEID_INPUT_CHUNK_SIZE; n > 1 && bytes[n - 1] != '\n'; n--)
      ;
  sample = g_memdup2 (bytes, n);
  for (gsize i = 0; i < n; i++)
    if (sample[i] == '\0')
      sample[i] = ' ';
  for (guint i = 0; i < G_N_ELEMENTS (national); i++)
    {
      g_autofree char *text
          = g_convert (sample, (gssize) n, "UTF-8", national[i], NULL, NULL, NULL);
      const gint64 rating = text != NULL ? rate_text (text) : G_MININT64;

      if (rating > best_rating)
        {
          best = national[i];
          best_rating = rating;
          n_best = g_utf8_strlen (text, -1);
        }
    }
  return is_mostly_utf8 && n_best == (glong) n ? "utf-8" : best;
}

const char *
deid_encoding_guess (const char *bytes, gsize n)
{
  const char *wide = deid_encoding_guess_wide (bytes, n);
  DeidUtf8Watch watch = { 0 };

  if (wide != NULL)
    return wide;
  deid_utf8_watch (&watch, bytes, n);
  return watch.n_others > 0
                 || (watch.n_expected > 0 && watch.n_characters == 0 && n < DEID_INPUT_CHUNK_SIZE)
             ? guess_national (bytes, n,
                               watch.n_characters > DEID_CHARACTERS_PER_OTHER * watch.n_others)
             : "utf-8";
}
