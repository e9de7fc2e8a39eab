/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Losses that are made up of costs of classes. */
#include "quality/class-costs.h"

#include <math.h>

#include "base/rational.h"

gboolean
deid_quality_model_add_class (const DeidQualityModel *model, gpointer state,
                              const DeidClass *eq_class, DeidWide *sum, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 cost = 0;
  const gboolean succeeded
      = funcs->class_cost.func (eq_class, state, funcs->class_cost.data, &cost, &own_error);

  if (!deid_quality_model_slot_succeeded (model, succeeded, own_error, error))
    return FALSE;
  *sum += cost;
  return deid_class_check_labels (eq_class, error);
}

gboolean
deid_quality_model_add_bound (const DeidQualityModel *model, gpointer state,
                              const DeidClass *eq_class, DeidWide *sum, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 bound = 0;
  gboolean succeeded;

  if (funcs->class_bound.func == NULL)
    return TRUE;
  succeeded
      = funcs->class_bound.func (eq_class, state, funcs->class_bound.data, &bound, &own_error);
  if (!deid_quality_model_slot_succeeded (model, succeeded, own_error, error))
    return FALSE;
  *sum += bound;
  return deid_class_check_labels (eq_class, error);
}

gboolean
deid_quality_model_check_loss (const DeidQualityModel *model, double loss, GError **error)
{
  char text[DEID_DECIMAL_SIZE];

  if (loss >= 0 && isfinite (loss))
    return TRUE;
  deid_double_to_decimal (loss, text);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "quality model %s: its loss is %s, expected a finite number that is not negative",
               model->shown, text);
  return FALSE;
}

/* Adding 0 takes the sign off a zero. */
gboolean
deid_quality_model_finish (const DeidQualityModel *model, const DeidQualityInput *input,
                           gpointer state, double sum, double *loss, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  const DeidCostSum view = { .value = sum, .n_records = input->n_records };
  GError *own_error = NULL;
  gboolean succeeded;

  *loss = 0;
  if (funcs->finish.func == NULL)
    {
      *loss = sum / (double) input->n_records;
      return TRUE;
    }
  succeeded = funcs->finish.func (&view, state, funcs->finish.data, loss, &own_error);
  *loss += 0.0;
  return deid_quality_model_slot_succeeded (model, succeeded, own_error, error)
         && deid_quality_model_check_loss (model, *loss, error);
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
  const DeidLoss *loss = costs->loss;

  costs->sizes = classes->sizes;
  costs->n_classes = classes->n_classes;
  costs->source = *source;
  costs->eq_class = (DeidClass){ 0 };
  if (loss->model->funcs->size_only)
    return TRUE;
  costs->eq_class = (DeidClass){ .n_attributes = source->rows->n_attributes,
                                 .n_sensitive = loss->model->n_columns,
                                 .places = loss->places,
                                 .reader = &costs->reader };
  return deid_class_reader_start (&costs->reader, classes, stop, error);
}

/* Most of the view is the same for all classes, of which there are many. */
static const DeidClass *
view (DeidClassCosts *costs, guint32 number, DeidCostKind kind)
{
  DeidClass *eq_class = &costs->eq_class;

  eq_class->is_suppressed = kind == DEID_COST_SUPPRESSED;
  eq_class->min_records = kind == DEID_COST_BOUND ? costs->loss->min_records : 0;
  eq_class->n_records = eq_class->n_persons = costs->sizes[number];
  eq_class->number = number;
  eq_class->has_population = eq_class->reader != NULL && eq_class->reader->populations != NULL;
  if (eq_class->has_population)
    eq_class->n_population = eq_class->reader->populations[number];
  return eq_class;
}

gboolean
deid_class_costs_add (DeidClassCosts *costs, guint32 number, DeidCostKind kind, DeidWide *sum,
                      GError **error)
{
  const DeidLoss *loss = costs->loss;

  if (costs->sizes[number] == 0)
    return TRUE;
  if (kind == DEID_COST_BOUND)
    return deid_quality_model_add_bound (loss->model, loss->state, view (costs, number, kind), sum,
                                         error);
  return deid_quality_model_add_class (loss->model, loss->state, view (costs, number, kind), sum,
                                       error);
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
