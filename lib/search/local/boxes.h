/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "search/local/tuples.h"

/* The cost of a record whose attributes all have the greatest weight and are all suppressed is this
 * times their number: finer than that of clusters, as bounds are rounded down. */
#define DEID_LOCAL_PRICE_UNIT (G_GUINT64_CONSTANT (1) << 32)

/* The records that have the same label of each attribute under a policy. What a class of a local
 * recoding has for labels is a box. */
typedef struct
{
  guint64 cost;      /* of a record with these labels, rounded down */
  guint64 top;       /* the sum of the k largest prices in it */
  guint64 least;     /* of these, the least */
  guint64 top_share; /* the sum of the k largest shares */
  guint32 missing;   /* records that it has too few for k */
  guint32 missing_shares;
  double rate; /* of the rise of prices to shares */
} DeidLocalBox;

/* Walks through the boxes of all policies. */
typedef struct
{
  const DeidLocalTuples *tuples;
  DeidCodes *columns;
  const DeidCodes **codes;
  DeidRows rows; /* the tuples */
  DeidGrouping grouping;
  const DeidRecoding **recodings;
  guint64 ***costs;  /* of each label of each level of each attribute */
  guint64 **minima;  /* of these, the least of each level of each attribute */
  DeidLevel *levels; /* of each attribute, of the policy */
  DeidLocalBox *boxes;
  guint32 n_boxes;
} DeidLocalBoxes;

/* Errors: %DEID_ERROR_TOO_LARGE if there are more than @max_policies, %DEID_ERROR_NO_MEMORY. On
 * failure they may be cleared. */
gboolean deid_local_boxes_init (DeidLocalBoxes *boxes, const DeidLocalTuples *tuples,
                                guint64 max_policies, GError **error);
void deid_local_boxes_clear (DeidLocalBoxes *boxes);

/* Sets the levels of the first policy; of the next one. Returns: whether there is one. */
void deid_local_boxes_start (DeidLocalBoxes *boxes);
gboolean deid_local_boxes_next (DeidLocalBoxes *boxes);

/* Returns: what no box of the policy costs less than. */
guint64 deid_local_boxes_get_least_cost (const DeidLocalBoxes *boxes);

/* Finds the boxes of the policy and what they cost; the box of each tuple is that of
 * grouping.class_of_row. Errors: those of deid_grouping_run(). Complexity: O(tuples x attributes).
 */
gboolean deid_local_boxes_group (DeidLocalBoxes *boxes, guint32 k, const DeidStop *stop,
                                 GError **error);
