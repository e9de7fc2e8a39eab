/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/plain-evaluator.h"
#include "certificate/certificate-walk.h"
#include "base/json/json-read.h"

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
  guint64 *counts;     /* of each model */
  guint64 n_evaluated; /* policies, the optimum included */
} DeidProofCheck;

/* On failure it may be cleared, and nothing else. */
gboolean deid_proof_check_init (DeidProofCheck *check, const DeidPreparedProblem *prepared,
                                const DeidLevel *optimum, const DeidStop *stop, GError **error);
void deid_proof_check_clear (DeidProofCheck *check);

/* Checks an event: that it has its form, that it lies in the box at hand, and that its reason
 * holds.
 *
 * Errors: %DEID_ERROR_CERTIFICATE, and those of evaluations. */
gboolean deid_proof_check_event (DeidProofCheck *check, const DeidJsonValue *event, GError **error);
