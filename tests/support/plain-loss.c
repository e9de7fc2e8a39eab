/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-check.h"
#include "support/plain-groups.h"

#include <math.h>

/* What the cost of a value follows from. */
typedef struct
{
  long double n_records;  /* of the table */
  long double n_original; /* records with the original value */
  long double n_label;    /* records with the label */
  long double n_covered;  /* leaves that have the label */
  long double n_leaves;
  long double level;
  long double height;
  gboolean is_suppressed;
} Value;

static Value
describe_value (const RandomProblem *problem, const RandomAttribute *attribute,
                const guint64 *leaf_records, guint row, guint level)
{
  const guint own = attribute->leaf_of_row[row];
  Value value = { .n_records = problem->n_records,
                  .n_original = leaf_records[own],
                  .n_leaves = attribute->n_leaves,
                  .level = level,
                  .height = attribute->n_levels - 1 };

  for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
    if (g_strcmp0 (attribute->leaves[leaf].labels[level], attribute->leaves[own].labels[level])
        == 0)
      {
        value.n_covered++;
        value.n_label += leaf_records[leaf];
      }
  return value;
}

static long double
get_iyengar_cost (const Value *value, guint factor_tenths)
{
  const long double g = factor_tenths / 10.0L;
  const long double s = fminl (1, 2 * g), e = fminl (1, 2 - 2 * g);
  const long double n = value->n_covered, d = value->n_leaves;

  if (d == 1)
    return 0;
  return value->is_suppressed ? s + (1 - s) * (n - 1) / (d - 1) : e * (n - 1) / (d - e);
}

/* Returns: 0 where the whole is 0. */
static long double
divide (long double part, long double whole)
{
  return whole > 0 ? part / whole : 0;
}

static long double
get_greatest_height (const RandomProblem *problem)
{
  guint height = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    height = MAX (height, problem->attributes[a].n_levels - 1);
  return height;
}

/* The logarithm of the number of all tuples of leaves. */
static long double
get_log_size (const RandomProblem *problem)
{
  long double sum = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    sum += logl (problem->attributes[a].n_leaves);
  return sum;
}

/* What it costs to know no more than that the record is one of the table. */
static long double
get_entropy_cost (const Value *value)
{
  return logl ((value->is_suppressed ? value->n_records : value->n_label) / value->n_original);
}

/* The normalized entropy is divided later. */
static long double
get_cost (const RandomProblem *problem, const Value *value)
{
  switch (problem->quality)
    {
    case QUALITY_PRECISION:
      return value->is_suppressed ? value->height > 0 : divide (value->level, value->height);
    case QUALITY_HEIGHT:
      return divide (value->level, get_greatest_height (problem));
    case QUALITY_ENTROPY:
      return divide (get_entropy_cost (value), logl (value->n_records));
    case QUALITY_NORMALIZED_ENTROPY:
      return get_entropy_cost (value);
    case QUALITY_ENTROPY_LOSS:
      return divide (logl (value->is_suppressed ? value->n_leaves : value->n_covered),
                     get_log_size (problem));
    case QUALITY_LOSS:
    default:
      return get_iyengar_cost (value, problem->factor_tenths);
    }
}

static void
count_leaves (const RandomProblem *problem, guint a, guint64 *leaf_records)
{
  for (guint row = 0; row < problem->n_rows; row++)
    leaf_records[problem->attributes[a].leaf_of_row[row]] += problem->weights[row];
}

static long double
cost_row (const RandomProblem *problem, guint a, const guint64 *leaf_records, guint row,
          guint level, gboolean is_suppressed)
{
  Value value = describe_value (problem, &problem->attributes[a], leaf_records, row, level);

  value.is_suppressed = is_suppressed;
  return (long double) plain_loss_weight (problem, row) * get_cost (problem, &value);
}

long double
plain_row_cost (const RandomProblem *problem, guint a, guint row, guint level,
                gboolean is_suppressed)
{
  guint64 leaf_records[MAX_LEAVES + 1] = { 0 };

  count_leaves (problem, a, leaf_records);
  return cost_row (problem, a, leaf_records, row, level, is_suppressed);
}

/* The sum of the costs of all records, or of what they cost if all are suppressed. */
static long double
sum_costs (const RandomProblem *problem, guint a, guint level, const gboolean *suppressed)
{
  guint64 leaf_records[MAX_LEAVES + 1] = { 0 };
  long double sum = 0;

  count_leaves (problem, a, leaf_records);
  for (guint row = 0; row < problem->n_rows; row++)
    sum += cost_row (problem, a, leaf_records, row, level, suppressed == NULL || suppressed[row]);
  return sum;
}

long double
plain_attribute_loss (const RandomProblem *problem, guint a, guint level,
                      const gboolean *suppressed)
{
  const long double sum = sum_costs (problem, a, level, suppressed);
  long double weights = 0;

  for (guint row = 0; row < problem->n_rows; row++)
    weights += (long double) plain_loss_weight (problem, row);

  return problem->quality == QUALITY_NORMALIZED_ENTROPY
             ? divide (sum, sum_costs (problem, a, level, NULL))
             : sum / weights;
}

static long double
aggregate (const RandomProblem *problem, const long double *losses)
{
  long double sum = 0, product = 1, maximum = 0, weights = 0, max_weight = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];

      sum += attribute->weight * losses[a];
      product *= powl (1 + losses[a], attribute->weight);
      maximum = fmaxl (maximum, attribute->weight * losses[a]);
      weights += attribute->weight;
      max_weight = fmaxl (max_weight, attribute->weight);
    }
  switch (problem->aggregate)
    {
    case DEID_AGGREGATE_GEOMETRIC_MEAN:
      return powl (product, 1 / weights) - 1;
    case DEID_AGGREGATE_MAXIMUM:
      return maximum / max_weight;
    case DEID_AGGREGATE_SUM:
      return sum;
    case DEID_AGGREGATE_ARITHMETIC_MEAN:
    default:
      return sum / weights;
    }
}

long double
plain_loss (const RandomProblem *problem, const guint *levels, const gboolean *suppressed)
{
  long double losses[MAX_ATTRIBUTES];

  for (guint a = 0; a < problem->n_attributes; a++)
    losses[a] = plain_attribute_loss (problem, a, levels[a], suppressed);
  return aggregate (problem, losses);
}

long double
plain_local_loss (const RandomProblem *problem, const PlainLevels *levels,
                  const gboolean *suppressed)
{
  long double losses[MAX_ATTRIBUTES] = { 0 }, weights = 0;

  for (guint row = 0; row < problem->n_rows; row++)
    {
      weights += (long double) plain_loss_weight (problem, row);
      for (guint a = 0; a < problem->n_attributes; a++)
        losses[a] += plain_row_cost (problem, a, row, levels[row][a], suppressed[row]);
    }
  for (guint a = 0; a < problem->n_attributes; a++)
    losses[a] = problem->quality == QUALITY_NORMALIZED_ENTROPY
                    ? divide (losses[a], sum_costs (problem, a, 0, NULL))
                    : losses[a] / weights;
  return aggregate (problem, losses);
}

/* Logarithms are kept in units of 2^-32 of the greatest one. There are at most 4 attributes of
 * weights up to 2.5; normalized, an attribute in which one of 240 records differs has 200 times the
 * units. */
long double
plain_loss_tolerance (const RandomProblem *problem)
{
  switch (problem->quality)
    {
    case QUALITY_ENTROPY:
    case QUALITY_ENTROPY_LOSS:
      return 1e-8L;
    case QUALITY_NORMALIZED_ENTROPY:
      return 1e-6L;
    case QUALITY_LOSS:
    case QUALITY_PRECISION:
    case QUALITY_HEIGHT:
    default:
      return 1e-12L;
    }
}
