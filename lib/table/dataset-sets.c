/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns with several values in a cell, which are read as a set. */
#include "base/arrays.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"

#include <string.h>

typedef struct
{
  const DeidDataset *dataset;
  const DeidColumn *column;
  char separator;
  DeidDictionary codes; /* that stand for a missing value */
  DeidItemSet set;
  char *parts; /* of a combination, each with its NUL */
  guint64 parts_capacity;
  guint8 *is_sorted;    /* of each code: its values were in another order or repeated, */
  guint8 *is_shortened; /* or a missing code was among them */
} SetReading;

static gboolean
add_set_codes (SetReading *reading, const DeidColumn *column, GError **error)
{
  guint32 code;

  for (char **text = column->missing_codes; text != NULL && *text != NULL; text++)
    if (!deid_dictionary_add (&reading->codes, *text, strlen (*text), &code, error))
      return FALSE;
  for (guint i = 0; i < column->n_joined; i++)
    if (!add_set_codes (reading, &reading->dataset->columns[column->joined[i]], error))
      return FALSE;
  return TRUE;
}

/* Takes a combination apart, as deid_dataset_add_joint_column() puts it together. */
static gboolean
read_combination (SetReading *reading, const char *text, GError **error)
{
  const char *part;
  char *end;

  if (!deid_grow ((gpointer *) &reading->parts, &reading->parts_capacity, strlen (text) + 1, 1,
                  error))
    return FALSE;
  for (part = end = reading->parts; *text != '\0'; text++)
    if (*text == DEID_JOINT_SEPARATOR)
      {
        *end++ = '\0';
        if (!deid_item_set_read (&reading->set, part, reading->separator, error))
          return FALSE;
        part = end;
      }
    else
      *end++ = *text == DEID_JOINT_ESCAPE ? *++text : *text;
  *end = '\0';
  return deid_item_set_read (&reading->set, part, reading->separator, error);
}

static gboolean
read_set (SetReading *reading, guint32 code, GError **error)
{
  const char *text = deid_dictionary_get (&reading->column->dictionary, code);
  DeidItemSet *set = &reading->set;
  guint64 n = 0;

  set->n = 0;
  if (text == NULL)
    return TRUE;
  if (!(reading->column->n_joined > 0 ? read_combination (reading, text, error)
                                      : deid_item_set_read (set, text, reading->separator, error)))
    return FALSE;
  for (guint64 i = 0; i < set->n; i++)
    if (deid_dictionary_find (&reading->codes, set->items[i].text, set->items[i].length)
        == DEID_NO_CODE)
      set->items[n++] = set->items[i];
  reading->is_shortened[code] = n < set->n;
  set->n = n;
  reading->is_sorted[code] = deid_item_set_sort (set) ? 1 : 0;
  return TRUE;
}

static gboolean
add_sets (SetReading *reading, DeidDictionary *sets, guint32 *numbers, const DeidStop *stop,
          GError **error)
{
  for (guint32 code = 0; code < reading->column->dictionary.n; code++)
    {
      const char *text;

      if (!deid_stop_check_value (stop, code, error) || !read_set (reading, code, error))
        return FALSE;
      text = deid_item_set_write (&reading->set, reading->separator, error);
      if (text == NULL
          || !(text[0] == '\0'
                   ? deid_dictionary_add_missing (sets, &numbers[code], error)
                   : deid_dictionary_add (sets, text, strlen (text), &numbers[code], error)))
        return FALSE;
    }
  return TRUE;
}

/* Adds a note on the rows whose codes are marked, if there are some. */
static void
note_sets (DeidDataset *dataset, const SetReading *reading, const guint8 *marks, const char *code,
           const char *text)
{
  const DeidColumn *column = reading->column;
  guint64 n = 0;

  for (guint64 row = 0; row < column->codes.n; row++)
    n += marks[deid_codes_get (&column->codes, row)];
  if (n > 0)
    deid_dataset_add_note (dataset, code, column->name, n, "'%s': %" G_GUINT64_FORMAT " row%s %s",
                           deid_column_show (column), n, n == 1 ? "" : "s", text);
}

static gboolean
take_sets (DeidDataset *dataset, DeidColumn *column, SetReading *reading, const DeidStop *stop,
           GError **error)
{
  const guint32 n_codes = column->dictionary.n;
  g_autofree guint32 *numbers = NULL;
  DeidColumn after = { .name = NULL };

  deid_dictionary_init (&after.dictionary);
  deid_codes_init (&after.codes);
  if (!deid_new_arrays (error, DEID_NEW (numbers, n_codes), DEID_NEW (reading->is_sorted, n_codes),
                        DEID_NEW (reading->is_shortened, n_codes))
      || !add_set_codes (reading, column, error)
      || !add_sets (reading, &after.dictionary, numbers, stop, error)
      || !deid_stop_check (stop, error)
      || !deid_codes_append_mapped (&after.codes, &column->codes, numbers,
                                    MAX (after.dictionary.n, 1) - 1, error))
    {
      deid_column_clear (&after);
      return FALSE;
    }
  note_sets (dataset, reading, reading->is_sorted, "values-sorted",
             "had several values in another order or a value twice; each cell is read and released "
             "as a set, sorted");
  note_sets (dataset, reading, reading->is_shortened, "values-missing",
             "had a missing code among other values, which is left out of the set");
  deid_dataset_change_values (dataset, column, &after);
  return TRUE;
}

static gboolean
check_set_column (const DeidDataset *dataset, guint column, char separator, GError **error)
{
  const DeidColumn *own = &dataset->columns[column];

  if (!deid_item_separator_is_valid (separator))
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "a separator between the values of a cell, expected a punctuation mark other than "
               "an asterisk, a blank or a tab");
  else if (own->separator != '\0' && own->separator != separator)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "another separator, expected the one that its values were read by");
  else if (column == dataset->weight_column || column == dataset->survey_column
           || column == dataset->entity_column)
    deid_fail (error, DEID_ERROR_ROLE,
               "a separator in the %s column, which has one value in each cell",
               deid_enum_get_name ("DeidRole", (int) own->role));
  else if (own->type != DEID_COLUMN_TYPE_TEXT)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "several values in a cell are a text, expected no other type");
  else
    return deid_dataset_check_not_joined (dataset, column, "a separator", error);
  return FALSE;
}

gboolean
deid_dataset_set_separator (DeidDataset *dataset, const char *name, guchar separator,
                            GCancellable *cancellable, GError **error)
{
  guint found;
  DeidColumn *column;
  SetReading reading;
  gboolean success;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !deid_dataset_check_mutable (dataset, error)
      || !deid_dataset_find_column (dataset, name, &found, error))
    return FALSE;
  column = &dataset->columns[found];
  reading = (SetReading){ .dataset = dataset, .column = column, .separator = (char) separator };
  deid_dictionary_init (&reading.codes);
  success = check_set_column (dataset, found, reading.separator, error)
            && (column->separator != '\0'
                || take_sets (dataset, column, &reading, DEID_STOP_OF (cancellable), error));
  if (success)
    column->separator = reading.separator;
  else
    g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (column));
  deid_dictionary_clear (&reading.codes);
  deid_item_set_clear (&reading.set);
  deid_free_arrays (reading.parts, reading.is_sorted, reading.is_shortened);
  return success;
}
