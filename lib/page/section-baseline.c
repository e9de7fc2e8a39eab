/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a rule would have done, beside the release. */
#include "baseline/baseline-release.h"
#include "chart/html.h"
#include "page/page-words.h"
#include "page/page-private.h"

#define SECTION_BASELINE_N_COLUMNS 60 /* of the table of columns */

/* What is compared. */
typedef struct
{
  const DeidPageView *view;
  const DeidBaselineReport *report;
  const DeidBaselineRelease *release;
} SectionBaselineComparison;

static void
begin_row (DeidHtml *html, const char *name)
{
  deid_html_add_format (html, "<tr><th scope=\"row\">%s</th><td class=\"n\">", name);
}

static void
section_baseline_add_next (DeidHtml *html)
{
  deid_html_add_raw (html, "</td><td class=\"n\">");
}

static void
section_baseline_end_row (DeidHtml *html)
{
  deid_html_add_raw (html, "</td></tr>\n");
}

static void
section_baseline_write_counts (DeidHtml *html, const char *name, const char *figure, guint64 n,
                               const char *figure_of_release, guint64 n_of_release)
{
  begin_row (html, name);
  deid_page_write_count (html, n, figure, "");
  section_baseline_add_next (html);
  deid_page_write_count (html, n_of_release, figure_of_release, "");
  section_baseline_end_row (html);
}

static void
section_baseline_write_risks (DeidHtml *html, const char *name, const char *figure, double risk,
                              const char *figure_of_release, double risk_of_release)
{
  begin_row (html, name);
  deid_page_write_share (html, risk, figure, "");
  section_baseline_add_next (html);
  deid_page_write_share (html, risk_of_release, figure_of_release, "");
  section_baseline_end_row (html);
}

static double
get_average_risk (const DeidRiskReport *risks)
{
  DeidPersonRisks persons;

  return deid_risk_figure_persons (risks, &persons)
             ? persons.average
             : deid_risk_figure_average_risk (risks, DEID_ADVERSARY_PROSECUTOR);
}

static void
write_risks (DeidHtml *html, const DeidRiskReport *risks, const DeidRiskReport *after)
{
  section_baseline_write_risks (html, "Highest risk of a record", "baseline.highest_risk",
                                deid_risk_figure_maximum_risk (risks, DEID_ADVERSARY_PROSECUTOR),
                                "risks.after.prosecutor.highest",
                                deid_risk_figure_maximum_risk (after, DEID_ADVERSARY_PROSECUTOR));
  section_baseline_write_risks (
      html, risks->has_persons ? "Average risk of a person" : "Average risk of a record",
      "baseline.average_risk", get_average_risk (risks),
      after->has_persons ? "risks.after.by_person.average_risk" : "risks.after.prosecutor.mean",
      get_average_risk (after));
  section_baseline_write_counts (html, "Records released", "baseline.records", risks->n_records,
                                 "risks.after.records", after->n_records);
  section_baseline_write_counts (html, "Records in groups of size 1", "baseline.unique",
                                 deid_risk_figure_n_unique (risks), "risks.after.unique",
                                 deid_risk_figure_n_unique (after));
}

static void
write_population_risk (const SectionBaselineComparison *comparison)
{
  DeidHtml *html = comparison->view->html;

  begin_row (html, deid_page_get_expected (comparison->view));
  deid_figure_add_number (html, comparison->report->risk, "baseline.population_risk_sum");
  section_baseline_add_next (html);
  deid_figure_add_number (html, comparison->release->risk, "baseline.release.population_risk_sum");
  section_baseline_end_row (html);
}

static const char *
section_baseline_compare (double value, double other, const char *less, const char *equal,
                          const char *more)
{
  return value < other ? less : value > other ? more : equal;
}

/* The one sentence that people look for. */
static void
write_comparison (const SectionBaselineComparison *comparison, gboolean has_loss,
                  double baseline_loss)
{
  DeidHtml *html = comparison->view->html;

  deid_html_add_format (
      html,
      "<p class=\"lead\">Compared with the rule, the risks of all released %s by the "
      "quasi-identifiers add up to <strong>%s</strong>",
      deid_page_get_unit (comparison->view),
      section_baseline_compare (comparison->release->risk, comparison->report->risk, "less",
                                "as much", "more"));
  if (has_loss)
    deid_html_add_format (html, ", and this release loses <strong>%s</strong>",
                          section_baseline_compare (deid_result_get_loss (comparison->view->result),
                                                    baseline_loss, "less detail", "as much detail",
                                                    "more detail"));
  deid_html_add_raw (html, ".</p>\n");
}

static void
section_baseline_write_figures (const SectionBaselineComparison *comparison)
{
  const DeidPageView *view = comparison->view;
  DeidHtml *html = view->html;
  const DeidPartition *partition = comparison->report->evaluation->partition;
  const gboolean has_loss = partition->is_measured;
  const double loss = partition->loss;

  write_comparison (comparison, has_loss, loss);
  deid_page_begin_table (html, FALSE);
  deid_html_add_raw (html, "<th></th><th class=\"n\">The rule</th><th class=\"n\">This "
                           "release</th></tr></thead>\n<tbody>\n");
  write_population_risk (comparison);
  write_risks (html, comparison->report->risks, view->after);
  begin_row (html, "Loss");
  if (has_loss)
    deid_figure_add_number (html, loss, "baseline.loss");
  section_baseline_add_next (html);
  deid_figure_add_number (html, deid_result_get_loss (view->result), "loss");
  section_baseline_end_row (html);
  deid_page_end_table (html, 0);
}

/* Where no level of the problem did, the rule made the labels that were measured. */
static gboolean
write_example (const DeidPageView *view, const DeidBaselineReport *report, const char *column,
               GError **error)
{
  const DeidPolicy *policy = report->evaluation->policy;
  const DeidLattice *lattice = deid_policy_get_lattice (policy);
  const char *value = NULL, *label = NULL;
  const guint a = deid_lattice_find_attribute_number (lattice, column);
  guint level;

  if (a == lattice->n_attributes || !report->attributes[a].is_own)
    return TRUE;
  level = deid_policy_get_level (policy, deid_lattice_get_first_dimension (lattice, a));
  if (level == 0)
    return TRUE;
  if (!deid_level_find_example (deid_lattice_get_hierarchy (lattice, a), level, &value, &label,
                                error))
    return FALSE;
  if (value == NULL || value[0] == '\0' || g_str_equal (value, label))
    return TRUE;
  deid_html_add_raw (view->html, "<br><span class=\"note\">as ");
  deid_html_add_value (view->html, value);
  deid_html_add_raw (view->html, " <span class=\"arrow\">&rarr;</span> ");
  deid_html_add_value (view->html, label[0] != '\0' ? label : NULL);
  deid_html_add_raw (view->html, "</span>");
  return TRUE;
}

static gboolean
write_treatment (const DeidPageView *view, const DeidBaselineReport *report, guint c,
                 GError **error)
{
  const DeidTreatment *treatment = &report->treatments[c];
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autofree char *words = NULL;

  if (treatment->is_removed || deid_treatment_keeps (treatment) || treatment->rule == NULL)
    {
      deid_html_add_raw (view->html, treatment->is_removed ? "removed" : "kept as it is");
      return TRUE;
    }
  hierarchy = deid_hierarchy_new_from_specification (treatment->rule, error);
  words = hierarchy != NULL ? deid_hierarchy_describe_level (hierarchy, treatment->level, error)
                            : NULL;
  if (words == NULL)
    return FALSE;
  deid_html_add_text (view->html, words);
  return write_example (view, report, treatment->column, error);
}

/* The kind of identifier by its name, with blanks, and its letter in the list of the law. */
static void
write_kind (DeidHtml *html, const DeidSuggestion *column)
{
  const char *letter = deid_kinds[column->kind].hipaa;
  g_autofree char *kind = g_strdup (deid_kinds[column->kind].identifier);

  if (kind == NULL)
    {
      deid_html_add_raw (html, "<span class=\"note\">no identifier found</span>");
      return;
    }
  deid_html_add_text (html, g_strdelimit (kind, "-", ' '));
  if (letter != NULL)
    deid_html_add_format (html, " (%s)", letter);
  for (guint i = 0; i < column->evidence->len; i++)
    {
      deid_html_add_raw (html, "<br><span class=\"note\">");
      deid_html_add_sentence (html, g_ptr_array_index (column->evidence, i));
      deid_html_add_raw (html, "</span>");
    }
}

static gboolean
section_baseline_write_column (const SectionBaselineComparison *comparison, guint c, GError **error)
{
  const DeidBaselineReport *report = comparison->report;
  DeidHtml *html = comparison->view->html;

  deid_html_add_raw (html, "<tr><th scope=\"row\" class=\"word\">");
  deid_html_add_value (html, report->identifiers->columns[c].name);
  deid_html_add_raw (html, "</th><td class=\"wide\">");
  write_kind (html, &report->identifiers->columns[c]);
  deid_html_add_raw (html, "</td><td class=\"word\">");
  if (!write_treatment (comparison->view, report, c, error))
    return FALSE;
  deid_html_add_raw (html, "</td><td class=\"word\">");
  deid_html_add_text (html, comparison->release->notes[c]);
  deid_html_add_raw (html, "</td></tr>\n");
  return TRUE;
}

/* Columns of which the release tells more than the rule come first, then other identifiers. */
static guint
section_baseline_get_rank (const SectionBaselineComparison *comparison, guint c)
{
  if (deid_baseline_release_is_against (comparison->release, c))
    return 0;
  return deid_kinds[comparison->report->identifiers->columns[c].kind].identifier != NULL ? 1 : 2;
}

static gboolean
section_baseline_write_columns (const SectionBaselineComparison *comparison, GError **error)
{
  const DeidSuggestions *identifiers = comparison->report->identifiers;
  const guint n = identifiers->n_columns;
  DeidHtml *html = comparison->view->html;

  deid_html_add_format (html,
                        "<h3>What the rule does to each column</h3>\n<p>%s of %s columns look like "
                        "identifiers by their names or values. Other columns can be identifiers, "
                        "too: somebody who knows the table has to look.</p>\n",
                        DEID_COMMAS (deid_identifiers_count (identifiers)), DEID_COMMAS (n));
  deid_page_begin_table (html, TRUE);
  deid_html_add_raw (html, "<th>Column</th><th>What it looks like</th><th>By the rule</th><th>In "
                           "this release</th></tr></thead>\n<tbody>\n");
  for (guint rank = 0, n_shown = 0; rank < 3; rank++)
    for (guint c = 0; c < n; c++)
      if (section_baseline_get_rank (comparison, c) == rank
          && n_shown++ < SECTION_BASELINE_N_COLUMNS
          && !section_baseline_write_column (comparison, c, error))
        return FALSE;
  deid_page_end_table (html, n > SECTION_BASELINE_N_COLUMNS ? n - SECTION_BASELINE_N_COLUMNS : 0);
  return TRUE;
}

/* Whatever its role: who looks like an identifier may be sensitive, too. */
static void
write_warning (const SectionBaselineComparison *comparison)
{
  const DeidSuggestions *identifiers = comparison->report->identifiers;
  DeidHtml *html = comparison->view->html;
  gboolean is_open = FALSE;

  for (guint c = 0; c < identifiers->n_columns; c++)
    if (deid_baseline_release_is_against (comparison->release, c))
      {
        deid_html_add_raw (html, is_open ? ", "
                                         : "<div class=\"box warn\"><p>This release reveals more "
                                           "of these columns than the rule would: ");
        deid_html_add_value (html, identifiers->columns[c].name);
        is_open = TRUE;
      }
  deid_html_add_raw (html, is_open ? ".</p></div>\n" : "");
}

static gboolean
write_section (const SectionBaselineComparison *comparison, GError **error)
{
  DeidHtml *html = comparison->view->html;

  deid_html_add_raw (
      html, "<p>For comparison, the page shows what another rule would have done, the baseline: ");
  deid_html_add_value (html, comparison->report->baseline->name);
  deid_html_add_raw (html, ". Such a rule says what to do with each kind of column. It withholds "
                           "no record and measures no risk. Its release has a risk all the same, "
                           "by the quasi-identifiers, which this page measures.</p>\n");
  section_baseline_write_figures (comparison);
  write_warning (comparison);
  return section_baseline_write_columns (comparison, error);
}

gboolean
deid_page_write_baseline (DeidPageView *view, GError **error)
{
  const DeidBaselineReport *report
      = view->page->baseline != NULL ? deid_baseline_report_of (view->page->baseline) : NULL;
  DeidBaselineRelease release = { NULL, 0, 0 };
  gboolean success;

  if (view->is_public || report == NULL)
    return TRUE;
  deid_page_begin_section (view, "baseline", "What a rule would have done");
  success = deid_baseline_release_init (&release, report, view->result, view->after,
                                        view->cancellable, error)
            && write_section (
                &(SectionBaselineComparison){ .view = view, .report = report, .release = &release },
                error);
  deid_page_end_section (view);
  deid_baseline_release_clear (&release);
  return success;
}
