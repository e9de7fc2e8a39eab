/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A sum whose rounding errors are summed, too (A. Neumaier, Rundungsfehleranalyse einiger Verfahren
 * zur Summation endlicher Summen, Z. Angew. Math. Mech. 54, 1974). */
typedef struct
{
  double sum;
  double lost;
} DeidCompensatedSum;

static inline void
deid_compensated_sum_add (DeidCompensatedSum *sum, double number)
{
  const double before = sum->sum;

  sum->sum += number;
  sum->lost
      += ABS (before) >= ABS (number) ? before - sum->sum + number : number - sum->sum + before;
}

static inline double
deid_compensated_sum_get (const DeidCompensatedSum *sum)
{
  return sum->sum + sum->lost;
}
