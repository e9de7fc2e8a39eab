/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/slot.h"
#include "base/wide.h"
#include "quality/quality-model-funcs.h"

typedef struct
{
  char *attribute;
  double weight;
} DeidAttributeWeight;

struct DeidQualityModel
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidAggregate aggregate;
  DeidQualityModelFuncs *funcs;
  char *text;                 /* the specification */
  char *shown;                /* the same, for messages and reports */
  const char *const *columns; /* the names of those whose values it asks classes for */
  guint n_columns;
  DeidAttributeWeight *weights;
  guint n_weights;
  guint64 weights_capacity;
  GHashTable *index; /* from attributes, whose names the weights own, to weights + 1; or NULL */
};

/* How specifications name the aggregates. */
extern const char *const deid_aggregate_names[4];

/* Returns: (transfer full): a model with the same slots and no weights, which can be changed. */
DeidQualityModel *deid_quality_model_new_unweighted (const DeidQualityModel *model);

void deid_quality_model_make_immutable (DeidQualityModel *model);

/* Returns: the weight of an attribute, 1 where none was set. Complexity: O(1). */
double deid_quality_model_get_weight (const DeidQualityModel *model, const char *attribute);

/* Tells whether the loss is made up of costs of single values, not of classes. */
static inline gboolean
deid_quality_model_is_separable (const DeidQualityModel *model)
{
  return model->funcs->class_cost.func == NULL;
}

/* Costs of single values are only asked for when a run is prepared. */
static inline gboolean
deid_quality_model_is_thread_safe (const DeidQualityModel *model)
{
  return deid_quality_model_is_separable (model) || model->funcs->thread_safe;
}

/* Has the model prepare itself; on success its state is to be freed. */
gboolean deid_quality_model_prepare (const DeidQualityModel *model, const DeidQualityInput *input,
                                     gpointer *state, GError **error);
void deid_quality_model_free_state (const DeidQualityModel *model, gpointer state);

/* Tells whether a slot succeeded: it said so, and set no error. Otherwise fails as it did. */
static inline gboolean
deid_quality_model_slot_succeeded (const DeidQualityModel *model, gboolean succeeded,
                                   GError *slot_error, GError **error)
{
  return deid_slot_succeeded ("quality model", model->shown, succeeded, slot_error, error);
}

/* Adds the cost of a class, if the model costs classes. Errors: those of the model. */
gboolean deid_quality_model_add_class (const DeidQualityModel *model, gpointer state,
                                       const DeidClass *eq_class, DeidWide *sum, GError **error);

/* Adds the bound of a class, if the model has any. Errors: those of the model. */
gboolean deid_quality_model_add_bound (const DeidQualityModel *model, gpointer state,
                                       const DeidClass *eq_class, DeidWide *sum, GError **error);

/* Makes the loss of the sum of the costs of all classes. Errors: those of the model. */
gboolean deid_quality_model_finish (const DeidQualityModel *model, const DeidQualityInput *input,
                                    gpointer state, double sum, double *loss, GError **error);

/* Refuses a loss that is no number, infinite or negative: what a host's slot makes of a sum may be
 * anything. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_quality_model_check_loss (const DeidQualityModel *model, double loss, GError **error);
