/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/dataset-notes.h"

#include "table/dataset-private.h"

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
