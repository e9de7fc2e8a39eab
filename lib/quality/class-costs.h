/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "classes/class-reader.h"
#include "classes/fused-columns.h"
#include "quality/loss.h"
#include "quality/quality-model-private.h"

/* Sums of the numbers of labels, over records, for a model that has a form. Each thread has its
 * own. */
typedef struct
{
  gboolean is_used; /* otherwise the model has no form, and nothing is ever asked */
  DeidClassForm form;
  const DeidFusedColumns *fused;
  const DeidRows *rows;

  guint *first_level;       /* of each attribute among the levels of all */
  guint64 *level_sums;      /* over all records, on each of these */
  guint64 *suppressed_sums; /* the same over the rows set, */
  gboolean *is_summed;      /* as far as it was asked for */
  guint n_levels;
  guint32 *suppressed; /* these rows */
  guint64 suppressed_capacity;
  guint64 n_suppressed;

  guint64 **factors; /* of each code of each fused column the product of its labels' numbers, */
  DeidLevel *levels; /* at these levels, of each dimension */
} DeidFormSums;

/* @fused are the columns of @rows, which are the table's. On failure it may be cleared, and nothing
 * else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_form_sums_init (DeidFormSums *sums, const DeidLoss *loss, const DeidRows *rows,
                              const DeidFusedColumns *fused, GError **error);
void deid_form_sums_clear (DeidFormSums *sums);

/* Tells whether a model has a form that a table can be asked by: one without a population, whose
 * attributes have no cuts. */
gboolean deid_form_sums_find (DeidClassForm *form, const DeidLoss *loss,
                              const DeidClassSource *table);

/* Sets rows of the table that are suppressed. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_form_sums_set_suppressed (DeidFormSums *sums, const guint32 *rows, guint64 n,
                                        GError **error);

/* Returns: the sum over all records at a policy; @fused are rows that stand for them there, by
 * their fused columns. */
DeidWide deid_form_sums_get_all (DeidFormSums *sums, const DeidLevel *levels,
                                 const DeidRows *fused);

/* Returns: the sum over the records of the rows set, which @fused are. */
DeidWide deid_form_sums_get_suppressed (DeidFormSums *sums, const DeidLevel *levels,
                                        const DeidRows *fused);

/* Returns: how much greater the sum of an attribute is over all records at @hi than at @lo. */
double deid_form_sums_get_range (const DeidFormSums *sums, guint attribute, const DeidLevel *lo,
                                 const DeidLevel *hi);

#define DEID_SIZE_COSTS_KNOWN 1024

/* Asks a quality model that uses only the sizes of classes; about small ones, once. Each thread has
 * its own. */
typedef struct
{
  const DeidLoss *loss;
  guint64 min_records;                     /* of a class that is released */
  gboolean is_rising;                      /* costs are known to rise with sizes: */
  guint64 most;                            /* the bound of a class of all records */
  guint64 known[3][DEID_SIZE_COSTS_KNOWN]; /* of each kind and small size, the cost + 1; or 0 */
} DeidSizeCosts;

void deid_size_costs_init (DeidSizeCosts *costs, const DeidLoss *loss, guint64 min_records);

/* Asks about a size above 0. Errors: those of the model. */
gboolean deid_size_costs_ask (DeidSizeCosts *costs, DeidCostKind kind, guint64 size, guint64 *cost,
                              GError **error);

static inline gboolean
deid_size_costs_get (DeidSizeCosts *costs, DeidCostKind kind, guint64 size, guint64 *cost,
                     GError **error)
{
  if (size >= DEID_SIZE_COSTS_KNOWN || costs->known[kind][size] == 0)
    return deid_size_costs_ask (costs, kind, size, cost, error);
  *cost = costs->known[kind][size] - 1;
  return TRUE;
}

/* Adds up what classes of these sizes, all above 0, cost. Errors: those of the model. */
gboolean deid_size_costs_add (DeidSizeCosts *costs, DeidCostKind kind, const guint64 *sizes,
                              guint64 n, DeidWide *sum, GError **error);

/* What a record of a class costs where costs rise with sizes. */
typedef struct
{
  guint64 most;       /* what all records cost at most, kept or suppressed */
  guint64 suppressed; /* what a suppressed record costs at least */
  guint64 lost;       /* the same if a kept one never costs more, otherwise 0 */
} DeidRisingCosts;

/* Asks about the extremes. Refuses costs that do not rise, of these and of sizes that are asked
 * about from now on: %DEID_ERROR_INVALID_ARGUMENT. Other errors: those of the model. */
gboolean deid_size_costs_find_rising (DeidSizeCosts *costs, DeidRisingCosts *rising,
                                      GError **error);

/* Sets what each suppressed record adds to its bound, if it belongs to a class of up to @n records;
 * 0 unless it costs more than kept ones. Errors: those of the model. */
gboolean deid_size_costs_get_failing (DeidSizeCosts *costs, const DeidRisingCosts *rising,
                                      guint64 n, guint64 *failing, GError **error);
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
