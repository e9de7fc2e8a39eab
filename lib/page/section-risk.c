/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/chart.h"
#include "chart/html.h"
#include "page/page-private.h"

#include <math.h>

/* The risk of being found, before and after, for the three adversaries. */

/* A row of the table: a figure of each report, of the same name. */
typedef void (*WriteCell) (DeidHtml *html, const DeidRiskReport *report, const char *side,
                           DeidAdversary adversary);

typedef guint64 (*GetCount) (const DeidRiskReport *report);

static const char *const adversary_names[] = { "prosecutor", "journalist" };

#define NOT_TOLD "<span class=\"note\">not told</span>"

static void
write_risk (DeidHtml *html, double risk, const char *side, const char *group, const char *figure)
{
  g_autofree char *path = g_strdup_printf ("risks.%s.%s.%s", side, group, figure);

  deid_page_write_share (html, risk, path, NOT_TOLD);
}

static void
section_risk_write_highest (DeidHtml *html, const DeidRiskReport *report, const char *side,
                            DeidAdversary adversary)
{
  write_risk (html, deid_risk_figure_maximum_risk (report, adversary), side,
              adversary_names[adversary], "highest");
}

static void
section_risk_write_average (DeidHtml *html, const DeidRiskReport *report, const char *side,
                            DeidAdversary adversary)
{
  write_risk (html, deid_risk_figure_average_risk (report, adversary), side,
              adversary_names[adversary], "mean");
}

static void
section_risk_write_at_risk (DeidHtml *html, const DeidRiskReport *report, const char *side,
                            DeidAdversary adversary)
{
  const guint64 n = deid_risk_figure_n_at_risk (report, adversary);

  if (n == DEID_WITHHELD || report->n_records == DEID_WITHHELD)
    {
      deid_html_add_raw (html, NOT_TOLD);
      return;
    }
  deid_figure_add_count (html, n, "risks.%s.%s.records_above_threshold", side,
                         adversary_names[adversary]);
  deid_html_add_raw (html, " (");
  deid_figure_add_part (html, n, report->n_records);
  deid_html_add_raw (html, ")");
}

static void
write_marketer (DeidHtml *html, const DeidRiskReport *report, const char *side,
                DeidAdversary adversary)
{
  write_risk (html, deid_risk_figure_marketer_risk (report), side, "marketer", "mean");
}

/* Of persons, after those of records; the public is told neither. */
static void
write_average_person (DeidHtml *html, const DeidRiskReport *report, const char *side,
                      DeidAdversary adversary)
{
  DeidPersonRisks risks;

  if (deid_risk_figure_persons (report, &risks))
    write_risk (html, risks.average, side, "by_person", "average_risk");
}

static void
write_persons_at_risk (DeidHtml *html, const DeidRiskReport *report, const char *side,
                       DeidAdversary adversary)
{
  DeidPersonRisks risks;

  if (!deid_risk_figure_persons (report, &risks))
    return;
  deid_figure_add_count (html, risks.n_at_risk, "risks.%s.by_person.persons_above_threshold", side);
  deid_html_add_raw (html, " (");
  write_risk (html, (double) risks.n_at_risk / (double) risks.n_persons, side, "by_person",
              "at_risk");
  deid_html_add_raw (html, ")");
}

static guint64
get_n_classes (const DeidRiskReport *report)
{
  return report->n_classes;
}

static void
section_risk_write_row (const DeidPageView *view, const char *name, WriteCell write,
                        DeidAdversary adversary)
{
  DeidHtml *html = view->html;

  deid_html_add_format (html, "<tr><th scope=\"row\">%s</th>", name);
  if (view->before != NULL)
    {
      deid_html_add_raw (html, "<td class=\"n\">");
      write (html, view->before, "before", adversary);
      deid_html_add_raw (html, "</td>");
    }
  deid_html_add_raw (html, "<td class=\"n\">");
  write (html, view->after, "after", adversary);
  deid_html_add_raw (html, "</td></tr>\n");
}

/* A row of counts that there are for no adversary. */
static void
write_count_row (const DeidPageView *view, const char *name, GetCount get, const char *figure)
{
  static const char *const names[] = { "before", "after" };
  const DeidRiskReport *const reports[] = { view->before, view->after };

  deid_html_add_format (view->html, "<tr><th scope=\"row\">%s</th>", name);
  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    {
      g_autofree char *path = g_strdup_printf ("risks.%s.%s", names[i], figure);

      if (reports[i] == NULL)
        continue;
      deid_html_add_raw (view->html, "<td class=\"n\">");
      deid_page_write_count (view->html, get (reports[i]), path, NOT_TOLD);
      deid_html_add_raw (view->html, "</td>");
    }
  deid_html_add_raw (view->html, "</tr>\n");
}

static void
section_risk_write_group (const DeidPageView *view, const char *title, const char *who)
{
  deid_html_add_format (view->html,
                        "<tr><td class=\"wide\" colspan=\"%d\"><strong>%s</strong><br><span "
                        "class=\"note\">%s</span></td></tr>\n",
                        view->before != NULL ? 3 : 2, title, who);
}

static void
write_persons (const DeidPageView *view)
{
  DeidPersonRisks risks;

  if (!deid_risk_figure_persons (view->after, &risks))
    return;
  section_risk_write_group (
      view, "The prosecutor, counting persons",
      "the same risks of persons instead of records; a person counts once in each group. Limits on "
      "the average risk and on the share at risk, sweeps and frontiers use these figures");
  section_risk_write_row (view, "Average risk of a person", write_average_person,
                          DEID_ADVERSARY_PROSECUTOR);
  section_risk_write_row (view, "Persons above the threshold", write_persons_at_risk,
                          DEID_ADVERSARY_PROSECUTOR);
}

static void
section_risk_write_table (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const gboolean has_population
      = view->after->has_population || deid_partition_has_population (view->partition);

  deid_page_begin_table (html, FALSE);
  deid_html_add_format (html, "<th></th>%s<th class=\"n\">After</th></tr></thead>\n<tbody>\n",
                        view->before != NULL ? "<th class=\"n\">Before</th>" : "");
  section_risk_write_group (
      view, "The prosecutor",
      "knows that a certain person is in the table, and knows the quasi-identifiers of the person");
  section_risk_write_row (view, "Highest risk of a record", section_risk_write_highest,
                          DEID_ADVERSARY_PROSECUTOR);
  section_risk_write_row (view, "Average risk of a record", section_risk_write_average,
                          DEID_ADVERSARY_PROSECUTOR);
  section_risk_write_row (view, "Records above the threshold", section_risk_write_at_risk,
                          DEID_ADVERSARY_PROSECUTOR);
  write_persons (view);
  section_risk_write_group (
      view, "The journalist",
      has_population
          ? "looks for a person without knowing who is in the table; the risk counts the people of "
            "the population"
          : "looks for a person without knowing who is in the table. Without a population table, "
            "this is the prosecutor&rsquo;s risk, which is an upper bound");
  section_risk_write_row (view, "Highest risk of a record", section_risk_write_highest,
                          DEID_ADVERSARY_JOURNALIST);
  section_risk_write_row (view, "Average risk of a record", section_risk_write_average,
                          DEID_ADVERSARY_JOURNALIST);
  section_risk_write_row (view, "Records above the threshold", section_risk_write_at_risk,
                          DEID_ADVERSARY_JOURNALIST);
  section_risk_write_group (view, "The marketer", "tries to find as many persons as possible");
  section_risk_write_row (view, "Expected share of records found, at most", write_marketer, 0);
  section_risk_write_group (view, "All records", "in groups that look alike");
  write_count_row (view, "Number of groups", get_n_classes, "classes.number");
  write_count_row (view, "Size of the smallest group", deid_risk_figure_smallest_class,
                   "classes.smallest");
  write_count_row (view, "Records in groups of size 1", deid_risk_figure_n_unique, "unique");
  deid_page_end_table (html, 0);
}

void
deid_page_write_unique (const DeidPageView *view, guint index)
{
  const DeidRiskReport *report = view->after;
  const guint64 n = deid_risk_figure_n_unique_by_release (report, index);

  if (n == DEID_WITHHELD)
    {
      deid_html_add_raw (view->html, NOT_TOLD);
      return;
    }
  deid_html_add_raw (view->html, view->is_public ? "at least " : "");
  if (index == 0)
    deid_figure_add_count (view->html, n, "risks.after.unique_by_release.all");
  else
    deid_figure_add_count (view->html, n, "risks.after.unique_by_release.columns.%u.records",
                           index - 1);
  deid_html_add_raw (view->html, " (");
  deid_figure_add_part (view->html, n, report->n_records);
  deid_html_add_raw (view->html, ")");
}

static void
begin_unique_row (DeidHtml *html)
{
  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"wide\">");
}

static void
end_unique_row (const DeidPageView *view, guint index)
{
  deid_html_add_raw (view->html, "</th><td class=\"n\">");
  deid_page_write_unique (view, index);
  deid_html_add_raw (view->html, "</td></tr>\n");
}

/* Puts columns first that tell most records apart. */
static int
compare_uniques (const void *a, const void *b, gpointer report)
{
  const guint column = *(const guint *) a, other = *(const guint *) b;
  const guint64 n = deid_risk_figure_n_unique_by_release (report, column);
  const guint64 n_other = deid_risk_figure_n_unique_by_release (report, other);

  return n != n_other ? (n > n_other ? -1 : 1) : column < other ? -1 : 1;
}

/* Other columns tell records apart that the quasi-identifiers do not. */
static void
write_uniques (const DeidPageView *view)
{
  const DeidRiskReport *report = view->after;
  g_autofree guint *order = NULL;
  DeidHtml *html = view->html;

  if (report->n_uniques < 2)
    return;
  deid_html_add_format (
      html,
      "<h3>What the other columns tell</h3>\n<p>The risks above are about an attacker who knows "
      "the quasi-identifiers and nothing else. This table counts the released records that are "
      "unique for an attacker who also knows other released columns: no other %s has the same "
      "values. Such an attacker may find the record.%s</p>\n",
      report->has_persons && !view->is_public ? "person" : "record",
      view->is_public ? " Counts are rounded down, so that they reveal no small numbers." : "");
  deid_page_begin_table (html, FALSE);
  deid_html_add_raw (html, "<th>What the attacker knows</th><th class=\"n\">Unique "
                           "records</th></tr></thead>\n<tbody>\n");
  order = g_new (guint, report->n_uniques);
  for (guint i = 1; i < report->n_uniques; i++)
    order[i - 1] = i;
  g_qsort_with_data (order, (gint) report->n_uniques - 1, sizeof *order, compare_uniques,
                     view->after);
  for (guint i = 0; i + 1 < report->n_uniques; i++)
    {
      begin_unique_row (html);
      deid_html_add_raw (html, "the quasi-identifiers and ");
      deid_html_add_value (html, report->uniques[order[i]].column);
      end_unique_row (view, order[i]);
    }
  begin_unique_row (html);
  deid_html_add_raw (html, "everything that is released");
  end_unique_row (view, 0);
  deid_page_end_table (html, 0);
}

static void
section_risk_add_risks (DeidChart *chart, guint series, const DeidRiskReport *report)
{
  const double risks[] = { deid_risk_figure_maximum_risk (report, DEID_ADVERSARY_PROSECUTOR),
                           deid_risk_figure_average_risk (report, DEID_ADVERSARY_PROSECUTOR),
                           deid_risk_figure_maximum_risk (report, DEID_ADVERSARY_JOURNALIST),
                           deid_risk_figure_marketer_risk (report) };

  for (guint i = 0; i < G_N_ELEMENTS (risks); i++)
    if (!isnan (risks[i]))
      deid_chart_add_point (chart, series, i, risks[i], DEID_PERCENT (risks[i]), TRUE);
}

static void
draw_risks (const DeidPageView *view)
{
  static const char *const names[]
      = { "prosecutor, highest", "prosecutor, average", "journalist, highest", "marketer" };
  g_autoptr (DeidChart) chart
      = deid_chart_new (DEID_CHART_BARS, "Risk of being found",
                        "The risks of the table above as bars, with the threshold as a line.");
  char threshold[DEID_SHARE_SIZE];
  g_autofree char *line = NULL;

  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "risk", DEID_CHART_UNIT_SHARE, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    deid_chart_add_category (chart, names[i]);
  if (view->before != NULL)
    section_risk_add_risks (chart, deid_chart_add_series (chart, "before"), view->before);
  section_risk_add_risks (chart, deid_chart_add_series (chart, "after"), view->after);
  deid_limit_to_text (deid_risk_options_get_threshold (view->after->options), threshold);
  line = g_strconcat ("threshold ", threshold, NULL);
  deid_chart_add_line (chart, DEID_CHART_AXIS_Y,
                       deid_risk_options_get_threshold (view->after->options), line);
  deid_chart_write (chart, view->html);
}

/* Returns: the records in an interval of the prosecutor's sizes. */
static guint64
count_in_interval (const DeidRiskReport *report, guint64 i)
{
  return deid_risk_figure_interval (report, DEID_ADVERSARY_PROSECUTOR, i).n_records;
}

/* Intervals behind the last one that has a record, before or after, are not drawn. */
static guint64
count_intervals (const DeidPageView *view)
{
  guint64 n = deid_risk_figure_n_intervals (view->after, DEID_ADVERSARY_PROSECUTOR);

  while (n > 1 && count_in_interval (view->after, n - 1) == 0
         && (view->before == NULL || count_in_interval (view->before, n - 1) == 0))
    n--;
  return n;
}

static void
section_risk_add_sizes (DeidChart *chart, guint series, const DeidRiskReport *report, guint64 n)
{
  if (report->n_records == DEID_WITHHELD || report->n_records == 0)
    return;
  for (guint64 i = 0; i < n; i++)
    {
      const DeidRiskInterval interval
          = deid_risk_figure_interval (report, DEID_ADVERSARY_PROSECUTOR, i);
      const double share = (double) interval.n_records / (double) report->n_records;

      deid_chart_add_point (chart, series, (double) interval.smallest_size, share,
                            DEID_PERCENT (share), FALSE);
    }
}

/* Where the last of the intervals that are drawn ends: where the next one begins. */
static double
section_risk_find_end (const DeidPageView *view, guint64 n)
{
  const guint64 n_all = deid_risk_figure_n_intervals (view->after, DEID_ADVERSARY_PROSECUTOR);
  const guint64 size
      = deid_risk_figure_interval (view->after, DEID_ADVERSARY_PROSECUTOR, MIN (n, n_all - 1))
            .smallest_size;

  return n < n_all ? (double) size : 2 * (double) size;
}

static void
draw_sizes (const DeidPageView *view)
{
  const guint64 n = count_intervals (view);
  const double threshold = deid_risk_options_get_threshold (view->after->options);
  g_autoptr (DeidChart) chart = deid_chart_new (DEID_CHART_HISTOGRAM, "How many records look alike",
                                                "The share of the records in groups of each size.");

  if (n == 0)
    return;
  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, "size of the group", DEID_CHART_UNIT_COUNT, TRUE);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "share of the records", DEID_CHART_UNIT_SHARE,
                       FALSE);
  if (view->before != NULL)
    section_risk_add_sizes (chart, deid_chart_add_series (chart, "before"), view->before, n);
  section_risk_add_sizes (chart, deid_chart_add_series (chart, "after"), view->after, n);
  deid_chart_set_end (chart, section_risk_find_end (view, n));
  if (threshold > 0)
    deid_chart_add_line (chart, DEID_CHART_AXIS_X, 1 / threshold,
                         "smallest allowed by the threshold");
  deid_chart_write (chart, view->html);
}

gboolean
deid_page_write_risk (DeidPageView *view, GError **error)
{
  DeidHtml *html = view->html;

  deid_page_begin_section (view, "risk", "The risk of being found");
  deid_html_add_format (
      html,
      "<p>The risk of a record is the chance that an attacker who knows only the quasi-identifiers "
      "picks it: 1 divided by the number of %s in its group. The threshold of this page is ",
      deid_page_get_unit (view));
  deid_figure_add_limit (html, deid_risk_options_get_threshold (view->after->options),
                         "risks.after.threshold");
  deid_html_add_raw (html, ".</p>\n");
  section_risk_write_table (view);
  draw_risks (view);
  draw_sizes (view);
  write_uniques (view);
  deid_page_end_section (view);
  return TRUE;
}
