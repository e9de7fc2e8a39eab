/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "privacy/risk/risk-sum.h"
#include "evaluation/group-counts.h"
#include "evaluation/size-verdicts.h"
#include "evaluation/table-suppression.h"

/* Judges the classes that a policy makes, however they were found: each of them, and all that are
 * released together. The one place where this is done; what finds the classes is an evaluator. Each
 * thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidClassReader reader;         /* used if the problem needs one */
  DeidSizeVerdicts size_verdicts; /* used if it does not */
  DeidTableSuppression suppression;
  DeidGroupCounts group_counts;
  DeidRowClasses classes; /* those judged or read last, as long as they stay as they are, */
  guint8 *verdicts;       /* and the verdict on each that was judged */
  guint64 verdicts_capacity;
} DeidJudgement;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_judgement_init (DeidJudgement *judgement, const DeidPreparedProblem *prepared,
                              GError **error);
void deid_judgement_clear (DeidJudgement *judgement);

/* Returns: the memory it holds. */
guint64 deid_judgement_get_n_bytes (const DeidJudgement *judgement);

/* Makes room for the verdicts on @n classes. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_judgement_reserve (DeidJudgement *judgement, guint64 n, GError **error);

/* Makes classes ready to be viewed, without any verdict. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_judgement_read (DeidJudgement *judgement, const DeidRowClasses *classes,
                              const DeidStop *stop, GError **error);

/* Judges each of the first @n of the classes that rows are in; a class without records passes,
 * unless it is one of the population that some model judges. Those fail as well that every
 * specialization suppresses because a condition on the table names them. Errors: those of
 * deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. */
gboolean deid_judgement_judge_classes (DeidJudgement *judgement, const DeidRowClasses *classes,
                                       guint32 n, const DeidStop *stop, GError **error);

/* Judges the same classes as a table, see deid_table_suppression_judge(), and then by the limits of
 * groups, and weighs what is suppressed; @rows are those that are in them, and those of the problem
 * where groups have limits or weights. */
gboolean deid_judgement_judge_table (DeidJudgement *judgement, const DeidRows *rows,
                                     const DeidStop *stop, DeidVerdict *verdict, GError **error);

/* Asks the models whose conditions on the table are not settled whether they hold of @n classes
 * that are all released; there is room for as many. @populations may be %NULL. Errors: those of
 * deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity: O(@n). */
gboolean deid_judgement_accepts_table (DeidJudgement *judgement, const guint64 *sizes,
                                       const guint64 *populations, guint32 n,
                                       const gboolean *is_settled, const DeidStop *stop,
                                       gboolean *holds, GError **error);

/* Returns: what the verdicts on the classes amount to, before they are judged as a table. */
DeidVerdict deid_judgement_count (const DeidJudgement *judgement);

/* Judges classes and table. The verdict has no objective. Errors: those of both. */
gboolean deid_judgement_judge (DeidJudgement *judgement, const DeidRows *rows,
                               const DeidRowClasses *classes, const DeidStop *stop,
                               DeidVerdict *verdict, GError **error);

/* A view of one of the classes. */
DeidClass deid_judgement_view (DeidJudgement *judgement, guint32 number);

/* Tells whether a class is released. */
static inline gboolean
deid_judgement_releases (const DeidJudgement *judgement, guint32 number)
{
  return judgement->verdicts[number] == DEID_CLASS_PASSES;
}

/* Counts for each model the records of classes whose verdict by it is @least or worse, and those
 * that it suppresses for a condition on the table or, of what specializations fail as well, needs
 * suppressed for it. Errors: those of deid_stop_check(), of the models. */
gboolean deid_judgement_count_by_model (DeidJudgement *judgement, DeidClassVerdict least,
                                        const DeidStop *stop, guint64 *counts, GError **error);

/* Where at most one model has a superset-closed part, or says how many records specializations need
 * suppressed, @n_needed, the number of records that these suppress at least, is all its own.
 * Returns: whether that is so, and @counts of all models are set. */
gboolean deid_judgement_has_one_closed_part (const DeidPreparedProblem *prepared, guint64 n_needed,
                                             guint64 *counts);

/* Adds the classes released to a risk; @rows are those that are in them. Whether or not some model
 * asks for the population, it is counted. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(classes + rows of the population). */
gboolean deid_judgement_add_risk (DeidJudgement *judgement, const DeidRows *rows,
                                  const DeidStop *stop, DeidRiskSum *risk, GError **error);
