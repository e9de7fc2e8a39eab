/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models that look at how often the values of a class occur, by their definitions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/plain-parameters.h"
#include "support/plain-verdicts.h"
#include "support/suite.h"

static int
compare_descending (const void *a, const void *b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? 1 : x == y ? 0 : -1;
}

/* The largest count, and the sum from the l-th largest on. */
static void
get_recursive_sums (const PlainDistribution *judged, guint64 l, guint64 *first, guint64 *rest)
{
  guint64 sorted[MAX_VALUES_OF_TABLE];

  memcpy (sorted, judged->counts, sizeof sorted);
  qsort (sorted, judged->n_values, sizeof *sorted, compare_descending);
  *first = sorted[0];
  *rest = 0;
  for (guint64 v = l; v <= judged->n_values; v++)
    *rest += sorted[v - 1];
}

void
plain_draw_recursive (PlainParameters *c, GRand *rand)
{
  plain_draw_tenths (c, rand, 5, 40);
  c->count = (guint64) g_rand_int_range (rand, 2, 5);
}

gboolean
plain_aim_recursive (PlainParameters *c, const PlainDistribution *judged, GRand *rand)
{
  guint64 first, rest;

  c->count = (guint64) g_rand_int_range (rand, 2, 5);
  get_recursive_sums (judged, c->count, &first, &rest);
  return plain_set_decimal (c, first, rest);
}

int
plain_judge_recursive (const PlainDistribution *judged, const PlainParameters *c)
{
  guint64 first, rest;
  int sign;

  get_recursive_sums (judged, c->count, &first, &rest);
  sign = rest > 0 ? plain_compare (c, first, rest) : -1;
  return sign == 0 ? -2 : sign;
}

/* The decimal is of no use. */
void
plain_draw_known (PlainParameters *l, GRand *rand)
{
  plain_draw_tenths (l, rand, 1, 2);
  l->count = (guint64) g_rand_int_range (rand, 1, 4);
}

int
plain_judge_known (const PlainDistribution *judged, const PlainParameters *l)
{
  guint64 n_known = 0;

  for (guint v = 0; v < judged->n_values; v++)
    n_known += judged->counts[v] > 0 && judged->values[v] != -1;
  return n_known >= l->count ? 1 : -1;
}

void
plain_draw_beta (PlainParameters *beta, GRand *rand)
{
  plain_draw_tenths (beta, rand, 1, 50);
}

/* The greatest (p - q) / q. */
static Ratio
get_gain (const PlainDistribution *judged)
{
  Ratio greatest = { 0, 1 };

  for (guint v = 0; v < judged->n_values; v++)
    {
      const Wide p = (Wide) judged->counts[v] * judged->n_table;
      const Wide q = (Wide) judged->totals[v] * judged->n_records;

      if (p > q && (p - q) * greatest.denominator > greatest.numerator * q)
        greatest = (Ratio){ p - q, q };
    }
  return greatest;
}

gboolean
plain_aim_beta (PlainParameters *beta, const PlainDistribution *judged, GRand *rand)
{
  const Ratio gain = get_gain (judged);

  (void) rand;
  return gain.numerator > 0 && plain_set_decimal (beta, gain.numerator, gain.denominator);
}

int
plain_judge_beta (const PlainDistribution *judged, const PlainParameters *beta)
{
  const Ratio gain = get_gain (judged);

  return plain_compare (beta, gain.numerator, gain.denominator);
}

/* A logarithm of a fraction is no fraction, so the second bound is never met exactly. */
int
plain_judge_enhanced_beta (const PlainDistribution *judged, const PlainParameters *beta)
{
  for (guint v = 0; v < judged->n_values; v++)
    {
      const long double p = (long double) judged->counts[v] / (long double) judged->n_records;
      const long double q = (long double) judged->totals[v] / (long double) judged->n_table;
      const long double excess = (p - q) / q + logl (q);

      if (judged->counts[v] == 0 || q == 1)
        continue;
      if (fabsl (excess) <= 1e-12L)
        ck_abort_msg ("too close to tell");
      if (p > q && excess > 0)
        return -1;
    }
  return plain_judge_beta (judged, beta);
}

void
plain_draw_delta (PlainParameters *delta, GRand *rand)
{
  plain_draw_tenths (delta, rand, 3, 40);
}

/* Returns: j if p / q is 2^j or 2^-j, otherwise -1. */
static int
get_power_of_two (Wide p, Wide q)
{
  for (int j = 0; j < 20; j++)
    if (p == q << j || q == p << j)
      return j;
  return -1;
}

/* A log that is a fraction but no integer would need a root of a fraction to be one. */
static int
judge_delta (const PlainDistribution *judged, const PlainParameters *delta, gboolean absent_fails)
{
  const long double allowed = (long double) delta->numerator / (long double) delta->denominator;
  int verdict = 1;

  for (guint v = 0; v < judged->n_values; v++)
    {
      const Wide p = (Wide) judged->counts[v] * judged->n_table;
      const Wide q = (Wide) judged->totals[v] * judged->n_records;
      const int power = get_power_of_two (p, q);
      const long double size = p > 0 ? fabsl (log2l ((long double) p / (long double) q)) : 0;

      if (p == 0 && absent_fails)
        return -1;
      if (p == 0)
        continue;
      if (power >= 0 && delta->numerator == (guint64) power * delta->denominator)
        verdict = MIN (verdict, -2);
      else
        {
          if (power < 0 && fabsl (size - allowed) <= 1e-12L)
            ck_abort_msg ("too close to tell");
          if (size > allowed)
            return -1;
        }
    }
  return verdict;
}

gboolean
plain_aim_delta (PlainParameters *delta, const PlainDistribution *judged, GRand *rand)
{
  const guint v = (guint) g_rand_int_range (rand, 0, (gint32) judged->n_values);
  const int power = judged->counts[v] == 0
                        ? -1
                        : get_power_of_two ((Wide) judged->counts[v] * judged->n_table,
                                            (Wide) judged->totals[v] * judged->n_records);

  return power > 0 && plain_set_decimal (delta, (Wide) power, 1);
}

int
plain_judge_delta_present (const PlainDistribution *judged, const PlainParameters *delta)
{
  return judge_delta (judged, delta, FALSE);
}

int
plain_judge_delta_all (const PlainDistribution *judged, const PlainParameters *delta)
{
  return judge_delta (judged, delta, TRUE);
}

static guint64
get_greatest_count (const PlainDistribution *judged)
{
  guint64 greatest = 0;

  for (guint v = 0; v < judged->n_values; v++)
    greatest = MAX (greatest, judged->counts[v]);
  return greatest;
}

void
plain_draw_alpha (PlainParameters *alpha, GRand *rand)
{
  plain_draw_tenths (alpha, rand, 2, 10);
  alpha->count = (guint64) g_rand_int_range (rand, 1, 6);
}

gboolean
plain_aim_alpha (PlainParameters *alpha, const PlainDistribution *judged, GRand *rand)
{
  alpha->count = (guint64) g_rand_int_range (rand, 1, 6);
  return judged->n_persons >= alpha->count
         && plain_set_decimal (alpha, get_greatest_count (judged), judged->n_records);
}

int
plain_judge_alpha (const PlainDistribution *judged, const PlainParameters *alpha)
{
  return judged->n_persons < alpha->count
             ? -1
             : plain_compare (alpha, get_greatest_count (judged), judged->n_records);
}

void
plain_draw_grassberger (PlainParameters *l, GRand *rand)
{
  plain_draw_tenths (l, rand, 11, 45);
}

/* psi (n / 2) by its recursion from psi (1) and psi (1/2). */
static long double
get_digamma_of_half (guint64 n)
{
  long double digamma = -0.57721566490153286060651209008240243L;

  if (n % 2 == 1)
    digamma -= 2 * logl (2);
  for (guint64 i = 2 - n % 2; i < n; i += 2)
    digamma += 2 / (long double) i;
  return digamma;
}

static long double
get_grassberger (guint64 n)
{
  const long double difference = get_digamma_of_half (n + 1) - get_digamma_of_half (n);

  return get_digamma_of_half (2 * n) + (n % 2 == 0 ? difference : -difference) / 2;
}

int
plain_judge_grassberger (const PlainDistribution *judged, const PlainParameters *l)
{
  const long double n = (long double) judged->n_records;
  long double entropy = get_grassberger (judged->n_records);
  long double difference;

  for (guint v = 0; v < judged->n_values; v++)
    if (judged->counts[v] > 0)
      entropy -= (long double) judged->counts[v] / n * get_grassberger (judged->counts[v]);
  difference = entropy - logl ((long double) l->numerator / (long double) l->denominator);
  if (fabsl (difference) <= 1e-12L)
    ck_abort_msg ("too close to tell");
  return difference > 0 ? 1 : -1;
}
