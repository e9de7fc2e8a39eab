/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The records that are withheld, and whose they were. */
#include "distortion/left-out-private.h"
#include "chart/html.h"
#include "page/page-private.h"

#define N_GROUPS 15 /* shown */

static gboolean
loses_more (const DeidLeftOut *left_out, guint64 group)
{
  return deid_left_out_get_ratio (left_out, group) > 1 && left_out->groups[group].n_suppressed > 0;
}

static void
write_name (DeidHtml *html, const DeidLeftOut *left_out, guint64 group)
{
  for (guint c = 0; c < left_out->groups[group].n_columns; c++)
    {
      deid_html_add_raw (html, c > 0 ? ", " : "");
      deid_html_add_value (
          html, deid_left_out_look_up (left_out, left_out->groups[group].columns[c])->name);
      deid_html_add_raw (html, ": ");
      deid_html_add_value (html, deid_left_out_get_value (left_out, group, c));
    }
  if (left_out->groups[group].level > 0)
    deid_html_add_format (html, " (level %u)", left_out->groups[group].level);
}

static void
section_suppressed_write_group (DeidHtml *html, const DeidLeftOut *left_out, guint64 i)
{
  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
  write_name (html, left_out, i);
  deid_html_add_raw (html, "</th><td class=\"n\">");
  deid_figure_add_count (html, left_out->groups[i].n_suppressed,
                         "left_out.groups.%" G_GUINT64_FORMAT ".suppressed", i);
  deid_html_add_raw (html, " of ");
  deid_figure_add_count (html, left_out->groups[i].n_records,
                         "left_out.groups.%" G_GUINT64_FORMAT ".records", i);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_share (html, deid_left_out_get_share (left_out, i),
                         "left_out.groups.%" G_GUINT64_FORMAT ".share", i);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_number (html, deid_left_out_get_ratio (left_out, i),
                          "left_out.groups.%" G_GUINT64_FORMAT ".ratio", i);
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
write_groups (const DeidPageView *view, const DeidLeftOut *left_out)
{
  DeidHtml *html = view->html;
  guint64 n = 0;

  while (n < left_out->n_groups && loses_more (left_out, n))
    n++;
  if (n == 0)
    {
      deid_html_add_raw (
          html, "<p>No group lost a larger share of its records than the whole table.</p>\n");
      return;
    }
  deid_html_add_raw (html, "<p>These groups lost a larger share of their records than the whole "
                           "table. They are sorted by how many more records they lost than that "
                           "share. Statistics about such a group can mislead.</p>\n");
  deid_page_begin_table (html, FALSE);
  deid_html_add_raw (html,
                     "<th>Group</th><th class=\"n\">Withheld</th><th class=\"n\">Share</th><th "
                     "class=\"n\">Times the share of the table</th></tr></thead>\n<tbody>\n");
  for (guint64 i = 0; i < MIN (n, N_GROUPS); i++)
    section_suppressed_write_group (html, left_out, i);
  deid_page_end_table (html, 0);
  if (n > N_GROUPS)
    {
      deid_html_add_format (html,
                            "<p class=\"note\">And %s more groups, each of which lost at most ",
                            DEID_COMMAS (n - N_GROUPS));
      deid_html_add_number (html, deid_left_out_get_excess (left_out, N_GROUPS), 1);
      deid_html_add_raw (html, " records more than that share.</p>\n");
    }
}

/* Values of few persons are no groups. */
static void
write_rare (DeidHtml *html, const DeidLeftOut *left_out)
{
  if (left_out->n_rare == 0)
    return;
  deid_html_add_raw (html, "<p class=\"note\">");
  deid_figure_add_count (html, left_out->n_rare, "left_out.rare_values");
  deid_html_add_raw (html, " values of fewer than ");
  deid_figure_add_count (html, left_out->min_records, "left_out.minimum");
  deid_html_add_format (html,
                        " %s are not shown. Values of quasi-identifiers count under the first "
                        "label that covers enough %s, if there is one.</p>\n",
                        deid_left_out_get_unit (left_out), deid_left_out_get_unit (left_out));
}

static void
write_mean (DeidHtml *html, gboolean is_there, double mean, guint i, const char *which)
{
  deid_html_add_raw (html, "<td class=\"n\">");
  if (is_there)
    deid_figure_add_number (html, mean, "left_out.means.%u.%s", i, which);
  else
    deid_html_add_raw (html, "none");
  deid_html_add_raw (html, "</td>");
}

static void
write_means (const DeidPageView *view, const DeidLeftOut *left_out)
{
  DeidHtml *html = view->html;

  if (left_out->n_means == 0)
    return;
  deid_page_begin_table (html, FALSE);
  deid_html_add_raw (html, "<th>Mean of</th><th class=\"n\">Released</th><th "
                           "class=\"n\">Withheld</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < left_out->n_means; i++)
    {
      const DeidLeftOutMeans *means = &left_out->means[i];

      deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
      deid_html_add_value (html, deid_left_out_look_up (left_out, means->column)->name);
      deid_html_add_raw (html, "</th>");
      write_mean (html, means->has_mean[FALSE], means->means[FALSE], i, "released");
      write_mean (html, means->has_mean[TRUE], means->means[TRUE], i, "suppressed");
      deid_html_add_raw (html, "</tr>\n");
    }
  deid_page_end_table (html, 0);
}

gboolean
deid_page_write_suppressed (DeidPageView *view, GError **error)
{
  const DeidLeftOut *left_out
      = view->page->left_out != NULL
            ? deid_report_get_data (view->page->left_out, &deid_left_out_kind)
            : NULL;
  const guint64 n = deid_result_get_n_suppressed (view->result);
  DeidHtml *html = view->html;

  if (view->is_public)
    return TRUE;
  deid_page_begin_section (view, "withheld", "Records withheld, and whose they were");
  deid_html_add_raw (html, "<p>");
  deid_figure_add_count (html, n, "suppressed");
  deid_html_add_raw (html, " of ");
  deid_figure_add_count (html, deid_dataset_get_n_records (view->table), "risks.before.records");
  deid_html_add_raw (html, " records (");
  deid_figure_add_part (html, n, deid_dataset_get_n_records (view->table));
  deid_html_add_raw (html, n > 0 ? ") are withheld so that the release meets the conditions.</p>\n"
                                 : ") are withheld: all records are released.</p>\n");
  if (left_out != NULL && n > 0)
    {
      write_groups (view, left_out);
      write_rare (html, left_out);
      write_means (view, left_out);
    }
  deid_page_end_section (view);
  return TRUE;
}
