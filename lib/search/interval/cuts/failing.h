/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/axis.h"

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
