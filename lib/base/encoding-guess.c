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
    = { "windows-1252", "iso-8859-15",  "windows-1250", "iso-8859-2", "windows-1254",
        "windows-1257", "windows-1251", "windows-1253", "macintosh",  "ibm850",
        "koi8-r",       "ibm866",       "shift_jis",    "gb18030",    "euc-kr" };

/* The letters of languages besides those of ASCII. Rare ones are left out, so that a text in
 * another encoding does not seem to be of the language. */
static const char *const language_letters[]
    = { "äöüß",  "àâçéèêëîïôùûœ",  "áéíñóúüªº",       "ãáâàçéêíóôõúªº", "àèéìòù",    "äåöé",
        "æøåé",  "ąćęłńóśźż",      "áčďéěíňóřšťúůýž", "áéíöóőúüű",      "ăâîșțşţ",   "çğıİöşü",
        "čšžćđ", "äáčďéíňóôšťúýž", "äöõüšž",          "āčēģīķļņšūž",    "ąčęėįšųūž", "áæéíóúýö" };

/* How well a character that is not ASCII fits between its neighbours: a letter next to letters of
 * its script, and small where a small one is before it; a sign not within a word, and a fraction
 * or the like not next to one. */
static int
rate_character (gunichar before, gunichar c, gunichar after)
{
  const gunichar neighbours[] = { before, after };
  const GUnicodeScript script = g_unichar_get_script (c);
  const GUnicodeType type = g_unichar_type (c);
  const gboolean is_wide = script == G_UNICODE_SCRIPT_HAN || script == G_UNICODE_SCRIPT_HIRAGANA
                           || script == G_UNICODE_SCRIPT_KATAKANA;
  const gboolean is_apostrophe = c == 0x2019;

  if (!g_unichar_isalpha (c))
    return (g_unichar_isalpha (before) && g_unichar_isalpha (after) && !is_apostrophe)
                   || g_unichar_iscntrl (c) || c == 0xA4 || (c >= 0x2500 && c < 0x25A0)
                   || type == G_UNICODE_PRIVATE_USE
               ? -2
           : (g_unichar_isalpha (before) || g_unichar_isalpha (after))
                   && (type == G_UNICODE_OTHER_NUMBER || type == G_UNICODE_MATH_SYMBOL
                       || type == G_UNICODE_MODIFIER_SYMBOL || c == 0xA3 || c == 0xA5
                       || (type == G_UNICODE_OTHER_SYMBOL && c != 0xB0
                           && g_unichar_isalpha (after)))
                   && c != 0xB2 && c != 0xB3
               ? -1
               : 0;
  for (guint i = 0; i < G_N_ELEMENTS (neighbours); i++)
    if (g_unichar_isalpha (neighbours[i]) && g_unichar_get_script (neighbours[i]) != script
        && (!is_wide || g_ascii_islower (neighbours[i])))
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
  /* Letters of two bytes count twice. Hangul counts more: the bytes of Hangul always read as Han in
   * another encoding, but the bytes of Han rarely all read as Hangul. */
  return script == G_UNICODE_SCRIPT_HANGUL ? 3 : g_unichar_iswide (c) ? 2 : 1;
}

/* Adds how well all characters fit, and how many letters of one language words have at most. */
static gint64
rate_text (const char *text)
{
  gint64 n_of[G_N_ELEMENTS (language_letters)] = { 0 }, most = 0;
  gunichar before = ' ';
  gint64 rating = 0;

  for (const char *p = text; *p != '\0';)
    {
      const gunichar c = g_utf8_get_char (p);
      const char *next = g_utf8_next_char (p);

      if (c >= 0x80)
        {
          const gunichar after = *next != '\0' ? g_utf8_get_char (next) : ' ';
          const gboolean is_in_word = g_unichar_isalpha (before) || g_unichar_isalpha (after);

          rating += rate_character (before, c, after);
          for (gsize i = 0; is_in_word && c < 0x0400 && i < G_N_ELEMENTS (language_letters); i++)
            n_of[i] += g_utf8_strchr (language_letters[i], -1, c) != NULL
                       || g_utf8_strchr (language_letters[i], -1, g_unichar_tolower (c)) != NULL;
        }
      before = c;
      p = next;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (language_letters); i++)
    most = MAX (most, n_of[i]);
  return rating + most;
}

/* UTF-8 is the guess if the text is mostly that, with some bytes that are not. NUL bytes stand
 * where a reader of fields has put them. */
static const char *
guess_national (const char *bytes, gsize n, gboolean is_mostly_utf8, const char **other)
{
  const guint n_national = G_N_ELEMENTS (national);
  char *texts[G_N_ELEMENTS (national)];
  gint64 ratings[G_N_ELEMENTS (national)];
  g_autofree char *sample = NULL;
  glong n_best;
  guint best = 0;

  for (; n > DEID_INPUT_CHUNK_SIZE && (guchar) *bytes < 0x80; n--)
    bytes++;
  if (n >= DEID_INPUT_CHUNK_SIZE)
    for (n = DEID_INPUT_CHUNK_SIZE; n > 1 && bytes[n - 1] != '\n'; n--)
      ;
  sample = g_memdup2 (bytes, n);
  for (gsize i = 0; i < n; i++)
    if (sample[i] == '\0')
      sample[i] = ' ';
  for (guint i = 0; i < n_national; i++)
    {
      texts[i] = g_convert (sample, (gssize) n, "UTF-8", national[i], NULL, NULL, NULL);
      ratings[i] = texts[i] != NULL ? rate_text (texts[i]) : G_MININT64;
      best = ratings[i] > ratings[best] ? i : best;
    }
  n_best = texts[best] != NULL ? g_utf8_strlen (texts[best], -1) : 0;
  for (guint i = 0; other != NULL && i < n_national; i++)
    if (*other == NULL && ratings[best] != G_MININT64 && ratings[i] >= ratings[best] - 1
        && !g_str_equal (texts[i], texts[best]))
      *other = national[i];
  for (guint i = 0; i < n_national; i++)
    g_free (texts[i]);
  return is_mostly_utf8 && n_best == (glong) n ? "utf-8" : national[best];
}

const char *
deid_encoding_guess (const char *bytes, gsize n, const char **other)
{
  const char *wide = deid_encoding_guess_wide (bytes, n);
  DeidUtf8Watch watch = { 0 };

  if (other != NULL)
    *other = NULL;
  if (wide != NULL)
    return wide;
  deid_utf8_watch (&watch, bytes, n);
  return watch.n_others > 0
                 || (watch.n_expected > 0 && watch.n_characters == 0 && n < DEID_INPUT_CHUNK_SIZE)
             ? guess_national (
                 bytes, n, watch.n_characters > DEID_CHARACTERS_PER_OTHER * watch.n_others, other)
             : "utf-8";
}
