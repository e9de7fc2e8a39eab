/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What risk costs which loss. */
#include "chart/chart.h"
#include "chart/html.h"
#include "page/page-private.h"
#include "tradeoff/tradeoff-private.h"

#define N_POINTS 60

/* What a measure is called, and what it is in words. */
static const struct
{
  const char *name;
  const char *words;
  const char *words_of_persons;
} measures[] = {
  { "highest risk",
    "The risk is that of the records that are easiest to find: 1 divided by the size of the "
    "smallest group.",
    NULL },
  { "average risk", "The risk is the average over all released records.",
    "The risk is the average over all released persons; a person counts once in each group." },
  { "share at risk", "The risk is the share of records whose own risk is above the threshold.",
    "The risk is the share of persons whose own risk is above the threshold; a person counts once "
    "in each group." },
  { "population risk",
    "The risk is the average over all released records, for an attacker who looks for them in the "
    "population.",
    "The risk is the average over all released persons, for an attacker who looks for them in the "
    "population; a person counts once in each group." },
};

/* Returns: (nullable): the frontier of the page. */
static const DeidRiskFrontier *
get_risk_frontier (const DeidPageView *view)
{
  return view->page->risk_frontier != NULL
             ? deid_report_get_data (view->page->risk_frontier, &deid_risk_frontier_kind)
             : NULL;
}

/* Tells whether a point that is dominated is so by one of the same risk and loss. */
static gboolean
is_repeated (const DeidRiskFrontier *frontier, guint64 point)
{
  gboolean is_found = FALSE;

  for (guint64 i = 0; i < point && !is_found; i++)
    is_found = !frontier->points[i].is_dominated
               && frontier->points[i].risk == frontier->points[point].risk
               && frontier->points[i].loss == frontier->points[point].loss;
  return is_found;
}

/* Tells whether a point is drawn: not without a solution, nor where it would hide one that no other
 * beats. */
static gboolean
is_drawn (const DeidRiskFrontier *frontier, guint64 point)
{
  return !frontier->points[point].is_dominated
         || (frontier->points[point].is_solved && !is_repeated (frontier, point));
}

/* Points of a kind are a series each; a legend that nothing stands for is left out. */
static void
add_series (DeidChart *chart, const DeidRiskFrontier *frontier, gboolean is_on_frontier)
{
  guint series = 0;
  gboolean has_series = FALSE;

  for (guint64 i = 0; i < frontier->n_points; i++)
    {
      const gboolean is_better = !frontier->points[i].is_dominated;

      if (is_better != is_on_frontier || !is_drawn (frontier, i))
        continue;
      if (!has_series)
        series = deid_chart_add_series (chart, is_on_frontier ? "beaten by no other"
                                                              : "beaten by another");
      has_series = TRUE;
      deid_chart_add_point (chart, series, frontier->points[i].risk, frontier->points[i].loss, NULL,
                            FALSE);
    }
}

static gboolean
section_risk_frontier_has_solution (const DeidRiskFrontier *frontier)
{
  for (guint64 i = 0; i < frontier->n_points; i++)
    if (frontier->points[i].is_solved)
      return TRUE;
  return FALSE;
}

static const char *
get_words (const DeidPageView *view)
{
  const guint m = get_risk_frontier (view)->measure;

  return measures[m].words_of_persons != NULL && view->after->has_persons
             ? measures[m].words_of_persons
             : measures[m].words;
}

static void
draw_points (DeidHtml *html, const DeidRiskFrontier *frontier)
{
  const char *name = measures[frontier->measure].name;
  g_autoptr (DeidChart) chart
      = deid_chart_new (DEID_CHART_SCATTER, "Loss over risk",
                        "Each choice of the table below as a point. Choices that another one "
                        "beats are a series of their own.");

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, name, DEID_CHART_UNIT_SHARE, FALSE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "loss", DEID_CHART_UNIT_NUMBER, FALSE);
  add_series (chart, frontier, TRUE);
  add_series (chart, frontier, FALSE);
  deid_chart_write (chart, html);
}

/* What a cell of a trade-off has for each axis. */
static void
write_settings (DeidHtml *html, const DeidTradeoff *tradeoff, guint64 cell)
{
  for (guint a = 0; a < tradeoff->n_axes; a++)
    {
      deid_html_add_raw (html, a > 0 ? ", " : "");
      deid_html_add_value (html, tradeoff->axes[a].name);
      deid_html_add_raw (html, " = ");
      deid_html_add_value (html,
                           tradeoff->axes[a].values[deid_tradeoff_get_index (tradeoff, cell, a)]);
    }
}

/* Tells whether two policies are the same, or both are missing: of local recodings. */
static gboolean
are_same (DeidPolicy *policy, DeidPolicy *other)
{
  return policy == NULL || other == NULL
             ? policy == other
             : deid_policy_get_lattice (policy) == deid_policy_get_lattice (other)
                   && deid_policy_compare (policy, other) == 0;
}

/* Tells whether a point is the release of the page. */
static gboolean
section_risk_frontier_is_release (const DeidPageView *view, guint64 point)
{
  const DeidRiskFrontier *frontier = get_risk_frontier (view);

  return frontier->points[point].source == DEID_RISK_POINT_RESULT
         && are_same (frontier->points[point].policy, deid_result_get_policy (view->result))
         && frontier->points[point].loss == deid_result_get_loss (view->result)
         && frontier->points[point].n_suppressed == deid_result_get_n_suppressed (view->result);
}

static void
write_source (const DeidPageView *view, guint64 number)
{
  static const char *const names[]
      = { "Least loss by one policy at a risk of at most ", "A result", "Alternative", "With " };
  const DeidRiskPoint *point = &get_risk_frontier (view)->points[number];
  DeidHtml *html = view->html;

  deid_html_add_raw (html, section_risk_frontier_is_release (view, number)
                               ? "<strong>This release</strong>"
                               : names[point->source]);
  if (point->source == DEID_RISK_POINT_OPTIMUM)
    deid_figure_add_limit (html, point->threshold,
                           "risk_frontier.points.%" G_GUINT64_FORMAT ".threshold", number);
  if (point->tradeoff != NULL)
    write_settings (html, point->tradeoff, point->cell);
}

static const char *
section_risk_frontier_get_remark (const DeidRiskFrontier *frontier, guint64 point)
{
  if (!frontier->points[point].is_solved)
    return frontier->points[point].is_proven ? "no solution" : "none found";
  if (!frontier->points[point].is_dominated)
    return "";
  return is_repeated (frontier, point)
             ? "the same risk and loss as a choice above"
             : "another choice is as good in both figures, and better in one";
}

static void
section_risk_frontier_write_figures (DeidHtml *html, const DeidRiskFrontier *frontier,
                                     guint64 point)
{
  deid_figure_add_share (html, frontier->points[point].risk,
                         "risk_frontier.points.%" G_GUINT64_FORMAT ".risk", point);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_number (html, frontier->points[point].loss,
                          "risk_frontier.points.%" G_GUINT64_FORMAT ".loss", point);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_count (html, frontier->points[point].n_suppressed,
                         "risk_frontier.points.%" G_GUINT64_FORMAT ".suppressed", point);
}

static void
write_point (const DeidPageView *view, guint64 point)
{
  DeidHtml *html = view->html;
  const DeidRiskFrontier *frontier = get_risk_frontier (view);

  deid_html_add_raw (html, "<tr><th scope=\"row\">");
  write_source (view, point);
  deid_html_add_raw (html, "</th><td class=\"n\">");
  if (frontier->points[point].is_solved)
    section_risk_frontier_write_figures (html, frontier, point);
  else
    deid_html_add_raw (html, "</td><td></td><td>");
  deid_html_add_format (html, "</td><td class=\"wide\">%s</td></tr>\n",
                        section_risk_frontier_get_remark (frontier, point));
}

static void
section_risk_frontier_write_table (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const DeidRiskFrontier *frontier = get_risk_frontier (view);
  const guint64 n = frontier->n_points;

  deid_page_begin_table (html, TRUE);
  deid_html_add_raw (html, "<th>Choice</th><th class=\"n\">Risk</th><th class=\"n\">Loss</th><th "
                           "class=\"n\">Withheld</th><th></th></tr></thead>\n<tbody>\n");
  for (guint64 i = 0; i < MIN (n, N_POINTS); i++)
    write_point (view, i);
  deid_page_end_table (html, n > N_POINTS ? n - N_POINTS : 0);
}

gboolean
deid_page_write_risk_frontier (DeidPageView *view, GError **error)
{
  const DeidRiskFrontier *frontier = get_risk_frontier (view);
  DeidHtml *html = view->html;

  if (view->is_public || frontier == NULL || frontier->n_points == 0)
    return TRUE;
  deid_page_begin_section (view, "risk-frontier", "What less risk would cost");
  deid_html_add_format (html,
                        "<p>%s Less risk and less loss are better. Often one costs the other, and "
                        "somebody has to choose.</p>\n",
                        get_words (view));
  if (frontier->measure == DEID_RISK_MEASURE_AT_RISK)
    {
      deid_html_add_raw (html, "<p>The threshold is ");
      deid_figure_add_limit (html, deid_risk_options_get_threshold (frontier->options),
                             "risk_frontier.above");
      deid_html_add_raw (html, ".</p>\n");
    }
  if (section_risk_frontier_has_solution (frontier))
    draw_points (html, frontier);
  section_risk_frontier_write_table (view);
  deid_page_end_section (view);
  return TRUE;
}
