/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "quality/quality-model-private.h"

/* The slots of a model of the library that costs classes. Its specification is a name, its state is
 * freed by g_free() unless it says otherwise, and any thread may ask it. The data of prepare is the
 * name, the others have none. */
typedef struct
{
  const char *name; /* of static storage */
  DeidQualityPrepareFunc prepare;
  DeidFreeStateFunc free_state; /* or NULL */
  DeidClassCostFunc class_cost;
  DeidFinishLossFunc finish; /* or NULL */
  DeidClassBoundFunc class_bound;
  DeidGetFormFunc get_form; /* or NULL */
  gboolean size_only;
} DeidClassModelSlots;

/* Creates a model that asks for the values of a column, or of none if that is %NULL. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for its name. */
DeidQualityModel *deid_class_model_new (const DeidClassModelSlots *slots, const char *column,
                                        GError **error);

/* Adds the squares of sizes, as the form of a model has it. */
void deid_class_model_add_squares (gconstpointer state, const guint64 *sizes, guint64 n,
                                   guint64 min_records, DeidWide *sum);

/* Tells whether the classes of a model cost the squares of their sizes, unless they are suppressed;
 * sets its form. */
gboolean deid_class_model_costs_squares (const DeidQualityModel *model, gconstpointer state,
                                         DeidClassForm *form);

/* Of models whose costs are squares of numbers of records: a slot prepare, whose data is the name
 * of the model and whose state is the number of records of the table, as a guint64, and a slot
 * finish. Errors: %DEID_ERROR_TOO_LARGE for more records than can be squared. */
gboolean deid_class_model_prepare_squares (const DeidQualityInput *input, gpointer user_data,
                                           gpointer *state, GError **error);
gboolean deid_class_model_finish_squares (const DeidCostSum *sum, gpointer state,
                                          gpointer user_data, double *loss, GError **error);
