/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/number-format.h"

#include "base/rational.h"

#include <string.h>

/* Returns: NUL for what is no mark. */
static char
read_mark (const char *text)
{
  if (g_str_equal (text, "blank"))
    return ' ';
  return text[0] != '\0' && text[1] == '\0' && strchr (".,'", text[0]) != NULL ? text[0] : '\0';
}

char *
deid_number_format_take (DeidNumberFormat *format, const char *text, gboolean *is_lenient,
                         const char **expected)
{
  g_autofree char *rest = g_strdup (text);
  gboolean is_wrong = FALSE;

  *format = (DeidNumberFormat){ '\0', '\0' };
  *is_lenient = FALSE;
  while (rest[0] != '\0')
    {
      char *blank = strrchr (rest, ' ');
      const char *word = blank != NULL ? blank + 1 : rest;

      if (g_str_equal (word, "unparsable=missing"))
        *is_lenient = TRUE;
      else if (g_str_has_prefix (word, "decimal="))
        is_wrong |= (format->decimal = read_mark (word + strlen ("decimal="))) == '\0';
      else if (g_str_has_prefix (word, "thousands="))
        is_wrong |= (format->thousands = read_mark (word + strlen ("thousands="))) == '\0';
      else
        break;
      *(blank != NULL ? blank : rest) = '\0';
    }
  if (format->thousands != '\0' && format->decimal == '\0')
    format->decimal = format->thousands == '.' ? ',' : '.';
  if (is_wrong
      || (format->decimal != '\0'
          && (format->decimal == format->thousands || strchr (".,", format->decimal) == NULL)))
    *expected = "decimal=. or decimal=, and thousands= with another one of . , ' blank";
  return rest[0] != '\0' || text[0] == '\0' ? g_steal_pointer (&rest) : NULL;
}

char *
deid_number_format_spell (const DeidNumberFormat *format)
{
  const char sign[] = { format->thousands, '\0' };

  if (format->decimal == '\0')
    return NULL;
  return g_strdup_printf ("decimal=%c%s%s", format->decimal, sign[0] != '\0' ? " thousands=" : "",
                          sign[0] == ' ' ? "blank" : sign);
}

static gboolean
is_blank (gunichar c)
{
  return c == ' ' || c == 0xA0 || c == 0x2009 || c == 0x202F;
}

static void
number_format_skip_blanks (const char **place)
{
  while (is_blank (g_utf8_get_char (*place)))
    *place = g_utf8_next_char (*place);
}

static gboolean
take_sign (const char **place)
{
  const gunichar c = g_utf8_get_char (*place);

  if (c != '-' && c != 0x2212)
    return FALSE;
  *place = g_utf8_next_char (*place);
  return TRUE;
}

/* What people write for a currency that has no sign. */
static const char *const currencies[]
    = { "zł", "kr.", "kr", "Kč", "Ft", "Fr.", "Fr", "Rs.", "Rs", "lei", "R$", "лв", "руб." };

/* Takes a currency sign or word, three capitals or, at the end, a per cent sign. Returns: (transfer
 * full): the unit, empty if there is none. */
static char *
take_unit (const char **place, gboolean is_end)
{
  const char *start = *place;
  const gunichar c = g_utf8_get_char (start);

  if (g_unichar_type (c) == G_UNICODE_CURRENCY_SYMBOL || (is_end && (c == '%' || c == 0x2030)))
    *place = g_utf8_next_char (start);
  else if (strspn (start, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3)
    *place = start + 3;
  for (gsize i = 0; *place == start && i < G_N_ELEMENTS (currencies); i++)
    if (g_str_has_prefix (start, currencies[i]))
      *place = start + strlen (currencies[i]);
  return g_strndup (start, (gsize) (*place - start));
}

/* Tells whether a separator of groups stands at a place, with a digit behind it, and moves there.
 */
static gboolean
take_separator (const DeidNumberFormat *format, const char **place)
{
  const gunichar c = g_utf8_get_char (*place);
  const char *next = c != '\0' ? g_utf8_next_char (*place) : *place;
  const gboolean is_one = format->thousands != '\0'
                          && (format->thousands == ' '    ? is_blank (c)
                              : format->thousands == '\'' ? c == '\'' || c == 0x2019
                                                          : c == (guchar) format->thousands);

  if (!is_one || !g_ascii_isdigit (*next))
    return FALSE;
  *place = next;
  return TRUE;
}

/* Groups have three digits, but for the first one and, as in India, those between. */
static gboolean
take_whole (const DeidNumberFormat *format, const char **place, GString *decimal)
{
  guint n_groups = 0;
  gsize length;

  do
    {
      length = strspn (*place, "0123456789");
      if (n_groups++ > 0 && length != 2 && length != 3)
        return FALSE;
      if (n_groups == 2 && (decimal->len == 0 || decimal->len > 3))
        return FALSE;
      g_string_append_len (decimal, *place, (gssize) length);
      *place += length;
    }
  while (take_separator (format, place));
  return n_groups == 1 || length == 3;
}

static void
take_digits (const char **place, GString *decimal)
{
  const gsize length = strspn (*place, "0123456789");

  g_string_append_len (decimal, *place, (gssize) length);
  *place += length;
}

/* Takes what stands behind the whole part of a number. */
static void
take_fraction (const DeidNumberFormat *format, const char **place, GString *decimal)
{
  if (**place == format->decimal)
    {
      g_string_append_c (decimal, '.');
      ++*place;
      take_digits (place, decimal);
    }
  if (g_ascii_tolower (**place) != 'e')
    return;
  g_string_append_c (decimal, 'e');
  ++*place;
  if (**place == '+')
    ++*place;
  else if (take_sign (place))
    g_string_append_c (decimal, '-');
  take_digits (place, decimal);
}

/* Numbers without a unit stand beside those with a currency, but not beside shares. */
static gboolean
fits_unit (const char *own, char **unit)
{
  const gboolean is_share = g_str_equal (own, "%") || g_str_equal (own, "‰");

  if (*unit == NULL || ((*unit)[0] == '\0' && !is_share))
    {
      g_free (*unit);
      *unit = g_strdup (own);
      return TRUE;
    }
  return g_str_equal (*unit, own)
         || (own[0] == '\0' && !g_str_equal (*unit, "%") && !g_str_equal (*unit, "‰"));
}

char *
deid_number_format_read (const DeidNumberFormat *format, const char *text, char **unit)
{
  g_autoptr (GString) decimal = g_string_new (NULL);
  g_autofree char *before = NULL, *behind = NULL;
  gboolean is_negative, is_bracketed;

  number_format_skip_blanks (&text);
  is_bracketed = *text == '(';
  text += is_bracketed ? 1 : 0;
  is_negative = take_sign (&text) || is_bracketed;
  before = take_unit (&text, FALSE);
  number_format_skip_blanks (&text);
  if (before[0] != '\0' && !is_negative)
    is_negative = take_sign (&text);
  if (!take_whole (format, &text, decimal))
    return NULL;
  take_fraction (format, &text, decimal);
  if (!is_negative)
    is_negative = take_sign (&text);
  number_format_skip_blanks (&text);
  behind = take_unit (&text, TRUE);
  number_format_skip_blanks (&text);
  if (is_bracketed && *text++ != ')')
    return NULL;
  if (is_negative)
    g_string_prepend_c (decimal, '-');
  if (*text != '\0' || (before[0] != '\0' && behind[0] != '\0')
      || !deid_decimal_is_valid (decimal->str)
      || (unit != NULL && !fits_unit (before[0] != '\0' ? before : behind, unit)))
    return NULL;
  return g_string_free (g_steal_pointer (&decimal), FALSE);
}

char *
deid_number_format_write (const DeidNumberFormat *format, const char *text)
{
  char *written = g_strdup (text);

  for (char *c = written; format->decimal == ',' && *c != '\0'; c++)
    if (*c == '.' && g_ascii_isdigit (c[1])
        && (c == written || g_ascii_isdigit (c[-1]) || c[-1] == '-'))
      *c = ',';
  return written;
}
