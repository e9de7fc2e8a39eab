/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "job/job-private.h"
#include "tradeoff/tradeoff-private.h"

#define MAX_CELLS 10000

static void
free_cells (DeidTradeoffCell *cells, guint64 n)
{
  for (guint64 i = 0; cells != NULL && i < n; i++)
    deid_tradeoff_cell_clear (&cells[i]);
  g_free (cells);
}

static void
deid_tradeoff_free (DeidTradeoff *tradeoff)
{
  free_cells (tradeoff->cells, tradeoff->n_cells);
  for (guint a = 0; a < tradeoff->n_axes; a++)
    deid_axis_clear (&tradeoff->axes[a]);
  g_free (tradeoff->axes);
  g_free (tradeoff->statement);
  g_clear_pointer (&tradeoff->risk_options, deid_risk_options_unref);
  deid_job_unref (tradeoff->job);
  g_free (tradeoff);
}

DEID_DEFINE_HANDLE (DeidTradeoff, deid_tradeoff)

DeidTradeoff *
deid_tradeoff_new (DeidJob *job)
{
  DeidTradeoff *tradeoff;

  g_return_val_if_fail (job != NULL, NULL);

  tradeoff = g_new0 (DeidTradeoff, 1);
  g_atomic_ref_count_init (&tradeoff->ref_count);
  tradeoff->job = deid_job_ref (job);
  tradeoff->n_cells = 1;
  return tradeoff;
}

static gboolean
check_axis (const DeidTradeoff *tradeoff, const DeidAxis *axis, GError **error)
{
  g_autofree char *shown = deid_text_show (axis->name, -1);

  for (guint a = 0; a < tradeoff->n_axes; a++)
    if (deid_axis_sets_same (&tradeoff->axes[a], axis))
      {
        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "axis '%s': there is an axis of it already", shown);
        return FALSE;
      }
  if (tradeoff->n_cells * axis->n_values <= MAX_CELLS)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "axis '%s': %" G_GUINT64_FORMAT " cells, expected at most %d", shown,
               tradeoff->n_cells * axis->n_values, MAX_CELLS);
  return FALSE;
}

gboolean
deid_tradeoff_add_axis (DeidTradeoff *tradeoff, const char *name, const char *values,
                        GError **error)
{
  DeidAxis axis;

  g_return_val_if_fail (tradeoff != NULL && name != NULL && values != NULL, FALSE);

  if (!deid_check_mutable (&tradeoff->has_run, NULL, "the trade-off was run", error))
    return FALSE;
  if (!deid_axis_init (&axis, name, values, error) || !check_axis (tradeoff, &axis, error)
      || !deid_grow ((gpointer *) &tradeoff->axes, &tradeoff->axes_capacity,
                     (guint64) tradeoff->n_axes + 1, sizeof axis, error))
    {
      deid_axis_clear (&axis);
      return FALSE;
    }
  tradeoff->axes[tradeoff->n_axes++] = axis;
  tradeoff->n_cells *= axis.n_values;
  return TRUE;
}

gboolean
deid_tradeoff_run (DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskOptions) options = NULL;
  DeidTradeoffCell *cells;
  char *statement = NULL;

  g_return_val_if_fail (tradeoff != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_check_mutable (&tradeoff->has_run, NULL, "the trade-off was run", error))
    return FALSE;
  if (tradeoff->n_axes == 0)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_EMPTY,
                           "the trade-off has no axis, expected at least one");
      return FALSE;
    }
  options = deid_job_make_risk_options (tradeoff->job, error);
  cells = options != NULL ? deid_alloc (tradeoff->n_cells, sizeof *cells, error) : NULL;
  if (cells == NULL
      || !deid_tradeoff_fill (tradeoff, cells, options, DEID_STOP_OF (cancellable), error)
      || !deid_tradeoff_mark (tradeoff, cells, error)
      || (statement = deid_job_to_report (tradeoff->job, error)) == NULL)
    {
      free_cells (cells, tradeoff->n_cells);
      return FALSE;
    }
  tradeoff->cells = cells;
  tradeoff->statement = statement;
  tradeoff->risk_options = deid_risk_options_use (options);
  g_atomic_int_set (&tradeoff->has_run, TRUE);
  return TRUE;
}

guint
deid_tradeoff_get_index (const DeidTradeoff *tradeoff, guint64 cell, guint axis)
{
  for (guint a = tradeoff->n_axes - 1; a > axis; a--)
    cell /= tradeoff->axes[a].n_values;
  return (guint) (cell % tradeoff->axes[axis].n_values);
}

DeidJob *
deid_tradeoff_get_job (const DeidTradeoff *tradeoff)
{
  g_return_val_if_fail (tradeoff != NULL, NULL);

  return tradeoff->job;
}

guint
deid_tradeoff_get_n_axes (const DeidTradeoff *tradeoff)
{
  g_return_val_if_fail (tradeoff != NULL, 0);

  return tradeoff->n_axes;
}

const char *
deid_tradeoff_get_axis_name (const DeidTradeoff *tradeoff, guint axis)
{
  g_return_val_if_fail (tradeoff != NULL && axis < tradeoff->n_axes, NULL);

  return tradeoff->axes[axis].name;
}

guint
deid_tradeoff_get_axis_n_values (const DeidTradeoff *tradeoff, guint axis)
{
  g_return_val_if_fail (tradeoff != NULL && axis < tradeoff->n_axes, 0);

  return tradeoff->axes[axis].n_values;
}

const char *
deid_tradeoff_get_axis_value (const DeidTradeoff *tradeoff, guint axis, guint index)
{
  g_return_val_if_fail (
      tradeoff != NULL && axis < tradeoff->n_axes && index < tradeoff->axes[axis].n_values, NULL);

  return tradeoff->axes[axis].values[index];
}

guint64
deid_tradeoff_get_n_cells (const DeidTradeoff *tradeoff)
{
  g_return_val_if_fail (tradeoff != NULL, 0);

  return tradeoff->cells != NULL ? tradeoff->n_cells : 0;
}

guint64
deid_tradeoff_get_n_records (const DeidTradeoff *tradeoff)
{
  g_return_val_if_fail (tradeoff != NULL, 0);

  return tradeoff->n_records;
}

DeidRiskOptions *
deid_tradeoff_get_risk_options (const DeidTradeoff *tradeoff)
{
  g_return_val_if_fail (tradeoff != NULL, NULL);

  return tradeoff->risk_options;
}

/* Returns: (nullable): a cell, or %NULL if there is none. */
static const DeidTradeoffCell *
get_cell (const DeidTradeoff *tradeoff, guint64 cell)
{
  return tradeoff != NULL && tradeoff->cells != NULL && cell < tradeoff->n_cells
             ? &tradeoff->cells[cell]
             : NULL;
}

guint
deid_tradeoff_get_cell_index (const DeidTradeoff *tradeoff, guint64 cell, guint axis)
{
  g_return_val_if_fail (get_cell (tradeoff, cell) != NULL && axis < tradeoff->n_axes, 0);

  return deid_tradeoff_get_index (tradeoff, cell, axis);
}

gboolean
deid_tradeoff_is_cell_solved (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->is_solved;
}

gboolean
deid_tradeoff_is_cell_proven (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->is_proven;
}

double
deid_tradeoff_get_cell_loss (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, 0);

  return found->loss;
}

guint64
deid_tradeoff_get_cell_n_suppressed (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, 0);

  return found->n_suppressed;
}

guint64
deid_tradeoff_get_cell_n_classes (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, 0);

  return found->n_classes;
}

guint64
deid_tradeoff_get_cell_n_groups_gone (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, 0);

  return found->n_gone;
}

const char *
deid_tradeoff_get_cell_policy (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, NULL);

  return found->policy;
}

gboolean
deid_tradeoff_get_cell_mean_shift (const DeidTradeoff *tradeoff, guint64 cell, double *shift)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL && shift != NULL, FALSE);

  *shift = found->shift.mean;
  return found->shift.has_mean;
}

gboolean
deid_tradeoff_get_cell_correlation_shift (const DeidTradeoff *tradeoff, guint64 cell, double *shift)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL && shift != NULL, FALSE);

  *shift = found->shift.correlation;
  return found->shift.has_correlation;
}

gboolean
deid_tradeoff_get_cell_risk (const DeidTradeoff *tradeoff, guint64 cell, DeidRiskMeasure measure,
                             double *risk)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL && risk != NULL, FALSE);
  g_return_val_if_fail (deid_risk_measure_get_name (measure) != NULL, FALSE);

  *risk = found->risks[measure];
  return deid_tradeoff_cell_has_risk (found, measure);
}

gboolean
deid_tradeoff_is_cell_non_dominated (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->is_non_dominated;
}

gboolean
deid_tradeoff_is_cell_knee (const DeidTradeoff *tradeoff, guint64 cell)
{
  const DeidTradeoffCell *found = get_cell (tradeoff, cell);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->is_knee;
}
