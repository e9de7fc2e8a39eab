/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-once.h"

typedef struct
{
  DeidLocalMaker maker;
  gpointer data;
} Method;

static gboolean
local_once_prepare (DeidLocalOnce *once, GError **error)
{
  const DeidRun *run = once->local->run;

  return deid_local_tuples_init (&once->tuples, run->prepared, &run->stop, error)
         && deid_local_judge_init (&once->judge, &once->tuples, once->local->k, &run->stop, error)
         && deid_local_clusters_init (&once->clusters, &once->tuples,
                                      deid_local_judge_get_least_rows (&once->judge), 1, error);
}

/* What was made before a stop counts, and the run then ends. */
static gboolean
local_once_make (DeidLocalRun *local, gpointer data, GError **error)
{
  const Method *method = data;
  DeidLocalOnce once = { .local = local };
  gboolean success
      = local_once_prepare (&once, error) && method->maker (&once, method->data, error);
  GError *end = NULL;

  if (success)
    {
      deid_stop_check (&local->run->stop, &end);
      success = deid_local_run_end (local, &once.clusters, end, error);
    }
  deid_local_run_count_memory (local, &once.tuples, &once.clusters);
  deid_local_clusters_clear (&once.clusters);
  deid_local_judge_clear (&once.judge);
  deid_local_tuples_clear (&once.tuples);
  return success;
}

gboolean
deid_local_once (DeidRun *run, guint64 max_policies, DeidLocalMaker maker, gpointer data,
                 GError **error)
{
  return deid_local_run (run, max_policies, local_once_make, &(Method){ maker, data }, error);
}

void
deid_local_once_report (gpointer once, guint64 n_done)
{
  const DeidLocalOnce *of = once;

  deid_local_run_report (of->local, (double) n_done / of->tuples.n_records);
}
