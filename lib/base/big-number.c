/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/big-number.h"

#include "base/memory.h"

#include <string.h>

/* A positive number with a mantissa of B = 64 @n_words bits, rounded down, and a bound on what the
 * rounding lost. With m the mantissa read as an integer, whose highest bit is set, the true value
 * lies in [m, m (1 + error 2^(1 - B))] 2^exponent. */
typedef struct
{
  guint64 *words; /* lowest first */
  guint64 *scratch;
  guint n_words;
  DeidSignedWide exponent;
  DeidWide error;
} DeidWideFloat;

void
deid_natural_clear (DeidNatural *number)
{
  g_free (number->words);
  *number = (DeidNatural){ 0 };
}

static gboolean
natural_reserve (DeidNatural *number, guint64 n_words, GError **error)
{
  return deid_grow ((gpointer *) &number->words, &number->capacity, n_words, sizeof *number->words,
                    error);
}

static void
drop_zeros (DeidNatural *number)
{
  while (number->n_words > 0 && number->words[number->n_words - 1] == 0)
    number->n_words--;
}

/* Appends a highest word, for which there is room, unless it is 0. */
static void
natural_append (DeidNatural *number, guint64 word)
{
  if (word > 0)
    number->words[number->n_words++] = word;
}

gboolean
deid_natural_set (DeidNatural *number, guint64 value, GError **error)
{
  number->n_words = 0;
  if (!natural_reserve (number, 1, error))
    return FALSE;
  natural_append (number, value);
  return TRUE;
}

gboolean
deid_natural_set_power_of_two (DeidNatural *number, guint64 exponent, GError **error)
{
  number->n_words = 0;
  if (!natural_reserve (number, exponent / 64 + 1, error))
    return FALSE;
  memset (number->words, 0, exponent / 64 * sizeof *number->words);
  number->n_words = exponent / 64;
  natural_append (number, G_GUINT64_CONSTANT (1) << exponent % 64);
  return TRUE;
}

gboolean
deid_natural_copy (DeidNatural *number, const DeidNatural *from, GError **error)
{
  number->n_words = 0;
  if (!natural_reserve (number, from->n_words, error))
    return FALSE;
  if (from->n_words > 0)
    memcpy (number->words, from->words, from->n_words * sizeof *number->words);
  number->n_words = from->n_words;
  return TRUE;
}

gboolean
deid_natural_add (DeidNatural *number, const DeidNatural *term, GError **error)
{
  const guint64 n = MAX (number->n_words, term->n_words);
  DeidWide carry = 0;

  if (!natural_reserve (number, n + 1, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      carry += i < number->n_words ? number->words[i] : 0;
      carry += i < term->n_words ? term->words[i] : 0;
      number->words[i] = (guint64) carry;
      carry >>= 64;
    }
  number->n_words = n;
  natural_append (number, (guint64) carry);
  return TRUE;
}

gboolean
deid_natural_multiply (DeidNatural *number, guint64 factor, GError **error)
{
  DeidWide carry = 0;

  if (!natural_reserve (number, number->n_words + 1, error))
    return FALSE;
  for (guint64 i = 0; i < number->n_words; i++)
    {
      carry += (DeidWide) number->words[i] * factor;
      number->words[i] = (guint64) carry;
      carry >>= 64;
    }
  natural_append (number, (guint64) carry);
  drop_zeros (number);
  return TRUE;
}

/* Multiplies by 2^64. */
static gboolean
shift_up (DeidNatural *number, GError **error)
{
  if (!natural_reserve (number, number->n_words + 1, error))
    return FALSE;
  memmove (number->words + 1, number->words, number->n_words * sizeof *number->words);
  number->words[0] = 0;
  number->n_words++;
  drop_zeros (number);
  return TRUE;
}

gboolean
deid_natural_multiply_wide (DeidNatural *number, DeidWide factor, GError **error)
{
  const guint64 high = (guint64) (factor >> 64);
  DeidNatural upper = { 0 };
  gboolean success;

  if (high == 0)
    return deid_natural_multiply (number, (guint64) factor, error);
  success = deid_natural_copy (&upper, number, error) && deid_natural_multiply (&upper, high, error)
            && shift_up (&upper, error) && deid_natural_multiply (number, (guint64) factor, error)
            && deid_natural_add (number, &upper, error);
  deid_natural_clear (&upper);
  return success;
}

void
deid_natural_divide (DeidNatural *number, guint64 divisor)
{
  DeidWide rest = 0;

  for (guint64 i = number->n_words; i-- > 0;)
    {
      rest = rest << 64 | number->words[i];
      number->words[i] = (guint64) (rest / divisor);
      rest %= divisor;
    }
  drop_zeros (number);
}

guint64
deid_natural_get_rest (const DeidNatural *number, guint64 divisor)
{
  DeidWide rest = 0;

  for (guint64 i = number->n_words; i-- > 0;)
    rest = (rest << 64 | number->words[i]) % divisor;
  return (guint64) rest;
}

/* Multiplies by 2^@shift, for which there is room, and adds @low, which is below that. */
static void
shift_in (DeidNatural *number, guint shift, guint64 low)
{
  for (guint64 i = 0; i < number->n_words; i++)
    {
      const guint64 high = number->words[i] >> (64 - shift);

      number->words[i] = number->words[i] << shift | low;
      low = high;
    }
  natural_append (number, low);
}

/* Subtracts @term, which is no larger. */
static void
subtract (DeidNatural *number, const DeidNatural *term)
{
  guint64 borrow = 0;

  for (guint64 i = 0; i < number->n_words; i++)
    {
      const guint64 word = number->words[i];
      const guint64 other = i < term->n_words ? term->words[i] : 0;

      number->words[i] = word - other - borrow;
      borrow = word < other || (word == other && borrow > 0) ? 1 : 0;
    }
  drop_zeros (number);
}

/* The root by hand, two bits at a time: with r the root of what was taken in so far and a rest, the
 * next bit of the root is 1 if the rest, with two more bits, is at least 4 r + 1. @trial is 2 r. */
static void
take_bits (const DeidNatural *number, DeidNatural *trial, DeidNatural *rest)
{
  for (guint64 i = number->n_words; i-- > 0;)
    for (guint shift = 64; shift > 0; shift -= 2)
      {
        gboolean is_set;

        shift_in (rest, 2, number->words[i] >> (shift - 2) & 3);
        shift_in (trial, 1, 1);
        is_set = deid_natural_compare (rest, trial) >= 0;
        if (is_set)
          subtract (rest, trial);
        /* 4 r + 1 becomes 2 (2 r + 1) or 2 (2 r); there is a lowest word. */
        trial->words[0] = is_set ? trial->words[0] + 1 : trial->words[0] - 1;
        drop_zeros (trial);
      }
}

gboolean
deid_natural_take_root (DeidNatural *number, GError **error)
{
  const guint64 n = number->n_words / 2 + 2;
  DeidNatural trial = { 0 }, rest = { 0 };
  const gboolean success = natural_reserve (&trial, n, error) && natural_reserve (&rest, n, error);

  if (success)
    {
      take_bits (number, &trial, &rest);
      deid_natural_divide (&trial, 2);
      number->n_words = trial.n_words;
      if (trial.n_words > 0)
        memcpy (number->words, trial.words, trial.n_words * sizeof *number->words);
    }
  deid_natural_clear (&trial);
  deid_natural_clear (&rest);
  return success;
}

int
deid_natural_compare (const DeidNatural *a, const DeidNatural *b)
{
  if (a->n_words != b->n_words)
    return a->n_words < b->n_words ? -1 : 1;
  for (guint64 i = a->n_words; i-- > 0;)
    if (a->words[i] != b->words[i])
      return a->words[i] < b->words[i] ? -1 : 1;
  return 0;
}

/* @n_words is at least 4. */
static gboolean
wide_float_init (DeidWideFloat *number, guint n_words, GError **error)
{
  *number = (DeidWideFloat){ .n_words = n_words };
  number->words = deid_alloc (n_words, sizeof *number->words, error);
  if (number->words == NULL)
    return FALSE;
  number->scratch = deid_alloc (2 * (guint64) n_words, sizeof *number->scratch, error);
  return number->scratch != NULL;
}

static void
wide_float_clear (DeidWideFloat *number)
{
  g_free (number->words);
  g_free (number->scratch);
}

/* @value and @base are above 0. */
static void
wide_float_set (DeidWideFloat *number, guint64 value)
{
  guint shift = 0;

  for (; value >> 63 == 0; value <<= 1)
    shift++;
  memset (number->words, 0, number->n_words * sizeof *number->words);
  number->words[number->n_words - 1] = value;
  number->exponent = -64 * ((DeidSignedWide) number->n_words - 1) - shift;
  number->error = 0;
}

/* The product of two mantissas has 2 B or 2 B - 1 bits; its upper B are kept. Cutting the rest off
 * loses less than one unit of m >= 2^(B - 1), and the product of the two errors less than another,
 * since errors stay far below 2^(B / 2). */
static void
wide_float_multiply (DeidWideFloat *number, const DeidWideFloat *factor)
{
  const guint n = number->n_words;
  guint64 *product = number->scratch;

  memset (product, 0, 2 * n * sizeof *product);
  for (guint i = 0; i < n; i++)
    {
      guint64 carry = 0;

      for (guint j = 0; j < n; j++)
        {
          const DeidWide sum
              = (DeidWide) number->words[i] * factor->words[j] + product[i + j] + carry;

          product[i + j] = (guint64) sum;
          carry = (guint64) (sum >> 64);
        }
      product[i + n] = carry;
    }
  number->exponent += factor->exponent + 64 * (DeidSignedWide) n;
  number->error += factor->error + 2;
  if (product[2 * n - 1] >> 63 != 0)
    {
      memcpy (number->words, product + n, n * sizeof *product);
      return;
    }
  for (guint i = 0; i < n; i++)
    number->words[i] = product[n + i] << 1 | product[n + i - 1] >> 63;
  number->exponent--;
}

/* @square holds the base. */
static void
raise_to_power (DeidWideFloat *number, DeidWide exponent, DeidWideFloat *square)
{
  wide_float_set (number, 1);
  for (; exponent > 0; exponent >>= 1)
    {
      if ((exponent & 1) != 0)
        wide_float_multiply (number, square);
      if (exponent > 1)
        wide_float_multiply (square, square);
    }
}

static void
wide_float_set_power (DeidWideFloat *number, guint64 base, DeidWide exponent, DeidWideFloat *square)
{
  wide_float_set (square, base);
  raise_to_power (number, exponent, square);
}

/* Divides the scratch words as an integer.
 * Returns: whether anything is left. */
static gboolean
divide_scratch (DeidWideFloat *number, guint64 divisor)
{
  DeidWide rest = 0;
  gboolean is_left = FALSE;

  for (guint i = number->n_words; i-- > 0;)
    {
      rest = rest << 64 | number->scratch[i];
      number->scratch[i] = (guint64) (rest / divisor);
      rest %= divisor;
      is_left |= number->scratch[i] != 0;
    }
  return is_left;
}

/* e = sum 1 / k!, in units of 2^(2 - B). Each term is rounded down once, since dividing a rounded
 * quotient again is as good as dividing the whole, and those left out make less than one unit. */
static void
set_e (DeidWideFloat *number)
{
  const guint n = number->n_words;
  guint64 k = 0;

  memset (number->words, 0, n * sizeof *number->words);
  memset (number->scratch, 0, n * sizeof *number->scratch);
  number->scratch[n - 1] = G_GUINT64_CONSTANT (1) << 62;
  do
    {
      DeidWide carry = 0;

      for (guint i = 0; i < n; i++)
        {
          carry += (DeidWide) number->words[i] + number->scratch[i];
          number->words[i] = (guint64) carry;
          carry >>= 64;
        }
    }
  while (divide_scratch (number, ++k));
  number->exponent = 2 - 64 * (DeidSignedWide) n;
  number->error = k + 1;
}

/* A power of Euler's number; @exponent is at most 2^113 in four words, so that the error stays far
 * below 2^(B / 2). */
static void
wide_float_set_exponential (DeidWideFloat *number, DeidWide exponent, DeidWideFloat *square)
{
  set_e (square);
  raise_to_power (number, exponent, square);
}

/* @a has the exponent of @b or one more. */
static int
compare_mantissas (const DeidWideFloat *a, const DeidWideFloat *b, gboolean double_a)
{
  const DeidWide slack = 4 * (a->error + b->error) + 4;
  DeidSignedWide borrow = 0;
  gboolean large = FALSE, negative;
  guint64 low[2] = { 0, 0 };
  DeidWide magnitude;

  /* First the sign of the difference, then its magnitude, which is negated word by word. */
  for (guint pass = 0; pass < 2; pass++)
    {
      negative = pass == 1 && borrow != 0;
      borrow = 0;
      for (guint i = 0; i <= a->n_words; i++)
        {
          const guint64 shifted_in = double_a && i > 0 ? a->words[i - 1] >> 63 : 0;
          const guint64 word_a
              = i == a->n_words ? shifted_in : a->words[i] << (double_a ? 1 : 0) | shifted_in;
          const guint64 word_b = i == a->n_words ? 0 : b->words[i];
          const DeidSignedWide difference
              = (negative ? (DeidSignedWide) word_b - word_a : (DeidSignedWide) word_a - word_b)
                + borrow;

          borrow = difference < 0 ? -1 : 0;
          if (pass == 1 && i < 2)
            low[i] = (guint64) difference;
          if (pass == 1 && i >= 2)
            large |= (guint64) difference != 0;
        }
    }
  magnitude = (DeidWide) low[1] << 64 | low[0];
  if (!large && magnitude <= slack)
    return 0;
  return negative ? -1 : 1;
}

/* Returns: -1 or 1 if @a is certainly below or above @b, 0 if the precision does not tell. */
static int
wide_float_compare (const DeidWideFloat *a, const DeidWideFloat *b)
{
  const DeidSignedWide difference = a->exponent - b->exponent;

  if (difference > 1)
    return 1;
  if (difference < -1)
    return -1;
  return difference >= 0 ? compare_mantissas (a, b, difference == 1)
                         : -compare_mantissas (b, a, TRUE);
}

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
  const gboolean success = wide_float_init (result, n_words, error)
                           && wide_float_init (&power, n_words, error)
                           && wide_float_init (&square, n_words, error);

  if (success)
    wide_float_set (result, 1);
  for (guint64 i = 0; success && i < product->n; i++)
    {
      const DeidSignedWide exponent = sign * product->powers[i].exponent;

      if (exponent <= 0)
        continue;
      wide_float_set_power (&power, product->powers[i].base, (DeidWide) exponent, &square);
      wide_float_multiply (result, &power);
    }
  if (success && sign * product->exponent_of_e > 0)
    {
      wide_float_set_exponential (&power, (DeidWide) (sign * product->exponent_of_e), &square);
      wide_float_multiply (result, &power);
    }
  wide_float_clear (&power);
  wide_float_clear (&square);
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
        *sign = wide_float_compare (&above, &below);
      wide_float_clear (&above);
      wide_float_clear (&below);
      if (!success)
        return FALSE;
    }
  return TRUE;
}
