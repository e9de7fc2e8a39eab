/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/evidence.h"
#include "search/interval/growth.h"
#include "search/interval/probes.h"
#include "search/interval/proof.h"
#include "search/run.h"

/* What is still open of a box; its upper corner hi is refined.levels. */
typedef struct DeidBox DeidBox;
struct DeidBox
{
  DeidLevel *lo;
  DeidRefined refined;
  double bound;
  double work;   /* its share of the whole: each split halves it (Kilby, Slaney, Thiébaux, Walsh:
                    Estimating Search Tree Size, AAAI 2006) */
  DeidBox *next; /* among spare boxes */
};

/* What the workers of one search share. */
typedef struct
{
  DeidRun *run;
  const DeidLattice *lattice;
  DeidSteps steps;
  DeidGrowth growth;
  DeidProbes probes;           /* not changed once workers run */
  const DeidProofFuncs *proof; /* to be told of each step, or NULL */
  gpointer proof_data;

  GMutex mutex; /* guards all that follows */
  GCond cond;
  DeidBox **queue; /* boxes that no worker has */
  guint64 n_queue;
  guint64 queue_capacity;
  guint n_workers;
  gint n_waiting; /* workers; atomic */
  gboolean done;
  DeidOpen *open; /* of each worker */
} DeidInterval;

gboolean deid_interval_init (DeidInterval *interval, DeidRun *run, guint n_workers, GError **error);
void deid_interval_clear (DeidInterval *interval);

/* Returns: the bytes that workers share. */
guint64 deid_interval_get_n_bytes (const DeidInterval *interval);

/* A thread's part of a search. */
typedef struct
{
  DeidInterval *interval;
  guint number;
  DeidRefiningEvaluator refiner;
  DeidBox **stack; /* open boxes, apart from the one being expanded */
  guint64 n_stack;
  guint64 stack_capacity;
  DeidBox *spare;          /* boxes to be used again */
  DeidIncumbent incumbent; /* a copy of the run's */
  gint incumbent_version;
  DeidLevel *probe;
  DeidLevel *ceiling;
  double *bounds;   /* of what the ceiling cuts off */
  double *expected; /* growth */
  DeidEvidenceRing evidence;
  DeidRowSet known; /* rows that a part of a box suppresses */
  guint32 *rows;
} DeidWorker;

gboolean deid_worker_init (DeidWorker *worker, DeidInterval *interval, guint number,
                           GError **error);
void deid_worker_clear (DeidWorker *worker);

guint64 deid_worker_get_n_bytes (const DeidWorker *worker);

/* Makes the whole lattice the first open box; @top becomes NULL if nothing in it is a solution. */
gboolean deid_worker_start (DeidWorker *worker, const DeidBox **top, GError **error);

/* Returns: (nullable): an unused box. */
DeidBox *deid_worker_get_box (DeidWorker *worker, GError **error);
void deid_worker_release_box (DeidWorker *worker, DeidBox *box);

gboolean deid_worker_push (DeidWorker *worker, DeidBox *box, GError **error);

/* Takes note of a policy that was evaluated as the upper corner of a box, and keeps it as evidence,
 * which no proof needs. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_worker_consider (DeidWorker *worker, const DeidRefined *refined, gboolean feasible,
                               GError **error);

static inline gboolean
deid_worker_is_dominated (const DeidWorker *worker, double bound, const DeidLevel *lo)
{
  return deid_incumbent_dominates (&worker->incumbent, bound, lo,
                                   worker->interval->lattice->n_dimensions);
}

/* Works on open boxes until none is left anywhere or the run has ended. */
void deid_worker_run (DeidWorker *worker);

/* Shares the boxes of the first worker with as many threads as the search may use. */
void deid_interval_run_workers (DeidInterval *interval, DeidWorker *first);

/* Narrows a box until nothing changes; @open becomes FALSE if it is settled or the run has
 * ended. */
gboolean deid_worker_tighten (DeidWorker *worker, DeidBox *box, gboolean *open, GError **error);

/* Settles a box but for parts of it that become boxes on the stack. */
gboolean deid_worker_expand (DeidWorker *worker, DeidBox *box, GError **error);

/* Finds a good first incumbent.
 *
 * Returns: FALSE with an error if memory or the models fail; the run may have ended. */
gboolean deid_worker_find_incumbent (DeidWorker *worker, const DeidRefined *top, GError **error);
