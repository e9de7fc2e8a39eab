/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"
#include "search/interval/growth.h"

/* Without a limit creditcard-19 takes 5 % fewer evaluations, and as much time; with 1,024 it takes
 * 3 % more. */
#define DEID_N_BARRIERS 4096

/* Policies that are known to be infeasible, those found last. No specialization of them is a
 * solution, so that each solution is above each of them in some dimension. */
typedef struct
{
  const DeidGrowth *growth; /* which numbers levels */
  DeidLevel *levels;        /* of each barrier */
  guint64 *reaching;        /* for each level above 0 a bit for each barrier that is not below it */
  guint64 *found;
  guint n;
  guint next; /* barrier to be replaced */
} DeidBarriers;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure they may be cleared, and nothing else. */
gboolean deid_barriers_init (DeidBarriers *barriers, const DeidGrowth *growth, GError **error);
void deid_barriers_clear (DeidBarriers *barriers);

void deid_barriers_add (DeidBarriers *barriers, const DeidLevel *levels);

static inline const DeidLevel *
deid_barriers_get (const DeidBarriers *barriers, guint barrier)
{
  return barriers->levels + (gsize) barrier * barriers->growth->lattice->n_dimensions;
}

/* Finds barriers that are nowhere below @levels, at most @n_most of them.
 * Returns: their number. */
guint deid_barriers_find (DeidBarriers *barriers, const DeidLevel *levels, guint n_most,
                          guint *found);

/* A way past a barrier: to be at a level or above it in a dimension. */
typedef struct
{
  guint dimension;
  guint level;
} DeidWay;

/* Narrows a box [lo, hi] without evaluations, by barriers and by what it costs to raise lo. */
typedef struct
{
  const DeidGrowth *growth; /* which numbers levels */
  DeidBarriers barriers;
  double *costs; /* of each level, of level 0, too: what the bound of the box gains if lo is raised
                    to it in one dimension */
  double slack;  /* how much the bound may gain; what several dimensions add to it is added up
                    unless this is INFINITY */
  guint *found;
  DeidWay *ways; /* past each barrier that is before the box, those of one together */
  guint *ends;   /* of the ways past each */
  guint n;       /* such barriers */
  DeidLevel *probe;
} DeidDeduction;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_deduction_init (DeidDeduction *deduction, const DeidGrowth *growth, GError **error);
void deid_deduction_clear (DeidDeduction *deduction);
guint64 deid_deduction_get_n_bytes (const DeidDeduction *deduction);

/* Returns: the cost of a level. */
static inline double *
deid_deduction_get_cost (const DeidDeduction *deduction, guint dimension, guint level)
{
  return &deduction->costs[deduction->growth->first[dimension] + dimension + level];
}

/* Raises @lo and lowers @hi where no better policy of the box is left out. The costs are those of
 * the levels from @lo to @hi, and 0 at @lo.
 * Returns: FALSE if there is no better policy in the box. */
gboolean deid_deduction_narrow (DeidDeduction *deduction, DeidLevel *lo, DeidLevel *hi);

#define DEID_N_EVIDENCE 64

/* What was learnt at a policy z that was evaluated and is feasible: each specialization of it
 * suppresses at least S°(z). */
typedef struct
{
  DeidLevel *levels;  /* z */
  DeidRowSet removed; /* S°(z) */
  guint dimension;    /* the only one in which z is below the policy last compared with, or
                         DEID_NO_DIMENSION */
} DeidEvidence;

/* The evidence found last. Unlike what is known at the upper corner of a box, it speaks of a part
 * of the box only, and it may come from another box. */
typedef struct
{
  guint n_dimensions;
  guint64 n_rows;
  DeidEvidence items[DEID_N_EVIDENCE];
  guint n;
  guint next; /* item to be replaced */
} DeidEvidenceRing;

void deid_evidence_ring_init (DeidEvidenceRing *ring, guint n_dimensions, guint64 n_rows);
void deid_evidence_ring_clear (DeidEvidenceRing *ring);

/* Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_evidence_ring_add (DeidEvidenceRing *ring, const DeidRefined *refined,
                                 GError **error);

/* Compares all evidence with @hi, the upper corner of a box. */
void deid_evidence_ring_compare (DeidEvidenceRing *ring, const DeidLevel *hi);

/* Joins what speaks of exactly those policies of the box that are at most at @level in @dimension:
 * adds to @removed what they suppress.
 * Returns: whether there was any. */
gboolean deid_evidence_ring_join (const DeidEvidenceRing *ring, guint dimension, guint level,
                                  DeidRowSet *removed);
