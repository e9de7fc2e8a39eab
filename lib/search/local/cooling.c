/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/cooling.h"

#include "base/fixed-log.h"

/* 2^(-1/2), 2^(-1/4) and so on, in units of 2^-32. */
static const guint32 roots[]
    = { 0xb504f334, 0xd744fccb, 0xeac0c6e8, 0xf5257d15, 0xfa83b2db, 0xfd3e0c0d,
        0xfe9e115c, 0xff4ecb59, 0xffa75652, 0xffd3a752, 0xffe9d2b3, 0xfff4e91c,
        0xfffa747f, 0xfffd3a3b, 0xfffe9d1d, 0xffff4e8e };

void
deid_local_cooling_init (DeidLocalCooling *cooling)
{
  const DeidWide all = deid_fixed_log (2 * DEID_LOCAL_CHANCES);

  for (guint i = 0; i < DEID_LOCAL_CHANCES; i++)
    cooling->logs[i] = (guint32) ((all - deid_fixed_log (2 * i + 1)) >> (DEID_FIXED_BITS - 16));
}

void
deid_local_cooling_start (DeidLocalCooling *cooling, guint64 hottest, guint64 halvings)
{
  cooling->hottest = cooling->temperature = hottest;
  cooling->halvings = halvings;
}

void
deid_local_cooling_set (DeidLocalCooling *cooling, guint64 step, guint64 n_steps)
{
  const guint64 exponent = cooling->halvings * step / n_steps;
  guint64 temperature = cooling->hottest;

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if ((exponent >> (15 - i) & 1) != 0)
      temperature = temperature * roots[i] >> 32;
  cooling->temperature = temperature >> MIN (exponent >> 16, 63);
}
