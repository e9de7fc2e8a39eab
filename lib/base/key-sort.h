/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A number with what it is sorted by. */
typedef struct
{
  guint64 key;
  guint32 number;
} DeidKeyedNumber;

/* Sorts by key; numbers of equal keys stay in their order. @scratch has room for as many. Digits
 * that all keys have in common take no pass. Complexity: O(@n x bytes of the keys). */
void deid_key_sort (DeidKeyedNumber *numbers, DeidKeyedNumber *scratch, guint64 n);
