/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The library's own generator, so that a seed gives the same numbers on every platform:
 * SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
 * Not for cryptography. */
typedef struct
{
  guint64 state;
} DeidRandom;

guint64 deid_random_next (DeidRandom *random);

/* Returns: a number in [0, @bound), each equally likely; @bound > 0. */
guint64 deid_random_below (DeidRandom *random, guint64 bound);
