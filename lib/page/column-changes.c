/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "problem/release-options-private.h"
#include "lattice/policy-private.h"
#include "chart/html.h"
#include "page/page-private.h"
#include "page/page-words.h"
#include "release/origin.h"
#include "table/dataset-view.h"

#include <string.h>

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

static gboolean
released_labels_collect (DeidDictionary *labels, const DeidPageView *view, guint attribute,
                         GError **error)
{
  gsize n_classes;
  guint32 code;
  const guint8 *suppressed = deid_partition_get_suppressed (view->partition, &n_classes);
  g_autofree const char **texts = deid_partition_list_labels (view->partition, attribute,
                                                              &n_classes, view->cancellable, error);

  if (texts == NULL)
    return FALSE;
  for (gsize i = 0; i < n_classes; i++)
    if (!suppressed[i] && !deid_dictionary_add (labels, texts[i], strlen (texts[i]), &code, error))
      return FALSE;
  return TRUE;
}

/* Adds the labels of a level that were found, in its order. */
static gboolean
sort_level (DeidDictionary *sorted, const DeidDictionary *found, const DeidHierarchy *hierarchy,
            guint level, GError **error)
{
  gsize n;
  guint32 code;
  g_autofree const char **all = deid_hierarchy_list_labels (hierarchy, level, &n, error);

  if (all == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (deid_dictionary_find (found, all[i], strlen (all[i])) != DEID_NO_CODE
        && !deid_dictionary_add (sorted, all[i], strlen (all[i]), &code, error))
      return FALSE;
  return TRUE;
}

/* Adds the labels of cuts that were found, in the order of the values. */
static gboolean
sort_cuts (DeidDictionary *sorted, const DeidDictionary *found, const DeidAttribute *attribute,
           const DeidPolicy *policy, GError **error)
{
  const DeidDictionary *leaves = attribute->hierarchy != NULL
                                     ? &attribute->hierarchy->levels[0].labels
                                     : &attribute->cuts->values;
  guint32 code;

  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const char *text = deid_attribute_get_leaf_text (attribute, policy->levels, leaf);

      if (!deid_check_text (text, error))
        return FALSE;
      if (text != NULL && deid_dictionary_find (found, text, strlen (text)) != DEID_NO_CODE
          && !deid_dictionary_add (sorted, text, strlen (text), &code, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the labels of a level that were found, or those of all levels of a local recoding, those of
 * a level before those of the next one. */
static gboolean
sort_levels (DeidDictionary *sorted, const DeidDictionary *found, const DeidPageView *view,
             guint attribute, GError **error)
{
  const DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (view->lattice, attribute);
  const DeidPolicy *policy = deid_result_get_policy (view->result);
  const guint dimension = deid_lattice_get_first_dimension (view->lattice, attribute);
  const guint first = policy != NULL ? deid_policy_get_level (policy, dimension) : 0;
  const guint end = policy != NULL ? first + 1 : deid_hierarchy_get_n_levels (hierarchy);

  for (guint level = first; level < end; level++)
    if (!sort_level (sorted, found, hierarchy, level, error))
      return FALSE;
  return TRUE;
}

/* Puts the labels that were found into the order of the values, those of classes with runs of their
 * own in the order of the classes. */
static gboolean
released_labels_sort (DeidDictionary *sorted, const DeidDictionary *found, const DeidPageView *view,
                      guint attribute, GError **error)
{
  const DeidPolicy *policy = deid_result_get_policy (view->result);
  guint32 code;

  if (!deid_lattice_has_cuts (view->lattice, attribute)
          ? !sort_levels (sorted, found, view, attribute, error)
          : policy != NULL
                && !sort_cuts (sorted, found, &view->lattice->attributes[attribute], policy, error))
    return FALSE;
  for (guint32 i = 0; i < found->n; i++)
    {
      const char *text = deid_dictionary_get (found, i);

      if (!deid_dictionary_add (sorted, text, strlen (text), &code, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_released_labels_init (DeidDictionary *labels, const DeidPageView *view, guint attribute,
                           GError **error)
{
  DeidDictionary found;
  gboolean success;

  deid_dictionary_init (labels);
  deid_dictionary_init (&found);
  success = released_labels_collect (&found, view, attribute, error)
            && released_labels_sort (labels, &found, view, attribute, error);
  deid_dictionary_clear (&found);
  return success;
}

static const char *const page_released_numbers_names[]
    = { [DEID_MICROAGGREGATION_NONE] = NULL,
        [DEID_MICROAGGREGATION_MEAN] = "mean",
        [DEID_MICROAGGREGATION_MEDIAN] = "median" };

/* Returns: (nullable): how the table of the page was released. */
static DeidReleaseOptions *
get_options (const DeidPageView *view)
{
  return view->page->release != NULL ? deid_dataset_get_release_options (view->page->release)
                                     : NULL;
}

const char *
deid_page_get_class_number (const DeidPageView *view, const char *column)
{
  const DeidReleaseOptions *options = get_options (view);

  return options != NULL ? page_released_numbers_names[deid_release_options_get_microaggregation (
             options, column)]
                         : NULL;
}

/* Returns: the place of a column among those that the report lists. */
static guint
page_released_numbers_find_place (const DeidPageView *view, guint column)
{
  guint n = 0;

  for (guint c = 0; c < column; c++)
    n += deid_page_get_class_number (view, deid_dataset_get_column_name (view->table, c)) != NULL;
  return n;
}

gboolean
deid_page_write_variance_lost (const DeidPageView *view, guint column, GError **error)
{
  double squared_error, share;

  if (!deid_result_measure_microaggregation (view->result, get_options (view),
                                             deid_dataset_get_column_name (view->table, column),
                                             &squared_error, &share, view->cancellable, error))
    return FALSE;
  deid_figure_add_share (view->html, share, "microaggregation.%u.share_of_variance",
                         page_released_numbers_find_place (view, column));
  deid_html_add_raw (view->html, " of the variance is lost");
  return TRUE;
}

void
deid_page_write_bin_mean (const DeidPageView *view, const char *column)
{
  const DeidReleaseOptions *options = get_options (view);
  const DeidBinMeanScope scope
      = options != NULL ? deid_release_options_get_bin_mean (options, column) : DEID_BIN_MEAN_NONE;
  g_autofree char *name = deid_bin_mean_name (column);

  if (scope == DEID_BIN_MEAN_NONE)
    return;
  deid_html_add_raw (view->html, "; beside the labels stands ");
  deid_html_add_value (view->html, name);
  deid_html_add_raw (view->html, scope == DEID_BIN_MEAN_TABLE
                                     ? ", the mean of all released records with the same label"
                                     : ", the mean of each class");
}
