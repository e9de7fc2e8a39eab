/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "search/local/first-clusters.h"
#include "search/local/pool.h"
#include "search/local/tuples.h"

#define DEID_LOCAL_CHANCES 256

/* Accepts changes for the worse with probability exp (-change / temperature), as in simulated
 * annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by Simulated Annealing, Science 220, 1983).
 * The temperature falls geometrically with the steps taken, not with time. All numbers are
 * integers, so a seed gives the same result everywhere. */
typedef struct
{
  guint32 logs[DEID_LOCAL_CHANCES]; /* -log of numbers spread over (0, 1), in units of 2^-16 */
  guint64 hottest;                  /* temperature, in the units of costs */
  guint64 halvings;                 /* of the temperature from start to end, in units of 2^-16 */
  guint64 temperature;
} DeidLocalCooling;

/* Sets where the temperature starts and how far it falls. */
void deid_local_cooling_start (DeidLocalCooling *cooling, guint64 hottest, guint64 halvings);

/* Sets the temperature after @step of @n_steps, at most 2^40. */
void deid_local_cooling_set (DeidLocalCooling *cooling, guint64 step, guint64 n_steps);

/* A local recoding that improves step by step. A step takes the records of a few clusters near one
 * another and forms clusters from them again (ruin and recreate; Schrimpf, Schneider,
 * Stamm-Wilbrandt, Dueck: Record Breaking Optimization Results Using the Ruin and Recreate
 * Principle, Journal of Computational Physics 159, 2000). */
typedef struct
{
  DeidLocalTuples tuples;
  DeidLocalNeighbours neighbours;
  DeidLocalClusters clusters;
  DeidLocalJudge judge;
  DeidLocalSuppression suppression;
  DeidLocalPool pool;
  DeidLocalCooling cooling;
  DeidRandom random;
  guint32 *valid;     /* if joining classes says nothing about a model: of each row its class in the
                         last recoding known to pass, */
  guint8 *suppressed; /* and whether each class is suppressed */
  gboolean is_valid;  /* there is such a recoding */
  gboolean is_ready;  /* deid_local_ruin_set() may be called */
  gboolean is_good;   /* it starts from better classes than seeds, which hot steps must not spoil */
  guint32 window;     /* records of the part of the table that is improved at a time */
  guint n_threads;    /* for parts; 1 after init */
  guint32 k;          /* the least number of records of the table in a class */
  guint64 n_steps;    /* so far */
  guint64 next_merge; /* before this step, clusters with the same nodes are united */
  guint64 n_accepted; /* steps that changed something, for tests and benchmarks */
  void (*report) (gpointer data); /* called now and then between steps, or NULL; NULL after init */
  gpointer report_data;
} DeidLocalRuin;

/* Makes clusters of at least @k records that pass the models of the problem, by deid_local_seed()
 * and deid_local_repair(). If models ask for more than superset-closed classes, it uses
 * deid_local_divide() if that costs less. Errors: those of deid_local_tuples_init(),
 * deid_local_judge_init() and deid_local_repair(); %DEID_ERROR_NO_SOLUTION if there are fewer
 * records, or no passing clusters were found; if it is ready then, deid_local_ruin_set() may still
 * give it clusters. Complexity: that of deid_local_tuples_init(), deid_local_neighbours_init() and
 * deid_local_seed(). */
gboolean deid_local_ruin_init (DeidLocalRuin *ruin, const DeidPreparedProblem *prepared, guint32 k,
                               guint64 seed, const DeidStop *stop, GError **error);
void deid_local_ruin_clear (DeidLocalRuin *ruin);

/* Replaces the clusters by the classes of rows, numbered from 0. @suppressed: (nullable): whether
 * each class is suppressed. Each other class must meet the models, and all together the limits,
 * like the classes of a policy that is a solution. Errors: %DEID_ERROR_NO_MEMORY; after an error
 * nothing has changed. Complexity: O(records x attributes). */
gboolean deid_local_ruin_set (DeidLocalRuin *ruin, const guint32 *class_of_row,
                              const guint8 *suppressed, GError **error);

/* Takes @n_steps, at most 2^40. A large table is improved part by part, and the temperature falls
 * in each. Clusters pass the models even if it is stopped; but if joining classes says nothing
 * about a model, clusters with the same labels may then not pass as one class. Errors: those of the
 * models. Complexity: O(steps x (k^2 + k x attributes)); if classes are judged, a step looks at all
 * values of the clusters that it changes. */
gboolean deid_local_ruin_run (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                              GError **error);

/* Returns: how many of @n_steps belong to one of @n turns with equal shares. */
static inline guint64
deid_local_share_steps (guint64 n_steps, guint turn, guint n)
{
  const guint64 left = n_steps % n;

  return n_steps / n + left * ((guint64) turn + 1) / n - left * turn / n;
}

/* Sets the temperatures for @n_steps. */
void deid_local_ruin_start_cooling (DeidLocalRuin *ruin, guint64 n_steps);

/* Takes @n_steps at the temperatures that are set. */
gboolean deid_local_ruin_take_steps (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                                     GError **error);

/* The same at the temperature 0. Costs never rise, so the result is no worse than the start, such
 * as the classes of a policy by deid_local_ruin_set(), unless joining classes says nothing about a
 * model. */
gboolean deid_local_ruin_descend (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                                  GError **error);

/* Plans in the pool to rebuild, at any cost, a few clusters near one that has a record of the given
 * part of the table. Returns: whether the pool may be committed, to change the cost; if not,
 * nothing is planned. */
gboolean deid_local_ruin_plan_kick (DeidLocalRuin *ruin, guint32 first, guint32 n);

/* Returns: in how many parts the table is improved. */
guint deid_local_ruin_count_parts (const DeidLocalRuin *ruin);

/* Gets the records of a part. */
void deid_local_ruin_get_part (const DeidLocalRuin *ruin, guint part, guint32 *first, guint32 *n);
