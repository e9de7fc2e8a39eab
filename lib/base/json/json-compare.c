/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/json/json-compare.h"

#include <string.h>

#include <deid/deid.h>

#include "base/text.h"

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

static gboolean json_compare_compare (const JsonComparePair *pair, const DeidJsonValue *found,
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

  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "member '%s' is %s, expected %s", path,
               found_text, expected_text);
  return FALSE;
}

static gboolean
fail_member (const char *name, const JsonComparePlace *outer, const char *what, GError **error)
{
  const JsonComparePlace place = { .outer = outer, .name = name };
  g_autofree char *path = json_compare_write_path (&place);

  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "member '%s' %s", path, what);
  return FALSE;
}

static gboolean
json_compare_fail_unknown (const JsonComparePlace *place, GError **error)
{
  g_autofree char *path = json_compare_write_path (place);

  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "%s%s%s a member that is unknown",
               path[0] != '\0' ? "member '" : "", path, path[0] != '\0' ? "' has" : "it has");
  return FALSE;
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
      if (!json_compare_compare (pair, value, name + 1, &own, error))
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

      if (!json_compare_compare (pair, found, expected, &own, error))
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
json_compare_compare (const JsonComparePair *pair, const DeidJsonValue *found,
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

  return json_compare_compare (&pair, found->values, expected->values, &root, error);
}
