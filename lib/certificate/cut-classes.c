/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What classes have in each block of an attribute: at the upper corner those of too few records,
 * and at another policy, where classes are costed, what they cost. */
#include <string.h>

#include "certificate/cut-check.h"

/* Is told what a class has in a block. Returns: whether to go on with longer runs from the same
 * place on. */
typedef gboolean (*ClassFunc) (const DeidCutCheck *check, DeidCutBlocks *blocks, guint64 block,
                               const DeidCutSums *sums, gboolean is_lost);

/* A class of rows, all in S° or none. */
typedef struct
{
  const guint32 *rows;
  guint64 n;
  gboolean is_lost;
} RowClass;

static void
add_sums (DeidCutSums *to, const DeidCutSums *added)
{
  to->records += added->records;
  to->weight += added->weight;
  to->own += added->own;
  to->all += added->all;
}

static void
cut_classes_add_row (const DeidCutCheck *check, const DeidCutBlocks *blocks, guint32 row,
                     guint32 code, DeidCutSums *to)
{
  const gint64 weight = (gint64) deid_rows_get_loss_weight (&check->prepared->rows, row);

  add_sums (to,
            &(DeidCutSums){ .records = (gint64) deid_rows_get_weight (&check->prepared->rows, row),
                            .weight = weight,
                            .own = blocks->least[code] * weight,
                            .all = check->gaps[row] });
}

static void
visit_runs (DeidCutCheck *check, DeidCutBlocks *blocks, guint32 first, guint32 last,
            gboolean is_lost, ClassFunc func)
{
  for (guint32 begin = first; begin <= last; begin++)
    {
      DeidCutSums sums = { 0 };

      for (guint32 end = begin; end <= last; end++)
        {
          add_sums (&sums, &check->cells[end]);
          if (!func (check, blocks, deid_cut_blocks_get_run (blocks, begin, end), &sums, is_lost))
            break;
        }
    }
}

/* Visits the runs that may be: within that of the corner. */
static void
visit_class_by_runs (DeidCutCheck *check, guint a, const RowClass *own, ClassFunc func)
{
  DeidCutBlocks *blocks = &check->blocks[a];
  const DeidCodes *codes = check->prepared->rows.codes[a];
  const DeidLevel *hi = check->corner + blocks->attribute->first_dimension;
  guint32 first = deid_cut_blocks_get_place (blocks, deid_codes_get (codes, own->rows[0]));
  guint32 last = first;

  while (first < blocks->n_values && first > 0 && hi[first - 1] > 0)
    first--;
  while (last + 1 < blocks->n_values && hi[last] > 0)
    last++;
  if (deid_attribute_merges_all (blocks->attribute, check->corner))
    {
      first = 0;
      last = blocks->n_places - 1;
    }
  memset (check->cells + first, 0, (last - first + 1) * sizeof *check->cells);
  for (guint64 i = 0; i < own->n; i++)
    {
      const guint32 code = deid_codes_get (codes, own->rows[i]);

      cut_classes_add_row (check, blocks, own->rows[i], code,
                           &check->cells[deid_cut_blocks_get_place (blocks, code)]);
    }
  visit_runs (check, blocks, first, last, own->is_lost, func);
}

/* Visits each label of each level. */
static void
visit_class_by_nodes (DeidCutCheck *check, guint a, const RowClass *own, ClassFunc func)
{
  DeidCutBlocks *blocks = &check->blocks[a];
  const DeidCodes *codes = check->prepared->rows.codes[a];

  for (guint level = 0; level < blocks->joint->n_levels; level++)
    {
      for (guint64 i = 0; i < own->n; i++)
        {
          const guint32 code = deid_codes_get (codes, own->rows[i]);

          cut_classes_add_row (check, blocks, own->rows[i], code,
                               &check->cells[deid_cut_blocks_get_node (blocks, level, code)]);
        }
      for (guint64 i = 0; i < own->n; i++)
        {
          const guint64 block
              = deid_cut_blocks_get_node (blocks, level, deid_codes_get (codes, own->rows[i]));

          if (check->cells[block].records > 0)
            func (check, blocks, block, &check->cells[block], own->is_lost);
          check->cells[block] = (DeidCutSums){ 0 };
        }
    }
}

static gboolean
visit_classes (DeidCutCheck *check, guint a, const DeidCutRows *rows, guint64 n_classes,
               const guint32 *corner_classes, ClassFunc func, const DeidStop *stop, GError **error)
{
  for (guint64 number = 0; number < n_classes; number++)
    {
      RowClass own = { 0 };

      own.rows = deid_cut_rows_get (rows, number, &own.n);
      if (!deid_stop_check_class (stop, (guint32) number, error))
        return FALSE;
      if (own.n == 0)
        continue;
      own.is_lost = check->is_lost[corner_classes[own.rows[0]]];
      if (check->blocks[a].has_runs)
        visit_class_by_runs (check, a, &own, func);
      else
        visit_class_by_nodes (check, a, &own, func);
    }
  return TRUE;
}

static gboolean
cut_classes_count_failing (const DeidCutCheck *check, DeidCutBlocks *blocks, guint64 block,
                           const DeidCutSums *sums, gboolean is_lost)
{
  (void) is_lost;
  if (sums->records >= (gint64) check->prices.least)
    return FALSE;
  add_sums (&blocks->failing[block], sums);
  return TRUE;
}

static void
clear_cells (DeidCutCheck *check, const DeidCutBlocks *blocks)
{
  memset (check->cells, 0,
          (blocks->has_runs ? blocks->n_places : blocks->n_blocks) * sizeof *check->cells);
}

gboolean
deid_cut_check_count_failing (DeidCutCheck *check, const DeidPlainEvaluator *corner, guint a,
                              const DeidStop *stop, GError **error)
{
  DeidCutBlocks *blocks = &check->blocks[a];

  if (blocks->is_counted)
    return TRUE;
  memset (blocks->failing, 0, blocks->n_blocks * sizeof *blocks->failing);
  clear_cells (check, blocks);
  blocks->is_counted
      = visit_classes (check, a, &check->rows, check->n_classes, corner->grouping.class_of_row,
                       cut_classes_count_failing, stop, error);
  return blocks->is_counted;
}

/* Adds what a class costs, but for what fails. */
static gboolean
cut_classes_cost_class (const DeidCutCheck *check, DeidCutBlocks *blocks, guint64 block,
                        const DeidCutSums *sums, gboolean is_lost)
{
  const DeidCutPrices *prices = &check->prices;
  const guint64 n = (guint64) sums->records;

  if (prices->lost == 0)
    blocks->class_costs[block] += n * n;
  else
    blocks->class_costs[block] += n * (is_lost ? prices->lost : MAX (n, prices->least));
  return TRUE;
}

/* The classes of records that fail have fewer than the least, which is what they cost so far. */
static void
finish_costs (const DeidCutPrices *prices, DeidCutBlocks *blocks)
{
  const guint64 more = prices->lost > 0 ? prices->lost - prices->least : 0;

  for (guint64 block = 0; block < blocks->n_blocks; block++)
    blocks->class_costs[block]
        = (blocks->class_costs[block] + more * (guint64) blocks->failing[block].records)
          >> prices->exponent;
}

gboolean
deid_cut_check_cost_classes (DeidCutCheck *check, DeidPlainEvaluator *corner, guint a,
                             const DeidLevel *lo, const DeidStop *stop, GError **error)
{
  DeidCutBlocks *blocks = &check->blocks[a];
  const guint first = blocks->attribute->first_dimension;

  memcpy (check->lower, lo, check->prepared->lattice->n_dimensions * sizeof *check->lower);
  memcpy (check->lower + first, check->corner + first,
          blocks->attribute->n_dimensions * sizeof *check->lower);
  memset (blocks->class_costs, 0, blocks->n_blocks * sizeof *blocks->class_costs);
  clear_cells (check, blocks);
  if (!deid_plain_evaluator_group_lower (corner, check->lower, stop, error)
      || !deid_cut_rows_list (&check->lower_rows, &corner->lower, NULL, error)
      || !visit_classes (check, a, &check->lower_rows, corner->lower.n_classes,
                         corner->grouping.class_of_row, cut_classes_cost_class, stop, error))
    return FALSE;
  finish_costs (&check->prices, blocks);
  return TRUE;
}
