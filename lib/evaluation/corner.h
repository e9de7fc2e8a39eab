/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "quality/class-costs.h"
#include "classes/packed-rows.h"
#include "evaluation/checker.h"
#include "evaluation/size-verdicts.h"

/* A policy y that is evaluated by grouping the whole table anew: the upper corner of boxes, whose
 * bounds follow from S°(y), the records that fail the superset-closed part of the models at y. The
 * verifier of certificates has it instead of the search's checker and refiner. */
typedef struct
{
  const DeidPreparedProblem *instance;
  const DeidPackedRows *packed;
  DeidPackedLabels labels;
  DeidGrouping grouping;
  DeidClassReader reader;
  DeidSizeVerdicts size_verdicts; /* used if there is no reader */
  DeidWithholding withholding;
  DeidClassCosts costs; /* used if classes are costed, */
  DeidGrouping lower;   /* and for bounds: of the policy that is bounded */
  guint8 *lower_verdicts;
  guint64 lower_verdicts_capacity;
  guint8 *class_verdicts;
  guint64 class_verdicts_capacity;
  guint32 *rows; /* room for all */

  DeidLevel *levels;   /* y */
  DeidVerdict verdict; /* without the objective */
  gboolean is_evaluated;
  gboolean is_summed; /* over S°(y) */
  guint64 *covered;   /* for each level of each attribute a sum of n - 1 */
  DeidLossSums *sums;
} DeidCorner;

/* On failure it may be cleared, and nothing else. */
gboolean deid_corner_init (DeidCorner *corner, const DeidPreparedProblem *instance,
                           const DeidPackedRows *packed, GError **error);
void deid_corner_clear (DeidCorner *corner);

/* Tells whether this is the policy evaluated last. */
gboolean deid_corner_is_at (const DeidCorner *corner, const DeidLevel *levels);

/* Evaluates a policy unless it is the one evaluated last. Errors: those of deid_stop_check(), of
 * the models, %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes). */
gboolean deid_corner_evaluate (DeidCorner *corner, const DeidLevel *levels, const DeidStop *stop,
                               GError **error);

/* Counts for each model the records that fail its superset-closed part at y, which was evaluated
 * last. Errors: those of deid_stop_check(), of the models. Complexity: O(classes that fail). */
gboolean deid_corner_count_by_model (DeidCorner *corner, const DeidStop *stop, guint64 *counts,
                                     GError **error);

/* Computes a number that the objective of no policy from @lower up to y is below: the objective of
 * @lower if exactly S°(y) were suppressed or, if classes are costed, the sum of the costs of the
 * classes of S°(y) at @lower and the bounds of the others. Errors: those of deid_stop_check(), of
 * the models. Complexity: the first time at y, O(rows + S°(y) x levels of all attributes); then
 * O(attributes). If classes are costed O(rows x attributes). */
gboolean deid_corner_get_bound (DeidCorner *corner, const DeidLevel *lower, const DeidStop *stop,
                                double *bound, GError **error);

/* Computes the objective of y. Errors: those of deid_stop_check(). Complexity: O(rows + suppressed
 * rows x levels of all attributes). */
gboolean deid_corner_get_objective (DeidCorner *corner, const DeidStop *stop, double *objective,
                                    GError **error);
