/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/rounds-start.h"

#include "base/memory.h"
#include "evaluation/least-size.h"
#include "search/local/rounds.h"

/* Rounds on tables of some records, and of many. */
#define N_ROUNDS       1000
#define N_ROUNDS_LARGE 100
#define LARGE          200000

/* Policies that all rounds evaluate, and comparisons of what no round released. */
#define MAX_POLICIES    200000
#define MAX_COMPARISONS (G_GUINT64_CONSTANT (1) << 30)

/* What a model makes of the whole table it would make of the records of a round. */
static gboolean
has_preparing_model (const DeidProblem *problem)
{
  gboolean has = FALSE;

  for (guint i = 0; i < problem->models->len; i++)
    has |= deid_problem_get_model (problem, i)->funcs->prepare.func != NULL;
  return has;
}

/* Whether the classes of rounds may be clusters: they mean the same in the whole table, and what
 * joins a class that passes cannot spoil it. */
static gboolean
may_start (const DeidLocalRuin *ruin, gboolean *may, const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = ruin->tuples.prepared;
  guint64 least;

  if (!deid_prepared_problem_find_least_size (prepared, &least, stop, error))
    return FALSE;
  *may = ruin->judge.closure == DEID_CLOSURE_SUPERSET && ruin->judge.k <= least
         && ruin->tuples.counts == NULL && ruin->tuples.weights == NULL
         && prepared->table->entities == NULL && prepared->groups.n_columns == 0
         && !has_preparing_model (prepared->problem) && prepared->table == &prepared->lent
         && !deid_local_tuples_has_ceiling (&ruin->tuples);
  return TRUE;
}

static gboolean
take (DeidLocalRuin *ruin, const DeidLocalClusters *clusters, GError **error)
{
  const guint32 n = ruin->tuples.n_records;
  g_autofree guint32 *class_of_row = deid_alloc (n, sizeof *class_of_row, error);

  for (guint32 record = 0; class_of_row != NULL && record < n; record++)
    class_of_row[ruin->tuples.rows[record]] = clusters->records[record].cluster;
  ruin->is_good = class_of_row != NULL && deid_local_ruin_set (ruin, class_of_row, NULL, error);
  return ruin->is_good;
}

/* Whether an error leaves the clusters that there are as a start. */
static gboolean
is_end (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
         || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED);
}

gboolean
deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated, const DeidStop *stop,
                              GError **error)
{
  const DeidLocalRoundsOptions options
      = { .n_rounds = ruin->tuples.n_records > LARGE ? N_ROUNDS_LARGE : N_ROUNDS,
          .is_free = TRUE,
          .max_policies = MAX_POLICIES,
          .max_comparisons = MAX_COMPARISONS };
  DeidLocalClusters clusters = { .tuples = NULL };
  GError *own_error = NULL;
  gboolean may = FALSE, success;

  *n_evaluated = 0;
  if (!may_start (ruin, &may, stop, error))
    return FALSE;
  if (!may)
    return TRUE;
  success = deid_local_clusters_init (&clusters, &ruin->tuples, ruin->k, 0, &own_error)
            && deid_local_rounds (&clusters, ruin->tuples.prepared->problem, &options, n_evaluated,
                                  stop, &own_error)
            && (clusters.cost >= ruin->clusters.cost || take (ruin, &clusters, &own_error));
  deid_local_clusters_clear (&clusters);
  if (success || is_end (own_error))
    g_clear_error (&own_error);
  else
    g_propagate_error (error, own_error);
  return success || own_error == NULL;
}
