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
