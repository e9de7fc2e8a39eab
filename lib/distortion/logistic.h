/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-utility.h>

#include "base/work.h"

/* Records, the class of each, and what a model makes of them. The first feature is 1 for each
 * record, which makes the intercept. */
typedef struct
{
  const DeidFeature *const *records;
  const guint32 *classes; /* of each record */
  guint32 n_records;
  guint32 n_classes;
  guint32 n_features;
} DeidLogisticInput;

/* How a regression is to be fitted: the limits are those of #DeidRegression. */
typedef struct
{
  DeidRegressionFunc fit;
  gpointer fit_data;
  double likelihood_weight;
  double tolerance;
} DeidLogisticFit;

/* A logistic regression of each class against all others; of two classes one is enough. */
typedef struct
{
  guint32 n_models;
  guint32 n_features;
  double *coefficients; /* of each model in turn, the features from number 1 on */
} DeidLogistic;

/* Fits a model. On failure the model can be cleared. The stop is checked before each regression.
 * Errors: those of the host's function; %DEID_ERROR_INVALID_ARGUMENT if it fails without an error
 * or finds a coefficient that is not finite; those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_logistic_fit (DeidLogistic *logistic, const DeidLogisticInput *input,
                            const DeidLogisticFit *fit, const DeidStop *stop, GError **error);
void deid_logistic_clear (DeidLogistic *logistic);

/* Returns: the probability of class 0, of two. */
double deid_logistic_get_probability (const DeidLogistic *logistic, const DeidFeature *record);

/* Returns: the class whose regression is the surest, the first of several. */
guint32 deid_logistic_predict (const DeidLogistic *logistic, const DeidFeature *record);
