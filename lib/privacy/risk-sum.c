/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk-sum.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static DeidWide
divide_up (DeidWide numerator, DeidWide denominator)
{
  return (numerator - 1) / denominator + 1;
}

/* Returns: the smallest integer whose square is at least @x, which is above 0 and at most 2^127.
 * The root of a rounded number is off by a few of 2^52 of itself. */
static DeidWide
take_root_up (DeidWide x)
{
  DeidWide root = (DeidWide) sqrt ((double) x);

  for (guint i = 0; i < 3 && root > 0; i++)
    root = (root + x / root) / 2;
  while (root * root >= x)
    root--;
  while (root * root < x)
    root++;
  return root;
}

/* Returns: the smallest integer that is at least 2^128 / @n^@power, for @n above 1. Dividing by one
 * factor after the other and rounding up each time makes no difference. */
static DeidWide
divide_by_power (guint64 n, guint power)
{
  DeidWide quotient = ~(DeidWide) 0 / n + 1;

  for (guint i = 1; i < power; i++)
    quotient = divide_up (quotient, n);
  return quotient;
}

DeidWide
deid_record_risk (guint64 n, guint halves)
{
  DeidWide risk = DEID_RISK_ONE;

  if (n == 1)
    return risk;
  if (halves % 2 == 1)
    return take_root_up (divide_by_power (n, halves));
  risk = G_MAXUINT64 / n + 1; /* in 64 bits, which take a tenth of the time */
  for (guint i = 1; i < halves / 2; i++)
    risk = divide_up (risk, n);
  return risk;
}

#define MAX_HALVES 8

guint
deid_risk_find_halves (double gamma)
{
  for (guint halves = 1; halves <= MAX_HALVES; halves++)
    if (gamma == halves / 2.0)
      return halves;
  return 0;
}

/* Returns: the greatest sum that is at most @n times @threshold. The 64 bits behind the point come
 * one by one, since the denominator has up to 123. */
static DeidWide
scale_threshold (const DeidRational *threshold, guint64 n)
{
  const DeidWide product = (DeidWide) n * threshold->numerator;
  DeidWide scaled = product / threshold->denominator;
  DeidWide rest = product % threshold->denominator;

  if (scaled > G_MAXUINT64)
    return ~(DeidWide) 0;
  for (guint bit = 0; bit < 64; bit++)
    {
      rest *= 2;
      scaled = 2 * scaled + (rest >= threshold->denominator ? 1 : 0);
      rest -= rest >= threshold->denominator ? threshold->denominator : 0;
    }
  return scaled;
}

int
deid_risk_compare_bounds (DeidWide sum, guint64 n_rounded, const DeidRational *threshold, guint64 n)
{
  const DeidWide most = scale_threshold (threshold, n);

  if (sum <= most)
    return -1;
  return sum - most > n_rounded ? 1 : 0;
}

void
deid_risk_sum_init (DeidRiskSum *sum, guint halves)
{
  *sum = (DeidRiskSum){ .halves = halves, .is_merged = TRUE };
}

void
deid_risk_sum_clear (DeidRiskSum *sum)
{
  g_free (sum->parts);
  sum->parts = NULL;
}

static gboolean
risk_sum_add_part (DeidRiskSum *sum, const DeidRiskPart *part, GError **error)
{
  DeidRiskPart *last = sum->n_parts > 0 ? &sum->parts[sum->n_parts - 1] : NULL;
  const guint64 before = last != NULL ? last->n_population : 0;

  if (before == part->n_population)
    {
      last->n_persons += part->n_persons;
      return TRUE;
    }
  if (!deid_grow ((gpointer *) &sum->parts, &sum->capacity, sum->n_parts + 1, sizeof *sum->parts,
                  error))
    return FALSE;
  sum->is_merged &= before < part->n_population;
  sum->parts[sum->n_parts++] = *part;
  return TRUE;
}

/* With an exponent of 1 the risk of all persons is rounded once, which makes it rare that bounds do
 * not tell; otherwise that of each. */
static void
add_rounded (DeidRiskSum *sum, const DeidRiskPart *part)
{
  if (sum->halves == 2)
    {
      sum->rounded += (((DeidWide) part->n_persons << 64) - 1) / part->n_population + 1;
      sum->n_rounded++;
      return;
    }
  sum->rounded += deid_class_risk (part->n_persons, part->n_population, sum->halves);
  sum->n_rounded += part->n_persons;
}

/* What comes out is kept apart: with an exponent of 1 and no population that is everything. */
gboolean
deid_risk_sum_add (DeidRiskSum *sum, guint64 n_persons, guint64 n_population, GError **error)
{
  DeidRiskPart part = { MAX (n_population, 1), n_persons };

  if (n_persons > 0 && (sum->least == 0 || part.n_population < sum->least))
    sum->least = part.n_population;
  if (part.n_population == 1 || sum->halves == 2)
    {
      sum->whole += n_persons / part.n_population;
      part.n_persons %= part.n_population;
    }
  if (part.n_persons == 0)
    return TRUE;
  add_rounded (sum, &part);
  return risk_sum_add_part (sum, &part, error);
}

static int
compare_parts (const void *a, const void *b)
{
  const guint64 x = ((const DeidRiskPart *) a)->n_population;
  const guint64 y = ((const DeidRiskPart *) b)->n_population;

  return x < y ? -1 : x > y;
}

/* Makes one part of those that share a number of the population. */
static void
merge_parts (DeidRiskSum *sum)
{
  guint64 n = 0;

  if (sum->is_merged)
    return;
  qsort (sum->parts, sum->n_parts, sizeof *sum->parts, compare_parts);
  for (guint64 i = 1; i < sum->n_parts; i++)
    if (sum->parts[i].n_population == sum->parts[n].n_population)
      sum->parts[n].n_persons += sum->parts[i].n_persons;
    else
      sum->parts[++n] = sum->parts[i];
  sum->n_parts = n + 1;
  sum->is_merged = TRUE;
}

gboolean
deid_risk_sum_is_within (DeidRiskSum *sum, const DeidRational *threshold, guint64 n,
                         gboolean *is_within, GError **error)
{
  int sign = deid_risk_compare_bounds ((DeidWide) sum->whole * DEID_RISK_ONE + sum->rounded,
                                       sum->n_rounded, threshold, n);

  if (sign == 0)
    {
      DeidExactRisk exact = { .halves = sum->halves, .whole = sum->whole };

      merge_parts (sum);
      exact.parts = sum->parts;
      exact.n_parts = sum->n_parts;
      if (!deid_exact_risk_compare (&exact, threshold, n, &sign, error))
        return FALSE;
    }
  *is_within = sign <= 0;
  return TRUE;
}

/* Positive doubles are in the order of their bits. */
static double
get_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static guint64
get_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* A number from 2^-64 to 2^63 with 17 digits is in the range of rationals. */
static gboolean
risk_sum_is_enough (DeidRiskSum *sum, guint64 bits, guint64 n, gboolean *is_within, GError **error)
{
  DeidRational exact;

  return deid_rational_from_double (get_double (bits), "a risk", &exact, error)
         && deid_risk_sum_is_within (sum, &exact, n, is_within, error);
}

/* Finds doubles of which the lower is too little, or the one before the least, and the upper is
 * enough: from a guess, @enough, in steps that double. */
static gboolean
enclose (DeidRiskSum *sum, guint64 n, guint64 least, guint64 *fails, guint64 *enough,
         GError **error)
{
  guint64 tried = *enough;
  gboolean goes_down, is_within;

  if (!risk_sum_is_enough (sum, tried, n, &goes_down, error))
    return FALSE;
  is_within = goes_down;
  for (guint64 step = 1; is_within == goes_down && tried >= least; step *= 2)
    {
      *(goes_down ? enough : fails) = tried;
      tried = goes_down ? tried - MIN (step, tried - (least - 1)) : tried + step;
      if (tried >= least && !risk_sum_is_enough (sum, tried, n, &is_within, error))
        return FALSE;
    }
  *(goes_down ? fails : enough) = tried;
  return TRUE;
}

gboolean
deid_risk_sum_round_up (DeidRiskSum *sum, guint64 n, double *risk, GError **error)
{
  const double one = (double) DEID_RISK_ONE;
  const DeidWide most = (DeidWide) sum->whole * DEID_RISK_ONE + sum->rounded;
  guint64 fails = 0, enough = get_bits (MAX ((double) most / (double) n / one, 1 / one));

  if (!enclose (sum, n, get_bits (1 / one), &fails, &enough, error))
    return FALSE;
  while (enough - fails > 1)
    {
      const guint64 middle = fails + (enough - fails) / 2;
      gboolean is_within;

      if (!risk_sum_is_enough (sum, middle, n, &is_within, error))
        return FALSE;
      if (is_within)
        enough = middle;
      else
        fails = middle;
    }
  *risk = get_double (enough);
  return TRUE;
}
