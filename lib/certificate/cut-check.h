/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "certificate/cut-prices.h"
#include "classes/grouping.h"
#include "evaluation/plain-evaluator.h"

/* Rows of the table class by class. */
typedef struct
{
  guint64 n_rows;
  guint32 *rows;
  guint64 *starts; /* of each class the first of its rows, and behind the last */
  guint64 starts_capacity;
} DeidCutRows;

/* On failure they may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_cut_rows_init (DeidCutRows *rows, guint64 n_rows, GError **error);
void deid_cut_rows_clear (DeidCutRows *rows);

/* Lists the rows of classes, but of those that are left out, none if @is_left_out is NULL. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes). */
gboolean deid_cut_rows_list (DeidCutRows *rows, const DeidGrouping *grouping,
                             const guint8 *is_left_out, GError **error);

/* Returns: the first row of a class, of @n. */
static inline const guint32 *
deid_cut_rows_get (const DeidCutRows *rows, guint64 number, guint64 *n)
{
  *n = rows->starts[number + 1] - rows->starts[number];
  return rows->rows + rows->starts[number];
}

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
