/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-parameters.h"

#define MAX_DIGITS 9

gboolean
plain_set_decimal (PlainParameters *parameters, Wide a, Wide b)
{
  guint64 power = 1;

  for (guint digits = 0; digits <= MAX_DIGITS; digits++, power *= 10)
    if (b > 0 && a * power % b == 0 && a * power / b < 1000000000000)
      {
        parameters->numerator = (guint64) (a * power / b);
        parameters->denominator = power;
        return TRUE;
      }
  return FALSE;
}

void
plain_draw_tenths (PlainParameters *parameters, GRand *rand, gint32 least, gint32 end)
{
  parameters->numerator = (guint64) g_rand_int_range (rand, least, end);
  parameters->denominator = 10;
}

int
plain_compare (const PlainParameters *allowed, Wide a, Wide b)
{
  const Wide left = a * allowed->denominator, right = b * allowed->numerator;

  return left < right ? 1 : left == right ? 0 : -1;
}
