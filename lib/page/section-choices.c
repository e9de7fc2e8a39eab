/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "frontier/frontier-private.h"
#include "lattice/policy-private.h"
#include "baseline/baseline-report-private.h"
#include "chart/chart.h"
#include "chart/html.h"
#include "page/page-private.h"
#include "search/result-private.h"
#include "tradeoff/tradeoff-private.h"

/* Other policies, few of them in words: of each group of similar ones that in their middle. */

#define N_POLICIES             20   /* in the table */
#define POLICY_CHOICES_N_DRAWN 1000 /* in the chart */
#define N_GROUPED              1000 /* without groups of the host's */

/* What is shown, and what it is compared with. */
typedef struct
{
  const DeidPageView *view;
  DeidHtml *html;
  const DeidAlternatives *alternatives;
  const DeidAlternativeGroups *groups; /* or NULL */
  const DeidPolicy *baseline;          /* or NULL */
} Choices;

/* The policy that does what the baseline does, if it is one of the same lattice. */
static const DeidPolicy *
find_baseline (const DeidPageView *view)
{
  const DeidPolicy *policy = view->page->baseline != NULL
                                 ? deid_baseline_report_of (view->page->baseline)->policy
                                 : NULL;

  return policy != NULL && deid_policy_get_lattice (policy) == view->lattice ? policy : NULL;
}

/* Whether a policy is that of the release. */
static gboolean
policy_choices_is_released (const Choices *choices, guint64 i)
{
  const DeidPolicy *released = deid_result_get_policy (choices->view->result);

  return released != NULL
         && deid_policy_compare (choices->alternatives->items[i].policy, released) == 0;
}

/* Points of the alternatives, those that another one beats apart; the release is named, and the
 * baseline is one more point. */
static void
policy_choices_draw (const Choices *choices)
{
  const DeidAlternatives *alternatives = choices->alternatives;
  const DeidBaselineReport *report = choices->view->page->baseline != NULL
                                         ? deid_baseline_report_of (choices->view->page->baseline)
                                         : NULL;
  g_autoptr (DeidChart) chart
      = deid_chart_new (DEID_CHART_SCATTER, "Loss over risk",
                        "Each alternative as a point. Alternatives that another one beats are a "
                        "series of their own. Less loss and less risk are better.");
  guint series[2];
  guint64 better;

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X,
                       choices->view->after->has_persons ? "persons expected to be found, at most"
                                                         : "records expected to be found, at most",
                       DEID_CHART_UNIT_NUMBER, FALSE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "loss", DEID_CHART_UNIT_NUMBER, FALSE);
  series[TRUE] = deid_chart_add_series (chart, "beaten by another");
  series[FALSE] = deid_chart_add_series (chart, "beaten by no other");
  for (guint64 i = 0; i < MIN (alternatives->n, POLICY_CHOICES_N_DRAWN); i++)
    {
      g_autofree char *name = g_strdup_printf (
          "%s%" G_GUINT64_FORMAT,
          policy_choices_is_released (choices, i) ? "this release, number " : "number ", i);

      deid_chart_add_point (
          chart, series[deid_alternatives_find_better (alternatives, i, &better) ? TRUE : FALSE],
          alternatives->items[i].risk, alternatives->items[i].loss, name,
          policy_choices_is_released (choices, i));
    }
  if (report != NULL && report->evaluation->partition->is_measured)
    deid_chart_add_point (chart, deid_chart_add_series (chart, "the rule"), report->risk,
                          report->evaluation->partition->loss, report->baseline->name, FALSE);
  deid_chart_write (chart, choices->html);
}

static void
policy_choices_add_risk (const Choices *choices, guint64 i)
{
  deid_figure_add_number (choices->html, choices->alternatives->items[i].risk,
                          "alternatives.%" G_GUINT64_FORMAT ".population_risk_sum", i);
}

static void
add_highest (const Choices *choices, guint64 i)
{
  deid_figure_add_share (choices->html, choices->alternatives->items[i].maximum_risk,
                         "alternatives.%" G_GUINT64_FORMAT ".highest_population_risk", i);
}

static void
add_loss (const Choices *choices, guint64 i)
{
  deid_figure_add_number (choices->html, choices->alternatives->items[i].loss,
                          "alternatives.%" G_GUINT64_FORMAT ".loss", i);
}

static void
policy_choices_add_suppressed (const Choices *choices, guint64 i)
{
  deid_figure_add_count (choices->html, choices->alternatives->items[i].n_suppressed,
                         "alternatives.%" G_GUINT64_FORMAT ".suppressed", i);
}

/* Tells a policy as its difference from another one, which may be NULL for the original data. */
static gboolean
write_difference (const Choices *choices, guint64 i, const DeidPolicy *other, const char *name,
                  GError **error)
{
  const DeidPolicy *policy = choices->alternatives->items[i].policy;
  DeidLongText text = { 0 };
  g_autofree char *words = NULL;

  deid_levels_add_words (policy->lattice, policy->levels, other != NULL ? other->levels : NULL,
                         name, FALSE, &text);
  words = deid_long_text_end (&text, error);
  if (words == NULL)
    return FALSE;
  deid_html_add_format (choices->html, "<p class=\"words\"><strong>From %s:</strong> ",
                        other != NULL ? name : "the original data");
  deid_html_add_sentence (choices->html, words);
  deid_html_add_raw (choices->html, "</p>\n");
  return TRUE;
}

static void
write_title (const Choices *choices, guint64 i, guint64 n_alike)
{
  DeidHtml *html = choices->html;

  deid_html_add_format (html, "<div class=\"box\"><p><strong>Number %s%s", DEID_COMMAS (i),
                        policy_choices_is_released (choices, i) ? ", this release</strong>"
                                                                : "</strong>");
  if (n_alike > 0)
    deid_html_add_format (html, " <span class=\"note\">and %s%s", DEID_COMMAS (n_alike),
                          n_alike == 1 ? " other like it</span>" : " others like it</span>");
  deid_html_add_raw (html, "</p>\n");
}

/* Its number, what is said of it, and its figures by their names. */
static gboolean
write_words (const Choices *choices, guint64 i, guint64 n_alike, GError **error)
{
  DeidHtml *html = choices->html;
  const DeidPolicy *released = deid_result_get_policy (choices->view->result);

  write_title (choices, i, n_alike);
  if (!write_difference (choices, i, policy_choices_is_released (choices, i) ? NULL : released,
                         "this release", error)
      || (choices->baseline != NULL
          && !write_difference (choices, i, choices->baseline, "the rule", error)))
    return FALSE;
  deid_html_add_format (html, "<p class=\"note\">%s: ", deid_page_get_expected (choices->view));
  policy_choices_add_risk (choices, i);
  deid_html_add_raw (html, ". Highest risk of a record: ");
  add_highest (choices, i);
  deid_html_add_raw (html, ". Loss: ");
  add_loss (choices, i);
  deid_html_add_raw (html, ". Records withheld: ");
  policy_choices_add_suppressed (choices, i);
  deid_html_add_raw (html, ".</p></div>\n");
  return TRUE;
}

/* Without groups, which there are for a number of policies that is not too large, the first ones.
 */
static gboolean
write_first (const Choices *choices, GError **error)
{
  const DeidAlternativeGroups *groups = choices->groups;
  const guint64 n = groups != NULL ? groups->n : choices->alternatives->n;

  deid_html_add_format (
      choices->html, "%sEach is described by its difference from %s%s.</p>\n",
      groups != NULL ? "<h4>To look at first</h4>\n<p>Similar alternatives form a group. This "
                       "is the middle one of each group, the largest groups first. "
                     : "<h4>The first ones</h4>\n<p>",
      deid_result_get_policy (choices->view->result) != NULL ? "this release" : "the original data",
      choices->baseline != NULL ? ", and from the rule, the baseline" : "");
  for (guint64 g = 0; g < MIN (n, DEID_ALTERNATIVE_GROUPS_FIRST); g++)
    if (!write_words (choices, groups != NULL ? groups->items[g].medoid : g,
                      groups != NULL ? groups->items[g].n_policies - 1 : 0, error))
      return FALSE;
  return TRUE;
}

static void
policy_choices_write_row (const Choices *choices, guint64 i)
{
  DeidHtml *html = choices->html;
  guint64 better;

  deid_html_add_format (html, "<tr><th scope=\"row\" class=\"n\">%s</th>", DEID_COMMAS (i));
  if (choices->groups != NULL)
    deid_html_add_format (html, "<td class=\"n\">%s</td>",
                          DEID_COMMAS (choices->groups->groups[i] + 1));
  deid_html_add_raw (html, "<td class=\"n\">");
  policy_choices_add_risk (choices, i);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  add_highest (choices, i);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  add_loss (choices, i);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  policy_choices_add_suppressed (choices, i);
  deid_html_add_raw (html, "</td><td class=\"wide\">");
  if (policy_choices_is_released (choices, i))
    deid_html_add_raw (html, "<strong>this release</strong>");
  else if (deid_alternatives_find_better (choices->alternatives, i, &better))
    deid_html_add_format (html, "beaten by number %s", DEID_COMMAS (better));
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
policy_choices_write_table (const Choices *choices)
{
  const guint64 n = choices->alternatives->n;
  DeidHtml *html = choices->html;

  deid_html_add_raw (html, "<h4>All of them</h4>\n");
  deid_page_begin_table (html, TRUE);
  deid_html_add_raw (html, "<th class=\"n\">Number</th>");
  if (choices->groups != NULL)
    deid_html_add_raw (html, "<th class=\"n\">Group</th>");
  deid_html_add_raw (
      html, "<th class=\"n\">Expected to be found</th><th class=\"n\">Highest risk</th><th "
            "class=\"n\">Loss</th><th class=\"n\">Withheld</th><th></th></tr></thead>\n<tbody>\n");
  for (guint64 i = 0; i < MIN (n, N_POLICIES); i++)
    policy_choices_write_row (choices, i);
  deid_page_end_table (html, n > N_POLICIES ? n - N_POLICIES : 0);
}

static gboolean
write_choices (const Choices *choices, GError **error)
{
  deid_html_add_format (choices->html, "%s You can choose each by its number.</p>\n",
                        choices->alternatives->is_complete
                            ? "<h3>Alternatives</h3>\n<p>These ways to generalize meet the "
                              "conditions, and some way that keeps one step more detail does not."
                            : "<h3>Alternatives</h3>\n<p>Other ways to generalize that meet the "
                              "conditions. There are more of them.");
  policy_choices_draw (choices);
  if (!write_first (choices, error))
    return FALSE;
  policy_choices_write_table (choices);
  return TRUE;
}

/* Adds the policies to choose from: a chart, those to look at first in words, and a table. Errors:
 * those of deid_report_new_alternatives(). */
static gboolean
write_policies (DeidPageView *view, GError **error)
{
  const DeidPage *page = view->page;
  const DeidAlternativeList *list
      = deid_report_get_data (page->alternatives, &deid_alternatives_kind);
  g_autoptr (DeidAlternativeGroups) own = NULL;
  Choices choices = {
    .view = view, .html = view->html, .alternatives = list->alternatives, .groups = list->groups
  };

  if (list->alternatives->n == 0)
    return TRUE;
  if (choices.groups == NULL && list->alternatives->n <= N_GROUPED)
    {
      own = deid_alternative_groups_new (list->alternatives, 0, DEID_STOP_OF (view->cancellable),
                                         error);
      if (own == NULL)
        return FALSE;
      choices.groups = own;
    }
  choices.baseline = find_baseline (view);
  return write_choices (&choices, error);
}

/* What else there was to choose: other settings, other limits, other policies. */

#define N_CELLS 60 /* shown of a trade-off */
#define N_STEPS 60 /* of a frontier */

static void
write_axes (DeidHtml *html, const DeidTradeoff *tradeoff, guint64 cell)
{
  for (guint a = 0; a < tradeoff->n_axes; a++)
    {
      deid_html_add_raw (html, "<td>");
      deid_html_add_value (html,
                           tradeoff->axes[a].values[deid_tradeoff_get_index (tradeoff, cell, a)]);
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
  const DeidTradeoff *tradeoff = deid_report_get_data (view->page->tradeoff, &deid_tradeoff_kind);

  return tradeoff->cells[cell].is_solved && have_same_levels (tradeoff)
         && g_str_equal (tradeoff->cells[cell].policy, policy)
         && tradeoff->cells[cell].loss == deid_result_get_loss (view->result)
         && tradeoff->cells[cell].n_suppressed == deid_result_get_n_suppressed (view->result);
}

static const char *
section_choices_get_remark (const DeidTradeoff *tradeoff, guint64 cell)
{
  if (!tradeoff->cells[cell].is_solved)
    return tradeoff->cells[cell].is_proven ? "no solution" : "none found";
  if (tradeoff->cells[cell].is_knee)
    return "<strong>withholding more records than here gains little</strong>";
  return tradeoff->cells[cell].is_non_dominated
             ? ""
             : "another choice is as good in all figures, and better in one";
}

static void
write_highest_risk (DeidHtml *html, const DeidTradeoff *tradeoff, guint64 cell)
{
  if (deid_tradeoff_cell_has_risk (&tradeoff->cells[cell], DEID_RISK_MEASURE_HIGHEST))
    deid_figure_add_share (html, tradeoff->cells[cell].risks[DEID_RISK_MEASURE_HIGHEST],
                           "tradeoff.cells.%" G_GUINT64_FORMAT ".highest_risk", cell);
}

static void
write_cell (const DeidPageView *view, const char *policy, guint64 cell)
{
  const DeidTradeoff *tradeoff = deid_report_get_data (view->page->tradeoff, &deid_tradeoff_kind);
  const char *remark = section_choices_get_remark (tradeoff, cell);
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<tr>");
  write_axes (html, tradeoff, cell);
  deid_html_add_raw (html, "<td class=\"n\">");
  if (tradeoff->cells[cell].is_solved)
    {
      deid_figure_add_number (html, tradeoff->cells[cell].loss,
                              "tradeoff.cells.%" G_GUINT64_FORMAT ".loss", cell);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      deid_figure_add_count (html, tradeoff->cells[cell].n_suppressed,
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

/* Adds the cells that another one beats, or the others, as a series, if there are some. */
static void
section_choices_add_cells (DeidChart *chart, const DeidTradeoff *tradeoff, gboolean is_better)
{
  const double n_records = (double) tradeoff->n_records;
  guint series = 0;
  gboolean has_series = FALSE;

  for (guint64 i = 0; i < tradeoff->n_cells; i++)
    {
      if (!tradeoff->cells[i].is_solved || tradeoff->cells[i].is_non_dominated != is_better)
        continue;
      if (!has_series)
        series
            = deid_chart_add_series (chart, is_better ? "beaten by no other" : "beaten by another");
      has_series = TRUE;
      deid_chart_add_point (chart, series, (double) tradeoff->cells[i].n_suppressed / n_records,
                            tradeoff->cells[i].loss, tradeoff->cells[i].policy, FALSE);
    }
}

static gboolean
section_choices_has_solution (const DeidTradeoff *tradeoff)
{
  gboolean is_found = FALSE;

  for (guint64 i = 0; i < tradeoff->n_cells && !is_found; i++)
    is_found = tradeoff->cells[i].is_solved;
  return is_found;
}

static gboolean
are_proven (const DeidTradeoff *tradeoff)
{
  gboolean is_proven = TRUE;

  for (guint64 i = 0; i < tradeoff->n_cells && is_proven; i++)
    is_proven = tradeoff->cells[i].is_proven;
  return is_proven;
}

static void
draw_cells (DeidHtml *html, const DeidTradeoff *tradeoff)
{
  g_autoptr (DeidChart) chart
      = deid_chart_new (DEID_CHART_SCATTER, "Loss over records withheld",
                        "Each setting of the table below as a point. Settings that another one "
                        "beats are a series of their own.");

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, "records withheld", DEID_CHART_UNIT_SHARE, FALSE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "loss", DEID_CHART_UNIT_NUMBER, FALSE);
  section_choices_add_cells (chart, tradeoff, TRUE);
  section_choices_add_cells (chart, tradeoff, FALSE);
  deid_chart_write (chart, html);
}

static gboolean
write_tradeoff (const DeidPageView *view, GError **error)
{
  const DeidTradeoff *tradeoff = deid_report_get_data (view->page->tradeoff, &deid_tradeoff_kind);
  const guint64 n = tradeoff->n_cells;
  g_autofree char *policy = deid_result_write_policy (view->result, error);
  DeidHtml *html = view->html;

  if (policy == NULL)
    return FALSE;
  deid_html_add_format (html, "<h3>Other settings</h3>\n%s",
                        are_proven (tradeoff)
                            ? "<p>The least loss for each combination of settings.</p>\n"
                            : "<p>The loss that was found for each combination of settings, "
                              "which may not be the least.</p>\n");
  if (section_choices_has_solution (tradeoff))
    draw_cells (html, tradeoff);
  deid_page_begin_table (html, TRUE);
  for (guint a = 0; a < tradeoff->n_axes; a++)
    {
      deid_html_add_raw (html, "<th>");
      deid_html_add_value (html, tradeoff->axes[a].name);
      deid_html_add_raw (html, "</th>");
    }
  deid_html_add_raw (html, "<th class=\"n\">Loss</th><th class=\"n\">Withheld</th><th "
                           "class=\"n\">Highest risk</th><th></th></tr></thead>\n<tbody>\n");
  for (guint64 i = 0; i < MIN (n, N_CELLS); i++)
    write_cell (view, policy, i);
  deid_page_end_table (html, n > N_CELLS ? n - N_CELLS : 0);
  return TRUE;
}

static void
write_step (DeidHtml *html, const DeidFrontier *frontier, guint64 number)
{
  const DeidFrontierStep *step = &frontier->steps[number];

  deid_html_add_format (html, "<tr><th scope=\"row\" class=\"n\">%s", DEID_COMMAS (step->first));
  if (step->last > step->first)
    deid_html_add_format (html, "&ndash;%s", DEID_COMMAS (step->last));
  deid_html_add_raw (html, "</th><td class=\"n\">");
  deid_figure_add_number (html, step->loss, "frontier.steps.%" G_GUINT64_FORMAT ".loss", number);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_count (html, step->n_suppressed,
                         "frontier.steps.%" G_GUINT64_FORMAT ".suppressed", number);
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
draw_steps (DeidHtml *html, const DeidFrontier *frontier)
{
  const gboolean is_over_k = frontier->is_k;
  g_autoptr (DeidChart) chart = deid_chart_new (
      DEID_CHART_STEPS, is_over_k ? "Loss over k" : "Loss over records that may be withheld",
      "The least loss of the table below.");
  guint series;

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, is_over_k ? "k" : "records that may be withheld",
                       DEID_CHART_UNIT_COUNT, FALSE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "loss", DEID_CHART_UNIT_NUMBER, FALSE);
  series = deid_chart_add_series (chart, "least loss");
  for (guint64 i = 0; i < frontier->n_steps; i++)
    deid_chart_add_point (chart, series, (double) frontier->steps[i].first, frontier->steps[i].loss,
                          NULL, FALSE);
  deid_chart_write (chart, html);
}

static void
write_frontier (const DeidPageView *view)
{
  const DeidFrontier *frontier = deid_report_get_data (view->page->frontier, &deid_frontier_kind);
  const guint64 n = frontier->n_steps;
  const char *of_policies = deid_result_get_recoding (view->result) != DEID_RECODING_GLOBAL
                                ? " by one policy for the whole table"
                                : "";
  DeidHtml *html = view->html;

  deid_html_add_format (html,
                        frontier->is_k ? "<h3>Other sizes of groups</h3>\n<p>The least loss%s for "
                                         "each <i>k</i>, the size of the smallest group.</p>\n"
                                       : "<h3>Other limits</h3>\n<p>The least loss%s for each "
                                         "number of records that may be withheld.</p>\n",
                        of_policies);
  draw_steps (html, frontier);
  deid_page_begin_table (html, FALSE);
  deid_html_add_format (
      html, "%s<th class=\"n\">Loss</th><th class=\"n\">Withheld</th></tr></thead>\n<tbody>\n",
      frontier->is_k ? "<th class=\"n\"><i>k</i></th>"
                     : "<th class=\"n\">Records that may be withheld</th>");
  for (guint64 i = 0; i < MIN (n, N_STEPS); i++)
    write_step (html, frontier, i);
  deid_page_end_table (html, n > N_STEPS ? n - N_STEPS : 0);
}

gboolean
deid_page_write_choices (DeidPageView *view, GError **error)
{
  const DeidPage *page = view->page;
  const gboolean has_policies = page->alternatives != NULL;
  gboolean success;

  if (view->is_public || (page->tradeoff == NULL && page->frontier == NULL && !has_policies))
    return TRUE;
  deid_page_begin_section (view, "choices", "What else there was to choose");
  if (page->tradeoff != NULL && !write_tradeoff (view, error))
    return FALSE;
  if (page->frontier != NULL)
    write_frontier (view);
  success = !has_policies || write_policies (view, error);
  deid_page_end_section (view);
  return success;
}
