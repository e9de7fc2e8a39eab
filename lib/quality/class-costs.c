/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Losses that are made up of costs of classes. */
#include "quality/class-costs.h"

/* Adds what a slot said unless it failed. */
static gboolean
add (const DeidQualityModel *model, gboolean succeeded, GError *own_error, guint64 cost,
     DeidWide *sum, GError **error)
{
  if (!succeeded && own_error == NULL)
    g_set_error (&own_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "quality model %s: it failed without saying why", model->text);
  if (!deid_slot_succeeded (own_error, error))
    return FALSE;
  *sum += cost;
  return TRUE;
}

gboolean
deid_quality_model_add_class (const DeidQualityModel *model, gpointer state,
                              const DeidClass *judged, gboolean is_suppressed, DeidWide *sum,
                              GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 cost = 0;
  const gboolean succeeded = funcs->class_cost.func (judged, is_suppressed, state,
                                                     funcs->class_cost.data, &cost, &own_error);

  return add (model, succeeded, own_error, cost, sum, error);
}

gboolean
deid_quality_model_add_bound (const DeidQualityModel *model, gpointer state,
                              const DeidClass *judged, guint64 min_records, DeidWide *sum,
                              GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 bound = 0;
  gboolean succeeded;

  if (funcs->class_bound.func == NULL)
    return TRUE;
  succeeded = funcs->class_bound.func (judged, min_records, state, funcs->class_bound.data, &bound,
                                       &own_error);
  return add (model, succeeded, own_error, bound, sum, error);
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
deid_class_costs_init (DeidClassCosts *costs, const DeidLoss *loss, const DeidClassSource *source,
                       GError **error)
{
  *costs = (DeidClassCosts){ .loss = loss, .source = *source };
  return loss->model->funcs->size_only
         || deid_class_reader_init (&costs->reader, &costs->source, error);
}

void
deid_class_costs_clear (DeidClassCosts *costs)
{
  deid_class_reader_clear (&costs->reader);
}

gboolean
deid_class_costs_start (DeidClassCosts *costs, const DeidClassSource *source,
                        const DeidRowClasses *classes, const DeidStop *stop, GError **error)
{
  costs->sizes = classes->sizes;
  costs->n_classes = classes->n_classes;
  costs->source = *source;
  return costs->loss->model->funcs->size_only
         || deid_class_reader_start (&costs->reader, classes, stop, error);
}

static DeidClass
view (DeidClassCosts *costs, guint32 number)
{
  const DeidLoss *loss = costs->loss;
  DeidClass judged;

  if (loss->model->funcs->size_only)
    return (DeidClass){ .n_records = costs->sizes[number], .n_persons = costs->sizes[number] };
  judged = deid_class_reader_view (&costs->reader, number);
  judged.n_sensitive = loss->model->n_columns;
  judged.places = loss->places;
  return judged;
}

gboolean
deid_class_costs_add (DeidClassCosts *costs, guint32 number, DeidCostKind kind, DeidWide *sum,
                      GError **error)
{
  const DeidLoss *loss = costs->loss;
  DeidClass judged;

  if (costs->sizes[number] == 0)
    return TRUE;
  judged = view (costs, number);
  return kind == DEID_COST_BOUND
             ? deid_quality_model_add_bound (loss->model, loss->state, &judged, loss->min_records,
                                             sum, error)
             : deid_quality_model_add_class (loss->model, loss->state, &judged,
                                             kind == DEID_COST_SUPPRESSED, sum, error);
}

gboolean
deid_class_costs_measure (DeidClassCosts *costs, const guint8 *verdicts, const DeidStop *stop,
                          double *objective, GError **error)
{
  DeidWide sum = 0;

  for (guint32 number = 0; number < costs->n_classes; number++)
    if (!deid_stop_check_class (stop, number, error)
        || !deid_class_costs_add (costs, number,
                                  verdicts[number] != 0 ? DEID_COST_SUPPRESSED : DEID_COST_KEPT,
                                  &sum, error))
      return FALSE;
  *objective = (double) sum;
  return TRUE;
}

guint64
deid_class_costs_get_n_bytes (const DeidClassCosts *costs)
{
  return costs->loss->model->funcs->size_only ? 0 : deid_class_reader_get_n_bytes (&costs->reader);
}
