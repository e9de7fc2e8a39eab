/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/natural.h"

#include <string.h>

#include "base/memory.h"

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
