/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* 2^64 divided by the golden ratio: D. E. Knuth, The Art of Computer Programming 3, section 6.4. */
#define DEID_FIBONACCI G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)

/* Returns: where a key belongs among 2^bits places. */
static inline guint64
deid_fibonacci_hash (guint64 key, guint bits)
{
  return key * DEID_FIBONACCI >> (64 - bits);
}

/* Of keys that are not in their first slot, how many steps to the right one are too many on
 * average: random keys in a table that is half full take 3. */
#define DEID_STEPS_A_KEY 8

/* So many are not too many, however few the keys are. */
#define DEID_MIN_STEPS 4096
