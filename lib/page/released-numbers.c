/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/released-numbers.h"

#include "page/figure.h"
#include "release/origin.h"
#include "evaluation/release-options-private.h"
#include "table/dataset-view.h"

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
