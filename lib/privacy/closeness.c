/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/closeness.h"

#include "base/memory.h"
#include "base/text.h"

#include <deid/deid.h>
#include <math.h>
#include <string.h>

gboolean
deid_closeness_limit_init (DeidClosenessLimit *limit, const DeidRational *t, guint64 n_records,
                           guint64 n_steps, GError **error)
{
  const DeidWide scale = (DeidWide) n_steps * n_records;
  DeidWide product;

  if (scale > G_MAXINT64)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "t-closeness: %" G_GUINT64_FORMAT
                      " records and distances of %" G_GUINT64_FORMAT
                      " steps, expected a product below 2^63",
                      n_records, n_steps);
  /* 64 and 63 bits make 127. */
  product = t->numerator * scale;
  *limit = (DeidClosenessLimit){ .per_record = (guint64) (product / t->denominator),
                                 .rest = product % t->denominator,
                                 .divisor = t->denominator };
  return TRUE;
}

guint64
deid_closeness_limit_divide (const DeidClosenessLimit *limit, guint64 n)
{
  guint64 quotient = 0;
  DeidWide rest = 0;

  /* The divisor is below 2^123, so three times as much is no overflow. */
  for (guint bit = 64; bit-- > 0;)
    {
      rest = 2 * rest + ((n >> bit & 1) != 0 ? limit->rest : 0);
      quotient *= 2;
      for (; rest >= limit->divisor; rest -= limit->divisor)
        quotient++;
    }
  return quotient;
}

int
deid_closeness_compare (DeidWide sum, DeidWide whole, const DeidRational *t)
{
  DeidWide left, right;
  long double distance, bound;

  if (!__builtin_mul_overflow (sum, t->denominator, &left)
      && !__builtin_mul_overflow (whole, (DeidWide) t->numerator, &right))
    return left <= right ? 1 : -1;
  distance = (long double) sum / (long double) whole;
  bound = (long double) t->numerator / (long double) t->denominator;
  if (distance - bound <= 1e-12L && bound - distance <= 1e-12L)
    return 0;
  return distance < bound ? 1 : -1;
}

/* Ratio, quotient and products with counts are off by less than 2^-36 + 8 x 2^-53 of themselves. */
#define MARGIN            0x1p-35
#define SHARE_LIMIT_WHOLE (G_GUINT64_CONSTANT (1) << 62)

DeidShareLimits *
deid_share_limits_new (const DeidPrivacyInput *input, GError **error)
{
  DeidShareLimits *limits = g_new0 (DeidShareLimits, 1);

  limits->n_records = deid_privacy_input_get_n_records (input);
  limits->counts = deid_privacy_input_get_counts (input, 0, &limits->n_values);
  limits->limits = deid_alloc (limits->n_values, sizeof *limits->limits, error);
  if (limits->limits == NULL)
    g_clear_pointer (&limits, deid_share_limits_free);
  return limits;
}

void
deid_share_limits_free (DeidShareLimits *limits)
{
  g_free (limits->limits);
  g_free (limits);
}

void
deid_share_limits_set (DeidShareLimits *limits, guint32 value, double ratio)
{
  const double limit = ratio * ((double) limits->counts[value] / (double) limits->n_records);

  limits->limits[value] = (DeidShareLimit){ limit * (1 - MARGIN), limit * (1 + MARGIN) };
}

gboolean
deid_share_limits_hold (const DeidShareLimits *limits, const DeidClass *eq_class, int least,
                        int greatest, DeidCompareSharesFunc compare, gconstpointer parameters,
                        gboolean *hold, GError **error)
{
  const guint64 n_records = deid_class_get_n_records (eq_class);
  const double n = (double) n_records;
  guint32 n_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  *hold = FALSE;
  for (guint32 i = 0; i < n_values; i++)
    {
      const DeidShareLimit *limit = &limits->limits[values[i]];
      const double count = (double) counts[i];
      int sign = count > n * limit->above ? 1 : -1;

      if (sign < 0 && count >= n * limit->below)
        {
          const DeidShares shares
              = { counts[i], n_records, limits->counts[values[i]], limits->n_records };

          if (!compare (&shares, parameters, &sign, error))
            return FALSE;
        }
      if (sign < least || sign > greatest)
        return TRUE;
    }
  *hold = TRUE;
  return TRUE;
}

gboolean
deid_share_limits_leave_room (const DeidShareLimits *limits, const DeidClass *eq_class)
{
  guint32 n_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);
  DeidWide sum = 0;

  for (guint32 i = 0; i < n_values && sum < SHARE_LIMIT_WHOLE; i++)
    {
      const double above = limits->limits[values[i]].above;

      sum += above >= 1 ? SHARE_LIMIT_WHOLE : (guint64) ceil (ldexp (above, 62));
    }
  return sum >= SHARE_LIMIT_WHOLE;
}

gboolean
deid_ordered_base_init (DeidOrderedBase *base, const guint64 *counts, guint32 n_values,
                        guint64 n_records, GError **error)
{
  static const DeidRational all = { 1, 1 };
  DeidClosenessLimit largest = { 0 }; /* compilers do not see that success sets it */

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

guint
deid_hierarchy_get_distance_steps (const DeidHierarchy *hierarchy)
{
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);

  return n_levels > 1 && deid_hierarchy_get_n_labels (hierarchy, n_levels - 1) == 1 ? n_levels - 1
                                                                                    : n_levels;
}

/* Numbers the labels of one level that occur, and counts their records. @codes are those on the
 * level, and @numbers has room for one of each. */
static void
hierarchical_distance_number_level (DeidHierarchicalBase *base, guint64 level, guint32 n_values,
                                    const guint32 *codes, guint32 *numbers, guint32 n_codes)
{
  guint32 apart = DEID_NO_CODE;

  memset (numbers, 0xFF, (gsize) n_codes * sizeof *numbers);
  for (guint32 v = 0; v < n_values; v++)
    {
      guint32 *number = codes[v] == DEID_NO_CODE ? &apart : &numbers[codes[v]];

      if (*number == DEID_NO_CODE)
        *number = (guint32) base->n_labels++;
      base->labels[v * (base->n_steps - 1) + level - 1] = *number;
      base->label_counts[*number] += base->counts[v];
    }
}

static gboolean
hierarchical_distance_number_levels (DeidHierarchicalBase *base, const DeidHierarchy *hierarchy,
                                     const guint32 *leaves, guint32 n_values, GError **error)
{
  const guint32 n_leaves = (guint32) deid_hierarchy_get_n_leaves (hierarchy);
  g_autofree guint32 *codes = deid_alloc (n_values, sizeof *codes, error);
  g_autofree guint32 *numbers
      = codes != NULL ? deid_alloc (n_leaves, sizeof *numbers, error) : NULL;

  if (codes == NULL || numbers == NULL)
    return FALSE;
  memcpy (codes, leaves, n_values * sizeof *codes);
  for (guint64 level = 1; level < base->n_steps; level++)
    {
      for (guint32 v = 0; v < n_values; v++)
        if (codes[v] != DEID_NO_CODE)
          codes[v] = hierarchy->levels[level - 1].parents[codes[v]];
      hierarchical_distance_number_level (base, level, n_values, codes, numbers,
                                          hierarchy->levels[level].labels.n);
    }
  return TRUE;
}

gboolean
deid_hierarchical_base_init (DeidHierarchicalBase *base, const DeidHierarchy *hierarchy,
                             const guint32 *codes, const guint64 *counts, guint32 n_values,
                             guint64 n_records, GError **error)
{
  const guint n_steps = deid_hierarchy_get_distance_steps (hierarchy);
  const guint64 max_labels = (guint64) n_values * (n_steps - 1);

  *base = (DeidHierarchicalBase){ .n_records = n_records, .n_steps = n_steps, .counts = counts };
  if (max_labels >= DEID_NO_CODE)
    return deid_fail (
        error, DEID_ERROR_TOO_LARGE,
        "hierarchical t-closeness: %u values on %u levels, expected a product below 2^32 - 1",
        n_values, n_steps);
  if ((base->labels = deid_alloc (max_labels, sizeof *base->labels, error)) != NULL
      && (base->label_counts = deid_alloc (max_labels, sizeof *base->label_counts, error)) != NULL
      && hierarchical_distance_number_levels (base, hierarchy, codes, n_values, error))
    return TRUE;
  deid_hierarchical_base_clear (base);
  return FALSE;
}

void
deid_hierarchical_base_clear (DeidHierarchicalBase *base)
{
  g_free (base->labels);
  g_free (base->label_counts);
  *base = (DeidHierarchicalBase){ 0 };
}

static DeidWide
get_excess (const DeidHierarchicalBase *base, guint64 own_count, guint64 n, guint64 table_count)
{
  const DeidWide own = (DeidWide) base->n_records * own_count;
  const DeidWide expected = (DeidWide) n * table_count;

  return own > expected ? own - expected : 0;
}

gboolean
deid_hierarchical_distance_is_within (const DeidHierarchicalBase *base,
                                      const DeidClosenessLimit *limit, guint64 *scratch,
                                      const guint32 *values, const guint64 *counts,
                                      guint32 n_present, guint64 n)
{
  const DeidWide allowed = deid_closeness_limit_get (limit, n);
  const guint64 n_between = base->n_steps - 1;
  DeidWide sum = 0;

  for (guint32 j = 0; j < n_present; j++)
    sum += get_excess (base, counts[j], n, base->counts[values[j]]);
  if (sum > allowed || n_between == 0)
    return sum <= allowed;
  for (guint32 j = 0; j < n_present; j++)
    for (guint64 i = 0; i < n_between; i++)
      scratch[base->labels[values[j] * n_between + i]] += counts[j];
  for (guint32 j = 0; j < n_present; j++)
    for (guint64 i = 0; i < n_between; i++)
      {
        const guint32 label = base->labels[values[j] * n_between + i];

        sum += get_excess (base, scratch[label], n, base->label_counts[label]);
        scratch[label] = 0;
      }
  return sum <= allowed;
}

gboolean
deid_hierarchical_distance_is_covered (const DeidHierarchicalBase *base,
                                       const DeidClosenessLimit *limit, guint64 *scratch,
                                       const guint32 *values, guint32 n_present)
{
  const guint64 n_between = base->n_steps - 1;
  guint64 absent = base->n_steps * base->n_records;

  for (guint32 j = 0; j < n_present; j++)
    {
      absent -= base->counts[values[j]];
      for (guint64 i = 0; i < n_between; i++)
        {
          const guint32 label = base->labels[values[j] * n_between + i];

          if (scratch[label] == 0)
            absent -= base->label_counts[label];
          scratch[label] = 1;
        }
    }
  for (guint32 j = 0; j < n_present; j++)
    for (guint64 i = 0; i < n_between; i++)
      scratch[base->labels[values[j] * n_between + i]] = 0;
  return absent <= limit->per_record;
}
