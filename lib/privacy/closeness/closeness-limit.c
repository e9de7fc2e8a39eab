/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/closeness/closeness-limit.h"

#include <deid/deid.h>

gboolean
deid_closeness_limit_init (DeidClosenessLimit *limit, const DeidRational *t, guint64 n_records,
                           guint64 n_steps, GError **error)
{
  const DeidWide scale = (DeidWide) n_steps * n_records;
  DeidWide product;

  if (scale > G_MAXINT64)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "t-closeness: %" G_GUINT64_FORMAT " records and distances of %" G_GUINT64_FORMAT
                   " steps, expected a product below 2^63",
                   n_records, n_steps);
      return FALSE;
    }
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
