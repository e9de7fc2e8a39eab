/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What was asked, in words. */
#include "page/figure.h"
#include "page/model-words.h"
#include "page/sections.h"

static void
section_request_write_models (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<p>A release had to meet:</p>\n<ul>\n");
  for (guint i = 0; i < deid_problem_get_n_privacy_models (view->problem); i++)
    {
      g_autofree char *words
          = deid_model_describe (deid_problem_get_privacy_model (view->problem, i),
                                 deid_page_get_unit (view), view->is_public);

      deid_html_add_raw (html, "<li>");
      deid_html_add_sentence (html, words);
      deid_html_add_raw (html, "</li>\n");
    }
  deid_html_add_raw (html, "</ul>\n");
}

static void
write_limits (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const guint64 n = deid_problem_get_n_suppressible (view->problem);
  const guint64 n_records = deid_dataset_get_n_records (view->table);
  char text[DEID_SHARE_SIZE];
  double limit;

  deid_html_add_raw (html, "<p>At most ");
  deid_html_add_count (html, n);
  deid_html_add_raw (html, " of ");
  deid_html_add_count (html, n_records);
  deid_html_add_raw (html, " records");
  if (deid_problem_get_suppression_limit (view->problem, &limit))
    {
      deid_limit_to_text (limit, text);
      deid_html_add_format (html, ", a limit of %s,", text);
    }
  deid_html_add_raw (html, " could be withheld to meet them.");
  for (guint i = 0; i < deid_problem_get_n_group_limits (view->problem); i++)
    {
      deid_html_add_raw (html, " Of the records with each value of ");
      deid_html_add_value (html, deid_problem_get_group_limit_column (view->problem, i));
      deid_html_add_raw (html, " at most ");
      deid_limit_to_text (deid_problem_get_group_limit (view->problem, i), text);
      deid_html_add_format (html, "%s.", text);
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
  deid_html_add_raw (html, ": what the labels of a column lose counts the more, the greater its "
                           "weight.</p>\n");
}

/* Only records with a value that has a weight are named. */
static void
write_group_weights (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const guint n = deid_problem_get_n_group_weights (view->problem);

  for (guint i = 0; i < n; i++)
    {
      deid_html_add_raw (html, i == 0 ? "<p>In the loss, a record counts by weights: " : ", ");
      deid_html_add_value (html, deid_problem_get_group_weight_column (view->problem, i));
      deid_html_add_raw (html, " ");
      deid_html_add_value (html, deid_problem_get_group_weight_value (view->problem, i));
      deid_html_add_raw (html, " ");
      deid_html_add_number (html, deid_problem_get_group_weight (view->problem, i), 6);
    }
  if (n > 0)
    deid_html_add_raw (html, ", all others 1. All losses of this page are weighted so, those of "
                             "columns included.</p>\n");
}

static void
write_goal (const DeidPageView *view)
{
  g_autofree char *quality = deid_quality_describe (deid_problem_get_quality_model (view->problem),
                                                    has_column_weights (view));
  DeidHtml *html = view->html;

  deid_html_add_raw (html, deid_page_is_chosen (view)
                               ? "<p>A way to generalize was chosen that meets this. Loss is "
                               : "<p>Of all ways to generalize that meet this, the one was sought "
                                 "that loses the least detail. Loss is ");
  deid_html_add_text (html, quality);
  deid_html_add_raw (html, ".</p>\n");
}

gboolean
deid_page_write_request (DeidPageView *view, GError **error)
{
  (void) error;
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
