/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: numbers computed of classes, beside labels or in place of values. */
#include <math.h>

#include "base/arrays.h"
#include "base/rational.h"
#include "release/verifier/verify-private.h"

/* How far a number may be from the one computed here, as a share of the greatest value. */
#define VERIFY_MEANS_TOLERANCE 1e-12

/* A released record with a value. */
typedef struct
{
  double value;
  guint64 weight;
  guint32 person;
} PlainRecord;

typedef struct
{
  const DeidVerification *verification;
  const DeidVerifiedAttribute *attribute; /* or NULL */
  const DeidColumn *source;
  const DeidColumn *released;
  gboolean is_median;
  guint64 minimum;
  guint first, n_attributes; /* that bins are told apart by */
  PlainRecord *records;      /* room for those of a bin */
  double *expected;          /* of each row of the input; NAN for none */
  double greatest;           /* value, in size */
} PlainMeans;

static int
compare_persons (const void *a, const void *b)
{
  const guint32 x = ((const PlainRecord *) a)->person, y = ((const PlainRecord *) b)->person;

  return x < y ? -1 : x > y;
}

static int
verify_means_compare_values (const void *a, const void *b)
{
  const double x = ((const PlainRecord *) a)->value, y = ((const PlainRecord *) b)->value;

  return x < y ? -1 : x > y;
}

static guint64
verify_means_list_records (PlainMeans *plain, const guint32 *rows, guint64 n_rows)
{
  const DeidDataset *source = plain->verification->source;
  const guint entities = source->entity_column;
  guint64 n = 0;

  for (guint64 i = 0; i < n_rows; i++)
    {
      const char *text = deid_column_get (plain->source, rows[i]);
      PlainRecord record = { .weight = deid_dataset_get_weight (source, rows[i]) };

      if (text == NULL || !plain->verification->kept[rows[i]])
        continue;
      record.value = g_ascii_strtod (text, NULL);
      if (entities != DEID_NO_COLUMN)
        record.person = deid_codes_get (&source->columns[entities].codes, rows[i]);
      plain->greatest = MAX (plain->greatest, fabs (record.value));
      plain->records[n++] = record;
    }
  return n;
}

/* Counts records, or persons if there is an entity column. */
static gboolean
count_size (const PlainMeans *plain, guint64 n, guint64 *size, GError **error)
{
  const gboolean has_entities = plain->verification->source->entity_column != DEID_NO_COLUMN;

  if (has_entities
      && !deid_stopped_sort (plain->records, n, sizeof *plain->records, compare_persons,
                             &plain->verification->stop, error))
    return FALSE;
  *size = 0;
  for (guint64 i = 0; i < n; i++)
    if (!has_entities)
      *size += plain->records[i].weight;
    else if (i == 0 || compare_persons (&plain->records[i - 1], &plain->records[i]) != 0)
      ++*size;
  return TRUE;
}

/* The mean moves towards each value by its share (D. H. D. West, Updating Mean and Variance
 * Estimates: An Improved Method, CACM 22, 1979). */
static double
compute_mean (const PlainRecord *records, guint64 n)
{
  double mean = 0, weight = 0;

  for (guint64 i = 0; i < n; i++)
    {
      weight += (double) records[i].weight;
      mean += (records[i].value - mean) * ((double) records[i].weight / weight);
    }
  return mean;
}

/* Returns: the value of the record with a number, counted from 0, records rising by value. */
static double
get_nth (const PlainRecord *records, guint64 number)
{
  while (number >= records->weight)
    number -= records++->weight;
  return records->value;
}

static double
compute_median (const PlainRecord *records, guint64 n)
{
  guint64 n_records = 0;

  for (guint64 i = 0; i < n; i++)
    n_records += records[i].weight;
  return (get_nth (records, (n_records - 1) / 2) + get_nth (records, n_records / 2)) / 2;
}

/* Tells whether a bin is one that no number may be released of. */
static gboolean
is_withheld (const PlainMeans *plain, guint32 row, guint64 size, guint64 n)
{
  if (plain->attribute == NULL)
    return FALSE;
  if (size < plain->minimum)
    return TRUE;
  return plain->attribute->expected[deid_verified_attribute_get_entry (plain->attribute, row)].level
             > 0
         && verify_means_compare_values (&plain->records[0], &plain->records[n - 1]) == 0;
}

static gboolean
expect_number (PlainMeans *plain, const guint32 *rows, guint64 n_rows, GError **error)
{
  const guint64 n = verify_means_list_records (plain, rows, n_rows);
  guint64 size;
  double number;

  if (n == 0)
    return TRUE;
  if (!count_size (plain, n, &size, error)
      || !deid_stopped_sort (plain->records, n, sizeof *plain->records, verify_means_compare_values,
                             &plain->verification->stop, error))
    return FALSE;
  if (is_withheld (plain, rows[0], size, n))
    return TRUE;
  number = plain->is_median ? compute_median (plain->records, n) : compute_mean (plain->records, n);
  for (guint64 i = 0; i < n_rows; i++)
    if (plain->verification->kept[rows[i]]
        && (plain->attribute != NULL || deid_column_get (plain->source, rows[i]) != NULL))
      plain->expected[rows[i]] = number;
  return TRUE;
}

static gboolean
expect_in_order (PlainMeans *plain, const DeidPlainOrder *order, GError **error)
{
  guint64 end;

  for (guint64 start = 0; start < order->n_rows; start = end)
    {
      end = deid_plain_order_get_end (order, start);
      if (!deid_stop_check (&plain->verification->stop, error)
          || !expect_number (plain, order->rows + start, end - start, error))
        return FALSE;
    }
  return TRUE;
}

/* Groups the rows of the input by their labels. */
static gboolean
expect_numbers (PlainMeans *plain, GError **error)
{
  const guint64 n_rows = plain->verification->source->n_rows;
  DeidPlainOrder order;
  gboolean success;

  if (!deid_new_arrays (error, DEID_NEW (plain->records, n_rows),
                        DEID_NEW (plain->expected, n_rows)))
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    plain->expected[row] = NAN;
  success = deid_plain_order_init (&order, plain->verification, plain->first,
                                   plain->first + plain->n_attributes, error)
            && expect_in_order (plain, &order, error);
  deid_plain_order_clear (&order);
  return success;
}

static gboolean
check_number (const PlainMeans *plain, guint64 row, guint32 source, GError **error)
{
  const double expected = plain->expected[source];
  const char *text = deid_column_get (plain->released, row);
  double number;

  if (isnan (expected))
    return deid_verification_check_text (plain->verification, plain->released, row, NULL, error);
  if (text != NULL && deid_double_from_decimal (text, &number)
      && fabs (number - expected) <= VERIFY_MEANS_TOLERANCE * plain->greatest)
    return TRUE;
  return deid_verification_fail_text (plain->verification, plain->released, row,
                                      DEID_DECIMAL (expected), error);
}

static gboolean
verify_means_check_numbers (const PlainMeans *plain, GError **error)
{
  const DeidReleasedRows *rows = &plain->verification->release->origin->rows;

  for (guint64 row = 0; row < plain->verification->release->n_rows; row++)
    {
      guint64 n_sources;
      const guint32 *sources = deid_released_rows_get (rows, row, &n_sources);

      for (guint64 s = 0; s < n_sources; s++)
        if (!deid_stop_check_row (&plain->verification->stop, row, error)
            || !check_number (plain, row, sources[s], error))
          return FALSE;
    }
  return TRUE;
}

gboolean
deid_verify_means (const DeidVerification *verification, const DeidNumberOption *option,
                   const DeidVerifiedAttribute *attribute, const DeidColumn *source,
                   const DeidColumn *released, GError **error)
{
  const gboolean is_of_label = option->bin_mean == DEID_BIN_MEAN_TABLE;
  PlainMeans plain = { .verification = verification,
                       .attribute = attribute,
                       .source = source,
                       .released = released,
                       .is_median = option->microaggregation == DEID_MICROAGGREGATION_MEDIAN,
                       .minimum = verification->release->origin->options->minimum_bin,
                       .first = is_of_label ? (guint) (attribute - verification->attributes) : 0,
                       .n_attributes = is_of_label ? 1 : verification->n_attributes };
  const gboolean verified
      = expect_numbers (&plain, error) && verify_means_check_numbers (&plain, error);

  g_free (plain.records);
  g_free (plain.expected);
  return verified;
}
