/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/named-classes.h"
#include "evaluation/verdict.h"

/* Applies the conditions that models put on all released classes together: it suppresses classes,
 * those named, the smallest or the rarest first, until they hold. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidNamedClasses named;
  DeidKeyedNumber
      *order; /* classes in the order in which they are suppressed, by what orders them */
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
  guint64 *needed; /* for each model how many records have to be suppressed at least for it alone,
                      at the policy judged last and at all its specializations */
  guint64 *suppressed; /* for each model how many records were suppressed for it, behind others */
} DeidTableSuppression;

gboolean deid_table_suppression_init (DeidTableSuppression *suppression,
                                      const DeidPreparedProblem *prepared, GError **error);
void deid_table_suppression_clear (DeidTableSuppression *suppression);

/* Has the classes fail a superset-closed part of the models that every specialization suppresses
 * for a condition on the table, so that they are counted like others. Comes before
 * deid_table_suppression_judge(). Errors: those of deid_stop_check(), of the models,
 * %DEID_ERROR_NO_MEMORY. */
static inline gboolean
deid_table_suppression_name_classes (DeidTableSuppression *suppression,
                                     const DeidJudgedClasses *judged, const DeidStop *stop,
                                     GError **error)
{
  return deid_named_classes_judge (&suppression->named, judged, stop, error);
}

/* Judges the classes of a policy as a table. Given a verdict made of counts, it adds what is
 * suppressed, whose classes then fail, says how many records all specializations suppress at least,
 * and whether the policy is a solution. If it is not, both numbers are only known to be more than
 * the limit, or as large as they are. Where the verdict rules out all of them already, it does
 * nothing. Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity:
 * O(classes log classes). */
gboolean deid_table_suppression_judge (DeidTableSuppression *suppression,
                                       const DeidJudgedClasses *judged, const DeidStop *stop,
                                       DeidVerdict *verdict, GError **error);

/* Asks the models that are not settled whether their conditions hold while nothing is suppressed,
 * of classes that all pass. Neither the rows nor what they make is needed. Errors: those of
 * deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity: O(classes). */
gboolean deid_table_suppression_accept_all (DeidTableSuppression *suppression,
                                            const DeidJudgedClasses *judged,
                                            const gboolean *is_settled, const DeidStop *stop,
                                            gboolean *holds, GError **error);

/* Tells whether a model says how many records the specializations of a policy need suppressed at
 * least: one that names them, or one that suppresses classes in an order. For the latter, persons
 * who are in several classes of a policy, and in fewer of a generalization, would upset that. */
gboolean deid_table_suppression_bounds (const DeidPreparedProblem *prepared,
                                        const DeidPrivacyModel *model);
