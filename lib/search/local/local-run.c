/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What searches for local recodings have in common: they begin with the best policy that a few
 * evaluations find, and what the models say of the classes in the end decides. */
#include "search/local/local-run.h"

#include "evaluation/least-size.h"
#include "evaluation/verdict-text.h"
#include "search/local/local-partition.h"
#include "search/local/local-start.h"

gboolean
deid_local_run_consider (DeidLocalRun *local, DeidLocalClusters *clusters, const DeidStop *stop,
                         GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  DeidPartition *partition = deid_local_partition_new (clusters, stop, error);

  if (partition == NULL)
    return FALSE;
  if (!deid_local_run_allows (local->run, partition, &partition->verdict.is_solution, stop, error))
    {
      deid_partition_unref (partition);
      return FALSE;
    }
  local->verdict = partition->verdict;
  local->partition_time = g_get_monotonic_time () - start;
  deid_run_take_partition (local->run, partition);
  return TRUE;
}

/* Tells whether a run that ended so may have a result all the same. */
static gboolean
local_run_is_end (const DeidLocalRun *local, const GError *end)
{
  return !deid_stop_check (&local->run->stop, NULL)
         || g_error_matches (end, DEID_ERROR, DEID_ERROR_NO_SOLUTION);
}

gboolean
deid_local_run_end (DeidLocalRun *local, DeidLocalClusters *clusters, GError *end, GError **error)
{
  if ((end == NULL || local_run_is_end (local, end))
      && !deid_local_run_consider (local, clusters, DEID_STOP_NEVER, error))
    {
      g_clear_error (&end);
      return FALSE;
    }
  if (end != NULL)
    g_propagate_error (error, end);
  return end == NULL;
}

void
deid_local_run_report (const DeidLocalRun *local, double done)
{
  deid_run_set_open (local->run, &(DeidOpen){ .n_policies = G_MAXDOUBLE, .work = 1 - done });
  deid_run_report (local->run, FALSE);
}

void
deid_local_run_count_memory (const DeidLocalRun *local, const DeidLocalTuples *tuples,
                             const DeidLocalClusters *clusters)
{
  local->run->n_bytes
      += (guint64) tuples->n_records
             * (sizeof *tuples->tuples + sizeof *tuples->rows + sizeof *clusters->records)
         + (guint64) tuples->n_tuples
               * (tuples->n_attributes * sizeof *tuples->codes + sizeof *tuples->first_records)
         + clusters->n_places * clusters->stride;
}

/* Says why what was found in the end is no solution, where nothing else is one. */
static gboolean
check_solution (const DeidLocalRun *local, GError **error)
{
  const DeidPreparedProblem *prepared = local->run->prepared;
  g_autofree char *reason = NULL;
  DeidLongText text = { 0 };

  if (local->run->incumbent.exists)
    return TRUE;
  deid_long_text_add (&text,
                      "the classes of the local recoding have to suppress %" G_GUINT64_FORMAT
                      " of %" G_GUINT64_FORMAT " records",
                      local->verdict.n_suppressed, prepared->n_records);
  if (prepared->problem->no_forced_labels)
    deid_long_text_add (&text, ", with no label that forces a finer one");
  deid_verdict_describe_failure (&local->verdict, prepared->problem, prepared->table,
                                 prepared->limit, &text);
  reason = deid_long_text_end (&text, error);
  if (reason != NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "%s: the search found no solution: %s",
                 prepared->lattice->table.name, reason);
  return FALSE;
}

static gboolean
local_run_search (DeidLocalRun *local, guint64 max_policies, DeidLocalMethod method, gpointer data,
                  GError **error)
{
  DeidRun *run = local->run;
  guint64 least;

  if (!deid_prepared_problem_find_least_size (run->prepared, &least, &run->stop, error)
      || !deid_local_start_from_policy (run, max_policies, error))
    return FALSE;
  local->k = (guint32) MIN (least, G_MAXUINT32 / 4);
  return method (local, data, error) && check_solution (local, error);
}

/* A policy that is a solution is one also where no clusters are. One that is found at once is there
 * also if the time was over before any other. */
gboolean
deid_local_run (DeidRun *run, guint64 max_policies, DeidLocalMethod method, gpointer data,
                GError **error)
{
  DeidLocalRun local = { .run = run };
  GError *own_error = NULL;

  if (!deid_local_tuples_check_problem (run->prepared, error))
    return FALSE;
  if (local_run_search (&local, max_policies, method, data, &own_error))
    return TRUE;
  if (!run->incumbent.exists && local_run_is_end (&local, own_error)
      && !g_cancellable_is_cancelled (run->stop.cancellable)
      && !deid_local_start_from_top (run, error))
    {
      g_error_free (own_error);
      return FALSE;
    }
  if (run->incumbent.exists && g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    {
      g_error_free (own_error);
      return TRUE;
    }
  g_propagate_error (error, own_error);
  return FALSE;
}
