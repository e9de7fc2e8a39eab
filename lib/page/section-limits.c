/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/html.h"
#include "page/page-private.h"
#include "privacy/privacy-model-private.h"
#include "report/warnings-private.h"
#include "search/result-private.h"

#include <math.h>
#include <string.h>

/* What is promised against whom, what is not, and what the custodian may have overlooked. */

/* Who a condition is against. */
typedef enum
{
  ATTACKER_PROSECUTOR,
  ATTACKER_JOURNALIST,
  ATTACKER_MARKETER,
  ATTACKER_INFERENCE,
  ATTACKER_PRESENCE,
  ATTACKER_UNKNOWN
} Attacker;

static const struct
{
  const char *name, *knows;
} attackers[] = {
  [ATTACKER_PROSECUTOR] = { "The prosecutor", "knows that a certain person is in the table, and "
                                              "knows the quasi-identifiers of the person" },
  [ATTACKER_JOURNALIST]
  = { "The journalist",
      "looks for somebody by the quasi-identifiers, and does not know who is in the table" },
  [ATTACKER_MARKETER]
  = { "The marketer", "matches all records with a register, to find as many persons as possible" },
  [ATTACKER_INFERENCE]
  = { "The reader of a group", "finds the group of a person, and concludes from it what a "
                               "sensitive column says about the person" },
  [ATTACKER_PRESENCE]
  = { "The reader of the list", "wants to know whether a certain person is in the table" },
  [ATTACKER_UNKNOWN] = { "Others", "attackers of whom the conditions of the host speak" },
};

/* The attacker of each model, by the name of its specification. The attacker who infers from a
 * group is not listed here. */
static const struct
{
  const char *name;
  Attacker attacker;
} attackers_of_models[] = {
  { "k", ATTACKER_PROSECUTOR },         { "km", ATTACKER_PROSECUTOR },
  { "uniq", ATTACKER_PROSECUTOR },      { "atrisk", ATTACKER_PROSECUTOR },
  { "noattack", ATTACKER_PROSECUTOR },  { "payout", ATTACKER_PROSECUTOR },
  { "kmap", ATTACKER_JOURNALIST },      { "jatrisk", ATTACKER_JOURNALIST },
  { "pu", ATTACKER_JOURNALIST },        { "noattackmap", ATTACKER_JOURNALIST },
  { "payoutmap", ATTACKER_JOURNALIST }, { "avg", ATTACKER_MARKETER },
  { "risk", ATTACKER_MARKETER },        { "dp", ATTACKER_PRESENCE },
  { "persons", ATTACKER_PROSECUTOR },   { "ak", ATTACKER_PROSECUTOR },
};

/* One model can be against two attackers: ak limits the sizes of groups, too. */
static gboolean
model_is_against (const DeidPrivacyModel *model, Attacker attacker)
{
  const gsize length = strcspn (model->text, ":@");
  const gboolean limits_inference = deid_page_limits_inference (model);

  if (attacker == ATTACKER_INFERENCE)
    return limits_inference;
  for (guint i = 0; i < G_N_ELEMENTS (attackers_of_models); i++)
    if (strlen (attackers_of_models[i].name) == length
        && strncmp (attackers_of_models[i].name, model->text, length) == 0)
      return attackers_of_models[i].attacker == attacker;
  return attacker == ATTACKER_UNKNOWN && !limits_inference;
}

static guint
count_promises (const DeidPageView *view, Attacker attacker)
{
  guint n = 0;

  for (guint i = 0; i < deid_problem_get_n_privacy_models (view->problem); i++)
    n += model_is_against (deid_problem_get_privacy_model (view->problem, i), attacker) ? 1 : 0;
  return n;
}

/* What is promised against the prosecutor is true of the table, whoever looks at it. */
static void
write_promises (const DeidPageView *view, Attacker attacker)
{
  const guint n = count_promises (view, attacker);
  DeidHtml *html = view->html;

  for (guint i = 0; i < deid_problem_get_n_privacy_models (view->problem); i++)
    {
      DeidPrivacyModel *model = deid_problem_get_privacy_model (view->problem, i);
      g_autofree char *words
          = deid_privacy_model_describe (model, view->after->has_persons, view->is_public);

      if (!model_is_against (model, attacker))
        continue;
      deid_html_add_sentence (html, words);
      deid_html_add_raw (html, ". ");
    }
  if ((attacker == ATTACKER_JOURNALIST || attacker == ATTACKER_MARKETER)
      && count_promises (view, ATTACKER_PROSECUTOR) > 0)
    deid_html_add_raw (
        html, n > 0 ? "The promise against the prosecutor also holds."
                    : "the same as against the prosecutor, because this attacker knows less.");
  else if (n == 0)
    deid_html_add_raw (html, "nothing, because no condition against this attacker was asked for.");
}

static void
promise_write_risk (const DeidPageView *view, Attacker attacker)
{
  static const char *const names[] = { "prosecutor", "journalist" };
  DeidHtml *html = view->html;
  const double risk
      = attacker == ATTACKER_MARKETER
            ? deid_risk_figure_marketer_risk (view->after)
            : deid_risk_figure_maximum_risk (view->after, attacker == ATTACKER_PROSECUTOR
                                                              ? DEID_ADVERSARY_PROSECUTOR
                                                              : DEID_ADVERSARY_JOURNALIST);

  if (isnan (risk))
    deid_html_add_raw (html, "not told, because it could reveal small counts");
  else if (attacker == ATTACKER_MARKETER)
    {
      deid_html_add_raw (html, "the expected share of records found is at most ");
      deid_figure_add_share (html, risk, "risks.after.marketer.mean");
    }
  else
    {
      deid_html_add_raw (html, "the highest risk of a record is ");
      deid_figure_add_share (html, risk, "risks.after.%s.highest", names[attacker]);
    }
  deid_html_add_raw (html, ".");
}

static void
write_attacker (const DeidPageView *view, Attacker attacker)
{
  DeidHtml *html = view->html;

  deid_html_add_format (html, "<dt>%s <span class=\"note\">%s</span></dt>\n<dd>Promised: ",
                        attackers[attacker].name, attackers[attacker].knows);
  write_promises (view, attacker);
  if (attacker <= ATTACKER_MARKETER)
    {
      deid_html_add_raw (html, "<br>Measured: ");
      promise_write_risk (view, attacker);
    }
  deid_html_add_raw (html, "</dd>\n");
}

gboolean
deid_page_write_promise (DeidPageView *view, GError **error)
{
  DeidHtml *html = view->html;

  deid_page_begin_section (view, "promise", "What we promise, against whom");
  deid_html_add_format (html, "%s<dl class=\"words\">\n",
                        deid_problem_get_n_privacy_models (view->problem) > 0
                            ? "<p>The released table meets each condition that was asked for it. "
                              "Each condition is against a certain attacker:</p>\n"
                            : "<p>No condition was asked for, so nothing is promised. The figures "
                              "only measure the release:</p>\n");
  for (guint a = 0; a < G_N_ELEMENTS (attackers); a++)
    if (a <= ATTACKER_INFERENCE || count_promises (view, (Attacker) a) > 0)
      write_attacker (view, (Attacker) a);
  deid_html_add_raw (
      html,
      "</dl>\n<p>Nothing is promised against an attacker who knows more: other released columns, "
      "another release of the same people, or how the release was made. <a href=\"#limits\">What "
      "this does not promise</a> lists what such attackers can learn.</p>\n");
  deid_page_end_section (view);
  return TRUE;
}

/* What docs/not-promised.md says, in short. */
static const char not_promised[]
    = "<p>Each condition is about this table. An attacker can learn things from a table that meets "
      "it:</p>\n<ul>\n<li><strong>Other columns.</strong> Conditions on groups limit what an "
      "attacker finds who knows the quasi-identifiers. Sensitive and insensitive columns are "
      "released as they are. An attacker who also knows the diagnosis of a person finds the record "
      "if no other record of the group has that diagnosis.</li>\n<li><strong>Two releases of the "
      "same people.</strong> Each release is judged by itself. The difference between last "
      "month&rsquo;s release and this month&rsquo;s can be the record of one "
      "person.</li>\n<li><strong>Withholding.</strong> An attacker who knows that a group was "
      "withheld, and knows the conditions, learns that the group fails one of "
      "them.</li>\n<li><strong>The reference distribution.</strong> Some conditions compare each "
      "group with the whole table before any record was withheld. The public can only compare with "
      "the released table.</li>\n<li><strong>Persons with several records.</strong> Unless a "
      "column marks persons, each record counts as a person. With such a column, only the sizes of "
      "groups count persons: two diagnoses of one person count as two different "
      "values.</li>\n<li><strong>Missing values.</strong> A missing value counts as a value of its "
      "own, unless a condition says otherwise. An attacker may read it as any "
      "value.</li>\n<li><strong>How the release was "
      "made.</strong> An attacker who knows the program, and knows that it makes the best release, "
      "can exclude every table for which it would have made another one. This can reveal a "
      "sensitive value more surely than a condition allows, or a finer label than the released "
      "one.</li>\n<li><strong>The roles of columns.</strong> The risks count the columns that were "
      "named as quasi-identifiers. They are too low if an attacker knows a column that was not "
      "named.</li>\n";

static gboolean
limits_has_sets (const DeidPageView *view)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (view->result));
  gboolean has = FALSE;

  for (guint a = 0; a < deid_lattice_get_n_attributes (lattice); a++)
    has |= deid_lattice_get_label_sets (lattice, a) > 0;
  return has;
}

/* Writes how many records are in classes whose labels give finer labels away: an attacker knows
 * that a class gets the lowest labels that cover it. */
static void
write_forced (const DeidPageView *view)
{
  const gboolean are_wide = deid_result_get_problem (view->result)->no_forced_labels;
  DeidHtml *html = view->html;
  double n;

  if (!deid_statistics_find (view->result->statistics, "forced-records", &n))
    return;
  deid_html_add_raw (html, "<li><strong>Finer labels.</strong> A group gets the lowest labels that "
                           "cover its records");
  if (are_wide)
    deid_html_add_raw (html, ", unless finer labels would follow from these. It then gets wider "
                             "ones, as was asked for: a range or a list may name values that do "
                             "not occur in the group. ");
  else
    deid_html_add_format (html,
                          ". If a group has two %s, each with a single value in a column, and "
                          "the label there has exactly two finer ones, then each of the two has "
                          "one of these. The ends of a range are the values of the two. ",
                          deid_page_get_unit (view));
  if (limits_has_sets (view) && !are_wide)
    deid_html_add_format (html,
                          "A label such as {asthma, gout} lists values: each record of the group "
                          "has one of these, and each of these occurs in the group. If the label "
                          "has as many values as the group has %s, each with a single value, then "
                          "each value is that of one. ",
                          deid_page_get_unit (view));
  deid_html_add_raw (html, "Records in groups whose labels may force finer ones: ");
  deid_figure_add_count (html, (guint64) n, "forced_records");
  deid_html_add_raw (html, ".</li>\n");
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
      deid_html_add_raw (html, "<p>The library found nothing to warn of.</p>\n");
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
  { "Quasi-identifier", "A column by which a person could be recognised, together with others: "
                        "age, sex, postcode." },
  { "Sensitive column",
    "A column with something that nobody must learn about a person, such as a diagnosis." },
  { "Generalization",
    "Replacing a value by a label that stands for several values: 20&ndash;39 in place of 27." },
  { "Level", "A step of generalization. Level 0 is the value itself; the labels of each further "
             "level stand for more values." },
  { "Suppression",
    "Leaving a whole record out of the release. This page says &ldquo;withheld&rdquo;." },
  { "Group (equivalence class)",
    "The records that look alike: all their quasi-identifiers have the same labels." },
  { "Risk of a record",
    "The chance that an attacker who knows the quasi-identifiers of a person, and nothing else, "
    "picks the right record: 1 divided by the size of its group." },
  { "Unique record",
    "A released record whose values in the columns named no other released record has. If a column "
    "marks persons, other records of the same person may have them." },
  { "Prosecutor, journalist, marketer",
    "Three attackers. The prosecutor knows that a certain person is in the table. The journalist "
    "does not know who is in it. The marketer tries to find as many persons as possible." },
  { "<i>k</i>-anonymity",
    "Every group has at least <i>k</i> members. It limits what the quasi-identifiers reveal, and "
    "does not limit what other columns reveal." },
  { "<i>l</i>-diversity", "Every group has at least <i>l</i> different sensitive values. It does "
                          "not limit how often each of them occurs." },
  { "Loss", "How much detail the release gives up: with the default measure from 0, nothing, to 1, "
            "everything." },
  { "Certificate", "A file with a proof: that no choice loses less than the release or, if only a "
                   "bound is proven, that no choice loses less than the bound. A program checks "
                   "the proof without trusting the program that searched." },
  { "SHA-256", "A fingerprint of a file: two files with the same fingerprint are the same file." },
};

gboolean
deid_page_write_glossary (DeidPageView *view, GError **error)
{
  deid_page_begin_section (view, "words", "What the words mean");
  deid_html_add_raw (view->html, "<dl class=\"words\">\n");
  for (guint i = 0; i < G_N_ELEMENTS (glossary); i++)
    deid_html_add_format (view->html, "<dt>%s</dt>\n<dd>%s</dd>\n", glossary[i].word,
                          glossary[i].meaning);
  deid_html_add_raw (view->html, "</dl>\n");
  deid_page_end_section (view);
  return TRUE;
}
