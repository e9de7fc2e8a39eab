/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: the loss. Where classes are costed it is made of what they were found to cost;
 * whose sum has the same bits; otherwise of what each value costs by the model's own plain
 * definition or, where it has none, by its costs, in extended precision. */
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/work.h"
#include "base/rational.h"
#include "quality/quality-input.h"
#include "release/verifier/verify-private.h"

/* Returns: the code that an entry is of. */
static inline guint32
verified_attribute_get_code (const DeidVerifiedAttribute *attribute, guint32 entry)
{
  return attribute->codes != NULL ? attribute->codes[entry]
                                  : entry % attribute->source->dictionary.n;
}

#define VERIFY_LOSS_TOLERANCE 1e-9L

/* What each entry of an attribute costs. */
typedef struct
{
  double *kept;
  double *suppressed;
} Prices;

static gboolean
verify_loss_recheck (const DeidQualityModel *model, const DeidRecheckedValue *value, double *price,
                     GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  const gboolean succeeded = funcs->recheck.func (value, funcs->recheck.data, price, &own_error);

  return deid_quality_model_slot_succeeded (model, succeeded, own_error, error);
}

static gboolean
price_by_definition (const DeidVerification *verification, guint a, Prices *prices, GError **error)
{
  const DeidQualityModel *model = verification->result->problem->quality;
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];

  for (guint32 entry = 0; entry < attribute->n_entries; entry++)
    {
      DeidRecheckedValue value = { .n_covered = attribute->n_covered[entry],
                                   .n_leaves = attribute->n_leaves,
                                   .level = attribute->expected[entry].level,
                                   .n_levels = attribute->bound->n_levels,
                                   .attribute = a };

      if (!verify_loss_recheck (model, &value, &prices->kept[entry], error))
        return FALSE;
      value.is_suppressed = TRUE;
      if (!verify_loss_recheck (model, &value, &prices->suppressed[entry], error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: the number of the label of an entry's code on a level: its own, or level 0. */
static guint32
verify_loss_find_number (const DeidVerifiedAttribute *attribute, guint level, guint32 entry)
{
  const guint32 code = verified_attribute_get_code (attribute, entry);
  const DeidDictionary *values;
  const char *text;

  if (attribute->hierarchy != NULL)
    return attribute->bound->levels[level].labels[code];
  if (level > 0)
    return attribute->expected[entry].number;
  values = &attribute->bound->cuts->values;
  text = deid_dictionary_get (&attribute->source->dictionary, code);
  return MIN (
      deid_dictionary_find (values, text != NULL ? text : "", text != NULL ? strlen (text) : 0),
      values->n);
}

/* Numerators are exact: where costs are relative, what is left may be far less than its terms. */
static void
price_extents (const DeidAttributeCosts *costs, const DeidVerifiedAttribute *attribute,
               Prices *prices)
{
  const double denominator = (double) costs->denominator;

  for (guint32 entry = 0; entry < attribute->n_entries; entry++)
    {
      const guint level = attribute->expected[entry].level;
      const DeidWide extent
          = deid_attribute_has_sets (attribute->bound)
                ? (DeidWide) attribute->n_covered[entry] - 1 /* sets need a model that says so */
                : costs->extents[level][verify_loss_find_number (attribute, level, entry)];
      const DeidWide original
          = costs->relative ? (DeidWide) costs->kept
                                  * costs->extents[0][verify_loss_find_number (attribute, 0, entry)]
                            : 0;

      prices->kept[entry] = (double) (costs->kept * extent - original) / denominator;
      prices->suppressed[entry]
          = (double) (costs->suppressed + costs->covered * extent - original) / denominator;
    }
}

static gboolean
price_by_costs (const DeidVerification *verification, guint a, Prices *prices, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const DeidProblem *problem = verification->result->problem;
  DeidAttributeCosts costs;
  const gboolean success
      = deid_attribute_costs_init (&costs, problem->quality, verification->quality_state,
                                   &verification->quality_input, a, error);

  if (success)
    price_extents (&costs, attribute, prices);
  deid_attribute_costs_clear (&costs);
  return success;
}

/* By how much records count, by the weights of groups as they are stated; of each row or, if no
 * group has a weight, of each entry. */
typedef struct
{
  const DeidVerification *verification;
  double *of_row;
  guint64 **of_entries; /* of each attribute, those withheld behind those kept */
  guint64 n_rows;
  long double sum;
} VerifyLossCounts;

/* Multiplies rows by what the codes of a column weigh. */
static gboolean
verify_loss_multiply (const DeidVerification *verification, const DeidColumn *column,
                      const double *factors, VerifyLossCounts *counts, GError **error)
{
  for (guint64 row = 0; row < counts->n_rows; row++)
    {
      if (!deid_stop_check_row (&verification->stop, row, error))
        return FALSE;
      counts->of_row[row] *= factors[deid_codes_get (&column->codes, row)];
    }
  return TRUE;
}

static double *
make_ones (guint32 n, GError **error)
{
  double *ones = deid_alloc (n, sizeof *ones, error);

  for (guint32 i = 0; ones != NULL && i < n; i++)
    ones[i] = 1;
  return ones;
}

/* Puts one stated weight into the factors of its column, which are made for its first one. */
static gboolean
set_factor (const DeidVerification *verification, guint index, double **factors, GError **error)
{
  const char *column, *value;
  double weight;
  const DeidDictionary *values;
  guint32 code;
  guint c;

  if (!deid_problem_get_group_weight (verification->result->problem, index, &column, &value,
                                      &weight)
      || !deid_dataset_find_column (verification->source, column, &c, error))
    return FALSE;
  values = &verification->source->columns[c].dictionary;
  if (factors[c] == NULL && (factors[c] = make_ones (values->n, error)) == NULL)
    return FALSE;
  code = value == NULL ? values->missing : deid_dictionary_find (values, value, strlen (value));
  if (code != DEID_NO_CODE)
    factors[c][code] = weight;
  return TRUE;
}

static gboolean
verify_loss_weigh_rows (const DeidVerification *verification, VerifyLossCounts *counts,
                        GError **error)
{
  const DeidDataset *source = verification->source;
  DeidProblem *problem = verification->result->problem;
  double **factors = deid_alloc (source->n_columns, sizeof *factors, error); /* of each column */
  gboolean success = factors != NULL;

  for (guint i = 0; success && deid_problem_get_group_weight (problem, i, NULL, NULL, NULL); i++)
    success = deid_stop_check_class (&verification->stop, i, error)
              && set_factor (verification, i, factors, error);
  for (guint c = 0; success && c < source->n_columns; c++)
    success
        = factors[c] == NULL
          || verify_loss_multiply (verification, &source->columns[c], factors[c], counts, error);
  for (guint c = 0; factors != NULL && c < source->n_columns; c++)
    g_free (factors[c]);
  g_free (factors);
  return success;
}

static gboolean
verify_loss_count_rows (VerifyLossCounts *counts, GError **error)
{
  const DeidDataset *source = counts->verification->source;

  if (!deid_new_arrays (error, DEID_NEW (counts->of_row, counts->n_rows)))
    return FALSE;
  for (guint64 row = 0; row < counts->n_rows; row++)
    counts->of_row[row] = (double) deid_dataset_get_weight (source, row);
  if (!verify_loss_weigh_rows (counts->verification, counts, error))
    return FALSE;
  for (guint64 row = 0; row < counts->n_rows; row++)
    counts->sum += counts->of_row[row];
  return TRUE;
}

static void
verify_loss_count_block (const VerifyLossCounts *counts, guint a, guint64 first, guint n)
{
  const DeidVerification *verification = counts->verification;
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  guint64 *kept = counts->of_entries[a], *withheld = kept + attribute->n_entries;
  guint32 entries[DEID_VERIFIED_BLOCK];

  deid_verified_read_codes (deid_verified_attribute_get_entries (attribute), first, n, entries);
  for (guint i = 0; i < n; i++)
    (verification->kept[first + i] ? kept : withheld)[entries[i]]
        += deid_dataset_get_weight (verification->source, first + i);
}

static gboolean
count_attribute (gpointer data, guint a, GError **error)
{
  const VerifyLossCounts *counts = data;

  for (guint64 row = 0; row < counts->n_rows; row += DEID_VERIFIED_BLOCK)
    {
      if (!deid_stop_check_row (&counts->verification->stop, row, error))
        return FALSE;
      verify_loss_count_block (counts, a, row,
                               (guint) MIN (counts->n_rows - row, DEID_VERIFIED_BLOCK));
    }
  return TRUE;
}

static gboolean
count_entries (VerifyLossCounts *counts, GError **error)
{
  const DeidVerification *verification = counts->verification;
  const guint n = verification->n_attributes;

  counts->sum = (long double) verification->source->n_records;
  if (!deid_new_arrays (error, DEID_NEW (counts->of_entries, n)))
    return FALSE;
  for (guint a = 0; a < n; a++)
    if (!deid_new_arrays (error, DEID_NEW (counts->of_entries[a],
                                           (guint64) 2 * verification->attributes[a].n_entries)))
      return FALSE;
  return deid_parts_run (deid_verification_count_parts (verification, counts->n_rows), n,
                         count_attribute, counts, error);
}

static void
counts_clear (VerifyLossCounts *counts)
{
  for (guint a = 0; counts->of_entries != NULL && a < counts->verification->n_attributes; a++)
    g_free (counts->of_entries[a]);
  g_free (counts->of_entries);
  g_free (counts->of_row);
}

/* Adds what each row costs, by the weights of groups. */
static gboolean
verify_loss_add_rows (const DeidVerification *verification, const DeidVerifiedAttribute *attribute,
                      const VerifyLossCounts *counts, const Prices *prices, long double *sum,
                      GError **error)
{
  for (guint64 row = 0; row < counts->n_rows; row++)
    {
      const guint32 entry = deid_verified_attribute_get_entry (attribute, row);

      if (!deid_stop_check_row (&verification->stop, row, error))
        return FALSE;
      *sum += (long double) counts->of_row[row]
              * (verification->kept[row] ? prices->kept : prices->suppressed)[entry];
    }
  return TRUE;
}

/* Adds what the records of each entry cost, if there are any. */
static void
add_entries (const guint64 *records, guint32 n, const double *prices, long double *sum)
{
  for (guint32 entry = 0; entry < n; entry++)
    if (records[entry] > 0)
      *sum += (long double) records[entry] * prices[entry];
}

static gboolean
compute_attribute_loss (const DeidVerification *verification, const VerifyLossCounts *counts,
                        guint a, long double *loss, GError **error)
{
  const DeidQualityModelFuncs *funcs = verification->result->problem->quality->funcs;
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const guint32 n = attribute->n_entries;
  g_autofree double *kept = deid_alloc (n, sizeof *kept, error);
  g_autofree double *suppressed = kept != NULL ? deid_alloc (n, sizeof *suppressed, error) : NULL;
  Prices prices = { kept, suppressed };
  long double sum = 0;

  if (suppressed == NULL)
    return FALSE;
  if (!(funcs->recheck.func != NULL ? price_by_definition (verification, a, &prices, error)
                                    : price_by_costs (verification, a, &prices, error)))
    return FALSE;
  if (counts->of_row != NULL
      && !verify_loss_add_rows (verification, attribute, counts, &prices, &sum, error))
    return FALSE;
  if (counts->of_entries != NULL)
    {
      add_entries (counts->of_entries[a], n, kept, &sum);
      add_entries (counts->of_entries[a] + n, n, suppressed, &sum);
    }
  *loss = sum / counts->sum;
  return TRUE;
}

/* The aggregate of the losses of all attributes, and the greatest value it could have. */
static gboolean
compute_loss_of_values (const DeidVerification *verification, const VerifyLossCounts *counts,
                        long double *loss, long double *scale, GError **error)
{
  const DeidQualityModel *model = verification->result->problem->quality;
  long double sum = 0, logarithms = 0, greatest = 0, weights = 0, greatest_weight = 0;

  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const long double weight = deid_quality_model_get_weight (model, attribute->source->name);
      long double x;

      if (!compute_attribute_loss (verification, counts, a, &x, error))
        return FALSE;
      sum += weight * x;
      logarithms += weight * log1pl (x);
      greatest = MAX (greatest, weight * x);
      weights += weight;
      greatest_weight = MAX (greatest_weight, weight);
    }
  *scale = MAX (1, weights);
  switch (model->aggregate)
    {
    case DEID_AGGREGATE_GEOMETRIC_MEAN:
      *loss = expm1l (logarithms / weights);
      break;
    case DEID_AGGREGATE_MAXIMUM:
      *loss = greatest / greatest_weight;
      break;
    case DEID_AGGREGATE_SUM:
      *loss = sum;
      break;
    case DEID_AGGREGATE_ARITHMETIC_MEAN:
    default:
      *loss = sum / weights;
    }
  return TRUE;
}

gboolean
deid_verify_loss (DeidVerification *verification, GError **error)
{
  const DeidQualityModel *model = verification->result->problem->quality;
  long double loss, scale = 0;

  if (deid_quality_model_is_separable (model))
    {
      VerifyLossCounts counts
          = { .verification = verification, .n_rows = verification->source->n_rows };
      const gboolean has_weights
          = deid_problem_get_group_weight (verification->result->problem, 0, NULL, NULL, NULL);
      const gboolean success
          = (has_weights ? verify_loss_count_rows (&counts, error) : count_entries (&counts, error))
            && compute_loss_of_values (verification, &counts, &loss, &scale, error);

      counts_clear (&counts);
      if (!success)
        return FALSE;
    }
  else
    {
      double finished;

      if (!deid_quality_model_finish (model, &verification->quality_input,
                                      verification->quality_state, (double) verification->cost,
                                      &finished, error))
        return FALSE;
      loss = finished;
    }
  if (fabsl (loss - verification->result->loss) <= VERIFY_LOSS_TOLERANCE * scale)
    return TRUE;
  return deid_verification_fail (verification, error, "the loss is %s, the result says %s",
                                 DEID_DECIMAL ((double) loss),
                                 DEID_DECIMAL (verification->result->loss));
}
