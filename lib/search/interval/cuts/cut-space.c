/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/cut-space.h"

#include <string.h>

#include "base/arrays.h"
#include "quality/class-model.h"

/* Multipliers of 16 bits reach up to 16 times what a suppressed record costs. */
#define LAMBDA_STEPS 4096

gboolean
deid_cut_space_takes (const DeidPreparedProblem *prepared)
{
  DeidClassForm form;

  return deid_units_fit (&prepared->loss)
         || deid_class_model_costs_squares (prepared->loss.model, prepared->loss.state, &form);
}

static gboolean
check_quality (const DeidPreparedProblem *prepared, GError **error)
{
  if (deid_cut_space_takes (prepared))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "quality model %s: it is no mean or sum over attributes of what values cost, nor dm "
               "or dmstar, which the search for a proven optimum expects of a lattice with cuts",
               prepared->problem->quality->shown);
  return FALSE;
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
  const guint64 n = prepared->n_records;

  if (!space->costs_classes)
    return deid_units_init (&space->units, prepared, error);
  deid_units_init_whole (&space->units, (DeidWide) n * n,
                         deid_class_floors_get_suppressed (prepared, &space->form));
  if (space->form.add_suppressed != space->form.add_costs)
    space->lost_cost = space->units.greatest;
  return TRUE;
}

gboolean
deid_cut_space_init (DeidCutSpace *space, const DeidPreparedProblem *prepared, guint64 max_runs,
                     const DeidStop *stop, GError **error)
{
  *space = (DeidCutSpace){ .prepared = prepared, .lattice = prepared->lattice };
  space->costs_classes
      = deid_class_model_costs_squares (prepared->loss.model, prepared->loss.state, &space->form);
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
  g_free (space->axes);
  g_free (space->first_values);
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
