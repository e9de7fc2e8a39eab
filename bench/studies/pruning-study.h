/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../measure.h"
#include "../property-stores.h"
#include "../search-problem.h"

/* A table, with some of its attributes. */
typedef struct
{
  Table table;
  gboolean is_searched; /* by all algorithms; otherwise for as long as the heuristic takes */
  gboolean is_golden;   /* its counts are kept beside the program */
} Case;

/* Which cases are wanted. */
typedef struct
{
  const char *table;    /* of this name only, or NULL */
  guint max_attributes; /* 0 for all */
  const char *health;   /* the file of that table, or NULL if it is where the others are */
  const char *quality;
  gboolean is_quick;
} CaseOptions;

/* Returns: the cases that are wanted and whose tables exist; names the missing tables on standard
 * error. As in the study, each table comes with its first 3 to 9 attributes. Tables with more
 * attributes stand for its table of high dimension. */
GArray *choose_cases (const CaseOptions *options);

void case_clear (Case *chosen);

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

/* Figures of the study (F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective pruning
 * strategies for health data de-identification", BMC Medical Informatics and Decision Making 16:49,
 * 2016), measured in 2015 on a desktop, and of the leading tool of the field. */

typedef struct
{
  guint64 n_inserts;
  guint64 n_queries; /* 0 if not published, then the rest is not either */
  double hits;       /* percent of the queries */
  double kept;       /* policies kept for each insert */
} PublishedProperty;

/* What is 0 is not published. */
typedef struct
{
  const char *quality;
  const char *table;
  guint n_attributes;
  Algorithm algorithm;
  const char *source;
  guint64 n_evaluated;
  guint64 first_found; /* the evaluation that found the optimum */
  double seconds;
  double evaluating; /* seconds */
  PublishedProperty properties[2];
} Published;

/* Returns: (nullable): what was published of a problem with that quality model. */
const Published *find_published (const char *quality, const Table *table, Algorithm algorithm);

/* Returns: the seconds that Flash spent on a variant of the store, without evaluating policies; 0
 * if that was not published. */
double get_published_bookkeeping (const char *quality, const Table *table, StoreKind store);

/* Finds by how many percent best-first was better than the heuristic. */
gboolean find_published_improvement (const char *quality, const Table *table, double *percent);

/* Print what was published of tables that are not at hand. */
void print_published_flash (void);
void print_published_best_first (void);
void print_published_races (void);

/* Lets searches that begin from now on keep their properties in this variant. The program is linked
 * such that what the library calls of the property store comes here first: it is the library's own
 * Flash that is measured with each of them. */
void use_store (StoreKind kind);

/* What is found within the time that IGreedy takes. */
typedef struct
{
  Outcome best_first;
  Outcome interval;
} Race;

/* All that is measured of a case. */
typedef struct
{
  Case chosen;
  Outcome outcomes[N_ALGORITHMS];
  Race race;
} Studied;

typedef struct
{
  const char *quality;
  double seconds; /* of a run at most */
  guint n_runs;
  GPtrArray *cases; /* of Studied */

  const Studied *stored; /* the case with which the variants of the store were measured, or NULL */
  Outcome stores[N_STORES];
} Study;

/* Takes the cases over and measures them. An algorithm that was cut short is not run on the same
 * table with more attributes.
 *
 * Returns: whether nothing failed. */
gboolean study_run (Study *study, GArray *cases);
void study_clear (Study *study);

/* Returns: by how many percent the quality of what was found, 1 less its loss, is higher than that
 * of IGreedy, minus infinity if nothing was found. */
double studied_get_improvement (const Studied *studied, const Outcome *found);

/* Returns: when the best solution was found. */
const Step *outcome_get_last_step (const Outcome *outcome);
