/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json.h"
#include "classes/grouping.h"
#include "evaluation/plain-evaluator.h"
#include "problem/preparation.h"
#include "quality/class-costs.h"
#include "search/interval/prove.h"

/* What events of a certificate are made of. All that fail do so with %DEID_ERROR_CERTIFICATE, and
 * return FALSE or NULL. */

gboolean deid_event_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Values that are missing may be NULL. */
gboolean deid_event_read_count (const DeidJsonValue *value, guint64 *count, GError **error);
gboolean deid_event_read_number (const DeidJsonValue *value, double *number, GError **error);

/* Returns: the first of @n elements. They stand side by side up to the first list, which the reader
 * of numbers refuses. */
const DeidJsonValue *deid_event_read_array (const DeidJsonValue *value, guint n, GError **error);

gboolean deid_event_compare_counts (guint64 stated, guint64 found, const char *what,
                                    GError **error);

/* What bounds of boxes with cuts are counted in, as the third line of a certificate states it. */
typedef struct
{
  double unit;    /* of the objective, a power of 2 */
  gint64 *prices; /* of each attribute: units for 1 of its sums; NULL if classes are costed */
  gint64 lambda;  /* units for 1 of the last multiplier */
  guint64 least;  /* records of a class that is released */
  gint64 threshold;
  int exponent;        /* of the unit, if classes are costed, */
  DeidSizeCosts sizes; /* and what they cost: */
  DeidRisingCosts rising;
  guint64 failing; /* what a record adds to its bound if it fails */
} DeidCutPrices;

/* All units that are summed up are below this. */
#define DEID_CUT_PRICES_MAX (G_GINT64_CONSTANT (1) << 60)

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a quality model that is no sum over attributes and
 * records, nor of costs that rise with the sizes of classes. */
gboolean deid_cut_prices_check_quality (const DeidPreparedProblem *prepared, GError **error);

/* Returns: how many multipliers a bound has. */
guint deid_cut_prices_count_multipliers (const DeidPreparedProblem *prepared);

/* Writes the line, without a line end. Returns: (transfer full): the text. */
char *deid_cut_prices_describe (const DeidProofUnits *units, guint n_attributes, GError **error);

/* Reads the line, and checks that bounds in its units rule out what they seem to: that no price is
 * above what the quality model takes, or units tell classes' costs apart as doubles do; that no
 * class with fewer records than the least is released, and no policy of more units than the
 * threshold is as good as @objective. Whatever the prices are beyond that, bounds are true.
 *
 * Errors: %DEID_ERROR_CERTIFICATE, those of the models. */
gboolean deid_cut_prices_read (DeidCutPrices *prices, const DeidPreparedProblem *prepared,
                               double objective, const DeidJsonValue *root, const DeidStop *stop,
                               GError **error);
void deid_cut_prices_clear (DeidCutPrices *prices);

/* The rows of the table, class by class. */
typedef struct
{
  guint64 n_rows;
  guint32 *rows;
  guint64 *starts; /* of each class: where its rows begin; the end comes last */
  guint64 starts_capacity;
} DeidCutRows;

/* The cost of what no policy of a box has. */
#define DEID_CUT_IMPOSSIBLE (G_GINT64_CONSTANT (1) << 61)

/* Sums over the records that fail with a block. */
typedef struct
{
  gint64 records;
  gint64 weight; /* in the loss */
  gint64 own;    /* units that suppressing them adds at least to the cost of this attribute, */
  gint64 all;    /* and to that of all attributes */
} DeidCutSums;

/* What the upper corner of a box tells of one attribute. */
typedef struct
{
  gint64 *kept_of_places; /* with runs, of each place: what its records outside S° count, */
  gint64 *lost_of_places; /* and what those of S° count */
  gint64 *kept_weights;   /* the same of each code */
  gint64 *lost_weights;
  gint64 *least; /* of each code: units that suppressing a record adds at least */
  gboolean is_counted;
  DeidCutSums *failing; /* of each block, once they are counted */
  guint64 *class_costs; /* of each block in the box, if classes are costed */
} DeidCutCorner;

/* What was asked last, with runs by place, else by block. */
typedef struct
{
  gint64 *costs;  /* with runs: of those that begin at one place; else of each block */
  gint64 *before; /* with runs: the best of all before a place; else of a block, whole or split */
  gint64 *behind; /* with runs: the best from a place on; else of the parts of a block together */
  guint8 *holds;  /* of each block: whether one that must be merged is below */
} DeidCutScratch;

/* The blocks of an attribute, sets of values to which policies give one label, as the verifier of
 * certificates sees them. With runs a block is given by its first and its last place in the order;
 * a missing value that the order does not mention has the last place. With a hierarchy blocks are
 * the labels of each level, those of a level after those of the level below. */
typedef struct
{
  const DeidAttribute *attribute; /* the lattice's */
  const DeidAttribute *joint;     /* whose codes rows have */
  const DeidLossAttribute *term;  /* NULL if classes are costed: labels cost nothing then */
  gboolean has_runs;
  gint64 kept;       /* units for each unit of extent of a kept record */
  gint64 suppressed; /* units for a suppressed record, */
  gint64 covered;    /* and for each unit of its extent */
  guint64 n_blocks;

  guint32 n_values; /* with runs: without a missing one after them */
  guint32 n_places;
  guint8 *occurs; /* of each place: whether some record has it, or is judged as if it had */

  guint64 *first_blocks; /* with a hierarchy, of each level: its first block */
  guint64 *parents;      /* of each block: its block on the level above, or the number of blocks, */
  guint *dimensions;     /* the dimension that merges it, or G_MAXUINT, */
  guint32 *extents;      /* and its extent; 0 if only the population has it */

  DeidCutCorner corner;
  DeidCutScratch scratch;
} DeidCutBlocks;

/* @price is that of 1 of the attribute's sums, or NULL if classes are costed. */
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

/* For which box, and by which multipliers, an attribute is bounded. */
typedef struct
{
  const DeidLevel *floors; /* of the lattice, all dimensions */
  const DeidLevel *lo;     /* of the box */
  const DeidLevel *hi;
  gint64 share;     /* of the attribute in what failing records pay, in 2^-15 */
  gint64 lambda;    /* units that each failing record pays besides */
  gint64 n_allowed; /* records that may fail */
} DeidCutQuestion;

/* Finds what policies of the box cost at least in this attribute: *@best of all; and, unless
 * @values is NULL, @values[d][l - lo] of those with level l in dimension d. It is
 * %DEID_CUT_IMPOSSIBLE if there are none. Complexity: O(places^2) with runs, else O(blocks x
 * dimensions). */
void deid_cut_blocks_ask (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *best,
                          gint64 *const *values);

/* Bounds boxes of cut lattices to verify certificates, by the definition in deid-certificate.h and
 * without code of the search. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidCutPrices prices;
  DeidCutBlocks *blocks; /* of each attribute */

  DeidLevel *corner; /* the upper corner of the box that was bounded last */
  gboolean is_set;
  gint64 n_lost;   /* records of S° there */
  guint8 *is_lost; /* of each class: whether its records are of S° */
  guint64 is_lost_capacity;
  guint64 n_classes;
  DeidCutRows rows;       /* those outside S° */
  gint64 *gaps;           /* of each row: units that suppressing it adds at least */
  DeidCutSums *cells;     /* of one class: of each place or label */
  DeidLevel *lower;       /* if classes are costed: the policy by which records stay together, */
  DeidCutRows lower_rows; /* and the rows of its classes */

  gint64 bound;    /* of the box */
  gint64 *bests;   /* of each attribute: the least that its partitions cost */
  gint64 **values; /* the same of each dimension and level from lo on */
  gint64 *all_values;
} DeidCutCheck;

/* Reads the line of prices. Errors: those of deid_cut_prices_read(). */
gboolean deid_cut_check_init (DeidCutCheck *check, const DeidPreparedProblem *prepared,
                              double objective, const DeidJsonValue *root, const DeidStop *stop,
                              GError **error);
void deid_cut_check_clear (DeidCutCheck *check);

/* Bounds the box from @lo up to the policy that @corner is at. @multipliers: the share of each
 * attribute, which add up to at most 2^15, and that of lambda; each is at most 2^16 - 1; not used
 * if classes are costed. Errors: those of the model. Complexity: O(rows x attributes x levels),
 * with runs O(classes x places^2). */
gboolean deid_cut_check_bound (DeidCutCheck *check, DeidPlainEvaluator *corner, const DeidLevel *lo,
                               const guint64 *multipliers, const DeidStop *stop, GError **error);

/* Returns: the same of the policies of that box which have a level in a dimension. */
gint64 deid_cut_check_get_value (const DeidCutCheck *check, const DeidLevel *lo, guint dimension,
                                 guint level);
