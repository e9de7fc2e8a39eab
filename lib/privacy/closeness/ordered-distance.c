/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/closeness/ordered-distance.h"

#include <deid/deid.h>

#include "base/memory.h"

gboolean
deid_ordered_base_init (DeidOrderedBase *base, const guint64 *counts, guint32 n_values,
                        guint64 n_records, GError **error)
{
  static const DeidRational all = { 1, 1 };
  DeidClosenessLimit largest;

  *base = (DeidOrderedBase){ .n_records = n_records, .n_values = n_values };
  if (!deid_closeness_limit_init (&largest, &all, n_records, n_values - 1, error))
    return FALSE;
  base->is_narrow = deid_closeness_limit_get (&largest, n_records) <= G_MAXINT64;
  if ((base->cumulated = deid_alloc (n_values, sizeof *base->cumulated, error)) == NULL
      || (base->before = deid_alloc (n_values, sizeof *base->before, error)) == NULL)
    {
      deid_ordered_base_clear (base);
      return FALSE;
    }
  base->cumulated[0] = counts[0];
  for (guint32 v = 1; v < n_values; v++)
    {
      base->cumulated[v] = base->cumulated[v - 1] + counts[v];
      base->before[v] = base->before[v - 1] + base->cumulated[v - 1];
    }
  return TRUE;
}

void
deid_ordered_base_clear (DeidOrderedBase *base)
{
  g_free (base->cumulated);
  g_free (base->before);
  *base = (DeidOrderedBase){ 0 };
}

void
deid_ordered_limit_init (DeidOrderedLimit *limit, const DeidOrderedBase *base,
                         const DeidRational *t)
{
  const guint32 last = base->n_values - 1;

  *limit = (DeidOrderedLimit){ .last = last };
  /* The base was refused if this could fail. */
  deid_closeness_limit_init (&limit->closeness, t, base->n_records, last, NULL);
  while (limit->first < last
         && deid_ordered_base_get_prefix (base, limit->first + 1) <= limit->closeness.per_record)
    limit->first++;
  while (limit->last > 0
         && deid_ordered_base_get_suffix (base, limit->last - 1) <= limit->closeness.per_record)
    limit->last--;
}

/* Gaps up to this are searched from their start, longer ones by halving. */
#define SHORT_GAP 8

/* Sums |N C_i - n G_i| over @from <= i < @to, where @mass is N C_i throughout: N C_i is the larger
 * one up to some i, and the smaller one from there on. */
#define DEFINE_SUM_GAP(name, Number)                                                               \
  static inline Number name (const DeidOrderedBase *base, Number mass, guint64 n, guint32 from,    \
                             guint32 to)                                                           \
  {                                                                                                \
    const guint64 *cumulated = base->cumulated, *before = base->before;                            \
    guint32 low = from, high = to;                                                                 \
    Number below, above;                                                                           \
                                                                                                   \
    if (to - from == 1)                                                                            \
      {                                                                                            \
        const Number term = (Number) n * cumulated[from];                                          \
                                                                                                   \
        return mass < term ? term - mass : mass - term;                                            \
      }                                                                                            \
    if ((Number) n * cumulated[to - 1] <= mass)                                                    \
      low = to;                                                                                    \
    else                                                                                           \
      while (low < high)                                                                           \
        {                                                                                          \
          const guint32 middle = high - low > SHORT_GAP ? low + (high - low) / 2 : low;            \
                                                                                                   \
          if ((Number) n * cumulated[middle] > mass)                                               \
            high = middle;                                                                         \
          else                                                                                     \
            low = middle + 1;                                                                      \
        }                                                                                          \
    below = mass * (low - from) - (Number) n * (before[low] - before[from]);                       \
    above = (Number) n * (before[to] - before[low]) - mass * (to - low);                           \
    return below + above;                                                                          \
  }

#define DEFINE_SUM_WITHIN(name, sum_gap, Number)                                                   \
  static gboolean name (const DeidOrderedBase *base, Number limit, Number sum,                     \
                        const guint32 *values, const guint64 *counts, guint32 n_present,           \
                        guint64 n)                                                                 \
  {                                                                                                \
    Number mass = 0;                                                                               \
                                                                                                   \
    for (guint32 j = 0; j + 1 < n_present; j++)                                                    \
      {                                                                                            \
        mass += (Number) base->n_records * counts[j];                                              \
        sum += sum_gap (base, mass, n, values[j], values[j + 1]);                                  \
        if (sum > limit)                                                                           \
          return FALSE;                                                                            \
      }                                                                                            \
    return sum <= limit;                                                                           \
  }

DEFINE_SUM_GAP (sum_narrow_gap, guint64)
DEFINE_SUM_GAP (sum_wide_gap, DeidWide)
DEFINE_SUM_WITHIN (is_narrow_sum_within, sum_narrow_gap, guint64)
DEFINE_SUM_WITHIN (is_wide_sum_within, sum_wide_gap, DeidWide)

gboolean
deid_ordered_distance_is_within (const DeidOrderedBase *base, const DeidOrderedLimit *limit,
                                 const guint32 *values, const guint64 *counts, guint32 n_present,
                                 guint64 n)
{
  const guint32 first = values[0], last = values[n_present - 1];
  guint64 ends;
  DeidWide allowed;

  if (first > limit->first || last < limit->last)
    return FALSE;
  ends = deid_ordered_base_get_prefix (base, first) + deid_ordered_base_get_suffix (base, last);
  if (ends > limit->closeness.per_record)
    return FALSE;
  allowed = deid_closeness_limit_get (&limit->closeness, n);
  return base->is_narrow ? is_narrow_sum_within (base, (guint64) allowed, n * ends, values, counts,
                                                 n_present, n)
                         : is_wide_sum_within (base, allowed, (DeidWide) n * ends, values, counts,
                                               n_present, n);
}

gboolean
deid_ordered_distance_is_covered (const DeidOrderedBase *base, const DeidOrderedLimit *limit,
                                  const guint32 *values, guint32 n_present)
{
  const guint64 *cumulated = base->cumulated, *before = base->before;
  const guint64 allowed = limit->closeness.per_record;
  guint64 sum = deid_ordered_base_get_prefix (base, values[0])
                + deid_ordered_base_get_suffix (base, values[n_present - 1]);

  for (guint32 j = 0; j + 1 < n_present && sum <= allowed; j++)
    {
      const guint32 a = values[j], b = values[j + 1], middle = a + (b - a) / 2;

      /* Up to the middle to the left, sum of g_v (v - a), and the others to the right. */
      sum += (middle - a) * cumulated[middle] - (before[middle] - before[a]);
      sum += before[b] - before[middle + 1] - (b - middle - 1) * cumulated[middle];
    }
  return sum <= allowed;
}
