/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"

/* One feature of a record; those that are 0 are left out. */
typedef struct
{
  int number; /* from 1 on, in ascending order; behind the last one stands -1 */
  double value;
} DeidFeature;

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

/* How near to the maximum of the likelihood a model comes: the likelihood's share of what is
 * minimized, beside half the square of the coefficients, and the norm of the gradient at the end,
 * as a share of that at the beginning. */
typedef struct
{
  double likelihood_weight;
  double tolerance;
} DeidLogisticLimits;

/* A logistic regression of each class against all others; of two classes one is enough. */
typedef struct
{
  guint32 n_models;
  guint32 n_features;
  double *coefficients; /* of each model in turn, the features from number 1 on */
} DeidLogistic;

/* Fits a model by the trust region Newton method of liblinear, which draws no random numbers. On
 * failure it may be cleared. liblinear takes memory for some numbers a record and a feature without
 * asking whether there is any, and cannot be interrupted: who calls bounds both, and time is looked
 * at between two classes. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_logistic_fit (DeidLogistic *logistic, const DeidLogisticInput *input,
                            const DeidLogisticLimits *limits, const DeidStop *stop, GError **error);
void deid_logistic_clear (DeidLogistic *logistic);

/* Returns: the probability of class 0, of two. */
double deid_logistic_get_probability (const DeidLogistic *logistic, const DeidFeature *record);

/* Returns: the class whose regression is the surest, the first of several. */
guint32 deid_logistic_predict (const DeidLogistic *logistic, const DeidFeature *record);
