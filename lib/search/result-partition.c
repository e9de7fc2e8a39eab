/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/partition.h"
#include "search/result-private.h"

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
  if (made == NULL)
    return NULL;
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
