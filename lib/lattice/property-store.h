/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/attribute.h"
#include "lattice/policy-private.h"

/* Nodes of prefix trees of levels, 8 bytes each. The siblings below one node stand together, the
 * highest level first; places in the arena take the part of pointers, 0 meaning none. A freed run
 * is kept for the next siblings that need one of its length. */

#define DEID_RANK_MAX 0x7fff

typedef struct
{
  guint32 children; /* the first of them */
  guint32 level : 16;
  guint32 rank : 15; /* the smallest sum of the levels below, DEID_RANK_MAX if it is greater */
  guint32 is_last : 1;
} DeidLevelNode;

/* The lengths of runs are 1 to 8, then 2^i and 3 * 2^i up to 2^16. */
#define DEID_N_RUN_LENGTHS 34

typedef struct
{
  DeidLevelNode *nodes;
  guint64 n_touched; /* places that were ever in use */
  guint64 n_free;    /* those of them that are not any more */
  guint64 capacity;
  guint64 n_nodes;
  guint32 free[DEID_N_RUN_LENGTHS]; /* lists linked by children */
} DeidLevelNodes;

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

/* What is inherited to specializations is kept upside down, the levels counted from the heights:
 * the maximal policies are then the minimal vectors, and the greatest rank below a node the
 * smallest. */
struct DeidPropertyStore
{
  gatomicrefcount ref_count;
  DeidLattice *lattice;
  DeidInheritance inheritance;
  DeidAntichain antichain;
  DeidLevel *mirrored; /* scratch */
};

/* The public functions, of levels that lie in the lattice. */
gboolean deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                         GError **error);
gboolean deid_property_store_contains_levels (DeidPropertyStore *store, const DeidLevel *levels);

/* Tells whether a policy is itself one of those kept: added, and not implied by another one. */
gboolean deid_property_store_has_levels (DeidPropertyStore *store, const DeidLevel *levels);
