/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/loss.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/text.h"

#include <float.h>
#include <math.h>

/* From sums of extents to losses and to bounds of losses. */

#define POW_SLACK 1e-12

static double
get_attribute_loss (const DeidLossAttribute *term, DeidLossSums sums, guint64 suppressed_weight)
{
  return (double) (term->kept * sums.kept + term->suppressed * suppressed_weight
                   + term->covered * sums.covered - term->original)
         / term->scale;
}

double
deid_loss_get_attribute (const DeidLoss *loss, guint attribute, DeidLossSums sums,
                         guint64 suppressed_weight)
{
  return get_attribute_loss (&loss->terms[attribute], sums, suppressed_weight);
}

static double
start_objective (const DeidLoss *loss)
{
  return loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN ? 1 : 0;
}

static double
loss_add_attribute (const DeidLoss *loss, double objective, const DeidLossAttribute *term, double x)
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
deid_loss_get_objective (const DeidLoss *loss, const DeidLossSums *sums, guint64 suppressed_weight)
{
  double objective = start_objective (loss);

  for (guint a = 0; a < loss->n_attributes; a++)
    objective
        = loss_add_attribute (loss, objective, &loss->terms[a],
                              get_attribute_loss (&loss->terms[a], sums[a], suppressed_weight));
  return finish_objective (loss, objective);
}

gboolean
deid_loss_get_suppressed (const DeidLoss *loss, double *cost)
{
  gboolean is_mean = deid_loss_is_sum (loss) && loss->weighted_input == NULL;

  *cost = 0;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];

      is_mean &= term->covered == 0 && !term->is_relative;
      *cost += term->weight * ((double) (term->suppressed * loss->input->n_records) / term->scale);
    }
  *cost = finish_objective (loss, *cost);
  return is_mean;
}

double
deid_loss_get_kept (const DeidLoss *loss, const DeidLossSums *sums)
{
  double sum = 0;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];

      sum += term->weight * ((double) (term->kept * sums[a].covered) / term->scale);
    }
  return sum;
}

double
deid_loss_measure (const DeidLoss *loss, const DeidLevel *levels, DeidLossSums *sums,
                   guint64 suppressed_weight)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].kept = deid_loss_get_level_sum (loss, a, levels) - sums[a].covered;
  return deid_loss_get_objective (loss, sums, suppressed_weight);
}

double
deid_loss_relax (const DeidLoss *loss, double objective)
{
  return loss->weighted && loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN
             ? objective * (1 - POW_SLACK)
             : objective;
}

double
deid_loss_get_bound_of_sums (const DeidLoss *loss, const DeidLevel *levels, DeidLossSums *sums,
                             guint64 suppressed_weight)
{
  return deid_loss_is_separable (loss)
             ? deid_loss_relax (loss, deid_loss_measure (loss, levels, sums, suppressed_weight))
             : 0;
}

double
deid_loss_get_bound (const DeidLoss *loss, const DeidLevel *levels)
{
  double objective = start_objective (loss);

  if (!deid_loss_is_separable (loss))
    return 0;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossSums sums = { .kept = deid_loss_get_level_sum (loss, a, levels) };

      objective = loss_add_attribute (loss, objective, &loss->terms[a],
                                      get_attribute_loss (&loss->terms[a], sums, 0));
    }
  return deid_loss_relax (loss, finish_objective (loss, objective));
}

static double
get_lost_information (const DeidLoss *loss, guint attribute, guint lo, guint hi)
{
  const double *lacking = loss->lacking;

  for (guint a = 0; a < attribute; a++)
    lacking += loss->attributes[a].n_levels;
  return lacking[hi] - lacking[lo];
}

double
deid_loss_get_range (const DeidLoss *loss, guint attribute, const DeidLevel *lo,
                     const DeidLevel *hi)
{
  const guint dimension = loss->attributes[attribute].first_dimension;
  DeidLossSums lower = { 0 }, upper = { 0 };
  const DeidLossAttribute *term;

  if (!deid_loss_is_separable (loss))
    return get_lost_information (loss, attribute, lo[dimension], hi[dimension]);
  term = &loss->terms[attribute];
  lower.kept = deid_loss_get_level_sum (loss, attribute, lo);
  upper.kept = deid_loss_get_level_sum (loss, attribute, hi);
  return term->weight * (get_attribute_loss (term, upper, 0) - get_attribute_loss (term, lower, 0));
}

/* The mean of losses of at most 1 is none above that, whatever pow() makes of it. */
static double
take_root (const DeidLoss *loss, double objective)
{
  const double mean = (loss->weighted ? objective : pow (objective, 1.0 / loss->n_attributes)) - 1;

  return CLAMP (mean, 0, 1);
}

/* An infinite bound, above which nothing is left to be found, is no sum. */
gboolean
deid_loss_from_objective (const DeidLoss *loss, double objective, double *value, GError **error)
{
  *value = objective;
  if (isinf (objective))
    return TRUE;
  if (!deid_loss_is_separable (loss))
    return deid_quality_model_finish (loss->model, loss->input, loss->state, objective, value,
                                      error);
  if (loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN)
    *value = take_root (loss, objective);
  return deid_quality_model_check_loss (loss->model, *value, error);
}

/* A quality model is made ready for a table: from costs of values to terms. */

#define LOSS_INIT_LOG_BITS 40

/* Refuses a product of 1 + x, each at most 2, that could leave the range of doubles. */
static gboolean
check_product (const DeidLoss *loss, GError **error)
{
  if (loss->aggregate != DEID_AGGREGATE_GEOMETRIC_MEAN || loss->weighted
      || loss->n_attributes < DBL_MAX_EXP)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "%u quasi-identifiers, expected fewer than %d for the geometric mean",
                    loss->n_attributes, DBL_MAX_EXP);
}

/* Labels behind those of the lattice are of rows without weight, and of no extent. */
static gboolean
init_extents (DeidLossAttribute *term, const DeidAttributeCosts *costs,
              const DeidAttribute *attribute, GError **error)
{
  const guint32 n_codes = attribute->n_codes;

  if (!deid_new_arrays (error, DEID_NEW (term->is_uniform, term->n_levels),
                        DEID_NEW (term->extents, (guint64) n_codes * term->n_levels)))
    return FALSE;
  for (guint level = 0; level < term->n_levels; level++)
    {
      const guint32 *labels = attribute->levels[level].labels;
      const guint32 n_labels = costs->attribute->levels[level].n_labels;

      term->is_uniform[level] = TRUE;
      for (guint32 code = 0; code < n_codes; code++)
        {
          guint32 *extent = &term->extents[(guint64) code * term->n_levels + level];

          *extent = labels[code] < n_labels ? costs->extents[level][labels[code]] : 0;
          term->is_uniform[level] &= *extent == term->extents[level];
        }
    }
  return TRUE;
}

static gboolean
sum_levels (DeidLossAttribute *term, const DeidAttributeCosts *costs, GError **error)
{
  term->level_sums = deid_alloc (term->n_levels, sizeof *term->level_sums, error);
  for (guint level = 0; term->level_sums != NULL && level < term->n_levels; level++)
    term->level_sums[level] = deid_attribute_costs_sum_level (costs, level);
  return term->level_sums != NULL;
}

/* Where groups have weights, labels weigh what their records do. */
static gboolean
weigh_records (const DeidLoss *loss, DeidAttributeCosts *costs, guint a, GError **error)
{
  const DeidQualityInput *input = loss->weighted_input;

  if (input == NULL)
    return TRUE;
  if (costs->relative)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "quality model %s: costs are relative to those of the table, expected others "
                      "where groups have weights",
                      loss->model->shown);
  costs->records = input->label_records[a];
  if (deid_attribute_costs_check_range (costs, loss->model, input->n_records, error))
    return TRUE;
  g_prefix_error (error, "group weights: ");
  return FALSE;
}

static gboolean
init_term (DeidLoss *loss, DeidAttributeCosts *costs, guint a, GError **error)
{
  const DeidColumn *column = deid_attribute_get_column (costs->attribute);
  const DeidQualityInput *input = loss->weighted_input != NULL ? loss->weighted_input : loss->input;
  DeidLossAttribute *term = &loss->terms[a];
  guint64 original;

  if (!weigh_records (loss, costs, a, error))
    return FALSE;
  original = deid_attribute_costs_sum_level (costs, 0);
  term->kept = costs->kept;
  term->suppressed = costs->suppressed;
  term->covered = costs->covered;
  term->scale = (double) ((DeidWide) costs->denominator * input->n_records);
  term->weight = deid_quality_model_get_weight (loss->model, column->name);
  loss->weighted |= term->weight != 1;
  loss->weight_scale = loss->aggregate == DEID_AGGREGATE_MAXIMUM
                           ? MAX (loss->weight_scale, term->weight)
                           : loss->weight_scale + term->weight;
  term->n_levels = costs->attribute->n_levels;
  if (costs->attribute->cuts != NULL)
    {
      term->cut = costs->attribute;
      term->label_extents = g_steal_pointer (&costs->extents);
      term->label_records = costs->records;
    }
  else if (!init_extents (term, costs, &loss->attributes[a], error)
           || !sum_levels (term, costs, error))
    return FALSE;
  term->is_relative = costs->relative;
  term->original = costs->relative ? term->kept * original : 0;
  term->first_level = a > 0 ? term[-1].first_level + term[-1].n_levels : 0;
  return TRUE;
}

static gboolean
init_terms (DeidLoss *loss, const DeidRows *rows, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (loss->terms, rows->n_attributes)))
    return FALSE;
  loss->n_attributes = rows->n_attributes;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      DeidAttributeCosts costs;
      const gboolean success
          = deid_attribute_costs_init (&costs, loss->model, loss->state, loss->input, a, error)
            && init_term (loss, &costs, a, error);

      deid_attribute_costs_clear (&costs);
      if (!success)
        return FALSE;
    }
  return check_product (loss, error);
}

/* Counts by labels what the records of the table weigh. */
static gboolean
init_weighted (DeidLoss *loss, const DeidLattice *lattice, const DeidRows *rows,
               const DeidTableSource *table, const DeidStop *stop, GError **error)
{
  DeidTableSource weighted = *table;
  gboolean success;

  if (rows->loss_weights == NULL)
    return TRUE;
  if (!deid_loss_is_separable (loss))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "quality model %s: it costs classes, expected one that costs values where "
                      "groups have weights",
                      loss->model->shown);
  if (!deid_new_arrays (error, DEID_NEW (loss->weighted_input, 1)))
    return FALSE;
  weighted.weights = rows->loss_weights;
  weighted.n_records = 0;
  for (guint64 row = 0; row < table->n_rows; row++)
    weighted.n_records += rows->loss_weights[row];
  success
      = deid_quality_input_init (loss->weighted_input, lattice, &weighted, FALSE, 1, stop, error);
  loss->weighted_input->table = table;
  return success;
}

/* The sum of n log (n) over labels, which is what all records lack to the entropy of their labels.
 */
static double
sum_logs (const guint64 *records, guint32 n_labels)
{
  DeidWide sum = 0;

  for (guint32 label = 0; label < n_labels; label++)
    if (records[label] > 0)
      sum += (deid_fixed_log (records[label]) >> (DEID_FIXED_BITS - LOSS_INIT_LOG_BITS))
             * records[label];
  return (double) sum;
}

/* Policies choose no level of runs, of which there are as many as of values. */
static gboolean
init_lacking (DeidLoss *loss, GError **error)
{
  double *lacking;

  if (!deid_new_arrays (error, DEID_NEW (loss->lacking, loss->n_levels)))
    return FALSE;
  lacking = loss->lacking;
  for (guint a = 0; a < loss->input->lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &loss->attributes[a];

      for (guint level = 0; !deid_attribute_has_runs (attribute) && level < attribute->n_levels;
           level++)
        lacking[level] = sum_logs (loss->input->label_records[a][level],
                                   deid_quality_input_get_n_labels (loss->input, a, level));
      lacking += attribute->n_levels;
    }
  return TRUE;
}

gboolean
deid_loss_init (DeidLoss *loss, const DeidQualityModel *model, const DeidLattice *lattice,
                const DeidAttribute *attributes, const DeidRows *rows, const DeidTableSource *table,
                const DeidStop *stop, GError **error)
{
  *loss = (DeidLoss){ .model = model, .aggregate = model->aggregate, .attributes = attributes };
  loss->min_records = 1;
  if (!deid_new_arrays (error, DEID_NEW (loss->input, 1),
                        DEID_NEW (loss->places, model->n_columns)))
    return FALSE;
  for (guint c = 0; c < model->n_columns; c++)
    loss->places[c] = c;
  if (!deid_quality_input_init (loss->input, lattice, table, rows->n_population > 0, 1, stop,
                                error))
    return FALSE;
  loss->input->stop = stop;
  loss->is_prepared = deid_quality_model_prepare (model, loss->input, &loss->state, error);
  loss->input->stop = NULL;
  if (!loss->is_prepared || !deid_stop_check (stop, error)
      || !init_weighted (loss, lattice, rows, table, stop, error))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    loss->n_levels += lattice->attributes[a].n_levels;
  return deid_loss_is_separable (loss) ? init_terms (loss, rows, error)
                                       : init_lacking (loss, error);
}

void
deid_loss_clear (DeidLoss *loss)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      deid_free_arrays (loss->terms[a].level_sums, loss->terms[a].is_uniform,
                        loss->terms[a].extents);
      for (guint level = 0; loss->terms[a].label_extents != NULL && level < loss->terms[a].n_levels;
           level++)
        g_free (loss->terms[a].label_extents[level]);
      g_free (loss->terms[a].label_extents);
    }
  g_clear_pointer (&loss->terms, g_free);
  g_clear_pointer (&loss->lacking, g_free);
  g_clear_pointer (&loss->places, g_free);
  if (loss->is_prepared)
    deid_quality_model_free_state (loss->model, loss->state);
  if (loss->input != NULL)
    deid_quality_input_clear (loss->input);
  g_clear_pointer (&loss->input, g_free);
  if (loss->weighted_input != NULL)
    deid_quality_input_clear (loss->weighted_input);
  g_clear_pointer (&loss->weighted_input, g_free);
}

/* Sums of extents, over all records and over suppressed ones. */

static const guint32 *
get_extents (const DeidLossAttribute *term, const DeidRows *rows, guint64 row, guint attribute)
{
  return term->extents + (guint64) deid_codes_get (rows->codes[attribute], row) * term->n_levels;
}

/* Labels behind those of the lattice are of rows without weight, and of no extent. */
static guint32
get_cut_extent (const DeidLossAttribute *term, const DeidRecoding *recoding, guint32 code)
{
  const guint32 label = recoding->labels[code];
  const guint level = recoding->label_levels[label];
  const guint32 level_label = recoding->level_labels[label];

  return level_label < deid_attribute_get_n_labels (term->cut, level)
             ? term->label_extents[level][level_label]
             : 0;
}

static guint32
loss_sums_get_extent (const DeidLossAttribute *term, const DeidRows *rows, guint64 row, guint a,
                      const DeidRecoding *recoding)
{
  return term->cut != NULL ? get_cut_extent (term, recoding, deid_codes_get (rows->codes[a], row))
                           : get_extents (term, rows, row, a)[recoding->level];
}

void
deid_loss_add_suppressed (const DeidLoss *loss, const DeidRows *rows, guint64 row,
                          const DeidRecoding *const *recodings, DeidLossSums *sums)
{
  const guint64 weight = deid_rows_get_loss_weight (rows, row);

  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].covered += weight * loss_sums_get_extent (&loss->terms[a], rows, row, a, recodings[a]);
}

static guint64
loss_sums_sum_runs (const DeidLossAttribute *term, const DeidLevel *levels)
{
  const DeidAttribute *attribute = term->cut;
  const guint32 n_values = attribute->cuts->values.n;
  guint64 sum = 0;
  guint32 end, first = 0;

  for (; first < n_values; first = end)
    {
      end = deid_attribute_find_end (attribute, levels, first);
      sum += term->label_records[end - first - 1][first]
             * term->label_extents[end - first - 1][first];
      if (end - first == n_values && n_values > 1)
        return sum;
    }
  return attribute->missing_apart
             ? sum + term->label_records[0][n_values] * term->label_extents[0][n_values]
             : sum;
}

static guint64
sum_subtrees (const DeidLossAttribute *term, const DeidLevel *levels)
{
  const DeidRecoding *recodings = term->cut->levels;
  guint64 sum = 0;

  for (guint32 code = 0; code < term->cut->n_codes; code++)
    {
      const guint level = deid_attribute_find_subtree (term->cut, levels, code);

      sum += term->label_records[0][recodings[0].labels[code]]
             * term->label_extents[level][recodings[level].labels[code]];
    }
  return sum;
}

guint64
deid_loss_sum_cuts (const DeidLossAttribute *term, const DeidLevel *levels)
{
  return deid_attribute_has_runs (term->cut) ? loss_sums_sum_runs (term, levels)
                                             : sum_subtrees (term, levels);
}

guint64
deid_loss_weigh_rows (const DeidRows *rows, const guint32 *numbers, guint64 n, guint64 n_records)
{
  guint64 sum = 0;

  if (rows->loss_weights == NULL)
    return n_records;
  for (guint64 i = 0; i < n; i++)
    sum += rows->loss_weights[numbers[i]];
  return sum;
}

/* Returns: the sum of the extents of some rows, @weight with their weights, at one level. */
static guint64
sum_extents (const DeidLoss *loss, const DeidRows *rows, const guint32 *numbers, guint64 n,
             guint64 weight, guint a, guint level)
{
  const DeidLossAttribute *term = &loss->terms[a];
  const guint64 *weights = deid_rows_get_loss_weights (rows);
  guint64 sum = 0;

  if (term->is_uniform[level])
    return weight * term->extents[level];
  for (guint64 i = 0; i < n; i++)
    sum += (weights != NULL ? weights[numbers[i]] : 1)
           * get_extents (term, rows, numbers[i], a)[level];
  return sum;
}

/* The same of an attribute with cuts. */
static guint64
sum_cut_extents (const DeidLoss *loss, const DeidRows *rows, const guint32 *numbers, guint64 n,
                 guint a, const DeidRecoding *recoding)
{
  const guint64 *weights = deid_rows_get_loss_weights (rows);
  guint64 sum = 0;

  for (guint64 i = 0; i < n; i++)
    sum += (weights != NULL ? weights[numbers[i]] : 1)
           * get_cut_extent (&loss->terms[a], recoding,
                             deid_codes_get (rows->codes[a], numbers[i]));
  return sum;
}

void
deid_loss_add_suppressed_rows (const DeidLoss *loss, const DeidRows *rows, const guint32 *numbers,
                               guint64 n, guint64 n_records, const DeidRecoding *const *recodings,
                               DeidLossSums *sums)
{
  const guint64 weight = deid_loss_weigh_rows (rows, numbers, n, n_records);

  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].covered += loss->terms[a].cut != NULL
                           ? sum_cut_extents (loss, rows, numbers, n, a, recodings[a])
                           : sum_extents (loss, rows, numbers, n, weight, a, recodings[a]->level);
}

/* Level by level, so that sums stay in registers: a third of the time it takes row by row. */
void
deid_loss_add_suppressed_up_to (const DeidLoss *loss, const DeidRows *rows, const guint32 *numbers,
                                guint64 n, guint64 n_records, const DeidLevel *highest,
                                guint64 *covered)
{
  const guint64 weight = deid_loss_weigh_rows (rows, numbers, n, n_records);

  for (guint a = 0; a < loss->n_attributes; a++)
    for (guint level = 0; level <= highest[loss->attributes[a].first_dimension]; level++)
      covered[loss->terms[a].first_level + level]
          += sum_extents (loss, rows, numbers, n, weight, a, level);
}
