/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What comes of a job, in figures. */
#include "distortion/left-out-private.h"
#include "search/result-private.h"
#include "tradeoff/tradeoff-private.h"

/* The columns of the table, and which of them are quasi-identifiers, are the same for all cells. */
static gboolean
measure_shift (DeidCellMeasure *measure, const DeidPartition *partition, DeidShift *shift,
               GError **error)
{
  if (measure->lattice == NULL)
    {
      measure->lattice = deid_lattice_ref (partition->lattice);
      if (!deid_shift_table_init (&measure->shift, measure->lattice, measure->stop, error))
        return FALSE;
    }
  return deid_shift_table_measure (&measure->shift, partition, shift, measure->stop, error);
}

static gboolean
cell_measure_count_gone (DeidResult *result, const DeidStop *stop, guint64 *n_gone, GError **error)
{
  g_autoptr (DeidLeftOut) left_out = NULL;

  *n_gone = 0;
  if (deid_result_get_n_suppressed (result) == 0)
    return TRUE;
  left_out = deid_left_out_make (result, 1, DEID_NEARLY_GONE_MIN_RECORDS, stop, error);
  if (left_out == NULL)
    return FALSE;
  for (guint64 i = 0; i < left_out->n_groups; i++)
    *n_gone += deid_left_out_is_nearly_gone (left_out, &left_out->groups[i]) ? 1 : 0;
  return TRUE;
}

/* The risks of what a result releases. Population risks are only those by a population. */
static gboolean
measure_risks (const DeidCellMeasure *measure, DeidResult *result, DeidTradeoffCell *cell,
               GError **error)
{
  GCancellable *cancellable = measure->stop->cancellable;
  DeidRiskReport *report;

  if (measure->options == NULL)
    return TRUE;
  report = deid_risk_report_make (result, TRUE, measure->options, cancellable, error);
  if (report == NULL)
    return FALSE;
  g_ptr_array_add (measure->reports, report);
  cell->report = report;
  for (guint m = 0; m < DEID_N_RISK_MEASURES; m++)
    if (deid_tradeoff_cell_has_risk (cell, (DeidRiskMeasure) m)
        && !deid_risk_measure_get_risk ((DeidRiskMeasure) m, measure->options, cell->report,
                                        &cell->risks[m], cancellable, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_cell_measure_result (DeidCellMeasure *measure, DeidResult *result, gboolean is_proven,
                          DeidTradeoffCell *cell, GError **error)
{
  const DeidPartition *partition = deid_result_make_partition (result, measure->stop, error);

  if (partition == NULL || !measure_shift (measure, partition, &cell->shift, error)
      || !cell_measure_count_gone (result, measure->stop, &cell->n_gone, error))
    return FALSE;
  cell->is_solved = TRUE;
  cell->is_proven = is_proven;
  cell->loss = deid_result_get_loss (result);
  cell->n_suppressed = deid_result_get_n_suppressed (result);
  for (guint32 number = 0; number < partition->n_classes; number++)
    cell->n_classes += partition->suppressed[number] ? 0 : 1;
  if (!measure_risks (measure, result, cell, error))
    return FALSE;
  cell->policy = deid_result_write_policy (result, error);
  return cell->policy != NULL;
}

/* That there is no solution, or none was found in time, is what a cell says. */
static gboolean
take_failure (GError *own_error, gboolean is_search_optimal, DeidTradeoffCell *cell, GError **error)
{
  const gboolean has_none = g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION);

  if (!has_none && !g_error_matches (own_error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_error_free (own_error);
  cell->is_proven = has_none && is_search_optimal;
  return TRUE;
}

gboolean
deid_cell_is_optimum_asked (const DeidJob *job)
{
  const char *algorithm = deid_job_get (job, "search", "algorithm");

  return deid_job_has_levels (job)
         && (g_str_equal (algorithm, "auto") || g_str_equal (algorithm, "optimal"))
         && deid_job_get_recoding (job) == DEID_RECODING_GLOBAL
         && !deid_job_is_set (job, "search", "time-limit")
         && !deid_job_is_set (job, "search", "step-limit")
         && !deid_job_is_set (job, "search", "evaluate");
}

gboolean
deid_cell_measure_job (DeidCellMeasure *measure, DeidJob *job, DeidTradeoffCell *cell,
                       GError **error)
{
  g_autoptr (DeidResult) result = NULL;
  GError *own_error = NULL;

  result = deid_job_run (job, measure->stop->cancellable, &own_error);
  return result != NULL ? deid_cell_measure_result (
             measure, result, deid_result_is_proven_optimal (result), cell, error)
                        : take_failure (own_error, deid_cell_is_optimum_asked (job), cell, error);
}

gboolean
deid_tradeoff_cell_has_risk (const DeidTradeoffCell *cell, DeidRiskMeasure measure)
{
  return cell->report != NULL
         && (measure != DEID_RISK_MEASURE_POPULATION || cell->report->has_population);
}

void
deid_tradeoff_cell_clear (DeidTradeoffCell *cell)
{
  g_clear_pointer (&cell->policy, g_free);
}

void
deid_cell_measure_clear (DeidCellMeasure *measure)
{
  if (measure->lattice == NULL)
    return;
  deid_shift_table_clear (&measure->shift);
  deid_lattice_unref (measure->lattice);
}
