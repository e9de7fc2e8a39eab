/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/preparation.h"
#include "lattice/lattice-private.h"

/* How the partitions are made that policies give an attribute. */
typedef enum
{
  DEID_AXIS_RUNS,     /* of neighbours in an order */
  DEID_AXIS_SUBTREES, /* of nodes, each merged for itself */
  DEID_AXIS_LEVELS    /* of all nodes of one level */
} DeidCutAxisKind;

/* Where an array has what belongs to runs of @n ranks: of each first one those of at most @band. */
typedef struct
{
  guint32 n;
  guint32 band;
} DeidRunPlaces;

/* Returns: the place of a run that is not longer than the band. */
static inline gsize
deid_run_places_get (const DeidRunPlaces *places, guint32 first, guint32 last)
{
  return (gsize) first * places->band + (last - first);
}

/* Returns: the first rank, not before another one, of the runs up to a rank that it has. */
static inline guint32
deid_run_places_get_first (const DeidRunPlaces *places, guint32 from, guint32 last)
{
  return MAX (from, last + 1 > places->band ? last + 1 - places->band : 0);
}

/* Returns: how many runs it has that begin at a rank, of those that end no later than @last_ranks
 * says of the rank, unless that is NULL. */
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

/* An attribute as bounds of cut lattices see it: its values stand in an order in which each block,
 * a set of values that some policy gives one label, is an interval. With runs a block is given by
 * its first and its last rank; a missing value that the order does not mention is the last, and in
 * a block with others only if all are. Else a block is a label of a level of the hierarchy.
 * Read-only. */
typedef struct
{
  DeidCutAxisKind kind;
  const DeidAttribute *attribute; /* the lattice's */
  const DeidLossAttribute *term;  /* NULL if classes are costed: labels cost nothing then */
  guint first_dimension;
  guint n_dimensions;
  guint32 n_ranks;
  guint32 *rank_of_code;
  guint32 *ranks; /* of each row of the table */
  guint64 n_rows;
  guint64 *records; /* of each rank, */
  gint64 *weights;  /* and what they count in the loss */
  guint max_blocks; /* that policies may give it, G_MAXUINT for any number, */
  gboolean *counts; /* and of each rank with runs, else of each block, whether it has a value by
                       which blocks are counted; NULL for any number */
  gboolean trims;   /* each class is judged by its records alone, so that values which no record has
                       need not be merged with others */
  DeidRunPlaces runs;  /* with runs: those of which sums are kept one by one; */
  guint32 cell;        /* 0 if these are all, or how many ranks make a cell: longer ones are bounded
                          by sums */
  DeidRunPlaces cells; /* of runs of cells */

  guint n_levels;      /* none with runs, as all that follows */
  guint32 n_blocks;    /* of all levels */
  guint32 *blocks;     /* of each rank on each level: level x ranks + rank */
  guint *block_levels; /* of each block */
  guint32 *parents;    /* of each block the one of the level above, or DEID_NO_CODE */
  guint32 *dimensions; /* of each block that which merges it, or DEID_NO_CODE */
  guint32 *extents;    /* of each block */

  DeidRecordCosts costs;
} DeidCutAxis;

/* @price is that of a unit of the attribute's sums, @max_runs the number of runs of which sums may
 * be kept one by one. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_cut_axis_init (DeidCutAxis *axis, const DeidPreparedProblem *prepared,
                             guint attribute, guint64 price, guint64 max_runs, const DeidStop *stop,
                             GError **error);
void deid_cut_axis_clear (DeidCutAxis *axis);

/* Sorts the values of a hierarchy, and lists its blocks. */
gboolean deid_cut_axis_init_tree (DeidCutAxis *axis, const DeidPreparedProblem *prepared,
                                  guint attribute, GError **error);

/* Returns: the number of values in the order of runs, without a missing one behind them. */
static inline guint32
deid_cut_axis_get_n_values (const DeidCutAxis *axis)
{
  return axis->attribute->cuts->values.n;
}

/* Returns: how many blocks have sums of their own, and how many runs of cells. */
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

/* Returns: units that a record costs if it is kept, for an extent. */
static inline gint64
deid_cut_axis_get_kept (const DeidCutAxis *axis, guint32 extent)
{
  return axis->costs.kept * extent;
}

/* Returns: units that it costs besides if it is suppressed; none below 0. */
static inline gint64
deid_cut_axis_get_more (const DeidCutAxis *axis, guint32 extent)
{
  return axis->costs.suppressed + (axis->costs.covered - axis->costs.kept) * extent;
}

/* Tells whether a rank of runs has no value that keeps it in a run: no records, nor any value by
 * which blocks are counted. */
static inline gboolean
deid_cut_axis_is_idle (const DeidCutAxis *axis, guint32 rank)
{
  return axis->records[rank] == 0 && (axis->counts == NULL || !axis->counts[rank]);
}

/* Returns: the block that a policy gives a rank of a tree. */
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

/* Sums over all records stay below this. */
#define DEID_UNITS_BITS 53

/* Tells whether an objective is a sum over attributes and records. */
gboolean deid_units_fit (const DeidLoss *loss);

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
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
