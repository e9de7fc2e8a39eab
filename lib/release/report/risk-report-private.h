/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/report/risk-options-private.h"
#include "privacy/uniqueness/estimator-names.h"
#include "release/report/size-counts.h"

/* The number of people that are the only ones with their labels. */
typedef struct
{
  gboolean is_known;
  double n_uniques;
} DeidUniquenessFigure;

struct DeidRiskReport
{
  gatomicrefcount ref_count;
  gboolean is_after;
  gboolean has_persons;
  gboolean has_population;
  DeidRiskOptions *options;
  guint64 n_records;
  guint64 n_persons;
  guint64 n_classes;
  guint64 n_population;
  guint64 n_unmatched;                                          /* records */
  guint64 n_population_unique;                                  /* records */
  DeidSizeCounts sizes;                                         /* of classes */
  DeidUniquenessFigure estimates[DEID_N_UNIQUENESS_ESTIMATORS]; /* by DeidUniquenessEstimator */
  DeidSizeCounts population_sizes; /* of classes in the population, if there is one */
  DeidSizeCounts shared_sizes;     /* the same but 1 where there is no match; counts persons */
};

/* The sizes that an adversary's risks are by. */
static inline const DeidSizeCounts *
deid_risk_report_get_sizes (const DeidRiskReport *report, DeidAdversary adversary)
{
  return adversary == DEID_ADVERSARY_JOURNALIST && report->has_population
             ? &report->population_sizes
             : &report->sizes;
}

/* Finds the sizes [@first, @end) of an interval. Returns: its smallest size. */
guint64 deid_risk_report_find_interval (const DeidRiskReport *report, DeidAdversary adversary,
                                        guint i, guint32 *first, guint32 *end);

/* Returns: the sum of the sizes of classes, each of which counts its own persons. */
guint64 deid_risk_report_count_class_persons (const DeidRiskReport *report);
