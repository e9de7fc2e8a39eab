/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/rational.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <deid/deid.h>

#define MAX_POWER_OF_TEN   37
#define RATIONAL_MAX_WHOLE 9007199254740992.0 /* 2^53 */

static void
write_double (double value, int precision, char conversion, char text[DEID_DECIMAL_SIZE])
{
  char format[8];

  g_snprintf (format, sizeof format, "%%.%d%c", precision, conversion);
  g_ascii_formatd (text, DEID_DECIMAL_SIZE, format, value);
}

static gboolean
reads_back (const char *text, double value)
{
  return g_ascii_strtod (text, NULL) == value;
}

/* Adds one in the last place of a decimal; a carry beyond the first digit is lost. */
static void
increase_last_digit (char *text)
{
  char *p = text + strcspn (text, "e");

  while (p > text && (*--p == '9' || *p == '.'))
    if (*p == '9')
      *p = '0';
  if (g_ascii_isdigit (*p))
    ++*p;
}

/* Doubles below a power of two are closer to it than those above: where the nearest decimal is
 * below and does not read back, the next one may. */
static gboolean
is_power_of_two (double value)
{
  int exponent;

  return fabs (frexp (value, &exponent)) == 0.5;
}

void
deid_double_to_decimal (double value, char text[DEID_DECIMAL_SIZE])
{
  if (fabs (value) < RATIONAL_MAX_WHOLE && value == trunc (value))
    {
      g_snprintf (text, DEID_DECIMAL_SIZE, "%" G_GINT64_FORMAT, (gint64) value);
      return;
    }
  /* 15 digits are always told apart, but by numbers too small to have that many. */
  for (int digits = fabs (value) < DBL_MIN ? 1 : 15; digits <= 17; digits++)
    {
      write_double (value, digits, 'g', text);
      if (reads_back (text, value))
        return;
      if (!is_power_of_two (value))
        continue;
      write_double (value, digits - 1, 'e', text);
      increase_last_digit (text);
      if (reads_back (text, value))
        return;
    }
}

gboolean
deid_double_from_decimal (const char *text, double *value)
{
  char *end;

  if ((!g_ascii_isdigit (text[0]) && text[0] != '-' && text[0] != '.')
      || strpbrk (text, "xX") != NULL) /* hexadecimal numbers */
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

DeidWide
deid_greatest_common_divisor (DeidWide a, DeidWide b)
{
  while (b != 0)
    {
      const DeidWide rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* Multiplies by a power of ten, up to 10^37. */
static gboolean
rational_scale (DeidWide *number, int power_of_ten)
{
  if (power_of_ten > MAX_POWER_OF_TEN)
    return FALSE;
  for (; power_of_ten > 0; power_of_ten--)
    *number *= 10;
  return TRUE;
}

gboolean
deid_rational_from_double (double value, const char *what, DeidRational *rational, GError **error)
{
  char text[DEID_DECIMAL_SIZE];
  DeidWide numerator = 0, denominator = 1, divisor;
  int exponent = 0;
  gboolean fraction = FALSE;
  const char *p;

  deid_double_to_decimal (value, text);
  if (!(value >= 0) || !isfinite (value))
    goto invalid;
  for (p = text; g_ascii_isdigit (*p) || *p == '.'; p++)
    {
      if (*p == '.')
        {
          fraction = TRUE;
          continue;
        }
      numerator = 10 * numerator + (guint) (*p - '0');
      exponent -= fraction;
    }
  if (*p == 'e')
    exponent += (int) g_ascii_strtoll (p + 1, NULL, 10);
  for (; exponent < 0 && numerator % 10 == 0 && numerator != 0; exponent++)
    numerator /= 10;
  if (numerator == 0)
    exponent = 0;
  /* At most 17 digits times 10^20 stay within 128 bits. */
  if (exponent > 20 || !rational_scale (&numerator, exponent)
      || !rational_scale (&denominator, -exponent))
    goto invalid;
  divisor = deid_greatest_common_divisor (numerator, denominator);
  numerator /= divisor;
  if (numerator > G_MAXUINT64)
    goto invalid;
  rational->numerator = (guint64) numerator;
  rational->denominator = denominator / divisor;
  return TRUE;

invalid:
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: %s cannot be kept as an exact fraction, expected a finite number >= 0 of "
               "ordinary size",
               what, text);
  return FALSE;
}
