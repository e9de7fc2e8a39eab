/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "quality/class-costs.h"
#include "lattice/attribute.h"
#include "evaluation/evaluator.h"
#include "evaluation/judgement.h"

/* Evaluates a policy y by grouping the whole table anew, for the verification of certificates: y is
 * the upper corner of boxes, whose bounds follow from S°(y), the records that fail the
 * superset-closed part of the models at y. Nothing that makes searches fast is in it. */
typedef struct
{
  DeidEvaluator base;
  const DeidPreparedProblem *prepared;
  DeidRecoder recoder;
  DeidGrouping grouping;
  DeidJudgement judgement;
  DeidClassCosts costs; /* used if classes are costed, */
  DeidGrouping lower;   /* of a policy below y, for bounds */
  guint8 *lower_verdicts;
  guint64 lower_verdicts_capacity;
  guint32 *rows; /* room for all */

  DeidLevel *levels;   /* y */
  DeidVerdict verdict; /* without the objective */
  gboolean is_evaluated;
  gboolean is_summed; /* over S°(y) */
  guint64 *covered;   /* for each level of each attribute a sum of n - 1 */
  DeidLossSums *sums;
} DeidPlainEvaluator;

gboolean deid_plain_evaluator_init (DeidPlainEvaluator *evaluator,
                                    const DeidPreparedProblem *prepared, GError **error);

/* Tells whether this is the policy evaluated last. */
gboolean deid_plain_evaluator_is_at (const DeidPlainEvaluator *evaluator, const DeidLevel *levels);

/* Evaluates a policy, but for the objective, unless it is the one evaluated last. Errors: those of
 * the models. Complexity: O(rows x attributes). */
gboolean deid_plain_evaluator_set (DeidPlainEvaluator *evaluator, const DeidLevel *levels,
                                   const DeidStop *stop, GError **error);

/* Counts for each model the records that fail its superset-closed part at y, which was evaluated
 * last. Errors: those of the models. Complexity: O(classes that fail). */
gboolean deid_plain_evaluator_count_by_model (DeidPlainEvaluator *evaluator, const DeidStop *stop,
                                              guint64 *counts, GError **error);

/* Without cuts: computes a number that the objective of no policy from @lower up to y is below: the
 * objective of @lower if exactly S°(y) were suppressed or, if classes are costed, the sum of the
 * costs of the classes of S°(y) at @lower and the bounds of the others. Errors: those of the
 * models. Complexity: the first time at y, O(rows + S°(y) x levels of all attributes); then
 * O(attributes). If classes are costed O(rows x attributes). */
gboolean deid_plain_evaluator_get_bound (DeidPlainEvaluator *evaluator, const DeidLevel *lower,
                                         const DeidStop *stop, double *bound, GError **error);

/* Groups the rows by a policy below y, which stays the one evaluated last. Complexity: O(rows x
 * attributes). */
gboolean deid_plain_evaluator_group_lower (DeidPlainEvaluator *evaluator, const DeidLevel *lower,
                                           const DeidStop *stop, GError **error);

/* Computes the objective of y. Complexity: O(rows + suppressed rows x levels of all attributes). */
gboolean deid_plain_evaluator_get_objective (DeidPlainEvaluator *evaluator, const DeidStop *stop,
                                             double *objective, GError **error);
