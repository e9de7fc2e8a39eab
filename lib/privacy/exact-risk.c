/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/big-number.h"
#include "privacy/risk-sum.h"

#include <float.h>
#include <math.h>

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

typedef struct
{
  const guint64 *sizes;
  const guint64 *populations; /* the sizes if there is no population */
  guint32 n_classes;
  guint halves;
} PlainRiskClasses;

static guint64
plain_risk_get_population (const PlainRiskClasses *classes, guint32 i)
{
  return MAX (classes->populations[i], 1);
}

/* Each term is off by less than 20 roundings, their sum by one more a class, and the limit by 4:
 * it is not close if it differs by more than all of them.
 * Returns: -1 or 1, or 0 if it is close. */
static int
compare_rounded (const PlainRiskClasses *classes, double limit)
{
  const double slack = (classes->n_classes + 32.0) * DBL_EPSILON;
  double sum = 0;

  for (guint32 i = 0; i < classes->n_classes; i++)
    {
      const double g = (double) plain_risk_get_population (classes, i);
      double power = classes->halves % 2 == 1 ? sqrt (g) : 1;

      for (guint k = 0; k < classes->halves / 2; k++)
        power *= g;
      sum += (double) classes->sizes[i] / power;
    }
  if (sum * (1 + slack) < limit * (1 - slack))
    return -1;
  return sum * (1 - slack) > limit * (1 + slack) ? 1 : 0;
}

/* Finds the square root of @x, if it is a natural number, by bisection. */
static gboolean
plain_risk_find_root (guint64 x, guint64 *root)
{
  guint64 above = G_GUINT64_CONSTANT (1) << 32;

  *root = 0;
  while (above - *root > 1)
    {
      const guint64 middle = *root + (above - *root) / 2;

      if (middle * middle <= x)
        *root = middle;
      else
        above = middle;
    }
  return *root * *root == x;
}

/* What a class adds is n / base^power. Returns: whether each of them is such a fraction. */
static gboolean
find_base (const PlainRiskClasses *classes, guint32 i, guint64 *base, guint *power)
{
  *base = plain_risk_get_population (classes, i);
  *power = classes->halves / 2;
  if (classes->halves % 2 == 0)
    return TRUE;
  *power = classes->halves;
  return plain_risk_find_root (*base, base);
}

static gboolean
multiply_power (DeidNatural *number, guint64 base, guint power, GError **error)
{
  for (; power > 0; power--)
    if (!deid_natural_multiply (number, base, error))
      return FALSE;
  return TRUE;
}

/* Sums up fractions as at school, all classes of one population at a time. */
static gboolean
add_fractions (const PlainRiskClasses *classes, DeidNatural *numerator, DeidNatural *denominator,
               gboolean *are_fractions, GError **error)
{
  DeidNatural term = { 0 };
  gboolean success = deid_natural_set (denominator, 1, error);
  guint64 n = 0, base;
  guint power;

  *are_fractions = TRUE;
  for (guint32 i = 0; success && *are_fractions && i < classes->n_classes; i++)
    {
      *are_fractions = find_base (classes, i, &base, &power);
      n += classes->sizes[i];
      if (!*are_fractions
          || (i + 1 < classes->n_classes
              && plain_risk_get_population (classes, i + 1)
                     == plain_risk_get_population (classes, i)))
        continue;
      success = deid_natural_copy (&term, denominator, error)
                && deid_natural_multiply (&term, n, error)
                && multiply_power (numerator, base, power, error)
                && deid_natural_add (numerator, &term, error)
                && multiply_power (denominator, base, power, error);
      n = 0;
    }
  deid_natural_clear (&term);
  return success;
}

/* Compares @sum / @unit with @n times a fraction; @sum changes, and so does @unit. */
static gboolean
plain_risk_compare_fractions (DeidNatural *sum, DeidNatural *unit, const DeidRational *exact,
                              guint64 n, int *sign, GError **error)
{
  if (!deid_natural_multiply_wide (sum, exact->denominator, error)
      || !deid_natural_multiply (unit, exact->numerator, error)
      || !deid_natural_multiply (unit, n, error))
    return FALSE;
  *sign = deid_natural_compare (sum, unit);
  return TRUE;
}

/* Sums up the roots of 4^bits n^2 / g^halves, each rounded down, and adds @more. */
static gboolean
add_roots (const PlainRiskClasses *classes, guint64 bits, guint64 more, DeidNatural *sum,
           GError **error)
{
  DeidNatural root = { 0 };
  gboolean success = deid_natural_set (sum, more, error);

  for (guint32 i = 0; success && i < classes->n_classes; i++)
    {
      success = deid_natural_set_power_of_two (&root, 2 * bits, error)
                && multiply_power (&root, classes->sizes[i], 2, error);
      for (guint k = 0; success && k < classes->halves; k++)
        deid_natural_divide (&root, plain_risk_get_population (classes, i));
      success = success && deid_natural_take_root (&root, error)
                && deid_natural_add (sum, &root, error);
    }
  deid_natural_clear (&root);
  return success;
}

/* Roots that do not come out add up to no fraction (see exact-risk.c), so that with enough bits the
 * sums of what is rounded down and up end on one side. */
static gboolean
compare_roots (const PlainRiskClasses *classes, const DeidRational *exact, guint64 n, int *sign,
               GError **error)
{
  DeidNatural sum = { 0 }, unit = { 0 };
  gboolean success = TRUE;
  int upper = 1;

  *sign = -1;
  for (guint64 bits = 192; success && *sign < 0 && upper > 0; bits += bits / 2)
    success = add_roots (classes, bits, 0, &sum, error)
              && deid_natural_set_power_of_two (&unit, bits, error)
              && plain_risk_compare_fractions (&sum, &unit, exact, n, sign, error)
              && add_roots (classes, bits, classes->n_classes, &sum, error)
              && deid_natural_set_power_of_two (&unit, bits, error)
              && plain_risk_compare_fractions (&sum, &unit, exact, n, &upper, error);
  if (*sign >= 0)
    *sign = 1;
  deid_natural_clear (&sum);
  deid_natural_clear (&unit);
  return success;
}

gboolean
deid_plain_risk_compare (const DeidTableView *table, guint halves, double threshold,
                         const DeidRational *exact, guint64 n, int *sign, GError **error)
{
  PlainRiskClasses classes = { .halves = halves };
  DeidNatural numerator = { 0 }, denominator = { 0 };
  gboolean are_fractions = FALSE, success;
  guint32 n_populations;

  classes.sizes = deid_table_view_get_sizes (table, &classes.n_classes);
  classes.populations = deid_table_view_get_populations (table, &n_populations);
  if (classes.populations == NULL)
    classes.populations = classes.sizes;
  *sign = compare_rounded (&classes, threshold * (double) n);
  if (*sign != 0)
    return TRUE;
  success = add_fractions (&classes, &numerator, &denominator, &are_fractions, error)
            && (are_fractions
                    ? plain_risk_compare_fractions (&numerator, &denominator, exact, n, sign, error)
                    : compare_roots (&classes, exact, n, sign, error));
  deid_natural_clear (&numerator);
  deid_natural_clear (&denominator);
  return success;
}
