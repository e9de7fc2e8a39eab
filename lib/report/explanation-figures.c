/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks at the policies next to an optimum. */
#include "base/arrays.h"
#include "report/explanation-private.h"

#include <string.h>

#include "base/memory.h"
#include "evaluation/grouping-evaluator.h"
#include "evaluation/preparation.h"
#include "report/next-policies.h"

typedef struct
{
  DeidExplanation *explanation;
  guint64 n_wanted;
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* all rows of it, without a limit */
  DeidGroupingEvaluator evaluator;
  DeidStop stop;
  DeidNextPolicies next;
  DeidLevel *levels; /* of the policy at hand, */
  DeidLevel *before; /* and of the one that it is a step from */
  double objective;  /* of the optimum */
} Explainer;

static void
explanation_figures_set_levels (Explainer *explainer, const DeidPolicy *policy)
{
  memcpy (explainer->levels, policy->levels,
          policy->lattice->n_dimensions * sizeof *explainer->levels);
}

/* Keeps the policy at hand, and takes it back after a step. */
static void
explanation_figures_keep_levels (Explainer *explainer)
{
  memcpy (explainer->before, explainer->levels,
          explainer->prepared.lattice->n_dimensions * sizeof *explainer->levels);
}

static void
restore_levels (Explainer *explainer)
{
  memcpy (explainer->levels, explainer->before,
          explainer->prepared.lattice->n_dimensions * sizeof *explainer->levels);
}

static gboolean
explanation_figures_evaluate (Explainer *explainer, DeidVerdict *verdict, GError **error)
{
  return deid_evaluator_evaluate (&explainer->evaluator.base, explainer->levels, &explainer->stop,
                                  verdict, error);
}

/* All of them have the same suppression limit. */
static int
compare_blocked (const DeidBlockedPolicy *a, const DeidBlockedPolicy *b)
{
  if (a->n_suppressed != b->n_suppressed)
    return a->n_suppressed < b->n_suppressed ? -1 : 1;
  if (a->loss != b->loss)
    return a->loss < b->loss ? -1 : 1;
  return deid_policy_compare (a->policy, b->policy);
}

/* Sorts the policy at hand into those listed, and drops the last one if they are too many. */
static gboolean
list_policy (Explainer *explainer, const DeidVerdict *verdict, GError **error)
{
  DeidExplanation *explanation = explainer->explanation;
  DeidBlockedPolicy blocked = { .n_suppressed = verdict->n_suppressed, .verdict = *verdict };
  guint64 i = explanation->n_policies;

  if (!deid_loss_from_objective (&explainer->prepared.loss, verdict->objective, &blocked.loss,
                                 error)
      || !deid_grow ((gpointer *) &explanation->policies, &explanation->capacity, (guint64) i + 1,
                     sizeof blocked, error))
    return FALSE;
  blocked.policy = deid_policy_new_from_levels (explainer->prepared.problem->lattice,
                                                explainer->levels, error);
  if (blocked.policy == NULL)
    return FALSE;
  for (; i > 0 && compare_blocked (&blocked, &explanation->policies[i - 1]) < 0; i--)
    explanation->policies[i] = explanation->policies[i - 1];
  explanation->policies[i] = blocked;
  if (++explanation->n_policies > explainer->n_wanted)
    deid_policy_unref (explanation->policies[--explanation->n_policies].policy);
  return TRUE;
}

/* The optimum is none if a policy that is better keeps the limits: a model of the host must have
 * promised more than it keeps. */
static gboolean
check_blocked (const Explainer *explainer, const DeidVerdict *verdict, GError **error)
{
  const DeidProblem *problem = explainer->prepared.problem;
  g_autofree char *levels = NULL;
  DeidLongText text = { 0 };

  if (verdict->n_suppressed > explainer->explanation->limit || verdict->excess.n_records > 0)
    return TRUE;
  deid_levels_describe (problem->lattice, explainer->levels, &text);
  levels = deid_long_text_end (&text, error);
  if (levels == NULL)
    return FALSE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: policy '%s' is a better solution than the result, expected an optimum; does a "
               "model keep what its closure, necessary condition or lower bound promises?",
               problem->lattice->table.name, levels);
  return FALSE;
}

static gboolean
examine (Explainer *explainer, GError **error)
{
  DeidVerdict verdict;

  explainer->explanation->n_candidates++;
  if (deid_loss_get_bound (&explainer->prepared.loss, explainer->levels) >= explainer->objective)
    return TRUE;
  if (!explanation_figures_evaluate (explainer, &verdict, error))
    return FALSE;
  if (!verdict.is_solution || verdict.objective >= explainer->objective)
    return TRUE;
  explainer->explanation->n_better++;
  return check_blocked (explainer, &verdict, error) && list_policy (explainer, &verdict, error);
}

/* Lowers one dimension of the optimum and raises each of the others in turn. */
static gboolean
examine_lowered (Explainer *explainer, guint lowered, GError **error)
{
  const DeidLattice *lattice = explainer->prepared.lattice;

  explanation_figures_set_levels (explainer, explainer->explanation->result->policy);
  deid_next_policies_lower (&explainer->next, explainer->levels, lowered);
  if (!examine (explainer, error))
    return FALSE;
  explanation_figures_keep_levels (explainer);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      if (d == lowered || !deid_next_policies_raise (&explainer->next, explainer->levels, d))
        continue;
      if (!examine (explainer, error))
        return FALSE;
      restore_levels (explainer);
    }
  return TRUE;
}

static gboolean
explanation_figures_count_failing (Explainer *explainer, DeidBlockedPolicy *blocked, GError **error)
{
  DeidVerdict verdict;

  explanation_figures_set_levels (explainer, blocked->policy);
  return deid_new_arrays (error,
                          DEID_NEW (blocked->n_failing, explainer->prepared.privacy.n_models))
         && explanation_figures_evaluate (explainer, &verdict, error)
         && deid_judgement_count_by_model (&explainer->evaluator.judgement, DEID_CLASS_FAILS,
                                           &explainer->stop, blocked->n_failing, error);
}

static gboolean
explanation_figures_find_attribute (Explainer *explainer, DeidBlockedPolicy *blocked,
                                    GError **error)
{
  const DeidLattice *lattice = explainer->prepared.lattice;
  guint64 fewest = blocked->n_suppressed;
  DeidVerdict verdict;

  explanation_figures_set_levels (explainer, blocked->policy);
  explanation_figures_keep_levels (explainer);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      if (!deid_next_policies_raise (&explainer->next, explainer->levels, d))
        continue;
      if (!explanation_figures_evaluate (explainer, &verdict, error))
        return FALSE;
      restore_levels (explainer);
      if (verdict.n_suppressed < fewest)
        {
          fewest = verdict.n_suppressed;
          blocked->attribute = lattice->dimension_attribute[d];
        }
    }
  blocked->n_saved = blocked->n_suppressed - fewest;
  return TRUE;
}

static gboolean
explanation_figures_explain (Explainer *explainer, GError **error)
{
  DeidExplanation *explanation = explainer->explanation;
  const DeidLevel *optimum = explanation->result->policy->levels;

  for (guint d = 0; d < explainer->prepared.lattice->n_dimensions; d++)
    if (optimum[d] > explainer->prepared.lattice->floors[d]
        && !examine_lowered (explainer, d, error))
      return FALSE;
  for (guint64 i = 0; i < explanation->n_policies; i++)
    if (!explanation_figures_count_failing (explainer, &explanation->policies[i], error)
        || !explanation_figures_find_attribute (explainer, &explanation->policies[i], error))
      return FALSE;
  return TRUE;
}

/* Without a limit every policy that keeps a record is a solution and has its loss measured. */
static gboolean
explanation_figures_prepare (Explainer *explainer, DeidProblem *problem, GError **error)
{
  DeidPreparedProblem *prepared = &explainer->prepared;
  const DeidPartition *optimum
      = deid_result_make_partition (explainer->explanation->result, &explainer->stop, error);

  if (optimum == NULL)
    return FALSE;
  explainer->objective = optimum->verdict.objective;
  explainer->preparation = deid_problem_prepare (problem, &explainer->stop, error);
  if (explainer->preparation == NULL)
    return FALSE;
  *prepared = explainer->preparation->all;
  explainer->explanation->limit = prepared->limit;
  deid_prepared_problem_lift_limits (prepared);
  return deid_grouping_evaluator_init (&explainer->evaluator, prepared, error);
}

DeidExplanation *
deid_result_explain (DeidResult *result, guint64 n_policies, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (DeidExplanation) explanation = NULL;
  Explainer explainer = { .n_wanted = n_policies, .stop = *DEID_STOP_OF (cancellable) };
  gboolean success;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_result_check_policy (result,
                                 "a local recoding has no policies next to it to explain, "
                                 "expected a policy",
                                 error))
    return NULL;
  if (!result->proven_optimal)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: the result is not proven optimal, expected one that is",
                   result->problem->lattice->table.name);
      return NULL;
    }
  explanation = g_new0 (DeidExplanation, 1);
  g_atomic_ref_count_init (&explanation->ref_count);
  explanation->result = deid_result_ref (result);
  explainer.explanation = explanation;
  success
      = deid_new_arrays (error, DEID_NEW (explainer.levels, result->policy->lattice->n_dimensions),
                         DEID_NEW (explainer.before, result->policy->lattice->n_dimensions))
        && deid_next_policies_init (&explainer.next, result->policy->lattice, error)
        && explanation_figures_prepare (&explainer, result->problem, error)
        && explanation_figures_explain (&explainer, error);
  deid_evaluator_clear (&explainer.evaluator.base);
  deid_preparation_release (explainer.preparation);
  deid_next_policies_clear (&explainer.next);
  g_free (explainer.levels);
  g_free (explainer.before);
  return success ? g_steal_pointer (&explanation) : NULL;
}
