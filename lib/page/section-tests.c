/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The three tests of the regulators, and thresholds that are in use. */
#include "page/figure.h"
#include "page/sections.h"

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
