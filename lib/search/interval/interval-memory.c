/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How much memory a search holds. Nothing that grows with the rows is freed before it ends, so what
 * is held at the end is the most that was. */
#include "search/interval/interval.h"

static guint64
count_cells (const DeidCells *cells, guint64 n_rows)
{
  const DeidFrequencyTable *table = &cells->table;

  return n_rows * sizeof (guint32) + cells->records_capacity * sizeof *cells->records
         + cells->class_of_cell_capacity * sizeof *cells->class_of_cell + cells->id_of_cell_capacity
         + cells->counts_capacity * sizeof *cells->counts
         + deid_frequency_table_get_n_bytes (table);
}

static guint64
count_set (const DeidRowSet *set)
{
  return set->n_words * sizeof *set->words;
}

static guint64
count_box (const DeidBox *box)
{
  return box->refined.map.ids_capacity + count_set (&box->refined.removed);
}

guint64
deid_interval_get_n_bytes (const DeidInterval *interval)
{
  guint64 n = 0;

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
  const DeidRefiner *refiner = &worker->refiner;
  const guint64 n_rows = refiner->instance->rows.n;
  guint64 n = count_cells (&refiner->cells, n_rows) + count_set (&worker->known)
              + n_rows * (sizeof *worker->rows + sizeof *refiner->removed)
              + refiner->cell_verdicts_capacity;

  if (!deid_loss_is_separable (&refiner->instance->loss))
    n += deid_class_sums_get_n_bytes (&refiner->sums);
  if (refiner->instance->needs_reader)
    n += deid_class_reader_get_n_bytes (&refiner->reader);
  for (guint i = 0; i < worker->evidence.n; i++)
    n += count_set (&worker->evidence.items[i].removed);
  for (guint64 i = 0; i < worker->n_stack; i++)
    n += count_box (worker->stack[i]);
  for (const DeidBox *box = worker->spare; box != NULL; box = box->next)
    n += count_box (box);
  return n;
}
