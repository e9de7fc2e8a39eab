/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/rational.h"

#include <math.h>
#include <string.h>

#include <deid/deid.h>

void
deid_double_to_decimal (double value, char text[DEID_DECIMAL_SIZE])
{
  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, DEID_DECIMAL_SIZE, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        return;
    }
}

gboolean
deid_double_from_decimal (const char *text, double *value)
{
  char *end;

  if (!g_ascii_isdigit (text[0]) && text[0] != '-' && text[0] != '.')
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return *end == '\0' && end != text && isfinite (*value);
}

gboolean
deid_uint64_from_decimal (const char *text, guint64 *value)
{
  return g_ascii_isdigit (text[0])
         && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}

static guint64
greatest_common_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static gboolean
scale (guint64 *number, int power_of_ten)
{
  for (; power_of_ten > 0; power_of_ten--)
    if (!g_uint64_checked_mul (number, *number, 10))
      return FALSE;
  return TRUE;
}

gboolean
deid_rational_from_double (double value, const char *what, DeidRational *rational, GError **error)
{
  char text[DEID_DECIMAL_SIZE];
  guint64 numerator = 0, denominator = 1, divisor;
  int exponent = 0;
  gboolean fraction = FALSE;
  const char *p;

  if (!(value >= 0) || !isfinite (value))
    goto invalid;
  deid_double_to_decimal (value, text);
  for (p = text; g_ascii_isdigit (*p) || *p == '.'; p++)
    {
      if (*p == '.')
        {
          fraction = TRUE;
          continue;
        }
      numerator = 10 * numerator + (guint64) (*p - '0');
      exponent -= fraction;
    }
  if (*p == 'e')
    exponent += (int) g_ascii_strtoll (p + 1, NULL, 10);
  for (; exponent < 0 && numerator % 10 == 0 && numerator != 0; exponent++)
    numerator /= 10;
  if (numerator == 0)
    exponent = 0;
  if (!scale (&numerator, exponent) || !scale (&denominator, -exponent))
    goto invalid;
  divisor = greatest_common_divisor (numerator, denominator);
  rational->numerator = numerator / divisor;
  rational->denominator = denominator / divisor;
  return TRUE;

invalid:
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: %g cannot be kept as an exact fraction, expected a finite number >= 0 of "
               "ordinary size",
               what, value);
  return FALSE;
}
