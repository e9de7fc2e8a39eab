/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"
#include "search/interval/cuts/descent.h"
#include "search/interval/deduction.h"
#include "search/interval/growth.h"
#include "search/interval/open-boxes.h"
#include "search/interval/prove.h"
#include "search/run.h"

/* The policies evaluated for the first incumbent. The search may evaluate them again. */
typedef struct
{
  DeidLevel *levels; /* of all policies, one after another */
  guint64 n;
  guint64 levels_capacity;
} DeidProbes;

gboolean deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels,
                              guint n_dimensions);

/* The open rest of a box. Its upper corner hi is refined.levels. */
typedef struct DeidBox DeidBox;
struct DeidBox
{
  DeidLevel *lo;
  DeidRefined refined;
  double bound;
  double n_policies;
  guint kind;           /* for the effort */
  guint16 *multipliers; /* with cuts: the multipliers of its bound */
  gboolean is_top;      /* with cuts: the box has no multipliers yet */
  DeidBox *next;        /* among spare boxes */
};

/* When a worker expands the box with the least bound. */
typedef struct
{
  guint64 n_before; /* evaluations before the first such turn, */
  guint one_in;     /* and then the turns may take one evaluation in this many */
} DeidTurns;

typedef struct
{
  DeidTurns turns;  /* without cuts */
  guint64 max_runs; /* with cuts: see deid_cut_space_init() */
} DeidIntervalOptions;

/* Returns: (transfer full): the optimal search with these options, which must outlive it. */
DeidSearch *deid_interval_search_new (const DeidIntervalOptions *options);

/* The boxes that a worker holds. */
typedef struct
{
  double lower_bound;
  double n_policies;
  double n_evaluations; /* that they will probably take */
} DeidHeld;

/* What the workers of one search share. */
typedef struct
{
  DeidRun *run;
  const DeidTurns *turns;
  const DeidLattice *lattice;
  gboolean has_cuts;
  DeidCutSpace space;  /* with cuts; the others without: */
  guint n_row_threads; /* share the rows of each evaluation */
  DeidSteps steps;
  DeidGrowth growth;
  DeidProbes probes;           /* constant once workers run */
  const DeidProofFuncs *proof; /* receives each step, or NULL */
  gpointer proof_data;

  GMutex mutex; /* guards all fields below */
  GCond cond;
  DeidOpenBoxes boxes; /* held by no worker */
  DeidEffort effort;
  guint n_workers;
  gint n_waiting; /* workers; atomic */
  gboolean done;
  DeidHeld *held; /* for each worker */
} DeidInterval;

/* Lattices below this size are small. Measured with and without this rule: health (1,200,000 rows)
 * takes 273 evaluations instead of 411, but mach2019-12 would take 8,497 instead of 7,914, and
 * creditcard-14 11,394 instead of 6,117. */
#define DEID_N_POLICIES_IN_ORDER 1e5

static inline gboolean
deid_interval_is_small (const DeidLattice *lattice)
{
  return deid_lattice_get_size_as_double (lattice) < DEID_N_POLICIES_IN_ORDER;
}

/* Returns: the memory that workers share, in bytes. */
guint64 deid_interval_get_n_bytes (const DeidInterval *interval);

/* The expansion of a box. */
typedef struct
{
  gboolean is_known;
  gboolean is_least;   /* it was the box with the least bound */
  guint kind;          /* of the box */
  guint64 height;      /* of the stack before the expansion */
  guint64 n_evaluated; /* by the worker, before the expansion */
} DeidExpansion;

/* A thread's part of a search. */
typedef struct
{
  DeidInterval *interval;
  guint number;
  guint16 *multipliers;          /* scratch, for a box with cuts */
  DeidCutBound cuts;             /* with cuts, */
  DeidDescent descent;           /* with cuts, for the first worker, */
  DeidRefiningEvaluator refiner; /* without cuts */
  guint64 n_evaluated;           /* policies evaluated by this worker */
  guint64 n_spent_on_least;      /* of these, on boxes of the least bound, also to restore them */
  DeidExpansion last;
  DeidBox *top;    /* the whole lattice, once boxes have been restored from it; or NULL */
  DeidBox **stack; /* open boxes, without the one being expanded */
  guint64 n_stack;
  guint64 stack_capacity;
  DeidBox *spare;          /* boxes for reuse */
  DeidIncumbent incumbent; /* a copy of the run's */
  gint incumbent_version;
  DeidLevel *probe;
  DeidLevel *ceiling;
  double *bounds;                       /* of the parts above the ceiling */
  double *expected;                     /* growth, */
  const double **expected_of_dimension; /* as the refiner wants it */
  DeidDeduction deduction;
  DeidEvidenceRing evidence;
  DeidRowSet known; /* rows that the policies of a part of a box suppress */
  guint32 *rows;
} DeidWorker;

gboolean deid_worker_init (DeidWorker *worker, DeidInterval *interval, guint number,
                           GError **error);
void deid_worker_clear (DeidWorker *worker);

guint64 deid_worker_get_n_bytes (const DeidWorker *worker);

/* Makes the whole lattice the first open box. @top becomes NULL if it has no solution. */
gboolean deid_worker_start (DeidWorker *worker, const DeidBox **top, GError **error);

/* Returns: (nullable): an unused box. */
DeidBox *deid_worker_get_box (DeidWorker *worker, GError **error);
void deid_worker_release_box (DeidWorker *worker, DeidBox *box);

gboolean deid_worker_push (DeidWorker *worker, DeidBox *box, GError **error);

/* Counts the policies of a box with set corners, and finds its kind by its bound. */
void deid_worker_describe (const DeidWorker *worker, DeidBox *box);

/* Reports a better bound of the box that is being expanded to the run. */
void deid_worker_publish_bound (DeidWorker *worker, const DeidBox *box);

/* Considers a policy that was evaluated as the upper corner of a box, and keeps it as evidence,
 * which no proof needs. If the limit of steps is reached, the run ends, unless the policy was
 * evaluated for the first incumbent: such policies count once. */
gboolean deid_worker_consider (DeidWorker *worker, const DeidRefined *refined, gboolean feasible,
                               GError **error);

/* Expands open boxes until none is left anywhere or the run has ended. */
void deid_worker_run (DeidWorker *worker);

/* Shares the boxes of the first worker among as many threads as the search may use. */
void deid_interval_run_workers (DeidInterval *interval, DeidWorker *first);

/* Settles a box, except parts of it that become boxes on the stack. */
gboolean deid_worker_expand (DeidWorker *worker, DeidBox *box, GError **error);

/* The same for a lattice with cuts. */
gboolean deid_worker_expand_cuts (DeidWorker *worker, DeidBox *box, GError **error);

/* Tells the proof the units of bounds of boxes with cuts. */
gboolean deid_worker_prove_units (DeidWorker *worker, GError **error);

/* Takes over a better incumbent that other workers found. */
void deid_worker_update_incumbent (DeidWorker *worker);
