/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns from the caller's memory. */
#include <math.h>
#include <string.h>

#include "base/rational.h"
#include "base/text.h"
#include "table/dataset-private.h"

/* Turns value @i of an array of the caller's into text; sets an error without a place. */
typedef gboolean (*FormatFunc) (gconstpointer values, guint64 i, char text[DEID_DECIMAL_SIZE],
                                const char **value, GError **error);

/* Bits of the last byte that stand for no row may be anything. */
static gboolean
check_validity (const DeidDataset *dataset, const char *name, guint64 n_validity, guint64 n_rows,
                GError **error)
{
  const guint64 n_needed = n_rows / 8 + (n_rows % 8 > 0);
  g_autofree char *shown = NULL;

  if (n_validity >= n_needed)
    return TRUE;
  shown = deid_text_show (name, -1);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: column '%s': a validity bitmap of %" G_GUINT64_FORMAT
               " bytes, expected at least %" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT " rows",
               dataset->name, shown, n_validity, n_needed, n_rows);
  return FALSE;
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
  const gboolean valid = validity == NULL || (validity[row / 8] >> (row % 8) & 1) != 0;

  if ((!valid || values->format (values->values, row, text, &value, error))
      && (value != NULL && value[0] != '\0'
              ? deid_column_append (column, value, strlen (value), error)
              : deid_column_append_missing (column, error)))
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
  (void) text;
  (void) error;
  *value = ((const char *const *) values)[i];
  return TRUE;
}

gboolean
deid_dataset_add_string_column (DeidDataset *dataset, const char *name, const char *const *values,
                                gsize n_rows, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);
  g_return_val_if_fail (values != NULL || n_rows == 0, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return dataset_memory_add_column (
      dataset, name, &(Values){ .values = values, .n_rows = n_rows, .format = format_string },
      cancellable, error);
}

static gboolean
format_integer (gconstpointer values, guint64 i, char text[DEID_DECIMAL_SIZE], const char **value,
                GError **error)
{
  (void) error;
  g_snprintf (text, DEID_DECIMAL_SIZE, "%" G_GINT64_FORMAT, ((const gint64 *) values)[i]);
  *value = text;
  return TRUE;
}

gboolean
deid_dataset_add_integer_column (DeidDataset *dataset, const char *name, const gint64 *values,
                                 gsize n_rows, const guint8 *validity, gsize n_validity,
                                 GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);
  g_return_val_if_fail (values != NULL || n_rows == 0, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

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
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "not finite, expected a finite number");
      return FALSE;
    }
  *value = text;
  return TRUE;
}

gboolean
deid_dataset_add_double_column (DeidDataset *dataset, const char *name, const double *values,
                                gsize n_rows, const guint8 *validity, gsize n_validity,
                                GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);
  g_return_val_if_fail (values != NULL || n_rows == 0, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return dataset_memory_add_column (
      dataset, name,
      &(Values){ values, n_rows, validity, n_validity, format_double, DEID_COLUMN_TYPE_DECIMAL },
      cancellable, error);
}
