/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/text.h"
#include "search/result-private.h"
#include "table/dataset-view.h"
#include "tradeoff/tradeoff-private.h"

static void
risk_frontier_free (DeidRiskFrontier *frontier)
{
  for (guint64 i = 0; i < frontier->n_points; i++)
    g_clear_pointer (&frontier->points[i].policy, deid_policy_unref);
  g_free (frontier->points);
  g_ptr_array_unref (frontier->reports);
  g_clear_pointer (&frontier->base, deid_report_unref);
  g_clear_pointer (&frontier->tradeoff, deid_report_unref);
  deid_risk_options_unref (frontier->options);
  deid_problem_unref (frontier->problem);
  g_free (frontier);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidRiskFrontier, risk_frontier_free)

/* What a frontier of risk says. */

static const char *
risk_frontier_text_get_source (const DeidRiskPoint *point)
{
  static const char *const names[] = { "optimum", "result", "alternative", "cell" };

  return names[point->source];
}

/* Returns: the value that a cell has on an axis. */
static const char *
risk_frontier_text_get_value (const DeidRiskPoint *point, guint axis)
{
  const DeidTradeoff *tradeoff = point->tradeoff;

  return tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, point->cell, axis)];
}

static gboolean
counts_persons (const DeidRiskFrontier *frontier)
{
  return deid_dataset_get_entities (frontier->problem->lattice->dataset) != NULL;
}

static void
risk_frontier_fill_settings (DeidFigures *figures, const DeidRiskPoint *point)
{
  deid_figures_begin_table (figures, "settings");
  for (guint a = 0; a < point->tradeoff->n_axes; a++)
    {
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "axis", point->tradeoff->axes[a].name);
      deid_figures_add_text (figures, "value", risk_frontier_text_get_value (point, a));
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

/* Lattices of cells differ, so that their policies are texts. */
static void
risk_frontier_fill_policy (DeidFigures *figures, const DeidRiskFrontier *frontier,
                           const DeidRiskPoint *point)
{
  if (point->policy != NULL)
    deid_figures_add_policy (figures, "policy", point->policy);
  else
    deid_figures_add_text (figures, "policy",
                           point->tradeoff != NULL
                               ? point->tradeoff->cells[point->cell].policy
                               : deid_lattice_name_local_recoding (frontier->problem->lattice));
}

static void
risk_frontier_fill_point (DeidFigures *figures, const DeidRiskFrontier *frontier,
                          const DeidRiskPoint *point)
{
  deid_figures_begin_group (figures, NULL);
  deid_figures_add_text (figures, "source", risk_frontier_text_get_source (point));
  deid_figures_add_number_if (figures, "threshold", point->source == DEID_RISK_POINT_OPTIMUM,
                              point->threshold);
  if (point->tradeoff != NULL)
    risk_frontier_fill_settings (figures, point);
  deid_figures_add_flag (figures, "solved", point->is_solved);
  deid_figures_add_flag (figures, "proven", point->is_proven);
  if (point->is_solved)
    {
      deid_figures_add_number (figures, "risk", point->risk);
      deid_figures_add_number (figures, "loss", point->loss);
      deid_figures_add_count (figures, "suppressed", point->n_suppressed);
      deid_figures_add_flag (figures, "non_dominated", !point->is_dominated);
      risk_frontier_fill_policy (figures, frontier, point);
    }
  if (point->tradeoff != NULL)
    deid_figures_add_count (figures, "cell", point->cell);
  deid_figures_end (figures);
}

static gboolean
risk_frontier_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                    const DeidStop *stop, GError **error)
{
  const DeidRiskFrontier *frontier = data;

  deid_figures_add_text (figures, "measure", deid_risk_measure_get_name (frontier->measure));
  deid_figures_add_number_if (figures, "above", frontier->measure == DEID_RISK_MEASURE_AT_RISK,
                              deid_risk_options_get_threshold (frontier->options));
  deid_figures_add_count (figures, "records",
                          deid_dataset_get_n_records (frontier->problem->lattice->dataset));
  deid_figures_add_text (figures, "sizes_count",
                         deid_risk_unit_get_name (counts_persons (frontier)));
  deid_figures_begin_table (figures, "points");
  for (guint64 i = 0; i < frontier->n_points; i++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      risk_frontier_fill_point (figures, frontier, &frontier->points[i]);
    }
  deid_figures_end (figures);
  deid_figures_add_statement (figures, frontier->problem->statement);
  return TRUE;
}

static const DeidFigure risk_frontier_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "measure", "",
          "Which risk is measured: `highest`, `average`, `at-risk` or `population`."),
  FIGURE (
      NUMBER, "above", "",
      "With the measure `at-risk`, the risk above which a record is at risk; otherwise undefined."),
  FIGURE (COUNT, "records", "records",
          "How many records the table has, weighted by the weight column."),
  FIGURE (TEXT, "sizes_count", "",
          "What averages and shares of risk are over: `persons` with an entity column, otherwise "
          "`records`."),
  FIGURE (TEXT, "points[].source", "",
          "Where the point comes from: `optimum` (at a threshold of the risk), `result`, "
          "`alternative` or `cell` (of a trade-off)."),
  FIGURE (
      NUMBER, "points[].threshold", "",
      "The threshold of the risk that an optimum is the optimum at; undefined for other points."),
  FIGURE (TEXT, "points[].settings[].axis", "",
          "The name of an axis of the trade-off; only cells have settings."),
  FIGURE (TEXT, "points[].settings[].value", "", "The value that the cell has on this axis."),
  FIGURE (FLAG, "points[].solved", "",
          "Whether there is a policy. There is none for an optimum at a threshold that no policy "
          "keeps, nor for a cell without a solution; such a point has no figure of a release."),
  FIGURE (FLAG, "points[].proven", "",
          "Whether it is proven that no solution loses less, or that there is no solution; never "
          "of an alternative."),
  FIGURE (NUMBER, "points[].risk", "",
          "The risk of the released table, from 0 to 1. A population risk is rounded up, another "
          "one to the nearest double."),
  FIGURE (NUMBER, "points[].loss", "", "The loss by the problem's quality model."),
  FIGURE (COUNT, "points[].suppressed", DEID_UNIT_PART, "How many records are suppressed."),
  FIGURE (FLAG, "points[].non_dominated", "",
          "Whether no other point has no more risk and no more loss, and less of one of them; of "
          "points with the same risk and loss the first one is not dominated."),
  FIGURE (POLICY, "points[].policy", DEID_UNIT_POLICY,
          "The policy, or what stands for it in a local recoding. That of a cell is a text, as the "
          "lattices of cells differ."),
  FIGURE (COUNT, "points[].cell", "", "The number of the cell in its trade-off, from 0."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_risk_frontier_kind = {
  .name = "risk_frontier",
  .title = "Frontiers of risk: choices that no other choice beats",
  .catalogue = risk_frontier_catalogue,
  .n_figures = G_N_ELEMENTS (risk_frontier_catalogue),
  .fill = risk_frontier_fill,
  .free = (GDestroyNotify) risk_frontier_free,
};

/* Points of risk and loss. */

static DeidRiskFrontier *
risk_frontier_new (DeidProblem *problem, DeidRiskMeasure measure, DeidRiskOptions *options,
                   GError **error)
{
  DeidRiskFrontier *frontier;

  if (deid_risk_measure_get_name (measure) == NULL)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "measure of risk %d, expected one from 0 to 3", (int) measure);
  deid_problem_make_immutable (problem);
  frontier = g_new0 (DeidRiskFrontier, 1);
  frontier->problem = deid_problem_ref (problem);
  frontier->measure = measure;
  frontier->options = deid_risk_options_use (options);
  frontier->reports = g_ptr_array_new_with_free_func (deid_risk_report_free);
  return frontier;
}

/* Adds a point that is 0 but for its source. */
static DeidRiskPoint *
risk_frontier_add (DeidRiskFrontier *frontier, DeidRiskPointSource source, GError **error)
{
  DeidRiskPoint *point;

  if (!deid_grow_list (frontier, points, frontier->n_points + 1, error))
    return NULL;
  point = &frontier->points[frontier->n_points++];
  *point = (DeidRiskPoint){ .source = source };
  return point;
}

/* Begins with the points of another one. */
static DeidRiskFrontier *
risk_frontier_copy (DeidReport *base, GError **error)
{
  const DeidRiskFrontier *frontier = deid_report_get_data (base, &deid_risk_frontier_kind);
  g_autoptr (DeidRiskFrontier) copy
      = risk_frontier_new (frontier->problem, frontier->measure, frontier->options, error);

  for (guint64 i = 0; copy != NULL && i < frontier->n_points; i++)
    {
      DeidRiskPoint *point = risk_frontier_add (copy, frontier->points[i].source, error);

      if (point == NULL)
        return NULL;
      *point = frontier->points[i];
      if (point->policy != NULL)
        deid_policy_ref (point->policy);
    }
  if (copy != NULL)
    copy->base = deid_report_ref (base);
  return g_steal_pointer (&copy);
}

/* Compares a point with an earlier one. Sets whether one of them dominates the other: the earlier
 * one does if they are equal. */
static gboolean
risk_frontier_mark_compare (const DeidRiskFrontier *frontier, const DeidRiskPoint *earlier,
                            const DeidRiskPoint *point, gboolean *is_earlier_dominated,
                            gboolean *is_dominated, GError **error)
{
  const int loss = earlier->loss < point->loss ? -1 : earlier->loss > point->loss;
  int risk;

  if (!deid_risk_measure_compare (frontier->measure, frontier->options, earlier->report,
                                  point->report, &risk, error))
    return FALSE;
  *is_dominated = risk <= 0 && loss <= 0;
  *is_earlier_dominated = !*is_dominated && risk >= 0 && loss >= 0;
  return TRUE;
}

/* Each point is compared with those before it that none has dominated so far: what dominates one
 * that is dominated dominates all that this one does. Complexity: O(points x points not dominated).
 */
static gboolean
risk_frontier_mark (DeidRiskFrontier *frontier, const DeidStop *stop, GError **error)
{
  DeidRiskPoint *points = frontier->points;

  for (guint64 n = 0; n < frontier->n_points; n++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      points[n].is_dominated = !points[n].is_solved;
      for (guint64 i = 0; i < n && !points[n].is_dominated; i++)
        if (!points[i].is_dominated
            && !risk_frontier_mark_compare (frontier, &points[i], &points[n],
                                            &points[i].is_dominated, &points[n].is_dominated,
                                            error))
          return FALSE;
    }
  return TRUE;
}

/* Fills in a point, whose source is set, by a result. */
static gboolean
take_result (const DeidRiskFrontier *frontier, DeidRiskPoint *point, DeidResult *result,
             GCancellable *cancellable, GError **error)
{
  DeidRiskReport *report
      = deid_risk_report_make (result, TRUE, frontier->options, cancellable, error);

  if (report == NULL)
    return FALSE;
  g_ptr_array_add (frontier->reports, report);
  point->report = report;
  point->is_solved = TRUE;
  if (deid_result_get_policy (result) != NULL)
    point->policy = deid_policy_ref (deid_result_get_policy (result));
  point->loss = deid_result_get_loss (result);
  point->n_suppressed = deid_result_get_n_suppressed (result);
  point->is_proven
      = point->source != DEID_RISK_POINT_ALTERNATIVE && deid_result_is_proven_optimal (result);
  return deid_risk_measure_get_risk (frontier->measure, frontier->options, point->report,
                                     &point->risk, cancellable, error);
}

/* A run that is cancelled may have a result, which is not the optimum. Nothing bounds risks of the
 * whole table among cuts, so that a proof might have no end. */
static gboolean
risk_frontier_solve (const DeidRiskFrontier *frontier, DeidRiskPoint *point,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) failure = NULL;

  if (!deid_lattice_check_no_cuts (frontier->problem->lattice, "optima at thresholds of a risk",
                                   error))
    return FALSE;
  problem = deid_risk_measure_make_problem (frontier->measure, frontier->problem, point->threshold,
                                            frontier->options, error);
  if (problem == NULL)
    return FALSE;
  result = deid_search_run (search, problem, cancellable, &failure);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (result != NULL)
    return take_result (frontier, point, result, cancellable, error);
  point->is_proven = g_error_matches (failure, DEID_ERROR, DEID_ERROR_NO_SOLUTION);
  if (!point->is_proven)
    g_propagate_error (error, g_steal_pointer (&failure));
  return point->is_proven;
}

static gboolean
risk_frontier_add_optima (DeidRiskFrontier *frontier, const double *thresholds, gsize n_thresholds,
                          GCancellable *cancellable, GError **error)
{
  static const double usual[] = { 0.05, 0.09, 0.2, 0.33, 0.5 };
  const double *given = thresholds != NULL ? thresholds : usual;
  const guint64 n = thresholds != NULL ? n_thresholds : G_N_ELEMENTS (usual);

  for (guint64 i = 0; i < n; i++)
    {
      DeidRiskPoint *point = risk_frontier_add (frontier, DEID_RISK_POINT_OPTIMUM, error);

      if (point == NULL)
        return FALSE;
      point->threshold = given[i];
      if (!risk_frontier_solve (frontier, point, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
have_same_group_weights (const DeidProblem *a, const DeidProblem *b)
{
  if (a->group_weights->len != b->group_weights->len)
    return FALSE;
  for (guint i = 0; i < a->group_weights->len; i++)
    {
      const DeidGroupWeight *first = deid_group_weights_get (a->group_weights, i);
      const DeidGroupWeight *second = deid_group_weights_get (b->group_weights, i);

      if (!g_str_equal (first->column, second->column)
          || g_strcmp0 (first->value, second->value) != 0 || first->weight != second->weight)
        return FALSE;
    }
  return TRUE;
}

/* Losses and risks of other problems mean something else, whatever their models and limits. */
static gboolean
risk_frontier_check_problem (const DeidRiskFrontier *frontier, const DeidProblem *problem,
                             GError **error)
{
  const DeidProblem *own = frontier->problem;

  if (problem == own
      || (problem->lattice == own->lattice && problem->quality == own->quality
          && problem->population == own->population && have_same_group_weights (problem, own)))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the result is of another problem, expected the lattice, the quality model, "
                    "the population and the weights of groups of the frontier's");
}

static gboolean
risk_frontier_add_result (DeidRiskFrontier *frontier, DeidResult *result, GCancellable *cancellable,
                          GError **error)
{
  DeidRiskPoint *point = NULL;

  if (risk_frontier_check_problem (frontier, result->problem, error))
    point = risk_frontier_add (frontier, DEID_RISK_POINT_RESULT, error);
  return point != NULL && take_result (frontier, point, result, cancellable, error);
}

static gboolean
take_policy (const DeidRiskFrontier *frontier, DeidRiskPoint *point, DeidPolicy *policy,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidResult) result
      = deid_problem_evaluate (frontier->problem, policy, cancellable, error);

  return result != NULL && take_result (frontier, point, result, cancellable, error);
}

static gboolean
risk_frontier_add_alternatives (DeidRiskFrontier *frontier, const DeidResult *result,
                                GCancellable *cancellable, GError **error)
{
  if (!deid_result_check_alternatives (result, error))
    return FALSE;
  for (guint64 i = 0; i < result->alternatives->n; i++)
    {
      DeidRiskPoint *point = risk_frontier_add (frontier, DEID_RISK_POINT_ALTERNATIVE, error);

      if (point == NULL
          || !take_policy (frontier, point, result->alternatives->items[i].policy, cancellable,
                           error))
        return FALSE;
    }
  return TRUE;
}

/* The table is that of the job, which the problem says that it is of. */
static gboolean
risk_frontier_check_tradeoff (const DeidRiskFrontier *frontier, const DeidTradeoff *tradeoff,
                              GError **error)
{
  const char *statement = deid_problem_get_statement (frontier->problem);

  if (tradeoff->job->dataset != frontier->problem->lattice->dataset
      || g_strcmp0 (tradeoff->statement, statement) != 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the trade-off is of another job, expected that of the frontier's problem, "
                      "with the same settings");
  for (guint a = 0; a < tradeoff->n_axes; a++)
    if (deid_axis_changes_loss (&tradeoff->axes[a]))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "axis '%s': expected none that varies how loss is measured",
                        DEID_SHOW (tradeoff->axes[a].name));
  return TRUE;
}

static gboolean
take_cell (const DeidRiskFrontier *frontier, DeidRiskPoint *point, const DeidTradeoff *tradeoff,
           guint64 number, GCancellable *cancellable, GError **error)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  *point = (DeidRiskPoint){ .source = DEID_RISK_POINT_CELL,
                            .tradeoff = tradeoff,
                            .cell = number,
                            .is_proven = cell->is_proven };
  if (cell->report == NULL)
    return TRUE;
  point->is_solved = TRUE;
  point->report = cell->report;
  point->loss = cell->loss;
  point->n_suppressed = cell->n_suppressed;
  return deid_risk_measure_get_risk (frontier->measure, frontier->options, point->report,
                                     &point->risk, cancellable, error);
}

static gboolean
risk_frontier_add_tradeoff (DeidRiskFrontier *frontier, DeidReport *report,
                            GCancellable *cancellable, GError **error)
{
  const DeidTradeoff *tradeoff = deid_report_get_data (report, &deid_tradeoff_kind);

  if (!deid_report_check_kind (report, &deid_tradeoff_kind, error)
      || !risk_frontier_check_tradeoff (frontier, tradeoff, error))
    return FALSE;
  frontier->tradeoff = deid_report_ref (report);
  for (guint64 i = 0; i < tradeoff->n_cells; i++)
    {
      DeidRiskPoint *point = risk_frontier_add (frontier, DEID_RISK_POINT_CELL, error);

      if (point == NULL || !take_cell (frontier, point, tradeoff, i, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

DeidReport *
deid_report_new_risk_frontier (DeidProblem *problem, DeidRiskMeasure measure,
                               DeidRiskOptions *options, const double *thresholds,
                               gsize n_thresholds, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidRiskFrontier) frontier = NULL;

  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (!(thresholds == NULL && n_thresholds > 0), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  frontier = risk_frontier_new (problem, measure, options, error);
  if (frontier == NULL
      || !risk_frontier_add_optima (frontier, thresholds, n_thresholds, cancellable, error)
      || !risk_frontier_mark (frontier, stop, error))
    return NULL;
  return deid_report_new (&deid_risk_frontier_kind, g_steal_pointer (&frontier), stop, error);
}

DeidReport *
deid_report_new_risk_frontier_with (DeidReport *report, DeidResult *result, DeidReport *tradeoff,
                                    DeidResult *alternatives, GCancellable *cancellable,
                                    GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidRiskFrontier) frontier = NULL;

  g_return_val_if_fail (report != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_report_check_kind (report, &deid_risk_frontier_kind, error))
    return NULL;
  frontier = risk_frontier_copy (report, error);
  if (frontier == NULL
      || (result != NULL && !risk_frontier_add_result (frontier, result, cancellable, error))
      || (tradeoff != NULL && !risk_frontier_add_tradeoff (frontier, tradeoff, cancellable, error))
      || (alternatives != NULL
          && !risk_frontier_add_alternatives (frontier, alternatives, cancellable, error))
      || !risk_frontier_mark (frontier, stop, error))
    return NULL;
  return deid_report_new (&deid_risk_frontier_kind, g_steal_pointer (&frontier), stop, error);
}
