/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/rows-by-person.h"

#include "base/arrays.h"
#include "base/text.h"

static gboolean
person_rows_count (DeidPersonRows *persons, const DeidRows *rows, const DeidStop *stop,
                   GError **error)
{
  for (guint64 row = 0; row < rows->n; row++)
    {
      const guint32 person = deid_codes_get (persons->codes, row);
      const guint64 number = persons->numbers[person] + deid_rows_get_weight (rows, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (number > G_MAXUINT32)
        return deid_fail (error, DEID_ERROR_TOO_LARGE,
                          "a person has 2^32 records or more, expected fewer");
      persons->first[person + 1]++;
      persons->numbers[person] = (guint32) number;
    }
  for (guint64 p = 0; p < persons->n; p++)
    {
      persons->max_rows = MAX (persons->max_rows, persons->first[p + 1]);
      persons->first[p + 1] += persons->first[p];
    }
  return TRUE;
}

static gboolean
sort_by_number (DeidPersonRows *persons, GError **error)
{
  g_autofree DeidKeyedNumber *order = NULL, *scratch = NULL;

  if (!deid_new_arrays (error, DEID_NEW (order, persons->n), DEID_NEW (scratch, persons->n)))
    return FALSE;
  for (guint64 p = 0; p < persons->n; p++)
    order[p] = (DeidKeyedNumber){ .key = persons->numbers[p], .number = (guint32) p };
  deid_key_sort (order, scratch, persons->n);
  for (guint64 p = 0; p < persons->n; p++)
    persons->by_number[p] = order[p].number;
  return TRUE;
}

gboolean
deid_person_rows_init (DeidPersonRows *persons, const DeidRows *rows, const DeidCodes *codes,
                       guint64 n_persons, const DeidStop *stop, GError **error)
{
  *persons = (DeidPersonRows){
    .codes = codes, .n = n_persons, .weights = rows->weights, .n_rows = rows->n
  };
  if (!deid_new_arrays (error, DEID_NEW (persons->first, n_persons + 1),
                        DEID_NEW (persons->rows, rows->n), DEID_NEW (persons->numbers, n_persons),
                        DEID_NEW (persons->by_number, n_persons))
      || !person_rows_count (persons, rows, stop, error))
    return FALSE;
  for (guint64 row = rows->n; row-- > 0;)
    persons->rows[--persons->first[deid_codes_get (persons->codes, row) + 1]] = (guint32) row;
  for (guint64 p = 0; p < n_persons; p++)
    persons->first[p] = persons->first[p + 1];
  persons->first[n_persons] = rows->n;
  return sort_by_number (persons, error);
}

void
deid_person_rows_clear (DeidPersonRows *persons)
{
  deid_free_arrays (persons->first, persons->rows, persons->numbers, persons->by_number);
}
