/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/key-sort.h"
#include "search/local/boxes.h"

/* A lower bound for the loss of every local recoding into classes of at least k records, whatever
 * finds it. Each record has a price, its tuple's. If in every box that has at least k records the
 * sum of the k largest prices is at most k times what the box costs a record, the sum of all prices
 * is at most what any recoding costs: let a class of n >= k records have a box of cost c. The mean
 * of the k largest prices in the box is at most c, so the k-th is, and each that is smaller; so the
 * prices of the class sum up to at most n c, what it costs. Labels that are higher than they need
 * to be cost more.
 *
 * It is weak where k is great: prices tell nothing of where a class ends, and a record may be
 * charged for others that only one class can have. */
typedef struct
{
  const DeidLocalTuples *tuples;
  DeidLocalBoxes boxes;
  guint32 k;
  guint64 *prices; /* of each tuple, in units of 1 / DEID_LOCAL_PRICE_UNIT */
  guint64 *alone;  /* of each tuple the cheapest box with k records, its price to begin with */
  guint64 *shares; /* of each tuple, in the rise of prices; 0 if it rises no more */
  guint64 *next;   /* prices being made */
  guint32 *by_price;
  guint32 *by_share;
  DeidKeyedNumber *numbers; /* scratch */
  DeidKeyedNumber *scratch;
  guint n_rises;
} DeidLocalPrices;

/* Gives each record the price that it has by itself. There must be @k records. On failure they may
 * be cleared. Errors: those of deid_local_boxes_init() and deid_grouping_run(). Complexity:
 * O(policies x tuples x attributes). */
gboolean deid_local_prices_init (DeidLocalPrices *prices, const DeidLocalTuples *tuples, guint32 k,
                                 guint64 max_policies, const DeidStop *stop, GError **error);
void deid_local_prices_clear (DeidLocalPrices *prices);

/* Raises all prices at once: a record gets to the k-th price of each of its boxes and its share of
 * what the box has left, in the box where that is least. The first times those far from others rise
 * most. Prices stay what they were if it fails. Errors: those of deid_grouping_run(). Complexity:
 * that of deid_local_prices_init(). */
gboolean deid_local_prices_raise (DeidLocalPrices *prices, const DeidStop *stop, GError **error);

/* Tells whether the prices are a bound, however they were found: from the boxes of all policies,
 * but those whose cheapest box costs at least the mean of the k largest prices of the table. Errors
 * and complexity: the same. */
gboolean deid_local_prices_check (DeidLocalPrices *prices, gboolean *is_bound, const DeidStop *stop,
                                  GError **error);

/* Returns: the sum of the prices of all records. */
DeidWide deid_local_prices_get_sum (const DeidLocalPrices *prices);
