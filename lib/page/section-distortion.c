/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/text.h"
#include "distortion/utility-private.h"
#include "chart/chart.h"
#include "chart/html.h"
#include "page/page-private.h"
#include "page/page-words.h"

#include <math.h>
#include <string.h>

/* What the release did to the data. */

#define N_VALUES                     8  /* shown of a column of texts */
#define N_PAIRS                      8  /* of columns */
#define SECTION_DISTORTION_N_DRAWN   4  /* columns of texts with a chart */
#define SECTION_DISTORTION_N_COLUMNS 12 /* of texts whose values are shown */

static const char *const sides[] = { "before", "after" };

static const struct
{
  DeidDistortionFigure figure;
  const char *path, *name;
} numbers[] = {
  { DEID_DISTORTION_MEAN, "mean", "Mean" },
  { DEID_DISTORTION_MEDIAN, "median", "Median" },
  { DEID_DISTORTION_QUANTILE_5, "quantile_5", "5&nbsp;% are below" },
  { DEID_DISTORTION_QUANTILE_95, "quantile_95", "95&nbsp;% are below" },
};

static void
write_none (DeidHtml *html)
{
  deid_html_add_raw (html, "<span class=\"note\">&ndash;</span>");
}

/* The sides that the audience may read. */
static guint
get_first_side (const DeidPageView *view)
{
  return view->is_public ? DEID_DISTORTION_AFTER : DEID_DISTORTION_BEFORE;
}

static const char *
section_distortion_get_name (const DeidPageView *view, guint c)
{
  return deid_distortion_look_up (view->distortion, view->distortion->columns[c].column)->name;
}

static const char *
get_pair_name (const DeidPageView *view, guint64 pair, guint i)
{
  return deid_distortion_look_up (view->distortion, view->distortion->pairs[pair].columns[i])->name;
}

static void
begin_table (const DeidPageView *view, const char *first, const char *last)
{
  deid_page_begin_table (view->html, FALSE);
  deid_html_add_format (
      view->html, "<th>%s</th>%s<th class=\"n\">After</th>%s</tr></thead>\n<tbody>\n", first,
      view->is_public ? "" : "<th class=\"n\">Before</th>", view->is_public ? "" : last);
}

static void
write_number_row (const DeidPageView *view, guint c, guint f)
{
  DeidHtml *html = view->html;
  double value;

  deid_html_add_format (html, "<tr><th scope=\"row\">%s</th>", numbers[f].name);
  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    {
      deid_html_add_raw (html, "<td class=\"n\">");
      if (deid_distortion_get_figure (view->distortion, c, numbers[f].figure,
                                      (DeidDistortionSide) s, &value))
        deid_figure_add_number (html, value, "distortion.columns.%u.%s.%s", c, numbers[f].path,
                                sides[s]);
      else
        write_none (html);
      deid_html_add_raw (html, "</td>");
    }
  if (!view->is_public)
    {
      deid_html_add_raw (html, "<td class=\"n\">");
      if (deid_distortion_get_change (view->distortion, c, numbers[f].figure, &value))
        deid_figure_add_number (html, value, "distortion.columns.%u.%s.change", c, numbers[f].path);
      else
        write_none (html);
      deid_html_add_raw (html, "</td>");
    }
  deid_html_add_raw (html, "</tr>\n");
}

/* Records whose cell stands for no number would be missed by readers of the figures. */
static void
write_left_out (const DeidPageView *view, guint c, const char *class_number)
{
  const guint64 n = view->distortion->columns[c].figures[1].n_stand_ins[DEID_STAND_IN_NOTHING];
  double mean;

  if (n == 0)
    return;
  deid_html_add_raw (view->html, "<p>");
  deid_figure_add_count (view->html, n, "distortion.columns.%u.stand_ins.nothing", c);
  deid_html_add_format (
      view->html, "%s%s%s left out of the figures after release.",
      n == 1 ? " released record has" : " released records have",
      class_number != NULL
          ? " an empty cell, because a number would reveal a value, and "
          : " a label without a number or a middle, such as an open range or <code>*</code>, and ",
      n == 1 ? "is" : "are");
  if (!deid_distortion_get_figure (view->distortion, c, DEID_DISTORTION_MEAN, DEID_DISTORTION_AFTER,
                                   &mean))
    deid_html_add_raw (view->html, " No other record has a number, so there are no such figures.");
  deid_html_add_raw (view->html, "</p>\n");
}

/* Says which numbers the figures after release are of, where they are no values. */
static void
write_stand_ins (const DeidPageView *view, guint c, const char *class_number)
{
  const gboolean has_means
      = view->distortion->columns[c].figures[1].n_stand_ins[DEID_STAND_IN_BIN_MEAN] > 0;
  DeidHtml *html = view->html;

  if (class_number != NULL)
    deid_html_add_format (html, "<p>Each record has the %s of its group.</p>\n", class_number);
  if (has_means)
    deid_html_add_raw (html,
                       "<p>For a label with a mean next to it, the figures use this mean.</p>\n");
  if (view->distortion->columns[c].figures[1].n_stand_ins[DEID_STAND_IN_MIDDLE] > 0)
    deid_html_add_raw (html, has_means ? "<p>For a range without a mean, they use its middle.</p>\n"
                                       : "<p>For a range, the figures use its middle.</p>\n");
}

static void
section_distortion_write_numbers (const DeidPageView *view, guint c)
{
  const char *class_number
      = deid_page_get_class_number (view, section_distortion_get_name (view, c));
  DeidHtml *html = view->html;
  double shift;

  begin_table (view, "Figure", "<th class=\"n\">Change</th>");
  for (guint f = 0; f < G_N_ELEMENTS (numbers); f++)
    write_number_row (view, c, f);
  deid_page_end_table (view->html, 0);
  write_left_out (view, c, class_number);
  write_stand_ins (view, c, class_number);
  if (!deid_distortion_get_mean_shift (view->distortion, c, &shift))
    return;
  deid_html_add_raw (html, "<p>The mean is shifted by ");
  deid_figure_add_number (html, shift, "distortion.columns.%u.mean_shift", c);
  deid_html_add_raw (html, " standard deviations.</p>\n");
}

/* Tells whether shares of labels say something: before a local recoding a record has the label of
 * its class, too, so that withheld records alone make a difference. */
static gboolean
has_shares (const DeidPageView *view)
{
  return view->is_public || deid_result_get_recoding (view->result) == DEID_RECODING_GLOBAL
         || deid_result_get_n_suppressed (view->result) > 0;
}

static void
section_distortion_write_value (const DeidPageView *view, guint c, guint64 v)
{
  DeidHtml *html = view->html;
  const DeidDistortionValue *value = &view->distortion->columns[c].values[v];
  double share;

  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
  deid_html_add_value (html, value->text);
  deid_html_add_raw (html, "</th>");
  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    {
      const DeidDistortionSide side = (DeidDistortionSide) s;

      deid_html_add_raw (html, "<td class=\"n\">");
      deid_figure_add_count (html, value->n[s],
                             "distortion.columns.%u.values.%" G_GUINT64_FORMAT ".%s", c, v,
                             sides[s]);
      if (deid_distortion_get_share (view->distortion, c, v, side, &share))
        deid_html_add_format (html, " (%s)", DEID_PERCENT (share));
      deid_html_add_raw (html, "</td>");
    }
  deid_html_add_raw (html, "</tr>\n");
}

/* The values of a column that a page shows, and how many it does not. */
typedef struct
{
  guint64 values[N_VALUES];
  guint n;
  guint64 n_more;
  guint64 n_rare; /* of fewer records than the minimum cell on all sides of the page */
} SectionDistortionShown;

static gboolean
is_rare (const DeidPageView *view, guint c, guint64 v)
{
  const guint64 minimum = view->after->options->minimum_cell;

  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    if (view->distortion->columns[c].values[v].n[s] >= minimum)
      return FALSE;
  return TRUE;
}

/* What values are sorted by: the order of the released labels, and of others their own. */
typedef struct
{
  const DeidDistortionValue *values;
  const DeidDictionary *labels;
} ValueOrder;

static guint32
value_order_find (const ValueOrder *order, const char *text)
{
  return text != NULL ? deid_dictionary_find (order->labels, text, strlen (text)) : DEID_NO_CODE;
}

static int
value_order_compare (const void *a, const void *b, gpointer data)
{
  const ValueOrder *order = data;
  const char *text = order->values[*(const guint64 *) a].text;
  const char *other = order->values[*(const guint64 *) b].text;
  const int labels = deid_label_compare (text, other);
  const guint32 place = value_order_find (order, text);
  const guint32 other_place = value_order_find (order, other);

  if (labels != 0)
    return labels;
  if (place != other_place)
    return place < other_place ? -1 : 1;
  return g_strcmp0 (text, other);
}

/* Puts the values that are shown into their natural order. */
static gboolean
sort_shown (const DeidPageView *view, guint c, SectionDistortionShown *shown, GError **error)
{
  const DeidDistortionColumn *column = &view->distortion->columns[c];
  DeidDictionary labels;
  const ValueOrder order = { column->values, &labels };
  gboolean success = TRUE;

  deid_dictionary_init (&labels);
  if (column->attribute != DEID_NO_ATTRIBUTE)
    success = deid_released_labels_init (&labels, view, column->attribute, error);
  if (success)
    g_qsort_with_data (shown->values, (gint) shown->n, sizeof *shown->values, value_order_compare,
                       (gpointer) &order);
  deid_dictionary_clear (&labels);
  return success;
}

/* Chooses the values whose shares changed most, in their natural order. */
static gboolean
choose_values (const DeidPageView *view, guint c, SectionDistortionShown *shown, GError **error)
{
  *shown = (SectionDistortionShown){ .n = 0 };
  for (guint64 v = 0; v < view->distortion->columns[c].n_values; v++)
    if (is_rare (view, c, v))
      shown->n_rare++;
    else if (shown->n < N_VALUES)
      shown->values[shown->n++] = v;
    else
      shown->n_more++;
  return sort_shown (view, c, shown, error);
}

static void
section_distortion_write_values (const DeidPageView *view, guint c,
                                 const SectionDistortionShown *shown)
{
  begin_table (view, "Value or label", "");
  for (guint i = 0; i < shown->n; i++)
    section_distortion_write_value (view, c, shown->values[i]);
  deid_page_end_table (view->html, 0);
  if (shown->n_more > 0)
    deid_html_add_format (view->html, "<p class=\"note\">And %s%s", DEID_COMMAS (shown->n_more),
                          view->is_public ? " more values.</p>\n"
                                          : " more values, whose shares changed less.</p>\n");
  if (shown->n_rare > 0)
    deid_html_add_format (view->html,
                          "<p class=\"note\">Not shown: %s%s of fewer than %s records.</p>\n",
                          DEID_COMMAS (shown->n_rare), shown->n_rare == 1 ? " value" : " values",
                          DEID_COMMAS (view->after->options->minimum_cell));
}

static void
draw_values (const DeidPageView *view, guint c, const SectionDistortionShown *shown)
{
  g_autofree char *name = deid_text_shorten (section_distortion_get_name (view, c));
  g_autofree char *title = g_strdup_printf ("Shares of the values of %s", name);
  g_autoptr (DeidChart) chart
      = deid_chart_new (DEID_CHART_BARS, title, "The shares of the table above as bars.");

  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "share of the records", DEID_CHART_UNIT_SHARE,
                       FALSE);
  for (guint i = 0; i < shown->n; i++)
    {
      const char *value = view->distortion->columns[c].values[shown->values[i]].text;

      deid_chart_add_category (chart, value != NULL ? value : "missing");
    }
  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    {
      const guint series = deid_chart_add_series (chart, sides[s]);
      char label[DEID_SHARE_SIZE];
      double share;

      for (guint i = 0; i < shown->n; i++)
        if (deid_distortion_get_share (view->distortion, c, shown->values[i],
                                       (DeidDistortionSide) s, &share))
          {
            deid_share_to_text (share, label);
            deid_chart_add_point (chart, series, i, share, label, TRUE);
          }
    }
  deid_chart_write (chart, view->html);
}

/* How far each column is from what it was, in the order of the report. */
static void
write_overview_row (const DeidPageView *view, guint c)
{
  DeidHtml *html = view->html;
  double value;

  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
  deid_html_add_value (html, section_distortion_get_name (view, c));
  deid_html_add_raw (html, "</th>");
  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    {
      deid_html_add_raw (html, "<td class=\"n\">");
      deid_figure_add_count (html, view->distortion->columns[c].figures[s].n_distinct,
                             "distortion.columns.%u.distinct.%s", c, sides[s]);
      deid_html_add_raw (html, "</td>");
    }
  if (!view->is_public && has_shares (view))
    {
      deid_html_add_raw (html, "<td class=\"n\">");
      if (deid_distortion_get_distance (view->distortion, c, &value))
        deid_figure_add_share (html, value, "distortion.columns.%u.distance", c);
      else
        write_none (html);
      deid_html_add_raw (html, "</td>");
    }
  deid_html_add_raw (html, "</tr>\n");
}

static void
write_overview (const DeidPageView *view)
{
  begin_table (view, "Different values of",
               has_shares (view) ? "<th class=\"n\">Records to change</th>" : "");
  for (guint c = 0; c < view->distortion->n_columns; c++)
    write_overview_row (view, c);
  deid_page_end_table (view->html, 0);
}

static gboolean
section_distortion_write_columns (const DeidPageView *view, GError **error)
{
  guint n_drawn = 0, n_shown = 0;

  for (guint c = 0; c < view->distortion->n_columns; c++)
    {
      const gboolean has_numbers = view->distortion->columns[c].is_numeric;
      SectionDistortionShown shown;

      if (!has_numbers && (!has_shares (view) || n_shown++ >= SECTION_DISTORTION_N_COLUMNS))
        continue;
      if (!choose_values (view, c, &shown, error))
        return FALSE;
      deid_html_add_raw (view->html, "<h3>");
      deid_html_add_value (view->html, section_distortion_get_name (view, c));
      deid_html_add_raw (view->html, "</h3>\n");
      if (has_numbers)
        section_distortion_write_numbers (view, c);
      else
        section_distortion_write_values (view, c, &shown);
      if (!has_numbers && shown.n > 0 && n_drawn++ < SECTION_DISTORTION_N_DRAWN)
        draw_values (view, c, &shown);
    }
  return TRUE;
}

static void
write_association (const DeidPageView *view, guint64 pair, DeidAssociation association,
                   const char *path)
{
  DeidHtml *html = view->html;

  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    {
      const double value = view->distortion->pairs[pair].associations[association][s];

      deid_html_add_raw (html, "<td class=\"n\">");
      if (!isnan (value))
        deid_figure_add_number (html, value, "distortion.pairs.%" G_GUINT64_FORMAT ".%s.%s", pair,
                                path, sides[s]);
      else
        write_none (html);
      deid_html_add_raw (html, "</td>");
    }
}

#define MAX_NUMBERS 20 /* of a column, each of which is a category of Cramer's V */
#define N_TENTHS    10 /* the categories of a column of more numbers */

/* Returns: the square of an association that columns without one have by chance on average: of two
 * columns of numbers 1 / (n - 1), and otherwise (c - 1) / (n - 1), n being the number of records
 * and c the greater number of categories (Bergsma 2013). */
static double
get_chance_square (const DeidPageView *view, const DeidDistortionPair *pair,
                   DeidDistortionSide side, gboolean are_numbers)
{
  guint64 n_categories = 2;

  for (guint c = 0; !are_numbers && c < view->distortion->n_columns; c++)
    {
      const DeidDistortionColumn *column = &view->distortion->columns[c];
      const guint64 n = column->figures[side].n_distinct;

      if (column->column == pair->columns[0] || column->column == pair->columns[1])
        n_categories = MAX (n_categories, column->is_numeric && n > MAX_NUMBERS ? N_TENTHS : n);
    }
  return pair->n[side] > 1 ? (double) (n_categories - 1) / (double) (pair->n[side] - 1) : 1;
}

static gboolean
are_numbers (const DeidDistortionPair *pair)
{
  const double *pearson = pair->associations[DEID_ASSOCIATION_PEARSON];

  return !isnan (pearson[DEID_DISTORTION_BEFORE]) || !isnan (pearson[DEID_DISTORTION_AFTER]);
}

/* Tells whether an association says nothing: on no side it is above what chance alone brings, or
 * on one side chance alone brings more than a square of 0.1. */
static gboolean
is_by_chance (const DeidPageView *view, guint64 i)
{
  const DeidDistortionPair *pair = &view->distortion->pairs[i];
  const gboolean is_pearson = are_numbers (pair);
  const double *values
      = pair->associations[is_pearson ? DEID_ASSOCIATION_PEARSON : DEID_ASSOCIATION_CRAMERS_V];
  gboolean is_above = FALSE;

  for (guint s = get_first_side (view); s <= DEID_DISTORTION_AFTER; s++)
    {
      const double chance = get_chance_square (view, pair, (DeidDistortionSide) s, is_pearson);

      if (chance > 0.1 && !is_pearson)
        return TRUE;
      is_above |= values[s] * values[s] > chance;
    }
  return !is_above;
}

static void
write_pairs_by_chance (const DeidPageView *view, guint64 n)
{
  if (n == 0)
    return;
  deid_html_add_format (
      view->html,
      "<p class=\"note\">Left out: %s%s, or whose columns have more than one different value for "
      "each ten records. Columns with so many values look associated by chance (Bergsma "
      "2013).</p>\n",
      DEID_COMMAS (n),
      n == 1 ? " pair whose association is no stronger than chance alone would make it"
             : " pairs whose associations are no stronger than chance alone would make them");
}

/* Two columns of numbers have a correlation, others Cramer's V. */
static void
write_pair (const DeidPageView *view, guint64 pair)
{
  const gboolean is_pearson = are_numbers (&view->distortion->pairs[pair]);
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
  deid_html_add_value (html, get_pair_name (view, pair, 0));
  deid_html_add_raw (html, " and ");
  deid_html_add_value (html, get_pair_name (view, pair, 1));
  deid_html_add_format (html, "%s</th>",
                        is_pearson ? " <span class=\"note\">(correlation)</span>" : "");
  if (is_pearson)
    write_association (view, pair, DEID_ASSOCIATION_PEARSON, "pearson");
  else
    write_association (view, pair, DEID_ASSOCIATION_CRAMERS_V, "cramers_v");
  deid_html_add_raw (html, "</tr>\n");
}

static void
write_pairs (const DeidPageView *view)
{
  const guint64 n = view->distortion->n_pairs;
  guint64 n_shown = 0, n_by_chance = 0;

  if (n == 0)
    return;
  for (guint64 i = 0; i < n; i++)
    n_by_chance += is_by_chance (view, i) ? 1 : 0;
  deid_html_add_format (
      view->html,
      "<h3>How columns go together</h3>\n<p>Two columns of numbers have a correlation, from "
      "&minus;1 to 1. Other pairs have Cramer&rsquo;s V, from 0 for no association to 1. A dash "
      "means that one of the two does not vary.%s",
      view->is_public ? "</p>\n" : " Pairs that changed most come first.</p>\n");
  if (deid_result_get_recoding (view->result) != DEID_RECODING_GLOBAL)
    deid_html_add_raw (view->html,
                       "<p>Each label counts as a value of its own: labels of several levels make "
                       "columns look more strongly associated than they are.</p>\n");
  if (n_by_chance < n)
    {
      begin_table (view, "Columns", "");
      for (guint64 i = 0; i < n && n_shown < N_PAIRS; i++)
        if (!is_by_chance (view, i))
          {
            write_pair (view, i);
            n_shown++;
          }
      deid_page_end_table (view->html, n - n_by_chance - n_shown);
    }
  write_pairs_by_chance (view, n_by_chance);
}

static void
section_distortion_write_lead (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  if (view->is_public)
    deid_html_add_raw (html, "<p>All figures follow from the released records.</p>\n");
  else if (has_shares (view))
    deid_html_add_raw (
        html, "<p>Shares are those of the released labels: among all records before release, and "
              "among the released records after. They show how withholding records shifted the "
              "data. &ldquo;Records to change&rdquo; is the share of the released records that "
              "would need another label to restore the shares before release.</p>\n");
  if (view->is_public || deid_result_get_recoding (view->result) == DEID_RECODING_GLOBAL)
    return;
  deid_html_add_format (
      html,
      "%seach group of records that look alike has labels of its own, and the table before release "
      "has no such labels. <a href=\"#columns\">The loss of each column</a> shows how much its "
      "labels hide. Numbers can be compared, and how columns go together.</p>\n",
      has_shares (view) ? "<p>They do not show what the labels hide: "
                        : "<p>No record is withheld, and shares are not compared: ");
}

gboolean
deid_page_write_distortion (DeidPageView *view, GError **error)
{
  gboolean success;

  if (view->distortion == NULL)
    return TRUE;
  deid_page_begin_section (view, "data", "What the release did to the data");
  section_distortion_write_lead (view);
  write_overview (view);
  success = section_distortion_write_columns (view, error);
  if (success)
    write_pairs (view);
  deid_page_end_section (view);
  return success;
}

/* How useful the release is as a whole. */

static void
write_targets (const DeidPageView *view, const DeidUtility *utility)
{
  DeidHtml *html = view->html;

  if (utility->n_targets == 0)
    return;
  deid_html_add_raw (html,
                     "<p>How well a model predicts a column from the quasi-identifiers:</p>\n");
  deid_page_begin_table (html, FALSE);
  deid_html_add_raw (
      html,
      "<th>Predicted</th><th class=\"n\">Right before</th><th class=\"n\">Right after</th><th "
      "class=\"n\">Right if always the most frequent value</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < utility->n_targets; i++)
    {
      const DeidUtilityTarget *target = &utility->targets[i];

      deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
      deid_html_add_value (html, deid_utility_look_up (utility, target->column)->name);
      deid_html_add_raw (html, "</th><td class=\"n\">");
      deid_figure_add_share (html, target->before, "utility.targets.%u.before", i);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      deid_figure_add_share (html, target->after, "utility.targets.%u.after", i);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      deid_figure_add_share (html, target->baseline, "utility.targets.%u.baseline", i);
      deid_html_add_raw (html, "</td></tr>\n");
    }
  deid_page_end_table (html, 0);
}

gboolean
deid_page_write_utility (DeidPageView *view, GError **error)
{
  const DeidUtility *utility = view->page->utility != NULL
                                   ? deid_report_get_data (view->page->utility, &deid_utility_kind)
                                   : NULL;
  DeidHtml *html = view->html;

  if (view->is_public || utility == NULL)
    return TRUE;
  deid_page_begin_section (view, "utility", "How useful the release is");
  deid_html_add_raw (
      html, "<p>A statistical model tried to tell the released records from all records. Its "
            "success, divided by the success that chance alone brings (pMSE ratio), is ");
  deid_figure_add_number (html, deid_utility_get_pmse_ratio (utility), "utility.pmse_ratio");
  deid_html_add_raw (
      html,
      ". If records were withheld at random, this would be about the share of records withheld. A "
      "larger ratio means that the withheld records differ from the released ones. ");
  deid_figure_add_count (html, utility->n_drawn, "utility.drawn");
  deid_html_add_raw (html, " records were used.</p>\n");
  write_targets (view, utility);
  deid_page_end_section (view);
  return TRUE;
}
