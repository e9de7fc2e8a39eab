/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/numbers/sorted-numbers.h"
#include "table/table-source.h"

/* How many records, or distinct persons, have some of the sorted numbers of a column. */
typedef struct
{
  const DeidSortedNumbers *sorted;
  guint64 *weights; /* of each number; of persons once they were asked for, else NULL */
  guint64 count;    /* since the start */

  guint32 *persons;     /* of each row, in the order of their numbers; NULL if records count */
  guint64 *row_weights; /* of each of these rows; NULL if each is one record */
  guint64 *first_rows;  /* of each number among these, and their count */
  guint32 *marks;       /* of each person, the start after which it was counted last */
  guint32 n_persons;
  guint32 mark;
} DeidTally;

/* Of records, or of persons by the table's entity column. On failure it may be cleared. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT if there is none, those of deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 */
gboolean deid_tally_init (DeidTally *tally, const DeidSortedNumbers *sorted,
                          const DeidTableSource *table, const DeidColumn *column,
                          const guint64 *counts, gboolean of_persons, const DeidStop *stop,
                          GError **error);
void deid_tally_clear (DeidTally *tally);

/* Starts to count from 0. */
void deid_tally_start (DeidTally *tally);

/* Counts the numbers from @first up to @end; a person only once since the start. */
void deid_tally_add (DeidTally *tally, guint32 first, guint32 end);

/* Finds a weight of each number, so that they sum to the number of records, or persons: of several
 * numbers a person counts with the middle one, of two in the middle with the lower.
 *
 * Returns: (transfer none): the weights, or NULL with %DEID_ERROR_NO_MEMORY. */
const guint64 *deid_tally_weigh (DeidTally *tally, GError **error);
