/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

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
  char *text; /* the short spelling */
  DeidAttributeWeight *weights;
  guint n_weights;
};

void deid_quality_model_make_immutable (DeidQualityModel *model);

/* Returns: the weight of an attribute, 1 where none was set. */
double deid_quality_model_get_weight (const DeidQualityModel *model, const char *attribute);

/* Has the model prepare itself; on success its state is to be freed. */
gboolean deid_quality_model_prepare (const DeidQualityModel *model, const DeidQualityInput *input,
                                     gpointer *state, GError **error);
void deid_quality_model_free_state (const DeidQualityModel *model, gpointer state);
