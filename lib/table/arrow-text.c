/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/arrow-text.h"

#include <math.h>
#include <string.h>

#include "base/dates/calendar.h"
#include "base/host-integer.h"
#include "base/rational.h"

#define SECONDS_OF_DAY 86400

/* 1970-01-01, of which dates and timestamps are so many days or units. */
#define FIRST_DAY 719163

gboolean
deid_arrow_write_integer (const DeidArrowType *type, const guint8 *bytes,
                          char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const guint64 number = deid_host_integer_read (bytes, type->width, type->is_signed);

  (void) error;
  if (type->is_signed)
    g_snprintf (text, DEID_ARROW_TEXT_SIZE, "%" G_GINT64_FORMAT, (gint64) number);
  else
    g_snprintf (text, DEID_ARROW_TEXT_SIZE, "%" G_GUINT64_FORMAT, number);
  return TRUE;
}

static gboolean
arrow_text_refuse (const char *what, const char *expected, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "%s, expected %s", what, expected);
  return FALSE;
}

/* Returns: the nearest number of @n_bits binary digits that is a multiple of 2^@least. */
static double
arrow_text_narrow (double number, int n_bits, int least)
{
  int exponent;

  frexp (number, &exponent);
  exponent = MAX (exponent - n_bits, least);
  return ldexp (rint (ldexp (number, -exponent)), exponent);
}

/* Below this all whole numbers are doubles, and are written without an exponent. */
#define ARROW_TEXT_MAX_WHOLE 0x1p53

/* Writes a number of so many binary digits. */
static gboolean
arrow_text_write_narrow (double number, int n_bits, int least, char text[DEID_ARROW_TEXT_SIZE],
                         GError **error)
{
  if (!isfinite (number))
    return arrow_text_refuse ("not finite", "a finite number", error);
  if (number == trunc (number) && fabs (number) < ARROW_TEXT_MAX_WHOLE)
    {
      deid_double_to_decimal (number + 0.0, text); /* -0 becomes 0 */
      return TRUE;
    }
  for (int n_digits = 1;; n_digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", n_digits);
      g_ascii_formatd (text, DEID_ARROW_TEXT_SIZE, format, number);
      if (arrow_text_narrow (g_ascii_strtod (text, NULL), n_bits, least) == number)
        return TRUE;
    }
}

gboolean
deid_arrow_write_half (const DeidArrowType *type, const guint8 *bytes,
                       char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const guint bits = (guint) deid_host_integer_read (bytes, 2, FALSE);
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  double number;

  (void) type;
  if (exponent == 0x1f)
    number = HUGE_VAL;
  else if (exponent == 0)
    number = ldexp (fraction, -24);
  else
    number = ldexp (fraction + 0x400, exponent - 25);
  return arrow_text_write_narrow (bits >> 15 != 0 ? -number : number, 11, -24, text, error);
}

gboolean
deid_arrow_write_float (const DeidArrowType *type, const guint8 *bytes,
                        char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  float number;

  (void) type;
  memcpy (&number, bytes, sizeof number);
  return arrow_text_write_narrow ((double) number, 24, -149, text, error);
}

gboolean
deid_arrow_write_double (const DeidArrowType *type, const guint8 *bytes,
                         char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  double number;

  (void) type;
  memcpy (&number, bytes, sizeof number);
  if (!isfinite (number))
    return arrow_text_refuse ("not finite", "a finite number", error);
  deid_double_to_decimal (number + 0.0, text); /* -0 becomes 0 */
  return TRUE;
}

#define MAX_WORDS 8 /* of 32 bits, in 256 */

/* Reads the size of a number in two's complement, lowest word first. Returns: whether it is below
 * 0. */
static gboolean
read_words (const guint8 *bytes, guint n_words, guint32 words[MAX_WORDS])
{
  gboolean is_negative;
  guint64 carry = 1;

  for (guint i = 0; i < n_words; i++)
    memcpy (&words[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : n_words - 1 - i], bytes + 4 * i, 4);
  is_negative = words[n_words - 1] >> 31 != 0;
  for (guint i = 0; is_negative && i < n_words; i++)
    {
      carry += ~words[i];
      words[i] = (guint32) carry;
      carry >>= 32;
    }
  return is_negative;
}

/* Divides by 10. Returns: the remainder. */
static guint
take_digit (guint32 words[MAX_WORDS], guint n_words)
{
  guint64 rest = 0;

  for (guint i = n_words; i-- > 0;)
    {
      rest = rest << 32 | words[i];
      words[i] = (guint32) (rest / 10);
      rest %= 10;
    }
  return (guint) rest;
}

static gboolean
is_zero (const guint32 words[MAX_WORDS], guint n_words)
{
  guint32 any = 0;

  for (guint i = 0; i < n_words; i++)
    any |= words[i];
  return any == 0;
}

/* Digits come from the last to the first. */
gboolean
deid_arrow_write_decimal (const DeidArrowType *type, const guint8 *bytes,
                          char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const guint n_words = type->width / 4;
  guint32 words[MAX_WORDS];
  const gboolean is_negative = read_words (bytes, n_words, words);
  char *p = text + DEID_ARROW_TEXT_SIZE;

  (void) error;
  *--p = '\0';
  for (gint place = type->scale; place < 0 && !is_zero (words, n_words); place++)
    *--p = '0';
  for (gint place = 0; place < type->scale; place++)
    *--p = (char) ('0' + take_digit (words, n_words));
  if (type->scale > 0)
    *--p = '.';
  do
    *--p = (char) ('0' + take_digit (words, n_words));
  while (!is_zero (words, n_words));
  if (is_negative)
    *--p = '-';
  memmove (text, p, (gsize) (text + DEID_ARROW_TEXT_SIZE - p));
  return TRUE;
}

/* Writes a day, counted from 1970-01-01. Returns: the end of the text, or NULL. */
static char *
write_day (gint64 day, char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  static const DeidDate first = { -DEID_MAX_YEAR, 1, 1 }, last = { DEID_MAX_YEAR, 12, 31 };
  const gint64 greatest = deid_date_to_day (&last) - FIRST_DAY;
  DeidDate date;

  if (day < deid_date_to_day (&first) - FIRST_DAY || day > greatest)
    {
      arrow_text_refuse ("a day far off", "one of the years -999999 to 999999", error);
      return NULL;
    }
  date = deid_date_from_day (day + FIRST_DAY);
  deid_year_write (date.year, text);
  return text + strlen (text)
         + g_snprintf (text + strlen (text), DEID_YEAR_SIZE, "-%02u-%02u", date.month, date.day);
}

gboolean
deid_arrow_write_date (const DeidArrowType *type, const guint8 *bytes,
                       char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const gint64 number = (gint64) deid_host_integer_read (bytes, type->width, TRUE);

  if (number % type->units != 0)
    return arrow_text_refuse ("a date with a time of day", "a whole number of days", error);
  return write_day (number / type->units, text, error) != NULL;
}

/* Writes a time of day of so many units. Returns: the end of the text. */
static char *
write_time (gint64 number, gint64 units, char *text)
{
  const int second = (int) (number / units);
  char *end = text
              + g_snprintf (text, DEID_ARROW_TEXT_SIZE / 2, "%02d:%02d:%02d", second / 3600,
                            second / 60 % 60, second % 60);

  number %= units;
  if (number != 0)
    *end++ = '.';
  for (; number != 0; number %= units)
    {
      units /= 10;
      *end++ = (char) ('0' + number / units);
    }
  *end = '\0';
  return end;
}

gboolean
deid_arrow_write_time (const DeidArrowType *type, const guint8 *bytes,
                       char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const gint64 number = (gint64) deid_host_integer_read (bytes, type->width, TRUE);

  if (number < 0 || number / type->units >= SECONDS_OF_DAY)
    return arrow_text_refuse ("a time outside of the day", "one from 00:00:00 to before 24:00:00",
                              error);
  write_time (number, type->units, text);
  return TRUE;
}

gboolean
deid_arrow_write_timestamp (const DeidArrowType *type, const guint8 *bytes,
                            char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const gint64 number = (gint64) deid_host_integer_read (bytes, type->width, TRUE);
  const gint64 units_of_day = SECONDS_OF_DAY * type->units;
  const gint64 rest = number % units_of_day;
  const gint64 of_day = rest < 0 ? rest + units_of_day : rest;
  char *end = write_day (number / units_of_day - (rest < 0), text, error);

  if (end == NULL)
    return FALSE;
  *end++ = 'T';
  end = write_time (of_day, type->units, end);
  if (type->has_zone)
    *end++ = 'Z';
  *end = '\0';
  return TRUE;
}
