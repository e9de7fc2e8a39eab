/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/result-private.h"

#include "base/handle.h"

static void
deid_result_free (DeidResult *result)
{
  deid_problem_unref (result->problem);
  g_clear_pointer (&result->policy, deid_policy_unref);
  g_free (result->prices);
  deid_statistics_unref (result->statistics);
  g_clear_pointer (&result->alternatives, deid_alternatives_unref);
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

DeidProblem *
deid_result_get_problem (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  return result->problem;
}

const char *
deid_result_get_statement (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  return deid_problem_get_statement (result->problem);
}

DeidPolicy *
deid_result_get_policy (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  return result->policy;
}

DeidRecodingKind
deid_result_get_recoding (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, DEID_RECODING_GLOBAL);

  return result->recoding;
}

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
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "%s: %s",
               result->problem->lattice->table.name, what);
  return FALSE;
}

double
deid_result_get_loss (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, 0);

  return result->loss;
}

double
deid_result_get_lower_bound (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, 0);

  return result->lower_bound;
}

double
deid_result_get_gap (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, 0);

  return result->loss - result->lower_bound;
}

gboolean
deid_result_has_local_bound (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, FALSE);

  return result->prices != NULL;
}

gboolean
deid_result_is_proven_optimal (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, FALSE);

  return result->proven_optimal;
}

DeidTermination
deid_result_get_termination (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, DEID_TERMINATION_COMPLETE);

  return result->termination;
}

guint64
deid_result_get_n_suppressed (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, 0);

  return result->n_suppressed;
}

guint64
deid_result_get_n_evaluated (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, 0);

  return result->n_evaluated;
}

gboolean
deid_result_get_n_pruned (const DeidResult *result, guint64 *n_policies)
{
  g_return_val_if_fail (result != NULL && n_policies != NULL, FALSE);

  *n_policies = result->n_pruned;
  return result->n_pruned < G_MAXUINT64;
}

DeidStatistics *
deid_result_get_statistics (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  return result->statistics;
}
