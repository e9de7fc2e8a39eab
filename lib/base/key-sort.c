/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/key-sort.h"

#include <string.h>

#define DIGIT_BITS        8
#define KEY_SORT_N_DIGITS (1 << DIGIT_BITS)

static guint
key_sort_get_digit (guint64 key, guint shift)
{
  return (guint) (key >> shift) & (KEY_SORT_N_DIGITS - 1);
}

/* Returns: the bits in which keys differ. */
static guint64
find_differences (const DeidKeyedNumber *numbers, guint64 n)
{
  guint64 all = G_MAXUINT64, any = 0;

  for (guint64 i = 0; i < n; i++)
    {
      all &= numbers[i].key;
      any |= numbers[i].key;
    }
  return any & ~all;
}

static void
sort_by_digit (const DeidKeyedNumber *from, DeidKeyedNumber *to, guint64 n, guint shift)
{
  guint64 starts[KEY_SORT_N_DIGITS] = { 0 };
  guint64 start = 0;

  for (guint64 i = 0; i < n; i++)
    starts[key_sort_get_digit (from[i].key, shift)]++;
  for (guint digit = 0; digit < KEY_SORT_N_DIGITS; digit++)
    {
      const guint64 count = starts[digit];

      starts[digit] = start;
      start += count;
    }
  for (guint64 i = 0; i < n; i++)
    to[starts[key_sort_get_digit (from[i].key, shift)]++] = from[i];
}

void
deid_key_sort (DeidKeyedNumber *numbers, DeidKeyedNumber *scratch, guint64 n)
{
  const guint64 differences = find_differences (numbers, n);
  DeidKeyedNumber *from = numbers, *to = scratch;

  for (guint shift = 0; shift < 64; shift += DIGIT_BITS)
    {
      DeidKeyedNumber *sorted = to;

      if (key_sort_get_digit (differences, shift) == 0)
        continue;
      sort_by_digit (from, sorted, n, shift);
      to = from;
      from = sorted;
    }
  if (from != numbers)
    memcpy (numbers, from, n * sizeof *numbers);
}
