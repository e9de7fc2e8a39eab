/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/hash.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "table/column.h"
#include "table/column-inference.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"
#include "table/linked-tables.h"
#include "table/table-source.h"

#include <string.h>

/* What the values of a column are. */

/* Values of a column that mean that there is none. */

gboolean
deid_missing_codes_check (const char *const *codes, GError **error)
{
  for (guint i = 0; codes[i] != NULL; i++)
    {
      if (!g_utf8_validate (codes[i], -1, NULL))
        deid_fail (error, DEID_ERROR_ENCODING, "missing code %u is not valid UTF-8", i + 1);
      else if (codes[i][0] == '\0')
        deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
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
        return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                          "'%s' combines its values, expected %s before it was added",
                          deid_column_show (&dataset->columns[c]), what);
  return TRUE;
}

static gboolean
check_joints (const DeidDataset *dataset, guint column, GError **error)
{
  if (dataset->columns[column].n_joined > 0)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "missing codes of combinations, expected those of what they combine");
  else if (dataset->columns[column].separator != '\0')
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
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
  return deid_fail (error, DEID_ERROR_ROLE,
                    "missing codes of the %s column, in which no value may be missing",
                    deid_enum_get_name ("DeidRole", (int) dataset->columns[column].role));
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

/* Gives the new text of a code, or %NULL for a missing value. It is valid until the next call. */
typedef gboolean (*NewTextFunc) (gpointer data, guint32 code, const char **text, GError **error);

/* Numbers the values anew. Values keep their order; the missing value gets its place by the first
 * row that has it. On failure both parts of @after may be cleared, and nothing else. */
static gboolean
renumber (const DeidColumn *column, NewTextFunc func, gpointer data, DeidColumn *after,
          const DeidStop *stop, GError **error)
{
  const guint32 n = column->dictionary.n;
  g_autofree guint32 *numbers = deid_alloc (n, sizeof *numbers, error);
  const char *text;

  deid_dictionary_init (&after->dictionary);
  deid_codes_init (&after->codes);
  for (guint32 code = 0; numbers != NULL && code < n; code++)
    if (!deid_stop_check_value (stop, code, error) || !func (data, code, &text, error)
        || !deid_dictionary_add_value (&after->dictionary, text, &numbers[code], error))
      return FALSE;
  return numbers != NULL
         && deid_codes_append_mapped (&after->codes, &column->codes, numbers,
                                      MAX (after->dictionary.n, 1) - 1, error);
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
  column->n_kept = after->n_kept;
  deid_column_shrink (column);
}

static gboolean
pick_text (gpointer data, guint32 code, const char **text, GError **error)
{
  *text = ((const char *const *) data)[code];
  return TRUE;
}

/* Gives each value of a column another text, or %NULL for a missing one. */
static gboolean
dataset_values_replace (DeidDataset *dataset, DeidColumn *column, const char *const *texts,
                        const DeidStop *stop, GError **error)
{
  DeidColumn after = { .name = NULL };
  const gboolean success = renumber (column, pick_text, (gpointer) texts, &after, stop, error);

  if (success)
    deid_dataset_change_values (dataset, column, &after);
  else
    deid_column_clear (&after);
  return success;
}

/* Returns: (nullable): the text of each code. */
static const char **
list_texts (const DeidColumn *column, GError **error)
{
  const char **texts = deid_alloc (column->dictionary.n, sizeof *texts, error);

  for (guint32 code = 0; texts != NULL && code < column->dictionary.n; code++)
    texts[code] = deid_dictionary_get (&column->dictionary, code);
  return texts;
}

static gboolean
make_missing (DeidDataset *dataset, DeidColumn *column, const char *const *codes,
              const DeidStop *stop, GError **error)
{
  g_autofree const char **texts = list_texts (column, error);
  gboolean is_changed = FALSE;

  for (guint i = 0; texts != NULL && codes[i] != NULL; i++)
    {
      const guint32 code = deid_dictionary_find (&column->dictionary, codes[i], strlen (codes[i]));

      if (code == DEID_NO_CODE)
        continue;
      texts[code] = NULL;
      is_changed = TRUE;
    }
  return texts != NULL
         && (!is_changed || dataset_values_replace (dataset, column, texts, stop, error));
}

/* How many rows have a code that is marked. */
static guint64
count_marked_rows (const DeidColumn *column, const guint8 *is_marked)
{
  guint64 n = 0;

  for (guint64 row = 0; row < column->codes.n; row++)
    n += is_marked[deid_codes_get (&column->codes, row)];
  return n;
}

static guint32
count_numbers_of (const DeidColumn *column, const DeidTypeReader *reader, const guint8 *is_wrong,
                  const DeidNumberFormat *format)
{
  guint32 n = 0;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (is_wrong[code])
      {
        g_autofree char *read = deid_number_format_read (
            format, deid_dictionary_get (&column->dictionary, code), NULL);

        n += read != NULL
             && (reader->type != DEID_COLUMN_TYPE_INTEGER || deid_decimal_is_integer (read));
      }
  return n;
}

/* How to read numbers that are not of the type. Returns: (transfer full) (nullable): the settings
 * that read the most of them. */
static char *
advise_numbers (const DeidColumn *column, const DeidTypeReader *reader, const guint8 *is_wrong)
{
  const char decimal = reader->number.decimal;
  const DeidNumberFormat *best = NULL;
  guint32 n_best = 0;

  for (guint i = 0; deid_column_type_is_numeric (reader->type) && i < DEID_N_NUMBER_FORMATS; i++)
    {
      const DeidNumberFormat *format = &deid_number_formats[i];
      const guint32 n = decimal == '\0' || decimal == format->decimal
                            ? count_numbers_of (column, reader, is_wrong, format)
                            : 0;

      if (n > n_best)
        best = format;
      n_best = MAX (n, n_best);
    }
  if (best == NULL)
    return NULL;
  return g_strdup_printf ("; decimal=%c%s%.1s reads %u of them", best->decimal,
                          best->thousands == 0     ? ""
                          : best->thousands == ' ' ? " with thousands=blank"
                                                   : " with thousands=",
                          best->thousands == ' ' ? "" : &best->thousands, n_best);
}

/* Returns: (transfer full) (nullable): what reads values that are not of the type. */
static char *
advise_reading (const DeidColumn *column, const DeidTypeReader *reader, const guint8 *is_wrong)
{
  const guint32 n_codes = column->dictionary.n;
  g_autofree guint32 *codes = NULL;
  guint32 n = 0;

  if (reader->type != DEID_COLUMN_TYPE_DATE)
    return advise_numbers (column, reader, is_wrong);
  codes = deid_alloc (n_codes, sizeof *codes, NULL);
  for (guint32 code = 0; codes != NULL && code < n_codes; code++)
    if (is_wrong[code])
      codes[n++] = code;
  return deid_date_guess_advise (&column->dictionary, codes, n, NULL);
}

static gboolean
dataset_types_refuse_values (const DeidDataset *dataset, const DeidColumn *column,
                             const DeidTypeReader *reader, const guint8 *is_wrong, GError **error)
{
  const DeidTableSource table = deid_dataset_lend (dataset);
  g_autofree char *what = g_strdup_printf (
      "of the type %s", deid_enum_get_name ("DeidColumnType", (int) reader->type));
  g_autofree char *other = NULL, *advice = NULL;
  DeidValueList list;

  deid_value_list_init (&list, &table, column);
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (is_wrong[code])
      deid_value_list_add (&list, code);
  other = advise_reading (column, reader, is_wrong);
  advice = g_strconcat (
      other != NULL ? other : "", "; list those that mean that there is no value in missing=",
      is_wrong[deid_codes_get (&column->codes, 0)]
          ? "; if the first row has units, or names once more, drop= leaves it out"
          : "",
      NULL);
  return deid_value_list_end (&list, DEID_ERROR_PARSE, what, advice, error);
}

/* Values as the type has them: what becomes of each code, and which are not of the type. */
typedef struct
{
  const char **texts; /* NULL for missing ones */
  char **decimals;    /* to be freed; NULL if numbers are as they are */
  guint8 *is_wrong;
  guint32 n_wrong;
} TypedValues;

static gboolean
typed_values_init (TypedValues *values, const DeidColumn *column, const DeidTypeReader *reader,
                   GError **error)
{
  const guint32 n = column->dictionary.n;
  g_autofree char *unit = NULL;

  values->texts = list_texts (column, error);
  if (values->texts == NULL || !deid_new_arrays (error, DEID_NEW (values->is_wrong, n))
      || (reader->number.decimal != '\0'
          && !deid_new_arrays (error, DEID_NEW (values->decimals, n))))
    return FALSE;
  for (guint32 code = 0; code < n; code++)
    {
      const char *text = values->texts[code];

      if (text == NULL)
        continue;
      if (!deid_type_reader_accepts (reader, text)
          || (values->decimals != NULL
              && (values->decimals[code] = deid_number_format_read (&reader->number, text, &unit))
                     == NULL))
        values->n_wrong += values->is_wrong[code] = TRUE;
    }
  return TRUE;
}

static void
typed_values_clear (TypedValues *values, guint32 n)
{
  for (guint32 code = 0; values->decimals != NULL && code < n; code++)
    g_free (values->decimals[code]);
  deid_free_arrays (values->decimals, values->texts, values->is_wrong);
}

/* Returns: (transfer full): how decimals were written, where that does not follow from the signs.
 */
static GHashTable *
list_forms (const DeidColumn *column, const DeidTypeReader *reader, const TypedValues *values)
{
  GHashTable *forms = g_hash_table_new_full (deid_hash_name, g_str_equal, g_free, g_free);

  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (values->decimals[code] != NULL)
      {
        g_autofree char *usual = deid_number_format_write (&reader->number, values->decimals[code]);

        if (!g_str_equal (usual, values->texts[code])
            && !g_hash_table_contains (forms, values->decimals[code]))
          g_hash_table_insert (forms, g_strdup (values->decimals[code]),
                               g_strdup (values->texts[code]));
      }
  return forms;
}

static void
note_missing (DeidDataset *dataset, const DeidColumn *column, const DeidTypeReader *reader,
              const TypedValues *values)
{
  const guint64 n_rows = count_marked_rows (column, values->is_wrong);
  g_autofree char *advice = advise_reading (column, reader, values->is_wrong);
  g_autofree char *place = NULL;
  guint32 first = 0;

  while (!values->is_wrong[first])
    first++;
  place = deid_dataset_locate (dataset, deid_column_find_code (column, first));
  deid_dataset_add_note (dataset, "unparsable", column->name, n_rows,
                         "column '%s': %u value%s in %" G_GUINT64_FORMAT
                         " row%s not of the type %s and count%s as missing, the first in %s%s",
                         deid_column_show (column), values->n_wrong,
                         values->n_wrong == 1 ? "" : "s", n_rows, n_rows == 1 ? " is" : "s are",
                         deid_enum_get_name ("DeidColumnType", (int) reader->type),
                         n_rows == 1 ? "s" : "", place, advice != NULL ? advice : "");
}

/* Makes values missing that are not of the type, and decimals of numbers. */
static gboolean
dataset_types_convert (DeidDataset *dataset, guint number, const DeidTypeReader *reader,
                       TypedValues *values, GError **error)
{
  DeidColumn *column = &dataset->columns[number];
  const guint32 n = column->dictionary.n;
  GHashTable *forms = NULL;
  guint32 n_merged;

  if ((values->n_wrong == 0 && values->decimals == NULL))
    return TRUE;
  if (!check_joints (dataset, number, error)
      || (values->n_wrong > 0 && !dataset_missing_check_role (dataset, number, error)))
    return FALSE;
  if (values->decimals != NULL)
    forms = list_forms (column, reader, values);
  if (values->n_wrong > 0)
    note_missing (dataset, column, reader, values);
  for (guint32 code = 0; code < n; code++)
    values->texts[code] = values->is_wrong[code]     ? NULL
                          : values->decimals != NULL ? values->decimals[code]
                                                     : values->texts[code];
  n_merged = n - values->n_wrong - (column->dictionary.missing != DEID_NO_CODE);
  if (!dataset_values_replace (dataset, column, values->texts, DEID_STOP_OF (NULL), error))
    {
      g_clear_pointer (&forms, g_hash_table_unref);
      return FALSE;
    }
  n_merged -= column->dictionary.n - (column->dictionary.missing != DEID_NO_CODE);
  if (n_merged > 0)
    deid_dataset_add_note (dataset, "number-forms", column->name, 0,
                           "column '%s': %u number%s written in two ways, such as 1200 and 1,200; "
                           "both are released as the first",
                           deid_column_show (column), n_merged, n_merged == 1 ? " is" : "s are");
  column->number = reader->number;
  column->forms = forms;
  return TRUE;
}

static gboolean
dataset_types_set (DeidDataset *dataset, guint number, const DeidTypeReader *reader, GError **error)
{
  DeidColumn *column = &dataset->columns[number];
  const guint32 n = column->dictionary.n;
  TypedValues values = { 0 };
  gboolean success = typed_values_init (&values, column, reader, error);

  if (success && values.n_wrong > 0 && !reader->is_lenient)
    success = dataset_types_refuse_values (dataset, column, reader, values.is_wrong, error);
  else if (success && !dataset_types_convert (dataset, number, reader, &values, error))
    {
      g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (column));
      success = FALSE;
    }
  typed_values_clear (&values, n);
  return success;
}

gboolean
deid_dataset_set_column_type (DeidDataset *dataset, const char *name, DeidColumnType type,
                              const char *format, GError **error)
{
  DeidColumn *column;
  DeidTypeReader reader;
  guint found;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);

  if (!deid_dataset_check_mutable (dataset, error)
      || !deid_dataset_find_column (dataset, name, &found, error))
    return FALSE;
  column = &dataset->columns[found];
  if (column->separator != '\0' && type != DEID_COLUMN_TYPE_TEXT)
    return deid_fail (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "%s: column '%s': several values in a cell are a text, expected no other type",
        dataset->name, deid_column_show (column));
  if (!deid_type_reader_init (&reader, type, format, error))
    {
      g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (column));
      return FALSE;
    }
  if (column->number.decimal != '\0') /* its values are decimals by now */
    reader.number = (DeidNumberFormat){ '\0', '\0' };
  if (!dataset_types_set (dataset, found, &reader, error))
    return FALSE;
  deid_column_set_type (column, type, format);
  return TRUE;
}

gboolean
deid_dataset_put_labels (DeidDataset *dataset, guint number, const char *const *texts,
                         gboolean are_values, gpointer coarsening, GDestroyNotify free_coarsening,
                         const DeidStop *stop, GError **error)
{
  DeidColumn *column = &dataset->columns[number];

  if (!deid_dataset_check_mutable (dataset, error)
      || !deid_dataset_check_not_joined (dataset, number, "a level of its hierarchy", error)
      || !dataset_values_replace (dataset, column, texts, stop, error))
    return FALSE;
  if (!are_values)
    {
      g_clear_pointer (&column->forms, g_hash_table_unref);
      column->number = (DeidNumberFormat){ '\0', '\0' };
      deid_column_set_type (column, DEID_COLUMN_TYPE_TEXT, NULL);
    }
  column->coarsening = coarsening;
  column->free_coarsening = free_coarsening;
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
  if (!deid_missing_codes_check (codes, error) || !check_joints (dataset, found, error)
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

/* Lists the row that each row has its value from, which is one of the same linked table. Returns:
 * how many have that of another. */
static guint64
list_sources (const DeidDataset *dataset, const DeidColumn *column, guint64 *sources)
{
  guint64 n_filled = 0;
  guint table = 0;

  for (guint64 row = 0; row < column->codes.n; row++)
    {
      guint64 place = dataset->places != NULL ? dataset->places[row] : row;
      const guint table_above = table;
      gboolean is_filled;

      if (dataset->linked != NULL)
        table = deid_linked_tables_find (dataset->linked, place, &place);
      is_filled
          = row > 0 && table == table_above
            && deid_codes_get (&column->codes, row) == column->dictionary.missing
            && deid_codes_get (&column->codes, sources[row - 1]) != column->dictionary.missing;

      sources[row] = is_filled ? sources[row - 1] : row;
      n_filled += is_filled ? 1 : 0;
    }
  return n_filled;
}

gboolean
deid_dataset_fill_down (DeidDataset *dataset, guint number, GError **error)
{
  DeidColumn *column = &dataset->columns[number];
  const guint64 n = column->codes.n;
  g_autofree guint64 *sources = NULL;
  DeidColumn after = { .name = NULL };
  guint64 n_filled;

  if (column->dictionary.missing == DEID_NO_CODE)
    return TRUE;
  sources = deid_alloc (n, sizeof *sources, error);
  if (sources == NULL || !check_joints (dataset, number, error)
      || !dataset_missing_check_role (dataset, number, error))
    return FALSE;
  n_filled = list_sources (dataset, column, sources);
  if (n_filled == 0)
    return TRUE;
  if (!deid_column_take_rows (column, &after, sources, n, DEID_STOP_NEVER, error))
    {
      deid_column_clear (&after);
      return FALSE;
    }
  deid_dataset_change_values (dataset, column, &after);
  deid_dataset_add_note (dataset, "values-filled", column->name, n_filled,
                         "column '%s': %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                         " rows had no value and have that of the row above, as "
                         "missing-policy=above says",
                         deid_column_show (column), n_filled, n);
  return TRUE;
}

gboolean
deid_dataset_set_suppressed_text (DeidDataset *dataset, const char *name, const char *text,
                                  GError **error)
{
  DeidColumn *column;
  guint found;

  g_return_val_if_fail (dataset != NULL && name != NULL && text != NULL, FALSE);

  if (!deid_dataset_check_mutable (dataset, error)
      || !deid_dataset_find_column (dataset, name, &found, error))
    return FALSE;
  column = &dataset->columns[found];
  if (!g_utf8_validate (text, -1, NULL)
      || (!g_str_equal (text, DEID_SUPPRESSED_LABEL)
          && ((text[0] != '\0'
               && deid_dictionary_find (&column->dictionary, text, strlen (text)) != DEID_NO_CODE)
              || deid_dictionary_find (&column->dictionary, DEID_SUPPRESSED_LABEL, 1)
                     != DEID_NO_CODE)))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: column '%s': the text for suppressed values or '*' is a value of the "
                      "column, expected a text in UTF-8 that is none",
                      dataset->name, deid_column_show (column));
  g_free (column->suppressed);
  column->suppressed = g_str_equal (text, DEID_SUPPRESSED_LABEL) ? NULL : g_strdup (text);
  return TRUE;
}

const char *
deid_dataset_get_suppressed_text (const DeidDataset *dataset, guint column)
{
  const char *text;

  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);

  text = dataset->columns[column].suppressed;
  return text != NULL ? text : DEID_SUPPRESSED_LABEL;
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

/* Columns with several values in a cell, which are read as a set. */

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
write_set (gpointer data, guint32 code, const char **text, GError **error)
{
  SetReading *reading = data;

  if (!read_set (reading, code, error)
      || (*text = deid_item_set_write (&reading->set, reading->separator, error)) == NULL)
    return FALSE;
  if (**text == '\0')
    *text = NULL;
  return TRUE;
}

/* Adds a note on the rows whose codes are marked, if there are some. */
static void
note_sets (DeidDataset *dataset, const SetReading *reading, const guint8 *marks, const char *code,
           const char *text)
{
  const DeidColumn *column = reading->column;
  const guint64 n = count_marked_rows (column, marks);

  if (n > 0)
    deid_dataset_add_note (dataset, code, column->name, n, "'%s': %" G_GUINT64_FORMAT " row%s %s",
                           deid_column_show (column), n, n == 1 ? "" : "s", text);
}

static gboolean
take_sets (DeidDataset *dataset, DeidColumn *column, SetReading *reading, const DeidStop *stop,
           GError **error)
{
  const guint32 n_codes = column->dictionary.n;
  DeidColumn after = { .name = NULL };

  if (!deid_new_arrays (error, DEID_NEW (reading->is_sorted, n_codes),
                        DEID_NEW (reading->is_shortened, n_codes))
      || !add_set_codes (reading, column, error))
    return FALSE;
  if (!renumber (column, write_set, reading, &after, stop, error))
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
