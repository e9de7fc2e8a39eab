/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "search/interval/prove.h"

/* How often each event was sent. */
typedef struct
{
  guint splits, cuts, lowers, infeasible, bounded, policies;
} ProofCounts;

/* Set before a proof: its random choices, and where its events are counted. */
extern GRand *plain_prover_rand;
extern ProofCounts plain_prover_counts;

/* Proves an optimum like deid_search_prove(), but at random and with no other means than the
 * grouping evaluator: each box is evaluated, and if it cannot be settled, or now and then though it
 * could be, it is lowered, cut or split anywhere. Trusts that the optimum is one: of what is none,
 * the proof is false. */
gboolean plain_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                      const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
                      const DeidStop *stop, GError **error);
