/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From the sections to one file. */
#include "base/output-file.h"
#include "page/chart.h"
#include "page/sections.h"
#include "release/origin.h"
#include "report/risk-report-private.h"

#include <string.h>

#define DEFAULT_TITLE "De-identification report"

static gboolean (*const sections[]) (DeidPageView *view, GError **error) = {
  deid_page_write_summary,    deid_page_write_request,       deid_page_write_columns,
  deid_page_write_risk,       deid_page_write_tests,         deid_page_write_suppressed,
  deid_page_write_distortion, deid_page_write_utility,       deid_page_write_baseline,
  deid_page_write_choices,    deid_page_write_risk_frontier, deid_page_write_proof,
  deid_page_write_limits,     deid_page_write_glossary,      deid_page_write_repeat,
};

void
deid_page_begin_section (DeidPageView *view, const char *id, const char *title)
{
  deid_html_add_format (view->contents, "<li><a href=\"#%s\">%s</a></li>\n", id, title);
  deid_html_add_format (view->html, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

void
deid_page_end_section (DeidPageView *view)
{
  deid_html_add_raw (view->html, "</section>\n");
}

void
deid_page_begin_table (DeidHtml *html)
{
  deid_html_add_raw (html, "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
}

void
deid_page_end_table (DeidHtml *html, guint64 n_left)
{
  deid_html_add_raw (html, "</tbody></table></div>\n");
  if (n_left == 0)
    return;
  deid_html_add_raw (html, "<p class=\"note\">And ");
  deid_html_add_count (html, n_left);
  deid_html_add_raw (html, " more.</p>\n");
}

const char *
deid_page_get_unit (const DeidPageView *view)
{
  return deid_risk_report_counts_persons (view->after) ? "persons" : "records";
}

const char *
deid_page_get_expected (const DeidPageView *view)
{
  return deid_risk_report_counts_persons (view->after) ? "Persons expected to be found"
                                                       : "Records expected to be found";
}

gboolean
deid_page_is_chosen (const DeidPageView *view)
{
  return !deid_result_is_proven_optimal (view->result)
         && deid_result_get_termination (view->result) == DEID_TERMINATION_COMPLETE
         && deid_result_get_n_evaluated (view->result) <= 1
         && deid_result_get_recoding (view->result) == DEID_RECODING_GLOBAL;
}

static const char *
get_title (const DeidPage *page)
{
  return page->title != NULL && page->title[0] != '\0' ? page->title : DEFAULT_TITLE;
}

static void
write_head (const DeidPageView *view, DeidHtml *html)
{
  deid_html_add_raw (html,
                     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; img-src data:\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n");
  if (!view->is_public)
    deid_html_add_raw (html, "<meta name=\"robots\" content=\"noindex\">\n");
  deid_html_add_element (html, "title", NULL, get_title (view->page));
  deid_html_add_raw (html, "\n<style>\n");
  deid_html_add_raw (html, deid_page_get_style ());
  deid_html_add_raw (html, deid_chart_get_style ());
  deid_html_add_raw (html, "</style>\n</head>\n<body>\n");
}

static void
page_write_write_header (const DeidPageView *view, DeidHtml *html)
{
  deid_html_add_raw (html, "<header>\n");
  deid_html_add_raw (html, view->is_public
                               ? "<p class=\"audience\">For the public</p>\n"
                               : "<p class=\"audience warn\">For the custodian only &ndash; do not "
                                 "publish</p>\n");
  deid_html_add_element (html, "h1", NULL, get_title (view->page));
  if (!view->is_public)
    {
      deid_html_add_raw (html, "\n<p class=\"subject\">A release of the table ");
      deid_html_add_value (html, deid_dataset_get_name (view->table));
      deid_html_add_raw (html, "</p>");
    }
  deid_html_add_raw (html, "\n</header>\n");
}

static gboolean
write_sections (DeidPageView *view, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (g_cancellable_set_error_if_cancelled (view->cancellable, error)
        || !sections[i](view, error))
      return FALSE;
  return TRUE;
}

static char *
assemble (DeidPageView *view, GError **error)
{
  DeidHtml *html = deid_html_new ();

  write_head (view, html);
  page_write_write_header (view, html);
  deid_html_add_raw (html, "<nav aria-label=\"Contents\">\n<ul>\n");
  deid_html_add_html (html, g_steal_pointer (&view->contents));
  deid_html_add_raw (html, "</ul>\n</nav>\n<main>\n");
  deid_html_add_html (html, g_steal_pointer (&view->html));
  deid_html_add_raw (html, "</main>\n<footer>\n<p>Written by libdeid " DEID_VERSION_STRING
                           ". This file needs no network and has no scripts.</p>\n"
                           "</footer>\n</body>\n</html>\n");
  return deid_html_free_to_text (html, error);
}

/* Takes from the page what the audience may read. */
static gboolean
page_write_look (DeidPageView *view, GError **error)
{
  const DeidPage *page = view->page;
  g_autoptr (DeidRiskReport) after = NULL;

  view->partition = deid_result_get_partition (page->result, view->cancellable, error);
  if (view->partition == NULL)
    return FALSE;
  after = deid_risk_report_new_after (page->result, page->risk_options, view->cancellable, error);
  if (after == NULL
      || (page->release != NULL
          && !deid_risk_report_count_uniques (after, view->partition,
                                              deid_dataset_get_release_options (page->release),
                                              DEID_STOP_OF (view->cancellable), error)))
    return FALSE;
  view->after = view->is_public ? deid_risk_report_new_public (after, view->cancellable, error)
                                : g_steal_pointer (&after);
  if (view->after == NULL)
    return FALSE;
  if (!view->is_public
      && (view->before = deid_risk_report_new_before (page->result, page->risk_options,
                                                      view->cancellable, error))
             == NULL)
    return FALSE;
  if (page->distortion == NULL)
    return TRUE;
  view->distortion = view->is_public
                         ? deid_distortion_new_public (page->distortion, view->cancellable, error)
                         : deid_distortion_ref (page->distortion);
  return view->distortion != NULL;
}

static void
clear_view (DeidPageView *view)
{
  g_clear_pointer (&view->before, deid_risk_report_unref);
  g_clear_pointer (&view->after, deid_risk_report_unref);
  g_clear_pointer (&view->distortion, deid_distortion_unref);
  g_clear_pointer (&view->html, deid_html_free);
  g_clear_pointer (&view->contents, deid_html_free);
}

char *
deid_page_to_html (DeidPage *page, DeidAudience audience, GCancellable *cancellable, GError **error)
{
  DeidPageView view = { .page = page, .cancellable = cancellable };
  char *text = NULL;

  g_return_val_if_fail (page != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_atomic_int_set (&page->immutable, TRUE);
  view.is_public = audience != DEID_AUDIENCE_CUSTODIAN;
  view.result = page->result;
  view.problem = deid_result_get_problem (page->result);
  view.lattice = deid_problem_get_lattice (view.problem);
  view.table = deid_lattice_get_dataset (view.lattice);
  view.html = deid_html_new ();
  view.contents = deid_html_new ();
  if (page_write_look (&view, error) && write_sections (&view, error))
    text = assemble (&view, error);
  clear_view (&view);
  return text;
}

static gboolean
page_write_write_text (const char *text, DeidOutputFile *file, GError **error)
{
  deid_output_file_write (file, text, strlen (text));
  return deid_output_file_commit (file, error);
}

gboolean
deid_page_write_html (DeidPage *page, const char *path, DeidAudience audience,
                      GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (page != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  text = deid_page_to_html (page, audience, cancellable, error);
  return text != NULL && deid_output_file_open (&file, path, FALSE, cancellable, error)
         && page_write_write_text (text, &file, error);
}

gboolean
deid_page_write_html_stream (DeidPage *page, GOutputStream *stream, DeidAudience audience,
                             GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (page != NULL && G_IS_OUTPUT_STREAM (stream), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  text = deid_page_to_html (page, audience, cancellable, error);
  return text != NULL && deid_output_file_open_stream (&file, stream, cancellable, error)
         && page_write_write_text (text, &file, error);
}
