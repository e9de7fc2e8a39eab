/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the models of a problem say of one class. */
#include "evaluation/prepared-problem.h"

/* A class of the population alone cannot be suppressed, so it is part of what no specialization
 * mends; so is what fails a superset-closed model, which is its own necessary condition. Of others
 * that is the slot, if any. */
gboolean
deid_prepared_problem_judge_by (const DeidPreparedModel *prepared, DeidClass *eq_class,
                                DeidClassVerdict *verdict, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  gboolean passes;

  *verdict = DEID_CLASS_PASSES;
  if (!deid_prepared_model_accepts (prepared, eq_class, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  *verdict = DEID_CLASS_FAILS_NECESSARY;
  if (eq_class->n_records == 0 || funcs->closure == DEID_CLOSURE_SUPERSET)
    return TRUE;
  if (!deid_prepared_model_meets_necessary (prepared, eq_class, &passes, error))
    return FALSE;
  if (passes)
    *verdict = DEID_CLASS_FAILS;
  return TRUE;
}

gboolean
deid_prepared_problem_judge (const DeidPreparedProblem *instance, DeidClass *eq_class,
                             DeidClassVerdict *worst, GError **error)
{
  *worst = DEID_CLASS_PASSES;
  for (guint i = 0; i < instance->privacy.n_models && *worst != DEID_CLASS_FAILS_NECESSARY; i++)
    {
      DeidClassVerdict verdict;

      if (!deid_prepared_problem_judge_by (instance->by_cost[i], eq_class, &verdict, error))
        return FALSE;
      *worst = MAX (*worst, verdict);
    }
  return TRUE;
}

gboolean
deid_prepared_problem_count_by_model (const DeidPreparedProblem *instance, DeidClass *eq_class,
                                      DeidClassVerdict least, guint64 *counts, GError **error)
{
  for (guint i = 0; i < instance->privacy.n_models; i++)
    {
      DeidClassVerdict verdict;

      if (!deid_prepared_problem_judge_by (&instance->privacy.models[i], eq_class, &verdict, error))
        return FALSE;
      if (verdict >= least)
        counts[i] += eq_class->n_records;
    }
  return TRUE;
}

gboolean
deid_prepared_problem_bounds_table (const DeidPreparedProblem *instance,
                                    const DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;

  return funcs->accept_table.func != NULL && funcs->withholding != DEID_SUPPRESSION_ORDER_NONE
         && funcs->is_table_monotone && instance->source.entities == NULL;
}

gboolean
deid_prepared_problem_has_one_closed_part (const DeidPreparedProblem *instance, guint64 n_needed,
                                           guint64 *counts)
{
  guint n_parts = 0;

  for (guint i = 0; i < instance->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = instance->privacy.models[i].model;
      const guint n_of_model
          = (deid_privacy_model_get_closed_part (model) != DEID_CLOSED_NOTHING ? 1u : 0u)
            + (deid_prepared_problem_bounds_table (instance, model) ? 1u : 0u);

      counts[i] = n_of_model > 0 ? n_needed : 0;
      n_parts += n_of_model;
    }
  return n_parts <= 1;
}
