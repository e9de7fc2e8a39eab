/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/problem-private.h"

/* The values of the parameter, first to last, that one policy is the optimum of. */
typedef struct
{
  guint64 first;
  guint64 last;
  DeidPolicy *policy;
  double loss;
  guint64 n_suppressed;
} DeidFrontierStep;

struct DeidFrontier
{
  gatomicrefcount ref_count;
  DeidProblem *problem;
  gboolean is_k;
  guint64 first; /* of all values */
  guint64 last;
  guint64 n_records;
  DeidFrontierStep *steps; /* ascending */
  guint64 steps_capacity;
  guint64 n_steps;
  guint64 n_evaluated;
};
