/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the values of a column are. */
#include "base/decimal.h"
#include "base/memory.h"
#include "table/column-type.h"
#include "table/dataset-private.h"
#include "table/value-list.h"

/* How many rows have a value that is not of the type. Returns: FALSE if memory ran out. */
static gboolean
dataset_types_count_rows (const DeidDataset *dataset, const DeidColumn *column,
                          const DeidTypeReader *reader, guint64 *n)
{
  const DeidDictionary *values = &column->dictionary;
  g_autofree guint8 *is_wrong = deid_alloc (values->n, sizeof *is_wrong, NULL);

  if (is_wrong == NULL)
    return FALSE;
  for (guint32 code = 0; code < values->n; code++)
    is_wrong[code] = code != values->missing
                     && !deid_type_reader_accepts (reader, deid_dictionary_get (values, code));
  *n = 0;
  for (guint64 row = 0; row < dataset->n_rows; row++)
    *n += is_wrong[deid_codes_get (&column->codes, row)];
  return TRUE;
}

static gboolean
dataset_types_check_values (const DeidDataset *dataset, const DeidColumn *column,
                            const DeidTypeReader *reader, GError **error)
{
  const DeidTableSource table = deid_dataset_lend (dataset);
  const DeidDictionary *values = &column->dictionary;
  g_autofree char *what
      = g_strdup_printf ("of the type %s", deid_column_type_get_name (reader->type));
  g_autofree char *advice = NULL;
  DeidValueList list;
  guint64 n_rows;

  deid_value_list_init (&list, &table, column);
  for (guint32 code = 0; code < values->n; code++)
    if (code != values->missing
        && !deid_type_reader_accepts (reader, deid_dictionary_get (values, code)))
      deid_value_list_add (&list, code);
  if (list.n > 0 && dataset_types_count_rows (dataset, column, reader, &n_rows))
    advice = g_strdup_printf ("; %" G_GUINT64_FORMAT " row%s such a value; those that mean that "
                              "there is none are named behind missing=",
                              n_rows, n_rows == 1 ? " has" : "s have");
  return deid_value_list_end (&list, DEID_ERROR_PARSE, what, advice != NULL ? advice : "", error);
}

/* Says why, where values are numbers that another country writes. */
static void
add_comma (const DeidColumn *column, GError **error)
{
  char *message;
  guint32 code = 0;

  while (code < column->dictionary.n
         && (code == column->dictionary.missing
             || !deid_decimal_has_comma (deid_dictionary_get (&column->dictionary, code))))
    code++;
  if (error == NULL || code == column->dictionary.n)
    return;
  message = g_strconcat ((*error)->message, "; decimals have a point, no comma", NULL);
  g_free ((*error)->message);
  (*error)->message = message;
}

gboolean
deid_dataset_set_column_type (DeidDataset *dataset, const char *name, DeidColumnType type,
                              const char *format, GError **error)
{
  DeidColumn *column;
  DeidTypeReader reader;
  guint found;
  gboolean success;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);

  if (!deid_dataset_check_mutable (dataset, error)
      || !deid_dataset_find_column (dataset, name, &found, error))
    return FALSE;
  column = &dataset->columns[found];
  if (!deid_type_reader_init (&reader, type, format, error))
    {
      g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (column));
      return FALSE;
    }
  success = dataset_types_check_values (dataset, column, &reader, error);
  if (success)
    deid_column_set_type (column, type, format);
  else if (type == DEID_COLUMN_TYPE_DECIMAL)
    add_comma (column, error);
  return success;
}

DeidColumnType
deid_dataset_get_column_type (const DeidDataset *dataset, guint column)
{
  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, DEID_COLUMN_TYPE_TEXT);

  return dataset->columns[column].type;
}

const char *
deid_dataset_get_column_format (const DeidDataset *dataset, guint column)
{
  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);

  return dataset->columns[column].format;
}
