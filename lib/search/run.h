/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/checker.h"

/* One run of an algorithm: what it has found so far, and when it must end. */
typedef struct
{
  const DeidSearch *search;
  DeidInstance instance;
  DeidChecker checker;
  DeidStop stop;
  gint64 start; /* of g_get_monotonic_time() */
  gint64 last_report;
  guint64 n_evaluated; /* policies; one that is evaluated again counts once */

  gboolean has_incumbent;
  DeidLevel *incumbent;
  DeidVerdict incumbent_verdict;

  const DeidLevel *given; /* the only policy to evaluate, or NULL */

  /* No solution that is still to be found has a smaller objective: at first that of the original
   * data, then raised by the algorithm. */
  double lower_bound;
  double n_open;     /* policies that are not settled; kept by the algorithm */
  gboolean complete; /* set by the algorithm when nothing is left to do */

  DeidLevel *nearest; /* of the policies that are no solution, the one that suppresses least */
  guint64 nearest_n_suppressed;

  gboolean ended; /* by a limit, a cancellation or an error */
  DeidTermination termination;
  GError *error;
} DeidRun;

/* An algorithm visits policies until the run has ended or is complete. */
typedef void (*DeidAlgorithm) (DeidRun *run);

void deid_search_exhaustive (DeidRun *run);
void deid_search_interval (DeidRun *run);

/* Returns: whether one more policy may be evaluated; otherwise the run has ended. */
gboolean deid_run_may_evaluate (DeidRun *run);

/* Takes note of a policy that was evaluated and keeps it if it is the best so far. */
void deid_run_consider (DeidRun *run, const DeidLevel *levels, const DeidVerdict *verdict);

/* Evaluates a policy and keeps it if it is the best so far.
 * Returns: whether the algorithm may go on. */
gboolean deid_run_evaluate (DeidRun *run, const DeidLevel *levels, DeidVerdict *verdict);

/* Ends the run with an error, which is taken. */
void deid_run_fail (DeidRun *run, GError *error);

/* Tells whether the incumbent comes before, or is, a policy with this objective in the order of
 * objective, level sum and levels. Given a lower bound and the lowest of several policies, it tells
 * so of all of them. */
gboolean deid_run_is_dominated (const DeidRun *run, double objective, const DeidLevel *levels);
