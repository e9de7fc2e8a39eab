/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/bound/boxes.h"
#include "search/run.h"

/* Which prices should fall so that others may rise.
 *
 * A price rises until one box limits it, and all prices that a box limits share what its k largest
 * leave. The dual of the linear program of prices gives each box a weight. The *charge* of a record
 * is the sum of the weights of the boxes among whose k dearest records it is; at the greatest bound
 * each record with a price is charged 1. As the weight of a box we take the number of records that
 * it limits, over k. Prices of records that are charged more than 1 are cut by the part that is
 * charged too much, at most by half and by less each time. Then prices rise again. Charges are
 * averaged over the rises. */
typedef struct
{
  gboolean is_used; /* not where there are too many members of boxes */
  gboolean has_charges;
  guint64 k;
  guint32 n;
  guint32 *box_of_place;  /* the box that limits it, or %DEID_LOCAL_NO_BOX */
  guint32 *n_limited;     /* of each box: how many combinations it limits; 0 if it is free */
  guint64 *records;       /* of each box: how many records it limits */
  guint32 *members;       /* of each box: the places of its k dearest records, */
  guint32 *member_counts; /* and how many records of each; 0 after the last */
  guint32 *free_boxes;
  guint32 n_free;
  guint64 *sums;    /* charges of each place */
  guint64 *charges; /* of each combination, averaged */
  guint n_cuts;     /* how often prices were cut */
} DeidLocalCharges;

/* A lower bound of the loss of every local recoding into classes of at least k records, whatever
 * makes it.
 *
 * Each record has a price, that of its combination. Let the k largest prices in every box with at
 * least k records add up to at most k times what the box costs a record. Then all prices add up to
 * no more than any recoding costs. For a class of n >= k records in a box of cost c, the mean of
 * the k largest prices of the box is at most c; so is the k-th, and each smaller one; so the prices
 * of the class add up to at most n c, which is what the class costs. Labels higher than necessary
 * cost more. Where records may be suppressed, no price is above the cost of that.
 *
 * The bound is weak for large k: prices know nothing of where a class ends, and a record may be
 * charged for others that only one class can have. Of models that ask for more than sizes it knows
 * only how many values of a sensitive attribute a class needs, and therefore records. */
typedef struct
{
  const DeidLocalCombinations *combinations;
  DeidLocalBoxes boxes;
  DeidLocalCharges charges;
  guint64 k;        /* or less, where sums would exceed 64 bits: a bound all the same */
  guint64 greatest; /* what no box costs more than */
  guint n_joined;   /* records that a ball joins after the first rises; 0 without balls */
  guint64 *prices;  /* of each combination, in units of 1 / DEID_LOCAL_PRICE_UNIT */
  guint64 *next;    /* what they may become */
  guint64 *alone;   /* of each combination the cheapest box with k records, once it is settled */
  guint64 *base;    /* prices by place */
  guint64 *best;    /* the prices with the greatest sum so far */
  DeidKeyedNumber *numbers; /* scratch */
  DeidKeyedNumber *scratch;
  guint64 settled; /* records whose cheapest box costs less are settled */
  guint n_rises;   /* since all are */
  gboolean is_bound;
} DeidLocalPrices;

/* All prices are 0. */
gboolean deid_local_prices_init (DeidLocalPrices *prices, const DeidLocalCombinations *combinations,
                                 guint64 k, GError **error);
void deid_local_prices_clear (DeidLocalPrices *prices);

/* If there are balls, ranks the combinations, and gives each record its least cost as price. Errors
 * and complexity: those of deid_local_balls_rank(). */
gboolean deid_local_prices_rank (DeidLocalPrices *prices, const DeidStop *stop, GError **error);

/* Returns: (nullable): the ranks of combinations, if there are balls. */
const guint32 *deid_local_prices_get_ranks (const DeidLocalPrices *prices);

/* Raises prices, which stay what they were if it fails. Until all are settled, a record gets what
 * it costs by itself, its cheapest box with k records, or a limit if that is less; the limit
 * doubles each time. Then all prices rise at once: a record gets to the k-th price of each of its
 * boxes and its share of what the box has left, in the box where that is least. Errors and
 * complexity: those of deid_local_boxes_walk(). */
gboolean deid_local_prices_raise (DeidLocalPrices *prices, const DeidStop *stop, GError **error);

/* Settles prices and raises them so many times, as long as @stop lets it. From some rise on, prices
 * of records that are charged too much are cut before each. Afterwards they are the greatest bound
 * so far in any case. Sets whether it was not stopped. */
gboolean deid_local_prices_find (DeidLocalPrices *prices, guint n_rises, const DeidStop *stop,
                                 gboolean *is_complete, GError **error);

/* Tells whether prices are a bound, however they were found. Errors and complexity: those of
 * deid_local_boxes_walk(). */
gboolean deid_local_prices_check (DeidLocalPrices *prices, gboolean *is_bound, const DeidStop *stop,
                                  GError **error);

/* Returns: the sum of the prices of all records. */
DeidWide deid_local_prices_get_sum (const DeidLocalPrices *prices);

/* The part of a run, of its time and of its work, that is left to a bound: one of so many. */
#define DEID_LOCAL_BOUND_PARTS 4

/* Finds prices by so many rises, as long as the run lets it, raises the lower bound of the run to
 * what they prove, and has the run keep them. Where the run has to end first it does, with the
 * greatest bound so far. Does nothing where prices cannot bound the problem, whose rows must not be
 * merged. What fails ends the run. */
gboolean deid_local_bound_run (DeidRun *run, guint n_rises, GError **error);
