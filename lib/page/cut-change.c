/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/cut-change.h"

#include "lattice/kept-words.h"
#include "lattice/merge-words.h"
#include "lattice/policy-private.h"
#include "page/level-words.h"

static void
write_parts (DeidHtml *html, guint32 n, gboolean are_runs)
{
  deid_html_add_raw (html, are_runs ? "neighbouring values merged, in " : "values merged below ");
  deid_html_add_count (html, n);
  deid_html_add_raw (html, are_runs
                               ? (n == 1 ? " run" : " runs")
                               : (n == 1 ? " label of the hierarchy" : " labels of the hierarchy"));
}

gboolean
deid_page_write_cut_change (const DeidPageView *view, guint attribute, GError **error)
{
  const DeidAttribute *own = &view->lattice->attributes[attribute];
  const DeidLevel *levels = deid_result_get_policy (view->result)->levels;
  const guint32 n_parts = deid_merge_words_count (own, levels);
  DeidHtml *html = view->html;
  g_autofree char *demands = NULL;
  DeidLongText text = { 0 };

  deid_kept_words_add (view->lattice, attribute, &text);
  demands = deid_long_text_end (&text, error);
  if (demands == NULL)
    return FALSE;
  deid_html_add_raw (html, "<td class=\"word\">");
  if (n_parts == 0)
    deid_html_add_raw (html, DEID_WORDS_KEPT);
  else if (deid_attribute_merges_all (own, levels))
    deid_html_add_raw (html, DEID_WORDS_ONE_LABEL);
  else
    write_parts (html, n_parts, deid_attribute_has_runs (own));
  if (demands[0] != '\0')
    {
      deid_html_add_raw (html, "<br><span class=\"note\">as was asked for: ");
      deid_html_add_text (html, demands);
      deid_html_add_raw (html, "</span>");
    }
  deid_html_add_raw (html, "</td>");
  return TRUE;
}
