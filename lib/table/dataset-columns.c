/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"

#include <math.h>
#include <string.h>

/* Whole columns at a time: codes, distinct values and texts. */

gconstpointer
deid_dataset_get_codes (DeidDataset *dataset, guint column, guint *width, gsize *n_bytes)
{
  const DeidCodes *codes;

  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns, NULL);
  g_return_val_if_fail (width != NULL && n_bytes != NULL, NULL);

  codes = &dataset->columns[column].codes;
  *width = codes->width;
  g_atomic_int_set (&dataset->columns[column].is_lent, TRUE);
  *n_bytes = codes->n * codes->width;
  return codes->data;
}

static gboolean
dataset_copy_column (DeidDataset *copy, const DeidColumn *column, GCancellable *cancellable,
                     GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  const DeidCodes *codes = &column->codes;
  g_autofree const char **texts = deid_alloc (dictionary->n, sizeof *texts, error);

  if (texts == NULL)
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    texts[code] = deid_dictionary_get (dictionary, code);
  if (!deid_dataset_add_coded_column (copy, column->name, texts, dictionary->n, codes->data,
                                      codes->n * codes->width, codes->width, cancellable, error))
    return FALSE;
  deid_column_set_type (&copy->columns[copy->n_columns - 1], column->type, column->stated_format);
  deid_column_copy_forms (&copy->columns[copy->n_columns - 1], column);
  copy->columns[copy->n_columns - 1].missing_codes = g_strdupv (column->missing_codes);
  copy->columns[copy->n_columns - 1].separator = column->separator;
  copy->columns[copy->n_columns - 1].tables = column->tables;
  return TRUE;
}

DeidDataset *
deid_dataset_copy_columns (const DeidDataset *dataset, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) copy = deid_dataset_new (NULL);

  g_free (copy->name);
  copy->name = g_strdup (dataset->name);
  copy->show_values = dataset->show_values;
  copy->first_line = dataset->first_line;
  copy->header_verdict = dataset->header_verdict;
  copy->delimiter = dataset->delimiter;
  copy->other_delimiter = dataset->other_delimiter;
  copy->linked = dataset->linked != NULL ? g_array_ref (dataset->linked) : NULL;
  if (dataset->places != NULL)
    {
      copy->places
          = deid_copy_array (dataset->places, dataset->n_rows, sizeof *copy->places, error);
      if (copy->places == NULL)
        return NULL;
    }
  deid_dataset_copy_notes (copy, dataset);
  for (guint c = 0; c < dataset->n_columns; c++)
    if (dataset->columns[c].n_joined == 0
        && !dataset_copy_column (copy, &dataset->columns[c], cancellable, error))
      return NULL;
  return g_steal_pointer (&copy);
}

/* An empty text is a missing value. */
static const char *
get_present (const char *text)
{
  return text != NULL && text[0] != '\0' ? text : NULL;
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
      success = deid_dictionary_add_value (&seen, get_present (values[i]), &code, error);
      if (success && code < i)
        {
          deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
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
        return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                          "row %" G_GUINT64_FORMAT
                          ": code %u, expected one below the %" G_GSIZE_FORMAT " values",
                          row + 1, code, n_values);
      if (numbers[code] == 0)
        {
          if (!deid_dictionary_add_value (&column->dictionary, get_present (values[code]),
                                          &numbers[code], error))
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
             gsize n_values, const guint8 *codes, gsize size, guint width, const DeidStop *stop,
             GError **error)
{
  if (width != 1 && width != 2 && width != 4)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "codes of %u bytes, expected 1, 2 or 4", width);
  else if (size % width != 0)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "%" G_GSIZE_FORMAT " bytes of codes, expected a multiple of their width, %u", size,
               width);
  else
    return dataset_columns_check_values (dataset, values, n_values, stop, error)
           && append_codes (column, values, n_values, codes, width, size / width, stop, error);
  return FALSE;
}

gboolean
deid_dataset_add_coded_column (DeidDataset *dataset, const char *name, const char *const *values,
                               gsize n_values, gconstpointer codes, gsize n_bytes, guint width,
                               GCancellable *cancellable, GError **error)
{
  DeidColumn column;

  g_return_val_if_fail (dataset != NULL && name != NULL && (codes != NULL || n_bytes == 0), FALSE);
  g_return_val_if_fail (values != NULL || n_values == 0, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_column_init (&column, name, error))
    return FALSE;
  if (fill_column (dataset, &column, values, n_values, codes, n_bytes, width,
                   DEID_STOP_OF (cancellable), error))
    return deid_dataset_take_column (dataset, &column, error);
  g_prefix_error (error, "%s: column '%s': ", dataset->name, deid_column_show (&column));
  deid_column_clear (&column);
  return FALSE;
}

/* Columns from the caller's memory. */

/* Turns value @i of an array of the caller's into text; sets an error without a place. */
typedef gboolean (*FormatFunc) (gconstpointer values, guint64 i, char text[DEID_DECIMAL_SIZE],
                                const char **value, GError **error);

/* Bits of the last byte that stand for no row may be anything. */
static gboolean
check_validity (const DeidDataset *dataset, const char *name, guint64 n_validity, guint64 n_rows,
                GError **error)
{
  const guint64 n_needed = n_rows / 8 + (n_rows % 8 > 0);

  if (n_validity >= n_needed)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: column '%s': a validity bitmap of %" G_GUINT64_FORMAT
                    " bytes, expected at least %" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT
                    " rows",
                    dataset->name, DEID_SHOW (name), n_validity, n_needed, n_rows);
}

/* Values of the caller's, and how to read them. */
typedef struct
{
  gconstpointer values;
  guint64 n_rows;
  const guint8 *validity; /* or NULL */
  guint64 n_validity;
  FormatFunc format;
  DeidColumnType type;
} Values;

static gboolean
dataset_memory_append_value (const DeidDataset *dataset, DeidColumn *column, const Values *values,
                             guint64 row, GError **error)
{
  const guint8 *validity = values->validity;
  char text[DEID_DECIMAL_SIZE] = "";
  const char *value = NULL;
  guint32 code;
  const gboolean valid = validity == NULL || (validity[row / 8] >> (row % 8) & 1) != 0;

  if ((!valid || values->format (values->values, row, text, &value, error))
      && deid_dictionary_add_value (&column->dictionary, get_present (value), &code, error)
      && deid_codes_append (&column->codes, code, error))
    return TRUE;
  deid_text_prefix_value (error, dataset->show_values, value != NULL ? value : text, -1);
  g_prefix_error (error, "%s: column '%s', row %" G_GUINT64_FORMAT ": ", dataset->name,
                  deid_column_show (column), row + 1);
  return FALSE;
}

static gboolean
dataset_memory_add_column (DeidDataset *dataset, const char *name, const Values *values,
                           GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidColumn column;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);
  g_return_val_if_fail (values->values != NULL || values->n_rows == 0, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if ((values->validity != NULL
       && !check_validity (dataset, name, values->n_validity, values->n_rows, error))
      || !deid_column_init (&column, name, error))
    return FALSE;
  for (guint64 row = 0; row < values->n_rows; row++)
    if (!deid_stop_check_value (stop, row, error)
        || !dataset_memory_append_value (dataset, &column, values, row, error))
      {
        deid_column_clear (&column);
        return FALSE;
      }
  deid_column_set_type (&column, values->type, NULL);
  return deid_dataset_take_column (dataset, &column, error);
}

static gboolean
format_string (gconstpointer values, guint64 i, char text[DEID_DECIMAL_SIZE], const char **value,
               GError **error)
{
  *value = ((const char *const *) values)[i];
  return TRUE;
}

gboolean
deid_dataset_add_string_column (DeidDataset *dataset, const char *name, const char *const *values,
                                gsize n_rows, GCancellable *cancellable, GError **error)
{
  return dataset_memory_add_column (
      dataset, name, &(Values){ .values = values, .n_rows = n_rows, .format = format_string },
      cancellable, error);
}

static gboolean
format_integer (gconstpointer values, guint64 i, char text[DEID_DECIMAL_SIZE], const char **value,
                GError **error)
{
  g_snprintf (text, DEID_DECIMAL_SIZE, "%" G_GINT64_FORMAT, ((const gint64 *) values)[i]);
  *value = text;
  return TRUE;
}

gboolean
deid_dataset_add_integer_column (DeidDataset *dataset, const char *name, const gint64 *values,
                                 gsize n_rows, const guint8 *validity, gsize n_validity,
                                 GCancellable *cancellable, GError **error)
{
  return dataset_memory_add_column (
      dataset, name,
      &(Values){ values, n_rows, validity, n_validity, format_integer, DEID_COLUMN_TYPE_INTEGER },
      cancellable, error);
}

static gboolean
format_double (gconstpointer values, guint64 i, char text[DEID_DECIMAL_SIZE], const char **value,
               GError **error)
{
  const double number = ((const double *) values)[i] + 0.0; /* -0 becomes 0 */

  deid_double_to_decimal (number, text);
  if (!isfinite (number))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "not finite, expected a finite number");
  *value = text;
  return TRUE;
}

gboolean
deid_dataset_add_double_column (DeidDataset *dataset, const char *name, const double *values,
                                gsize n_rows, const guint8 *validity, gsize n_validity,
                                GCancellable *cancellable, GError **error)
{
  return dataset_memory_add_column (
      dataset, name,
      &(Values){ values, n_rows, validity, n_validity, format_double, DEID_COLUMN_TYPE_DECIMAL },
      cancellable, error);
}

/* Columns of the combinations that values of others make. */

#define MAX_MENTIONED 20 /* columns in a message */

typedef struct
{
  const DeidDataset *dataset;
  const guint *columns;
  gsize n_columns;
  char *text; /* of a combination */
  guint64 length;
  guint64 capacity;
} Combiner;

/* A separator within a value is escaped, so that different combinations have different texts. */
static gboolean
dataset_joint_add_part (Combiner *combiner, const char *part, GError **error)
{
  if (!deid_grow ((gpointer *) &combiner->text, &combiner->capacity,
                  combiner->length + 2 * strlen (part) + 1, 1, error))
    return FALSE;
  for (; *part != '\0'; part++)
    {
      if (*part == DEID_JOINT_SEPARATOR || *part == DEID_JOINT_ESCAPE)
        combiner->text[combiner->length++] = DEID_JOINT_ESCAPE;
      combiner->text[combiner->length++] = *part;
    }
  return TRUE;
}

static gboolean
combine_row (Combiner *combiner, guint64 row, GError **error)
{
  combiner->length = 0;
  for (gsize i = 0; i < combiner->n_columns; i++)
    {
      const char *part = deid_column_get (&combiner->dataset->columns[combiner->columns[i]], row);

      if (i > 0)
        combiner->text[combiner->length++] = DEID_JOINT_SEPARATOR;
      if (!dataset_joint_add_part (combiner, part != NULL ? part : "", error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
combine (DeidColumn *joint, const DeidDataset *dataset, const guint *columns, gsize n_columns,
         const DeidStop *stop, GError **error)
{
  const guint64 rows_per_check = 1 + DEID_VALUES_PER_CHECK / n_columns;
  Combiner combiner = { .dataset = dataset, .columns = columns, .n_columns = n_columns };
  gboolean success = TRUE;

  for (guint64 row = 0; success && row < dataset->n_rows; row++)
    success = (row % rows_per_check != 0 || deid_stop_check (stop, error))
              && combine_row (&combiner, row, error)
              && deid_column_append (joint, combiner.text, combiner.length, error);
  g_free (combiner.text);
  return success;
}

/* Finds the columns, each once. */
static gboolean
find_columns (const DeidDataset *dataset, const char *const *names, gsize n_names, guint *columns,
              guint8 *seen, GError **error)
{
  for (gsize i = 0; i < n_names; i++)
    {
      if (!deid_dataset_find_column (dataset, names[i], &columns[i], error))
        return FALSE;
      if (seen[columns[i]])
        return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                          "%s: column '%s' is named twice, expected different ones to be combined",
                          dataset->name, deid_column_show (&dataset->columns[columns[i]]));
      seen[columns[i]] = TRUE;
    }
  return TRUE;
}

/* The columns that a joint one combines, and those that it is made of in the end: a joint one among
 * them stands for its own. The missing values of the latter are what a model may refuse. */
static gboolean
dataset_joint_list_parts (DeidColumn *joint, const DeidDataset *dataset, const guint *columns,
                          gsize n_columns, GError **error)
{
  g_autofree guint8 *is_part = deid_alloc (dataset->n_columns, sizeof *is_part, error);

  if (is_part == NULL)
    return FALSE;
  for (gsize i = 0; i < n_columns; i++)
    {
      const DeidColumn *column = &dataset->columns[columns[i]];

      joint->tables |= column->tables;
      is_part[columns[i]] = column->n_parts == 0;
      for (guint p = 0; p < column->n_parts; p++)
        is_part[column->parts[p]] = TRUE;
    }
  joint->joined = deid_alloc (n_columns, sizeof *joint->joined, error);
  if (joint->joined == NULL)
    return FALSE;
  memcpy (joint->joined, columns, n_columns * sizeof *columns);
  joint->n_joined = (guint) n_columns;
  joint->parts = deid_alloc (dataset->n_columns, sizeof *joint->parts, error);
  for (guint c = 0; joint->parts != NULL && c < dataset->n_columns; c++)
    if (is_part[c])
      joint->parts[joint->n_parts++] = c;
  return joint->parts != NULL;
}

static void
mention_columns (const DeidDataset *dataset, const guint *columns, gsize n_columns, GError **error)
{
  const gsize n = MIN (n_columns, MAX_MENTIONED);
  g_autoptr (GString) names = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (names, "%s'%s'", i > 0 ? ", " : "",
                            deid_column_show (&dataset->columns[columns[i]]));
  g_prefix_error (error, "%s: combinations of the columns %s%s: ", dataset->name, names->str,
                  n < n_columns ? ", …" : "");
}

gboolean
deid_dataset_add_joint_column (DeidDataset *dataset, const char *name, const char *const *columns,
                               GCancellable *cancellable, GError **error)
{
  const gsize n_columns = columns != NULL ? g_strv_length ((char **) columns) : 0;
  g_autofree guint *found = NULL;
  g_autofree guint8 *seen = NULL;
  DeidColumn joint;

  g_return_val_if_fail (dataset != NULL && name != NULL && columns != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (n_columns < 2)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: %" G_GSIZE_FORMAT " columns to be combined, expected at least two",
                      dataset->name, n_columns);
  if (!deid_new_arrays (error, DEID_NEW (found, n_columns), DEID_NEW (seen, dataset->n_columns))
      || !find_columns (dataset, columns, n_columns, found, seen, error)
      || !deid_column_init (&joint, name, error))
    return FALSE;
  joint.role = DEID_ROLE_JUDGED;
  if (combine (&joint, dataset, found, n_columns, DEID_STOP_OF (cancellable), error)
      && dataset_joint_list_parts (&joint, dataset, found, n_columns, error))
    {
      const gboolean success = deid_dataset_take_column (dataset, &joint, error);

      dataset->has_joints |= success;
      return success;
    }
  mention_columns (dataset, found, n_columns, error);
  deid_column_clear (&joint);
  return FALSE;
}
