/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/arrow-type.h"

#include <string.h>

#include "base/text.h"
#include "table/arrow-text.h"

#define MILLISECONDS_OF_DAY 86400000
#define MAX_SCALE           76

#define INTEGER(bytes, sign)                                                                       \
  {                                                                                                \
    .layout = DEID_ARROW_FIXED, .width = (bytes), .is_signed = (sign),                             \
    .write = deid_arrow_write_integer, .column_type = DEID_COLUMN_TYPE_INTEGER                     \
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
    .write = deid_arrow_write_date, .column_type = DEID_COLUMN_TYPE_DATE                           \
  }
#define TIME(bytes, units_of_second)                                                               \
  {                                                                                                \
    .layout = DEID_ARROW_FIXED, .width = (bytes), .units = (units_of_second),                      \
    .write = deid_arrow_write_time, .column_type = DEID_COLUMN_TYPE_TEXT                           \
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
  { "e", FLOAT (2, deid_arrow_write_half) },
  { "f", FLOAT (4, deid_arrow_write_float) },
  { "g", FLOAT (8, deid_arrow_write_double) },
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
                           .write = deid_arrow_write_timestamp,
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
                           .write = deid_arrow_write_decimal,
                           .column_type = DEID_COLUMN_TYPE_DECIMAL };
  return TRUE;
}

static gboolean
arrow_type_refuse (const char *format, const char *expected, GError **error)
{
  g_autofree char *shown = deid_text_show (format != NULL ? format : "", -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "the Arrow format '%s', expected that of %s", shown, expected);
  return FALSE;
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
  return (format != NULL && find_type (type, format) && type->write == deid_arrow_write_integer)
         || arrow_type_refuse (format, "an integer, as the keys of a dictionary are", error);
}
