/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"
#include "search/interval/cuts/cut-axis.h"

/* A class needs at least @least different values of a column. */
typedef struct
{
  const DeidCodes *codes; /* of each row */
  guint32 n_codes;
  guint64 least;
} DeidValueNeed;

/* What a class needs for the models to release it, as far as a class that lacks it has no subset
 * with enough: records, persons, and values of sensitive attributes. Whatever else models ask for
 * is looked at only at the upper corners of boxes. Read-only. */
typedef struct
{
  guint64 n_records;
  DeidValueNeed *values; /* of sensitive attributes, and then of persons */
  guint n_values;
} DeidClassNeeds;

/* Where there is a population nothing is known of what models need. Errors: those of the models. */
gboolean deid_class_needs_init (DeidClassNeeds *needs, const DeidPreparedProblem *prepared,
                                const DeidStop *stop, GError **error);
void deid_class_needs_clear (DeidClassNeeds *needs);

/* Returns: the greatest number of codes of a column. */
guint32 deid_class_needs_get_max_codes (const DeidClassNeeds *needs);

/* Sums over records that fail. */
typedef struct
{
  gint64 records;
  gint64 weight; /* in the loss */
  gint64 own;    /* units that suppressing them adds at least to the cost of this attribute */
  gint64 all;    /* units that all attributes share for them */
  gint64 parts;  /* records, in 2^-15, over the sum of the shares of the attributes that can fail
                    them */
} DeidFailing;

/* The records of a class that have one rank. */
typedef struct
{
  guint32 rank;
  DeidFailing sums;
} DeidRankGroup;

/* The sums over the records that each block of an axis fails. Long runs have none of their own:
 * those that fail in the run of cells around a long run fail in it, too, but for the records in the
 * ends that it does not have. */
typedef struct
{
  DeidFailing *blocks;
  DeidFailing *cells;         /* of runs of cells */
  DeidFailing *totals;        /* of each rank: over all records below it that some block can fail */
  const guint32 *first_ranks; /* of each rank: where its run at the upper corner begins */
  const guint32 *last_ranks;  /* and ends */
} DeidFailingSums;

/* @first_ranks and @last_ranks are to be set before any run is asked for. */
gboolean deid_failing_init (DeidFailingSums *failing, const DeidCutAxis *axis,
                            const guint32 *first_ranks, const guint32 *last_ranks, GError **error);
void deid_failing_clear (DeidFailingSums *failing);

guint64 deid_failing_get_n_bytes (const DeidCutAxis *axis);

/* Sets all sums to 0. */
void deid_failing_start (DeidFailingSums *failing, const DeidCutAxis *axis);

/* Adds the records of one class to the sums of all blocks that fail them. @groups are in the order
 * of their ranks. A block that begins with group i fails if it ends before group @ends[i]. With
 * runs the class is in one run at the upper corner of the box, which begins at @first_rank; sums
 * are differences until deid_failing_finish(). Complexity: O(groups x those that fail together), or
 * O(groups x levels). */
void deid_failing_add_class (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_rank,
                             const DeidRankGroup *groups, const guint64 *ends, guint64 n);

/* Adds the same class to the sums of runs of cells; the ranks of @groups are cells. */
void deid_failing_add_cells (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_cell,
                             const DeidRankGroup *groups, const guint64 *ends, guint64 n);

/* Makes sums of the differences. @columns is memory for each rank. Complexity: O(sums) with runs.
 */
void deid_failing_finish (DeidFailingSums *failing, const DeidCutAxis *axis, DeidFailing *columns);

/* Bounds the sums of a run that has none of its own from below. */
void deid_failing_bound_run (const DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first,
                             guint32 last, DeidFailing *sums);

/* Returns: the sums of a run, or their bounds, which are written to @room. */
static inline const DeidFailing *
deid_failing_get_run (const DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first,
                      guint32 last, DeidFailing *room)
{
  if (deid_cut_axis_is_counted (axis, first, last))
    return &failing->blocks[deid_run_places_get (&axis->runs, first, last)];
  deid_failing_bound_run (failing, axis, first, last, room);
  return room;
}

/* Rows in the order of their classes, without those that are left out. What belongs to the class
 * that was grouped last follows the empty line. */
typedef struct
{
  guint32 n_classes;
  guint64 *places; /* of each class: where its rows begin; the end comes last */
  guint64 places_capacity;
  guint64 *next;
  guint64 next_capacity;
  guint32 *rows;
  gint64 *records; /* that each of these rows stands for */

  DeidFailing *sums; /* of each rank */
  guint64 *is_there; /* a bit for each rank: whether the class has it */
  DeidRankGroup *groups;
  guint64 *ends;           /* of each group: the first one with which it does not fail any more */
  guint64 *first_of_group; /* where values are needed, of each group: where its rows begin in
                              @listed; of groups that were put together: the first group behind */
  guint32 *listed;         /* the rows by groups */
  guint32 *counts;         /* of each value that is needed: how many rows have it */
} DeidClassRows;

gboolean deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, guint32 max_ranks,
                               guint32 max_codes, GError **error);
void deid_class_rows_clear (DeidClassRows *rows);

/* Sets the classes of a table's own rows. @is_left_out: (nullable): of each row. Complexity: O(rows
 * + classes). */
gboolean deid_class_rows_set (DeidClassRows *rows, const DeidRows *table,
                              const DeidGrouping *grouping, const guint8 *is_left_out,
                              GError **error);

/* Groups the rows of a class by the ranks of an axis; @sums_of_rows are those of each row, in the
 * order of classes.
 * Returns: the number of groups. Complexity: O(rows of the class + ranks / 64). */
guint64 deid_class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                               const DeidFailing *sums_of_rows);

/* The same, with sums of records alone. */
guint64 deid_class_rows_count (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis);

/* Finds which groups of the class that was grouped last fail together. Complexity: O(groups), or
 * O(rows of the class x needs) where there are needs of values. */
void deid_class_rows_find_ends (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                                guint64 n_groups, const DeidClassNeeds *needs);

/* Puts the groups of the class that was grouped last together by cells of @cell ranks, and finds
 * which of these fail together. The ranks of the groups are numbers of cells from then on.
 * Returns: the number of groups. Complexity: O(groups). */
guint64 deid_class_rows_coarsen (DeidClassRows *rows, guint32 cell, guint64 n_groups);
