/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "privacy/closeness/closeness-limit.h"

/* The earth mover's distance of ordered values. The values of the table are numbered 0 … m - 1 in
 * their order; with N records in the table, n in a class, and numbers of records cumulated to G_i
 * in the table and C_i in the class, the distance is
 *
 *     sum over i < m - 1 of |N C_i - n G_i|  /  ((m - 1) n N).
 *
 * Between two values that are present C does not change and G only grows, so the terms change
 * their sign at most once: sums of G answer for all of them. */
typedef struct
{
  guint64 n_records;  /* N */
  guint32 n_values;   /* m */
  gboolean is_narrow; /* whether no sum of a class exceeds 63 bits */
  guint64 *cumulated; /* G_i of each value */
  guint64 *before;    /* of each value v: sum over i < v of G_i */
} DeidOrderedBase;

/* What @t allows over a base, which serves any number of them. */
typedef struct
{
  DeidClosenessLimit closeness;
  guint32 first; /* a class that begins beyond this value fails: its prefix alone is too much */
  guint32 last;  /* so does one that ends before this value */
} DeidOrderedLimit;

/* @counts are those of the table, none of them 0.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %DEID_ERROR_TOO_LARGE if (m - 1) N reaches 2^63. */
gboolean deid_ordered_base_init (DeidOrderedBase *base, const guint64 *counts, guint32 n_values,
                                 guint64 n_records, GError **error);
void deid_ordered_base_clear (DeidOrderedBase *base);

void deid_ordered_limit_init (DeidOrderedLimit *limit, const DeidOrderedBase *base,
                              const DeidRational *t);

/* Whether the distance of a class of @n records is at most t. @values are those present, ascending,
 * with their @counts; @n_present is at least 1.
 *
 * Complexity: O(1) for classes that begin too late or end too early, otherwise O(n_present log of
 * the longest gap). */
gboolean deid_ordered_distance_is_within (const DeidOrderedBase *base,
                                          const DeidOrderedLimit *limit, const guint32 *values,
                                          const guint64 *counts, guint32 n_present, guint64 n);

/* Whether every value of the table has one that is present near enough: the sum of their distances,
 * weighed by the table's counts, is at most t. Complexity: O(n_present). */
gboolean deid_ordered_distance_is_covered (const DeidOrderedBase *base,
                                           const DeidOrderedLimit *limit, const guint32 *values,
                                           guint32 n_present);

/* Returns: sum over i < @v of G_i, the prefix of a class that begins at @v, for each record of it.
 */
static inline guint64
deid_ordered_base_get_prefix (const DeidOrderedBase *base, guint32 v)
{
  return base->before[v];
}

/* Returns: sum over @v <= i < m - 1 of N - G_i, the suffix of a class that ends at @v. */
static inline guint64
deid_ordered_base_get_suffix (const DeidOrderedBase *base, guint32 v)
{
  const guint32 last = base->n_values - 1;

  return (last - v) * base->n_records - (base->before[last] - base->before[v]);
}
