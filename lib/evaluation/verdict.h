/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "problem/preparation.h"
#include "lattice/lattice-private.h"

/* What the models of a problem say of one class. */
typedef enum
{
  DEID_CLASS_PASSES = 0,
  DEID_CLASS_FAILS = 1,
  DEID_CLASS_FAILS_NECESSARY = 2
} DeidClassVerdict;

/* A group that exceeds its limit. */
typedef struct
{
  guint64 n_records; /* that are suppressed; 0 if no group is known to exceed its limit */
  guint64 n_allowed;
  guint column;       /* of those with a limit */
  guint32 code;       /* of its value */
  gboolean is_needed; /* these records are suppressed by every specialization too */
} DeidGroupExcess;

/* What a policy is found to be. */
typedef struct
{
  guint64 n_suppressed; /* records of classes that fail a model, and those suppressed for a
                           condition on the table */
  guint64 n_necessary;  /* of these, records that fail the superset-closed part of the models, which
                           every specialization suppresses too */
  guint64 suppressed_weight; /* what the suppressed records count in the loss, */
  guint64 necessary_weight;  /* and the necessary ones; without group weights their numbers */
  guint64 n_needed;    /* how many every specialization suppresses at least, whichever they are; no
                          fewer than these */
  guint64 n_unmatched; /* classes of the population alone that fail, so that neither the policy nor
                          any specialization is a solution */
  guint64 smallest_class; /* records of the smallest class, 0 where that is not counted */
  DeidGroupExcess excess; /* the first group whose records that every specialization suppresses
                             exceed its limit, or the first whose suppressed records do; where
                             limits are lifted the latter, which then decides nothing */
  DeidBlockExcess blocks; /* of the policy; neither it nor any specialization is then a solution,
                             whatever they suppress and whether or not limits are lifted */
  gboolean is_solution;
  double objective; /* of a solution, or of any policy if the evaluator measures all */
} DeidVerdict;

static inline DeidVerdict
deid_verdict_from_counts (const DeidPreparedProblem *prepared, guint64 n_suppressed,
                          guint64 n_necessary, guint64 n_unmatched)
{
  return (DeidVerdict){ .n_suppressed = n_suppressed,
                        .n_necessary = n_necessary,
                        .suppressed_weight = n_suppressed,
                        .necessary_weight = n_necessary,
                        .n_needed = n_necessary,
                        .n_unmatched = n_unmatched,
                        .is_solution = n_suppressed <= prepared->limit
                                       && n_suppressed < prepared->n_records && n_unmatched == 0 };
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
deid_verdict_is_feasible (const DeidVerdict *verdict, const DeidPreparedProblem *prepared)
{
  return verdict->n_needed <= prepared->limit && verdict->n_needed < prepared->n_records
         && verdict->n_unmatched == 0 && !verdict->excess.is_needed
         && verdict->blocks.n_blocks == 0;
}

/* Adds why a policy that suppresses so many records of a table is no solution, behind their number:
 * which limit binds. */
void deid_verdict_describe_failure (const DeidVerdict *verdict, const DeidProblem *problem,
                                    const DeidTableSource *table, guint64 limit,
                                    DeidLongText *text);
