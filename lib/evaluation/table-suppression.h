/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/ties.h"
#include "evaluation/verdict.h"

/* Applies the conditions that models put on all released classes together: it withholds classes,
 * the smallest or the rarest first, until they hold. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *instance;
  DeidKeyedNumber *order; /* classes in the order in which they are withheld, by what orders them */
  guint64 order_capacity;
  DeidKeyedNumber *scratch;
  guint64 scratch_capacity;
  guint64 *sizes; /* of each of these, in persons */
  guint64 sizes_capacity;
  guint64 *populations; /* of each, in records of the population */
  guint64 populations_capacity;
  guint64 *before; /* records of all before each, and of all of them */
  guint64 before_capacity;
  guint32 n;
  guint64 *needed;   /* for each model how many records have to be withheld at least for it alone,
                        at the policy judged last and at all its specializations */
  guint64 *withheld; /* for each model how many records were withheld for it, behind others */
} DeidWithholding;

gboolean deid_withholding_init (DeidWithholding *withholding, const DeidPreparedProblem *instance,
                                GError **error);
void deid_withholding_clear (DeidWithholding *withholding);

/* Judges the classes of a policy as a table. Given a verdict made of counts, it adds what is
 * withheld, whose classes then fail, says how many records all specializations suppress at least,
 * and whether the policy is a solution. If it is not, both numbers are only known to be more than
 * the limit, or as large as they are. Where the verdict rules out all of them already, it does
 * nothing. Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity:
 * O(classes log classes). */
gboolean deid_withholding_judge (DeidWithholding *withholding, const DeidJudgedClasses *judged,
                                 const DeidStop *stop, DeidVerdict *verdict, GError **error);

/* Asks the models that are not settled whether their conditions hold while nothing is withheld, of
 * classes that all pass. Neither the rows nor what they make is needed. Errors: those of
 * deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity: O(classes). */
gboolean deid_withholding_accept_all (DeidWithholding *withholding, const DeidJudgedClasses *judged,
                                      const gboolean *is_settled, const DeidStop *stop,
                                      gboolean *holds, GError **error);
