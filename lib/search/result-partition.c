/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/partition.h"
#include "search/result-private.h"

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
  if (policy != NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION,
                 "%s: policy '%s' was found to suppress %" G_GUINT64_FORMAT
                 " records, and now %s with %" G_GUINT64_FORMAT
                 ": a model does not tell the same twice",
                 result->problem->lattice->table.name, policy, result->n_suppressed,
                 !verdict->is_solution                           ? "to be no solution"
                 : verdict->n_suppressed != result->n_suppressed ? "to be one"
                                                                 : "to have another loss",
                 verdict->n_suppressed);
  return FALSE;
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

DeidPartition *
deid_result_get_partition (DeidResult *result, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return (DeidPartition *) deid_result_make_partition (result, stop, error);
}
