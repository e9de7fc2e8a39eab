/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-start.h"

#include "base/memory.h"
#include "evaluation/forced-labels.h"
#include "search/local/local-partition.h"
#include "search/search-private.h"
#include "search/view-search.h"

/* Of the time that is left, the part that this may take. */
#define TIME_PARTS 10

gboolean
deid_local_run_allows (const DeidRun *run, const DeidPartition *partition, gboolean *is_solution,
                       const DeidStop *stop, GError **error)
{
  guint64 n_forced;

  if (!run->prepared->problem->no_forced_labels)
    return TRUE;
  if (!deid_partition_count_forced (partition, &n_forced, stop, error))
    return FALSE;
  *is_solution &= n_forced == 0;
  return TRUE;
}

static gboolean
consider_policy (DeidRun *run, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  DeidGroupingEvaluator evaluator = { 0 };
  DeidPartition *partition = NULL;
  DeidVerdict verdict;

  if (deid_grouping_evaluator_init (&evaluator, run->prepared, error)
      && deid_evaluator_evaluate (&evaluator.base, levels, stop, &verdict, error))
    partition = deid_partition_new_of_evaluated (&evaluator, levels, &verdict, stop, error);
  if (partition != NULL && verdict.is_solution
      && (!deid_local_partition_lower (partition, run->prepared, evaluator.sums, stop, error)
          || !deid_local_run_allows (run, partition, &partition->verdict.is_solution, stop, error)))
    g_clear_pointer (&partition, deid_partition_unref);
  deid_evaluator_clear (&evaluator.base);
  if (partition != NULL)
    deid_run_take_partition (run, partition);
  return partition != NULL;
}

/* With cuts, few policies are tried from the best one on, and many on one way to the top. */
static DeidSearch *
local_start_make_search (const DeidRun *run, guint64 max_policies)
{
  const DeidLattice *lattice = run->prepared->lattice;
  DeidSearch *search = !deid_lattice_is_cut (lattice) ? deid_search_new_optimal ()
                       : deid_lattice_get_size_as_double (lattice) <= (double) max_policies
                           ? deid_search_new_best_first ()
                           : deid_search_new_datafly ();
  const gint64 left = run->stop.deadline - g_get_monotonic_time ();

  search->step_limit = max_policies;
  if (run->stop.deadline < G_MAXINT64)
    search->time_limit = (double) MAX (left, 1) / G_USEC_PER_SEC / TIME_PARTS;
  return search;
}

static gboolean
find_policy (DeidRun *run, guint64 max_policies, DeidIncumbent *best, GError **error)
{
  g_autoptr (DeidSearch) search = local_start_make_search (run, max_policies);
  DeidPreparedProblem distinct;
  guint64 n_evaluated = 0;
  gboolean success;

  success = deid_prepared_problem_init_distinct (&distinct, run->prepared, &run->stop, error)
            && deid_search_improve (search, &distinct, run->stop.cancellable, best, &n_evaluated,
                                    error);
  deid_prepared_problem_clear_distinct (&distinct);
  run->n_evaluated += n_evaluated;
  return success;
}

gboolean
deid_local_start_from_policy (DeidRun *run, guint64 max_policies, GError **error)
{
  const guint n_dimensions = run->prepared->lattice->n_dimensions;
  g_autofree DeidLevel *levels = deid_alloc (n_dimensions, sizeof *levels, error);
  DeidIncumbent best = { .levels = levels };
  GError *own_error = NULL;

  if (levels == NULL)
    return FALSE;
  if (!find_policy (run, max_policies, &best, &own_error) && deid_stop_check (&run->stop, NULL))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  if (best.exists && !consider_policy (run, best.levels, DEID_STOP_NEVER, error))
    {
      g_clear_error (&own_error);
      return FALSE;
    }
  if (own_error != NULL)
    g_propagate_error (error, own_error);
  return own_error == NULL;
}

gboolean
deid_local_start_from_top (DeidRun *run, GError **error)
{
  run->n_evaluated++;
  return consider_policy (run, run->prepared->lattice->heights,
                          DEID_STOP_OF (run->stop.cancellable), error);
}
