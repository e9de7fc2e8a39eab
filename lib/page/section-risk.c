/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/chart.h"
#include "chart/html.h"
#include "page/page-private.h"

/* The risk of being found, before and after, for the three adversaries. */

/* A row of the table: a figure of each report, of the same name. */
typedef void (*WriteCell) (DeidHtml *html, const DeidRiskReport *report, const char *side,
                           DeidAdversary adversary);

static const char *const adversary_names[] = { "prosecutor", "journalist" };

static void
write_not_told (DeidHtml *html)
{
  deid_html_add_raw (html, "<span class=\"note\">not told</span>");
}

static void
section_risk_write_highest (DeidHtml *html, const DeidRiskReport *report, const char *side,
                            DeidAdversary adversary)
{
  double risk;

  if (deid_risk_report_get_maximum_risk (report, adversary, &risk))
    deid_figure_add_share (html, risk, "risks.%s.%s.highest", side, adversary_names[adversary]);
  else
    write_not_told (html);
}

static void
section_risk_write_average (DeidHtml *html, const DeidRiskReport *report, const char *side,
                            DeidAdversary adversary)
{
  double risk;

  if (deid_risk_report_get_average_risk (report, adversary, &risk))
    deid_figure_add_share (html, risk, "risks.%s.%s.mean", side, adversary_names[adversary]);
  else
    write_not_told (html);
}

static void
section_risk_write_at_risk (DeidHtml *html, const DeidRiskReport *report, const char *side,
                            DeidAdversary adversary)
{
  guint64 n, n_records;

  if (!deid_risk_report_get_n_at_risk (report, adversary, &n)
      || !deid_risk_report_get_n_records (report, &n_records))
    {
      write_not_told (html);
      return;
    }
  deid_figure_add_count (html, n, "risks.%s.%s.records_above_threshold", side,
                         adversary_names[adversary]);
  deid_html_add_raw (html, " (");
  deid_figure_add_part (html, n, n_records);
  deid_html_add_raw (html, ")");
}

static void
write_marketer (DeidHtml *html, const DeidRiskReport *report, const char *side,
                DeidAdversary adversary)
{
  double risk;

  (void) adversary;
  if (deid_risk_report_get_marketer_risk (report, &risk))
    deid_figure_add_share (html, risk, "risks.%s.marketer.mean", side);
  else
    write_not_told (html);
}

static void
write_n_unique (DeidHtml *html, const DeidRiskReport *report, const char *side,
                DeidAdversary adversary)
{
  guint64 n;

  (void) adversary;
  if (deid_risk_report_get_n_unique (report, &n))
    deid_figure_add_count (html, n, "risks.%s.unique", side);
  else
    write_not_told (html);
}

static void
write_n_classes (DeidHtml *html, const DeidRiskReport *report, const char *side,
                 DeidAdversary adversary)
{
  guint64 n;

  (void) adversary;
  if (deid_risk_report_get_n_classes (report, &n))
    deid_figure_add_count (html, n, "risks.%s.classes.number", side);
  else
    write_not_told (html);
}

static void
write_smallest (DeidHtml *html, const DeidRiskReport *report, const char *side,
                DeidAdversary adversary)
{
  guint64 size;

  (void) adversary;
  if (deid_risk_report_get_smallest_class (report, &size))
    deid_figure_add_count (html, size, "risks.%s.classes.smallest", side);
  else
    write_not_told (html);
}

/* Of persons, after those of records; the public is told neither. */
static void
write_average_person (DeidHtml *html, const DeidRiskReport *report, const char *side,
                      DeidAdversary adversary)
{
  double risk;

  (void) adversary;
  if (deid_risk_report_get_person_risks (report, NULL, NULL, NULL, &risk))
    deid_figure_add_share (html, risk, "risks.%s.by_person.average_risk", side);
}

static void
write_persons_at_risk (DeidHtml *html, const DeidRiskReport *report, const char *side,
                       DeidAdversary adversary)
{
  guint64 n, n_persons;

  (void) adversary;
  if (!deid_risk_report_get_person_risks (report, &n_persons, &n, NULL, NULL))
    return;
  deid_figure_add_count (html, n, "risks.%s.by_person.persons_above_threshold", side);
  deid_html_add_raw (html, " (");
  deid_figure_add_share (html, (double) n / (double) n_persons, "risks.%s.by_person.at_risk", side);
  deid_html_add_raw (html, ")");
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

static void
section_risk_write_group (const DeidPageView *view, const char *title, const char *who)
{
  deid_html_add_format (view->html,
                        "<tr><td class=\"wide\" colspan=\"%d\"><strong>%s</strong><br>"
                        "<span class=\"note\">%s</span></td></tr>\n",
                        view->before != NULL ? 3 : 2, title, who);
}

static void
write_persons (const DeidPageView *view)
{
  if (!deid_risk_report_get_person_risks (view->after, NULL, NULL, NULL, NULL))
    return;
  section_risk_write_group (
      view, "The prosecutor, over persons",
      "the same risks over persons instead of records; a person is counted once in each group. "
      "Limits on the average risk and on the share at risk, sweeps and frontiers use these "
      "figures");
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
  deid_html_add_raw (html, "<th></th>");
  deid_html_add_raw (html, view->before != NULL ? "<th class=\"n\">Before</th>" : "");
  deid_html_add_raw (html, "<th class=\"n\">After</th></tr></thead>\n<tbody>\n");
  section_risk_write_group (view, "The prosecutor",
                            "knows that one person is in the table, and knows the person&rsquo;s "
                            "quasi-identifiers");
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
          ? "looks for one person without knowing who is in the table; counted in the "
            "population"
          : "looks for one person without knowing who is in the table; without a "
            "population table, the prosecutor&rsquo;s risk is shown; it is an upper bound");
  section_risk_write_row (view, "Highest risk of a record", section_risk_write_highest,
                          DEID_ADVERSARY_JOURNALIST);
  section_risk_write_row (view, "Average risk of a record", section_risk_write_average,
                          DEID_ADVERSARY_JOURNALIST);
  section_risk_write_row (view, "Records above the threshold", section_risk_write_at_risk,
                          DEID_ADVERSARY_JOURNALIST);
  section_risk_write_group (view, "The marketer", "tries to find as many persons as possible");
  section_risk_write_row (view, "Share of records found, as is to be expected", write_marketer, 0);
  section_risk_write_group (view, "All records", "grouped into those that look alike");
  section_risk_write_row (view, "Groups that look alike", write_n_classes, 0);
  section_risk_write_row (view, "Size of the smallest group", write_smallest, 0);
  section_risk_write_row (view, "Records that are alone in their group", write_n_unique, 0);
  deid_page_end_table (html, 0);
}

void
deid_page_write_unique (const DeidPageView *view, guint index)
{
  const DeidRiskReport *report = view->after;
  const guint64 n = deid_risk_figure_n_unique_by_release (report, index);

  if (n == DEID_WITHHELD)
    {
      write_not_told (view->html);
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
      "<h3>What the other columns tell</h3>\n<p>The risks above are those of an attacker who knows "
      "the quasi-identifiers and nothing else. The table shows how many released records are "
      "unique for an attacker who also knows other released columns: no other %s has the same "
      "values. Such an attacker may find the record.%s</p>\n",
      report->has_persons && !view->is_public ? "person" : "record",
      view->is_public ? " Counts are rounded down, so that they tell no small numbers." : "");
  deid_page_begin_table (html, FALSE);
  deid_html_add_raw (
      html, "<th>What the attacker knows</th><th class=\"n\">Unique records</th></tr></thead>\n"
            "<tbody>\n");
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
section_risk_add_risk (DeidChart *chart, guint series, guint x, gboolean is_told, double risk)
{
  char label[DEID_SHARE_SIZE];

  if (!is_told)
    return;
  deid_share_to_text (risk, label);
  deid_chart_add_point (chart, series, x, risk, label, TRUE);
}

static void
section_risk_add_risks (DeidChart *chart, guint series, const DeidRiskReport *report)
{
  double risk = 0;
  gboolean is_told;

  is_told = deid_risk_report_get_maximum_risk (report, DEID_ADVERSARY_PROSECUTOR, &risk);
  section_risk_add_risk (chart, series, 0, is_told, risk);
  is_told = deid_risk_report_get_average_risk (report, DEID_ADVERSARY_PROSECUTOR, &risk);
  section_risk_add_risk (chart, series, 1, is_told, risk);
  is_told = deid_risk_report_get_maximum_risk (report, DEID_ADVERSARY_JOURNALIST, &risk);
  section_risk_add_risk (chart, series, 2, is_told, risk);
  is_told = deid_risk_report_get_marketer_risk (report, &risk);
  section_risk_add_risk (chart, series, 3, is_told, risk);
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

/* Intervals behind the last one that has a record, before or after, are not drawn. */
static guint64
count_intervals (const DeidPageView *view)
{
  guint64 n = deid_risk_report_get_n_intervals (view->after, DEID_ADVERSARY_PROSECUTOR);
  guint64 n_after = 0, n_before = 0;

  while (n > 1
         && deid_risk_report_get_interval (view->after, DEID_ADVERSARY_PROSECUTOR, n - 1, NULL,
                                           &n_after, NULL)
         && n_after == 0
         && (view->before == NULL
             || (deid_risk_report_get_interval (view->before, DEID_ADVERSARY_PROSECUTOR, n - 1,
                                                NULL, &n_before, NULL)
                 && n_before == 0)))
    n--;
  return n;
}

static void
section_risk_add_sizes (DeidChart *chart, guint series, const DeidRiskReport *report, guint64 n)
{
  guint64 n_records, n_in, size;

  if (!deid_risk_report_get_n_records (report, &n_records) || n_records == 0)
    return;
  for (guint64 i = 0; i < n; i++)
    if (deid_risk_report_get_interval (report, DEID_ADVERSARY_PROSECUTOR, i, &size, &n_in, NULL))
      {
        const double share = (double) n_in / (double) n_records;
        char label[DEID_SHARE_SIZE];

        deid_share_to_text (share, label);
        deid_chart_add_point (chart, series, (double) size, share, label, FALSE);
      }
}

/* Where the last of the intervals that are drawn ends: where the next one begins. */
static double
section_risk_find_end (const DeidPageView *view, guint64 n)
{
  const guint64 n_all = deid_risk_report_get_n_intervals (view->after, DEID_ADVERSARY_PROSECUTOR);
  guint64 size = 1;

  deid_risk_report_get_interval (view->after, DEID_ADVERSARY_PROSECUTOR, n < n_all ? n : n - 1,
                                 &size, NULL, NULL);
  return n < n_all ? (double) size : 2 * (double) size;
}

static void
draw_sizes (const DeidPageView *view)
{
  const guint64 n = count_intervals (view);
  const double threshold = deid_risk_options_get_threshold (view->after->options);
  g_autoptr (DeidChart) chart
      = deid_chart_new (DEID_CHART_HISTOGRAM, "How many records look alike",
                        "The share of the records that are in groups of so many that look alike.");

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

  (void) error;
  deid_page_begin_section (view, "risk", "The risk of being found");
  deid_html_add_raw (html, "<p>The risk of a record is the chance to find it by the "
                           "quasi-identifiers alone: 1 over the number ");
  deid_html_add_format (html, "of %s that look like it. The threshold of this page is ",
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

/* The three tests of the regulators, and thresholds that are in use. */

/* Sources: EMA and Health Canada recommend 0.09 for clinical reports that are published. The sizes
 * are the precedents of K. El Emam, Guide to the De-Identification of Personal Health Information,
 * 2013, "Cell Size Precedents". */
static const struct
{
  const char *published; /* the decimal, rounded down */
  guint size;
  const char *where;
} thresholds[] = {
  { "0.09", 11,
    "public release: European Medicines Agency (Policy 0070) and Health Canada (Public Release of "
    "Clinical Information), for clinical reports; groups of 11 for public data in the United "
    "States" },
  { "0.2", 5, "the groups of five that data custodians have long kept to" },
  { "0.33", 3, "groups of three, which some custodians keep to" },
};

static void
write_threshold (const DeidPageView *view, guint i)
{
  DeidHtml *html = view->html;
  guint64 size;

  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"n\">");
  deid_html_add_format (html, "1/%u (%s)", thresholds[i].size, thresholds[i].published);
  deid_html_add_raw (html, "</th><td class=\"n\">");
  deid_html_add_count (html, thresholds[i].size);
  deid_html_add_raw (html, "</td><td class=\"wide\">");
  deid_html_add_text (html, thresholds[i].where);
  deid_html_add_raw (html, "</td><td>");
  if (deid_risk_report_get_smallest_class (view->after, &size))
    deid_html_add_raw (html, size >= thresholds[i].size ? "<strong>kept</strong>" : "not kept");
  else
    deid_html_add_raw (html, "not told");
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
write_thresholds (const DeidPageView *view)
{
  deid_html_add_raw (view->html,
                     "<h3>Thresholds in use</h3>\n<p>Limiting the highest risk limits the "
                     "smallest group. Which threshold fits depends on who gets the data: a public "
                     "release needs a lower one than data that are shared under contract. The "
                     "published 0.09 and 0.33 stand for 1/11 and 1/3, and this table uses the "
                     "fractions. A threshold that you set to 0.09 is the decimal: groups of 11 "
                     "have a risk of 1/11, which is above it, so it needs groups of 12.</p>\n"
                     "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>"
                     "<th class=\"n\">Highest risk</th><th class=\"n\">Smallest group</th>"
                     "<th>Used for</th><th>This release</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    write_threshold (view, i);
  deid_html_add_raw (view->html,
                     "</tbody></table></div>\n<p class=\"note\">Source of the group sizes: K. El "
                     "Emam, Guide to the De-Identification of Personal Health Information, CRC "
                     "Press, 2013, &ldquo;Cell Size Precedents&rdquo;.</p>\n");
}

static void
write_singling_out (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  guint64 n;

  deid_html_add_raw (html, "<dt>Singling out: can the records of one person be isolated?</dt>\n"
                           "<dd>");
  if (deid_risk_report_get_n_unique (view->after, &n))
    {
      deid_figure_add_count (html, n, "risks.after.unique");
      deid_html_add_raw (html, " released records are alone in their group, by the "
                               "quasi-identifiers.");
    }
  else
    deid_html_add_raw (html, "Counts that small are not told here.");
  if (deid_risk_report_get_smallest_class (view->after, &n))
    {
      deid_html_add_raw (html, " The smallest group has ");
      deid_figure_add_count (html, n, "risks.after.classes.smallest");
      deid_html_add_format (html, " %s.", deid_page_get_unit (view));
    }
  deid_html_add_raw (html, " By everything that is released, records that are unique: ");
  deid_page_write_unique (view, 0);
  deid_html_add_raw (html, ".</dd>\n");
}

static void
write_linkability (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  double risk;

  deid_html_add_raw (html, "<dt>Linkability: can records of one person, here or in another table, "
                           "be linked?</dt>\n<dd>");
  if (deid_risk_report_get_marketer_risk (view->after, &risk))
    {
      deid_html_add_raw (html, "An attacker who matches every record against a register, by the "
                               "quasi-identifiers alone, can expect to be right for ");
      deid_figure_add_share (html, risk, "risks.after.marketer.mean");
      deid_html_add_raw (html, " of them. ");
    }
  deid_html_add_raw (html, "Records that look alike are linked as a group: a link to the group "
                           "remains possible. Other released columns can link single records.</dd>"
                           "\n");
}

/* Names what models protect, and what none does. */
static void
write_inference (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  guint n_protected = 0;

  deid_html_add_raw (html, "<dt>Inference: can a value be deduced of a person, without finding the "
                           "record?</dt>\n<dd>");
  for (guint i = 0; i < deid_problem_get_n_privacy_models (view->problem); i++)
    {
      const char *const *names
          = deid_privacy_model_get_sensitive (deid_problem_get_privacy_model (view->problem, i));

      for (guint n = 0; names != NULL && names[n] != NULL; n++, n_protected++)
        {
          deid_html_add_raw (html, n_protected > 0 ? ", " : "Limited by a model for: ");
          deid_html_add_value (html, names[n]);
        }
    }
  deid_html_add_raw (html, n_protected > 0 ? ". Other columns are not protected against inference."
                                           : "No model limits what a group says of its members.");
  deid_html_add_raw (html, "</dd>\n");
}

gboolean
deid_page_write_tests (DeidPageView *view, GError **error)
{
  (void) error;
  deid_page_begin_section (view, "tests", "The tests of the regulators");
  deid_html_add_raw (view->html,
                     "<p>The data protection authorities of the European Union ask three questions "
                     "of anonymized data (Article 29 Data Protection Working Party, Opinion "
                     "05/2014 on Anonymisation Techniques, WP216). This is what the figures "
                     "contribute to the answers; the judgement remains that of people.</p>\n"
                     "<dl class=\"words\">\n");
  write_singling_out (view);
  write_linkability (view);
  write_inference (view);
  deid_html_add_raw (view->html, "</dl>\n");
  write_thresholds (view);
  deid_page_end_section (view);
  return TRUE;
}
