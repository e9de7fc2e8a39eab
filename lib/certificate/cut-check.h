/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "certificate/cut-blocks.h"
#include "certificate/cut-prices.h"
#include "certificate/cut-rows.h"

/* The bound of boxes with cuts, for the verification of certificates: by its definition in
 * deid-certificate.h, without anything of the search. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidCutPrices prices;
  DeidCutBlocks *blocks; /* of each attribute */

  DeidLevel *corner; /* hi of the box that was bounded last */
  gboolean is_set;
  gint64 n_lost;   /* records of S° there */
  guint8 *is_lost; /* of each class */
  guint64 is_lost_capacity;
  guint64 n_classes;
  DeidCutRows rows;       /* those outside S° */
  gint64 *gaps;           /* of each row: units that suppressing it adds at least */
  DeidCutSums *cells;     /* of one class: of each place or label */
  DeidLevel *lower;       /* if classes are costed, the policy at which those of a block are, */
  DeidCutRows lower_rows; /* and all rows */

  gint64 bound;    /* of the box */
  gint64 *bests;   /* of each attribute, what its part is */
  gint64 **values; /* of each dimension and level from lo on, of its attribute */
  gint64 *all_values;
} DeidCutCheck;

/* Reads the line of prices. Errors: those of deid_cut_prices_read(). On failure it may be cleared,
 * and nothing else. */
gboolean deid_cut_check_init (DeidCutCheck *check, const DeidPreparedProblem *prepared,
                              double objective, const DeidJsonValue *root, const DeidStop *stop,
                              GError **error);
void deid_cut_check_clear (DeidCutCheck *check);

/* Bounds the box from @lo up to the policy that @corner is at. The multipliers, one of each
 * attribute and the one of lambda, are at most 2^16 - 1, and those of attributes sum up to at most
 * 2^15; there are none if classes are costed. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes x levels), with runs O(classes x
 * places^2). */
gboolean deid_cut_check_bound (DeidCutCheck *check, DeidPlainEvaluator *corner, const DeidLevel *lo,
                               const guint64 *multipliers, const DeidStop *stop, GError **error);

/* The parts of this: count what fails with each block of an attribute, unless the upper corner is
 * the same as before; and set what each block costs, where classes are costed. */
gboolean deid_cut_check_count_failing (DeidCutCheck *check, const DeidPlainEvaluator *corner,
                                       guint a, const DeidStop *stop, GError **error);
gboolean deid_cut_check_cost_classes (DeidCutCheck *check, DeidPlainEvaluator *corner, guint a,
                                      const DeidLevel *lo, const DeidStop *stop, GError **error);

/* Returns: the same of the policies of that box which have a level in a dimension. */
gint64 deid_cut_check_get_value (const DeidCutCheck *check, const DeidLevel *lo, guint dimension,
                                 guint level);
