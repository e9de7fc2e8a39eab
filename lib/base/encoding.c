/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/encoding.h"

#include <errno.h>
#include <string.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "base/text.h"

void
deid_encoding_add_guess (const char *bytes, gsize n, const char *read, GError **error)
{
  const char *other, *guess = deid_encoding_guess (bytes, n, &other);
  g_autofree char *text = NULL;

  if (g_ascii_strcasecmp (guess, read) == 0)
    return;
  text = g_strdup_printf ("; the bytes look like %s (encoding=%s)%s%s", guess, guess,
                          other != NULL ? ", or like " : "", other != NULL ? other : "");
  deid_text_append_to_error (error, text);
}

/* Names. */

/* Names that people use and iconv may not know. */
static const struct
{
  const char *name, *meant;
} other_names[] = {
  { "utf8", "utf-8" },          { "utf-8-sig", "utf-8" }, { "utf-8-bom", "utf-8" },
  { "latin-1", "latin1" },      { "latin_1", "latin1" },  { "ansi", "windows-1252" },
  { "cp-1252", "cp1252" },      { "win1252", "cp1252" },  { "unicode", "utf-16" },
  { "mac-roman", "macintosh" },
};

static const char *const usual_names[] = { "utf-8",        "utf-16",       "latin1",
                                           "windows-1252", "windows-1250", "windows-1251",
                                           "iso-8859-15" };

static const char *
translate_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_names); i++)
    if (g_ascii_strcasecmp (name, other_names[i].name) == 0)
      return other_names[i].meant;
  return name;
}

gboolean
deid_encoding_is_utf8 (const char *name)
{
  return g_ascii_strcasecmp (translate_name (name), "utf-8") == 0;
}

/* Returns: the bytes of a unit, or 1; @order is what stands behind, such as `le`. */
static guint
measure_unit (const char *name, const char **order)
{
  static const struct
  {
    const char *name;
    guint n_bytes;
  } units[] = { { "utf-16", 2 }, { "utf16", 2 }, { "ucs-2", 2 },
                { "utf-32", 4 }, { "utf32", 4 }, { "ucs-4", 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strncasecmp (name, units[i].name, strlen (units[i].name)) == 0)
      {
        *order = name + strlen (units[i].name);
        return units[i].n_bytes;
      }
  *order = "";
  return 1;
}

/* What follows a slash would let iconv drop or change characters. */
static GIConv
open_converter (const char *name)
{
  return g_ascii_isalnum (name[0]) && strpbrk (name, "/,") == NULL
             ? g_iconv_open ("UTF-8", translate_name (name))
             : (GIConv) -1;
}

gboolean
deid_encoding_check (const char *name, GError **error)
{
  const GIConv converter = open_converter (name);
  g_autofree char *shown = NULL, *question = NULL;
  DeidNearestText nearest;

  if (converter != (GIConv) -1)
    {
      g_iconv_close (converter);
      return TRUE;
    }
  shown = deid_text_show (name, -1);
  deid_nearest_text_init (&nearest, name);
  for (guint i = 0; i < G_N_ELEMENTS (usual_names); i++)
    deid_nearest_text_try (&nearest, usual_names[i]);
  question = deid_nearest_text_ask (&nearest);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "encoding '%s', expected a name that iconv knows, such as utf-8, latin1, "
               "windows-1252 or utf-16%s",
               shown, question);
  return FALSE;
}

/* Conversion. */

struct DeidDecoder
{
  GIConv converter;
  char *encoding; /* as the user calls it, escaped */
  guint unit;
  gboolean is_open;  /* a text of ASCII as yet: the first other bytes tell whether it is UTF-8 */
  const char *guess; /* by its looks, in place of an encoding that was stated; or NULL */
  gboolean is_utf8;  /* nothing is to be converted */
  DeidUtf8Watch watch;
  char *raw; /* bytes to be converted */
  gsize n_raw;
  char *text; /* what was converted and is still to be read */
  gsize start, n_text;
  guint64 n_bytes, n_characters; /* that were converted */
  guint64 line, n_before;        /* where the next character is: units before it in its line */
  gboolean after_carriage_return;
};

void
deid_decoder_free (DeidDecoder *decoder)
{
  if (decoder == NULL)
    return;
  if (decoder->converter != (GIConv) -1)
    g_iconv_close (decoder->converter);
  g_free (decoder->encoding);
  g_free (decoder->raw);
  g_free (decoder->text);
  g_free (decoder);
}

/* Follows where the converted text is in the file. */
static void
count_text (DeidDecoder *decoder)
{
  for (gsize i = 0; i < decoder->n_text; i++)
    {
      const guchar c = (guchar) decoder->text[i];

      decoder->n_characters += (c & 0xC0) != 0x80;
      if (c == '\n' || c == '\r')
        {
          decoder->line += !(c == '\n' && decoder->after_carriage_return);
          decoder->n_before = 0;
        }
      else
        decoder->n_before += (guint) ((c & 0xC0) != 0x80) + (c >= 0xF0 && decoder->unit == 2);
      decoder->after_carriage_return = c == '\r';
    }
}

/* Bytes are counted where all characters have the same number of them. Returns: FALSE. */
static gboolean
fail_at_byte (const DeidDecoder *decoder, const DeidInput *input, GError **error)
{
  const gboolean is_even = decoder->unit > 1 || decoder->n_bytes == decoder->n_characters;
  g_autofree char *shown = deid_text_escape (input->name);

  g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
               "%s: line %" G_GUINT64_FORMAT ", %s %" G_GUINT64_FORMAT ": not %s", shown,
               decoder->line, is_even ? "byte" : "character",
               (is_even ? decoder->unit : 1) * decoder->n_before + 1, decoder->encoding);
  if (decoder->unit == 1)
    deid_encoding_add_guess (decoder->raw, decoder->n_raw, decoder->encoding, error);
  return FALSE;
}

/* Refuses a file that is UTF-8: a text in an encoding of one byte a character hardly ever looks
 * like UTF-8 by chance. */
static gboolean
check_not_utf8 (const DeidDecoder *decoder, const DeidInput *input, GError **error)
{
  const guint64 n_others = decoder->watch.n_others + (decoder->watch.n_expected > 0);
  g_autofree char *shown = NULL;

  if (decoder->is_utf8 || decoder->unit > 1
      || decoder->watch.n_characters <= DEID_CHARACTERS_PER_OTHER * n_others
      || decoder->n_bytes != decoder->n_characters)
    return TRUE;
  shown = deid_text_escape (input->name);
  if (n_others == 0)
    g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
                 "%s: the file is UTF-8, not %s: read it with encoding=utf-8", shown,
                 decoder->encoding);
  else
    g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
                 "%s: the file is in two encodings: %" G_GUINT64_FORMAT
                 " characters are UTF-8, and %" G_GUINT64_FORMAT
                 " byte%s not; correct the file, so that all of it is UTF-8",
                 shown, decoder->watch.n_characters, n_others, n_others == 1 ? " is" : "s are");
  return FALSE;
}

/* Looks at the bytes from @before on. If no encoding was stated, takes the one that they look like.
 */
static void
decoder_look (DeidDecoder *decoder, gsize before)
{
  const char *guess;

  deid_utf8_watch (&decoder->watch, decoder->raw + before, decoder->n_raw - before);
  if (!decoder->is_open)
    return;
  guess = deid_encoding_guess (decoder->raw, decoder->n_raw, NULL);
  decoder->is_utf8 = g_str_equal (guess, "utf-8");
  decoder->is_open = decoder->is_utf8 && decoder->watch.n_characters == 0;
  if (decoder->is_utf8 || decoder->converter != (GIConv) -1)
    return;
  decoder->guess = guess;
  decoder->encoding = g_strdup (guess);
  decoder->converter = open_converter (guess);
}

/* Converts some bytes. Returns: FALSE with an error if the first of them are not as they should. */
static gboolean
convert_bytes (DeidDecoder *decoder, const DeidInput *input, GError **error)
{
  char *from = decoder->raw, *to = decoder->text;
  gsize n_left = decoder->n_raw, n_room = DEID_INPUT_CHUNK_SIZE;

  if (decoder->is_utf8)
    {
      memcpy (to, from, n_left);
      decoder->n_text = n_left;
      n_left = 0;
    }
  else
    {
      const gboolean failed
          = g_iconv (decoder->converter, n_left > 0 ? &from : NULL, &n_left, &to, &n_room)
            == (gsize) -1;
      const int code = errno;

      decoder->n_text = DEID_INPUT_CHUNK_SIZE - n_room;
      if (failed && decoder->n_text == 0 && from == decoder->raw
          && (code == EILSEQ || input->is_at_end))
        return fail_at_byte (decoder, input, error);
    }
  decoder->n_bytes += decoder->n_raw - n_left;
  memmove (decoder->raw, decoder->raw + decoder->n_raw - n_left, n_left);
  decoder->n_raw = n_left;
  count_text (decoder);
  return TRUE;
}

/* Converts the next bytes, of which there are none at the end. */
static gboolean
convert_more (DeidDecoder *decoder, DeidInput *input, GError **error)
{
  decoder->start = decoder->n_text = 0;
  do
    {
      const gsize before = decoder->n_raw;

      if (!deid_input_fill_raw (input, decoder->raw, &decoder->n_raw, DEID_INPUT_CHUNK_SIZE, error))
        return FALSE;
      decoder_look (decoder, before);
      if (!convert_bytes (decoder, input, error))
        return FALSE;
    }
  while (decoder->n_text == 0 && !(decoder->n_raw == 0 && input->is_at_end));
  return decoder->n_text > 0 || check_not_utf8 (decoder, input, error);
}

const char *
deid_input_get_guess (const DeidInput *input)
{
  return input->decoder != NULL ? input->decoder->guess : NULL;
}

gboolean
deid_decoder_fill (DeidDecoder *decoder, DeidInput *input, char *bytes, gsize *n, gsize size,
                   GError **error)
{
  while (*n < size)
    {
      gsize n_copied;

      if (decoder->start == decoder->n_text && !convert_more (decoder, input, error))
        return FALSE;
      n_copied = MIN (size - *n, decoder->n_text - decoder->start);
      if (n_copied == 0)
        return TRUE;
      memcpy (bytes + *n, decoder->text + decoder->start, n_copied);
      decoder->start += n_copied;
      *n += n_copied;
    }
  return TRUE;
}

/* Refuses a file that is plainly in an encoding of units of other bytes. */
static gboolean
check_unit (const DeidInput *input, const char *bytes, gsize n, const char *encoding, guint unit,
            const char *order, GError **error)
{
  const char *wide = deid_encoding_guess_wide (bytes, n), *wide_order = "";
  const guint wide_unit = wide != NULL ? measure_unit (wide, &wide_order) : 1;
  g_autofree char *shown = NULL;

  if (wide != NULL ? unit == wide_unit
                         && (order[0] == '\0' || wide_order[0] == '\0'
                             || g_ascii_strcasecmp (order, wide_order) == 0)
                   : unit == 1 || n == 0 || memchr (bytes, '\0', n) != NULL)
    return TRUE;
  shown = deid_text_escape (input->name);
  if (wide == NULL)
    wide = deid_encoding_guess (bytes, n, NULL);
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
               "%s: the file is %s, not %s: read it with encoding=%s", shown, wide, encoding, wide);
  return FALSE;
}

gboolean
deid_input_decode (DeidInput *input, const char *encoding, gboolean by_looks, GError **error)
{
  const char *order = "", *wide, *name, *bytes;
  g_autofree char *ordered = NULL;
  DeidDecoder *decoder;
  guint unit = 1;
  gsize n;

  if (!deid_input_peek (input, &bytes, &n, error)
      || !deid_file_kind_check_binary (input->name, bytes, n, error))
    return FALSE;
  wide = deid_encoding_guess_wide (bytes, n);
  if (encoding != NULL)
    unit = measure_unit (translate_name (encoding), &order);
  if (by_looks && (wide != NULL || unit > 1))
    {
      encoding = wide;
      unit = wide != NULL ? measure_unit (wide, &order) : 1;
    }
  if (!by_looks && !check_unit (input, bytes, n, encoding, unit, order, error))
    return FALSE;
  name = unit > 1 && wide != NULL ? wide : encoding;
  /* An order that nothing tells would be that of the machine. */
  if (unit > 1 && wide == NULL && order[0] == '\0')
    name = ordered = g_strconcat (translate_name (encoding), "le", NULL);
  decoder = input->decoder = g_new0 (DeidDecoder, 1);
  decoder->converter = name == NULL ? (GIConv) -1 : open_converter (name);
  decoder->encoding = encoding != NULL ? deid_text_escape (encoding) : NULL;
  decoder->guess = by_looks ? wide : NULL;
  decoder->unit = unit;
  decoder->is_open = by_looks && wide == NULL;
  decoder->line = 1;
  decoder->text = deid_alloc (DEID_INPUT_CHUNK_SIZE, 1, error);
  decoder->raw = g_steal_pointer (&input->chunk);
  decoder->n_raw = input->n_ahead;
  input->n_ahead = 0;
  decoder_look (decoder, 0);
  return decoder->text != NULL;
}
