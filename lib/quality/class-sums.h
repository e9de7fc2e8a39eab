/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/fused-columns.h"
#include "classes/roll-up.h"
#include "lattice/policy-private.h"
#include "quality/class-costs.h"

/* The rows that were set as suppressed, and the bound asked last. */
typedef struct
{
  DeidRows rows; /* with the columns of the wide rows, if classes are rolled up */
  DeidCodes *columns;
  DeidRowSet set;      /* of rows of the table, if they are not */
  gboolean is_bounded; /* whether there is a bound: */
  DeidLevel *levels;   /* of these levels */
  double bound;
} DeidSuppressedRows;

/* Sums, over the classes of policies, of what they cost or cost at least, by a model that costs
 * classes. Classes are made of those of specializations looked at before, unless there is a
 * population. Each thread has its own. */
typedef struct
{
  const DeidLoss *loss;
  const DeidClassSource *table;
  guint n_dimensions;
  DeidClassCosts costs;
  DeidGrouping grouping;
  DeidRecoder recoder; /* used if nothing is rolled up */

  gboolean rolls_up;
  DeidFusedColumns fused;
  DeidFormSums form; /* if it is used, classes are asked about only for what it does not tell */
  DeidSizeCosts sizes;
  DeidRows wide;    /* the table's rows, by fused columns; where classes are asked about, behind the
                       columns of the attributes, with those that the model asks for and the number
                       of each row */
  guint n_labelled; /* columns of attributes */
  guint first_asked; /* of these columns */
  guint n_asked;     /* the entities' included */
  DeidCodes row_numbers;
  DeidReadColumn *columns; /* those that the model asks for, of the rows looked at */
  DeidRows labelled;       /* these, with the columns of the attributes alone */
  DeidRollUp roll_up;
  DeidGrouping parts; /* of classes by what the model asks for */
  guint32 *identity;
  guint64 identity_capacity;

  DeidPolicySet known; /* policies whose bound is known, */
  DeidWide *bounds;    /* and the bound of each */
  guint64 bounds_capacity;
  guint64 max_known;

  DeidSuppressedRows suppressed;
} DeidClassSums;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_sums_init (DeidClassSums *sums, const DeidLoss *loss,
                               const DeidClassSource *table, guint n_dimensions, GError **error);
void deid_class_sums_clear (DeidClassSums *sums);

/* Tells whether a row of the table is suppressed. */
typedef gboolean (*DeidIsSuppressedFunc) (guint64 row, gconstpointer data);

/* Computes the objective of a policy. Errors of all that follow: those of the model and of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_sums_measure (DeidClassSums *sums, const DeidLevel *levels,
                                  DeidIsSuppressedFunc is_suppressed, gconstpointer data,
                                  const DeidStop *stop, double *objective, GError **error);

/* Computes the same from the sizes of the classes that are kept, where
 * deid_class_sums_takes_sizes() says so. The rows set as suppressed are all others. */
gboolean deid_class_sums_measure_sizes (DeidClassSums *sums, const DeidLevel *levels,
                                        const guint64 *sizes, guint64 n, const DeidStop *stop,
                                        double *objective, GError **error);

static inline gboolean
deid_class_sums_takes_sizes (const DeidClassSums *sums)
{
  return sums->form.is_used && sums->form.form.has_costs;
}

/* Tells whether bounds follow from labels alone, without any grouping but that of the rows set. */
static inline gboolean
deid_class_sums_follow_from_labels (const DeidClassSums *sums)
{
  return sums->form.is_used && !sums->loss->model->funcs->size_only
         && sums->form.form.add_sizes[DEID_COST_BOUND] == NULL && !sums->form.form.is_product;
}

/* Returns: what the labels of one attribute cost more at @hi than at @lo, or, where that is not
 * known, the information about records that is lost in between. */
double deid_class_sums_get_range (const DeidClassSums *sums, guint attribute, const DeidLevel *lo,
                                  const DeidLevel *hi);

/* Computes a number that the objective of a policy, and of all its generalizations, is not below;
 * 0 if the model has no bounds. */
gboolean deid_class_sums_get_bound (DeidClassSums *sums, const DeidLevel *levels,
                                    const DeidStop *stop, double *bound, GError **error);

/* Sets rows that are suppressed. */
gboolean deid_class_sums_set_suppressed (DeidClassSums *sums, const guint32 *rows, guint64 n,
                                         GError **error);

/* Computes such a number for those of these policies that suppress the rows set: whole classes of
 * @levels, and of each of the policies. */
gboolean deid_class_sums_get_suppressed_bound (DeidClassSums *sums, const DeidLevel *levels,
                                               const DeidStop *stop, double *bound, GError **error);

/* Returns: the memory it holds. */
guint64 deid_class_sums_get_n_bytes (const DeidClassSums *sums);
