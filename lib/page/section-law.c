/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What laws and regulators ask, which figures speak to it, and thresholds that are in use. */
#include "chart/html.h"
#include "page/page-private.h"

#include <math.h>

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
  { "0.2", 5, "groups of five, a rule that data custodians have long used" },
  { "0.33", 3, "groups of three, a rule that some custodians use" },
};

static void
write_threshold (const DeidPageView *view, guint i)
{
  const guint64 size = deid_risk_figure_smallest_class (view->after);
  DeidHtml *html = view->html;

  deid_html_add_format (
      html,
      "<tr><th scope=\"row\" class=\"n\">1/%u (%s)</th><td class=\"n\">%s</td><td class=\"wide\">",
      thresholds[i].size, thresholds[i].published, DEID_COMMAS (thresholds[i].size));
  deid_html_add_text (html, thresholds[i].where);
  deid_html_add_raw (html, "</td><td>");
  deid_html_add_raw (html, size == DEID_WITHHELD        ? "not told"
                           : size >= thresholds[i].size ? "<strong>met</strong>"
                                                        : "not met");
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
write_thresholds (const DeidPageView *view)
{
  deid_html_add_raw (
      view->html,
      "<h3>Thresholds in use</h3>\n<p>Limiting the highest risk limits the smallest group. Which "
      "threshold fits depends on who receives the data: a public release needs a lower one than "
      "data that are shared under contract. The published 0.09 and 0.33 stand for 1/11 and 1/3, "
      "which this table uses. A threshold that you set to 0.09 is exactly 0.09: groups of 11 have "
      "a risk of 1/11, which is higher, so it needs groups of 12.</p>\n");
  deid_page_begin_table (view->html, TRUE);
  deid_html_add_raw (view->html,
                     "<th class=\"n\">Highest risk</th><th class=\"n\">Smallest group</th><th>Used "
                     "for</th><th>This release</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    write_threshold (view, i);
  deid_page_end_table (view->html, 0);
  deid_html_add_raw (
      view->html,
      "<p class=\"note\">Source of the group sizes: K. El Emam, Guide to the De-Identification of "
      "Personal Health Information, CRC Press, 2013, &ldquo;Cell Size Precedents&rdquo;.</p>\n");
}

static void
law_write_highest (const DeidPageView *view)
{
  deid_page_write_share (view->html,
                         deid_risk_figure_maximum_risk (view->after, DEID_ADVERSARY_PROSECUTOR),
                         "risks.after.prosecutor.highest", "not told");
}

static void
write_gdpr (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (
      html,
      "<h3>GDPR: anonymous or pseudonymised?</h3>\n<p><strong>What it asks.</strong> Recital 26: "
      "data are anonymous if nobody can identify the persons by means that are reasonably likely "
      "to be used, such as singling out. The cost, the time and the technology that this takes "
      "count. Article 4(5): data are pseudonymised if they can only be attributed to a person with "
      "additional information, which is kept separately and protected. By Recital 26, such data "
      "are information about an identifiable person.</p>\n<p><strong>Which figures speak to "
      "it.</strong> The highest risk of a record (");
  law_write_highest (view);
  deid_html_add_raw (html,
                     ") shows how well an attacker can single out a person by the "
                     "quasi-identifiers. By everything released, the number of unique records is ");
  deid_page_write_unique (view, 0);
  deid_html_add_raw (html, ": an attacker who also knows other columns may single these out. The "
                           "original table is additional information in the sense of Article 4(5): "
                           "somebody who keeps it can match released records with persons.</p>\n");
}

static void
write_hipaa (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (
      html, "<h3>HIPAA: expert determination</h3>\n<p><strong>What it asks.</strong> 45 CFR "
            "164.514(b)(1): a person with knowledge of and experience with accepted statistical "
            "methods determines that the risk is very small that an anticipated recipient could "
            "identify an individual by the information, alone or with other reasonably available "
            "information. This expert documents the methods and the results. The rule states no "
            "number for &ldquo;very small&rdquo;.</p>\n<p><strong>Which figures speak to "
            "it.</strong> The highest risk of a record is ");
  law_write_highest (view);
  deid_html_add_raw (html, ". For the journalist, who does not know who is in the table, the "
                           "average risk of a record is ");
  deid_page_write_share (html,
                         deid_risk_figure_average_risk (view->after, DEID_ADVERSARY_JOURNALIST),
                         "risks.after.journalist.mean", "not told");
  deid_html_add_format (html,
                        ". <a href=\"#request\">What was asked</a>%s The determination itself is "
                        "the expert&rsquo;s.</p>\n",
                        view->is_public
                            ? " states the conditions."
                            : " and <a href=\"#proof\">How sure this is</a> document the methods.");
}

static void
write_singling_out (const DeidPageView *view)
{
  const guint64 n = deid_risk_figure_n_unique (view->after);
  const guint64 size = deid_risk_figure_smallest_class (view->after);
  DeidHtml *html = view->html;

  deid_html_add_raw (
      html, "<dt>Singling out: can an attacker isolate the records of one person?</dt>\n<dd>");
  if (n != DEID_WITHHELD)
    {
      deid_figure_add_count (html, n, "risks.after.unique");
      deid_html_add_format (html,
                            " released records are in groups of size 1: no other %s has the "
                            "same quasi-identifiers.",
                            view->after->has_persons ? "person" : "record");
    }
  else
    deid_html_add_raw (html, "The number of records in groups of size 1 is not told here, because "
                             "it could reveal small counts.");
  if (size != DEID_WITHHELD)
    {
      deid_html_add_format (html,
                            " Size of the smallest group, in %s: ", deid_page_get_unit (view));
      deid_figure_add_count (html, size, "risks.after.classes.smallest");
      deid_html_add_raw (html, ".");
    }
  deid_html_add_raw (html, " Records that are unique by everything released: ");
  deid_page_write_unique (view, 0);
  deid_html_add_raw (html, ".</dd>\n");
}

static void
write_linkability (const DeidPageView *view)
{
  const double risk = deid_risk_figure_marketer_risk (view->after);
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<dt>Linkability: can an attacker link two records of one person, in "
                           "this table or in two tables?</dt>\n<dd>");
  if (!isnan (risk))
    {
      deid_html_add_raw (html, "An attacker who matches every record against a register, by the "
                               "quasi-identifiers alone, can expect to be right for at most ");
      deid_figure_add_share (html, risk, "risks.after.marketer.mean");
      deid_html_add_raw (html, " of them. ");
    }
  deid_html_add_raw (html, "An attacker can still link a person to a group of records. Other "
                           "released columns can link single records.</dd>\n");
}

/* Names what models protect, and what none does. */
static void
write_inference (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  guint n_protected = 0;

  deid_html_add_raw (html, "<dt>Inference: can an attacker deduce a value of a person without "
                           "finding the record?</dt>\n<dd>");
  for (guint i = 0; i < deid_problem_get_n_privacy_models (view->problem); i++)
    {
      const DeidPrivacyModel *model = deid_problem_get_privacy_model (view->problem, i);
      const char *const *names = deid_privacy_model_get_sensitive (model);

      for (guint n = 0; deid_page_limits_inference (model) && names[n] != NULL; n++, n_protected++)
        {
          deid_html_add_raw (
              html, n_protected > 0 ? ", " : "Conditions limit what a group reveals about ");
          deid_html_add_value (html, names[n]);
        }
    }
  deid_html_add_format (html, "%s</dd>\n",
                        n_protected > 0
                            ? ". Other columns are not protected against inference."
                            : "No condition limits what a group reveals about its members.");
}

static void
write_wp216 (const DeidPageView *view)
{
  deid_html_add_raw (
      view->html,
      "<h3>WP216: three tests</h3>\n<p>The data protection authorities of the European Union ask "
      "three questions about anonymised data (Article 29 Data Protection Working Party, Opinion "
      "05/2014 on Anonymisation Techniques, WP216).</p>\n<dl class=\"words\">\n");
  write_singling_out (view);
  write_linkability (view);
  write_inference (view);
  deid_html_add_raw (view->html, "</dl>\n");
}

gboolean
deid_page_write_tests (DeidPageView *view, GError **error)
{
  deid_page_begin_section (view, "tests", "What laws and regulators ask");
  deid_html_add_raw (
      view->html, "<p>This section names the questions of three texts, and the figures of this "
                  "page that help to answer them. It does not say that the release complies with a "
                  "law. People judge that, and they need to know more than these figures: who "
                  "receives the data, under which contract, and which other data exist.</p>\n");
  write_gdpr (view);
  write_hipaa (view);
  write_wp216 (view);
  write_thresholds (view);
  deid_page_end_section (view);
  return TRUE;
}
