/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/output-file.h"
#include "chart/chart.h"
#include "page/page-private.h"
#include "privacy/privacy-model-private.h"
#include "release/origin.h"

#include <math.h>
#include <string.h>

/* Colours keep a contrast of 4.5 to 1 for text, light and dark. */
static const char page_style[]
    = ":root{color-scheme:light "
      "dark;--background:var(--ground);--ground:#fff;--ink:#1b1f24;--quiet:#57606a;--line:#d0d7de;"
      "--wash:#f6f8fa;--accent:#0b5cad;--warn:#8a3b00;--warn-wash:#fff4e5}\n"
      "@media (prefers-color-scheme:dark){:root{--ground:#14181d;--ink:#e6e9ed;--quiet:#a0a9b4;"
      "--line:#3a424c;--wash:#1d232a;--accent:#7ab8f5;--warn:#ffb870;--warn-wash:#332414}}\n"
      "*{box-sizing:border-box}\n"
      "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
      "body{margin:0 auto;padding:1.5rem 1.25rem 3rem;max-width:62rem;background:var(--ground);"
      "color:var(--ink);font:1rem/1.55 system-ui,-apple-system,\"Segoe UI\",\"Liberation Sans\","
      "Arial,sans-serif;overflow-wrap:anywhere}\n"
      "h1{font-size:1.9rem;line-height:1.2;margin:.3rem 0}\n"
      "h2{font-size:1.35rem;line-height:1.3;margin:0 0 .6rem;padding-top:1.6rem;"
      "border-top:1px solid var(--line)}\n"
      "h3{font-size:1.05rem;margin:1.6rem 0 .4rem}\n"
      "p,ul,ol,dl{margin:.6rem 0;max-width:46rem}\n"
      "a{color:var(--accent)}\n"
      "section{margin-top:2.2rem}\n"
      ".audience{display:inline-block;margin:0;padding:.15rem .6rem;border:1px solid var(--line);"
      "border-radius:1rem;font-size:.85rem;color:var(--quiet)}\n"
      ".audience.warn{color:var(--warn);background:var(--warn-wash);border-color:currentColor}\n"
      ".subject,.note,footer{color:var(--quiet)}\n"
      ".note{font-size:.9rem;font-weight:400}\n"
      "dl.fields,dl.sign{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;"
      "margin:1rem 0}\n"
      ".fields dt,.sign dt{color:var(--quiet)}\n"
      ".fields dd,.sign dd{margin:0;min-width:0}\n"
      "dl.sign{gap:1.4rem 1rem;max-width:none}\n"
      ".sign dd{border-bottom:1px solid var(--ink);min-height:1.5rem}\n"
      ".boxes span{display:inline-block;margin-right:1.5rem}\n"
      "nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;list-style:none;"
      "font-size:.9rem;max-width:none}\n"
      "#answer{margin-top:1rem}\n"
      "#answer h2{border:0;padding:0;margin:0}\n"
      ".lead{font-size:1.15rem}\n"
      ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));"
      "gap:.75rem;margin:1.2rem 0;padding:0;max-width:none}\n"
      ".facts li{list-style:none;background:var(--wash);border:1px solid "
      "var(--line);border-radius:.5rem;"
      "padding:.8rem .9rem}\n"
      ".facts p{margin:0;font-size:.88rem;color:var(--quiet)}\n"
      ".facts p:nth-child(2){font-size:1.6rem;line-height:1.25;font-weight:600;color:var(--ink)}\n"
      ".scroll{overflow-x:auto;max-width:100%;margin:1rem 0}\n"
      ".hint{display:none;margin:1rem 0 -.6rem;font-size:.85rem;color:var(--quiet)}\n"
      "table{border-collapse:collapse;width:100%;font-size:.93rem}\n"
      "th,td{padding:.4rem 1rem .4rem 0;text-align:left;vertical-align:top;"
      "border-bottom:1px solid var(--line);overflow-wrap:break-word}\n"
      "th:last-child,td:last-child{padding-right:0}\n"
      "thead th{font-size:.85rem;color:var(--quiet);font-weight:600;vertical-align:bottom}\n"
      "tbody th{font-weight:600;min-width:7rem}\n"
      "#risk tbody th:not(.wide){font-weight:400;padding-left:1rem}\n"
      "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\n"
      "td.n,tbody th.n{white-space:nowrap}\n"
      "td.wide{min-width:14rem}\n"
      "td.word{min-width:11rem;max-width:20rem;overflow-wrap:anywhere}\n"
      "td bdi,th bdi{display:inline-block;max-width:100%}\n"
      ".gauge{display:block;height:.5rem;min-width:5rem;background:var(--wash);"
      "border:1px solid var(--line);border-radius:.25rem;overflow:hidden;font-size:0}\n"
      ".gauge i{display:block;height:100%;background:var(--accent);"
      "-webkit-print-color-adjust:exact;print-color-adjust:exact}\n"
      ".arrow{color:var(--quiet)}\n"
      ".box{border:1px solid var(--line);border-left:.3rem solid var(--accent);"
      "background:var(--wash);border-radius:.3rem;padding:.2rem 1rem;margin:1rem 0}\n"
      ".box.warn{border-left-color:var(--warn)}\n"
      "dl.words dt{font-weight:600;margin-top:.6rem}\n"
      "dl.words dd{margin:0}\n"
      "code,pre{font-family:ui-monospace,\"Liberation Mono\",Menlo,Consolas,monospace;"
      "font-size:.87em}\n"
      "pre{background:var(--wash);border:1px solid var(--line);border-radius:.3rem;padding:.8rem;"
      "white-space:pre-wrap;overflow-wrap:anywhere}\n"
      "figure{margin:1.2rem 0;max-width:46rem}\n"
      "figure svg{max-width:100%;height:auto}\n"
      "footer{margin-top:3rem;font-size:.85rem;border-top:1px solid var(--line)}\n"
      "@media (max-width:34rem){body{padding:1rem .9rem 2rem}h1{font-size:1.5rem}"
      ".facts{grid-template-columns:1fr 1fr;gap:.5rem}.facts p:nth-child(2){font-size:1.25rem}"
      ".facts li{list-style:none;padding:.6rem .7rem}"
      ".hint{display:block}.many table{min-width:44rem}"
      "th,td{padding-right:.7rem}th.word{min-width:7rem}}\n"
      "@media print{:root{--ground:#fff;--ink:#000;--quiet:#444;--line:#bbb;--wash:#fff;"
      "--accent:#0b5cad;--warn:#8a3b00;--warn-wash:#fff;color-scheme:light}"
      "html{font-size:12px}body{max-width:none;padding:0}"
      "td,th{padding-right:.5rem}tbody th,td.wide,td.word,th.word{min-width:0}"
      "td.n,th.n{white-space:normal}.gauge{min-width:2rem}"
      "nav,.hint{display:none}.scroll{overflow:visible}"
      "h2,h3{break-after:avoid}tr,figure,.facts li,.box,#approval{break-inside:avoid}"
      "thead{display:table-header-group}@page{margin:18mm 16mm}}\n";

/* From the sections to one file. */

static gboolean (*const sections[]) (DeidPageView *view, GError **error) = {
  deid_page_write_summary,    deid_page_write_promise,    deid_page_write_request,
  deid_page_write_columns,    deid_page_write_risk,       deid_page_write_tests,
  deid_page_write_suppressed, deid_page_write_distortion, deid_page_write_utility,
  deid_page_write_baseline,   deid_page_write_choices,    deid_page_write_risk_frontier,
  deid_page_write_proof,      deid_page_write_limits,     deid_page_write_approval,
  deid_page_write_glossary,   deid_page_write_repeat,
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
deid_page_begin_table (DeidHtml *html, gboolean has_many_columns)
{
  if (has_many_columns)
    deid_html_add_raw (html, "<p class=\"hint\">This table scrolls sideways &rarr;</p>\n");
  deid_html_add_format (html, "<div class=\"scroll%s\" tabindex=\"0\"><table>\n<thead><tr>",
                        has_many_columns ? " many" : "");
}

void
deid_page_end_table (DeidHtml *html, guint64 n_left)
{
  deid_html_add_raw (html, "</tbody></table></div>\n");
  if (n_left == 0)
    return;
  deid_html_add_format (html, "<p class=\"note\">And %s more.</p>\n", DEID_COMMAS (n_left));
}

void
deid_page_write_count (DeidHtml *html, guint64 n, const char *figure, const char *otherwise)
{
  if (n == DEID_WITHHELD)
    deid_html_add_raw (html, otherwise);
  else
    deid_figure_add_count (html, n, "%s", figure);
}

void
deid_page_write_share (DeidHtml *html, double share, const char *figure, const char *otherwise)
{
  if (isnan (share))
    deid_html_add_raw (html, otherwise);
  else
    deid_figure_add_share (html, share, "%s", figure);
}

const char *
deid_page_get_unit (const DeidPageView *view)
{
  return view->after->has_persons ? "persons" : "records";
}

const char *
deid_page_get_expected (const DeidPageView *view)
{
  return view->after->has_persons ? "Persons expected to be found, at most"
                                  : "Records expected to be found, at most";
}

const char *
deid_page_name_solution (const DeidPageView *view)
{
  return deid_result_has_local_bound (view->result) ? "recoding with such labels"
                                                    : "combination of generalizations";
}

gboolean
deid_page_limits_inference (const DeidPrivacyModel *model)
{
  return model->n_sensitive > 0 && model->funcs->persons.k == 0;
}

gboolean
deid_page_is_chosen (const DeidPageView *view)
{
  return !deid_result_is_proven_optimal (view->result)
         && deid_result_get_termination (view->result) == DEID_TERMINATION_COMPLETE
         && deid_result_get_n_evaluated (view->result) <= 1
         && deid_result_get_recoding (view->result) == DEID_RECODING_GLOBAL;
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
  deid_html_add_element (html, "title", NULL, deid_page_get_title (view->page));
  deid_html_add_format (html, "\n<style>\n%s%s</style>\n</head>\n<body>\n", page_style,
                        deid_chart_get_style ());
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
  deid_page_write_header (view, html);
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
  after = deid_risk_report_make (page->result, TRUE, page->risk_options, view->cancellable, error);
  if (after == NULL
      || (page->release != NULL
          && !deid_risk_report_count_uniques (after, view->partition,
                                              deid_dataset_get_release_options (page->release),
                                              DEID_STOP_OF (view->cancellable), error)))
    return FALSE;
  view->after = view->is_public
                    ? deid_risk_report_show (after, DEID_STOP_OF (view->cancellable), error)
                    : g_steal_pointer (&after);
  if (view->after == NULL)
    return FALSE;
  if (!view->is_public
      && (view->before = deid_risk_report_make (page->result, FALSE, page->risk_options,
                                                view->cancellable, error))
             == NULL)
    return FALSE;
  if (page->distortion == NULL)
    return TRUE;
  view->distortion = deid_report_get_data (page->distortion, &deid_distortion_kind);
  if (!view->is_public)
    return TRUE;
  view->shown
      = deid_distortion_make_public (view->distortion, DEID_STOP_OF (view->cancellable), error);
  view->distortion = view->shown;
  return view->shown != NULL;
}

static void
clear_view (DeidPageView *view)
{
  g_clear_pointer (&view->before, deid_risk_report_free);
  g_clear_pointer (&view->after, deid_risk_report_free);
  g_clear_pointer (&view->shown, deid_distortion_free);
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

gboolean
deid_page_write_html (DeidPage *page, const char *path, DeidAudience audience,
                      GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (page != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  text = deid_page_to_html (page, audience, cancellable, error);
  if (text == NULL || !deid_output_file_open (&file, path, FALSE, cancellable, error))
    return FALSE;
  deid_output_file_write (&file, text, strlen (text));
  return deid_output_file_commit (&file, error);
}
