/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a trade-off says. */
#include "figures/report-private.h"
#include "tradeoff/tradeoff-private.h"

static void
tradeoff_fill_risks (DeidFigures *figures, const DeidTradeoffCell *cell)
{
  static const char *const names[DEID_N_RISK_MEASURES]
      = { "highest_risk", "average_risk", "at_risk", "population_risk_mean" };

  for (guint m = 0; m < DEID_N_RISK_MEASURES; m++)
    deid_figures_add_number_if (
        figures, names[m], deid_tradeoff_cell_has_risk (cell, (DeidRiskMeasure) m), cell->risks[m]);
}

static void
tradeoff_fill_cell (DeidFigures *figures, const DeidTradeoff *tradeoff, guint64 number)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  deid_figures_begin_group (figures, NULL);
  deid_figures_begin_table (figures, "values");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    deid_figures_add_text (
        figures, NULL,
        tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, number, axis)]);
  deid_figures_end (figures);
  deid_figures_add_flag (figures, "solved", cell->is_solved);
  deid_figures_add_flag (figures, "proven", cell->is_proven);
  if (cell->is_solved)
    {
      deid_figures_add_number (figures, "loss", cell->loss);
      deid_figures_add_count (figures, "suppressed", cell->n_suppressed);
      deid_figures_add_count (figures, "classes", cell->n_classes);
      deid_figures_add_number_if (figures, "mean_shift", cell->shift.has_mean, cell->shift.mean);
      deid_figures_add_number_if (figures, "correlation_shift", cell->shift.has_correlation,
                                  cell->shift.correlation);
      tradeoff_fill_risks (figures, cell);
      deid_figures_add_count (figures, "groups_gone", cell->n_gone);
      deid_figures_add_flag (figures, "non_dominated", cell->is_non_dominated);
      deid_figures_add_flag (figures, "knee", cell->is_knee);
      deid_figures_add_text (figures, "policy", cell->policy);
    }
  deid_figures_end (figures);
}

static gboolean
tradeoff_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
               const DeidStop *stop, GError **error)
{
  const DeidTradeoff *tradeoff = data;

  deid_figures_add_count (figures, "records", tradeoff->n_records);
  deid_figures_add_text (figures, "sizes_count",
                         deid_risk_unit_get_name (tradeoff->counts_persons));
  deid_figures_add_number (figures, "above",
                           deid_risk_options_get_threshold (tradeoff->risk_options));
  deid_figures_begin_table (figures, "axes");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    deid_figures_add_text (figures, NULL, tradeoff->axes[axis].name);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "cells");
  for (guint64 cell = 0; cell < tradeoff->n_cells; cell++)
    tradeoff_fill_cell (figures, tradeoff, cell);
  deid_figures_end (figures);
  deid_figures_add_text (figures, "problem", tradeoff->statement);
  return TRUE;
}

static const DeidFigure tradeoff_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "records", "records",
          "How many records the table has, weighted by the weight column."),
  FIGURE (TEXT, "sizes_count", "",
          "What averages and shares of risk are over: `persons` with an entity column, otherwise "
          "`records`."),
  FIGURE (NUMBER, "above", "",
          "The risk above which a record is at risk: the threshold of the job's risk options as it "
          "was run."),
  FIGURE (TEXT, "axes[]", "", "The name of an axis."),
  FIGURE (TEXT, "cells[].values[]", "",
          "The value that the cell has on an axis, in the order of the axes. The last axis varies "
          "first."),
  FIGURE (FLAG, "cells[].solved", "",
          "Whether the cell has a solution. One without has no figures of a release."),
  FIGURE (FLAG, "cells[].proven", "",
          "Whether it is proven that the cell has the optimum, or that there is no solution."),
  FIGURE (NUMBER, "cells[].loss", "", "The loss by the cell's quality model."),
  FIGURE (COUNT, "cells[].suppressed", DEID_UNIT_PART, "How many records are suppressed."),
  FIGURE (COUNT, "cells[].classes", "classes", "How many classes are released."),
  FIGURE (NUMBER, "cells[].mean_shift", "standard deviations",
          "The largest change of the mean of a column of numbers that is released. A number in a "
          "generalized column stands for the middle of its label's range."),
  FIGURE (NUMBER, "cells[].correlation_shift", "",
          "The largest change of the correlation of two such columns; one that is lost counts as 0 "
          "afterwards."),
  FIGURE (NUMBER, "cells[].highest_risk", "",
          "The highest risk of a record: one over the size of the smallest class."),
  FIGURE (NUMBER, "cells[].average_risk", "",
          "The average risk of the records, or persons: classes over records."),
  FIGURE (NUMBER, "cells[].at_risk", "share of the records or persons",
          "The share of those whose risk is above the threshold."),
  FIGURE (NUMBER, "cells[].population_risk_mean", "",
          "The average of one over the size of the class in the population, rounded up; undefined "
          "without a population."),
  FIGURE (
      COUNT, "cells[].groups_gone", "groups",
      "How many groups are nearly gone: the records with one value of a column, at least 20, of "
      "which at least four in five are suppressed, and more than twice the share of the table."),
  FIGURE (FLAG, "cells[].non_dominated", "",
          "Whether no other cell is as good in all of k, suppressed records, loss, shifts and "
          "columns without any number left, and better in one. Cells with other privacy models "
          "than k, another quality model or other weights are not compared."),
  FIGURE (FLAG, "cells[].knee", "",
          "Whether more suppression gains little from this cell on: of cells with the same k, the "
          "one farthest below the line between the ends of the curve of loss over suppressed "
          "records, both scaled to [0, 1]. V. Satopaa, J. Albrecht, D. Irwin, B. Raghavan, Finding "
          "a Kneedle in a Haystack, IEEE ICDCS Workshops 2011, without smoothing."),
  FIGURE (TEXT, "cells[].policy", DEID_UNIT_POLICY,
          "The policy, as deid_policy_to_text() writes it: the lattices of cells differ."),
  FIGURE (TEXT, "problem", "", "The problem file of the job as it was run."),
};

const DeidReportKind deid_tradeoff_kind = {
  .name = "tradeoff",
  .title = "Trade-offs: what other settings give",
  .catalogue = tradeoff_catalogue,
  .n_figures = G_N_ELEMENTS (tradeoff_catalogue),
  .fill = tradeoff_fill,
  .free = (GDestroyNotify) deid_tradeoff_free,
};
