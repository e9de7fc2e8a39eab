/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a frontier of risk says. */
#include "search/result-private.h"
#include "table/dataset-view.h"
#include "tradeoff/risk-frontier-private.h"

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
  .free = (GDestroyNotify) deid_risk_frontier_free,
};
