/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/json/json-read.h"

#include <string.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "base/json/json-check.h"
#include "base/dictionary.h"

/* Up to so many members are compared one by one. */
#define FEW 16

/* The text was checked, so that what comes next is known from its first character. */
typedef struct
{
  DeidJson *json;
  char *p;
  guint64 first_line;
  const char *next_check; /* where to look whether to stop */
  const DeidStop *stop;
} Reader;

static gboolean read_value (Reader *reader, GError **error);

static void
skip_blanks (Reader *reader)
{
  while (*reader->p == ' ' || *reader->p == '\t' || *reader->p == '\r' || *reader->p == '\n')
    reader->p++;
}

static gunichar
read_unit (Reader *reader)
{
  gunichar unit = 0;

  for (guint i = 0; i < 4; i++)
    unit = 16 * unit + (gunichar) g_ascii_xdigit_value (*reader->p++);
  return unit;
}

/* Reads an escape behind its backslash and writes the character.
 * Returns: the end of what was written, which is never longer than the escape. */
static char *
read_escape (Reader *reader, char *written)
{
  static const char plain[] = "bfnrt", meant[] = "\b\f\n\r\t";
  const char c = *reader->p++;
  const char *found = strchr (plain, c);
  gunichar unit;

  if (c != 'u')
    {
      *written = found != NULL ? meant[found - plain] : c;
      return written + 1;
    }
  unit = read_unit (reader);
  if (unit >= 0xD800 && unit <= 0xDBFF)
    {
      reader->p += strlen ("\\u");
      unit = 0x10000 + ((unit - 0xD800) << 10) + (read_unit (reader) - 0xDC00);
    }
  return written + g_unichar_to_utf8 (unit, written);
}

static const char *
read_string (Reader *reader)
{
  const char *start = ++reader->p;
  char *written = reader->p;

  while (*reader->p != '"')
    if (*reader->p == '\\')
      {
        reader->p++;
        written = read_escape (reader, written);
      }
    else
      *written++ = *reader->p++;
  reader->p++;
  *written = '\0';
  return start;
}

static void
read_number (Reader *reader, DeidJsonValue *value)
{
  const char *start = reader->p;

  reader->p += strspn (start, "+-0123456789");
  value->kind = *reader->p == '.' || *reader->p == 'e' || *reader->p == 'E' ? DEID_JSON_FRACTION
                                                                            : DEID_JSON_INTEGER;
  reader->p += strspn (reader->p, "+-.0123456789eE");
  if (value->kind == DEID_JSON_INTEGER)
    value->integer = g_ascii_strtoll (start, NULL, 10);
  else
    value->number = g_ascii_strtod (start, NULL);
}

static void
set_repeated (const Reader *reader, const DeidJsonValue *name, GError **error)
{
  guint64 line = reader->first_line;

  for (guint64 i = 0; i < name->start; i++)
    line += reader->json->source[i] == '\n';
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "line %" G_GUINT64_FORMAT ": an object has a member twice, expected it only once",
               line);
}

static const DeidJsonValue *
get_next_member (const DeidJsonValue *name)
{
  return deid_json_skip (name + 1);
}

static gboolean
check_few_names (const Reader *reader, const DeidJsonValue *object, GError **error)
{
  const DeidJsonValue *name = object + 1;

  for (guint64 i = 0; i < object->n; i++, name = get_next_member (name))
    {
      const DeidJsonValue *before = object + 1;

      for (guint64 j = 0; j < i; j++, before = get_next_member (before))
        if (strcmp (before->string, name->string) == 0)
          {
            set_repeated (reader, name, error);
            return FALSE;
          }
    }
  return TRUE;
}

static gboolean
check_names (const Reader *reader, const DeidJsonValue *object, GError **error)
{
  const DeidJsonValue *name = object + 1;
  DeidDictionary seen;
  gboolean success = TRUE;

  if (object->n <= FEW)
    return check_few_names (reader, object, error);
  deid_dictionary_init (&seen);
  for (guint64 i = 0; success && i < object->n; i++, name = get_next_member (name))
    {
      guint32 code;

      success = deid_stop_check_row (reader->stop, i, error)
                && deid_dictionary_add (&seen, name->string, strlen (name->string), &code, error);
      if (success && code < i)
        {
          set_repeated (reader, name, error);
          success = FALSE;
        }
    }
  deid_dictionary_clear (&seen);
  return success;
}

/* Reads the values of an array, or the names and values of an object, up to its end. */
static gboolean
read_list (Reader *reader, guint64 *n, gboolean is_named, GError **error)
{
  const char end = is_named ? '}' : ']';

  reader->p++;
  skip_blanks (reader);
  while (*reader->p != end)
    {
      if (is_named && !read_value (reader, error))
        return FALSE;
      reader->p += is_named; /* past the colon */
      if (!read_value (reader, error))
        return FALSE;
      ++*n;
      reader->p += *reader->p == ',';
    }
  reader->p++;
  return TRUE;
}

static gboolean
read_value (Reader *reader, GError **error)
{
  DeidJson *json = reader->json;
  const guint64 place = json->n;
  DeidJsonValue value = { 0 };

  if (!deid_stop_check_text (reader->stop, reader->p, &reader->next_check, error)
      || !deid_grow ((gpointer *) &json->values, &json->capacity, place + 1, sizeof *json->values,
                     error))
    return FALSE;
  json->n++;
  skip_blanks (reader);
  value.start = (guint64) (reader->p - json->text);
  if (*reader->p == '{' || *reader->p == '[')
    {
      value.kind = *reader->p == '{' ? DEID_JSON_OBJECT : DEID_JSON_ARRAY;
      if (!read_list (reader, &value.n, value.kind == DEID_JSON_OBJECT, error))
        return FALSE;
    }
  else if (*reader->p == '"')
    {
      value.kind = DEID_JSON_STRING;
      value.string = read_string (reader);
    }
  else if (g_ascii_isalpha (*reader->p))
    {
      value.kind = *reader->p == 'n' ? DEID_JSON_NULL : DEID_JSON_BOOLEAN;
      reader->p += strspn (reader->p, "aeflnrstu");
    }
  else
    read_number (reader, &value);
  value.end = (guint64) (reader->p - json->text);
  value.span = json->n - place;
  json->values[place] = value;
  skip_blanks (reader);
  return value.kind != DEID_JSON_OBJECT || check_names (reader, &json->values[place], error);
}

const DeidJsonValue *
deid_json_read (DeidJson *json, const char *text, gsize length, guint64 first_line,
                const DeidStop *stop, GError **error)
{
  Reader reader = { .json = json, .first_line = first_line, .stop = stop };

  json->n = 0;
  if (!deid_json_check (text, length, first_line, stop, error)
      || !deid_grow ((gpointer *) &json->text, &json->text_capacity, (guint64) length + 1, 1,
                     error))
    return NULL;
  memcpy (json->text, text, length + 1);
  json->source = text;
  reader.p = json->text;
  reader.next_check = json->text;
  return read_value (&reader, error) ? json->values : NULL;
}

void
deid_json_clear (DeidJson *json)
{
  g_free (json->text);
  g_free (json->values);
  *json = (DeidJson){ 0 };
}

const DeidJsonValue *
deid_json_get_member (const DeidJsonValue *object, const char *name)
{
  const DeidJsonValue *member;

  if (!deid_json_is (object, DEID_JSON_OBJECT))
    return NULL;
  member = object + 1;
  for (guint64 i = 0; i < object->n; i++, member = get_next_member (member))
    if (strcmp (member->string, name) == 0)
      return member + 1;
  return NULL;
}

gboolean
deid_json_get_number (const DeidJsonValue *value, double *number)
{
  if (deid_json_is (value, DEID_JSON_INTEGER))
    *number = (double) value->integer;
  else if (deid_json_is (value, DEID_JSON_FRACTION))
    *number = value->number;
  else
    return FALSE;
  return TRUE;
}
