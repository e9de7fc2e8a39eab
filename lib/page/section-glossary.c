/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words of the page. */
#include "page/sections.h"

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
