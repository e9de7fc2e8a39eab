/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json.h"
#include "certificate/certificate-walk.h"
#include "certificate/cut-check.h"
#include "evaluation/plain-evaluator.h"

/* A proof that is being checked, event by event. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidLevel *optimum;
  double objective; /* of the optimum */
  const DeidStop *stop;
  DeidWalk walk;
  DeidPackedRows packed;
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

/* On failure it may be cleared, and nothing else. */
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
