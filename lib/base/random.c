/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/random.h"

guint64
deid_random_next (DeidRandom *random)
{
  guint64 z = random->state += G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* Numbers from the greatest multiple of the bound on are drawn again; most need no division to tell
 * that they are not. */
guint64
deid_random_below (DeidRandom *random, guint64 bound)
{
  guint64 number;

  do
    number = deid_random_next (random);
  while (number >= G_MAXUINT64 - bound && number >= G_MAXUINT64 - G_MAXUINT64 % bound);
  return number % bound;
}
