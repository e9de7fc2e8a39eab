/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "problem/preparation.h"

/* The check of prices that bound all local recodings, as deid-bound-certificate.h defines it. It
 * shares nothing with the search that finds prices, and nothing that makes that fast but the rules
 * by which boxes need not be looked at. */

/* The maximum number of records that a ball joins. */
#define DEID_BOUND_MAX_JOINED 3

/* A distinct combination of labels on the lowest levels. */
typedef struct
{
  guint64 first_row;
  guint64 n_records;
  guint64 price;
  guint64 rank; /* used if classes have runs or sets */
} DeidPricedCombination;

typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidStop *stop;
  guint64 k;
  DeidGrouping grouping; /* of the rows by their combinations */
  DeidPricedCombination *combinations;
  guint32 **codes;        /* of each attribute, of each combination */
  DeidKeyedNumber *order; /* combinations, the dearest first */
  guint *attributes;      /* by the number of their labels, the most first */
  guint *levels;          /* chosen of each attribute */
  gboolean has_balls;     /* classes may have runs or sets */
  guint64 n_joined;       /* the number of records that a ball joins */
  DeidRecoding *lowest;   /* of each attribute: the labels of all codes on the lowest level; of runs
                             the values in their order */
  guint64 *least;   /* of the attributes from each of these on, what a record costs at least */
  guint64 greatest; /* what no price needs to exceed */
  gboolean exceeds; /* some box costs less than its prices */
  guint64 n_sets;   /* that were looked at */
  double share;     /* of the walk that is done, each part of a set being as long as it is large */
  double width;     /* of the walk, what the set at hand is */
  void (*report) (gpointer data); /* or NULL; called for each set */
  gpointer report_data;
} DeidBoundCheck;

/* Lists combinations, without prices. Errors: those of deid_local_bound_check_problem(),
 * deid_grouping_run(). Complexity: O(rows x attributes). */
gboolean deid_bound_check_init (DeidBoundCheck *check, const DeidPreparedProblem *prepared,
                                guint64 k, const DeidStop *stop, GError **error);
void deid_bound_check_clear (DeidBoundCheck *check);

/* Returns: what a cost of so much for each of all records counts for one record. */
guint64 deid_bound_check_round_cost (const DeidBoundCheck *check, guint attribute,
                                     DeidWide numerator);

/* Tells whether in each box or ball of at least k records the k largest prices sum up to at most k
 * times its cost. Complexity: O(sum over the examined sets of their combinations x (attributes +
 * levels)). */
gboolean deid_bound_check_run (DeidBoundCheck *check, gboolean *holds, GError **error);

/* Examines the balls one by one, and sets @exceeds of @check if the prices of one exceed its cost.
 * Complexity: O(combinations^2 x attributes), and the sizes of all examined balls. */
gboolean deid_bound_check_balls (DeidBoundCheck *check, GError **error);

/* Returns: the sum of the prices of all records. */
DeidWide deid_bound_check_get_sum (const DeidBoundCheck *check);
