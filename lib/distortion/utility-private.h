/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/sample.h"
#include "figures/report-private.h"
#include "search/result-private.h"

#define DEID_UTILITY_MIN_FOLDS 2

/* That a target has. */
#define DEID_UTILITY_MAX_VALUES 100

/* How well a column is predicted. */
typedef struct
{
  guint column;   /* of the table */
  guint n_values; /* of the table */
  double baseline;
  double before;
  double after;
} DeidUtilityTarget;

/* How useful a release is as a whole: see deid_report_new_utility(). */
typedef struct
{
  DeidProblem *problem;
  DeidPolicy *policy;   /* of the result, or NULL: */
  DeidPartition *local; /* the local recoding that it is, or NULL */
  guint64 n_drawn;
  guint64 n_released; /* of these */
  guint n_folds;
  guint64 seed;
  guint n_parameters; /* of the propensity score */
  double pmse;
  DeidUtilityTarget *targets;
  guint n_targets;
  gboolean *is_excluded; /* of each column of the table */
  guint *excluded;       /* the columns for which that is so */
  guint n_excluded;
} DeidUtility;

extern const DeidReportKind deid_utility_kind;

/* Returns: the pMSE over what is expected of it, 0 if 0 is expected. */
double deid_utility_get_pmse_ratio (const DeidUtility *utility);

/* What the figures are computed from: the records that were drawn, and the host's function. */
typedef struct
{
  DeidTableSource table;
  const DeidPartition *partition;
  DeidSample sample;
  gboolean *is_suppressed; /* of each record */
  DeidRegressionFunc fit;
  gpointer fit_data;
} DeidUtilityInput;

/* Returns: a column of the table. */
const DeidColumn *deid_utility_look_up (const DeidUtility *utility, guint column);

/* Finds a target and the number of its values. Errors: %DEID_ERROR_UNKNOWN_COLUMN,
 * %DEID_ERROR_INVALID_ARGUMENT for one value or too many; those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_utility_find_target (const DeidTableSource *table, const char *name,
                                   DeidUtilityTarget *target, const DeidStop *stop, GError **error);

/* Computes the propensity score. Errors: those of deid_report_new_utility(). */
gboolean deid_utility_measure_propensity (DeidUtility *utility, const DeidUtilityInput *input,
                                          const DeidStop *stop, GError **error);

/* Predicts a target that was found. Errors: those of deid_report_new_utility(). */
gboolean deid_utility_predict (DeidUtility *utility, const DeidUtilityInput *input,
                               DeidUtilityTarget *target, const DeidStop *stop, GError **error);
