/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column.h"

#include "base/arrays.h"
#include "base/text.h"

gboolean
deid_column_init (DeidColumn *column, const char *name, GError **error)
{
  *column
      = (DeidColumn){ .name = deid_copy_text (name, error), .shown = deid_text_show (name, -1) };
  if (g_str_equal (column->shown, name))
    g_clear_pointer (&column->shown, g_free);
  deid_dictionary_init (&column->dictionary);
  deid_codes_init (&column->codes);
  if (column->name == NULL)
    g_clear_pointer (&column->shown, g_free);
  return column->name != NULL;
}

void
deid_column_clear (DeidColumn *column)
{
  g_clear_pointer (&column->name, g_free);
  g_clear_pointer (&column->shown, g_free);
  g_clear_pointer (&column->format, g_free);
  g_clear_pointer (&column->missing_codes, g_strfreev);
  g_clear_pointer (&column->joined, g_free);
  g_clear_pointer (&column->parts, g_free);
  deid_dictionary_clear (&column->dictionary);
  deid_codes_clear (&column->codes);
}

gboolean
deid_column_append (DeidColumn *column, const char *text, gsize length, GError **error)
{
  guint32 code;

  return deid_dictionary_add (&column->dictionary, text, length, &code, error)
         && deid_codes_append (&column->codes, code, error);
}

gboolean
deid_column_append_missing (DeidColumn *column, GError **error)
{
  guint32 code;

  return deid_dictionary_add_missing (&column->dictionary, &code, error)
         && deid_codes_append (&column->codes, code, error);
}

void
deid_column_set_type (DeidColumn *column, DeidColumnType type, const char *format)
{
  char *own = g_strdup (format);

  g_free (column->format);
  column->format = own;
  column->type = type;
}

void
deid_column_shrink (DeidColumn *column)
{
  deid_dictionary_shrink (&column->dictionary);
  deid_codes_shrink (&column->codes);
}

guint64
deid_column_find_code (const DeidColumn *column, guint32 code)
{
  guint64 row = 0;

  while (deid_codes_get (&column->codes, row) != code)
    row++;
  return row;
}
