/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the models of a problem say of one class. */
#include "search/instance.h"

gboolean
deid_instance_init_reader (const DeidInstance *instance, DeidClassReader *reader, GError **error)
{
  const DeidRows *rows = &instance->rows;
  const guint n_attributes = rows->n_attributes;
  const guint entity = n_attributes + instance->n_sensitive;
  const gboolean has_entities = entity < instance->n_columns;

  return deid_class_reader_init (reader, rows, has_entities ? rows->codes[entity] : NULL,
                                 has_entities ? instance->n_codes[entity] : 0,
                                 rows->codes + n_attributes, instance->n_codes + n_attributes,
                                 instance->n_sensitive, error);
}

static gboolean
ask (gboolean (*slot) (const DeidPrivacyModel *, gconstpointer, const DeidClass *,
                       const DeidDistribution *, GError **),
     const DeidPreparedModel *prepared, const DeidClass *judged, gboolean *passes, GError **error)
{
  const DeidDistribution *distribution
      = prepared->model->sensitive != NULL ? &judged->distributions[prepared->distribution] : NULL;
  GError *own_error = NULL;

  *passes = slot (prepared->model, prepared->state, judged, distribution, &own_error);
  if (own_error == NULL)
    return TRUE;
  g_propagate_error (error, own_error);
  return FALSE;
}

/* A superset-closed model is its own necessary condition; of others it is the slot, if any. */
static gboolean
judge (const DeidPreparedModel *prepared, const DeidClass *judged, DeidClassVerdict *verdict,
       GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  gboolean passes;

  *verdict = DEID_CLASS_PASSES;
  if (!ask (funcs->accept, prepared, judged, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  *verdict = DEID_CLASS_FAILS_NECESSARY;
  if (funcs->closure == DEID_CLOSURE_SUPERSET)
    return TRUE;
  *verdict = DEID_CLASS_FAILS;
  if (funcs->necessary == NULL)
    return TRUE;
  if (!ask (funcs->necessary, prepared, judged, &passes, error))
    return FALSE;
  if (!passes)
    *verdict = DEID_CLASS_FAILS_NECESSARY;
  return TRUE;
}

gboolean
deid_instance_judge (const DeidInstance *instance, guint first, guint end, const DeidClass *judged,
                     DeidClassVerdict *worst, GError **error)
{
  *worst = DEID_CLASS_PASSES;
  for (guint i = first; i < end && *worst != DEID_CLASS_FAILS_NECESSARY; i++)
    {
      DeidClassVerdict verdict;

      if (!judge (&instance->models[i], judged, &verdict, error))
        return FALSE;
      *worst = MAX (*worst, verdict);
    }
  return TRUE;
}
