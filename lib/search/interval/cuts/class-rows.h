/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/preparation.h"
#include "search/interval/cuts/cut-axis.h"

/* A class needs so many different values of a column. */
typedef struct
{
  const DeidCodes *codes; /* of each row */
  guint32 n_codes;
  guint64 least;
} DeidValueNeed;

/* What a class needs for the models to release it, as far as it tells subsets of a class that fail
 * too: records, persons and values of sensitive attributes. What models ask for besides is looked
 * at at the upper corner of boxes alone. Read-only. */
typedef struct
{
  guint64 n_records;
  DeidValueNeed *values; /* the last ones may be of persons */
  guint n_values;
} DeidClassNeeds;

/* Models that look at a population need nothing that is known. Errors: those of the models,
 * %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
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
  gint64 own;    /* units that suppressing them adds at least, of this attribute, */
  gint64 all;    /* units that the attributes share for them, */
  gint64 parts;  /* and in 2^-15 what part of that is shared by those that can fail them */
} DeidFailing;

/* The records of a class whose values are of one rank. */
typedef struct
{
  guint32 rank;
  DeidFailing sums;
} DeidRankGroup;

static inline void
deid_failing_add (DeidFailing *to, const DeidFailing *added)
{
  to->records += added->records;
  to->weight += added->weight;
  to->own += added->own;
  to->all += added->all;
  to->parts += added->parts;
}

static inline void
deid_failing_subtract (DeidFailing *from, const DeidFailing *taken)
{
  from->records -= taken->records;
  from->weight -= taken->weight;
  from->own -= taken->own;
  from->all -= taken->all;
  from->parts -= taken->parts;
}

/* The sums of the blocks of an axis. Long runs have none: of their records at least those fail that
 * fail in the run of cells around, which is counted, but for any that its ends add. */
typedef struct
{
  DeidFailing *blocks;
  DeidFailing *cells;         /* of runs of cells, */
  DeidFailing *totals;        /* and of all records that may fail, of ranks below each */
  const guint32 *first_ranks; /* of each rank: the run at the upper corner */
  const guint32 *last_ranks;
} DeidFailingSums;

/* @first_ranks and @last_ranks are to be set before any run is asked for. Errors:
 * %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_failing_init (DeidFailingSums *failing, const DeidCutAxis *axis,
                            const guint32 *first_ranks, const guint32 *last_ranks, GError **error);
void deid_failing_clear (DeidFailingSums *failing);

guint64 deid_failing_get_n_bytes (const DeidCutAxis *axis);

/* Nothing fails. */
void deid_failing_start (DeidFailingSums *failing, const DeidCutAxis *axis);

/* Adds one class to the sums of all blocks in which the class has some of its records, and these
 * fail. Groups are in the order of their ranks; those from one up to @ends of it fail, unless that
 * is included. With runs @first_rank is that of the run, at the upper corner of the box, in which
 * the class is; and the sums are differences until deid_failing_finish(). Complexity: O(groups x
 * those that fail together), or O(groups x levels). */
void deid_failing_add_class (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_rank,
                             const DeidRankGroup *groups, const guint64 *ends, guint64 n);

/* Adds the same class to the sums of runs of cells; the ranks of @groups are cells. */
void deid_failing_add_cells (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_cell,
                             const DeidRankGroup *groups, const guint64 *ends, guint64 n);

/* There is room in @columns for each rank. Complexity: O(sums) with runs. */
void deid_failing_finish (DeidFailingSums *failing, const DeidCutAxis *axis, DeidFailing *columns);

/* Bounds from below what the records that fail in a run add to its cost, and their number, where it
 * has no sums of its own. */
void deid_failing_bound_run (const DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first,
                             guint32 last, DeidFailing *sums);

/* Returns: the sums of a run, which may stand in @room. */
static inline const DeidFailing *
deid_failing_get_run (const DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first,
                      guint32 last, DeidFailing *room)
{
  if (deid_cut_axis_is_counted (axis, first, last))
    return &failing->blocks[deid_run_places_get (&axis->runs, first, last)];
  deid_failing_bound_run (failing, axis, first, last, room);
  return room;
}

/* Rows in the order of their classes, but for some that are left out. */
typedef struct
{
  guint32 n_classes;
  guint64 *places; /* of the first row of each class, and behind the last */
  guint64 places_capacity;
  guint64 *next;
  guint64 next_capacity;
  guint32 *rows;
  gint64 *records; /* of each of these */

  DeidFailing *sums; /* of each rank of the class that is read */
  guint64 *is_there; /* a bit for each rank */
  DeidRankGroup *groups;
  guint64 *ends; /* of each group: the first one with which it does not fail */
  guint64
      *first_of_group; /* in what follows, and behind the last; used if there are needs of values,
                          or of groups that are put together the first one behind each */
  guint32 *listed;     /* rows of the class by groups */
  guint32 *counts;     /* of each value */
} DeidClassRows;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, guint32 max_ranks,
                               guint32 max_codes, GError **error);
void deid_class_rows_clear (DeidClassRows *rows);

/* Sets the classes of a table's own rows; none is left out if @is_left_out is NULL. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes). */
gboolean deid_class_rows_set (DeidClassRows *rows, const DeidRows *table,
                              const DeidGrouping *grouping, const guint8 *is_left_out,
                              GError **error);

/* Groups the rows of a class by the ranks of an axis; @sums_of_rows are those of each row, in the
 * order of classes.
 * Returns: the number of groups. Complexity: O(rows of the class + ranks / 64). */
guint64 deid_class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                               const DeidFailing *sums_of_rows);

/* The same without other sums than those of records. */
guint64 deid_class_rows_count (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis);

/* Finds which groups of the class that was grouped last fail together. Complexity: O(groups), or
 * O(rows of the class x needs) where there are needs of values. */
void deid_class_rows_find_ends (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                                guint64 n_groups, const DeidClassNeeds *needs);

/* Puts the groups of the class that was grouped last together by cells of so many ranks, and finds
 * which of these fail together; their ranks are cells from then on.
 * Returns: the number of groups. Complexity: O(groups). */
guint64 deid_class_rows_coarsen (DeidClassRows *rows, guint32 cell, guint64 n_groups);
