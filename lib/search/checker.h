/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "classes/fused-columns.h"
#include "classes/roll-up.h"
#include "search/instance.h"
#include "search/size-verdicts.h"

/* What a policy is found to be. */
typedef struct
{
  guint64 n_suppressed; /* records of classes that fail a model */
  guint64 n_necessary;  /* of these, records that fail the superset-closed part of the models, which
                           every specialization suppresses too */
  guint64 n_unmatched;  /* classes of the population alone that fail, so that neither the policy nor
                           any specialization is a solution */
  guint64 smallest_class; /* records of the smallest class, 0 where that is not counted */
  gboolean is_solution;
  double objective; /* of a solution, or of any policy if the checker measures all */
} DeidVerdict;

static inline DeidVerdict
deid_verdict_from_counts (const DeidInstance *instance, guint64 n_suppressed, guint64 n_necessary,
                          guint64 n_unmatched)
{
  return (DeidVerdict){ .n_suppressed = n_suppressed,
                        .n_necessary = n_necessary,
                        .n_unmatched = n_unmatched,
                        .is_solution = n_suppressed <= instance->limit
                                       && n_suppressed < instance->n_records && n_unmatched == 0 };
}

/* Tells whether a policy, @first with @first_objective, comes before, or is, a policy with this
 * objective in the order of objective, level sum and levels. Given a lower bound and the lowest of
 * several policies, it tells so of all of them. */
static inline gboolean
deid_policy_comes_first (const DeidLevel *first, double first_objective, const DeidLevel *lower,
                         double objective, guint n_dimensions)
{
  return objective > first_objective
         || (objective == first_objective && deid_levels_compare (lower, first, n_dimensions) >= 0);
}

/* Tells whether some specialization of the policy, or the policy itself, may be a solution. */
static inline gboolean
deid_verdict_is_feasible (const DeidVerdict *verdict, const DeidInstance *instance)
{
  return verdict->n_necessary <= instance->limit && verdict->n_necessary < instance->n_records
         && verdict->n_unmatched == 0;
}

/* The one place where a policy is evaluated on the table. Each thread has its own. */
typedef struct
{
  const DeidInstance *instance;
  DeidGrouping grouping;
  const DeidRows *rows; /* what was grouped last */
  gboolean rolls_up;
  DeidFusedColumns fused; /* used if it rolls up, */
  DeidRows wide;      /* the instance's rows with these columns behind those of the attributes, */
  DeidRollUp roll_up; /* and snapshots of them */
  gboolean measures_all;          /* also what is no solution */
  DeidClassReader reader;         /* used if the instance needs one */
  DeidSizeVerdicts size_verdicts; /* used if it does not */
  const DeidRecoding **recodings;
  guint8 *class_verdicts; /* of each class of the policy evaluated last */
  guint64 class_verdicts_capacity;
  DeidLossSums *sums;
  guint32 *listed; /* rows whose cost is summed */
  guint64 listed_capacity;
} DeidChecker;

gboolean deid_checker_init (DeidChecker *checker, const DeidInstance *instance, GError **error);

/* Makes it keep the classes of policies evaluated, for those of their generalizations to be made
 * of, where models ask for nothing but sizes. Rows are then not always those of the instance. On
 * failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_checker_roll_up (DeidChecker *checker, GError **error);

/* Returns: the memory it holds. */
guint64 deid_checker_get_n_bytes (const DeidChecker *checker);
void deid_checker_clear (DeidChecker *checker);

/* Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. */
gboolean deid_checker_evaluate (DeidChecker *checker, const DeidLevel *levels, const DeidStop *stop,
                                DeidVerdict *verdict, GError **error);

/* A view of a class of the policy evaluated last. */
DeidClass deid_checker_view (DeidChecker *checker, guint32 number);

/* Tells whether the policy evaluated last suppresses a row of what was grouped. */
static inline gboolean
deid_checker_is_suppressed (const DeidChecker *checker, guint64 row)
{
  return checker->class_verdicts[checker->grouping.class_of_row[row]] != DEID_CLASS_PASSES;
}

/* Counts for each model the records of classes whose verdict by it is @least or worse, at the
 * policy evaluated last. Errors: those of deid_stop_check(), of the models. */
gboolean deid_checker_count_by_model (DeidChecker *checker, DeidClassVerdict least,
                                      const DeidStop *stop, guint64 *counts, GError **error);

/* Writes why a policy is no solution: which limit binds, and how many records fail each model.
 * Errors: of the models, %DEID_ERROR_NO_MEMORY. */
char *deid_checker_explain (DeidChecker *checker, const DeidLevel *levels, GError **error);
