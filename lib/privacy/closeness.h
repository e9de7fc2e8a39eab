/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "hierarchy/hierarchy-private.h"

#include <deid/deid-extend.h>

/* How specifications name each DeidValueOrder behind t; the default has no name. */
static const char *const deid_value_order_names[] = { "text", "int", "num", "" };

/* What t-closeness allows, in whole numbers. Each ground distance here takes steps of 1 / s from 0
 * to 1. With N records in the table, n in the class, and S the earth mover's distance times s n N,
 * which is whole, the distance is at most t if and only if S <= floor (t s n N). A distance whose
 * class cancels out, times s N, is within t if it is at most @per_record. */
typedef struct
{
  guint64 per_record; /* floor (t s N) */
  DeidWide rest;      /* of that division, in units of 1 / divisor */
  DeidWide divisor;   /* the denominator of t */
} DeidClosenessLimit;

/* @t is at most 1, and @n_steps is s.
 *
 * Errors: %DEID_ERROR_TOO_LARGE if s N reaches 2^63. */
gboolean deid_closeness_limit_init (DeidClosenessLimit *limit, const DeidRational *t,
                                    guint64 n_records, guint64 n_steps, GError **error);

/* Returns: floor (@n @limit->rest / @limit->divisor), in 64 long steps. */
guint64 deid_closeness_limit_divide (const DeidClosenessLimit *limit, guint64 n);

/* Returns: floor (t s n N) for a class of @n records, at most as many as the table has. */
static inline DeidWide
deid_closeness_limit_get (const DeidClosenessLimit *limit, guint64 n)
{
  const guint64 share = limit->rest <= G_MAXUINT64 ? (guint64) (n * limit->rest / limit->divisor)
                                                   : deid_closeness_limit_divide (limit, n);

  return (DeidWide) n * limit->per_record + share;
}

/* Compares an earth mover's distance of @sum / @whole with t by the definition, for the verifier.
 *
 * Returns: 1 if it is at most @t, -1 if it is above, 0 if the numbers are too large to tell. */
int deid_closeness_compare (DeidWide sum, DeidWide whole, const DeidRational *t);

/* Limits r on the ratio p / q of the share p of a value in a class to its share q in the whole
 * table. Where p is away from r q, rounded numbers tell which is more; for the few others the
 * exact comparison is asked. */
typedef struct
{
  double below; /* a little less than r q */
  double above; /* a little more */
} DeidShareLimit;

typedef struct
{
  guint64 n_records;     /* of the table */
  const guint64 *counts; /* of each value in the table */
  guint32 n_values;
  DeidShareLimit *limits; /* of each value */
} DeidShareLimits;

/* A value of which p and q are compared: p = count / n_records, and q likewise. */
typedef struct
{
  guint64 count;
  guint64 n_records;
  guint64 table_count;
  guint64 n_table_records;
} DeidShares;

/* Sets @sign to -1, 0 or 1 as p is below, at or above its limit. */
typedef gboolean (*DeidCompareSharesFunc) (const DeidShares *shares, gconstpointer parameters,
                                           int *sign, GError **error);

/* For the first sensitive attribute.
 * Returns: limits yet to be set, or NULL with an error. */
DeidShareLimits *deid_share_limits_new (const DeidPrivacyInput *input, GError **error);
void deid_share_limits_free (DeidShareLimits *limits);

/* @ratio is r but for a relative error of 2^-36, or 0 or infinite where r leaves the range of
 * doubles. */
void deid_share_limits_set (DeidShareLimits *limits, guint32 value, double ratio);

/* Tells whether for each value that is present, p against its limit has a sign from @least to
 * @greatest. */
gboolean deid_share_limits_hold (const DeidShareLimits *limits, const DeidClass *eq_class,
                                 int least, int greatest, DeidCompareSharesFunc compare,
                                 gconstpointer parameters, gboolean *hold, GError **error);

/* If no value of a class is above its limit, then over the values that are present
 *
 *     1 = sum p <= sum min (1, r q),
 *
 * and this still holds when any records join the class. Each term is rounded up to a multiple of
 * 2^-62, so that their order does not matter.
 * Returns: whether it holds. */
gboolean deid_share_limits_leave_room (const DeidShareLimits *limits, const DeidClass *eq_class);

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

/* The earth mover's distance over a hierarchy of height H, where two values are as far apart as the
 * level on which they meet, in units of H. With N records in the table and n in a class, of which
 * g and c have a label, the distance is
 *
 *     sum over the levels below the root and their labels of max (0, N c - n g)  /  (H n N),
 *
 * for what a label has too much must leave it, and to leave one level costs 1 / H. Only labels that
 * are present count, and these are few in a small class. */
typedef struct
{
  guint64 n_records;     /* N */
  guint64 n_steps;       /* H */
  const guint64 *counts; /* of each value in the table */
  guint32 *labels;       /* of each value: its H - 1 labels between the leaf and the root */
  guint64 n_labels;      /* of all levels together */
  guint64 *label_counts; /* of each label in the table */
} DeidHierarchicalBase;

/* @codes are the leaves of the @n_values values of the table, %DEID_NO_CODE for one that is a leaf
 * of its own below the root; @counts live as long as the base does.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %DEID_ERROR_TOO_LARGE. */
gboolean deid_hierarchical_base_init (DeidHierarchicalBase *base, const DeidHierarchy *hierarchy,
                                      const guint32 *codes, const guint64 *counts, guint32 n_values,
                                      guint64 n_records, GError **error);
void deid_hierarchical_base_clear (DeidHierarchicalBase *base);

/* Returns: H: one root is put above a hierarchy whose top level has several labels or is level 0.
 */
guint deid_hierarchy_get_distance_steps (const DeidHierarchy *hierarchy);

/* Whether the distance of a class of @n records is at most t. @scratch has a number for each label,
 * all 0 before and after. Complexity: O(n_present x H). */
gboolean deid_hierarchical_distance_is_within (const DeidHierarchicalBase *base,
                                               const DeidClosenessLimit *limit, guint64 *scratch,
                                               const guint32 *values, const guint64 *counts,
                                               guint32 n_present, guint64 n);

/* Whether every value of the table has one that is present near enough: the sum of their distances,
 * weighed by the table's counts, is at most t. Complexity: O(n_present x H). */
gboolean deid_hierarchical_distance_is_covered (const DeidHierarchicalBase *base,
                                                const DeidClosenessLimit *limit, guint64 *scratch,
                                                const guint32 *values, guint32 n_present);
