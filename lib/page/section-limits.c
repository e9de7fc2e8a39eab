/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/html.h"
#include "page/page-private.h"
#include "report/warnings-private.h"
#include "search/result-private.h"

/* What all this does not promise, and what the custodian may have overlooked. */

/* The same as docs/not-promised.md. */
static const char not_promised[]
    = "<p>Each condition is one on this table. Something may be learned although it holds:</p>\n"
      "<ul>\n"
      "<li><strong>Everything else that is released.</strong> Conditions on groups are about an "
      "attacker who knows the quasi-identifiers. Sensitive and insensitive columns are released as "
      "they are: with the diagnosis, most records of a group can be unique.</li>\n"
      "<li><strong>Two releases of the same people.</strong> Each release is judged by itself. "
      "What "
      "differs between last month&rsquo;s and this month&rsquo;s can be one person.</li>\n"
      "<li><strong>What withholding tells.</strong> An attacker who knows that a group was "
      "withheld, and knows the conditions, learns that it fails one.</li>\n"
      "<li><strong>The reference distribution.</strong> Models that compare a group with the whole "
      "table compare with the table as it was before any record was withheld. The public compares "
      "with what is released.</li>\n"
      "<li><strong>Persons with several records.</strong> Unless a column marks persons, each "
      "record "
      "counts as a person; and with one only sizes of groups count persons.</li>\n"
      "<li><strong>Missing values.</strong> They count as a value of their own. An adversary may "
      "take them for any value.</li>\n"
      "<li><strong>How the release was made.</strong> Someone who knows the program, and that it "
      "makes the best release, can exclude tables for which it would have made another one, and "
      "learn more than the groups show: a sensitive value more surely than a condition allows, or "
      "a finer label than the released one.</li>\n"
      "<li><strong>What was said of the columns.</strong> The risks are those by the columns that "
      "were named as quasi-identifiers. A column that was said to be insensitive is released as it "
      "is.</li>\n";

/* Writes how many records are in classes whose labels give finer labels away: an attacker knows
 * that a class gets the lowest labels that cover it. */
static void
write_forced (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  double n;

  if (!deid_statistics_find (view->result->statistics, "forced-records", &n))
    return;
  deid_html_add_format (html,
                        "<li><strong>Finer labels.</strong> A group gets the lowest labels that "
                        "cover its records. If a group has two %s, and one of its labels has "
                        "exactly two finer ones, then each of the two has one of these; the ends "
                        "of a range are the values of the two. Records in such groups: ",
                        deid_page_get_unit (view));
  deid_figure_add_count (html, (guint64) n, "forced_records");
  deid_html_add_raw (html, deid_result_get_problem (view->result)->no_forced_labels
                               ? ", as was asked for.</li>\n"
                               : ".</li>\n");
}

static void
write_warnings (const DeidPageView *view)
{
  const DeidWarnings *warnings;
  DeidHtml *html = view->html;

  if (view->is_public || view->page->warnings == NULL)
    return;
  warnings = deid_report_get_data (view->page->warnings, &deid_warnings_kind);
  deid_html_add_raw (html, "<h3>Warnings</h3>\n");
  if (warnings->n == 0)
    {
      deid_html_add_raw (html, "<p>There are none.</p>\n");
      return;
    }
  deid_html_add_raw (html, "<ul>\n");
  for (guint64 i = 0; i < warnings->n; i++)
    {
      deid_html_add_raw (html, "<li>");
      deid_html_add_sentence (html, warnings->items[i].text);
      deid_html_add_raw (html, "</li>\n");
    }
  deid_html_add_raw (html, "</ul>\n");
}

gboolean
deid_page_write_limits (DeidPageView *view, GError **error)
{
  (void) error;
  deid_page_begin_section (view, "limits", "What this does not promise");
  deid_html_add_raw (view->html, not_promised);
  write_forced (view);
  deid_html_add_raw (view->html, "</ul>\n");
  write_warnings (view);
  deid_page_end_section (view);
  return TRUE;
}

/* The words of the page. */

static const struct
{
  const char *word, *meaning;
} glossary[] = {
  { "Quasi-identifier",
    "A column by which, together with others, a person could be known: age, sex, postcode. The "
    "conditions on groups look at these columns alone." },
  { "Sensitive column",
    "A column with what must not be learned of a person, such as a diagnosis." },
  { "Generalization",
    "Replacing a value by a label that stands for several, such as 27 by 20&ndash;39." },
  { "Level",
    "A step of generalization: level 0 is the value itself, and the labels of each further "
    "level stand for more values." },
  { "Suppression", "Withholding a whole record. This page says &ldquo;withheld&rdquo;." },
  { "Group (equivalence class)",
    "The records that look alike: all their quasi-identifiers have the same labels." },
  { "Risk of a record", "The chance that somebody who knows a person&rsquo;s quasi-identifiers, "
                        "and nothing else, picks "
                        "the right record: 1 over the size of its group." },
  { "Unique record", "A released record with values, in the columns named, that no other released "
                     "record has. Where a column marks persons, further records of the same person "
                     "may have them." },
  { "Prosecutor, journalist, marketer", "Three who try: one knows that a certain person is in the "
                                        "table, one does not, and one tries to "
                                        "find as many as possible." },
  { "<i>k</i>-anonymity", "Every group has at least <i>k</i> members. It limits what the "
                          "quasi-identifiers tell, not what other columns do." },
  { "<i>l</i>-diversity", "Every group has at least <i>l</i> different sensitive values. How "
                          "often each occurs is not limited." },
  { "Loss", "How much detail was given up, mostly from 0, nothing, to 1, everything. It is "
            "measured on each "
            "column and then put together." },
  { "Certificate",
    "A file with a proof: that no choice loses less, or, beside a bound, that no choice loses less "
    "than the bound. A program checks it without trusting the one that searched." },
  { "SHA-256", "A fingerprint of a file: two files with the same one are the same file." },
};

gboolean
deid_page_write_glossary (DeidPageView *view, GError **error)
{
  (void) error;
  deid_page_begin_section (view, "words", "What the words mean");
  deid_html_add_raw (view->html, "<dl class=\"words\">\n");
  for (guint i = 0; i < G_N_ELEMENTS (glossary); i++)
    deid_html_add_format (view->html, "<dt>%s</dt>\n<dd>%s</dd>\n", glossary[i].word,
                          glossary[i].meaning);
  deid_html_add_raw (view->html, "</dl>\n");
  deid_page_end_section (view);
  return TRUE;
}
