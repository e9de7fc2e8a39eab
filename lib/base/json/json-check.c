/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/json/json-check.h"

#include <errno.h>
#include <string.h>

#include <deid/deid.h>

#define MAX_DEPTH     8
#define MAX_CHARACTER 3 /* bytes of a character of which the last is missing */

/* The text is UTF-8 without a NUL and ends in one, so that looking at one character ahead is always
 * possible. */
typedef struct
{
  const char *p;
  guint64 line;
  const char *next_check; /* where to look whether to stop */
  const DeidStop *stop;
  GError *error; /* of the stop */
} Scanner;

static gboolean check_value (Scanner *scanner, guint depth);

static void
skip_blanks (Scanner *scanner)
{
  for (; *scanner->p != '\0' && strchr (" \t\r\n", *scanner->p) != NULL; scanner->p++)
    scanner->line += *scanner->p == '\n';
}

static gboolean
accept (Scanner *scanner, const char *text)
{
  if (strncmp (scanner->p, text, strlen (text)) != 0)
    return FALSE;
  scanner->p += strlen (text);
  return TRUE;
}

static gboolean
is_surrogate (guint unit)
{
  return unit >= 0xD800 && unit <= 0xDFFF;
}

static gboolean
read_unit (Scanner *scanner, guint *unit)
{
  *unit = 0;
  for (guint i = 0; i < 4; i++)
    {
      const int digit = g_ascii_xdigit_value (*scanner->p);

      if (digit < 0)
        return FALSE;
      *unit = 16 * *unit + (guint) digit;
      scanner->p++;
    }
  return TRUE;
}

/* Of escaped characters, NUL and halves of surrogate pairs are refused: they are no text. */
static gboolean
check_escape (Scanner *scanner)
{
  guint unit, low;

  if (*scanner->p == '\0' || strchr ("\"\\/bfnrtu", *scanner->p) == NULL)
    return FALSE;
  if (*scanner->p++ != 'u')
    return TRUE;
  if (!read_unit (scanner, &unit) || unit == 0)
    return FALSE;
  if (!is_surrogate (unit))
    return TRUE;
  return unit < 0xDC00 && accept (scanner, "\\u") && read_unit (scanner, &low) && is_surrogate (low)
         && low >= 0xDC00;
}

/* One that JSON has escaped, but that json-glib writes as it is. */
#define UNIT_SEPARATOR '\x1f'

static gboolean
is_bare_control (char c)
{
  return (guchar) c < ' ' && c != UNIT_SEPARATOR;
}

static gboolean
check_string (Scanner *scanner)
{
  if (!accept (scanner, "\""))
    return FALSE;
  while (*scanner->p != '"')
    {
      if (is_bare_control (*scanner->p)
          || !deid_stop_check_text (scanner->stop, scanner->p, &scanner->next_check,
                                    &scanner->error))
        return FALSE;
      if (*scanner->p++ == '\\' && !check_escape (scanner))
        return FALSE;
    }
  scanner->p++;
  return TRUE;
}

static gboolean
check_digits (Scanner *scanner)
{
  const char *start = scanner->p;

  while (g_ascii_isdigit (*scanner->p))
    scanner->p++;
  return scanner->p > start;
}

/* The parser of json-glib wraps integers around. */
static gboolean
fits_64_bits (const char *integer)
{
  errno = 0;
  g_ascii_strtoll (integer, NULL, 10);
  return errno == 0;
}

static gboolean
check_exponent (Scanner *scanner)
{
  if (!accept (scanner, "+"))
    accept (scanner, "-");
  return check_digits (scanner);
}

static gboolean
check_number (Scanner *scanner)
{
  const char *start = scanner->p;
  gboolean is_integer = TRUE;

  accept (scanner, "-");
  if (!accept (scanner, "0") && !check_digits (scanner))
    return FALSE;
  if (accept (scanner, "."))
    {
      is_integer = FALSE;
      if (!check_digits (scanner))
        return FALSE;
    }
  if (accept (scanner, "e") || accept (scanner, "E"))
    return check_exponent (scanner);
  return !is_integer || fits_64_bits (start);
}

/* The elements of an array, or the members of an object, up to @end. */
static gboolean
check_list (Scanner *scanner, gboolean named, const char *end, guint depth)
{
  skip_blanks (scanner);
  if (accept (scanner, end))
    return TRUE;
  do
    {
      skip_blanks (scanner);
      if (named && !check_string (scanner))
        return FALSE;
      skip_blanks (scanner);
      if (named && !accept (scanner, ":"))
        return FALSE;
      if (!check_value (scanner, depth))
        return FALSE;
    }
  while (accept (scanner, ","));
  return accept (scanner, end);
}

static gboolean
check_value (Scanner *scanner, guint depth)
{
  gboolean valid;

  if (!deid_stop_check_text (scanner->stop, scanner->p, &scanner->next_check, &scanner->error))
    return FALSE;
  skip_blanks (scanner);
  if (*scanner->p == '"')
    valid = check_string (scanner);
  else if (accept (scanner, "{"))
    valid = depth < MAX_DEPTH && check_list (scanner, TRUE, "}", depth + 1);
  else if (accept (scanner, "["))
    valid = depth < MAX_DEPTH && check_list (scanner, FALSE, "]", depth + 1);
  else
    valid = accept (scanner, "true") || accept (scanner, "false") || accept (scanner, "null")
            || check_number (scanner);
  skip_blanks (scanner);
  return valid;
}

static guint64
count_lines (const char *start, const char *end)
{
  guint64 n = 0;

  for (const char *p = start; p < end; p++)
    n += *p == '\n';
  return n;
}

/* Part by part, each of which begins with a character. */
static gboolean
check_encoding (const char *text, gsize length, guint64 first_line, const DeidStop *stop,
                GError **error)
{
  const char *p = text, *end;

  while (p < text + length)
    {
      const gsize n_left = (gsize) (text + length - p);

      if (!deid_stop_check (stop, error))
        return FALSE;
      if (!g_utf8_validate_len (p, MIN (n_left, DEID_BYTES_PER_CHECK), &end)
          && (n_left <= DEID_BYTES_PER_CHECK || p + DEID_BYTES_PER_CHECK - end > MAX_CHARACTER))
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                       "line %" G_GUINT64_FORMAT ": not valid UTF-8, expected JSON",
                       first_line + count_lines (text, end));
          return FALSE;
        }
      p = end;
    }
  return TRUE;
}

gboolean
deid_json_check (const char *text, gsize length, guint64 first_line, const DeidStop *stop,
                 GError **error)
{
  Scanner scanner
      = { .p = text, .line = first_line, .next_check = text + DEID_BYTES_PER_CHECK, .stop = stop };

  if (!check_encoding (text, length, first_line, stop, error))
    return FALSE;
  if (check_value (&scanner, 0) && *scanner.p == '\0')
    return TRUE;
  if (scanner.error != NULL)
    {
      g_propagate_error (error, scanner.error);
      return FALSE;
    }
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "line %" G_GUINT64_FORMAT
               ": not well-formed, nested too deeply, or an integer beyond 64 bits, expected JSON",
               scanner.line);
  return FALSE;
}
