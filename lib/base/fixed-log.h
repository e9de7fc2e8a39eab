/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

/* Natural logarithms in units of 2^-120, by integers, so that they are the same everywhere. */

#define DEID_FIXED_BITS 120
#define DEID_FIXED_ONE  ((DeidWide) 1 << DEID_FIXED_BITS)

/* log 2 and Euler's constant, correctly rounded. */
#define DEID_FIXED_LOG_2                                                                           \
  ((DeidWide) G_GUINT64_CONSTANT (0xb17217f7d1cf79) << 64 | G_GUINT64_CONSTANT (0xabc9e3b39803f2f7))
#define DEID_FIXED_GAMMA                                                                           \
  ((DeidWide) G_GUINT64_CONSTANT (0x93c467e37db0c7) << 64 | G_GUINT64_CONSTANT (0xa4d1be3f810152cb))

/* Returns: log @n of @n >= 1, off by less than 2^-110. */
DeidWide deid_fixed_log (guint64 n);
