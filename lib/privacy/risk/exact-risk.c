/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk/exact-risk.h"

#include <math.h>

#include "base/natural.h"

/* A risk is summed in multiples of 1 / S, for some natural number S: what a person adds is rounded
 * down to one, so that the sum over n persons is less than n multiples too small.
 *
 * With S = 2^bits this decides unless the risk and the threshold are very close. What is left is
 * decided for certain. Where 1 / g^(halves / 2) is a fraction 1 / b^power for each g, as it is for
 * all g if halves is even and for squares if it is odd, S becomes the least common multiple of the
 * b^power, and nothing is rounded. Otherwise the risk is irrational, so the two differ, and with
 * enough bits that shows.
 *
 * It is irrational because 1 / g^(halves / 2) = c sqrt (s) for the squarefree part s of g and a
 * rational c > 0, and square roots of distinct squarefree numbers are linearly independent over the
 * rationals: the coefficients of each s are positive and do not cancel, so that the sum is rational
 * only if there is no s but 1. Source: A. S. Besicovitch, "On the linear independence of fractional
 * powers of integers", Journal of the London Mathematical Society 15, 1940. */
#define FIRST_BITS 256

typedef struct
{
  const DeidExactRisk *risk;
  const DeidRational *threshold;
  guint64 n;
  gboolean has_roots; /* some that do not come out */
  guint power;        /* of the bases, or of the numbers behind the roots */
  DeidNatural scale;  /* S, */
  guint64 bits;       /* if it is a power of two, or 0 */
} ExactRiskComparison;

/* Returns: the square root of @x, which is below 2^63, rounded down. */
static guint64
get_root (guint64 x)
{
  guint64 root = (guint64) sqrt ((double) x);

  while (root * root > x)
    root--;
  while ((root + 1) * (root + 1) <= x)
    root++;
  return root;
}

static gboolean
is_square (guint64 x)
{
  const guint64 root = get_root (x);

  return root * root == x;
}

static void
comparison_init (ExactRiskComparison *comparison, const DeidExactRisk *risk,
                 const DeidRational *threshold, guint64 n)
{
  *comparison = (ExactRiskComparison){ .risk = risk, .threshold = threshold, .n = n };
  for (guint64 i = 0; risk->halves % 2 == 1 && i < risk->n_parts; i++)
    comparison->has_roots |= !is_square (risk->parts[i].n_population);
  comparison->power
      = risk->halves % 2 == 1 && !comparison->has_roots ? risk->halves : risk->halves / 2;
}

/* Returns: what is raised to the power, a root if the exponent is odd and that comes out. */
static guint64
exact_risk_get_base (const ExactRiskComparison *comparison, const DeidRiskPart *part)
{
  return comparison->risk->halves % 2 == 1 && !comparison->has_roots ? get_root (part->n_population)
                                                                     : part->n_population;
}

static gboolean
use_bits (ExactRiskComparison *comparison, guint64 bits, GError **error)
{
  comparison->bits = bits;
  return deid_natural_set_power_of_two (&comparison->scale, bits, error);
}

/* Makes S the least common multiple of the powers of all bases: the power of that of the bases. */
static gboolean
use_multiple (ExactRiskComparison *comparison, GError **error)
{
  DeidNatural multiple = { 0 };
  gboolean success
      = deid_natural_set (&multiple, 1, error) && deid_natural_set (&comparison->scale, 1, error);

  comparison->bits = 0;
  for (guint64 i = 0; success && i < comparison->risk->n_parts; i++)
    {
      const guint64 base = exact_risk_get_base (comparison, &comparison->risk->parts[i]);
      const guint64 common
          = (guint64) deid_greatest_common_divisor (base, deid_natural_get_rest (&multiple, base));

      success = deid_natural_multiply (&multiple, base / common, error);
      for (guint k = 0; success && k < comparison->power; k++)
        success = deid_natural_multiply (&comparison->scale, base / common, error);
    }
  deid_natural_clear (&multiple);
  return success;
}

/* Sets what a person adds: S / g^(halves / 2), rounded down. Rounding down after each division, or
 * before a root is taken, makes no difference. S is a power of two where roots are taken. */
static gboolean
set_share (const ExactRiskComparison *comparison, const DeidRiskPart *part, DeidNatural *share,
           GError **error)
{
  const guint64 base = exact_risk_get_base (comparison, part);

  if (comparison->has_roots)
    {
      if (!deid_natural_set_power_of_two (share, 2 * comparison->bits, error))
        return FALSE;
      deid_natural_divide (share, base);
      if (!deid_natural_take_root (share, error))
        return FALSE;
    }
  else if (!deid_natural_copy (share, &comparison->scale, error))
    return FALSE;
  for (guint k = 0; k < comparison->power; k++)
    deid_natural_divide (share, base);
  return TRUE;
}

/* Sums up the risk in multiples of 1 / S, and sets @n_rounded to more than is missing. */
static gboolean
exact_risk_sum_up (const ExactRiskComparison *comparison, DeidNatural *sum, guint64 *n_rounded,
                   GError **error)
{
  const DeidExactRisk *risk = comparison->risk;
  DeidNatural share = { 0 };
  gboolean success = deid_natural_copy (sum, &comparison->scale, error)
                     && deid_natural_multiply (sum, risk->whole, error);

  *n_rounded = 0;
  for (guint64 i = 0; success && i < risk->n_parts; i++)
    {
      success = set_share (comparison, &risk->parts[i], &share, error)
                && deid_natural_multiply (&share, risk->parts[i].n_persons, error)
                && deid_natural_add (sum, &share, error);
      *n_rounded += comparison->bits > 0 ? risk->parts[i].n_persons : 0;
    }
  deid_natural_clear (&share);
  return success;
}

/* Compares the sum times the denominator with S times n times the numerator. */
static gboolean
compare_sum (const ExactRiskComparison *comparison, DeidNatural *sum, guint64 n_rounded,
             gboolean *decides, int *sign, GError **error)
{
  const DeidRational *threshold = comparison->threshold;
  DeidNatural limit = { 0 }, missing = { 0 };
  gboolean success = deid_natural_copy (&limit, &comparison->scale, error)
                     && deid_natural_multiply (&limit, threshold->numerator, error)
                     && deid_natural_multiply (&limit, comparison->n, error)
                     && deid_natural_multiply_wide (sum, threshold->denominator, error)
                     && deid_natural_set (&missing, n_rounded, error)
                     && deid_natural_multiply_wide (&missing, threshold->denominator, error);

  if (success)
    {
      *sign = deid_natural_compare (sum, &limit);
      *decides = n_rounded == 0 || *sign > 0;
    }
  if (success && !*decides)
    {
      success = deid_natural_add (sum, &missing, error);
      *decides = success && deid_natural_compare (sum, &limit) <= 0;
      *sign = -1;
    }
  deid_natural_clear (&limit);
  deid_natural_clear (&missing);
  return success;
}

static gboolean
compare_at_scale (const ExactRiskComparison *comparison, gboolean *decides, int *sign,
                  GError **error)
{
  DeidNatural sum = { 0 };
  guint64 n_rounded;
  const gboolean success = exact_risk_sum_up (comparison, &sum, &n_rounded, error)
                           && compare_sum (comparison, &sum, n_rounded, decides, sign, error);

  deid_natural_clear (&sum);
  return success;
}

gboolean
deid_exact_risk_compare (const DeidExactRisk *risk, const DeidRational *threshold, guint64 n,
                         int *sign, GError **error)
{
  ExactRiskComparison comparison;
  gboolean decides = FALSE, success;

  comparison_init (&comparison, risk, threshold, n);
  success = use_bits (&comparison, FIRST_BITS, error)
            && compare_at_scale (&comparison, &decides, sign, error);
  while (success && !decides)
    success = (comparison.has_roots ? use_bits (&comparison, 2 * comparison.bits, error)
                                    : use_multiple (&comparison, error))
              && compare_at_scale (&comparison, &decides, sign, error);
  deid_natural_clear (&comparison.scale);
  return success;
}
