/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/fused-columns.h"
#include "classes/roll-up.h"
#include "lattice/attribute.h"
#include "quality/class-costs.h"
#include "evaluation/evaluator.h"
#include "evaluation/judgement.h"

/* Evaluates a policy by grouping the table or, if it rolls up, the classes of a specialization that
 * it kept. Nothing of the verdict is left out. */
typedef struct
{
  DeidEvaluator base;
  const DeidPreparedProblem *prepared;
  DeidGrouping grouping;
  const DeidRows *rows; /* what was grouped last */
  DeidJudgement judgement;
  gboolean rolls_up;
  DeidFusedColumns fused; /* used if it rolls up, */
  DeidRows wide;         /* the problem's rows with these columns behind those of the attributes, */
  DeidRollUp roll_up;    /* and snapshots of them */
  gboolean measures_all; /* also what is no solution */
  DeidClassCosts costs;  /* used if classes are costed */
  DeidRecoder recoder;   /* used if it does not roll up */
  DeidLossSums *sums;
  guint32 *listed; /* rows whose cost is summed */
  guint64 listed_capacity;
} DeidGroupingEvaluator;

gboolean deid_grouping_evaluator_init (DeidGroupingEvaluator *evaluator,
                                       const DeidPreparedProblem *prepared, GError **error);

/* Makes it keep the classes of policies evaluated, for those of their generalizations to be made
 * of, where models ask for nothing but sizes and labels. Rows are then not always those of the
 * problem. */
gboolean deid_grouping_evaluator_roll_up (DeidGroupingEvaluator *evaluator, GError **error);

/* Makes the classes of a policy ready to be viewed, without any verdict. */
gboolean deid_grouping_evaluator_read (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                                       const DeidStop *stop, GError **error);

/* Tells whether the policy evaluated last suppresses a row of what was grouped. */
static inline gboolean
deid_grouping_evaluator_is_suppressed (const DeidGroupingEvaluator *evaluator, guint64 row)
{
  return !deid_judgement_releases (&evaluator->judgement, evaluator->grouping.class_of_row[row]);
}
