/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/rational.h"

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
  DeidRational factor; /* g, at most 1 */
  char *text;          /* the short spelling */
  DeidAttributeWeight *weights;
  guint n_weights;
};

void deid_quality_model_make_immutable (DeidQualityModel *model);

/* Returns: the weight of an attribute, 1 where none was set. */
double deid_quality_model_get_weight (const DeidQualityModel *model, const char *attribute);
