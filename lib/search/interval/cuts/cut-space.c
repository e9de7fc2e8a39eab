/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/cut-space.h"

#include "base/arrays.h"
#include "base/text.h"
#include "quality/quality-model-private.h"

#include <string.h>

gboolean
deid_block_floors_init (DeidBlockFloors *floors, const DeidCutAxis *axis, guint attribute,
                        const guint32 *first_ranks, const guint32 *last_ranks, GError **error)
{
  *floors = (DeidBlockFloors){
    .axis = axis, .attribute = attribute, .first_ranks = first_ranks, .last_ranks = last_ranks
  };
  return deid_new_arrays (error, DEID_NEW (floors->blocks, deid_cut_axis_count_blocks (axis)),
                          DEID_NEW (floors->cells, deid_cut_axis_count_cells (axis)));
}

void
deid_block_floors_clear (DeidBlockFloors *floors)
{
  deid_free_arrays (floors->blocks, floors->cells);
}

guint64
deid_block_floors_get_n_bytes (const DeidCutAxis *axis)
{
  return (deid_cut_axis_count_blocks (axis) + deid_cut_axis_count_cells (axis)) * sizeof (gint64);
}

gboolean
deid_class_floors_get_failing (DeidClassFloors *floors, guint64 n, gint64 *failing, GError **error)
{
  guint64 cost;

  if (!deid_size_costs_get_failing (&floors->sizes, floors->rising, n, &cost, error))
    return FALSE;
  *failing = (gint64) (cost >> -floors->units->exponent);
  return TRUE;
}

gboolean
deid_class_floors_init (DeidClassFloors *floors, const DeidPreparedProblem *prepared,
                        const DeidSizeCosts *sizes, const DeidRisingCosts *rising,
                        const DeidUnits *units, guint32 max_ranks, GError **error)
{
  const guint n = prepared->lattice->n_attributes;

  *floors = (DeidClassFloors){
    .prepared = prepared, .rising = rising, .units = units, .sizes = *sizes
  };
  return deid_new_arrays (error, DEID_NEW (floors->recodings, n),
                          DEID_NEW (floors->columns, max_ranks))
         && deid_class_rows_init (&floors->rows, prepared->rows.n, max_ranks, 0, error)
         && deid_recoder_init (&floors->lower, prepared->attributes, n, error)
         && deid_recoder_init (&floors->upper, prepared->attributes, n, error);
}

void
deid_class_floors_clear (DeidClassFloors *floors)
{
  deid_free_arrays (floors->recodings, floors->columns);
  deid_class_rows_clear (&floors->rows);
  deid_recoder_clear (&floors->lower);
  deid_recoder_clear (&floors->upper);
  deid_grouping_clear (&floors->grouping);
}

static gboolean
get_units (DeidClassFloors *floors, gint64 n_records, gint64 *n_units, GError **error)
{
  guint64 bound;

  if (!deid_size_costs_get (&floors->sizes, DEID_COST_BOUND, (guint64) n_records, &bound, error))
    return FALSE;
  *n_units = (gint64) (bound >> -floors->units->exponent);
  return TRUE;
}

/* Writes how much the floor of a run rises with each rank that joins it, for all runs that begin
 * behind the rank before the first one. */
static gboolean
class_floors_add_runs (DeidClassFloors *floors, const DeidRunPlaces *places, guint32 first_rank,
                       guint64 n, gint64 *sums, GError **error)
{
  const DeidRankGroup *groups = floors->rows.groups;

  for (guint64 i = 0; i < n; i++)
    {
      const guint32 from = i > 0 ? groups[i - 1].rank + 1 : first_rank, to = groups[i].rank;
      gint64 n_records = 0, before = 0;

      for (guint64 j = i; j < n && groups[j].rank - to < places->band; j++)
        {
          const guint32 rank = groups[j].rank;
          const guint32 begin = deid_run_places_get_first (places, from, rank);
          gint64 bound;

          n_records += groups[j].sums.records;
          if (!get_units (floors, n_records, &bound, error))
            return FALSE;
          sums[deid_run_places_get (places, begin, rank)] += bound - before;
          if (rank > to)
            sums[deid_run_places_get (places, to + 1, rank)] -= bound - before;
          before = bound;
        }
    }
  return TRUE;
}

static gboolean
class_floors_add_class (DeidClassFloors *floors, guint32 first_rank, guint64 n,
                        DeidBlockFloors *sums, GError **error)
{
  const DeidCutAxis *axis = sums->axis;

  if (!class_floors_add_runs (floors, &axis->runs, first_rank, n, sums->blocks, error))
    return FALSE;
  if (axis->cell == 0)
    return TRUE;
  n = deid_class_rows_coarsen (&floors->rows, axis->cell, n);
  return class_floors_add_runs (floors, &axis->cells, first_rank / axis->cell, n, sums->cells,
                                error);
}

static gboolean
class_floors_add_nodes (DeidClassFloors *floors, const DeidCutAxis *axis, guint64 n, gint64 *sums,
                        GError **error)
{
  const DeidRankGroup *groups = floors->rows.groups;

  for (guint level = 0; level < axis->n_levels; level++)
    {
      const guint32 *blocks = axis->blocks + (gsize) level * axis->n_ranks;

      for (guint64 i = 0; i < n;)
        {
          const guint32 block = blocks[groups[i].rank];
          gint64 n_records = 0, bound;

          for (; i < n && blocks[groups[i].rank] == block; i++)
            n_records += groups[i].sums.records;
          if (!get_units (floors, n_records, &bound, error))
            return FALSE;
          sums[block] += bound;
        }
    }
  return TRUE;
}

static void
class_floors_finish_runs (const DeidClassFloors *floors, const DeidRunPlaces *places,
                          const guint32 *last_ranks, gint64 *sums)
{
  memset (floors->columns, 0, places->n * sizeof *floors->columns);
  for (guint32 first = 0; first < places->n; first++)
    {
      const guint32 n = deid_run_places_count (places, first, last_ranks);
      gint64 *row = sums + deid_run_places_get (places, first, first), sum = 0;

      for (guint32 i = 0; i < n; i++)
        {
          floors->columns[first + i] += row[i];
          sum += floors->columns[first + i];
          row[i] = sum;
        }
    }
}

/* The attribute itself is as coarse as it gets: its own blocks divide what is left. */
static gboolean
class_floors_group (DeidClassFloors *floors, guint attribute, const DeidLevel *lo,
                    const DeidLevel *hi, const DeidStop *stop, GError **error)
{
  const guint n = floors->prepared->lattice->n_attributes;

  memcpy (floors->recodings, deid_recoder_set (&floors->lower, lo), n * sizeof *floors->recodings);
  floors->recodings[attribute] = deid_recoder_set (&floors->upper, hi)[attribute];
  return deid_grouping_run_by_key (&floors->grouping, &floors->prepared->rows, floors->recodings,
                                   stop, error);
}

gboolean
deid_class_floors_set (DeidClassFloors *floors, DeidBlockFloors *sums, const DeidLevel *lo,
                       const DeidLevel *hi, const guint8 *is_left_out, const DeidStop *stop,
                       GError **error)
{
  const DeidCutAxis *axis = sums->axis;
  DeidClassRows *rows = &floors->rows;

  memset (sums->blocks, 0, deid_cut_axis_count_blocks (axis) * sizeof *sums->blocks);
  memset (sums->cells, 0, deid_cut_axis_count_cells (axis) * sizeof *sums->cells);
  if (!class_floors_group (floors, sums->attribute, lo, hi, stop, error)
      || !deid_class_rows_set (rows, &floors->prepared->rows, &floors->grouping, is_left_out,
                               error))
    return FALSE;
  for (guint32 number = 0; number < rows->n_classes; number++)
    {
      const guint64 n = deid_class_rows_count (rows, number, axis);

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (n > 0
          && !(axis->kind == DEID_AXIS_RUNS
                   ? class_floors_add_class (floors, sums->first_ranks[rows->groups[0].rank], n,
                                             sums, error)
                   : class_floors_add_nodes (floors, axis, n, sums->blocks, error)))
        return FALSE;
    }
  if (axis->kind != DEID_AXIS_RUNS)
    return TRUE;
  class_floors_finish_runs (floors, &axis->runs, sums->last_ranks, sums->blocks);
  class_floors_finish_runs (floors, &axis->cells, NULL, sums->cells);
  return TRUE;
}

/* Multipliers of 16 bits reach up to 16 times what a suppressed record costs. */
#define LAMBDA_STEPS 4096

gboolean
deid_cut_space_takes (const DeidPreparedProblem *prepared)
{
  return deid_loss_is_sum (&prepared->loss)
         || deid_quality_model_rises_with_size (prepared->loss.model);
}

static gboolean
check_quality (const DeidPreparedProblem *prepared, GError **error)
{
  if (deid_cut_space_takes (prepared))
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "quality model %s: it is no mean or sum over attributes of what values cost, nor do "
      "its costs rise with the sizes of classes as those of dm and dmstar do, one of which "
      "the search for a proven optimum expects of a lattice with cuts",
      prepared->problem->quality->shown);
}

static gboolean
init_axes (DeidCutSpace *space, guint64 max_runs, const DeidStop *stop, GError **error)
{
  const guint n = space->lattice->n_attributes;

  if (!deid_new_arrays (error, DEID_NEW (space->axes, n)))
    return FALSE;
  for (guint a = 0; a < n; a++)
    {
      space->n_axes++;
      if (!deid_cut_axis_init (&space->axes[a], space->prepared, a,
                               space->costs_classes ? 0 : space->units.prices[a], max_runs, stop,
                               error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
cut_space_number_values (DeidCutSpace *space, GError **error)
{
  const DeidLattice *lattice = space->lattice;

  if (!deid_new_arrays (error, DEID_NEW (space->first_values, lattice->n_dimensions)))
    return FALSE;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      space->first_values[d] = space->n_values;
      space->n_values += MAX (lattice->heights[d], 1) + 1u;
    }
  return TRUE;
}

static gboolean
init_units (DeidCutSpace *space, GError **error)
{
  const DeidPreparedProblem *prepared = space->prepared;

  if (!space->costs_classes)
    return deid_units_init (&space->units, prepared, error);
  deid_size_costs_init (&space->sizes, &prepared->loss, space->needs.n_records);
  if (!deid_size_costs_find_rising (&space->sizes, &space->rising, error))
    return FALSE;
  deid_units_init_whole (&space->units, space->rising.most, space->rising.suppressed);
  if (space->rising.lost > 0)
    space->lost_cost = space->units.greatest;
  return TRUE;
}

gboolean
deid_cut_space_init (DeidCutSpace *space, const DeidPreparedProblem *prepared, guint64 max_runs,
                     const DeidStop *stop, GError **error)
{
  *space = (DeidCutSpace){ .prepared = prepared, .lattice = prepared->lattice };
  space->costs_classes = deid_quality_model_rises_with_size (prepared->loss.model);
  if (!check_quality (prepared, error)
      || !deid_class_needs_init (&space->needs, prepared, stop, error) || !init_units (space, error)
      || !init_axes (space, max_runs, stop, error) || !cut_space_number_values (space, error))
    return FALSE;
  space->lambda_unit = space->units.greatest / LAMBDA_STEPS;
  return TRUE;
}

void
deid_cut_space_clear (DeidCutSpace *space)
{
  for (guint a = 0; a < space->n_axes; a++)
    deid_cut_axis_clear (&space->axes[a]);
  deid_free_arrays (space->axes, space->first_values);
  deid_units_clear (&space->units);
  deid_class_needs_clear (&space->needs);
}

void
deid_cut_space_start (const DeidCutSpace *space, DeidLevel *hi)
{
  for (guint a = 0; a < space->n_axes; a++)
    {
      const DeidCutAxis *axis = &space->axes[a];
      const guint first = axis->first_dimension;

      if (axis->kind != DEID_AXIS_SUBTREES)
        continue;
      memcpy (hi + first, space->lattice->floors + first, axis->n_dimensions * sizeof *hi);
      for (guint32 block = 0; block < axis->n_blocks; block++)
        if (axis->dimensions[block] != DEID_NO_CODE)
          hi[axis->dimensions[block]] = space->lattice->heights[axis->dimensions[block]];
    }
}

/* A node that all policies merge, if none above is, needs none above only where its own level says
 * more than the floor: there the search has chosen it. */
static void
normalize_subtrees (const DeidCutSpace *space, const DeidCutAxis *axis, const DeidLevel *lo,
                    DeidLevel *hi)
{
  const DeidLevel *floors = space->lattice->floors;

  for (guint32 block = axis->n_blocks; block-- > 0;)
    {
      const guint32 d = axis->dimensions[block];

      if (d == DEID_NO_CODE)
        continue;
      for (guint32 above = axis->parents[block]; above != DEID_NO_CODE;
           above = axis->parents[above])
        {
          const guint32 other = axis->dimensions[above];

          if (other == DEID_NO_CODE)
            continue;
          if (lo[d] > floors[d])
            hi[other] = MIN (hi[other], lo[other]);
          if (lo[other] > 0 && lo[d] == floors[d])
            hi[d] = lo[d];
        }
    }
}

void
deid_cut_space_normalize (const DeidCutSpace *space, const DeidLevel *lo, DeidLevel *hi)
{
  for (guint a = 0; a < space->n_axes; a++)
    if (space->axes[a].kind == DEID_AXIS_SUBTREES)
      normalize_subtrees (space, &space->axes[a], lo, hi);
}
