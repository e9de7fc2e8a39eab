/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "evaluation/walking-evaluator.h"
#include "quality/class-sums.h"
#include "search/search-context.h"

struct DeidSearchContext
{
  DeidRun *run;
  DeidEvaluationKind evaluation;
  DeidEvaluator *evaluator; /* one of these; NULL until a policy is first evaluated */
  DeidGroupingEvaluator grouping;
  DeidWalkingEvaluator walking;
  DeidVerdict verdict; /* on the policy evaluated last */
  DeidPolicy *best;    /* made of the incumbent when it was asked for last */
  gint best_version;
  gboolean has_sums;
  DeidClassSums sums;             /* for bounds if classes are costed */
  DeidAlternatives *alternatives; /* that the algorithm found, or NULL if it looks for none */
};

/* Calls the algorithm; what it fails with is the run's failure. */
void deid_search_context_call (DeidSearchContext *context, DeidSearchRunFunc algorithm,
                               gpointer data);

void deid_search_context_clear (DeidSearchContext *context);
