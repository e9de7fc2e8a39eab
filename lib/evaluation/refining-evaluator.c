/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/refining-evaluator.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* What is known at a policy that was reached by refining. */

gboolean
deid_refined_init (DeidRefined *refined, const DeidRefiningEvaluator *refiner, GError **error)
{
  const DeidPreparedProblem *prepared = refiner->prepared;

  *refined = (DeidRefined){ .levels = NULL };
  return deid_new_arrays (error, DEID_NEW (refined->levels, prepared->lattice->n_dimensions),
                          DEID_NEW (refined->covered, prepared->loss.n_levels))
         && deid_row_set_init (&refined->removed, prepared->rows.n, error);
}

void
deid_refined_clear (DeidRefined *refined)
{
  deid_free_arrays (refined->levels, refined->covered);
  deid_row_set_clear (&refined->removed);
  deid_class_map_clear (&refined->map);
}

guint64
deid_refined_get_n_bytes (const DeidRefined *refined)
{
  return refined->map.ids_capacity + deid_row_set_get_n_bytes (&refined->removed);
}

static const DeidEvaluatorKind refining_evaluator;

gboolean
deid_refining_evaluator_init (DeidRefiningEvaluator *refiner, const DeidPreparedProblem *prepared,
                              const DeidSteps *steps, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;

  *refiner = (DeidRefiningEvaluator){ .base = { &refining_evaluator, prepared->lattice },
                                      .prepared = prepared,
                                      .steps = steps };
  return deid_new_arrays (error, DEID_NEW (refiner->loss_sums, lattice->n_attributes),
                          DEID_NEW (refiner->pending, prepared->loss.n_levels),
                          DEID_NEW (refiner->pending_dimensions, prepared->loss.n_levels),
                          DEID_NEW (refiner->reached, lattice->n_dimensions),
                          DEID_NEW (refiner->set_levels, lattice->n_dimensions),
                          DEID_NEW (refiner->removed, prepared->rows.n))
         && deid_judgement_init (&refiner->judgement, prepared, error)
         && deid_cells_init (&refiner->cells, prepared->rows.n, error)
         && deid_recoder_init (&refiner->recoder, prepared->attributes, lattice->n_attributes,
                               error)
         && (deid_loss_is_separable (&prepared->loss)
             || deid_class_sums_init (&refiner->sums, &prepared->loss, &prepared->read_costs.source,
                                      lattice->n_dimensions, error));
}

static void
refining_evaluator_clear (DeidEvaluator *base)
{
  DeidRefiningEvaluator *refiner = (DeidRefiningEvaluator *) base;

  deid_cells_clear (&refiner->cells);
  deid_judgement_clear (&refiner->judgement);
  deid_recoder_clear (&refiner->recoder);
  deid_class_sums_clear (&refiner->sums);
  deid_free_arrays (refiner->removed, refiner->kept, refiner->loss_sums, refiner->set_levels,
                    refiner->pending, refiner->pending_dimensions, refiner->reached);
  deid_refined_clear (&refiner->own);
}

static guint64
refining_evaluator_get_n_bytes (const DeidEvaluator *base)
{
  const DeidRefiningEvaluator *refiner = (const DeidRefiningEvaluator *) base;
  const guint64 n_rows = refiner->prepared->rows.n;

  return deid_cells_get_n_bytes (&refiner->cells, n_rows) + n_rows * sizeof *refiner->removed
         + refiner->kept_capacity * sizeof *refiner->kept
         + deid_judgement_get_n_bytes (&refiner->judgement)
         + deid_refined_get_n_bytes (&refiner->own)
         + (deid_loss_is_separable (&refiner->prepared->loss)
                ? 0
                : deid_class_sums_get_n_bytes (&refiner->sums));
}

/* Sets U of each attribute at the levels of @lower, over S°. */
static void
refining_evaluator_get_covered (const DeidRefiningEvaluator *refiner, const DeidRefined *refined,
                                const DeidLevel *lower)
{
  const DeidLoss *loss = &refiner->prepared->loss;

  for (guint a = 0; a < loss->n_attributes; a++)
    refiner->loss_sums[a].covered
        = refined->covered[loss->terms[a].first_level + lower[loss->attributes[a].first_dimension]];
}

/* The objective of @lower if exactly S° were suppressed. */
static double
get_objective (const DeidRefiningEvaluator *refiner, const DeidRefined *refined,
               const DeidLevel *lower)
{
  refining_evaluator_get_covered (refiner, refined, lower);
  return deid_loss_measure (&refiner->prepared->loss, lower, refiner->loss_sums,
                            refined->verdict.necessary_weight);
}

/* Sets what of the table is suppressed for bounds of what classes cost: S°. */
static gboolean
set_suppressed (DeidRefiningEvaluator *refiner, const DeidRefined *refined, GError **error)
{
  const gsize size = refiner->prepared->lattice->n_dimensions * sizeof *refined->levels;

  if (refiner->is_set && memcmp (refiner->set_levels, refined->levels, size) == 0)
    return TRUE;
  memcpy (refiner->set_levels, refined->levels, size);
  refiner->is_set = deid_class_sums_set_suppressed (
      &refiner->sums, refiner->removed, deid_row_set_list (&refined->removed, refiner->removed),
      error);
  return refiner->is_set;
}

gboolean
deid_refining_evaluator_get_bound (DeidRefiningEvaluator *refiner, const DeidRefined *refined,
                                   const DeidLevel *lower, const DeidStop *stop, double *bound,
                                   GError **error)
{
  const DeidLoss *loss = &refiner->prepared->loss;

  if (!deid_loss_is_separable (loss))
    return (!deid_loss_has_bounds (loss) || set_suppressed (refiner, refined, error))
           && deid_class_sums_get_suppressed_bound (&refiner->sums, lower, stop, bound, error);
  refining_evaluator_get_covered (refiner, refined, lower);
  *bound = deid_loss_get_bound_of_sums (loss, lower, refiner->loss_sums,
                                        refined->verdict.necessary_weight);
  return TRUE;
}

gboolean
deid_refining_evaluator_get_bound_with (DeidRefiningEvaluator *refiner, const DeidRefined *refined,
                                        const DeidLevel *lower, const DeidFurtherRows *further,
                                        const DeidStop *stop, double *bound, GError **error)
{
  const DeidLoss *loss = &refiner->prepared->loss;

  if (!deid_loss_is_separable (loss))
    return deid_refining_evaluator_get_bound (refiner, refined, lower, stop, bound, error);
  refining_evaluator_get_covered (refiner, refined, lower);
  deid_loss_add_suppressed_rows (loss, &refiner->prepared->rows, further->rows, further->n,
                                 further->n_records, deid_recoder_set (&refiner->recoder, lower),
                                 refiner->loss_sums);
  *bound = deid_loss_get_bound_of_sums (loss, lower, refiner->loss_sums,
                                        refined->verdict.necessary_weight
                                            + deid_loss_weigh_rows (&refiner->prepared->rows,
                                                                    further->rows, further->n,
                                                                    further->n_records));
  return TRUE;
}

gboolean
deid_refining_evaluator_has_cheap_bounds (const DeidRefiningEvaluator *refiner)
{
  const DeidLoss *loss = &refiner->prepared->loss;

  return deid_loss_is_separable (loss) || !deid_loss_has_bounds (loss)
         || deid_class_sums_follow_from_labels (&refiner->sums);
}

double
deid_refining_evaluator_get_range (const DeidRefiningEvaluator *refiner, guint attribute,
                                   const DeidLevel *lo, const DeidLevel *hi)
{
  const DeidLoss *loss = &refiner->prepared->loss;

  return deid_loss_is_separable (loss)
             ? deid_loss_get_range (loss, attribute, lo, hi)
             : deid_class_sums_get_range (&refiner->sums, attribute, lo, hi);
}

/* Removed rows are in classes of their own behind the others. */
static gboolean
judge_cells (DeidRefiningEvaluator *refiner, const DeidStop *stop, GError **error)
{
  const DeidCells *cells = &refiner->cells;
  const DeidRowClasses classes = { .class_of_row = cells->cell_of_row,
                                   .width = cells->width,
                                   .n_classes = (guint32) cells->n_slots,
                                   .sizes = cells->records,
                                   .levels = refiner->reached };

  return deid_judgement_judge_classes (&refiner->judgement, &classes, cells->n_cells, stop, error);
}

/* Withholds persons: their rows come into the first cell behind the others, as if they had been
 * removed before. Sets how many records they have. */
static gboolean
withhold_persons (DeidRefiningEvaluator *refiner, const DeidStop *stop, guint64 *n_withheld,
                  GError **error)
{
  DeidCells *cells = &refiner->cells;
  DeidPersonClasses classes = { .class_of_row = cells->cell_of_row,
                                .width = cells->width,
                                .n = cells->n_cells,
                                .sizes = cells->records };
  const gboolean success = deid_judgement_withhold_persons (
      &refiner->judgement, &classes, (guint32) cells->n_slots, refiner->reached, stop, error);

  *n_withheld = classes.n_withheld;
  return success;
}

/* Numbers the cells that stay and counts what does not. There are no branches, since it follows no
 * pattern which cells stay.
 * Returns: the number of classes. */
static guint32
refining_evaluator_number_classes (DeidRefiningEvaluator *refiner, guint64 n_removed,
                                   DeidVerdict *verdict)
{
  const guint32 n_cells = refiner->cells.n_cells;
  const guint64 *records = refiner->cells.records;
  const guint8 *cell_verdicts = refiner->judgement.verdicts;
  guint32 *class_of_cell = refiner->cells.class_of_cell;
  guint64 n_suppressed = n_removed, n_necessary = n_removed;
  guint32 n_classes = 0;

  for (guint32 cell = 0; cell < n_cells; cell++)
    {
      const guint64 fails = cell_verdicts[cell] != DEID_CLASS_PASSES;
      const guint64 is_removed = cell_verdicts[cell] == DEID_CLASS_FAILS_NECESSARY;
      const guint32 stays = !is_removed & (records[cell] > 0);

      n_suppressed += records[cell] & -fails;
      n_necessary += records[cell] & -is_removed;
      class_of_cell[cell] = n_classes | (stays - 1);
      n_classes += stays;
    }
  *verdict = deid_verdict_from_counts (refiner->prepared, n_suppressed, n_necessary, 0);
  return n_classes;
}

/* The same where classes of the population alone are judged. All rows then stay, removed ones
 * included: where they do not, it would not be known below which classes have no records. */
static guint32
number_all_classes (DeidRefiningEvaluator *refiner, DeidVerdict *verdict)
{
  const guint64 *records = refiner->cells.records;
  guint64 n_suppressed = 0, n_necessary = 0, n_unmatched = 0;
  guint32 n_classes = 0;

  for (guint32 cell = 0; cell < refiner->cells.n_cells; cell++)
    {
      const guint8 cell_verdict = refiner->judgement.verdicts[cell];
      const gboolean stays = records[cell] > 0 || refiner->judgement.reader.populations[cell] > 0;

      if (cell_verdict != DEID_CLASS_PASSES)
        n_suppressed += records[cell];
      if (cell_verdict == DEID_CLASS_FAILS_NECESSARY)
        n_necessary += records[cell];
      n_unmatched += records[cell] == 0 && cell_verdict != DEID_CLASS_PASSES;
      refiner->cells.class_of_cell[cell] = stays ? n_classes++ : DEID_NO_CLASS;
    }
  *verdict = deid_verdict_from_counts (refiner->prepared, n_suppressed, n_necessary, n_unmatched);
  return n_classes;
}

/* Adds the rows that fail the superset-closed part of the models to the removed ones, and lists
 * those that are new, where all rows stay.
 * Returns: their number. */
static guint64
list_removed (DeidRefiningEvaluator *refiner, DeidRefined *refined)
{
  guint64 n = 0;

  for (guint64 row = 0; row < deid_rows_get_n_own (&refiner->prepared->rows); row++)
    if (refiner->judgement.verdicts[deid_cells_get (&refiner->cells, row)]
            == DEID_CLASS_FAILS_NECESSARY
        && deid_row_set_add (&refined->removed, row))
      refiner->removed[n++] = (guint32) row;
  return n;
}

/* Makes the map of the cells' classes, and removes @n_records. */
static gboolean
write_map (DeidRefiningEvaluator *refiner, guint32 n_classes, guint64 n_records, DeidRefined *to,
           GError **error)
{
  const DeidPreparedProblem *prepared = refiner->prepared;
  const gboolean all_stay = prepared->asks.judges_unmatched;
  DeidRemovedRows removed = { &to->removed, refiner->removed, 0 };

  if (!deid_cells_write (&refiner->cells, n_classes, prepared->rows.n, &to->map,
                         n_records > 0 && !all_stay ? &removed : NULL, error))
    return FALSE;
  if (n_records > 0 && all_stay)
    removed.n_added = list_removed (refiner, to);
  deid_loss_add_suppressed_up_to (&prepared->loss, &prepared->rows, refiner->removed,
                                  removed.n_added, n_records, to->levels, to->covered);
  return TRUE;
}

/* The objective of a policy some of whose classes fail without being in S°. */
static double
measure_failing (DeidRefiningEvaluator *refiner, const DeidRefined *refined)
{
  const DeidPreparedProblem *prepared = refiner->prepared;
  const DeidCells *cells = &refiner->cells;
  const DeidRecoding *const *recodings = deid_recoder_set (&refiner->recoder, refined->levels);

  refining_evaluator_get_covered (refiner, refined, refined->levels);
  for (guint64 row = 0; row < prepared->rows.n; row++)
    {
      const guint32 cell = deid_cells_get (cells, row);

      if (cell < cells->n_cells && refiner->judgement.verdicts[cell] == DEID_CLASS_FAILS)
        deid_loss_add_suppressed (&prepared->loss, &prepared->rows, row, recodings,
                                  refiner->loss_sums);
    }
  return deid_loss_measure (&prepared->loss, refined->levels, refiner->loss_sums,
                            refined->verdict.suppressed_weight);
}

/* Settles which cells stay at the policy of @to, whose levels are set and whose removed rows are
 * those before; if it is infeasible, only if refining goes on. */
static gboolean
refining_evaluator_settle (DeidRefiningEvaluator *refiner, guint64 n_removed, DeidRefined *to,
                           gboolean goes_on, const DeidStop *stop, gboolean *feasible,
                           GError **error)
{
  guint64 n_withheld = 0;
  guint32 n_classes;

  if (refiner->prepared->asks.judges_persons ? !withhold_persons (refiner, stop, &n_withheld, error)
                                             : !judge_cells (refiner, stop, error))
    return FALSE;
  n_classes
      = refiner->prepared->asks.judges_unmatched
            ? number_all_classes (refiner, &to->verdict)
            : refining_evaluator_number_classes (refiner, n_removed + n_withheld, &to->verdict);
  if (!deid_judgement_judge_table (&refiner->judgement, &refiner->prepared->rows, stop,
                                   &to->verdict, error))
    return FALSE;
  *feasible = deid_verdict_is_feasible (&to->verdict, refiner->prepared);
  if (!*feasible && !goes_on)
    return TRUE;
  if (!write_map (refiner, n_classes, MAX (to->verdict.n_necessary, n_removed) - n_removed, to,
                  error))
    return FALSE;
  if (to->verdict.is_solution && deid_loss_is_separable (&refiner->prepared->loss))
    to->verdict.objective = to->verdict.n_suppressed > to->verdict.n_necessary
                                ? measure_failing (refiner, to)
                                : get_objective (refiner, to, to->levels);
  return TRUE;
}

/* Removed rows are in cells behind the others, unless all rows stay. */
static gboolean
is_suppressed (guint64 row, gconstpointer data)
{
  const DeidRefiningEvaluator *refiner = data;
  const guint32 cell = deid_cells_get (&refiner->cells, row);

  return cell >= refiner->cells.n_cells || refiner->judgement.verdicts[cell] != DEID_CLASS_PASSES;
}

/* Sets all rows that a policy suppresses as suppressed, by rows where they are more than S°. */
static gboolean
set_all_suppressed (DeidRefiningEvaluator *refiner, const DeidRefined *refined, GError **error)
{
  guint64 n = 0;

  if (refined->verdict.n_suppressed == refined->verdict.n_necessary)
    return set_suppressed (refiner, refined, error);
  for (guint64 row = 0; row < refiner->prepared->rows.n; row++)
    if (is_suppressed (row, refiner))
      refiner->removed[n++] = (guint32) row;
  refiner->is_set = FALSE;
  return deid_class_sums_set_suppressed (&refiner->sums, refiner->removed, n, error);
}

static gboolean
measure_sizes (DeidRefiningEvaluator *refiner, DeidRefined *refined, const DeidStop *stop,
               GError **error)
{
  const DeidCells *cells = &refiner->cells;
  guint32 n = 0;

  if (!deid_grow_list (refiner, kept, cells->n_cells, error))
    return FALSE;
  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    {
      refiner->kept[n] = cells->records[cell];
      n += cells->records[cell] > 0 && refiner->judgement.verdicts[cell] == DEID_CLASS_PASSES;
    }
  return set_all_suppressed (refiner, refined, error)
         && deid_class_sums_measure_sizes (&refiner->sums, refined->levels, refiner->kept, n, stop,
                                           &refined->verdict.objective, error);
}

/* The objective of a policy follows from all its classes, those of S° included, if classes are
 * costed; it is then asked for once the policy is reached. */
static gboolean
refining_evaluator_measure_classes (DeidRefiningEvaluator *refiner, DeidRefined *refined,
                                    const DeidStop *stop, GError **error)
{
  if (deid_loss_is_separable (&refiner->prepared->loss) || !refined->verdict.is_solution)
    return TRUE;
  return deid_class_sums_takes_sizes (&refiner->sums)
             ? measure_sizes (refiner, refined, stop, error)
             : deid_class_sums_measure (&refiner->sums, refined->levels, is_suppressed, refiner,
                                        stop, &refined->verdict.objective, error);
}

gboolean
deid_refining_evaluator_start (DeidRefiningEvaluator *refiner, DeidRefined *refined,
                               const DeidStop *stop, gboolean *feasible, GError **error)
{
  const DeidPreparedProblem *prepared = refiner->prepared;
  DeidGrouping grouping = { 0 };
  gboolean success;

  memcpy (refined->levels, prepared->lattice->heights,
          prepared->lattice->n_dimensions * sizeof *refined->levels);
  memcpy (refiner->reached, refined->levels,
          prepared->lattice->n_dimensions * sizeof *refined->levels);
  memset (refined->covered, 0, prepared->loss.n_levels * sizeof *refined->covered);
  deid_row_set_empty (&refined->removed);
  success
      = deid_grouping_run (&grouping, &prepared->rows,
                           deid_recoder_set (&refiner->recoder, refined->levels), stop, error)
        && deid_cells_set_grouping (&refiner->cells, &grouping, prepared->rows.n, error)
        && refining_evaluator_settle (refiner, 0, refined, refiner->is_exact, stop, feasible, error)
        && refining_evaluator_measure_classes (refiner, refined, stop, error);
  deid_grouping_clear (&grouping);
  return success;
}

/* Returns: the dimension to be lowered by a level first, or the number of dimensions if there is
 * none. */
static guint
choose_dimension (const DeidRefiningEvaluator *refiner, const DeidLevel *from, const DeidLevel *to)
{
  const guint n = refiner->prepared->lattice->n_dimensions;
  guint best = n;

  for (guint d = 0; d < n; d++)
    if (from[d] > to[d]
        && (best == n
            || (refiner->worth != NULL
                && refiner->worth[d][from[d] - 1] > refiner->worth[best][from[best] - 1])))
      best = d;
  return best;
}

/* Lists the steps from the policy reached down to another; those of an attribute in their order. */
static guint
list_steps (DeidRefiningEvaluator *refiner, const DeidLevel *to)
{
  const DeidLattice *lattice = refiner->prepared->lattice;
  DeidLevel *from = refiner->reached;
  guint n = 0, d;

  while ((d = choose_dimension (refiner, from, to)) < lattice->n_dimensions)
    {
      refiner->pending_dimensions[n] = d;
      refiner->pending[n++] = &refiner->steps->steps[lattice->dimension_attribute[d]][--from[d]];
    }
  return n;
}

static void
copy_removed (const DeidRefiningEvaluator *refiner, const DeidRefined *from, DeidRefined *to)
{
  memcpy (to->covered, from->covered, refiner->prepared->loss.n_levels * sizeof *to->covered);
  deid_row_set_copy (&to->removed, &from->removed);
}

static gboolean
lower (DeidRefiningEvaluator *refiner, const DeidRefined *from, const DeidLevel *levels,
       DeidRefined *to, const DeidStop *stop, gboolean *feasible, GError **error)
{
  const DeidRows *rows = &refiner->prepared->rows;
  const guint n_dimensions = refiner->prepared->lattice->n_dimensions;
  const DeidClassMap *map = &from->map;
  guint64 n_removed = from->verdict.n_necessary;
  guint n_steps;

  memcpy (refiner->reached, from->levels, n_dimensions * sizeof *levels);
  n_steps = list_steps (refiner, levels);
  memcpy (refiner->reached, from->levels, n_dimensions * sizeof *levels);
  if (to != from)
    copy_removed (refiner, from, to);
  memcpy (to->levels, levels, n_dimensions * sizeof *levels);
  *feasible = TRUE;
  for (guint done = 0, n; (*feasible || refiner->is_exact) && done < n_steps; done += n)
    {
      const DeidStep *const *steps = refiner->pending + done;

      n = deid_cells_choose_steps (map, steps, n_steps - done, rows->n);
      for (guint i = done; i < done + n; i++)
        refiner->reached[refiner->pending_dimensions[i]]--;
      if (!deid_cells_split (&refiner->cells, map, steps, n, rows, stop, error)
          || !refining_evaluator_settle (refiner, n_removed, to,
                                         refiner->is_exact && done + n < n_steps, stop, feasible,
                                         error))
        return FALSE;
      map = &to->map;
      n_removed = to->verdict.n_necessary;
    }
  memcpy (to->levels, refiner->reached, n_dimensions * sizeof *levels);
  return refining_evaluator_measure_classes (refiner, to, stop, error);
}

gboolean
deid_refining_evaluator_lower (DeidRefiningEvaluator *refiner, const DeidRefined *from,
                               const DeidLevel *levels, DeidRefined *to, const DeidStop *stop,
                               gboolean *feasible, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean success = lower (refiner, from, levels, to, stop, feasible, error);

  refiner->evaluating += g_get_monotonic_time () - start;
  return success;
}

/* A policy may be anywhere, so it is refined from the top. */
static gboolean
refining_evaluator_evaluate (DeidEvaluator *base, const DeidLevel *levels, const DeidStop *stop,
                             DeidVerdict *verdict, GError **error)
{
  DeidRefiningEvaluator *refiner = (DeidRefiningEvaluator *) base;
  DeidRefined *own = &refiner->own;
  const gboolean is_exact = refiner->is_exact;
  gboolean success, feasible;

  if (own->levels == NULL && !deid_refined_init (own, refiner, error))
    return FALSE;
  refiner->is_exact = TRUE;
  success = deid_refining_evaluator_start (refiner, own, stop, &feasible, error)
            && deid_refining_evaluator_lower (refiner, own, levels, own, stop, &feasible, error);
  refiner->is_exact = is_exact;
  *verdict = own->verdict;
  return success;
}

static gboolean
refining_evaluator_add_risk (DeidEvaluator *base, const DeidStop *stop, DeidRiskSum *risk,
                             GError **error)
{
  DeidRefiningEvaluator *refiner = (DeidRefiningEvaluator *) base;
  DeidRowClasses classes = refiner->judgement.classes;

  if (refiner->prepared->asks.judges_persons)
    {
      classes.n_classes = (guint32) refiner->cells.n_slots;
      if (!deid_judgement_read (&refiner->judgement, &classes, stop, error))
        return FALSE;
      refiner->judgement.classes.n_classes = refiner->cells.n_cells;
    }
  return deid_judgement_add_risk (&refiner->judgement, &refiner->prepared->rows, stop, risk, error);
}

static const DeidEvaluatorKind refining_evaluator = { .evaluate = refining_evaluator_evaluate,
                                                      .add_risk = refining_evaluator_add_risk,
                                                      .get_n_bytes = refining_evaluator_get_n_bytes,
                                                      .clear = refining_evaluator_clear };
