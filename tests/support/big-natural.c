/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/big-natural.h"

__extension__ typedef unsigned __int128 Word2;

BigNatural *
big_natural_new (guint64 value)
{
  BigNatural *number = g_new0 (BigNatural, 1);

  if (value > 0)
    {
      number->words = g_new (guint64, 1);
      number->words[0] = value;
      number->n_words = 1;
    }
  return number;
}

void
big_natural_free (BigNatural *number)
{
  g_free (number->words);
  g_free (number);
}

BigNatural *
big_natural_copy (const BigNatural *number)
{
  BigNatural *copy = g_new0 (BigNatural, 1);

  copy->words = g_new (guint64, number->n_words);
  copy->n_words = number->n_words;
  for (guint i = 0; i < number->n_words; i++)
    copy->words[i] = number->words[i];
  return copy;
}

void
big_natural_add (BigNatural *number, const BigNatural *term)
{
  const guint n = MAX (number->n_words, term->n_words) + 1;
  guint64 carry = 0;

  number->words = g_renew (guint64, number->words, n);
  while (number->n_words < n)
    number->words[number->n_words++] = 0;
  for (guint i = 0; i < n; i++)
    {
      const guint64 other = i < term->n_words ? term->words[i] : 0;
      const guint64 sum = number->words[i] + other;

      number->words[i] = sum + carry;
      carry = sum < other || number->words[i] < sum ? 1 : 0;
    }
  while (number->n_words > 0 && number->words[number->n_words - 1] == 0)
    number->n_words--;
}

/* By the words of @b, highest first. */
BigNatural *
big_natural_product (const BigNatural *a, const BigNatural *b)
{
  BigNatural *product = big_natural_new (0);

  for (guint i = b->n_words; i-- > 0;)
    {
      g_autoptr (BigNatural) term = big_natural_copy (a);

      big_natural_multiply (product, (guint64) 1 << 32);
      big_natural_multiply (product, (guint64) 1 << 32);
      big_natural_multiply (term, b->words[i]);
      big_natural_add (product, term);
    }
  return product;
}

void
big_natural_multiply (BigNatural *number, guint64 factor)
{
  guint64 carry = 0;

  for (guint i = 0; i < number->n_words; i++)
    {
      const Word2 product = (Word2) number->words[i] * factor + carry;

      number->words[i] = (guint64) product;
      carry = (guint64) (product >> 64);
    }
  if (carry > 0)
    {
      number->words = g_renew (guint64, number->words, number->n_words + 1);
      number->words[number->n_words++] = carry;
    }
  while (number->n_words > 0 && number->words[number->n_words - 1] == 0)
    number->n_words--;
}

void
big_natural_multiply_power (BigNatural *number, guint64 base, guint64 exponent)
{
  for (; exponent > 0; exponent--)
    big_natural_multiply (number, base);
}

int
big_natural_compare (const BigNatural *a, const BigNatural *b)
{
  if (a->n_words != b->n_words)
    return a->n_words < b->n_words ? -1 : 1;
  for (guint i = a->n_words; i-- > 0;)
    if (a->words[i] != b->words[i])
      return a->words[i] < b->words[i] ? -1 : 1;
  return 0;
}

int
big_natural_compare_entropy (const guint64 *counts, guint n_counts, guint64 numerator,
                             guint64 denominator)
{
  g_autoptr (BigNatural) left = big_natural_new (1);
  g_autoptr (BigNatural) right = big_natural_new (1);
  guint64 n = 0;

  for (guint i = 0; i < n_counts; i++)
    {
      big_natural_multiply_power (left, counts[i], counts[i]);
      n += counts[i];
    }
  big_natural_multiply_power (left, numerator, n);
  big_natural_multiply_power (right, n, n);
  big_natural_multiply_power (right, denominator, n);
  return big_natural_compare (right, left);
}
