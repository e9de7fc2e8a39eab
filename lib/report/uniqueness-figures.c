/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/uniqueness-figures.h"

#include <math.h>

#include "base/memory.h"
#include "privacy/uniqueness.h"

static gboolean
make_histogram (DeidSizeHistogram *histogram, const DeidSizeCounts *sizes, GError **error)
{
  *histogram
      = (DeidSizeHistogram){ .counts = deid_alloc (sizes->n, sizeof *histogram->counts, error),
                             .n_counts = sizes->n };
  if (histogram->counts == NULL)
    return FALSE;
  for (guint32 i = 0; i < sizes->n; i++)
    {
      const DeidSizeCell *cell = &sizes->counts[i];

      histogram->counts[i] = (DeidSizeCount){ cell->size, cell->n_classes };
      histogram->n_classes += cell->n_classes;
      histogram->n_records += cell->size * cell->n_classes;
    }
  return TRUE;
}

static gboolean
uniqueness_figures_check_size (const DeidSizeHistogram *histogram, guint64 size, GError **error)
{
  if (histogram->n_records <= size)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "a population of %" G_GUINT64_FORMAT
               " people, expected at least the %" G_GUINT64_FORMAT " in the classes of the table",
               size, histogram->n_records);
  return FALSE;
}

gboolean
deid_risk_report_estimate (DeidRiskReport *report, const DeidStop *stop, GError **error)
{
  const guint64 size = report->population_size;
  DeidSizeHistogram histogram;
  gboolean success;

  if (size == 0)
    return TRUE;
  if (!make_histogram (&histogram, &report->sizes, error))
    return FALSE;
  success = uniqueness_figures_check_size (&histogram, size, error);
  for (guint e = 0; success && e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      DeidUniquenessFigure *figure = &report->estimates[e];

      success = deid_uniqueness_estimate ((DeidUniquenessEstimator) e, &histogram, size,
                                          &figure->n_uniques, NULL, stop, error);
      figure->is_known = success && !isnan (figure->n_uniques);
    }
  deid_size_histogram_clear (&histogram);
  return success;
}

gboolean
deid_risk_report_get_estimate (const DeidRiskReport *report, DeidUniquenessEstimator estimator,
                               double *n_uniques)
{
  g_return_val_if_fail (report != NULL && (guint) estimator < DEID_N_UNIQUENESS_ESTIMATORS, FALSE);

  if (n_uniques != NULL && report->estimates[estimator].is_known)
    *n_uniques = report->estimates[estimator].n_uniques;
  return report->estimates[estimator].is_known;
}
