/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-walk.h"
#include "privacy/risk/risk-sum.h"
#include "evaluation/size-verdicts.h"
#include "evaluation/table-suppression.h"

/* What a model that sums looks at. */
typedef struct
{
  guint model; /* its number */
  const DeidPreparedModel *prepared;
  DeidWide sum; /* of the terms of all classes of the policy set last */
} DeidTallySum;

/* Evaluates policies that differ in few dimensions from one to the next: only the classes that
 * change are judged, and added to sums; for other conditions on the table, and where a sum does
 * not tell, all are listed. It does so where nothing may be suppressed and models ask for nothing
 * but numbers of records and of the population. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *instance;
  DeidClassWalk walk;
  DeidSizeVerdicts size_verdicts;
  gboolean judges_classes; /* some model does */
  guint64 n_failing;       /* records, of the policy set last, */
  guint64 n_necessary;     /* those of them that fail at every specialization */
  DeidTallySum *sums;      /* of each model that sums */
  guint n_sums;
  gboolean *is_settled;   /* of each model, whether its sum has told that its condition holds */
  gboolean lists_classes; /* some model does not sum */
  GError *error;          /* of a model that was asked during a step */
  DeidWithholding withholding;
  guint64 *sizes; /* of each class that has records, of the policy judged last */
  guint64 *populations;
  guint8 *verdicts;
  DeidLossSums *loss_sums;
} DeidTally;

/* Tells whether an instance is one of those. */
gboolean deid_tally_may_judge (const DeidPreparedProblem *instance);

/* The instance must be one of those. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_tally_init (DeidTally *tally, const DeidPreparedProblem *instance, GError **error);
void deid_tally_clear (DeidTally *tally);

/* Evaluates a policy. The verdict is what a checker finds, but for the smallest class, which is not
 * looked for, and that where a condition on the table fails it does not tell how many records have
 * to be withheld.
 * Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity: that of
 * deid_class_walk_set(), and O(classes) if it groups, or some model does not sum or cannot tell by
 * its sum. */
gboolean deid_tally_evaluate (DeidTally *tally, const DeidLevel *levels, const DeidStop *stop,
                              DeidVerdict *verdict, GError **error);

/* Adds the classes of the policy evaluated last to a risk. Errors: %DEID_ERROR_NO_MEMORY.
 * Complexity: O(classes). */
gboolean deid_tally_add_risk (const DeidTally *tally, DeidRiskSum *risk, GError **error);

/* Returns: the memory it holds. */
guint64 deid_tally_get_n_bytes (const DeidTally *tally);
