/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/cut-check.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* Returns: the rows of a class; sets their number. */
static inline const guint32 *
cut_rows_get (const DeidCutRows *rows, guint64 number, guint64 *n)
{
  *n = rows->starts[number + 1] - rows->starts[number];
  return rows->rows + rows->starts[number];
}

static gboolean
cut_rows_init (DeidCutRows *rows, guint64 n_rows, GError **error)
{
  *rows = (DeidCutRows){ .n_rows = n_rows };
  return deid_new_arrays (error, DEID_NEW (rows->rows, n_rows));
}

static void
cut_rows_clear (DeidCutRows *rows)
{
  deid_free_arrays (rows->rows, rows->starts);
}

/* Lists the rows of all classes. @is_left_out: (nullable): of each class whether it is left out.
 * Complexity: O(rows + classes). */
static gboolean
cut_rows_list (DeidCutRows *rows, const DeidGrouping *grouping, const guint8 *is_left_out,
               GError **error)
{
  const guint32 *class_of_row = grouping->class_of_row;
  const guint64 n_classes = grouping->n_classes;
  guint64 *starts;

  if (!deid_grow_list (rows, starts, n_classes + 1, error))
    return FALSE;
  starts = rows->starts;
  memset (starts, 0, (n_classes + 1) * sizeof *starts);
  for (guint64 row = 0; row < rows->n_rows; row++)
    starts[class_of_row[row] + 1] += is_left_out == NULL || !is_left_out[class_of_row[row]];
  for (guint64 number = 0; number < n_classes; number++)
    starts[number + 1] += starts[number];
  for (guint64 row = 0; row < rows->n_rows; row++)
    if (is_left_out == NULL || !is_left_out[class_of_row[row]])
      rows->rows[starts[class_of_row[row]]++] = (guint32) row;
  memmove (starts + 1, starts, n_classes * sizeof *starts);
  starts[0] = 0;
  return TRUE;
}

/* Returns: the greatest extent of the labels of an attribute. */
static double
find_greatest_extent (const DeidPreparedProblem *prepared, guint a)
{
  const DeidAttribute *attribute = &prepared->lattice->attributes[a];
  const DeidLossAttribute *term = &prepared->loss.terms[a];
  guint32 extent = 0;

  for (guint level = 0; level < attribute->n_levels; level++)
    {
      if (term->cut != NULL)
        for (guint32 label = 0; label < deid_attribute_get_n_labels (attribute, level); label++)
          extent = MAX (extent, term->label_extents[level][label]);
      else
        for (guint32 code = 0; code < attribute->n_codes; code++)
          extent = MAX (extent, term->extents[(gsize) code * term->n_levels + level]);
    }
  return extent;
}

/* Checks that sums fit into their numbers, as those of the library's prices do. What classes cost
 * does as it is. */
static gboolean
cut_check_size (const DeidCutCheck *check, GError **error)
{
  const DeidPreparedProblem *prepared = check->prepared;
  double weight = (double) prepared->n_records, units = 0, lambda;

  if (check->prices.prices == NULL)
    return TRUE;
  for (guint64 row = 0; row < deid_rows_get_n_own (&prepared->rows); row++)
    weight += (double) (gint64) deid_rows_get_loss_weight (&prepared->rows, row);
  for (guint a = 0; a < prepared->loss.n_attributes; a++)
    {
      const DeidLossAttribute *term = &prepared->loss.terms[a];

      units += (double) check->prices.prices[a]
               * (((double) term->kept + (double) term->covered)
                      * (find_greatest_extent (prepared, a) + 1)
                  + (double) term->suppressed);
    }
  lambda = (double) check->prices.lambda * G_MAXUINT16 * (double) prepared->n_records;
  return (units * weight < (double) DEID_CUT_PRICES_MAX && lambda < (double) DEID_CUT_PRICES_MAX)
         || deid_event_refuse (error, "the prices are too high");
}

static gboolean
init_blocks (DeidCutCheck *check, GError **error)
{
  const guint n = check->prepared->lattice->n_attributes;
  guint64 n_cells = 1;

  if (!deid_new_arrays (error, DEID_NEW (check->blocks, n)))
    return FALSE;
  for (guint a = 0; a < n; a++)
    {
      DeidCutBlocks *blocks = &check->blocks[a];

      if (!deid_cut_blocks_init (blocks, check->prepared, a,
                                 check->prices.prices != NULL ? &check->prices.prices[a] : NULL,
                                 error))
        return FALSE;
      n_cells = MAX (n_cells, blocks->has_runs ? blocks->n_places : blocks->n_blocks);
    }
  return deid_new_arrays (error, DEID_NEW (check->cells, n_cells));
}

static gboolean
cut_check_init_values (DeidCutCheck *check, GError **error)
{
  const DeidLattice *lattice = check->prepared->lattice;
  guint64 n = 0;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    n += deid_lattice_count_levels (lattice, d);
  if (!deid_new_arrays (error, DEID_NEW (check->all_values, n),
                        DEID_NEW (check->values, lattice->n_dimensions)))
    return FALSE;
  n = 0;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      check->values[d] = check->all_values + n;
      n += deid_lattice_count_levels (lattice, d);
    }
  return TRUE;
}

gboolean
deid_cut_check_init (DeidCutCheck *check, const DeidPreparedProblem *prepared, double objective,
                     const DeidJsonValue *root, const DeidStop *stop, GError **error)
{
  const guint64 n_rows = deid_rows_get_n_own (&prepared->rows);
  const guint n_dimensions = prepared->lattice->n_dimensions;

  *check = (DeidCutCheck){ .prepared = prepared };
  return deid_cut_prices_read (&check->prices, prepared, objective, root, stop, error)
         && cut_check_size (check, error) && init_blocks (check, error)
         && cut_check_init_values (check, error) && cut_rows_init (&check->rows, n_rows, error)
         && cut_rows_init (&check->lower_rows, n_rows, error)
         && deid_new_arrays (error, DEID_NEW (check->corner, n_dimensions),
                             DEID_NEW (check->lower, n_dimensions), DEID_NEW (check->gaps, n_rows),
                             DEID_NEW (check->bests, prepared->lattice->n_attributes));
}

void
deid_cut_check_clear (DeidCutCheck *check)
{
  for (guint a = 0; check->blocks != NULL && a < check->prepared->lattice->n_attributes; a++)
    deid_cut_blocks_clear (&check->blocks[a]);
  deid_cut_prices_clear (&check->prices);
  deid_free_arrays (check->blocks, check->corner, check->lower, check->is_lost);
  cut_rows_clear (&check->rows);
  cut_rows_clear (&check->lower_rows);
  deid_free_arrays (check->gaps, check->cells, check->bests, check->values, check->all_values);
}

/* Finds the classes of S°, and those that are too small all the same. */
static gboolean
cut_check_find_lost (DeidCutCheck *check, const DeidPlainEvaluator *corner, GError **error)
{
  const DeidGrouping *grouping = &corner->grouping;

  check->n_classes = grouping->n_classes;
  check->n_lost = 0;
  if (!deid_grow_list (check, is_lost, check->n_classes, error))
    return FALSE;
  for (guint64 number = 0; number < check->n_classes; number++)
    {
      check->is_lost[number] = corner->judgement.verdicts[number] == DEID_CLASS_FAILS_NECESSARY
                               || grouping->sizes[number] < check->prices.least;
      check->n_lost += check->is_lost[number] ? (gint64) grouping->sizes[number] : 0;
    }
  return cut_rows_list (&check->rows, grouping, check->is_lost, error);
}

/* What suppressing a record adds at least to the cost of an attribute: extents do not fall from its
 * own value to the upper corner, and what is added is linear in them. */
static void
weigh_codes (DeidCutCheck *check, guint a, const DeidPlainEvaluator *corner)
{
  const DeidRows *rows = &check->prepared->rows;
  const DeidRecoding *recoding = corner->recoder.recodings[a];
  DeidCutBlocks *blocks = &check->blocks[a];
  const guint32 n_codes = blocks->joint->n_codes;

  memset (blocks->corner.kept_weights, 0, n_codes * sizeof *blocks->corner.kept_weights);
  memset (blocks->corner.lost_weights, 0, n_codes * sizeof *blocks->corner.lost_weights);
  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    {
      const guint32 code = deid_codes_get (rows->codes[a], row);
      gint64 *weights = check->is_lost[corner->grouping.class_of_row[row]]
                            ? blocks->corner.lost_weights
                            : blocks->corner.kept_weights;

      weights[code] += (gint64) deid_rows_get_loss_weight (rows, row);
      blocks->corner.least[code] = MIN (
          deid_cut_blocks_get_added (blocks, deid_cut_blocks_get_own_extent (blocks, code)),
          deid_cut_blocks_get_added (blocks, deid_cut_blocks_get_extent (blocks, code, recoding)));
      check->gaps[row]
          += blocks->corner.least[code] * (gint64) deid_rows_get_loss_weight (rows, row);
    }
}

static gboolean
set_corner (DeidCutCheck *check, const DeidPlainEvaluator *corner, GError **error)
{
  const DeidLattice *lattice = check->prepared->lattice;
  const gsize size = lattice->n_dimensions * sizeof *check->corner;

  if (check->is_set && memcmp (check->corner, corner->levels, size) == 0)
    return TRUE;
  check->is_set = FALSE;
  if (!cut_check_find_lost (check, corner, error))
    return FALSE;
  memset (check->gaps, 0, deid_rows_get_n_own (&check->prepared->rows) * sizeof *check->gaps);
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      if (check->prices.prices != NULL)
        weigh_codes (check, a, corner);
      check->blocks[a].corner.is_counted = FALSE;
    }
  memcpy (check->corner, corner->levels, size);
  check->is_set = TRUE;
  return TRUE;
}

static void
clear_cells (DeidCutCheck *check, const DeidCutBlocks *blocks)
{
  memset (check->cells, 0,
          (blocks->has_runs ? blocks->n_places : blocks->n_blocks) * sizeof *check->cells);
}

/* What classes have in each block of an attribute: at the upper corner those of too few records,
 * and at another policy, where classes are costed, what they cost. */

/* Whether to go on with longer runs from the same place on. */
typedef enum
{
  CLASS_VISIT_FAILED,
  CLASS_VISIT_ENDS,
  CLASS_VISIT_GOES_ON
} ClassVisit;

/* Is told what a class has in a block. */
typedef ClassVisit (*ClassFunc) (DeidCutCheck *check, DeidCutBlocks *blocks, guint64 block,
                                 const DeidCutSums *sums, gboolean is_lost, GError **error);

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
                            .own = blocks->corner.least[code] * weight,
                            .all = check->gaps[row] });
}

static gboolean
visit_runs (DeidCutCheck *check, DeidCutBlocks *blocks, guint32 first, guint32 last,
            gboolean is_lost, ClassFunc func, GError **error)
{
  for (guint32 begin = first; begin <= last; begin++)
    {
      DeidCutSums sums = { 0 };
      ClassVisit visit = CLASS_VISIT_GOES_ON;

      for (guint32 end = begin; end <= last && visit == CLASS_VISIT_GOES_ON; end++)
        {
          add_sums (&sums, &check->cells[end]);
          visit = func (check, blocks, deid_cut_blocks_get_run (blocks, begin, end), &sums, is_lost,
                        error);
          if (visit == CLASS_VISIT_FAILED)
            return FALSE;
        }
    }
  return TRUE;
}

/* Visits the runs that may be: within that of the corner. */
static gboolean
visit_class_by_runs (DeidCutCheck *check, guint a, const RowClass *own, ClassFunc func,
                     GError **error)
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
  return visit_runs (check, blocks, first, last, own->is_lost, func, error);
}

/* Visits each label of each level. */
static gboolean
visit_class_by_nodes (DeidCutCheck *check, guint a, const RowClass *own, ClassFunc func,
                      GError **error)
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

          if (check->cells[block].records > 0
              && func (check, blocks, block, &check->cells[block], own->is_lost, error)
                     == CLASS_VISIT_FAILED)
            return FALSE;
          check->cells[block] = (DeidCutSums){ 0 };
        }
    }
  return TRUE;
}

static gboolean
visit_classes (DeidCutCheck *check, guint a, const DeidCutRows *rows, guint64 n_classes,
               const guint32 *corner_classes, ClassFunc func, const DeidStop *stop, GError **error)
{
  for (guint64 number = 0; number < n_classes; number++)
    {
      RowClass own = { 0 };

      own.rows = cut_rows_get (rows, number, &own.n);
      if (!deid_stop_check_class (stop, (guint32) number, error))
        return FALSE;
      if (own.n == 0)
        continue;
      own.is_lost = check->is_lost[corner_classes[own.rows[0]]];
      if (!(check->blocks[a].has_runs ? visit_class_by_runs (check, a, &own, func, error)
                                      : visit_class_by_nodes (check, a, &own, func, error)))
        return FALSE;
    }
  return TRUE;
}

static ClassVisit
cut_classes_count_failing (DeidCutCheck *check, DeidCutBlocks *blocks, guint64 block,
                           const DeidCutSums *sums, gboolean is_lost, GError **error)
{
  if (sums->records >= (gint64) check->prices.least)
    return CLASS_VISIT_ENDS;
  add_sums (&blocks->corner.failing[block], sums);
  return CLASS_VISIT_GOES_ON;
}

/* Counts the records that each block of an attribute fails, unless the upper corner is the same as
 * before. */
static gboolean
cut_check_count_failing (DeidCutCheck *check, const DeidPlainEvaluator *corner, guint a,
                         const DeidStop *stop, GError **error)
{
  DeidCutBlocks *blocks = &check->blocks[a];

  if (blocks->corner.is_counted)
    return TRUE;
  memset (blocks->corner.failing, 0, blocks->n_blocks * sizeof *blocks->corner.failing);
  clear_cells (check, blocks);
  blocks->corner.is_counted
      = visit_classes (check, a, &check->rows, check->n_classes, corner->grouping.class_of_row,
                       cut_classes_count_failing, stop, error);
  return blocks->corner.is_counted;
}

/* Adds what a class costs, but for what fails. Runs that begin where nobody is have no cost yet. */
static ClassVisit
cut_classes_cost_class (DeidCutCheck *check, DeidCutBlocks *blocks, guint64 block,
                        const DeidCutSums *sums, gboolean is_lost, GError **error)
{
  DeidCutPrices *prices = &check->prices;
  const guint64 n = (guint64) sums->records;
  guint64 bound = n * prices->rising.lost;

  if (n > 0 && !(is_lost && prices->rising.lost > 0)
      && !deid_size_costs_get (&prices->sizes, DEID_COST_BOUND, n, &bound, error))
    return CLASS_VISIT_FAILED;
  blocks->corner.class_costs[block] += bound;
  return CLASS_VISIT_GOES_ON;
}

/* The classes of records that fail have fewer than the least, by which they cost something so far.
 */
static void
finish_costs (const DeidCutPrices *prices, DeidCutBlocks *blocks)
{
  for (guint64 block = 0; block < blocks->n_blocks; block++)
    blocks->corner.class_costs[block]
        = (blocks->corner.class_costs[block]
           + prices->failing * (guint64) blocks->corner.failing[block].records)
          >> prices->exponent;
}

/* Sets what each block costs, where classes are costed. */
static gboolean
cut_check_cost_classes (DeidCutCheck *check, DeidPlainEvaluator *corner, guint a,
                        const DeidLevel *lo, const DeidStop *stop, GError **error)
{
  DeidCutBlocks *blocks = &check->blocks[a];
  const guint first = blocks->attribute->first_dimension;

  memcpy (check->lower, lo, check->prepared->lattice->n_dimensions * sizeof *check->lower);
  memcpy (check->lower + first, check->corner + first,
          blocks->attribute->n_dimensions * sizeof *check->lower);
  memset (blocks->corner.class_costs, 0, blocks->n_blocks * sizeof *blocks->corner.class_costs);
  clear_cells (check, blocks);
  if (!deid_plain_evaluator_group_lower (corner, check->lower, stop, error)
      || !cut_rows_list (&check->lower_rows, &corner->lower, NULL, error)
      || !visit_classes (check, a, &check->lower_rows, corner->lower.n_classes,
                         corner->grouping.class_of_row, cut_classes_cost_class, stop, error))
    return FALSE;
  finish_costs (&check->prices, blocks);
  return TRUE;
}

gboolean
deid_cut_check_bound (DeidCutCheck *check, DeidPlainEvaluator *corner, const DeidLevel *lo,
                      const guint64 *multipliers, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = check->prepared;
  const guint n = prepared->lattice->n_attributes;
  const gboolean costs_classes = check->prices.prices == NULL;
  const gint64 lambda = costs_classes ? 0 : (gint64) multipliers[n] * check->prices.lambda;

  if (!set_corner (check, corner, error))
    return FALSE;
  check->bound = lambda * (check->n_lost - (gint64) prepared->limit);
  for (guint a = 0; a < n; a++)
    {
      const DeidCutQuestion question = { .floors = prepared->lattice->floors,
                                         .lo = lo,
                                         .hi = check->corner,
                                         .share = costs_classes ? 0 : (gint64) multipliers[a],
                                         .lambda = lambda,
                                         .n_allowed = (gint64) prepared->limit - check->n_lost };

      if (!deid_stop_check (stop, error) || !cut_check_count_failing (check, corner, a, stop, error)
          || (costs_classes && !cut_check_cost_classes (check, corner, a, lo, stop, error)))
        return FALSE;
      deid_cut_blocks_ask (&check->blocks[a], &question, &check->bests[a], check->values);
      check->bound = costs_classes ? MAX (check->bound, check->bests[a])
                                   : MIN (check->bound + check->bests[a], DEID_CUT_IMPOSSIBLE);
    }
  return TRUE;
}

gint64
deid_cut_check_get_value (const DeidCutCheck *check, const DeidLevel *lo, guint dimension,
                          guint level)
{
  const guint a = check->prepared->lattice->dimension_attribute[dimension];
  const gint64 value = check->values[dimension][level - lo[dimension]];

  if (check->bound >= DEID_CUT_IMPOSSIBLE || value >= DEID_CUT_IMPOSSIBLE)
    return DEID_CUT_IMPOSSIBLE;
  return check->prices.prices != NULL ? check->bound - check->bests[a] + value
                                      : MAX (check->bound, value);
}
