/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/class-verdict.h"

/* A class of the population alone cannot be suppressed, so it is part of what no specialization
 * mends; so is what fails a superset-closed model, which is its own necessary condition. Of others
 * that is the slot, if any. */
static gboolean
judge_by (const DeidPreparedModel *asked, DeidClass *eq_class, DeidClassVerdict *verdict,
          GError **error)
{
  const DeidPrivacyModelFuncs *funcs = asked->model->funcs;
  gboolean passes;

  *verdict = DEID_CLASS_PASSES;
  if (!deid_prepared_model_accepts (asked, eq_class, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  *verdict = DEID_CLASS_FAILS_NECESSARY;
  if (eq_class->n_records == 0 || funcs->closure == DEID_CLOSURE_SUPERSET)
    return TRUE;
  if (!deid_prepared_model_meets_necessary (asked, eq_class, &passes, error))
    return FALSE;
  if (passes)
    *verdict = DEID_CLASS_FAILS;
  return TRUE;
}

gboolean
deid_class_verdict_by_all (const DeidPreparedProblem *prepared, DeidClass *eq_class,
                           DeidClassVerdict *worst, GError **error)
{
  *worst = DEID_CLASS_PASSES;
  for (guint i = 0; i < prepared->privacy.n_models && *worst != DEID_CLASS_FAILS_NECESSARY; i++)
    {
      DeidClassVerdict verdict;

      if (!judge_by (prepared->by_cost[i], eq_class, &verdict, error))
        return FALSE;
      *worst = MAX (*worst, verdict);
    }
  return TRUE;
}

gboolean
deid_class_verdict_count_by_model (const DeidPreparedProblem *prepared, DeidClass *eq_class,
                                   DeidClassVerdict least, guint64 *counts, GError **error)
{
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      DeidClassVerdict verdict;

      if (!judge_by (&prepared->privacy.models[i], eq_class, &verdict, error))
        return FALSE;
      if (verdict >= least)
        counts[i] += eq_class->n_records;
    }
  return TRUE;
}
