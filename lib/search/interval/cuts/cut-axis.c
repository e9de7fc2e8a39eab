/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/cut-axis.h"

#include "base/arrays.h"

#include <math.h>

/* Sums over all records stay below this. */
#define DEID_UNITS_BITS 53

/* The shorter a run, the more records fail with it. Of all runs there may be too many; of cells
 * there are a quarter of what there may be. */
static void
divide_runs (DeidCutAxis *axis, guint64 max_runs)
{
  const guint32 n = axis->n_ranks;
  guint32 n_cells = 1;

  axis->runs = (DeidRunPlaces){ n, n };
  if ((guint64) n * n <= max_runs)
    return;
  axis->runs.band = (guint32) MAX (max_runs / n, 1);
  while (4 * ((guint64) n_cells + 1) * (n_cells + 1) <= max_runs)
    n_cells++;
  axis->cell = (n + n_cells - 1) / n_cells;
  n_cells = (n + axis->cell - 1) / axis->cell;
  axis->cells = (DeidRunPlaces){ n_cells, n_cells };
}

/* A value that only the population has is on no row of the table. */
static gboolean
rank_runs (DeidCutAxis *axis, const DeidAttribute *joint, guint64 max_runs, GError **error)
{
  const guint32 n_values = deid_cut_axis_get_n_values (axis);

  axis->kind = DEID_AXIS_RUNS;
  axis->n_ranks = n_values + (axis->attribute->missing_apart ? 1 : 0);
  divide_runs (axis, max_runs);
  if (!deid_new_arrays (error, DEID_NEW (axis->rank_of_code, joint->n_codes)))
    return FALSE;
  for (guint32 code = 0; code < joint->n_codes; code++)
    axis->rank_of_code[code]
        = joint->positions[code] != DEID_NO_CODE ? joint->positions[code] : n_values;
  return TRUE;
}

static gboolean
rank_rows (DeidCutAxis *axis, const DeidRows *rows, guint attribute, const DeidStop *stop,
           GError **error)
{
  axis->n_rows = deid_rows_get_n_own (rows);
  if (!deid_new_arrays (error, DEID_NEW (axis->ranks, axis->n_rows),
                        DEID_NEW (axis->records, axis->n_ranks),
                        DEID_NEW (axis->weights, axis->n_ranks)))
    return FALSE;
  for (guint64 row = 0; row < axis->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      axis->ranks[row] = axis->rank_of_code[deid_codes_get (rows->codes[attribute], row)];
      axis->records[axis->ranks[row]] += deid_rows_get_weight (rows, row);
      axis->weights[axis->ranks[row]] += (gint64) deid_rows_get_loss_weight (rows, row);
    }
  return TRUE;
}

/* Codes of the population alone come behind those of the attribute. */
static gboolean
cuts_axis_count_values (DeidCutAxis *axis, GError **error)
{
  const DeidBlockLimit *limit = axis->attribute->blocks;
  const gboolean has_runs = axis->kind == DEID_AXIS_RUNS;

  axis->max_blocks = limit != NULL ? limit->max_blocks : G_MAXUINT;
  if (limit == NULL)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (axis->counts, has_runs ? axis->n_ranks : axis->n_blocks)))
    return FALSE;
  for (guint32 i = 0; i < limit->n_codes; i++)
    {
      const guint32 rank = axis->rank_of_code[limit->codes[i]];

      if (has_runs)
        axis->counts[rank] = TRUE;
      for (guint level = 0; level < axis->n_levels; level++)
        axis->counts[axis->blocks[(gsize) level * axis->n_ranks + rank]] = TRUE;
    }
  return TRUE;
}

/* A hierarchy as an axis: values stand in the order in which a walk through the tree meets them,
 * and the blocks of a level are numbered behind those of the level below. */

/* Codes of one label of level 0 are of one rank. */
static gboolean
rank_codes (DeidCutAxis *axis, const DeidAttribute *joint, GError **error)
{
  const guint32 *labels = joint->levels[0].labels;
  g_autofree guint32 *codes = deid_attribute_sort_codes (joint, error);

  if (codes == NULL || !deid_new_arrays (error, DEID_NEW (axis->rank_of_code, joint->n_codes)))
    return FALSE;
  for (guint32 i = 0; i < joint->n_codes; i++)
    {
      axis->n_ranks += i == 0 || labels[codes[i - 1]] != labels[codes[i]];
      axis->rank_of_code[codes[i]] = axis->n_ranks - 1;
    }
  return TRUE;
}

static guint32
axis_tree_find_dimension (const DeidCutAxis *axis, guint level, guint32 text_code)
{
  guint32 dimension;

  if (axis->kind == DEID_AXIS_LEVELS || level == 0 || text_code == DEID_NO_CODE)
    return DEID_NO_CODE;
  dimension = deid_cuts_get_dimension (axis->attribute->cuts, level, text_code);
  return dimension != DEID_NO_CODE ? axis->first_dimension + dimension : DEID_NO_CODE;
}

/* Labels behind those of the lattice are of the population alone, and of no extent. */
static guint32
axis_tree_get_extent (const DeidCutAxis *axis, const DeidAttribute *joint, guint32 code,
                      guint level)
{
  const guint32 label = joint->levels[level].labels[code];

  if (axis->term == NULL || label >= axis->attribute->levels[level].n_labels)
    return 0;
  return deid_loss_attribute_get_extent (axis->term, joint, code, level);
}

static void
axis_tree_describe_blocks (DeidCutAxis *axis, const DeidAttribute *joint)
{
  guint32 first = 0;

  for (guint level = 0; level < axis->n_levels; level++)
    {
      const DeidRecoding *recoding = &joint->levels[level];

      for (guint32 code = 0; code < joint->n_codes; code++)
        {
          const guint32 label = recoding->labels[code], block = first + label;

          axis->blocks[(gsize) level * axis->n_ranks + axis->rank_of_code[code]] = block;
          axis->block_levels[block] = level;
          axis->dimensions[block]
              = axis_tree_find_dimension (axis, level, recoding->text_codes[label]);
          axis->extents[block] = axis_tree_get_extent (axis, joint, code, level);
          axis->parents[block]
              = level + 1 < axis->n_levels
                    ? first + recoding->n_labels + joint->levels[level + 1].labels[code]
                    : DEID_NO_CODE;
        }
      first += recoding->n_labels;
    }
}

/* Sorts the values of a hierarchy, and lists its blocks. */
static gboolean
cut_axis_init_tree (DeidCutAxis *axis, const DeidPreparedProblem *prepared, guint attribute,
                    GError **error)
{
  const DeidAttribute *joint = &prepared->attributes[attribute];

  axis->kind = axis->attribute->cuts != NULL ? DEID_AXIS_SUBTREES : DEID_AXIS_LEVELS;
  axis->n_levels = axis->attribute->n_levels;
  for (guint level = 0; level < axis->n_levels; level++)
    axis->n_blocks += joint->levels[level].n_labels;
  if (!rank_codes (axis, joint, error)
      || !deid_new_arrays (
          error, DEID_NEW (axis->blocks, (guint64) axis->n_levels * axis->n_ranks),
          DEID_NEW (axis->block_levels, axis->n_blocks), DEID_NEW (axis->parents, axis->n_blocks),
          DEID_NEW (axis->dimensions, axis->n_blocks), DEID_NEW (axis->extents, axis->n_blocks)))
    return FALSE;
  axis_tree_describe_blocks (axis, joint);
  return TRUE;
}

gboolean
deid_cut_axis_init (DeidCutAxis *axis, const DeidPreparedProblem *prepared, guint attribute,
                    guint64 price, guint64 max_runs, const DeidStop *stop, GError **error)
{
  const DeidAttribute *own = &prepared->lattice->attributes[attribute];
  const DeidLossAttribute *term
      = deid_loss_is_separable (&prepared->loss) ? &prepared->loss.terms[attribute] : NULL;

  *axis = (DeidCutAxis){ .attribute = own,
                         .term = term,
                         .first_dimension = own->first_dimension,
                         .n_dimensions = own->n_dimensions,
                         .trims = !prepared->has_population && !prepared->asks.needs_reader
                                  && !prepared->asks.judges_table };
  if (term != NULL)
    {
      axis->costs.kept = (gint64) (price * (guint64) term->kept);
      axis->costs.suppressed = (gint64) (price * (guint64) term->suppressed);
      axis->costs.covered = (gint64) (price * (guint64) term->covered);
    }
  return (deid_attribute_has_runs (own)
              ? rank_runs (axis, &prepared->attributes[attribute], max_runs, error)
              : cut_axis_init_tree (axis, prepared, attribute, error))
         && cuts_axis_count_values (axis, error)
         && rank_rows (axis, &prepared->rows, attribute, stop, error);
}

void
deid_cut_axis_clear (DeidCutAxis *axis)
{
  deid_free_arrays (axis->rank_of_code, axis->ranks, axis->records, axis->weights, axis->counts,
                    axis->blocks, axis->block_levels, axis->parents, axis->dimensions,
                    axis->extents);
}

guint32
deid_cut_axis_find_block (const DeidCutAxis *axis, const DeidLevel *levels, guint32 rank)
{
  guint level = axis->n_levels - 1;

  if (axis->kind == DEID_AXIS_LEVELS)
    level = levels[axis->first_dimension];
  else
    for (; level > 0; level--)
      {
        const guint32 d = axis->dimensions[axis->blocks[(gsize) level * axis->n_ranks + rank]];

        if (d != DEID_NO_CODE && levels[d] > 0)
          break;
      }
  return axis->blocks[(gsize) level * axis->n_ranks + rank];
}

/* More than what objectives as doubles are off by, and twice what certificates are checked by. */
#define UNITS_SLACK 2e-12

/* Doubles tell whole numbers of so many bits apart. */
#define UNITS_WHOLE_BITS 53

/* Returns: what a unit of an attribute's sums adds to the objective. */
static double
units_get_rate (const DeidLoss *loss, guint a)
{
  const DeidLossAttribute *term = &loss->terms[a];
  const double scale = loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN ? loss->weight_scale : 1;

  return scale > 0 ? term->weight / (term->scale * scale) : 0;
}

/* Extents do not fall, and kept records cost no more than suppressed ones. */
static double
get_greatest_cost (const DeidLoss *loss, const DeidAttribute *attribute, guint a)
{
  const DeidLossAttribute *term = &loss->terms[a];
  const guint top = attribute->n_levels - 1;
  guint32 extent = 0;

  if (term->cut != NULL)
    for (guint32 label = 0; label < deid_attribute_get_n_labels (attribute, top); label++)
      extent = MAX (extent, term->label_extents[top][label]);
  else
    for (guint32 code = 0; code < loss->attributes[a].n_codes; code++)
      extent = MAX (extent, term->extents[(gsize) code * term->n_levels + top]);
  return (double) term->suppressed + (double) term->covered * extent;
}

static double
units_sum_weights (const DeidRows *rows)
{
  double sum = 0;

  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    sum += (double) deid_rows_get_loss_weight (rows, row);
  return sum;
}

gboolean
deid_units_init (DeidUnits *units, const DeidPreparedProblem *prepared, GError **error)
{
  const DeidLoss *loss = &prepared->loss;
  double record = 0, all;

  *units = (DeidUnits){ 0 };
  if (!deid_new_arrays (error, DEID_NEW (units->prices, loss->n_attributes)))
    return FALSE;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      record += units_get_rate (loss, a)
                * get_greatest_cost (loss, &prepared->lattice->attributes[a], a);
      units->original += units_get_rate (loss, a) * (double) loss->terms[a].original;
    }
  all = record * MAX (units_sum_weights (&prepared->rows), (double) prepared->n_records);
  units->exponent = DEID_UNITS_BITS;
  if (all > 0)
    units->exponent -= ilogb (all) + 1;
  for (guint a = 0; a < loss->n_attributes; a++)
    units->prices[a] = (guint64) ldexp (units_get_rate (loss, a), units->exponent);
  units->greatest = (gint64) ldexp (record, units->exponent);
  return TRUE;
}

void
deid_units_init_whole (DeidUnits *units, DeidWide most, guint64 record)
{
  *units = (DeidUnits){ .is_whole = TRUE };
  while (most >> -units->exponent >= (DeidWide) 1 << UNITS_WHOLE_BITS)
    units->exponent--;
  units->greatest = (gint64) (record >> -units->exponent);
}

void
deid_units_clear (DeidUnits *units)
{
  g_free (units->prices);
}

gint64
deid_units_from_objective (const DeidUnits *units, double objective)
{
  if (isinf (objective))
    return G_MAXINT64;
  if (units->is_whole)
    return (gint64) ldexp (objective, units->exponent);
  return (gint64) ldexp ((objective + units->original) * (1 + UNITS_SLACK), units->exponent) + 1;
}

double
deid_units_to_objective (const DeidUnits *units, gint64 n)
{
  const double sum = ldexp ((double) n, -units->exponent) * (1 - UNITS_SLACK);

  if (units->is_whole)
    return ldexp ((double) n, -units->exponent);
  return MAX (sum - units->original, 0);
}
