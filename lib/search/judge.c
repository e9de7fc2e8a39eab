/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the models of a problem say of one class, and of all released ones. */
#include "base/memory.h"
#include "privacy/table-view.h"
#include "search/instance.h"

/* A class of the population alone cannot be suppressed, so it is part of what no specialization
 * mends; so is what fails a superset-closed model, which is its own necessary condition. Of others
 * that is the slot, if any. */
gboolean
deid_instance_judge_by (const DeidPreparedModel *prepared, DeidClass *judged,
                        DeidClassVerdict *verdict, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  gboolean passes;

  *verdict = DEID_CLASS_PASSES;
  if (!deid_prepared_model_accepts (prepared, judged, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  *verdict = DEID_CLASS_FAILS_NECESSARY;
  if (judged->n_records == 0 || funcs->closure == DEID_CLOSURE_SUPERSET)
    return TRUE;
  if (!deid_prepared_model_meets_necessary (prepared, judged, &passes, error))
    return FALSE;
  if (passes)
    *verdict = DEID_CLASS_FAILS;
  return TRUE;
}

gboolean
deid_instance_judge (const DeidInstance *instance, DeidClass *judged, DeidClassVerdict *worst,
                     GError **error)
{
  *worst = DEID_CLASS_PASSES;
  for (guint i = 0; i < instance->privacy.n_models && *worst != DEID_CLASS_FAILS_NECESSARY; i++)
    {
      DeidClassVerdict verdict;

      if (!deid_instance_judge_by (instance->by_cost[i], judged, &verdict, error))
        return FALSE;
      *worst = MAX (*worst, verdict);
    }
  return TRUE;
}

gboolean
deid_instance_count_by_model (const DeidInstance *instance, DeidClass *judged,
                              DeidClassVerdict least, guint64 *counts, GError **error)
{
  for (guint i = 0; i < instance->privacy.n_models; i++)
    {
      DeidClassVerdict verdict;

      if (!deid_instance_judge_by (&instance->privacy.models[i], judged, &verdict, error))
        return FALSE;
      if (verdict >= least)
        counts[i] += judged->n_records;
    }
  return TRUE;
}

gboolean
deid_instance_has_one_closed_part (const DeidInstance *instance, guint64 n_necessary,
                                   guint64 *counts)
{
  guint n_parts = 0;

  for (guint i = 0; i < instance->privacy.n_models; i++)
    {
      const gboolean has_part
          = deid_privacy_model_get_closed_part (instance->privacy.models[i].model)
            != DEID_CLOSED_NOTHING;

      counts[i] = has_part ? n_necessary : 0;
      n_parts += has_part ? 1 : 0;
    }
  return n_parts <= 1;
}

gboolean
deid_instance_judge_table (const DeidInstance *instance, const guint64 *sizes,
                           const guint8 *verdicts, guint64 n, guint64 n_suppressed,
                           gboolean *accepted, GError **error)
{
  g_autofree guint64 *released = NULL;
  DeidTableView table
      = { .n_records = instance->n_records - n_suppressed, .n_suppressed = n_suppressed };

  *accepted = TRUE;
  if (!instance->judges_table)
    return TRUE;
  released = deid_alloc (n, sizeof *released, error);
  if (released == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (sizes[i] > 0 && verdicts[i] == DEID_CLASS_PASSES)
      released[table.n_classes++] = sizes[i];
  table.sizes = released;
  for (guint i = 0; i < instance->privacy.n_models && *accepted; i++)
    if (!deid_prepared_model_accepts_table (&instance->privacy.models[i], &table, accepted, error))
      return FALSE;
  return TRUE;
}
