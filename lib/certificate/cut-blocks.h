/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/plain-evaluator.h"

/* What no box has. */
#define DEID_CUT_IMPOSSIBLE (G_GINT64_CONSTANT (1) << 61)

/* Sums over the records that fail with a block. */
typedef struct
{
  gint64 records;
  gint64 weight; /* in the loss */
  gint64 own;    /* units that suppressing them adds at least, of this attribute, */
  gint64 all;    /* and of all */
} DeidCutSums;

/* The sets of values, blocks, that policies give one label of an attribute, for the verification of
 * certificates. With runs they are given by their first and last place, of which a missing value
 * that the order does not mention has the last; else they are the labels of each level, those of a
 * level behind those of the one below. */
typedef struct
{
  const DeidAttribute *attribute; /* the lattice's */
  const DeidAttribute *joint;     /* whose codes rows have */
  const DeidLossAttribute *term;  /* NULL if classes are costed: labels cost nothing then */
  gboolean has_runs;
  gint64 kept; /* units for each unit of extent of a kept record, */
  gint64 suppressed;
  gint64 covered; /* and of a suppressed one */
  guint64 n_blocks;

  guint32 n_values; /* with runs: without a missing one behind them */
  guint32 n_places;
  guint8 *occurs;         /* of each place: some record has it, or is judged as if it had */
  gint64 *kept_of_places; /* at an upper corner, of records outside S°, */
  gint64 *lost_of_places; /* and in it */

  guint64 *first_blocks; /* without runs: of each level */
  guint64 *parents;      /* of each block the one of the level above, or the number of blocks */
  guint *dimensions;     /* of each block the one that merges it, or G_MAXUINT */
  guint32 *extents;      /* of each block, 0 if only the population has it */

  /* At an upper corner. */
  gint64 *kept_weights; /* of each code, outside S°, */
  gint64 *lost_weights; /* and in it */
  gint64 *least;        /* of each code, units that suppressing a record adds at least */
  gboolean is_counted;
  DeidCutSums *failing; /* of each block, once that is counted; */
  guint64 *class_costs; /* and of a box, if classes are costed, what those of each block do */
  gint64 *costs;        /* of each node, by the question asked last, or of runs from one place on */
  gint64 *before;       /* and the best of what comes before each place, */
  gint64 *behind;       /* and behind it; or of each node, and of its children together, */
  guint8 *holds;        /* and whether one that must be merged is below */
} DeidCutBlocks;

/* @price is that of 1 of the attribute's sums, or NULL if classes are costed. Errors:
 * %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_cut_blocks_init (DeidCutBlocks *blocks, const DeidPreparedProblem *prepared, guint a,
                               const gint64 *price, GError **error);
void deid_cut_blocks_clear (DeidCutBlocks *blocks);

/* Returns: the place of a code in the order of runs. */
static inline guint32
deid_cut_blocks_get_place (const DeidCutBlocks *blocks, guint32 code)
{
  return blocks->joint->positions[code] != DEID_NO_CODE ? blocks->joint->positions[code]
                                                        : blocks->n_values;
}

/* Returns: the block of a run: those from a place on follow one another. */
static inline guint64
deid_cut_blocks_get_run (const DeidCutBlocks *blocks, guint32 first, guint32 last)
{
  return (guint64) first * (2 * (guint64) blocks->n_places + 1 - first) / 2 + (last - first);
}

/* Returns: the block of a code on a level of a hierarchy. */
static inline guint64
deid_cut_blocks_get_node (const DeidCutBlocks *blocks, guint level, guint32 code)
{
  return blocks->first_blocks[level] + blocks->joint->levels[level].labels[code];
}

/* Returns: the extent of a run. */
guint32 deid_cut_blocks_get_run_extent (const DeidCutBlocks *blocks, guint32 first, guint32 last);

/* Returns: the extent of a code by itself, and of the label that it has of @recoding. */
guint32 deid_cut_blocks_get_own_extent (const DeidCutBlocks *blocks, guint32 code);
guint32 deid_cut_blocks_get_extent (const DeidCutBlocks *blocks, guint32 code,
                                    const DeidRecoding *recoding);

/* Returns: what suppressing a record adds to its cost, for an extent. */
static inline gint64
deid_cut_blocks_get_added (const DeidCutBlocks *blocks, guint32 extent)
{
  return blocks->suppressed + (blocks->covered - blocks->kept) * extent;
}

/* What the multipliers of one attribute bound. */
typedef struct
{
  const DeidLevel *floors; /* of the lattice, all dimensions */
  const DeidLevel *lo;     /* of the box */
  const DeidLevel *hi;
  gint64 share;     /* in 2^-15, of what failing records pay for all attributes */
  gint64 lambda;    /* units that each pays besides */
  gint64 n_allowed; /* that may fail */
} DeidCutQuestion;

/* Finds what a policy of the box costs at least in this attribute: *@best, of all, and for each of
 * its dimensions d and levels l of the box, of those with this level, @values[d][l - lo]; the last
 * only if @values is not NULL. %DEID_CUT_IMPOSSIBLE if there is none. Complexity: O(places^2) with
 * runs, else O(blocks x dimensions). */
void deid_cut_blocks_ask (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *best,
                          gint64 *const *values);
