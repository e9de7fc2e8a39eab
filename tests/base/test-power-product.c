/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Comparison of power products with 1, against plain big integers. */
#include "support/suite.h"

#include "support/big-natural.h"
#include "base/big-number.h"

#define MAX_EXPONENT (G_GUINT64_CONSTANT (1) << 62)

static void
multiply (DeidPowerProduct *product, guint64 base, guint64 exponent, int sign)
{
  GError *error = NULL;

  ck_assert (deid_power_product_multiply (product, base, exponent, sign, &error));
  assert_no_error (error);
}

static int
compare (DeidPowerProduct *product)
{
  GError *error = NULL;
  int sign = 7;

  ck_assert (deid_power_product_compare_to_one (product, &sign, &error));
  assert_no_error (error);
  return sign;
}

static int
compare_and_clear (DeidPowerProduct *product)
{
  const int sign = compare (product);

  deid_power_product_clear (product);
  return sign;
}

START_TEST (test_empty_product)
{
  DeidPowerProduct product;

  deid_power_product_init (&product);
  ck_assert_int_eq (compare (&product), 0);
  multiply (&product, 1, MAX_EXPONENT, -1);
  multiply (&product, 1, 5, 1);
  multiply (&product, 17, 0, 1);
  multiply (&product, G_MAXUINT64, 0, -1);
  ck_assert_int_eq (compare_and_clear (&product), 0);
}
END_TEST

START_TEST (test_random_small_products)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_signs[3] = { 0 };

  for (guint trial = 0; trial < count_trials (30000); trial++)
    {
      const gint32 max_base = trial % 2 == 0 ? 7 : 60;
      const gint32 max_exponent = trial % 3 == 0 ? 40 : 4;
      const guint n_powers = 1 + g_rand_int (rand) % 8;
      g_autoptr (BigNatural) above = big_natural_new (1);
      g_autoptr (BigNatural) below = big_natural_new (1);
      DeidPowerProduct product;
      int sign;

      deid_power_product_init (&product);
      for (guint i = 0; i < n_powers; i++)
        {
          const guint64 base = (guint64) g_rand_int_range (rand, 1, max_base);
          const guint64 exponent = (guint64) g_rand_int_range (rand, 0, max_exponent);
          const gboolean positive = g_rand_boolean (rand);

          multiply (&product, base, exponent, positive ? 1 : -1);
          big_natural_multiply_power (positive ? above : below, base, exponent);
        }
      sign = compare_and_clear (&product);
      ck_assert_int_eq (sign, big_natural_compare (above, below));
      n_signs[sign + 1]++;
    }
  for (guint i = 0; i < 3; i++)
    ck_assert_uint_gt (n_signs[i], count_trials (1000));
}
END_TEST

/* Multiplies the primes together in random order to bases below 2^63, all to the same power. */
static void
multiply_primes (DeidPowerProduct *product, GRand *rand, guint64 *primes, guint n, guint64 exponent,
                 int sign)
{
  guint64 base = 1;

  for (guint i = n; i-- > 1;)
    {
      const guint j = g_rand_int (rand) % (i + 1);
      const guint64 prime = primes[i];

      primes[i] = primes[j];
      primes[j] = prime;
    }
  for (guint i = 0; i < n; i++)
    {
      if (base > (G_GUINT64_CONSTANT (1) << 62) / primes[i] || g_rand_int (rand) % 4 == 0)
        {
          const guint64 part = exponent > 1 ? exponent / (1 + g_rand_int (rand) % 5) : exponent;

          multiply (product, base, part, sign);
          multiply (product, base, exponent - part, sign);
          base = 1;
        }
      base *= primes[i];
    }
  multiply (product, base, exponent, sign);
}

START_TEST (test_shared_prime_factors)
{
  const guint64 candidates[] = { 2, 2, 2, 3, 3, 5, 7, 11, 97, 65521, 1000003, 4294967291 };
  const guint64 exponents[] = { 1, 2, 1000, 999983, G_GUINT64_CONSTANT (1) << 40, MAX_EXPONENT };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint trial = 0; trial < count_trials (5000); trial++)
    {
      const guint64 exponent = exponents[trial % G_N_ELEMENTS (exponents)];
      const guint n = 2 + g_rand_int (rand) % 14;
      const guint changed = g_rand_int (rand) % n;
      guint64 primes[16];
      DeidPowerProduct equal, above;

      for (guint i = 0; i < n; i++)
        primes[i] = candidates[g_rand_int (rand) % G_N_ELEMENTS (candidates)];
      deid_power_product_init (&equal);
      deid_power_product_init (&above);
      multiply_primes (&equal, rand, primes, n, exponent, 1);
      multiply_primes (&equal, rand, primes, n, exponent, -1);
      ck_assert_int_eq (compare_and_clear (&equal), 0);
      multiply_primes (&above, rand, primes, n, exponent, -1);
      primes[changed]++;
      multiply_primes (&above, rand, primes, n, exponent, 1);
      ck_assert_int_eq (compare_and_clear (&above), 1);
    }
}
END_TEST

/* (n + 1)^n against n^(n + 1), 2 n^n and 3 n^n, the latter two around e. */
START_TEST (test_neighbouring_powers)
{
  for (guint64 n = 1; n <= 300; n++)
    for (guint64 factor = 0; factor <= 3; factor++)
      {
        g_autoptr (BigNatural) above = big_natural_new (1);
        g_autoptr (BigNatural) below = big_natural_new (factor > 0 ? factor : n);
        DeidPowerProduct product, inverse;
        int expected;

        big_natural_multiply_power (above, n + 1, n);
        big_natural_multiply_power (below, n, n);
        expected = big_natural_compare (above, below);
        deid_power_product_init (&product);
        multiply (&product, n + 1, n, 1);
        multiply (&product, n, n, -1);
        multiply (&product, factor > 0 ? factor : n, 1, -1);
        ck_assert_int_eq (compare_and_clear (&product), expected);
        deid_power_product_init (&inverse);
        multiply (&inverse, n, n, 1);
        multiply (&inverse, n + 1, n, -1);
        multiply (&inverse, factor > 0 ? factor : n, 1, 1);
        ck_assert_int_eq (compare_and_clear (&inverse), -expected);
      }
}
END_TEST

/* Two sets of numbers whose first powers have equal sums (ideal solutions of the problem of
 * Prouhet, Tarry and Escott): with a large x, the products of x + a and of x + b differ in their
 * last few bits only. */
typedef struct
{
  guint n;
  guint n_low; /* words of the products in which they differ, at most */
  guint64 a[10], b[10];
} NearProducts;

static const NearProducts near_products[] = {
  { 2, 1, { 0, 3 }, { 1, 2 } },
  { 4, 1, { 0, 4, 7, 11 }, { 1, 2, 9, 10 } },
  { 6, 1, { 0, 5, 6, 16, 17, 22 }, { 1, 2, 10, 12, 20, 21 } },
  { 8, 1, { 0, 4, 9, 23, 27, 41, 46, 50 }, { 1, 2, 11, 20, 30, 39, 48, 49 } },
  { 10,
    3,
    { 23750 - 12, 23750 + 12, 23750 - 11881, 23750 + 11881, 23750 - 20231, 23750 + 20231,
      23750 - 20885, 23750 + 20885, 23750 - 23738, 23750 + 23738 },
    { 23750 - 436, 23750 + 436, 23750 - 11857, 23750 + 11857, 23750 - 20449, 23750 + 20449,
      23750 - 20667, 23750 + 20667, 0, 23750 + 23750 } },
};

static void
check_near_products (const NearProducts *sets, guint64 x, guint64 power)
{
  g_autoptr (BigNatural) above = big_natural_new (1);
  g_autoptr (BigNatural) below = big_natural_new (1);
  DeidPowerProduct product;
  guint i = 0;

  deid_power_product_init (&product);
  for (; i < sets->n; i++)
    {
      big_natural_multiply (above, x + sets->a[i]);
      big_natural_multiply (below, x + sets->b[i]);
      multiply (&product, x + sets->a[i], power, 1);
      multiply (&product, x + sets->b[i], power, -1);
    }
  /* In relative terms they differ by less than 2^-64 (n - n_low - 1). */
  ck_assert_uint_eq (above->n_words, below->n_words);
  for (i = sets->n_low; i < sets->n; i++)
    ck_assert_uint_eq (above->words[i], below->words[i]);
  ck_assert_int_ne (big_natural_compare (above, below), 0);
  ck_assert_int_eq (compare_and_clear (&product), big_natural_compare (above, below));
}

START_TEST (test_near_products)
{
  const NearProducts *sets = &near_products[_i];
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint trial = 0; trial < count_trials (200); trial++)
    {
      const guint64 x = (G_GUINT64_CONSTANT (1) << 63) + ((guint64) g_rand_int (rand) << 30)
                        + g_rand_int (rand);
      NearProducts swapped = { .n = sets->n, .n_low = sets->n_low };

      for (guint i = 0; i < sets->n; i++)
        {
          swapped.a[i] = sets->b[i];
          swapped.b[i] = sets->a[i];
        }
      check_near_products (sets, x, 1);
      check_near_products (&swapped, x, 1);
      check_near_products (sets, x, 1 + g_rand_int (rand));
    }
  check_near_products (sets, G_MAXUINT64 - 50000, MAX_EXPONENT / 16);
}
END_TEST

/* 2^p and 3^q for convergents p / q of log 3 / log 2, to powers up to 2^62 and with a factor of one
 * more 2 or 3, which tips the balance only if the exponents are small. */
START_TEST (test_huge_exponents)
{
  const guint64 convergents[][2] = { { 2, 1 },   { 3, 2 },   { 8, 5 },     { 19, 12 },
                                     { 65, 41 }, { 84, 53 }, { 485, 306 }, { 1054, 665 } };

  for (guint i = 0; i < G_N_ELEMENTS (convergents); i++)
    {
      const guint64 p = convergents[i][0], q = convergents[i][1];
      g_autoptr (BigNatural) above = big_natural_new (1);
      g_autoptr (BigNatural) below = big_natural_new (1);

      big_natural_multiply_power (above, 2, p);
      big_natural_multiply_power (below, 3, q);
      for (guint64 m = 1; m <= MAX_EXPONENT / p; m *= 2)
        {
          DeidPowerProduct product;

          deid_power_product_init (&product);
          multiply (&product, 2, p * m, 1);
          multiply (&product, 3, q * m, -1);
          ck_assert_int_eq (compare (&product), big_natural_compare (above, below));
          deid_power_product_clear (&product);
        }
    }
}
END_TEST

START_TEST (test_huge_equal_powers)
{
  DeidPowerProduct product;

  deid_power_product_init (&product);
  multiply (&product, 6, MAX_EXPONENT, 1);
  multiply (&product, 2, MAX_EXPONENT, -1);
  multiply (&product, 9, MAX_EXPONENT / 2, -1);
  ck_assert_int_eq (compare_and_clear (&product), 0);

  deid_power_product_init (&product);
  multiply (&product, 6, MAX_EXPONENT, 1);
  multiply (&product, 2, MAX_EXPONENT - 1, -1);
  multiply (&product, 9, MAX_EXPONENT / 2, -1);
  ck_assert_int_eq (compare_and_clear (&product), 1);

  deid_power_product_init (&product);
  multiply (&product, G_MAXUINT64 - 1, MAX_EXPONENT, 1);
  multiply (&product, G_MAXUINT64, MAX_EXPONENT, -1);
  ck_assert_int_eq (compare_and_clear (&product), -1);

  /* (1 + 2^-62)^(2^62) is below 3 and above 2. */
  for (guint64 factor = 2; factor <= 3; factor++)
    {
      deid_power_product_init (&product);
      multiply (&product, MAX_EXPONENT + 1, MAX_EXPONENT, 1);
      multiply (&product, MAX_EXPONENT, MAX_EXPONENT, -1);
      multiply (&product, factor, 1, -1);
      ck_assert_int_eq (compare_and_clear (&product), factor == 2 ? 1 : -1);
    }
}
END_TEST

/* The convergents p / q of e = [2; 1, 2, 1, 1, 4, 1, 1, 6, ...] are below and above it by turns. */
START_TEST (test_powers_of_e)
{
  guint64 p[2] = { 1, 2 }, q[2] = { 0, 1 };
  DeidPowerProduct product;

  for (guint64 i = 1; q[1] < G_GUINT64_CONSTANT (1) << 58; i++)
    {
      const guint64 quotient = i % 3 == 2 ? 2 * (i + 1) / 3 : 1;
      const guint64 next_p = quotient * p[1] + p[0], next_q = quotient * q[1] + q[0];

      for (guint64 power = 1; power != 0; power <<= 20)
        for (int sign = -1; sign <= 1; sign += 2)
          {
            deid_power_product_init (&product);
            multiply (&product, p[1], power, sign);
            multiply (&product, q[1], power, -sign);
            deid_power_product_multiply_e (&product, power, -sign);
            ck_assert_int_eq (compare_and_clear (&product), i % 2 == 1 ? -sign : sign);
          }
      p[0] = p[1];
      p[1] = next_p;
      q[0] = q[1];
      q[1] = next_q;
    }
  deid_power_product_init (&product);
  deid_power_product_multiply_e (&product, MAX_EXPONENT, 1);
  ck_assert_int_eq (compare (&product), 1);
  deid_power_product_multiply_e (&product, MAX_EXPONENT, -1);
  ck_assert_int_eq (compare_and_clear (&product), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("power product");
  TCase *tcase = tcase_create ("comparison with one");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_empty_product);
  tcase_add_test (tcase, test_random_small_products);
  tcase_add_test (tcase, test_shared_prime_factors);
  tcase_add_test (tcase, test_neighbouring_powers);
  tcase_add_loop_test (tcase, test_near_products, 0, G_N_ELEMENTS (near_products));
  tcase_add_test (tcase, test_huge_exponents);
  tcase_add_test (tcase, test_huge_equal_powers);
  tcase_add_test (tcase, test_powers_of_e);
  suite_add_tcase (suite, tcase);
  return suite;
}
