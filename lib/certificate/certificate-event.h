/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json.h"
#include "certificate/cut-check.h"
#include "evaluation/plain-evaluator.h"
#include "lattice/lattice-private.h"

/* The walk of a proof through the tree of boxes (search/interval/prove.h): which box [lo, hi] is at
 * hand, and which lower parts of the boxes above it are still to come. Every step checks that it
 * lies in the box, so that when no box is left each policy of the lattice was settled by some step.
 */
typedef struct
{
  guint n_dimensions;
  DeidLevel *lo;
  DeidLevel *hi;
  gboolean is_complete; /* no box is left */
  DeidLevel *pending;   /* lo and hi of each part to come */
  guint64 pending_capacity;
  guint64 n_pending;
  double n_settled; /* policies */
} DeidWalk;

gboolean deid_walk_init (DeidWalk *walk, const DeidLattice *lattice, GError **error);
void deid_walk_clear (DeidWalk *walk);

/* The steps. They take numbers as they were read.
 *
 * Errors: %DEID_ERROR_CERTIFICATE for a step out of the box. */
gboolean deid_walk_split (DeidWalk *walk, guint64 dimension, guint64 level, GError **error);
gboolean deid_walk_cut (DeidWalk *walk, guint64 dimension, guint64 level, GError **error);
gboolean deid_walk_lower (DeidWalk *walk, guint64 dimension, guint64 ceiling, GError **error);
gboolean deid_walk_leave (DeidWalk *walk, guint64 dimension, guint64 lo, guint64 hi,
                          GError **error);
gboolean deid_walk_settle (DeidWalk *walk, GError **error);

/* Tells whether a dimension and a level split the box: some policies in it are up to the level, and
 * some above. Errors: %DEID_ERROR_CERTIFICATE. */
gboolean deid_walk_check (const DeidWalk *walk, guint64 dimension, guint64 level, GError **error);

/* Tells whether the levels from @lo to @hi are some, but not all, that the box has in a dimension.
 * Errors: %DEID_ERROR_CERTIFICATE. */
gboolean deid_walk_check_left (const DeidWalk *walk, guint64 dimension, guint64 lo, guint64 hi,
                               GError **error);

/* A proof that is being checked, event by event. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidLevel *optimum;
  double objective; /* of the optimum */
  const DeidStop *stop;
  DeidWalk walk;
  DeidPlainEvaluator corner; /* hi of the box */
  DeidPlainEvaluator side;   /* the upper corner of a part that is cut off */
  DeidLevel *probe;
  guint64 *counts;      /* of each model */
  guint64 n_evaluated;  /* policies, the optimum included */
  DeidCutCheck cuts;    /* used if the lattice has cuts, as all that follows */
  guint64 *multipliers; /* of the event at hand */
  DeidLevel *box_lo;    /* the box before it */
  DeidLevel *box_hi;
} DeidProofCheck;

gboolean deid_proof_check_init (DeidProofCheck *check, const DeidPreparedProblem *prepared,
                                const DeidLevel *optimum, const DeidStop *stop, GError **error);
void deid_proof_check_clear (DeidProofCheck *check);

/* Reads the line before the events of a lattice with cuts; the objective of the optimum is known.
 * Errors: those of deid_cut_check_init(). */
gboolean deid_proof_check_read_prices (DeidProofCheck *check, const DeidJsonValue *root,
                                       GError **error);

/* Checks an event: that it has its form, that it lies in the box at hand, and that its reason
 * holds.
 *
 * Errors: %DEID_ERROR_CERTIFICATE, and those of evaluations. */
gboolean deid_proof_check_event (DeidProofCheck *check, const DeidJsonValue *event, GError **error);
