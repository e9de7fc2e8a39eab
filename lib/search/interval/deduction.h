/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"
#include "search/interval/growth.h"

/* Measured: without a limit, creditcard-19 takes 5 % fewer evaluations, and as much time; with
 * 1,024, it takes 3 % more evaluations. */
#define DEID_N_BARRIERS 4096

/* The policies last found to be infeasible. No specialization of such a policy is a solution, so
 * each solution is above each of them in some dimension. */
typedef struct
{
  const DeidGrowth *growth; /* gives levels their numbers */
  DeidLevel *levels;        /* of each barrier */
  guint64 *reaching; /* for each level above 0, one bit for each barrier that is not below it */
  guint64 *found;
  guint n;
  guint next; /* the barrier to replace next */
} DeidBarriers;

gboolean deid_barriers_init (DeidBarriers *barriers, const DeidGrowth *growth, GError **error);
void deid_barriers_clear (DeidBarriers *barriers);

void deid_barriers_add (DeidBarriers *barriers, const DeidLevel *levels);

static inline const DeidLevel *
deid_barriers_get (const DeidBarriers *barriers, guint barrier)
{
  return barriers->levels + (gsize) barrier * barriers->growth->lattice->n_dimensions;
}

/* Finds barriers that are below @levels in no dimension, at most @n_most. Returns: their number. */
guint deid_barriers_find (DeidBarriers *barriers, const DeidLevel *levels, guint n_most,
                          guint *found);

/* A way past a barrier: a dimension and the lowest level in it that is above the barrier. */
typedef struct
{
  guint dimension;
  guint level;
} DeidWay;

/* Narrows a box [lo, hi] without evaluations, by barriers and by the cost of raising lo. */
typedef struct
{
  const DeidGrowth *growth; /* gives levels their numbers */
  DeidBarriers barriers;
  double *costs; /* of each level, also level 0: what the bound of the box gains if lo is raised to
                    it in one dimension */
  double slack; /* how much the bound may gain; unless INFINITY, the gains of several dimensions are
                   added up */
  guint *found;
  DeidWay *ways; /* ways past each barrier in front of the box, barrier by barrier */
  guint *ends;   /* of the ways past each barrier */
  guint n;       /* barriers in front of the box */
  DeidLevel *probe;
} DeidDeduction;

gboolean deid_deduction_init (DeidDeduction *deduction, const DeidGrowth *growth, GError **error);
void deid_deduction_clear (DeidDeduction *deduction);
guint64 deid_deduction_get_n_bytes (const DeidDeduction *deduction);

/* Returns: the cost of a level. */
static inline double *
deid_deduction_get_cost (const DeidDeduction *deduction, guint dimension, guint level)
{
  return &deduction->costs[deduction->growth->first[dimension] + dimension + level];
}

/* Raises @lo and lowers @hi as far as this leaves out no better policy of the box. The costs are
 * those of the levels from @lo to @hi, and 0 at @lo. Returns: FALSE if there is no better policy in
 * the box. */
gboolean deid_deduction_narrow (DeidDeduction *deduction, DeidLevel *lo, DeidLevel *hi);

#define DEID_N_EVIDENCE 64

/* What an evaluated, feasible policy z tells: each specialization of z suppresses at least S°(z).
 */
typedef struct
{
  DeidLevel *levels;  /* z */
  DeidRowSet removed; /* S°(z) */
  guint dimension;    /* the only dimension in which z is below the policy last compared with, or
                         DEID_NO_DIMENSION */
} DeidEvidence;

/* The evidence found last. Unlike what is known at the upper corner of a box, evidence is about a
 * part of the box only, and may come from another box. */
typedef struct
{
  guint n_dimensions;
  guint64 n_rows;
  DeidEvidence items[DEID_N_EVIDENCE];
  guint n;
  guint next; /* the item to replace next */
} DeidEvidenceRing;

void deid_evidence_ring_init (DeidEvidenceRing *ring, guint n_dimensions, guint64 n_rows);
void deid_evidence_ring_clear (DeidEvidenceRing *ring);

gboolean deid_evidence_ring_add (DeidEvidenceRing *ring, const DeidRefined *refined,
                                 GError **error);

/* Compares all evidence with @hi, the upper corner of a box. */
void deid_evidence_ring_compare (DeidEvidenceRing *ring, const DeidLevel *hi);

/* Joins the evidence about exactly those policies of the box that are at most at @level in
 * @dimension: adds the rows that they suppress to @removed. Returns: whether there was any
 * evidence. */
gboolean deid_evidence_ring_join (const DeidEvidenceRing *ring, guint dimension, guint level,
                                  DeidRowSet *removed);
