/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "base/dictionary.h"
#include "base/work.h"
#include "hierarchy/numbers/range.h"
#include "table/table-source.h"

/* The values of a column that are numbers, in rising order. */
typedef struct
{
  const DeidDictionary *values;
  DeidKeyedNumber *numbers; /* their codes; keys rise, and are equal for equal numbers */
  guint32 n;
  gboolean are_integers; /* all of them */
} DeidSortedNumbers;

/* Sorts the values of codes whose count is not 0. What is no number is left out. On failure they
 * may be cleared. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(values)
 * if they have at most 18 digits each and together span no more, else O(values x log values). */
gboolean deid_sorted_numbers_init (DeidSortedNumbers *sorted, const DeidDictionary *values,
                                   const guint64 *counts, const DeidStop *stop, GError **error);
void deid_sorted_numbers_clear (DeidSortedNumbers *sorted);

/* Returns: the first number that is at least @least; their count if there is none. */
guint32 deid_sorted_numbers_find (const DeidSortedNumbers *sorted, DeidNumber least);

static inline DeidNumber
deid_sorted_numbers_get (const DeidSortedNumbers *sorted, guint32 i)
{
  DeidNumber number = 0;

  deid_number_read (deid_dictionary_get (sorted->values, sorted->numbers[i].number), &number);
  return number;
}

/* Tells whether a bin may start with a number: it differs from the one before it. */
static inline gboolean
deid_sorted_numbers_differ (const DeidSortedNumbers *sorted, guint32 i)
{
  return i == 0 || sorted->numbers[i].key != sorted->numbers[i - 1].key;
}

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

/* Finds a weight of each number, so that they sum to the number of records, or persons: of several
 * numbers a person counts with the middle one, of two in the middle with the lower.
 *
 * Returns: (transfer none): the weights, or NULL with %DEID_ERROR_NO_MEMORY. */
const guint64 *deid_tally_weigh (DeidTally *tally, GError **error);

/* Bins of sorted numbers: with which number each of them starts, the first one with number 0. Equal
 * numbers are in one bin. */
typedef struct
{
  guint32 *starts;
  guint32 n;
} DeidBins;

/* What bottom and top coding put together: the numbers before @bottom are of one class, and those
 * from @top on. Where there is none @bottom is 0, and @top the count of all. */
typedef struct
{
  guint32 bottom;
  guint32 top;
} DeidBinTails;

void deid_bins_clear (DeidBins *bins);

/* The finest bins: one for each tail, and one for each number between them. On failure they may be
 * cleared. Errors of all that follow: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_bins_init_distinct (DeidBins *bins, const DeidSortedNumbers *sorted,
                                  const DeidBinTails *tails, GError **error);

/* Puts bins together from the lowest on, so that each holds at least @capacity. A last one that
 * would hold less joins the one before it. The top coding stays a bin of its own if it holds enough
 * and so do the others. */
gboolean deid_bins_init_capacity (DeidBins *bins, const DeidBins *from, DeidTally *tally,
                                  guint64 capacity, const DeidBinTails *tails, const DeidStop *stop,
                                  GError **error);

/* Divides the numbers between the tails into @n bins of about equal weight: of @n ends each is
 * where the sum of weights is nearest to its share of the whole, below if two are as near. Where
 * equal numbers weigh more than a bin there are fewer bins. Of the ends only each @step-th one is
 * kept. */
gboolean deid_bins_init_quantiles (DeidBins *bins, const DeidSortedNumbers *sorted,
                                   const guint64 *weights, guint64 n, guint64 step,
                                   const DeidBinTails *tails, GError **error);
