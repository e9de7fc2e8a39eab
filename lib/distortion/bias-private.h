/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
#include "search/result-private.h"

/* A number that there may be none of. */
typedef struct
{
  gboolean exists;
  double value;
} DeidBiasFigure;

/* A column of numbers. */
typedef struct
{
  guint column; /* of the table */
  DeidBiasFigure mean;
  double deviation;
  DeidBiasFigure *correlations; /* with the frequency of each quasi-identifier's value, */
  DeidBiasFigure combined;      /* and of all together */
  DeidBiasFigure predicted;
  DeidBiasFigure shift;
} DeidBiasColumn;

/* Which means suppression shifts: see deid_report_new_bias(). */
typedef struct
{
  DeidProblem *problem;
  guint64 k;
  guint64 n_rare;
  guint64 n_predicted;
  DeidBiasColumn *columns;
  guint n_columns;
} DeidBias;

void deid_bias_free (DeidBias *bias);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidBias, deid_bias_free)

/* Makes the bias of a problem that is prepared; @partition is that of a result, or NULL. Without
 * @by_attribute the correlations with single quasi-identifiers are left out. Errors: those of
 * deid_report_new_bias(). */
DeidBias *deid_bias_make (DeidProblem *problem, const DeidPartition *partition, guint64 k,
                          gboolean by_attribute, const DeidStop *stop, GError **error);

/* Measures all columns. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_bias_measure (DeidBias *bias, const DeidPartition *input,
                            const DeidPartition *partition, gboolean by_attribute,
                            const DeidStop *stop, GError **error);
