/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much memory a search holds. Nothing that grows with the rows is freed before it ends, so what
 * is held at the end is the most that was. */
#include "search/interval/interval.h"

guint64
deid_interval_get_n_bytes (const DeidInterval *interval)
{
  guint64 n = deid_open_boxes_get_n_bytes (&interval->boxes);

  for (guint a = 0; a < interval->steps.n_attributes; a++)
    for (guint level = 0; level < interval->steps.n_steps[a]; level++)
      {
        const DeidCodes *parts = &interval->steps.steps[a][level].parts;

        n += parts->n * parts->width;
      }
  return n;
}

guint64
deid_worker_get_n_bytes (const DeidWorker *worker)
{
  guint64 n;

  if (worker->interval->has_cuts)
    return deid_cut_bound_get_n_bytes (&worker->cuts) + deid_descent_get_n_bytes (&worker->descent)
           + worker->stack_capacity
                 * (sizeof **worker->stack
                    + 2 * worker->interval->lattice->n_dimensions * sizeof (DeidLevel));
  n = deid_evaluator_get_n_bytes (&worker->refiner.base) + deid_row_set_get_n_bytes (&worker->known)
      + deid_deduction_get_n_bytes (&worker->deduction)
      + worker->refiner.prepared->rows.n * sizeof *worker->rows;
  for (guint i = 0; i < worker->evidence.n; i++)
    n += deid_row_set_get_n_bytes (&worker->evidence.items[i].removed);
  for (guint64 i = 0; i < worker->n_stack; i++)
    n += deid_refined_get_n_bytes (&worker->stack[i]->refined);
  if (worker->top != NULL)
    n += deid_refined_get_n_bytes (&worker->top->refined);
  for (const DeidBox *box = worker->spare; box != NULL; box = box->next)
    n += deid_refined_get_n_bytes (&box->refined);
  return n;
}
