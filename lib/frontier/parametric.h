/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "frontier/profile.h"
#include "search/interval/growth.h"

/* A set of policies [lo, hi], hi being refined.levels, and the strictnesses at which one of them
 * may be better than what is on the stairs. */
typedef struct DeidParametricBox DeidParametricBox;
struct DeidParametricBox
{
  DeidLevel *lo;
  DeidRefined refined;
  DeidProfile profile; /* of hi */
  guint64 first;
  guint64 end;             /* behind the last one */
  DeidParametricBox *next; /* among spare boxes */
};

/* A branch and bound for all strictnesses at once. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidLattice *lattice;
  DeidFrontierRange range;
  const DeidStop *stop;
  DeidSteps steps;
  DeidRefiningEvaluator refiner;
  DeidProfiler profiler;
  DeidStairs stairs;
  DeidGrowth growth;
  DeidParametricBox **stack; /* open boxes */
  guint64 n_stack;
  guint64 stack_capacity;
  DeidParametricBox *spare; /* boxes to be used again */
  DeidLevel *probe;
  DeidLevel *ceiling;
  double *expected; /* growth */
  guint64 n_evaluated;
} DeidParametric;

gboolean deid_parametric_init (DeidParametric *parametric, const DeidPreparedProblem *prepared,
                               const DeidFrontierRange *range, const DeidStop *stop,
                               GError **error);
void deid_parametric_clear (DeidParametric *parametric);

/* Puts the optimum of each strictness on the stairs. Errors: those of the models. */
gboolean deid_parametric_run (DeidParametric *parametric, GError **error);
