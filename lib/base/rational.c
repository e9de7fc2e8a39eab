/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/rational.h"
#include "base/text.h"

#include <deid/deid.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_EXPONENT_DIGITS 9

/* sign 0.d1 d2 d3 … 10^magnitude, where d1 is not 0. */
typedef struct
{
  int sign;           /* 0 for 0 */
  const char *digits; /* d1, with a point perhaps among those that follow */
  const char *end;
  gint64 magnitude;
} Decimal;

static const char *
decimal_skip_digits (const char *p)
{
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

static gboolean
parse_exponent (const char *p, gint64 *exponent)
{
  const char *digits = *p == '+' || *p == '-' ? p + 1 : p;
  const char *end = decimal_skip_digits (digits);

  if (end == digits || end - digits > MAX_EXPONENT_DIGITS || *end != '\0')
    return FALSE;
  *exponent = g_ascii_strtoll (p, NULL, 10);
  return TRUE;
}

static gboolean
decimal_parse (const char *text, Decimal *decimal)
{
  const char *const start = text + (text[0] == '-');
  const char *const point = decimal_skip_digits (start);
  const char *const end = *point == '.' ? decimal_skip_digits (point + 1) : point;
  gint64 exponent = 0;

  if (end - start == (*point == '.'))
    return FALSE;
  if (*end == 'e' || *end == 'E' ? !parse_exponent (end + 1, &exponent) : *end != '\0')
    return FALSE;
  *decimal = (Decimal){ .sign = text[0] == '-' ? -1 : 1, .digits = start, .end = end };
  while (decimal->digits < end && (*decimal->digits == '0' || *decimal->digits == '.'))
    decimal->digits++;
  if (decimal->digits == end)
    decimal->sign = 0;
  decimal->magnitude = exponent + (point - decimal->digits) + (decimal->digits > point);
  return TRUE;
}

/* Returns: the next digit, 0 behind the last one. */
static char
decimal_get_digit (const char **digits, const char *end)
{
  if (*digits < end && **digits == '.')
    ++*digits;
  return *digits < end ? *(*digits)++ : '0';
}

static int
decimal_compare_sizes (const Decimal *a, const Decimal *b)
{
  const char *p = a->digits, *q = b->digits;

  if (a->magnitude != b->magnitude)
    return a->magnitude < b->magnitude ? -1 : 1;
  while (p < a->end || q < b->end)
    {
      const char x = decimal_get_digit (&p, a->end), y = decimal_get_digit (&q, b->end);

      if (x != y)
        return x < y ? -1 : 1;
    }
  return 0;
}

gboolean
deid_decimal_is_valid (const char *text)
{
  Decimal decimal;

  return decimal_parse (text, &decimal);
}

gboolean
deid_decimal_is_integer (const char *text)
{
  const char *const start = text + (text[0] == '-');
  const char *const end = decimal_skip_digits (start);

  return end > start && *end == '\0';
}

/* Reads the size of a decimal as a number of units of 10^-@n_places, rounded down, up to one that
 * is above @greatest. */
static DeidWide
decimal_read_size (const Decimal *decimal, guint n_places, DeidWide greatest, gboolean *is_exact)
{
  const char *p = decimal->digits;
  DeidWide units = 0;

  *is_exact = TRUE;
  for (gint64 i = 0; i < decimal->magnitude + n_places && units <= greatest; i++)
    units = 10 * units + (guint) (decimal_get_digit (&p, decimal->end) - '0');
  while (*is_exact && p < decimal->end)
    *is_exact = decimal_get_digit (&p, decimal->end) == '0';
  return units;
}

gboolean
deid_decimal_to_units (const char *text, guint n_places, DeidWide greatest, DeidWide *units)
{
  Decimal decimal;
  gboolean is_exact;

  *units = 0;
  if (!decimal_parse (text, &decimal))
    return FALSE;
  if (decimal.sign <= 0)
    return decimal.sign == 0;
  *units = decimal_read_size (&decimal, n_places, greatest, &is_exact);
  return is_exact && *units <= greatest;
}

gboolean
deid_decimal_floor (const char *text, guint n_places, DeidWide greatest, DeidSignedWide *units,
                    gboolean *is_exact)
{
  Decimal decimal;
  DeidWide size;

  *units = 0;
  *is_exact = TRUE;
  if (!decimal_parse (text, &decimal))
    return FALSE;
  if (decimal.sign == 0)
    return TRUE;
  size = decimal_read_size (&decimal, n_places, greatest, is_exact);
  if (decimal.sign < 0 && !*is_exact)
    size++;
  *units = decimal.sign * (DeidSignedWide) size;
  return size <= greatest;
}

int
deid_decimal_compare (const char *a, const char *b)
{
  Decimal x, y;
  const gboolean is_x = decimal_parse (a, &x), is_y = decimal_parse (b, &y);

  if (!is_x || !is_y)
    return is_y - is_x;
  if (x.sign != y.sign)
    return x.sign < y.sign ? -1 : 1;
  return x.sign * decimal_compare_sizes (&x, &y);
}

static gsize
decimal_count_digits (const char *text)
{
  gsize n = 0;

  while (g_ascii_isdigit (text[n]))
    n++;
  return n;
}

gboolean
deid_decimal_has_comma (const char *text)
{
  const char *whole = text + (text[0] == '-' ? 1 : 0);
  const gsize n_whole = decimal_count_digits (whole);
  const gsize n_behind = whole[n_whole] == ',' ? decimal_count_digits (whole + n_whole + 1) : 0;
  const char *rest = whole + n_whole + 1 + n_behind;

  return n_whole > 0 && n_behind > 0 && (rest[0] == '\0' || g_str_equal (rest, "%"));
}

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

char *
deid_double_to_decimal (double value, char text[DEID_DECIMAL_SIZE])
{
  if (fabs (value) < RATIONAL_MAX_WHOLE && value == trunc (value))
    {
      g_snprintf (text, DEID_DECIMAL_SIZE, "%" G_GINT64_FORMAT, (gint64) value);
      return text;
    }
  /* 15 digits are always told apart, but by numbers too small to have that many. */
  for (int digits = fabs (value) < DBL_MIN ? 1 : 15; digits <= 17; digits++)
    {
      write_double (value, digits, 'g', text);
      if (reads_back (text, value))
        return text;
      if (!is_power_of_two (value))
        continue;
      write_double (value, digits - 1, 'e', text);
      increase_last_digit (text);
      if (reads_back (text, value))
        return text;
    }
  return text;
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
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "%s: %s cannot be kept as an exact fraction, expected a finite number >= 0 of ordinary size",
      what, text);
}
