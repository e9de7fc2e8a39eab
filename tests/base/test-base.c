/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ground that everything stands on: numbers, the generator, stopping, memory. */
#include <math.h>
#include <string.h>

#include "base/rational.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/work.h"
#include "support/suite.h"

static guint64
gcd (guint64 a, guint64 b)
{
  return b == 0 ? a : gcd (b, a % b);
}

static void
check_rational (double value, guint64 numerator, DeidWide denominator)
{
  DeidRational rational = { 0 };
  GError *error = NULL;

  ck_assert (deid_rational_from_double (value, "number", &rational, &error));
  assert_no_error (error);
  ck_assert_uint_eq (rational.numerator, numerator);
  ck_assert_msg (rational.denominator == denominator, "the denominator of %.17g", value);
}

START_TEST (rational_is_the_decimal)
{
  check_rational (0.2, 1, 5);
  check_rational (0.1, 1, 10);
  check_rational (0.29, 29, 100);
  check_rational (0.57, 57, 100);
  check_rational (0.5, 1, 2);
  check_rational (1e-7, 1, 10000000);
  check_rational (2.5e-10, 1, G_GUINT64_CONSTANT (4000000000));
  check_rational (1e-19, 1, G_GUINT64_CONSTANT (10000000000000000000));
  check_rational (1e-37, 1,
                  (DeidWide) G_GUINT64_CONSTANT (10000000000000000000)
                      * G_GUINT64_CONSTANT (1000000000000000000));
  check_rational (1, 1, 1);
  check_rational (0, 0, 1);
  check_rational (-0.0, 0, 1);
  check_rational (12345678.9, 123456789, 10);
  check_rational (100, 100, 1);
  check_rational (1e15, G_GUINT64_CONSTANT (1000000000000000), 1);
  check_rational (1e19, G_GUINT64_CONSTANT (10000000000000000000), 1);
  check_rational (1.0 / 3, G_GUINT64_CONSTANT (3333333333333333),
                  G_GUINT64_CONSTANT (10000000000000000));
}
END_TEST

START_TEST (rational_of_random_decimals)
{
  const guint n_trials = count_trials (20000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < n_trials; i++)
    {
      const guint n_digits = (guint) g_rand_int_range (rand, 1, 16);
      const guint n_decimals = (guint) g_rand_int_range (rand, 0, 19);
      guint64 digits = 0, power = 1, divisor;
      char text[64];

      for (guint d = 0; d < n_digits; d++)
        digits = 10 * digits + (guint64) g_rand_int_range (rand, 0, 10);
      for (guint d = 0; d < n_decimals; d++)
        power *= 10;
      divisor = gcd (digits, power);
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT "e-%u", digits, n_decimals);
      check_rational (g_ascii_strtod (text, NULL), digits / divisor,
                      digits == 0 ? 1 : power / divisor);
    }
}
END_TEST

START_TEST (rational_refuses)
{
  const double refused[] = { -1, -1e-9, NAN, INFINITY, -INFINITY, 1e300, 1e-300, 2e19, 1e-38 };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      DeidRational rational;
      GError *error = NULL;

      ck_assert (!deid_rational_from_double (refused[i], "the threshold", &rational, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the threshold", NULL);
    }
}
END_TEST

static void
check_decimal (double value, const char *expected)
{
  char text[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (value, text);
  ck_assert_str_eq (text, expected);
}

START_TEST (decimal_is_short)
{
  check_decimal (0.1, "0.1");
  check_decimal (0.1 + 0.2, "0.30000000000000004");
  check_decimal (-12, "-12");
  check_decimal (1e15, "1000000000000000");
  check_decimal (1e22, "1e+22");
  check_decimal (1.0 / 3, "0.3333333333333333");
  check_decimal (5e-324, "5e-324");
  check_decimal (1.7976931348623157e308, "1.7976931348623157e+308");
  /* The nearest decimals of 16 digits are smaller and do not read back. */
  check_decimal (0x1p-24, "5.960464477539063e-08");
  check_decimal (-0x1p-44, "-5.684341886080802e-14");
  check_decimal (0x1p-489, "6.256509672447191e-148");
}
END_TEST

START_TEST (decimal_round_trip)
{
  const guint n_trials = count_trials (20000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < n_trials; i++)
    {
      const guint64 bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      char text[DEID_DECIMAL_SIZE];
      double value, read;

      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        continue;
      deid_double_to_decimal (value, text);
      ck_assert_ptr_null (strchr (text, ','));
      ck_assert_msg (deid_double_from_decimal (text, &read), "%s", text);
      ck_assert_msg (memcmp (&read, &value, sizeof value) == 0, "%s", text);
    }
}
END_TEST

START_TEST (decimal_texts)
{
  static const char *const refused[]
      = { "",  " 1", "1 ", "1,5", "abc",   "nan",  "inf",    "-inf",  "-nan",
          "-", ".",  "+1", "1e",  "1e400", "0x10", "-0x1p3", "1.5.2", "1e5x" };
  static const char *const refused_counts[]
      = { "", " 1", "1 ", "-1", "+1", "1.0", "1e3", "18446744073709551616", "0x10", "one" };
  double value;
  guint64 count;

  ck_assert (deid_double_from_decimal ("-1.5e-3", &value));
  ck_assert_double_eq (value, -0.0015);
  ck_assert (deid_double_from_decimal (".5", &value));
  ck_assert_double_eq (value, 0.5);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    ck_assert_msg (!deid_double_from_decimal (refused[i], &value), "'%s'", refused[i]);
  ck_assert (deid_uint64_from_decimal ("18446744073709551615", &count));
  ck_assert_uint_eq (count, G_MAXUINT64);
  ck_assert (deid_uint64_from_decimal ("0", &count));
  ck_assert_uint_eq (count, 0);
  for (guint i = 0; i < G_N_ELEMENTS (refused_counts); i++)
    ck_assert_msg (!deid_uint64_from_decimal (refused_counts[i], &count), "'%s'",
                   refused_counts[i]);
}
END_TEST

/* Published values: of the authors' generator for seed 0, and of Rosetta Code's for 1234567. */
/* Of hundredths up to 10^6. */
START_TEST (decimal_units)
{
  static const struct
  {
    const char *text;
    gint64 units; /* -1 if it is refused */
  } cases[] = { { "0", 0 },
                { "-0.0", 0 },
                { "0e999999999", 0 },
                { "1", 100 },
                { "1.", 100 },
                { ".5", 50 },
                { "007.25", 725 },
                { "0.01", 1 },
                { "0.0100000", 1 },
                { "0.011", -1 },
                { "1e-2", 1 },
                { "1e-3", -1 },
                { "1.5e3", 150000 },
                { "0.00001E4", 10 },
                { "10000", 1000000 },
                { "10000.01", -1 },
                { "1e999999999", -1 },
                { "99999999999999999999999999999999999999999999", -1 },
                { "1e-999999999", -1 },
                { "-1", -1 },
                { "x", -1 },
                { "", -1 },
                { "1 ", -1 },
                { "nan", -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DeidWide units;
      const gboolean is_one = deid_decimal_to_units (cases[i].text, 2, 1000000, &units);

      ck_assert_msg (is_one == (cases[i].units >= 0), "'%s'", cases[i].text);
      if (is_one)
        ck_assert_msg (units == (guint64) cases[i].units, "'%s'", cases[i].text);
    }
}
END_TEST

START_TEST (random_reference)
{
  static const guint64 expected_0[]
      = { G_GUINT64_CONSTANT (0xE220A8397B1DCDAF), G_GUINT64_CONSTANT (0x6E789E6AA1B965F4),
          G_GUINT64_CONSTANT (0x06C45D188009454F), G_GUINT64_CONSTANT (0xF88BB8A8724C81EC),
          G_GUINT64_CONSTANT (0x1B39896A51A8749B) };
  static const guint64 expected_1234567[]
      = { G_GUINT64_CONSTANT (6457827717110365317), G_GUINT64_CONSTANT (3203168211198807973),
          G_GUINT64_CONSTANT (9817491932198370423), G_GUINT64_CONSTANT (4593380528125082431),
          G_GUINT64_CONSTANT (16408922859458223821) };
  DeidRandom zero = { .state = 0 }, other = { .state = 1234567 };

  for (guint i = 0; i < G_N_ELEMENTS (expected_0); i++)
    {
      ck_assert_uint_eq (deid_random_next (&zero), expected_0[i]);
      ck_assert_uint_eq (deid_random_next (&other), expected_1234567[i]);
    }
}
END_TEST

START_TEST (random_below)
{
  static const guint64 bounds[] = { 1, 2, 3, 7, 10, 64, 1000 };
  const guint expected = count_trials (1000);
  DeidRandom random = { .state = 42 };

  for (guint b = 0; b < G_N_ELEMENTS (bounds); b++)
    {
      const guint64 bound = bounds[b], n = expected * bound;
      g_autofree guint64 *counts = g_new0 (guint64, bound);
      double chi_square = 0;

      for (guint64 i = 0; i < n; i++)
        {
          const guint64 number = deid_random_below (&random, bound);

          ck_assert_uint_lt (number, bound);
          counts[number]++;
        }
      for (guint64 i = 0; i < bound; i++)
        chi_square += ((double) counts[i] - expected) * ((double) counts[i] - expected) / expected;
      /* mean bound - 1, variance 2 (bound - 1) */
      ck_assert_double_le (chi_square, (double) bound - 1 + 6 * sqrt (2 * (double) bound));
    }
}
END_TEST

/* Of a range of 3 * 2^62, a plain remainder would hit the lowest third twice as often. */
START_TEST (random_below_is_not_a_remainder)
{
  const guint64 bound = G_GUINT64_CONSTANT (3) << 62;
  DeidRandom random = { .state = 7 };
  guint n_low = 0;

  for (guint i = 0; i < 9000; i++)
    {
      const guint64 number = deid_random_below (&random, bound);

      ck_assert_uint_lt (number, bound);
      n_low += number < bound / 3;
    }
  ck_assert_uint_gt (n_low, 2700);
  ck_assert_uint_lt (n_low, 3300);
}
END_TEST

/* Numbers from the greatest multiple of the bound on are drawn again. */
START_TEST (random_below_by_definition)
{
  static const guint64 bounds[] = { 1,
                                    3,
                                    G_GUINT64_CONSTANT (1) << 63,
                                    (G_GUINT64_CONSTANT (1) << 63) + 1,
                                    G_GUINT64_CONSTANT (3) << 62,
                                    G_MAXUINT64 - 1,
                                    G_MAXUINT64 };

  for (guint b = 0; b < G_N_ELEMENTS (bounds); b++)
    {
      DeidRandom random = { .state = b }, drawn = { .state = b };

      for (guint i = 0; i < 100; i++)
        {
          guint64 number;

          do
            number = deid_random_next (&drawn);
          while (number >= G_MAXUINT64 - G_MAXUINT64 % bounds[b]);
          ck_assert_uint_eq (deid_random_below (&random, bounds[b]), number % bounds[b]);
        }
    }
}
END_TEST

START_TEST (stop)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  DeidStop never = { NULL, G_MAXINT64 }, cancelled = { cancellable, G_MAXINT64 };
  DeidStop late = { NULL, g_get_monotonic_time () - 1 };
  DeidStop early = { cancellable, g_get_monotonic_time () + G_GINT64_CONSTANT (3600000000) };
  GError *error = NULL;

  ck_assert (deid_stop_check (&never, &error));
  ck_assert (deid_stop_check (&cancelled, &error));
  ck_assert (deid_stop_check (&early, &error));
  assert_no_error (error);
  ck_assert (!deid_stop_check (&late, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, "time limit", NULL);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_stop_check (&cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!deid_stop_check_row (&cancelled, 0, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (deid_stop_check_row (&cancelled, 1, &error));
  ck_assert (deid_stop_check_row (&cancelled, DEID_ROWS_PER_CHECK - 1, &error));
  assert_no_error (error);
  ck_assert (!deid_stop_check_row (&cancelled, DEID_ROWS_PER_CHECK, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

START_TEST (memory)
{
  GError *error = NULL;
  guint64 *numbers = deid_alloc (0, sizeof *numbers, &error), capacity = 0;
  gpointer before;

  ck_assert_ptr_nonnull (numbers);
  ck_assert (deid_grow ((gpointer *) &numbers, &capacity, 5, sizeof *numbers, &error));
  ck_assert_uint_ge (capacity, 5);
  for (guint64 i = 0; i < 5; i++)
    numbers[i] = i;
  ck_assert (deid_grow ((gpointer *) &numbers, &capacity, 1000, sizeof *numbers, &error));
  ck_assert_uint_ge (capacity, 1000);
  ck_assert_uint_eq (numbers[4], 4);
  before = numbers;
  ck_assert (!deid_realloc ((gpointer *) &numbers, G_MAXUINT64 / 4, sizeof *numbers, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
  ck_assert_ptr_eq (numbers, before);
  ck_assert_ptr_null (deid_alloc (G_MAXUINT64, sizeof *numbers, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
  g_free (numbers);
}
END_TEST

/* Bindings and hosts may look the domain up by its name. */
START_TEST (error_domain)
{
  ck_assert_str_eq (g_quark_to_string (DEID_ERROR), "deid-error-quark");
  ck_assert_uint_eq (DEID_ERROR, g_quark_try_string ("deid-error-quark"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("base");
  TCase *numbers = tcase_create ("numbers");
  TCase *random = tcase_create ("random");
  TCase *rest = tcase_create ("stop, memory, errors");

  tcase_add_test (numbers, rational_is_the_decimal);
  tcase_add_test (numbers, rational_of_random_decimals);
  tcase_add_test (numbers, rational_refuses);
  tcase_add_test (numbers, decimal_is_short);
  tcase_add_test (numbers, decimal_round_trip);
  tcase_add_test (numbers, decimal_texts);
  tcase_add_test (numbers, decimal_units);
  suite_add_tcase (suite, numbers);
  tcase_add_test (random, random_reference);
  tcase_add_test (random, random_below);
  tcase_add_test (random, random_below_is_not_a_remainder);
  tcase_add_test (random, random_below_by_definition);
  suite_add_tcase (suite, random);
  tcase_add_test (rest, stop);
  tcase_add_test (rest, memory);
  tcase_add_test (rest, error_domain);
  suite_add_tcase (suite, rest);
  return suite;
}
