/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/share-limit.h"

#include <math.h>

#include "base/memory.h"
#include "base/wide.h"

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
