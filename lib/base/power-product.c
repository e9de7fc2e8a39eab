/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/power-product.h"

#include "base/memory.h"
#include "base/rational.h"
#include "base/wide-float.h"

void
deid_power_product_init (DeidPowerProduct *product)
{
  *product = (DeidPowerProduct){ 0 };
}

void
deid_power_product_clear (DeidPowerProduct *product)
{
  g_free (product->powers);
  deid_power_product_init (product);
}

static gboolean
power_product_append (DeidPowerProduct *product, guint64 base, DeidSignedWide exponent,
                      GError **error)
{
  if (!deid_grow ((gpointer *) &product->powers, &product->capacity, product->n + 1,
                  sizeof *product->powers, error))
    return FALSE;
  product->powers[product->n++] = (DeidPower){ base, exponent };
  return TRUE;
}

gboolean
deid_power_product_multiply (DeidPowerProduct *product, guint64 base, DeidWide exponent, int sign,
                             GError **error)
{
  return power_product_append (product, base, sign * (DeidSignedWide) exponent, error);
}

void
deid_power_product_multiply_e (DeidPowerProduct *product, DeidWide exponent, int sign)
{
  product->exponent_of_e += sign * (DeidSignedWide) exponent;
}

/* Replaces a^e b^f, where g = gcd (a, b) > 1, by (a/g)^e (b/g)^f g^(e+f), until no two bases have a
 * common factor. Each step divides the product of all bases by g, so it ends. The first n_coprime
 * powers are pairwise coprime at any time. */
static gboolean
power_product_refine (DeidPowerProduct *product, GError **error)
{
  guint64 n_coprime = 0;

  while (n_coprime < product->n)
    {
      DeidPower *powers = product->powers;
      const DeidPower a = powers[n_coprime];
      guint64 divisor = 1, j = 0;

      if (a.base == 1 || a.exponent == 0)
        {
          powers[n_coprime] = powers[--product->n];
          continue;
        }
      while (j < n_coprime
             && (divisor = (guint64) deid_greatest_common_divisor (a.base, powers[j].base)) == 1)
        j++;
      if (divisor == 1)
        {
          n_coprime++;
          continue;
        }
      powers[n_coprime] = (DeidPower){ powers[j].base / divisor, powers[j].exponent };
      if (!power_product_append (product, divisor, a.exponent + powers[j].exponent, error))
        return FALSE;
      powers = product->powers;
      powers[j] = powers[--n_coprime];
      powers[n_coprime] = (DeidPower){ a.base / divisor, a.exponent };
    }
  return TRUE;
}

/* Multiplies out the powers whose exponent has the given sign. */
static gboolean
power_product_evaluate (const DeidPowerProduct *product, int sign, guint n_words,
                        DeidWideFloat *result, GError **error)
{
  DeidWideFloat power = { 0 }, square = { 0 };
  const gboolean success = deid_wide_float_init (result, n_words, error)
                           && deid_wide_float_init (&power, n_words, error)
                           && deid_wide_float_init (&square, n_words, error);

  if (success)
    deid_wide_float_set (result, 1);
  for (guint64 i = 0; success && i < product->n; i++)
    {
      const DeidSignedWide exponent = sign * product->powers[i].exponent;

      if (exponent <= 0)
        continue;
      deid_wide_float_set_power (&power, product->powers[i].base, (DeidWide) exponent, &square);
      deid_wide_float_multiply (result, &power);
    }
  if (success && sign * product->exponent_of_e > 0)
    {
      deid_wide_float_set_exponential (&power, (DeidWide) (sign * product->exponent_of_e), &square);
      deid_wide_float_multiply (result, &power);
    }
  deid_wide_float_clear (&power);
  deid_wide_float_clear (&square);
  return success;
}

gboolean
deid_power_product_compare_to_one (DeidPowerProduct *product, int *sign, GError **error)
{
  *sign = 0;
  if (!power_product_refine (product, error))
    return FALSE;
  for (guint n_words = 4; (product->n > 0 || product->exponent_of_e != 0) && *sign == 0;
       n_words *= 2)
    {
      DeidWideFloat above = { 0 }, below = { 0 };
      const gboolean success = power_product_evaluate (product, 1, n_words, &above, error)
                               && power_product_evaluate (product, -1, n_words, &below, error);

      if (success)
        *sign = deid_wide_float_compare (&above, &below);
      deid_wide_float_clear (&above);
      deid_wide_float_clear (&below);
      if (!success)
        return FALSE;
    }
  return TRUE;
}
