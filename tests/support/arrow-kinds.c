/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/arrow-kinds.h"

#include <math.h>
#include <string.h>

guint64
draw_bits (GRand *rand)
{
  const guint64 high = g_rand_int (rand);

  return high << 32 | g_rand_int (rand);
}

/* Turns bytes that begin with the lowest into the order of the machine. */
static void
put_bytes (guint8 *bytes, guint width, const guint8 *lowest_first)
{
  for (guint i = 0; i < width; i++)
    bytes[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : width - 1 - i] = lowest_first[i];
}

void
arrow_put_integer (guint8 *bytes, guint width, guint64 number)
{
  guint8 lowest_first[8];

  for (guint i = 0; i < width; i++)
    lowest_first[i] = (guint8) (number >> (8 * i));
  put_bytes (bytes, width, lowest_first);
}

static void
draw_nothing (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  (void) kind;
  (void) rand;
  value->text = NULL;
}

static void
draw_boolean (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  (void) kind;
  value->bytes[0] = g_rand_boolean (rand) ? 1 : 0;
  value->text = g_strdup (value->bytes[0] != 0 ? "true" : "false");
}

/* As often of few bits as of many; first: whether it has a sign. */
static void
draw_integer (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  const guint shift = (guint) g_rand_int_range (rand, 64 - 8 * (gint) kind->width, 64);
  const guint64 bits = draw_bits (rand) >> shift;
  const gboolean is_negative = kind->first != 0 && g_rand_boolean (rand);
  const gint64 number = is_negative ? -1 - (gint64) (bits >> 1) : (gint64) (bits >> 1);

  arrow_put_integer (value->bytes, kind->width, kind->first != 0 ? (guint64) number : bits);
  value->text = kind->first != 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, number)
                                 : g_strdup_printf ("%" G_GUINT64_FORMAT, bits);
}

static void
cut_zeros (GString *text)
{
  while (text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
  if (text->str[text->len - 1] == '.')
    g_string_truncate (text, text->len - 1);
}

/* The digits are so few that they are the only ones of the number. */
static double
draw_float (GRand *rand, gint end, gint max_places, ArrowValue *value)
{
  static const gint powers[] = { 1, 10, 100, 1000, 10000 };
  const gint number = g_rand_int_range (rand, 0, end);
  const gint places = g_rand_int_range (rand, 0, max_places + 1);
  const gboolean is_negative = g_rand_boolean (rand);
  GString *text = g_string_new (is_negative && number > 0 ? "-" : "");

  g_string_append_printf (text, "%d.%0*d", number / powers[places], places + 1,
                          number % powers[places] * 10);
  cut_zeros (text);
  value->text = g_string_free (text, FALSE);
  return (is_negative ? -1.0 : 1.0) * number / powers[places];
}

/* Those that are not 0 are normal numbers: 11 binary digits, the first of them 1. */
static void
draw_half (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  const double number = draw_float (rand, 1000, 2, value);
  const guint sign = signbit (number) != 0 ? 0x8000 : 0;
  guint bits = 0;
  int exponent;
  double fraction = frexp (fabs (number), &exponent);

  if (fraction > 0)
    bits = (guint) (exponent + 14) * 1024 + (guint) rint (fraction * 2048) - 1024;
  arrow_put_integer (value->bytes, kind->width, sign | bits);
}

static void
draw_single (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  const float number = (float) draw_float (rand, 1000000, 3, value);

  memcpy (value->bytes, &number, kind->width);
}

static void
draw_double (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  const double number = draw_float (rand, G_MAXINT32, 4, value);

  memcpy (value->bytes, &number, kind->width);
}

/* Makes digits an integer of @width bytes, times -1. */
static void
put_digits (guint8 *bytes, guint width, const char *digits, gboolean is_negative)
{
  guint8 lowest_first[32] = { 0 };
  guint carry = 1;

  for (const char *digit = digits; *digit != '\0'; digit++)
    {
      guint sum = (guint) (*digit - '0');

      for (guint i = 0; i < width; i++, sum >>= 8)
        {
          sum += 10U * lowest_first[i];
          lowest_first[i] = (guint8) sum;
        }
    }
  for (guint i = 0; is_negative && i < width; i++, carry >>= 8)
    {
      carry += (guint8) ~lowest_first[i];
      lowest_first[i] = (guint8) carry;
    }
  put_bytes (bytes, width, lowest_first);
}

/* First: how many digits; second: how many of them are places. */
static void
draw_decimal (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  const gint n = g_rand_int_range (rand, 1, kind->first + 1);
  const gboolean is_negative = g_rand_boolean (rand);
  GString *text = g_string_new (NULL);

  g_string_append_c (text, (char) ('0' + g_rand_int_range (rand, n > 1, 10)));
  for (gint i = 1; i < n; i++)
    g_string_append_c (text, (char) ('0' + g_rand_int_range (rand, 0, 10)));
  put_digits (value->bytes, kind->width, text->str, is_negative);
  if (text->str[0] == '0')
    {
      g_string_assign (text, kind->second > 0 ? "0." : "0");
      for (gint i = 0; i < kind->second; i++)
        g_string_append_c (text, '0');
    }
  else
    {
      for (gint i = kind->second; i < 0; i++)
        g_string_append_c (text, '0');
      while ((gint) text->len < kind->second + 1)
        g_string_prepend_c (text, '0');
      if (kind->second > 0)
        g_string_insert_c (text, (gssize) text->len - kind->second, '.');
      if (is_negative)
        g_string_prepend_c (text, '-');
    }
  value->text = g_string_free (text, FALSE);
}

/* Of several bytes a letter too, and none at all. */
static void
draw_text (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  static const char *const pieces[] = { "a", "B", " ", "ä", "€", "𝄞", "12345", "; \"'\\\n" };
  GString *text = g_string_new (NULL);

  (void) kind;
  for (gint n = g_rand_int_range (rand, 0, 9); n > 0; n--)
    g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
  value->text = g_string_free (text, FALSE);
}

/* Gives the number of days since 1970-01-01. */
static gint64
draw_day (GRand *rand, gint first_year, gint end_year, GString *text)
{
  GDate date, epoch;
  const GDateYear year = (GDateYear) g_rand_int_range (rand, first_year, end_year);

  g_date_clear (&date, 1);
  g_date_set_dmy (&date, 1, G_DATE_JANUARY, year);
  g_date_add_days (&date, (guint) g_rand_int_range (rand, 0, 365));
  g_date_clear (&epoch, 1);
  g_date_set_dmy (&epoch, 1, G_DATE_JANUARY, 1970);
  g_string_append_printf (text, "%04u-%02d-%02u", g_date_get_year (&date), g_date_get_month (&date),
                          g_date_get_day (&date));
  return (gint64) g_date_get_julian (&date) - (gint64) g_date_get_julian (&epoch);
}

/* First: in how many units a day is counted. */
static void
draw_date (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  GString *text = g_string_new (NULL);
  const gint64 day = draw_day (rand, 1, 10000, text);

  arrow_put_integer (value->bytes, kind->width, (guint64) (day * kind->first));
  value->text = g_string_free (text, FALSE);
}

/* Gives the units since midnight, of which a second has @units. */
static gint64
draw_time_of_day (GRand *rand, gint n_places, gint64 units, GString *text)
{
  const gint hour = g_rand_int_range (rand, 0, 24), minute = g_rand_int_range (rand, 0, 60),
             second = g_rand_int_range (rand, 0, 60);
  const gint64 rest
      = g_rand_boolean (rand) ? (gint64) (draw_bits (rand) % (guint64) units) : units / 2;

  g_string_append_printf (text, "%02d:%02d:%02d", hour, minute, second);
  if (n_places > 0)
    {
      g_string_append_printf (text, ".%0*" G_GINT64_FORMAT, n_places, rest);
      cut_zeros (text);
    }
  return (hour * 3600 + minute * 60 + second) * units + rest;
}

static gint64
count_units (gint n_places)
{
  gint64 units = 1;

  for (gint i = 0; i < n_places; i++)
    units *= 10;
  return units;
}

/* First: how many places a second has. */
static void
draw_time (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  GString *text = g_string_new (NULL);
  const gint64 number = draw_time_of_day (rand, kind->first, count_units (kind->first), text);

  arrow_put_integer (value->bytes, kind->width, (guint64) number);
  value->text = g_string_free (text, FALSE);
}

/* First: how many places a second has; second: whether there is a time zone. In nanoseconds
 * numbers of 64 bits have but these years. */
static void
draw_timestamp (const ArrowKind *kind, GRand *rand, ArrowValue *value)
{
  GString *text = g_string_new (NULL);
  const gint64 units = count_units (kind->first);
  const gint64 day = draw_day (rand, 1700, 2200, text);

  g_string_append_c (text, 'T');
  arrow_put_integer (
      value->bytes, kind->width,
      (guint64) (day * 86400 * units + draw_time_of_day (rand, kind->first, units, text)));
  if (kind->second != 0)
    g_string_append_c (text, 'Z');
  value->text = g_string_free (text, FALSE);
}

const ArrowKind arrow_kinds[] = {
  { "n", 0, DEID_COLUMN_TYPE_TEXT, draw_nothing, 0, 0 },
  { "b", 0, DEID_COLUMN_TYPE_TEXT, draw_boolean, 0, 0 },
  { "c", 1, DEID_COLUMN_TYPE_INTEGER, draw_integer, 1, 0 },
  { "C", 1, DEID_COLUMN_TYPE_INTEGER, draw_integer, 0, 0 },
  { "s", 2, DEID_COLUMN_TYPE_INTEGER, draw_integer, 1, 0 },
  { "S", 2, DEID_COLUMN_TYPE_INTEGER, draw_integer, 0, 0 },
  { "i", 4, DEID_COLUMN_TYPE_INTEGER, draw_integer, 1, 0 },
  { "I", 4, DEID_COLUMN_TYPE_INTEGER, draw_integer, 0, 0 },
  { "l", 8, DEID_COLUMN_TYPE_INTEGER, draw_integer, 1, 0 },
  { "L", 8, DEID_COLUMN_TYPE_INTEGER, draw_integer, 0, 0 },
  { "e", 2, DEID_COLUMN_TYPE_DECIMAL, draw_half, 0, 0 },
  { "f", 4, DEID_COLUMN_TYPE_DECIMAL, draw_single, 0, 0 },
  { "g", 8, DEID_COLUMN_TYPE_DECIMAL, draw_double, 0, 0 },
  { "d:9,2,32", 4, DEID_COLUMN_TYPE_DECIMAL, draw_decimal, 9, 2 },
  { "d:18,0,64", 8, DEID_COLUMN_TYPE_DECIMAL, draw_decimal, 18, 0 },
  { "d:38,38", 16, DEID_COLUMN_TYPE_DECIMAL, draw_decimal, 38, 38 },
  { "d:20,-3,128", 16, DEID_COLUMN_TYPE_DECIMAL, draw_decimal, 20, -3 },
  { "d:76,9,256", 32, DEID_COLUMN_TYPE_DECIMAL, draw_decimal, 76, 9 },
  { "u", 0, DEID_COLUMN_TYPE_TEXT, draw_text, 0, 0 },
  { "U", 0, DEID_COLUMN_TYPE_TEXT, draw_text, 0, 0 },
  { "vu", 0, DEID_COLUMN_TYPE_TEXT, draw_text, 0, 0 },
  { "tdD", 4, DEID_COLUMN_TYPE_DATE, draw_date, 1, 0 },
  { "tdm", 8, DEID_COLUMN_TYPE_DATE, draw_date, 86400000, 0 },
  { "tss:", 8, DEID_COLUMN_TYPE_DATE, draw_timestamp, 0, 0 },
  { "tsm:UTC", 8, DEID_COLUMN_TYPE_DATE, draw_timestamp, 3, 1 },
  { "tsu:", 8, DEID_COLUMN_TYPE_DATE, draw_timestamp, 6, 0 },
  { "tsn:Asia/Tokyo", 8, DEID_COLUMN_TYPE_DATE, draw_timestamp, 9, 1 },
  { "tts", 4, DEID_COLUMN_TYPE_TEXT, draw_time, 0, 0 },
  { "ttm", 4, DEID_COLUMN_TYPE_TEXT, draw_time, 3, 0 },
  { "ttu", 8, DEID_COLUMN_TYPE_TEXT, draw_time, 6, 0 },
  { "ttn", 8, DEID_COLUMN_TYPE_TEXT, draw_time, 9, 0 },
};

const guint n_arrow_kinds = G_N_ELEMENTS (arrow_kinds);
