/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Natural numbers of any size, against the arithmetic of school. */
#include "support/suite.h"

#include "base/big-number.h"
#include "support/big-natural.h"

#define MAX_WORDS 12

/* Many of the words are 0, 1 or the greatest there is, where carries run on. */
static guint64
draw_word (GRand *rand)
{
  const guint64 drawn = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  switch (g_rand_int (rand) % 6)
    {
    case 0:
      return 0;
    case 1:
      return G_MAXUINT64;
    case 2:
      return 1;
    case 3:
      return drawn >> 32;
    default:
      return drawn;
    }
}

static BigNatural *
draw_number (GRand *rand, DeidNatural *number)
{
  BigNatural *big = big_natural_new (0);
  DeidNatural word = { 0 };

  ck_assert (deid_natural_set (number, 0, NULL));
  for (guint n = g_rand_int (rand) % MAX_WORDS; n > 0; n--)
    {
      const guint64 drawn = draw_word (rand);
      g_autoptr (BigNatural) term = big_natural_new (drawn);

      big_natural_multiply_power (big, (guint64) 1 << 32, 2);
      big_natural_add (big, term);
      ck_assert (deid_natural_multiply_wide (number, (DeidWide) 1 << 64, NULL));
      ck_assert (deid_natural_set (&word, drawn, NULL) && deid_natural_add (number, &word, NULL));
    }
  deid_natural_clear (&word);
  return big;
}

static void
assert_same (const DeidNatural *number, const BigNatural *big)
{
  assert_quietly (number->n_words == big->n_words);
  for (guint i = 0; i < big->n_words; i++)
    assert_quietly (number->words[i] == big->words[i]);
}

static void
check_division (const DeidNatural *number, const BigNatural *big, guint64 divisor)
{
  const guint64 rest = deid_natural_get_rest (number, divisor);
  g_autoptr (BigNatural) term = big_natural_new (rest), product = NULL;
  DeidNatural quotient = { 0 };

  assert_quietly (rest < divisor);
  ck_assert (deid_natural_copy (&quotient, number, NULL));
  deid_natural_divide (&quotient, divisor);
  ck_assert (deid_natural_multiply (&quotient, divisor, NULL));
  product = big_natural_new (0);
  for (guint64 i = quotient.n_words; i-- > 0;)
    {
      g_autoptr (BigNatural) word = big_natural_new (quotient.words[i]);

      big_natural_multiply_power (product, (guint64) 1 << 32, 2);
      big_natural_add (product, word);
    }
  big_natural_add (product, term);
  assert_quietly (big_natural_compare (product, big) == 0);
  deid_natural_clear (&quotient);
}

/* r^2 <= x < (r + 1)^2 */
static void
check_root (const DeidNatural *number, const BigNatural *big)
{
  g_autoptr (BigNatural) one = big_natural_new (1), below = big_natural_new (0), lower = NULL,
                         upper = NULL;
  DeidNatural root = { 0 };

  ck_assert (deid_natural_copy (&root, number, NULL) && deid_natural_take_root (&root, NULL));
  for (guint64 i = root.n_words; i-- > 0;)
    {
      g_autoptr (BigNatural) word = big_natural_new (root.words[i]);

      big_natural_multiply_power (below, (guint64) 1 << 32, 2);
      big_natural_add (below, word);
    }
  lower = big_natural_product (below, below);
  assert_quietly (big_natural_compare (lower, big) <= 0);
  big_natural_add (below, one);
  upper = big_natural_product (below, below);
  assert_quietly (big_natural_compare (upper, big) > 0);
  deid_natural_clear (&root);
}

START_TEST (random_numbers)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (95);
  const guint n_trials = MAX (count_trials (5000), 100);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      DeidNatural a = { 0 }, b = { 0 };
      g_autoptr (BigNatural) x = draw_number (rand, &a);
      g_autoptr (BigNatural) y = draw_number (rand, &b);
      const guint64 high = draw_word (rand), low = draw_word (rand);
      g_autoptr (BigNatural) factor = big_natural_new (high), lower = big_natural_new (low);
      g_autoptr (BigNatural) product = NULL;

      assert_same (&a, x);
      assert_quietly (deid_natural_compare (&a, &b) == big_natural_compare (x, y));
      assert_quietly (deid_natural_compare (&a, &a) == 0);
      check_division (&a, x, MAX (high, 1));
      check_root (&a, x);
      ck_assert (deid_natural_add (&a, &b, NULL));
      big_natural_add (x, y);
      assert_same (&a, x);
      check_root (&a, x);
      big_natural_multiply_power (factor, (guint64) 1 << 32, 2);
      big_natural_add (factor, lower);
      product = big_natural_product (x, factor);
      ck_assert (deid_natural_multiply_wide (&a, (DeidWide) high << 64 | low, NULL));
      assert_same (&a, product);
      deid_natural_clear (&a);
      deid_natural_clear (&b);
    }
}
END_TEST

/* Powers of two, every other one a square. */
START_TEST (roots_of_powers)
{
  for (guint exponent = 1; exponent < 300; exponent++)
    {
      g_autoptr (BigNatural) big = big_natural_new (1);
      DeidNatural number = { 0 };

      big_natural_multiply_power (big, 2, exponent);
      ck_assert (deid_natural_set_power_of_two (&number, exponent, NULL));
      assert_same (&number, big);
      check_root (&number, big);
      deid_natural_clear (&number);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("natural numbers");
  TCase *tcase = tcase_create ("arithmetic");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, random_numbers);
  tcase_add_test (tcase, roots_of_powers);
  suite_add_tcase (suite, tcase);
  return suite;
}
