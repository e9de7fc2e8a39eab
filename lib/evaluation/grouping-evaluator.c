/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/grouping-evaluator.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

static const DeidEvaluatorKind grouping_evaluator;

gboolean
deid_grouping_evaluator_init (DeidGroupingEvaluator *evaluator, const DeidPreparedProblem *prepared,
                              GError **error)
{
  *evaluator = (DeidGroupingEvaluator){ .base = { &grouping_evaluator, prepared->lattice },
                                        .prepared = prepared };
  return deid_new_arrays (error, DEID_NEW (evaluator->sums, prepared->lattice->n_attributes))
         && deid_judgement_init (&evaluator->judgement, prepared, error)
         && deid_recoder_init (&evaluator->recoder, prepared->attributes,
                               prepared->lattice->n_attributes, error)
         && (deid_loss_is_separable (&prepared->loss)
             || deid_class_costs_init (&evaluator->costs, &prepared->loss,
                                       &prepared->read_costs.source, error));
}

/* What the quality model asks rows for is not that of rows that stand for others, nor are their
 * groups, whose limits do not matter where nothing may be suppressed. */
static gboolean
may_roll_up (const DeidPreparedProblem *prepared)
{
  const DeidClassSource *costs = &prepared->read_costs.source;

  return !prepared->asks.needs_reader && !prepared->has_population && costs->n_columns == 0
         && costs->entities == NULL && prepared->weights.n_columns == 0
         && (prepared->groups.n_columns == 0 || prepared->limit == 0);
}

gboolean
deid_grouping_evaluator_roll_up (DeidGroupingEvaluator *evaluator, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  const DeidRows *rows = &prepared->rows;
  DeidRows *wide = &evaluator->wide;

  if (!may_roll_up (prepared))
    return TRUE;
  evaluator->rolls_up = TRUE;
  if (!deid_roll_up_init (&evaluator->roll_up, prepared->lattice->n_dimensions, rows->n, error)
      || !deid_fused_columns_init (&evaluator->fused, rows, prepared->attributes, error))
    return FALSE;
  *wide = *rows;
  wide->n_attributes += evaluator->fused.n_columns;
  if (!deid_new_arrays (error, DEID_NEW (wide->codes, wide->n_attributes)))
    return FALSE;
  memcpy (wide->codes, rows->codes, rows->n_attributes * sizeof *rows->codes);
  for (guint c = 0; c < evaluator->fused.n_columns; c++)
    wide->codes[rows->n_attributes + c] = &evaluator->fused.columns[c];
  return TRUE;
}

static guint64
grouping_evaluator_get_n_bytes (const DeidEvaluator *base)
{
  const DeidGroupingEvaluator *evaluator = (const DeidGroupingEvaluator *) base;

  return deid_grouping_get_n_bytes (&evaluator->grouping)
         + deid_judgement_get_n_bytes (&evaluator->judgement)
         + evaluator->listed_capacity * sizeof *evaluator->listed + evaluator->roll_up.max_bytes
         + deid_fused_columns_get_n_bytes (&evaluator->fused)
         + (deid_loss_is_separable (&evaluator->prepared->loss)
                ? 0
                : deid_class_costs_get_n_bytes (&evaluator->costs));
}

static void
grouping_evaluator_clear (DeidEvaluator *base)
{
  DeidGroupingEvaluator *evaluator = (DeidGroupingEvaluator *) base;

  deid_judgement_clear (&evaluator->judgement);
  deid_grouping_clear (&evaluator->grouping);
  deid_roll_up_clear (&evaluator->roll_up);
  deid_fused_columns_clear (&evaluator->fused);
  g_free (evaluator->wide.codes);
  deid_class_costs_clear (&evaluator->costs);
  g_free (evaluator->listed);
  deid_recoder_clear (&evaluator->recoder);
  g_free (evaluator->sums);
}

/* Lists the rows that are suppressed, or those that are kept.
 * Returns: their number. */
static guint64
grouping_evaluator_list_rows (DeidGroupingEvaluator *evaluator, gboolean suppressed)
{
  guint32 *listed = evaluator->listed;
  guint64 n = 0;

  for (guint64 row = 0; row < evaluator->rows->n; row++)
    {
      listed[n] = (guint32) row;
      n += deid_grouping_evaluator_is_suppressed (evaluator, row) == suppressed ? 1 : 0;
    }
  return n;
}

/* Returns: what the policy grouped last makes of the attributes. */
static const DeidRecoding *const *
get_recodings (const DeidGroupingEvaluator *evaluator)
{
  return evaluator->rolls_up ? evaluator->fused.recoder.recodings : evaluator->recoder.recodings;
}

/* Sums up the lesser part of the rows; what all of them sum to is known. */
static gboolean
grouping_evaluator_sum_suppressed (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                                   const DeidStop *stop, guint64 n_suppressed, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  const DeidRows *rows = evaluator->rows;
  const gboolean suppressed = n_suppressed <= prepared->n_records / 2;
  guint64 n;

  for (guint a = 0; a < prepared->lattice->n_attributes; a++)
    evaluator->sums[a] = (DeidLossSums){ 0 };
  if (n_suppressed == 0)
    return TRUE;
  if (!deid_stop_check (stop, error) || !deid_grow_list (evaluator, listed, rows->n, error))
    return FALSE;
  n = grouping_evaluator_list_rows (evaluator, suppressed);
  deid_loss_add_suppressed_rows (&prepared->loss, rows, evaluator->listed, n,
                                 suppressed ? n_suppressed : prepared->n_records - n_suppressed,
                                 get_recodings (evaluator), evaluator->sums);
  for (guint a = 0; !suppressed && a < prepared->lattice->n_attributes; a++)
    evaluator->sums[a].covered
        = deid_loss_get_level_sum (&prepared->loss, a, levels) - evaluator->sums[a].covered;
  return TRUE;
}

static gboolean
grouping_evaluator_measure_classes (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                                    const DeidStop *stop, DeidVerdict *verdict, GError **error)
{
  const DeidRowClasses classes = deid_row_classes_of_grouping (&evaluator->grouping, levels);
  DeidClassSource source = evaluator->prepared->read_costs.source;
  DeidRows rows = *evaluator->rows;

  rows.n_attributes = source.rows->n_attributes;
  source.rows = &rows;
  return deid_class_costs_start (&evaluator->costs, &source, &classes, stop, error)
         && deid_class_costs_measure (&evaluator->costs, evaluator->judgement.verdicts, stop,
                                      &verdict->objective, error);
}

static gboolean
grouping_evaluator_measure (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                            const DeidStop *stop, DeidVerdict *verdict, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;

  if (!deid_loss_is_separable (&prepared->loss))
    return grouping_evaluator_measure_classes (evaluator, levels, stop, verdict, error);
  if (!grouping_evaluator_sum_suppressed (evaluator, levels, stop, verdict->n_suppressed, error))
    return FALSE;
  verdict->objective
      = deid_loss_measure (&prepared->loss, levels, evaluator->sums, verdict->suppressed_weight);
  return TRUE;
}

static gboolean
group_snapshot (DeidGroupingEvaluator *evaluator, const DeidLevel *levels, const DeidStop *stop,
                GError **error)
{
  const guint n_attributes = evaluator->prepared->lattice->n_attributes;
  DeidRows narrow;

  evaluator->rows = deid_roll_up_find (&evaluator->roll_up, levels);
  if (evaluator->rows == NULL)
    evaluator->rows = &evaluator->wide;
  narrow = *evaluator->rows;
  narrow.n_attributes = evaluator->fused.n_columns;
  narrow.codes += n_attributes;
  return deid_grouping_run (&evaluator->grouping, &narrow,
                            deid_fused_columns_recode (&evaluator->fused, levels), stop, error);
}

static gboolean
group_table (DeidGroupingEvaluator *evaluator, const DeidLevel *levels, const DeidStop *stop,
             GError **error)
{
  evaluator->rows = &evaluator->prepared->rows;
  return deid_grouping_run (&evaluator->grouping, evaluator->rows,
                            deid_recoder_set (&evaluator->recoder, levels), stop, error);
}

static gboolean
grouping_evaluator_group (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                          const DeidStop *stop, GError **error)
{
  return evaluator->rolls_up ? group_snapshot (evaluator, levels, stop, error)
                             : group_table (evaluator, levels, stop, error);
}

gboolean
deid_grouping_evaluator_read (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                              const DeidStop *stop, GError **error)
{
  DeidRowClasses classes;

  if (!grouping_evaluator_group (evaluator, levels, stop, error))
    return FALSE;
  classes = deid_row_classes_of_grouping (&evaluator->grouping, levels);
  return deid_judgement_read (&evaluator->judgement, &classes, stop, error);
}

static gboolean
grouping_evaluator_evaluate (DeidEvaluator *base, const DeidLevel *levels, const DeidStop *stop,
                             DeidVerdict *verdict, GError **error)
{
  DeidGroupingEvaluator *evaluator = (DeidGroupingEvaluator *) base;

  if (!grouping_evaluator_group (evaluator, levels, stop, error)
      || !deid_judgement_judge (&evaluator->judgement, evaluator->rows, &evaluator->grouping,
                                levels, stop, verdict, error))
    return FALSE;
  if ((verdict->is_solution || evaluator->measures_all)
      && !grouping_evaluator_measure (evaluator, levels, stop, verdict, error))
    return FALSE;
  return !evaluator->rolls_up
         || deid_roll_up_keep (&evaluator->roll_up, levels, evaluator->rows, &evaluator->grouping,
                               error);
}

static gboolean
grouping_evaluator_add_risk (DeidEvaluator *base, const DeidStop *stop, DeidRiskSum *risk,
                             GError **error)
{
  DeidGroupingEvaluator *evaluator = (DeidGroupingEvaluator *) base;

  return deid_judgement_add_risk (&evaluator->judgement, evaluator->rows, stop, risk, error);
}

static const DeidEvaluatorKind grouping_evaluator = { .evaluate = grouping_evaluator_evaluate,
                                                      .add_risk = grouping_evaluator_add_risk,
                                                      .get_n_bytes = grouping_evaluator_get_n_bytes,
                                                      .clear = grouping_evaluator_clear };
