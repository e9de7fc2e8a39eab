/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "table/column.h"
#include "table/dataset-private.h"
#include "table/table-source.h"

#include <string.h>

/* What the values of a column are. */

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
  g_autofree char *what = g_strdup_printf (
      "of the type %s", deid_enum_get_name ("DeidColumnType", (int) reader->type));
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
  guint32 code = 0;

  while (code < column->dictionary.n
         && (code == column->dictionary.missing
             || !deid_decimal_has_comma (deid_dictionary_get (&column->dictionary, code))))
    code++;
  if (code < column->dictionary.n)
    deid_text_append_to_error (error, "; decimals have a point, no comma");
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
  if (column->separator != '\0' && type != DEID_COLUMN_TYPE_TEXT)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: column '%s': several values in a cell are a text, expected no other type",
                   dataset->name, deid_column_show (column));
      return FALSE;
    }
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

/* Values of a column that mean that there is none. */

static gboolean
dataset_missing_check_codes (const char *const *codes, GError **error)
{
  for (guint i = 0; codes[i] != NULL; i++)
    {
      if (!g_utf8_validate (codes[i], -1, NULL))
        g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING, "missing code %u is not valid UTF-8",
                     i + 1);
      else if (codes[i][0] == '\0')
        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "missing code %u is empty, which is a missing value anyway", i + 1);
      else
        continue;
      return FALSE;
    }
  return TRUE;
}

/* A combination has the texts of its values: it would go on saying what they were. */
gboolean
deid_dataset_check_not_joined (const DeidDataset *dataset, guint column, const char *what,
                               GError **error)
{
  for (guint c = 0; dataset->has_joints && c < dataset->n_columns; c++)
    for (guint p = 0; p < dataset->columns[c].n_parts; p++)
      if (dataset->columns[c].parts[p] == column)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "'%s' combines its values, expected %s before it was added",
                       deid_column_show (&dataset->columns[c]), what);
          return FALSE;
        }
  return TRUE;
}

static gboolean
check_joints (const DeidDataset *dataset, guint column, GError **error)
{
  if (dataset->columns[column].n_joined > 0)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                         "missing codes of combinations, expected those of what they combine");
  else if (dataset->columns[column].separator != '\0')
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                         "its cells were read as sets, expected missing codes before that");
  else
    return deid_dataset_check_not_joined (dataset, column, "missing codes", error);
  return FALSE;
}

static gboolean
dataset_missing_check_role (const DeidDataset *dataset, guint column, GError **error)
{
  if (column != dataset->weight_column && column != dataset->survey_column)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
               "missing codes of the %s column, in which no value may be missing",
               deid_enum_get_name ("DeidRole", (int) dataset->columns[column].role));
  return FALSE;
}

char **
deid_missing_codes_join (char **before, const char *const *added)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *codes = g_ptr_array_new ();

  for (guint i = 0; before != NULL && before[i] != NULL; i++)
    {
      g_hash_table_add (seen, before[i]);
      g_ptr_array_add (codes, g_strdup (before[i]));
    }
  for (guint i = 0; added[i] != NULL; i++)
    if (added[i][0] != '\0' && g_hash_table_add (seen, (gpointer) added[i]))
      g_ptr_array_add (codes, g_strdup (added[i]));
  g_ptr_array_add (codes, NULL);
  return (char **) g_ptr_array_free (codes, FALSE);
}

/* Numbers the values anew: those that are not missing keep their order, and the missing value
 * stands where the first row has it. */
static gboolean
dataset_missing_number_values (const DeidDictionary *before, const guint8 *is_missing,
                               DeidDictionary *after, guint32 *numbers, const DeidStop *stop,
                               GError **error)
{
  for (guint32 code = 0; code < before->n; code++)
    {
      const char *text = deid_dictionary_get (before, code);

      if (!deid_stop_check_row (stop, code, error)
          || !(text == NULL || is_missing[code]
                   ? deid_dictionary_add_missing (after, &numbers[code], error)
                   : deid_dictionary_add (after, text, strlen (text), &numbers[code], error)))
        return FALSE;
    }
  return TRUE;
}

/* On failure both parts of @after may be cleared, and nothing else. */
static gboolean
renumber (const DeidColumn *column, const guint8 *is_missing, DeidColumn *after,
          const DeidStop *stop, GError **error)
{
  g_autofree guint32 *numbers = NULL;

  deid_dictionary_init (&after->dictionary);
  deid_codes_init (&after->codes);
  if (!deid_new_arrays (error, DEID_NEW (numbers, column->dictionary.n))
      || !dataset_missing_number_values (&column->dictionary, is_missing, &after->dictionary,
                                         numbers, stop, error)
      || !deid_codes_alloc (&after->codes, column->codes.n, after->dictionary.n - 1, error))
    return FALSE;
  for (guint64 row = 0; row < column->codes.n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      deid_codes_set (&after->codes, row, numbers[deid_codes_get (&column->codes, row)]);
    }
  return TRUE;
}

void
deid_dataset_change_values (DeidDataset *dataset, DeidColumn *column, DeidColumn *after)
{
  if (g_atomic_int_get (&column->is_lent))
    dataset->lent_codes
        = g_slist_prepend (dataset->lent_codes, g_steal_pointer (&column->codes.data));
  deid_dictionary_clear (&column->dictionary);
  deid_codes_clear (&column->codes);
  g_atomic_int_set (&column->is_lent, FALSE);
  column->dictionary = after->dictionary;
  column->codes = after->codes;
  deid_column_shrink (column);
}

static gboolean
make_missing (DeidDataset *dataset, DeidColumn *column, const char *const *codes,
              const DeidStop *stop, GError **error)
{
  g_autofree guint8 *is_missing = deid_alloc (column->dictionary.n, 1, error);
  gboolean is_changed = FALSE;
  DeidColumn after;

  if (is_missing == NULL)
    return FALSE;
  for (guint i = 0; codes[i] != NULL; i++)
    {
      const guint32 code = deid_dictionary_find (&column->dictionary, codes[i], strlen (codes[i]));

      if (code != DEID_NO_CODE)
        is_changed = is_missing[code] = TRUE;
    }
  if (!is_changed)
    return TRUE;
  if (!renumber (column, is_missing, &after, stop, error))
    {
      deid_dictionary_clear (&after.dictionary);
      deid_codes_clear (&after.codes);
      return FALSE;
    }
  deid_dataset_change_values (dataset, column, &after);
  return TRUE;
}

gboolean
deid_dataset_add_missing_codes (DeidDataset *dataset, const char *name, const char *const *codes,
                                GCancellable *cancellable, GError **error)
{
  guint found;
  DeidColumn *column;
  char **joined;

  g_return_val_if_fail (dataset != NULL && name != NULL && codes != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !deid_dataset_check_mutable (dataset, error)
      || !deid_dataset_find_column (dataset, name, &found, error))
    return FALSE;
  column = &dataset->columns[found];
  if (!dataset_missing_check_codes (codes, error) || !check_joints (dataset, found, error)
      || !dataset_missing_check_role (dataset, found, error)
      || !make_missing (dataset, column, codes, DEID_STOP_OF (cancellable), error))
    {
      g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (column));
      return FALSE;
    }
  joined = deid_missing_codes_join (column->missing_codes, codes);
  g_strfreev (column->missing_codes);
  column->missing_codes = joined;
  return TRUE;
}

const char *const *
deid_dataset_get_missing_codes (const DeidDataset *dataset, guint column)
{
  static const char *const none[] = { NULL };

  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);

  return dataset->columns[column].missing_codes != NULL
             ? (const char *const *) dataset->columns[column].missing_codes
             : none;
}
