/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How useful the release is as a whole. */
#include "page/figure.h"
#include "page/sections.h"

static void
write_targets (const DeidPageView *view, const DeidUtility *utility)
{
  DeidHtml *html = view->html;

  if (deid_utility_get_n_targets (utility) == 0)
    return;
  deid_html_add_raw (html, "<p>How well a model predicts a column from those by which a person "
                           "could be known:</p>\n<div class=\"scroll\" tabindex=\"0\"><table>\n"
                           "<thead><tr><th>Predicted</th><th class=\"n\">Right before</th>"
                           "<th class=\"n\">Right after</th><th class=\"n\">Right by always taking "
                           "the most frequent value</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < deid_utility_get_n_targets (utility); i++)
    {
      deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
      deid_html_add_value (html, deid_utility_get_target (utility, i));
      deid_html_add_raw (html, "</th><td class=\"n\">");
      deid_figure_add_share (html, deid_utility_get_accuracy_before (utility, i),
                             "utility.targets.%u.before", i);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      deid_figure_add_share (html, deid_utility_get_accuracy_after (utility, i),
                             "utility.targets.%u.after", i);
      deid_html_add_raw (html, "</td><td class=\"n\">");
      deid_figure_add_share (html, deid_utility_get_baseline (utility, i),
                             "utility.targets.%u.baseline", i);
      deid_html_add_raw (html, "</td></tr>\n");
    }
  deid_html_add_raw (html, "</tbody></table></div>\n");
}

gboolean
deid_page_write_utility (DeidPageView *view, GError **error)
{
  const DeidUtility *utility = view->page->utility;
  DeidHtml *html = view->html;

  (void) error;
  if (view->is_public || utility == NULL)
    return TRUE;
  deid_page_begin_section (view, "utility", "How useful the release is");
  deid_html_add_raw (html, "<p>A model tried to tell the released records from all records. Its "
                           "success, as a ratio to what chance brings (pMSE ratio), is ");
  deid_figure_add_number (html, deid_utility_get_pmse_ratio (utility), "utility.pmse_ratio");
  deid_html_add_raw (html, ". If records were withheld at random, it would be about the share that "
                           "is withheld; a greater one says that they differ from those who "
                           "stay. ");
  deid_figure_add_count (html, deid_utility_get_n_drawn (utility), "utility.drawn");
  deid_html_add_raw (html, " records were looked at.</p>\n");
  write_targets (view, utility);
  deid_page_end_section (view);
  return TRUE;
}
