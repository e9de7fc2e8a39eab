/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"
#include "lattice/lattice-private.h"

/* Which partitions policies can make of the values of an attribute: */
typedef enum
{
  DEID_AXIS_RUNS,     /* runs of neighbours in an order */
  DEID_AXIS_SUBTREES, /* subtrees of a hierarchy, each merged or split by itself */
  DEID_AXIS_LEVELS    /* the nodes of one level of a hierarchy */
} DeidCutAxisKind;

/* Where an array has what belongs to the runs of @n ranks that are no longer than @band. */
typedef struct
{
  guint32 n;
  guint32 band;
} DeidRunPlaces;

/* Returns: the place of a run no longer than the band. */
static inline gsize
deid_run_places_get (const DeidRunPlaces *places, guint32 first, guint32 last)
{
  return (gsize) first * places->band + (last - first);
}

/* Returns: the first rank, from @from on, of the longest run that has a place and ends at @last. */
static inline guint32
deid_run_places_get_first (const DeidRunPlaces *places, guint32 from, guint32 last)
{
  return MAX (from, last + 1 > places->band ? last + 1 - places->band : 0);
}

/* Returns: how many runs have a place that begin at @first. @last_ranks: (nullable): of each rank
 * where the runs that begin there must end at the latest. */
static inline guint32
deid_run_places_count (const DeidRunPlaces *places, guint32 first, const guint32 *last_ranks)
{
  const guint32 last = last_ranks != NULL ? last_ranks[first] : places->n - 1;

  return MIN (last - first + 1, places->band);
}

/* What a record costs, in units. An extent is how many values a label stands for. */
typedef struct
{
  gint64 kept;       /* of a kept record for each unit of extent */
  gint64 suppressed; /* of a suppressed record, */
  gint64 covered;    /* and for each unit of extent of its label */
} DeidRecordCosts;

/* An attribute as bounds of cut lattices see it. A *block* is a set of values to which some policy
 * gives one label. The values stand in an order in which each block is an interval; a *rank* is a
 * place in this order.
 *
 * With runs a block is given by its first and its last rank. A missing value that the order does
 * not mention has the last rank, and shares a block with others only if all values do. With a
 * hierarchy a block is a label of some level; blocks are numbered, those of a level after those of
 * the level below. Read-only. */
typedef struct
{
  DeidCutAxisKind kind;
  const DeidAttribute *attribute; /* the lattice's */
  const DeidLossAttribute *term;  /* NULL if classes are costed: labels cost nothing then */
  guint first_dimension;
  guint n_dimensions;
  guint32 n_ranks;
  guint32 *rank_of_code;
  guint32 *ranks; /* of each row of the table, */
  guint64 n_rows;
  guint64 *records; /* of each rank: how many records have its value, */
  gint64 *weights;  /* and what these count in the loss */
  guint max_blocks; /* the most blocks that a policy may have; G_MAXUINT for any number */
  gboolean *counts; /* of each rank with runs, else of each block: whether it has a value by which
                       blocks are counted; NULL for any number */
  gboolean trims;   /* each class is judged by its records alone, so that values which no record has
                       need not be merged with others */
  DeidRunPlaces runs; /* with runs: those that have sums of their own */
  guint32 cell;       /* how many ranks make a cell, where longer runs are bounded by runs of cells;
                         0 if all runs have sums of their own */
  DeidRunPlaces cells; /* runs of cells */

  /* With a hierarchy: */
  guint n_levels;
  guint32 n_blocks;    /* of all levels */
  guint32 *blocks;     /* of each rank on each level, at level x ranks + rank */
  guint *block_levels; /* of each block: its level, */
  guint32 *parents;    /* its block on the level above, or DEID_NO_CODE, */
  guint32 *dimensions; /* the dimension that merges it, or DEID_NO_CODE, */
  guint32 *extents;    /* and its extent */

  DeidRecordCosts costs;
} DeidCutAxis;

/* @price: units for 1 in the sums of the attribute. @max_runs: how many runs may have sums of their
 * own. */
gboolean deid_cut_axis_init (DeidCutAxis *axis, const DeidPreparedProblem *prepared,
                             guint attribute, guint64 price, guint64 max_runs, const DeidStop *stop,
                             GError **error);
void deid_cut_axis_clear (DeidCutAxis *axis);

/* Returns: the number of values in the order of runs, without a missing one behind them. */
static inline guint32
deid_cut_axis_get_n_values (const DeidCutAxis *axis)
{
  return axis->attribute->cuts->values.n;
}

/* Returns: how many blocks, and how many runs of cells, have sums of their own. */
static inline guint64
deid_cut_axis_count_blocks (const DeidCutAxis *axis)
{
  return axis->kind == DEID_AXIS_RUNS ? (guint64) axis->runs.n * axis->runs.band : axis->n_blocks;
}

static inline guint64
deid_cut_axis_count_cells (const DeidCutAxis *axis)
{
  return (guint64) axis->cells.n * axis->cells.band;
}

/* Tells whether a run has sums of its own. */
static inline gboolean
deid_cut_axis_is_counted (const DeidCutAxis *axis, guint32 first, guint32 last)
{
  return last - first < axis->runs.band;
}

/* Returns: the extent of a run. */
static inline guint32
deid_cut_axis_get_run_extent (const DeidCutAxis *axis, guint32 first, guint32 last)
{
  const guint32 n_values = deid_cut_axis_get_n_values (axis);

  if (axis->term == NULL)
    return 0;
  return first < n_values && last == n_values ? axis->term->label_extents[n_values - 1][0]
                                              : axis->term->label_extents[last - first][first];
}

/* Returns: units that a kept record costs with a label of this extent. */
static inline gint64
deid_cut_axis_get_kept (const DeidCutAxis *axis, guint32 extent)
{
  return axis->costs.kept * extent;
}

/* Returns: units that suppressing such a record adds to this; not negative. */
static inline gint64
deid_cut_axis_get_more (const DeidCutAxis *axis, guint32 extent)
{
  return axis->costs.suppressed + (axis->costs.covered - axis->costs.kept) * extent;
}

/* Returns: the block that has a rank of a hierarchy in a policy. */
guint32 deid_cut_axis_find_block (const DeidCutAxis *axis, const DeidLevel *levels, guint32 rank);

/* Tells whether a box leaves more than one policy of the attribute. */
static inline gboolean
deid_cut_axis_is_free (const DeidCutAxis *axis, const DeidLevel *lo, const DeidLevel *hi)
{
  for (guint d = axis->first_dimension; d < axis->first_dimension + axis->n_dimensions; d++)
    if (lo[d] < hi[d])
      return TRUE;
  return FALSE;
}

/* The objective in integers, for bounds that are exact: what an attribute's sum of kept and
 * suppressed extents adds, rounded down to units of 2^-exponent. */
typedef struct
{
  guint64 *prices; /* of each attribute, in units */
  int exponent;
  double original;   /* what relative costs take off the objective */
  gint64 greatest;   /* units that a suppressed record costs at most */
  gboolean is_whole; /* objectives are whole numbers, and units no less than 1 */
} DeidUnits;

gboolean deid_units_init (DeidUnits *units, const DeidPreparedProblem *prepared, GError **error);
void deid_units_clear (DeidUnits *units);

/* Units of objectives that are whole numbers up to @most: a unit is 1 or, where doubles do not tell
 * all of these apart, the least power of 2 by whose multiples they do. @record is what a record
 * costs at most. */
void deid_units_init_whole (DeidUnits *units, DeidWide most, guint64 record);

/* Returns: units that no policy exceeds whose objective is this one or less. */
gint64 deid_units_from_objective (const DeidUnits *units, double objective);

/* Returns: an objective that no policy of so many units, or more, is below. */
double deid_units_to_objective (const DeidUnits *units, gint64 n);
