/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/level-nodes.h"

/* The minimal ones of the level vectors that were added, in a prefix tree with a level for each
 * dimension: a vector is implied if one of them is nowhere above it.
 *
 * Each node knows the smallest rank below it. Ranks are sums of the levels of the dimensions that
 * follow, not of all: let s be what the levels of a node and above it sum to, at most the sum t of
 * the same levels of the vector asked for, and let s' and t' be the sums of those that follow. A
 * sum of all levels cuts where s + s' > t + t', which implies s' > t'; the sums that follow cut
 * there too, and also where s + s' is no greater since s is small. On the last dimension but one
 * they tell all. */
typedef struct
{
  guint n_dimensions;
  DeidLevelNodes arena;
  guint32 roots; /* the nodes of the first dimension */
  guint64 size;

  guint32 *ranks;         /* for each dimension, of what is asked for, DEID_RANK_MAX if greater */
  guint32 *next;          /* for each dimension, the node to go on from */
  guint64 n_visited;      /* nodes gone into, for tests and benchmarks */
  gboolean ignores_ranks; /* set to measure what ranks spare */
} DeidAntichain;

/* Also what could not be made is to be cleared. */
gboolean deid_antichain_init (DeidAntichain *antichain, guint n_dimensions, GError **error);
void deid_antichain_clear (DeidAntichain *antichain);

/* Adds a vector unless it is implied, and removes those that it implies. */
gboolean deid_antichain_add (DeidAntichain *antichain, const DeidLevel *levels, GError **error);

gboolean deid_antichain_implies (DeidAntichain *antichain, const DeidLevel *levels);

/* Returns: whether the vector is itself one of the minimal ones. */
gboolean deid_antichain_has (const DeidAntichain *antichain, const DeidLevel *levels);

/* Returns: the memory behind the structure. */
guint64 deid_antichain_get_n_bytes (const DeidAntichain *antichain);
