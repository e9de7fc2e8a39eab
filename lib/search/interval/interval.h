/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"
#include "search/interval/cuts/descent.h"
#include "search/interval/deduction.h"
#include "search/interval/growth.h"
#include "search/interval/open-boxes.h"
#include "search/interval/prove.h"
#include "search/run.h"

/* The policies evaluated for the first incumbent, which the search may come to again. */
typedef struct
{
  DeidLevel *levels; /* of all, one after another */
  guint64 n;
  guint64 capacity; /* in levels */
} DeidProbes;

gboolean deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels,
                              guint n_dimensions);

/* What is still open of a box; its upper corner hi is refined.levels. */
typedef struct DeidBox DeidBox;
struct DeidBox
{
  DeidLevel *lo;
  DeidRefined refined;
  double bound;
  double n_policies;
  guint kind;           /* for the effort */
  guint16 *multipliers; /* with cuts, of its bound */
  gboolean is_top;      /* with cuts: it has no multipliers yet */
  DeidBox *next;        /* among spare boxes */
};

/* When a worker works on the box of the least bound. */
typedef struct
{
  guint64 n_before; /* evaluations without that, */
  guint one_in;     /* and of how many that follow one may be spent on it */
} DeidTurns;

typedef struct
{
  DeidTurns turns;  /* without cuts */
  guint64 max_runs; /* with cuts, see deid_cut_space_init() */
} DeidIntervalOptions;

/* Returns: (transfer full): the optimal search with options of its own, which must outlive it. */
DeidSearch *deid_interval_search_new (const DeidIntervalOptions *options);

/* What a worker has of boxes. */
typedef struct
{
  double lower_bound;
  double n_policies;
  double n_evaluations; /* that they are expected to take */
} DeidHeld;

/* What the workers of one search share. */
typedef struct
{
  DeidRun *run;
  const DeidTurns *turns;
  const DeidLattice *lattice;
  gboolean has_cuts;
  DeidCutSpace space;  /* with cuts; otherwise */
  guint n_row_threads; /* among which the rows of each evaluation are divided */
  DeidSteps steps;
  DeidGrowth growth;
  DeidProbes probes;           /* not changed once workers run */
  const DeidProofFuncs *proof; /* to be told of each step, or NULL */
  gpointer proof_data;

  GMutex mutex; /* guards all that follows */
  GCond cond;
  DeidOpenBoxes boxes; /* that no worker has */
  DeidEffort effort;
  guint n_workers;
  gint n_waiting; /* workers; atomic */
  gboolean done;
  DeidHeld *held; /* by each worker */
} DeidInterval;

/* Lattices below this size are small: health (1,200,000 rows) takes 273 evaluations instead of 411,
 * mach2019-12 would take 8,497 instead of 7,914 and creditcard-14 11,394 instead of 6,117. */
#define DEID_N_POLICIES_IN_ORDER 1e5

static inline gboolean
deid_interval_is_small (const DeidLattice *lattice)
{
  return deid_lattice_get_size_as_double (lattice) < DEID_N_POLICIES_IN_ORDER;
}

/* Returns: the bytes that workers share. */
guint64 deid_interval_get_n_bytes (const DeidInterval *interval);

/* The expansion of a box. */
typedef struct
{
  gboolean is_known;
  gboolean is_least;   /* it was that of the least bound */
  guint kind;          /* of the box */
  guint64 height;      /* of the stack before */
  guint64 n_evaluated; /* by the worker before */
} DeidExpansion;

/* A thread's part of a search. */
typedef struct
{
  DeidInterval *interval;
  guint number;
  guint16 *multipliers;          /* room for those of a box with cuts */
  DeidCutBound cuts;             /* used if there are cuts, */
  DeidDescent descent;           /* by the first worker, */
  DeidRefiningEvaluator refiner; /* and otherwise */
  guint64 n_evaluated;           /* policies, by this worker */
  guint64 n_spent_on_least; /* of these, on boxes of the least bound, restoring them included */
  DeidExpansion last;
  DeidBox *top;    /* the whole lattice, once boxes were restored from it; or NULL */
  DeidBox **stack; /* open boxes, apart from the one being expanded */
  guint64 n_stack;
  guint64 stack_capacity;
  DeidBox *spare;          /* boxes to be used again */
  DeidIncumbent incumbent; /* a copy of the run's */
  gint incumbent_version;
  DeidLevel *probe;
  DeidLevel *ceiling;
  double *bounds;                       /* of what the ceiling cuts off */
  double *expected;                     /* growth, */
  const double **expected_of_dimension; /* as the refiner wants it */
  DeidDeduction deduction;
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

/* Counts the policies of a box whose corners are set, and finds its kind by its bound. */
void deid_worker_describe (const DeidWorker *worker, DeidBox *box);

/* Tells the run of a better bound of the box that is being expanded. */
void deid_worker_publish_bound (DeidWorker *worker, const DeidBox *box);

/* Takes note of a policy that was evaluated as the upper corner of a box, and keeps it as evidence,
 * which no proof needs. A limit of steps that is reached ends the run, unless the policy is one of
 * those evaluated for the first incumbent, which count once. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_worker_consider (DeidWorker *worker, const DeidRefined *refined, gboolean feasible,
                               GError **error);

/* Works on open boxes until none is left anywhere or the run has ended. */
void deid_worker_run (DeidWorker *worker);

/* Shares the boxes of the first worker with as many threads as the search may use. */
void deid_interval_run_workers (DeidInterval *interval, DeidWorker *first);

/* Settles a box but for parts of it that become boxes on the stack. */
gboolean deid_worker_expand (DeidWorker *worker, DeidBox *box, GError **error);

/* The same of a lattice with cuts. */
gboolean deid_worker_expand_cuts (DeidWorker *worker, DeidBox *box, GError **error);

/* Tells the proof what the bounds of boxes with cuts are counted in. */
gboolean deid_worker_prove_units (DeidWorker *worker, GError **error);

/* Takes over what others found. */
void deid_worker_update_incumbent (DeidWorker *worker);

/* Finds a good first incumbent.
 *
 * Returns: FALSE with an error if memory or the models fail; the run may have ended. */
gboolean deid_worker_find_incumbent (DeidWorker *worker, const DeidRefined *top, GError **error);
