/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/key-file.h"
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "tradeoff/tradeoff-private.h"

#include <string.h>

#define MAX_CELLS 10000

void
deid_tradeoff_free (DeidTradeoff *tradeoff)
{
  for (guint64 i = 0; tradeoff->cells != NULL && i < tradeoff->n_cells; i++)
    deid_tradeoff_cell_clear (&tradeoff->cells[i]);
  g_free (tradeoff->cells);
  g_ptr_array_unref (tradeoff->reports);
  for (guint a = 0; a < tradeoff->n_axes; a++)
    deid_axis_clear (&tradeoff->axes[a]);
  deid_free_arrays (tradeoff->axes, tradeoff->statement);
  g_clear_pointer (&tradeoff->risk_options, deid_risk_options_unref);
  deid_job_unref (tradeoff->job);
  g_free (tradeoff);
}

static gboolean
check_axis (const DeidTradeoff *tradeoff, const DeidAxis *axis, GError **error)
{
  g_autofree char *shown = deid_text_show (axis->name, -1);

  for (guint a = 0; a < tradeoff->n_axes; a++)
    if (deid_axis_sets_same (&tradeoff->axes[a], axis))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "axis '%s': there is an axis of it already", shown);
  if (tradeoff->n_cells * axis->n_values <= MAX_CELLS)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "axis '%s': %" G_GUINT64_FORMAT " cells, expected at most %d", shown,
                    tradeoff->n_cells * axis->n_values, MAX_CELLS);
}

static gboolean
add_axis (DeidTradeoff *tradeoff, const char *name, const char *values, GError **error)
{
  DeidAxis axis;

  if (!deid_axis_init (&axis, name, values, error) || !check_axis (tradeoff, &axis, error)
      || !deid_grow_list (tradeoff, axes, (guint64) tradeoff->n_axes + 1, error))
    {
      deid_axis_clear (&axis);
      return FALSE;
    }
  tradeoff->axes[tradeoff->n_axes++] = axis;
  tradeoff->n_cells *= axis.n_values;
  return TRUE;
}

/* Names of columns may have equals signs, behind the first of which the line was parted. Capacities
 * are numbers; other names with a point end in a key, which is letters. */
static const char *
find_end_of_name (const char *line)
{
  static const char letters[] = G_CSET_a_2_z "-";

  if (g_str_has_prefix (line, "capacity:"))
    return strrchr (line, '=');
  for (const char *sign = strchr (line, '='); sign != NULL; sign = strchr (sign + 1, '='))
    {
      g_autofree char *name = g_strchomp (g_strndup (line, (gsize) (sign - line)));
      const char *point = strrchr (name, '.');

      if (point != NULL && point != name && point[1 + strspn (point + 1, letters)] == '\0')
        return sign;
    }
  return strchr (line, '=');
}

static gboolean
read_axis (gpointer tradeoff, const char *name, const char *value, GError **error)
{
  g_autofree char *line = g_strconcat (name, "=", value, NULL);
  const char *sign = find_end_of_name (line);
  g_autofree char *full_name = g_strchomp (g_strndup (line, (gsize) (sign - line)));

  return add_axis (tradeoff, full_name, sign + 1, error);
}

static gboolean
tradeoff_run (DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  if (tradeoff->n_axes == 0)
    return deid_fail (error, DEID_ERROR_EMPTY, "the trade-off has no axis, expected at least one");
  tradeoff->risk_options = deid_job_make_risk_options (tradeoff->job, error);
  if (tradeoff->risk_options == NULL)
    return FALSE;
  tradeoff->cells = deid_alloc (tradeoff->n_cells, sizeof *tradeoff->cells, error);
  if (tradeoff->cells == NULL || !deid_tradeoff_fill (tradeoff, DEID_STOP_OF (cancellable), error)
      || !deid_tradeoff_mark (tradeoff, error))
    return FALSE;
  tradeoff->statement = deid_job_to_report (tradeoff->job, error);
  return tradeoff->statement != NULL;
}

DeidReport *
deid_report_new_tradeoff (DeidJob *job, const char *axes, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidTradeoff) tradeoff = NULL;

  g_return_val_if_fail (job != NULL && axes != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  tradeoff = g_new0 (DeidTradeoff, 1);
  tradeoff->job = deid_job_ref (job);
  tradeoff->n_cells = 1;
  tradeoff->reports = g_ptr_array_new_with_free_func (deid_risk_report_free);
  if (!deid_key_file_read_entries (axes, "axes", read_axis, tradeoff, error)
      || !tradeoff_run (tradeoff, cancellable, error))
    return NULL;
  return deid_report_new (&deid_tradeoff_kind, g_steal_pointer (&tradeoff),
                          DEID_STOP_OF (cancellable), error);
}

guint
deid_tradeoff_get_index (const DeidTradeoff *tradeoff, guint64 cell, guint axis)
{
  for (guint a = tradeoff->n_axes - 1; a > axis; a--)
    cell /= tradeoff->axes[a].n_values;
  return (guint) (cell % tradeoff->axes[axis].n_values);
}
