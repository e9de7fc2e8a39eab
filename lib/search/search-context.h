/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "evaluation/walking-evaluator.h"
#include "privacy/risk-sum.h"
#include "quality/class-sums.h"
#include "search/alternatives-private.h"
#include "search/run.h"

/* What the algorithms of the library have of a run beside the public functions: the same by levels,
 * objectives in place of losses, and what no host has a use for. */

/* How policies are evaluated. */
typedef enum
{
  DEID_EVALUATION_ROLLING, /* of the classes of specializations that were kept; the default */
  DEID_EVALUATION_ROLLING_OF_ALL, /* and what is no solution has an objective, too */
  DEID_EVALUATION_PLAIN,          /* of the whole table each time */
  DEID_EVALUATION_WALKING         /* from one policy to the next, if the problem is one for that */
} DeidEvaluationKind;

struct DeidSearchContext
{
  DeidRun *run;
  DeidEvaluationKind evaluation;
  DeidEvaluator *evaluator; /* one of these; NULL until a policy is first evaluated */
  DeidGroupingEvaluator grouping;
  DeidWalkingEvaluator walking;
  DeidVerdict verdict; /* on the policy evaluated last */
  gboolean has_sums;
  DeidClassSums sums;             /* for bounds if classes are costed */
  DeidAlternatives *alternatives; /* that the algorithm found, or NULL if it looks for none */
};

/* To be called before the first policy is evaluated. */
void deid_search_context_choose_evaluation (DeidSearchContext *context,
                                            DeidEvaluationKind evaluation);

static inline const DeidPreparedProblem *
deid_search_context_get_prepared (const DeidSearchContext *context)
{
  return context->run->prepared;
}

/* Returns: the lattice as its members are seen inside. */
static inline const DeidLattice *
deid_search_context_get_own_lattice (const DeidSearchContext *context)
{
  return context->run->prepared->lattice;
}

/* Returns: the run, for an algorithm of several threads, which share it. */
static inline DeidRun *
deid_search_context_get_run (DeidSearchContext *context)
{
  return context->run;
}

/* Tells whether the run has ended, without a look at the limits. */
static inline gboolean
deid_search_context_has_ended (const DeidSearchContext *context)
{
  return deid_run_has_ended (context->run);
}

/* Ends the run with an error, which is taken. */
static inline void
deid_search_context_fail (DeidSearchContext *context, GError *error)
{
  deid_run_fail (context->run, error);
}

/* The public function, of levels that lie in the lattice. */
gboolean deid_search_context_evaluate_levels (DeidSearchContext *context, const DeidLevel *levels);

/* Returns: the verdict on the policy evaluated last. */
static inline const DeidVerdict *
deid_search_context_get_verdict (const DeidSearchContext *context)
{
  return &context->verdict;
}

/* Evaluates a policy that was evaluated before, which does not count, and adds what it releases to
 * a risk. Returns: whether it was measured; otherwise the run has ended. */
gboolean deid_search_context_measure (DeidSearchContext *context, const DeidLevel *levels,
                                      DeidVerdict *verdict, DeidRiskSum *risk);

/* Returns: a number that the objective of a policy, and of all its generalizations, is not below;
 * 0 if a model failed, which ends the run. */
double deid_search_context_get_objective_bound (DeidSearchContext *context,
                                                const DeidLevel *levels);

/* Tells whether a policy with these levels, or any generalization of it, may come before the best
 * solution so far, given the bound above or as it is. */
gboolean deid_search_context_bound_may_improve (const DeidSearchContext *context, double bound,
                                                const DeidLevel *levels);
gboolean deid_search_context_levels_may_improve (DeidSearchContext *context,
                                                 const DeidLevel *levels);

/* Says what the objective of no solution that is still to be found is below. */
void deid_search_context_raise_objective_bound (DeidSearchContext *context, double bound);

/* Gives the result alternatives, which are taken. */
void deid_search_context_take_alternatives (DeidSearchContext *context,
                                            DeidAlternatives *alternatives);

/* Runs a search on a view of a problem, such as one with another limit, for a policy that is better
 * than one that is known: @best has its levels and verdict, and gets those of the best policy that
 * was found, if there is one. What the search says of a proof is left out. @n_evaluated, unless it
 * is %NULL, gets the number of policies evaluated.
 *
 * Errors: those of the search, of the models; @best may have changed then. */
gboolean deid_search_improve (DeidSearch *search, const DeidPreparedProblem *view,
                              GCancellable *cancellable, DeidIncumbent *best, guint64 *n_evaluated,
                              GError **error);

/* Calls the algorithm; what it fails with is the run's failure. */
void deid_search_context_call (DeidSearchContext *context, DeidSearchRunFunc algorithm,
                               gpointer data);

void deid_search_context_clear (DeidSearchContext *context);
