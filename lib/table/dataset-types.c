/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the values of a column are. */
#include "table/column-type.h"
#include "table/dataset-private.h"

#define MAX_VALUES_NAMED 20

/* Appends a value and its place, or the place alone if values are not shown. */
static void
append_offender (GString *list, const DeidDataset *dataset, const DeidColumn *column, guint32 code)
{
  g_autofree char *place = deid_dataset_locate (dataset, deid_column_find_code (column, code));
  g_autofree char *value
      = deid_dataset_quote (dataset, deid_dictionary_get (&column->dictionary, code));

  if (value != NULL)
    g_string_append_printf (list, "%s%s (%s)", list->len > 0 ? ", " : "", value, place);
  else
    g_string_append_printf (list, "the first in %s", place);
}

static gboolean
check_values (const DeidDataset *dataset, const DeidColumn *column, const DeidTypeReader *reader,
              GError **error)
{
  const guint n_shown = dataset->show_values ? MAX_VALUES_NAMED : 1;
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (code != column->dictionary.missing
        && !deid_type_reader_accepts (reader, deid_dictionary_get (&column->dictionary, code))
        && n++ < n_shown)
      append_offender (list, dataset, column, code);
  if (n == 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "%s: column '%s': %u value%s not of the type %s: %s%s", dataset->name,
               deid_column_show (column), n, n == 1 ? " is" : "s are",
               deid_column_type_get_name (reader->type), list->str,
               n > MAX_VALUES_NAMED && n_shown > 1 ? ", …" : "");
  return FALSE;
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
  success = check_values (dataset, column, &reader, error);
  if (success)
    deid_column_set_type (column, type, format);
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
