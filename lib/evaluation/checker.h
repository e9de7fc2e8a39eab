/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "classes/fused-columns.h"
#include "classes/roll-up.h"
#include "lattice/recoder.h"
#include "privacy/risk/risk-sum.h"
#include "quality/class-costs.h"
#include "evaluation/size-verdicts.h"
#include "evaluation/table-suppression.h"

/* The one place where a policy is evaluated on the table. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *instance;
  DeidGrouping grouping;
  const DeidRows *rows; /* what was grouped last */
  gboolean rolls_up;
  DeidFusedColumns fused; /* used if it rolls up, */
  DeidRows wide;      /* the instance's rows with these columns behind those of the attributes, */
  DeidRollUp roll_up; /* and snapshots of them */
  gboolean measures_all;          /* also what is no solution */
  DeidClassReader reader;         /* used if the instance needs one */
  DeidSizeVerdicts size_verdicts; /* used if it does not */
  DeidWithholding withholding;
  DeidClassCosts costs;   /* used if classes are costed */
  DeidRecoder recoder;    /* used if it does not roll up */
  guint8 *class_verdicts; /* of each class of the policy evaluated last */
  guint64 class_verdicts_capacity;
  DeidLossSums *sums;
  guint32 *listed; /* rows whose cost is summed */
  guint64 listed_capacity;
} DeidChecker;

gboolean deid_checker_init (DeidChecker *checker, const DeidPreparedProblem *instance,
                            GError **error);

/* Makes it keep the classes of policies evaluated, for those of their generalizations to be made
 * of, where models ask for nothing but sizes and labels. Rows are then not always those of the
 * instance. On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_checker_roll_up (DeidChecker *checker, GError **error);

/* Returns: the memory it holds. */
guint64 deid_checker_get_n_bytes (const DeidChecker *checker);
void deid_checker_clear (DeidChecker *checker);

/* Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. */
gboolean deid_checker_evaluate (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                                DeidVerdict *verdict, GError **error);

/* A view of a class of the policy evaluated last. */
DeidClass deid_checker_view (DeidChecker *checker, guint32 number);

/* Tells whether the policy evaluated last releases a class. */
static inline gboolean
deid_checker_releases (const DeidChecker *checker, guint32 number)
{
  return checker->class_verdicts[number] == DEID_CLASS_PASSES;
}

/* Tells whether the policy evaluated last suppresses a row of what was grouped. */
static inline gboolean
deid_checker_is_suppressed (const DeidChecker *checker, guint64 row)
{
  return !deid_checker_releases (checker, checker->grouping.class_of_row[row]);
}

/* Makes the classes of a policy ready to be viewed, without any verdict. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_checker_read (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                            GError **error);

/* Counts for each model the records of classes whose verdict by it is @least or worse, at the
 * policy evaluated last, and those that it withholds or, of what specializations fail as well,
 * needs withheld there. Errors: those of deid_stop_check(), of the models. */
gboolean deid_checker_count_by_model (DeidChecker *checker, DeidClassVerdict least,
                                      const DeidStop *stop, guint64 *counts, GError **error);

/* Adds the classes that the policy evaluated last releases to a risk. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows). */
gboolean deid_checker_add_risk (DeidChecker *checker, const DeidStop *stop, DeidRiskSum *risk,
                                GError **error);

/* Writes why a policy is no solution: which limit binds, and how many records fail each model.
 * Errors: of the models, %DEID_ERROR_NO_MEMORY. */
char *deid_checker_explain (DeidChecker *checker, const DeidLevel *levels, GError **error);
