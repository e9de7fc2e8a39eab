/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/unknown-values.h"

#include "table/value-list.h"

gboolean
deid_check_unknown_values (const DeidTableSource *table, const DeidColumn *column,
                           const guint32 *codes, const char *what, const char *advice,
                           GError **error)
{
  DeidValueList list;

  deid_value_list_init (&list, table, column);
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (codes[code] == DEID_NO_CODE && code != column->dictionary.missing)
      deid_value_list_add (&list, code);
  return deid_value_list_end (&list, DEID_ERROR_UNKNOWN_VALUE, what, advice, error);
}
