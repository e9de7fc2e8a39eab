/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/value-list.h"

#define MAX_VALUES_NAMED 20u

void
deid_value_list_init (DeidValueList *list, const DeidTableSource *table, const DeidColumn *column)
{
  *list = (DeidValueList){ .table = table, .column = column, .text = g_string_new (NULL) };
}

void
deid_value_list_add (DeidValueList *list, guint32 code)
{
  const DeidTableSource *table = list->table;
  g_autofree char *place = NULL, *value = NULL;

  if (list->n++ >= (table->show_values ? MAX_VALUES_NAMED : 1))
    return;
  place = deid_table_source_locate (table, deid_column_find_code (list->column, code));
  value = deid_table_source_quote (table, deid_dictionary_get (&list->column->dictionary, code));
  if (value != NULL)
    g_string_append_printf (list->text, "%s%s (%s)", list->n > 1 ? ", " : "", value, place);
  else
    g_string_append_printf (list->text, "the first in %s", place);
}

gboolean
deid_value_list_end (DeidValueList *list, DeidError code, const char *what, const char *advice,
                     GError **error)
{
  g_autofree char *text = g_string_free (list->text, FALSE);

  if (list->n == 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, (gint) code, "%s: column '%s': %u value%s not %s: %s%s%s",
               list->table->name, deid_column_show (list->column), list->n,
               list->n == 1 ? " is" : "s are", what, text,
               list->n > MAX_VALUES_NAMED && list->table->show_values ? ", …" : "", advice);
  return FALSE;
}
