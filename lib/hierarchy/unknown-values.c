/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/unknown-values.h"

#define MAX_VALUES_NAMED 20

/* Appends a value and its place, or the place alone if values are not shown. */
static void
append_unknown (GString *list, const DeidTableSource *table, const DeidColumn *column, guint32 code)
{
  g_autofree char *place = deid_table_source_locate (table, deid_column_find_code (column, code));
  g_autofree char *value
      = deid_table_source_quote (table, deid_dictionary_get (&column->dictionary, code));

  if (value != NULL)
    g_string_append_printf (list, "%s%s (%s)", list->len > 0 ? ", " : "", value, place);
  else
    g_string_append_printf (list, "the first in %s", place);
}

gboolean
deid_check_unknown_values (const DeidTableSource *table, const DeidColumn *column,
                           const guint32 *codes, const char *what, const char *advice,
                           GError **error)
{
  const guint n_shown = table->show_values ? MAX_VALUES_NAMED : 1;
  g_autoptr (GString) list = g_string_new (NULL);
  guint n_unknown = 0;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (codes[code] == DEID_NO_CODE && code != column->dictionary.missing && n_unknown++ < n_shown)
      append_unknown (list, table, column, code);
  if (n_unknown == 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE,
               "%s: column '%s': %u value%s not %s: %s%s%s", table->name, deid_column_show (column),
               n_unknown, n_unknown == 1 ? " is" : "s are", what, list->str,
               n_unknown > MAX_VALUES_NAMED && n_shown > 1 ? ", …" : "", advice);
  return FALSE;
}
