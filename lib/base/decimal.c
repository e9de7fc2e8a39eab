/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/decimal.h"

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
