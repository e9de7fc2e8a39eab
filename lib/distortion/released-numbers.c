/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/released-numbers.h"

#include "distortion/label-shares.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/rational.h"
#include "hierarchy/numbers/range.h"

#define DISTORTION_RELEASED_NUMBERS_TOO_LARGE 1e100

gboolean
deid_measured_number_read (const char *text, double *number)
{
  return deid_double_from_decimal (text, number)
         && fabs (*number) < DISTORTION_RELEASED_NUMBERS_TOO_LARGE;
}

static DeidReleasedNumber
distortion_released_numbers_read_value (const char *value)
{
  DeidReleasedNumber number = { .number = NAN, .stand_in = DEID_STAND_IN_NOTHING };

  if (value == NULL)
    number.stand_in = DEID_STAND_IN_MISSING;
  else if (deid_measured_number_read (value, &number.number))
    number.stand_in = DEID_STAND_IN_VALUE;
  else
    number.number = NAN;
  return number;
}

DeidReleasedNumber *
deid_numbers_list_of_values (const DeidColumn *column, const DeidStop *stop, GError **error)
{
  g_autofree DeidReleasedNumber *numbers
      = deid_alloc (column->dictionary.n, sizeof *numbers, error);

  if (numbers == NULL)
    return NULL;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    {
      if (!deid_stop_check_value (stop, code, error))
        return NULL;
      numbers[code] = distortion_released_numbers_read_value (
          deid_dictionary_get (&column->dictionary, code));
    }
  return g_steal_pointer (&numbers);
}

double *
deid_numbers_list_of_codes (const DeidColumn *column, const DeidStop *stop, GError **error)
{
  g_autofree DeidReleasedNumber *values = deid_numbers_list_of_values (column, stop, error);
  double *numbers;

  if (values == NULL)
    return NULL;
  numbers = deid_alloc (column->dictionary.n, sizeof *numbers, error);
  for (guint32 code = 0; numbers != NULL && code < column->dictionary.n; code++)
    numbers[code] = values[code].number;
  return numbers;
}

/* Reads a range as rules write it, or with brackets as other tools do: `[20,30)`, `[20, 30[`. */
static gboolean
read_range (const char *label, DeidRange *range)
{
  const char *const comma = strchr (label, ',');
  const gsize length = strlen (label);
  char spelt[DEID_RANGE_LABEL_SIZE];
  const char *high;

  if (label[0] != '[' || comma == NULL || length + 2 > sizeof spelt
      || (label[length - 1] != ')' && label[length - 1] != '['))
    return deid_range_parse (label, range);
  high = comma + 1 + (comma[1] == ' ');
  g_snprintf (spelt, sizeof spelt, "%.*s, %.*s)", (int) (comma - label), label,
              (int) (label + length - 1 - high), high);
  return deid_range_parse (spelt, range);
}

/* Finds the middle of a range that has two ends. */
static gboolean
find_middle (const char *label, gboolean is_integer, double *middle)
{
  DeidRange range;
  DeidNumber sum;

  if (!read_range (label, &range) || range.low <= DEID_NUMBER_LEAST
      || range.high >= DEID_NUMBER_END)
    return FALSE;
  sum = range.low + range.high;
  if (is_integer && deid_range_is_of_integers (&range))
    sum -= DEID_NUMBER_ONE;
  *middle = (double) sum / (2 * (double) DEID_NUMBER_ONE);
  return TRUE;
}

static DeidReleasedNumber
read_label (const char *label, gboolean is_integer)
{
  DeidReleasedNumber number = distortion_released_numbers_read_value (label);

  if (number.stand_in != DEID_STAND_IN_NOTHING)
    return number;
  if (find_middle (label, is_integer, &number.number))
    number.stand_in = DEID_STAND_IN_MIDDLE;
  return number;
}

/* Finds the mean of the values of a set, if all are numbers. A missing value may be among them. */
static DeidReleasedNumber
find_mean (const DeidLabelShares *shares, guint32 set, const DeidReleasedNumber *values)
{
  DeidReleasedNumber mean = { .number = 0, .stand_in = DEID_STAND_IN_MIDDLE };
  double share = 0;

  for (guint64 i = shares->starts[set]; i < shares->starts[set + 1]; i++)
    if (shares->shares[i].code != DEID_NO_CODE)
      {
        mean.number += shares->shares[i].share * values[shares->shares[i].code].number;
        share += shares->shares[i].share;
      }
  mean.number /= share;
  if (isnan (mean.number))
    mean.stand_in = DEID_STAND_IN_NOTHING;
  return mean;
}

/* Sets what the sets of an attribute stand for. */
static gboolean
read_sets (DeidReleasedNumber *numbers, const DeidPartition *partition, guint attribute,
           const DeidStop *stop, GError **error)
{
  g_autofree DeidReleasedNumber *values = NULL;
  DeidLabelShares shares;
  gboolean success;

  if (partition->columns[attribute].sets == NULL)
    return TRUE;
  values = deid_numbers_list_of_values (deid_lattice_get_column (partition->lattice, attribute),
                                        stop, error);
  if (values == NULL)
    return FALSE;
  success = deid_label_shares_init (&shares, partition, attribute, stop, error);
  for (guint32 set = 0; success && set < shares.n; set++)
    numbers[shares.first + set] = find_mean (&shares, set, values);
  deid_label_shares_clear (&shares);
  return success;
}

DeidReleasedNumber *
deid_numbers_list_of_labels (const DeidPartition *partition, guint attribute, const DeidStop *stop,
                             GError **error)
{
  const DeidPartitionColumn *column = &partition->columns[attribute];
  const gboolean is_integer
      = deid_lattice_get_column (partition->lattice, attribute)->type == DEID_COLUMN_TYPE_INTEGER;
  g_autofree DeidReleasedNumber *numbers = deid_alloc (column->n_labels, sizeof *numbers, error);

  if (numbers == NULL)
    return NULL;
  for (guint32 label = 0; label < column->n_labels; label++)
    {
      if (!deid_stop_check_value (stop, label, error))
        return NULL;
      numbers[label] = read_label (column->texts[label], is_integer);
    }
  return read_sets (numbers, partition, attribute, stop, error) ? g_steal_pointer (&numbers) : NULL;
}
