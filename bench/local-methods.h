/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a table is recoded; all calls to searches and yardsticks stand here. */
#pragma once

#include "local-cases.h"

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

/* Runs a method in a process of its own, with so many steps of clustering, and verifies what comes
 * of a search. What fails is reported on the standard error. Returns: whether there is an outcome.
 */
gboolean local_method_measure (LocalMethod method, const LocalCase *the_case, const Table *table,
                               guint64 n_steps, LocalOutcome *outcome);

/* Returns: (transfer full): a k-anonymous recoding by so many steps of clustering, or the best
 * policy without any. */
DeidResult *local_recode (DeidLattice *lattice, guint32 k, double limit, guint64 n_steps,
                          GError **error);
