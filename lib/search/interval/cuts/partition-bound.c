/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/partition-bound.h"

#include "base/arrays.h"

gboolean
deid_partition_scratch_init (DeidPartitionScratch *scratch, const DeidCutAxis *axes, guint n_axes,
                             GError **error)
{
  guint64 n = 0, n_counts = 0, n_dimensions = 0;

  *scratch = (DeidPartitionScratch){ 0 };
  for (guint a = 0; a < n_axes; a++)
    {
      n = MAX (n, MAX (axes[a].n_ranks, axes[a].n_blocks));
      if (axes[a].counts == NULL)
        continue;
      n_counts = MAX (n_counts, (guint64) axes[a].n_ranks + 1);
      n_dimensions = MAX (n_dimensions, axes[a].n_dimensions);
    }
  return deid_new_arrays (
      error, DEID_NEW (scratch->costs, n), DEID_NEW (scratch->before, n + 1),
      DEID_NEW (scratch->behind, n + 1), DEID_NEW (scratch->sums, n + 1),
      DEID_NEW (scratch->lost_sums, n + 1), DEID_NEW (scratch->merged, n + 1),
      DEID_NEW (scratch->last, n + 1), DEID_NEW (scratch->ends, n), DEID_NEW (scratch->begins, n),
      DEID_NEW (scratch->closes, n), DEID_NEW (scratch->n_counting, n_counts),
      DEID_NEW (scratch->raised, 2 * n_dimensions), DEID_NEW (scratch->few, n_dimensions));
}

void
deid_partition_scratch_clear (DeidPartitionScratch *scratch)
{
  g_free (scratch->costs);
  g_free (scratch->before);
  g_free (scratch->behind);
  g_free (scratch->sums);
  g_free (scratch->lost_sums);
  g_free (scratch->merged);
  g_free (scratch->last);
  g_free (scratch->ends);
  g_free (scratch->begins);
  g_free (scratch->closes);
  g_free (scratch->n_counting);
  g_free (scratch->raised);
  g_free (scratch->few);
}

void
deid_partition_start (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  if (costs->axis->kind == DEID_AXIS_RUNS)
    deid_partition_start_runs (costs, scratch);
  else
    deid_partition_start_nodes (costs, scratch);
}

gboolean
deid_partition_bound (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                      const guint *first_values, gint64 *values, gint64 *growth, DeidLevel *chosen,
                      DeidBestPartition *best, const DeidStop *stop, GError **error)
{
  deid_partition_start (costs, scratch);
  switch (costs->axis->kind)
    {
    case DEID_AXIS_RUNS:
      return deid_partition_bound_runs (costs, scratch, first_values, values, growth, chosen, best,
                                        stop, error);
    case DEID_AXIS_SUBTREES:
      deid_partition_bound_subtrees (costs, scratch, first_values, values, growth, chosen, best);
      return TRUE;
    case DEID_AXIS_LEVELS:
    default:
      deid_partition_bound_levels (costs, scratch, first_values, values, growth, chosen, best);
      return TRUE;
    }
}
