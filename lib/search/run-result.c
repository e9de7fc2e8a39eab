/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/run-result.h"

#include "base/memory.h"
#include "evaluation/forced-labels.h"
#include "search/result-private.h"

static double
seconds_between (gint64 start, gint64 end)
{
  return (double) (end - start) / G_USEC_PER_SEC;
}

/* What is compared in a search may differ where the loss that it makes does not, such as the
 * products of the geometric mean: only a smaller loss is an improvement. Each series has a third of
 * @values. */
static gboolean
list_improvements (const DeidRun *run, double *values, guint64 *n_listed, GError **error)
{
  guint64 n = 0;

  for (guint64 i = 0; i < run->n_improvements; i++)
    {
      const DeidImprovement *improvement = &run->improvements[i];
      double loss;

      if (!deid_loss_from_objective (&run->prepared->loss, improvement->objective, &loss, error))
        return FALSE;
      if (n > 0 && loss >= values[n - 1])
        continue;
      values[n] = loss;
      values[run->n_improvements + n] = improvement->seconds;
      values[2 * run->n_improvements + n++] = (double) improvement->n_evaluated;
    }
  *n_listed = n;
  return TRUE;
}

static gboolean
set_improvements (const DeidRun *run, GError **error)
{
  g_autofree double *values = deid_alloc (3 * run->n_improvements, sizeof *values, error);
  guint64 n;

  return values != NULL && list_improvements (run, values, &n, error)
         && deid_statistics_set_series (run->statistics, "improvement-losses", values, n, error)
         && deid_statistics_set_series (run->statistics, "improvement-seconds",
                                        values + run->n_improvements, n, error)
         && deid_statistics_set_series (run->statistics, "improvement-evaluations",
                                        values + 2 * run->n_improvements, n, error);
}

static gboolean
run_result_set_statistics (const DeidRun *run, GError **error)
{
  const double search = seconds_between (run->search_start, g_get_monotonic_time ());
  const double evaluate = (double) run->evaluating / G_USEC_PER_SEC;
  DeidStatistics *statistics = run->statistics;

  return deid_statistics_set (statistics, "prepare-seconds",
                              seconds_between (run->start, run->search_start), error)
         && deid_statistics_set (statistics, "search-seconds", search, error)
         && deid_statistics_set (statistics, "evaluate-seconds", evaluate, error)
         && deid_statistics_set (statistics, "bookkeeping-seconds", MAX (0, search - evaluate),
                                 error)
         && deid_statistics_set (statistics, "bytes", (double) run->n_bytes, error)
         && set_improvements (run, error);
}

static gboolean
count_forced (const DeidRun *run, GError **error)
{
  guint64 n;

  return run->partition == NULL
         || (deid_partition_count_forced (run->partition, &n, DEID_STOP_NEVER, error)
             && deid_statistics_set (run->statistics, "forced-records", (double) n, error));
}

/* A search of a host may evaluate policies several times. */
static guint64
count_pruned (const DeidRun *run)
{
  guint64 size;

  if (!deid_lattice_get_size (run->prepared->lattice, &size))
    return G_MAXUINT64;
  return size > run->n_evaluated ? size - run->n_evaluated : 0;
}

DeidResult *
deid_run_make_result (DeidRun *run, DeidAlternatives *alternatives, GError **error)
{
  const DeidPreparedProblem *prepared = run->prepared;
  DeidResult members
      = { .problem = prepared->problem,
          .n_suppressed = run->incumbent.verdict.n_suppressed,
          .n_evaluated = run->n_evaluated,
          .proven_optimal = run->complete && run->is_proof,
          .termination = run->complete ? DEID_TERMINATION_COMPLETE : run->termination };

  if (!deid_loss_from_objective (&prepared->loss, run->incumbent.verdict.objective, &members.loss,
                                 error)
      || !count_forced (run, error)
      || !deid_run_find_lower_bound (run, members.loss, &members.lower_bound, error)
      || !run_result_set_statistics (run, error))
    return NULL;
  members.proven_optimal |= run->complete && members.lower_bound == members.loss;
  if (members.proven_optimal)
    {
      members.lower_bound = members.loss;
      members.n_pruned = count_pruned (run);
    }
  if (run->partition == NULL)
    members.policy
        = deid_policy_new_from_levels (prepared->problem->lattice, run->incumbent.levels, error);
  if (run->partition == NULL && members.policy == NULL)
    return NULL;
  members.recoding = run->partition == NULL                         ? DEID_RECODING_GLOBAL
                     : deid_lattice_is_of_cells (prepared->lattice) ? DEID_RECODING_CELLS
                                                                    : DEID_RECODING_LOCAL;
  members.partition = g_steal_pointer (&run->partition);
  members.prices = g_steal_pointer (&run->prices);
  members.statistics = g_steal_pointer (&run->statistics);
  members.alternatives = alternatives != NULL ? deid_alternatives_ref (alternatives) : NULL;
  return deid_result_new (&members);
}
