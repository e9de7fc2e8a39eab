/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/cut-check.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "certificate/event-values.h"

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
cut_check_check_size (const DeidCutCheck *check, GError **error)
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
         && cut_check_check_size (check, error) && init_blocks (check, error)
         && cut_check_init_values (check, error) && deid_cut_rows_init (&check->rows, n_rows, error)
         && deid_cut_rows_init (&check->lower_rows, n_rows, error)
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
  g_free (check->blocks);
  g_free (check->corner);
  g_free (check->lower);
  g_free (check->is_lost);
  deid_cut_rows_clear (&check->rows);
  deid_cut_rows_clear (&check->lower_rows);
  g_free (check->gaps);
  g_free (check->cells);
  g_free (check->bests);
  g_free (check->values);
  g_free (check->all_values);
}

/* Finds the classes of S°, and those that are too small all the same. */
static gboolean
cut_check_find_lost (DeidCutCheck *check, const DeidPlainEvaluator *corner, GError **error)
{
  const DeidGrouping *grouping = &corner->grouping;

  check->n_classes = grouping->n_classes;
  check->n_lost = 0;
  if (!deid_grow ((gpointer *) &check->is_lost, &check->is_lost_capacity, check->n_classes,
                  sizeof *check->is_lost, error))
    return FALSE;
  for (guint64 number = 0; number < check->n_classes; number++)
    {
      check->is_lost[number] = corner->judgement.verdicts[number] == DEID_CLASS_FAILS_NECESSARY
                               || grouping->sizes[number] < check->prices.least;
      check->n_lost += check->is_lost[number] ? (gint64) grouping->sizes[number] : 0;
    }
  return deid_cut_rows_list (&check->rows, grouping, check->is_lost, error);
}

/* What suppressing a record adds at least to the cost of an attribute: extents do not fall from its
 * own value to the upper corner, and what is added is linear in them. */
static void
weigh_codes (DeidCutCheck *check, guint a, const DeidPlainEvaluator *corner)
{
  const DeidRows *rows = &check->prepared->rows;
  const DeidRecoding *recoding = corner->labels.recoder.recodings[a];
  DeidCutBlocks *blocks = &check->blocks[a];
  const guint32 n_codes = blocks->joint->n_codes;

  memset (blocks->kept_weights, 0, n_codes * sizeof *blocks->kept_weights);
  memset (blocks->lost_weights, 0, n_codes * sizeof *blocks->lost_weights);
  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    {
      const guint32 code = deid_codes_get (rows->codes[a], row);
      gint64 *weights = check->is_lost[corner->grouping.class_of_row[row]] ? blocks->lost_weights
                                                                           : blocks->kept_weights;

      weights[code] += (gint64) deid_rows_get_loss_weight (rows, row);
      blocks->least[code] = MIN (
          deid_cut_blocks_get_added (blocks, deid_cut_blocks_get_own_extent (blocks, code)),
          deid_cut_blocks_get_added (blocks, deid_cut_blocks_get_extent (blocks, code, recoding)));
      check->gaps[row] += blocks->least[code] * (gint64) deid_rows_get_loss_weight (rows, row);
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
      check->blocks[a].is_counted = FALSE;
    }
  memcpy (check->corner, corner->levels, size);
  check->is_set = TRUE;
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

      if (!deid_stop_check (stop, error)
          || !deid_cut_check_count_failing (check, corner, a, stop, error)
          || (costs_classes && !deid_cut_check_cost_classes (check, corner, a, lo, stop, error)))
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
