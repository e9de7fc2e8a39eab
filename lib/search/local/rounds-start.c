/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/rounds-start.h"

#include "base/arrays.h"
#include "evaluation/least-size.h"
#include "search/local/rounds.h"

/* Policies that all rounds evaluate, and comparisons of what no round released. */
#define ROUNDS_START_MAX_POLICIES 500000
#define MAX_COMPARISONS           (G_GUINT64_CONSTANT (1) << 30)

/* Whether the classes of rounds have as many records as a cluster needs, too. */
static gboolean
may_start (const DeidLocalRuin *ruin, gboolean *may, const DeidStop *stop, GError **error)
{
  guint64 least;

  if (!deid_prepared_problem_find_least_size (ruin->tuples.prepared, &least, stop, error))
    return FALSE;
  *may = deid_local_rounds_suit (ruin->tuples.prepared) && ruin->judge.k <= least;
  return TRUE;
}

static void
rounds_start_report (gpointer data, guint64 n_done)
{
  const DeidLocalRuin *ruin = data;

  (void) n_done;
  if (ruin->report != NULL)
    ruin->report (ruin->report_data);
}

static gboolean
rounds_start_take (DeidLocalRuin *ruin, const DeidLocalClusters *clusters, GError **error)
{
  const guint32 n = ruin->tuples.n_records;
  g_autofree guint32 *class_of_row = NULL;
  g_autofree guint8 *suppressed = NULL;

  if (!deid_new_arrays (error, DEID_NEW (class_of_row, n),
                        DEID_NEW (suppressed, clusters->n_places)))
    return FALSE;
  for (guint32 record = 0; record < n; record++)
    class_of_row[ruin->tuples.rows[record]] = clusters->records[record].cluster;
  for (guint32 number = 0; number < clusters->n_places; number++)
    suppressed[number] = number == clusters->suppressed;
  ruin->is_good = deid_local_ruin_set (ruin, class_of_row, suppressed, error);
  return ruin->is_good;
}

/* Whether an error leaves the clusters that there are as a start. */
static gboolean
rounds_start_is_end (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
         || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED);
}

gboolean
deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated, const DeidStop *stop,
                              GError **error)
{
  const DeidLocalRoundsOptions options = { .n_rounds = deid_local_rounds_get_usual (&ruin->tuples),
                                           .is_free = TRUE,
                                           .max_policies = ROUNDS_START_MAX_POLICIES,
                                           .max_comparisons = MAX_COMPARISONS,
                                           .report = rounds_start_report,
                                           .report_data = ruin };
  DeidLocalClusters clusters = { .tuples = NULL };
  GError *own_error = NULL;
  gboolean may = FALSE, success;

  *n_evaluated = 0;
  if (!may_start (ruin, &may, stop, error))
    return FALSE;
  if (!may)
    return TRUE;
  success = deid_local_clusters_init (&clusters, &ruin->tuples,
                                      deid_local_judge_get_least_rows (&ruin->judge), 1, &own_error)
            && deid_local_rounds (&clusters, ruin->tuples.prepared->problem, &options, n_evaluated,
                                  stop, &own_error)
            && (clusters.cost >= ruin->clusters.cost
                || rounds_start_take (ruin, &clusters, &own_error));
  deid_local_clusters_clear (&clusters);
  if (success || rounds_start_is_end (own_error))
    g_clear_error (&own_error);
  else
    g_propagate_error (error, own_error);
  return success || own_error == NULL;
}
