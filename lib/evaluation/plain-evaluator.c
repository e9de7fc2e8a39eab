/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/plain-evaluator.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

static const DeidEvaluatorKind plain_evaluator;

gboolean
deid_plain_evaluator_init (DeidPlainEvaluator *evaluator, const DeidPreparedProblem *prepared,
                           GError **error)
{
  *evaluator = (DeidPlainEvaluator){ .base = { &plain_evaluator, prepared->lattice },
                                     .prepared = prepared };
  return deid_new_arrays (error, DEID_NEW (evaluator->levels, prepared->lattice->n_dimensions),
                          DEID_NEW (evaluator->covered, prepared->loss.n_levels),
                          DEID_NEW (evaluator->sums, prepared->loss.n_attributes),
                          DEID_NEW (evaluator->rows, prepared->rows.n))
         && deid_judgement_init (&evaluator->judgement, prepared, error)
         && deid_recoder_init (&evaluator->recoder, prepared->attributes,
                               prepared->rows.n_attributes, error)
         && (deid_loss_is_separable (&prepared->loss)
             || deid_class_costs_init (&evaluator->costs, &prepared->loss,
                                       &prepared->read_costs.source, error));
}

static void
plain_evaluator_clear (DeidEvaluator *base)
{
  DeidPlainEvaluator *evaluator = (DeidPlainEvaluator *) base;

  deid_recoder_clear (&evaluator->recoder);
  deid_judgement_clear (&evaluator->judgement);
  deid_grouping_clear (&evaluator->grouping);
  deid_grouping_clear (&evaluator->lower);
  deid_class_costs_clear (&evaluator->costs);
  deid_free_arrays (evaluator->lower_verdicts, evaluator->rows, evaluator->levels,
                    evaluator->covered, evaluator->sums);
}

static guint64
plain_evaluator_get_n_bytes (const DeidEvaluator *base)
{
  const DeidPlainEvaluator *evaluator = (const DeidPlainEvaluator *) base;

  return deid_grouping_get_n_bytes (&evaluator->grouping)
         + deid_grouping_get_n_bytes (&evaluator->lower)
         + deid_judgement_get_n_bytes (&evaluator->judgement) + evaluator->lower_verdicts_capacity
         + evaluator->prepared->rows.n * sizeof *evaluator->rows
         + (deid_loss_is_separable (&evaluator->prepared->loss)
                ? 0
                : deid_class_costs_get_n_bytes (&evaluator->costs));
}

gboolean
deid_plain_evaluator_is_at (const DeidPlainEvaluator *evaluator, const DeidLevel *levels)
{
  return evaluator->is_evaluated
         && memcmp (evaluator->levels, levels,
                    evaluator->prepared->lattice->n_dimensions * sizeof *levels)
                == 0;
}

gboolean
deid_plain_evaluator_set (DeidPlainEvaluator *evaluator, const DeidLevel *levels,
                          const DeidStop *stop, GError **error)
{
  if (deid_plain_evaluator_is_at (evaluator, levels))
    return TRUE;
  evaluator->is_evaluated = evaluator->is_summed = FALSE;
  memcpy (evaluator->levels, levels, evaluator->prepared->lattice->n_dimensions * sizeof *levels);
  evaluator->is_evaluated
      = deid_grouping_run_by_key (&evaluator->grouping, &evaluator->prepared->rows,
                                  deid_recoder_set (&evaluator->recoder, levels), stop, error)
        && deid_judgement_judge (&evaluator->judgement, &evaluator->prepared->rows,
                                 &evaluator->grouping, evaluator->levels, stop, &evaluator->verdict,
                                 error);
  return evaluator->is_evaluated;
}

gboolean
deid_plain_evaluator_count_by_model (DeidPlainEvaluator *evaluator, const DeidStop *stop,
                                     guint64 *counts, GError **error)
{
  return deid_judgement_has_one_closed_part (evaluator->prepared, evaluator->verdict.n_needed,
                                             counts)
         || deid_judgement_count_by_model (&evaluator->judgement, DEID_CLASS_FAILS_NECESSARY, stop,
                                           counts, error);
}

/* Lists the rows of classes whose verdict is @least or worse. */
static gboolean
plain_evaluator_list_rows (DeidPlainEvaluator *evaluator, DeidClassVerdict least, guint64 *n,
                           const DeidStop *stop, GError **error)
{
  const guint32 *class_of_row = evaluator->grouping.class_of_row;

  *n = 0;
  for (guint64 row = 0; row < evaluator->prepared->rows.n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      evaluator->rows[*n] = (guint32) row;
      *n += evaluator->judgement.verdicts[class_of_row[row]] >= least;
    }
  return TRUE;
}

/* Sums over these rows. */
static gboolean
sum_rows (DeidPlainEvaluator *evaluator, DeidClassVerdict least, guint64 n_records,
          const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  guint64 n;

  if (!plain_evaluator_list_rows (evaluator, least, &n, stop, error))
    return FALSE;
  memset (evaluator->covered, 0, prepared->loss.n_levels * sizeof *evaluator->covered);
  deid_loss_add_suppressed_up_to (&prepared->loss, &prepared->rows, evaluator->rows, n, n_records,
                                  prepared->lattice->heights, evaluator->covered);
  return TRUE;
}

/* Sets the sums over the rows summed over, at the levels of a policy. */
static void
set_sums (DeidPlainEvaluator *evaluator, const DeidLevel *levels)
{
  const DeidLoss *loss = &evaluator->prepared->loss;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const guint level = levels[loss->attributes[a].first_dimension];

      evaluator->sums[a].covered = evaluator->covered[loss->terms[a].first_level + level];
    }
}

/* The same of a policy with cuts, which was evaluated last. */
static gboolean
sum_cuts (DeidPlainEvaluator *evaluator, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  guint64 n;

  if (!plain_evaluator_list_rows (evaluator, DEID_CLASS_FAILS, &n, stop, error))
    return FALSE;
  memset (evaluator->sums, 0, prepared->loss.n_attributes * sizeof *evaluator->sums);
  deid_loss_add_suppressed_rows (&prepared->loss, &prepared->rows, evaluator->rows, n,
                                 evaluator->verdict.n_suppressed, evaluator->recoder.recodings,
                                 evaluator->sums);
  return TRUE;
}

gboolean
deid_plain_evaluator_group_lower (DeidPlainEvaluator *evaluator, const DeidLevel *lower,
                                  const DeidStop *stop, GError **error)
{
  return deid_grouping_run_by_key (&evaluator->lower, &evaluator->prepared->rows,
                                   deid_recoder_set (&evaluator->recoder, lower), stop, error);
}

/* The sum over the classes at @lower, each wholly in S°(y) or out of it. */
static gboolean
bound_classes (DeidPlainEvaluator *evaluator, const DeidLevel *lower, const DeidStop *stop,
               double *bound, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  DeidRowClasses classes;
  DeidWide sum = 0;

  *bound = 0;
  if (!deid_loss_has_bounds (&prepared->loss))
    return TRUE;
  if (!deid_plain_evaluator_group_lower (evaluator, lower, stop, error)
      || !deid_grow_list (evaluator, lower_verdicts, evaluator->lower.n_classes, error))
    return FALSE;
  for (guint64 row = 0; row < prepared->rows.n; row++)
    evaluator->lower_verdicts[evaluator->lower.class_of_row[row]]
        = evaluator->judgement.verdicts[evaluator->grouping.class_of_row[row]];
  classes = deid_row_classes_of_grouping (&evaluator->lower, lower);
  if (!deid_class_costs_start (&evaluator->costs, &prepared->read_costs.source, &classes, stop,
                               error))
    return FALSE;
  for (guint32 number = 0; number < classes.n_classes; number++)
    if (!deid_stop_check_class (stop, number, error)
        || !deid_class_costs_add (&evaluator->costs, number,
                                  evaluator->lower_verdicts[number] == DEID_CLASS_FAILS_NECESSARY
                                      ? DEID_COST_SUPPRESSED
                                      : DEID_COST_BOUND,
                                  &sum, error))
      return FALSE;
  *bound = (double) sum;
  return TRUE;
}

static gboolean
plain_evaluator_measure_classes (DeidPlainEvaluator *evaluator, const DeidStop *stop,
                                 double *objective, GError **error)
{
  const DeidRowClasses classes
      = deid_row_classes_of_grouping (&evaluator->grouping, evaluator->levels);

  return deid_class_costs_start (&evaluator->costs, &evaluator->prepared->read_costs.source,
                                 &classes, stop, error)
         && deid_class_costs_measure (&evaluator->costs, evaluator->judgement.verdicts, stop,
                                      objective, error);
}

gboolean
deid_plain_evaluator_get_bound (DeidPlainEvaluator *evaluator, const DeidLevel *lower,
                                const DeidStop *stop, double *bound, GError **error)
{
  if (!deid_loss_is_separable (&evaluator->prepared->loss))
    return bound_classes (evaluator, lower, stop, bound, error);
  if (!evaluator->is_summed
      && !sum_rows (evaluator, DEID_CLASS_FAILS_NECESSARY, evaluator->verdict.n_necessary, stop,
                    error))
    return FALSE;
  evaluator->is_summed = TRUE;
  set_sums (evaluator, lower);
  *bound = deid_loss_get_bound_of_sums (&evaluator->prepared->loss, lower, evaluator->sums,
                                        evaluator->verdict.necessary_weight);
  return TRUE;
}

gboolean
deid_plain_evaluator_get_objective (DeidPlainEvaluator *evaluator, const DeidStop *stop,
                                    double *objective, GError **error)
{
  const DeidLoss *loss = &evaluator->prepared->loss;

  if (!deid_loss_is_separable (loss))
    return plain_evaluator_measure_classes (evaluator, stop, objective, error);
  if (deid_lattice_is_cut (evaluator->prepared->lattice))
    {
      if (!sum_cuts (evaluator, stop, error))
        return FALSE;
    }
  else
    {
      evaluator->is_summed = FALSE;
      if (!sum_rows (evaluator, DEID_CLASS_FAILS, evaluator->verdict.n_suppressed, stop, error))
        return FALSE;
      set_sums (evaluator, evaluator->levels);
    }
  *objective = deid_loss_measure (loss, evaluator->levels, evaluator->sums,
                                  evaluator->verdict.suppressed_weight);
  return TRUE;
}

static gboolean
plain_evaluator_evaluate (DeidEvaluator *base, const DeidLevel *levels, const DeidStop *stop,
                          DeidVerdict *verdict, GError **error)
{
  DeidPlainEvaluator *evaluator = (DeidPlainEvaluator *) base;

  if (!deid_plain_evaluator_set (evaluator, levels, stop, error))
    return FALSE;
  *verdict = evaluator->verdict;
  return !verdict->is_solution
         || deid_plain_evaluator_get_objective (evaluator, stop, &verdict->objective, error);
}

static gboolean
plain_evaluator_add_risk (DeidEvaluator *base, const DeidStop *stop, DeidRiskSum *risk,
                          GError **error)
{
  DeidPlainEvaluator *evaluator = (DeidPlainEvaluator *) base;

  return deid_judgement_add_risk (&evaluator->judgement, &evaluator->prepared->rows, stop, risk,
                                  error);
}

static const DeidEvaluatorKind plain_evaluator = { .evaluate = plain_evaluator_evaluate,
                                                   .add_risk = plain_evaluator_add_risk,
                                                   .get_n_bytes = plain_evaluator_get_n_bytes,
                                                   .clear = plain_evaluator_clear };
