/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/wide.h"
#include "quality/label-table.h"

/* Adds to @sum what follows from the sizes of classes. None of them is 0. */
typedef void (*DeidAddSizesFunc) (gconstpointer state, const guint64 *sizes, guint64 n,
                                  guint64 min_records, DeidWide *sum);

/* What a model of the library says of classes, in a form of which many are summed up without asking
 * about each: the cost and the bound of a class are functions of its size, and for each of its
 * records the sum, or the product, of the numbers of its labels. Sums are those of the slots
 * class_cost and class_bound, to the bit. */
typedef struct
{
  gboolean has_costs;              /* not only bounds */
  DeidAddSizesFunc add_costs;      /* of classes that are kept, or NULL for nothing */
  DeidAddSizesFunc add_bounds;     /* or NULL for nothing */
  DeidAddSizesFunc add_suppressed; /* what suppressed classes cost; labels are no part of it */
  const DeidLabelTable *labels;    /* or NULL if they cost nothing */
  gboolean is_product;
} DeidClassForm;

/* Returns: whether what the model says of classes has such a form for the table that it was
 * prepared for. */
typedef gboolean (*DeidGetFormFunc) (gconstpointer state, DeidClassForm *form);
