/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole columns at a time: codes, distinct values and texts. */
#include <string.h>

#include "base/host-integer.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/dataset-private.h"

GBytes *
deid_dataset_get_codes (DeidDataset *dataset, guint column, guint *width)
{
  const DeidCodes *codes;

  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);
  g_return_val_if_fail (width != NULL, NULL);

  codes = &dataset->columns[column].codes;
  *width = codes->width;
  g_atomic_int_set (&dataset->columns[column].is_lent, TRUE);
  return g_bytes_new_with_free_func (codes->data, codes->n * codes->width,
                                     (GDestroyNotify) deid_dataset_unref,
                                     deid_dataset_ref (dataset));
}

static const char *
dataset_columns_get_text (const DeidDictionary *dictionary, guint32 code)
{
  const char *text = deid_dictionary_get (dictionary, code);

  return text != NULL ? text : "";
}

const char **
deid_dataset_list_distinct (const DeidDataset *dataset, guint column, gsize *n_values,
                            GError **error)
{
  const DeidDictionary *dictionary;
  const char **texts;

  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);
  g_return_val_if_fail (n_values != NULL, NULL);

  dictionary = &dataset->columns[column].dictionary;
  texts = deid_alloc (dictionary->n, sizeof *texts, error);
  *n_values = texts != NULL ? dictionary->n : 0;
  for (guint32 code = 0; code < *n_values; code++)
    texts[code] = dataset_columns_get_text (dictionary, code);
  return texts;
}

const char **
deid_dataset_list_values (const DeidDataset *dataset, guint column, gsize *n_rows, GError **error)
{
  const DeidColumn *read;
  const char **texts;

  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);
  g_return_val_if_fail (n_rows != NULL, NULL);

  read = &dataset->columns[column];
  texts = deid_alloc (dataset->n_rows, sizeof *texts, error);
  *n_rows = texts != NULL ? dataset->n_rows : 0;
  for (gsize row = 0; row < *n_rows; row++)
    texts[row] = dataset_columns_get_text (&read->dictionary, deid_codes_get (&read->codes, row));
  return texts;
}

static gboolean
dataset_columns_add_text (DeidDictionary *dictionary, const char *text, guint32 *code,
                          GError **error)
{
  return text != NULL && text[0] != '\0'
             ? deid_dictionary_add (dictionary, text, strlen (text), code, error)
             : deid_dictionary_add_missing (dictionary, code, error);
}

/* Checks all texts, also those that no row has. */
static gboolean
dataset_columns_check_values (const DeidDataset *dataset, const char *const *values, gsize n_values,
                              const DeidStop *stop, GError **error)
{
  DeidDictionary seen;
  gboolean success = TRUE;

  deid_dictionary_init (&seen);
  for (gsize i = 0; success && i < n_values; i++)
    {
      guint32 code;

      if (!deid_stop_check_value (stop, i, error))
        {
          success = FALSE;
          break;
        }
      success = dataset_columns_add_text (&seen, values[i], &code, error);
      if (success && code < i)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the same as value %u, expected different values", code);
          success = FALSE;
        }
      if (!success)
        {
          deid_text_prefix_value (error, dataset->show_values, values[i] != NULL ? values[i] : "",
                                  -1);
          g_prefix_error (error, "value %" G_GSIZE_FORMAT ": ", i);
        }
    }
  deid_dictionary_clear (&seen);
  return success;
}

/* Numbers values anew, in the order of their first appearance. */
static gboolean
append_codes (DeidColumn *column, const char *const *values, gsize n_values, const guint8 *bytes,
              guint width, guint64 n_rows, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *numbers = deid_alloc (n_values, sizeof *numbers, error); /* plus 1, or 0 */

  if (numbers == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = (guint32) deid_host_integer_read (bytes + row * width, width, FALSE);

      if (!deid_stop_check_value (stop, row, error))
        return FALSE;
      if (code >= n_values)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "row %" G_GUINT64_FORMAT ": code %u, expected one below the %" G_GSIZE_FORMAT
                       " values",
                       row + 1, code, n_values);
          return FALSE;
        }
      if (numbers[code] == 0)
        {
          if (!dataset_columns_add_text (&column->dictionary, values[code], &numbers[code], error))
            return FALSE;
          numbers[code]++;
        }
      if (!deid_codes_append (&column->codes, numbers[code] - 1, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fill_column (const DeidDataset *dataset, DeidColumn *column, const char *const *values,
             gsize n_values, GBytes *codes, guint width, const DeidStop *stop, GError **error)
{
  gsize size;
  const guint8 *bytes = g_bytes_get_data (codes, &size);

  if (width != 1 && width != 2 && width != 4)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "codes of %u bytes, expected 1, 2 or 4", width);
  else if (size % width != 0)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "%" G_GSIZE_FORMAT " bytes of codes, expected a multiple of their width, %u", size,
                 width);
  else
    return dataset_columns_check_values (dataset, values, n_values, stop, error)
           && append_codes (column, values, n_values, bytes, width, size / width, stop, error);
  return FALSE;
}

gboolean
deid_dataset_add_coded_column (DeidDataset *dataset, const char *name, const char *const *values,
                               gsize n_values, GBytes *codes, guint width,
                               GCancellable *cancellable, GError **error)
{
  DeidColumn column;

  g_return_val_if_fail (dataset != NULL && name != NULL && codes != NULL, FALSE);
  g_return_val_if_fail (values != NULL || n_values == 0, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_column_init (&column, name, error))
    return FALSE;
  if (fill_column (dataset, &column, values, n_values, codes, width, DEID_STOP_OF (cancellable),
                   error))
    return deid_dataset_take_column (dataset, &column, error);
  g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (&column));
  deid_column_clear (&column);
  return FALSE;
}
