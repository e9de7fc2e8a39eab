/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"

/* JSON for people: a value a line, set in by two blanks a level. */
typedef struct
{
  DeidLongText *text;
  guint depth;
  gboolean has_values; /* of the list at hand */
  gboolean is_named;   /* the next value has its name already */
} DeidJsonWriter;

/* Lists, of values (`[` and `]`) or of members (`{` and `}`). */
void deid_json_write_begin (DeidJsonWriter *writer, char bracket);
void deid_json_write_end (DeidJsonWriter *writer, char bracket);

/* Names the value that is written next, a member of an object. */
void deid_json_write_name (DeidJsonWriter *writer, const char *name);

void deid_json_write_null (DeidJsonWriter *writer);
void deid_json_write_string (DeidJsonWriter *writer, const char *string);
void deid_json_write_integer (DeidJsonWriter *writer, guint64 integer);

/* By the shortest decimal that is read as this number. */
void deid_json_write_number (DeidJsonWriter *writer, double number);
