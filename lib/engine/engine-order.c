/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-order.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "release/row-order.h"

typedef struct
{
  const char *text;
  guint32 code;
} Value;

static int
engine_order_compare_values (const void *a, const void *b)
{
  return strcmp (((const Value *) a)->text, ((const Value *) b)->text);
}

/* Returns: (transfer full): the values of a dictionary in the order of their texts. */
static Value *
engine_order_sort_values (const DeidDictionary *dictionary, GError **error)
{
  Value *values = deid_alloc (dictionary->n, sizeof *values, error);

  for (guint32 code = 0; values != NULL && code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      values[code] = (Value){ .text = text != NULL ? text : "", .code = code };
    }
  if (values != NULL)
    qsort (values, dictionary->n, sizeof *values, engine_order_compare_values);
  return values;
}

/* Numbers the values of a column in the order of their texts. */
static gboolean
sort_dictionary (DeidColumn *column, GError **error)
{
  DeidDictionary sorted, old = column->dictionary;
  g_autofree Value *values = engine_order_sort_values (&old, error);
  g_autofree guint32 *ranks = deid_alloc (old.n, sizeof *ranks, error);
  gboolean success = values != NULL && ranks != NULL;

  deid_dictionary_init (&sorted);
  for (guint32 rank = 0; success && rank < old.n; rank++)
    success
        = deid_dictionary_take (&sorted, &old, values[rank].code, &ranks[values[rank].code], error);
  for (guint64 row = 0; success && row < column->codes.n; row++)
    deid_codes_set (&column->codes, row, ranks[deid_codes_get (&column->codes, row)]);
  column->dictionary = sorted;
  deid_dictionary_clear (&old);
  return success;
}

static guint32
engine_order_get_key (gconstpointer data, guint column, guint32 row)
{
  const DeidColumn *columns = data;

  return deid_codes_get (&columns[column].codes, row);
}

static gboolean
put_in_order (DeidColumn *column, const guint32 *rows, GError **error)
{
  DeidCodes codes;

  if (!deid_codes_copy_rows (&codes, &column->codes, rows, column->codes.n, error))
    {
      deid_codes_clear (&codes);
      return FALSE;
    }
  deid_codes_clear (&column->codes);
  column->codes = codes;
  return TRUE;
}

gboolean
deid_engine_sort_rows (DeidColumn *columns, guint n_columns, const DeidStop *stop, GError **error)
{
  const guint64 n_rows = columns[0].codes.n;
  g_autofree guint32 *rows = NULL, *n_keys = NULL;
  const gboolean has_room
      = deid_new_arrays (error, DEID_NEW (rows, n_rows), DEID_NEW (n_keys, n_columns));
  const DeidRowKeys keys = {
    .n_columns = n_columns, .n_keys = n_keys, .get_key = engine_order_get_key, .data = columns
  };

  if (n_rows == 0)
    return TRUE;
  for (guint64 row = 0; has_room && row < n_rows; row++)
    rows[row] = (guint32) row;
  for (guint c = 0; has_room && c < n_columns; c++)
    {
      if (!deid_stop_check (stop, error) || !sort_dictionary (&columns[c], error))
        return FALSE;
      n_keys[c] = columns[c].dictionary.n;
    }
  if (!has_room || !deid_row_order_sort (rows, n_rows, &keys, 1, stop, error))
    return FALSE;
  for (guint c = 0; c < n_columns; c++)
    if (!put_in_order (&columns[c], rows, error))
      return FALSE;
  return TRUE;
}
