/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "base/key-sort.h"
#include "base/stop.h"
#include "hierarchy/numbers/number.h"

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
