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

/* Returns: how many sums an axis needs: one for each block, and with runs one row more. */
guint64 deid_failing_count (const DeidCutAxis *axis);

/* Adds one class to the sums of all blocks in which the class has some of its records, and these
 * fail. Groups are in the order of their ranks; those from one up to @ends of it fail, unless that
 * is included. With runs @first_ranks and @last_ranks are those of the run, at the upper corner of
 * the box, of each rank; and the sums are differences until deid_failing_finish(). Complexity:
 * O(groups x those that fail together), or O(groups x levels). */
void deid_failing_add_class (DeidFailing *failing, const DeidCutAxis *axis,
                             const guint32 *first_ranks, const guint32 *last_ranks,
                             const DeidRankGroup *groups, const guint64 *ends, guint64 n);

/* Complexity: O(ranks^2) with runs. */
void deid_failing_finish (DeidFailing *failing, const DeidCutAxis *axis, const guint32 *first_ranks,
                          const guint32 *last_ranks, DeidFailing *columns);
