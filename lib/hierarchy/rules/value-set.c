/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rules/value-set.h"

#include <string.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "base/text.h"

#define DEID_MAX_SET_VALUES 4

#define VALUE_SET_GAP       "..."

static void
append_quoted (DeidLongText *text, const char *value)
{
  deid_long_text_add (text, "\"");
  for (; value[0] != '\0'; value++)
    deid_long_text_add (text, value[0] == '"' ? "\"%c" : "%c", value[0]);
  deid_long_text_add (text, "\"");
}

void
deid_value_set_append_value (DeidLongText *text, const char *value)
{
  const gboolean is_plain = value[0] != '\0' && strpbrk (value, ",\"{}") == NULL
                            && !g_ascii_isspace (value[0])
                            && !g_ascii_isspace (value[strlen (value) - 1]);

  if (is_plain)
    deid_long_text_add (text, "%s", value);
  else
    append_quoted (text, value);
}

static void
append_listed (DeidLongText *text, const char *value)
{
  if (g_str_equal (value, VALUE_SET_GAP))
    append_quoted (text, value);
  else
    deid_value_set_append_value (text, value);
}

void
deid_value_set_append (DeidLongText *text, const DeidDictionary *values, guint32 first, guint32 end)
{
  const gboolean has_gap = end - first > DEID_MAX_SET_VALUES;

  for (guint32 i = first; i < end; i++)
    {
      deid_long_text_add (text, i == first ? "{" : ", ");
      if (has_gap && i == first + 1)
        {
          deid_long_text_add (text, VALUE_SET_GAP ", ");
          i = end - 1;
        }
      append_listed (text, deid_dictionary_get (values, i));
    }
  deid_long_text_add (text, "}");
}

void
deid_value_set_append_all (DeidLongText *text, const char *const *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      deid_long_text_add (text, i == 0 ? "{" : ", ");
      append_listed (text, values[i]);
    }
  deid_long_text_add (text, "}");
}

/* Reads a value, without its quotes, up to the comma or brace behind it. Returns: (nullable): what
 * stands there. */
static const char *
value_set_read_value (const char *text, char **end, gboolean *is_quoted)
{
  *is_quoted = *text == '"';
  if (!*is_quoted)
    {
      const gsize n = strcspn (text, ",\"{}");

      memcpy (*end, text, n);
      *end += n;
      return n > 0 ? text + n : NULL;
    }
  for (text++; text[0] != '"' || text[1] == '"'; text++)
    {
      if (text[0] == '\0')
        return NULL;
      text += text[0] == '"' ? 1 : 0;
      *(*end)++ = text[0];
    }
  return text + 1;
}

/* Reads what stands between the braces. */
static gboolean
value_set_read_values (const char *text, char **values, char *bytes, gboolean *has_gap)
{
  guint n = 0, n_gaps = 0, gap = 0;

  while (text != NULL)
    {
      gboolean is_quoted;

      values[n] = bytes;
      text = value_set_read_value (text, &bytes, &is_quoted);
      *bytes++ = '\0';
      if (text != NULL && !is_quoted && g_str_equal (values[n], VALUE_SET_GAP))
        {
          gap = n;
          n_gaps++;
        }
      else
        n++;
      if (text != NULL && g_str_equal (text, "}"))
        break;
      if (text != NULL)
        text = g_str_has_prefix (text, ", ") ? text + strlen (", ") : NULL;
    }
  values[n] = NULL;
  *has_gap = n_gaps == 1;
  return text != NULL && (n_gaps == 0 || (n_gaps == 1 && gap == 1 && n == 2));
}

char **
deid_value_set_read (const char *label, gboolean *has_gap, GError **error)
{
  const gsize length = strlen (label);
  guint64 n = 2;
  g_autofree char **values = NULL;

  for (const char *c = label; (c = strchr (c, ',')) != NULL; c++)
    n++;
  values = deid_alloc (n * sizeof *values + length + n, 1, error);
  if (values == NULL)
    return NULL;
  if (label[0] == '{' && value_set_read_values (label + 1, values, (char *) (values + n), has_gap))
    return g_steal_pointer (&values);
  return deid_fail_null (error, DEID_ERROR_PARSE, "expected a set as {a, b}");
}
