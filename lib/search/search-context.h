/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"
#include "evaluation/grouping-evaluator.h"
#include "evaluation/walking-evaluator.h"

/* What a search sees of its run; it belongs to the thread that called run. */
struct DeidSearchContext
{
  DeidRun *run;
  DeidEvaluator *evaluator; /* one of these; NULL until a policy is first evaluated */
  DeidGroupingEvaluator grouping;
  DeidWalkingEvaluator walking;
  gboolean is_plain;     /* it groups the whole table each time */
  gboolean measures_all; /* also what is no solution */
  gboolean walks;        /* it follows the classes from one policy to the next instead */
  DeidVerdict verdict;   /* on the policy evaluated last */
  DeidPolicy *best;      /* made of the incumbent when it was asked for last */
  gint best_version;
};

void deid_search_context_clear (DeidSearchContext *context);

/* The public function, of levels that lie in the lattice. */
gboolean deid_search_context_evaluate_levels (DeidSearchContext *context, const DeidLevel *levels);

/* Evaluates a policy that was evaluated before, which does not count, and adds what it releases to
 * a risk. Returns: whether it was measured; otherwise the run has ended. */
gboolean deid_search_context_measure (DeidSearchContext *context, const DeidLevel *levels,
                                      DeidVerdict *verdict, DeidRiskSum *risk);
