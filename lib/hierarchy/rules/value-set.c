/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rules/value-set.h"

#include <string.h>

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

void
deid_value_set_append (DeidLongText *text, const DeidDictionary *values, guint32 first, guint32 end)
{
  const gboolean has_gap = end - first > DEID_MAX_SET_VALUES;

  for (guint32 i = first; i < end; i++)
    {
      const char *value;

      deid_long_text_add (text, i == first ? "{" : ", ");
      if (has_gap && i == first + 1)
        {
          deid_long_text_add (text, VALUE_SET_GAP ", ");
          i = end - 1;
        }
      value = deid_dictionary_get (values, i);
      if (g_str_equal (value, VALUE_SET_GAP))
        append_quoted (text, value);
      else
        deid_value_set_append_value (text, value);
    }
  deid_long_text_add (text, "}");
}
