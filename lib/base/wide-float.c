/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/wide-float.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_wide_float_init (DeidWideFloat *number, guint n_words, GError **error)
{
  *number = (DeidWideFloat){ .n_words = n_words };
  number->words = deid_alloc (n_words, sizeof *number->words, error);
  if (number->words == NULL)
    return FALSE;
  number->scratch = deid_alloc (2 * (guint64) n_words, sizeof *number->scratch, error);
  return number->scratch != NULL;
}

void
deid_wide_float_clear (DeidWideFloat *number)
{
  g_free (number->words);
  g_free (number->scratch);
}

void
deid_wide_float_set (DeidWideFloat *number, guint64 value)
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
void
deid_wide_float_multiply (DeidWideFloat *number, const DeidWideFloat *factor)
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
  deid_wide_float_set (number, 1);
  for (; exponent > 0; exponent >>= 1)
    {
      if ((exponent & 1) != 0)
        deid_wide_float_multiply (number, square);
      if (exponent > 1)
        deid_wide_float_multiply (square, square);
    }
}

void
deid_wide_float_set_power (DeidWideFloat *number, guint64 base, DeidWide exponent,
                           DeidWideFloat *square)
{
  deid_wide_float_set (square, base);
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

void
deid_wide_float_set_exponential (DeidWideFloat *number, DeidWide exponent, DeidWideFloat *square)
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

int
deid_wide_float_compare (const DeidWideFloat *a, const DeidWideFloat *b)
{
  const DeidSignedWide difference = a->exponent - b->exponent;

  if (difference > 1)
    return 1;
  if (difference < -1)
    return -1;
  return difference >= 0 ? compare_mantissas (a, b, difference == 1)
                         : -compare_mantissas (b, a, TRUE);
}
