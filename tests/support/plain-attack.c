/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models of an adversary who attacks what pays, by their definitions. */
#include <math.h>

#include "support/plain-parameters.h"
#include "support/plain-verdicts.h"
#include "support/suite.h"

/* The gain is the integer, and the cost the decimal. */
void
plain_draw_cost (PlainParameters *cost, GRand *rand)
{
  plain_draw_tenths (cost, rand, 5, 30);
  cost->count = (guint64) g_rand_int_range (rand, 1, 10);
}

gboolean
plain_aim_cost (PlainParameters *cost, const PlainDistribution *judged, GRand *rand)
{
  cost->count = (guint64) g_rand_int_range (rand, 1, 10);
  return plain_set_decimal (cost, cost->count, judged->n_persons);
}

int
plain_judge_attack (const PlainDistribution *judged, const PlainParameters *cost)
{
  return plain_compare (cost, cost->count, judged->n_persons);
}

/* The gain is the integer, and the loss the decimal; the benefit is 1 and the cost 2. */
void
plain_draw_payout (PlainParameters *loss, GRand *rand)
{
  plain_draw_tenths (loss, rand, 0, 60);
  loss->count = (guint64) g_rand_int_range (rand, 2, 20);
}

/* How often a prime divides a number. */
static guint64
count_factors (guint64 number, guint64 prime)
{
  guint64 n = 0;

  for (; number % prime == 0; number /= prime)
    n++;
  return n;
}

/* Tells whether the class keeps @a / @b of its information: b log N = (b - a) log D, which holds
 * for the primes of these products of numbers up to 13 one by one. */
static gboolean
keeps_just (const PlainDistribution *judged, Wide a, Wide b)
{
  static const guint64 primes[] = { 2, 3, 5, 7, 11, 13 };

  for (guint i = 0; i < G_N_ELEMENTS (primes); i++)
    if (a > b
        || b * count_factors (judged->n_covered, primes[i])
               != (b - a) * count_factors (judged->n_leaves, primes[i]))
      return FALSE;
  return TRUE;
}

/* A loss that eats up what is kept of a class that is attacked. */
gboolean
plain_aim_payout (PlainParameters *loss, const PlainDistribution *judged, GRand *rand)
{
  loss->count = 2 * judged->n_persons + (guint64) g_rand_int_range (rand, 0, 4);
  for (guint b = 1; b <= 8; b++)
    for (guint a = 1; a <= b; a++)
      if (keeps_just (judged, a, b))
        return plain_set_decimal (loss, (Wide) judged->n_persons * a, b);
  return FALSE;
}

int
plain_judge_payout (const PlainDistribution *judged, const PlainParameters *loss)
{
  const long double n = (long double) judged->n_persons;
  const long double expected = (long double) loss->numerator / (long double) loss->denominator / n;
  long double kept = 1, payout;

  if (judged->n_leaves > 1)
    kept = 1 - logl ((long double) judged->n_covered) / logl ((long double) judged->n_leaves);
  if (judged->n_persons * 2 >= loss->count)
    return judged->n_leaves > 1 && judged->n_covered == judged->n_leaves ? -2
           : judged->n_persons * 2 == loss->count                        ? 0
                                                                         : 1;
  payout = kept - expected;
  if (fabsl (payout) > 1e-12L)
    return payout > 0 ? 1 : -1;
  ck_assert_msg (judged->n_leaves == 1 ? loss->denominator * judged->n_persons == loss->numerator
                                       : keeps_just (judged, loss->numerator,
                                                     (Wide) loss->denominator * judged->n_persons),
                 "a payout too close to 0");
  return -2;
}
