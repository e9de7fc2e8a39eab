/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"

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

#define DEID_NO_DIMENSION G_MAXUINT

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
