/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-walk.h"
#include "evaluation/evaluator.h"
#include "evaluation/judgement.h"

/* What a model that sums looks at. */
typedef struct
{
  guint model; /* its number */
  const DeidPreparedModel *asked;
  DeidWide sum; /* of the terms of all classes of the policy set last */
} DeidWalkingSum;

/* Evaluates policies that differ in few dimensions from one to the next: only the classes that
 * change are judged, and added to sums; for other conditions on the table, and where a sum does
 * not tell, all are listed. It does so where nothing may be suppressed and models ask for nothing
 * but numbers of records and of the population. The smallest class is not looked for, and where a
 * condition on the table fails the verdict does not tell how many records have to be suppressed.
 *
 * Complexity of an evaluation: that of deid_class_walk_set(), and O(classes) if it groups, or some
 * model does not sum or cannot tell by its sum. */
typedef struct
{
  DeidEvaluator base;
  const DeidPreparedProblem *prepared;
  DeidClassWalk walk;
  DeidJudgement judgement;
  gboolean judges_classes; /* some model does */
  guint64 n_failing;       /* records, of the policy set last, */
  guint64 n_necessary;     /* those of them that fail at every specialization */
  DeidWalkingSum *sums;    /* of each model that sums */
  guint n_sums;
  gboolean *is_settled;   /* of each model, whether its sum has told that its condition holds */
  gboolean lists_classes; /* some model does not sum */
  GError *error;          /* of a model that was asked during a step */
  guint64 *sizes;         /* of each class that has records, of the policy judged last */
  guint64 *populations;
  DeidLossSums *loss_sums;
} DeidWalkingEvaluator;

/* Tells whether a problem is one of those. */
gboolean deid_walking_evaluator_may_judge (const DeidPreparedProblem *prepared);

/* The problem must be one of those. */
gboolean deid_walking_evaluator_init (DeidWalkingEvaluator *evaluator,
                                      const DeidPreparedProblem *prepared, GError **error);
