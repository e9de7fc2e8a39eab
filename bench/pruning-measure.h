/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "measure.h"
#include "pruning-case.h"
#include "property-stores.h"

#define MAX_STEPS 256

typedef enum
{
  ALGORITHM_FLASH,
  ALGORITHM_FLASH_EXPLICIT,
  ALGORITHM_BEST_FIRST,
  ALGORITHM_INTERVAL,
  ALGORITHM_FLASH_CONTROL, /* without prediction */
  ALGORITHM_BEST_FIRST_CONTROL,
  ALGORITHM_IGREEDY,
  N_ALGORITHMS
} Algorithm;

extern const char *const algorithm_names[N_ALGORITHMS];

typedef enum
{
  PHASE_PREPARE = 0,
  PHASE_SEARCH = 1,
  PHASE_EVALUATE = 2,
  PHASE_BOOKKEEPING = 3
} Phase;

typedef enum
{
  PROPERTY_INSUFFICIENT_PRIVACY = 0,
  PROPERTY_INSUFFICIENT_QUALITY = 1
} Property;

/* What to run and how. */
typedef struct
{
  const Table *table;
  Algorithm algorithm;
  StoreKind store;
  guint n_runs;
  double seconds;  /* of a run at most, preparation included */
  double patience; /* no further run is started after so many seconds */
} Task;

/* What is known of a predictive property in the end. */
typedef struct
{
  guint64 n_inserts;
  guint64 n_queries;
  guint64 n_hits;
  guint64 n_kept;
  guint64 max_kept;
  guint64 n_bytes;
} PropertyCounts;

/* When a better solution was found. */
typedef struct
{
  double loss;
  double seconds;
  guint64 n_evaluated;
} Step;

/* What the runs of a task gave. The seconds and what was found when are those of the run that took
 * least. */
typedef struct
{
  guint n_runs; /* 0: it was not run */
  gboolean has_solution;
  gboolean is_complete; /* it was not cut short */
  gboolean is_optimal;  /* which is proven */
  guint64 n_rows;
  guint64 n_policies;
  guint64 n_evaluated;
  guint64 n_bytes;
  PropertyCounts properties[2]; /* by Property */
  double gap;
  double seconds[4]; /* by Phase */
  double total;      /* preparation included */
  Spread totals;
  Spread losses; /* differ between runs only if these are cut short */
  guint64 peak_memory;
  guint n_steps;
  Step steps[MAX_STEPS]; /* the first and the last ones if there are more */
} Outcome;

/* Runs a task in a process of its own. What fails is reported on the standard error.
 *
 * Returns: whether there is an outcome. */
gboolean measure_task (const Task *task, Outcome *outcome);
