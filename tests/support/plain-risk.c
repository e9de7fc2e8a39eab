/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-risk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/big-natural.h"
#include "support/suite.h"

#define ROOT_BITS 400

static guint64
get_matches (const PlainRiskPart *part)
{
  return MAX (part->n_population, 1);
}

/* Returns: the root of @x, or 0 if it is no square. */
static guint64
find_root (guint64 x)
{
  const guint64 guess = (guint64) sqrt ((double) x);

  for (guint64 root = guess > 0 ? guess - 1 : 0; root <= guess + 1; root++)
    if (root * root == x)
      return root;
  return 0;
}

static gboolean
are_squares (const PlainRiskPart *parts, guint n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    if (find_root (get_matches (&parts[i])) == 0)
      return FALSE;
  return TRUE;
}

/* Compares @numerator / @denominator with the limit; both change. */
static int
compare_fraction (BigNatural *numerator, BigNatural *denominator, guint64 n, guint64 digits,
                  guint n_decimals)
{
  big_natural_multiply_power (numerator, 10, n_decimals);
  big_natural_multiply (denominator, n);
  big_natural_multiply (denominator, digits);
  return big_natural_compare (numerator, denominator);
}

/* Adds up fractions with the product of all denominators for the common one. */
static int
compare_fractions (const PlainRiskPart *parts, guint n_parts, guint halves, guint64 n,
                   guint64 digits, guint n_decimals)
{
  const gboolean has_roots = halves % 2 == 1;
  const guint power = has_roots ? halves : halves / 2;
  g_autoptr (BigNatural) sum = big_natural_new (0);
  g_autoptr (BigNatural) product = big_natural_new (1);

  for (guint i = 0; i < n_parts; i++)
    {
      const guint64 g = get_matches (&parts[i]);
      const guint64 base = has_roots ? find_root (g) : g;
      g_autoptr (BigNatural) term = big_natural_copy (product);

      big_natural_multiply (term, parts[i].n_persons);
      big_natural_multiply_power (sum, base, power);
      big_natural_add (sum, term);
      big_natural_multiply_power (product, base, power);
    }
  return compare_fraction (sum, product, n, digits, n_decimals);
}

/* Tells whether (x / 2^bits)^2 <= n_persons^2 / g^halves. */
static gboolean
is_below_root (const BigNatural *x, const PlainRiskPart *part, guint halves)
{
  g_autoptr (BigNatural) left = big_natural_product (x, x);
  g_autoptr (BigNatural) right = big_natural_new (part->n_persons);

  big_natural_multiply_power (left, get_matches (part), halves);
  big_natural_multiply (right, part->n_persons);
  big_natural_multiply_power (right, (guint64) 1 << 50, 2 * ROOT_BITS / 50);
  return big_natural_compare (left, right) <= 0;
}

/* The greatest x for which that holds, bit by bit from the highest. */
static BigNatural *
find_share (const PlainRiskPart *part, guint halves)
{
  BigNatural *x = big_natural_new (0);

  for (guint bit = ROOT_BITS + 64; bit-- > 0;)
    {
      g_autoptr (BigNatural) tried = big_natural_new (1);

      big_natural_multiply_power (tried, 2, bit);
      big_natural_add (tried, x);
      if (is_below_root (tried, part, halves))
        {
          big_natural_free (x);
          x = g_steal_pointer (&tried);
        }
    }
  return x;
}

/* Roots are rounded down, so that each part is less than one unit too small. */
static int
compare_roots (const PlainRiskPart *parts, guint n_parts, guint halves, guint64 n, guint64 digits,
               guint n_decimals)
{
  int signs[2];

  for (guint upper = 0; upper < 2; upper++)
    {
      g_autoptr (BigNatural) sum = big_natural_new (upper * n_parts);
      g_autoptr (BigNatural) unit = big_natural_new (1);

      big_natural_multiply_power (unit, 2, ROOT_BITS);
      for (guint i = 0; i < n_parts; i++)
        {
          g_autoptr (BigNatural) share = find_share (&parts[i], halves);

          big_natural_add (sum, share);
        }
      signs[upper] = compare_fraction (sum, unit, n, digits, n_decimals);
    }
  if (signs[0] != signs[1])
    ck_abort_msg ("%d bits do not tell", ROOT_BITS);
  return signs[0];
}

int
plain_risk_compare (const PlainRiskPart *parts, guint n_parts, guint halves, guint64 n,
                    guint64 digits, guint n_decimals)
{
  const double limit = (double) n * (double) digits / pow (10, n_decimals);
  double sum = 0;

  for (guint i = 0; i < n_parts; i++)
    sum += (double) parts[i].n_persons / pow ((double) get_matches (&parts[i]), halves / 2.0);
  if (fabs (sum - limit) > 1e-9 * limit)
    return sum < limit ? -1 : 1;
  return halves % 2 == 0 || are_squares (parts, n_parts)
             ? compare_fractions (parts, n_parts, halves, n, digits, n_decimals)
             : compare_roots (parts, n_parts, halves, n, digits, n_decimals);
}

int
plain_risk_compare_double (const PlainRiskPart *parts, guint n_parts, guint halves, guint64 n,
                           double threshold)
{
  char text[64];
  guint64 digits = 0;
  guint precision = 0;
  int exponent;

  do
    {
      char format[16];

      g_snprintf (format, sizeof format, "%%.%ue", precision++);
      g_ascii_formatd (text, sizeof text, format, threshold);
    }
  while (g_ascii_strtod (text, NULL) != threshold);
  exponent = atoi (strchr (text, 'e') + 1) - (int) precision + 1;
  for (const char *c = text; *c != 'e'; c++)
    if (*c != '.')
      digits = 10 * digits + (guint) (*c - '0');
  for (; exponent > 0; exponent--)
    digits *= 10;
  return plain_risk_compare (parts, n_parts, halves, n, digits, (guint) -exponent);
}
