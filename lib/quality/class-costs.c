/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Losses that are made up of costs of classes. */
#include "quality/loss.h"

gboolean
deid_quality_model_add_class (const DeidQualityModel *model, gpointer state,
                              const DeidClass *judged, gboolean is_suppressed, DeidWide *sum,
                              GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 cost = 0;

  if (!funcs->class_cost.func (judged, is_suppressed, state, funcs->class_cost.data, &cost,
                               &own_error)
      && own_error == NULL)
    g_set_error (&own_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "quality model %s: it failed without saying why", model->text);
  if (!deid_slot_succeeded (own_error, error))
    return FALSE;
  *sum += cost;
  return TRUE;
}

/* Adding 0 takes the sign off a zero. */
double
deid_quality_model_finish (const DeidQualityModel *model, const DeidQualityInput *input,
                           gpointer state, double sum)
{
  const DeidQualityModelFuncs *funcs = model->funcs;

  return funcs->finish.func != NULL ? funcs->finish.func (sum, state, funcs->finish.data) + 0.0
                                    : sum / (double) input->n_records;
}

gboolean
deid_loss_measure_classes (const DeidLoss *loss, DeidClassReader *reader, const guint8 *verdicts,
                           const DeidStop *stop, double *objective, GError **error)
{
  DeidWide sum = 0;

  for (guint32 number = 0; number < reader->classes.n_classes; number++)
    {
      const DeidClass judged = deid_class_reader_view (reader, number);

      if (judged.n_records == 0)
        continue;
      if (!deid_stop_check_class (stop, number, error)
          || !deid_quality_model_add_class (loss->model, loss->state, &judged,
                                            verdicts[number] != 0, &sum, error))
        return FALSE;
    }
  *objective = (double) sum;
  return TRUE;
}
