/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"
#include "evaluation/grouping-evaluator.h"
#include "search/interval/prove.h"

#define MAX_POLICIES 256 /* of a random problem */
#define MAX_OPEN     64

/* A set of policies. */
typedef struct
{
  DeidLevel lo[MAX_ATTRIBUTES];
  DeidLevel hi[MAX_ATTRIBUTES];
} ProofBox;

/* Judges each event of a proof by what the grouping evaluator says of each policy on its own.
 * Claims that are false are counted, not asserted, so that a test can tell what was false. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint n_dimensions;
  guint n_policies;
  DeidLevel levels[MAX_POLICIES][MAX_ATTRIBUTES];
  DeidVerdict verdicts[MAX_POLICIES];
  gboolean settled[MAX_POLICIES];
  guint best; /* the first policy in the order of objective, level sum and levels */
  guint n_solutions;
  DeidGroupingEvaluator evaluator;

  ProofBox open[MAX_OPEN]; /* the last one is the current box */
  guint n_open;
  guint n_events[6]; /* in the order of the slots */

  guint n_seen;
  guint fail_at;           /* the event, by its number, that does the following */
  const GError *failure;   /* fails with a copy of this, unless NULL */
  GCancellable *cancelled; /* cancels this, unless NULL */
} RecordedProof;

extern const DeidProofFuncs recorded_proof_funcs;

void recorded_proof_init (RecordedProof *proof, const DeidPreparedProblem *prepared);
void recorded_proof_clear (RecordedProof *proof);

/* Whether every policy was settled. */
gboolean recorded_proof_is_complete (const RecordedProof *proof);
