/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a report used the
 *   options.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_RISK_OPTIONS_H
#define DEID_RISK_OPTIONS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidRiskOptions:
 *
 * The options of a risk report. Immutable once a report used them.
 */
typedef struct DeidRiskOptions DeidRiskOptions;

/**
 * DeidRiskMeasure:
 * @DEID_RISK_MEASURE_HIGHEST: the highest risk of a record, as the prosecutor sees it: one over the
 *   size of the smallest class
 * @DEID_RISK_MEASURE_AVERAGE: the average risk, as deid_privacy_model_new_average_risk() defines it
 * @DEID_RISK_MEASURE_AT_RISK: the share of records whose risk is above the threshold of the risk
 *   options, as the model `atrisk` defines it
 * @DEID_RISK_MEASURE_POPULATION: the population risk, as deid_privacy_model_new_population_risk()
 *   defines it, with an exponent of 1, as a mean; records without a match count themselves
 *
 * What is measured of a released table. All are from 0 to 1. With an entity column averages and
 * shares are over persons, each class counting its own: `by_person` of deid_report_new_risks().
 */
typedef enum
{
  DEID_RISK_MEASURE_HIGHEST = 0,
  DEID_RISK_MEASURE_AVERAGE = 1,
  DEID_RISK_MEASURE_AT_RISK = 2,
  DEID_RISK_MEASURE_POPULATION = 3
} DeidRiskMeasure;

DEID_AVAILABLE_IN_0_1
GType deid_risk_options_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_risk_options_ref (DeidRiskOptions *options);

/**
 * deid_risk_options_unref:
 * @options: (transfer full): risk options
 */
DEID_AVAILABLE_IN_0_1
void deid_risk_options_unref (DeidRiskOptions *options);

/**
 * deid_risk_options_new:
 *
 * Creates the default options: a threshold of 0.2 and a minimum cell of 10.
 * Returns: (transfer full): the options
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_risk_options_new (void);

/**
 * deid_risk_options_set_threshold:
 * @options: risk options
 * @threshold: a risk in [0, 1] above which a record is at risk, taken as the shortest decimal that
 *   reads back to it
 *
 * Sets what risk is too high.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_options_set_threshold (DeidRiskOptions *options, double threshold,
                                          GError **error);

/**
 * deid_risk_options_set_minimum_cell:
 * @options: risk options
 * @n_records: a number of records, at least 1
 *
 * Sets how far apart the possible values of each count are at least that is withheld from the
 * public, in records or classes, as #DeidAudience explains. A public interval of class sizes has at
 * least 2 (@n_records + 2) times as many records as its largest size, the last one as its smallest.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_options_set_minimum_cell (DeidRiskOptions *options, guint64 n_records,
                                             GError **error);

/**
 * deid_risk_options_set_population_size:
 * @options: risk options
 * @size: a number of people, at least 1
 *
 * Sets the size of the population that the table is a sample of, for estimates of how many people
 * are unique (see #DeidUniquenessEstimator): n / f for a table of n records that is a fraction f of
 * its population. By default the survey weights estimate the size, see
 * deid_dataset_estimate_population(); without these there are no estimates. A report fails with
 * %DEID_ERROR_INVALID_ARGUMENT if the sizes of all classes of its table sum to more.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_options_set_population_size (DeidRiskOptions *options, guint64 size,
                                                GError **error);

G_END_DECLS

#endif
