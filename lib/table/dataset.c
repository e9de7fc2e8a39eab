/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/dataset-notes.h"
#include "table/dataset-private.h"

#include <string.h>

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"

static void
deid_dataset_free (DeidDataset *dataset)
{
  deid_dictionary_clear (&dataset->names);
  for (guint c = 0; c < dataset->n_columns; c++)
    deid_column_clear (&dataset->columns[c]);
  g_free (dataset->columns);
  g_free (dataset->name);
  g_clear_pointer (&dataset->notes, g_ptr_array_unref);
  g_clear_pointer (&dataset->linked, g_array_unref);
  g_clear_pointer (&dataset->caps.tried, g_array_unref);
  deid_free_arrays (dataset->weights, dataset->lookup, dataset->places);
  for (guint i = 0; i < G_N_ELEMENTS (dataset->row_conditions); i++)
    g_strfreev (dataset->row_conditions[i]);
  if (dataset->origin != NULL)
    dataset->free_origin (dataset->origin);
  g_free (dataset->suppressed);
  g_strfreev (dataset->uncounted);
  g_slist_free_full (dataset->lent_codes, g_free);
  g_free (dataset);
}

DEID_DEFINE_HANDLE (DeidDataset, deid_dataset)

DeidDataset *
deid_dataset_new (const char *name)
{
  DeidDataset *dataset = DEID_NEW_HANDLE (DeidDataset);

  dataset->name = deid_text_escape (name != NULL ? name : "table");
  deid_dictionary_init (&dataset->names);
  dataset->weight_column = DEID_NO_COLUMN;
  dataset->survey_column = DEID_NO_COLUMN;
  dataset->entity_column = DEID_NO_COLUMN;
  return dataset;
}

void
deid_dataset_make_immutable (DeidDataset *dataset)
{
  g_atomic_int_set (&dataset->immutable, TRUE);
}

gboolean
deid_dataset_check_mutable (const DeidDataset *dataset, GError **error)
{
  return deid_check_mutable (&dataset->immutable, dataset->name,
                             "the dataset was given to another object", error);
}

guint
deid_dataset_look_up (const DeidDataset *dataset, const char *name)
{
  const guint32 code = deid_dictionary_find (&dataset->names, name, strlen (name));

  return code != DEID_NO_CODE ? code : DEID_NO_COLUMN;
}

static gboolean
check_new_column (DeidDataset *dataset, const DeidColumn *column, GError **error)
{
  const char *name = column->name;
  const guint64 n_rows = column->codes.n;

  if (!deid_dataset_check_mutable (dataset, error))
    return FALSE;
  if (name[0] == '\0' || !g_utf8_validate (name, -1, NULL))
    deid_fail (error, DEID_ERROR_ENCODING, "%s: the name of column %u is empty or not valid UTF-8",
               dataset->name, dataset->n_columns + 1);
  else if (deid_dataset_look_up (dataset, name) != DEID_NO_COLUMN)
    deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN, "%s: there are two columns called '%s'",
               dataset->name, deid_column_show (column));
  else if (dataset->n_columns == DEID_MAX_COLUMNS)
    deid_fail (error, DEID_ERROR_TOO_LARGE,
               "%s: column '%s' is one more than %u, expected at most so many", dataset->name,
               deid_column_show (column), DEID_MAX_COLUMNS);
  else if (dataset->n_columns > 0 && n_rows != dataset->n_rows)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "%s: column '%s' has %" G_GUINT64_FORMAT " rows, expected %" G_GUINT64_FORMAT
               " as in the others",
               dataset->name, deid_column_show (column), n_rows, dataset->n_rows);
  else
    return TRUE;
  return FALSE;
}

gboolean
deid_dataset_take_column (DeidDataset *dataset, DeidColumn *column, GError **error)
{
  guint32 code;

  if (!check_new_column (dataset, column, error)
      || !deid_grow ((gpointer *) &dataset->columns, &dataset->columns_capacity,
                     (guint64) dataset->n_columns + 1, sizeof *dataset->columns, error)
      || !deid_dictionary_add (&dataset->names, column->name, strlen (column->name), &code, error))
    {
      deid_column_clear (column);
      return FALSE;
    }
  deid_column_shrink (column);
  dataset->n_rows = column->codes.n;
  dataset->columns[dataset->n_columns++] = *column;
  *column = (DeidColumn){ 0 };
  if (dataset->weights == NULL)
    dataset->n_records = dataset->n_rows;
  return TRUE;
}

DeidHeaderVerdict
deid_dataset_get_header_verdict (const DeidDataset *dataset)
{
  return dataset->header_verdict;
}

char
deid_dataset_get_delimiter (const DeidDataset *dataset)
{
  return dataset->delimiter;
}

DEID_DEFINE_GETTER (const char *, deid_dataset_get_name, DeidDataset, name, NULL)
DEID_DEFINE_GETTER (guint64, deid_dataset_get_n_rows, DeidDataset, n_rows, 0)
DEID_DEFINE_GETTER (guint64, deid_dataset_get_n_records, DeidDataset, n_records, 0)
DEID_DEFINE_GETTER (guint, deid_dataset_get_n_columns, DeidDataset, n_columns, 0)

DEID_DEFINE_ITEM_GETTER (const char *, deid_dataset_get_column_name, DeidDataset, guint, n_columns,
                         columns[i].name, NULL)
DEID_DEFINE_ITEM_GETTER (DeidRole, deid_dataset_get_role, DeidDataset, guint, n_columns,
                         columns[i].role, DEID_ROLE_IDENTIFYING)
DEID_DEFINE_ITEM_GETTER (DeidMissingPolicy, deid_dataset_get_missing_policy, DeidDataset, guint,
                         n_columns, columns[i].missing_policy, DEID_MISSING_POLICY_OWN_CATEGORY)
DEID_DEFINE_ITEM_GETTER (DeidColumnType, deid_dataset_get_column_type, DeidDataset, guint,
                         n_columns, columns[i].type, DEID_COLUMN_TYPE_TEXT)
DEID_DEFINE_ITEM_GETTER (const char *, deid_dataset_get_column_format, DeidDataset, guint,
                         n_columns, columns[i].stated_format, NULL)

DeidTableSource
deid_dataset_lend (const DeidDataset *dataset)
{
  return (DeidTableSource){ .name = dataset->name,
                            .show_values = dataset->show_values,
                            .first_line = dataset->first_line,
                            .places = dataset->places,
                            .linked = dataset->linked,
                            .other_delimiter = dataset->other_delimiter,
                            .columns = dataset->columns,
                            .n_columns = dataset->n_columns,
                            .names = &dataset->names,
                            .n_rows = dataset->n_rows,
                            .n_records = dataset->n_records,
                            .entities = deid_dataset_get_entities (dataset),
                            .frequencies
                            = deid_dataset_get_column (dataset, dataset->weight_column),
                            .of_frequencies = dataset->weights,
                            .survey = deid_dataset_get_survey_column (dataset),
                            .lookup = dataset->lookup,
                            .lookup_end = dataset->lookup_end,
                            .n_uncounted
                            = dataset->uncounted != NULL ? g_strv_length (dataset->uncounted) : 0 };
}

void
deid_dataset_set_lookup (DeidDataset *dataset, char *lookup, const char *lookup_end)
{
  g_free (dataset->lookup);
  dataset->lookup = lookup;
  dataset->lookup_end = lookup_end;
}

void
deid_dataset_take_uncounted (DeidDataset *dataset, char **columns)
{
  dataset->is_counted = TRUE;
  g_strfreev (dataset->uncounted);
  dataset->uncounted = columns;
}

char **
deid_dataset_list_uncounted (const DeidDataset *dataset)
{
  g_return_val_if_fail (dataset != NULL, NULL);

  return dataset->uncounted != NULL ? g_strdupv (dataset->uncounted) : g_new0 (char *, 1);
}

gboolean
deid_dataset_is_counted (const DeidDataset *dataset)
{
  return dataset->is_counted;
}

gboolean
deid_dataset_find_column (const DeidDataset *dataset, const char *name, guint *column,
                          GError **error)
{
  DeidTableSource source;
  guint found;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);

  source = deid_dataset_lend (dataset);
  return deid_table_source_find_column (&source, name, column != NULL ? column : &found, error);
}

guint
deid_dataset_get_n_distinct (const DeidDataset *dataset, guint column)
{
  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, 0);

  return deid_column_get_n_distinct (&dataset->columns[column]);
}

const char *
deid_dataset_get_value (const DeidDataset *dataset, guint64 row, guint column)
{
  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);
  g_return_val_if_fail (row < dataset->n_rows, NULL);

  return deid_column_get (&dataset->columns[column], row);
}

gboolean
deid_dataset_is_suppressed (const DeidDataset *dataset, guint64 row)
{
  g_return_val_if_fail (dataset != NULL && row < dataset->n_rows, FALSE);

  return dataset->suppressed != NULL && (dataset->suppressed[row / 8] >> (row % 8) & 1) != 0;
}

DEID_DEFINE_SETTER (deid_dataset_set_show_values, DeidDataset, deid_dataset_check_mutable, gboolean,
                    show_values)

char *
deid_dataset_quote (const DeidDataset *dataset, const char *value)
{
  const DeidTableSource source = deid_dataset_lend (dataset);

  return deid_table_source_quote (&source, value);
}

char *
deid_dataset_locate (const DeidDataset *dataset, guint64 row)
{
  const DeidTableSource source = deid_dataset_lend (dataset);

  return deid_table_source_locate (&source, row);
}

const DeidColumn *
deid_dataset_get_column (const DeidDataset *dataset, guint column)
{
  return column != DEID_NO_COLUMN ? &dataset->columns[column] : NULL;
}

const DeidColumn *
deid_dataset_get_entities (const DeidDataset *dataset)
{
  return deid_dataset_get_column (dataset, dataset->entity_column);
}

const DeidColumn *
deid_dataset_get_survey_column (const DeidDataset *dataset)
{
  return deid_dataset_get_column (dataset, dataset->survey_column);
}

gboolean
deid_dataset_has_weights (const DeidDataset *dataset)
{
  return dataset->weights != NULL;
}

guint64 *
deid_dataset_list_weights (const DeidDataset *dataset, GError **error)
{
  guint64 *weights = deid_alloc (dataset->n_rows, sizeof *weights, error);

  for (guint64 row = 0; weights != NULL && row < dataset->n_rows; row++)
    weights[row] = deid_dataset_get_weight (dataset, row);
  return weights;
}

/* What reading the table changed, left out or doubted. */

static void
note_free (gpointer data)
{
  DeidNote *note = data;

  g_free (note->column);
  g_free (note->text);
  g_free (note);
}

static void
take_note (DeidDataset *dataset, const char *code, const char *column, guint64 n_records,
           char *text)
{
  DeidNote *note = g_new (DeidNote, 1);

  *note = (DeidNote){
    .code = code, .column = g_strdup (column), .n_records = n_records, .text = text
  };
  if (dataset->notes == NULL)
    dataset->notes = g_ptr_array_new_with_free_func (note_free);
  g_ptr_array_add (dataset->notes, note);
}

void
deid_dataset_add_note (DeidDataset *dataset, const char *code, const char *column,
                       guint64 n_records, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  take_note (dataset, code, column, n_records, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

guint
deid_dataset_get_n_notes (const DeidDataset *dataset)
{
  return dataset->notes != NULL ? dataset->notes->len : 0;
}

const DeidNote *
deid_dataset_get_note (const DeidDataset *dataset, guint index)
{
  return g_ptr_array_index (dataset->notes, index);
}

void
deid_dataset_copy_notes (DeidDataset *dataset, const DeidDataset *from)
{
  for (guint i = 0; i < deid_dataset_get_n_notes (from); i++)
    {
      const DeidNote *note = deid_dataset_get_note (from, i);

      take_note (dataset, note->code, note->column, note->n_records, g_strdup (note->text));
    }
}

char **
deid_dataset_list_notes (const DeidDataset *dataset)
{
  guint n;
  char **notes;

  g_return_val_if_fail (dataset != NULL, NULL);

  n = deid_dataset_get_n_notes (dataset);
  notes = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      notes[i] = g_strdup_printf ("%s.", deid_dataset_get_note (dataset, i)->text);
      notes[i][0] = g_ascii_toupper (notes[i][0]);
    }
  return notes;
}
