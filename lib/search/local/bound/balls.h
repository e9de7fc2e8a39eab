/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/bound/boxes.h"

/* The most records that a ball joins. */
#define DEID_LOCAL_MAX_JOINED 3

/* A walk through the balls of a table, in place of its boxes if classes have runs or sets: there
 * are too many boxes of these to look at each.
 *
 * Records have ranks. The first record of a class is one of the lowest rank. Its second record is
 * the one that costs most if it joins the first, its third the one that costs most if it joins
 * both. So the class is part of a ball: of the records of no lower rank than the first, which cost
 * no more than the second if they join the first, and no more than the third if they join both. A
 * ball costs what the last of these labels cost, and the class at least as much, because its
 * labels cover these records. If the k largest prices of every ball sum up to at most k times what
 * the ball costs, those of every class do, too, and that is all that the proof of prices needs.
 *
 * A ball is left out like a box: if it has fewer than k records, or if the ceilings in it or in one
 * of fewer records joined do not exceed the cost. */
typedef struct DeidLocalBalls DeidLocalBalls;

/* On failure it is NULL. Errors: %DEID_ERROR_NO_MEMORY. */
DeidLocalBalls *deid_local_balls_new (DeidLocalBoxes *boxes, GError **error);
void deid_local_balls_free (DeidLocalBalls *balls);

/* Returns: the number of bytes that it has. */
guint64 deid_local_balls_count_bytes (const DeidLocalBalls *balls);

/* Finds what each combination costs at least: what it costs if it joins the k-th nearest record.
 * Then it ranks combinations by that, the dearest first. In this order these costs are prices.
 * Errors: those of deid_stop_check(). Complexity: O(combinations^2 x attributes) at most. */
gboolean deid_local_balls_rank (DeidLocalBalls *balls, guint64 *alone, const DeidStop *stop,
                                GError **error);

/* Returns: the ranks of all combinations, from 0 on. */
guint32 *deid_local_balls_get_ranks (DeidLocalBalls *balls);

/* Calls the function of the boxes for each ball that is not left out. */
gboolean deid_local_balls_walk (DeidLocalBalls *balls, GError **error);
