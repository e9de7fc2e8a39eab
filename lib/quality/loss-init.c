/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A quality model is made ready for a table: from costs of values to terms. */
#include "quality/loss.h"

#include <float.h>

#include "base/arrays.h"
#include "base/fixed-log.h"
#include "base/memory.h"
#include "quality/attribute-costs.h"

#define LOSS_INIT_LOG_BITS 40

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
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "quality model %s: costs are relative to those of the table, expected others "
                   "where groups have weights",
                   loss->model->shown);
      return FALSE;
    }
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
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "quality model %s: it costs classes, expected one that costs values where "
                   "groups have weights",
                   loss->model->shown);
      return FALSE;
    }
  if (!deid_new_arrays (error, DEID_NEW (loss->weighted_input, 1)))
    return FALSE;
  weighted.weights = rows->loss_weights;
  weighted.n_records = 0;
  for (guint64 row = 0; row < table->n_rows; row++)
    weighted.n_records += rows->loss_weights[row];
  success = deid_quality_input_init (loss->weighted_input, lattice, &weighted, FALSE, 0, 1, stop,
                                     error);
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

static guint64
loss_init_count_population (const DeidRows *rows)
{
  guint64 n_records = 0;

  for (guint64 row = 0; row < rows->n_population; row++)
    n_records += rows->populations[row];
  return n_records;
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
  if (!deid_quality_input_init (loss->input, lattice, table, rows->n_population > 0,
                                loss_init_count_population (rows), 1, stop, error))
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
      g_free (loss->terms[a].level_sums);
      g_free (loss->terms[a].is_uniform);
      g_free (loss->terms[a].extents);
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
