/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/loss.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"

#define POW_SLACK 1e-12

/* Writes the cost of a value as integers over a common denominator. With g = a / b:
 * for g <= 1/2: kept (n - 1) / (D - 1), suppressed 2a/b + (b - 2a)/b (n - 1) / (D - 1);
 * for g >= 1/2: kept (2b - 2a)(n - 1) / (b D - (2b - 2a)), suppressed 1.
 * Numerators are exact integers, converted and divided once, so that a loss never falls when a sum
 * rises, not even by a rounding. */
static void
set_cost (DeidLossAttribute *term, DeidRational factor, guint64 n_leaves)
{
  const DeidWide a = factor.numerator, b = factor.denominator;

  if (n_leaves <= 1)
    term->scale = 1;
  else if (2 * a <= b)
    {
      term->kept = b;
      term->suppressed = 2 * a * (n_leaves - 1);
      term->covered = b - 2 * a;
      term->scale = (double) (b * (n_leaves - 1));
    }
  else
    {
      term->kept = 2 * b - 2 * a;
      term->suppressed = b * n_leaves - (2 * b - 2 * a);
      term->scale = (double) term->suppressed;
    }
}

/* Refuses a product of 1 + x, each at most 2, that could leave the range of doubles. */
static gboolean
check_product (const DeidLoss *loss, GError **error)
{
  if (loss->aggregate != DEID_AGGREGATE_GEOMETRIC_MEAN || loss->weighted
      || loss->n_attributes < DBL_MAX_EXP)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "%u quasi-identifiers, expected fewer than %d for the geometric mean",
               loss->n_attributes, DBL_MAX_EXP);
  return FALSE;
}

/* Refuses sums that could leave 64 bits, and numerators that could leave 127. */
static gboolean
check_range (const DeidLossAttribute *term, guint64 n_leaves, guint64 n_records, GError **error)
{
  const DeidWide limit = (DeidWide) 1 << 125;
  const DeidWide sum = (DeidWide) n_records * n_leaves;

  if (n_leaves <= G_MAXUINT32 && sum < (DeidWide) 1 << 63 && term->kept <= limit / sum
      && term->covered <= limit / sum && term->suppressed <= limit / n_records)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "%" G_GUINT64_FORMAT " records times %" G_GUINT64_FORMAT
               " leaves of a hierarchy leave the range in which losses are exact; a factor of the "
               "quality model with fewer digits, or fewer leaves, may help",
               n_records, n_leaves);
  return FALSE;
}

static gboolean
init_spreads (DeidLossAttribute *term, const DeidAttribute *attribute, guint32 n_codes,
              GError **error)
{
  term->n_levels = attribute->n_levels;
  term->is_uniform = g_new (gboolean, term->n_levels);
  term->spreads = deid_alloc ((guint64) n_codes * term->n_levels, sizeof *term->spreads, error);
  if (term->spreads == NULL)
    return FALSE;
  for (guint level = 0; level < term->n_levels; level++)
    {
      const DeidRecoding *recoding = &attribute->levels[level];

      term->is_uniform[level] = TRUE;
      for (guint32 code = 0; code < n_codes; code++)
        {
          guint32 *spread = &term->spreads[(guint64) code * term->n_levels + level];

          *spread = (guint32) (recoding->n_leaves[recoding->labels[code]] - 1);
          term->is_uniform[level] &= *spread == term->spreads[level];
        }
    }
  return TRUE;
}

static gboolean
sum_levels (DeidLossAttribute *term, const DeidRows *rows, guint a, guint32 n_codes, GError **error)
{
  g_autofree guint64 *counts = deid_alloc (n_codes, sizeof *counts, error);

  if (counts == NULL)
    return FALSE;
  term->level_sums = deid_alloc (term->n_levels, sizeof *term->level_sums, error);
  if (term->level_sums == NULL)
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    counts[deid_codes_get (rows->codes[a], row)] += deid_rows_get_weight (rows, row);
  for (guint32 code = 0; code < n_codes; code++)
    for (guint level = 0; level < term->n_levels; level++)
      term->level_sums[level]
          += counts[code] * term->spreads[(guint64) code * term->n_levels + level];
  return TRUE;
}

gboolean
deid_loss_init (DeidLoss *loss, const DeidQualityModel *model, const DeidLattice *lattice,
                const DeidRows *rows, guint64 n_records, GError **error)
{
  *loss = (DeidLoss){ .aggregate = model->aggregate,
                      .n_attributes = lattice->n_attributes,
                      .attributes = lattice->attributes,
                      .terms = g_new0 (DeidLossAttribute, lattice->n_attributes) };
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint32 n_codes = deid_attribute_get_column (attribute)->dictionary.n;
      DeidLossAttribute *term = &loss->terms[a];

      set_cost (term, model->factor, attribute->n_leaves);
      term->scale *= (double) n_records;
      term->weight
          = deid_quality_model_get_weight (model, deid_attribute_get_column (attribute)->name);
      loss->weighted |= term->weight != 1;
      loss->weight_scale = loss->aggregate == DEID_AGGREGATE_MAXIMUM
                               ? MAX (loss->weight_scale, term->weight)
                               : loss->weight_scale + term->weight;
      if (!check_range (term, attribute->n_leaves, n_records, error)
          || !init_spreads (term, attribute, n_codes, error)
          || !sum_levels (term, rows, a, n_codes, error))
        return FALSE;
      term->first_level = loss->n_levels;
      loss->n_levels += term->n_levels;
    }
  return check_product (loss, error);
}

void
deid_loss_clear (DeidLoss *loss)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      g_free (loss->terms[a].level_sums);
      g_free (loss->terms[a].is_uniform);
      g_free (loss->terms[a].spreads);
    }
  g_clear_pointer (&loss->terms, g_free);
}

static double
get_attribute_loss (const DeidLossAttribute *term, DeidLossSums sums, guint64 n_suppressed)
{
  return (double) (term->kept * sums.kept + term->suppressed * n_suppressed
                   + term->covered * sums.covered)
         / term->scale;
}

static double
start_objective (const DeidLoss *loss)
{
  return loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN ? 1 : 0;
}

static double
add_attribute (const DeidLoss *loss, double objective, const DeidLossAttribute *term, double x)
{
  switch (loss->aggregate)
    {
    case DEID_AGGREGATE_GEOMETRIC_MEAN:
      return objective * (loss->weighted ? pow (1 + x, term->weight / loss->weight_scale) : 1 + x);
    case DEID_AGGREGATE_MAXIMUM:
      return MAX (objective, term->weight * x);
    case DEID_AGGREGATE_ARITHMETIC_MEAN:
    case DEID_AGGREGATE_SUM:
    default:
      return objective + term->weight * x;
    }
}

static double
finish_objective (const DeidLoss *loss, double objective)
{
  return loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN
                 || loss->aggregate == DEID_AGGREGATE_MAXIMUM
             ? objective / loss->weight_scale
             : objective;
}

double
deid_loss_get_objective (const DeidLoss *loss, const DeidLossSums *sums, guint64 n_suppressed)
{
  double objective = start_objective (loss);

  for (guint a = 0; a < loss->n_attributes; a++)
    objective = add_attribute (loss, objective, &loss->terms[a],
                               get_attribute_loss (&loss->terms[a], sums[a], n_suppressed));
  return finish_objective (loss, objective);
}

static const guint32 *
get_spreads (const DeidLossAttribute *term, const DeidRows *rows, guint64 row, guint attribute)
{
  return term->spreads + (guint64) deid_codes_get (rows->codes[attribute], row) * term->n_levels;
}

void
deid_loss_add_suppressed (const DeidLoss *loss, const DeidRows *rows, guint64 row,
                          const DeidLevel *levels, DeidLossSums *sums)
{
  const guint64 weight = deid_rows_get_weight (rows, row);

  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].covered += weight
                       * get_spreads (&loss->terms[a], rows, row,
                                      a)[levels[loss->attributes[a].first_dimension]];
}

double
deid_loss_measure (const DeidLoss *loss, const DeidLevel *levels, DeidLossSums *sums,
                   guint64 n_suppressed)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].kept = deid_loss_get_level_sum (loss, a, levels) - sums[a].covered;
  return deid_loss_get_objective (loss, sums, n_suppressed);
}

/* Returns: the sum of n - 1 over some rows, @n_records with their weights, at one level. */
static guint64
sum_spreads (const DeidLoss *loss, const DeidRows *rows, const guint32 *numbers, guint64 n,
             guint64 n_records, guint a, guint level)
{
  const DeidLossAttribute *term = &loss->terms[a];
  guint64 sum = 0;

  if (term->is_uniform[level])
    return n_records * term->spreads[level];
  for (guint64 i = 0; i < n; i++)
    sum += deid_rows_get_weight (rows, numbers[i]) * get_spreads (term, rows, numbers[i], a)[level];
  return sum;
}

void
deid_loss_add_suppressed_rows (const DeidLoss *loss, const DeidRows *rows, const guint32 *numbers,
                               guint64 n, guint64 n_records, const DeidLevel *levels,
                               DeidLossSums *sums)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].covered += sum_spreads (loss, rows, numbers, n, n_records, a,
                                    levels[loss->attributes[a].first_dimension]);
}

/* Level by level, so that sums stay in registers: a third of the time it takes row by row. */
void
deid_loss_add_suppressed_at_all_levels (const DeidLoss *loss, const DeidRows *rows,
                                        const guint32 *numbers, guint64 n, guint64 n_records,
                                        guint64 *covered)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    for (guint level = 0; level < loss->terms[a].n_levels; level++)
      covered[loss->terms[a].first_level + level]
          += sum_spreads (loss, rows, numbers, n, n_records, a, level);
}

double
deid_loss_relax (const DeidLoss *loss, double objective)
{
  return loss->weighted && loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN
             ? objective * (1 - POW_SLACK)
             : objective;
}

double
deid_loss_get_bound (const DeidLoss *loss, const DeidLevel *levels)
{
  double objective = start_objective (loss);

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossSums sums = { .kept = deid_loss_get_level_sum (loss, a, levels) };

      objective = add_attribute (loss, objective, &loss->terms[a],
                                 get_attribute_loss (&loss->terms[a], sums, 0));
    }
  return deid_loss_relax (loss, finish_objective (loss, objective));
}

double
deid_loss_get_range (const DeidLoss *loss, guint attribute, const DeidLevel *lo,
                     const DeidLevel *hi)
{
  const DeidLossAttribute *term = &loss->terms[attribute];
  const DeidLossSums lower = { .kept = deid_loss_get_level_sum (loss, attribute, lo) };
  const DeidLossSums upper = { .kept = deid_loss_get_level_sum (loss, attribute, hi) };

  return term->weight * (get_attribute_loss (term, upper, 0) - get_attribute_loss (term, lower, 0));
}

double
deid_loss_from_objective (const DeidLoss *loss, double objective)
{
  if (loss->aggregate != DEID_AGGREGATE_GEOMETRIC_MEAN)
    return objective;
  return MAX (0, (loss->weighted ? objective : pow (objective, 1.0 / loss->n_attributes)) - 1);
}
