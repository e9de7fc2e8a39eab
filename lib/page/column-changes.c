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
  deid_html_add_format (
      html, "%s%s%s", are_runs ? "neighbouring values merged into " : "values merged below ",
      DEID_COMMAS (n),
      are_runs ? (n == 1 ? " run" : " runs")
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
    deid_html_add_raw (html, "kept as it is");
  else if (deid_attribute_merges_all (own, levels))
    deid_html_add_raw (html, "one label for all");
  else
    write_parts (html, n_parts, deid_attribute_has_runs (own));
  if (demands[0] != '\0')
    {
      deid_html_add_raw (html, "<br><span class=\"note\">as asked: ");
      deid_html_add_text (html, demands);
      deid_html_add_raw (html, "</span>");
    }
  deid_html_add_raw (html, "</td>");
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

/* A label, and its place among the others, which texts keep. */
typedef struct
{
  const char *text;
  guint32 place;
} ReleasedLabel;

static int
released_label_compare (const void *a, const void *b)
{
  const ReleasedLabel *label = a, *other = b;
  const int order = deid_label_compare (label->text, other->text);

  return order != 0 ? order : label->place < other->place ? -1 : 1;
}

/* Puts labels that begin with numbers before others, and a missing value last. */
static gboolean
released_labels_order (DeidDictionary *labels, const DeidDictionary *sorted,
                       const DeidPageView *view, GError **error)
{
  g_autofree ReleasedLabel *items = NULL;
  guint32 code;

  if (!deid_new_arrays (error, DEID_NEW (items, sorted->n)))
    return FALSE;
  for (guint32 i = 0; i < sorted->n; i++)
    items[i] = (ReleasedLabel){ deid_dictionary_get (sorted, i), i };
  if (!deid_stopped_sort (items, sorted->n, sizeof *items, released_label_compare,
                          DEID_STOP_OF (view->cancellable), error))
    return FALSE;
  for (guint32 i = 0; i < sorted->n; i++)
    if (!deid_dictionary_add (labels, items[i].text, strlen (items[i].text), &code, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_released_labels_init (DeidDictionary *labels, const DeidPageView *view, guint attribute,
                           GError **error)
{
  DeidDictionary found, sorted;
  gboolean success;

  deid_dictionary_init (labels);
  deid_dictionary_init (&found);
  deid_dictionary_init (&sorted);
  success = released_labels_collect (&found, view, attribute, error)
            && released_labels_sort (&sorted, &found, view, attribute, error)
            && released_labels_order (labels, &sorted, view, error);
  deid_dictionary_clear (&sorted);
  deid_dictionary_clear (&found);
  return success;
}

/* A released label, and how many released records have it. */
typedef struct
{
  const char *text;
  guint64 n;
} UsedLabel;

static int
used_label_compare (const void *a, const void *b)
{
  const UsedLabel *label = a, *other = b;

  if (label->n != other->n)
    return label->n > other->n ? -1 : 1;
  return strcmp (label->text, other->text);
}

/* Counts the released records of each label. */
static gboolean
used_labels_count (const DeidPageView *view, guint attribute, const DeidDictionary *released,
                   UsedLabel *labels, GError **error)
{
  gsize n_classes;
  g_autofree const char **texts = deid_partition_list_labels (view->partition, attribute,
                                                              &n_classes, view->cancellable, error);

  if (texts == NULL)
    return FALSE;
  for (guint32 i = 0; i < released->n; i++)
    labels[i] = (UsedLabel){ deid_dictionary_get (released, i), 0 };
  for (guint32 i = 0; i < n_classes; i++)
    if (!deid_partition_is_suppressed (view->partition, i))
      labels[deid_dictionary_find (released, texts[i], strlen (texts[i]))].n
          += deid_partition_get_n_records (view->partition, i);
  return TRUE;
}

void
deid_page_write_label (const DeidPageView *view, guint attribute, const char *label)
{
  const DeidColumn *column = deid_lattice_get_column (view->lattice, attribute);
  g_autofree char *written = deid_column_write_text (column, label);

  if (written != NULL)
    label = written;
  deid_html_add_value (view->html, label[0] != '\0' ? label : NULL);
}

gboolean
deid_page_write_used_labels (const DeidPageView *view, guint attribute,
                             const DeidDictionary *released, guint32 max, GError **error)
{
  g_autofree UsedLabel *labels = NULL;
  guint64 n_released = 0;

  if (!deid_new_arrays (error, DEID_NEW (labels, released->n))
      || !used_labels_count (view, attribute, released, labels, error)
      || !deid_stopped_sort (labels, released->n, sizeof *labels, used_label_compare,
                             DEID_STOP_OF (view->cancellable), error))
    return FALSE;
  for (guint32 i = 0; i < released->n; i++)
    n_released += labels[i].n;
  for (guint32 i = 0; i < MIN (released->n, max); i++)
    {
      deid_html_add_raw (view->html, i > 0 ? ", " : "");
      deid_page_write_label (view, attribute, labels[i].text);
      deid_html_add_raw (view->html, " <span class=\"note\">(");
      deid_figure_add_part (view->html, labels[i].n, n_released);
      deid_html_add_raw (view->html, ")</span>");
    }
  return TRUE;
}

/* Writes how many of the released records keep their values. */
static void
write_classes (const DeidPageView *view, guint attribute)
{
  guint64 n_kept = 0, n_released = 0;

  for (guint32 i = 0; i < deid_partition_get_n_classes (view->partition); i++)
    if (!deid_partition_is_suppressed (view->partition, i))
      {
        const guint64 n = deid_partition_get_n_records (view->partition, i);

        n_kept += deid_partition_get_level (view->partition, i, attribute) == 0 ? n : 0;
        n_released += n;
      }
  deid_html_add_raw (view->html, "<td class=\"word\">group by group: ");
  deid_figure_add_part (view->html, n_kept, n_released);
  deid_html_add_raw (view->html, " of the records keep their value</td>");
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
    deid_html_add_format (html, "<br><span class=\"note\">missing: %s before, %s after</span>",
                          DEID_COMMAS (n_before), DEID_COMMAS (n_after));
  deid_html_add_raw (html, "</td>");
}

void
deid_page_write_local_change (const DeidPageView *view, guint attribute, guint column)
{
  if (deid_result_get_recoding (view->result) == DEID_RECODING_CELLS)
    write_cells (view, attribute, column);
  else
    write_classes (view, attribute);
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
deid_page_get_pseudonym_words (const DeidPageView *view, guint column)
{
  const DeidReleaseOptions *options = get_options (view);
  const DeidPseudonymOption *pseudonym = options != NULL ? deid_release_options_find_pseudonym (
                                             options, deid_dataset_get_column (view->table, column))
                                                         : NULL;

  if (pseudonym == NULL)
    return NULL;
  if (pseudonym->column != NULL)
    return pseudonym->form.is_random
               ? "released as a pseudonym that is new in this release; marks which records have "
                 "the same value"
               : "released as a pseudonym that a secret key gives the value, the same in all "
                 "releases by this key; marks which records have the same value";
  return pseudonym->form.is_random
             ? "released as a pseudonym that is new in this release; marks which records belong to "
               "one person"
             : "released as a pseudonym that a secret key gives the person, the same in all "
               "releases by this key; marks which records belong to one person";
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
  deid_html_add_raw (view->html, "; the column ");
  deid_html_add_value (view->html, name);
  deid_html_add_raw (view->html,
                     scope == DEID_BIN_MEAN_TABLE
                         ? " next to it has the mean of all released records with the same label"
                         : " next to it has the mean of each group");
}
