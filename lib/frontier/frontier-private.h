/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/problem-private.h"
#include "figures/report-private.h"

/* The values of the parameter, first to last, that one policy is the optimum of. */
typedef struct
{
  guint64 first;
  guint64 last;
  DeidPolicy *policy;
  double loss;
  guint64 n_suppressed;
} DeidFrontierStep;

/* See deid_report_new_frontier(). */
typedef struct
{
  DeidProblem *problem;
  gboolean is_k;
  guint64 first; /* of all values */
  guint64 last;
  guint64 n_records;
  DeidFrontierStep *steps; /* ascending */
  guint64 steps_capacity;
  guint64 n_steps;
  guint64 n_evaluated;
} DeidFrontier;

void deid_frontier_free (DeidFrontier *frontier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidFrontier, deid_frontier_free)

extern const DeidReportKind deid_frontier_kind;

/* Finds all steps: over k from @first to @last, or over limits if both are 0. Errors: those of
 * deid_report_new_frontier(). */
DeidFrontier *deid_frontier_make (DeidProblem *problem, guint64 first, guint64 last,
                                  const DeidStop *stop, GError **error);

/* Returns: the step that a value of the parameter is in, or NULL. */
const DeidFrontierStep *deid_frontier_find_step (const DeidFrontier *frontier, guint64 value);
