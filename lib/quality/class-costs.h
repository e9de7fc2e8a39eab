/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/wide.h"
#include "classes/class-reader.h"
#include "quality/loss.h"

/* What is asked of a class. */
typedef enum
{
  DEID_COST_KEPT,
  DEID_COST_SUPPRESSED,
  DEID_COST_BOUND
} DeidCostKind;

/* Asks a quality model that costs classes what those of a grouping cost. Each thread has its own.
 */
typedef struct
{
  const DeidLoss *loss;
  DeidClassSource source;
  DeidClassReader reader; /* used unless the model asks for sizes alone */
  const guint64 *sizes;
  guint32 n_classes;
  DeidClass eq_class; /* the view of the class that was asked about last */
} DeidClassCosts;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_costs_init (DeidClassCosts *costs, const DeidLoss *loss,
                                const DeidClassSource *source, GError **error);
void deid_class_costs_clear (DeidClassCosts *costs);

/* Sets the classes to be asked about, which must stay as they are, and what they are read from: the
 * columns are those of the start, perhaps of other rows. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_costs_start (DeidClassCosts *costs, const DeidClassSource *source,
                                 const DeidRowClasses *classes, const DeidStop *stop,
                                 GError **error);

/* Adds what a class costs, nothing if it has no records. Errors: those of the model. */
gboolean deid_class_costs_add (DeidClassCosts *costs, guint32 number, DeidCostKind kind,
                               DeidWide *sum, GError **error);

/* Adds up what all classes cost; the verdict of those that are kept is 0. Errors: those of the
 * model and of deid_stop_check(). */
gboolean deid_class_costs_measure (DeidClassCosts *costs, const guint8 *verdicts,
                                   const DeidStop *stop, double *objective, GError **error);

guint64 deid_class_costs_get_n_bytes (const DeidClassCosts *costs);
