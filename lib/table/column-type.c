/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column-type.h"

#include <string.h>

#include "base/decimal.h"
#include "base/text.h"

static const char *const type_names[] = { "text", "integer", "decimal", "date" };

const char *
deid_column_type_get_name (DeidColumnType type)
{
  return (guint) type < G_N_ELEMENTS (type_names) ? type_names[type] : NULL;
}

/* A format of times alone, or of months, says no day. */
static gboolean
read_format (DeidTypeReader *reader, const char *format, GError **error)
{
  const char *expected = "a year, a month and a day";
  g_autofree char *shown = NULL;

  if (format == NULL)
    format = DEID_DATE_FORMAT_ISO;
  if (deid_date_format_init (&reader->format, format, &expected)
      && (reader->format.parts & DEID_DATE_PARTS_DAY) == DEID_DATE_PARTS_DAY)
    return TRUE;
  shown = deid_text_show (format, -1);
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "the date format '%s': expected %s", shown,
               expected);
  return FALSE;
}

gboolean
deid_type_reader_init (DeidTypeReader *reader, DeidColumnType type, const char *format,
                       GError **error)
{
  *reader = (DeidTypeReader){ .type = type };
  if (type == DEID_COLUMN_TYPE_DATE)
    return read_format (reader, format, error);
  if (deid_column_type_get_name (type) == NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "there is no column type %d",
                 (int) type);
  else if (format != NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "a format of the type %s, expected none but of the type date", type_names[type]);
  else
    return TRUE;
  return FALSE;
}

gboolean
deid_type_reader_accepts (const DeidTypeReader *reader, const char *text)
{
  DeidDateTime read;

  switch (reader->type)
    {
    case DEID_COLUMN_TYPE_INTEGER:
      return deid_decimal_is_integer (text);
    case DEID_COLUMN_TYPE_DECIMAL:
      return deid_decimal_is_valid (text);
    case DEID_COLUMN_TYPE_DATE:
      return deid_date_format_read (&reader->format, text, &read);
    default:
      return TRUE;
    }
}

/* Returns: the seconds since a day long ago. */
static gint64
count_seconds (const DeidTypeReader *reader, const char *text)
{
  DeidDateTime read = { .hour = 0 };

  if (!deid_date_format_read (&reader->format, text, &read))
    return G_MAXINT64;
  return ((deid_date_to_day (&read.date) * 24 + read.hour) * 60 + read.minute) * 60 + read.second;
}

int
deid_type_reader_compare (const DeidTypeReader *reader, const char *a, const char *b)
{
  gint64 x, y;

  if (deid_column_type_is_numeric (reader->type))
    return deid_decimal_compare (a, b);
  if (reader->type != DEID_COLUMN_TYPE_DATE)
    return strcmp (a, b);
  x = count_seconds (reader, a);
  y = count_seconds (reader, b);
  return (x > y) - (x < y);
}
