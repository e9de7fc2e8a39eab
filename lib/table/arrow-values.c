/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/calendar.h"
#include "base/hash.h"
#include "base/rational.h"
#include "base/text.h"
#include "table/arrow.h"

#include <math.h>
#include <string.h>

#define MILLISECONDS_OF_DAY 86400000
#define MAX_SCALE           76

#define INTEGER(bytes, sign)                                                                       \
  {                                                                                                \
    .layout = DEID_ARROW_FIXED, .width = (bytes), .is_signed = (sign),                             \
    .write = arrow_write_integer, .column_type = DEID_COLUMN_TYPE_INTEGER                          \
  }
#define FLOAT(bytes, function)                                                                     \
  {                                                                                                \
    .layout = DEID_ARROW_FIXED, .width = (bytes), .write = (function),                             \
    .column_type = DEID_COLUMN_TYPE_DECIMAL                                                        \
  }
#define ARROW_TYPE_TEXT(kind)                                                                      \
  {                                                                                                \
    .layout = (kind), .column_type = DEID_COLUMN_TYPE_TEXT                                         \
  }
#define DATE(bytes, units_of_day)                                                                  \
  {                                                                                                \
    .layout = DEID_ARROW_FIXED, .width = (bytes), .units = (units_of_day),                         \
    .write = arrow_write_date, .column_type = DEID_COLUMN_TYPE_DATE                                \
  }
#define TIME(bytes, units_of_second)                                                               \
  {                                                                                                \
    .layout = DEID_ARROW_FIXED, .width = (bytes), .units = (units_of_second),                      \
    .write = arrow_write_time, .column_type = DEID_COLUMN_TYPE_TEXT                                \
  }

static gboolean
arrow_text_refuse (const char *what, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s, expected %s", what, expected);
}

/* Below this all whole numbers are doubles, and are written without an exponent. */
#define ARROW_TEXT_MAX_WHOLE 0x1p53

/* Returns: the nearest number of @n_bits binary digits that is a multiple of 2^@least. */
static double
arrow_text_narrow (double number, int n_bits, int least)
{
  int exponent;

  frexp (number, &exponent);
  exponent = MAX (exponent - n_bits, least);
  return ldexp (rint (ldexp (number, -exponent)), exponent);
}

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

static gboolean
arrow_write_half (const DeidArrowType *type, const guint8 *bytes, char text[DEID_ARROW_TEXT_SIZE],
                  GError **error)
{
  const guint bits = (guint) deid_host_integer_read (bytes, 2, FALSE);
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  double number;

  if (exponent == 0x1f)
    number = HUGE_VAL;
  else if (exponent == 0)
    number = ldexp (fraction, -24);
  else
    number = ldexp (fraction + 0x400, exponent - 25);
  return arrow_text_write_narrow (bits >> 15 != 0 ? -number : number, 11, -24, text, error);
}

static gboolean
arrow_write_float (const DeidArrowType *type, const guint8 *bytes, char text[DEID_ARROW_TEXT_SIZE],
                   GError **error)
{
  float number;

  memcpy (&number, bytes, sizeof number);
  return arrow_text_write_narrow ((double) number, 24, -149, text, error);
}

static gboolean
arrow_write_double (const DeidArrowType *type, const guint8 *bytes, char text[DEID_ARROW_TEXT_SIZE],
                    GError **error)
{
  double number;

  memcpy (&number, bytes, sizeof number);
  if (!isfinite (number))
    return arrow_text_refuse ("not finite", "a finite number", error);
  deid_double_to_decimal (number + 0.0, text); /* -0 becomes 0 */
  return TRUE;
}

static gboolean
arrow_write_integer (const DeidArrowType *type, const guint8 *bytes,
                     char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const guint64 number = deid_host_integer_read (bytes, type->width, type->is_signed);

  if (type->is_signed)
    g_snprintf (text, DEID_ARROW_TEXT_SIZE, "%" G_GINT64_FORMAT, (gint64) number);
  else
    g_snprintf (text, DEID_ARROW_TEXT_SIZE, "%" G_GUINT64_FORMAT, number);
  return TRUE;
}

/* 1970-01-01, of which dates and timestamps are so many days or units. */
#define FIRST_DAY 719163

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

static gboolean
arrow_write_date (const DeidArrowType *type, const guint8 *bytes, char text[DEID_ARROW_TEXT_SIZE],
                  GError **error)
{
  const gint64 number = (gint64) deid_host_integer_read (bytes, type->width, TRUE);

  if (number % type->units != 0)
    return arrow_text_refuse ("a date with a time of day", "a whole number of days", error);
  return write_day (number / type->units, text, error) != NULL;
}

#define SECONDS_OF_DAY 86400

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

static gboolean
arrow_write_time (const DeidArrowType *type, const guint8 *bytes, char text[DEID_ARROW_TEXT_SIZE],
                  GError **error)
{
  const gint64 number = (gint64) deid_host_integer_read (bytes, type->width, TRUE);

  if (number < 0 || number / type->units >= SECONDS_OF_DAY)
    return arrow_text_refuse ("a time outside of the day", "one from 00:00:00 to before 24:00:00",
                              error);
  write_time (number, type->units, text);
  return TRUE;
}

static const struct
{
  const char *format;
  DeidArrowType type;
} arrow_type_known[] = {
  { "n", ARROW_TYPE_TEXT (DEID_ARROW_NOTHING) },
  { "b", ARROW_TYPE_TEXT (DEID_ARROW_BITS) },
  { "c", INTEGER (1, TRUE) },
  { "C", INTEGER (1, FALSE) },
  { "s", INTEGER (2, TRUE) },
  { "S", INTEGER (2, FALSE) },
  { "i", INTEGER (4, TRUE) },
  { "I", INTEGER (4, FALSE) },
  { "l", INTEGER (8, TRUE) },
  { "L", INTEGER (8, FALSE) },
  { "e", FLOAT (2, arrow_write_half) },
  { "f", FLOAT (4, arrow_write_float) },
  { "g", FLOAT (8, arrow_write_double) },
  { "u", ARROW_TYPE_TEXT (DEID_ARROW_TEXT32) },
  { "U", ARROW_TYPE_TEXT (DEID_ARROW_TEXT64) },
  { "vu", ARROW_TYPE_TEXT (DEID_ARROW_VIEWS) },
  { "tdD", DATE (4, 1) },
  { "tdm", DATE (8, MILLISECONDS_OF_DAY) },
  { "tts", TIME (4, 1) },
  { "ttm", TIME (4, 1000) },
  { "ttu", TIME (8, 1000000) },
  { "ttn", TIME (8, 1000000000) },
};

static gboolean
arrow_write_timestamp (const DeidArrowType *type, const guint8 *bytes,
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

/* `ts`, the unit, a colon and the time zone, which may be empty. */
static gboolean
read_timestamp (DeidArrowType *type, const char *format)
{
  static const char units[] = "smun";
  gint64 n = 1;
  const char *unit;

  if (!g_str_has_prefix (format, "ts") || format[2] == '\0' || format[3] != ':')
    return FALSE;
  unit = strchr (units, format[2]);
  if (unit == NULL)
    return FALSE;
  for (const char *before = units; before < unit; before++)
    n *= 1000;
  *type = (DeidArrowType){ .layout = DEID_ARROW_FIXED,
                           .width = 8,
                           .units = n,
                           .has_zone = format[4] != '\0',
                           .write = arrow_write_timestamp,
                           .column_type = DEID_COLUMN_TYPE_DATE };
  return TRUE;
}

static gboolean
arrow_type_read_number (const char **text, gint *number)
{
  char *end;
  const gint64 read = g_ascii_strtoll (*text, &end, 10);

  if (end == *text || read < -MAX_SCALE || read > 256)
    return FALSE;
  *text = end;
  *number = (gint) read;
  return TRUE;
}

static gboolean
skip_comma (const char **text)
{
  return *(*text)++ == ',';
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

static gboolean
is_zero (const guint32 words[MAX_WORDS], guint n_words)
{
  guint32 any = 0;

  for (guint i = 0; i < n_words; i++)
    any |= words[i];
  return any == 0;
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

/* Digits come from the last to the first. */
static gboolean
arrow_write_decimal (const DeidArrowType *type, const guint8 *bytes,
                     char text[DEID_ARROW_TEXT_SIZE], GError **error)
{
  const guint n_words = type->width / 4;
  guint32 words[MAX_WORDS] = { 0 };
  const gboolean is_negative = read_words (bytes, n_words, words);
  char *p = text + DEID_ARROW_TEXT_SIZE;

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

/* `d:`, the number of digits, that of places, and that of bits if it is not 128. */
static gboolean
read_decimal (DeidArrowType *type, const char *format)
{
  const char *text = format + 2;
  gint n_digits, scale, n_bits = 128;

  if (!g_str_has_prefix (format, "d:") || !arrow_type_read_number (&text, &n_digits)
      || !skip_comma (&text) || !arrow_type_read_number (&text, &scale))
    return FALSE;
  if (*text != '\0' && (!skip_comma (&text) || !arrow_type_read_number (&text, &n_bits)))
    return FALSE;
  if (*text != '\0' || n_digits < 1 || n_digits > MAX_SCALE || scale > MAX_SCALE
      || (n_bits != 32 && n_bits != 64 && n_bits != 128 && n_bits != 256))
    return FALSE;
  *type = (DeidArrowType){ .layout = DEID_ARROW_FIXED,
                           .width = (guint) n_bits / 8,
                           .scale = scale,
                           .write = arrow_write_decimal,
                           .column_type = DEID_COLUMN_TYPE_DECIMAL };
  return TRUE;
}

static gboolean
arrow_type_refuse (const char *format, const char *expected, GError **error)
{
  g_autofree char *shown = deid_text_show (format != NULL ? format : "", -1);

  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the Arrow format '%s', expected that of %s", shown, expected);
}

static gboolean
find_type (DeidArrowType *type, const char *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (arrow_type_known); i++)
    if (g_str_equal (arrow_type_known[i].format, format))
      {
        *type = arrow_type_known[i].type;
        return TRUE;
      }
  return read_timestamp (type, format) || read_decimal (type, format);
}

gboolean
deid_arrow_type_init (DeidArrowType *type, const char *format, GError **error)
{
  return (format != NULL && find_type (type, format))
         || arrow_type_refuse (
             format,
             "null, a boolean, a number, UTF-8 text, a date, a time, a timestamp, or a "
             "dictionary of these",
             error);
}

gboolean
deid_arrow_type_init_keys (DeidArrowType *type, const char *format, GError **error)
{
  return (format != NULL && find_type (type, format) && type->write == arrow_write_integer)
         || arrow_type_refuse (format, "an integer, as the keys of a dictionary are", error);
}

#define N_VIEW_BUFFERS 3 /* validity, views, and at the end the sizes of others */
#define VIEW_SIZE      16
#define MAX_INLINE     12 /* bytes of a text that stand in its view */
#define MAX_WIDTH      32 /* bytes of a value */

static gboolean
arrow_values_fail (const char *what, gint64 number, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "an Arrow array with %s %" G_GINT64_FORMAT ", expected %s", what, number,
                    expected);
}

static gboolean
check_buffers (const struct ArrowArray *array, gint64 n_buffers, gboolean has_more, GError **error)
{
  g_autofree char *expected = g_strdup_printf ("%s%" G_GINT64_FORMAT " as its type has",
                                               has_more ? "at least " : "", n_buffers);

  if (has_more ? array->n_buffers < n_buffers : array->n_buffers != n_buffers)
    return arrow_values_fail ("a number of buffers of", array->n_buffers, expected, error);
  return array->n_buffers == 0 || array->buffers != NULL
         || arrow_values_fail ("no buffers instead of", array->n_buffers, "their addresses", error);
}

static gboolean
check_counts (const struct ArrowArray *array, gint64 n_children, GError **error)
{
  if (array == NULL || array->release == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "an Arrow array that is not there, expected one as the schema says");
  if (array->length < 0)
    return arrow_values_fail ("the length", array->length, "0 or more", error);
  if (array->offset < 0 || array->offset > G_MAXINT64 / MAX_WIDTH - array->length)
    return arrow_values_fail ("the offset", array->offset,
                              "0 or more, and an end that memory may have", error);
  if (array->null_count < -1 || array->null_count > array->length)
    return arrow_values_fail ("the null count", array->null_count, "-1 or up to the length", error);
  if (array->n_children != n_children)
    return arrow_values_fail ("a number of children of", array->n_children, "that of the schema",
                              error);
  return n_children == 0 || array->children != NULL
         || arrow_values_fail ("no children instead of", n_children, "their addresses", error);
}

static gboolean
arrow_values_read_rows (DeidArrowRows *rows, const struct ArrowArray *array, GError **error)
{
  *rows = (DeidArrowRows){ .n = (guint64) array->length, .offset = (guint64) array->offset };
  if (array->n_buffers == 0 || array->null_count == 0)
    return TRUE;
  rows->validity = array->buffers[0];
  return rows->validity != NULL || array->null_count == -1
         || arrow_values_fail ("no bitmap but a null count of", array->null_count, "0 or -1",
                               error);
}

gboolean
deid_arrow_rows_init (DeidArrowRows *rows, const struct ArrowArray *array, gint64 n_buffers,
                      gint64 n_children, GError **error)
{
  return check_counts (array, n_children, error) && check_buffers (array, n_buffers, FALSE, error)
         && arrow_values_read_rows (rows, array, error);
}

static gint64
count_buffers (DeidArrowLayout layout)
{
  switch (layout)
    {
    case DEID_ARROW_NOTHING:
      return 0;
    case DEID_ARROW_BITS:
    case DEID_ARROW_FIXED:
      return 2;
    default:
      return 3;
    }
}

gboolean
deid_arrow_values_init (DeidArrowValues *values, const DeidArrowType *type,
                        const struct ArrowArray *array, GError **error)
{
  const gint64 n_buffers = count_buffers (type->layout);
  const gboolean is_view = type->layout == DEID_ARROW_VIEWS;

  *values = (DeidArrowValues){ .type = type };
  if (!check_counts (array, 0, error) || !check_buffers (array, n_buffers, is_view, error)
      || !arrow_values_read_rows (&values->rows, array, error))
    return FALSE;
  if (n_buffers == 0 || array->length == 0)
    return TRUE;
  values->items = array->buffers[1];
  if (values->items == NULL)
    return arrow_values_fail ("no buffer of values and the length", array->length, "one", error);
  if (is_view)
    {
      values->others = (const void *const *) array->buffers + 2;
      values->n_others = (guint64) (array->n_buffers - N_VIEW_BUFFERS);
      values->sizes = array->buffers[array->n_buffers - 1];
      return values->n_others == 0 || values->sizes != NULL
             || arrow_values_fail ("no sizes of buffers of texts, of which there are",
                                   array->n_buffers - N_VIEW_BUFFERS, "them", error);
    }
  if (n_buffers == 3)
    values->bytes = array->buffers[2];
  return TRUE;
}

/* A text between two offsets. */
static gboolean
arrow_values_read_text (const DeidArrowValues *values, guint64 place, guint width,
                        const char **text, gsize *length, GError **error)
{
  const guint8 *at = values->items + place * width;
  const gint64 start = (gint64) deid_host_integer_read (at, width, TRUE);
  const gint64 end = (gint64) deid_host_integer_read (at + width, width, TRUE);

  if (start < 0 || end < start)
    return arrow_values_fail ("a text that ends at", end, "offsets from 0 that do not fall", error);
  if (values->bytes == NULL && end > start)
    return arrow_values_fail ("no buffer of bytes and a text that ends at", end, "one", error);
  *text = values->bytes != NULL ? values->bytes + start : "";
  *length = (gsize) (end - start);
  return TRUE;
}

static gboolean
read_view (const DeidArrowValues *values, guint64 place, const char **text, gsize *length,
           GError **error)
{
  const guint8 *view = values->items + place * VIEW_SIZE;
  const gint64 n = (gint64) deid_host_integer_read (view, 4, TRUE);
  const guint64 other = deid_host_integer_read (view + 8, 4, TRUE);
  const gint64 start = (gint64) deid_host_integer_read (view + 12, 4, TRUE);

  if (n < 0)
    return arrow_values_fail ("a text of the length", n, "0 or more", error);
  *length = (gsize) n;
  *text = (const char *) view + 4;
  if (n <= MAX_INLINE)
    return TRUE;
  if (other >= values->n_others || values->others[other] == NULL)
    return arrow_values_fail ("a text in the buffer", (gint64) other, "one that is there", error);
  if (start < 0 || start + n > (gint64) deid_host_integer_read (values->sizes + 8 * other, 8, TRUE))
    return arrow_values_fail ("a text that begins at", start, "one within its buffer", error);
  *text = (const char *) values->others[other] + start;
  return TRUE;
}

gboolean
deid_arrow_values_read (const DeidArrowValues *values, guint64 i, char room[DEID_ARROW_TEXT_SIZE],
                        const char **text, gsize *length, GError **error)
{
  const DeidArrowType *type = values->type;
  const guint64 place = values->rows.offset + i;

  switch (type->layout)
    {
    case DEID_ARROW_TEXT32:
      return arrow_values_read_text (values, place, 4, text, length, error);
    case DEID_ARROW_TEXT64:
      return arrow_values_read_text (values, place, 8, text, length, error);
    case DEID_ARROW_VIEWS:
      return read_view (values, place, text, length, error);
    case DEID_ARROW_FIXED:
      if (!type->write (type, values->items + place * type->width, room, error))
        return FALSE;
      *text = room;
      break;
    default:
      *text = (values->items[place / 8] >> (place % 8) & 1) != 0 ? "true" : "false";
    }
  *length = strlen (*text);
  return TRUE;
}
