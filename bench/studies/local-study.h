/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../search-problem.h"
#include "local-view.h"

#define LOCAL_MAX_EFFORTS 4

/* A number of clustering steps, and the target for them: a loss within some seconds, or 0 for no
 * target. The targets were measured elsewhere. */
typedef struct
{
  guint64 n_steps; /* 0 behind the last one */
  double loss;
  double seconds;
} LocalEffort;

/* A table, and what is asked of its release besides k-anonymity. */
typedef struct
{
  const char *table;
  guint n_attributes;  /* the first ones */
  const char *without; /* a column that is not among them, or NULL */
  const char *model;   /* that judges this column, or NULL */
  double limit;        /* of suppression */
  guint32 k;
  guint n_rises; /* of prices, for a bound; 0 for none */
  LocalEffort efforts[LOCAL_MAX_EFFORTS];
} LocalCase;

extern const LocalCase local_cases[];
extern const guint local_n_cases;

/* Returns: how many quasi-identifiers the problem has. */
guint local_case_count_attributes (const LocalCase *the_case);

/* Returns: (transfer full): its name, `TABLE:ATTRIBUTES:K[:MODEL][:LIMIT]`. */
char *local_case_get_name (const LocalCase *the_case);

/* A table that is also recoded by sets of values. */
typedef struct
{
  const char *table;
  const char *numbers[3]; /* columns that have ranges in place of sets, to a NULL */
  LocalEffort efforts[LOCAL_MAX_EFFORTS];
} LocalSets;

/* Returns: (transfer full): the problem, with a limit and a quality model that may be others than
 * the case's, and with sets of values unless @sets is NULL. */
DeidProblem *local_case_load (const LocalCase *the_case, const Table *table, double limit,
                              const char *quality, const LocalSets *sets, GError **error);

/* How a table is recoded. No other file of the study calls searches or yardsticks. */

/* The share of records that a policy may suppress, where it may. */
#define LOCAL_LIMIT 0.05

typedef enum
{
  LOCAL_OPTIMUM,     /* the best policy */
  LOCAL_OPTIMUM_5,   /* the same with that limit */
  LOCAL_MONDRIAN,    /* strict */
  LOCAL_RELAXED,     /* Mondrian that cuts at medians */
  LOCAL_ROUNDS_DEAR, /* 100 rounds of full-domain generalization; what is put off is dear */
  LOCAL_ROUNDS_10,   /* where it costs nothing to put off a record */
  LOCAL_ROUNDS_100,
  LOCAL_ROUNDS_1000,
  LOCAL_CLUSTERS, /* by steps */
  LOCAL_SETS,     /* the same with ranges of numbers, and sets of values elsewhere */
  LOCAL_BOUND,    /* no recoding, but what all of them lose at least */
  LOCAL_N_METHODS
} LocalMethod;

extern const char *const local_method_names[LOCAL_N_METHODS];

/* What came of a method; plain memory, since it comes from another process. */
typedef struct
{
  guint64 n_records;
  double loss;          /* or bound */
  guint64 n_classes;    /* that are released */
  guint64 n_suppressed; /* records */
  double seconds;       /* of the processor, without reading and preparing */
  double check_seconds; /* of verifying the release, or the certificate of the bound */
  guint64 peak_memory;  /* resident, tables included */
} LocalOutcome;

/* Tells whether a method can do what the case asks for. */
gboolean local_method_suits (LocalMethod method, const LocalCase *the_case);

/* Runs a method in a process of its own, and verifies the release of a search. Clustering takes
 * @n_steps. Failures are reported on standard error. Returns: whether there is an outcome. */
gboolean local_method_measure (LocalMethod method, const LocalCase *the_case, const Table *table,
                               guint64 n_steps, LocalOutcome *outcome);

/* Returns: (transfer full): a k-anonymous recoding by @n_steps of clustering, or the best policy if
 * @n_steps is 0. */
DeidResult *local_recode (DeidLattice *lattice, guint32 k, double limit, guint64 n_steps,
                          GError **error);

/* A method on a case. */
typedef struct
{
  const LocalCase *the_case;
  LocalMethod method;
  const LocalEffort *effort; /* of clustering, or NULL */
  LocalOutcome outcome;
} LocalRun;

/* All that was measured. */
typedef struct
{
  GArray *runs;    /* of LocalRun, case by case */
  GArray *views;   /* of LocalView */
  GArray *numbers; /* of LocalNumbersRun */
} LocalStudy;

typedef struct
{
  gboolean is_quick; /* the first case and the least effort alone */
  const char *table; /* the only one, or NULL */
} LocalScope;

/* Measures, and prints each figure as it comes. Returns: whether nothing failed. */
gboolean local_study_run (LocalStudy *study, const LocalScope *scope, GError **error);
void local_study_clear (LocalStudy *study);

const LocalRun *local_study_get_run (const LocalStudy *study, guint i);

/* Returns: behind the last run of the case of the run at @begin. */
guint local_study_find_end (const LocalStudy *study, guint begin);

/* Returns: (transfer full): the name of the case and of the method, with its steps. */
char *local_run_get_name (const LocalRun *run);

/* Returns: (nullable): the last run of a method among those of a case. */
const LocalRun *local_study_find (const LocalStudy *study, guint begin, LocalMethod method);
