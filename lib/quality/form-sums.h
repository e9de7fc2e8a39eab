/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-reader.h"
#include "classes/fused-columns.h"
#include "quality/class-form.h"
#include "quality/loss.h"

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
