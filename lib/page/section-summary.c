/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/html.h"
#include "page/page-private.h"
#include "page/page-words.h"

#include <math.h>

/* The answer, and its most important figures. */

/* A loss is a share where the quality model makes it one. */
static gboolean
loss_is_share (const DeidPageView *view)
{
  const DeidQualityModel *quality = deid_problem_get_quality_model (view->problem);

  return deid_quality_model_has_aggregate (quality)
         && deid_quality_model_get_aggregate (quality) != DEID_AGGREGATE_SUM
         && deid_result_get_loss (view->result) <= 1;
}

static void
add_loss_figure (const DeidPageView *view, double loss, const char *path)
{
  if (loss_is_share (view))
    deid_figure_add_share (view->html, loss, "%s", path);
  else
    deid_figure_add_number (view->html, loss, "%s", path);
}

static void
begin_fact (DeidHtml *html, const char *name)
{
  deid_html_add_format (html, "<li><p>%s</p><p>", name);
}

static void
end_fact (DeidHtml *html, const char *note)
{
  deid_html_add_format (html, "%s</p></li>\n", note);
}

#define WITHHELD "<span class=\"note\">not told</span></p><p>it could reveal small counts"

static void
write_released (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  begin_fact (html, "Records released");
  deid_page_write_count (html, view->after->n_records, "risks.after.records", WITHHELD);
  if (view->before != NULL)
    {
      deid_html_add_raw (html, "</p><p>of ");
      deid_figure_add_count (html, view->before->n_records, "risks.before.records");
    }
  end_fact (html, "");
}

static void
write_suppressed (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  begin_fact (html, "Records withheld");
  deid_figure_add_count (html, deid_result_get_n_suppressed (view->result), "suppressed");
  deid_html_add_raw (html, "</p><p>");
  deid_figure_add_part (html, deid_result_get_n_suppressed (view->result),
                        deid_dataset_get_n_records (view->table));
  end_fact (html, " of the records");
}

static void
section_summary_write_highest (const DeidPageView *view)
{
  const double risk = deid_risk_figure_maximum_risk (view->after, DEID_ADVERSARY_PROSECUTOR);
  const guint64 size = deid_risk_figure_smallest_class (view->after);
  DeidHtml *html = view->html;

  begin_fact (html, "Highest risk of a record");
  deid_page_write_share (html, risk, "risks.after.prosecutor.highest", WITHHELD);
  if (!isnan (risk))
    {
      deid_html_add_raw (html, "</p><p>1 in ");
      deid_figure_add_count (html, size, "risks.after.classes.smallest");
    }
  if (!isnan (risk) && view->before != NULL)
    {
      deid_html_add_raw (html, "; before release: ");
      deid_figure_add_share (
          html, deid_risk_figure_maximum_risk (view->before, DEID_ADVERSARY_PROSECUTOR),
          "risks.before.prosecutor.highest");
    }
  end_fact (html, "");
}

static void
section_summary_write_at_risk (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<li><p>Records with a risk above ");
  deid_figure_add_limit (html, deid_risk_options_get_threshold (view->after->options),
                         "risks.after.threshold");
  deid_html_add_raw (html, "</p><p>");
  deid_page_write_count (html, deid_risk_figure_n_at_risk (view->after, DEID_ADVERSARY_PROSECUTOR),
                         "risks.after.prosecutor.records_above_threshold", WITHHELD);
  if (view->before != NULL)
    {
      deid_html_add_raw (html, "</p><p>before release: ");
      deid_figure_add_count (html,
                             deid_risk_figure_n_at_risk (view->before, DEID_ADVERSARY_PROSECUTOR),
                             "risks.before.prosecutor.records_above_threshold");
    }
  end_fact (html, "");
}

static void
section_summary_write_average (const DeidPageView *view)
{
  begin_fact (view->html, "Average risk of a record");
  deid_page_write_share (view->html,
                         deid_risk_figure_average_risk (view->after, DEID_ADVERSARY_PROSECUTOR),
                         "risks.after.prosecutor.mean", WITHHELD);
  end_fact (view->html, "");
}

static void
section_summary_write_loss (const DeidPageView *view)
{
  begin_fact (view->html, "Detail lost");
  add_loss_figure (view, deid_result_get_loss (view->result), "loss");
  deid_html_add_raw (view->html, "</p><p>");
  end_fact (view->html, deid_result_is_proven_optimal (view->result)
                            ? "proven to be the least possible"
                            : "not proven to be the least possible");
}

static void
write_unique (const DeidPageView *view)
{
  begin_fact (view->html, "Unique by everything released");
  deid_page_write_unique (view, 0);
  end_fact (view->html, "</p><p>records");
}

/* How many columns are released, and how many of them with less detail. */
static void
write_n_columns (const DeidPageView *view)
{
  begin_fact (view->html, "Quasi-identifiers judged");
  deid_html_add_count (view->html, deid_lattice_get_n_attributes (view->lattice));
  end_fact (view->html, "</p><p>columns by which a person could be recognised");
}

/* What is kept, and for the custodian what is lost: the beginning of the answer. */
static gboolean
write_kept (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const guint64 n = view->after->n_records;

  if (n == DEID_WITHHELD)
    return FALSE;
  deid_figure_add_count (html, n, "risks.after.records");
  if (view->before != NULL)
    deid_html_add_format (html, " of %s", DEID_COMMAS (deid_dataset_get_n_records (view->table)));
  deid_html_add_raw (html, n == 1 ? " record is released" : " records are released");
  if (!view->is_public)
    {
      deid_html_add_raw (html, loss_is_share (view) ? " and " : " at a loss of ");
      add_loss_figure (view, deid_result_get_loss (view->result), "loss");
      deid_html_add_raw (html, loss_is_share (view) ? " of the detail is lost" : "");
    }
  deid_html_add_raw (html, "; ");
  return TRUE;
}

/* What sizes of classes promise. */
static void
write_protection (const DeidPageView *view, guint64 size, gboolean is_first)
{
  DeidHtml *html = view->html;

  if (size <= 1)
    {
      deid_html_add_format (html, "%s released records match no other %s in the quasi-identifiers",
                            is_first ? "Some" : "some", deid_page_get_unit (view));
      return;
    }
  deid_html_add_format (
      html, "%s the quasi-identifiers, each released record is identical to %sat least %s",
      is_first ? "In" : "in", view->after->has_persons ? "records of " : "",
      DEID_COMMAS (size - 1));
  if (size == 2)
    deid_html_add_raw (html, view->after->has_persons ? " other person" : " other record");
  else
    deid_html_add_format (html, " other %s", deid_page_get_unit (view));
}

/* Whether less could be lost: the end of the answer. */
static void
write_assurance (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const double bound = deid_result_get_lower_bound (view->result);

  if (view->is_public)
    return;
  if (deid_page_is_chosen (view))
    deid_html_add_raw (
        html, "; somebody chose this way to generalize, and no search looked for a better one");
  else if (deid_result_is_proven_optimal (view->result))
    deid_html_add_raw (html, "; it is proven that every other combination of generalizations that "
                             "meets the conditions loses at least as much");
  else if (bound > 0)
    {
      deid_html_add_format (html, "; it is proven that no %s loses less than ",
                            deid_page_name_solution (view));
      add_loss_figure (view, bound, "lower_bound");
    }
  else
    deid_html_add_raw (html, "; it is not known whether another combination loses less");
}

/* An attacker who knows the quasi-identifiers finds the class, whose records are alike there: one
 * that is picked is right with a chance of 1 over their number. Where persons are counted, some may
 * have many of the records. */
static void
write_attack (const DeidPageView *view, guint64 size)
{
  const gboolean counts_persons = view->after->has_persons;
  DeidHtml *html = view->html;

  if (size <= 1)
    {
      deid_html_add_raw (
          html,
          "An attacker who knows the quasi-identifiers of such a person can find the record.");
      return;
    }
  deid_html_add_format (html,
                        "An attacker who knows that a person is in the released table, and knows "
                        "only the quasi-identifiers of the person, %s%s%s",
                        counts_persons ? "finds records of at least "
                                       : "picks the right record with a chance of at most 1 in ",
                        DEID_COMMAS (size), counts_persons ? " persons that fit." : ".");
}

/* The answer in a sentence that is true of any class: what is kept, what is lost, how the smallest
 * class is protected, and whether less could be lost. */
static void
section_summary_write_lead (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const guint64 size = deid_risk_figure_smallest_class (view->after);

  if (size == DEID_WITHHELD)
    deid_html_add_raw (
        html, view->is_public
                  ? "<p class=\"lead\">The release meets the conditions that were set for it.</p>\n"
                  : "<p class=\"lead\">No record is released.</p>\n");
  else
    {
      deid_html_add_raw (html, "<p class=\"lead\"><strong class=\"answer\">");
      write_protection (view, size, !write_kept (view));
      write_assurance (view);
      deid_html_add_raw (html, ".</strong></p>\n<p class=\"lead\">");
      write_attack (view, size);
      deid_html_add_raw (html, "</p>\n");
    }
  if (view->after->n_uniques > 1)
    {
      deid_html_add_raw (html, "<p class=\"lead\">The other released columns can tell records "
                               "apart. Records that are unique by everything released: ");
      deid_page_write_unique (view, 0);
      deid_html_add_raw (
          html, ". An attacker who knows all these values of a person may find the record.</p>\n");
    }
}

gboolean
deid_page_write_summary (DeidPageView *view, GError **error)
{
  deid_page_begin_section (view, "answer", "The answer");
  section_summary_write_lead (view);
  deid_html_add_raw (view->html, "<ul class=\"facts\">\n");
  write_released (view);
  if (!view->is_public)
    write_suppressed (view);
  section_summary_write_highest (view);
  section_summary_write_at_risk (view);
  write_unique (view);
  if (view->is_public)
    {
      section_summary_write_average (view);
      write_n_columns (view);
    }
  else
    section_summary_write_loss (view);
  deid_html_add_raw (view->html, "</ul>\n");
  deid_page_end_section (view);
  return TRUE;
}

/* What was asked, in words. */

static void
section_request_write_models (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<p>The release had to meet these conditions:</p>\n<ul>\n");
  for (guint i = 0; i < deid_problem_get_n_privacy_models (view->problem); i++)
    {
      g_autofree char *words
          = deid_privacy_model_describe (deid_problem_get_privacy_model (view->problem, i),
                                         view->after->has_persons, view->is_public);

      deid_html_add_raw (html, "<li>");
      deid_html_add_sentence (html, words);
      deid_html_add_raw (html, "</li>\n");
    }
  deid_html_add_raw (html, "</ul>\n");
}

static void
section_summary_write_limit (const DeidPageView *view, guint64 n)
{
  DeidHtml *html = view->html;
  char text[DEID_SHARE_SIZE];

  deid_html_add_format (html, "<p>At most %s of %s records", DEID_COMMAS (n),
                        DEID_COMMAS (deid_dataset_get_n_records (view->table)));
  if (view->problem->limits.is_fraction)
    {
      deid_limit_to_text (view->problem->limits.fraction, text);
      deid_html_add_format (html, ", a limit of %s,", text);
    }
  deid_html_add_raw (html, " could be withheld to meet the conditions.");
}

static void
write_limits (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const guint64 n = deid_problem_get_n_suppressible (view->problem);
  char text[DEID_SHARE_SIZE];
  const char *column;
  double limit;

  if (n == 0)
    deid_html_add_raw (html, "<p>No record could be withheld to meet the conditions.");
  else
    section_summary_write_limit (view, n);
  for (guint i = 0; deid_problem_get_group_limit (view->problem, i, &column, &limit); i++)
    {
      deid_html_add_raw (html, " For each value of ");
      deid_html_add_value (html, column);
      deid_html_add_raw (html, ", at most ");
      deid_limit_to_text (limit, text);
      deid_html_add_format (html, "%s of the records with it.", text);
    }
  deid_html_add_raw (html, "</p>\n");
}

static double
get_column_weight (const DeidPageView *view, guint attribute)
{
  return deid_quality_model_get_attribute_weight (
      deid_problem_get_quality_model (view->problem),
      deid_lattice_get_attribute_name (view->lattice, attribute));
}

static gboolean
has_column_weights (const DeidPageView *view)
{
  for (guint a = 0; a < deid_lattice_get_n_attributes (view->lattice); a++)
    if (get_column_weight (view, a) != 1)
      return TRUE;
  return FALSE;
}

static void
write_column_weights (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  if (!has_column_weights (view))
    return;
  deid_html_add_raw (html, "<p>The weights of the columns are ");
  for (guint a = 0; a < deid_lattice_get_n_attributes (view->lattice); a++)
    {
      deid_html_add_raw (html, a == 0 ? "" : ", ");
      deid_html_add_value (html, deid_lattice_get_attribute_name (view->lattice, a));
      deid_html_add_raw (html, " ");
      deid_html_add_number (html, get_column_weight (view, a), 6);
    }
  deid_html_add_raw (html, ": the loss of a column counts in proportion to its weight.</p>\n");
}

/* Only records with a value that has a weight are named. */
static void
write_group_weights (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const char *column, *value;
  double weight;
  guint i;

  for (i = 0; deid_problem_get_group_weight (view->problem, i, &column, &value, &weight); i++)
    {
      deid_html_add_raw (
          html, i == 0 ? "<p>In the loss, records with these values count by a weight: " : ", ");
      deid_html_add_value (html, column);
      deid_html_add_raw (html, " ");
      deid_html_add_value (html, value);
      deid_html_add_raw (html, " ");
      deid_html_add_number (html, weight, 6);
    }
  if (i > 0)
    deid_html_add_raw (html, "; all other records have the weight 1. Every loss on this page is "
                             "weighted in this way, also the loss of a column.</p>\n");
}

static void
write_goal (const DeidPageView *view)
{
  g_autofree char *quality = deid_quality_describe (deid_problem_get_quality_model (view->problem),
                                                    has_column_weights (view));
  DeidHtml *html = view->html;

  deid_html_add_raw (
      html, deid_page_is_chosen (view)
                ? "<p>Somebody chose a way to generalize that meets the conditions. Loss is "
                : "<p>The search looked for the way to generalize that meets the conditions and "
                  "loses the least detail. Loss is ");
  deid_html_add_text (html, quality);
  deid_html_add_raw (html, ".</p>\n");
}

gboolean
deid_page_write_request (DeidPageView *view, GError **error)
{
  deid_page_begin_section (view, "request", "What was asked");
  if (deid_problem_get_n_privacy_models (view->problem) > 0)
    section_request_write_models (view);
  else
    deid_html_add_raw (view->html, "<p>No privacy model was asked for.</p>\n");
  if (!view->is_public)
    {
      write_limits (view);
      write_goal (view);
      write_column_weights (view);
      write_group_weights (view);
    }
  deid_page_end_section (view);
  return TRUE;
}
