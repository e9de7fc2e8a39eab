/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

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
