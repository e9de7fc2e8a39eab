/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "standard-numbers.h"

#include <deid/deid.h>
#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"

#define MAX_NUMBERS (G_GUINT64_CONSTANT (1) << 30)

/* What is summed of a class in a column. */
typedef struct
{
  guint64 n;
  gint64 sum;
  guint64 squares;
} Moments;

/* Computes in two passes, which loses no more than a few bits: the numbers less their mean. */
static gboolean
standardize (DeidStandardNumbers *numbers, const double *column, guint c, GError **error)
{
  const double n = numbers->n_records;
  double sum = 0, squares = 0, mean, deviation;

  for (guint32 i = 0; i < numbers->n_records; i++)
    sum += column[i];
  mean = sum / n;
  for (guint32 i = 0; i < numbers->n_records; i++)
    squares += (column[i] - mean) * (column[i] - mean);
  deviation = sqrt (squares / n);
  if (!isfinite (deviation))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "column %u of the numbers: one is not finite or too large for its square", c);
      return FALSE;
    }
  for (guint32 i = 0; i < numbers->n_records && deviation > 0; i++)
    numbers->values[(gsize) i * numbers->n_columns + c]
        = (gint32) floor ((column[i] - mean) / deviation * DEID_STANDARD_UNIT + 0.5);
  return TRUE;
}

gboolean
deid_standard_numbers_init (DeidStandardNumbers *numbers, const double *const *columns,
                            guint n_columns, guint32 n_records, GError **error)
{
  *numbers = (DeidStandardNumbers){ .n_records = n_records, .n_columns = n_columns };
  if ((guint64) n_records * n_columns >= MAX_NUMBERS)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                           "2^30 numbers or more, whose distances may not fit into 64 bits");
      return FALSE;
    }
  numbers->values = deid_alloc ((guint64) n_records * n_columns, sizeof *numbers->values, error);
  if (numbers->values == NULL)
    return FALSE;
  for (guint c = 0; c < n_columns; c++)
    if (!standardize (numbers, columns[c], c, error))
      return FALSE;
  return TRUE;
}

void
deid_standard_numbers_clear (DeidStandardNumbers *numbers)
{
  g_clear_pointer (&numbers->values, g_free);
}

static void
add (Moments *moments, gint32 value)
{
  moments->n++;
  moments->sum += value;
  moments->squares += (guint64) ((gint64) value * value);
}

/* Returns: n times the sum of squares of distances to the mean, over n. */
static double
get_error (const Moments *moments)
{
  const DeidWide sum = (DeidWide) ABS (moments->sum);

  return moments->n > 0
             ? (double) ((DeidWide) moments->n * moments->squares - sum * sum) / (double) moments->n
             : 0;
}

gboolean
deid_standard_numbers_measure (const DeidStandardNumbers *numbers, const guint32 *class_of_record,
                               guint32 n_classes, double *share, GError **error)
{
  g_autofree Moments *classes = deid_alloc (n_classes, sizeof *classes, error);
  double within = 0, total = 0;

  if (classes == NULL)
    return FALSE;
  for (guint c = 0; c < numbers->n_columns; c++)
    {
      Moments all = { 0 };

      for (guint32 i = 0; i < n_classes; i++)
        classes[i] = (Moments){ 0 };
      for (guint32 i = 0; i < numbers->n_records; i++)
        {
          const gint32 value = deid_standard_numbers_get (numbers, i)[c];

          add (&all, value);
          add (&classes[class_of_record[i]], value);
        }
      for (guint32 i = 0; i < n_classes; i++)
        within += get_error (&classes[i]);
      total += get_error (&all);
    }
  *share = total > 0 ? within / total : 0;
  return TRUE;
}
