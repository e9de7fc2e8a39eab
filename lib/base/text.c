/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/text.h"

#include <math.h>
#include <string.h>

#define TEXT_MAX_CHARACTERS 60

/* Without an error to be set nothing is allocated, which GLib could not bear to fail. */
static G_GNUC_PRINTF (3, 0) void set_error (GError **error, DeidError code, const char *format,
                                            va_list arguments)
{
  if (error != NULL)
    g_propagate_error (error, g_error_new_valist (DEID_ERROR, (int) code, format, arguments));
}

gboolean
deid_fail (GError **error, DeidError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  set_error (error, code, format, arguments);
  va_end (arguments);
  return FALSE;
}

gpointer
deid_fail_null (GError **error, DeidError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  set_error (error, code, format, arguments);
  va_end (arguments);
  return NULL;
}

/* Characters that are not seen although Unicode calls them letters or marks. */
static gboolean
is_filler (gunichar c)
{
  return c == 0x34F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x3164
         || c == 0xFFA0 || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

/* Tells whether it is one of the 66 code points that no text interchanges: the last two of each
 * plane and U+FDD0 to U+FDEF. Browsers and XML readers take them for errors. */
static gboolean
is_noncharacter (gunichar c)
{
  return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}

gboolean
deid_text_is_plain (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return FALSE;
    default:
      return !is_filler (c) && !is_noncharacter (c);
    }
}

gsize
deid_text_measure_character (const char *text, gboolean *is_plain)
{
  const gunichar character = g_utf8_get_char_validated (text, -1);
  const gboolean is_character = character < (gunichar) -2;

  *is_plain = is_character && deid_text_is_plain (character);
  return is_character ? (gsize) (g_utf8_next_char (text) - text) : 1;
}

char *
deid_text_normalize (const char *text)
{
  g_autofree char *normal = NULL;
  char *end;

  if (g_str_is_ascii (text))
    return NULL;
  normal = g_utf8_normalize (text, -1, G_NORMALIZE_DEFAULT_COMPOSE);
  if (normal == NULL)
    return NULL;
  end = normal;
  for (const char *c = normal; *c != '\0';)
    {
      const gunichar letter = g_utf8_get_char (c);

      c = g_utf8_next_char (c);
      if (letter == 0xA0 || letter == 0x202F)
        *end++ = ' ';
      else
        end += g_unichar_to_utf8 (letter, end);
    }
  *end = '\0';
  return g_str_equal (normal, text) ? NULL : g_steal_pointer (&normal);
}

void
deid_text_normalize_in_place (char *text)
{
  g_autofree char *normal = deid_text_normalize (text);

  if (normal != NULL && strlen (normal) <= strlen (text))
    strcpy (text, normal);
}

gboolean
deid_text_is_escape (const char *text, char *byte)
{
  if (text[0] != '%' || !g_ascii_isxdigit (text[1]) || !g_ascii_isxdigit (text[2]))
    return FALSE;
  *byte = (char) (g_ascii_xdigit_value (text[1]) * 16 + g_ascii_xdigit_value (text[2]));
  return TRUE;
}

static void
append_character (GString *shown, gunichar c, gboolean is_quoted)
{
  if (c == '\\' || (c == '\'' && is_quoted))
    g_string_append_printf (shown, "\\%c", (int) c);
  else if (c == '\n' || c == '\r' || c == '\t')
    g_string_append_printf (shown, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
  else if (deid_text_is_plain (c))
    g_string_append_unichar (shown, c);
  else
    g_string_append_printf (shown, c < 0x80 ? "\\x%02X" : "\\u{%X}", (guint) c);
}

static char *
escape (const char *text, gsize length, guint64 max_characters, gboolean is_quoted)
{
  GString *shown = g_string_sized_new (MIN (length, 4 * max_characters));
  const char *const end = text + length;

  for (guint64 n = 0; text < end; n++)
    {
      const gunichar c = *text == '\0' ? 0 : g_utf8_get_char_validated (text, end - text);

      if (n == max_characters)
        {
          g_string_append (shown, "…");
          break;
        }
      if (c == (gunichar) -1 || c == (gunichar) -2)
        g_string_append_printf (shown, "\\x%02X", (guint) (guchar) *text++);
      else
        {
          append_character (shown, c, is_quoted);
          text += *text == '\0' ? 1 : g_unichar_to_utf8 (c, NULL);
        }
    }
  return g_string_free (shown, FALSE);
}

char *
deid_text_escape (const char *text)
{
  return escape (text, strlen (text), G_MAXUINT64 / 4, FALSE);
}

char *
deid_text_show (const char *text, gssize length)
{
  return escape (text, length < 0 ? strlen (text) : (gsize) length, TEXT_MAX_CHARACTERS, TRUE);
}

const char *
deid_text_show_in (const char *text, char shown[DEID_SHOWN_SIZE])
{
  g_autofree char *made = deid_text_show (text, -1);

  g_strlcpy (shown, made, DEID_SHOWN_SIZE);
  return shown;
}

void
deid_text_prefix_value (GError **error, gboolean show_values, const char *text, gssize length)
{
  g_autofree char *shown = show_values ? deid_text_show (text, length) : NULL;

  if (shown != NULL)
    g_prefix_error (error, "'%s': ", shown);
}

void
deid_text_append_to_error (GError **error, const char *text)
{
  char *message;

  if (error == NULL || *error == NULL)
    return;
  message = g_strconcat ((*error)->message, text, NULL);
  g_free ((*error)->message);
  (*error)->message = message;
}

int
deid_text_compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
deid_text_shorten (const char *text)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (text, -1) <= TEXT_MAX_CHARACTERS)
    return g_strdup (text);
  start = g_utf8_substring (text, 0, TEXT_MAX_CHARACTERS);
  return g_strconcat (start, "…", NULL);
}

gboolean
deid_text_is_spelling (const char *text)
{
  if (text == NULL || text[0] == '\0' || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!deid_text_is_plain (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

static gboolean
text_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

gsize
deid_text_strip (const char **text)
{
  gsize length;

  while (text_is_blank (**text))
    ++*text;
  length = strlen (*text);
  while (length > 0 && text_is_blank ((*text)[length - 1]))
    length--;
  return length;
}

#define NEAREST_TEXT_MAX_CHARACTERS DEID_NEAREST_MAX_CHARACTERS

/* Returns: the number of characters, 0 for what is not compared. */
static guint
fold (const char *text, gunichar characters[NEAREST_TEXT_MAX_CHARACTERS])
{
  guint n = 0;

  if (!g_utf8_validate (text, -1, NULL))
    return 0;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_unichar_tolower (g_utf8_get_char (text));

      if (n == NEAREST_TEXT_MAX_CHARACTERS)
        return 0;
      characters[n++] = c == '-' || c == ' ' ? '_' : c;
    }
  return n;
}

/* The steps between two names, where no character takes part in two of them (optimal string
 * alignment: Damerau, A technique for computer detection and correction of spelling errors, CACM
 * 1964). */
static guint
count_steps (const gunichar *a, guint n_a, const gunichar *b, guint n_b)
{
  guint rows[3][NEAREST_TEXT_MAX_CHARACTERS + 1];

  for (guint j = 0; j <= n_b; j++)
    rows[0][j] = j;
  for (guint i = 1; i <= n_a; i++)
    {
      const guint *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
      guint *row = rows[i % 3];

      row[0] = i;
      for (guint j = 1; j <= n_b; j++)
        {
          const gboolean differ = a[i - 1] != b[j - 1];

          row[j] = MIN (MIN (above[j], row[j - 1]) + 1, above[j - 1] + (differ ? 1 : 0));
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
    }
  return rows[n_a % 3][n_b];
}

void
deid_nearest_text_init (DeidNearestText *nearest, const char *text)
{
  nearest->n_wanted = fold (text, nearest->wanted);
  nearest->n_steps = nearest->n_wanted > 1 ? MAX (nearest->n_wanted / 3, 1) + 1 : 1;
  nearest->found = NULL;
}

void
deid_nearest_text_try (DeidNearestText *nearest, const char *candidate)
{
  gunichar characters[NEAREST_TEXT_MAX_CHARACTERS];
  const guint n = fold (candidate, characters);
  guint n_steps;

  if (n == 0 || nearest->n_wanted == 0)
    return;
  n_steps = count_steps (nearest->wanted, nearest->n_wanted, characters, n);
  if (n_steps >= nearest->n_steps)
    return;
  nearest->n_steps = n_steps;
  nearest->found = candidate;
}

char *
deid_nearest_text_ask (const DeidNearestText *nearest)
{
  g_autofree char *shown = nearest->found != NULL ? deid_text_show (nearest->found, -1) : NULL;

  return shown != NULL ? g_strdup_printf (" (did you mean '%s'?)", shown) : g_strdup ("");
}

void
deid_number_to_text (double value, int significant_digits, char text[DEID_SHARE_SIZE])
{
  const double size = fabs (value);
  char *end, format[16];
  int places;

  if (size < 1e-6 || size >= 1e15 || !isfinite (size))
    {
      g_snprintf (format, sizeof format, "%%.%dg", significant_digits);
      g_ascii_formatd (text, DEID_SHARE_SIZE, format, value);
      return;
    }
  places = CLAMP (significant_digits - 1 - (int) floor (log10 (size)), 0, 17);
  g_snprintf (format, sizeof format, "%%.%df", places);
  g_ascii_formatd (text, DEID_SHARE_SIZE, format, value);
  end = text + strlen (text);
  while (places > 0 && end[-1] == '0')
    *--end = '\0';
  if (places > 0 && end[-1] == '.')
    end[-1] = '\0';
}

void
deid_percent_to_text (double share, char text[DEID_SHARE_SIZE])
{
  if (share < 1 && share >= 0.9995)
    g_strlcpy (text, "more than 99.9", DEID_SHARE_SIZE);
  else
    deid_number_to_text (100 * share, 3, text);
}
