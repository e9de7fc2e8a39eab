/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/verdict.h"
#include "figures/report-private.h"
#include "search/result-private.h"

/* A policy that would be better than the optimum, but suppresses too many records, or too many of a
 * group. */
typedef struct
{
  DeidPolicy *policy;
  double loss;
  guint64 n_suppressed;
  DeidVerdict verdict; /* without limits, which says which group would exceed its own */
  guint attribute;     /* raising it saves most, if it saves any */
  guint64 n_saved;
  guint64 *n_failing; /* records, for each model */
} DeidBlockedPolicy;

/* What blocks the policies next to an optimum: see deid_report_new_explanation(). */
typedef struct
{
  DeidResult *result;
  guint64 limit; /* records that may be suppressed */
  guint64 n_candidates;
  guint64 n_better;
  DeidBlockedPolicy *policies; /* nearest to the limit first */
  guint64 capacity;
  guint64 n_policies;
} DeidExplanation;

void deid_explanation_free (DeidExplanation *explanation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidExplanation, deid_explanation_free)
