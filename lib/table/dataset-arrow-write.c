/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets to Arrow streams. */
#include <string.h>

#include "table/arrow-export.h"
#include "table/dataset-private.h"
#include "table/dataset-write.h"

#define SMALL_TEXT "u"
#define LARGE_TEXT "U"

/* Writes the keys of all rows: codes without that of the missing value, whose bits are not set. */
static gboolean
write_keys (const DeidColumn *column, struct ArrowArray *array, const DeidStop *stop,
            GError **error)
{
  const guint64 n_rows = column->codes.n;
  const guint32 missing = column->dictionary.missing;
  guint32 *keys = deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, n_rows, sizeof *keys, error);
  guint8 *validity = NULL;
  guint64 n_missing = 0;

  if (keys == NULL)
    return FALSE;
  if (missing != DEID_NO_CODE
      && (validity = deid_arrow_add_buffer (array, DEID_ARROW_VALIDITY, n_rows / 8 + 1, 1, error))
             == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      keys[row] = code == missing ? 0 : code - (code > missing);
      n_missing += code == missing;
      if (validity != NULL)
        validity[row / 8] |= (guint8) ((code != missing) << (row % 8));
    }
  array->null_count = (gint64) n_missing;
  return TRUE;
}

static void
set_offset (gpointer offsets, gboolean is_large, guint64 i, guint64 offset)
{
  if (is_large)
    ((gint64 *) offsets)[i] = (gint64) offset;
  else
    ((gint32 *) offsets)[i] = (gint32) offset;
}

/* Writes the texts one behind the other. */
static gboolean
write_texts (const DeidDictionary *dictionary, struct ArrowArray *array, gboolean is_large,
             const DeidStop *stop, GError **error)
{
  gpointer offsets = deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, (guint64) array->length + 1,
                                            is_large ? sizeof (gint64) : sizeof (gint32), error);
  char *bytes = offsets != NULL
                    ? deid_arrow_add_buffer (array, DEID_ARROW_BYTES, dictionary->n_bytes, 1, error)
                    : NULL;
  guint64 end = 0, i = 0;

  if (bytes == NULL)
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      const gsize length = text != NULL ? strlen (text) : 0;

      if (!deid_stop_check_row (stop, code, error))
        return FALSE;
      if (text == NULL)
        continue;
      memcpy (bytes + end, text, length);
      end += length;
      set_offset (offsets, is_large, ++i, end);
    }
  return TRUE;
}

static gboolean
dataset_arrow_write_write_column (const DeidColumn *column, DeidArrowTable *table, guint number,
                                  const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  const guint32 n_values = dictionary->n - (dictionary->missing != DEID_NO_CODE);
  const gboolean is_large = dictionary->n_bytes > G_MAXINT32;

  return deid_arrow_table_start_column (table, number, column->name,
                                        n_values > G_MAXINT32 ? "I" : "i", error)
         && deid_arrow_table_start_dictionary (table, number, n_values,
                                               is_large ? LARGE_TEXT : SMALL_TEXT, error)
         && write_keys (column, table->array.children[number], stop, error)
         && write_texts (dictionary, table->array.children[number]->dictionary, is_large, stop,
                         error);
}

gboolean
deid_dataset_export_to_arrow_stream (const DeidDataset *dataset, struct ArrowArrayStream *stream,
                                     GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree guint *columns = NULL;
  DeidArrowTable table;
  gboolean success;
  guint n_columns;

  g_return_val_if_fail (dataset != NULL && stream != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  columns = deid_dataset_list_written (dataset, &n_columns, error);
  if (columns == NULL)
    return FALSE;
  success = deid_arrow_table_init (&table, dataset->n_rows, n_columns, error);
  for (guint i = 0; success && i < n_columns; i++)
    success
        = dataset_arrow_write_write_column (&dataset->columns[columns[i]], &table, i, stop, error);
  success = success && deid_arrow_table_to_stream (&table, stream, error);
  if (!success)
    deid_arrow_table_clear (&table);
  return success;
}
