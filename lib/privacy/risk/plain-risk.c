/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk/plain-risk.h"

#include <float.h>
#include <math.h>

#include "base/natural.h"

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
