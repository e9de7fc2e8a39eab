/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/result-private.h"
#include "table/person-rows.h"

#include <math.h>

static void
deid_result_free (DeidResult *result)
{
  deid_problem_unref (result->problem);
  g_clear_pointer (&result->policy, deid_policy_unref);
  g_free (result->prices);
  deid_statistics_free (result->statistics);
  g_clear_pointer (&result->alternatives, deid_alternatives_free);
  g_clear_pointer (&result->partition, deid_partition_unref);
  g_mutex_clear (&result->mutex);
  g_free (result);
}

DEID_DEFINE_HANDLE (DeidResult, deid_result)

DeidResult *
deid_result_new (const DeidResult *members)
{
  DeidResult *result = g_new (DeidResult, 1);

  *result = *members;
  g_atomic_ref_count_init (&result->ref_count);
  g_mutex_init (&result->mutex);
  deid_problem_ref (result->problem);
  return result;
}

DEID_DEFINE_GETTER (DeidProblem *, deid_result_get_problem, DeidResult, problem, NULL)
DEID_DEFINE_GETTER (DeidPolicy *, deid_result_get_policy, DeidResult, policy, NULL)
DEID_DEFINE_GETTER (DeidRecodingKind, deid_result_get_recoding, DeidResult, recoding,
                    DEID_RECODING_GLOBAL)

char *
deid_result_write_policy (const DeidResult *result, GError **error)
{
  return result->policy != NULL
             ? deid_policy_to_text (result->policy, error)
             : g_strdup (deid_lattice_name_local_recoding (result->problem->lattice));
}

gboolean
deid_result_check_policy (const DeidResult *result, const char *what, GError **error)
{
  if (result->policy != NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s: %s",
                    result->problem->lattice->table.name, what);
}

gboolean
deid_result_check_alternatives (const DeidResult *result, GError **error)
{
  if (result->alternatives != NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the search of the result lists no alternatives, expected bisecting, "
                    "directed or boundary search",
                    result->problem->lattice->table.name);
}

DEID_DEFINE_GETTER (double, deid_result_get_loss, DeidResult, loss, 0)
DEID_DEFINE_GETTER (double, deid_result_get_lower_bound, DeidResult, lower_bound, 0)

double
deid_result_get_gap (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, 0);

  return result->loss - result->lower_bound;
}

DEID_DEFINE_GETTER (gboolean, deid_result_has_local_bound, DeidResult, prices != NULL, FALSE)

DEID_DEFINE_GETTER (gboolean, deid_result_is_proven_optimal, DeidResult, proven_optimal, FALSE)
DEID_DEFINE_GETTER (DeidTermination, deid_result_get_termination, DeidResult, termination,
                    DEID_TERMINATION_COMPLETE)
DEID_DEFINE_GETTER (guint64, deid_result_get_n_suppressed, DeidResult, n_suppressed, 0)
DEID_DEFINE_GETTER (guint64, deid_result_get_n_evaluated, DeidResult, n_evaluated, 0)

/* The search may have judged the policy long before, by other classes of rows: models that are
 * functions of what they see say the same again, and what nobody judged is not to be released. */
static gboolean
check_verdict (const DeidResult *result, const DeidPartition *partition, GError **error)
{
  const DeidVerdict *verdict = &partition->verdict;
  g_autofree char *policy = NULL;

  if (verdict->is_solution && verdict->n_suppressed == result->n_suppressed
      && !(partition->loss < result->loss) && !(partition->loss > result->loss))
    return TRUE;
  policy = deid_policy_to_text (result->policy, error);
  if (policy == NULL)
    return FALSE;
  return deid_fail (error, DEID_ERROR_VERIFICATION,
                    "%s: policy '%s' was found to suppress %" G_GUINT64_FORMAT
                    " records, and now %s with %" G_GUINT64_FORMAT
                    ": a model does not tell the same twice",
                    result->problem->lattice->table.name, policy, result->n_suppressed,
                    !verdict->is_solution                           ? "to be no solution"
                    : verdict->n_suppressed != result->n_suppressed ? "to be one"
                                                                    : "to have another loss",
                    verdict->n_suppressed);
}

/* Nobody waits for who asks models. Of those who make one at a time the first keeps it. */
const DeidPartition *
deid_result_make_partition (DeidResult *result, const DeidStop *stop, GError **error)
{
  DeidPartition *kept, *made;

  g_mutex_lock (&result->mutex);
  kept = result->partition;
  g_mutex_unlock (&result->mutex);
  if (kept != NULL)
    return deid_stop_check (stop, error) ? kept : NULL;
  made = deid_partition_new (result->problem, result->policy->levels, stop, error);
  if (made == NULL || !check_verdict (result, made, error))
    {
      g_clear_pointer (&made, deid_partition_unref);
      return NULL;
    }
  g_mutex_lock (&result->mutex);
  if (result->partition == NULL)
    result->partition = g_steal_pointer (&made);
  kept = result->partition;
  g_mutex_unlock (&result->mutex);
  g_clear_pointer (&made, deid_partition_unref);
  return kept;
}

gboolean
deid_result_get_uncapped_loss (const DeidResult *result, double *loss, const DeidStop *stop,
                               GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (result->problem, stop, error);
  const DeidRowCaps *caps = deid_dataset_get_caps (result->problem->lattice->dataset);
  const double n_out = (double) caps->n_left_out;
  double n, cost;
  gboolean is_mean;

  if (preparation == NULL)
    return FALSE;
  n = (double) preparation->all.n_records;
  is_mean = deid_loss_get_suppressed (&preparation->all.loss, &cost);
  deid_preparation_release (preparation);
  *loss = is_mean ? (result->loss * n + cost * n_out) / (n + n_out) : NAN;
  return TRUE;
}

DeidPartition *
deid_result_get_partition (DeidResult *result, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return (DeidPartition *) deid_result_make_partition (result, stop, error);
}

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

  for (guint64 i = 0; i < run->improvements.n; i++)
    {
      const DeidImprovement *improvement = &run->improvements.list[i];
      double loss;

      if (!deid_loss_from_objective (&run->prepared->loss, improvement->objective, &loss, error))
        return FALSE;
      if (n > 0 && loss >= values[n - 1])
        continue;
      values[n] = loss;
      values[run->improvements.n + n] = improvement->seconds;
      values[2 * run->improvements.n + n++] = (double) improvement->n_evaluated;
    }
  *n_listed = n;
  return TRUE;
}

static gboolean
set_improvements (const DeidRun *run, GError **error)
{
  g_autofree double *values = deid_alloc (3 * run->improvements.n, sizeof *values, error);
  guint64 n;

  return values != NULL && list_improvements (run, values, &n, error)
         && deid_statistics_set_series (run->statistics, "improvement-losses", values, n, error)
         && deid_statistics_set_series (run->statistics, "improvement-seconds",
                                        values + run->improvements.n, n, error)
         && deid_statistics_set_series (run->statistics, "improvement-evaluations",
                                        values + 2 * run->improvements.n, n, error);
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
         || (deid_partition_count_forced (run->partition, run->prepared->problem->no_forced_labels,
                                          &n, DEID_STOP_NEVER, error)
             && deid_statistics_set (run->statistics, "forced-records", (double) n, error));
}

DeidResult *
deid_run_make_result (DeidRun *run, DeidAlternatives **alternatives, GError **error)
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
    members.lower_bound = members.loss;
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
  members.alternatives = g_steal_pointer (alternatives);
  return deid_result_new (&members);
}
