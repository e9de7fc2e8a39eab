/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/axis.h"

#include "base/arrays.h"
#include "base/memory.h"

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
                         .trims = !prepared->has_population && !prepared->needs_reader
                                  && !prepared->judges_table };
  if (term != NULL)
    {
      axis->kept = (gint64) (price * (guint64) term->kept);
      axis->suppressed = (gint64) (price * (guint64) term->suppressed);
      axis->covered = (gint64) (price * (guint64) term->covered);
    }
  return (deid_attribute_has_runs (own)
              ? rank_runs (axis, &prepared->attributes[attribute], max_runs, error)
              : deid_cut_axis_init_tree (axis, prepared, attribute, error))
         && cuts_axis_count_values (axis, error)
         && rank_rows (axis, &prepared->rows, attribute, stop, error);
}

void
deid_cut_axis_clear (DeidCutAxis *axis)
{
  g_free (axis->rank_of_code);
  g_free (axis->ranks);
  g_free (axis->records);
  g_free (axis->weights);
  g_free (axis->counts);
  g_free (axis->blocks);
  g_free (axis->block_levels);
  g_free (axis->parents);
  g_free (axis->dimensions);
  g_free (axis->extents);
}
