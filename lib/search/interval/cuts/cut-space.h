/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "lattice/attribute.h"
#include "quality/class-costs.h"
#include "search/interval/cuts/class-rows.h"
#include "search/interval/cuts/cut-axis.h"

/* What classes cost at least, where costs rise with the sizes of classes (`dm`, `dmstar`): records
 * that stay together however fine the other attributes are cost no less than as a class of their
 * own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidRisingCosts *rising;
  const DeidUnits *units;
  DeidSizeCosts sizes;
  DeidRecoder lower;
  DeidRecoder upper;
  const DeidRecoding **recodings;
  DeidGrouping grouping;
  DeidClassRows rows;
  gint64 *columns;
} DeidClassFloors;

/* What the records of each block of an axis cost at least, in units. For long runs the cells within
 * them are counted. */
typedef struct
{
  const DeidCutAxis *axis;
  guint attribute;
  const guint32
      *first_ranks;          /* with runs, of each rank: where its run at the upper corner begins */
  const guint32 *last_ranks; /* and ends */
  gint64 *blocks;
  gint64 *cells; /* of runs of cells */
} DeidBlockFloors;

/* @first_ranks and @last_ranks stay the caller's. */
gboolean deid_block_floors_init (DeidBlockFloors *floors, const DeidCutAxis *axis, guint attribute,
                                 const guint32 *first_ranks, const guint32 *last_ranks,
                                 GError **error);
void deid_block_floors_clear (DeidBlockFloors *floors);

guint64 deid_block_floors_get_n_bytes (const DeidCutAxis *axis);

/* Returns: what the records of the cells within a run cost at least. */
static inline gint64
deid_block_floors_get_cells (const DeidBlockFloors *floors, guint32 first, guint32 last)
{
  const DeidCutAxis *axis = floors->axis;
  guint32 begin, end;

  if (axis->cell == 0)
    return 0;
  begin = (first + axis->cell - 1) / axis->cell;
  end = last + 1 < axis->n_ranks ? (last + 1) / axis->cell : axis->cells.n;
  return begin < end ? floors->cells[deid_run_places_get (&axis->cells, begin, end - 1)] : 0;
}

/* Returns: what the records of a run cost at least. */
static inline gint64
deid_block_floors_get_run (const DeidBlockFloors *floors, guint32 first, guint32 last)
{
  return deid_cut_axis_is_counted (floors->axis, first, last)
             ? floors->blocks[deid_run_places_get (&floors->axis->runs, first, last)]
             : deid_block_floors_get_cells (floors, first, last);
}

/* @sizes and @rising: what the space knows, @max_ranks: the most ranks of an axis. */
gboolean deid_class_floors_init (DeidClassFloors *floors, const DeidPreparedProblem *prepared,
                                 const DeidSizeCosts *sizes, const DeidRisingCosts *rising,
                                 const DeidUnits *units, guint32 max_ranks, GError **error);
void deid_class_floors_clear (DeidClassFloors *floors);

/* Sets units that a record adds to what its class costs at least if it fails; its class has at most
 * @n records. Errors: those of the model. */
gboolean deid_class_floors_get_failing (DeidClassFloors *floors, guint64 n, gint64 *failing,
                                        GError **error);

/* Sets for each block of an axis what its records cost at least if the other attributes are at the
 * lower corner of a box. @is_left_out: (nullable): of each row whether it is not counted. Errors:
 * those of the model. Complexity: O(rows x attributes), and with runs the pairs of ranks that each
 * group has. */
gboolean deid_class_floors_set (DeidClassFloors *floors, DeidBlockFloors *sums, const DeidLevel *lo,
                                const DeidLevel *hi, const guint8 *is_left_out,
                                const DeidStop *stop, GError **error);

/* What the workers of a search over a lattice with cuts share. Read-only. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidLattice *lattice;
  gboolean costs_classes;
  DeidSizeCosts sizes; /* if classes are costed: copied by each worker, */
  DeidRisingCosts rising;
  gint64 lost_cost; /* and units for a record of S°, or 0 if it counts as if kept */
  DeidUnits units;
  DeidCutAxis *axes; /* of each attribute */
  guint n_axes;
  guint *first_values; /* of each dimension: where its level 0 stands among the levels of all */
  guint n_values;      /* levels of all dimensions */
  DeidClassNeeds needs;
  gint64 lambda_unit; /* units that 1 of the multiplier of suppression stands for */
} DeidCutSpace;

/* How many runs of a column may have sums of their own, which take 40 MB: all of up to 1,024
 * values. */
#define DEID_MAX_RUNS (1 << 20)

/* Whether the quality model is a mean or a sum over attributes of what values cost, or its costs
 * rise with the sizes of classes. */
gboolean deid_cut_space_takes (const DeidPreparedProblem *prepared);

/* @max_runs is that of each attribute, see deid_cut_axis_init(). Fails with
 * %DEID_ERROR_INVALID_ARGUMENT unless deid_cut_space_takes() the problem. Other errors: those of
 * deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. */
gboolean deid_cut_space_init (DeidCutSpace *space, const DeidPreparedProblem *prepared,
                              guint64 max_runs, const DeidStop *stop, GError **error);
void deid_cut_space_clear (DeidCutSpace *space);

/* Lowers in @hi, the top of the lattice, the nodes that have no value of the table below them. */
void deid_cut_space_start (const DeidCutSpace *space, DeidLevel *hi);

/* Lowers in @hi what makes no difference to the data: nodes below one that all policies of the box
 * merge, and nodes above one that the search chose to merge by itself. */
void deid_cut_space_normalize (const DeidCutSpace *space, const DeidLevel *lo, DeidLevel *hi);
