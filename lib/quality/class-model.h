/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "quality/quality-model-private.h"

/* The slots of a model of the library that costs classes. Its spelling is a name, its state is
 * freed by g_free() unless it says otherwise, and any thread may ask it. */
typedef struct
{
  const char *name; /* of static storage */
  DeidQualityPrepareFunc prepare;
  DeidFreeStateFunc free_state; /* or NULL */
  DeidClassCostFunc class_cost;
  DeidFinishLossFunc finish; /* or NULL */
  DeidClassBoundFunc class_bound;
  gboolean size_only;
} DeidClassModelSlots;

/* Creates a model that asks for the values of a column, or of none if that is %NULL. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for its name. */
DeidQualityModel *deid_class_model_new (const DeidClassModelSlots *slots, const char *column,
                                        GError **error);

/* Fails with %DEID_ERROR_TOO_LARGE if a table has more records than a model can square. */
gboolean deid_class_model_check_squares (const char *name, const DeidQualityInput *input,
                                         GError **error);
