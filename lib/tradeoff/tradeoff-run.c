/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "distortion/left-out-private.h"
#include "frontier/frontier-private.h"
#include "problem/problem-private.h"
#include "search/result-private.h"
#include "table/dataset-view.h"
#include "tradeoff/tradeoff-private.h"

/* What comes of a job, in figures. */

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

/* Fills in a zeroed cell by a result. */
static gboolean
cell_measure_result (DeidCellMeasure *measure, DeidResult *result, gboolean is_proven,
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

/* Tells whether a job asks for nothing but the proven optimum on levels of hierarchies. */
static gboolean
is_optimum_asked (const DeidJob *job)
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
  return result != NULL ? cell_measure_result (measure, result,
                                               deid_result_is_proven_optimal (result), cell, error)
                        : take_failure (own_error, is_optimum_asked (job), cell, error);
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

/* Fills in the cells of a trade-off. Cells that differ in k and the suppression limit alone are a
 * group: they have the same lattice, and frontiers find their optima at once. All others are jobs
 * derived of the one given, on its table. */

#define NO_AXIS G_MAXUINT

typedef struct
{
  const DeidTradeoff *tradeoff;
  DeidTradeoffCell *cells;
  const DeidStop *stop;
  guint k_axis; /* or NO_AXIS */
  guint limit_axis;
  guint64 *members; /* numbers of the cells of a group */
  guint64 n_members;
  DeidCellMeasure measure;
} Filling;

/* The problem of one group, and the last cell of it that was solved. */
typedef struct
{
  Filling *filling;
  DeidJob *job;
  DeidProblem *problem;
  DeidFrontier *frontier;
  guint frontier_limit; /* the value of the limit that a frontier over k is for */
  const DeidTradeoffCell *last;
} TradeoffRunGroup;

static guint
tradeoff_run_get_value (const Filling *filling, guint64 cell, guint axis)
{
  return axis == NO_AXIS ? 0 : deid_tradeoff_get_index (filling->tradeoff, cell, axis);
}

static DeidJob *
tradeoff_run_derive (const Filling *filling, guint64 cell, GError **error)
{
  const DeidTradeoff *tradeoff = filling->tradeoff;
  g_autoptr (DeidJob) derived = deid_job_derive (tradeoff->job, error);

  for (guint axis = 0; derived != NULL && axis < tradeoff->n_axes; axis++)
    if (!deid_axis_apply (&tradeoff->axes[axis], deid_tradeoff_get_index (tradeoff, cell, axis),
                          derived, error))
      return NULL;
  return g_steal_pointer (&derived);
}

static gboolean
fill_by_job (Filling *filling, guint64 number, GError **error)
{
  g_autoptr (DeidJob) job = tradeoff_run_derive (filling, number, error);

  return job != NULL
         && deid_cell_measure_job (&filling->measure, job, &filling->cells[number], error);
}

static gboolean
tradeoff_run_set_limit (const Filling *filling, guint64 cell, DeidProblem *problem, GError **error)
{
  const DeidAxis *axis
      = filling->limit_axis != NO_AXIS ? &filling->tradeoff->axes[filling->limit_axis] : NULL;
  const char *text;
  guint64 n_records = 0;
  double share = 0;

  if (axis == NULL)
    return TRUE;
  text = axis->values[tradeoff_run_get_value (filling, cell, filling->limit_axis)];
  if (axis->kind == DEID_AXIS_RECORDS ? deid_uint64_from_decimal (text, &n_records)
                                      : deid_share_from_text (text, &share))
    return axis->kind == DEID_AXIS_RECORDS
               ? deid_problem_set_suppression_limit_count (problem, n_records, error)
               : deid_problem_set_suppression_limit (problem, share, error);
  return deid_fail (error, DEID_ERROR_PARSE, "axis '%s': expected a share or a number", axis->name);
}

/* Returns: (transfer full): the problem of a cell, on the lattice of its group, with its k too if
 * that is asked for. */
static DeidProblem *
tradeoff_run_make_problem (const TradeoffRunGroup *group, guint64 cell, gboolean has_k,
                           GError **error)
{
  const Filling *filling = group->filling;
  g_autoptr (DeidProblem) problem = deid_problem_copy (group->problem, error);
  g_autoptr (DeidPrivacyModel) model = NULL;
  guint64 k = 0;

  if (problem == NULL || !tradeoff_run_set_limit (filling, cell, problem, error))
    return NULL;
  if (!has_k || filling->k_axis == NO_AXIS)
    return g_steal_pointer (&problem);
  deid_uint64_from_decimal (filling->tradeoff->axes[filling->k_axis]
                                .values[tradeoff_run_get_value (filling, cell, filling->k_axis)],
                            &k);
  for (guint i = problem->models->len; i-- > 0;)
    if (deid_privacy_model_limits_sizes (deid_problem_get_model (problem, i)))
      g_ptr_array_remove_index (problem->models, i);
  model = deid_privacy_model_new_k_anonymity (k, error);
  return model != NULL && deid_problem_add_privacy_model (problem, model, error)
             ? g_steal_pointer (&problem)
             : NULL;
}

static gboolean
find_range_of_k (const Filling *filling, guint64 *first, guint64 *last, GError **error)
{
  const DeidAxis *axis = &filling->tradeoff->axes[filling->k_axis];

  *first = G_MAXUINT64;
  *last = 0;
  for (guint i = 0; i < axis->n_values; i++)
    {
      guint64 k;

      if (!deid_uint64_from_decimal (axis->values[i], &k) || k == 0)
        return deid_fail (error, DEID_ERROR_PARSE, "axis 'k': expected integers from 1 on");
      *first = MIN (*first, k);
      *last = MAX (*last, k);
    }
  return TRUE;
}

/* Returns: the member with the largest limit. */
static gboolean
find_largest_limit (const TradeoffRunGroup *group, guint64 *cell, GError **error)
{
  guint64 largest = 0;

  *cell = group->filling->members[0];
  for (guint64 i = 0; i < group->filling->n_members; i++)
    {
      g_autoptr (DeidProblem) problem
          = tradeoff_run_make_problem (group, group->filling->members[i], FALSE, error);

      if (problem == NULL)
        return FALSE;
      if (deid_problem_get_n_suppressible (problem) > largest)
        {
          largest = deid_problem_get_n_suppressible (problem);
          *cell = group->filling->members[i];
        }
    }
  return TRUE;
}

/* Makes the frontier that a cell is on, unless it is there. One over k is for one limit, one over
 * limits for all. Where the problem is not one that frontiers are found of, there is none. */
static gboolean
make_frontier (TradeoffRunGroup *group, guint64 cell, GError **error)
{
  const Filling *filling = group->filling;
  const guint limit = tradeoff_run_get_value (filling, cell, filling->limit_axis);
  g_autoptr (DeidProblem) problem = NULL;
  GError *own_error = NULL;
  guint64 first = 0, last = 0;

  if (group->frontier != NULL && (filling->k_axis == NO_AXIS || group->frontier_limit == limit))
    return TRUE;
  if (filling->k_axis != NO_AXIS ? !find_range_of_k (filling, &first, &last, error)
                                 : !find_largest_limit (group, &cell, error))
    return FALSE;
  problem = tradeoff_run_make_problem (group, cell, FALSE, error);
  if (problem == NULL)
    return FALSE;
  g_clear_pointer (&group->frontier, deid_frontier_free);
  group->frontier = deid_frontier_make (problem, first, last, filling->stop, &own_error);
  group->frontier_limit = limit;
  if (group->frontier != NULL)
    return TRUE;
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT)
      || g_error_matches (own_error, DEID_ERROR, DEID_ERROR_TOO_LARGE))
    {
      g_error_free (own_error);
      return TRUE;
    }
  g_propagate_error (error, own_error);
  return FALSE;
}

/* The same policy that suppresses as many records of the same table makes the same classes. */
static gboolean
copy_last (const TradeoffRunGroup *group, DeidPolicy *policy, guint64 n_suppressed,
           DeidTradeoffCell *cell, gboolean *is_copied, GError **error)
{
  const DeidTradeoffCell *last = group->last;
  g_autofree char *text = deid_policy_to_text (policy, error);

  *is_copied = FALSE;
  if (text == NULL)
    return FALSE;
  if (last == NULL || last->n_suppressed != n_suppressed || !g_str_equal (last->policy, text))
    return TRUE;
  *is_copied = TRUE;
  *cell = *last;
  cell->policy = g_steal_pointer (&text);
  return TRUE;
}

static gboolean
fill_by_policy (TradeoffRunGroup *group, guint64 number, DeidPolicy *policy, guint64 n_suppressed,
                GError **error)
{
  DeidTradeoffCell *cell = &group->filling->cells[number];
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  gboolean is_copied;

  if (!copy_last (group, policy, n_suppressed, cell, &is_copied, error))
    return FALSE;
  if (is_copied)
    return TRUE;
  problem = tradeoff_run_make_problem (group, number, TRUE, error);
  result = problem != NULL
               ? deid_problem_evaluate (problem, policy, group->filling->stop->cancellable, error)
               : NULL;
  group->last = cell;
  return result != NULL
         && cell_measure_result (&group->filling->measure, result, TRUE, cell, error);
}

static gboolean
fill_by_frontier (TradeoffRunGroup *group, guint64 number, GError **error)
{
  const Filling *filling = group->filling;
  const DeidFrontier *frontier = group->frontier;
  const DeidFrontierStep *step;
  guint64 value = 0;

  if (frontier->is_k)
    deid_uint64_from_decimal (
        filling->tradeoff->axes[filling->k_axis]
            .values[tradeoff_run_get_value (filling, number, filling->k_axis)],
        &value);
  else
    {
      g_autoptr (DeidProblem) problem = tradeoff_run_make_problem (group, number, FALSE, error);

      if (problem == NULL)
        return FALSE;
      value = deid_problem_get_n_suppressible (problem);
    }
  step = deid_frontier_find_step (frontier, value);
  if (step != NULL)
    return fill_by_policy (group, number, step->policy, step->n_suppressed, error);
  filling->cells[number].is_proven = TRUE;
  return TRUE;
}

/* Fills in the members one after the other: those of one limit follow each other if k varies. */
static gboolean
fill_group (Filling *filling, GError **error)
{
  TradeoffRunGroup group = { .filling = filling };
  gboolean success;

  group.job = tradeoff_run_derive (filling, filling->members[0], error);
  success = group.job != NULL;
  if (success && is_optimum_asked (group.job))
    {
      group.problem = deid_job_get_problem (group.job, filling->stop->cancellable, error);
      success = group.problem != NULL;
    }
  for (guint64 i = 0; success && i < filling->n_members; i++)
    {
      const guint64 cell = filling->members[i];

      success = group.problem == NULL || make_frontier (&group, cell, error);
      if (success)
        success = group.frontier != NULL ? fill_by_frontier (&group, cell, error)
                                         : fill_by_job (filling, cell, error);
    }
  g_clear_pointer (&group.frontier, deid_frontier_free);
  g_clear_pointer (&group.job, deid_job_unref);
  return success;
}

/* Tells whether two cells differ in nothing but k and the limit. */
static gboolean
are_grouped (const Filling *filling, guint64 a, guint64 b)
{
  for (guint axis = 0; axis < filling->tradeoff->n_axes; axis++)
    if (axis != filling->k_axis && axis != filling->limit_axis
        && tradeoff_run_get_value (filling, a, axis) != tradeoff_run_get_value (filling, b, axis))
      return FALSE;
  return TRUE;
}

/* Lists the cells of a group, the first one given, limit after limit. */
static void
list_members (Filling *filling, guint64 first)
{
  const DeidTradeoff *tradeoff = filling->tradeoff;
  const guint n_limits
      = filling->limit_axis == NO_AXIS ? 1 : tradeoff->axes[filling->limit_axis].n_values;

  filling->n_members = 0;
  for (guint limit = 0; limit < n_limits; limit++)
    for (guint64 cell = first; cell < tradeoff->n_cells; cell++)
      if (tradeoff_run_get_value (filling, cell, filling->limit_axis) == limit
          && are_grouped (filling, first, cell))
        filling->members[filling->n_members++] = cell;
}

/* The first cell of a group has the first value of both axes. */
static gboolean
tradeoff_run_is_first (const Filling *filling, guint64 cell)
{
  return tradeoff_run_get_value (filling, cell, filling->k_axis) == 0
         && tradeoff_run_get_value (filling, cell, filling->limit_axis) == 0;
}

static gboolean
tradeoff_run_fill (Filling *filling, GError **error)
{
  const gboolean has_groups = filling->k_axis != NO_AXIS || filling->limit_axis != NO_AXIS;

  for (guint64 cell = 0; cell < filling->tradeoff->n_cells; cell++)
    {
      if (!deid_stop_check (filling->stop, error))
        return FALSE;
      if (!has_groups)
        {
          if (!fill_by_job (filling, cell, error))
            return FALSE;
        }
      else if (tradeoff_run_is_first (filling, cell))
        {
          list_members (filling, cell);
          if (!fill_group (filling, error))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
deid_tradeoff_fill (DeidTradeoff *tradeoff, const DeidStop *stop, GError **error)
{
  Filling filling
      = { .tradeoff = tradeoff,
          .cells = tradeoff->cells,
          .stop = stop,
          .k_axis = NO_AXIS,
          .limit_axis = NO_AXIS,
          .measure
          = { .stop = stop, .options = tradeoff->risk_options, .reports = tradeoff->reports } };
  const DeidDataset *dataset = deid_job_get_dataset (tradeoff->job, stop->cancellable, error);
  gboolean success;

  if (dataset == NULL)
    return FALSE;
  tradeoff->n_records = deid_dataset_get_n_records (dataset);
  tradeoff->counts_persons = deid_dataset_get_entities (dataset) != NULL;
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    if (deid_axis_is_k (&tradeoff->axes[axis]))
      filling.k_axis = axis;
    else if (tradeoff->axes[axis].kind == DEID_AXIS_SUPPRESSION
             || tradeoff->axes[axis].kind == DEID_AXIS_RECORDS)
      filling.limit_axis = axis;
  filling.members = deid_alloc (tradeoff->n_cells, sizeof *filling.members, error);
  success = filling.members != NULL && tradeoff_run_fill (&filling, error);
  deid_cell_measure_clear (&filling.measure);
  g_clear_pointer (&tradeoff->job->hierarchies, g_hash_table_unref);
  g_free (filling.members);
  return success;
}
