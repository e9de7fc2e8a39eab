/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/local-change.h"

#include "base/arrays.h"
#include "page/figure.h"
#include "page/level-words.h"

/* Writes what share of the released records have a label of each level, and one of these labels,
 * such as: 60 %: 5 years, as 35-39. */
static gboolean
write_levels (const DeidPageView *view, guint attribute, GError **error)
{
  const DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (view->lattice, attribute);
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);
  g_autofree guint64 *n_records = NULL, *n_largest = NULL;
  g_autofree guint32 *largest = NULL; /* of each level the largest class with a label of it */
  guint64 n_released = 0;

  if (!deid_new_arrays (error, DEID_NEW (n_records, n_levels), DEID_NEW (n_largest, n_levels),
                        DEID_NEW (largest, n_levels)))
    return FALSE;
  for (guint32 i = 0; i < deid_partition_get_n_classes (view->partition); i++)
    {
      const guint level = deid_partition_get_level (view->partition, i, attribute);
      const guint64 n = deid_partition_is_suppressed (view->partition, i)
                            ? 0
                            : deid_partition_get_n_records (view->partition, i);

      n_records[level] += n;
      n_released += n;
      if (n > n_largest[level])
        largest[level] = i;
      n_largest[level] = MAX (n_largest[level], n);
    }
  deid_html_add_raw (view->html, "<td class=\"word\">class by class");
  for (guint level = 0; level < n_levels; level++)
    {
      g_autofree char *words = deid_level_describe (hierarchy, level, error);
      const char *label = deid_partition_get_label (view->partition, largest[level], attribute);

      if (words == NULL)
        return FALSE;
      if (n_records[level] == 0)
        continue;
      deid_html_add_raw (view->html, "<br>");
      deid_html_add_share (view->html, (double) n_records[level] / (double) n_released);
      deid_html_add_raw (view->html, ": ");
      deid_html_add_text (view->html, level == 0 ? "kept as they are" : words);
      deid_html_add_raw (view->html, " <span class=\"note\">as ");
      deid_html_add_value (view->html, label);
      deid_html_add_raw (view->html, "</span>");
    }
  deid_html_add_raw (view->html, "</td>");
  return TRUE;
}

/* Writes how many cells are suppressed, and how many were missing. */
static void
write_cells (const DeidPageView *view, guint attribute, guint column)
{
  DeidHtml *html = view->html;
  guint64 n_suppressed, n_before, n_after;

  deid_partition_count_cells (view->partition, attribute, &n_suppressed, &n_before, &n_after);
  deid_html_add_raw (html, "<td class=\"word\">cell by cell: ");
  deid_figure_add_count (html, n_suppressed, "columns.%u.suppressed_cells", column);
  deid_html_add_raw (html, " suppressed");
  if (n_before > 0)
    {
      deid_html_add_raw (html, "<br><span class=\"note\">missing: ");
      deid_html_add_count (html, n_before);
      deid_html_add_raw (html, " before, ");
      deid_html_add_count (html, n_after);
      deid_html_add_raw (html, " after</span>");
    }
  deid_html_add_raw (html, "</td>");
}

/* Writes how many of the released records keep their values. */
static void
write_runs (const DeidPageView *view, guint attribute)
{
  guint64 n_kept = 0, n_released = 0;

  for (guint32 i = 0; i < deid_partition_get_n_classes (view->partition); i++)
    if (!deid_partition_is_suppressed (view->partition, i))
      {
        const guint64 n = deid_partition_get_n_records (view->partition, i);

        n_kept += deid_partition_get_level (view->partition, i, attribute) == 0 ? n : 0;
        n_released += n;
      }
  deid_html_add_raw (view->html, "<td class=\"word\">class by class<br>");
  deid_figure_add_part (view->html, n_kept, n_released);
  deid_html_add_raw (view->html, ": kept as they are<br>");
  deid_figure_add_part (view->html, n_released - n_kept, n_released);
  deid_html_add_raw (view->html, ": neighbouring values merged</td>");
}

gboolean
deid_page_write_local_change (const DeidPageView *view, guint attribute, guint column,
                              GError **error)
{
  if (deid_result_get_recoding (view->result) == DEID_RECODING_CELLS)
    write_cells (view, attribute, column);
  else if (deid_lattice_get_hierarchy (view->lattice, attribute) != NULL)
    return write_levels (view, attribute, error);
  else
    write_runs (view, attribute);
  return TRUE;
}
