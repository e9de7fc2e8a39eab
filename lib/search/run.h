/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "partition/partition.h"
#include "search/statistics-private.h"

/* The best solution found so far. */
typedef struct
{
  gboolean exists;
  DeidLevel *levels;
  DeidVerdict verdict;
} DeidIncumbent;

/* Tells whether the incumbent, if there is one, comes before or is each of the policies that
 * deid_policy_comes_first() tells of. */
gboolean deid_incumbent_dominates (const DeidIncumbent *incumbent, double objective,
                                   const DeidLevel *levels, guint n_dimensions);

/* When the best loss so far became less. */
typedef struct
{
  double seconds; /* of the search, preparation left out */
  guint64 n_evaluated;
  double objective;
} DeidImprovement;

typedef struct
{
  DeidImprovement *list;
  guint64 n;
  guint64 list_capacity;
} DeidImprovements;

/* Of the policies that are no solution, one that suppresses the fewest records. */
typedef struct
{
  DeidLevel *levels;
  guint64 n_suppressed;
} DeidNearest;

/* What is not settled yet. */
typedef struct
{
  double lower_bound; /* of the objective of any solution still to be found */
  double n_policies;
  double work; /* an estimate of the share of the work that is left */
} DeidOpen;

/* One run of an algorithm: what it has found so far, and when it must end. Threads may share it. */
typedef struct
{
  const DeidSearch *search;
  const DeidPreparedProblem *prepared;
  DeidStop stop;
  gint64 start;         /* of g_get_monotonic_time() */
  gint64 search_start;  /* when all was prepared */
  const GThread *owner; /* the thread that called run, which alone reports progress */
  gint64 last_report;

  GMutex mutex;             /* guards all that follows */
  guint64 n_evaluated;      /* policies; a search of a host may count one again */
  DeidIncumbent incumbent;  /* whose change raises the version */
  gint incumbent_version;   /* atomic */
  DeidPartition *partition; /* of a local recoding, which the incumbent is then; NULL of a policy */
  DeidNearest nearest;
  DeidOpen open;
  double claimed_bound; /* of the loss of any solution, as the algorithm says */
  guint64 *prices;      /* of combinations, that bound the loss of all local recodings; or NULL */
  gint64 evaluating;    /* microseconds, of all threads together */
  DeidImprovements improvements;
  DeidStatistics *statistics; /* those of the algorithm's own */
  guint64 n_bytes;            /* that the algorithm held at most */
  gboolean is_proof;          /* if it completes, the algorithm proves the optimum */
  gboolean complete;          /* nothing is left to do */
  gint ended;                 /* atomic; by a limit, a cancellation or an error */
  DeidTermination termination;
  GError *error;
} DeidRun;

/* @start is when preparing the problem began. */
gboolean deid_run_init (DeidRun *run, const DeidSearch *search, const DeidPreparedProblem *prepared,
                        GCancellable *cancellable, gint64 start, GError **error);
void deid_run_clear (DeidRun *run);

static inline gboolean
deid_run_has_ended (const DeidRun *run)
{
  return g_atomic_int_get (&run->ended);
}

/* Ends the run if it was cancelled or its time is over. Returns: whether it has not ended. A step
 * limit ends it only when one more policy is to be evaluated. */
gboolean deid_run_may_go_on (DeidRun *run);

/* Returns: whether one more policy may be evaluated; otherwise the run has ended. */
gboolean deid_run_may_evaluate (DeidRun *run);

/* Takes note of a policy that was evaluated and keeps it if it is the best so far. */
void deid_run_consider (DeidRun *run, const DeidLevel *levels, const DeidVerdict *verdict);

/* The same of a local recoding that was judged, which is taken. The levels of the incumbent say
 * nothing then. */
void deid_run_take_partition (DeidRun *run, DeidPartition *partition);

/* Ends the run, which is then not complete. */
void deid_run_end (DeidRun *run, DeidTermination termination);

/* Takes note of the time that evaluations took. */
void deid_run_add_evaluating (DeidRun *run, gint64 microseconds);

/* Returns: how many policies were evaluated. */
guint64 deid_run_count_evaluated (DeidRun *run);

/* Takes note of what is not settled yet. The lower bound never falls, the other numbers never
 * rise. */
void deid_run_set_open (DeidRun *run, const DeidOpen *open);

/* Tells what no solution's loss is below, at most @loss. To be called with the mutex held. Errors:
 * those of deid_loss_from_objective(). */
gboolean deid_run_find_lower_bound (const DeidRun *run, double loss, double *bound, GError **error);

/* Returns: the loss that an objective makes, or @otherwise if it cannot be told, which ends the run
 * also if a limit came before. */
double deid_run_get_loss (DeidRun *run, double objective, double otherwise);

/* Calls the progress function if it is time, or in any case; nothing in other threads than the
 * owner. */
void deid_run_report (DeidRun *run, gboolean in_any_case);

/* Ends the run with an error, which is taken. The first one counts. */
void deid_run_fail (DeidRun *run, GError *error);

/* Sets the error of a run that was complete and found no solution: why the nearest of the policies
 * evaluated is none, or what kept it from being told. A run that is
 * no search was given the one policy. */
void deid_run_explain_no_solution (const DeidRun *run, gboolean is_search, GError **error);

/* Sets the error of a run of a problem that was cancelled before it found a solution. */
void deid_run_fail_cancelled (const DeidProblem *problem, GError **error);

/* Sets the error of a run that ended before it found a solution. */
void deid_run_explain_end (DeidRun *run, GError **error);
