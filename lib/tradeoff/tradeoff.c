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

gboolean
deid_tradeoff_check_run (const DeidTradeoff *tradeoff, GError **error)
{
  if (tradeoff->cells != NULL)
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the trade-off was not run, expected one that was");
  return FALSE;
}
