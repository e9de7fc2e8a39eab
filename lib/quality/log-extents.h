/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

#define DEID_LOG_EXTENTS_KNOWN 4096

/* Logarithms as extents: whole numbers of units, rounded down, so that they never fall when the
 * number rises. */
typedef struct
{
  DeidWide whole; /* a logarithm that has all units */
  guint32 n_units;
  guint32 known[DEID_LOG_EXTENTS_KNOWN]; /* those of small numbers; 0 where not asked for yet */
} DeidLogExtents;

/* Returns: the logarithm of @n >= 1; 2^16 of them can be added. */
DeidWide deid_log_extents_measure (guint64 n);

/* @whole is positive. There are as many units as extents and the sums over @n_records of them can
 * have. */
void deid_log_extents_init (DeidLogExtents *extents, DeidWide whole, guint64 n_records);

/* Returns: the extent of @n, whose logarithm is not above the whole; 0 for 0. */
guint32 deid_log_extents_get (DeidLogExtents *extents, guint64 n);
