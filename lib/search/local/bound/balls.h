/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/bound/boxes.h"

/* The maximum number of records that a ball joins. */
#define DEID_LOCAL_MAX_JOINED 3

/* A walk through the balls of a table. If classes have runs or sets, it replaces the walk through
 * boxes, because there are too many boxes to examine each one.
 *
 * Records have ranks. The first record of a class is one of lowest rank. Its second record is the
 * one that costs most together with the first, and its third record the one that costs most
 * together with both. So the class lies in a ball: the records whose rank is at least that of the
 * first, which cost no more than the second together with the first, and no more than the third
 * together with both. The cost of the ball is that of the lowest labels that cover the joined
 * records. The class costs at least as much, because its labels cover these records. If in every
 * ball the k largest prices sum up to at most k times its cost, they do so in every class, and the
 * proof of prices needs no more.
 *
 * The walk skips a ball that has fewer than k records, and one whose largest ceilings do not exceed
 * its cost. It also skips all balls inside such a ball of fewer joined records. */
typedef struct DeidLocalBalls DeidLocalBalls;

/* Returns: (nullable): a walk, or %NULL with %DEID_ERROR_NO_MEMORY. */
DeidLocalBalls *deid_local_balls_new (DeidLocalBoxes *boxes, GError **error);
void deid_local_balls_free (DeidLocalBalls *balls);

/* Returns: the memory of a walk in bytes. */
guint64 deid_local_balls_count_bytes (const DeidLocalBalls *balls);

/* Computes the least cost of each combination: its cost together with the k-th nearest record,
 * counting its own records. Then ranks the combinations by this cost, the most expensive first.
 * With these ranks, the costs are valid prices. Complexity: O(combinations^2 x attributes) at most.
 */
gboolean deid_local_balls_rank (DeidLocalBalls *balls, guint64 *alone, const DeidStop *stop,
                                GError **error);

/* Returns: the ranks of all combinations, counted from 0. */
guint32 *deid_local_balls_get_ranks (DeidLocalBalls *balls);

/* Calls the function of the boxes for each ball that is not skipped. */
gboolean deid_local_balls_walk (DeidLocalBalls *balls, GError **error);
