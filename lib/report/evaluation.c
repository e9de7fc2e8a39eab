/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Evaluates one policy, solution or not. */
#include "report/evaluation-private.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"

static void
deid_evaluation_free (DeidEvaluation *evaluation)
{
  deid_problem_unref (evaluation->problem);
  deid_policy_unref (evaluation->policy);
  g_clear_pointer (&evaluation->partition, deid_partition_unref);
  g_free (evaluation->n_failing);
  g_free (evaluation);
}

DEID_DEFINE_HANDLE (DeidEvaluation, deid_evaluation)

static gboolean
evaluation_count_failing (DeidEvaluation *evaluation, DeidGroupingEvaluator *evaluator,
                          const DeidStop *stop, GError **error)
{
  return deid_new_arrays (error,
                          DEID_NEW (evaluation->n_failing, evaluator->prepared->privacy.n_models))
         && deid_judgement_count_by_model (&evaluator->judgement, DEID_CLASS_FAILS, stop,
                                           evaluation->n_failing, error);
}

/* The classes are counted by model before the partition takes them. */
static gboolean
evaluation_evaluate (DeidEvaluation *evaluation, const DeidPreparedProblem *unlimited,
                     const DeidStop *stop, GError **error)
{
  const DeidLevel *levels = evaluation->policy->levels;
  DeidGroupingEvaluator evaluator = { 0 };
  DeidVerdict verdict;

  if (deid_grouping_evaluator_init (&evaluator, unlimited, error))
    {
      evaluator.measures_all = TRUE;
      if (deid_evaluator_evaluate (&evaluator.base, levels, stop, &verdict, error)
          && evaluation_count_failing (evaluation, &evaluator, stop, error))
        evaluation->partition
            = deid_partition_new_of_evaluated (&evaluator, levels, &verdict, stop, error);
    }
  deid_evaluator_clear (&evaluator.base);
  return evaluation->partition != NULL;
}

static gboolean
prepare_and_evaluate (DeidEvaluation *evaluation, const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (evaluation->problem, stop, error);
  DeidPreparedProblem unlimited;
  gboolean success = FALSE;

  if (preparation != NULL)
    {
      unlimited = preparation->all;
      evaluation->limit = unlimited.limit;
      evaluation->n_records = unlimited.n_records;
      deid_prepared_problem_lift_limits (&unlimited);
      success = evaluation_evaluate (evaluation, &unlimited, stop, error);
    }
  deid_preparation_release (preparation);
  return success;
}

DeidEvaluation *
deid_evaluation_new (DeidProblem *problem, DeidPolicy *policy, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (DeidEvaluation) evaluation = NULL;

  g_return_val_if_fail (problem != NULL && policy != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_problem_check_policy (problem, policy, error))
    return NULL;
  evaluation = g_new0 (DeidEvaluation, 1);
  g_atomic_ref_count_init (&evaluation->ref_count);
  evaluation->problem = deid_problem_ref (problem);
  evaluation->policy = deid_policy_ref (policy);
  return prepare_and_evaluate (evaluation, DEID_STOP_OF (cancellable), error)
             ? g_steal_pointer (&evaluation)
             : NULL;
}
