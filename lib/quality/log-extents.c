/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/log-extents.h"

#include <string.h>

#include "base/fixed-log.h"

/* What is left of 120 fractional bits, so that products with units stay in 128. */
#define KEPT_BITS 80

DeidWide
deid_log_extents_measure (guint64 n)
{
  return deid_fixed_log (n) >> (DEID_FIXED_BITS - KEPT_BITS);
}

void
deid_log_extents_init (DeidLogExtents *extents, DeidWide whole, guint64 n_records)
{
  extents->whole = whole;
  extents->n_units = (guint32) MIN (G_MAXUINT32, G_MAXINT64 / n_records);
  memset (extents->known, 0, sizeof extents->known);
}

guint32
deid_log_extents_get (DeidLogExtents *extents, guint64 n)
{
  guint32 extent;

  if (n <= 1)
    return 0;
  if (n < DEID_LOG_EXTENTS_KNOWN && extents->known[n] > 0)
    return extents->known[n];
  extent = (guint32) (deid_log_extents_measure (n) * extents->n_units / extents->whole);
  if (n < DEID_LOG_EXTENTS_KNOWN)
    extents->known[n] = extent;
  return extent;
}
