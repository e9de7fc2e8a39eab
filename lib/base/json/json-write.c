/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/json/json-write.h"

#include "base/rational.h"

/* What stands before a value or a name. */
static void
json_write_start (DeidJsonWriter *writer)
{
  if (!writer->is_named && writer->depth > 0)
    deid_long_text_add (writer->text, "%s\n%*s", writer->has_values ? "," : "",
                        (int) (2 * writer->depth), "");
  writer->is_named = FALSE;
  writer->has_values = TRUE;
}

void
deid_json_write_begin (DeidJsonWriter *writer, char bracket)
{
  json_write_start (writer);
  deid_long_text_add (writer->text, "%c", bracket);
  writer->depth++;
  writer->has_values = FALSE;
}

void
deid_json_write_end (DeidJsonWriter *writer, char bracket)
{
  writer->depth--;
  if (writer->has_values)
    deid_long_text_add (writer->text, "\n%*s", (int) (2 * writer->depth), "");
  deid_long_text_add (writer->text, "%c", bracket);
  writer->has_values = TRUE;
}

void
deid_json_write_name (DeidJsonWriter *writer, const char *name)
{
  json_write_start (writer);
  deid_long_text_add_json (writer->text, name);
  deid_long_text_add (writer->text, " : ");
  writer->is_named = TRUE;
}

void
deid_json_write_null (DeidJsonWriter *writer)
{
  json_write_start (writer);
  deid_long_text_add (writer->text, "null");
}

void
deid_json_write_string (DeidJsonWriter *writer, const char *string)
{
  json_write_start (writer);
  deid_long_text_add_json (writer->text, string);
}

void
deid_json_write_integer (DeidJsonWriter *writer, guint64 integer)
{
  json_write_start (writer);
  deid_long_text_add (writer->text, "%" G_GUINT64_FORMAT, integer);
}

void
deid_json_write_number (DeidJsonWriter *writer, double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  json_write_start (writer);
  deid_double_to_decimal (number, decimal);
  deid_long_text_add (writer->text, "%s", decimal);
}
