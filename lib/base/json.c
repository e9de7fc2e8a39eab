/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/json.h"

#include "base/dictionary.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"

#include <deid/deid.h>
#include <errno.h>
#include <string.h>

/* How many bytes of a text are read between two checks. */
#define DEID_BYTES_PER_CHECK (1024 * 1024)

/* deid_stop_check() at the first place in a text that is not before @next_check, which moves on by
 * %DEID_BYTES_PER_CHECK. */
static inline gboolean
stop_check_text (const DeidStop *stop, const char *place, const char **next_check, GError **error)
{
  if (place < *next_check)
    return TRUE;
  *next_check = place + DEID_BYTES_PER_CHECK;
  return deid_stop_check (stop, error);
}

#define MAX_DEPTH     8
#define MAX_CHARACTER 3 /* bytes of a character of which the last is missing */

/* Up to so many members are compared one by one. */
#define FEW 16

/* The text is UTF-8 without a NUL and ends in one, so that looking at one character ahead is always
 * possible. Strings are written over what was read of them. */
typedef struct
{
  DeidJson *json;
  char *p;
  guint64 first_line;
  const char *next_check; /* where to look whether to stop */
  const DeidStop *stop;
} JsonReadReader;

static gboolean json_read_value (JsonReadReader *reader, guint depth, GError **error);

static guint64
count_lines (const char *start, const char *end)
{
  guint64 n = 0;

  for (const char *p = start; p < end; p++)
    n += *p == '\n';
  return n;
}

static guint64
get_line (const JsonReadReader *reader, guint64 place)
{
  return reader->first_line + count_lines (reader->json->source, reader->json->source + place);
}

static gboolean
json_read_fail (const JsonReadReader *reader, GError **error)
{
  return deid_fail (
      error, DEID_ERROR_PARSE,
      "line %" G_GUINT64_FORMAT
      ": not well-formed, nested too deeply, or an integer beyond 64 bits, expected JSON",
      get_line (reader, (guint64) (reader->p - reader->json->text)));
}

/* Part by part, each of which begins with a character. */
static gboolean
json_read_check_encoding (const char *text, gsize length, guint64 first_line, const DeidStop *stop,
                          GError **error)
{
  const char *p = text, *end;

  while (p < text + length)
    {
      const gsize n_left = (gsize) (text + length - p);

      if (!deid_stop_check (stop, error))
        return FALSE;
      if (!g_utf8_validate_len (p, MIN (n_left, DEID_BYTES_PER_CHECK), &end)
          && (n_left <= DEID_BYTES_PER_CHECK || p + DEID_BYTES_PER_CHECK - end > MAX_CHARACTER))
        return deid_fail (error, DEID_ERROR_PARSE,
                          "line %" G_GUINT64_FORMAT ": not valid UTF-8, expected JSON",
                          first_line + count_lines (text, end));
      p = end;
    }
  return TRUE;
}

static void
json_read_skip_blanks (JsonReadReader *reader)
{
  while (*reader->p == ' ' || *reader->p == '\t' || *reader->p == '\r' || *reader->p == '\n')
    reader->p++;
}

static gboolean
json_read_accept (JsonReadReader *reader, const char *text)
{
  if (strncmp (reader->p, text, strlen (text)) != 0)
    return FALSE;
  reader->p += strlen (text);
  return TRUE;
}

static gboolean
accept_digits (JsonReadReader *reader)
{
  const char *start = reader->p;

  while (g_ascii_isdigit (*reader->p))
    reader->p++;
  return reader->p > start;
}

static gboolean
is_surrogate (guint unit)
{
  return unit >= 0xD800 && unit <= 0xDFFF;
}

static gboolean
json_read_unit (JsonReadReader *reader, gunichar *unit)
{
  *unit = 0;
  for (guint i = 0; i < 4; i++)
    {
      const int digit = g_ascii_xdigit_value (*reader->p);

      if (digit < 0)
        return FALSE;
      *unit = 16 * *unit + (gunichar) digit;
      reader->p++;
    }
  return TRUE;
}

/* Reads what stands behind `\u` and writes the character. NUL and halves of surrogate pairs are
 * refused: they are no text. */
static gboolean
read_code_point (JsonReadReader *reader, char **written)
{
  gunichar unit, low;

  if (!json_read_unit (reader, &unit) || unit == 0)
    return FALSE;
  if (is_surrogate (unit))
    {
      if (unit >= 0xDC00 || !json_read_accept (reader, "\\u") || !json_read_unit (reader, &low)
          || !is_surrogate (low) || low < 0xDC00)
        return FALSE;
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
  *written += g_unichar_to_utf8 (unit, *written);
  return TRUE;
}

/* Reads an escape and writes the character, which is never longer. */
static gboolean
read_escape (JsonReadReader *reader, char **written)
{
  static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char c = *++reader->p;
  const char *found = c != '\0' ? strchr (escaped, c) : NULL;

  if (json_read_accept (reader, "u"))
    return read_code_point (reader, written);
  if (found == NULL)
    return FALSE;
  reader->p++;
  *(*written)++ = meant[found - escaped];
  return TRUE;
}

/* One that JSON has escaped, but that json-glib writes as it is. */
#define JSON_READ_UNIT_SEPARATOR '\x1f'

static gboolean
is_bare_control (char c)
{
  return (guchar) c < ' ' && c != JSON_READ_UNIT_SEPARATOR;
}

static gboolean
read_string (JsonReadReader *reader, DeidJsonValue *value, GError **error)
{
  char *written = ++reader->p;

  value->kind = DEID_JSON_STRING;
  value->string = written;
  while (*reader->p != '"')
    {
      if (!stop_check_text (reader->stop, reader->p, &reader->next_check, error))
        return FALSE;
      if (is_bare_control (*reader->p))
        return json_read_fail (reader, error);
      if (*reader->p != '\\')
        *written++ = *reader->p++;
      else if (!read_escape (reader, &written))
        return json_read_fail (reader, error);
    }
  reader->p++;
  *written = '\0';
  return TRUE;
}

static gboolean
accept_exponent (JsonReadReader *reader)
{
  if (!json_read_accept (reader, "+"))
    json_read_accept (reader, "-");
  return accept_digits (reader);
}

static gboolean
json_read_number (JsonReadReader *reader, DeidJsonValue *value, GError **error)
{
  const char *start = reader->p;

  value->kind = DEID_JSON_INTEGER;
  json_read_accept (reader, "-");
  if (!json_read_accept (reader, "0") && !accept_digits (reader))
    return json_read_fail (reader, error);
  if (json_read_accept (reader, "."))
    {
      value->kind = DEID_JSON_FRACTION;
      if (!accept_digits (reader))
        return json_read_fail (reader, error);
    }
  if (json_read_accept (reader, "e") || json_read_accept (reader, "E"))
    {
      value->kind = DEID_JSON_FRACTION;
      if (!accept_exponent (reader))
        return json_read_fail (reader, error);
    }
  errno = 0;
  if (value->kind == DEID_JSON_INTEGER)
    value->integer = g_ascii_strtoll (start, NULL, 10);
  else
    value->number = g_ascii_strtod (start, NULL);
  return value->kind != DEID_JSON_INTEGER || errno == 0 || json_read_fail (reader, error);
}

static void
set_repeated (const JsonReadReader *reader, const DeidJsonValue *name, GError **error)
{
  deid_fail (error, DEID_ERROR_PARSE,
             "line %" G_GUINT64_FORMAT ": an object has a member twice, expected it only once",
             get_line (reader, name->start));
}

static const DeidJsonValue *
get_next_member (const DeidJsonValue *name)
{
  return deid_json_skip (name + 1);
}

static gboolean
check_few_names (const JsonReadReader *reader, const DeidJsonValue *object, GError **error)
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
check_names (const JsonReadReader *reader, const DeidJsonValue *object, GError **error)
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

/* Reads the name of a member and the colon. */
static gboolean
json_read_name (JsonReadReader *reader, guint depth, GError **error)
{
  json_read_skip_blanks (reader);
  if (*reader->p != '"')
    return json_read_fail (reader, error);
  return json_read_value (reader, depth, error)
         && (json_read_accept (reader, ":") || json_read_fail (reader, error));
}

/* Reads the values of an array, or the names and values of an object, up to its end. */
static gboolean
json_read_list (JsonReadReader *reader, guint depth, DeidJsonValue *value, GError **error)
{
  const gboolean is_named = *reader->p == '{';
  const char *end = is_named ? "}" : "]";

  value->kind = is_named ? DEID_JSON_OBJECT : DEID_JSON_ARRAY;
  reader->p++;
  json_read_skip_blanks (reader);
  if (json_read_accept (reader, end))
    return TRUE;
  do
    {
      if ((is_named && !json_read_name (reader, depth, error))
          || !json_read_value (reader, depth, error))
        return FALSE;
      value->n++;
    }
  while (json_read_accept (reader, ","));
  return json_read_accept (reader, end) || json_read_fail (reader, error);
}

static gboolean
read_contents (JsonReadReader *reader, guint depth, DeidJsonValue *value, GError **error)
{
  if (*reader->p == '"')
    return read_string (reader, value, error);
  if (*reader->p == '{' || *reader->p == '[')
    return depth < MAX_DEPTH ? json_read_list (reader, depth + 1, value, error)
                             : json_read_fail (reader, error);
  if (json_read_accept (reader, "null"))
    return TRUE;
  value->kind = DEID_JSON_BOOLEAN;
  return json_read_accept (reader, "true") || json_read_accept (reader, "false")
         || json_read_number (reader, value, error);
}

static gboolean
json_read_value (JsonReadReader *reader, guint depth, GError **error)
{
  DeidJson *json = reader->json;
  const guint64 place = json->n;
  DeidJsonValue value = { 0 };

  if (!stop_check_text (reader->stop, reader->p, &reader->next_check, error)
      || !deid_grow ((gpointer *) &json->values, &json->capacity, place + 1, sizeof *json->values,
                     error))
    return FALSE;
  json->n++;
  json_read_skip_blanks (reader);
  value.start = (guint64) (reader->p - json->text);
  if (!read_contents (reader, depth, &value, error))
    return FALSE;
  value.end = (guint64) (reader->p - json->text);
  value.span = json->n - place;
  json->values[place] = value;
  json_read_skip_blanks (reader);
  return value.kind != DEID_JSON_OBJECT || check_names (reader, &json->values[place], error);
}

const DeidJsonValue *
deid_json_read (DeidJson *json, const char *text, gsize length, guint64 first_line,
                const DeidStop *stop, GError **error)
{
  JsonReadReader reader = { .json = json, .first_line = first_line, .stop = stop };

  json->n = 0;
  if (!json_read_check_encoding (text, length, first_line, stop, error)
      || !deid_grow ((gpointer *) &json->text, &json->text_capacity, (guint64) length + 1, 1,
                     error))
    return NULL;
  memcpy (json->text, text, length + 1);
  json->source = text;
  reader.p = json->text;
  reader.next_check = json->text;
  return json_read_value (&reader, 0, error)
                 && (*reader.p == '\0' || json_read_fail (&reader, error))
             ? json->values
             : NULL;
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

/* Of a value that is shown in bytes; it is cut further to a number of characters. */
#define JSON_COMPARE_MAX_SHOWN 400

/* Where a value is, up to the root. */
typedef struct JsonComparePlace
{
  const struct JsonComparePlace *outer; /* NULL for the root */
  const char *name;                     /* of a member, or NULL for an element */
  guint64 index;
} JsonComparePlace;

typedef struct
{
  const DeidJson *found;
  const DeidJson *expected;
  gboolean show_values; /* texts that were found */
} JsonComparePair;

static gboolean json_compare (const JsonComparePair *pair, const DeidJsonValue *found,
                              const DeidJsonValue *expected, const JsonComparePlace *place,
                              GError **error);

/* Returns: the members' names and elements' numbers that lead to a value. */
static char *
json_compare_write_path (const JsonComparePlace *place)
{
  g_autofree char *outer = NULL;

  if (place->outer == NULL)
    return g_strdup ("");
  outer = json_compare_write_path (place->outer);
  if (place->name == NULL)
    return g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]", outer, place->index);
  return g_strconcat (outer, outer[0] != '\0' ? "." : "", place->name, NULL);
}

static char *
json_compare_write_value (const DeidJson *json, const DeidJsonValue *value)
{
  const gsize length = (gsize) MIN (value->end - value->start, JSON_COMPARE_MAX_SHOWN);
  g_autofree char *text = g_utf8_make_valid (json->source + value->start, (gssize) length);
  g_autofree char *shortened = deid_text_shorten (text);

  return deid_text_escape (shortened);
}

/* Texts of a file may be anything. */
static char *
write_found (const JsonComparePair *pair, const DeidJsonValue *value)
{
  const gboolean is_harmless
      = deid_json_is (value, DEID_JSON_INTEGER) || deid_json_is (value, DEID_JSON_FRACTION)
        || deid_json_is (value, DEID_JSON_BOOLEAN) || deid_json_is (value, DEID_JSON_NULL);

  return pair->show_values || is_harmless ? json_compare_write_value (pair->found, value)
                                          : g_strdup ("something else");
}

static gboolean
json_compare_fail (const JsonComparePair *pair, const DeidJsonValue *found,
                   const DeidJsonValue *expected, const JsonComparePlace *place, GError **error)
{
  g_autofree char *path = json_compare_write_path (place);
  g_autofree char *found_text = write_found (pair, found);
  g_autofree char *expected_text = json_compare_write_value (pair->expected, expected);

  return deid_fail (error, DEID_ERROR_CERTIFICATE,
                    "member '%s' is %s in the file, expected %s for this problem", path, found_text,
                    expected_text);
}

static gboolean
fail_member (const char *name, const JsonComparePlace *outer, const char *what, GError **error)
{
  const JsonComparePlace place = { .outer = outer, .name = name };
  g_autofree char *path = json_compare_write_path (&place);

  return deid_fail (error, DEID_ERROR_CERTIFICATE, "member '%s' %s", path, what);
}

static gboolean
json_compare_fail_unknown (const JsonComparePlace *place, GError **error)
{
  g_autofree char *path = json_compare_write_path (place);

  return deid_fail (error, DEID_ERROR_CERTIFICATE, "%s%s%s a member that is unknown",
                    path[0] != '\0' ? "member '" : "", path, path[0] != '\0' ? "' has" : "it has");
}

static gboolean
compare_members (const JsonComparePair *pair, const DeidJsonValue *found,
                 const DeidJsonValue *expected, const JsonComparePlace *place, GError **error)
{
  const DeidJsonValue *name = expected + 1;

  for (guint64 i = 0; i < expected->n; i++, name = deid_json_skip (name + 1))
    {
      const JsonComparePlace own = { .outer = place, .name = name->string };
      const DeidJsonValue *value = deid_json_get_member (found, name->string);

      if (value == NULL)
        return fail_member (name->string, place, "is missing", error);
      if (!json_compare (pair, value, name + 1, &own, error))
        return FALSE;
    }
  name = found + 1;
  for (guint64 i = 0; i < found->n; i++, name = deid_json_skip (name + 1))
    if (deid_json_get_member (expected, name->string) == NULL)
      return json_compare_fail_unknown (place, error);
  return TRUE;
}

static gboolean
compare_elements (const JsonComparePair *pair, const DeidJsonValue *found,
                  const DeidJsonValue *expected, const JsonComparePlace *place, GError **error)
{
  const guint64 n = expected->n;

  found++;
  expected++;
  for (guint64 i = 0; i < n; i++)
    {
      const JsonComparePlace own = { .outer = place, .index = i };

      if (!json_compare (pair, found, expected, &own, error))
        return FALSE;
      found = deid_json_skip (found);
      expected = deid_json_skip (expected);
    }
  return TRUE;
}

/* Of values that are no lists. */
static gboolean
are_equal (const JsonComparePair *pair, const DeidJsonValue *found, const DeidJsonValue *expected)
{
  const guint64 length = found->end - found->start;
  double number, other;

  if (deid_json_is (found, DEID_JSON_INTEGER) && deid_json_is (expected, DEID_JSON_INTEGER))
    return found->integer == expected->integer;
  if (deid_json_get_number (found, &number))
    return deid_json_get_number (expected, &other) && number == other;
  if (found->kind != expected->kind)
    return FALSE;
  if (found->kind == DEID_JSON_STRING)
    return strcmp (found->string, expected->string) == 0;
  return length == expected->end - expected->start
         && memcmp (pair->found->source + found->start, pair->expected->source + expected->start,
                    (gsize) length)
                == 0;
}

static gboolean
json_compare (const JsonComparePair *pair, const DeidJsonValue *found,
              const DeidJsonValue *expected, const JsonComparePlace *place, GError **error)
{
  if (expected->kind == DEID_JSON_OBJECT && found->kind == DEID_JSON_OBJECT)
    return compare_members (pair, found, expected, place, error);
  if (expected->kind == DEID_JSON_ARRAY && found->kind == DEID_JSON_ARRAY
      && found->n == expected->n)
    return compare_elements (pair, found, expected, place, error);
  return (expected->kind != DEID_JSON_OBJECT && expected->kind != DEID_JSON_ARRAY
          && are_equal (pair, found, expected))
         || json_compare_fail (pair, found, expected, place, error);
}

gboolean
deid_json_compare (const DeidJson *found, const DeidJson *expected, gboolean show_values,
                   GError **error)
{
  const JsonComparePair pair = { found, expected, show_values };
  const JsonComparePlace root = { .outer = NULL };

  return json_compare (&pair, found->values, expected->values, &root, error);
}

/* What stands before a value. */
static void
json_write_start (DeidJsonWriter *writer, const char *name)
{
  if (writer->depth > 0)
    deid_long_text_add (writer->text, "%s\n%*s", writer->has_values ? "," : "",
                        (int) (2 * writer->depth), "");
  writer->has_values = TRUE;
  if (name == NULL)
    return;
  deid_long_text_add_json (writer->text, name);
  deid_long_text_add (writer->text, " : ");
}

void
deid_json_write_begin (DeidJsonWriter *writer, const char *name, char bracket)
{
  json_write_start (writer, name);
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
deid_json_write_string (DeidJsonWriter *writer, const char *name, const char *string)
{
  json_write_start (writer, name);
  if (string != NULL)
    deid_long_text_add_json (writer->text, string);
  else
    deid_long_text_add (writer->text, "null");
}

void
deid_json_write_integer (DeidJsonWriter *writer, const char *name, guint64 integer)
{
  json_write_start (writer, name);
  deid_long_text_add (writer->text, "%" G_GUINT64_FORMAT, integer);
}

void
deid_json_write_number (DeidJsonWriter *writer, const char *name, double number)
{
  json_write_start (writer, name);
  deid_long_text_add (writer->text, "%s", DEID_DECIMAL (number));
}
