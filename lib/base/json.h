/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "base/work.h"

typedef enum
{
  DEID_JSON_NULL,
  DEID_JSON_BOOLEAN,
  DEID_JSON_INTEGER,
  DEID_JSON_FRACTION, /* a number with a fraction or an exponent */
  DEID_JSON_STRING,
  DEID_JSON_ARRAY,
  DEID_JSON_OBJECT
} DeidJsonKind;

/* A value. Behind an array stand its elements, behind an object its members, each a string, the
 * name, and a value. */
typedef struct
{
  DeidJsonKind kind;
  guint64 span; /* how many values it is, with all within */
  guint64 n;    /* elements or members */
  union
  {
    gint64 integer;
    double number;      /* a fraction, or what comes next to it */
    const char *string; /* without escapes */
  };
  guint64 start; /* where it stands in the text, in bytes */
  guint64 end;
} DeidJsonValue;

/* A text that was read, in two blocks of memory: json-glib, which has several for each value, ends
 * the program where there is none left. One that is 0 is empty. */
typedef struct
{
  const char *source; /* as it was handed over */
  char *text;         /* a copy, in which strings have lost their escapes and end in a NUL */
  guint64 text_capacity;
  DeidJsonValue *values; /* the root first */
  guint64 n;
  guint64 capacity;
} DeidJson;

/* Reads a text that ends in a NUL as JSON as RFC 8259 has it, nested at most eight deep, with
 * integers from -2^63 to 2^63 - 1 and no member twice in an object. Only U+001F may stand in
 * strings as it is: json-glib writes it so. What @json held before is gone.
 *
 * Returns: the root, valid until @json is read again or cleared, or NULL with %DEID_ERROR_PARSE and
 * the line, the text's first being @first_line, %DEID_ERROR_NO_MEMORY, or the errors of
 * deid_stop_check(). Complexity: O(length). */
const DeidJsonValue *deid_json_read (DeidJson *json, const char *text, gsize length,
                                     guint64 first_line, const DeidStop *stop, GError **error);
void deid_json_clear (DeidJson *json);

/* Returns: (nullable): the first value within a list, or %NULL for %NULL. */
static inline const DeidJsonValue *
deid_json_enter (const DeidJsonValue *value)
{
  return value != NULL ? value + 1 : NULL;
}

/* Returns: what follows a value and all within. */
static inline const DeidJsonValue *
deid_json_skip (const DeidJsonValue *value)
{
  return value + value->span;
}

static inline gboolean
deid_json_is (const DeidJsonValue *value, DeidJsonKind kind)
{
  return value != NULL && value->kind == kind;
}

/* Returns: the value of a member, or NULL where there is none or @object, which may be NULL, is no
 * object. Complexity: O(members). */
const DeidJsonValue *deid_json_get_member (const DeidJsonValue *object, const char *name);

/* Returns: whether a value, which may be NULL, is a number. */
gboolean deid_json_get_number (const DeidJsonValue *value, double *number);

/* Checks that the root of a text is that of another one: objects with the same members in any
 * order, arrays with the same elements, equal numbers.
 *
 * Errors: %DEID_ERROR_CERTIFICATE with the first member that differs. Complexity: O(size), times
 * members for objects of many. */
gboolean deid_json_compare (const DeidJson *found, const DeidJson *expected, gboolean show_values,
                            GError **error);

/* JSON for people: a value a line, set in by two blanks a level. */
typedef struct
{
  DeidLongText *text;
  guint depth;
  gboolean has_values; /* of the list at hand */
} DeidJsonWriter;

/* Each writes a value: with @name, a member of an object, or with %NULL, an element of an array or
 * the whole. */

/* Lists, of values (`[` and `]`) or of members (`{` and `}`). */
void deid_json_write_begin (DeidJsonWriter *writer, const char *name, char bracket);
void deid_json_write_end (DeidJsonWriter *writer, char bracket);

/* %NULL is written as null. */
void deid_json_write_string (DeidJsonWriter *writer, const char *name, const char *string);
void deid_json_write_integer (DeidJsonWriter *writer, const char *name, guint64 integer);

/* By the shortest decimal that is read as this number. */
void deid_json_write_number (DeidJsonWriter *writer, const char *name, double number);
