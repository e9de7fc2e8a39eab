/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/number.h"

#include <string.h>

#include "base/decimal.h"

/* An integer of so many digits fits 64 bits. */
#define MAX_SHORT_DIGITS 18

static const gint64 number_powers[MAX_SHORT_DIGITS + 1] = { 1,
                                                            10,
                                                            100,
                                                            1000,
                                                            10000,
                                                            100000,
                                                            1000000,
                                                            10000000,
                                                            100000000,
                                                            1000000000,
                                                            10000000000,
                                                            100000000000,
                                                            1000000000000,
                                                            10000000000000,
                                                            100000000000000,
                                                            1000000000000000,
                                                            10000000000000000,
                                                            100000000000000000,
                                                            1000000000000000000 };

gboolean
deid_number_read_short (const char *text, gint64 *digits, guint *n_places)
{
  const char *const start = text + (text[0] == '-');
  const char *point = NULL, *p = start;
  guint64 value = 0; /* one digit too many fits */
  gint64 n_digits;

  for (; p - start <= MAX_SHORT_DIGITS; p++)
    if (g_ascii_isdigit (*p))
      value = 10 * value + (guint64) (*p - '0');
    else if (*p == '.' && point == NULL)
      point = p;
    else
      break;
  n_digits = p - start - (point != NULL);
  if (*p != '\0' || n_digits == 0 || n_digits > MAX_SHORT_DIGITS)
    return FALSE;
  *digits = text[0] == '-' ? -(gint64) value : (gint64) value;
  *n_places = point != NULL ? (guint) (p - point) - 1 : 0;
  return TRUE;
}

static gboolean
number_read_number (const char *text, DeidNumber *number, gboolean *is_exact)
{
  gint64 digits;
  guint n_places;

  *is_exact = TRUE;
  if (!deid_number_read_short (text, &digits, &n_places))
    return deid_decimal_floor (text, DEID_NUMBER_PLACES, (DeidWide) DEID_NUMBER_END - 1, number,
                               is_exact);
  *number = (DeidNumber) digits * number_powers[DEID_NUMBER_PLACES - n_places];
  return TRUE;
}

gboolean
deid_number_read (const char *text, DeidNumber *number)
{
  gboolean is_exact;

  return number_read_number (text, number, &is_exact);
}

gboolean
deid_number_read_exactly (const char *text, DeidNumber *number)
{
  gboolean is_exact;

  return number_read_number (text, number, &is_exact) && is_exact;
}

gsize
deid_number_write (DeidNumber number, char text[DEID_NUMBER_SIZE])
{
  const DeidWide size = (DeidWide) (number < 0 ? -number : number);
  guint64 whole = (guint64) (size / (DeidWide) DEID_NUMBER_ONE);
  guint64 fraction = (guint64) (size % (DeidWide) DEID_NUMBER_ONE);
  char *const end = text + DEID_NUMBER_SIZE - 1;
  char *p = end;
  gsize length;

  if (fraction != 0)
    {
      guint n_places = DEID_NUMBER_PLACES;

      for (; fraction % 10 == 0; fraction /= 10)
        n_places--;
      for (; n_places > 0; n_places--, fraction /= 10)
        *--p = (char) ('0' + fraction % 10);
      *--p = '.';
    }
  do
    *--p = (char) ('0' + whole % 10);
  while ((whole /= 10) > 0);
  if (number < 0)
    *--p = '-';
  length = (gsize) (end - p);
  memmove (text, p, length);
  text[length] = '\0';
  return length;
}
