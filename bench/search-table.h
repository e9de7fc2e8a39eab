/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "measure.h"
#include "search-problem.h"

/* What the runs on one table gave; plain memory, since it comes from another process. */
typedef struct
{
  guint64 n_rows;
  guint64 n_policies;
  guint64 n_evaluated;
  guint64 n_suppressed;
  double loss;
  char optimum[4096];

  guint n_runs;
  Spread wall; /* seconds of a run, preparation included */
  Spread cpu;
  Spread search; /* seconds without preparation */
  Spread cost;   /* nanoseconds of processor time for each row and evaluation */
  Spread ratio;  /* of that to reading and writing the bytes of one refinement */
  guint64 peak_memory;
} Outcome;

/* How to run the search. */
typedef struct
{
  guint n_runs;
  double seconds; /* after which no further run is started */
  guint n_threads;
} Effort;

/* Runs the search in a process of its own, once at least. What fails is reported on the standard
 * error.
 *
 * Returns: whether there is an outcome. */
gboolean measure_table (const Table *table, const Effort *effort, Outcome *outcome);
