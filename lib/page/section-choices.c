/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What else there was to choose: other settings, other limits, other policies. */
#include "page/chart.h"
#include "page/figure.h"
#include "page/policy-choices.h"
#include "page/sections.h"
#include "search/result-private.h"
#include "tradeoff/tradeoff-private.h"

#define N_CELLS 60 /* shown of a trade-off */
#define N_STEPS 60 /* of a frontier */

static void
write_axes (DeidHtml *html, const DeidTradeoff *tradeoff, guint64 cell)
{
  for (guint a = 0; a < deid_tradeoff_get_n_axes (tradeoff); a++)
    {
      deid_html_add_raw (html, "<td>");
      deid_html_add_value (
          html, deid_tradeoff_get_axis_value (tradeoff, a,
                                              deid_tradeoff_get_cell_index (tradeoff, cell, a)));
      deid_html_add_raw (html, "</td>");
    }
}

/* Tells whether levels mean the same in all cells. */
static gboolean
have_same_levels (const DeidTradeoff *tradeoff)
{
  for (guint a = 0; a < tradeoff->n_axes; a++)
    if (tradeoff->axes[a].section != NULL && g_str_has_prefix (tradeoff->axes[a].section, "column"))
      return FALSE;
  return TRUE;
}

/* Tells whether a cell is the release of the page, whose policy is a text here. */
static gboolean
section_choices_is_release (const DeidPageView *view, const char *policy, guint64 cell)
{
  const DeidTradeoff *tradeoff = view->page->tradeoff;

  return deid_tradeoff_is_cell_solved (tradeoff, cell) && have_same_levels (tradeoff)
         && g_str_equal (deid_tradeoff_get_cell_policy (tradeoff, cell), policy)
         && deid_tradeoff_get_cell_loss (tradeoff, cell) == deid_result_get_loss (view->result)
         && deid_tradeoff_get_cell_n_suppressed (tradeoff, cell)
                == deid_result_get_n_suppressed (view->result);
}

static const char *
section_choices_get_remark (const DeidTradeoff *tradeoff, guint64 cell)
{
  if (!deid_tradeoff_is_cell_solved (tradeoff, cell))
    return deid_tradeoff_is_cell_proven (tradeoff, cell) ? "no solution" : "none found";
  if (deid_tradeoff_is_cell_knee (tradeoff, cell))
    return "<strong>from here on more withholding gains little</strong>";
  return deid_tradeoff_is_cell_non_dominated (tradeoff, cell) ? ""
                                                              : "another choice is as good in "
                                                                "all, and better in one";
}

static void
write_highest_risk (DeidHtml *html, const DeidTradeoff *tradeoff, guint64 cell)
{
  double risk;

  if (deid_tradeoff_get_cell_risk (tradeoff, cell, DEID_RISK_MEASURE_HIGHEST, &risk))
    deid_figure_add_share (html, risk, "tradeoff.cells.%" G_GUINT64_FORMAT ".highest_risk", cell);
}

static void
write_cell (const DeidPageView *view, const char *policy, guint64 cell)
{
  const DeidTradeoff *tradeoff = view->page->tradeoff;
  const char *remark = section_choices_get_remark (tradeoff, cell);
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<tr>");
  write_axes (html, tradeoff, cell);
  deid_html_add_raw (html, "<td class=\"n\">");
  if (deid_tradeoff_is_cell_solved (tradeoff, cell))
    {
      deid_figure_add_number (html, deid_tradeoff_get_cell_loss (tradeoff, cell),
                              "tradeoff.cells.%" G_GUINT64_FORMAT ".loss", cell);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      deid_figure_add_count (html, deid_tradeoff_get_cell_n_suppressed (tradeoff, cell),
                             "tradeoff.cells.%" G_GUINT64_FORMAT ".suppressed", cell);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      write_highest_risk (html, tradeoff, cell);
    }
  else
    deid_html_add_raw (html, "</td><td></td><td>");
  deid_html_add_raw (html, "</td><td class=\"wide\">");
  if (section_choices_is_release (view, policy, cell))
    deid_html_add_format (html, "this release%s", *remark != '\0' ? "; " : "");
  deid_html_add_format (html, "%s</td></tr>\n", remark);
}

/* Adds the cells that another one betters, or the others, as a series, if there are some. */
static void
section_choices_add_cells (DeidChart *chart, const DeidTradeoff *tradeoff, gboolean is_better)
{
  const double n_records = (double) deid_tradeoff_get_n_records (tradeoff);
  guint series = 0;
  gboolean has_series = FALSE;

  for (guint64 i = 0; i < deid_tradeoff_get_n_cells (tradeoff); i++)
    {
      if (!deid_tradeoff_is_cell_solved (tradeoff, i)
          || deid_tradeoff_is_cell_non_dominated (tradeoff, i) != is_better)
        continue;
      if (!has_series)
        series = deid_chart_add_series (chart,
                                        is_better ? "bettered by no other" : "bettered by another");
      has_series = TRUE;
      deid_chart_add_point (chart, series,
                            (double) deid_tradeoff_get_cell_n_suppressed (tradeoff, i) / n_records,
                            deid_tradeoff_get_cell_loss (tradeoff, i),
                            deid_tradeoff_get_cell_policy (tradeoff, i), FALSE);
    }
}

static gboolean
section_choices_has_solution (const DeidTradeoff *tradeoff)
{
  gboolean is_found = FALSE;

  for (guint64 i = 0; i < deid_tradeoff_get_n_cells (tradeoff) && !is_found; i++)
    is_found = deid_tradeoff_is_cell_solved (tradeoff, i);
  return is_found;
}

static gboolean
are_proven (const DeidTradeoff *tradeoff)
{
  gboolean is_proven = TRUE;

  for (guint64 i = 0; i < deid_tradeoff_get_n_cells (tradeoff) && is_proven; i++)
    is_proven = deid_tradeoff_is_cell_proven (tradeoff, i);
  return is_proven;
}

static void
draw_cells (DeidHtml *html, const DeidTradeoff *tradeoff)
{
  g_autoptr (DeidChart) chart = deid_chart_new (
      DEID_CHART_SCATTER, "Loss over records withheld",
      "Each setting of the table below as a point, those that another one betters "
      "as a series of their own.");

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, "records withheld", DEID_CHART_UNIT_SHARE, FALSE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "loss", DEID_CHART_UNIT_NUMBER, FALSE);
  section_choices_add_cells (chart, tradeoff, TRUE);
  section_choices_add_cells (chart, tradeoff, FALSE);
  deid_chart_write (chart, html);
}

static gboolean
write_tradeoff (const DeidPageView *view, GError **error)
{
  const DeidTradeoff *tradeoff = view->page->tradeoff;
  const guint64 n = deid_tradeoff_get_n_cells (tradeoff);
  g_autofree char *policy = deid_result_write_policy (view->result, error);
  DeidHtml *html = view->html;

  if (policy == NULL)
    return FALSE;
  deid_html_add_raw (html, "<h3>Other settings</h3>\n");
  deid_html_add_raw (html, are_proven (tradeoff)
                               ? "<p>The least loss for each combination of settings.</p>\n"
                               : "<p>What was found for each combination of settings, which may "
                                 "not be the least loss.</p>\n");
  if (section_choices_has_solution (tradeoff))
    draw_cells (html, tradeoff);
  deid_page_begin_table (html);
  for (guint a = 0; a < deid_tradeoff_get_n_axes (tradeoff); a++)
    {
      deid_html_add_raw (html, "<th>");
      deid_html_add_value (html, deid_tradeoff_get_axis_name (tradeoff, a));
      deid_html_add_raw (html, "</th>");
    }
  deid_html_add_raw (html, "<th class=\"n\">Loss</th><th class=\"n\">Withheld</th>"
                           "<th class=\"n\">Highest risk</th><th></th></tr></thead>\n<tbody>\n");
  for (guint64 i = 0; i < MIN (n, N_CELLS); i++)
    write_cell (view, policy, i);
  deid_page_end_table (html, n > N_CELLS ? n - N_CELLS : 0);
  return TRUE;
}

static void
write_step (DeidHtml *html, const DeidFrontier *frontier, guint64 step)
{
  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"n\">");
  deid_html_add_count (html, deid_frontier_get_step_first (frontier, step));
  if (deid_frontier_get_step_last (frontier, step) > deid_frontier_get_step_first (frontier, step))
    {
      deid_html_add_raw (html, "&ndash;");
      deid_html_add_count (html, deid_frontier_get_step_last (frontier, step));
    }
  deid_html_add_raw (html, "</th><td class=\"n\">");
  deid_figure_add_number (html, deid_frontier_get_step_loss (frontier, step),
                          "frontier.steps.%" G_GUINT64_FORMAT ".loss", step);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_count (html, deid_frontier_get_step_n_suppressed (frontier, step),
                         "frontier.steps.%" G_GUINT64_FORMAT ".suppressed", step);
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
draw_steps (DeidHtml *html, const DeidFrontier *frontier)
{
  const gboolean is_over_k = deid_frontier_is_over_k (frontier);
  g_autoptr (DeidChart) chart = deid_chart_new (
      DEID_CHART_STEPS, is_over_k ? "Loss over k" : "Loss over records that may be withheld",
      "The least loss of the table below.");
  guint series;

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, is_over_k ? "k" : "records that may be withheld",
                       DEID_CHART_UNIT_COUNT, FALSE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "loss", DEID_CHART_UNIT_NUMBER, FALSE);
  series = deid_chart_add_series (chart, "least loss");
  for (guint64 i = 0; i < deid_frontier_get_n_steps (frontier); i++)
    deid_chart_add_point (chart, series, (double) deid_frontier_get_step_first (frontier, i),
                          deid_frontier_get_step_loss (frontier, i), NULL, FALSE);
  deid_chart_write (chart, html);
}

static void
write_frontier (const DeidPageView *view)
{
  const DeidFrontier *frontier = view->page->frontier;
  const guint64 n = deid_frontier_get_n_steps (frontier);
  const char *of_policies = deid_result_get_recoding (view->result) != DEID_RECODING_GLOBAL
                                ? " by one policy for the whole table"
                                : "";
  DeidHtml *html = view->html;

  deid_html_add_format (html,
                        deid_frontier_is_over_k (frontier)
                            ? "<h3>Other sizes of groups</h3>\n<p>The least loss%s for each "
                              "<i>k</i>, the size of the smallest group.</p>\n"
                            : "<h3>Other limits</h3>\n<p>The least loss%s for each number of "
                              "records that may be withheld.</p>\n",
                        of_policies);
  draw_steps (html, frontier);
  deid_page_begin_table (html);
  deid_html_add_raw (html, deid_frontier_is_over_k (frontier)
                               ? "<th class=\"n\"><i>k</i></th>"
                               : "<th class=\"n\">Records that may be withheld</th>");
  deid_html_add_raw (html, "<th class=\"n\">Loss</th><th class=\"n\">Withheld</th></tr></thead>\n"
                           "<tbody>\n");
  for (guint64 i = 0; i < MIN (n, N_STEPS); i++)
    write_step (html, frontier, i);
  deid_page_end_table (html, n > N_STEPS ? n - N_STEPS : 0);
}

gboolean
deid_page_write_choices (DeidPageView *view, GError **error)
{
  const DeidPage *page = view->page;
  const gboolean has_policies = page->alternatives != NULL || page->alternative_groups != NULL;
  gboolean success;

  if (view->is_public || (page->tradeoff == NULL && page->frontier == NULL && !has_policies))
    return TRUE;
  deid_page_begin_section (view, "choices", "What else there was to choose");
  if (page->tradeoff != NULL && !write_tradeoff (view, error))
    return FALSE;
  if (page->frontier != NULL)
    write_frontier (view);
  success = !has_policies || deid_page_write_policies (view, error);
  deid_page_end_section (view);
  return success;
}
