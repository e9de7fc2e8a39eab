/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search-problem.h"

#define LOCAL_MAX_EFFORTS 4

/* So many steps of clustering, and what is to be reached by them: a loss within some seconds, or 0
 * for none. These are the figures of a laboratory. */
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

/* Returns: (transfer full): the problem, with a limit and a quality model that may be others than
 * the case's. */
DeidProblem *local_case_load (const LocalCase *the_case, const Table *table, double limit,
                              const char *quality, GError **error);
