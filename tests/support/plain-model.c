/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"

#define MAX_DIGITS 9

__extension__ typedef unsigned __int128 Wide;

guint
plain_model_get_group (int value)
{
  return (guint) (value + 1) % 3;
}

char *
plain_model_spell (const PlainModel *model, const PlainParameters *parameters)
{
  g_autofree char *decimal = NULL;
  GString *text = g_string_new (NULL);
  guint n_digits = 0;

  for (guint64 power = 1; power < parameters->denominator; power *= 10)
    n_digits++;
  decimal = g_strdup_printf (
      "%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, parameters->numerator / parameters->denominator,
      (int) MAX (n_digits, 1), parameters->numerator % parameters->denominator);
  for (const char *c = model->specification; *c != '\0'; c++)
    if (*c == '%')
      g_string_append (text, decimal);
    else if (*c == '#')
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, parameters->count);
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

/* Makes the decimal @a / @b. */
static gboolean
set_decimal (PlainParameters *parameters, Wide a, Wide b)
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

static void
draw_tenths (PlainParameters *parameters, GRand *rand, gint32 least, gint32 end)
{
  parameters->numerator = (guint64) g_rand_int_range (rand, least, end);
  parameters->denominator = 10;
}

/* The sign of what is allowed, numerator / denominator, less a / b. */
static int
compare (const PlainParameters *allowed, Wide a, Wide b)
{
  const Wide left = a * allowed->denominator, right = b * allowed->numerator;

  return left < right ? 1 : left == right ? 0 : -1;
}

static Wide
distance (guint64 a, guint64 b)
{
  return a < b ? b - a : a - b;
}

/* With c of n records in the class and g of N in the table, sums of c N and g n. */
typedef struct
{
  Wide numerator;
  Wide denominator;
} Ratio;

static Ratio
get_equal_distance (const PlainDistribution *judged)
{
  Ratio ratio = { 0, (Wide) 2 * judged->n_records * judged->n_table };

  for (guint v = 0; v < judged->n_values; v++)
    ratio.numerator
        += distance (judged->counts[v] * judged->n_table, judged->totals[v] * judged->n_records);
  return ratio;
}

static Ratio
get_ordered_distance (const PlainDistribution *judged)
{
  guint64 in_class = 0, in_table = 0;
  Ratio ratio = { 0, (Wide) judged->n_records * judged->n_table };

  for (guint v = 0; v + 1 < judged->n_values; v++)
    {
      in_class += judged->counts[v];
      in_table += judged->totals[v];
      ratio.numerator += distance (in_class * judged->n_table, in_table * judged->n_records);
    }
  ratio.denominator *= MAX (judged->n_values, 2) - 1;
  return ratio;
}

/* What flows through the edges of the tree: each of its two levels is a quarter as long as the way
 * between values that meet at the top. */
static Ratio
get_hierarchical_distance (const PlainDistribution *judged)
{
  Ratio ratio = { 0, (Wide) 4 * judged->n_records * judged->n_table };
  guint64 in_class[3] = { 0 }, in_table[3] = { 0 };

  for (guint v = 0; v < judged->n_values; v++)
    {
      in_class[plain_model_get_group (judged->values[v])] += judged->counts[v];
      in_table[plain_model_get_group (judged->values[v])] += judged->totals[v];
      ratio.numerator
          += distance (judged->counts[v] * judged->n_table, judged->totals[v] * judged->n_records);
    }
  for (guint group = 0; group < 3; group++)
    ratio.numerator
        += distance (in_class[group] * judged->n_table, in_table[group] * judged->n_records);
  return ratio;
}

#define DEFINE_CLOSENESS(name)                                                                     \
  static int judge_##name (const PlainDistribution *judged, const PlainParameters *t)              \
  {                                                                                                \
    const Ratio ratio = get_##name##_distance (judged);                                            \
                                                                                                   \
    return compare (t, ratio.numerator, ratio.denominator);                                        \
  }                                                                                                \
  static gboolean aim_##name (PlainParameters *t, const PlainDistribution *judged, GRand *rand)    \
  {                                                                                                \
    const Ratio ratio = get_##name##_distance (judged);                                            \
                                                                                                   \
    (void) rand;                                                                                   \
    return set_decimal (t, ratio.numerator, ratio.denominator);                                    \
  }

DEFINE_CLOSENESS (equal)
DEFINE_CLOSENESS (ordered)
DEFINE_CLOSENESS (hierarchical)

static void
draw_closeness (PlainParameters *t, GRand *rand)
{
  draw_tenths (t, rand, 0, 8);
}

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

static void
draw_recursive (PlainParameters *c, GRand *rand)
{
  draw_tenths (c, rand, 5, 40);
  c->count = (guint64) g_rand_int_range (rand, 2, 5);
}

static gboolean
aim_recursive (PlainParameters *c, const PlainDistribution *judged, GRand *rand)
{
  guint64 first, rest;

  c->count = (guint64) g_rand_int_range (rand, 2, 5);
  get_recursive_sums (judged, c->count, &first, &rest);
  return set_decimal (c, first, rest);
}

static int
judge_recursive (const PlainDistribution *judged, const PlainParameters *c)
{
  guint64 first, rest;
  int sign;

  get_recursive_sums (judged, c->count, &first, &rest);
  sign = rest > 0 ? compare (c, first, rest) : -1;
  return sign == 0 ? -2 : sign;
}

static void
draw_beta (PlainParameters *beta, GRand *rand)
{
  draw_tenths (beta, rand, 1, 50);
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

static gboolean
aim_beta (PlainParameters *beta, const PlainDistribution *judged, GRand *rand)
{
  const Ratio gain = get_gain (judged);

  (void) rand;
  return gain.numerator > 0 && set_decimal (beta, gain.numerator, gain.denominator);
}

static int
judge_beta (const PlainDistribution *judged, const PlainParameters *beta)
{
  const Ratio gain = get_gain (judged);

  return compare (beta, gain.numerator, gain.denominator);
}

/* A logarithm of a fraction is no fraction, so the second bound is never met exactly. */
static int
judge_enhanced_beta (const PlainDistribution *judged, const PlainParameters *beta)
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
  return judge_beta (judged, beta);
}

static void
draw_delta (PlainParameters *delta, GRand *rand)
{
  draw_tenths (delta, rand, 3, 40);
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

static gboolean
aim_delta (PlainParameters *delta, const PlainDistribution *judged, GRand *rand)
{
  const guint v = (guint) g_rand_int_range (rand, 0, (gint32) judged->n_values);
  const int power = judged->counts[v] == 0
                        ? -1
                        : get_power_of_two ((Wide) judged->counts[v] * judged->n_table,
                                            (Wide) judged->totals[v] * judged->n_records);

  return power > 0 && set_decimal (delta, (Wide) power, 1);
}

static int
judge_delta_present (const PlainDistribution *judged, const PlainParameters *delta)
{
  return judge_delta (judged, delta, FALSE);
}

static int
judge_delta_all (const PlainDistribution *judged, const PlainParameters *delta)
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

static void
draw_alpha (PlainParameters *alpha, GRand *rand)
{
  draw_tenths (alpha, rand, 2, 10);
  alpha->count = (guint64) g_rand_int_range (rand, 1, 6);
}

static gboolean
aim_alpha (PlainParameters *alpha, const PlainDistribution *judged, GRand *rand)
{
  alpha->count = (guint64) g_rand_int_range (rand, 1, 6);
  return judged->n_persons >= alpha->count
         && set_decimal (alpha, get_greatest_count (judged), judged->n_records);
}

static int
judge_alpha (const PlainDistribution *judged, const PlainParameters *alpha)
{
  return judged->n_persons < alpha->count
             ? -1
             : compare (alpha, get_greatest_count (judged), judged->n_records);
}

static void
draw_grassberger (PlainParameters *l, GRand *rand)
{
  draw_tenths (l, rand, 11, 45);
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

static int
judge_grassberger (const PlainDistribution *judged, const PlainParameters *l)
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

/* The gain is the integer, and the cost the decimal. */
static void
draw_cost (PlainParameters *cost, GRand *rand)
{
  draw_tenths (cost, rand, 5, 30);
  cost->count = (guint64) g_rand_int_range (rand, 1, 10);
}

static gboolean
aim_cost (PlainParameters *cost, const PlainDistribution *judged, GRand *rand)
{
  cost->count = (guint64) g_rand_int_range (rand, 1, 10);
  return set_decimal (cost, cost->count, judged->n_persons);
}

static int
judge_attack (const PlainDistribution *judged, const PlainParameters *cost)
{
  return compare (cost, cost->count, judged->n_persons);
}

/* The gain is the integer, and the loss the decimal; the benefit is 1 and the cost 2. */
static void
draw_payout (PlainParameters *loss, GRand *rand)
{
  draw_tenths (loss, rand, 0, 60);
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
static gboolean
aim_payout (PlainParameters *loss, const PlainDistribution *judged, GRand *rand)
{
  loss->count = 2 * judged->n_persons + (guint64) g_rand_int_range (rand, 0, 4);
  for (guint b = 1; b <= 8; b++)
    for (guint a = 1; a <= b; a++)
      if (keeps_just (judged, a, b))
        return set_decimal (loss, (Wide) judged->n_persons * a, b);
  return FALSE;
}

static int
judge_payout (const PlainDistribution *judged, const PlainParameters *loss)
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

const PlainModel plain_models[] = {
  { "te", FALSE, FALSE, "te:%", draw_closeness, aim_equal, judge_equal, FALSE },
  { "to", FALSE, FALSE, "to:%", draw_closeness, aim_ordered, judge_ordered, FALSE },
  { "to int", TRUE, FALSE, "to:%:int", draw_closeness, aim_ordered, judge_ordered, FALSE },
  { "th", FALSE, TRUE, "th:%", draw_closeness, aim_hierarchical, judge_hierarchical, FALSE },
  { "rcl", FALSE, FALSE, "rcl:%:#", draw_recursive, aim_recursive, judge_recursive, FALSE },
  { "elg", FALSE, FALSE, "elg:%", draw_grassberger, NULL, judge_grassberger, FALSE },
  { "bl", FALSE, FALSE, "bl:%", draw_beta, aim_beta, judge_beta, FALSE },
  { "ebl", FALSE, FALSE, "ebl:%", draw_beta, aim_beta, judge_enhanced_beta, FALSE },
  { "dd", FALSE, FALSE, "dd:%", draw_delta, aim_delta, judge_delta_present, FALSE },
  { "dd absent", FALSE, FALSE, "dd:%:absent", draw_delta, aim_delta, judge_delta_all, FALSE },
  { "ak", FALSE, FALSE, "ak:%:#", draw_alpha, aim_alpha, judge_alpha, FALSE },
  { "noattack", FALSE, FALSE, "noattack:#:%", draw_cost, aim_cost, judge_attack, TRUE },
  { "payout", FALSE, FALSE, "payout:1:%:#:2", draw_payout, aim_payout, judge_payout, TRUE },
};
const guint n_plain_models = G_N_ELEMENTS (plain_models);
